"""The components of a creature. Each class says which system writes it; what can be derived is derived on reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TypeVar, overload

from fleshwound.components.definitions import Anatomy as AnatomyDefinition
from fleshwound.components.definitions import ArmorPiece, Aspect, Creature, Weapon
from fleshwound.components.events import Roll
from fleshwound.components.exertion import Activity as Activity
from fleshwound.components.exertion import Doing as Doing
from fleshwound.components.exertion import Fatigue as Fatigue
from fleshwound.components.exertion import FatigueEntry as FatigueEntry
from fleshwound.components.exertion import FatigueKind as FatigueKind
from fleshwound.components.fact import fact
from fleshwound.components.holds import Hold

T = TypeVar("T")


@dataclass(slots=True)
class Combatant:
    """Who this is in the combat. Written once, at spawning."""

    id: int
    """Combat id, 1 or more; never used again."""
    name: str
    """What the log calls it; unique in the combat."""
    creature: Creature
    """What it was spawned from, shared with all of its kind."""


@dataclass(slots=True)
class Anatomy:
    """The body, shared with all of its kind. Written once, at spawning."""

    of: AnatomyDefinition
    """The definition; whatever indexes parts or locations indexes its."""


@dataclass(frozen=True, slots=True, eq=False)
class Scores(Mapping[str, int]):
    """Figures by name that never change: another figure means another `Scores`. Compared by identity."""

    of: Mapping[str, int]
    """The figures."""

    def __getitem__(self, name: str) -> int:
        return self.of[name]

    @overload
    def get(self, name: str, /) -> int | None: ...
    @overload
    def get(self, name: str, default: int | T, /) -> int | T: ...
    def get(self, name: str, default: object = None, /) -> object:
        """Find a figure, or give `default` where there is none."""
        return self.of.get(name, default)  # what Mapping has would go through `__getitem__` and an exception

    def __iter__(self) -> Iterator[str]:
        return iter(self.of)

    def __len__(self) -> int:
        return len(self.of)

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


@dataclass(slots=True)
class Abilities:
    """Attributes and skills as they are, unimpaired. Written at spawning and by host edits."""

    attributes: Scores
    """By snake_case name, 1 or more."""
    skills: Scores
    """Mastery levels by snake_case name; the ruleset has filled in those that open by themselves."""


class InjuryKind(StrEnum):
    """What an entry among the injuries is."""

    WOUND = "wound"
    EXTENDED_SHOCK = "extended_shock"
    COMA = "coma"
    INFECTION = "infection"


@fact(eq=False)
class Injury:
    """One wound, or one X entry, as it is; a change makes another (heroic H4, H6, H7, H13). Compared by identity."""

    number: int
    """Counted from 1 for each creature in the order they came."""
    kind: InjuryKind
    """Wound or X entry; only a wound counts for impairment."""
    location: int | None
    """Index into the anatomy's locations; None: no location caused it."""
    level: int
    """1..5; 0 for an X entry."""
    aspect: Aspect | None
    """None for an X entry."""
    healing_rate: int | None
    """Of a wound 1..7 (7: healed at its next test), None: untreated; of an X entry 1 or more."""
    at: int
    """When, in microseconds."""
    by: int | None
    """Combat id of who dealt it."""
    how: str
    """Mode id, or the cause in words."""
    severed: bool = False
    """Whether this is the stump of what came off here."""
    permanent: bool = False
    """Whether its treatment left it such that it may impair for good once healed (heroic H10)."""
    of: int | None = None
    """Of an infection: number of the infected wound; None: it is none."""


@dataclass(slots=True)
class Injuries:
    """Every wound and X entry. Written by hit resolution, treatment, healing, and the course systems."""

    entries: list[Injury] = field(default_factory=list)
    """In the order they came."""
    severed: int = 0
    """Bit mask of the location indices that are gone."""
    permanent: dict[int, int] = field(default_factory=dict)
    """Permanent impairment by part index, -25..0."""
    made: int = 0
    """How many entries there have ever been."""
    closed: int = 0
    """Bit mask of the severed locations whose stump has healed."""


class Shock(IntEnum):
    """A creature's shock state, mildest first (heroic H5)."""

    __hash__ = int.__hash__  # an enum's own runs in Python, and every rule's cache is keyed by these

    NONE = 0
    STUNNED = 1
    INCAPACITATED = 2
    UNCONSCIOUS = 3
    DEAD = 4

    def __str__(self) -> str:
        """Write it as the rulebook does: it is an option of decisions, which people read."""
        return self.name.lower()


@fact
class ShockCause:
    """How a creature came to its shock state, for "why is it down?"."""

    what: str
    """`blow`, `stumble`, `blood loss`, `re-test`, `course`, …"""
    location: int | None
    """Index of the location, if one caused it."""
    injury: int | None
    """Number of the injury, if one caused it."""
    shock_value: int
    """Shock value of the location, 0 where none caused it."""
    level: int
    """Injury level, 0..5."""
    glancing: bool
    """Whether it was a glancing blow, which adds one to the index (heroic H4)."""
    index: int
    """Shock State Index after the test."""
    roll: Roll | None
    """The test, if one was made."""
    at: int
    """When, in microseconds."""


@dataclass(slots=True)
class ShockState:
    """The shock state and how it came about. Written by hit resolution, re-tests, courses and blood loss."""

    state: Shock = Shock.NONE
    """Exactly one at a time."""
    cause: ShockCause | None = None
    """What led to the present state; None where there is none."""
    retest_at: int | None = None
    """When the pending re-test is due, in microseconds; None: at the end of its next turn, or none is pending."""


@dataclass(slots=True)
class Bleeder:
    """One open bleeding wound (heroic H8)."""

    injury: int
    """Number of the injury."""
    bonus: int = 0
    """On the next stoppage test: +10 after each marginal failure."""
    stopping: bool = False
    """Stops after the next advance test."""
    tried_at: int | None = None
    """When stoppage was last tried, in microseconds."""
    due: int = 0
    """When its next advance test is due, in microseconds."""


@dataclass(slots=True)
class Bleeding:
    """Open bleeders and the blood lost. Written by hit resolution and bleed advancement."""

    bleeders: list[Bleeder] = field(default_factory=list)
    """Those still open, oldest first."""
    lost: int = 0
    """Blood loss points so far, 0 or more."""


@dataclass(slots=True)
class Immobilization:
    """One limb that can't be used, and why (heroic H9)."""

    part: int
    """Index of the part."""
    cause: str
    """What holds it, in words."""
    by: int | None = None
    """Combat id of who holds it."""


@dataclass(slots=True)
class Conditions:
    """What a creature is under. Written by hit resolution, movement and holds."""

    prone: bool = False
    """Whether it lies on the ground."""
    immobilized: list[Immobilization] = field(default_factory=list)
    """One entry for each hold on a limb."""
    holds: list[Hold] = field(default_factory=list)
    """Whom it holds itself, oldest first."""

    @property
    def held_fast(self) -> bool:
        """Whether somebody holds it: then it passes its turns, and only breaks free or defends itself (heroic H12)."""
        return any(hold.by is not None for hold in self.immobilized)


@dataclass(slots=True)
class Armor:
    """Pieces worn, innermost first. Written at spawning and by host edits."""

    pieces: tuple[ArmorPiece, ...] = ()
    """Innermost first; protection is their sum (heroic H4)."""


@fact(eq=False)
class Item:
    """One weapon or shield, as it is; a change makes another. Compared by identity."""

    number: int
    """Counted from 1 in each combat."""
    weapon: Weapon
    """What it is, shared with all of its kind."""
    broken: bool = False
    """A broken item neither strikes nor blocks."""
    unready: int = 0
    """Turns' actions of readying that it still needs before it can shoot; 0: ready (heroic H12)."""


@dataclass(slots=True)
class Held:
    """What each gripping part holds. Written by hit resolution, breakage and picking up."""

    items: dict[int, Item] = field(default_factory=dict)
    """By part index."""


@dataclass(slots=True)
class Lying:
    """An item on the ground: an entity of its own, with a `Place`. Written when something falls or is picked up."""

    item: Item
    """The item itself, its number kept."""


@dataclass(slots=True)
class Place:
    """Where on the map. Written by movement."""

    x: int
    """Column of the cell, counted eastwards."""
    y: int
    """Row of the cell, counted southwards."""
    facing: int = 0
    """0 north, then clockwise by eighths, 0..7."""


@dataclass(slots=True)
class Allegiance:
    """Whose side. Written at spawning."""

    side: str
    """Name of the side; those of other sides are hostile."""


@dataclass(slots=True)
class Controller:
    """Who thinks for the creature. Written at spawning and by the host."""

    intents: str = "ai"
    """`ai` or `host`."""
    decisions: str = "auto"
    """`auto` (its own best choice) or `ask`."""
    ai: str = "simple"
    """By what it weighs what it does and what is chosen for it: one of `MINDS`."""
