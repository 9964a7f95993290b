"""All content as definitions, by kind and id: ours, with a host's or modder's folders over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from fleshwound.components.cities import CitiesMod
from fleshwound.components.definitions import Anatomy, ArmorPiece, Creature, Mode, Projectile, Weapon
from fleshwound.components.errors import BadValue, ContentFault, UnknownName
from fleshwound.components.scenarios import Scenario
from fleshwound.game.content.building import Building
from fleshwound.game.content.checking import Checking
from fleshwound.game.content.fault import Faults, Faulty, nearest
from fleshwound.game.content.files import Found, read_folder, read_table
from fleshwound.game.content.strict import structured

T = TypeVar("T")
Thing = TypeVar("Thing", Creature, Weapon, ArmorPiece)


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """Every definition, by kind and id, in the order of files."""

    anatomies: Mapping[str, Anatomy]
    creatures: Mapping[str, Creature]
    weapons: Mapping[str, Weapon]
    armor: Mapping[str, ArmorPiece]
    projectiles: Mapping[str, Projectile]
    techniques: Mapping[str, Mode]
    """Techniques that several creatures share, by mode id: `human/punch`."""
    scenarios: Mapping[str, Scenario]
    mods: Mapping[str, CitiesMod]
    """What can be built into weapons under the rules `cities`."""
    folders: tuple[Traversable, ...]
    """Where it was read from, ours first."""
    _tables: dict[tuple[str, type[Any]], Any] = field(default_factory=dict, repr=False)

    def anatomy(self, id: str) -> Anatomy:
        """Find an anatomy.

        Raises:
            UnknownName: there is none of this id; it names the nearest.
        """
        return _found("anatomy", id, self.anatomies)

    def creature(self, id: str) -> Creature:
        """Find a creature.

        Raises:
            UnknownName: there is none of this id; it names the nearest.
        """
        return _found("creature", id, self.creatures)

    def weapon(self, id: str) -> Weapon:
        """Find a weapon or shield.

        Raises:
            UnknownName: there is none of this id; it names the nearest.
        """
        return _found("weapon", id, self.weapons)

    def armor_piece(self, id: str) -> ArmorPiece:
        """Find a piece of armour.

        Raises:
            UnknownName: there is none of this id; it names the nearest.
        """
        return _found("piece of armour", id, self.armor)

    def projectile(self, id: str) -> Projectile:
        """Find a projectile.

        Raises:
            UnknownName: there is none of this id; it names the nearest.
        """
        return _found("projectile", id, self.projectiles)

    def technique(self, id: str) -> Mode:
        """Find a shared technique by its mode id.

        Raises:
            UnknownName: there is none of this id; it names the nearest.
        """
        return _found("technique", id, self.techniques)

    def scenario(self, id: str) -> Scenario:
        """Find a scenario.

        Raises:
            UnknownName: there is none of this id; it names the nearest.
        """
        return _found("scenario", id, self.scenarios)

    def having(self, *definitions: Anatomy | Creature | Weapon | ArmorPiece) -> Content:
        """Make a content that has these definitions as well, each under its id, with all that they refer to.

        What a host makes itself is saved by id like the rest, so that loading needs a content which has it too.
        """
        more: dict[type[Any], dict[str, Any]] = {Anatomy: {}, Creature: {}, Weapon: {}, ArmorPiece: {}}
        for of in definitions:
            more[type(of)][of.id] = of
            if isinstance(of, Creature):
                more[Anatomy][of.anatomy.id] = of.anatomy
                more[Weapon].update((weapon.id, weapon) for weapon in of.weapons)
                more[ArmorPiece].update((piece.id, piece) for piece in of.armor)
        return replace(
            self,
            anatomies=MappingProxyType({**self.anatomies, **more[Anatomy]}),
            creatures=MappingProxyType({**self.creatures, **more[Creature]}),
            weapons=MappingProxyType({**self.weapons, **more[Weapon]}),
            armor=MappingProxyType({**self.armor, **more[ArmorPiece]}),
        )

    def under(self, rules: str) -> Content:
        """Make a content that has only what a ruleset can use; of scenarios those of which it can use everything."""
        creatures, weapons, armor = (
            _usable(self.creatures, rules),
            _usable(self.weapons, rules),
            _usable(self.armor, rules),
        )
        fights = {id: fight for id, fight in self.scenarios.items() if _fought(fight, creatures, weapons, armor)}
        return replace(self, creatures=creatures, weapons=weapons, armor=armor, scenarios=MappingProxyType(fights))

    def tables(self, ruleset: str, into: type[T]) -> T:
        """Structure the constants of a ruleset, `rulesets/<ruleset>.toml`, into a frozen dataclass; read once.

        Of several folders that have the file the last one counts, whole.

        Raises:
            UnknownName: no folder has such a file.
            ContentFault: the file does not fit, with every fault.
        """
        if (ruleset, into) not in self._tables:
            self._tables[ruleset, into] = _tables(self.folders, ruleset, into)
        tables: T = self._tables[ruleset, into]
        return tables


@cache
def shipped() -> Content:
    """Load our own content, once."""
    return load()


def load(*folders: str | Path) -> Content:
    """Load our content with each of `folders` over it: an entry of the same id replaces ours whole.

    Raises:
        BadValue: a folder that is given as something else than text or a path.
        ContentFault: with every fault of every file, each as `file: path: expected …, got …`.
    """
    paths = _paths(folders)
    own, own_found, own_faults = _own_entries()
    faults = Faults({file: list(found) for file, found in own_faults.by_file.items()})
    entries = {kind: dict(found) for kind, found in own_found.entries.items()}
    loose = list(own_found.loose)
    for folder in paths:
        read = read_folder(folder, False, faults)
        loose += read.loose
        for kind, found in read.entries.items():
            for id, entry in found.items():
                before = entries[kind].get(id)
                entries[kind][id] = entry if before is None else replace(entry, over=before)
    checked = Checking(entries, loose, sorted(_rulesets((own, *paths))), faults)
    faults.end()
    built = Building(checked)
    return Content(
        anatomies=MappingProxyType(built.anatomies),
        creatures=MappingProxyType(built.creatures),
        weapons=MappingProxyType(built.weapons),
        armor=MappingProxyType(built.armor),
        projectiles=MappingProxyType(built.projectiles),
        techniques=MappingProxyType(built.techniques),
        scenarios=MappingProxyType(built.scenarios),
        mods=MappingProxyType(built.mods),
        folders=(own, *paths),
    )


def tables_alone(*folders: str | Path) -> Content:
    """Give content without any definition, for the tables of rulesets alone; they are read when asked for."""
    nothing: Mapping[str, Any] = MappingProxyType({})
    own, _, _ = _own_entries()
    return Content(nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing, (own, *_paths(folders)))


def _paths(folders: Sequence[str | Path]) -> tuple[Path, ...]:
    for folder in folders:
        if not isinstance(folder, (str, Path)):
            raise BadValue(f"the content folder is {folder!r}; expected its path, as text or a Path")
    return tuple(Path(folder) for folder in folders)


@cache
def _own_entries() -> tuple[Traversable, Found, Faults]:
    folder, faults = files("fleshwound.assets"), Faults()
    return folder, read_folder(folder, True, faults), faults


def faults(*folders: str | Path) -> tuple[str, ...]:
    """List every fault that loading `folders` over our content meets; empty where it loads."""
    try:
        load(*folders)
    except ContentFault as wrong:
        return wrong.faults
    return ()


def _found(kind: str, id: str, known: Mapping[str, T]) -> T:
    if not isinstance(id, str):
        raise BadValue(f"the id of the {kind} is {id!r}; expected a word")
    try:
        return known[id]
    except KeyError:
        raise UnknownName(kind, id, nearest(id, known), sorted(known)) from None


def _usable(things: Mapping[str, Thing], rules: str) -> Mapping[str, Thing]:
    return MappingProxyType({id: thing for id, thing in things.items() if thing.rules is None or rules in thing.rules})


def _fought(
    fight: Scenario, creatures: Mapping[str, Creature], weapons: Mapping[str, Weapon], armor: Mapping[str, ArmorPiece]
) -> bool:
    """Tell whether everybody of a scenario is among `creatures`, with all its gear."""
    for line in fight.musters:
        being = line.creature
        held = being.weapons if line.weapons is None else line.weapons
        worn = being.armor if line.armor is None else line.armor
        if being.id not in creatures or any(one.id not in weapons for one in (*held, *being.belt)):
            return False
        if any(piece.id not in armor for piece in worn):
            return False
    return True


def _rulesets(folders: Sequence[Traversable]) -> dict[str, Traversable]:
    """Find the files of constants, by the name of their ruleset; the last folder that has one counts."""
    return {
        file.name.removesuffix(".toml"): file
        for folder in folders
        if (below := folder.joinpath("rulesets")).is_dir()
        for file in below.iterdir()
        if file.name.endswith(".toml")
    }


def _tables(folders: tuple[Traversable, ...], ruleset: str, into: type[T]) -> T:
    known = _rulesets(folders)
    file = _found("ruleset", ruleset, known)
    faults, label = Faults(), f"rulesets/{file.name}"
    table = read_table(file, label, faults)
    faults.end()
    try:
        return structured(table, into)
    except Faulty as wrong:
        for fault in wrong.faults:
            faults.add(label, fault)
        raise ContentFault(faults.lines()) from None
