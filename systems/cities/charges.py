"""Charges and screens as a system: running in to strike, and standing by a friend (cities A2)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from fleshwound.components.draws import Rule
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import StanceTaken
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import MM, Use, is_armed
from fleshwound.systems.cities.attacks import Struck, commit_attack, struck
from fleshwound.systems.cities.choices import best_use
from fleshwound.systems.cities.fighter import (
    Fighter,
    Reader,
    check_able,
    check_action_left,
    check_free,
    of,
    seen,
    use_action,
)
from fleshwound.systems.cities.harm import Faces
from fleshwound.systems.cities.planning import BESIDE, CHARGE, check_target, find_use, planned, target_of
from fleshwound.systems.cities.screening import SCREEN
from fleshwound.systems.cities.stances import spend_move
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import Cell, distance
from fleshwound.systems.movement import feet_left, walk
from fleshwound.systems.queries import apart, cell_of, side_of, taken_cells
from fleshwound.systems.ruleset import System


def charge_task(reader: Reader, battle: Battle, entity: int, target: int, mode: str | None) -> Task:
    """Put a charge into a task, with the best of what strikes hand to hand where nothing is named.

    Raises:
        IntentRefused: it has nothing to strike with.
    """
    if mode is None:
        use = best_use(reader, battle, seen(reader, battle, entity), of(reader, battle, target), melee=True)
        if use is None:
            raise IntentRefused(Refusal.NO_SUCH_MODE, "it has nothing to strike with; expected a weapon or a free hand")
        mode = use.id
    return Task("charge", battle.ids[entity], (target, mode))


class Charges(System):
    """Resolves charges, and has creatures screen friends. Payloads: the target and the mode; the friend."""

    kinds = ("charge", "screen")
    payloads = MappingProxyType({"charge": tuple[int, str], "screen": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse what can't be done.

        Raises:
            IntentRefused: why not.
        """
        who = of(self.reader, battle, task.creature)
        check_able(who)
        check_free(who)
        other = target_of(self.reader, battle, task.payload[0])
        if task.kind == "screen":
            self._check_screen(battle, who, other)
            return
        check_action_left(battle, who)
        self.check_aim(battle, task)

    def check_aim(self, battle: Battle, task: Task) -> tuple[Fighter, Fighter, Use]:
        """Refuse a target, a mode or a way that won't do for a charge; else give who runs at whom with what.

        Raises:
            IntentRefused: why not.
        """
        who, other = of(self.reader, battle, task.creature), target_of(self.reader, battle, task.payload[0])
        check_target(who, other)
        use = find_use(who, str(task.payload[1]))
        if use.mode.ranged:
            raise IntentRefused(Refusal.NO_SUCH_MODE, "one charges to strike hand to hand; expected such a mode")
        if battle.turn is not None and battle.turn.creature == who.id and battle.turn.feet:
            raise IntentRefused(Refusal.NO_MOVE_LEFT, "it has moved already; expected its whole move")
        if who.conditions.prone:
            raise IntentRefused(Refusal.CANNOT_ACT, "it lies on the ground; expected it on its feet")
        if self._engaged(battle, who):
            raise IntentRefused(Refusal.BUSY, "an armed foe is beside it; expected it to get clear first")
        self.run_up(battle, who, other)
        return who, other, use

    def _check_screen(self, battle: Battle, who: Fighter, friend: Fighter) -> None:
        if friend.entity == who.entity or side_of(friend.entity) != side_of(who.entity) or friend.out:
            raise IntentRefused(Refusal.NO_TARGET, "one screens an able friend; expected another of its side")
        tables = self.reader.tables
        if apart(who.entity, friend.entity) * tables.fight.cell_mm > tables.maneuvers.screen_m * MM:
            raise IntentRefused(Refusal.NOT_BESIDE, "the friend is too far off; expected it beside the screener")
        if battle.turn is not None and feet_left(battle, who.entity) < battle.ruleset.pace(battle, who.entity)[0]:
            raise IntentRefused(Refusal.NO_MOVE_LEFT, "it takes a whole move; expected one that is left")

    def _engaged(self, battle: Battle, who: Fighter) -> bool:
        side, here = side_of(who.entity), cell_of(who.entity)
        for entity in battle.roster.values():
            if side_of(entity) != side and distance(here, cell_of(entity)) <= BESIDE:
                foe = seen(self.reader, battle, entity)
                if not foe.out and is_armed(foe):
                    return True
        return False

    def run_up(self, battle: Battle, who: Fighter, target: Fighter) -> list[Cell]:
        """Find the straight way of a charge, 3 m at least and two moves at most (cities A2).

        Raises:
            IntentRefused: there is none.
        """
        tables = self.reader.tables
        (x, y), goal = cell_of(who.entity), cell_of(target.entity)
        dx, dy = goal[0] - x, goal[1] - y
        taken = taken_cells(battle, who.entity)
        if dx and dy and abs(dx) != abs(dy):
            raise IntentRefused(Refusal.NO_PATH, "the way isn't straight; expected one along a row or a diagonal")
        step = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
        path: list[Cell] = []
        while distance((x, y), goal) > BESIDE:
            x, y = x + step[0], y + step[1]
            if (x, y) in taken or not battle.field.open((x, y)):
                raise IntentRefused(Refusal.NO_PATH, "something is in the way; expected a clear one")
            path.append((x, y))
        if len(path) * tables.fight.cell_mm < tables.maneuvers.charge_least_m * MM:
            raise IntentRefused(Refusal.NO_PATH, f"{len(path)} cells are too short a run; expected 3 m at least")
        stride = battle.ruleset.stride(who.entity)
        if len(path) * stride > battle.ruleset.pace(battle, who.entity)[1]:
            raise IntentRefused(Refusal.OUT_OF_REACH, "it is too far off; expected two moves at the most")
        return path

    def rule(self, battle: Battle, task: Task) -> Rule[Struck] | None:
        """Begin the blow at the end of a charge."""
        if task.kind == "screen":
            return None
        who, target = of(self.reader, battle, task.creature), target_of(self.reader, battle, task.payload[0])
        return struck(planned(self.reader, battle, who, target, find_use(who, str(task.payload[1])), CHARGE))

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Run, and strike; or stand by the friend."""
        who = of(self.reader, battle, task.creature)
        if task.kind == "screen":
            friend = task.payload[0]
            assert isinstance(friend, int)
            spend_move(battle, who)
            who.footing.screening = friend
            battle.emit(StanceTaken(battle.now, who.id, SCREEN, friend))
            return
        target = target_of(self.reader, battle, task.payload[0])
        path = self.run_up(battle, who, target)
        use_action(battle, who)
        if battle.turn is not None and battle.turn.creature == who.id:
            battle.turn.feet = battle.ruleset.pace(battle, who.entity)[1]
        who.footing.charging = True
        battle.emit(StanceTaken(battle.now, who.id, CHARGE))
        walk(battle, who.entity, path)
        commit_attack(battle, facts, Faces(trail))
