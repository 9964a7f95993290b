"""Sections of the ruleset `cities`: from entries to definitions, and what must hold within one (cities A8, A9, A11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fleshwound.components.cities import Blast, CitiesArmor, CitiesMode, CitiesProfile, CitiesShield, CitiesWeapon
from fleshwound.game.content.cities_entries import (
    CitiesArmorEntry,
    CitiesModeEntry,
    CitiesProfileEntry,
    CitiesWeaponEntry,
)
from fleshwound.game.content.fault import Fault, plain, shown
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
    if not entry.modes and entry.shield is None:
        yield Fault("modes", "at least one mode, or a shield", "none")


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
