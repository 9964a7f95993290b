"""Shots: rounds that are spent, and thrown weapons that come to lie somewhere (cities A3, A9)."""

from __future__ import annotations

import esper

from fleshwound.components.creature import Lying, Place
from fleshwound.components.events import ItemSpent, ItemThrown
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import Use
from fleshwound.systems.cities.fighter import Fighter
from fleshwound.systems.field import Cell


def spend_rounds(who: Fighter, use: Use) -> None:
    """Take what a use fires out of the magazine."""
    if use.item is not None and use.rounds:
        used = who.magazines.used
        used[use.item.number] = used.get(use.item.number, 0) + use.rounds


def let_fly(battle: Battle, who: Fighter, use: Use, cell: Cell) -> None:
    """Have a thrown weapon leave the hand; what bursts is gone, all else lies where it was thrown."""
    if use.item is None or use.part is None:
        return
    who.held.items.pop(use.part, None)
    part = who.anatomy.parts[use.part].id
    number, weapon = use.item.number, use.item.weapon.id
    if use.mode.blast is not None:
        battle.emit(ItemSpent(battle.now, who.id, number, weapon, part))
        return
    battle.ground[number] = esper.create_entity(Lying(use.item), Place(*cell))
    battle.emit(ItemThrown(battle.now, who.id, number, weapon, part, *cell))
