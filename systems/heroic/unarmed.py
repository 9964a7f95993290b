"""Unarmed intents made into tasks: what a grab, a press or a trip leaves open is chosen here (heroic H12)."""

from __future__ import annotations

from fleshwound.components.definitions import Contest
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.intents import BreakFree, Grab, Press, Release, Trip
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic.arms import dominant_part
from fleshwound.systems.heroic.fighter import Fighter, Reader, seen

TAKE = "take"


def contest_task(reader: Reader, battle: Battle, entity: int, target: int, intent: Grab | Press | Trip) -> Task:
    """Put a grab, a press or a trip at a creature, by combat id, into a task.

    Raises:
        IntentRefused: the creature has no such technique, or there is nothing to take.
    """
    actor = seen(reader, battle, entity)
    kind = contest_of(intent)
    mode = reader.armament.technique_of(actor.creature, kind)
    if mode is None:
        raise IntentRefused(Refusal.NO_SUCH_MODE, f"it knows no {kind}; expected a creature that fights as people do")
    if not isinstance(intent, Grab):
        return Task("strike", actor.id, (target, mode.id, None, None))
    aim = intent.aim
    if intent.purpose == TAKE:
        other = seen(reader, battle, battle.roster[target])
        if not other.held.items and not other.anatomy.incorporeal:
            raise IntentRefused(Refusal.NO_SUCH_ITEM, "it holds nothing to take; expected a creature that does")
        if aim is None:
            aim = holding_part(other)
    return Task("take" if intent.purpose == TAKE else "strike", actor.id, (target, mode.id, aim, intent.limb))


def contest_of(intent: Grab | Press | Trip) -> Contest:
    """Say what contest an intent is for."""
    match intent:
        case Grab():
            return Contest.GRAB
        case Press():
            return Contest.PRESS
        case Trip():
            return Contest.TRIP


def holding_part(who: Fighter) -> str | None:
    """Choose which part to grab at for what it holds: the dominant hand's, a weapon before a shield [R]."""
    items = who.held.items
    dominant = dominant_part(who.creature, who.anatomy)
    part = min(items, key=lambda part: (items[part].weapon.is_shield, part != dominant, part), default=None)
    return None if part is None else who.anatomy.parts[part].id


def hold_task(reader: Reader, battle: Battle, entity: int, other: int | None, intent: BreakFree | Release) -> Task:
    """Put breaking free of a creature, by combat id, or letting go of one, into a task; None: the first, or all.

    Raises:
        IntentRefused: nobody holds it.
    """
    who = seen(reader, battle, entity)
    if isinstance(intent, Release):
        return Task("release", who.id, (0 if other is None else other,))
    if other is None:
        other = next((held.by for held in who.conditions.immobilized if held.by is not None), None)
    if other is None:
        raise IntentRefused(Refusal.NOT_HELD, "nobody holds it; expected a creature that is held")
    return Task("break_free", who.id, (other,))
