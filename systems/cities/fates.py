"""Fates: what an attack may come to for either, told in the terms that all rulesets share (cities A3, A4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import esper

from fleshwound.components.creature import Combatant
from fleshwound.components.draws import Rule, dice
from fleshwound.components.hitpoints import Down
from fleshwound.components.nerve import Exit
from fleshwound.components.views import Outcome
from fleshwound.systems.cities.arms import Use
from fleshwound.systems.cities.checks import Check
from fleshwound.systems.cities.damage import DAMAGE, TRAUMA, trauma_check, traumatises
from fleshwound.systems.cities.dying import attempt
from fleshwound.systems.cities.fighter import Fighter
from fleshwound.systems.cities.planning import Plan
from fleshwound.systems.drivers import enumerated
from fleshwound.systems.odds import Fate, Joint, Mixture, Odds, RollOdds

Ways: TypeAlias = Mapping[Outcome, Fraction]

MET: Final = "armor class"
"""How an attack is met where nothing else is said: nobody chooses a defence as it comes."""

WORST: Final = 5


class Told(NamedTuple):
    """What the odds of an attack are told from."""

    actor: Fighter
    target: Fighter
    use: Use
    mixtures: Sequence[tuple[Fraction, Ways, Ways]]
    """Ways it may go: its chance, and then what comes of target and attacker, each independent of the other."""
    plan: Plan
    first: Check
    """The roll that it begins with."""
    worn: Fraction = Fraction(0)
    """Mean share of its points and its pool that the target loses while it stays up."""
    defence: str = MET
    strays: Mapping[int, float] = MappingProxyType({})
    """Chance that another is hit instead, by combat id."""


def chance_to_pass(check: Check) -> Fraction:
    """Give the chance that a check is passed."""
    return enumerated(lambda: attempt(check)).get(True, Fraction(0))


def odds_told(told: Told, assumed: tuple[str, ...]) -> Odds:
    """Write out the odds of an attack."""
    by_target: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
    by_actor: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
    for chance, target, actor in told.mixtures:
        for outcome, share in target.items():
            by_target[outcome] += chance * share
        for outcome, share in actor.items():
            by_actor[outcome] += chance * share
    return Odds(
        **(_fate(by_target, told.target).__dict__ | {"worn": float(told.worn)}),
        actor=told.actor.id,
        target=told.target.id,
        mode=told.use.id,
        aim="",
        defence=told.defence,
        attacker=_fate(by_actor, told.actor),
        strays=told.strays,
        assumed=assumed,
        names=(_name(told.actor), _name(told.target)),
        itemise=lambda: _rolls(told),
        reckon=lambda: _joint(told),
    )


def _name(who: Fighter) -> str:
    name: str = esper.component_for_entity(who.entity, Combatant).name
    return name


def _fate(ways: Ways, who: Fighter) -> Fate:
    def of(which: Callable[[Outcome], bool]) -> float:
        return float(sum((chance for outcome, chance in ways.items() if which(outcome)), Fraction(0)))

    by_state: defaultdict[str, Fraction] = defaultdict(Fraction)
    by_level = [Fraction(0)] * (WORST + 1)
    for outcome, chance in ways.items():
        by_state[outcome.state] += chance
        by_level[outcome.severity] += chance
    hit = of(lambda outcome: outcome.landed)
    was_down = who.trauma.down is not Down.UP
    stays = who.conditions.prone
    gone = who.resolve.exit is not Exit.NONE
    return Fate(
        hit=hit,
        by_location={"": hit},
        by_part={"": hit},
        by_level={level: float(chance) for level, chance in enumerate(by_level)},
        by_state={state: float(chance) for state, chance in by_state.items()},
        dead=of(lambda outcome: outcome.dead),
        bleeds=of(lambda outcome: outcome.bleeding and not was_down),
        severed=0.0,
        out=of(lambda outcome: outcome.out),
        prone=1.0 if stays else of(lambda outcome: outcome.out and not gone),
        overcome=0.0,
    )


def _rolls(told: Told) -> tuple[RollOdds, ...]:
    """List the rolls: the attack or the save, the damage, the Trauma Die."""
    first = told.first
    whose = told.actor.id if first is not told.plan.attack.saved else told.target.id
    found = [_roll(first, whose)]
    force, victim = told.plan.attack.force, told.plan.attack.victim
    if told.first is not told.plan.attack.saved and told.plan.attack.saved is not None:
        found.append(_roll(told.plan.attack.saved, told.target.id))
    if force.dice:
        sums = enumerated(lambda: _thrown(force.dice, force.sides))
        plus = sum(value for _, value in force.plus)
        chances = {str(total + plus): float(chance) for total, chance in sorted(sums.items())}
        found.append(RollOdds(DAMAGE, told.actor.id, f"{force.dice}d{force.sides}", 0, force.plus, None, chances))
    if traumatises(force, victim):
        found.append(_roll(trauma_check(force, victim)._replace(what=TRAUMA), told.actor.id))
    return tuple(found)


def _thrown(count: int, sides: int) -> Rule[int]:
    total: int = yield dice(DAMAGE, count, sides)
    return total


def _roll(check: Check, whose: int) -> RollOdds:
    passes = float(chance_to_pass(check))
    chances = {name: chance for name, chance in (("fails", 1 - passes), ("passes", passes)) if chance}
    return RollOdds(check.what, whose, f"{check.dice}d{check.sides}", 0, check.modifiers, check.target, chances)


def _joint(told: Told) -> Joint:
    """Put the joint distribution into whole numbers."""
    shares = [chance for chance, _, _ in told.mixtures]
    by_target = [share for _, ways, _ in told.mixtures for share in ways.values()]
    by_actor = [share for _, _, ways in told.mixtures for share in ways.values()]
    of_way, of_target, of_actor = (
        lcm(*(share.denominator for share in each)) for each in (shares, by_target, by_actor)
    )
    mixtures = [
        Mixture(
            {outcome: int(chance * of_way * share * of_target) for outcome, share in target.items()},
            {outcome: int(share * of_actor) for outcome, share in actor.items()},
        )
        for chance, target, actor in told.mixtures
    ]
    return Joint(mixtures, of_way * of_target * of_actor)
