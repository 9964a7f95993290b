"""Sections of the ruleset `cities`: from entries to definitions, and what must hold within one (cities A8, A9, A11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Final

from fleshwound.components.cities import (
    Blast,
    CitiesArmor,
    CitiesMod,
    CitiesMode,
    CitiesProfile,
    CitiesShield,
    CitiesWeapon,
)
from fleshwound.components.definitions import Weapon
from fleshwound.game.content.cities_entries import (
    CitiesArmorEntry,
    CitiesModeEntry,
    CitiesModEntry,
    CitiesProfileEntry,
    CitiesWeaponEntry,
)
from fleshwound.game.content.entries import WeaponEntry
from fleshwound.game.content.fault import Fault, plain, shown, unknown
from fleshwound.game.content.unfit import fit, tried

RANGED_ONLY: Final = (
    "range_min_m", "thrown", "burst", "suppress", "firearm", "against_people", "blast",
)  # fmt: skip
"""What only a mode that has a range may say."""


def profile_faults(entry: CitiesProfileEntry) -> Iterator[Fault]:
    """Find what doesn't hold within the section of a creature; paths from the section on."""
    for name, attack in (fit(entry, "attacks") or {}).items():
        yield from (fault.below(f"attacks.{name}") for fault in _mode_faults(attack))
    yield from tried(_of_machines, entry)


def weapon_faults(entry: CitiesWeaponEntry) -> Iterator[Fault]:
    """Find what doesn't hold within the section of a weapon; paths from the section on."""
    for name, mode in (fit(entry, "modes") or {}).items():
        yield from (fault.below(f"modes.{name}") for fault in _mode_faults(mode))
    yield from tried(_built_on_another, entry)
    yield from tried(_strikes_or_shields, entry)
    yield from tried(_fed, entry)


def armor_faults(entry: CitiesArmorEntry) -> Iterator[Fault]:
    """Find what doesn't hold within the section of a piece of armour; paths from the section on."""
    for one, other in (("ranged", "melee"), ("melee", "ranged")):
        if getattr(entry, one) is None and getattr(entry, other) is not None:
            yield Fault(one, f"0..40, as there is {other}", "nothing")


def _of_machines(entry: CitiesProfileEntry) -> Iterator[Fault]:
    if not entry.machine:
        for name, idle in (("machine_armor", 0), ("machine_immune", False), ("machine_enc", None)):
            if getattr(entry, name) != idle:
                yield Fault(name, "nothing for what is no machine", shown(getattr(entry, name)))


def _strikes_or_shields(entry: CitiesWeaponEntry) -> Iterator[Fault]:
    if not entry.modes and entry.shield is None and entry.of is None:
        yield Fault("modes", "at least one mode, or a shield", "none")


def _built_on_another(entry: CitiesWeaponEntry) -> Iterator[Fault]:
    if entry.of is None and entry.mods:
        yield Fault("of", "the id of a weapon that the mods are built into", "nothing")
    for name in ("modes", "magazine", "braced", "shield") if entry.of is not None else ():
        if getattr(entry, name):
            yield Fault(name, "nothing, as of gives it", "something")
    if len(set(entry.mods)) < len(entry.mods):
        yield Fault("mods", "each mod once", shown(list(entry.mods)))


def modded_faults(
    entry: WeaponEntry, weapons: Mapping[str, WeaponEntry], mods: Mapping[str, CitiesModEntry]
) -> Iterator[Fault]:
    """Find what doesn't hold between a weapon and what it is built of; paths from its section on."""
    section = entry.cities
    if section is None or section.of is None:
        return
    if section.of not in weapons:
        yield unknown("of", "a weapon", section.of, weapons)
    elif (base := fit(weapons[section.of], "cities")) is None or fit(base, "of") is not None:
        yield Fault("of", "a weapon with figures of its own for cities", shown(section.of))
    for index, id in enumerate(section.mods):
        if id not in mods:
            yield unknown(f"mods[{index}]", "a mod", id, mods)
        elif mods[id].burst_dice or mods[id].fights:
            yield Fault(f"mods[{index}]", "a mod that works for good", f"{shown(id)}, which is spent")


def _fed(entry: CitiesWeaponEntry) -> Iterator[Fault]:
    for name, mode in entry.modes.items():
        for needs in ("burst", "suppress"):
            if not entry.magazine and getattr(mode, needs):
                yield Fault("magazine", f"1 or more, as modes.{name} has {needs}", str(entry.magazine))
    if entry.braced and not any(mode.suppress for mode in entry.modes.values()):
        yield Fault("braced", "nothing where no mode has suppress", "true")


def _mode_faults(entry: CitiesModeEntry) -> Iterator[Fault]:
    yield from tried(_uses_attributes, entry)
    yield from tried(_in_range, entry)
    for name in RANGED_ONLY:
        yield from tried(_ranged_alone, entry, name)
    yield from tried(_shock_in_melee, entry)
    yield from tried(_lethal_or_not, entry)


def _uses_attributes(entry: CitiesModeEntry) -> Iterator[Fault]:
    if not 1 <= len(entry.attributes) <= 2:
        yield Fault("attributes", "one or two attributes", str(len(entry.attributes)))


def _in_range(entry: CitiesModeEntry) -> Iterator[Fault]:
    if entry.range_m is not None and not entry.range_min_m <= entry.range_m[0] <= entry.range_m[1]:
        yield Fault("range_m", "normal and greatest range, not below the least nor the other way", shown(entry.range_m))


def _ranged_alone(entry: CitiesModeEntry, name: str) -> Iterator[Fault]:
    given = getattr(entry, name)
    if entry.range_m is None and given not in (0, False, None):
        yield Fault(name, "nothing for a mode without range_m", shown(given) if name != "blast" else "a table")


def _shock_in_melee(entry: CitiesModeEntry) -> Iterator[Fault]:
    if entry.range_m is not None and entry.shock is not None:
        yield Fault("shock", "nothing for a mode with range_m", "Shock")


def _lethal_or_not(entry: CitiesModeEntry) -> Iterator[Fault]:
    if entry.only_non_lethal and entry.trauma is not None:
        yield Fault("trauma", "nothing for a mode that never kills", "a Trauma Die")


def profile(owner: str, entry: CitiesProfileEntry) -> CitiesProfile:
    """Build the section of the creature `owner` that has no faults."""
    whole = {name: getattr(entry, name) for name in _PROFILE}
    attacks = tuple(_mode(owner, name, mode, body=True) for name, mode in entry.attacks.items())
    return CitiesProfile(attacks=attacks, **whole)


def weapon(owner: str, entry: CitiesWeaponEntry) -> CitiesWeapon:
    """Build the section of the weapon `owner` that has no faults."""
    shield = entry.shield
    return CitiesWeapon(
        modes=tuple(_mode(owner, name, mode, body=mode.wields_body) for name, mode in entry.modes.items()),
        magazine=entry.magazine,
        braced=entry.braced,
        shield=None if shield is None else CitiesShield(shield.ranged, shield.melee, shield.first_shock),
        armed=entry.armed,
        enc=entry.enc,
        cost=entry.cost,
    )


def mod(id: str, entry: CitiesModEntry) -> CitiesMod:
    """Build a mod that has no faults."""
    given = {name: getattr(entry, name) for name in CitiesModEntry.__dataclass_fields__ if name != "name"}
    return CitiesMod(id=id, name=entry.name or plain(id), **given)


MODS_MOST: Final = 3
"""What all mods of a weapon together add to the attack, and to the damage (cities A9)."""


def modded(
    made: Weapon, entry: CitiesWeaponEntry | None, weapons: Mapping[str, Weapon], mods: Mapping[str, CitiesMod]
) -> Weapon:
    """Put into a weapon that is built on another the modes of that one, changed by its mods; else give it back."""
    if entry is None or entry.of is None:
        return made
    base = weapons[entry.of].cities
    if base is None:
        return made
    built = [mods[id] for id in entry.mods]
    section = replace(
        base,
        modes=tuple(_changed(made.id, mode, built) for mode in base.modes),
        magazine=base.magazine * prod(one.magazine_times for one in built),
        enc=entry.enc,
        cost=entry.cost,
    )
    return replace(made, cities=section)


def _changed(owner: str, mode: CitiesMode, mods: Sequence[CitiesMod]) -> CitiesMode:
    shock, more = mode.shock, sum(one.shock for one in mods)
    halves = 2 if any(one.half_range for one in mods) else 1
    gentle = any(one.non_lethal for one in mods)
    return replace(
        mode,
        id=f"{owner}/{mode.id.partition('/')[2]}",
        attack=mode.attack + min(MODS_MOST, sum(one.attack for one in mods)),
        plus=mode.plus + min(MODS_MOST, sum(one.damage for one in mods)),
        shock=None if shock is None else replace(shock, points=max(1, shock.points + more)),
        trauma=None if gentle else mode.trauma,
        range_m=mode.range_m // halves,
        range_max_m=mode.range_max_m // halves,
        only_non_lethal=mode.only_non_lethal or gentle,
        wrecks_machines=mode.wrecks_machines or any(one.wrecks_machines for one in mods),
    )


def armor(entry: CitiesArmorEntry) -> CitiesArmor:
    """Build the section of a piece of armour that has no faults."""
    return CitiesArmor(**{name: getattr(entry, name) for name in CitiesArmorEntry.__dataclass_fields__})


def _mode(owner: str, name: str, entry: CitiesModeEntry, *, body: bool) -> CitiesMode:
    damage, blast = entry.damage, entry.blast
    normal, greatest = entry.range_m or (0, 0)
    return CitiesMode(
        id=f"{owner}/{name}",
        name=entry.name or plain(name),
        dice=damage.dice if damage else 0,
        sides=damage.sides if damage else 0,
        plus=damage.plus if damage else 0,
        shock=entry.shock.rating if entry.shock else None,
        trauma=entry.trauma.die if entry.trauma else None,
        ranged=entry.range_m is not None,
        range_m=normal,
        range_max_m=greatest,
        wields_body=body,
        blast=Blast(blast.radius_m, blast.save, blast.half, blast.spares_above, blast.dazes) if blast else None,
        **{field: getattr(entry, field) for field in _MODE},
    )


_MODE: Final = (
    "skill", "attributes", "attack", "range_min_m", "thrown", "two_handed", "burst", "suppress", "non_lethal",
    "only_non_lethal", "unarmed", "firearm", "wrecks_machines", "against_people",
)  # fmt: skip
_PROFILE: Final = tuple(name for name in CitiesProfileEntry.__dataclass_fields__ if name != "attacks")
