"""Effects: what is shown of a blow for a moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from fleshwound.components.events import CheckMade, Roll


class Came(StrEnum):
    """What a blow came to."""

    HIT = "hit"
    GLANCING = "glancing"
    STOPPED = "stopped"
    BLOCKED = "blocked"
    DODGED = "dodged"
    COUNTERED = "countered"
    MISSED = "missed"

    @property
    def landed(self) -> bool:
        """Whether it found the body."""
        return self in (Came.HIT, Came.GLANCING, Came.STOPPED)


AVERTED: Final = {"block": Came.BLOCKED, "dodge": Came.DODGED, "counterstrike": Came.COUNTERED}
"""What a defence makes of a good attack; a ruleset's other words count as a miss."""

STRIKE_LASTS: Final = 0.9
TEXT_LASTS: Final = 1.9
"""Seconds of the viewer's time."""

MOST_TEXTS: Final = 3
"""Words that rise at the same time."""


@dataclass(slots=True)
class Blow:
    """The last exchange, for "what just happened"."""

    at: int
    """Combat time in microseconds."""
    attacker: int
    target: int
    title: str
    attack: Roll | None
    defence: str
    """The defence in words; empty where there is none to tell of."""
    defend: Roll | None
    came: Came
    results: list[tuple[str, bool]] = field(default_factory=list)
    """What followed, each with whether it is blood."""
    check: CheckMade | None = None
    """The attack, under rules that hold it against a number."""


@dataclass(slots=True)
class Strike:
    """A blow on its way from one token to another."""

    attacker: int
    target: int
    blow: Blow
    back: bool = False
    """The defender's own blow."""
    came: Came | None = None
    """What a blow struck back came to; None: as the exchange says."""
    start: tuple[float, float] = (0.0, 0.0)
    end: tuple[float, float] = (0.0, 0.0)
    """Cells where attacker and target stood when it was struck."""
    missile: str = ""
    """What flies from one to the other: the kind of projectile, or the weapon that is thrown; empty: a blow."""
    age: float = 0.0

    @property
    def kind(self) -> Came:
        """What it came to."""
        return self.came or self.blow.came


@dataclass(slots=True)
class FloatingText:
    """Words that rise from a token and say whose they are."""

    creature: int
    text: str
    blood: bool
    blow: Blow | None = None
    """The exchange it belongs to; None: it stands alone."""
    weight: int = 0
    """Of what one exchange came to, the weightiest is shown."""
    age: float = 0.0


def gathered(texts: list[FloatingText], more: list[FloatingText]) -> list[FloatingText]:
    """Add words to those that are shown: one for an exchange, one over a creature, and only the latest few."""
    shown = list(texts)
    for new in more:
        same = next((old for old in shown if new.blow is not None and old.blow is new.blow), None)
        if same is not None and same.weight > new.weight:
            continue
        shown = [old for old in shown if old is not same and old.creature != new.creature] + [new]
    return shown[-MOST_TEXTS:]
