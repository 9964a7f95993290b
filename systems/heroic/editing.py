"""Editing: what a host's edits do to a creature under these rules, without chance."""

from __future__ import annotations

from dataclasses import fields

import esper

from fleshwound.components.creature import (
    Bleeding,
    Fatigue,
    Injuries,
    InjuryKind,
    Item,
    Shock,
    ShockCause,
    ShockState,
)
from fleshwound.components.definitions import Aspect, Weapon
from fleshwound.components.edits import (
    CAUSE,
    Afflict,
    Edit,
    Give,
    Heal,
    Injure,
    Kill,
    Occupy,
    Revive,
    Take,
    Tire,
    Wear,
)
from fleshwound.components.errors import BadValue, IntentRefused, Refusal, UnknownName
from fleshwound.components.events import (
    ArmorChanged,
    FearChanged,
    FieldRetaken,
    Healed,
    Injured,
    ItemGiven,
    ItemRemoved,
    MoraleChanged,
    PsycheEnded,
    Revived,
    ShockChanged,
    Supplied,
)
from fleshwound.components.kit import Kit
from fleshwound.components.nerve import Exit, Fear, Morale, Nerve
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic.arms import dominant_part, free_hands
from fleshwound.systems.heroic.blood import open_bleeder
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.consequences import (
    await_retest,
    close_bleeder,
    die,
    drop_what_fails,
    enter_shock,
    fall,
    locked,
    record,
    tire,
)
from fleshwound.systems.heroic.convalescence import end_infection
from fleshwound.systems.heroic.fatigue import begin_anew
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.gear import supply
from fleshwound.systems.heroic.holds import let_go
from fleshwound.systems.heroic.rest import occupy
from fleshwound.systems.occupation import check_occupation
from fleshwound.systems.queries import cell_of, standing_cells

WORST = 5
"""The greatest injury level."""

AFFLICTIONS = {state.name.lower(): state for state in (Shock.STUNNED, Shock.INCAPACITATED, Shock.UNCONSCIOUS)}
"""States that a host may put a creature into, by their words."""


def edit_fighter(battle: Battle, who: Fighter, edit: Edit) -> None:
    """Do what an edit says to a creature.

    Raises:
        IntentRefused: it can't be done to this creature now.
        BadValue: a value out of range.
        UnknownName: no such location or part.
    """
    match edit:
        case Revive():
            if who.shock.state is not Shock.DEAD:
                raise IntentRefused(Refusal.NOT_DEAD, "it lives; expected a dead creature to revive")
            _restore(battle, who)
            battle.emit(Revived(battle.now, who.id, CAUSE))
        case Kill(cause=cause):
            _check_alive(who)
            die(battle, who, cause, None)
        case Heal(injury=None):
            _check_alive(who)
            _restore(battle, who)
        case Heal(injury=int(injury)):
            _check_alive(who)
            _heal_one(battle, who, injury)
        case Injure():
            _check_alive(who)
            _injure(battle, who, edit)
        case Afflict():
            _check_alive(who)
            _afflict(battle, who, edit)
        case Tire(points=points, kind=kind):
            _check_alive(who)
            tire(battle, who, kind, CAUSE, points)
            who.moved_on()
        case Occupy(doing=doing):
            _check_alive(who)
            check_occupation(battle, doing)
            occupy(battle, who, doing)
        case Give(weapon=Weapon() as weapon, part=part):
            _give(battle, who, weapon, part)
        case Take(item=item):
            _take(battle, who, item)
        case Wear():
            _wear(battle, who, edit)
        case _:
            why = f"{edit!r} is nothing these rules know; expected an edit of a creature"
            raise IntentRefused(Refusal.UNSUPPORTED, why)


def _check_alive(who: Fighter) -> None:
    if who.shock.state is Shock.DEAD:
        raise IntentRefused(Refusal.DEAD, "it is dead; expected a living creature, or Revive first")


def _restore(battle: Battle, who: Fighter) -> None:
    """Undo all harm, shock and fatigue; where it lies, what holds it and what it holds stay."""
    while who.injuries.entries:
        _remove(battle, who, who.injuries.entries[0].number)
    if who.injuries.severed:  # of stumps that have healed, and are no injuries any longer
        battle.emit(Healed(battle.now, who.id, 0, "", _located(who, who.injuries.severed), CAUSE))
    before = who.shock.state
    _steady(battle, who)
    made = who.injuries.made
    for component, fresh in (
        (who.injuries, Injuries(made=made)),
        (who.shock, ShockState()),
        (who.bleeding, Bleeding()),
        (who.fatigue, Fatigue()),
        (who.nerve, Nerve(conditions=who.nerve.conditions)),
    ):
        for field in fields(fresh):
            setattr(component, field.name, getattr(fresh, field.name))
    who.moved_on()
    if before is not Shock.NONE:
        battle.emit(ShockChanged(battle.now, who.id, before.name.lower(), Shock.NONE.name.lower(), CAUSE))
    battle.stirred = True


def _steady(battle: Battle, who: Fighter) -> None:
    """Tell what of a creature's nerve is undone: its morale, its fear, its flight, its psyche stress."""
    nerve, creature = who.nerve, who.id
    if nerve.morale is not Morale.NONE:
        battle.emit(MoraleChanged(battle.now, creature, nerve.morale.name.lower(), Morale.NONE.name.lower(), CAUSE))
    if nerve.fear is not Fear.NONE:
        battle.emit(FearChanged(battle.now, creature, nerve.fear.name.lower(), Fear.NONE.name.lower(), CAUSE))
    for condition in nerve.psyche:
        battle.emit(PsycheEnded(battle.now, creature, condition.source))
    if nerve.exit is not Exit.NONE:
        battle.emit(FieldRetaken(battle.now, creature))
        if not who.conditions.prone and cell_of(who.entity) in standing_cells(battle, who.entity):
            fall(battle, who, CAUSE)  # somebody stands there by now


def _heal_one(battle: Battle, who: Fighter, number: int) -> None:
    """Undo one injury, and it alone; whoever was locked in shock by it may shake that off again."""
    if all(entry.number != number for entry in who.injuries.entries):
        known = ", ".join(str(entry.number) for entry in who.injuries.entries) or "none, it has no injuries"
        raise IntentRefused(Refusal.NO_SUCH_INJURY, f"there is no injury {number}; expected one of {known}")
    was_locked = locked(who)
    _remove(battle, who, number)
    if was_locked and not locked(who):
        if who.shock.state is not Shock.NONE:
            await_retest(battle, who)
        begin_anew(battle, who)
    battle.stirred = True


def _remove(battle: Battle, who: Fighter, number: int) -> None:
    """Take an injury off the sheet, as if it had never been: its infection, its bleeder, its severing go with it."""
    injuries, locations = who.injuries, who.anatomy.locations
    for infection in [other for other in injuries.entries if other.of == number]:
        _remove(battle, who, infection.number)
    entry = next(entry for entry in injuries.entries if entry.number == number)
    if any(bleeder.injury == number for bleeder in who.bleeding.bleeders):
        close_bleeder(battle, who, number, CAUSE)
    if entry.kind is InjuryKind.INFECTION:
        end_infection(battle, who, entry)
    else:
        injuries.entries.remove(entry)
    outward = body_of(who.anatomy).outward
    gone = injuries.closed
    for other in injuries.entries:
        if other.severed and other.location is not None:
            gone |= outward[other.location]
    restored = injuries.severed & ~gone if entry.severed else 0
    injuries.severed &= ~restored
    who.moved_on()
    battle.emit(
        Healed(
            battle.now,
            who.id,
            number,
            "" if entry.location is None else locations[entry.location].id,
            _located(who, restored),
            CAUSE,
        )
    )


def _located(who: Fighter, mask: int) -> tuple[str, ...]:
    return tuple(location.id for index, location in enumerate(who.anatomy.locations) if mask >> index & 1)


def _injure(battle: Battle, who: Fighter, edit: Injure) -> None:
    locations = who.anatomy.locations
    index = next((i for i, location in enumerate(locations) if location.id == edit.location), None)
    if index is None:
        raise UnknownName("location", edit.location, tuple(location.id for location in locations))
    if type(edit.level) is not int or not 1 <= edit.level <= WORST:
        raise BadValue(f"level is {edit.level!r}; expected 1..{WORST}")
    if not isinstance(edit.aspect, Aspect):
        raise BadValue(f"aspect is {edit.aspect!r}; expected an Aspect")
    if who.injuries.severed >> index & 1:
        raise BadValue(f"{edit.location} is gone; expected a location that is there")
    before = who.impaired
    bleeds = edit.bleeds and not who.creature.immunities.blood
    entry = record(
        battle, who, InjuryKind.WOUND, location=index, level=edit.level, aspect=edit.aspect, by=None, how=CAUSE
    )
    part = who.anatomy.parts[locations[index].part].id
    aspect = edit.aspect.name.lower()
    battle.emit(Injured(battle.now, who.id, entry.number, part, edit.location, edit.level, aspect, bleeds, None, CAUSE))
    if bleeds:
        open_bleeder(battle, who, entry.number)
    drop_what_fails(battle, who, before)
    battle.stirred = True


def _afflict(battle: Battle, who: Fighter, edit: Afflict) -> None:
    if edit.state not in AFFLICTIONS:
        raise UnknownName("state", edit.state, tuple(AFFLICTIONS))
    if locked(who):
        raise IntentRefused(Refusal.BUSY, "a lasting course holds it in its shock; expected one free of it, or Heal")
    enter_shock(battle, who, AFFLICTIONS[edit.state], ShockCause(CAUSE, None, None, 0, 0, False, 0, None, battle.now))
    who.moved_on()


def _give(battle: Battle, who: Fighter, weapon: Weapon, part: str | None) -> None:
    _check_alive(who)
    parts = who.anatomy.parts
    free = free_hands(who.anatomy, who.held, who.impaired)
    if part is not None:
        index = next((i for i, of in enumerate(parts) if of.id == part), None)
        if index is None or not parts[index].holds:
            raise UnknownName("gripping part", part, tuple(of.id for of in parts if of.holds))
        free = [index] if index in free else []
    if not free:
        raise IntentRefused(Refusal.NO_FREE_GRIP, "it has no such hand free; expected an empty one that isn't lost")
    dominant = dominant_part(who.creature, who.anatomy)
    hand = min(free, key=lambda index: (not who.impaired.works(index), index != dominant))
    battle.items += 1
    who.held.items[hand] = Item(battle.items, weapon)
    who.moved_on()
    battle.emit(ItemGiven(battle.now, who.id, battle.items, weapon.id, parts[hand].id, CAUSE))
    for projectile, count in supply(who.reader, esper.component_for_entity(who.entity, Kit), (weapon,)).items():
        battle.emit(Supplied(battle.now, who.id, projectile, count, CAUSE))


def _take(battle: Battle, who: Fighter, number: int) -> None:
    hand = next((part for part, item in who.held.items.items() if item.number == number), None)
    if hand is None:
        held = ", ".join(str(item.number) for item in who.held.items.values()) or "none, its hands are empty"
        raise IntentRefused(Refusal.NO_SUCH_ITEM, f"it doesn't hold item {number}; expected one of {held}")
    item = who.held.items.pop(hand)
    who.moved_on()
    let_go(battle, who, "dropped", lambda hold: bool(hold.limbs >> hand & 1))
    battle.emit(ItemRemoved(battle.now, who.id, number, item.weapon.id, who.anatomy.parts[hand].id, CAUSE))


def _wear(battle: Battle, who: Fighter, edit: Wear) -> None:
    pieces = tuple(piece for piece in edit.armor if not isinstance(piece, str))
    who.armor.pieces = pieces
    who.moved_on()
    battle.emit(ArmorChanged(battle.now, who.id, tuple(piece.id for piece in pieces), CAUSE))
