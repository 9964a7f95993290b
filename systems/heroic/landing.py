"""Landing: where a stroke may land and what wounds it may deal there, exactly, for odds (heroic H3, H4).

Places that a wound can't tell apart are worked out once: it reads neither their names nor their parts nor weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, lru_cache, partial
from typing import Final, NamedTuple

from fleshwound.components.definitions import Location, Tier
from fleshwound.components.draws import Draw
from fleshwound.systems.chances import Chances, chances
from fleshwound.systems.heroic.blow import Where, is_fatal
from fleshwound.systems.heroic.body import Body
from fleshwound.systems.heroic.injury import Cover, Harm, Risk, Wound
from fleshwound.systems.heroic.location import Aim, Found, aimed, unaimed

KEPT: Final = 16_384
"""How many answers of each stage are kept."""


class Kind(NamedTuple):
    """All that its consequences read of a wound; its level and where it is they don't."""

    base: int
    glancing: bool
    bleeds: bool
    stumble: Risk
    amputation: int | None
    fatal: bool
    """Whether losing the place is death; False where nothing may come off."""
    dry: bool
    """Whether the place never bleeds; False where nothing may come off."""


@dataclass(eq=False, slots=True)
class Places:
    """Where a stroke may land: weight by location index, None for nowhere. Compared by identity."""

    of: Mapping[int | None, int]
    total: int


@dataclass(eq=False, slots=True)
class Mix:
    """What wounds a stroke may deal."""

    groups: tuple[tuple[Mapping[int | None, int], Mapping[tuple[int, Kind], int]], ...]
    """Places that are alike with their weights, and the wounds dealt there; those of each group sum to the same."""
    samples: Mapping[Kind, tuple[int, int]]
    """A location and an impact by which each kind comes about."""
    total: int
    each: int
    """What the wounds of one group sum to."""


@lru_cache(KEPT)
def places_of(body: Body, gone: int, where: Where) -> Places:
    """Find where a blow may land (heroic H3)."""
    if isinstance(where, Aim):
        found = chances(partial(aimed, body, gone, where), _location)
    elif where is None:
        found = chances(partial(unaimed, body, gone), _location)
    else:
        found = Chances({where: 1}, 1)
    return Places(found.of, found.total)


def _location(found: Found) -> int | None:
    return found.location


@cache
def _likenesses(body: Body) -> tuple[tuple[object, ...], ...]:
    """List what a wound can read of each location: all but its name, its part and its weight."""
    read = [field.name for field in fields(Location) if field.name not in ("id", "name", "part", "weight")]
    return tuple(tuple(getattr(location, name) for name in read) for location in body.anatomy.locations)


def kind_of(cover: Cover, wound: Wound) -> Kind:
    """Read what its consequences read of a wound."""
    if wound.amputation is None:
        return Kind(wound.base, wound.glancing, wound.bleeds, wound.stumble, None, False, False)
    fatal = is_fatal(cover.tables, cover.body, wound.location)
    dry = cover.body.anatomy.locations[wound.location].bleeding is Tier.NONE
    return Kind(wound.base, wound.glancing, wound.bleeds, wound.stumble, wound.amputation, fatal, dry)


@lru_cache(KEPT)
def mix_of(cover: Cover, places: Places, harm: Harm, impact: int | Draw) -> Mix:
    """Find what wounds a stroke may deal: each place by each impact (heroic H3, H4)."""
    if isinstance(impact, Draw):
        points, running = impact.of.answers, impact.of.running
    else:
        points, running = (impact,), (1,)
    weights = [after - before for before, after in zip((0, *running), running, strict=False)]
    alike: dict[object, dict[int | None, int]] = {}
    likenesses, protection = _likenesses(cover.body), cover.protection[harm.aspect]
    for place, weight in places.of.items():
        likeness = (
            None
            if place is None
            else (
                likenesses[place],
                protection[place],
                cover.rigid >> place & 1,
                is_fatal(cover.tables, cover.body, place),
            )
        )
        alike.setdefault(likeness, {})[place] = weight
    groups = []
    samples: dict[Kind, tuple[int, int]] = {}
    wounds = cover.by_harm[harm]
    for places_alike in alike.values():
        place = next(iter(places_alike))
        if place is None:
            continue
        rows: dict[tuple[int, Kind], int] = {}
        for of, weight in zip(points, weights, strict=True):
            wound = wounds[place][of]
            kind = kind_of(cover, wound)
            samples.setdefault(kind, (place, of))
            row = wound.level, kind
            rows[row] = rows.get(row, 0) + weight
        groups.append((places_alike, rows))
    each = running[-1]
    return Mix(tuple(groups), samples, places.total * each, each)
