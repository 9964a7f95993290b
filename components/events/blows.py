"""Events of blows: exchanges, wounds, what is dropped, broken or severed."""

from __future__ import annotations

from fleshwound.components.events.core import Event, Roll, Throw
from fleshwound.components.fact import fact


@fact
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


@fact
class StrikeMissed(Event):
    """A blow that the exchange let through found no body: past it, or where a zone is empty."""

    attacker: int
    target: int
    mode: str
    zone_number: int
    why: str
    scatter: Throw | None = None
    """The zone die of an aimed blow: the number hit is the one aimed at, less 1, plus this (heroic H3)."""


@fact
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
    scatter: Throw | None = None
    """The zone die of an aimed blow: the number hit is the one aimed at, less 1, plus this (heroic H3)."""


@fact
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


@fact
class Worsened(Event):
    """An older wound grew worse under a new one (compound)."""

    creature: int
    injury: int
    location: str
    level: int
    """Its new level."""


@fact
class AmputationTested(Event):
    """Whether a location comes off."""

    creature: int
    location: str
    roll: Roll


@fact
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


@fact
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


@fact
class ItemTaken(Event):
    """An item was picked up."""

    creature: int
    item: int
    weapon: str
    part: str


@fact
class BreakageTested(Event):
    """Whether what blocked holds."""

    creature: int
    item: int
    weapon: str
    throw: Throw
    durability: int
    broke: bool


@fact
class Severed(Event):
    """Locations came off."""

    creature: int
    location: str
    lost: tuple[str, ...]
    """Every location that went, the one struck first."""


@fact
class ItemGiven(Event):
    """An item came into a hand from outside the combat."""

    creature: int
    item: int
    """Number of the item."""
    weapon: str
    part: str
    cause: str


@fact
class ItemRemoved(Event):
    """An item went out of a hand and out of the combat."""

    creature: int
    item: int
    weapon: str
    part: str
    cause: str


@fact
class ArmorChanged(Event):
    """A creature wears other armour."""

    creature: int
    pieces: tuple[str, ...]
    """All it wears now, by id, innermost first."""
    cause: str
