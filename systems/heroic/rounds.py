"""Rounds: whose turn comes when, and what a turn's beginning, its end and peace bring (heroic H5, H12, H15)."""

from __future__ import annotations

import esper

from fleshwound.components.creature import Shock, ShockState
from fleshwound.components.guard import Guard
from fleshwound.components.nerve import Exit, Nerve
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic.consequences import await_retest, locked
from fleshwound.systems.heroic.dread import sights
from fleshwound.systems.heroic.fatigue import plan_recovery
from fleshwound.systems.heroic.fighter import Reader, fighter, seen
from fleshwound.systems.heroic.holds import let_go
from fleshwound.systems.heroic.rout import calm_down, turn_ending


def order_of_turns(reader: Reader, battle: Battle) -> list[int]:
    """List who takes a turn this round: the conscious, by Initiative, then Agility, then stable order (heroic H12).

    The incapacitated and the catatonic take theirs too, since its end brings their test; who has left the fight
    doesn't.
    """
    ranked: list[tuple[int, int, int]] = []
    for creature, entity in battle.roster.items():
        who = seen(reader, battle, entity)
        if who.shock.state >= Shock.UNCONSCIOUS or (who.shock.state is Shock.INCAPACITATED and locked(who)):
            continue
        if who.nerve.exit is not Exit.NONE and who.shock.state is Shock.NONE:
            continue
        abilities = who.abilities
        ranked.append((-abilities.skills.get("initiative", 0), -abilities.attributes.get("agility", 0), creature))
    return [creature for _, _, creature in sorted(ranked)]


def turn_begun(battle: Battle, entity: int) -> None:
    """Note whether a turn begins under a shock that its end may shake off, count its own, and face the fearsome."""
    shock = esper.component_for_entity(entity, ShockState)
    guard = esper.component_for_entity(entity, Guard)
    guard.reacted = guard.evading = False
    if guard.recovering:
        guard.recovering -= 1
    assert battle.turn is not None
    battle.turn.shaken = shock.state in (Shock.STUNNED, Shock.INCAPACITATED)
    for task in sights(battle, entity):
        if battle.pending is None:
            battle.do(task)


def turn_ended(reader: Reader, battle: Battle, entity: int) -> list[Task]:
    """List what a turn's end brings: the re-test of who began it in shock (heroic H5), then the shaken (heroic H15)."""
    shock = esper.component_for_entity(entity, ShockState)
    assert battle.turn is not None
    due = battle.turn.shaken and shock.state in (Shock.STUNNED, Shock.INCAPACITATED)
    tasks = [Task("retest", battle.ids[entity])] if due and shock.retest_at is None else []
    if not esper.component_for_entity(entity, Nerve).unshaken:
        tasks.extend(turn_ending(battle, fighter(reader, entity)))
    return tasks


def peace_fell(reader: Reader, battle: Battle) -> None:
    """Set what waited for a turn's end to a time from now.

    The rounds counted so far are over, and nobody goes on holding anybody [R].
    """
    for entity in battle.roster.values():
        who = fighter(reader, entity)
        let_go(battle, who, "the fight is over")
        who.guard.round = who.guard.defences = who.fatigue.last_round = who.guard.recovering = 0
        who.guard.reacted = who.guard.evading = False
        who.guard.setups.clear()
        if who.shock.state in (Shock.STUNNED, Shock.INCAPACITATED) and who.shock.retest_at is None:
            await_retest(battle, who)
        plan_recovery(battle, who)
        calm_down(battle, who)
