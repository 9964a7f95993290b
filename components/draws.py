"""What a rule may ask for.

A rule that involves chance or choice is a generator: it yields draws and asks, is sent answers, changes nothing and
returns facts. Whoever drives it decides what an answer is (`fleshwound.systems.drivers`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Hashable, Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar


class Level(IntEnum):
    """How a d100 test came out (heroic H1), worst to best."""

    __hash__ = int.__hash__  # an enum's own runs in Python, and every rule's cache is keyed by these

    CF0 = 0
    """Critical failure, units digit 0: the worse of the two."""
    CF5 = 1
    """Critical failure, units digit 5."""
    MF = 2
    MS = 3
    CS = 4

    @property
    def steps(self) -> int:
        """The number that later rules calculate with: -1, -1, 0, 1, 2."""
        return STEPS[self]


STEPS: Final = (-1, -1, 0, 1, 2)
"""`Level.steps` as a table, for hot paths."""


class Spread(NamedTuple):
    """A finite distribution: its answers, their running integer weights, the total."""

    answers: tuple[Any, ...]
    running: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """A request for one answer out of a finite distribution."""

    what: str
    """What it decides, in the rulebook's words; the log and the itemised odds show it."""
    of: Spread
    target: int | None = None
    """The number a d100 is held against, after 5..95; None for other dice."""
    faces: tuple[int, ...] | None = None
    """For a d100: the face at each of the 100 equally likely positions. None: the answer is what the dice showed."""


class Question(StrEnum):
    """What a controller may be asked."""

    DEFENCE = "defence"
    SHOCK = "shock"
    CONTROL = "control"
    ADVANTAGE = "advantage"
    OPENING = "opening"
    ACTION = "action"
    TARGET = "target"
    MODE = "mode"
    CELL = "cell"


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """A request for a choice by the controller of one creature."""

    of: int
    """Combat id of the creature whose controller chooses."""
    question: Question
    options: tuple[Hashable, ...]
    """What may be answered, best first by the ruleset's own policy: `auto` takes the first."""
    about: tuple[tuple[str, str | int], ...] = ()
    """What the choice is about, for whoever shows it."""


Facts = TypeVar("Facts")
Rule: TypeAlias = Generator[Draw | Ask, Any, Facts]
"""A rule that asks. Answers are as varied as the draws, hence `Any`; each rule narrows at the yield."""


def spread(weighted: Iterable[tuple[Any, int]]) -> Spread:
    """Gather (answer, weight) pairs, leaving out what has no weight.

    Raises:
        ValueError: a weight is negative, or none is positive.
    """
    answers: list[Any] = []
    running: list[int] = []
    total = 0
    for answer, weight in weighted:
        if weight < 0:
            raise ValueError(f"weight of {answer!r} is {weight}; expected 0 or more")
        if weight:
            total += weight
            answers.append(answer)
            running.append(total)
    if not total:
        raise ValueError("nothing to draw from: every weight is 0")
    return Spread(tuple(answers), tuple(running), total)


def level_of(face: int, target: int) -> Level:
    """Read a d100 face (1..100) against a target already held to its bounds (heroic H1)."""
    if face <= target:
        return Level.MS if face % 5 else Level.CS
    if face % 5:
        return Level.MF
    return Level.CF5 if face % 10 else Level.CF0


@cache
def faces_of(level: Level, target: int) -> tuple[int, ...]:
    """List the d100 faces that come out as `level` against `target`, in rising order."""
    return tuple(face for face in range(1, 101) if level_of(face, target) is level)


def d100(what: str, mastery: int, least: int = 5, most: int = 95) -> Draw:
    """Ask for a d100 test against `mastery`, all modifiers in it; held to least..most (heroic H1). Answers a Level."""
    return _d100(what, min(most, max(least, mastery)))


@cache
def _d100(what: str, target: int) -> Draw:
    by_level = [(level, faces_of(level, target)) for level in Level]
    return Draw(
        what,
        spread((level, len(faces)) for level, faces in by_level),
        target,
        tuple(face for _, faces in by_level for face in faces),
    )


@cache
def face_within(what: str, target: int, level: Level) -> Draw:
    """Ask which face a d100 test, already answered with `level`, showed. Answers the face.

    Rules that read faces (a tied dodge) ask for them afterwards, so that all other paths stay lumped by level.
    """
    return Draw(what, spread((face, 1) for face in faces_of(level, target)), target)


@cache
def dice(what: str, count: int, sides: int, plus: int = 0) -> Draw:
    """Ask for the sum of `count` dice of `sides`, and `plus`. Answers the sum, which may be negative.

    Raises:
        ValueError: fewer than 0 dice, or a die with no side.
    """
    if count < 0 or (count and sides < 1):
        raise ValueError(f"{count}d{sides} can't be thrown; expected 0 or more dice of at least one side")
    ways = {plus: 1}
    for _ in range(count):
        longer: dict[int, int] = defaultdict(int)
        for total, n in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] += n
        ways = dict(longer)
    return Draw(what, spread(sorted(ways.items())))
