"""Exertion: what a creature is at, and how tired that leaves it; `components.creature` gives these with all others."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class FatigueKind(StrEnum):
    """Kinds of fatigue (heroic H14)."""

    WINDEDNESS = "windedness"
    WEARINESS = "weariness"
    WEAKNESS = "weakness"


@dataclass(slots=True)
class FatigueEntry:
    """Fatigue from one source."""

    kind: FatigueKind
    """Says how it recovers."""
    source: str
    """What brought it, in words; weakness goes with it."""
    amount: int
    """1 or more."""


@dataclass(slots=True)
class Fatigue:
    """All fatigue, and when it recovers. Written by exertion, blood loss, infection and rest."""

    entries: list[FatigueEntry] = field(default_factory=list)
    """One for each source."""
    exchanges: int = 0
    """Rounds of melee since the last windedness."""
    last_round: int = 0
    """Number of the last round that counted."""
    breathed_at: int | None = None
    """When windedness last recovered, in microseconds; None: never yet, as with the two that follow."""
    rested_at: int | None = None
    """When weariness last recovered by rest, in microseconds."""
    slept_at: int | None = None
    """When weariness last recovered by sleep, in microseconds."""
    clotted_at: int | None = None
    """When the day began after which blood loss weakens less, in microseconds; None: something bleeds, or never did."""
    recovers_at: int | None = None
    """When the next recovery is due, in microseconds; None: none is to come as things are."""

    @property
    def total(self) -> int:
        """Sum of all entries, the penalty on every test."""
        return sum(entry.amount for entry in self.entries)


class Doing(StrEnum):
    """What a creature is at; recoveries read it."""

    FIGHTING = "fighting"
    MOVING = "moving"
    RESTING = "resting"
    SLEEPING = "sleeping"
    TREATING = "treating"


@dataclass(slots=True)
class Activity:
    """What a creature is at. Written by turn order, treatment, rest, and the edits of a host."""

    doing: Doing = Doing.RESTING
    """What it is at now."""
    since: int = 0
    """In microseconds."""
    tends_at: int | None = None
    """When, in peace, it next looks after wounded friends, in microseconds; None: nobody needs it."""
    patient: int | None = None
    """Combat id of whom it treats, or last treated."""
    wound: int | None = None
    """Number of the wound that it treats there, or last treated."""
