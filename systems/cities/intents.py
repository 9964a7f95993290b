"""Intents made into tasks under these rules, with every choice that they leave open made."""

from __future__ import annotations

from typing import Final

from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.intents import (
    BreakFree,
    Charge,
    Defend,
    Flee,
    Grab,
    Intent,
    LieDown,
    PickUp,
    Press,
    Release,
    Reload,
    Rest,
    Screen,
    Sleep,
    SnapAttack,
    StopBleeding,
    Strike,
    Treat,
    Trip,
    Unsheathe,
    Withdraw,
)
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.charges import charge_task
from fleshwound.systems.cities.choices import best_use
from fleshwound.systems.cities.courage import refuge
from fleshwound.systems.cities.fighter import Fighter, Reader, seen
from fleshwound.systems.cities.stances import item_to_draw, item_to_reload, item_to_take

KNOWN: Final = (
    "Strike, Move, Stand, StopBleeding, Treat, Rest, Sleep, PickUp, Reload, Unsheathe, Wait, Flee, Defend, Withdraw, "
    "LieDown, Charge, Screen, Press, Trip, Grab, BreakFree, Release, SnapAttack"
)
"""Intents that these rules know."""


def task_for(reader: Reader, battle: Battle, entity: int, intent: Intent) -> Task:
    """Put an intent of a creature into a task, choosing the best where it leaves something open.

    Raises:
        IntentRefused: it names what isn't there, or nothing that these rules know.
    """
    creature = battle.id_of(entity)
    who = seen(reader, battle, entity)
    match intent:
        case Strike(target, mode, aim, limb):
            if aim is not None or limb is not None:
                why = "these rules aim at nothing in particular; expected no aim and no limb"
                raise IntentRefused(Refusal.NO_SUCH_AIM, why)
            return Task("strike", creature, (named(battle, target), mode or _best(reader, battle, entity, target)))
        case SnapAttack(target, mode):
            struck = named(battle, target)
            return Task("snap_attack", creature, (struck, mode or _best(reader, battle, entity, target)))
        case StopBleeding(target):
            return Task("stabilise", creature, (named(battle, target),))
        case Treat(target):
            return Task("treat", creature, (named(battle, target),))
        case Rest():
            return Task("rest", creature)
        case Sleep():
            return Task("sleep", creature)
        case PickUp(item):
            return Task("pick_up", creature, (item_to_take(battle, who) if item is None else item,))
        case Reload(item):
            return Task("reload", creature, (item_to_reload(who) if item is None else item,))
        case Unsheathe(item):
            return Task("unsheathe", creature, (item_to_draw(who) if item is None else item,))
        case Defend():
            return Task("defend", creature)
        case Withdraw():
            return Task("withdraw", creature)
        case LieDown():
            return Task("lie_down", creature)
        case Press(target):
            return Task("press", creature, (named(battle, target),))
        case Trip(target):
            return Task("trip", creature, (named(battle, target),))
        case Grab(target, purpose):
            if purpose != "hold":
                raise IntentRefused(Refusal.UNSUPPORTED, "nothing is taken so under these rules; expected to hold")
            return Task("grab", creature, (named(battle, target),))
        case BreakFree(holder):
            return Task("break_free", creature, (_holder(battle, who) if holder is None else named(battle, holder),))
        case Release(target):
            return Task("release", creature, (0 if target is None else named(battle, target),))
        case Charge(target, mode):
            return charge_task(reader, battle, entity, named(battle, target), mode)
        case Screen(target):
            return Task("screen", creature, (named(battle, target),))
        case Flee():
            goal = refuge(reader, battle, entity)
            if goal is None:
                why = "no way leads further from a threat; expected a foe, and room to run"
                raise IntentRefused(Refusal.NO_PATH, why)
            return Task("move", creature, goal)
    raise IntentRefused(Refusal.UNSUPPORTED, f"{intent!r} is nothing these rules know; expected one of {KNOWN}")


def _best(reader: Reader, battle: Battle, entity: int, target: int) -> str:
    use = best_use(reader, battle, seen(reader, battle, entity), seen(reader, battle, target))
    if use is None:
        raise IntentRefused(Refusal.NO_SUCH_MODE, "it has nothing to attack with; expected a weapon or a free hand")
    return use.id


def _holder(battle: Battle, who: Fighter) -> int:
    for caught in who.conditions.immobilized:
        if caught.by is not None and caught.by in battle.roster:
            return caught.by
    raise IntentRefused(Refusal.NOT_HELD, "nobody holds it; expected one that is held")


def named(battle: Battle, entity: int) -> int:
    """Find the combat id of whom an intent is about; it may have left since it was formed.

    Raises:
        IntentRefused: it has.
    """
    if entity not in battle.ids:
        raise IntentRefused(Refusal.NO_TARGET, f"entity {entity} takes no part in this combat; expected one that does")
    return battle.ids[entity]
