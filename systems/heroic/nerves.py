"""Nerves: what morale, fear and stress do to a creature, and the events that tell of it (heroic H15).

Only systems of this ruleset call these, while they commit.
"""

from __future__ import annotations

from collections.abc import Sequence

from fleshwound.components.creature import FatigueEntry, FatigueKind, Shock
from fleshwound.components.draws import Level
from fleshwound.components.events import (
    FatigueChanged,
    FearChanged,
    FieldLeft,
    FieldRetaken,
    MoraleChanged,
    PsycheStressed,
    Roll,
    Surrendered,
)
from fleshwound.components.ids import SECOND
from fleshwound.components.nerve import Exit, Fear, Morale, Nerve, Psyche
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.flight import threats
from fleshwound.systems.heroic import alarms
from fleshwound.systems.heroic.consequences import fall
from fleshwound.systems.heroic.d100 import Mastery, automatic_roll, rolls
from fleshwound.systems.heroic.fear import clear_after
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.holds import come_free, let_go
from fleshwound.systems.heroic.psyche import stress_weakness
from fleshwound.systems.queries import cell_of, standing_cells


def word(state: Morale | Fear) -> str:
    """Call a state of the nerve in the rulebook's words."""
    return state.name.lower()


def enter_morale(battle: Battle, who: Fighter, state: Morale, cause: str) -> None:
    """Put a creature into a morale state, with all that it brings (heroic H15); bravery anew lasts anew."""
    nerve = who.nerve
    before, was_out = nerve.morale, who.out
    if state is not before:
        nerve.morale = state
        battle.emit(MoraleChanged(battle.now, who.id, word(before), word(state), cause))
    if state is not before or state is Morale.BRAVE:
        await_morale(battle, who)
    if state <= Morale.STEADY:
        nerve.rallied = False
    _settle(battle, who, was_out=was_out)


def await_morale(battle: Battle, who: Fighter) -> None:
    """Put down when the present morale ends or is tested again, where time and not a turn's end brings it.

    In a fight it is a turn's end for all who still take part in it: there is no coming to oneself under threat.
    """
    nerve, table = who.nerve, who.tables.morale
    nerve.morale_until = None
    takes_turns = battle.encounter is not None and nerve.exit is Exit.NONE
    if nerve.morale is Morale.BRAVE:
        nerve.morale_until = battle.now + table.brave_s * SECOND
    elif nerve.morale >= Morale.WITHDRAWING and not takes_turns:
        nerve.morale_until = battle.now + reaction_delay(battle, who)
    if nerve.morale_until is not None:
        battle.agenda.put(nerve.morale_until, Task("react", who.id, (nerve.morale_until,)))


def reaction_delay(battle: Battle, who: Fighter) -> int:
    """Find the microseconds to a reaction test: catatonic a round, rallied too, withdrawing 1 min, routed 5 min."""
    if who.nerve.morale is Morale.CATATONIC or who.nerve.rallied:
        return battle.ruleset.round
    table = who.tables.morale
    return (table.routed_s if who.nerve.morale is Morale.ROUTED else table.withdrawing_s) * SECOND


def enter_fear(battle: Battle, who: Fighter, state: Fear, source: str, by: int | None, cause: str) -> None:
    """Put a creature into a state of fear of a source, with all that it brings (heroic H15)."""
    nerve = who.nerve
    before, was_out = nerve.fear, who.out
    if state is not before:
        nerve.fear, nerve.fear_of, nerve.fear_by = state, source, by
        battle.emit(FearChanged(battle.now, who.id, word(before), word(state), cause))
    if state is not before or state is Fear.BRAVE:
        await_fear(battle, who)
    if state < Fear.AFRAID:
        nerve.fear_of, nerve.fear_by = "", None
    _settle(battle, who, was_out=was_out)


def await_fear(battle: Battle, who: Fighter, *, clear: bool = False) -> None:
    """Put down when the present fear ends or is tested again, where time and not a turn's end brings it.

    `clear`: the creature is clear of its source from now on.
    """
    nerve = who.nerve
    nerve.fear_until = None
    peace = battle.encounter is None or nerve.exit is not Exit.NONE
    if nerve.fear is Fear.BRAVE:
        nerve.fear_until = battle.now + who.tables.morale.brave_s * SECOND
    elif nerve.fear is Fear.CATATONIC and peace:
        nerve.fear_until = battle.now + battle.ruleset.round
    elif (peace or clear) and (seconds := clear_after(who.tables, nerve.fear)) is not None:
        nerve.fear_until = battle.now + seconds * SECOND
    if nerve.fear_until is not None:
        battle.agenda.put(nerve.fear_until, Task("compose", who.id, (nerve.fear_until,)))


def _settle(battle: Battle, who: Fighter, *, was_out: bool) -> None:
    """Bring down who is catatonic, have who flees let go of whom it holds, and note who is out now, or no longer."""
    if who.nerve.fleeing or who.nerve.out:
        let_go(battle, who, "its nerve failed")
    if who.nerve.out:
        come_free(battle, who, "no need to hold it")
    if who.nerve.catatonic:
        # It crumples where it stands [R]: so nobody is on its feet where others may come to stand.
        fall(battle, who, "catatonic")
        who.moved_on()
    if who.out is not was_out:
        battle.stirred = True
        if not was_out:
            battle.wishes.pop(who.id, None)
            alarms.fallen(battle, who.tables, who.entity)


def surrender(battle: Battle, who: Fighter) -> None:
    """Have a creature that can't get away give itself up; it kneels, is out, and in time comes to itself (heroic H15).

    Whoever gave itself up stays out of the fight, whatever its morale, till its captors are gone [R].
    """
    was_out = who.out
    who.nerve.exit = Exit.SURRENDERED
    battle.emit(Surrendered(battle.now, who.id))
    fall(battle, who, "surrender")
    who.moved_on()
    await_morale(battle, who)
    await_fear(battle, who)
    _settle(battle, who, was_out=was_out)


def leave_field(battle: Battle, who: Fighter) -> None:
    """Let a creature that flees get away: it is out of the fight, and in time comes to itself (heroic H15) [R]."""
    was_out = who.out
    who.nerve.exit = Exit.FLED
    battle.emit(FieldLeft(battle.now, who.id))
    await_morale(battle, who)
    await_fear(battle, who)
    _settle(battle, who, was_out=was_out)


def retake_field(battle: Battle, who: Fighter) -> None:
    """Let a creature that had left the fight take part again, if it has come to itself and nothing threatens it [R].

    Where somebody else has come to stand on its cell it waits till the next occasion.
    """
    nerve = who.nerve
    if nerve.exit is Exit.NONE or nerve.morale >= Morale.WITHDRAWING or nerve.fear >= Fear.AFRAID:
        return
    crowded = not who.conditions.prone and cell_of(who.entity) in standing_cells(battle, who.entity)
    if who.shock.state is Shock.DEAD or crowded or threats(battle, who.entity):
        return
    nerve.exit = Exit.NONE
    battle.stirred = True
    battle.emit(FieldRetaken(battle.now, who.id))


def stress(battle: Battle, who: Fighter, source: str, levels: int) -> None:
    """Add psyche stress of a source: to the condition there is of it, else as a new one (heroic H15).

    What comes on top of a condition that has surfaced is felt at once [R].
    """
    if levels <= 0:
        return
    nerve = who.nerve
    condition = next((each for each in nerve.psyche if each.source == source), None)
    if condition is None:
        nerve.conditions += 1
        due = battle.now + who.tables.psyche.surfaces_s * SECOND
        condition = Psyche(nerve.conditions, source, 0, due)
        nerve.psyche.append(condition)
        battle.agenda.put(due, Task("psyche", who.id, (condition.number, due)))
    condition.level += levels
    battle.emit(PsycheStressed(battle.now, who.id, source, levels, condition.level))
    if condition.surfaced:
        weaken(battle, who, condition)


def weaken(battle: Battle, who: Fighter, condition: Psyche) -> None:
    """Make the weakness of a surfaced condition what its level says (heroic H15); none once it is over."""
    source = f"psyche: {condition.source}"
    entries = who.fatigue.entries
    entry = next((e for e in entries if e.kind is FatigueKind.WEAKNESS and e.source == source), None)
    before = 0 if entry is None else entry.amount
    after = stress_weakness(who.tables, condition.level)
    if after == before:
        return
    if entry is None:
        entry = FatigueEntry(FatigueKind.WEAKNESS, source, 0)
        entries.append(entry)
    entry.amount = after
    if not after:
        entries.remove(entry)
    who.moved_on()
    battle.emit(FatigueChanged(battle.now, who.id, FatigueKind.WEAKNESS.value, source, after - before, after))


def is_brave(nerve: Nerve) -> bool:
    """Tell whether morale or fear is brave, which helps either (heroic H15)."""
    return nerve.morale is Morale.BRAVE or nerve.fear is Fear.BRAVE


def roll_of(trail: Sequence[Answered], what: str, mastery: Mastery, level: Level) -> Roll:
    """Write down a test for the log, also where its result was given."""
    made = next((each for each in rolls(trail) if each.what == what), None)
    return automatic_roll(what, mastery, level) if made is None else made
