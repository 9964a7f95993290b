"""From entries to definitions: each kind after those it refers to, every fault noted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from fleshwound.components.definitions import Anatomy, ArmorPiece, Creature, Mode, Projectile, Weapon
from fleshwound.components.scenarios import Scenario
from fleshwound.game.content import bodies, creatures, scenarios, strikes
from fleshwound.game.content.entries import (
    AnatomyEntry,
    ArmorEntry,
    CreatureEntry,
    ProjectileEntry,
    ScenarioEntry,
    TechniqueEntry,
    WeaponEntry,
)
from fleshwound.game.content.fault import Fault, Faults, Faulty, shown
from fleshwound.game.content.fields import ID_PATTERN
from fleshwound.game.content.files import UNREAD, Entry
from fleshwound.game.content.strict import structured

T = TypeVar("T")


class Building:
    """Every definition that could be built of `entries`, by kind and id; of the rest the faults are in `faults`."""

    def __init__(self, entries: Mapping[str, Mapping[str, Entry]], faults: Faults) -> None:
        self._entries, self._faults = entries, faults
        self._bodies: dict[tuple[object, ...], Anatomy] = {}
        self._derived: dict[str, creatures.Derived] = {}
        self._of_creatures: dict[str, list[Fault]] = {}
        self.anatomies = self._build_anatomies()
        self.projectiles: dict[str, Projectile] = {
            id: strikes.projectile(id, made) for id, made in self._structured("projectiles", ProjectileEntry).items()
        }
        beings = self._creature_entries()
        self.armor = self._build_armor(beings)
        self.weapons = self._build_weapons()
        self.techniques = self._build_techniques()
        self.creatures = self._build_creatures(beings)
        self.scenarios = self._build_scenarios()
        self._mode_ids_used_once()

    def _add(self, entry: Entry, faults: list[Fault]) -> None:
        for fault in faults:
            self._faults.add(entry.file, fault.below(entry.path) if entry.path else fault)

    def _structured(self, kind: str, into: type[T]) -> dict[str, T]:
        made: dict[str, T] = {}
        for id, entry in self._entries[kind].items():
            if entry.table is UNREAD:
                continue
            try:
                made[id] = structured(entry.table, into)
            except Faulty as wrong:
                self._add(entry, list(wrong.faults))
        return made

    def _build_anatomies(self) -> dict[str, Anatomy]:
        made: dict[str, Anatomy] = {}
        for id, structure in self._structured("anatomies", AnatomyEntry).items():
            body, faults = bodies.anatomy(id, structure)
            self._add(self._entries["anatomies"][id], faults)
            if body is not None:
                made[id] = body
        return made

    def _creature_entries(self) -> dict[str, CreatureEntry]:
        made: dict[str, CreatureEntry] = {}
        for id, entry in self._entries["creatures"].items():
            if entry.table is UNREAD:
                continue
            self._derived[id], fault = creatures.derived(entry, self._entries["creatures"])
            if fault is not None:
                self._add(entry, [fault])
            found = self._of_creatures.setdefault(id, [])
            try:
                being = structured(self._derived[id].table, CreatureEntry)
            except Faulty as wrong:
                found += wrong.faults
                continue
            found += creatures.body_faults(being, self._entries["anatomies"])
            if not found and fault is None:
                made[id] = being
        return made

    def _build_armor(self, beings: Mapping[str, CreatureEntry]) -> dict[str, ArmorPiece]:
        places = {place.id: None for body in self.anatomies.values() for place in body.locations}
        places |= {place.id: None for being in beings.values() for place in being.locations or ()}
        # A body that couldn't be built would make a fault of each piece that covers it.
        bodiless = len(self.anatomies) < len(self._entries["anatomies"]) or len(beings) < len(
            self._entries["creatures"]
        )
        made: dict[str, ArmorPiece] = {}
        for id, piece in self._structured("armor", ArmorEntry).items():
            faults: list[Fault] = []
            made[id] = strikes.armor_piece(id, piece, None if bodiless else places, faults)
            self._add(self._entries["armor"][id], faults)
        return made

    def _build_weapons(self) -> dict[str, Weapon]:
        tables = [entry.table for entry in self._entries["projectiles"].values()]
        kinds = {kind: None for table in tables if isinstance(kind := table.get("kind"), str)}
        made: dict[str, Weapon] = {}
        for id, weapon in self._structured("weapons", WeaponEntry).items():
            faults: list[Fault] = []
            made[id] = strikes.weapon(id, weapon, kinds, faults)
            self._add(self._entries["weapons"][id], faults)
        return made

    def _build_techniques(self) -> dict[str, Mode]:
        made: dict[str, Mode] = {}
        for owner, entry in self._entries["techniques"].items():
            for id, table in entry.table.items():
                if not re.fullmatch(ID_PATTERN, id):
                    self._add(entry, [Fault("", "keys such as punch", shown(id))])
                    continue
                try:
                    technique = structured(table, TechniqueEntry)
                except Faulty as wrong:
                    self._add(entry, [fault.below(id) for fault in wrong.faults])
                    continue
                if technique.length_ft is None:
                    self._add(entry, [Fault(f"{id}.length_ft", "0..100", "nothing")])
                mode = strikes.technique(owner, id, technique, strength=True)
                made[mode.id] = mode
        return made

    def _build_creatures(self, beings: Mapping[str, CreatureEntry]) -> dict[str, Creature]:
        made: dict[str, Creature] = {}
        for id, being in beings.items():
            body = self.anatomies.get(being.anatomy or "")
            if (structure := creatures.own_body(being)) is not None:
                body, faults = bodies.anatomy(id, structure)
                self._of_creatures[id] += faults
            if body is not None:
                made[id], faults = creatures.creature(
                    id, being, body, self.weapons, self.armor, self._entries, self._bodies
                )
                self._of_creatures[id] += faults
        for id, faults in self._of_creatures.items():
            joined = self._derived[id]
            inherited = self._of_creatures.get(joined.like or "", ())
            self._add(self._entries["creatures"][id], list(creatures.own_faults(joined, id, faults, inherited)))
        return made

    def _build_scenarios(self) -> dict[str, Scenario]:
        made: dict[str, Scenario] = {}
        for id, fight in self._structured("scenarios", ScenarioEntry).items():
            made[id], faults = scenarios.scenario(id, fight, self.creatures, self.weapons, self.armor, self._entries)
            self._add(self._entries["scenarios"][id], faults)
        return made

    def _mode_ids_used_once(self) -> None:
        """A mode's id begins with its owner's, so owners of one name may clash."""
        owners = {mode.id: "weapons" for weapon in self.weapons.values() for mode in weapon.modes}
        for mode in self.techniques.values():
            self._mode_id_used_once(self._entries["techniques"][mode.id.split("/")[0]], mode, "techniques", owners)
        for being in self.creatures.values():
            for mode in being.techniques:
                self._mode_id_used_once(self._entries["creatures"][being.id], mode, "creatures", owners)

    def _mode_id_used_once(self, entry: Entry, mode: Mode, kind: str, owners: dict[str, str]) -> None:
        if mode.id in owners:
            own = mode.id.split("/")[1]
            path = f"techniques.{own}" if kind == "creatures" else own
            self._add(entry, [Fault(path, "a mode id used once", f"{mode.id!r}, in {owners[mode.id]} too")])
        owners[mode.id] = kind
