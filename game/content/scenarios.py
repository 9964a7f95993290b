"""Scenarios: from entries to definitions, and what must hold of sides and places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.components.scenarios import Muster, Scenario, SideStyle
from fleshwound.game.content import home
from fleshwound.game.content.creatures import gear_faults, gear_for
from fleshwound.game.content.entries import MusterEntry, ScenarioEntry, SideEntry
from fleshwound.game.content.fault import Fault, plain, shown, unknown
from fleshwound.game.content.unfit import UNFIT, fit, given, tried

Cell = tuple[int, int]


def scenario(
    id: str,
    entry: ScenarioEntry,
    creatures: Mapping[str, Creature],
    weapons: Mapping[str, Weapon],
    armor: Mapping[str, ArmorPiece],
) -> Scenario:
    """Build a scenario that has no faults."""
    names = _names(entry.musters, {id: creature.name for id, creature in creatures.items()})
    musters = tuple(
        Muster(
            creatures[line.creature],
            line.side,
            line.at,
            called,
            None if line.weapons is None else tuple(weapons[held] for held in line.weapons),
            None if line.armor is None else tuple(armor[worn] for worn in line.armor),
        )
        for line, called in zip(entry.musters, names, strict=True)
    )
    width, height = entry.size
    sides = tuple(SideStyle(side.id, side.name, side.ai) for side in entry.sides)
    return Scenario(
        id, entry.name, entry.about, entry.rules, width, height, frozenset(entry.blocked), sides, musters, entry.rounds
    )


def scenario_faults(
    entry: ScenarioEntry,
    known: Mapping[str, Collection[str]],
    names: Mapping[str, str],
    grips: Mapping[str, int | None],
    alone: home.Alone,
) -> Iterator[Fault]:
    """Find what doesn't hold within a scenario and between it and what it refers to.

    `known` has every id by kind, also of entries that have faults of their own; `names` and `grips` are those of
    creatures by id, as far as they are known; `alone` tells what is for some rulesets alone.
    """
    yield from tried(_rules_known, entry, known["rulesets"])
    yield from tried(_two_sides, entry)
    yield from tried(lambda: _sides_once(entry.sides))
    yield from tried(_sides_known, entry)
    yield from tried(_sides_manned, entry)
    yield from tried(_blocked_within, entry)
    taken: set[Cell] = set()
    lines: Sequence[MusterEntry] = fit(entry, "musters") or ()
    for index, line in enumerate(lines):
        path = f"musters[{index}]"
        yield from tried(_some_cell, path, line)
        yield from tried(_cell_a_name, path, line)
        yield from tried(_cells_open, path, line, entry, taken)
        yield from tried(_creature_known, path, line, known["creatures"])
        yield from gear_faults(f"{path}.", line, grips.get(fit(line, "creature") or ""), known)
        rules = fit(entry, "rules")
        if rules is not None:
            yield from tried(_creature_for, path, line, rules, alone["creatures"])
            yield from gear_for(f"{path}.", line, (rules,), alone)
    yield from tried(_names_once, lines, names)


def _rules_known(entry: ScenarioEntry, rulesets: Collection[str]) -> Iterator[Fault]:
    if entry.rules not in rulesets:
        yield Fault("rules", f"a ruleset, one of {', '.join(rulesets)}", shown(entry.rules), entry.rules, rulesets)


def _two_sides(entry: ScenarioEntry) -> Iterator[Fault]:
    if len(entry.sides) < 2:
        yield Fault("sides", "at least 2 sides", str(len(entry.sides)))


def _side_ids(sides: Sequence[SideEntry]) -> dict[str, int]:
    ids: dict[str, int] = {}
    for index, side in enumerate(sides):
        if (id := fit(side, "id")) is not None:
            ids.setdefault(id, index)
    return ids


def _sides_once(sides: Sequence[SideEntry]) -> Iterator[Fault]:
    ids = _side_ids(sides)
    for index, side in enumerate(sides):
        id = fit(side, "id")
        if id is not None and ids[id] != index:
            yield Fault(f"sides[{index}].id", "an id used once", shown(id))


def _sides_known(entry: ScenarioEntry) -> Iterator[Fault]:
    ids = _side_ids(entry.sides)
    for index, line in enumerate(entry.musters):
        side = fit(line, "side")
        if side is not None and side not in ids:
            yield unknown(f"musters[{index}].side", "a side of this scenario", side, ids)


def _sides_manned(entry: ScenarioEntry) -> Iterator[Fault]:
    mustered = {fit(line, "side") for line in entry.musters if fit(line, "at") != ()}
    for id, index in _side_ids(entry.sides).items():
        if id not in mustered:
            yield Fault(f"sides[{index}]", "at least one creature on each side", f"none on {shown(id)}")


def _blocked_within(entry: ScenarioEntry) -> Iterator[Fault]:
    for index, cell in enumerate(entry.blocked):
        if cell is not UNFIT and (right := _outside(cell, entry)):
            yield Fault(f"blocked[{index}]", right, shown(list(cell)))


def _outside(cell: Cell, entry: ScenarioEntry) -> str:
    """Say what cells there are, where this is none of them; empty where it is, or the size isn't known."""
    size = fit(entry, "size")
    if size is None or (cell[0] < size[0] and cell[1] < size[1]):
        return ""
    return f"a cell within 0..{size[0] - 1}, 0..{size[1] - 1}"


def _some_cell(path: str, line: MusterEntry) -> Iterator[Fault]:
    if not line.at:
        yield Fault(f"{path}.at", "at least one cell", "none")


def _cell_a_name(path: str, line: MusterEntry) -> Iterator[Fault]:
    if line.names is not None and len(line.names) != len(line.at):
        yield Fault(f"{path}.at", f"{len(line.names)} cells, one a name", str(len(line.at)))


def _cells_open(path: str, line: MusterEntry, entry: ScenarioEntry, taken: set[Cell]) -> Iterator[Fault]:
    blocked = {cell for cell in fit(entry, "blocked") or () if cell is not UNFIT}
    for place, cell in enumerate(line.at):
        if cell is UNFIT:
            continue
        if right := _outside(cell, entry):
            yield Fault(f"{path}.at[{place}]", right, shown(list(cell)))
        elif cell in blocked:
            yield Fault(f"{path}.at[{place}]", "a cell that isn't blocked", shown(list(cell)))
        if cell in taken:
            yield Fault(f"{path}.at[{place}]", "a cell for each creature", f"{shown(list(cell))} again")
        taken.add(cell)


def _creature_known(path: str, line: MusterEntry, creatures: Collection[str]) -> Iterator[Fault]:
    if line.creature not in creatures:
        yield unknown(f"{path}.creature", "a creature", line.creature, creatures)


def _creature_for(path: str, line: MusterEntry, rules: str, alone: Mapping[str, tuple[str, ...]]) -> Iterator[Fault]:
    yield from home.foreign(f"{path}.creature", "a creature", (rules,), line.creature, alone.get(line.creature, ()))


def _names(musters: Sequence[MusterEntry], kinds: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Give a name to each creature; one that the file doesn't name is called by its kind and counted."""
    counts: Counter[str] = Counter()
    names: list[tuple[str, ...]] = []
    for line in musters:
        if given(line, "names"):
            names.append(fit(line, "names") or ())
            continue
        id, cells = fit(line, "creature"), fit(line, "at") or ()
        kind = kinds.get(id) or plain(id) if id is not None else ""
        names.append(
            tuple(f"{kind[:1].upper()}{kind[1:]} {counts[kind] + 1 + index}" for index in range(len(cells)))
            if kind
            else ()
        )
        counts[kind] += len(cells)
    return names


def _names_once(musters: Sequence[MusterEntry], kinds: Mapping[str, str]) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, (line, called) in enumerate(zip(musters, _names(musters, kinds), strict=True)):
        for which, name in enumerate(called):
            if name is UNFIT:
                continue
            if name in seen:
                path = f"musters[{index}].names[{which}]" if fit(line, "names") else f"musters[{index}].names"
                yield Fault(path, "a name used once", shown(name))
            seen.add(name)
