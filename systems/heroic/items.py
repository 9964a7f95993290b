"""Picking things up, as a system (heroic H9)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import esper

from fleshwound.components.creature import Lying
from fleshwound.components.definitions import ModeKind
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import ItemTaken
from fleshwound.components.kit import Kit
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import Cell
from fleshwound.systems.heroic.arms import dominant_part, free_hands, weapons_of
from fleshwound.systems.heroic.fighter import Fighter, Reader, check_able, check_action_left, check_unheld, fighter
from fleshwound.systems.heroic.holds import let_go
from fleshwound.systems.queries import apart, cell_of, lying_items
from fleshwound.systems.ruleset import System

HAND_REACH = 1
"""Cells from which an item can be picked up."""


def seek_item(battle: Battle, entity: int) -> int:
    """Find the item to pick up where none is named: the nearest whole one within reach, a weapon before a shield.

    Raises:
        IntentRefused: nothing lies there.
    """
    found: list[tuple[bool, int, int]] = []
    for away, number, lying in lying_items(battle, cell_of(entity), HAND_REACH):
        item = esper.component_for_entity(lying, Lying).item
        if not item.broken:
            found.append((item.weapon.is_shield, away, number))
    if found:
        return min(found)[2]
    raise IntentRefused(Refusal.NO_SUCH_ITEM, "no whole item lies within reach; expected one on its cell or beside it")


def is_armed(who: Fighter) -> bool:
    """Tell whether a creature holds a weapon that it can use, or has one at its belt to draw [R]."""
    if any(who.impaired.works(part) for part in weapons_of(who.held)):
        return True
    return any(not item.broken for item in esper.component_for_entity(who.entity, Kit).belt)


def is_disarmed(who: Fighter) -> bool:
    """Tell whether a creature has no weapon that it can use, and a hand that could take one up."""
    return not is_armed(who) and any(
        who.impaired.works(part) for part in free_hands(who.anatomy, who.held, who.impaired)
    )


class Items(System):
    """Lets creatures take up what lies beside them. The payload is the item's number."""

    kinds = ("pick_up",)
    payloads = MappingProxyType({"pick_up": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse who can't act, has no hand free, or reaches for what isn't there.

        Raises:
            IntentRefused: why not.
        """
        who = fighter(self.reader, battle.entity(task.creature))
        check_able(who)
        check_unheld(who)
        check_action_left(battle, who)
        number = task.payload[0]
        if number not in battle.ground:
            raise IntentRefused(Refusal.NO_SUCH_ITEM, f"no item {number} lies on the ground; expected one that does")
        if apart(who.entity, battle.ground[int(number)]) > HAND_REACH:
            raise IntentRefused(Refusal.NOT_BESIDE, f"item {number} is out of reach; expected one beside it")
        if not free_hands(who.anatomy, who.held, who.impaired):
            raise IntentRefused(Refusal.NO_FREE_GRIP, "it has no hand free; expected an empty one that isn't lost")

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Put the item into the dominant hand if that is free, else another; into one out of use for want of better.

        What an unusable hand has been given again it holds, but can't use (heroic H9).
        """
        who = fighter(self.reader, battle.entity(task.creature))
        number = task.payload[0]
        assert isinstance(number, int)
        free = free_hands(who.anatomy, who.held, who.impaired)
        dominant = dominant_part(who.creature, who.anatomy)
        part = min(free, key=lambda part: (not who.impaired.works(part), part != dominant))
        lying = battle.ground.pop(number)
        item = esper.component_for_entity(lying, Lying).item
        there = cell_of(lying)
        esper.delete_entity(lying, immediate=True)
        who.held.items[part] = item
        if battle.turn is not None and battle.turn.creature == who.id:
            battle.turn.acted = True
        battle.emit(ItemTaken(battle.now, who.id, item.number, item.weapon.id, who.anatomy.parts[part].id))
        lifted = {mode.id for mode in item.weapon.modes if mode.seizes and mode.kind is ModeKind.MISSILE}
        if lifted:
            self._lift(battle, lifted, there)

    def _lift(self, battle: Battle, modes: set[str], cell: Cell) -> None:
        """Free who lies under something thrown to seize, by its modes, once it has been taken up from its cell [R]."""
        for entity in battle.roster.values():
            holder = fighter(self.reader, entity)
            let_go(
                battle,
                holder,
                "lifted",
                lambda hold: hold.mode in modes and cell_of(battle.roster[hold.victim]) == cell,
            )
