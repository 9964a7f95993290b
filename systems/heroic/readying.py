"""Readying: making launchers ready, evading missiles, and taking weapons from the belt (heroic H12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import Evaded, ItemDrawn, Readied
from fleshwound.components.intents import Brace, Evade, Intent, Reload, Unsheathe
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic.arms import dominant_part
from fleshwound.systems.heroic.capability import gripping_parts
from fleshwound.systems.heroic.choices import worth_bracing
from fleshwound.systems.heroic.consequences import drop
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.planning import acting
from fleshwound.systems.heroic.targeting import BESIDE, fights, find_projectile, kit_of, projectile_for
from fleshwound.systems.queries import apart
from fleshwound.systems.ruleset import System


class Readying(System):
    """Readies launchers, lets creatures evade, and has them draw. The payload is the item's number; 0: none."""

    kinds = ("reload", "unsheathe", "evade")
    payloads = MappingProxyType({"reload": tuple[int], "unsheathe": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse who can't act, or what can't be made ready or drawn.

        Raises:
            IntentRefused: why not.
        """
        who = acting(self.reader, battle, task.creature)
        match task.kind:
            case "reload":
                _check_reload(self.reader, who, _number(task))
            case "unsheathe":
                hand_for(who)
                if not any(item.number == _number(task) for item in kit_of(who.entity).belt):
                    raise IntentRefused(
                        Refusal.NO_SUCH_ITEM, f"no item {_number(task)} hangs at its belt; expected one that does"
                    )

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Do it: one action's worth of readying, a weapon in hand, or evading until the next turn."""
        who = fighter(self.reader, battle.entity(task.creature))
        match task.kind:
            case "reload":
                part = next(part for part, item in who.held.items.items() if item.number == _number(task))
                item = who.held.items[part] = replace(who.held.items[part], unready=who.held.items[part].unready - 1)
                battle.emit(Readied(battle.now, who.id, item.number, item.weapon.id, item.unready))
            case "unsheathe":
                self._draw(battle, who, _number(task))
            case _:
                who.guard.evading = True
                battle.emit(Evaded(battle.now, who.id))
        if battle.turn is not None and battle.turn.creature == who.id:
            battle.turn.acted = True

    def _draw(self, battle: Battle, who: Fighter, number: int) -> None:
        belt = kit_of(who.entity).belt
        item = next(item for item in belt if item.number == number)
        hand = hand_for(who)
        drop(battle, who, hand, flung=False)
        belt.remove(item)
        who.held.items[hand] = item
        battle.emit(ItemDrawn(battle.now, who.id, number, item.weapon.id, who.anatomy.parts[hand].id))


def _number(task: Task) -> int:
    number = task.payload[0]
    assert isinstance(number, int)
    return number


def hand_for(who: Fighter) -> int:
    """Find the hand that a weapon is drawn with: the dominant one, unless it holds a shield and another doesn't.

    Raises:
        IntentRefused: none works.
    """
    anatomy, held = who.anatomy, who.held.items
    dominant = dominant_part(who.creature, anatomy)
    able = gripping_parts(anatomy, who.impaired)
    if not able:
        raise IntentRefused(Refusal.NO_FREE_GRIP, "it has no hand that works; expected one to draw with")
    return min(able, key=lambda part: (part in held and held[part].weapon.is_shield, part != dominant))


def _check_reload(reader: Reader, who: Fighter, number: int) -> None:
    part = next((part for part, item in who.held.items.items() if item.number == number), None)
    if part is None:
        raise IntentRefused(Refusal.NO_SUCH_ITEM, f"it doesn't hold item {number}; expected a launcher in hand")
    use = next((use for use in who.stance.shots.values() if use.part == part), None)
    if use is None:
        raise IntentRefused(Refusal.MODE_LOST, f"item {number} can't be shot with now; expected limbs that work")
    find_projectile(reader, who, use.mode)
    if not who.held.items[part].unready:
        raise IntentRefused(Refusal.READY_ALREADY, "it is ready; expected a launcher that has been shot")


def seek_unready(who: Fighter) -> int:
    """Find the launcher to make ready where none is named: the first in hand that isn't ready.

    Raises:
        IntentRefused: it holds none, or all are ready.
    """
    parts = [use.part for use in who.stance.shots.values() if use.part is not None]
    items = [who.held.items[part] for part in parts]
    for item in items:
        if item.unready:
            return item.number
    if items:
        raise IntentRefused(Refusal.READY_ALREADY, "what it holds is ready; expected a launcher that has been shot")
    raise IntentRefused(Refusal.NO_SUCH_ITEM, "it holds no launcher that it could use; expected one")


def seek_sidearm(who: Fighter) -> int:
    """Find the weapon to draw where none is named: the first whole one at the belt.

    Raises:
        IntentRefused: none hangs there.
    """
    for item in kit_of(who.entity).belt:
        if not item.broken:
            return item.number
    raise IntentRefused(Refusal.NO_SUCH_ITEM, "nothing whole hangs at its belt; expected a weapon")


def task_of_kit(who: Fighter, intent: Reload | Evade | Unsheathe) -> Task:
    """Put an intent about one's own gear into a task.

    Raises:
        IntentRefused: there is nothing it could mean.
    """
    match intent:
        case Reload(item):
            return Task("reload", who.id, (seek_unready(who) if item is None else item,))
        case Unsheathe(item):
            return Task("unsheathe", who.id, (seek_sidearm(who) if item is None else item,))
        case Evade():
            return Task("evade", who.id)


def preparation(reader: Reader, who: Fighter, foe: Fighter) -> Intent | None:
    """Choose what a creature should do before it strikes, the nearest foe being this; None: nothing (heroic H12).

    Draw what hangs at its belt where it holds nothing to fight with and a foe is beside it, or nothing to shoot either;
    make ready what it shoots with while nobody is beside it; brace where that is worth more.
    """
    if who.stance.shots or kit_of(who.entity).belt:
        gear = _gear_first(reader, who, apart(who.entity, foe.entity))
        if gear is not None:
            return gear
    mode = worth_bracing(who, foe)
    return None if mode is None else Brace(mode)


def _gear_first(reader: Reader, who: Fighter, nearest: int) -> Intent | None:
    kit, held = kit_of(who.entity), who.held.items
    hands = [use.part for use in who.stance.uses if use.part is not None and use.mode.attack]
    armed = any(fights(held[part].weapon) for part in hands)
    shot = [
        use.part
        for use in who.stance.shots.values()
        if use.part is not None and (not use.mode.projectile or projectile_for(reader.projectiles, kit, use.mode))
    ]
    if not armed and (nearest <= BESIDE or not shot) and any(not item.broken for item in kit.belt):
        return Unsheathe()
    if nearest > BESIDE and any(held[part].unready for part in shot):
        return Reload()
    return None
