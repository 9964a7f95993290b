"""Editing: what a host's edits do to a creature under these rules, without chance."""

from __future__ import annotations

from typing import Final

from fleshwound.components.cities import Standing
from fleshwound.components.creature import Item
from fleshwound.components.definitions import ArmorPiece, Weapon
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
    Wear,
)
from fleshwound.components.errors import BadValue, IntentRefused, Refusal, UnknownName
from fleshwound.components.events import (
    ArmorChanged,
    FieldRetaken,
    Healed,
    ItemGiven,
    ItemRemoved,
    MoraleChanged,
    Revived,
)
from fleshwound.components.hitpoints import Down
from fleshwound.components.nerve import Exit
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import free_hands
from fleshwound.systems.cities.consequences import (
    COMATOSE,
    WORDS,
    die,
    die_later,
    end_frailty,
    fall,
    lose_health,
    plan_night,
    regain_health,
    set_down,
    stabilised,
    strain,
    wake_later,
)
from fleshwound.systems.cities.courage import BROKEN, STEADY
from fleshwound.systems.cities.fighter import Fighter
from fleshwound.systems.cities.harm import saved_by_itself
from fleshwound.systems.cities.rest import occupy
from fleshwound.systems.occupation import check_occupation
from fleshwound.systems.queries import cell_of, standing_cells

MOST: Final = 1_000_000
"""Hit points that one edit may take, at the most."""

STATES: Final = {WORDS[down]: down for down in (Down.INCAPACITATED, Down.STABLE, Down.MORTAL)}
"""States that a host may put a creature into, by their word."""


def edit_fighter(battle: Battle, who: Fighter, edit: Edit) -> None:
    """Do what an edit says to a creature.

    Raises:
        IntentRefused: it can't be done to this creature now.
        BadValue: a value out of range.
        UnknownName: no such part.
    """
    if isinstance(edit, Revive):
        if who.alive:
            raise IntentRefused(Refusal.NOT_DEAD, "it lives; expected a dead creature to revive")
        _restore(battle, who)
        battle.emit(Revived(battle.now, who.id, CAUSE))
        return
    if not who.alive and not isinstance(edit, Take | Wear):
        raise IntentRefused(Refusal.DEAD, "it is dead; expected a living creature, or Revive first")
    match edit:
        case Kill(cause=cause):
            die(battle, who, cause, None)
        case Heal(injury=None):
            _restore(battle, who)
        case Heal(injury=int(number)):
            _heal_one(battle, who, number)
        case Injure():
            _injure(battle, who, edit)
        case Afflict(state=state):
            _afflict(battle, who, state)
        case Occupy(doing=doing):
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


def _restore(battle: Battle, who: Fighter) -> None:
    """Undo all harm, strain, fear and frailty; where it lies and what it holds stay."""
    trauma = who.trauma
    for injury in list(trauma.injuries):
        trauma.injuries.remove(injury)
        battle.emit(Healed(battle.now, who.id, injury.number, "", (), CAUSE))
    regain_health(battle, who, who.points.most - who.points.left, None, CAUSE)
    if trauma.down is not Down.UP:
        set_down(battle, who, Down.UP, CAUSE)
    if trauma.frail:
        end_frailty(battle, who, CAUSE)
    strain(battle, who, -trauma.strain, CAUSE)
    trauma.traumatised = trauma.armor_tried = trauma.worked_on = False
    trauma.night_at = trauma.tried_at = None
    who.points.soaked = 0
    who.footing.dazed_until, who.footing.stunned = 0, False
    if who.resolve.broken:
        who.resolve.broken = False
        battle.emit(MoraleChanged(battle.now, who.id, BROKEN, STEADY, CAUSE))
    if who.resolve.exit is not Exit.NONE:
        who.resolve.exit = Exit.NONE
        battle.emit(FieldRetaken(battle.now, who.id))
        if not who.conditions.prone and cell_of(who.entity) in standing_cells(battle, who.entity):
            fall(battle, who, CAUSE)  # somebody stands there by now
    battle.stirred = True


def _heal_one(battle: Battle, who: Fighter, number: int) -> None:
    """Undo one major injury, as a clinic does; whoever was in a coma for it alone comes round in time."""
    trauma = who.trauma
    found = next((injury for injury in trauma.injuries if injury.number == number), None)
    if found is None:
        known = ", ".join(str(injury.number) for injury in trauma.injuries) or "none, it has no major injuries"
        raise IntentRefused(Refusal.NO_SUCH_INJURY, f"there is no injury {number}; expected one of {known}")
    trauma.injuries.remove(found)
    battle.emit(Healed(battle.now, who.id, number, "", (), CAUSE))
    if trauma.down is Down.COMA and not any(row.kind in COMATOSE for row in who.rows):
        set_down(battle, who, Down.STABLE, CAUSE)
        wake_later(battle, who)
    battle.stirred = True


def _injure(battle: Battle, who: Fighter, edit: Injure) -> None:
    """Take hit points, past armour and soak; at 0 a minor creature or machine dies, others are mortally wounded."""
    if edit.location:
        raise BadValue(f"location is {edit.location!r}; expected none, for these rules know no locations")
    if type(edit.level) is not int or not 1 <= edit.level <= MOST:
        raise BadValue(f"level is {edit.level!r}; expected 1..{MOST} hit points")
    before = who.trauma.down
    lose_health(battle, who, min(edit.level, who.points.left), None, CAUSE)
    battle.stirred = True
    if who.points.left:
        plan_night(battle, who)
        return
    mortal = who.profile.standing is not Standing.MINOR and not who.profile.machine
    if not mortal or who.trauma.frail or before not in (Down.UP, Down.INCAPACITATED):
        die(battle, who, CAUSE, None)
        return
    set_down(battle, who, Down.MORTAL, CAUSE)
    die_later(battle, who)
    saved_by_itself(battle, who)


def _afflict(battle: Battle, who: Fighter, state: str) -> None:
    """Put a creature into a state, with no hit points left as those who are in it have."""
    if state not in STATES:
        raise UnknownName("state", state, tuple(STATES))
    if who.profile.machine:
        raise IntentRefused(Refusal.UNSUPPORTED, "it is a machine; expected a creature that can be so wounded")
    down = STATES[state]
    if who.trauma.down is down:
        return
    lose_health(battle, who, who.points.left, None, CAUSE)
    who.trauma.wakes_at = None
    if down is Down.STABLE:
        stabilised(battle, who, CAUSE)
        return
    set_down(battle, who, down, CAUSE)
    if down is Down.MORTAL:
        die_later(battle, who)
        saved_by_itself(battle, who)
    else:
        wake_later(battle, who)


def _give(battle: Battle, who: Fighter, weapon: Weapon, part: str | None) -> None:
    who.reader.sections.weapon(weapon)
    parts = who.anatomy.parts
    free = free_hands(who)
    if part is not None:
        index = next((i for i, of in enumerate(parts) if of.id == part), None)
        if index is None or not parts[index].holds:
            raise UnknownName("gripping part", part, tuple(of.id for of in parts if of.holds))
        free = [index] if index in free else []
    if not free:
        raise IntentRefused(Refusal.NO_FREE_GRIP, "it has no such hand free; expected an empty one that works")
    battle.items += 1
    who.held.items[free[0]] = Item(battle.items, weapon)
    battle.emit(ItemGiven(battle.now, who.id, battle.items, weapon.id, parts[free[0]].id, CAUSE))


def _take(battle: Battle, who: Fighter, number: int) -> None:
    hand = next((part for part, item in who.held.items.items() if item.number == number), None)
    if hand is None:
        held = ", ".join(str(item.number) for item in who.held.items.values()) or "none, its hands are empty"
        raise IntentRefused(Refusal.NO_SUCH_ITEM, f"it doesn't hold item {number}; expected one of {held}")
    item = who.held.items.pop(hand)
    who.magazines.used.pop(number, None)
    battle.emit(ItemRemoved(battle.now, who.id, number, item.weapon.id, who.anatomy.parts[hand].id, CAUSE))


def _wear(battle: Battle, who: Fighter, edit: Wear) -> None:
    pieces = tuple(piece for piece in edit.armor if isinstance(piece, ArmorPiece))
    who.reader.sections.worn(pieces, who.anatomy)
    who.armor.pieces = pieces
    battle.emit(ArmorChanged(battle.now, who.id, tuple(piece.id for piece in pieces), CAUSE))
    if who.trauma.down is Down.MORTAL:
        saved_by_itself(battle, who)
