"""A whole strike or shot enumerated from end to end, path by path, to hold odds against; and what its facts come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import esper

from fleshwound.components.creature import Shock
from fleshwound.components.intents import Intent
from fleshwound.components.views import Outcome
from fleshwound.game.combat import Combat
from fleshwound.systems.battle import Battle
from fleshwound.systems.chances import chances
from fleshwound.systems.drivers import enumerated
from fleshwound.systems.heroic.choices import Reaction
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.mishap import Control
from fleshwound.systems.heroic.missile import ShotFacts, ShotPlan, shoot
from fleshwound.systems.heroic.planning import ASKED, planned
from fleshwound.systems.heroic.ruleset import Heroic
from fleshwound.systems.heroic.strike import Plan, StrikeFacts, strike
from fleshwound.systems.heroic.stroke import Party
from fleshwound.systems.heroic.targeting import planned_shot
from fleshwound.systems.heroic.vitals import vitals_of
from fleshwound.systems.intents import task_of
from fleshwound.systems.odds import Fate, Odds


class Came(NamedTuple):
    """What a strike came to for one of the two."""

    outcome: Outcome
    severed: bool
    prone: bool
    overcome: bool


def came(who: Fighter, party: Party, pressed: bool) -> Came:
    """Read what a strike came to; `pressed` says that a press or trip landed, which is about no place."""
    blow, contest = party.blow, party.contest
    state, downs = who.shock.state, [party.mishap]
    place, level, bleeds, severed = None, 0, False, False
    if party.shock is not None:
        state = party.shock.state
    if blow is not None:
        place = blow.found.location
        level = 0 if blow.wound is None else blow.wound.level
        state = Shock.DEAD if blow.killed else blow.shock.state
        bleeds, severed = blow.bleeds and state is not Shock.DEAD, bool(blow.severed)
        downs.append(blow.stumble)
    elif contest is not None and not pressed and contest.found is not None:
        place = contest.found.location
    if contest is not None:
        downs.append(contest.stumble)
    down = who.conditions.prone or state >= Shock.INCAPACITATED
    down = down or any(each is not None and each.control is Control.FELL for each in downs)
    down = down or (contest is not None and contest.falls)
    location = None if place is None else who.anatomy.locations[place]
    out = state >= Shock.INCAPACITATED or who.nerve.out
    word = vitals_of(who).state if state is Shock.NONE else str(state)
    if who.shock.state is not Shock.NONE and state is Shock.NONE:
        raise AssertionError("no strike shakes shock off")
    part = None if location is None else who.anatomy.parts[location.part].id
    outcome = Outcome(
        place is not None or pressed, part, None if location is None else location.id, level, word, out,
        state is Shock.DEAD, bleeds,
    )  # fmt: skip
    return Came(outcome, severed, down, contest is not None and contest.row is not None)


Pair = tuple[Came, Came]


def read(plan: Plan, facts: StrikeFacts) -> Pair:
    """Read what a strike came to, for target and striker."""
    pressed = plan.contends is not None and plan.contends.kind.value != "grab" and facts.exchange.attacker_lands
    return came(plan.target, facts.target, pressed), came(plan.actor, facts.actor, False)


def plan_of(combat: Combat, actor: int, intent: Intent, defence: str | None) -> tuple[Plan, ShotPlan | None, Reaction]:
    """Plan a strike as it would be made now, met as is said."""
    battle: Battle = combat.battle
    rules = battle.ruleset
    assert isinstance(rules, Heroic)
    before = esper.current_world
    esper.switch_world(combat.world)
    try:
        task = task_of(battle, actor, intent)
        shot = planned_shot(rules.reader, battle, task, ASKED) if task.kind == "shoot" else None
        plan = planned(rules.reader, battle, task, ASKED) if shot is None else shot.plan
    finally:
        esper.switch_world(before)
    met = plan.options[0] if defence is None else next(each for each in plan.options if each.word == defence)
    plan = replace(plan, options=(met,), actor_asks=False, target_asks=False)
    return plan, None if shot is None else shot._replace(plan=plan), met


def brute(
    combat: Combat, actor: int, intent: Intent, defence: str | None = None, fractions: bool = False
) -> dict[tuple[Came, Came, int], Fraction]:
    """Enumerate a whole strike: what it comes to for target, striker, and whom it hits instead (0: nobody)."""
    plan, shot, _ = plan_of(combat, actor, intent, defence)
    rules = combat.battle.ruleset
    assert isinstance(rules, Heroic)

    def of_strike(facts: StrikeFacts) -> tuple[Came, Came, int]:
        return (*read(plan, facts), 0)

    def of_shot(facts: ShotFacts) -> tuple[Came, Came, int]:
        stray = facts.stray
        hit = stray is not None and stray.party.blow is not None and stray.party.blow.found.location is not None
        return (*read(plan, facts.strike), stray.creature if hit and stray is not None else 0)

    rule: Callable[[], Any] = (
        partial(strike, rules.tables, plan) if shot is None else partial(shoot, rules.tables, shot)
    )
    tell: Callable[[Any], tuple[Came, Came, int]] = of_strike if shot is None else of_shot
    found: dict[tuple[Came, Came, int], Fraction] = defaultdict(Fraction)
    if fractions:
        for facts, chance in enumerated(rule).items():
            found[tell(facts)] += chance
    else:
        whole = chances(rule, tell)
        for way, weight in whole.of.items():
            found[way] += Fraction(weight, whole.total)
    return found


def fate(ways: Mapping[Came, Fraction]) -> dict[str, Any]:
    """Put the ways it may go for one of the two into the fields of a `Fate`."""

    def summed(of: Callable[[Came], Any]) -> dict[Any, float]:
        found: dict[Any, Fraction] = defaultdict(Fraction)
        for each, chance in ways.items():
            found[of(each)] += chance
        return {key: float(chance) for key, chance in found.items()}

    def chance(of: Callable[[Came], bool]) -> float:
        return summed(of).get(True, 0.0)

    places = summed(lambda each: (each.outcome.landed, each.outcome.location or ""))
    parts = summed(lambda each: (each.outcome.landed, each.outcome.part or ""))
    levels = summed(lambda each: each.outcome.severity)
    return {
        "hit": chance(lambda each: each.outcome.landed),
        "by_location": {place: share for (landed, place), share in places.items() if landed},
        "by_part": {part: share for (landed, part), share in parts.items() if landed},
        "by_level": {level: levels.get(level, 0.0) for level in range(6)},
        "by_state": summed(lambda each: each.outcome.state),
        "dead": chance(lambda each: each.outcome.dead),
        "bleeds": chance(lambda each: each.outcome.bleeding),
        "severed": chance(lambda each: each.severed),
        "out": chance(lambda each: each.outcome.out),
        "prone": chance(lambda each: each.prone),
        "overcome": chance(lambda each: each.overcome),
        "worn": 0.0,  # these rules count no points
    }


def sides(
    found: Mapping[tuple[Came, Came, int], Fraction],
) -> tuple[dict[Came, Fraction], dict[Came, Fraction], dict[tuple[Outcome, Outcome], Fraction], dict[int, Fraction]]:
    """Give what is found for the target, for the striker, for both, and for whoever is hit instead."""
    one: dict[Came, Fraction] = defaultdict(Fraction)
    other: dict[Came, Fraction] = defaultdict(Fraction)
    both: dict[tuple[Outcome, Outcome], Fraction] = defaultdict(Fraction)
    strays: dict[int, Fraction] = defaultdict(Fraction)
    for (target, actor, stray), chance in found.items():
        one[target] += chance
        other[actor] += chance
        both[target.outcome, actor.outcome] += chance
        strays[stray] += chance
    return one, other, both, strays


def check(odds: Odds, found: Mapping[tuple[Came, Came, int], Fraction]) -> None:
    """Hold odds against a whole enumeration: every figure, and every pair of outcomes, to the last bit."""
    one, other, both, strays = sides(found)
    assert fields(odds) == fate(one)
    assert fields(odds.attacker) == fate(other)
    assert dict(odds.joint().items()) == {pair: float(chance) for pair, chance in both.items()}
    assert dict(odds.strays) == {who: float(strays[who]) for who in odds.strays}
    assert {who for who in strays if who and strays[who]} <= set(odds.strays)


def fields(of: Fate) -> dict[str, Any]:
    return {name: getattr(of, name) for name in Fate.__dataclass_fields__}
