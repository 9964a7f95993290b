"""Blasts: the roll says where it comes down, everybody near saves (cities A4, A9)."""

from __future__ import annotations

from typing import Final, NamedTuple

from fleshwound.components.draws import Rule, dice
from fleshwound.components.events import BlastLanded, SaveMade, StanceTaken
from fleshwound.components.ids import SECOND
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import MM, Use, cells_of
from fleshwound.systems.cities.attack import AttackFacts, Situation, attack_check, situation_modifiers, swept
from fleshwound.systems.cities.checks import Check, request
from fleshwound.systems.cities.fighter import Fighter, Reader, seen
from fleshwound.systems.cities.force import attack_bonus
from fleshwound.systems.cities.harm import Faces, commit_wound
from fleshwound.systems.cities.planning import Plan, pressed, swept_plan
from fleshwound.systems.cities.shots import let_fly, spend_rounds
from fleshwound.systems.field import STEPS, Cell, distance
from fleshwound.systems.queries import cell_of

SCATTER: Final = "scatter"
DIRECTION: Final = "direction"
BLAST: Final = "blast"
DAZED: Final = "dazed"


class Burst(NamedTuple):
    """A blast as it came down."""

    use: Use
    check: Check
    hit: bool
    cell: Cell
    scatter_m: int
    """How far off; 0: it hit the spot."""
    caught: tuple[tuple[Plan, AttackFacts, int], ...]
    """Whom it caught, how each came out, and for how many rounds it is dazed."""


def landing(reader: Reader, roll: Check, cell: Cell) -> Rule[tuple[bool, Cell, int]]:
    """Find where a blast comes down: on its spot, or 1d10 m off in any direction (cities A3)."""
    if (yield request(roll)):
        return True, cell, 0
    off: int = yield dice(SCATTER, 1, reader.tables.attack.scatter_sides)
    way: int = yield dice(DIRECTION, 1, len(STEPS))
    dx, dy = STEPS[way - 1]
    cells = cells_of(off, reader.tables.fight.cell_mm)
    return False, (cell[0] + dx * cells, cell[1] + dy * cells), off


def spot_check(reader: Reader, battle: Battle, who: Fighter, use: Use, cell: Cell) -> Check:
    """Make the roll ready that decides where a blast comes down: against the AC of a spot (cities A3)."""
    tables = reader.tables
    far = distance(cell_of(who.entity), cell) * tables.fight.cell_mm > use.mode.range_m * MM
    found = Situation(ranged=True, far=far, pressed=pressed(reader, battle, who), dazed=who.dazed(battle.now))
    changes = situation_modifiers(tables.attack, found)
    return attack_check(attack_bonus(tables, who.profile, use.mode), changes, tables.attack.spot_ac)


def burst(reader: Reader, battle: Battle, who: Fighter, use: Use, cell: Cell) -> Rule[Burst]:
    """Throw or shoot what bursts at a spot: everybody within its radius saves (cities A4)."""
    tables, blast = reader.tables, use.mode.blast
    assert blast is not None
    roll = spot_check(reader, battle, who, use, cell)
    hit, spot, scatter = yield from landing(reader, roll, cell)
    radius = cells_of(blast.radius_m, tables.fight.cell_mm)
    caught: list[tuple[Plan, AttackFacts, int]] = []
    for entity in list(battle.roster.values()):
        if distance(cell_of(entity), spot) > radius:
            continue
        one = seen(reader, battle, entity)
        if not one.alive or one.anatomy.incorporeal:
            continue
        plan = swept_plan(reader, battle, who, one, use, blast.save)
        if not blast.dazes:
            caught.append((plan, (yield from swept(plan.attack, half_if_saved=blast.half)), 0))
            continue
        assert plan.attack.saved is not None
        saved: bool = yield request(plan.attack.saved)
        rounds: int = 0 if saved else (yield dice(DAZED, 1, tables.attack.dazed_rounds_sides))
        caught.append((plan, AttackFacts(not saved, saved, "", None), rounds))
    return Burst(use, roll, hit, spot, scatter, tuple(caught))


def commit_burst(reader: Reader, battle: Battle, who: Fighter, facts: Burst, faces: Faces) -> None:
    """Make a blast true."""
    use = facts.use
    spend_rounds(who, use)
    check = facts.check.told(faces.take(facts.check.what), facts.hit)
    battle.emit(BlastLanded(battle.now, who.id, use.id, check, *facts.cell, facts.scatter_m))
    if use.mode.thrown:
        let_fly(battle, who, use, facts.cell)
    for plan, came, rounds in facts.caught:
        assert plan.attack.saved is not None
        save = plan.attack.saved.told(faces.take(plan.attack.saved.what), came.rolled)
        battle.emit(SaveMade(battle.now, plan.target.id, BLAST, save))
        if came.wound is not None:
            commit_wound(battle, plan.target, plan.attack, came.wound, BLAST, faces)
        if rounds and plan.target.alive:
            footing = plan.target.footing
            footing.stunned = True
            footing.dazed_until = max(footing.dazed_until, battle.now + rounds * reader.tables.fight.round_s * SECOND)
            battle.emit(StanceTaken(battle.now, plan.target.id, DAZED))
