"""Sections: what a definition is under these rules, by its own section in content or by conversion (cities A11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fleshwound.components.cities import CitiesArmor, CitiesProfile, CitiesWeapon
from fleshwound.components.definitions import Anatomy, ArmorPiece, Creature, Weapon
from fleshwound.systems.cities.conversion import profile_of, weapon_of, worn_by
from fleshwound.systems.cities.tables import Tables


class Sections:
    """Gives the figures of these rules for any creature, weapon or armour; each worked out once."""

    def __init__(self, tables: Tables, models: Mapping[str, Weapon]) -> None:
        """Take the constants, and the weapons that others stand for by conversion, by id."""
        self._tables: Final = tables
        self._models: Final = models
        self._weapons: Final[dict[Weapon, CitiesWeapon]] = {}

    def profile(self, creature: Creature) -> CitiesProfile:
        """Give what a creature is.

        Raises:
            BadValue: it has no section, and lacks what one is reckoned from.
        """
        return profile_of(self._tables, creature)

    def weapon(self, weapon: Weapon) -> CitiesWeapon:
        """Give what a weapon is.

        Raises:
            BadValue: it has no section, and stands for nothing under these rules.
        """
        found = self._weapons.get(weapon)
        if found is None:
            found = self._weapons[weapon] = weapon_of(self._tables, self._models, weapon)
        return found

    def worn(self, pieces: tuple[ArmorPiece, ...], body: Anatomy) -> tuple[CitiesArmor, ...]:
        """Give what worn pieces are on a body."""
        return worn_by(self._tables, pieces, body) if pieces else ()
