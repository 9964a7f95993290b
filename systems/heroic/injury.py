"""From blow to injury: protection, level, glancing, bleeding, what it may sever or shake loose (heroic H4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from fleshwound.components.definitions import ArmorPiece, Aspect, Location, Mode, Tier
from fleshwound.components.draws import STEPS, Level
from fleshwound.systems.heroic.body import Body
from fleshwound.systems.heroic.shock import ShockOffer, base_index, is_tested, state_of
from fleshwound.systems.heroic.tables import Tables

Thresholds: TypeAlias = tuple[int, int, int, int, int]
"""Least whole effective impact for each level 1..5."""

THOUSAND: Final = 1000
KEPT: Final = 4096
"""How many different covers are kept compiled."""


class Risk(IntEnum):
    """What a wound at a flagged location brings (heroic H4)."""

    __hash__ = int.__hash__  # an enum's own runs in Python, and odds are kept by these

    NONE = 0
    TEST = 1
    CERTAIN = 2


class Harm(NamedTuple):
    """How a blow harms, whatever its impact."""

    aspect: Aspect
    armor_reduction: int = 0
    """Lowers protection, 0 or more."""
    bleed: int = 0
    """Impact by which the bleeding grid is read higher."""
    always_bleeds: bool = False
    """Bleeds whatever the grid says, once it wounds."""


@dataclass(frozen=True, slots=True)
class Wound:
    """What an impact comes to at a location, before anything is tested."""

    location: int
    """Index of the location."""
    aspect: Aspect
    impact: int
    covered: int
    """Protection before armour reduction."""
    protection: int
    """Protection that counted; negative only through natural protection."""
    effective: int
    """Effective impact, 0 or more."""
    level: int
    """Injury level 1..5; 0: no injury."""
    glancing: bool
    bleeds: bool
    """By the grid; severing may bleed besides."""
    amputation: int | None
    """Modifier of the amputation test; None: nothing comes off."""
    fumble: Risk
    stumble: Risk
    base: int
    """Shock State Index it brings; 0 where it does nothing at all."""

    @property
    def result(self) -> str:
        """`wound`, `glancing` or `stopped`."""
        return "wound" if self.level else "glancing" if self.glancing else "stopped"


def body_scale(strength: int, tables: Tables) -> int:
    """Scale of a body in thousandths, from the Strength of its species (heroic H4)."""
    injury = tables.injury
    scale: int = round((strength / injury.scale_strength) ** injury.scale_exponent * THOUSAND)
    return min(injury.scale_most, max(injury.scale_least, scale))


def thresholds_of(scale: int, tables: Tables) -> Thresholds:
    """Least whole effective impact for each level 1..5 of a body of `scale` thousandths (heroic H4).

    A threshold is base x scale, not rounded; an effective impact is whole, so the next whole number is as good.
    """
    one, two, three, four, five = (-(-least * scale // THOUSAND) for least in tables.injury.thresholds)
    return one, two, three, four, five


def injury_level(effective: int, thresholds: Sequence[int]) -> int:
    """Count the thresholds that an effective impact reaches: 0..5 (heroic H4)."""
    return sum(effective >= least for least in thresholds)


def effective_protection(protection: int, armor_reduction: int) -> int:
    """Lower protection by armour reduction, but not below the lesser of itself and 0 (heroic H4)."""
    return max(protection - armor_reduction, min(protection, 0))


@cache
def bleeding_grid(tables: Tables) -> frozenset[tuple[Tier, int, Aspect]]:
    """Compile the bleeding grid: every susceptibility, level and aspect that bleeds (heroic H4)."""
    grid = tables.injury.bleeding
    rows = {Tier.NONE: grid.none, Tier.LOW: grid.low, Tier.MEDIUM: grid.medium, Tier.HIGH: grid.high}
    return frozenset(
        (tier, level, Aspect[name.upper()])
        for tier, row in rows.items()
        for level, names in enumerate(row, start=1)
        for name in names
    )


def amputation_modifier(tables: Tables, tier: Tier, aspect: Aspect, level: int) -> int | None:
    """Modifier of the amputation test; None where nothing may come off (heroic H4)."""
    injury = tables.injury
    if aspect is not Aspect.EDGED or level < injury.sever_level or tier is Tier.NONE:
        return None
    return (injury.sever_low, injury.sever_medium, injury.sever_high)[tier - 1]


def mishap_risk(tables: Tables, flagged: bool, level: int) -> Risk:
    """What a wound of `level` brings at a location with the flag, or without (heroic H4)."""
    injury = tables.injury
    if not flagged or level < injury.mishap_test_level:
        return Risk.NONE
    return Risk.CERTAIN if level >= injury.mishap_automatic_level else Risk.TEST


def wound_of(
    tables: Tables,
    location: Location,
    index: int,
    harm: Harm,
    impact: int,
    *,
    protection: int,
    rigid: bool,
    thresholds: Sequence[int],
) -> Wound:
    """Work out what `impact` comes to at a location, before anything is tested (heroic H4).

    `index` is the location's; `protection` all that covers it against the aspect, natural and worn; `rigid` whether any
    of that is; `thresholds` the body's own. A blow stopped outright does nothing at all.
    """
    aspect = harm.aspect
    held_off = effective_protection(protection, harm.armor_reduction)
    effective = max(0, impact - held_off)
    level = injury_level(effective, thresholds)
    glancing = level == 1 and rigid and aspect in (Aspect.EDGED, Aspect.PIERCING)
    if glancing:
        level = 0
    read_as = injury_level(effective + harm.bleed, thresholds)
    bleeds = bool(level) and (harm.always_bleeds or (location.bleeding, read_as, aspect) in bleeding_grid(tables))
    return Wound(
        index,
        aspect,
        impact,
        protection,
        held_off,
        effective,
        level,
        glancing,
        bleeds,
        amputation_modifier(tables, location.amputability, aspect, level),
        mishap_risk(tables, location.fumble, level),
        mishap_risk(tables, location.stumble, level),
        base_index(tables, location.shock, level, glancing=glancing) if level or glancing else 0,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """A body with its size and all that protects it: what decides how any blow wounds."""

    tables: Tables
    body: Body
    thresholds: Thresholds
    protection: tuple[tuple[int, ...], ...]
    """By aspect, then location: natural and worn, summed."""
    rigid: int
    """Bit mask of the locations with rigid protection, natural or worn."""
    by_harm: WoundsByHarm = field(init=False, repr=False)
    """The wound of a harm at a location index by an impact: `by_harm[harm][location][impact]`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_harm", WoundsByHarm(self))

    def wounds(self, harm: Harm) -> tuple[WoundsByImpact, ...]:
        """What `harm` does here: a wound by location index, then impact."""
        return self.by_harm[harm]


class WoundsByImpact(dict[int, Wound]):
    """What each impact comes to at one location of a cover, worked out when first asked for."""

    __slots__ = ("_cover", "_harm", "_location")

    def __init__(self, cover: Cover, harm: Harm, location: int) -> None:
        self._cover, self._harm, self._location = cover, harm, location

    def __missing__(self, impact: int) -> Wound:
        cover, index = self._cover, self._location
        wound = self[impact] = wound_of(
            cover.tables,
            cover.body.anatomy.locations[index],
            index,
            self._harm,
            impact,
            protection=cover.protection[self._harm.aspect][index],
            rigid=bool(cover.rigid >> index & 1),
            thresholds=cover.thresholds,
        )
        return wound


class WoundsByHarm(dict[Harm, tuple[WoundsByImpact, ...]]):
    """What each harm does to a cover, by location, worked out when first asked for."""

    __slots__ = ("_cover",)

    def __init__(self, cover: Cover) -> None:
        self._cover = cover

    def __missing__(self, harm: Harm) -> tuple[WoundsByImpact, ...]:
        count = len(self._cover.body.anatomy.locations)
        wounds = self[harm] = tuple(WoundsByImpact(self._cover, harm, i) for i in range(count))
        return wounds


@lru_cache(KEPT)
def cover_of(tables: Tables, body: Body, scale: int, pieces: tuple[ArmorPiece, ...]) -> Cover:
    """Compile a body of `scale` thousandths in `pieces` of armour; layers add up by aspect (heroic H4)."""
    locations = body.anatomy.locations
    protection = tuple(
        tuple(
            location.protection[aspect]
            + sum(piece.protection[aspect] for piece in pieces if location.id in piece.flexible | piece.rigid)
            for location in locations
        )
        for aspect in Aspect
    )
    rigid = sum(
        1 << i
        for i, location in enumerate(locations)
        if location.rigid or any(location.id in piece.rigid for piece in pieces)
    )
    return Cover(tables, body, thresholds_of(scale, tables), protection, rigid)


@cache
def shock_offers(tables: Tables) -> Mapping[int, tuple[ShockOffer, ...]]:
    """What each level of a shock test makes of each base index that is tested (heroic H5)."""
    shock = tables.shock
    adjusted = [(level, shock.adjustments[STEPS[level] + 1]) for level in Level]
    return {
        base: tuple(ShockOffer(base, level, base + by, state_of(tables, base + by)) for level, by in adjusted)
        for base in range(shock.least_tested, shock.greatest_tested + 1)
        if is_tested(tables, base)
    }


@cache
def harm_of(mode: Mode, tables: Tables) -> Harm | None:
    """How a strike mode harms; None for one that deals no impact."""
    if mode.aspect is None:
        return None
    return Harm(mode.aspect, mode.armor_reduction, tables.injury.bleed_trait if mode.bleed else 0)
