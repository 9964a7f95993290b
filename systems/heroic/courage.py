"""Courage: tests of morale and reaction, as systems (heroic H15)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import esper

from fleshwound.components.creature import Combatant, Held, Shock
from fleshwound.components.draws import Rule
from fleshwound.components.events import MoraleTested, ReactionTested
from fleshwound.components.ids import SECOND
from fleshwound.components.nerve import Exit, Morale
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import FEET
from fleshwound.systems.flight import threats
from fleshwound.systems.heroic import alarms
from fleshwound.systems.heroic.arms import weapons_of
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.flight import threatened
from fleshwound.systems.heroic.items import is_armed
from fleshwound.systems.heroic.morale import (
    MORALE,
    REACTION,
    MoraleResult,
    Reaction,
    braver,
    morale_after,
    morale_test,
    reaction_test,
)
from fleshwound.systems.heroic.nerves import (
    await_morale,
    enter_morale,
    is_brave,
    retake_field,
    roll_of,
    stress,
    word,
)
from fleshwound.systems.heroic.stress import trigger
from fleshwound.systems.queries import apart
from fleshwound.systems.ruleset import System


class MoraleTests(System):
    """Tests morale where something calls for it. The payload is what does, one of the causes in `alarms`."""

    kinds = ("morale",)
    payloads = MappingProxyType({"morale": tuple[str]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def rule(self, battle: Battle, task: Task) -> Rule[MoraleResult] | None:
        """Test, unless the fight is over, or the creature out of it, or knows no fear, or the cause is gone."""
        entity = battle.roster.get(task.creature)
        if entity is None or battle.encounter is None:
            return None
        who = fighter(self.reader, entity)
        if who.out or who.creature.immunities.fear or not self._holds(battle, who, str(task.payload[0])):
            return None
        return morale_test(self.tables, self._mastery(who))

    def _holds(self, battle: Battle, who: Fighter, cause: str) -> bool:
        if cause == alarms.WOUND:
            return who.nerve.wounded and who.shock.state is Shock.NONE
        if cause == alarms.DISARMED:
            return not is_armed(who) and faces_armed(battle, who)
        return True

    def _mastery(self, who: Fighter) -> Mastery:
        return braver(self.tables, who.stance.initiative, brave=is_brave(who.nerve))

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Put the creature into the morale it came to, with its psyche stress."""
        if facts is None:
            return
        result: MoraleResult = facts
        cause = str(task.payload[0])
        who = fighter(self.reader, battle.entity(task.creature))
        nerve = who.nerve
        if cause == alarms.WOUND:
            nerve.wounded = False
        roll = roll_of(trail, MORALE, self._mastery(who), result.level)
        battle.emit(MoraleTested(battle.now, who.id, cause, roll, word(result.state)))
        trigger(battle, who, cause)
        stress(battle, who, cause, result.psyche)
        state = morale_after(nerve.morale, result.state, at_once=nerve.morale_at == battle.now)
        nerve.morale_at = battle.now
        enter_morale(battle, who, state, cause)


class ReactionTests(System):
    """Tests whether the shaken come to themselves, and ends bravery.

    The payload is the moment it was set for, or nothing where a turn's end brings it.
    """

    kinds = ("react",)
    payloads = MappingProxyType({"react": tuple[int, ...]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def rule(self, battle: Battle, task: Task) -> Rule[Reaction] | None:
        """Test whoever withdraws unthreatened, runs and is safe, stands numb, or has been rallied."""
        entity = battle.roster.get(task.creature)
        if entity is None:
            return None
        who = fighter(self.reader, entity)
        nerve = who.nerve
        if not self._holds(who, task) or nerve.morale < Morale.WITHDRAWING or self._pressed(battle, who, task):
            return None
        return reaction_test(who.stance.initiative, nerve.morale)

    def _holds(self, who: Fighter, task: Task) -> bool:
        if who.shock.state >= Shock.UNCONSCIOUS:
            return False
        return not task.payload or task.payload[0] == who.nerve.morale_until

    def _pressed(self, battle: Battle, who: Fighter, task: Task) -> bool:
        """Tell whether it still takes part in a fight in which it can't come to itself by and by."""
        nerve = who.nerve
        if not task.payload or nerve.exit is not Exit.NONE or battle.encounter is None:
            return False
        return nerve.morale is not Morale.WITHDRAWING or threatened(battle, who.entity, self.tables.morale.threat_ft)

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Apply the result, and set the next test where it failed."""
        entity = battle.roster.get(task.creature)
        if entity is None:
            return
        who = fighter(self.reader, entity)
        nerve = who.nerve
        if not self._holds(who, task):
            return
        if facts is None:
            if nerve.morale is Morale.BRAVE:
                enter_morale(battle, who, Morale.STEADY, "time")
            elif task.payload:
                nerve.morale_until = None  # a turn's end will set it again
            return
        result: Reaction = facts
        before = nerve.morale
        mastery = who.stance.initiative
        if mastery.automatic is not None:
            mastery = Mastery(0, shift=mastery.shift)
        roll = roll_of(trail, REACTION, mastery, result.level)
        battle.emit(ReactionTested(battle.now, who.id, roll, word(before), word(result.state)))
        nerve.rallied = False
        if result.state is before:
            if battle.encounter is not None and nerve.exit is Exit.NONE and before is Morale.WITHDRAWING:
                await_reaction(battle, who)
            else:
                await_morale(battle, who)
            return
        enter_morale(battle, who, result.state, "reaction")
        retake_field(battle, who)


def await_reaction(battle: Battle, who: Fighter) -> None:
    """Put down the reaction test of who withdraws unthreatened in the midst of a fight."""
    until = battle.now + who.tables.morale.withdrawing_s * SECOND
    who.nerve.morale_until = until
    battle.agenda.put(until, Task("react", who.id, (until,)))


def faces_armed(battle: Battle, who: Fighter) -> bool:
    """Tell whether an able foe with a weapon or natural arms is near enough to threaten a creature."""
    cells = who.tables.morale.threat_ft // FEET
    return any(
        apart(who.entity, foe) <= cells
        and (
            bool(weapons_of(esper.component_for_entity(foe, Held)))
            or bool(esper.component_for_entity(foe, Combatant).creature.techniques)
        )
        for foe in threats(battle, who.entity)
    )
