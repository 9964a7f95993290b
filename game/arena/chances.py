"""Chances: what is shown of a blow before it is struck, and of what will become of a body. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from fleshwound.components.definitions import Anatomy
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND
from fleshwound.game.phrases import ROUNDING, percent

MOST_PARTS: Final = 9
"""Parts that are listed; of more the likeliest are, and the rest together."""

LEAST_SHARE: Final = 0.005
"""Parts that are struck less often than this are listed together."""

ELSEWHERE: Final = "elsewhere"


@dataclass(frozen=True, slots=True)
class Bar:
    """One chance, with its word."""

    word: str
    chance: float
    """0..1."""
    blood: bool
    """It is drawn in the colour of blood."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The odds of one creature's blow at another, or why there are none."""

    title: str
    """What strikes at whom."""
    about: str = ""
    """Who strikes, at what it aims, how it is met."""
    proviso: str = ""
    """What has to be so first; empty where it could be struck now."""
    why_not: str = ""
    """Why there are no odds; empty where there are."""
    bars: tuple[Bar, ...] = ()
    parts: tuple[Bar, ...] = ()
    """Chance to land there of each part by name, in the order of the anatomy."""
    ends: tuple[Bar, ...] = ()
    """Chance of each state that whoever is struck at is in afterwards, as the rules order them."""
    body: Anatomy | None = None
    """Of whom is struck at; None under rules without locations."""
    by_location: Mapping[str, float] = field(default_factory=dict)
    """Chance to land there by location id."""


def likeliest(parts: Mapping[str, float], anatomy: Anatomy) -> tuple[Bar, ...]:
    """List the parts that a blow lands on by name, in the order of the anatomy, few enough to read at a glance."""
    named = [(part.name, parts.get(part.id, 0.0)) for part in anatomy.parts]
    worth = [pair for pair in named if pair[1] >= LEAST_SHARE]
    if len(worth) > MOST_PARTS:
        worth = sorted(worth, key=lambda pair: -pair[1])[: MOST_PARTS - 1]
    listed = tuple(pair for pair in named if pair in worth)
    rest = sum(chance for _, chance in named) - sum(chance for _, chance in listed)
    if rest >= LEAST_SHARE:
        listed = (*listed, (ELSEWHERE, rest))
    return tuple(Bar(name, chance, blood=False) for name, chance in listed)


class Step(NamedTuple):
    """How it stands with a creature from a moment on."""

    after: int
    """Microseconds from now."""
    least: float
    most: float
    """Bounds of the chance to be alive; equal where it is known exactly."""
    states: tuple[tuple[str, float], ...] = ()
    """Every state it may be in by its word, with its chance."""


NOW: Final = Step(0, 1.0, 1.0)
"""Before the first step it lives."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How likely a creature is to be alive, over time, under one condition."""

    name: str
    """`untended`."""
    tended: bool
    steps: tuple[Step, ...]
    """In order of time."""

    def at(self, after: int) -> Step:
        """Give the step that holds so many microseconds from now."""
        found = NOW
        for step in self.steps:
            if step.after > after:
                break
            found = step
        return found


@dataclass(frozen=True, slots=True)
class Outlook:
    """What will become of a creature within a time, under one or several conditions."""

    horizon: int
    """Microseconds from now."""
    curves: tuple[Curve, ...]

    def told(self, after: int) -> str:
        """Say how it will be after so many microseconds: `in 10 min, untended: dead 97 %, unconscious 3 %`."""
        words = [
            f"{curve.name}: " + ", ".join(f"{state} {percent(share)}" for state, share in _likeliest(curve.at(after)))
            for curve in self.curves
        ]
        return f"in {span(after)}, {'; '.join(words)}"


def _likeliest(step: Step) -> list[tuple[str, float]]:
    return sorted((pair for pair in step.states if pair[1] > ROUNDING), key=lambda pair: -pair[1])


def span(after: int) -> str:
    """Write a stretch of time in its largest unit: `5 min`, `1 h`, `1.5 d`."""
    for unit, word in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if after >= unit:
            return f"{after / unit:.1f}".removesuffix(".0") + f" {word}"
    return f"{after // SECOND} s"
