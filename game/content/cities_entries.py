"""What the sections of the ruleset `cities` may say: one frozen dataclass a kind of section, each field with its range.

The header comments of the files under `assets/` say the same to those who write content; distances are metres.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Self

from fleshwound.components.cities import (
    ATTRIBUTES,
    COMBAT_SKILLS,
    SKILLS,
    TRAITS,
    Save,
    ShockRating,
    Standing,
    TraumaDie,
)
from fleshwound.game.content.fault import Fault, Faulty, shown
from fleshwound.game.content.fields import Id, OneOf, Range, Text
from fleshwound.game.content.strict import converter
from fleshwound.game.content.unfit import Partial

Bonus = Annotated[int, Range(-100, 100)]
Metres = Annotated[int, Range(0, 100_000)]
Count = Annotated[int, Range(0, 1000)]
ArmorClass = Annotated[int, Range(0, 40)]
Score = Annotated[int, Range(3, 18)]
Cost = Annotated[int, Range(0, 1_000_000_000)]
Attribute = Annotated[str, OneOf(ATTRIBUTES)]


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage dice, written like `2d6` or `1d10+2`, or `3` where it is fixed."""

    words: ClassVar[str] = 'damage such as "2d6", "1d10+2" or "3"'
    dice: int
    sides: int
    plus: int

    @classmethod
    def parsed(cls, value: object, _: object = None) -> Self:
        """Read the text.

        Raises:
            Faulty: it isn't of that form.
        """
        dice, sides, plus, fixed = _read(value, r"(?:([1-9]\d?)d([1-9]\d{0,2})([+-]\d{1,3})?|(\d{1,3}))", cls.words)
        return cls(int(dice or 0), int(sides or 0), int(plus or fixed or 0))


@dataclass(frozen=True, slots=True)
class ShockText:
    """Shock, written like `2/15`, or `5/-` where it hurts whatever the AC."""

    words: ClassVar[str] = 'Shock such as "2/15" or "5/-"'
    rating: ShockRating

    @classmethod
    def parsed(cls, value: object, _: object = None) -> Self:
        """Read the text.

        Raises:
            Faulty: it isn't of that form.
        """
        points, ac = _read(value, r"([1-9]\d?)/(\d{1,2}|-)", cls.words)
        return cls(ShockRating(int(points or 0), None if ac == "-" else int(ac or 0)))


@dataclass(frozen=True, slots=True)
class TraumaText:
    """A Trauma Die and its rating, written like `1d8/x3` or `1d8+1/x3`."""

    words: ClassVar[str] = 'a Trauma Die such as "1d8/x3" or "1d8+1/x3"'
    die: TraumaDie

    @classmethod
    def parsed(cls, value: object, _: object = None) -> Self:
        """Read the text.

        Raises:
            Faulty: it isn't of that form.
        """
        sides, plus, rating = _read(value, r"1d([2-9]|[1-9]\d{1,2})([+-]\d{1,2})?/x([1-9]\d?)", cls.words)
        return cls(TraumaDie(int(sides or 0), int(rating or 0), int(plus or 0)))


def _read(value: object, pattern: str, words: str) -> tuple[str | None, ...]:
    form = re.fullmatch(pattern, value) if isinstance(value, str) else None
    if form is None:
        raise Faulty([Fault("", words, shown(value))])
    return form.groups()


for _form in (Damage, ShockText, TraumaText):
    converter().register_structure_hook(_form, _form.parsed)


@dataclass(frozen=True, slots=True)
class BlastEntry(Partial):
    """What a mode that bursts over an area says of it."""

    radius_m: Annotated[int, Range(1, 1000)]
    save: Save
    half: bool = True
    spares_above: ArmorClass | None = None
    dazes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CitiesModeEntry(Partial):
    """A way to attack; one with a range is shot or thrown."""

    name: Text | None = None
    skill: Annotated[str, OneOf(COMBAT_SKILLS)]
    attributes: tuple[Attribute, ...]
    damage: Damage | None = None
    attack: Bonus = 0
    shock: ShockText | None = None
    trauma: TraumaText | None = None
    range_m: tuple[Metres, Metres] | None = None
    range_min_m: Metres = 0
    thrown: bool = False
    two_handed: bool = False
    burst: bool = False
    suppress: bool = False
    non_lethal: bool = False
    only_non_lethal: bool = False
    unarmed: bool = False
    wields_body: bool = False
    firearm: bool = False
    wrecks_machines: bool = False
    against_people: Bonus = 0
    blast: BlastEntry | None = None


@dataclass(frozen=True, slots=True)
class ShieldEntry(Partial):
    """What a shield in hand gives."""

    ranged: Bonus
    melee: Bonus
    first_shock: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CitiesModEntry(Partial):
    """A file of `mods/` has a table of these: what can be built into a weapon."""

    name: Text | None = None
    attack: Bonus = 0
    damage: Bonus = 0
    shock: Bonus = 0
    burst_dice: Annotated[int, Range(0, 20)] = 0
    non_lethal: bool = False
    half_range: bool = False
    magazine_times: Annotated[int, Range(1, 20)] = 1
    wrecks_machines: bool = False
    fights: Count = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CitiesWeaponEntry(Partial):
    """The section of a weapon or shield; one built on another has of that whatever it doesn't say."""

    of: Id | None = None
    mods: tuple[Id, ...] = ()
    modes: Mapping[Id, CitiesModeEntry] = field(default_factory=dict)
    magazine: Count = 0
    braced: bool = False
    shield: ShieldEntry | None = None
    armed: bool = True
    enc: Count = 1
    cost: Cost = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CitiesArmorEntry(Partial):
    """The section of a piece of armour, or of what is added to one."""

    ranged: ArmorClass | None = None
    melee: ArmorClass | None = None
    ranged_bonus: Bonus = 0
    melee_bonus: Bonus = 0
    soak: Count = 0
    cushions: bool = False
    needs_cushion: bool = False
    trauma_target: Bonus = 0
    heavy: bool = False
    obvious: bool = False
    lightens: bool = False
    sneak: Annotated[int, Range(-100, 0)] = 0
    first_shock: bool = False
    stabilises: bool = False
    enc: Bonus = 0
    cost: Cost = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CitiesProfileEntry(Partial):
    """The section of a creature."""

    level: Annotated[int, Range(0, 100)]
    hit_points: Annotated[int, Range(1, 10_000)]
    standing: Standing = Standing.MINOR
    attributes: Mapping[Attribute, Score] = field(default_factory=dict)
    skills: Mapping[Annotated[str, OneOf(SKILLS)], Annotated[int, Range(0, 4)]] = field(default_factory=dict)
    melee_attack: Bonus | None = None
    ranged_attack: Bonus | None = None
    save: Annotated[int, Range(1, 20)] | None = None
    ranged_ac: ArmorClass | None = None
    melee_ac: ArmorClass | None = None
    soak: Count = 0
    trauma_target: Annotated[int, Range(1, 100)] | None = None
    attacks: Mapping[Id, CitiesModeEntry] = field(default_factory=dict)
    unarmed: bool = True
    move_m: Metres = 10
    morale: Annotated[int, Range(2, 12)] | None = None
    traits: Mapping[Annotated[str, OneOf(TRAITS)], Annotated[int, Range(1, 5)]] = field(default_factory=dict)
    strain: Annotated[int, Range(0, 10_000)] = 0
    tools: bool = False
    patches: Count = 0
    machine: bool = False
    machine_armor: Count = 0
    machine_immune: bool = False
    machine_enc: Count | None = None
    human_sized: bool = True
