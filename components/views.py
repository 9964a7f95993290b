"""What a ruleset tells everyone else of a creature, in the same terms whatever the rules are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fleshwound.components.fact import fact


class Band(StrEnum):
    """Health in words."""

    EXCELLENT = "excellent"
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"
    MORBID = "morbid"
    DEAD = "dead"


@fact
class Vitals:
    """How a creature is."""

    alive: bool
    can_act: bool
    can_move: bool
    can_defend: bool
    can_concentrate: bool
    health: int
    """Per cent, 0..100; 0 only for the dead."""
    band: Band
    state: str
    """In the ruleset's words; `none` where nothing is the matter."""
    out: bool
    """Out of the fight: dead, unconscious, incapacitated or what the ruleset counts so."""
    prone: bool
    bleeding: bool
    fatigue: int
    """Penalty on tests, 0 or more."""
    fleeing: bool = False
    """Driven to get away from its foes."""


@dataclass(frozen=True, slots=True)
class InjuryView:
    """One injury, for people."""

    number: int
    part: int | None
    """Index of the part."""
    location: int | None
    """Index of the location."""
    title: str
    """`left thigh S3 piercing`."""
    severity: int
    """0..5; 0 for what is no wound."""
    mark: str
    """Two characters at most: `S3`, `X`."""
    bleeding: bool
    treated: bool
    severed: bool
    notes: tuple[str, ...]
    """What it does and where it came from, a line each."""
    covers: tuple[int, ...] = ()
    """Indices of the locations it is shown at, where they are more than the one or it is at none."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A creature's whole sheet, for people."""

    vitals: Vitals
    injuries: tuple[InjuryView, ...]
    """Worst first."""
    severed: frozenset[int]
    """Indices of locations that are gone."""
    unusable: frozenset[int]
    """Indices of parts out of use."""
    armored: frozenset[int]
    """Indices of locations with worn protection."""
    conditions: tuple[str, ...]
    held: tuple[str, ...]
    """What each hand holds, in words."""
    why: tuple[str, ...]
    """Why it is down, step by step; empty where it isn't."""
    next: str
    """What will happen next and when, in words; empty where nothing is due."""
    rows: tuple[tuple[str, str], ...]
    """Other figures worth showing, as (name, value)."""
    gauges: tuple[tuple[str, int, int], ...] = ()
    """What blows wear down, as (name, left, most), the most 1 or more; each is among the rows too."""
    zoned: bool = True
    """Whether the rules say where a blow lands, so that the numbers of zones mean anything."""
    immobilized: frozenset[int] = frozenset()
    """Indices of parts that are held: out of use too, but they keep what they hold."""


@fact
class StrikeOption:
    """One strike that could be made now: for the AI, menus and odds."""

    mode: str
    """Mode id."""
    aim: str | None
    """Part id; None: unaimed."""
    reach: int
    """In cells: the greatest distance it strikes at."""
    worth: int
    """The ruleset's own estimate, comparable between options of one actor against one target; higher is better."""
    ranged: bool = False
    """Shot or thrown: it can be made now, in sight and ready, at any distance up to its reach."""
    risk: int = 0
    """How many of its own side may be hit instead."""
    disarms: bool = False
    """Leaves it nothing else to fight with."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one blow came to, whatever the rules."""

    landed: bool
    part: str | None
    location: str | None
    severity: int
    """0..5."""
    state: str
    out: bool
    dead: bool
    bleeding: bool
