"""Weighing: what a strike is worth to whoever makes it, without its odds being written out (heroic H12).

Points are a sum over all that may happen. So what each course of the exchange is worth is found once, for as long as
nothing that it reads changes, and weighed by its chance; of the two masteries in it nothing else is read.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from fleshwound.components.creature import Shock
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic.bearing import keep
from fleshwound.systems.heroic.fates import DEAD, INCAPACITATED, Side, Sums, side_of, sums_of
from fleshwound.systems.heroic.fighter import Fighter, Reader
from fleshwound.systems.heroic.landing import LEVELS
from fleshwound.systems.heroic.odds import foreseen, odds_of, reaction_of
from fleshwound.systems.heroic.planning import own_reaction
from fleshwound.systems.heroic.reckoning import Meeting
from fleshwound.systems.heroic.toll import Toll
from fleshwound.systems.heroic.vitals import vitals_of
from fleshwound.systems.odds import EVERYTHING, Knowledge
from fleshwound.systems.stakes import Stakes, lost, worth


class Standing(NamedTuple):
    """How one of the two stands before the strike: all that decides what it has to lose."""

    state: Shock
    prone: bool
    out: bool
    able: bool
    """Whether it can act."""


class Party(NamedTuple):
    """One of the two."""

    side: Side
    standing: Standing


_costs: Final[dict[Hashable, float]] = {}
"""By all that what a toll costs is read from."""


def worth_of(
    reader: Reader, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge, stakes: Stakes
) -> float:
    """Tell what a strike is worth to its striker: `stakes.worth` of its odds, which a shot alone has written out.

    The arguments and what it raises as for `odds_of`.
    """
    if knowledge is EVERYTHING:
        plan, shot = foreseen(reader, battle, task, knowledge)
        if shot is None:
            met = own_reaction(battle, task, plan) if defence is None else reaction_of(plan, defence)
            target, actor = _party(battle, plan.target), _party(battle, plan.actor)
            meeting = Meeting(reader.tables, plan, None, met, target.side.bearer, actor.side.bearer)
            return _weighed(meeting, target, actor, stakes)
    return worth(stakes, battle, odds_of(reader, battle, task, defence, knowledge))


def _party(battle: Battle, who: Fighter) -> Party:
    """Take one of the two as it is, once until anything changes."""
    known = Task("party", who.id)
    party: Party | None = battle.seen.get(known)
    if party is None:
        side, vitals = side_of(who), vitals_of(who)
        standing = Standing(side.stance.state.shock, side.prone, vitals.out, vitals.can_act)
        party = battle.seen[known] = Party(side, standing)
    return party


def _weighed(meeting: Meeting, target: Party, actor: Party, stakes: Stakes) -> float:
    found, leads = meeting.courses(), meeting.leads()
    key = target.standing, actor.standing, stakes
    prices = leads.prices.get(key)
    if prices is None:
        prices = {}
        keep(leads.prices, key, prices)
    points = 0.0
    for course, weight in found.of.items():
        price = prices.get(course)
        if price is None:
            one, other = meeting.tolls(course, leads)
            price = _price(one, target, stakes)
            if not target.standing.able:
                price *= stakes.helpless
            price -= _price(other, actor, stakes)
            prices[course] = price
        points += weight * price
    return points / found.total


def _price(toll: Toll, party: Party, stakes: Stakes) -> float:
    """Give what one toll costs whom it befalls."""
    if toll.contends is not None:  # the trial reads more of the two
        return _cost(sums_of(toll, party.side), party.standing, stakes)
    key = toll.before, toll.landed, party.standing, stakes
    cost = _costs.get(key)
    if cost is None:
        cost = _cost(sums_of(toll, party.side), party.standing, stakes)
        keep(_costs, key, cost)
    return cost


def _cost(sums: Sums, standing: Standing, stakes: Stakes) -> float:
    _, *rest = sums.of
    by_shock = rest[LEVELS:-4]
    bleeds, severed, prone, overcome = rest[-4:]
    points = lost(
        stakes,
        out_already=standing.out,
        prone_already=standing.prone,
        whole=sums.whole,
        kept=by_shock[standing.state],
        out=sum(by_shock[INCAPACITATED:]),
        dead=by_shock[DEAD],
        bleeds=bleeds,
        severed=severed,
        prone=prone,
        overcome=overcome,
        levels=enumerate(rest[:LEVELS]),
    )
    return points / sums.whole
