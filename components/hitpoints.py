"""The components of a creature under the rules `cities`. Each class says which system writes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from fleshwound.components.fact import fact
from fleshwound.components.nerve import Exit


class Down(IntEnum):
    """How far down a creature is, mildest first (cities A4, A7)."""

    __hash__ = int.__hash__  # an enum's own runs in Python

    UP = 0
    INCAPACITATED = 1
    """At 0 hit points by a blow that doesn't kill: out, and in no danger."""
    STABLE = 2
    """Stabilised: unconscious, and in no danger."""
    COMA = 3
    """Stabilised, and doesn't wake by itself."""
    MORTAL = 4
    """Mortally wounded: dies at the end of the sixth round unless stabilised."""
    DEAD = 5
    """Of a machine: destroyed."""


@dataclass(slots=True)
class HitPoints:
    """Hit points, and what the soak pool has taken. Written by harm, healing and host edits."""

    left: int
    """0..most."""
    most: int
    """1 or more."""
    soaked: int = 0
    """Points of the soak pool that are used up; the pool is whole again after the fight."""


@fact(eq=False)
class MajorInjury:
    """One major injury (cities A6); a change makes another. Compared by identity."""

    number: int
    """Counted from 1 for each creature in the order they came."""
    row: int
    """Row of the table, from 1."""
    at: int
    """When, in microseconds."""
    due: int | None = None
    """When it kills, or sets in for good, unless a clinic is reached before, in microseconds; None: that is past."""


@dataclass(slots=True)
class Trauma:
    """What hit points alone don't say: how far down, major injuries, strain. Written by harm, care and host edits."""

    down: Down = Down.UP
    """Exactly one at a time."""
    traumatised: bool = False
    """Whether it has suffered a Traumatic Hit in this fight."""
    frail: bool = False
    """Whether it was mortally wounded and hasn't recovered: no natural healing, and 0 hit points are death."""
    frail_at: int | None = None
    """Since when it has had the rest that ends being frail, in microseconds; None: it isn't frail, or has no peace."""
    worked_on: bool = False
    """Whether the one attempt to end being frail by an hour's work was made."""
    downed_at: int | None = None
    """When it went down, in microseconds; None: it is up."""
    wakes_at: int | None = None
    """When it wakes, in microseconds; None: it is awake, or nothing wakes it."""
    tried_at: int | None = None
    """When somebody last tried to stabilise it, in microseconds."""
    injuries: list[MajorInjury] = field(default_factory=list)
    """In the order they came."""
    made: int = 0
    """How many major injuries there have ever been."""
    strain: int = 0
    """System Strain beyond what its cyber costs for good, in hundredths of a point."""
    patches: int = 0
    """Trauma patches left."""
    armor_tried: bool = False
    """Whether armour that stabilises by itself has had its one try."""
    night_at: int | None = None
    """When its next night's rest is over, in microseconds; None: it needs none, or has no peace."""


@dataclass(slots=True)
class Footing:
    """What the round has brought it: what it has done and is open to. Written by attacks, ambushes and turns."""

    defending: bool = False
    """Whether it is in Total Defense, until its next turn."""
    charging: bool = False
    """Whether it has charged, so that it is easier to hit until its next turn."""
    withdrawing: bool = False
    """Whether its moves of this turn give no free attack."""
    initiative: int | None = None
    """What it acts by in this fight, higher first; None: that hasn't been rolled."""
    acted_round: int = 0
    """Number of the round in which it has used its Main Action; 0: none yet."""
    shock_round: int = 0
    """Number of the round in which its armour or shield has ignored a Shock; 0: none."""
    screening: int | None = None
    """Combat id of the ally it screens."""
    screened_round: int = 0
    """Number of the round that `screened` counts."""
    screened: int = 0
    """Attackers it has screened its ally from in that round."""
    lucky: bool = False
    """Whether it has used its luck in this fight."""
    dazed_until: int = 0
    """Until when it is dazed, in microseconds."""
    stunned: bool = False
    """Whether it loses its next Main Action."""
    unaware: bool = False
    """Whether it is caught unaware, until the first round of the fight is over."""


@dataclass(slots=True)
class Resolve:
    """Morale. Written by morale checks, flight and host edits."""

    broken: bool = False
    """Whether it runs for its life."""
    exit: Exit = Exit.NONE
    """How it has left the fight, if it has."""
    seen_losses: int = 0
    """Losses of its side that it has checked for."""


@dataclass(slots=True)
class Magazines:
    """What is loaded. Written by shooting, reloading and host edits."""

    used: dict[int, int] = field(default_factory=dict)
    """Rounds gone from each weapon, 1 or more, by item number; one left out is full."""
