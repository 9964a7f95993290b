"""Intents made into tasks: what is alike in every ruleset is checked and put here, the rest by the ruleset."""

from __future__ import annotations

from typing import Final

from fleshwound.components.errors import BadValue, IntentRefused, Refusal
from fleshwound.components.intents import (
    Brace,
    BreakFree,
    Charge,
    Grab,
    Intent,
    Move,
    PickUp,
    Press,
    Release,
    Reload,
    Screen,
    SnapAttack,
    Stand,
    StopBleeding,
    Strike,
    Treat,
    Trip,
    Unsheathe,
    Wait,
)
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle

PURPOSES: Final = ("hold", "take")
"""What a grab may be for."""


def task_of(battle: Battle, entity: int, intent: Intent) -> Task:
    """Put an intent into a task: what every ruleset has alike here, the rest by the ruleset.

    Raises:
        IntentRefused: the rules have no such thing, or it names what isn't there.
        BadValue: a cell that is no pair of whole numbers, a purpose that isn't known.
    """
    if isinstance(intent, Strike):  # ahead of the rest: matching a class costs several times as much
        _check_words(intent.target, intent.mode, intent.aim, intent.limb)
        return battle.ruleset.task(battle, entity, intent)
    creature = battle.ids[entity]
    match intent:
        case Charge(target=target, mode=mode) | SnapAttack(target=target, mode=mode):
            _check_words(target, mode, None, None)
        case Screen(target=target):
            _check_words(target, None, None, None)
        case StopBleeding(target=target, injury=injury) | Treat(target=target, injury=injury):
            _check_words(target, None, None, None)
            if injury is not None and type(injury) is not int:
                raise IntentRefused(Refusal.NO_SUCH_INJURY, f"injury is {injury!r}; expected its number, or None")
        case PickUp(item=item) | Reload(item=item) | Unsheathe(item=item):
            if item is not None and type(item) is not int:
                raise IntentRefused(Refusal.NO_SUCH_ITEM, f"item is {item!r}; expected its number, or None")
        case Grab(target=target, purpose=purpose, aim=aim, limb=limb):
            _check_words(target, None, aim, limb)
            if purpose not in PURPOSES:
                raise BadValue(f"purpose is {purpose!r}; expected one of {', '.join(PURPOSES)}")
        case Press(target=target) | Trip(target=target):
            _check_words(target, None, None, None)
        case BreakFree(holder=other) | Release(target=other):
            if other is not None:
                _check_words(other, None, None, None)
        case Move(to=to):
            if type(to) is not tuple or [type(part) for part in to] != [int, int]:
                raise BadValue(f"to is {to!r}; expected a cell as two whole numbers")
            return Task("move", creature, to)
        case Brace(mode=mode):
            if mode is not None and not isinstance(mode, str):
                raise IntentRefused(Refusal.NO_SUCH_MODE, f"mode is {mode!r}; expected the id of a mode, or None")
        case Stand():
            return Task("stand", creature)
        case Wait():
            return Task("wait", creature)
    return battle.ruleset.task(battle, entity, intent)


def _check_words(target: object, mode: object, aim: object, limb: object) -> None:
    """Refuse what isn't of the kind that the intent's fields say, before a ruleset looks it up."""
    if type(target) is not int:
        raise IntentRefused(Refusal.NO_TARGET, f"target is {target!r}; expected an entity, a whole number")
    if mode is not None and not isinstance(mode, str):
        raise IntentRefused(Refusal.NO_SUCH_MODE, f"mode is {mode!r}; expected the id of a mode, or None")
    if aim is not None and type(aim) is not int and not isinstance(aim, str):
        raise IntentRefused(Refusal.NO_SUCH_AIM, f"aim is {aim!r}; expected a part id, a zone number, or None")
    if limb is not None and not isinstance(limb, str):
        raise IntentRefused(Refusal.NO_SUCH_MODE, f"limb is {limb!r}; expected a part id, or None")
