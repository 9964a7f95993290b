"""Hit resolution: a strike from the choice of defence to its last consequence (heroic H12, H3, H4, H5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import esper

from fleshwound.components.creature import Controller, Fatigue, FatigueKind, Shock, ShockCause
from fleshwound.components.draws import Ask, Level, Question, Rule, dice
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import BreakageTested, ExchangeFought, Roll, Throw
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.blow import BlowFacts, Settled, blow, settled, shocked
from fleshwound.systems.heroic.body import Body, body_of
from fleshwound.systems.heroic.choices import Reaction, reactions
from fleshwound.systems.heroic.consequences import tire
from fleshwound.systems.heroic.d100 import Mastery, automatic_roll, rolls
from fleshwound.systems.heroic.exchange import ATTACK, Defence, ExchangeFacts, exchange
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.impact import impact_of
from fleshwound.systems.heroic.injury import harm_of
from fleshwound.systems.heroic.location import Aim
from fleshwound.systems.heroic.mishap import Mishap, MishapKind, mishap
from fleshwound.systems.heroic.shock import ShockOffer
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim
from fleshwound.systems.heroic.wounding import (
    Rolls,
    commit_blow,
    commit_death,
    commit_mishap,
    commit_shock,
    tested_shock,
)
from fleshwound.systems.movement import face
from fleshwound.systems.queries import apart
from fleshwound.systems.ruleset import System

IMPACT: Final = "impact"
PRECISION: Final = "precision"
SETUP: Final = "setup"
"""Ways to spend a tactical advantage (heroic H12)."""


class Plan(NamedTuple):
    """What a strike is, before anything is rolled."""

    actor: Fighter
    target: Fighter
    use: Use
    aim: str
    """As the events tell it."""
    where: Aim | None
    attack: Mastery
    options: tuple[Reaction, ...]
    """Ways to meet it, the best by policy first."""
    helpless: bool
    actor_asks: bool
    target_asks: bool


class Party(NamedTuple):
    """What the strike did to one of the two."""

    mishap: Mishap | None
    """Of the exchange."""
    earlier: tuple[ShockOffer, ...]
    """Shock that the mishap brought."""
    blow: BlowFacts | None
    """The blow it took; None: none."""
    shock: Settled | None
    """All its shock of the moment; None: nothing brought any."""


UNTOUCHED: Final = Party(None, (), None, None)


class StrikeFacts(NamedTuple):
    """What a strike came to, for both."""

    defence: Reaction
    exchange: ExchangeFacts
    spent: tuple[str, ...]
    """How the winner spent its advantages."""
    breakage: int | None
    """d20 of the thing that blocked; None: not checked."""
    target: Party
    actor: Party


def find_aim(body: Body, aim: str | int) -> int:
    """Find the zone number that an aim means (heroic H3).

    Raises:
        IntentRefused: the body has no such part or number, or the part's zone can't be struck.
    """
    if isinstance(aim, int):
        if not 1 <= aim <= body.highest:
            raise IntentRefused(Refusal.NO_SUCH_AIM, f"zone number {aim} isn't one of it; expected 1..{body.highest}")
        return aim
    for index, part in enumerate(body.anatomy.parts):
        if part.id == aim:
            number = body.first_number(index)
            if number is None:
                raise IntentRefused(Refusal.NO_SUCH_AIM, f"the {part.name.lower()} can't be struck; it owns no zone number")
            return number
    known = ", ".join(part.id for part in body.anatomy.parts)
    raise IntentRefused(Refusal.NO_SUCH_AIM, f"it has no part {aim!r}; expected one of {known}, or a zone number")


def strike(tables: Tables, plan: Plan) -> Rule[StrikeFacts]:
    """Play a strike: defence, exchange, advantages, mishaps, and both blows from the state before them."""
    defence = plan.options[0]
    if plan.target_asks and len(plan.options) > 1:
        words = tuple(option.word for option in plan.options)
        about = (("attacker", plan.actor.id), ("mode", plan.use.mode.id), ("mastery", plan.attack.target))
        word = yield Ask(plan.target.id, Question.DEFENCE, words, about)
        defence = plan.options[words.index(word)]
    ignored = defence.kind is Defence.IGNORE
    fought = yield from exchange(
        plan.attack, defence.kind, None if ignored else defence.mastery, tables.combat, helpless=plan.helpless
    )
    by_actor = fought.advantages > 0
    spent = (yield from _advantages(plan, fought)) if fought.advantages else ()
    breakage = (yield dice("breakage", 1, tables.combat.breakage_sides)) if fought.breakage else None
    target = yield from _struck(
        tables, plan.target, plan.target_asks, fought.defend_mishap, defence.use,
        _Stroke(plan.actor, plan.use, plan.where, spent if by_actor else ()) if fought.attacker_lands else None,
    )
    actor = yield from _struck(
        tables, plan.actor, plan.actor_asks, fought.attack_mishap, plan.use,
        _Stroke(plan.target, defence.use, None, () if by_actor else spent)
        if fought.defender_lands and defence.use is not None
        else None,
    )
    return StrikeFacts(defence, fought, spent, breakage, target, actor)


class _Stroke(NamedTuple):
    striker: Fighter
    use: Use
    where: Aim | None
    spent: tuple[str, ...]


def _struck(
    tables: Tables,
    who: Fighter,
    asks: bool,
    risk: MishapKind | None,
    own: Use | None,
    stroke: _Stroke | None,
) -> Rule[Party]:
    """Play what the exchange does to one of the two: its own mishap, with `own` in hand, and the blow it takes."""
    if risk is None and stroke is None:
        return UNTOUCHED
    victim = who.stance.victim(who.id, asks=asks)
    made, earlier = yield from _mishap(victim, risk, own)
    taken = None
    if stroke is not None:
        harm = harm_of(stroke.use.mode, tables)
        if harm is not None:
            where = stroke.where
            if where is not None:
                for _ in range(stroke.spent.count(PRECISION)):
                    where = Aim(where.number, finer(tables, where.sides))
            strength = stroke.striker.abilities.attributes.get("strength", 0)
            impact = impact_of(tables, strength, stroke.use, stroke.spent.count(IMPACT))
            taken = yield from blow(victim, harm, impact, where, earlier)
    if taken is not None:
        return Party(made, earlier, taken, taken.shock)
    if not earlier:
        return Party(made, (), None, None)
    return Party(made, earlier, None, (yield from settled(victim, earlier)))


def _advantages(plan: Plan, fought: ExchangeFacts) -> Rule[tuple[str, ...]]:
    attackers = fought.advantages > 0
    strikes = fought.attacker_lands if attackers else fought.defender_lands
    options: tuple[str, ...] = (SETUP,)
    if attackers and strikes:
        aimed = plan.where is not None and plan.where.sides > 1
        options = (IMPACT, PRECISION, SETUP) if aimed else (IMPACT, SETUP)
    elif strikes:
        options = (SETUP, IMPACT)
    spent: list[str] = []
    who, asked = (plan.actor, plan.actor_asks) if attackers else (plan.target, plan.target_asks)
    for _ in range(abs(fought.advantages)):
        choice = options[0]
        if asked and len(options) > 1:
            choice = yield Ask(who.id, Question.ADVANTAGE, options, (("stars", abs(fought.stars)),))
        spent.append(choice)
    return tuple(spent)


def _mishap(
    victim: Victim, kind: MishapKind | None, use: Use | None
) -> Rule[tuple[Mishap | None, tuple[ShockOffer, ...]]]:
    if kind is None:
        return None, ()
    made = yield from mishap(victim, kind, part=None if use is None else use.part)
    if made is None or made.part is not None or not made.critical:
        return made, ()
    offer = yield from shocked(victim, victim.cover.tables.shock.stumble_index)
    return made, () if offer is None else (offer,)


def finer(tables: Tables, sides: int) -> int:
    """Find the zone die one step finer (heroic H12); below the finest there is only a die of one side."""
    return max((step for step in tables.combat.spread_steps if step < sides), default=1)


class HitResolution(System):
    """Resolves strikes. The payload is the target's combat id, the mode, the aim or None, the striking limb or None."""

    kinds = ("strike",)

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse a strike that can't be made.

        Raises:
            IntentRefused: why not.
        """
        actor = fighter(self.reader, battle.entity(task.creature))
        if actor.shock.state is Shock.DEAD:
            raise IntentRefused(Refusal.DEAD, "the dead take no actions; expected a living creature")
        if actor.shock.state >= Shock.INCAPACITATED:
            raise IntentRefused(Refusal.CANNOT_ACT, "it can't act now; expected a creature that can")
        turn = battle.turn
        if turn is not None and turn.creature == actor.id and turn.acted:
            raise IntentRefused(Refusal.NO_ACTION_LEFT, "its action of this turn is used")
        target_id, mode, aim, limb = task.payload
        if target_id not in battle.roster:
            raise IntentRefused(Refusal.NO_TARGET, "the target takes no part in this combat any longer")
        if target_id == actor.id:
            raise IntentRefused(Refusal.OWN_TARGET, "it can't strike itself; expected another creature")
        target = fighter(self.reader, battle.entity(int(target_id)))
        if target.anatomy.incorporeal:
            raise IntentRefused(Refusal.INCORPOREAL_TARGET, "the target has no body to strike")
        if target.shock.state is Shock.DEAD:
            raise IntentRefused(Refusal.DEAD_TARGET, "the target is dead; expected a living one")
        use = self._use(actor, str(mode), limb)
        if not use.mode.attack:
            raise IntentRefused(Refusal.MODE_LOST, f"{use.mode.id} doesn't attack")
        away = apart(actor.entity, target.entity)
        if away > use.reach:
            raise IntentRefused(
                Refusal.OUT_OF_REACH, f"the target is {away} cells off; {use.mode.id} reaches {use.reach}"
            )
        if aim is not None:
            if not use.mode.spread:
                raise IntentRefused(Refusal.CANNOT_AIM, f"{use.mode.id} can't be aimed; leave the aim out")
            find_aim(body_of(target.anatomy), aim)

    def _use(self, actor: Fighter, mode: str, limb: object) -> Use:
        use = actor.stance.use(mode)
        if use is None:
            if self.reader.armament.knows(actor.creature, actor.held, mode):
                raise IntentRefused(Refusal.MODE_LOST, f"{mode} can't be used now; its limbs or its weapon fail")
            known = ", ".join(
                other.mode.id
                for other in actor.stance.uses
                if other.mode.attack
            )
            raise IntentRefused(Refusal.NO_SUCH_MODE, f"it has no mode {mode!r}; expected one of {known or 'none left'}")
        if limb is None:
            return use
        part = next((i for i, p in enumerate(actor.anatomy.parts) if p.id == limb), None)
        if part is None or use.part is not None or not use.mode.roles <= actor.anatomy.parts[part].roles:
            raise IntentRefused(Refusal.NO_SUCH_MODE, f"{limb!r} isn't a part that can use {mode}")
        if not actor.impaired.works(part):
            raise IntentRefused(Refusal.MODE_LOST, f"its {actor.anatomy.parts[part].name.lower()} can't be used now")
        return use._replace(limbs=(part,))

    def rule(self, battle: Battle, task: Task) -> Rule[tuple[Plan, StrikeFacts]]:
        """Begin the strike."""
        return self._planned(self.plan(battle, task))

    def _planned(self, plan: Plan) -> Rule[tuple[Plan, StrikeFacts]]:
        # The plan goes along to the commit: nothing of it can have changed by then.
        return plan, (yield from strike(self.tables, plan))

    def plan(self, battle: Battle, task: Task) -> Plan:
        """Read everything that a strike depends on, as it is at this moment."""
        target_id, mode, aim, limb = task.payload
        assert isinstance(target_id, int) and isinstance(mode, str) and not isinstance(aim, bool)
        actor = fighter(self.reader, battle.roster[task.creature])
        target = fighter(self.reader, battle.roster[target_id])
        use = self._use(actor, mode, limb)
        where = None
        if aim is not None:
            where = Aim(find_aim(body_of(target.anatomy), aim), use.mode.spread)
        helpless = target.shock.state is Shock.UNCONSCIOUS
        encounter = battle.encounter
        earlier = target.guard.defences if encounter is not None and target.guard.round == encounter.round else 0
        away = apart(actor.entity, target.entity)
        return Plan(
            actor,
            target,
            use,
            "" if aim is None else str(aim),
            where,
            actor.stance.attack(use, actor.guard.setups.get(target.id, 0)),
            reactions(target, actor.id, use.mode.opponent_defence, away, earlier),
            helpless,
            battle.asked and esper.component_for_entity(actor.entity, Controller).decisions == "ask",
            battle.asked and esper.component_for_entity(target.entity, Controller).decisions == "ask",
        )

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Commit the whole strike: the exchange, then what it did to the target, then to the striker."""
        plan: Plan
        result: StrikeFacts
        plan, result = facts
        actor, target = plan.actor, plan.target
        made = Rolls(rolls(trail))
        turn = battle.turn
        if turn is not None and turn.creature == actor.id:
            turn.acted = True
        face(battle, actor.entity, target.entity)
        self._exchange(battle, plan, result, made)
        self._spend_guard(battle, plan, result)
        if result.breakage is not None:
            self._breakage(battle, plan, result)
        for who, party, use in ((target, result.target, result.defence.use), (actor, result.actor, plan.use)):
            if party.mishap is not None:
                stance = who.stance
                mastery = stance.keeping_feet if party.mishap.part is None else stance.keeping_grip
                commit_mishap(battle, who, party.mishap, "attack" if who is actor else "defence", mastery, made)
        told = {
            who.id: [tested_shock(battle, who, offer, None, made) for offer in party.earlier]
            for who, party in ((target, result.target), (actor, result.actor))
        }
        spent = result.spent.count(IMPACT)
        by_actor = result.exchange.advantages > 0
        self._suffer(battle, actor, target, plan.use, result.target, made, spent if by_actor else 0, told[target.id])
        own = result.defence.use or plan.use
        self._suffer(battle, target, actor, own, result.actor, made, 0 if by_actor else spent, told[actor.id])
        if result.defence.kind is not Defence.IGNORE and battle.encounter is not None:
            self._exert(battle, actor)
            self._exert(battle, target)

    def _suffer(
        self,
        battle: Battle,
        striker: Fighter,
        victim: Fighter,
        use: Use,
        party: Party,
        made: Rolls,
        advantages: int,
        earlier: Sequence[ShockCause],
    ) -> None:
        wound = None
        if party.blow is not None:
            commit_blow(battle, striker, victim, use, party.blow, made, advantages)
            wound = party.blow.wound
            if commit_death(battle, victim, party.blow, striker.id):
                return
        if party.shock is not None:
            commit_shock(battle, victim, party.shock, wound, made, striker.id, earlier)

    def _exchange(self, battle: Battle, plan: Plan, result: StrikeFacts, made: Rolls) -> None:
        fought, defence = result.exchange, result.defence
        attack = made.take(ATTACK) or automatic_roll(ATTACK, plan.attack, fought.attack.level)
        defend: Roll | None = None
        if defence.kind is not Defence.IGNORE:
            level = Level.CF0 if fought.defend is None else fought.defend.level
            word = defence.kind.value
            defend = made.take(word) or automatic_roll(word, defence.mastery, level)
        battle.emit(
            ExchangeFought(
                battle.now,
                plan.actor.id,
                plan.target.id,
                plan.use.mode.id,
                plan.aim,
                attack,
                defence.kind.value,
                "" if defence.use is None else defence.use.mode.id,
                defend,
                fought.attacker_lands,
                fought.defender_lands,
                fought.stars,
                fought.tiebreak.value,
                result.spent,
            )
        )

    def _spend_guard(self, battle: Battle, plan: Plan, result: StrikeFacts) -> None:
        """Count the defence, use up set-ups, and give those that advantages bought."""
        actor, target = plan.actor, plan.target
        actor.guard.setups.pop(target.id, None)
        if result.defence.kind is not Defence.IGNORE:
            target.guard.setups.pop(actor.id, None)
            if battle.encounter is not None:
                now = battle.encounter.round
                target.guard.defences = target.guard.defences + 1 if target.guard.round == now else 1
                target.guard.round = now
        bonus = result.spent.count(SETUP) * self.tables.combat.setup_bonus
        if bonus:
            winner, loser = (actor, target) if result.exchange.advantages > 0 else (target, actor)
            winner.guard.setups[loser.id] = winner.guard.setups.get(loser.id, 0) + bonus

    def _breakage(self, battle: Battle, plan: Plan, result: StrikeFacts) -> None:
        use = result.defence.use
        item = None if use is None or use.part is None else plan.target.held.items.get(use.part)
        if use is None or item is None or result.breakage is None:
            return
        durability = item.weapon.durability + use.mode.durability_mod
        broke = result.breakage > durability
        item.broken = broke
        throw = Throw("breakage", f"1d{self.tables.combat.breakage_sides}", result.breakage)
        battle.emit(BreakageTested(battle.now, plan.target.id, item.number, item.weapon.id, throw, durability, broke))

    def _exert(self, battle: Battle, who: Fighter) -> None:
        """Tire a creature by 1 windedness for every 3 rounds in which it fought an exchange (heroic H14)."""
        fatigue: Fatigue = who.fatigue
        encounter = battle.encounter
        if encounter is None or who.shock.state is Shock.DEAD or fatigue.last_round == encounter.round:
            return
        fatigue.last_round = encounter.round
        fatigue.exchanges += 1
        if fatigue.exchanges >= self.tables.fatigue.melee_rounds:
            fatigue.exchanges = 0
            tire(battle, who, FatigueKind.WINDEDNESS, "melee", self.tables.fatigue.melee_windedness)

