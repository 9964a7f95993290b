"""Checking: every fault of every entry, each found whatever else is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from fleshwound.game.content import bodies, cities, creatures, home, scenarios, strikes
from fleshwound.game.content.cities_entries import CitiesModEntry
from fleshwound.game.content.entries import (
    AnatomyEntry,
    ArmorEntry,
    CreatureEntry,
    ProjectileEntry,
    ScenarioEntry,
    TechniqueEntry,
    WeaponEntry,
)
from fleshwound.game.content.fault import Fault, Faults, Faulty, plain, shown
from fleshwound.game.content.fields import ID_PATTERN
from fleshwound.game.content.files import UNREAD, Entry
from fleshwound.game.content.salvage import salvaged
from fleshwound.game.content.strict import structured
from fleshwound.game.content.unfit import fit, tried

T = TypeVar("T")


class Checking:
    """Structures `entries` and checks them; whatever is wrong goes into `faults`.

    Entries by kind and id are as far as they fit, and whole where there is no fault. A check needs only the values it
    looks at: a value that doesn't fit hides no fault but its own.
    """

    def __init__(
        self,
        entries: Mapping[str, Mapping[str, Entry]],
        loose: Sequence[Entry],
        rulesets: Collection[str],
        faults: Faults,
    ) -> None:
        self._entries, self._loose, self._faults = entries, loose, faults
        self._known: dict[str, Collection[str]] = {**entries, "rulesets": rulesets}
        self.anatomies = self._checked("anatomies", AnatomyEntry, bodies.anatomy_faults)
        self.projectiles = self._checked("projectiles", ProjectileEntry, lambda _: ())
        self._alone: dict[str, dict[str, tuple[str, ...]]] = {
            kind: {id: alone for id, entry in entries[kind].items() if (alone := home.said_by(entry.table, needed))}
            for kind, needed in (("weapons", home.WEAPON), ("armor", home.ARMOR))
        }
        self.creatures = self._creatures()
        self._alone["creatures"] = {
            id: alone for id, being in self.creatures.items() if (alone := home.rules_of(being, home.CREATURE))
        }
        places = dict.fromkeys(self._places())
        self.armor = self._checked("armor", ArmorEntry, lambda piece: strikes.armor_faults(piece, places))
        kinds = dict.fromkeys(self._projectile_kinds())
        self.mods = self._checked("mods", CitiesModEntry, lambda _: ())
        self.weapons = self._checked("weapons", WeaponEntry, lambda weapon: strikes.weapon_faults(weapon, kinds))
        for id, weapon in self.weapons.items():
            found = tried(cities.modded_faults, weapon, self.weapons, self.mods)
            self._add(entries["weapons"][id], [fault.below("cities") for fault in found])
        self.techniques = self._techniques()
        names = {id: fit(being, "name") or plain(id) for id, being in self.creatures.items()}
        grips = {
            id: creatures.grips(creatures.structure_of(being, self.anatomies)) for id, being in self.creatures.items()
        }
        self.scenarios = self._checked(
            "scenarios",
            ScenarioEntry,
            lambda fight: scenarios.scenario_faults(fight, self._known, names, grips, self._alone),
        )
        self._mode_ids_used_once()

    def _all(self, kind: str) -> Iterator[tuple[Entry, bool]]:
        """List the entries of a kind that could be read, and whether others may refer to them."""
        for entry in self._entries[kind].values():
            if entry.table is not UNREAD:
                yield entry, True
        for entry in self._loose:
            if entry.kind == kind and entry.table is not UNREAD:
                yield entry, False

    def _add(self, entry: Entry, faults: Iterable[Fault]) -> None:
        for fault in faults:
            self._faults.add(entry.file, fault.below(entry.path) if entry.path else fault)

    def _checked(self, kind: str, into: type[T], check: Callable[[T], Iterable[Fault]]) -> dict[str, T]:
        made: dict[str, T] = {}
        for entry, named in self._all(kind):
            fitting, faults = _fitting(entry.table, into)
            faults += _once(tried(check, fitting), faults)
            self._add(entry, faults)
            if named:
                made[entry.id] = fitting
        return made

    def _creatures(self) -> dict[str, CreatureEntry]:
        made: dict[str, CreatureEntry] = {}
        found: list[tuple[Entry, creatures.Derived, list[Fault]]] = []
        of_id: dict[str, list[Fault]] = {}
        for entry, named in self._all("creatures"):
            joined, broken = creatures.derived(entry, self._entries["creatures"])
            if broken is not None:
                self._add(entry, [broken])
            being, faults = _fitting(joined.table, CreatureEntry)
            faults += _once(tried(creatures.creature_faults, being, self.anatomies, self._known, self._alone), faults)
            found.append((entry, joined, faults))
            if named:
                made[entry.id], of_id[entry.id] = being, faults
        for entry, joined, faults in found:
            inherited = of_id.get(joined.like or "", ())
            self._add(entry, creatures.own_faults(joined, entry.id, faults, inherited))
        return made

    def _places(self) -> Iterator[str]:
        """List the locations of all bodies, so far as they are known; those that a faulty one replaces as well."""
        for structure in (*self.anatomies.values(), *self.creatures.values()):
            yield from bodies.ids_of(fit(structure, "locations") or ())
        for kind in ("anatomies", "creatures"):
            for entry in self._entries[kind].values():
                yield from entry.named
                if entry.over is not None and (entry.named or entry.file in self._faults.by_file):
                    yield from bodies.ids_of(fit(salvaged(entry.over.table, AnatomyEntry), "locations") or ())

    def _projectile_kinds(self) -> Iterator[str]:
        for entry in self._entries["projectiles"].values():
            yield from entry.named
            if isinstance(kind := entry.table.get("kind"), str):
                yield kind

    def _techniques(self) -> dict[str, dict[str, TechniqueEntry]]:
        made: dict[str, dict[str, TechniqueEntry]] = {}
        for entry, named in self._all("techniques"):
            of_owner: dict[str, TechniqueEntry] = {}
            for id, table in entry.table.items():
                if not re.fullmatch(ID_PATTERN, id):
                    self._add(entry, [Fault("", "keys such as punch", shown(id))])
                technique, faults = _fitting(table, TechniqueEntry)
                faults += _once(tried(strikes.technique_faults, technique), faults)
                self._add(entry, [fault.below(id) for fault in faults])
                of_owner[id] = technique
            if named:
                made[entry.id] = of_owner
        return made

    def _mode_ids_used_once(self) -> None:
        """A mode's id begins with its owner's, so owners of one name may clash."""
        owners = {
            f"{id}/{name}": "weapons" for id, weapon in self.weapons.items() for name in fit(weapon, "modes") or ()
        }
        for id, of_owner in self.techniques.items():
            self._ids_used_once(self._entries["techniques"][id], "", of_owner, owners)
        for id, being in self.creatures.items():
            self._ids_used_once(self._entries["creatures"][id], "techniques.", fit(being, "techniques") or (), owners)

    def _ids_used_once(self, entry: Entry, path: str, names: Iterable[str], owners: dict[str, str]) -> None:
        for name in names:
            mode = f"{entry.id}/{name}"
            if mode in owners:
                self._add(entry, [Fault(f"{path}{name}", "a mode id used once", f"{mode!r}, in {owners[mode]} too")])
            owners[mode] = entry.kind


def _fitting(table: object, into: type[T]) -> tuple[T, list[Fault]]:
    """Structure a table, as far as it fits, and list what doesn't."""
    try:
        return structured(table, into), []
    except Faulty as wrong:
        return salvaged(table, into), list(wrong.faults)


def _once(found: Iterable[Fault], said: Sequence[Fault]) -> list[Fault]:
    """Leave out what is said already of the same place: that nothing stands there."""
    places = {(fault.path, fault.got) for fault in said}
    return [fault for fault in found if (fault.path, fault.got) not in places]
