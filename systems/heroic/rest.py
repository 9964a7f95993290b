"""Rest: lying down, sleeping, and the fatigue that goes by it (heroic H6, H14)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final

import esper

from fleshwound.components.creature import Activity, Controller, Doing, FatigueKind, Shock
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import ActivityChanged
from fleshwound.components.ids import SECOND
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic.consequences import ease, tire
from fleshwound.systems.heroic.course import moved_windedness
from fleshwound.systems.heroic.fatigue import (
    BLOOD_LOSS,
    Recovery,
    pending_recoveries,
    plan_recovery,
    recovers,
)
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter, seen
from fleshwound.systems.queries import apart
from fleshwound.systems.ruleset import System
from fleshwound.systems.turns import in_peace

# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every act reads these.
SLEEPING: Final = Doing.SLEEPING
TREATING: Final = Doing.TREATING
OCCUPIED: Final = (SLEEPING, TREATING)
"""What whoever acts may have to leave off."""

MOVED: Final = "moved"
"""Source of the windedness of whoever is carried along in Extended Shock (heroic H6)."""


AT_HAND: Final = ("treat", "wait")
"""Kinds of task that break off no treatment: the next is refused while one is under way, and waiting is none."""


def occupy(battle: Battle, who: Fighter, doing: Doing) -> None:
    """Have a creature at something else from now on, in peace; what it is at already goes on.

    Whoever is incapacitated in Extended Shock, and moves, tires every 10 minutes (heroic H6).
    """
    activity = esper.component_for_entity(who.entity, Activity)
    if activity.doing is doing:
        return
    battle.emit(ActivityChanged(battle.now, who.id, activity.doing.value, doing.value))
    activity.doing, activity.since = doing, battle.now
    plan_recovery(battle, who)
    if doing is Doing.MOVING and _carried(who):
        carried = Task("carried", who.id, (battle.now,))
        if all(entry.task != carried for entry in battle.agenda):  # set down and off again in the same instant
            battle.after(who.tables.course.moved_interval_s * SECOND, carried)


def _carried(who: Fighter) -> bool:
    return who.shock.state is Shock.INCAPACITATED and not recovers(who)


def rouse(reader: Reader, battle: Battle, entity: int, task: Task) -> None:
    """Have a creature that is about to do a task leave off what it is at, unless it only goes on with that.

    It wakes, or breaks off a treatment (heroic H13) [R].
    """
    doing = esper.component_for_entity(entity, Activity).doing
    if (doing is SLEEPING and task.kind != "sleep") or (doing is TREATING and task.kind not in AT_HAND):
        occupy(battle, seen(reader, battle, entity), Doing.RESTING)


def walk_off(reader: Reader, battle: Battle, moved: int) -> None:
    """End the treatments that a creature's way has put out of reach, its own and those of its wounds (heroic H13)."""
    for creature, entity in battle.roster.items():
        activity = esper.component_for_entity(entity, Activity)
        if activity.doing is not TREATING or battle.ids[moved] not in (creature, activity.patient):
            continue
        patient = battle.roster.get(activity.patient or 0)
        if patient is not None and apart(entity, patient) > 1:
            occupy(battle, fighter(reader, entity), Doing.RESTING)


class Resting(System):
    """Lays creatures down to rest or sleep, and lets fatigue recover when it is due.

    The payload of `recover` is the moment it was put down for, that of `carried` when the creature was set in motion.
    """

    kinds = ("rest", "sleep", "recover", "carried")
    payloads = MappingProxyType({"recover": tuple[int], "carried": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse to lie down who lies already, out of the fight, or in the middle of one.

        Raises:
            IntentRefused: why not.
        """
        if task.kind not in ("rest", "sleep"):
            return
        if battle.ruleset.out(battle.entity(task.creature)):
            raise IntentRefused(Refusal.CANNOT_ACT, "it can't act now; expected a creature that can")
        if not in_peace(battle):
            raise IntentRefused(Refusal.FIGHTING, "nobody rests in the middle of a fight; expected peace")

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Lie down, or let what is due recover; nothing here is left to chance."""
        who = fighter(self.reader, battle.entity(task.creature))
        match task.kind:
            case "rest":
                occupy(battle, who, Doing.RESTING)
            case "sleep":
                occupy(battle, who, Doing.SLEEPING)
            case "recover":
                self._recover(battle, who, task)
            case _:
                self._tire(battle, who, task)

    def _recover(self, battle: Battle, who: Fighter, task: Task) -> None:
        """Let recover what is due now (heroic H14); where something came between, put the next down anew."""
        if who.fatigue.recovers_at != task.payload[0]:
            return
        who.fatigue.recovers_at = None
        due = [recovery for recovery in pending_recoveries(who) if recovery.due <= battle.now]
        for recovery in due:
            self._ease(battle, who, recovery)
        weary = [recovery.by for recovery in due if recovery.kind is FatigueKind.WEARINESS]
        if weary and esper.component_for_entity(who.entity, Controller).intents == "ai":
            self._turn_in(battle, who, slept=weary[0] is Doing.SLEEPING)
        plan_recovery(battle, who)

    def _ease(self, battle: Battle, who: Fighter, recovery: Recovery) -> None:
        fatigue = who.fatigue
        if recovery.kind is FatigueKind.WEAKNESS:
            fatigue.clotted_at = battle.now
            ease(battle, who, recovery.kind, recovery.amount, BLOOD_LOSS)
            return
        if recovery.kind is FatigueKind.WINDEDNESS:
            fatigue.breathed_at = battle.now
        elif recovery.by is Doing.SLEEPING:
            fatigue.slept_at = battle.now
        else:
            fatigue.rested_at = battle.now
        ease(battle, who, recovery.kind, recovery.amount)

    def _turn_in(self, battle: Battle, who: Fighter, *, slept: bool) -> None:
        """Have whoever thinks for itself, and is still weary, sleep once it has rested, and get up once it has slept.

        So it sleeps 8 hours in each 24, and only as long as there is weariness to lose [R].
        """
        weary = any(entry.kind is FatigueKind.WEARINESS for entry in who.fatigue.entries)
        if slept:
            occupy(battle, who, Doing.RESTING)
        elif weary and who.shock.state < Shock.INCAPACITATED and in_peace(battle):
            occupy(battle, who, Doing.SLEEPING)

    def _tire(self, battle: Battle, who: Fighter, task: Task) -> None:
        activity = esper.component_for_entity(who.entity, Activity)
        if activity.doing is not Doing.MOVING or activity.since != task.payload[0] or not _carried(who):
            return
        interval = self.tables.course.moved_interval_s * SECOND
        tire(battle, who, FatigueKind.WINDEDNESS, MOVED, moved_windedness(self.tables, interval))
        battle.after(interval, task)
