"""Cases of where a blow lands and what it does there (heroic H3, H4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

from fleshwound.components.definitions import (
    Anatomy,
    ArmorPiece,
    Aspect,
    Creature,
    Immunities,
    Location,
    Part,
    Role,
    Side,
    Tier,
    Zone,
)
from fleshwound.components.draws import Ask, Draw
from fleshwound.systems.heroic.blow import blow
from fleshwound.systems.heroic.body import Body, body_of
from fleshwound.systems.heroic.d100 import Mastery, MasteryTest
from fleshwound.systems.heroic.impairment import severity_of
from fleshwound.systems.heroic.injury import (
    Harm,
    Risk,
    amputation_modifier,
    bleeding_grid,
    cover_of,
    injury_level,
    thresholds_of,
    wound_of,
)
from fleshwound.systems.heroic.location import Aim, Found, Miss, aimed, unaimed, zone_hit
from fleshwound.systems.heroic.shock import base_index, is_tested
from fleshwound.systems.heroic.stance import scale_of
from fleshwound.systems.heroic.victim import Victim
from vector_kinds.bodies import mask
from vector_kinds.playing import LEVELS
from vector_kinds.registry import Setting, Values, covers

RISKS = {Risk.NONE: "none", Risk.TEST: "roll", Risk.CERTAIN: "auto"}


def lone(location: Location, roles: Sequence[str] = ()) -> Anatomy:
    """Make a body of a single location."""
    part = Part("part", "part", 0, 1, frozenset(map(Role, roles)), False, Side.CENTRAL, limb=False)
    return Anatomy("lone", "lone", (Zone("zone", "zone", 1),), (part,), (location,))


def by_aspect(figures: dict[str, int]) -> tuple[int, int, int, int]:
    """Put figures in the order of aspects."""
    blunt, edged, piercing, fire = (figures[aspect.name.lower()] for aspect in Aspect)
    return blunt, edged, piercing, fire


@covers("injury")
def injury(given: Values, setting: Setting) -> Values:
    tables, aspect = setting.tables, Aspect[given["aspect"].upper()]
    location = Location(
        given["location"], given["location"], 0, 1, given["shock_value"], Tier[given["bleeding_tier"].upper()],
        Tier[given["amputability_tier"].upper()], fumble=given["fumble_flag"], stumble=given["stumble_flag"],
        protection=by_aspect(given["natural"]),
    )  # fmt: skip
    covered = frozenset({location.id})
    piece = ArmorPiece(
        "worn", "worn", "any", 0.0, 0, 0, frozenset() if given["rigid"] else covered,
        covered if given["rigid"] else frozenset(), by_aspect(given["worn_by_aspect"]),
    )  # fmt: skip
    cover = cover_of(tables, body_of(lone(location, given["part_roles"])), 1000, (piece,))
    override = given["protection_override"]
    protection = cover.protection[aspect][0] if override is None else override
    harm = Harm(aspect, given["armor_reduction"], given["bleed_impact_bonus"], given["forced_bleed"])
    wound = wound_of(
        tables, location, 0, harm, given["impact"],
        protection=protection, rigid=bool(cover.rigid), thresholds=given["thresholds"],
    )  # fmt: skip
    return {
        "protection": protection,
        "effective_impact": wound.effective,
        "level": wound.level,
        "level_code": f"{severity_of(tables, wound.level).name[0]}{wound.level}" if wound.level else "NA",
        "glancing": wound.glancing,
        "bleeds": wound.bleeds,
        "shock_index": base_index(tables, location.shock, wound.level, glancing=wound.glancing),
        "needs_shock_roll": is_tested(tables, wound.base),
        "shock_roll_bonus": tables.shock.glancing_bonus if wound.glancing else 0,
        "stumble": RISKS[wound.stumble],
        "fumble": RISKS[wound.fumble],
        "can_amputate": wound.amputation is not None,
        "amputation_modifier": wound.amputation,
    }


def zone_of(body: Body, number: int) -> str | None:
    """Name the zone that owns a zone number; None past either end."""
    return body.anatomy.zones[body.zone_of[number - 1]].id if 1 <= number <= body.highest else None


@covers("zone_number")
def zone_number(given: Values, setting: Setting) -> Values:
    body = body_of(setting.anatomies[given["creature"]])
    zone = zone_hit(body, 0, given["zone_number"])
    return {"zone": None if isinstance(zone, Miss) else body.anatomy.zones[zone].id}


@covers("zone_numbers")
def zone_numbers(given: Values, setting: Setting) -> Values:
    anatomy = setting.anatomies[given["creature"]]
    zones = tuple(
        replace(zone, weight=weight) for zone, weight in zip(anatomy.zones, given["zone_weights"], strict=True)
    )
    body = body_of(replace(anatomy, zones=zones))
    return {
        "highest_zone_number": body.highest,
        "runs": [list(numbers) for numbers in body.numbers],
        "random_zone_at_half": unaimed_at(body, 0, 0.5)["zone"],
    }


def place_of(body: Body, found: Found) -> Values:
    """Name where a blow landed."""
    if found.location is None:
        return {"zone": None, "part": None, "location": None}
    location = body.anatomy.locations[found.location]
    part = body.anatomy.parts[location.part]
    return {"zone": body.anatomy.zones[part.zone].id, "part": part.id, "location": location.id}


def removed(body: Body, given: Values) -> int:
    """Mask the locations of a zone whose parts a case takes away; 0 where it takes none."""
    parts = body.anatomy.parts
    emptied = given.get("removed_zone_parts")
    return mask(
        index
        for index, location in enumerate(body.anatomy.locations)
        if body.anatomy.zones[parts[location.part].zone].id == emptied
    )


@covers("aim", "aim_empty_zone")
def aim(given: Values, setting: Setting) -> Values:
    body = body_of(setting.anatomies[given["creature"]])
    roll = given["spread_roll"]
    playing = aimed(body, removed(body, given), Aim(given["target_zone_number"], roll))
    found = first_after(playing, roll)
    assert found.location is None or place_of(body, found)["zone"] == zone_of(body, found.zone_number)
    return {
        "hit_zone_number": found.zone_number,
        "zone": zone_of(body, found.zone_number),
        "miss": found.miss is not None,
    }


def first_after(playing: Any, *answers: int) -> Found:
    """Play a location rule with these answers, and the first there is to whatever else it draws."""
    left = list(answers)
    try:
        request = next(playing)
        while True:
            request = playing.send(left.pop(0) if left else request.of.answers[0])
    except StopIteration as done:
        found: Found = done.value
        return found


def drawn(request: Draw | Ask) -> Draw:
    """Give back the draw that a location rule asks for."""
    assert isinstance(request, Draw)
    return request


def narrowed(body: Body, draw: Draw, keys: Sequence[str], uniforms: Sequence[float]) -> int:
    """Answer one location draw as several draws in turn would: zone, part, location, each with its own number.

    The weights are the draw's own; each number picks a run of neighbouring answers that share the next key. A number on
    the very edge between two answers belongs to the earlier, as the other implementation has it.
    """
    answers, ends = draw.of.answers, draw.of.running
    starts = (0, *ends[:-1])
    low, high = 0, draw.of.total
    chosen = answers[0]
    for key, uniform in zip(keys, uniforms, strict=True):
        position = low + Fraction(uniform) * (high - low)
        chosen = next(
            answer for answer, start, end in zip(answers, starts, ends, strict=True) if low <= start and position <= end
        )
        wanted = place_of(body, Found(0, chosen, None))[key]
        run = [
            (start, end)
            for answer, start, end in zip(answers, starts, ends, strict=True)
            if low <= start and end <= high and place_of(body, Found(0, answer, None))[key] == wanted
        ]
        low, high = run[0][0], run[-1][1]
    location: int = chosen
    return location


def without_count(out: Values) -> Values:
    """Leave out how many numbers of its stream the other implementation uses: ours draws a location at once."""
    return {key: value for key, value in out.items() if key != "uniforms_used"}


@covers("unaimed_draw", "unaimed_empty_zone", translation=without_count)
def unaimed_draw(given: Values, setting: Setting) -> Values:
    body = body_of(setting.anatomies[given["creature"]])
    return unaimed_at(body, removed(body, given), *given["u"])


def unaimed_at(body: Body, gone: int, *uniforms: float) -> Values:
    """Name where an unaimed blow lands, by the numbers for zone, part and location, as far as they are given."""
    playing = unaimed(body, gone)
    draw = drawn(next(playing))
    keys = ("zone", "part", "location")[: len(uniforms)]
    try:
        playing.send(narrowed(body, draw, keys, uniforms))
    except StopIteration as done:
        return place_of(body, done.value)
    raise AssertionError("an unaimed blow draws once")


@covers("aimed_draw", translation=without_count)
def aimed_draw(given: Values, setting: Setting) -> Values:
    body = body_of(setting.anatomies[given["creature"]])
    sides, uniforms = given["spread_die"], given["u"]
    playing = aimed(body, 0, Aim(given["target_zone_number"], sides))
    die = drawn(next(playing))
    roll = die.of.answers[int(uniforms[0] * sides)]
    try:
        draw = drawn(playing.send(roll))
        location = narrowed(body, draw, ("part", "location"), uniforms[1:3])
        playing.send(location)
    except StopIteration as done:
        found: Found = done.value
    place = place_of(body, found)
    return place | {
        "roll": roll,
        "hit_zone_number": found.zone_number,
        "zone": zone_of(body, found.zone_number),
        "miss": found.miss is not None,
    }


@covers("bleeds")
def bleeds(given: Values, setting: Setting) -> Values:
    key = (Tier[given["tier"].upper()], int(given["severity"][1:]), Aspect[given["aspect"].upper()])
    return {"bleeds": key in bleeding_grid(setting.tables)}


@covers("can_amputate")
def can_amputate(given: Values, setting: Setting) -> Values:
    tier, aspect = Tier[given["tier"].upper()], Aspect[given["aspect"].upper()]
    return {"yes": amputation_modifier(setting.tables, tier, aspect, int(given["severity"][1:])) is not None}


@covers("amputation_modifier")
def severing_modifier(given: Values, setting: Setting) -> Values:
    return {"modifier": amputation_modifier(setting.tables, Tier[given["tier"].upper()], Aspect.EDGED, 5)}


@covers("amputation_outcome")
def amputation_outcome(given: Values, setting: Setting) -> Values:
    tables = setting.tables
    location = Location(
        "place", "place", 0, 1, 2, Tier[given["bleeding_tier"].upper()], Tier.MEDIUM, fumble=False, stumble=False
    )
    body = body_of(lone(location, ["vital"] if given["vital_part"] else ["manipulator"]))
    cover = cover_of(tables, body, 1000, ())
    playing = blow(Victim(1, cover, Mastery(50), Mastery(50)), Harm(Aspect.EDGED), 20, 0)
    request = next(playing)
    held_on = 0
    try:
        request = playing.send(LEVELS[given["success_level"]])
        assert isinstance(request, MasteryTest)
        held_on = sum(by for _, by in request.mastery.modifiers)
        playing.send(LEVELS[2])
    except StopIteration as done:
        facts = done.value
    return {
        "severed": bool(facts.severed),
        "dies": facts.killed,
        "bleeder": bool(facts.severed) and facts.bleeds,
        "shockPenalty": held_on,
    }


@covers("level_from_impact")
def level_from_impact(given: Values, setting: Setting) -> Values:
    return {"level": injury_level(given["effective_impact"], given["thresholds"])}


def in_whole_impacts(out: Values) -> Values:
    """Put a scale into thousandths, and thresholds into the least whole impact that reaches each."""
    return {
        "scale": round(out["scale"] * 1000),
        "thresholds": [ceil(round(least * 1000) / 1000) for least in out["thresholds"]],
    }


@covers("thresholds", translation=in_whole_impacts)
def thresholds(given: Values, setting: Setting) -> Values:
    stated = round(Fraction(given["body_scale"]) * 1000)
    creature = Creature(
        "sized", "sized", Anatomy("sized", "sized", (), (), ()), {}, {}, stated, 0, 0, None, (), False, Immunities(),
        frozenset(),
    )  # fmt: skip
    scale = scale_of(setting.tables, creature)
    return {"scale": scale, "thresholds": list(thresholds_of(scale, setting.tables))}
