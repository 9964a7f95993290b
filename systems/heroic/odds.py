"""Odds of a strike or a shot, exactly: its exchange, and for each way that may go what befalls either (heroic H12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from math import lcm
from typing import Final, NamedTuple

import esper

from fleshwound.components.creature import Combatant, Shock
from fleshwound.components.errors import DecisionError, IntentRefused, Refusal
from fleshwound.components.views import Outcome
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.chances import Chances, chances
from fleshwound.systems.heroic.believing import assumptions, believed
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.choices import Reaction
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.exchange import Defence, ExchangeFacts, exchange
from fleshwound.systems.heroic.fighter import Fighter, Reader
from fleshwound.systems.heroic.itemised import itemised
from fleshwound.systems.heroic.landing import KEPT, Places, places_of
from fleshwound.systems.heroic.missile import NOBODY, ShotPlan, flies_on, shot_stroke, stray_draw
from fleshwound.systems.heroic.planning import ASKED, planned, preferred
from fleshwound.systems.heroic.strike import Plan, blocked, spent_advantages, strokes
from fleshwound.systems.heroic.stroke import Stroke
from fleshwound.systems.heroic.tables import CombatTable, Tables
from fleshwound.systems.heroic.targeting import planned_shot
from fleshwound.systems.heroic.ties import drawn_tie
from fleshwound.systems.heroic.toll import ANYWHERE, Toll, toll_of
from fleshwound.systems.heroic.vitals import CALM, shaken_by
from fleshwound.systems.odds import Fate, Joint, Knowledge, Mixture, Odds

INCAPACITATED: Final = Shock.INCAPACITATED
NONE, DEAD = Shock.NONE, Shock.DEAD


class Way(NamedTuple):
    """One way in which a strike may go, in which what befalls the two is independent."""

    weight: int
    target: Toll
    actor: Toll


class Reckoning(NamedTuple):
    """All the ways in which a strike may go."""

    ways: tuple[Way, ...]
    whole: int
    """What their weights sum to."""
    flown: int
    """Weight of those in which a missile flies on past its target."""


def odds_of(reader: Reader, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge) -> Odds:
    """Tell what a strike, grab, press, trip, shot or throw may come to, met with `defence` or as policy would.

    Everything is checked that would be if it were made now, but for whose turn it is and what it has done on it.

    Raises:
        IntentRefused: it can't be made, or is nothing of the kind.
        DecisionError: the target can't meet it so.
    """
    view = partial(believed, knowledge=knowledge)
    shot: ShotPlan | None = None
    if task.kind == "shoot":
        shot = planned_shot(reader, battle, task, ASKED, view)
        plan = shot.plan
    elif task.kind in ("strike", "take"):
        plan = planned(reader, battle, task, ASKED, view)
    else:
        raise IntentRefused(
            Refusal.UNSUPPORTED, f"{task.kind!r} strikes nobody; expected a Strike, Grab, Press or Trip"
        )
    plan = replace(plan, actor_asks=False, target_asks=False)
    if defence is None:
        plan = preferred(battle, task, plan, knowledge)
    if shot is not None:
        shot = shot._replace(plan=plan)
    met = _reaction(plan, defence)
    reckoning = _reckoned(reader.tables, plan, shot, met)
    target = fate_of(((way.weight, way.target) for way in reckoning.ways), reckoning.whole, plan.target)
    actor = fate_of(((way.weight, way.actor) for way in reckoning.ways), reckoning.whole, plan.actor)
    return Odds(
        **target.__dict__,
        actor=plan.actor.id,
        target=plan.target.id,
        mode=plan.use.mode.id,
        aim=plan.aim,
        defence=met.word,
        attacker=actor,
        strays={} if shot is None else _strays(reader.tables, shot, reckoning),
        assumed=assumptions(plan.actor, plan.target, knowledge),
        names=(_name(plan.actor), _name(plan.target)),
        itemise=partial(itemised, reader.tables, plan, shot, met),
        reckon=partial(joint_of, reckoning, plan.target, plan.actor),
    )


def _name(who: Fighter) -> str:
    return esper.component_for_entity(who.entity, Combatant).name


def _reaction(plan: Plan, defence: str | None) -> Reaction:
    if defence is None:
        return plan.options[0]
    for option in plan.options:
        if option.word == defence:
            return option
    words = ", ".join(repr(option.word) for option in plan.options)
    raise DecisionError(f"it can't be met with {defence!r}; expected one of {words}")


@lru_cache(KEPT)
def exchanges(
    attack: Mastery, kind: Defence, defend: Mastery | None, table: CombatTable, helpless: bool, missile: bool
) -> Chances[ExchangeFacts]:
    """Give the ways in which an exchange may go, those that come to the same put together (heroic H12)."""
    alike: dict[object, ExchangeFacts] = {}

    def read(fought: ExchangeFacts) -> ExchangeFacts:
        return alike.setdefault(
            (
                fought.attacker_lands,
                fought.defender_lands,
                fought.advantages,
                fought.breakage,
                fought.attack_mishap,
                fought.defend_mishap,
                missile and flies_on(kind, fought),
            ),
            fought,
        )

    rule = partial(exchange, attack, kind, defend, table, helpless=helpless, missile=missile, ties=drawn_tie)
    return chances(rule, read)


def _reckoned(tables: Tables, plan: Plan, shot: ShotPlan | None, met: Reaction) -> Reckoning:
    defend = None if met.kind is Defence.IGNORE else met.mastery
    missile = shot is not None and not shot.shot.thrown
    found = exchanges(plan.attack, met.kind, defend, tables.combat, plan.helpless, missile)
    target, actor = (who.stance.victim(who.id, who.injuries, asks=False) for who in (plan.target, plan.actor))
    own = plan.use if shot is None else shot.shot.use
    lying = plan.target.conditions.prone, plan.actor.conditions.prone
    ways: list[Way] = []
    flown = 0
    for fought, weight in found.of.items():
        given, answered, places = _let_through(tables, plan, shot, met, fought)
        one = toll_of(target, lying[0], fought.defend_mishap, met.use, given, places)
        other = toll_of(actor, lying[1], fought.attack_mishap, own, answered, None)
        ways.append(Way(weight, one, other))
        if shot is not None and flies_on(met.kind, fought):
            flown += weight
    return Reckoning(tuple(ways), found.total, flown)


def _let_through(
    tables: Tables, plan: Plan, shot: ShotPlan | None, met: Reaction, fought: ExchangeFacts
) -> tuple[Stroke | None, Stroke | None, Places | None]:
    """Find the strokes that an exchange lets through, target's and actor's, and where a limb has blocked the first."""
    spent: tuple[str, ...] = ()
    if fought.advantages:
        (spent,) = chances(partial(spent_advantages, plan, fought), tuple).of
    if shot is not None:
        by_actor = spent if fought.advantages > 0 else ()
        return shot_stroke(tables, shot, by_actor) if fought.attacker_lands else None, None, None
    places = at = None
    if fought.breakage and met.use is not None and met.use.part is None:
        came = chances(partial(blocked, plan, fought, met.use), _same)
        fought, at = next(iter(came.of))
        if at is not None:
            places = _on_limb(tuple((place or 0, share) for (_, place), share in came.of.items()))
    given, answered = strokes(tables, plan, met, fought, spent, at)
    return given, answered, places


def _same(came: tuple[ExchangeFacts, int | None]) -> tuple[ExchangeFacts, int | None]:
    return came


@lru_cache(KEPT)
def _on_limb(weighed: tuple[tuple[int, int], ...]) -> Places:
    return Places(dict(weighed), sum(weight for _, weight in weighed))


def _strays(tables: Tables, shot: ShotPlan, reckoning: Reckoning) -> dict[int, float]:
    """Find the chance that a missile hits each of those at risk (heroic H12)."""
    if not shot.risked or shot_stroke(tables, shot, (), aimed=False) is None:
        return {}
    answers, running, total = stray_draw(tables, tuple(each.who.id for each in shot.risked)).of
    found: dict[int, float] = {}
    before = 0
    who = {each.who.id: each.who for each in shot.risked}
    for creature, after in zip(answers, running, strict=True):
        if creature != NOBODY:
            places = places_of(body_of(who[creature].anatomy), who[creature].injuries.severed, None)
            found[creature] = reckoning.flown * (after - before) / (reckoning.whole * total) if places.of else 0.0
        before = after
    return found


# --- what it comes to for one of the two ------------------------------------------------------------------------------


def _labels(who: Fighter) -> tuple[str, bool]:
    """Say how its state is called while it has no shock, and whether it is out of the fight then already."""
    shaken = CALM if who.nerve.unshaken else shaken_by(who.nerve)
    return shaken.word, shaken.out


def fate_of(weighed: Iterable[tuple[int, Toll]], whole: int, who: Fighter) -> Fate:
    """Put together what may happen to one of the two, over all the ways a strike may go."""
    tolls: dict[Toll, int] = {}
    for weight, toll in weighed:
        tolls[toll] = tolls.get(toll, 0) + weight
    scale = lcm(*(toll.total for toll in tolls))
    total = scale * whole
    by_place: dict[int, int] = {}
    by_level, by_shock = [0] * 6, [0] * len(Shock)
    bleeds = severed = prone = overcome = 0
    for toll, weight in tolls.items():
        share = weight * (scale // toll.total)
        for (level, end), here in toll.rows.items():
            here *= share
            by_level[level] += here
            by_shock[end.state] += here
            if end.bleeds:
                bleeds += here
            if end.severed:
                severed += here
            if end.prone:
                prone += here
            if end.overcome:
                overcome += here
        share *= toll.each
        for alike, _ in toll.groups:
            for place, here in alike.items():
                if place is not None:
                    by_place[place] = by_place.get(place, 0) + here * share
    word, out = _labels(who)
    by_location: dict[str, float] = {}
    parts: dict[str, int] = {}
    for place in sorted(by_place):
        weight = by_place[place]
        location, part = ("", "") if place == ANYWHERE else _names(who, place)
        by_location[location] = weight / total
        parts[part] = parts.get(part, 0) + weight
    gone = total if out else sum(by_shock[INCAPACITATED:])
    return Fate(
        hit=sum(by_place.values()) / total,
        by_location=by_location,
        by_part={part: weight / total for part, weight in parts.items()},
        by_level={level: weight / total for level, weight in enumerate(by_level)},
        by_state={
            word if shock is NONE else shock.name.lower(): by_shock[shock] / total for shock in Shock if by_shock[shock]
        },
        dead=by_shock[DEAD] / total,
        bleeds=bleeds / total,
        severed=severed / total,
        out=gone / total,
        prone=prone / total,
        overcome=overcome / total,
    )


def _names(who: Fighter, place: int) -> tuple[str, str]:
    location = who.anatomy.locations[place]
    return location.id, who.anatomy.parts[location.part].id


def joint_of(reckoning: Reckoning, target: Fighter, actor: Fighter) -> Joint:
    """Give the joint distribution of what happens to target and striker."""
    scale = lcm(*(way.target.total for way in reckoning.ways)), lcm(*(way.actor.total for way in reckoning.ways))
    by_actor: dict[Toll, dict[Toll, int]] = {}
    for weight, one, other in reckoning.ways:
        lent = by_actor.setdefault(other, {})
        lent[one] = lent.get(one, 0) + weight
    outcomes = {one: outcomes_of(one, target) for lent in by_actor.values() for one in lent}
    ways = []
    for other, lent in by_actor.items():
        mixed: dict[Outcome, int] = {}
        for one, weight in lent.items():
            share = weight * (scale[0] // one.total)
            for outcome, here in outcomes[one].items():
                mixed[outcome] = mixed.get(outcome, 0) + share * here
        up = scale[1] // other.total
        ways.append(Mixture(mixed, {o: up * here for o, here in outcomes_of(other, actor).items()}))
    return Joint(ways, reckoning.whole * scale[0] * scale[1])


def outcomes_of(toll: Toll, who: Fighter) -> Mapping[Outcome, int]:
    """Put what may happen to one of the two into the terms that all rulesets share."""
    word, out = _labels(who)
    found: dict[Outcome, int] = {}
    for alike, rows in toll.groups:
        for place, weight in alike.items():
            location, part = (None, None) if place is None or place == ANYWHERE else _names(who, place)
            for (level, end), here in rows.items():
                state = end.state
                outcome = Outcome(
                    place is not None,
                    part,
                    location,
                    level,
                    word if state is NONE else state.name.lower(),
                    out or state >= INCAPACITATED,
                    state is DEAD,
                    end.bleeds,
                )
                found[outcome] = found.get(outcome, 0) + weight * here
    return found
