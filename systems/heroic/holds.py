"""Holds: how they begin and end, with the events that tell of it (heroic H12).

A hold stands with both: with the victim as an `Immobilization` that names the holder, with the holder as a `Hold`. Only
what is here writes either, so that neither is ever without the other.
"""

from __future__ import annotations

from collections.abc import Callable

import esper

from fleshwound.components.creature import Anatomy, Conditions, Immobilization
from fleshwound.components.definitions import Mode
from fleshwound.components.events import Grabbed, HoldBroken
from fleshwound.components.holds import Hold
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic.fighter import Fighter, fighter
from fleshwound.systems.queries import apart


def take_hold(battle: Battle, holder: Fighter, victim: Fighter, part: int, limbs: int, mode: Mode, reach: int) -> None:
    """Have `limbs` (a mask) of one creature hold a part of another; one that it holds already it holds the faster."""
    grip = next((h for h in holder.conditions.holds if (h.victim, h.part) == (victim.id, part)), None)
    if grip is None:
        grip = Hold(victim.id, part, 0, mode.id, reach, 0)
        holder.conditions.holds.append(grip)
        victim.guard.braced = 0
        victim.conditions.immobilized.append(Immobilization(part, mode.name.lower(), holder.id))
    grip.limbs |= limbs
    hold_on(battle, holder.id, grip)
    holder.moved_on()
    victim.moved_on()
    parts = holder.anatomy.parts
    names = tuple(part.id for index, part in enumerate(parts) if limbs >> index & 1)
    battle.emit(Grabbed(battle.now, victim.id, holder.id, victim.anatomy.parts[part].id, names, mode.id))


def hold_on(battle: Battle, holder: int, hold: Hold) -> None:
    """Set the next trial of a hold to a round from now (heroic H12)."""
    hold.renews_at = battle.now + battle.ruleset.round
    battle.after(battle.ruleset.round, Task("renew", holder, (hold.victim, hold.part, hold.renews_at)))


def break_hold(battle: Battle, holder: Fighter, hold: Hold, why: str) -> None:
    """End one hold; the part it held is free at once (heroic H9)."""
    holder.conditions.holds.remove(hold)
    holder.moved_on()
    victim = at_hand(battle, holder, hold.victim)
    conditions = victim.conditions
    conditions.immobilized = [held for held in conditions.immobilized if (held.by, held.part) != (holder.id, hold.part)]
    victim.moved_on()
    battle.emit(HoldBroken(battle.now, victim.id, holder.id, victim.anatomy.parts[hold.part].id, why))


def at_hand(battle: Battle, other: Fighter, creature: int) -> Fighter:
    """Find another creature by combat id, as whoever commits has it before it, so that it is read anew there too."""
    entity = battle.roster[creature]
    found: Fighter | None = battle.seen.get(entity)
    return found if found is not None else fighter(other.reader, entity)


def let_go(battle: Battle, holder: Fighter, why: str, which: Callable[[Hold], bool] | None = None) -> None:
    """End what a creature holds: all of it, or those holds that `which` picks."""
    for hold in [hold for hold in holder.conditions.holds if which is None or which(hold)]:
        break_hold(battle, holder, hold, why)


def come_free(battle: Battle, victim: Fighter, why: str, which: Callable[[Immobilization], bool] | None = None) -> None:
    """End the holds on a creature: all of them, or those on parts that `which` picks. What nobody holds stays."""
    for held in list(victim.conditions.immobilized):
        if held.by is None or (which is not None and not which(held)):
            continue
        holder = at_hand(battle, victim, held.by)
        for hold in list(holder.conditions.holds):
            if (hold.victim, hold.part) == (victim.id, held.part):
                break_hold(battle, holder, hold, why)
    victim.moved_on()


def loosen(battle: Battle, who: Fighter) -> None:
    """End the holds that wounds have ended: the limb that holds fails, or the part that is held is lost."""
    conditions = who.conditions
    if conditions.holds:
        unusable = who.impaired.unusable
        let_go(battle, who, "the limb fails", lambda hold: bool(hold.limbs & unusable))
    if conditions.immobilized:
        lost = who.impaired.lost
        come_free(battle, who, "the limb is lost", lambda held: bool(lost >> held.part & 1))


def part_company(battle: Battle, who: Fighter) -> None:
    """End the holds of and on a creature that has changed its place, where that has put the two out of reach."""
    let_go(battle, who, "moved off", lambda hold: apart(who.entity, battle.roster[hold.victim]) > hold.reach)
    for held in list(who.conditions.immobilized):
        if held.by is not None:
            holder = at_hand(battle, who, held.by)
            away = apart(holder.entity, who.entity)
            for hold in [hold for hold in holder.conditions.holds if hold.victim == who.id and hold.reach < away]:
                break_hold(battle, holder, hold, "moved off")


def forget(battle: Battle, creature: int) -> None:
    """End every hold of and on a creature that has left, by combat id; its own components are gone already."""
    for other, entity in battle.roster.items():
        conditions = esper.try_component(entity, Conditions)
        if conditions is None:
            continue  # a host has deleted its body
        parts = esper.component_for_entity(entity, Anatomy).of.parts
        for held in [held for held in conditions.immobilized if held.by == creature]:
            conditions.immobilized.remove(held)
            battle.emit(HoldBroken(battle.now, other, creature, parts[held.part].id, "left"))
        conditions.holds = [hold for hold in conditions.holds if hold.victim != creature]
