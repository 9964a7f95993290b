"""A strike as rules that ask: the choice of defence, the exchange, advantages, mishaps, both blows (heroic H12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fleshwound.components.draws import Ask, Question, Rule, dice
from fleshwound.components.fact import fact, maker
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.choices import Reaction
from fleshwound.systems.heroic.contest import Contention, contention
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.exchange import Defence, ExchangeFacts, exchange
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.location import Aim
from fleshwound.systems.heroic.stroke import IMPACT, PRECISION, UNTOUCHED, Party, Stroke, stroke_of, struck
from fleshwound.systems.heroic.tables import Tables

# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every exchange reads these.
IGNORED: Final = Defence.IGNORE

SETUP: Final = "setup"
ACTION: Final = "action"
"""Ways to spend a tactical advantage, besides on impact and precision (heroic H12)."""


@fact(eq=False)
class Plan:
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
    may_act: bool = False
    """Whether an advantage may be spent on an action: in an encounter, by a blow that itself was none [R]."""
    contends: Contention | None = None
    """The contest of Strength it leads to, if it lands."""


@fact
class StrikeFacts:
    """What a strike came to, for both."""

    defence: Reaction
    exchange: ExchangeFacts
    spent: tuple[str, ...]
    """How the winner spent its advantages."""
    breakage: int | None
    """d20 of the thing that blocked; None: not checked."""
    target: Party
    actor: Party


plan_of = maker(Plan)
strike_facts = maker(StrikeFacts)


def strike(tables: Tables, plan: Plan) -> Rule[StrikeFacts]:
    """Play a strike: defence, exchange, advantages, mishaps, both blows from the state before them (heroic H12)."""
    defence = plan.options[0]
    if plan.target_asks and len(plan.options) > 1:
        defence = yield from chosen_defence(plan)
    ignored = defence.kind is IGNORED
    fought = yield from exchange(
        plan.attack, defence.kind, None if ignored else defence.mastery, tables.combat, helpless=plan.helpless
    )
    spent = (yield from spent_advantages(plan, fought)) if fought.advantages else ()
    breakage = at = None
    if fought.breakage:
        if defence.use is not None and defence.use.part is None:
            fought, at = yield from blocked(plan, fought, defence.use)
        else:
            breakage = yield dice("breakage", 1, tables.combat.breakage_sides)
    given, answered = strokes(tables, plan, defence, fought, spent, at)
    target = actor = UNTOUCHED
    if given is not None or fought.defend_mishap is not None:
        victim = plan.target.stance.victim(plan.target.id, plan.target.injuries, asks=plan.target_asks)
        target = yield from struck(tables, victim, fought.defend_mishap, defence.use, given)
    if answered is not None or fought.attack_mishap is not None:
        victim = plan.actor.stance.victim(plan.actor.id, plan.actor.injuries, asks=plan.actor_asks)
        actor = yield from struck(tables, victim, fought.attack_mishap, plan.use, answered)
    return strike_facts(defence, fought, spent, breakage, target, actor)


def strokes(
    tables: Tables, plan: Plan, defence: Reaction, fought: ExchangeFacts, spent: tuple[str, ...], at: int | None
) -> tuple[Stroke | None, Stroke | None]:
    """Find the stroke that each of the two takes, of the target first; None: it takes none (heroic H12).

    `at` is the location at which a limb has blocked it.
    """
    by_actor = fought.advantages > 0
    given = answered = None
    if fought.attacker_lands:
        by = plan.actor, plan.target.stance.cover.body
        given = stroke_of(tables, *by, plan.use, plan.where, spent if by_actor else (), plan.contends, at)
    if fought.defender_lands and defence.use is not None:
        # One trial an exchange: that of the attack, where it lands and leads to one (heroic H12).
        first = fought.attacker_lands and plan.contends is not None
        seizing = None if first else contention(tables, plan.target, plan.actor, defence.use)
        by = plan.target, plan.actor.stance.cover.body
        answered = stroke_of(tables, *by, defence.use, None, () if by_actor else spent, seizing)
    return given, answered


def chosen_defence(plan: Plan) -> Rule[Reaction]:
    """Choose how the target meets an attack: the best by policy, unless its controller is asked (heroic H12)."""
    if not plan.target_asks or len(plan.options) == 1:
        return plan.options[0]
    words = tuple(option.word for option in plan.options)
    about = (("attacker", plan.actor.id), ("mode", plan.use.mode.id), ("mastery", plan.attack.target))
    word = yield Ask(plan.target.id, Question.DEFENCE, words, about)
    return plan.options[words.index(word)]


def blocked(plan: Plan, fought: ExchangeFacts, use: Use) -> Rule[tuple[ExchangeFacts, int | None]]:
    """Turn a tied blow that a limb blocks onto that limb: it lands at a location drawn within it (heroic H12)."""
    draw = body_of(plan.target.anatomy).on(use.limbs[0], plan.target.injuries.severed)
    if draw is None:
        return fought, None
    return replace(fought, attacker_lands=True, breakage=False), (yield draw)


def spent_advantages(plan: Plan, fought: ExchangeFacts) -> Rule[tuple[str, ...]]:
    """Spend the advantages one by one, the policy's way first (heroic H12). One action an exchange at most [R]."""
    attackers = fought.advantages > 0
    strikes = fought.attacker_lands if attackers else fought.defender_lands
    options: tuple[str, ...] = (SETUP,)
    if attackers and strikes:
        aimed = plan.where is not None and plan.where.sides > 1
        options = (IMPACT, PRECISION, SETUP) if aimed else (IMPACT, SETUP)
    elif strikes:
        options = (SETUP, IMPACT)
    if plan.may_act:
        options = (*options, ACTION)
    spent: list[str] = []
    who, foe, asked = (
        (plan.actor, plan.target, plan.actor_asks) if attackers else (plan.target, plan.actor, plan.target_asks)
    )
    won = abs(fought.advantages)
    for place in range(won):
        choice = options[0]
        if asked and len(options) > 1:
            about = (("foe", foe.id), ("stars", abs(fought.stars)), ("advantage", place + 1), ("advantages", won))
            choice = yield Ask(who.id, Question.ADVANTAGE, options, about)
        spent.append(choice)
        if choice == ACTION:
            options = options[:-1]
    return tuple(spent)
