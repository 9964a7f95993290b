"""Consequences: what harm and care do to a creature, and the events that tell of it (cities A4, A6, A7).

Only the systems of this ruleset call these, while they commit. Each leaves the creature whole: who went down is prone
and has let fall what it held, the dead have nothing pending.
"""

from __future__ import annotations

from typing import Final

import esper

from fleshwound.components.creature import Activity, Anatomy, Conditions, Doing, Lying, Place
from fleshwound.components.events import (
    Died,
    Fell,
    FrailtyChanged,
    HealthLost,
    HealthRegained,
    HoldBroken,
    ItemDropped,
    StateChanged,
    StrainChanged,
)
from fleshwound.components.hitpoints import Down, MajorInjury, Trauma
from fleshwound.components.holds import Hold
from fleshwound.components.ids import SECOND
from fleshwound.components.nerve import Exit
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.fighter import Fighter

WORDS: Final = {
    Down.UP: "none",
    Down.INCAPACITATED: "incapacitated",
    Down.STABLE: "unconscious",
    Down.COMA: "coma",
    Down.MORTAL: "mortally wounded",
    Down.DEAD: "dead",
}
"""States as people read them."""

TIMED: Final = ("internal", "gut")
"""Kinds of major injury for which a clinic must be reached in time."""

COMATOSE: Final = ("internal", "brain")
"""Kinds of major injury that nobody wakes from by itself."""


def state_word(who: Fighter) -> str:
    """Say how far down a creature is."""
    if who.trauma.down is Down.DEAD and who.profile.machine:
        return "destroyed"
    return WORDS[who.trauma.down]


def fall(battle: Battle, who: Fighter, cause: str) -> None:
    """Bring a creature down, unless it lies already."""
    if not who.conditions.prone:
        who.conditions.prone = True
        battle.emit(Fell(battle.now, who.id, cause))


def drop(battle: Battle, who: Fighter, part: int) -> None:
    """Let what a part holds fall to the ground; nothing where it holds nothing."""
    item = who.held.items.pop(part, None)
    if item is None:
        return
    place = esper.component_for_entity(who.entity, Place)
    battle.ground[item.number] = esper.create_entity(Lying(item), Place(place.x, place.y))
    name = who.anatomy.parts[part].id
    battle.emit(ItemDropped(battle.now, who.id, item.number, item.weapon.id, name, False, place.x, place.y))


def drop_all(battle: Battle, who: Fighter) -> None:
    """Let everything in hand fall."""
    for part in sorted(who.held.items):
        drop(battle, who, part)


def let_go(battle: Battle, who: Fighter, why: str) -> None:
    """End every hold that a creature has on others, and others on it."""
    let_go_of(battle, who, why)
    for caught in list(who.conditions.immobilized):
        holder = None if caught.by is None else battle.roster.get(caught.by)
        if holder is not None:
            for hold in list(esper.component_for_entity(holder, Conditions).holds):
                if hold.victim == who.id:
                    end_hold(battle, holder, hold, why)
    who.conditions.immobilized.clear()


def let_go_of(battle: Battle, who: Fighter, why: str) -> None:
    """End every hold that a creature has on others."""
    for hold in list(who.conditions.holds):
        end_hold(battle, who.entity, hold, why)


def end_hold(battle: Battle, holder: int, hold: Hold, why: str) -> None:
    """End one hold, with both."""
    esper.component_for_entity(holder, Conditions).holds.remove(hold)
    victim = battle.roster.get(hold.victim)
    if victim is None:
        return
    by = battle.ids[holder]
    conditions = esper.component_for_entity(victim, Conditions)
    parts = esper.component_for_entity(victim, Anatomy).of.parts
    for caught in list(conditions.immobilized):
        if (caught.by, caught.part) == (by, hold.part):
            conditions.immobilized.remove(caught)
            battle.emit(HoldBroken(battle.now, hold.victim, by, parts[caught.part].id, why))


def set_down(battle: Battle, who: Fighter, down: Down, cause: str) -> None:
    """Change how far down a creature is, with what follows of it at once; death is `die`'s."""
    before = state_word(who)
    trauma = who.trauma
    trauma.down = down
    if down is Down.UP:
        trauma.downed_at = trauma.wakes_at = None
    elif trauma.downed_at is None or down is Down.MORTAL:
        trauma.downed_at = battle.now
    battle.emit(StateChanged(battle.now, who.id, before, state_word(who), cause))
    battle.stirred = True
    if down is Down.UP:
        return
    who.footing.defending = who.footing.charging = who.footing.withdrawing = False
    who.footing.screening = None
    let_go(battle, who, "went down")
    drop_all(battle, who)
    fall(battle, who, cause)
    activity = esper.component_for_entity(who.entity, Activity)
    if activity.doing not in (Doing.RESTING, Doing.FIGHTING):
        activity.doing, activity.since = Doing.RESTING, battle.now


def wake_later(battle: Battle, who: Fighter) -> None:
    """Have a creature wake when it is time, if anything wakes it (cities A4, A7)."""
    due = battle.now + who.tables.dying.wakes_s * SECOND
    who.trauma.wakes_at = due
    battle.agenda.put(due, Task("wake", who.id, (due,)))


def die_later(battle: Battle, who: Fighter) -> None:
    """Have the mortally wounded die at the end of the sixth round, unless stabilised (cities A7)."""
    assert who.trauma.downed_at is not None
    due = who.trauma.downed_at + who.tables.dying.rounds * who.tables.fight.round_s * SECOND
    battle.agenda.put(due, Task("expire", who.id, (who.trauma.downed_at,)))


def die(battle: Battle, who: Fighter, cause: str, by: int | None) -> None:
    """End a life, or destroy a machine, with all that follows."""
    lost = who.points.left
    who.points.left = 0
    if lost:
        battle.emit(HealthLost(battle.now, who.id, lost, 0, by, cause))
    trauma = who.trauma
    before = state_word(who)
    trauma.down = Down.DEAD
    trauma.wakes_at = None
    trauma.night_at = None
    trauma.frail_at = None
    who.footing.defending = who.footing.charging = who.footing.withdrawing = False
    who.footing.screening = None
    who.footing.dazed_until, who.footing.stunned = 0, False
    who.resolve.broken, who.resolve.exit = False, Exit.NONE
    battle.stirred = True
    let_go(battle, who, "died")
    drop_all(battle, who)
    fall(battle, who, cause)
    if before != state_word(who):
        battle.emit(StateChanged(battle.now, who.id, before, state_word(who), cause))
    battle.emit(Died(battle.now, who.id, cause, by))


def lose_health(battle: Battle, who: Fighter, lost: int, by: int | None, how: str) -> None:
    """Take hit points off."""
    if lost:
        who.points.left -= lost
        battle.emit(HealthLost(battle.now, who.id, lost, who.points.left, by, how))


def regain_health(battle: Battle, who: Fighter, amount: int, by: int | None, how: str) -> None:
    """Give hit points back, up to the most."""
    gained = min(amount, who.points.most - who.points.left)
    if gained > 0:
        who.points.left += gained
        battle.emit(HealthRegained(battle.now, who.id, gained, who.points.left, by, how))


def strain(battle: Battle, who: Fighter, change: int, cause: str) -> None:
    """Change System Strain; what its cyber costs for good stays."""
    change = max(change, -who.trauma.strain)
    if change:
        who.trauma.strain += change
        battle.emit(StrainChanged(battle.now, who.id, change, who.strain, cause))


def injure(battle: Battle, who: Fighter, row: int) -> MajorInjury:
    """Enter a major injury; what must be treated in a clinic in time is put down in the agenda (cities A6)."""
    trauma: Trauma = who.trauma
    trauma.made += 1
    kind = who.tables.injury.rows[row - 1].kind
    due = battle.now + who.tables.injury.clinic_s * SECOND if kind in TIMED else None
    injury = MajorInjury(trauma.made, row, battle.now, due)
    trauma.injuries.append(injury)
    if due is not None:
        battle.agenda.put(due, Task("clinic", who.id, (injury.number,)))
    for part in sorted(who.ruined):
        drop(battle, who, part)
    return injury


def stabilised(battle: Battle, who: Fighter, cause: str) -> None:
    """Save the mortally wounded: it lies unconscious, or in a coma, and is frail (cities A7)."""
    trauma = who.trauma
    if not trauma.frail:
        trauma.frail, trauma.worked_on = True, False
        battle.emit(FrailtyChanged(battle.now, who.id, True, cause))
    recuperate(battle, who)
    comatose = any(row.kind in COMATOSE for row in who.rows)
    set_down(battle, who, Down.COMA if comatose else Down.STABLE, cause)
    if not comatose:
        wake_later(battle, who)


def recuperate(battle: Battle, who: Fighter) -> None:
    """Have the frail be well again after a week of rest, counted from now where there is peace (cities A7)."""
    trauma = who.trauma
    trauma.frail_at = None
    if trauma.frail and who.alive and battle.encounter is None:
        trauma.frail_at = battle.now
        battle.after(who.tables.care.week_s * SECOND, Task("well", who.id, (battle.now,)))


def end_frailty(battle: Battle, who: Fighter, cause: str) -> None:
    """Let a creature be frail no longer."""
    who.trauma.frail, who.trauma.frail_at, who.trauma.worked_on = False, None, False
    battle.emit(FrailtyChanged(battle.now, who.id, False, cause))
    plan_night(battle, who)


def needs_rest(who: Fighter) -> bool:
    """Tell whether a night's rest would do a creature any good (cities A7)."""
    if not who.alive or who.profile.machine:
        return False
    heals = who.points.left < who.points.most and not who.trauma.frail and who.trauma.down is Down.UP
    return heals or who.trauma.strain > 0


def plan_night(battle: Battle, who: Fighter, delay: int | None = None) -> None:
    """Put a creature's next night of rest down, if it needs one and there is peace (cities A7).

    The first is over 8 hours from now, each later one a day after the one before [R].
    """
    trauma = who.trauma
    if battle.encounter is None and trauma.night_at is None and needs_rest(who):
        trauma.night_at = battle.now + (who.tables.care.night_s * SECOND if delay is None else delay)
        battle.agenda.put(trauma.night_at, Task("night", who.id, (trauma.night_at,)))
