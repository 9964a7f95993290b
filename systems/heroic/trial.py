"""The trial of Strength: who is the stronger of two at this moment, and by how much (heroic H12)."""

from __future__ import annotations

from typing import Final, NamedTuple

from fleshwound.components.draws import Rule, dice
from fleshwound.systems.heroic.tables import Tables

OWN: Final = "trial"
OTHER: Final = "resistance"
"""What the two dice are called."""


class Effort(NamedTuple):
    """What one side puts into a trial."""

    strength: int
    """0 or more."""
    modifiers: tuple[tuple[str, int], ...] = ()
    """By name; none is 0."""

    @property
    def whole(self) -> int:
        """What is added to its die."""
        return self.strength + sum(by for _, by in self.modifiers)

    @property
    def named(self) -> tuple[tuple[str, int], ...]:
        """The same by name, Strength first."""
        return ("strength", self.strength), *self.modifiers


class Trial(NamedTuple):
    """How a trial came out."""

    own: int
    """The die of whoever began it."""
    other: int
    """The die of whoever resists."""
    margin: int
    """The first total less the second; above 0 it is won."""

    @property
    def won(self) -> bool:
        """Whether whoever began it has won: a tie is lost."""
        return self.margin > 0


def trial(tables: Tables, own: Effort, other: Effort) -> Rule[Trial]:
    """Try Strength against Strength: a die and Strength each; whoever began it must have more (heroic H12)."""
    mine: int = yield dice(OWN, 1, tables.contest.sides)
    theirs: int = yield dice(OTHER, 1, tables.contest.sides)
    return Trial(mine, theirs, mine + own.whole - theirs - other.whole)


def row_of(tables: Tables, margin: int) -> int | None:
    """Find the row that a margin reads as, from 0: 1-4, 5-9, 10 and more; None: the trial is lost (heroic H12)."""
    return None if margin < 1 else sum(margin >= least for least in tables.contest.margins)


def press_base(tables: Tables, margin: int) -> int | None:
    """Find the base index of the shock that a press of this margin brings, 6..8; None: none (heroic H12)."""
    found = None
    for least, base in zip(tables.contest.press_index_from, tables.contest.press_index, strict=True):
        if margin >= least:
            found = base
    return found
