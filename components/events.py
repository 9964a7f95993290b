"""Events: frozen facts in the past tense, each with its cause and every roll that led to it.

Creatures are named by combat id (`Combat.entity(id)` finds the entity), parts, locations and modes by the ids of their
definitions, times in microseconds. `EVENTS` lists every kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fleshwound.components.draws import Level


@dataclass(frozen=True, slots=True)
class Roll:
    """One d100 test: what it was, against what, and how it came out."""

    what: str
    base: int
    """Mastery level before modifiers."""
    modifiers: tuple[tuple[str, int], ...]
    """By name, in the order applied; none is 0."""
    target: int
    """What the face was held against, after the bounds."""
    face: int
    """1..100; 0 where nothing was rolled (`automatic`)."""
    level: Level
    automatic: bool = False
    """The level was given, not rolled."""
    shift: int = 0
    """Levels by which the rules shift what was rolled; `level` is as rolled."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that are not a test: what they decided, and the sum."""

    what: str
    dice: str
    """As written: `1d10+3`."""
    total: int


@dataclass(frozen=True, slots=True)
class Event:
    """What every event has."""

    at: int
    """When, in microseconds."""


@dataclass(frozen=True, slots=True)
class Spawned(Event):
    """A creature came in."""

    creature: int
    kind: str
    """Id of its definition."""
    name: str
    side: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Despawned(Event):
    """A creature left the combat."""

    creature: int


@dataclass(frozen=True, slots=True)
class EncounterBegan(Event):
    """Hostile, able creatures are aware of each other: turns are counted from here."""

    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EncounterEnded(Event):
    """No two hostile creatures are able any longer; `winner` is the only side left able, None where none or several are."""

    winner: str | None
    rounds: int


@dataclass(frozen=True, slots=True)
class FightEnded(Event):
    """The fight has a result."""

    winner: str | None
    """None: a draw."""
    reason: str
    """`last side able`, `nobody able`, `round limit`."""
    rounds: int


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round began."""

    number: int
    order: tuple[int, ...]
    """Who takes a turn in it, first to last."""


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A creature's turn began."""

    creature: int


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A creature's turn ended."""

    creature: int


@dataclass(frozen=True, slots=True)
class ActRefused(Event):
    """An intent that had waited could no longer be done when its moment came."""

    creature: int
    intent: str
    why: str
    """A `Refusal`."""


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A creature went from one cell to another."""

    creature: int
    path: tuple[tuple[int, int], ...]
    """Cells entered, in order; the last is where it stands."""
    facing: int


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A creature faced about without leaving its cell."""

    creature: int
    facing: int


@dataclass(frozen=True, slots=True)
class Rose(Event):
    """A prone creature stood up."""

    creature: int


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """A creature went down."""

    creature: int
    cause: str


@dataclass(frozen=True, slots=True)
class ExchangeFought(Event):
    """Attack met defence; what landed follows in events of its own."""

    attacker: int
    target: int
    mode: str
    aim: str
    """Part id or zone number aimed at; empty: unaimed."""
    attack: Roll
    defence: str
    """`block`, `counterstrike`, `dodge`, `ignore`, or the ruleset's own word."""
    defence_mode: str
    """Mode id blocked or counterstruck with; empty where there is none."""
    defend: Roll | None
    attacker_lands: bool
    defender_lands: bool
    stars: int
    """Victory stars; above 0 the attacker's, below 0 the defender's."""
    tiebreak: str
    """What broke a tie (`roll`, `mastery`, `d10`); empty where nothing had to."""
    advantages: tuple[str, ...]
    """How tactical advantages were spent, one word each."""
    text: str = ""
    """What else a ruleset has to say of it."""


@dataclass(frozen=True, slots=True)
class StrikeMissed(Event):
    """A blow that the exchange let through found no body: past it, or where a zone is empty."""

    attacker: int
    target: int
    mode: str
    zone_number: int
    why: str


@dataclass(frozen=True, slots=True)
class StrikeLanded(Event):
    """A blow found the body."""

    attacker: int
    target: int
    mode: str
    part: str
    """Part id; empty in a ruleset without parts."""
    location: str
    """Location id; empty in a ruleset without locations."""
    zone_number: int
    """Zone number hit; 0 for an unaimed blow."""
    impact: Throw
    """Impact before protection, all modifiers in it."""
    modifiers: tuple[tuple[str, int], ...]
    """What was added to the dice, by name."""
    aspect: str
    protection: int
    effective: int
    """Effective impact, 0 or more."""
    result: str
    """`wound`, `glancing` or `stopped`."""


@dataclass(frozen=True, slots=True)
class Injured(Event):
    """A wound was made."""

    creature: int
    injury: int
    """Number of the injury."""
    part: str
    location: str
    level: int
    """Severity, 1..5."""
    aspect: str
    bleeds: bool
    by: int | None
    how: str


@dataclass(frozen=True, slots=True)
class Worsened(Event):
    """An older wound grew worse under a new one (compound)."""

    creature: int
    injury: int
    location: str
    level: int
    """Its new level."""


@dataclass(frozen=True, slots=True)
class AmputationTested(Event):
    """Whether a location comes off."""

    creature: int
    location: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class MishapTested(Event):
    """Whether a creature keeps its grip or its feet."""

    creature: int
    kind: str
    """`fumble` or `stumble`."""
    cause: str
    """`wound`, `attack` or `defence`."""
    roll: Roll | None
    """None: no test, it fails."""
    kept: bool


@dataclass(frozen=True, slots=True)
class ItemDropped(Event):
    """An item left a hand."""

    creature: int
    item: int
    """Number of the item."""
    weapon: str
    part: str
    flung: bool
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class ItemTaken(Event):
    """An item was picked up."""

    creature: int
    item: int
    weapon: str
    part: str


@dataclass(frozen=True, slots=True)
class BreakageTested(Event):
    """Whether what blocked holds."""

    creature: int
    item: int
    weapon: str
    throw: Throw
    durability: int
    broke: bool


@dataclass(frozen=True, slots=True)
class Severed(Event):
    """Locations came off."""

    creature: int
    location: str
    lost: tuple[str, ...]
    """Every location that went, the one struck first."""


@dataclass(frozen=True, slots=True)
class ShockTested(Event):
    """A shock test was made, or an index settled it without one."""

    creature: int
    source: str
    """`wound`, `glancing`, `stumble`, or what else brought a base index."""
    location: str
    shock_value: int
    level: int
    """Injury level; with the shock value it makes the base, glancing adds 1."""
    base: int
    roll: Roll | None
    index: int
    state: str
    """What the index reads as."""


@dataclass(frozen=True, slots=True)
class ShockDeclined(Event):
    """A creature's controller declined the state offered."""

    creature: int
    state: str


@dataclass(frozen=True, slots=True)
class ShockChanged(Event):
    """A creature's shock state changed."""

    creature: int
    before: str
    after: str
    cause: str


@dataclass(frozen=True, slots=True)
class RetestMade(Event):
    """A creature tried to shake off its shock state."""

    creature: int
    state: str
    """The state it was in."""
    roll: Roll
    result: str
    """`none`, `stunned`, `extended shock`, `coma`, or the same state again."""


@dataclass(frozen=True, slots=True)
class CourseBegan(Event):
    """Extended Shock or a coma set in."""

    creature: int
    course: str
    injury: int
    """Number of the X entry."""
    healing_rate: int
    location: str


@dataclass(frozen=True, slots=True)
class CourseTested(Event):
    """Extended Shock or a coma took its course."""

    creature: int
    course: str
    injury: int
    roll: Roll
    before: int
    """Healing rate before."""
    after: int


@dataclass(frozen=True, slots=True)
class CourseEnded(Event):
    """A creature came out of Extended Shock or a coma."""

    creature: int
    course: str
    injury: int


@dataclass(frozen=True, slots=True)
class BloodLost(Event):
    """A bleeder advanced."""

    creature: int
    injury: int
    roll: Roll
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class StoppageTried(Event):
    """Somebody tried to staunch a bleeder."""

    creature: int
    by: int
    injury: int
    roll: Roll
    result: str
    """`goes on`, `stops after the next test`, `stopped`."""


@dataclass(frozen=True, slots=True)
class BleedingStopped(Event):
    """A bleeder closed."""

    creature: int
    injury: int
    cause: str


@dataclass(frozen=True, slots=True)
class FatigueChanged(Event):
    """Fatigue of one kind and source grew or shrank."""

    creature: int
    kind: str
    source: str
    change: int
    total: int


@dataclass(frozen=True, slots=True)
class HealthLost(Event):
    """Hit points, or what a ruleset has instead, went down."""

    creature: int
    amount: int
    left: int
    by: int | None
    how: str


@dataclass(frozen=True, slots=True)
class Died(Event):
    """A creature died; nothing about it follows but what is done to the body."""

    creature: int
    cause: str
    by: int | None


EVENTS: Final[tuple[type[Event], ...]] = tuple(
    kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)
"""Every kind of event, in the order of this page."""
