"""What a content file may say: one frozen dataclass a kind of entry, each field with its range.

The header comment of each file under `assets/` says the same to those who write content.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final

from fleshwound.components.definitions import Aspect, Contest, ModeKind, Role, Tier
from fleshwound.components.minds import MINDS, SIMPLE
from fleshwound.game.content.cities_entries import CitiesArmorEntry, CitiesProfileEntry, CitiesWeaponEntry
from fleshwound.game.content.fault import Fault, Faulty, shown
from fleshwound.game.content.fields import Id, OneOf, Range, Scalar, Text
from fleshwound.game.content.strict import converter
from fleshwound.game.content.unfit import Partial

ATTRIBUTES: Final = (
    "strength", "endurance", "dexterity", "agility", "perception", "aura", "will", "reasoning", "creativity",
    "comeliness", "empathy", "eloquence", "morality", "voice",
)  # fmt: skip
SKILLS: Final = (
    "acrobatics", "archery", "awareness", "charm", "climbing", "command", "cookery", "dancing", "discourse", "dodge",
    "drawing", "folklore", "guile", "initiative", "intrigue", "jumping", "legerdemain", "melee", "physician", "riding",
    "shock", "singing", "sling", "stealth", "survival", "swimming", "theatrics", "throwing",
)  # fmt: skip
"""Every skill that a rule or a file of ours names; a figure that no rule names has its place in `other`."""
CATEGORIES: Final = (
    "melee", "shields", "bows", "crossbows", "slings", "thrown", "firearms", "explosives", "heavy", "mounted", "cyber",
)  # fmt: skip

Modifier = Annotated[int, Range(-100, 100)]
Feet = Annotated[int, Range(0, 10_000)]
Pounds = Annotated[float, Range(0, 1_000_000)]
Durability = Annotated[int, Range(0, 100)]
Ai = Annotated[str, OneOf(MINDS)]
Protection = tuple[Modifier, Modifier, Modifier, Modifier]
Others = Mapping[Id, Scalar]


@dataclass(frozen=True, slots=True)
class Impact:
    """The impact of a blow, written like `1d10+3 edged`, or `+4 piercing` where it is fixed."""

    words: ClassVar[str] = 'an impact such as "1d10+3 edged"'
    dice: int
    sides: int
    modifier: int
    aspect: Aspect

    @classmethod
    def parsed(cls, value: object, _: object = None) -> Impact:
        """Read the text.

        Raises:
            Faulty: it isn't of that form.
        """
        form = _IMPACT.fullmatch(value) if isinstance(value, str) else None
        if form is None:
            raise Faulty([Fault("", cls.words, shown(value))])
        dice, sides, modifier, aspect = form.groups()
        return cls(int(dice or 0), int(sides or 0), int(modifier or 0), Aspect[aspect.upper()])


_DICE: Final = r"([1-9]\d?)d([1-9]\d{0,2})"
_IMPACT: Final = re.compile(rf"(?=[\d+-])(?:{_DICE})?([+-]\d{{1,3}})? (blunt|edged|piercing|fire)")
converter().register_structure_hook(Impact, Impact.parsed)


@dataclass(frozen=True, slots=True)
class ZoneEntry(Partial):
    """A zone of a body."""

    id: Id
    weight: Annotated[int, Range(0, 1000)]
    name: Text | None = None


@dataclass(frozen=True, slots=True)
class PartEntry(Partial):
    """A part of a body."""

    id: Id
    zone: Id
    weight: Annotated[int, Range(1, 100_000)]
    roles: tuple[Role, ...]
    holds: bool = False
    limb: bool | None = None
    name: Text | None = None


@dataclass(frozen=True, slots=True)
class LocationEntry(Partial):
    """A location of a body."""

    id: Id
    part: Id
    weight: Annotated[int, Range(1, 100_000)]
    shock: Annotated[int, Range(0, 9)]
    bleeding: Tier
    amputability: Tier
    fumble: bool | None = None
    stumble: bool | None = None
    protection: Protection = (0, 0, 0, 0)
    rigid: bool = False
    name: Text | None = None


@dataclass(frozen=True, slots=True)
class AnatomyEntry(Partial):
    """A file of `anatomies/`."""

    zones: tuple[ZoneEntry, ...]
    parts: tuple[PartEntry, ...]
    locations: tuple[LocationEntry, ...]
    name: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeEntry(Partial):
    """What every way to strike may say."""

    name: Text | None = None
    spread: Annotated[int, Range(0, 100)]
    attack_mod: Modifier = 0
    impact: Impact | None = None
    length_ft: Annotated[int, Range(0, 100)] | None = None
    attack: bool = True
    block: bool | None = None
    counterstrike: bool | None = None
    block_mod: Modifier = 0
    counterstrike_mod: Modifier = 0
    advantage_impact: Annotated[int, Range(0, 100)] | None = None
    armor_reduction: Annotated[int, Range(0, 100)] = 0
    durability_mod: Modifier = 0
    opponent_defence: Modifier = 0
    bleed: bool = False
    strength: bool | None = None
    half_impact: bool = False
    low_aim: bool = False
    never_at_head: bool = False
    slow: bool = False
    long: bool = False
    couched: bool = False
    only_in_close: bool = False
    swung: bool = False
    thrust: bool = False
    seizes: bool = False
    other: Others = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeEntry(StrikeEntry):
    """A strike mode of a weapon."""

    kind: ModeKind = ModeKind.MELEE
    skill: Annotated[str, OneOf(("melee", "archery", "throwing", "sling"))] = "melee"
    min_parts: Annotated[int, Range(1, 9)] = 1
    range_ft: Annotated[int, Range(1, 10_000)] | None = None
    volley: Annotated[int, Range(1, 100)] | None = None
    draw_lb: Annotated[int, Range(0, 10_000)] = 0
    projectile: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TechniqueEntry(StrikeEntry):
    """A way to strike with one's own body."""

    roles: tuple[Role, ...]
    mastery: Annotated[int, Range(1, 300)] | None = None
    contest: Contest | None = None


@dataclass(frozen=True, slots=True)
class WeaponEntry(Partial):
    """A weapon or shield of a file of `weapons/`."""

    category: Annotated[str, OneOf(CATEGORIES)]
    kind: Id
    weight_lb: Pounds | None = None
    durability: Durability | None = None
    heft: Annotated[int, Range(0, 100)] | None = None
    modes: Mapping[Id, ModeEntry] | None = None
    name: Text | None = None
    cities: CitiesWeaponEntry | None = None


@dataclass(frozen=True, slots=True)
class ArmorEntry(Partial):
    """A piece of a file of `armor/`."""

    material: Id
    weight_lb: Pounds | None = None
    durability: Durability | None = None
    encumbrance: Annotated[int, Range(0, 100)] | None = None
    protection: Protection | None = None
    flexible: tuple[str, ...] = ()
    rigid: tuple[str, ...] = ()
    name: Text | None = None
    cities: CitiesArmorEntry | None = None


@dataclass(frozen=True, slots=True)
class ProjectileEntry(Partial):
    """A projectile of a file of `projectiles/`."""

    kind: Id
    impact: Impact
    durability: Durability
    weight: Pounds
    armor_reduction: Annotated[int, Range(0, 100)] = 0
    bleed: bool = False
    quality: Modifier = 0
    name: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatureEntry(Partial):
    """A file of `creatures/`, with what it takes from the one it is like."""

    name: Text | None = None
    anatomy: Id | None = None
    zones: tuple[ZoneEntry, ...] | None = None
    parts: tuple[PartEntry, ...] | None = None
    locations: tuple[LocationEntry, ...] | None = None
    protection: Protection = (0, 0, 0, 0)
    protection_at: Mapping[Id, Protection] = field(default_factory=dict)
    rigid_at: tuple[Id, ...] = ()
    attributes: Mapping[Annotated[str, OneOf(ATTRIBUTES)], Annotated[int, Range(1, 100)]] | None = None
    skills: Mapping[Annotated[str, OneOf(SKILLS, "a skill")], Annotated[int, Range(0, 300)]] = field(
        default_factory=dict
    )
    body_scale: Annotated[int, Range(10, 3000)] | None = None
    body_reach_ft: Annotated[int, Range(0, 100)] = 0
    move_ft: Feet | None = None
    weight_lb: Pounds | None = None
    techniques: Mapping[Id, TechniqueEntry] = field(default_factory=dict)
    human_techniques: bool = False
    immunities: tuple[Annotated[str, OneOf(("blood", "pain", "fear"))], ...] = ()
    traits: tuple[Annotated[str, OneOf(("left_handed", "right_handed", "mounted", "leader"))], ...] = ()
    weapons: tuple[Id, ...] = ()
    armor: tuple[Id, ...] = ()
    belt: tuple[Id, ...] = ()
    projectiles: Mapping[Id, Annotated[int, Range(1, 1000)]] = field(default_factory=dict)
    fear: Annotated[int, Range(-100, 100)] | None = None
    other: Others = field(default_factory=dict)
    cities: CitiesProfileEntry | None = None


Cell = tuple[Annotated[int, Range(0, 999)], Annotated[int, Range(0, 999)]]


@dataclass(frozen=True, slots=True)
class SideEntry(Partial):
    """A side of a scenario."""

    id: Id
    name: Text
    ai: Ai = SIMPLE


@dataclass(frozen=True, slots=True)
class MusterEntry(Partial):
    """Some creatures of one side."""

    creature: Id
    side: Id
    at: tuple[Cell, ...]
    names: tuple[Text, ...] | None = None
    weapons: tuple[Id, ...] | None = None
    armor: tuple[Id, ...] | None = None


@dataclass(frozen=True, slots=True)
class ScenarioEntry(Partial):
    """A file of `scenarios/`."""

    name: Text
    about: Text
    rules: Id
    size: tuple[Annotated[int, Range(1, 999)], Annotated[int, Range(1, 999)]]
    rounds: Annotated[int, Range(1, 10_000)]
    sides: tuple[SideEntry, ...]
    musters: tuple[MusterEntry, ...]
    blocked: tuple[Cell, ...] = ()
