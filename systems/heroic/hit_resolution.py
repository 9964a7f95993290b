"""Hit resolution: the processor that commits strikes, from the exchange to its last consequence (heroic H12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from fleshwound.components.creature import FatigueKind, ShockCause
from fleshwound.components.draws import Level, Rule
from fleshwound.components.events import BreakageTested, ExchangeFought, Roll, Throw
from fleshwound.components.fact import maker
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic import alarms
from fleshwound.systems.heroic.consequences import tire
from fleshwound.systems.heroic.d100 import Tiebreak, automatic_roll, rolls
from fleshwound.systems.heroic.exchange import ATTACK, Defence
from fleshwound.systems.heroic.fighter import Fighter, Reader
from fleshwound.systems.heroic.grappling import commit_contest
from fleshwound.systems.heroic.planning import planned, preferred
from fleshwound.systems.heroic.strike import ACTION, SETUP, Plan, StrikeFacts, strike
from fleshwound.systems.heroic.stroke import IMPACT, UNTOUCHED, Party
from fleshwound.systems.heroic.wounding import (
    Rolls,
    commit_blow,
    commit_death,
    commit_mishap,
    commit_shock,
    tested_shock,
)
from fleshwound.systems.movement import face
from fleshwound.systems.ruleset import System

# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every exchange reads these.
IGNORED: Final = Defence.IGNORE

PLANNED: Final = "planned"
"""Where a battle keeps the strike that was planned last, with its task, until anything changes."""

WORDS: Final = {word: word.value for word in (*Defence, *Tiebreak)}
"""What events call the ways to meet a blow and to break a tie; told at once, where an enum makes its word anew."""


exchange_fought = maker(ExchangeFought)


class HitResolution(System):
    """Resolves strikes, grabs, presses and trips; a grab for the item held is a `take`.

    The payload is the target's combat id, the mode, the aim or None, the striking limb or None.
    """

    kinds: tuple[str, ...] = ("strike", "take")
    payloads = MappingProxyType(dict.fromkeys(kinds, tuple[int, str, str | int | None, str | None]))

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse a strike that can't be made.

        Raises:
            IntentRefused: why not.
        """
        battle.seen[PLANNED] = task, preferred(battle, task, planned(self.reader, battle, task))

    def rule(self, battle: Battle, task: Task) -> Rule[StrikeFacts]:
        """Begin the strike."""
        return strike(self.tables, self._plan(battle, task))

    def _plan(self, battle: Battle, task: Task) -> Plan:
        # Until it is committed nothing that the plan was read from changes, however often it is read.
        found: tuple[Task, Plan] | None = battle.seen.get(PLANNED)
        if found is None or found[0] != task:
            found = battle.seen[PLANNED] = task, preferred(battle, task, planned(self.reader, battle, task))
        return found[1]

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Commit the whole strike: the exchange, then what it did to the target, then to the striker."""
        plan = self._plan(battle, task)
        turn = battle.turn
        if turn is not None and turn.creature == task.creature:
            turn.acted = True
        self.commit_strike(battle, plan, facts, trail)

    def commit_strike(self, battle: Battle, plan: Plan, result: StrikeFacts, trail: Sequence[Answered]) -> None:
        """Commit a strike, whatever gave it: as the action of a turn, or outside it."""
        actor, target = plan.actor, plan.target
        made = Rolls(rolls(trail))
        face(battle, actor.entity, target.entity)
        self._exchange(battle, plan, result, made)
        self._spend_guard(battle, plan, result)
        if result.breakage is not None:
            self._breakage(battle, plan, result)
        if result.target is not UNTOUCHED or result.actor is not UNTOUCHED:
            self._befall(battle, plan, result, made)
        if battle.encounter is not None:
            self._exert(battle, actor)
            if result.defence.kind is not IGNORED:
                self._exert(battle, target)
        if ACTION in result.spent:
            winner, loser = (actor, target) if result.exchange.advantages > 0 else (target, actor)
            battle.held_up.insert(0, Task("advantage", winner.id, (loser.id,)))

    def _befall(self, battle: Battle, plan: Plan, result: StrikeFacts, made: Rolls) -> None:
        """Commit the mishaps, the blows, and then the shock of both."""
        actor, target = plan.actor, plan.target
        given, answered = result.target, result.actor
        for who, party in ((target, given), (actor, answered)):
            if party.mishap is not None:
                stance = who.stance
                mastery = stance.keeping_feet if party.mishap.part is None else stance.keeping_grip
                commit_mishap(battle, who, party.mishap, "attack" if who is actor else "defence", mastery, made)
        by_target = [tested_shock(battle, target, offer, None, made) for offer in given.earlier]
        by_striker = [tested_shock(battle, actor, offer, None, made) for offer in answered.earlier]
        spent = result.spent.count(IMPACT)
        by_actor = result.exchange.advantages > 0
        # Both blows are of one moment: neither's shock comes before the other has been struck.
        if given.blow is not None:
            commit_blow(battle, actor, target, plan.use, given, made, spent if by_actor else 0)
        with_it = result.defence.use
        if answered is not UNTOUCHED and with_it is not None:
            commit_blow(battle, target, actor, with_it, answered, made, 0 if by_actor else spent)
            if answered.contest is not None:
                commit_contest(battle, target, actor, with_it, answered.aim, answered.contest, made)
        if given.contest is not None:
            commit_contest(battle, actor, target, plan.use, given.aim, given.contest, made)
        if given is not UNTOUCHED:
            self._suffer(battle, target, actor.id, given, made, by_target)
        if answered is not UNTOUCHED:
            self._suffer(battle, actor, target.id, answered, made, by_striker)

    def _suffer(
        self,
        battle: Battle,
        victim: Fighter,
        by: int,
        party: Party,
        made: Rolls,
        earlier: Sequence[ShockCause],
    ) -> None:
        """Commit what the moment did to one of the two: its death, or its shock."""
        blow = party.blow
        if blow is not None and blow.amputation is not None and commit_death(battle, victim, blow, by):
            return
        if party.shock is not None and party.shock.shocks:
            wound = None if party.blow is None else party.blow.wound
            pressed = party.contest is not None and party.contest.falls
            commit_shock(battle, victim, party.shock, wound, made, by, earlier, "press" if pressed else None)

    def _exchange(self, battle: Battle, plan: Plan, result: StrikeFacts, made: Rolls) -> None:
        fought, defence = result.exchange, result.defence
        word = WORDS[defence.kind]
        attack = made.take(ATTACK) or automatic_roll(ATTACK, plan.attack, fought.attack.level)
        defend: Roll | None = None
        if defence.kind is not IGNORED:
            level = Level.CF0 if fought.defend is None else fought.defend.level
            defend = made.take(word) or automatic_roll(word, defence.mastery, level)
        battle.emit(
            exchange_fought(
                battle.now,
                plan.actor.id,
                plan.target.id,
                plan.use.mode.id,
                plan.aim,
                attack,
                word,
                "" if defence.use is None else defence.use.mode.id,
                defend,
                fought.attacker_lands,
                fought.defender_lands,
                fought.stars,
                WORDS[fought.tiebreak],
                result.spent,
                "on the limb that blocks" if result.target.blocked else "",
            )
        )

    def _spend_guard(self, battle: Battle, plan: Plan, result: StrikeFacts) -> None:
        """Count the defence, use up set-ups, and give those that advantages bought."""
        actor, target = plan.actor, plan.target
        if actor.guard.setups and not plan.helpless:
            actor.guard.setups.pop(target.id, None)
        if plan.use.mode.slow and battle.encounter is not None:
            actor.guard.recovering = self.tables.combat.slow_turns
        if plan.use.mode.couched:
            actor.guard.braced = 0
        if result.defence.kind is not IGNORED:
            if target.guard.setups:
                target.guard.setups.pop(actor.id, None)
            if battle.encounter is not None:
                now = battle.encounter.round
                target.guard.defences = target.guard.defences + 1 if target.guard.round == now else 1
                target.guard.round = now
        if SETUP in result.spent:
            bonus = result.spent.count(SETUP) * self.tables.combat.setup_bonus
            winner, loser = (actor, target) if result.exchange.advantages > 0 else (target, actor)
            winner.guard.setups[loser.id] = winner.guard.setups.get(loser.id, 0) + bonus

    def _breakage(self, battle: Battle, plan: Plan, result: StrikeFacts) -> None:
        use = result.defence.use
        item = None if use is None or use.part is None else plan.target.held.items.get(use.part)
        if use is None or use.part is None or item is None or result.breakage is None:
            return
        durability = item.weapon.durability + use.mode.durability_mod
        broke = result.breakage > durability
        if broke:
            plan.target.held.items[use.part] = replace(item, broken=True)
            alarms.disarmed(battle, plan.target.entity)
        throw = Throw("breakage", f"1d{self.tables.combat.breakage_sides}", result.breakage)
        battle.emit(BreakageTested(battle.now, plan.target.id, item.number, item.weapon.id, throw, durability, broke))

    def _exert(self, battle: Battle, who: Fighter) -> None:
        """Tire a creature by 1 windedness for every 3 rounds in which it fought an exchange (heroic H14)."""
        fatigue, encounter = who.fatigue, battle.encounter
        if encounter is None or fatigue.last_round == encounter.round:
            return
        fatigue.last_round = encounter.round
        fatigue.exchanges += 1
        if fatigue.exchanges >= self.tables.fatigue.melee_rounds:
            fatigue.exchanges = 0
            tire(battle, who, FatigueKind.WINDEDNESS, "melee", self.tables.fatigue.melee_windedness)
