"""Rest: lying down to rest or sleep, and leaving off (cities A7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import esper

from fleshwound.components.creature import Activity, Doing
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import ActivityChanged
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.fighter import Fighter, Reader, check_able, of
from fleshwound.systems.drivers import Answered
from fleshwound.systems.queries import apart
from fleshwound.systems.ruleset import System
from fleshwound.systems.turns import in_peace

AT_HAND = ("treat", "wait")
"""Kinds of task that break off no treatment."""


class Resting(System):
    """Lays creatures down to rest or sleep."""

    kinds = ("rest", "sleep")

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse to lie down in the middle of a fight.

        Raises:
            IntentRefused: why not.
        """
        check_able(of(self.reader, battle, task.creature))
        if not in_peace(battle):
            raise IntentRefused(Refusal.FIGHTING, "nobody rests in the middle of a fight; expected peace")

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Lie down."""
        doing = Doing.SLEEPING if task.kind == "sleep" else Doing.RESTING
        occupy(battle, of(self.reader, battle, task.creature), doing)


def occupy(battle: Battle, who: Fighter, doing: Doing) -> None:
    """Have a creature at something else from now on, in peace; what it is at already goes on."""
    activity = esper.component_for_entity(who.entity, Activity)
    if activity.doing is doing:
        return
    battle.emit(ActivityChanged(battle.now, who.id, activity.doing.value, doing.value))
    activity.doing, activity.since = doing, battle.now
    battle.stirred = True


def rouse(battle: Battle, who: Fighter, task: Task) -> None:
    """Have a creature that is about to do a task leave off what it is at, unless it only goes on with that."""
    doing = esper.component_for_entity(who.entity, Activity).doing
    asleep = doing is Doing.SLEEPING and task.kind != "sleep"
    if asleep or (doing is Doing.TREATING and task.kind not in AT_HAND):
        occupy(battle, who, Doing.RESTING)


def walk_off(reader: Reader, battle: Battle, moved: int) -> None:
    """End the treatments that a creature's way has put out of reach, its own and those it is given."""
    for creature, entity in battle.roster.items():
        activity = esper.component_for_entity(entity, Activity)
        if activity.doing is not Doing.TREATING or battle.ids[moved] not in (creature, activity.patient):
            continue
        patient = battle.roster.get(activity.patient or 0)
        if patient is not None and apart(entity, patient) > 1:
            occupy(battle, of(reader, battle, creature), Doing.RESTING)
