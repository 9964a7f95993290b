"""Hazards: what befalls a creature otherwise than by somebody's blow.

Frozen data for `Combat.befall`, which checks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from fleshwound.components.definitions import Aspect
from fleshwound.components.ids import Entity

EVERYWHERE: Final = "everywhere"
"""For `Harm.at`: every part that is there, each once."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice to throw for an impact, and what is added to their sum."""

    count: int
    """0..40."""
    sides: int
    """1..20."""
    plus: int = 0
    """-1000..1000."""

    def __str__(self) -> str:
        rolled = f"{self.count}d{self.sides}" if self.count else ""
        return f"{rolled}{self.plus:+d}" if self.plus and rolled else rolled or str(self.plus)


@dataclass(frozen=True, slots=True)
class Threat:
    """Shock that no wound brings: fear, poison, a spell."""

    index: int
    """Base index of the shock, 1..99, or what the ruleset has instead."""
    cause: str
    """What brought it, as the log tells it."""


@dataclass(frozen=True, slots=True)
class Harm:
    """An impact that nobody strikes: a falling rock, a trap, a blast."""

    impact: Dice
    """Thrown anew for each place."""
    aspect: Aspect
    at: str | None
    """Location id, part id, `EVERYWHERE`, or None: as an unaimed blow lands."""
    places: int
    """Where it lands anywhere: in how many places at once, 1..99, no two of them the same."""
    cause: str
    """What brought it, as the log tells it."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A fall from a height."""

    feet: int
    """How deep, 0 or more."""


@dataclass(frozen=True, slots=True)
class Fire:
    """Flames that reach a creature."""

    intensity: int
    """1 a torch, 2 a camp fire, 3 a house on fire, up to 20."""
    places: int | None
    """In how many places at once, 1..99; None: everywhere."""


@dataclass(frozen=True, slots=True)
class Terror:
    """Mortal threat of an unnatural kind: what no foe's sword is."""

    source: str
    """What is feared; who once stood a source is not frightened by it again."""
    modifier: int
    """Added to the test, -100..100."""


@dataclass(frozen=True, slots=True)
class Ambush:
    """A fight that a creature doesn't see coming: caught unaware, it has no part in its first round."""

    by: Entity | None
    """Entity of the foe that sneaks up on it, whom it may notice; None: it is caught for certain."""


Hazard: TypeAlias = Threat | Harm | Fall | Fire | Terror | Ambush
