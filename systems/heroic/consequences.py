"""Consequences: what the facts of a rule do to a creature, and the events that tell of it.

Only the systems of this ruleset call these, while they commit. Each leaves the creature whole: a limb that can't hold
any longer has dropped, whoever went down is prone, the dead have nothing pending.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import esper

from fleshwound.components.creature import (
    Activity,
    Doing,
    FatigueEntry,
    FatigueKind,
    Injury,
    InjuryKind,
    Lying,
    Place,
    Shock,
    ShockCause,
)
from fleshwound.components.definitions import Aspect
from fleshwound.components.events import (
    BleedingStopped,
    Died,
    FatigueChanged,
    Fell,
    ItemDropped,
    ShockChanged,
)
from fleshwound.components.ids import SECOND
from fleshwound.components.nerve import Exit, Fear, Morale, Nerve
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import STEPS
from fleshwound.systems.heroic import alarms
from fleshwound.systems.heroic.capability import keeps_hold, may_hold
from fleshwound.systems.heroic.fatigue import QUIET, plan_recovery
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.holds import come_free, let_go, loosen
from fleshwound.systems.heroic.impairment import Impairments
from fleshwound.systems.heroic.retest import retest_delay

LASTING = (InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA)
"""Courses that lock a creature in its shock state."""


def locked(fighter: Fighter) -> bool:
    """Tell whether a lasting course holds the creature, so that it makes no ordinary re-tests (heroic H6, H7)."""
    return any(entry.kind in LASTING for entry in fighter.injuries.entries)


def fall(battle: Battle, fighter: Fighter, cause: str) -> None:
    """Bring a creature down, unless it lies already."""
    if not fighter.conditions.prone:
        fighter.conditions.prone = True
        fighter.guard.braced = 0
        battle.emit(Fell(battle.now, fighter.id, cause))
        if fighter.conditions.holds:
            let_go(battle, fighter, "fell")


def drop(battle: Battle, fighter: Fighter, part: int, *, flung: bool) -> None:
    """Let what a part holds fall to the ground, or fly off a cell; nothing where it holds nothing."""
    item = fighter.held.items.pop(part, None)
    if item is None:
        return
    if fighter.conditions.holds:
        let_go(battle, fighter, "dropped", lambda hold: bool(hold.limbs >> part & 1))
    place = esper.component_for_entity(fighter.entity, Place)
    x, y = place.x, place.y
    if flung:
        step = STEPS[place.facing]
        if battle.field.open((x + step[0], y + step[1])):
            x, y = x + step[0], y + step[1]
    battle.ground[item.number] = esper.create_entity(Lying(item), Place(x, y))
    battle.emit(
        ItemDropped(battle.now, fighter.id, item.number, item.weapon.id, fighter.anatomy.parts[part].id, flung, x, y)
    )
    if not item.weapon.is_shield:
        alarms.disarmed(battle, fighter.entity)


def drop_what_fails(battle: Battle, fighter: Fighter, before: Impairments) -> None:
    """Let every part that has become unusable drop what it held (heroic H9), and read the impairments anew.

    `before` is how they were. A part that was unusable then may have been given something since: it keeps that, unless
    its grip goes now.
    """
    fighter.moved_on()
    for part in sorted(fighter.held.items):
        held_on = keeps_hold(fighter.anatomy, before, part)
        failed = held_on and not keeps_hold(fighter.anatomy, fighter.impaired, part)
        if failed or not may_hold(fighter.anatomy, fighter.impaired, part):
            drop(battle, fighter, part, flung=False)
    if fighter.conditions.holds or fighter.conditions.immobilized:
        loosen(battle, fighter)


def record(
    battle: Battle,
    fighter: Fighter,
    kind: InjuryKind,
    *,
    location: int | None,
    level: int = 0,
    aspect: Aspect | None = None,
    healing_rate: int | None = None,
    by: int | None = None,
    how: str = "",
    of: int | None = None,
) -> Injury:
    """Enter an injury on the creature's sheet; a wound's first healing test is one interval away (heroic H13)."""
    injuries = fighter.injuries
    injuries.made += 1
    injury = Injury(injuries.made, kind, location, level, aspect, healing_rate, battle.now, by, how, of=of)
    injuries.entries.append(injury)
    if kind is InjuryKind.WOUND:
        battle.after(fighter.tables.healing.interval_s * SECOND, Task("heal", fighter.id, (injury.number,)))
    return injury


def change(fighter: Fighter, number: int, **to: Any) -> Injury:
    """Put a changed injury in the place of the one with that number, and give it."""
    entries = fighter.injuries.entries
    place = next(i for i, entry in enumerate(entries) if entry.number == number)
    entries[place] = replace(entries[place], **to)
    fighter.moved_on()
    return entries[place]


def tire(battle: Battle, fighter: Fighter, kind: FatigueKind, source: str, amount: int) -> None:
    """Add fatigue of one kind and source; 0 changes nothing, and the dead don't tire.

    What tires ends the rest that it falls into: another begins (heroic H14) [R]. Weakness does not.
    """
    if amount <= 0 or fighter.shock.state is Shock.DEAD:
        return
    if kind is not FatigueKind.WEAKNESS:
        activity = esper.component_for_entity(fighter.entity, Activity)
        if activity.doing in QUIET:
            activity.since = battle.now
    entry = next((e for e in fighter.fatigue.entries if e.kind is kind and e.source == source), None)
    if entry is None:
        entry = FatigueEntry(kind, source, 0)
        fighter.fatigue.entries.append(entry)
    entry.amount += amount
    battle.emit(FatigueChanged(battle.now, fighter.id, kind.value, source, amount, entry.amount))
    plan_recovery(battle, fighter)


def ease(battle: Battle, fighter: Fighter, kind: FatigueKind, amount: int, source: str | None = None) -> None:
    """Take fatigue of one kind away, so far as there is any: of one source, or of all, the oldest first."""
    fatigue = fighter.fatigue
    for entry in list(fatigue.entries):
        if amount <= 0:
            break
        if entry.kind is kind and source in (None, entry.source):
            gone = min(amount, entry.amount)
            amount -= gone
            entry.amount -= gone
            battle.emit(FatigueChanged(battle.now, fighter.id, kind.value, entry.source, -gone, entry.amount))
    fatigue.entries = [entry for entry in fatigue.entries if entry.amount]
    fighter.moved_on()
    plan_recovery(battle, fighter)


def close_bleeder(battle: Battle, fighter: Fighter, injury: int, cause: str) -> None:
    """Close one bleeder for good; with the last of them the day begins that anaemia takes to ease (heroic H14)."""
    bleeding = fighter.bleeding
    bleeding.bleeders = [bleeder for bleeder in bleeding.bleeders if bleeder.injury != injury]
    battle.emit(BleedingStopped(battle.now, fighter.id, injury, cause))
    if not bleeding.bleeders:
        fighter.fatigue.clotted_at = battle.now
        plan_recovery(battle, fighter)


def enter_shock(battle: Battle, fighter: Fighter, state: Shock, cause: ShockCause, by: int | None = None) -> None:
    """Put a creature into a shock state, with all that the state brings (heroic H5); the same state changes nothing.

    `by` is the combat id of whoever is behind it, for a death.
    """
    shock = fighter.shock
    before = shock.state
    if state is before or before is Shock.DEAD:
        return
    was_out = fighter.out
    shock.state, shock.cause, shock.retest_at = state, cause, None
    battle.emit(ShockChanged(battle.now, fighter.id, before.name.lower(), state.name.lower(), cause.what))
    battle.stirred = True
    if battle.turn is not None and battle.turn.creature == fighter.id:
        # The end of its next turn may shake this off, not the end of the one it came in.
        battle.turn.shaken = False
    if state is not Shock.NONE:
        _loses_hold(battle, fighter, state)
    if state >= Shock.INCAPACITATED:
        fall(battle, fighter, state.name.lower())
        lie_down(battle, fighter)
    if state >= Shock.UNCONSCIOUS:
        still(fighter.nerve)
    if fighter.out and not was_out:
        alarms.fallen(battle, fighter.tables, fighter.entity)
    elif state is Shock.NONE:
        alarms.shaken_off(battle, fighter.entity)
    if state is Shock.DEAD:
        die(battle, fighter, cause.what, by)
    elif state is not Shock.NONE:
        await_retest(battle, fighter)


def lie_down(battle: Battle, fighter: Fighter) -> None:
    """Have whoever goes down in peace rest there, whatever it was at."""
    activity = esper.component_for_entity(fighter.entity, Activity)
    if activity.doing not in (Doing.FIGHTING, Doing.RESTING):
        activity.doing, activity.since = Doing.RESTING, battle.now
        plan_recovery(battle, fighter)


def _loses_hold(battle: Battle, fighter: Fighter, state: Shock) -> None:
    """End the holds of whoever is stunned or worse; whoever is out of the fight nobody goes on holding [R]."""
    if fighter.conditions.holds:
        let_go(battle, fighter, state.name.lower())
    if fighter.conditions.immobilized and state >= Shock.INCAPACITATED:
        come_free(battle, fighter, f"the held is {state.name.lower()}")


def await_retest(battle: Battle, fighter: Fighter) -> None:
    """Put down the re-test of the present state, where time and not a turn's end brings it (heroic H5).

    The stunned and the incapacitated are re-tested as a turn of theirs ends; in peace that is a round from now.
    """
    shock = fighter.shock
    shock.retest_at = None
    if locked(fighter):
        return
    turns = battle.encounter is not None
    delay = retest_delay(fighter.tables, shock.state, battle.ruleset.round, turns=turns)
    if delay is None:
        return
    shock.retest_at = battle.now + delay
    battle.after(delay, Task("retest", fighter.id, (shock.retest_at,)))


def die(battle: Battle, fighter: Fighter, cause: str, by: int | None) -> None:
    """Kill a creature: it stops bleeding, and nothing about it is pending any longer."""
    shock = fighter.shock
    was_out = fighter.out
    if shock.state is not Shock.DEAD:
        battle.emit(ShockChanged(battle.now, fighter.id, shock.state.name.lower(), Shock.DEAD.name.lower(), cause))
        shock.cause = ShockCause(cause, None, None, 0, 0, False, 0, None, battle.now)
        _loses_hold(battle, fighter, Shock.DEAD)
        fall(battle, fighter, "dead")
    shock.state, shock.retest_at = Shock.DEAD, None
    fighter.fatigue.recovers_at = None
    still(fighter.nerve)
    fighter.nerve.exit = Exit.NONE
    if not was_out:
        alarms.fallen(battle, fighter.tables, fighter.entity)
    fighter.bleeding.bleeders.clear()
    battle.wishes.pop(fighter.id, None)
    battle.stirred = True
    battle.emit(Died(battle.now, fighter.id, cause, by))


def still(nerve: Nerve) -> None:
    """Let the states of a nerve end without a word, with all that is pending of them: of the dead and the unconscious.

    Who lies unconscious is neither afraid nor running, and wakes so [R]; its psyche stress it keeps. Whoever has left
    the fight wakes out of it still, and is back as others are, once no able foe is in sight [R].
    """
    nerve.morale, nerve.morale_until = Morale.NONE, None
    nerve.fear, nerve.fear_until, nerve.fear_of, nerve.fear_by = Fear.NONE, None, "", None
    nerve.wounded = nerve.rallied = False
