"""Scenarios: from entries to definitions, and what must hold of sides and places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.components.scenarios import Muster, Scenario, SideStyle
from fleshwound.game.content.creatures import armor_of, weapons_of
from fleshwound.game.content.entries import ScenarioEntry
from fleshwound.game.content.fault import Fault, plain, shown, unknown


def scenario(
    id: str,
    entry: ScenarioEntry,
    creatures: Mapping[str, Creature],
    weapons: Mapping[str, Weapon],
    armor: Mapping[str, ArmorPiece],
    known: Mapping[str, Collection[str]],
) -> tuple[Scenario, list[Fault]]:
    """Build a scenario; `known` has every id by kind, also of entries that have faults of their own."""
    faults = [*_side_faults(entry), *_place_faults(entry)]
    musters: list[Muster] = []
    names = _names(entry, creatures)
    faults += _name_faults(entry, names)
    for index, line in enumerate(entry.musters):
        path = f"musters[{index}]"
        if line.creature not in known["creatures"]:
            faults.append(unknown(f"{path}.creature", "a creature", line.creature, known["creatures"]))
        creature = creatures.get(line.creature)
        if creature is None:
            continue
        held = worn = None
        if line.weapons is not None:
            held = weapons_of(f"{path}.weapons", line.weapons, weapons, known["weapons"], creature.anatomy, faults)
        if line.armor is not None:
            worn = armor_of(f"{path}.armor", line.armor, armor, known["armor"], faults)
        musters.append(Muster(creature, line.side, line.at, names[index], held, worn))
    width, height = entry.size
    sides = tuple(SideStyle(side.id, side.name) for side in entry.sides)
    blocked = frozenset(entry.blocked)
    made = Scenario(
        id, entry.name, entry.about, entry.rules, width, height, blocked, sides, tuple(musters), entry.rounds
    )
    return made, faults


def _side_faults(entry: ScenarioEntry) -> Iterator[Fault]:
    if len(entry.sides) < 2:
        yield Fault("sides", "at least 2 sides", str(len(entry.sides)))
    ids: dict[str, int] = {}
    for index, side in enumerate(entry.sides):
        if side.id in ids:
            yield Fault(f"sides[{index}].id", "an id used once", shown(side.id))
        ids.setdefault(side.id, index)
    for index, line in enumerate(entry.musters):
        if line.side not in ids:
            yield unknown(f"musters[{index}].side", "a side of this scenario", line.side, ids)
    mustered = {line.side for line in entry.musters if line.at}
    for id, index in ids.items():
        if id not in mustered:
            yield Fault(f"sides[{index}]", "at least one creature on each side", f"none on {shown(id)}")


def _place_faults(entry: ScenarioEntry) -> Iterator[Fault]:
    width, height = entry.size
    field = f"a cell within 0..{width - 1}, 0..{height - 1}"
    for index, (x, y) in enumerate(entry.blocked):
        if x >= width or y >= height:
            yield Fault(f"blocked[{index}]", field, f"[{x}, {y}]")
    blocked = set(entry.blocked)
    taken: set[tuple[int, int]] = set()
    for index, line in enumerate(entry.musters):
        if not line.at:
            yield Fault(f"musters[{index}].at", "at least one cell", "none")
        if line.names is not None and len(line.names) != len(line.at):
            yield Fault(f"musters[{index}].at", f"{len(line.names)} cells, one a name", str(len(line.at)))
        for place, (x, y) in enumerate(line.at):
            path = f"musters[{index}].at[{place}]"
            if x >= width or y >= height:
                yield Fault(path, field, f"[{x}, {y}]")
            elif (x, y) in blocked:
                yield Fault(path, "a cell that isn't blocked", f"[{x}, {y}]")
            elif (x, y) in taken:
                yield Fault(path, "a cell for each creature", f"[{x}, {y}] again")
            taken.add((x, y))


def _names(entry: ScenarioEntry, creatures: Mapping[str, Creature]) -> list[tuple[str, ...]]:
    """Give a name to each creature; one that the file doesn't name is called by its kind and counted."""
    counts: Counter[str] = Counter()
    names: list[tuple[str, ...]] = []
    for line in entry.musters:
        if line.names is not None:
            names.append(line.names)
            continue
        kind = creatures[line.creature].name if line.creature in creatures else plain(line.creature)
        names.append(tuple(f"{kind[:1].upper()}{kind[1:]} {counts[kind] + 1 + index}" for index in range(len(line.at))))
        counts[kind] += len(line.at)
    return names


def _name_faults(entry: ScenarioEntry, names: list[tuple[str, ...]]) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, (line, called) in enumerate(zip(entry.musters, names, strict=True)):
        for which, name in enumerate(called):
            if name in seen:
                path = f"musters[{index}].names[{which}]" if line.names is not None else f"musters[{index}].names"
                yield Fault(path, "a name used once", shown(name))
            seen.add(name)
