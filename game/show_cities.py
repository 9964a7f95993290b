"""Definitions under the rules `cities` written out for people: what a creature attacks with, weapons, armour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from fleshwound.components.cities import CitiesArmor, CitiesMode, CitiesProfile, CitiesWeapon
from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.game.phrases import number, signed
from fleshwound.game.show import NOTHING, columns

HEADS: Final = ("mode", "skill", "by", "to hit", "damage", "Shock", "trauma", "range", "traits")
TRAITS: Final = (
    "two_handed", "thrown", "burst", "suppress", "non_lethal", "only_non_lethal", "unarmed", "wields_body", "firearm",
    "wrecks_machines",
)  # fmt: skip
LEGEND: Final = (
    ("Shock", "damage of a miss, and least damage of a hit, to whom it finds with at most this Melee AC"),
    ("trauma", "die that has to reach the target's Trauma Target, and what it multiplies the damage by"),
)


def show_creature(
    creature: Creature,
    profile: CitiesProfile,
    figures: Sequence[tuple[str, str]],
    weapons: Sequence[CitiesWeapon],
    unarmed: CitiesMode | None,
) -> list[str]:
    """Write out a creature as it is spawned: its figures, its gear, everything it can attack with.

    `figures` are what the ruleset makes of it, as (name, value); `weapons` what it carries; `unarmed` its bare hands.
    """
    about = [
        ("id", creature.id),
        ("body", creature.anatomy.id),
        ("given", "for these rules" if creature.cities is not None else "for others, and converted"),
        ("level", str(profile.level)),
        ("standing", profile.standing.value),
        *figures,
        ("to hit", f"melee {_listed(profile.melee_attack)}, ranged {_listed(profile.ranged_attack)}"),
        ("move", f"{profile.move_m} m"),
        ("machine", ", ".join(_machine(profile))),
        ("edges", ", ".join(f"{name} {level}" for name, level in profile.traits.items())),
        ("holds", ", ".join(weapon.id for weapon in creature.weapons)),
        ("belt", ", ".join(weapon.id for weapon in creature.belt)),
        ("wears", ", ".join(piece.id for piece in creature.armor)),
    ]
    own = [*profile.attacks, *(mode for weapon in weapons for mode in weapon.modes), *([unarmed] if unarmed else [])]
    rows = [(name, value or NOTHING) for name, value in about if value or name != "machine"]
    return [creature.name, "", *columns(rows), "", *_modes(own)]


def show_weapon(weapon: Weapon, section: CitiesWeapon) -> list[str]:
    """Write out a weapon or shield with all its modes."""
    shield = section.shield
    about = [
        ("id", weapon.id),
        ("kind", f"{weapon.category}, {weapon.kind}"),
        ("given", "for these rules" if weapon.cities is not None else "for others, and converted"),
        ("encumbrance", str(section.enc)),
        ("cost", f"{section.cost:,}"),
        ("magazine", f"{section.magazine} rounds" if section.magazine else NOTHING),
    ]
    if shield is not None:
        first = ", ignores the first Shock of a round" if shield.first_shock else ""
        about.append(("shield", f"ranged AC {signed(shield.ranged)}, melee AC {signed(shield.melee)}{first}"))
    return [weapon.name, "", *columns(about), "", *_modes(section.modes)]


def show_armor(piece: ArmorPiece, section: CitiesArmor) -> list[str]:
    """Write out a piece of armour: what it gives whoever wears it."""
    base = f"ranged {section.ranged}, melee {section.melee}" if section.ranged is not None else ""
    bonus = f"ranged {signed(section.ranged_bonus)}, melee {signed(section.melee_bonus)}"
    about = [
        ("id", piece.id),
        ("material", piece.material),
        ("given", "for these rules" if piece.cities is not None else "for others, and converted, as if worn alone"),
        ("base AC", base or "none: it adds to what is worn"),
        ("added to AC", bonus if section.ranged_bonus or section.melee_bonus else NOTHING),
        ("soak", str(section.soak)),
        ("trauma target", signed(section.trauma_target)),
        ("encumbrance", number(section.enc)),
        ("cost", f"{section.cost:,}"),
        ("traits", ", ".join(_worn(section)) or NOTHING),
    ]
    return [piece.name, "", *columns(about)]


def _listed(bonus: int | None) -> str:
    return "by level, skill and attribute" if bonus is None else signed(bonus)


def _machine(profile: CitiesProfile) -> Iterator[str]:
    if profile.machine:
        yield "feels nothing"
        if profile.machine_armor:
            yield f"{profile.machine_armor} off every hit"
        if profile.machine_immune:
            yield "hurt only by what wrecks machines"
        if profile.machine_enc is not None:
            yield f"encumbrance {profile.machine_enc}"


def _worn(section: CitiesArmor) -> Iterator[str]:
    yield "obvious" if section.obvious else "subtle"
    if section.heavy:
        yield "heavy"
    if section.lightens:
        yield "what else is worn isn't heavy"
    if section.cushions:
        yield "absorption pads"
    if section.needs_cushion:
        yield "soaks only with absorption pads"
    if section.sneak:
        yield f"Sneak and Exert {signed(section.sneak)}"
    if section.first_shock:
        yield "ignores the first Shock of a round"
    if section.stabilises:
        yield "tries once to stabilise its wearer"


def _modes(modes: Iterable[CitiesMode]) -> list[str]:
    rows = [_row(mode) for mode in modes]
    return [*columns([HEADS, *rows]), "", *columns(LEGEND)] if rows else ["no way to attack"]


def _row(mode: CitiesMode) -> tuple[str, ...]:
    shock, trauma = mode.shock, mode.trauma
    plus = f"{trauma.plus:+d}" if trauma is not None and trauma.plus else ""
    return (
        mode.id,
        mode.skill,
        " or ".join(mode.attributes),
        signed(mode.attack),
        _damage(mode) or NOTHING,
        NOTHING if shock is None else f"{shock.points}/{NOTHING if shock.ac is None else shock.ac}",
        NOTHING if trauma is None else f"1d{trauma.sides}{plus} ×{trauma.rating}",
        _range(mode),
        ", ".join(_traits(mode)) or NOTHING,
    )


def _damage(mode: CitiesMode) -> str:
    if not mode.dice:
        return str(mode.plus) if mode.plus else ""
    return f"{mode.dice}d{mode.sides}" + (signed(mode.plus) if mode.plus else "")


def _range(mode: CitiesMode) -> str:
    if not mode.ranged:
        return "beside"
    least = f", not below {mode.range_min_m}" if mode.range_min_m else ""
    return f"{mode.range_m}/{mode.range_max_m} m{least}"


def _traits(mode: CitiesMode) -> Iterator[str]:
    yield from (name.replace("_", " ") for name in TRAITS if getattr(mode, name))
    if mode.against_people:
        yield f"{signed(mode.against_people)} against people"
    if mode.blast is not None:
        blast = mode.blast
        yield f"bursts over {blast.radius_m} m, {blast.save.value} save"
        if blast.half and mode.dice:
            yield "half of it if saved"
        if blast.spares_above is not None:
            yield f"1 less for each Melee AC above {blast.spares_above}"
        if blast.dazes:
            yield "dazes"
