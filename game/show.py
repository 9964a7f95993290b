"""Definitions written out for people: creatures, weapons, armour, scenarios, in aligned columns of plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from fleshwound.components.definitions import ArmorPiece, Aspect, Creature, Location, Mode, ModeKind, Tier, Weapon
from fleshwound.components.scenarios import Scenario
from fleshwound.game.phrases import signed

NOTHING: Final = "–"
TRAITS: Final = (
    "bleed", "half_impact", "low_aim", "never_at_head", "slow", "long", "couched", "only_in_close", "swung", "thrust",
    "seizes",
)  # fmt: skip
FIGURES: Final = (
    "opponent_defence", "armor_reduction", "durability_mod", "advantage_impact", "range_ft", "volley", "draw_lb",
)  # fmt: skip


def columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Align rows of cells, all of one length, two spaces apart."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def in_short(one: Creature | Weapon | ArmorPiece | Scenario) -> tuple[str, str, str]:
    """Say in a line what something is: id, name, and what it is about."""
    match one:
        case Creature():
            about = f"{one.anatomy.name}{', incorporeal' if one.anatomy.incorporeal else ''}"
        case Weapon():
            about = f"{one.category}, {one.kind}"
        case ArmorPiece():
            about = one.material
        case Scenario():
            about = one.about
    return one.id, one.name, about


def show_creature(creature: Creature, techniques: Sequence[Mode], figures: Sequence[tuple[str, str]]) -> list[str]:
    """Write out a creature as it is spawned: abilities, gear, body with protection, everything it can strike with.

    `techniques` are those it shares with others of its build; `figures` what a ruleset makes of it, as (name, value).
    """
    anatomy = creature.anatomy
    about = [
        ("id", creature.id),
        ("body", anatomy.id + (", incorporeal" if anatomy.incorporeal else "")),
        ("size", ", ".join(_size(creature))),
        ("attributes", _numbers(creature.attributes.items())),
        ("skills", _numbers(creature.skills.items())),
        ("holds", _ids(weapon.id for weapon in creature.weapons)),
        ("belt", _ids(weapon.id for weapon in creature.belt)),
        ("carries", _ids(f"{count} {id}" for id, count in creature.projectiles.items())),
        ("wears", _ids(piece.id for piece in creature.armor)),
        ("traits", _ids(sorted(creature.traits))),
        ("immune to", _ids(name for name in ("blood", "pain", "fear") if getattr(creature.immunities, name))),
        *figures,
    ]
    lines = [creature.name, "", *columns((name, value or NOTHING) for name, value in about)]
    if not anatomy.incorporeal:
        lines += ["", *_body(creature)]
    weapons = dict.fromkeys((*creature.weapons, *creature.belt))
    modes = [*creature.techniques, *(mode for weapon in weapons for mode in weapon.modes), *techniques]
    return [*lines, "", *_modes(modes), *_legend(creature, modes, figures)]


def _legend(creature: Creature, modes: Sequence[Mode], figures: Sequence[tuple[str, str]]) -> list[str]:
    """Explain the columns and figures that don't explain themselves, those that are there."""
    entries = []
    if not creature.anatomy.incorporeal:
        aspects = ", ".join(aspect.name.lower() for aspect in Aspect)
        entries += [
            ("numbers", "what is rolled or aimed at for this zone"),
            ("weight", "share of unaimed blows, and of those within the zone or part"),
            ("shock", "shock value, added to the level of a wound there"),
            ("comes off", "amputability: how easily an edged blow severs it"),
            ("mishap", "what a bad wound there may bring: dropping what is held, going down"),
            (aspects, "protection there: of the body itself; 0+8: and of the armour it wears, added"),
        ]
    if any(name == "Thresholds" for name, _ in figures):
        entries.append(("Thresholds", "least effective impact for a wound of level 1/2/3/4/5"))
    if modes:
        entries.append(("spread", "die of an aimed blow: the number hit is the one aimed at, less 1, plus this"))
    return ["", *columns(entries)] if entries else []


def show_weapon(weapon: Weapon) -> list[str]:
    """Write out a weapon or shield with all its modes."""
    about = [
        ("id", weapon.id),
        ("kind", f"{weapon.category}, {weapon.kind}"),
        ("weight", f"{weapon.weight_lb:g} lb"),
        ("durability", str(weapon.durability)),
        ("heft", str(weapon.heft)),
    ]
    return [weapon.name, "", *columns(about), "", *_modes(weapon.modes)]


def show_armor(piece: ArmorPiece) -> list[str]:
    """Write out a piece of armour: what it keeps off, and where."""
    about = [
        ("id", piece.id),
        ("material", piece.material),
        ("weight", f"{piece.weight_lb:g} lb"),
        ("durability", str(piece.durability)),
        ("encumbrance", str(piece.encumbrance)),
        ("protection", _numbers((aspect.name.lower(), piece.protection[aspect]) for aspect in Aspect)),
        ("rigid on", _ids(sorted(piece.rigid)) or NOTHING),
        ("flexible on", _ids(sorted(piece.flexible)) or NOTHING),
    ]
    return [piece.name, "", *columns(about)]


def show_scenario(scenario: Scenario) -> list[str]:
    """Write out a scenario: the field, the sides, who stands where with what."""
    about = [
        ("id", scenario.id),
        ("rules", scenario.rules),
        ("field", f"{scenario.width} by {scenario.height} cells, {len(scenario.blocked)} of them blocked"),
        ("ends", f"in a draw after {scenario.rounds} rounds"),
    ]
    sides = {side.id: side.name for side in scenario.sides}
    rows = [("side", "name", "creature", "cell", "holds", "wears")]
    for muster in scenario.musters:
        weapons = muster.creature.weapons if muster.weapons is None else muster.weapons
        armor = muster.creature.armor if muster.armor is None else muster.armor
        gear = (_ids(weapon.id for weapon in weapons) or NOTHING, _ids(piece.id for piece in armor) or NOTHING)
        for name, (x, y) in zip(muster.names, muster.at, strict=True):
            rows.append((sides[muster.side], name, muster.creature.id, f"{x}, {y}", *gear))
    return [scenario.name, scenario.about, "", *columns(about), "", *columns(rows)]


def _size(creature: Creature) -> Iterator[str]:
    if creature.weight_lb is not None:
        yield f"weight {creature.weight_lb:g} lb"
    if creature.body_scale is not None:
        yield f"body scale {creature.body_scale / 1000:g}"
    yield f"reach {creature.body_reach_ft} ft"
    yield f"move {creature.move_ft} ft a round"


def _body(creature: Creature) -> list[str]:
    anatomy = creature.anatomy
    of_part = ("zone", "numbers", "part", "weight", "roles")
    of_location = ("location", "weight", "shock", "bleeding", "comes off", "mishap")
    aspects = [aspect.name.lower() for aspect in Aspect]
    rows: list[tuple[str, ...]] = [(*of_part, *of_location, *aspects, "rigid")]
    first = 1
    for zone_index, zone in enumerate(anatomy.zones):
        last = first + zone.weight - 1
        span = NOTHING if not zone.weight else str(first) if zone.weight == 1 else f"{first}–{last}"
        first = last + 1
        zone_cells = (zone.id, span)
        for part_index, part in enumerate(anatomy.parts):
            if part.zone != zone_index:
                continue
            grips = ["grips"] if part.holds else []
            part_cells = (part.id, str(part.weight), _ids([*sorted(part.roles), *grips]) or NOTHING)
            for location in anatomy.locations:
                if location.part == part_index:
                    rows.append(zone_cells + part_cells + _location(location, creature))
                    zone_cells, part_cells = ("", ""), ("", "", "")
    return columns(rows)


def _location(location: Location, creature: Creature) -> tuple[str, ...]:
    mishaps = [name for name, so in (("fumble", location.fumble), ("stumble", location.stumble)) if so]
    rigid = location.rigid or any(location.id in piece.rigid for piece in creature.armor)
    return (
        location.id,
        str(location.weight),
        str(location.shock),
        _tier(location.bleeding),
        _tier(location.amputability),
        _ids(mishaps) or NOTHING,
        *(_protection(location, creature, aspect) for aspect in Aspect),
        "yes" if rigid else NOTHING,
    )


def _protection(location: Location, creature: Creature, aspect: Aspect) -> str:
    """Natural protection, and what is worn over it: `3`, `0+8`."""
    worn = sum(piece.protection[aspect] for piece in creature.armor if location.id in piece.flexible | piece.rigid)
    return f"{location.protection[aspect]}{signed(worn) if worn else ''}"


def _tier(tier: Tier) -> str:
    return tier.name.lower()


def _modes(modes: Sequence[Mode]) -> list[str]:
    if not modes:
        return ["no way to strike"]
    rows = [("mode", "impact", "spread", "attack", "block", "counterstrike", "length", "limbs", "traits")]
    for mode in modes:
        rows.append(
            (
                mode.id,
                _impact(mode),
                f"d{mode.spread}" if mode.spread else NOTHING,
                _attack(mode),
                signed(mode.block_mod) if mode.block else NOTHING,
                signed(mode.counterstrike_mod) if mode.counterstrike else NOTHING,
                f"{mode.length_ft} ft",
                str(mode.min_parts),
                _ids(_mode_traits(mode)) or NOTHING,
            )
        )
    return columns(rows)


def _attack(mode: Mode) -> str:
    """Its modifier, or for a creature's own technique the mastery level it attacks at: `+5`, `ML 70`, `ML 70 +5`."""
    if not mode.attack:
        return NOTHING
    if mode.mastery is None:
        return signed(mode.attack_mod)
    return f"ML {mode.mastery}" + (f" {signed(mode.attack_mod)}" if mode.attack_mod else "")


def _impact(mode: Mode) -> str:
    if mode.aspect is None:
        return NOTHING
    dice = f"{mode.dice}d{mode.sides}" if mode.dice else ""
    plus = signed(mode.impact_mod) if mode.impact_mod or not mode.dice else ""
    return f"{dice}{plus} {mode.aspect.name.lower()}"


def _mode_traits(mode: Mode) -> Iterator[str]:
    if mode.kind is ModeKind.MISSILE:
        yield "missile"
    yield from sorted(mode.roles)
    yield from (name for name in TRAITS if getattr(mode, name))
    yield from (f"{name} {value}" for name in FIGURES if (value := getattr(mode, name)))
    if mode.projectile:
        yield f"shoots {mode.projectile}"


def _numbers(pairs: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {number}" for name, number in pairs)


def _ids(names: Iterable[str]) -> str:
    return ", ".join(names)
