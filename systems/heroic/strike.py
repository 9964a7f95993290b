"""A strike as rules that ask: the choice of defence, the exchange, advantages, mishaps, both blows (heroic H12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from fleshwound.components.creature import Shock
from fleshwound.components.draws import Ask, Question, Rule, dice
from fleshwound.systems.heroic.aiming import barred
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.blow import BlowFacts, Settled, blow, settled, shocked
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.choices import Reaction
from fleshwound.systems.heroic.contest import Contention, ContestFacts, contention, contest
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.exchange import Defence, ExchangeFacts, exchange
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.impact import impact_of
from fleshwound.systems.heroic.injury import harm_of
from fleshwound.systems.heroic.location import Aim
from fleshwound.systems.heroic.mishap import Mishap, MishapKind, mishap
from fleshwound.systems.heroic.shock import ShockOffer
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim

# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every exchange reads these.
IGNORED: Final = Defence.IGNORE
INCAPACITATED: Final = Shock.INCAPACITATED

IMPACT: Final = "impact"
PRECISION: Final = "precision"
SETUP: Final = "setup"
ACTION: Final = "action"
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
    may_act: bool = False
    """Whether an advantage may be spent on an action: in an encounter, by a blow that itself was none [R]."""
    contends: Contention | None = None
    """The contest of Strength it leads to, if it lands."""


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
    aim: Aim | None = None
    """Where that blow was aimed, precision in it; None: unaimed, or no blow."""
    contest: ContestFacts | None = None
    """The grab, press or trip that landed on it; None: none did."""
    blocked: bool = False
    """Whether what landed did so on the limb that blocked it."""


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


def strike(tables: Tables, plan: Plan) -> Rule[StrikeFacts]:
    """Play a strike: defence, exchange, advantages, mishaps, both blows from the state before them (heroic H12)."""
    defence = plan.options[0]
    if plan.target_asks and len(plan.options) > 1:
        defence = yield from chosen_defence(plan)
    ignored = defence.kind is IGNORED
    fought = yield from exchange(
        plan.attack, defence.kind, None if ignored else defence.mastery, tables.combat, helpless=plan.helpless
    )
    by_actor = fought.advantages > 0
    spent = (yield from spent_advantages(plan, fought)) if fought.advantages else ()
    breakage = at = None
    if fought.breakage:
        if defence.use is not None and defence.use.part is None:
            fought, at = yield from _blocked(plan, fought, defence.use)
        else:
            breakage = yield dice("breakage", 1, tables.combat.breakage_sides)
    target = actor = UNTOUCHED
    if fought.attacker_lands or fought.defend_mishap is not None:
        given = None
        if fought.attacker_lands:
            given = _Stroke(plan.actor, plan.use, plan.where, spent if by_actor else (), plan.contends, at)
        target = yield from _struck(tables, plan.target, plan.target_asks, fought.defend_mishap, defence.use, given)
    if fought.defender_lands or fought.attack_mishap is not None:
        answered = None
        if fought.defender_lands and defence.use is not None:
            # One trial an exchange: that of the attack, where it lands and leads to one (heroic H12).
            first = fought.attacker_lands and plan.contends is not None
            seizing = None if first else contention(tables, plan.target, plan.actor, defence.use)
            answered = _Stroke(plan.target, defence.use, None, () if by_actor else spent, seizing)
        actor = yield from _struck(tables, plan.actor, plan.actor_asks, fought.attack_mishap, plan.use, answered)
    return StrikeFacts(defence, fought, spent, breakage, target, actor)


def chosen_defence(plan: Plan) -> Rule[Reaction]:
    """Choose how the target meets an attack: the best by policy, unless its controller is asked (heroic H12)."""
    if not plan.target_asks or len(plan.options) == 1:
        return plan.options[0]
    words = tuple(option.word for option in plan.options)
    about = (("attacker", plan.actor.id), ("mode", plan.use.mode.id), ("mastery", plan.attack.target))
    word = yield Ask(plan.target.id, Question.DEFENCE, words, about)
    return plan.options[words.index(word)]


class _Stroke(NamedTuple):
    striker: Fighter
    use: Use
    where: Aim | None
    spent: tuple[str, ...]
    contends: Contention | None
    at: int | None = None
    """Index of the location it lands at in any case; None: where it finds the body."""


def _blocked(plan: Plan, fought: ExchangeFacts, use: Use) -> Rule[tuple[ExchangeFacts, int | None]]:
    """Turn a tied blow that a limb blocks onto that limb: it lands at a location drawn within it (heroic H12)."""
    draw = body_of(plan.target.anatomy).on(use.limbs[0], plan.target.injuries.severed)
    if draw is None:
        return fought, None
    return fought._replace(attacker_lands=True, breakage=False), (yield draw)


def _struck(
    tables: Tables,
    who: Fighter,
    asks: bool,
    risk: MishapKind | None,
    own: Use | None,
    stroke: _Stroke | None,
) -> Rule[Party]:
    """Play what the exchange does to one of the two: its own mishap, with `own` in hand, and the blow it takes."""
    victim = who.stance.victim(who.id, who.injuries, asks=asks)
    if stroke is not None and (never := barred(victim.cover.body, stroke.use.mode)):
        victim = replace(victim, gone=victim.gone | never)
    made, earlier = yield from mishap_and_shock(victim, risk, own)
    taken = where = contended = None
    blocked = stroke is not None and stroke.at is not None
    if stroke is not None:
        harm = harm_of(stroke.use.mode, tables)
        where = None if blocked else stroke.where
        if where is not None:
            for _ in range(stroke.spent.count(PRECISION)):
                where = Aim(where.number, finer(tables, where.sides))
        if harm is not None:
            strength = stroke.striker.abilities.attributes.get("strength", 0)
            impact = impact_of(tables, strength, stroke.use, stroke.spent.count(IMPACT), blocked=blocked)
            taken = yield from blow(victim, harm, impact, where if stroke.at is None else stroke.at, earlier)
        if stroke.contends is not None:
            contended = yield from _contended(tables, victim, stroke, where, taken)
    if taken is not None:
        return Party(made, earlier, taken, taken.shock, where, contended, blocked)
    shocks = earlier if contended is None else (*earlier, *contended.shocks)
    shock = (yield from settled(victim, shocks)) if shocks else None
    return Party(made, earlier, None, shock, where, contended, blocked)


def _contended(
    tables: Tables, victim: Victim, stroke: _Stroke, where: Aim | None, taken: BlowFacts | None
) -> Rule[ContestFacts | None]:
    """Play the contest that a stroke leads to, alone or after its blow (heroic H12)."""
    assert stroke.contends is not None
    if taken is None:
        at = where if stroke.at is None else stroke.at
        return (yield from contest(tables, victim, stroke.contends, at, stroke.spent.count(IMPACT)))
    return (yield from seized(tables, victim, stroke.contends, taken))


def seized(tables: Tables, victim: Victim, contends: Contention, taken: BlowFacts) -> Rule[ContestFacts | None]:
    """Play the grab of what seizes, once its blow has landed: if it found one still in the fight [R] (heroic H12)."""
    at = taken.found.location
    if at is None or taken.killed or taken.severed >> at & 1 or taken.shock.state >= INCAPACITATED:
        return None
    return (yield from contest(tables, victim, contends, at, 0))


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


def mishap_and_shock(
    victim: Victim, kind: MishapKind | None, use: Use | None
) -> Rule[tuple[Mishap | None, tuple[ShockOffer, ...]]]:
    """Play the mishap of one's own critical failure, `use` in hand, and the shock of a bad stumble (heroic H12)."""
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
