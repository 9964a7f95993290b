"""Intents made into tasks under these rules, with every choice that they leave open made."""

from __future__ import annotations

from typing import Final, get_args

from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.intents import (
    Brace,
    BreakFree,
    Evade,
    Flee,
    Grab,
    Intent,
    PickUp,
    Press,
    Rally,
    Release,
    Reload,
    Rest,
    Sleep,
    StopBleeding,
    Strike,
    Treat,
    Trip,
    Unsheathe,
)
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic.blood import gravest
from fleshwound.systems.heroic.care import next_wound
from fleshwound.systems.heroic.choices import best_strike
from fleshwound.systems.heroic.fighter import Reader, fighter, seen
from fleshwound.systems.heroic.flight import flight
from fleshwound.systems.heroic.items import seek_item
from fleshwound.systems.heroic.readying import task_of_kit
from fleshwound.systems.heroic.targeting import best_shot
from fleshwound.systems.heroic.unarmed import contest_task, hold_task

KNOWN: Final = ", ".join(kind.__name__ for kind in get_args(Intent))
"""Intents that these rules know."""


def task_for(reader: Reader, battle: Battle, entity: int, intent: Intent) -> Task:
    """Put an intent of a creature into a task, choosing the best where it leaves something open.

    Raises:
        IntentRefused: it names what isn't there, or nothing that these rules know.
    """
    if isinstance(intent, Strike):  # ahead of the rest: matching a class costs several times as much
        return _strike(reader, battle, entity, intent)
    creature = battle.id_of(entity)
    match intent:
        case StopBleeding(target, injury):
            patient = _target(battle, target)
            if injury is None:
                bleeder = gravest(fighter(reader, target), battle.now)
                if bleeder is None:
                    raise IntentRefused(Refusal.NOT_BLEEDING, "nothing of it bleeds; expected an open bleeder")
                injury = bleeder.injury
            return Task("stop_bleeding", creature, (patient, injury))
        case Treat(target, injury):
            patient = _target(battle, target)
            if injury is None:
                injury = next_wound(battle, creature, fighter(reader, target))
            return Task("treat", creature, (patient, injury))
        case Rest():
            return Task("rest", creature)
        case Sleep():
            return Task("sleep", creature)
        case Brace(mode):
            couched = fighter(reader, entity).stance.couched
            return Task("brace", creature, (mode or (couched[0].mode.id if couched else ""),))
        case Reload() | Evade() | Unsheathe():
            return task_of_kit(seen(reader, battle, entity), intent)
        case Grab(target) | Press(target) | Trip(target):
            return contest_task(reader, battle, entity, _target(battle, target), intent)
        case BreakFree(other) | Release(other):
            named = None if other is None else _target(battle, other)
            return hold_task(reader, battle, entity, named, intent)
        case PickUp(item):
            return Task("pick_up", creature, (seek_item(battle, entity) if item is None else item,))
        case Flee():
            return flight(battle, entity)
        case Rally():
            return Task("rally", creature)
    raise IntentRefused(Refusal.UNSUPPORTED, f"{intent!r} is nothing these rules know; expected one of {KNOWN}")


def _strike(reader: Reader, battle: Battle, entity: int, intent: Strike) -> Task:
    mode, aim, limb = intent.mode, intent.aim, intent.limb
    struck = _target(battle, intent.target)
    who = seen(reader, battle, entity)
    if mode is None:
        foe = seen(reader, battle, intent.target)
        mode, aim = best_shot(reader, battle, who, foe, aim, limb) or best_strike(who, foe, aim, limb)
    kind = "shoot" if mode in who.stance.shots else "strike"
    task: Task = tuple.__new__(Task, (kind, who.id, (struck, mode, aim, limb)))  # every exchange passes here
    return task


def _target(battle: Battle, entity: int) -> int:
    """Find the combat id of whom an intent is about; it may have left since it was formed."""
    if entity not in battle.ids:
        raise IntentRefused(Refusal.NO_TARGET, f"entity {entity} takes no part in this combat; expected one that does")
    return battle.ids[entity]
