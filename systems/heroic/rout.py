"""Rout: what a turn's end and peace bring those who flee, as a system (heroic H15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import esper

from fleshwound.components.errors import IntentRefused
from fleshwound.components.nerve import Exit, Fear, Morale, Nerve
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.flight import cornered, off_map, out_of_sight, safe
from fleshwound.systems.heroic.courage import await_reaction
from fleshwound.systems.heroic.dread import clear_now, clear_of_source
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.flight import refuge, threatened
from fleshwound.systems.heroic.nerves import (
    await_fear,
    await_morale,
    leave_field,
    retake_field,
    surrender,
)
from fleshwound.systems.ruleset import System


class Flights(System):
    """Ends a shaken creature's turn: whoever can't flee yields, whoever got away is out, whoever is unthreatened waits.

    `surrender` and `collect` have no payload.
    """

    kinds = ("surrender", "collect")

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Surrender, or judge how the creature stands now."""
        who = fighter(self.reader, battle.entity(task.creature))
        if task.kind == "surrender":
            if who.nerve.morale is Morale.ROUTED and not who.out:
                surrender(battle, who)
        elif not who.out:
            self._collect(battle, who)

    def _collect(self, battle: Battle, who: Fighter) -> None:
        nerve = who.nerve
        runs = nerve.morale is Morale.ROUTED or nerve.fear >= Fear.AFRAID
        if safe(battle, who.entity) if runs else nerve.fleeing and self._withdrawn(battle, who):
            leave_field(battle, who)
        elif (
            nerve.morale is Morale.WITHDRAWING
            and nerve.morale_until is None
            and not threatened(battle, who.entity, self.tables.morale.threat_ft)
        ):
            await_reaction(battle, who)
        if nerve.fear >= Fear.AFRAID and (nerve.exit is not Exit.NONE or clear_of_source(battle, who)):
            clear_now(battle, who)

    def _withdrawn(self, battle: Battle, who: Fighter) -> bool:
        """Tell whether who withdraws is gone: out of sight, or over the map's edge.

        It stands at the edge until a foe comes up with it; with nowhere else to move away to it then steps off on its
        next turn [R].
        """
        if out_of_sight(battle, who.entity):
            return True
        turn, since = battle.turn, who.nerve.morale_at or 0
        stood = turn is None or (not turn.feet and since < turn.began)
        return stood and off_map(battle, who.entity) and cornered(battle, who.entity)


def turn_ending(battle: Battle, who: Fighter) -> list[Task]:
    """List what the end of a turn brings the shaken (heroic H15).

    Whoever should have got away and hasn't stirred does so now, whoever thinks for it; a routed one that can't
    surrenders. Who was shaken only in this turn has until the end of its next [R].
    """
    nerve, turn = who.nerve, battle.turn
    if nerve.unshaken or nerve.exit is not Exit.NONE:
        return []
    tasks: list[Task] = []
    since = max(nerve.morale_at or 0, nerve.fear_at or 0)
    if turn is not None and not who.out and nerve.fleeing and not turn.feet and since < turn.began:
        tasks.extend(_made_to_flee(battle, who))
    if nerve.morale is Morale.CATATONIC or nerve.rallied:
        tasks.append(Task("react", who.id))
    if nerve.fear is Fear.CATATONIC:
        tasks.append(Task("compose", who.id))
    return [*tasks, Task("collect", who.id)]


def _made_to_flee(battle: Battle, who: Fighter) -> list[Task]:
    if safe(battle, who.entity):
        return []
    goal = refuge(battle, who.entity)
    if goal is not None:
        move = Task("move", who.id, goal)
        try:
            battle.check(move)
        except IntentRefused:
            goal = None
        else:
            return [move]
    return [Task("surrender", who.id)] if who.nerve.morale is Morale.ROUTED else []


def lose_sight(reader: Reader, battle: Battle) -> None:
    """Let whoever flees and is out of sight of all its foes have left the field, as an encounter ends for that."""
    for entity in battle.roster.values():
        who = fighter(reader, entity)
        if who.nerve.fleeing and not who.out and out_of_sight(battle, entity):
            leave_field(battle, who)


def recall(reader: Reader, battle: Battle) -> None:
    """Let back whoever left the fight and has come to itself, now that its foes are gone, dead or out of sight [R]."""
    for entity in battle.roster.values():
        if esper.component_for_entity(entity, Nerve).exit is not Exit.NONE:
            retake_field(battle, fighter(reader, entity))


def calm_down(battle: Battle, who: Fighter) -> None:
    """Put down when the shaken come to themselves, as an encounter ends and no turn's end brings it any more."""
    nerve = who.nerve
    nerve.wounded = False
    if nerve.exit is Exit.NONE:
        if nerve.morale >= Morale.WITHDRAWING and nerve.morale_until is None:
            await_morale(battle, who)
        if nerve.fear >= Fear.AFRAID and nerve.fear_until is None:
            await_fear(battle, who)
            if nerve.fear is Fear.AFRAID:
                battle.held_up.append(Task("compose", who.id))
    retake_field(battle, who)
