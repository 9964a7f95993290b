"""Encounters, rounds and turns: who acts when.

Turns exist only inside an encounter. A round's turns are spread evenly over it, in the order the ruleset gives; a turn
is open until the next one begins, so that a host may act on it more than once.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import esper

from fleshwound.components.creature import Activity, Controller, Doing
from fleshwound.components.errors import IntentRefused
from fleshwound.components.events import (
    ActRefused,
    EncounterBegan,
    EncounterEnded,
    FightEnded,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from fleshwound.systems.aftercare import anybody_bleeds, look_after
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle, Encounter, Result, Turn
from fleshwound.systems.field import STEPS, Cell, distance
from fleshwound.systems.intents import task_of
from fleshwound.systems.queries import cell_of, side_of
from fleshwound.systems.ruleset import System

MOST_REFUSALS: Final = 3
"""After so many refused acts on one turn a mind has thought enough."""

ROUND_LIMIT: Final = "round limit"
"""The reason of a draw by the round limit."""

MOST_ACTS: Final = 8
"""Acts that one turn can hold; more would be a mind going round in circles."""


def able_sides(battle: Battle) -> list[str]:
    """List the sides that have anybody able to fight, in the order of their first."""
    sides: dict[str, None] = {}
    for entity in battle.roster.values():
        side = side_of(entity)
        if side not in sides and not battle.ruleset.out(entity):
            sides[side] = None
    return list(sides)


def hostile_pair(battle: Battle) -> bool:
    """Tell whether two able creatures of different sides are aware of each other."""
    able = [(side_of(e), cell_of(e)) for e in battle.roster.values() if not battle.ruleset.out(e)]
    if len({side for side, _ in able}) < 2:
        return False
    # Blocks as wide as awareness: whoever is aware of another stands in the same block or one beside it.
    width = max(1, battle.awareness)
    blocks: dict[Cell, list[tuple[str, Cell]]] = {}
    for side, cell in able:
        block = (cell[0] // width, cell[1] // width)
        for dx, dy in ((0, 0), *STEPS):
            for other, there in blocks.get((block[0] + dx, block[1] + dy), ()):
                if side != other and distance(cell, there) <= battle.awareness:
                    return True
        blocks.setdefault(block, []).append((side, cell))
    return False


def settle(battle: Battle) -> None:
    """Begin or end the encounter, if what stirred asks for it, and hand out the events."""
    while battle.stirred and battle.pending is None:
        battle.stirred = False
        if battle.encounter is None:
            battle.ruleset.recall(battle)
            if impending(battle):
                begin(battle)
        elif not (battle.host_turns and battle.turn is not None) and not hostile_pair(battle):
            battle.ruleset.part(battle)
            _end(battle, None)
        if battle.encounter is None:
            look_after(battle)
        # A handler may stir again; left until later, that would be seen at whatever time the host stops at next.
        battle.outbox.deliver(battle.callers_world)


def follow(battle: Battle) -> None:
    """Do what waits to be done at once, in its order, until a choice is pending."""
    while battle.held_up and battle.pending is None:
        battle.do(battle.held_up.pop(0))
        settle(battle)


def impending(battle: Battle) -> bool:
    """Tell whether an encounter is about to begin. One that ran into its round limit isn't fought again."""
    return (battle.result is None or battle.result.reason != ROUND_LIMIT) and hostile_pair(battle)


def in_peace(battle: Battle) -> bool:
    """Tell whether no encounter is on, nor about to begin."""
    return battle.encounter is None and not (battle.stirred and impending(battle))


def begin(battle: Battle) -> None:
    """Begin an encounter."""
    battle.encounter = Encounter(battle.now, battle.agenda.sequence)
    battle.result = None
    battle.emit(EncounterBegan(battle.now, tuple(able_sides(battle))))
    _engage(battle)
    battle.agenda.put(battle.now, Task("round", 0, (battle.encounter.mark,)))


def _engage(battle: Battle) -> None:
    for entity in battle.roster.values():
        activity = esper.component_for_entity(entity, Activity)
        if activity.doing is not Doing.FIGHTING and not battle.ruleset.out(entity):
            activity.doing, activity.since = Doing.FIGHTING, battle.now


def _end(battle: Battle, reason: str | None) -> None:
    encounter = battle.encounter
    assert encounter is not None
    sides = able_sides(battle)
    winner = sides[0] if len(sides) == 1 and reason is None else None
    battle.encounter = None
    battle.turn = None
    battle.wishes.clear()
    battle.emit(EncounterEnded(battle.now, winner, encounter.round))
    for entity in battle.roster.values():
        activity = esper.component_for_entity(entity, Activity)
        if activity.doing is Doing.FIGHTING:
            activity.doing, activity.since = Doing.RESTING, battle.now
    if reason is not None or len(sides) < 2:
        why = reason or ("last side able" if sides else "nobody able")
        battle.result = Result(winner, why, encounter.round)
        battle.emit(FightEnded(battle.now, winner, why, encounter.round))
    battle.ruleset.peace(battle)
    battle.stirred = True


class TurnOrder(System):
    """Opens and closes rounds and turns, and lets each creature act on its own."""

    kinds = ("round", "next_round", "turn", "act", "end", "tend", "wait")
    payloads = MappingProxyType({"round": tuple[int], "next_round": tuple[int], "turn": tuple[int], "tend": tuple[int]})

    def process(self, battle: Battle, task: Task) -> None:
        """Do what falls due: a round, a turn, the rest of one, a look after the wounded in peace."""
        match task.kind:
            case "round":
                self._round(battle, task)
            case "next_round":
                self._next_round(battle, task)
            case "turn":
                self._turn(battle, task)
            case "act":
                if battle.turn is not None and battle.turn.creature == task.creature:
                    self.act_on(battle)
            case "end":
                self.close(battle, task)
            case "tend":
                self._tend(battle, task)
            case _:
                if battle.turn is not None and battle.turn.creature == task.creature:
                    battle.turn.acted = battle.turn.done = True

    def _holds(self, battle: Battle, task: Task) -> bool:
        # Entries of an encounter that is over stay in the agenda; they bear its mark.
        return battle.encounter is not None and task.payload[0] == battle.encounter.mark

    def _round(self, battle: Battle, task: Task) -> None:
        # A host that says whose turn it is ends turns itself.
        if not self._holds(battle, task) or not (battle.host_turns or self.close(battle, task)):
            return
        encounter = battle.encounter
        if encounter is None:
            return
        ending = battle.ruleset.end_round(battle) if encounter.round else ()
        if not ending:
            self._next_round(battle, task)
            return
        # The next round waits in line behind them: a choice that one of them leaves pending holds it up as well.
        battle.held_up[:0] = [*ending, Task("next_round", 0, task.payload)]
        follow(battle)

    def _next_round(self, battle: Battle, task: Task) -> None:
        # What the end of the round brought may have ended the encounter.
        if not self._holds(battle, task):
            return
        encounter = battle.encounter
        assert encounter is not None
        if battle.round_limit is not None and encounter.round >= battle.round_limit:
            _end(battle, ROUND_LIMIT)
            return
        encounter.round += 1
        _engage(battle)
        order = () if battle.host_turns else battle.ruleset.next_actor(battle)
        battle.emit(RoundBegan(battle.now, encounter.round, tuple(order)))
        length = battle.ruleset.round
        share = length // max(1, len(order))
        for place, creature in enumerate(order):
            battle.after(place * share, Task("turn", creature, (encounter.mark,)))
        battle.after(length, Task("round", 0, (encounter.mark,)))

    def _turn(self, battle: Battle, task: Task) -> None:
        if not self._holds(battle, task) or not self.close(battle, task):
            return
        # Closing the turn before may have ended the encounter, or the creature.
        if self._holds(battle, task):
            self.open(battle, task)

    def open(self, battle: Battle, task: Task) -> None:
        """Begin the turn of a creature, or of who is to act in its place by now, and let it act."""
        creature = task.creature if battle.host_turns else battle.ruleset.takes_turn(battle, task.creature)
        if creature is None:
            return
        entity = battle.roster.get(creature)
        if entity is None or not battle.ruleset.alive(entity):
            return
        turn = battle.turn = Turn(creature, battle.now)
        battle.emit(TurnBegan(battle.now, creature))
        battle.ruleset.begin_turn(battle, entity)
        battle.outbox.deliver(battle.callers_world)
        if battle.turn is turn:
            self.act_on(battle)

    def act_on(self, battle: Battle) -> None:
        """Let the creature whose turn it is act on its wish or by its mind, till it is done or a choice is pending."""
        turn = battle.turn
        if turn is None or turn.ending is not None:
            return
        creature = turn.creature
        acts = 0
        while battle.turn is turn and battle.pending is None and not turn.done:
            entity = battle.roster.get(creature)
            if entity is None or not battle.ruleset.alive(entity):
                return
            intent = battle.wishes.pop(creature, None)
            if intent is None:
                if esper.component_for_entity(entity, Controller).intents != "ai":
                    return
                if acts < MOST_ACTS and turn.refused < MOST_REFUSALS and not battle.ruleset.out(entity):
                    intent = battle.mind(battle, entity)
                if intent is None:
                    turn.done = True
                    return
            acts += 1
            try:
                task = task_of(battle, entity, intent)
                battle.check(task)
            except IntentRefused as refused:
                turn.refused += 1
                battle.emit(ActRefused(battle.now, creature, type(intent).__name__, refused.why.value))
                battle.outbox.deliver(battle.callers_world)
                continue
            if battle.encounter is None:
                battle.ruleset.rouse(battle, task)
            battle.do(task)
            settle(battle)
            follow(battle)

    def close(self, battle: Battle, then: Task) -> bool:
        """End the open turn, if there is one. False: a decision is pending first, and `then` waits for it."""
        turn = battle.turn
        if turn is None:
            return True
        entity = battle.roster.get(turn.creature)
        if entity is not None and battle.ruleset.alive(entity):
            if turn.ending is None:
                turn.ending = list(battle.ruleset.end_turn(battle, entity))
            while turn.ending:
                battle.do(turn.ending.pop(0))
                # Whoever runs as its turn ends gives its foes their openings before the next turn begins.
                follow(battle)
                if battle.pending is not None:
                    battle.held_up.append(then)
                    return False
            # What the end brought may have killed the creature, or taken it away.
            if battle.turn is turn and battle.ruleset.alive(entity):
                battle.emit(TurnEnded(battle.now, turn.creature))
        if battle.turn is turn:
            battle.turn = None
        battle.stirred = battle.stirred or battle.host_turns
        battle.outbox.deliver(battle.callers_world)
        settle(battle)
        return True

    def _tend(self, battle: Battle, task: Task) -> None:
        entity = battle.roster[task.creature]
        activity = esper.component_for_entity(entity, Activity)
        if activity.tends_at != task.payload[0]:
            return
        activity.tends_at = None
        if battle.encounter is not None or battle.ruleset.out(entity):
            return
        side = side_of(entity)
        if activity.doing is Doing.TREATING and not anybody_bleeds(battle, side):
            return  # it goes on with that, and looks about anew once it is done
        turn = battle.turn = Turn(task.creature, battle.now)
        self.act_on(battle)
        battle.turn = None
        # Whoever still bleeds is looked after again; other wounds are for as long as something comes of it.
        acts = turn.acted or turn.feet > 0 or battle.pending is not None
        battle.stirred = battle.stirred or acts or anybody_bleeds(battle, side)
