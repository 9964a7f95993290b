"""The component of the nerve: morale, fear, and what a shaken mind keeps (heroic H15)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final


class Morale(IntEnum):
    """A creature's morale, least severe first: of several at one moment the severest holds (heroic H15)."""

    __hash__ = int.__hash__  # an enum's own runs in Python

    NONE = 0
    BRAVE = 1
    STEADY = 2
    WITHDRAWING = 3
    ROUTED = 4
    CATATONIC = 5


class Fear(IntEnum):
    """How afraid a creature is, least severe first (heroic H15)."""

    __hash__ = int.__hash__  # an enum's own runs in Python

    NONE = 0
    BRAVE = 1
    STEADY = 2
    AFRAID = 3
    TERRIFIED = 4
    CATATONIC = 5


class Exit(StrEnum):
    """How a creature has left the fight, alive and on its own decision."""

    NONE = ""
    FLED = "fled"
    SURRENDERED = "surrendered"


@dataclass(slots=True)
class Psyche:
    """Psyche stress of one source: a condition of its own (heroic H15)."""

    number: int
    """Counted from 1 for each creature in the order they came."""
    source: str
    """What brought it, in words; no two conditions of one creature share one."""
    level: int
    """1 or more: 1 a quirk, 2 an impulse, from 3 on a disorder."""
    due: int
    """When it surfaces, or is next tested, in microseconds; an agenda entry says the same."""
    permanent: bool = False
    """Whether it is there for good; else indefinite: it ends at level 0."""
    surfaced: bool = False
    """Whether it is felt: from 10 minutes after it came."""
    acts_until: int | None = None
    """When it stops acting, in microseconds; None: it doesn't act."""


@dataclass(slots=True)
class Nerve:
    """Morale, fear and psyche stress (heroic H15). Written by the nerve's own systems, by death and by host edits."""

    morale: Morale = Morale.NONE
    """Exactly one at a time."""
    morale_at: int | None = None
    """When morale was last tested, in microseconds; None: never."""
    morale_until: int | None = None
    """When the morale ends or is tested again, in microseconds; None: a turn's end brings that, or nothing does."""
    fear: Fear = Fear.NONE
    """Exactly one at a time."""
    fear_of: str = ""
    """Source of the fear; empty: of nothing."""
    fear_by: int | None = None
    """Combat id of the creature that is feared; None: the source is none."""
    fear_at: int | None = None
    """When fear was last tested, in microseconds; None: never."""
    fear_until: int | None = None
    """When the fear ends or is tested again, in microseconds; None: a turn's end brings that, or nothing does."""
    faced: list[str] = field(default_factory=list)
    """Sources of fear it was tested for, in order: none is tested twice of its own accord."""
    immune: list[str] = field(default_factory=list)
    """Sources that can't frighten it any more: it stood a test of theirs."""
    exit: Exit = Exit.NONE
    """How it has left the fight, if it has."""
    wounded: bool = False
    """Whether a serious or grievous wound is still to be answered for, once its shock is shaken off."""
    stood: int = 0
    """How many of its side stood when it was last tested because half were out; 0: never, the whole side counts."""
    rallied: bool = False
    """Whether a rally has it make a reaction test when its next turn ends."""
    rallied_at: int | None = None
    """When it last tried to rally others, in microseconds; None: never."""
    deaf_until: int = 0
    """Until when no rally reaches it, in microseconds."""
    psyche: list[Psyche] = field(default_factory=list)
    """Psyche conditions, oldest first."""
    conditions: int = 0
    """How many psyche conditions there have ever been."""

    @property
    def unshaken(self) -> bool:
        """Whether nothing of it hinders the creature."""
        return self.morale <= STEADY and self.fear <= UNAFRAID and self.exit is STAYS

    @property
    def catatonic(self) -> bool:
        """Whether it can neither act nor defend: morale or fear is catatonic."""
        return self.morale is NUMB or self.fear is FROZEN

    @property
    def fleeing(self) -> bool:
        """Whether it has to get away: withdrawing, routed, afraid or terrified, and neither catatonic nor gone."""
        return (
            (self.morale >= WITHDRAWING or self.fear >= AFRAID)
            and self.exit is STAYS
            and self.morale is not NUMB
            and self.fear is not FROZEN
        )

    @property
    def running(self) -> bool:
        """Whether getting away takes all it has: routed, afraid or terrified; who withdraws has its action left."""
        return self.fleeing and (self.morale is ROUTED or self.fear >= AFRAID)

    @property
    def out(self) -> bool:
        """Whether it keeps the creature out of the fight: catatonic, fled or surrendered."""
        return self.exit is not STAYS or self.morale is NUMB or self.fear is FROZEN


# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every turn reads these of everyone.
STEADY: Final = Morale.STEADY
WITHDRAWING: Final = Morale.WITHDRAWING
ROUTED: Final = Morale.ROUTED
NUMB: Final = Morale.CATATONIC
UNAFRAID: Final = Fear.STEADY
AFRAID: Final = Fear.AFRAID
FROZEN: Final = Fear.CATATONIC
STAYS: Final = Exit.NONE
