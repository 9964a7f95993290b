"""Odds: what an attack may come to, by the rules' own generators enumerated (cities A3, A4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from fleshwound.components.cities import Save, Standing
from fleshwound.components.errors import DecisionError
from fleshwound.components.hitpoints import Down
from fleshwound.components.views import Outcome
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import Use, cells_of
from fleshwound.systems.cities.attack import Attack, AttackFacts, attack, swept
from fleshwound.systems.cities.blasts import DAZED, landing, spot_check
from fleshwound.systems.cities.consequences import COMATOSE, WORDS
from fleshwound.systems.cities.contests import opposed
from fleshwound.systems.cities.fates import MET, WORST, Told, Ways, chance_to_pass, odds_told
from fleshwound.systems.cities.fighter import Fighter, Reader
from fleshwound.systems.cities.planning import CHARGE, DEFENCE, Plan, planned, swept_plan
from fleshwound.systems.cities.screening import SCREEN, Stopper, bearing, lower, screeners, stopper
from fleshwound.systems.cities.vitals import word_of
from fleshwound.systems.drivers import enumerated
from fleshwound.systems.field import distance
from fleshwound.systems.odds import Knowledge, Odds
from fleshwound.systems.queries import cell_of

GRADES: Final = 4
"""Steps of severity for what leaves its victim up."""


def check_defence(defence: str | None) -> None:
    """Refuse a defence that there isn't.

    Raises:
        DecisionError: neither an armor class as it is, nor Total Defense, for whoever took that before the attack.
    """
    if defence not in (None, MET, DEFENCE):
        raise DecisionError(f"it can't be met with {defence!r}; expected None, {MET!r} or {DEFENCE!r}")


def known(target: Fighter, knowledge: Knowledge) -> tuple[Knowledge, tuple[str, ...]]:
    """List what is assumed of a target that isn't known."""
    assumed: list[str] = []
    if not knowledge.wounds:
        assumed.append(f"{target.profile.hit_points} hit points, as its kind comes with, and a whole soak pool")
    return knowledge, tuple(assumed)


def odds_of(
    reader: Reader,
    battle: Battle,
    who: Fighter,
    target: Fighter,
    use: Use,
    knowledge: Knowledge,
    how: str = "",
    defence: str | None = None,
) -> Odds:
    """Work out what an attack may come to; every figure is exact. `how` it comes about: by a charge, a snap attack."""
    if use.mode.blast is not None:
        told = _blast(reader, battle, who, target, use, knowledge)
    elif use.manner.suppress:
        plan = _assumed(swept_plan(reader, battle, who, target, use, Save.EVASION), knowledge)
        assert plan.attack.saved is not None
        found = enumerated(lambda: swept(plan.attack, half_if_saved=False))
        mixtures = [(Fraction(1), _ways(battle, plan, found), _still(battle, who))]
        told = Told(who, target, use, mixtures, plan, plan.attack.saved, _worn(plan, found))
    else:
        plan = _assumed(planned(reader, battle, who, target, use, how), knowledge)
        if defence == DEFENCE and not target.footing.defending:
            plan = _defended(plan)
        found = enumerated(lambda: attack(plan.attack))
        ways = _ways(battle, plan, found)
        # Nobody stands in the way of a charge.
        instead, strays = (Fraction(0), {}) if how == CHARGE else _strays(reader, battle, who, target, use, how)
        mixtures = [(1 - instead, ways, _still(battle, who))]
        if instead:
            mixtures.append((instead, _still(battle, target), _still(battle, who)))
        met = DEFENCE if defence == DEFENCE or target.footing.defending else MET
        worn = (1 - instead) * _worn(plan, found)
        told = Told(who, target, use, [each for each in mixtures if each[0]], plan, plan.attack.roll, worn, met, strays)
    return odds_told(told, known(target, knowledge)[1])


def _defended(plan: Plan) -> Plan:
    """Put the target of an attack on Total Defense (cities A2)."""
    plus = plan.target.tables.maneuvers.defence_ac
    victim, roll = plan.attack.victim, plan.attack.roll
    better = victim._replace(ranged_ac=victim.ranged_ac + plus, melee_ac=victim.melee_ac + plus, shock_immune=True)
    return plan._replace(attack=plan.attack._replace(victim=better, roll=roll._replace(target=roll.target + plus)))


def _worn(plan: Plan, found: Mapping[AttackFacts, Fraction]) -> Fraction:
    """Work out what share of its hit points and its soak the victim loses on the average while it stays up."""
    victim = plan.attack.victim
    whole = victim.hit_points + victim.soak
    lost = sum(
        (
            chance * (facts.wound.lost + facts.wound.soaked)
            for facts, chance in found.items()
            if facts.wound is not None and facts.wound.ending is None
        ),
        Fraction(0),
    )
    return lost / whole if whole else Fraction(0)


def _strays(
    reader: Reader, battle: Battle, who: Fighter, target: Fighter, use: Use, how: str
) -> tuple[Fraction, Mapping[int, float]]:
    """Work out the chance that somebody who screens the target takes the attack, and whom it then hits (cities A2)."""
    waiting = screeners(reader, battle, target)
    if not waiting:
        return Fraction(0), {}
    # One after the other: all their dice at once would be thousands of millions of throws.
    ways: Mapping[Stopper | None, Fraction] = {None: Fraction(1)}
    for one in waiting:
        further: defaultdict[Stopper | None, Fraction] = defaultdict(Fraction)
        for stopped, share in _trial(who, one).items():
            for known, chance in ways.items():
                further[lower(known, stopped)] += chance * share
        ways = further
    taken: defaultdict[int, Fraction] = defaultdict(Fraction)
    for stopped, chance in ways.items():
        if stopped is not None:
            taken[stopped.who.id] += chance
    strays: dict[int, float] = {}
    for one in waiting:
        hit = _hits(planned(reader, battle, who, one, use, how))
        if taken[one.id] * hit:
            strays[one.id] = float(taken[one.id] * hit)
    return sum(taken.values(), Fraction(0)), strays


def _trial(who: Fighter, one: Fighter) -> Mapping[Stopper | None, Fraction]:
    """Work out how an attacker measures itself against one screener."""
    active, passive = bearing(who), bearing(one)
    found: defaultdict[Stopper | None, Fraction] = defaultdict(Fraction)
    for came, chance in enumerated(lambda: opposed(SCREEN, active, passive)).items():
        found[stopper(one, passive, came)] += chance
    return found


def _hits(plan: Plan) -> Fraction:
    found = enumerated(lambda: attack(plan.attack))
    return sum((chance for facts, chance in found.items() if facts.hit), Fraction(0))


def _assumed(plan: Plan, knowledge: Knowledge) -> Plan:
    """Put what its kind comes with in the place of what isn't known of a target."""
    if knowledge.wounds:
        return plan
    target = plan.target
    victim = plan.attack.victim._replace(
        hit_points=target.profile.hit_points, soak=target.protection.soak, traumatised=False, frail=False, down=Down.UP
    )
    return plan._replace(attack=plan.attack._replace(victim=victim))


def _blast(reader: Reader, battle: Battle, who: Fighter, target: Fighter, use: Use, knowledge: Knowledge) -> Told:
    blast = use.mode.blast
    assert blast is not None
    roll = spot_check(reader, battle, who, use, cell_of(target.entity))
    radius = cells_of(blast.radius_m, reader.tables.fight.cell_mm)
    plans = [
        _assumed(swept_plan(reader, battle, who, target, use, blast.save), knowledge),
        swept_plan(reader, battle, who, who, use, blast.save),
    ]
    caught = [_caught(battle, plan, dazes=blast.dazes, half=blast.half) for plan in plans]
    still = [_still(battle, target), _still(battle, who)]
    spots: defaultdict[tuple[bool, bool], Fraction] = defaultdict(Fraction)
    there, here = cell_of(target.entity), cell_of(who.entity)
    for (_, cell, _), chance in enumerated(lambda: landing(reader, roll, there)).items():
        spots[distance(there, cell) <= radius, distance(here, cell) <= radius] += chance
    mixtures = [
        (chance, caught[0] if hit else still[0], caught[1] if own else still[1]) for (hit, own), chance in spots.items()
    ]
    return Told(who, target, use, mixtures, plans[0], roll)


def _caught(battle: Battle, plan: Plan, *, dazes: bool, half: bool) -> Ways:
    if not dazes:
        return _ways(battle, plan, enumerated(lambda: swept(plan.attack, half_if_saved=half)))
    saved = plan.attack.saved
    assert saved is not None
    fails = 1 - chance_to_pass(saved)
    quiet = _untouched(battle, plan.target)
    word = DAZED if quiet.state in ("none", "frail") else quiet.state
    dazed = Outcome(True, None, None, 0, word, quiet.out, quiet.dead, quiet.bleeding)
    return {outcome: chance for outcome, chance in ((dazed, fails), (quiet, 1 - fails)) if chance}


def _still(battle: Battle, who: Fighter) -> Ways:
    return {_untouched(battle, who): Fraction(1)}


def _untouched(battle: Battle, who: Fighter) -> Outcome:
    return Outcome(False, None, None, 0, word_of(battle, who), who.out, not who.alive, who.trauma.down is Down.MORTAL)


def _ways(battle: Battle, plan: Plan, found: Mapping[AttackFacts, Fraction]) -> Ways:
    ways: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
    for facts, chance in found.items():
        ways[outcome_of(battle, plan.target, plan.attack, facts)] += chance
    return dict(ways)


def outcome_of(battle: Battle, target: Fighter, made: Attack, facts: AttackFacts) -> Outcome:
    """Read what an attack came to in the terms that all rulesets share.

    Severity 1..4 by the quarter of its hit points that it cost, 5 for what brings it down for good.
    """
    wound = facts.wound
    landed = facts.hit or (wound is not None and not wound.shock_ignored)
    before = _untouched(battle, target)
    victim = made.victim
    if wound is None:
        return Outcome(landed, None, None, 0, before.state, before.out, before.dead, before.bleeding)
    ending = wound.ending
    severity = min(GRADES, 1 + GRADES * (wound.lost - 1) // target.points.most) if wound.lost else 0
    if ending is None:
        state, bleeding = before.state, before.bleeding
        return Outcome(landed, None, None, severity, state, before.out, before.dead, bleeding)
    down = _after(target, victim.standing, ending.down, ending.row)
    word = "destroyed" if down is Down.DEAD and victim.machine else WORDS[down]
    grave = down is not Down.INCAPACITATED
    return Outcome(landed, None, None, WORST if grave else severity, word, True, down is Down.DEAD, down is Down.MORTAL)


def _after(target: Fighter, standing: Standing, down: Down, row: int | None) -> Down:
    """Tell how far down it is once what stabilises it by itself has done so."""
    factor = target.profile.traits.get("emergency_stabilization")
    if down is not Down.MORTAL or not factor or standing is Standing.MINOR or target.trauma.down is Down.MORTAL:
        return down
    if target.strain + target.tables.dying.factor_strain > target.strain_most:
        return down
    rows = target.tables.injury.rows
    kinds = [found.kind for found in target.rows] + ([rows[row - 1].kind] if row is not None else [])
    return Down.COMA if any(kind in COMATOSE for kind in kinds) else Down.STABLE
