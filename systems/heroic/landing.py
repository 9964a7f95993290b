"""Landing: where a stroke may land and what wounds it may deal there, exactly, for odds (heroic H3, H4).

Places that a wound can't tell apart are worked out once: it reads neither their names nor their parts nor weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, lru_cache, partial
from typing import Final, TypeAlias

from fleshwound.components.definitions import Location, Tier
from fleshwound.components.draws import Draw
from fleshwound.systems.chances import Chances, chances
from fleshwound.systems.heroic.blow import Where, is_fatal
from fleshwound.systems.heroic.body import Body
from fleshwound.systems.heroic.injury import Cover, Harm, Risk
from fleshwound.systems.heroic.location import Aim, Found, aimed, unaimed
from fleshwound.systems.heroic.tables import Tables

KEPT: Final = 16_384
"""How many answers of each stage are kept."""

LEVELS: Final = 6
"""Of wounds, none among them."""

Kind: TypeAlias = tuple[int, bool, bool, Risk, int | None, bool, bool]
"""All that its consequences read of a wound; its level and where it is they don't.

Base index, glancing, bleeding, what it brings for the footing, modifier of the amputation test; and where something may
come off, whether losing it is death, and whether it never bleeds there.
"""


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
    each: int
    """What the wounds of one group sum to."""
    kinds: Mapping[Kind, int]
    """Weight of each kind, over all the groups."""
    levels: tuple[int, ...]
    """Weight of each level of wound, 0..5, likewise."""


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
def _likenesses(tables: Tables, body: Body) -> tuple[int, ...]:
    """Number the locations, alike ones the same: alike in all but name, part and weight, and in what losing them is."""
    read = [field.name for field in fields(Location) if field.name not in ("id", "name", "part", "weight")]
    seen: dict[object, int] = {}
    return tuple(
        seen.setdefault((is_fatal(tables, body, i), *(getattr(location, name) for name in read)), len(seen))
        for i, location in enumerate(body.anatomy.locations)
    )


@lru_cache(KEPT)
def _dealt(cover: Cover, harm: Harm) -> dict[tuple[int, int, int], dict[int, tuple[int, Kind]]]:
    """Keep the level and kind of the wounds that a harm deals here, by what places are alike in, then by impact."""
    return {}


@lru_cache(KEPT)
def mix_of(cover: Cover, places: Places, harm: Harm, impact: int | Draw) -> Mix:
    """Find what wounds a stroke may deal: each place by each impact (heroic H3, H4)."""
    if isinstance(impact, Draw):
        points, running = impact.of.answers, impact.of.running
    else:
        points, running = (impact,), (1,)
    weighed = [(of, after - before) for of, before, after in zip(points, (0, *running), running, strict=False)]
    alike: dict[tuple[int, int, int], dict[int | None, int]] = {}
    body, rigid, protection = cover.body, cover.rigid, cover.protection[harm.aspect]
    likenesses = _likenesses(cover.tables, body)
    for place, weight in places.of.items():
        if place is not None:
            likeness = likenesses[place], protection[place], rigid >> place & 1
            if likeness in alike:
                alike[likeness][place] = weight
            else:
                alike[likeness] = {place: weight}
    groups = []
    kinds, levels = dict[Kind, int](), [0] * LEVELS
    samples: dict[Kind, tuple[int, int]] = {}
    wounds, known = cover.by_harm[harm], _dealt(cover, harm)
    for likeness, group in alike.items():
        place = next(iter(group))
        assert place is not None
        fatal, dry = is_fatal(cover.tables, body, place), body.anatomy.locations[place].bleeding is Tier.NONE
        rows: dict[tuple[int, Kind], int] = {}
        here, dealt = wounds[place], known.setdefault(likeness, {})
        last: tuple[int, Kind] | None = None
        run = 0
        # Harder impacts come after lighter ones, and most wounds are of the kind of the one before.
        for of, weight in weighed:
            row = dealt.get(of)
            if row is None:
                wound = here[of]
                cut = wound.amputation
                may = cut is not None
                row = dealt[of] = (
                    wound.level,
                    (wound.base, wound.glancing, wound.bleeds, wound.stumble, cut, may and fatal, may and dry),
                )
            if row == last:
                run += weight
                continue
            if last is not None:
                rows[last] = rows.get(last, 0) + run
            last, run = row, weight
            if row[1] not in samples:
                samples[row[1]] = place, of
        if last is not None:
            rows[last] = rows.get(last, 0) + run
        groups.append((group, rows))
        share = sum(group.values())
        for (level, kind), weight in rows.items():
            levels[level] += share * weight
            kinds[kind] = kinds.get(kind, 0) + share * weight
    return Mix(tuple(groups), samples, running[-1], kinds, tuple(levels))
