"""Rallying: calling those of one's side back into the fight, as a system (heroic H15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import esper

from fleshwound.components.creature import Abilities, Shock, ShockState
from fleshwound.components.draws import Rule
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import RallyTried
from fleshwound.components.ids import SECOND
from fleshwound.components.nerve import Exit, Morale, Nerve
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import FEET
from fleshwound.systems.heroic.alarms import leaders
from fleshwound.systems.heroic.d100 import Mastery, automatic_roll, rolls
from fleshwound.systems.heroic.fighter import Fighter, Reader, check_able, check_action_left, fighter
from fleshwound.systems.heroic.nerves import await_morale, enter_morale
from fleshwound.systems.heroic.rally import RALLY, RallyEnd, RallyResult, rally_mastery, rally_test
from fleshwound.systems.queries import apart, friends, side_of
from fleshwound.systems.ruleset import System

WORTHWHILE: Final = 30
"""Target from which policy finds a rally worth a turn's action; it only weighs."""


def wavering(reader: Reader, battle: Battle, entity: int) -> list[int]:
    """List the allies in earshot that a rally could reach: withdrawing or routed, in the fight, not deaf to it."""
    cells = reader.tables.rally.earshot_ft // FEET
    return [
        ally
        for _, ally in friends(battle, entity)
        if _wavers(esper.component_for_entity(ally, Nerve), battle.now)
        and apart(entity, ally) <= cells
        and esper.component_for_entity(ally, ShockState).state < Shock.UNCONSCIOUS
    ]


def _wavers(nerve: Nerve, now: int) -> bool:
    runs = nerve.morale is Morale.WITHDRAWING or nerve.morale is Morale.ROUTED
    return runs and nerve.exit is Exit.NONE and nerve.deaf_until <= now


def mastery_of(reader: Reader, who: Fighter) -> Mastery:
    """Make the mastery at which a creature rallies (heroic H15)."""
    return rally_mastery(reader.tables, who.stance.skill("command"), who.abilities.skills.get("initiative", 0))


def worthwhile(reader: Reader, battle: Battle, entity: int) -> bool:
    """Tell whether a creature would do well to rally now, by the ruleset's own simple policy."""
    if esper.component_for_entity(entity, Abilities).skills.get("command", 0) < WORTHWHILE:
        return False  # few command, and everybody asks on every turn
    if mastery_of(reader, fighter(reader, entity)).target < WORTHWHILE:
        return False
    return bool(wavering(reader, battle, entity))


def _this_round(battle: Battle) -> int:
    """Tell when the present round began; in peace, whence a round counts that ends now."""
    encounter, length = battle.encounter, battle.ruleset.round
    if encounter is None:
        return battle.now - length + 1
    return battle.now - (battle.now - encounter.began) % length


class Rallying(System):
    """Lets one creature of a side call back those who run, once a round. There is no payload."""

    kinds = ("rally",)

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse who can't act, has nobody to rally, isn't first in rank, or comes second in a round.

        Raises:
            IntentRefused: why not.
        """
        who = fighter(self.reader, battle.entity(task.creature))
        check_able(who)
        if who.nerve.running:
            raise IntentRefused(Refusal.FLEEING, "it runs itself; expected one that stands, or at most withdraws")
        check_action_left(battle, who)
        began = _this_round(battle)
        for mate in (who.entity, *(mate for _, mate in friends(battle, who.entity))):
            tried = esper.component_for_entity(mate, Nerve).rallied_at
            if tried is not None and tried >= began:
                raise IntentRefused(Refusal.TRIED_ALREADY, "its side has been rallied this round; expected the next")
        if not wavering(self.reader, battle, who.entity):
            message = "nobody of its side within earshot runs and would hear; expected one that does"
            raise IntentRefused(Refusal.NOBODY_TO_RALLY, message)
        self._check_rank(battle, who)

    def _check_rank(self, battle: Battle, who: Fighter) -> None:
        """Let leaders come first: another rallies only where none of them could [R]."""
        side = [mate for _, mate in friends(battle, who.entity)]
        of_rank = leaders(battle, side_of(who.entity))
        if who.entity in of_rank:
            return
        for leader in of_rank:
            able = leader in side and not battle.ruleset.out(leader) and not battle.ruleset.fleeing(leader)
            if able and wavering(self.reader, battle, leader):
                raise IntentRefused(Refusal.LEADER_FIRST, "its leader can rally them; expected the leader to")

    def rule(self, battle: Battle, task: Task) -> Rule[RallyResult]:
        """Test Command, shifted by Initiative."""
        return rally_test(self.tables, mastery_of(self.reader, fighter(self.reader, battle.entity(task.creature))))

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Reach all who run within earshot, or none."""
        result: RallyResult = facts
        who = fighter(self.reader, battle.entity(task.creature))
        who.nerve.rallied_at = battle.now
        if battle.turn is not None and battle.turn.creature == who.id:
            battle.turn.acted = True
        reached = [fighter(self.reader, ally) for ally in wavering(self.reader, battle, who.entity)]
        made = rolls(trail)
        roll = made[0] if made else automatic_roll(RALLY, mastery_of(self.reader, who), result.level)
        battle.emit(RallyTried(battle.now, who.id, roll, result.end.value, tuple(ally.id for ally in reached)))
        for ally in reached:
            if result.end is RallyEnd.UNHEARD:
                ally.nerve.deaf_until = battle.now + result.lockout_s * SECOND
            elif result.end is RallyEnd.STEADY:
                enter_morale(battle, ally, Morale.STEADY, "rally")
            else:
                ally.nerve.rallied = True
                await_morale(battle, ally)
