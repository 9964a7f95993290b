"""Stances as a system: Total Defense, Fighting Withdrawal, lying down, reloading, taking up and drawing (cities A2)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final

import esper

from fleshwound.components.creature import Item, Lying
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import Fell, ItemDrawn, ItemTaken, Reloaded, StanceTaken
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import free_hands, is_loaded, rounds_left, uses
from fleshwound.systems.cities.consequences import drop
from fleshwound.systems.cities.fighter import (
    Fighter,
    Reader,
    check_able,
    check_action_left,
    check_free,
    of,
    use_action,
)
from fleshwound.systems.cities.planning import DEFENCE
from fleshwound.systems.drivers import Answered
from fleshwound.systems.movement import feet_left
from fleshwound.systems.queries import apart, cell_of, lying_items
from fleshwound.systems.ruleset import System

WITHDRAWAL: Final = "fighting withdrawal"
HAND_REACH: Final = 1
"""Cells from which an item can be picked up."""

FREE: Final = "lie_down"
"""The kind of task that takes no action."""


MOVES: Final = ("pick_up", "unsheathe")
"""Kinds of task that take a Move (cities A2)."""


class Stances(System):
    """Has creatures defend, withdraw, lie down, reload, pick up and draw. The payload is the item's number."""

    kinds = ("defend", "withdraw", "lie_down", "reload", "pick_up", "unsheathe")
    instants = ("defend",)
    payloads = MappingProxyType(dict.fromkeys(("reload", "pick_up", "unsheathe"), tuple[int]))

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse who can't act, or what can't be had.

        Raises:
            IntentRefused: why not.
        """
        who = of(self.reader, battle, task.creature)
        check_able(who)
        if task.kind == FREE:
            if who.conditions.prone:
                raise IntentRefused(Refusal.CANNOT_ACT, "it lies already; expected one on its feet")
            return
        if task.kind != "defend":
            check_free(who)
        if task.kind not in MOVES:
            check_action_left(battle, who)
        elif (
            battle.encounter is not None and feet_left(battle, who.entity) < battle.ruleset.pace(battle, who.entity)[0]
        ):
            raise IntentRefused(Refusal.NO_MOVE_LEFT, "it takes a whole move; expected one that is left")
        match task.kind:
            case "reload":
                self._check_reload(who, task.payload[0])
            case "pick_up":
                self._check_pick_up(battle, who, task.payload[0])
            case "unsheathe":
                if not any(item.number == task.payload[0] for item in who.kit.belt):
                    why = f"no item {task.payload[0]} hangs at its belt; expected one that does"
                    raise IntentRefused(Refusal.NO_SUCH_ITEM, why)
                if hand_for(who) is None:
                    raise IntentRefused(Refusal.NO_FREE_GRIP, "it has no hand that works; expected one that does")
            case _:
                if battle.encounter is None:
                    raise IntentRefused(Refusal.UNSUPPORTED, "no fight is on; expected one to defend oneself in")

    def _check_reload(self, who: Fighter, number: object) -> None:
        item = next((item for item in who.held.items.values() if item.number == number), None)
        if item is None or not self.reader.sections.weapon(item.weapon).magazine:
            raise IntentRefused(Refusal.NO_SUCH_ITEM, "it holds nothing such to reload; expected what has a magazine")
        if not who.magazines.used.get(item.number):
            raise IntentRefused(Refusal.READY_ALREADY, "it is full already; expected one that has been fired")

    def _check_pick_up(self, battle: Battle, who: Fighter, number: object) -> None:
        if not isinstance(number, int) or number not in battle.ground:
            raise IntentRefused(Refusal.NO_SUCH_ITEM, f"no item {number} lies on the ground; expected one that does")
        if apart(who.entity, battle.ground[number]) > HAND_REACH:
            raise IntentRefused(Refusal.NOT_BESIDE, f"item {number} is out of reach; expected one beside it")
        if not free_hands(who):
            raise IntentRefused(Refusal.NO_FREE_GRIP, "it has no hand free; expected an empty one that works")

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Do it."""
        who = of(self.reader, battle, task.creature)
        if task.kind == FREE:
            who.conditions.prone = True
            battle.emit(Fell(battle.now, who.id, "takes cover"))
            return
        if task.kind in MOVES:
            spend_move(battle, who)
        else:
            use_action(battle, who)
        match task.kind:
            case "defend":
                who.footing.defending = True
                battle.emit(StanceTaken(battle.now, who.id, DEFENCE))
            case "withdraw":
                who.footing.withdrawing = True
                battle.emit(StanceTaken(battle.now, who.id, WITHDRAWAL))
            case "reload":
                item = next(item for item in who.held.items.values() if item.number == task.payload[0])
                who.magazines.used.pop(item.number)
                rounds = rounds_left(who, item)
                battle.emit(Reloaded(battle.now, who.id, item.number, item.weapon.id, rounds))
            case "pick_up":
                self._pick_up(battle, who, task)
            case _:
                self._draw(battle, who, task)

    def _pick_up(self, battle: Battle, who: Fighter, task: Task) -> None:
        number = task.payload[0]
        assert isinstance(number, int)
        lying = battle.ground.pop(number)
        item: Item = esper.component_for_entity(lying, Lying).item
        esper.delete_entity(lying, immediate=True)
        part = free_hands(who)[0]
        who.held.items[part] = item
        battle.emit(ItemTaken(battle.now, who.id, number, item.weapon.id, who.anatomy.parts[part].id))

    def _draw(self, battle: Battle, who: Fighter, task: Task) -> None:
        item = next(item for item in who.kit.belt if item.number == task.payload[0])
        hand = hand_for(who)
        assert hand is not None
        drop(battle, who, hand)
        who.kit.belt.remove(item)
        who.held.items[hand] = item
        battle.emit(ItemDrawn(battle.now, who.id, item.number, item.weapon.id, who.anatomy.parts[hand].id))


def spend_move(battle: Battle, who: Fighter) -> None:
    """Count a Move of a creature as used; where it has none left the Main Action goes for it (cities A2)."""
    turn = battle.turn
    if turn is None or turn.creature != who.id:
        return
    move, _ = battle.ruleset.pace(battle, who.entity)
    turn.feet += move
    if turn.feet > move and not turn.acted:
        use_action(battle, who)


def hand_for(who: Fighter) -> int | None:
    """Find the hand to draw with: a free one, else one that lets go what it holds; None: none works."""
    free = free_hands(who)
    if free:
        return free[0]
    held = [part for part in sorted(who.held.items) if part not in who.ruined]
    return held[0] if held else None


def item_to_reload(who: Fighter) -> int:
    """Find what to reload where nothing is named: the first in hand that lacks rounds; 0: nothing does."""
    return next((item.number for _, item in sorted(who.held.items.items()) if who.magazines.used.get(item.number)), 0)


def item_to_draw(who: Fighter) -> int:
    """Find what to draw where nothing is named: the first whole weapon at the belt; 0: none."""
    return next((item.number for item in who.kit.belt if not item.broken), 0)


def item_to_take(battle: Battle, who: Fighter) -> int:
    """Find what to pick up where nothing is named: the nearest weapon within reach; 0: none."""
    for _, number, lying in lying_items(battle, cell_of(who.entity), HAND_REACH):
        if not esper.component_for_entity(lying, Lying).item.broken:
            return number
    return 0


def empty(who: Fighter) -> bool:
    """Tell whether a creature holds a weapon that it must reload before it can fire at all."""
    loaded = [use for use in uses(who) if use.rounds and use.item is not None]
    return bool(loaded) and not any(is_loaded(who, use) for use in loaded)
