"""Building: from entries without faults to definitions, each kind after those it refers to."""

from __future__ import annotations

from fleshwound.components.cities import CitiesMod
from fleshwound.components.definitions import Anatomy, ArmorPiece, Creature, Mode, Projectile, Weapon
from fleshwound.components.scenarios import Scenario
from fleshwound.game.content import bodies, cities, creatures, scenarios, strikes
from fleshwound.game.content.checking import Checking
from fleshwound.game.content.entries import CreatureEntry


class Building:
    """Every definition, by kind and id, of entries in which no fault was found."""

    def __init__(self, of: Checking) -> None:
        self.anatomies: dict[str, Anatomy] = {id: bodies.anatomy(id, entry) for id, entry in of.anatomies.items()}
        self.projectiles: dict[str, Projectile] = {
            id: strikes.projectile(id, entry) for id, entry in of.projectiles.items()
        }
        self.armor: dict[str, ArmorPiece] = {id: strikes.armor_piece(id, entry) for id, entry in of.armor.items()}
        self.mods: dict[str, CitiesMod] = {id: cities.mod(id, entry) for id, entry in of.mods.items()}
        plain = {id: strikes.weapon(id, entry) for id, entry in of.weapons.items()}
        self.weapons: dict[str, Weapon] = {
            id: cities.modded(plain[id], entry.cities, plain, self.mods) for id, entry in of.weapons.items()
        }
        techniques = (
            strikes.technique(owner, id, entry, strength=True)
            for owner, entries in of.techniques.items()
            for id, entry in entries.items()
        )
        self.techniques: dict[str, Mode] = {mode.id: mode for mode in techniques}
        self._shared: dict[tuple[object, ...], Anatomy] = {}
        self.creatures: dict[str, Creature] = {id: self._creature(id, entry) for id, entry in of.creatures.items()}
        self.scenarios: dict[str, Scenario] = {
            id: scenarios.scenario(id, entry, self.creatures, self.weapons, self.armor)
            for id, entry in of.scenarios.items()
        }

    def _creature(self, id: str, entry: CreatureEntry) -> Creature:
        own = entry.anatomy is None
        body = bodies.anatomy(id, creatures.own_structure(entry)) if own else self.anatomies[entry.anatomy or ""]
        return creatures.creature(id, entry, body, self.weapons, self.armor, self._shared)
