"""Movement: walking, and getting up."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import esper

from fleshwound.components.creature import Conditions, Place
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import Moved, Rose, Turned
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import Cell, facing
from fleshwound.systems.queries import cell_of, standing_cells, taken_cells
from fleshwound.systems.ruleset import System


def face(battle: Battle, entity: int, towards: int) -> None:
    """Turn a creature to look at another."""
    place = esper.component_for_entity(entity, Place)
    here, there = (place.x, place.y), cell_of(towards)
    looks = facing(here, there)
    if looks != place.facing and here != there:
        place.facing = looks
        battle.emit(Turned(battle.now, battle.id_of(entity), looks))


def feet_left(battle: Battle, entity: int) -> int:
    """Count the feet a creature may still go: on its turn what is left of its move, in peace a whole move.

    With the action unused that is the greatest move; going beyond the lesser one uses it.
    """
    most_with_action, most = battle.ruleset.pace(battle, entity)
    turn = battle.turn
    if turn is None or battle.ids.get(entity) != turn.creature:
        return most
    return max(0, (most_with_action if turn.acted else most) - turn.feet)


def walk(battle: Battle, entity: int, path: Sequence[Cell]) -> None:
    """Take a creature along a way, cell by cell; an empty one goes nowhere."""
    if not path:
        return
    place = esper.component_for_entity(entity, Place)
    before = path[-2] if len(path) > 1 else (place.x, place.y)
    place.facing = facing(before, path[-1])
    place.x, place.y = path[-1]
    # Coming near may begin an encounter, going away end it.
    battle.stirred = True
    battle.emit(Moved(battle.now, battle.ids[entity], tuple(path), place.facing))
    battle.ruleset.moved(battle, entity)


class Movement(System):
    """Walks creatures over the map and lets the prone rise."""

    kinds = ("move", "go_on", "stand")
    payloads = MappingProxyType({"move": tuple[int, int], "go_on": tuple[int, int, int]})

    def process(self, battle: Battle, task: Task) -> None:
        """Do one task; the rest of a move that was broken into comes to nothing where it can't be made any more."""
        if task.kind == "go_on":
            try:
                self.check(battle, task)
            except IntentRefused:
                return
        super().process(battle, task)

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse to move who can't, nowhere, or further than the turn allows.

        Raises:
            IntentRefused: why not.
        """
        entity = battle.entity(task.creature)
        conditions = esper.try_component(entity, Conditions)
        if conditions is not None and conditions.held_fast:
            raise IntentRefused(Refusal.HELD, "it is held fast; expected it to break free first")
        vitals = battle.ruleset.vitals(battle, entity)
        if not vitals.can_act:
            raise IntentRefused(Refusal.CANNOT_ACT, "it can't act now; expected a creature that can")
        if task.kind == "stand":
            if not battle.ruleset.prone(entity):
                raise IntentRefused(Refusal.ALREADY_UP, "it stands already; only the prone rise")
            if cell_of(entity) in standing_cells(battle, entity):
                raise IntentRefused(Refusal.OCCUPIED, "somebody stands over it; expected a cell of its own to rise in")
            if battle.ruleset.rising(entity) > feet_left(battle, entity):
                raise IntentRefused(Refusal.NO_MOVE_LEFT, "too little of its move is left to rise; expected a quarter")
            return
        turn = battle.turn
        if task.kind == "go_on" and (
            turn is None or turn.creature != task.creature or battle.ruleset.stride(entity) != task.payload[2]
        ):
            raise IntentRefused(Refusal.NO_MOVE_LEFT, "it was brought down, or its turn is over; expected its next")
        if not vitals.can_move:
            raise IntentRefused(Refusal.CANNOT_ACT, "it can't move now; expected a creature that can")
        self._path(battle, entity, (_whole(task.payload[0]), _whole(task.payload[1])))

    def _path(self, battle: Battle, entity: int, goal: Cell) -> list[Cell]:
        here = cell_of(entity)
        if not battle.field.open(goal):
            raise IntentRefused(Refusal.OUT_OF_BOUNDS, f"cell {goal} can't be entered; expected an open one of the map")
        if goal == here:
            raise IntentRefused(Refusal.NO_PATH, f"it stands on {goal} already; expected another cell")
        taken = taken_cells(battle, entity)
        way = battle.field.way(here, goal, 1 if goal in taken else 0, taken)
        if way is None:
            raise IntentRefused(Refusal.NO_PATH, f"there is no way to {goal}; expected a cell that can be reached")
        if not way:
            raise IntentRefused(Refusal.OCCUPIED, f"somebody stands on {goal}; expected a free cell")
        cells = feet_left(battle, entity) // battle.ruleset.stride(entity)
        if cells < 1:
            raise IntentRefused(Refusal.NO_MOVE_LEFT, "too little of its move is left this turn; expected another turn")
        return way[:cells]

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Walk the way, or rise."""
        entity = battle.entity(task.creature)
        if task.kind == "stand":
            cost = battle.ruleset.rising(entity)
            esper.component_for_entity(entity, Conditions).prone = False
            battle.emit(Rose(battle.now, task.creature))
        else:
            goal = _whole(task.payload[0]), _whole(task.payload[1])
            path = self._path(battle, entity, goal)
            stride = battle.ruleset.stride(entity)
            met = battle.ruleset.sets_out(battle, entity, path, begun=task.kind == "go_on")
            if met is not None:
                walked, reactions = met
                rest = [Task("go_on", task.creature, (*goal, stride))] if walked < len(path) else []
                battle.held_up[:0] = (*reactions, *rest)
                path = path[:walked]
            cost = len(path) * stride
            walk(battle, entity, path)
        turn = battle.turn
        if turn is not None and turn.creature == task.creature:
            turn.feet += cost
            if turn.feet > battle.ruleset.pace(battle, entity)[0]:
                turn.acted = True


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
