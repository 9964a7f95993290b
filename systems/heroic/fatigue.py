"""Fatigue: when it recovers, and by how much (heroic H14)."""

from __future__ import annotations

from typing import Final, NamedTuple

import esper

from fleshwound.components.creature import Activity, Doing, Fatigue, FatigueKind, InjuryKind, Shock
from fleshwound.components.ids import SECOND
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.tables import Tables

BLOOD_LOSS: Final = "blood loss"
"""Source of the weakness that is anaemia (heroic H8)."""

QUIET: Final = (Doing.RESTING, Doing.SLEEPING)
"""What windedness recovers by."""


class Recovery(NamedTuple):
    """Some fatigue that will go."""

    due: int
    """In microseconds."""
    kind: FatigueKind
    by: Doing | None
    """What it recovers by; None: time alone."""
    amount: int
    """At the most."""


def recoveries(tables: Tables, fatigue: Fatigue, doing: Doing, since: int) -> list[Recovery]:
    """List what will recover, as things are, and when (heroic H14).

    Windedness 10 minutes into a rest or sleep, once an hour. Weariness 4 hours into a rest and 8 hours into a sleep,
    each once a day; a sleep is no rest, and a new rest begins with what interrupts the last [R]. Anaemia a day after
    nothing bleeds any more, and each day after [R]. All other weakness goes with its cause.
    """
    table = tables.fatigue
    kinds = {entry.kind for entry in fatigue.entries}
    found: list[Recovery] = []
    if FatigueKind.WINDEDNESS in kinds and doing in QUIET:
        due = _due(since, table.breath_s, fatigue.breathed_at, table.breath_every_s)
        found.append(Recovery(due, FatigueKind.WINDEDNESS, Doing.RESTING, table.breath))
    if FatigueKind.WEARINESS in kinds and doing is Doing.RESTING:
        due = _due(since, table.rest_s, fatigue.rested_at, table.day_s)
        found.append(Recovery(due, FatigueKind.WEARINESS, Doing.RESTING, table.rest))
    if FatigueKind.WEARINESS in kinds and doing is Doing.SLEEPING:
        due = _due(since, table.sleep_s, fatigue.slept_at, table.day_s)
        found.append(Recovery(due, FatigueKind.WEARINESS, Doing.SLEEPING, table.sleep))
    if fatigue.clotted_at is not None and any(entry.source == BLOOD_LOSS for entry in fatigue.entries):
        due = fatigue.clotted_at + table.day_s * SECOND
        found.append(Recovery(due, FatigueKind.WEAKNESS, None, table.anaemia))
    return found


def _due(since: int, takes_s: int, last: int | None, every_s: int) -> int:
    due = since + takes_s * SECOND
    return due if last is None else max(due, last + every_s * SECOND)


def recovers(who: Fighter) -> bool:
    """Tell whether fatigue recovers at all: not of the dead, nor during Extended Shock (heroic H6)."""
    if who.shock.state is Shock.DEAD:
        return False
    return all(entry.kind is not InjuryKind.EXTENDED_SHOCK for entry in who.injuries.entries)


def pending_recoveries(who: Fighter) -> list[Recovery]:
    """List what will recover of a creature, as things are, and when."""
    if not who.fatigue.entries or not recovers(who):
        return []
    activity = esper.component_for_entity(who.entity, Activity)
    return recoveries(who.tables, who.fatigue, activity.doing, activity.since)


def plan_recovery(battle: Battle, who: Fighter) -> None:
    """Put the next recovery down in the agenda; one that was put down for another moment comes to nothing.

    Whatever changes a creature's fatigue, its rest, or what keeps it from recovering calls this afterwards.
    """
    due = min((recovery.due for recovery in pending_recoveries(who)), default=None)
    if due is not None:
        due = max(due, battle.now)
    if due != who.fatigue.recovers_at:
        who.fatigue.recovers_at = due
        if due is not None:
            battle.agenda.put(due, Task("recover", who.id, (due,)))


def begin_anew(battle: Battle, who: Fighter) -> None:
    """Let rest, and the day that anaemia takes, count from now on: what kept the creature from recovering is over."""
    activity = esper.component_for_entity(who.entity, Activity)
    if activity.doing in QUIET:
        activity.since = battle.now
    if who.fatigue.clotted_at is not None:
        who.fatigue.clotted_at = battle.now
    plan_recovery(battle, who)
