"""heroic H12: who lands against which defence, advantages, mishaps; and a whole strike, enumerated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Anatomy, Aspect
from fleshwound.components.draws import STEPS, Draw, Level, Rule, face_within
from fleshwound.components.errors import BadValue
from fleshwound.systems.drivers import enumerated, sample, scripted
from fleshwound.systems.heroic.blow import BlowFacts, blow
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.d100 import Contender, Mastery, Tiebreak, result
from fleshwound.systems.heroic.exchange import (
    Defence,
    ExchangeFacts,
    advantages,
    exchange,
    mishap_of,
    outcomes,
    resolved,
)
from fleshwound.systems.heroic.injury import Harm, cover_of
from fleshwound.systems.heroic.location import Aim
from fleshwound.systems.heroic.mishap import MishapKind
from fleshwound.systems.heroic.tables import CombatTable, Tables
from fleshwound.systems.heroic.victim import Victim

CF0, CF5, MF, MS, CS = Level
BLOCK, COUNTERSTRIKE, DODGE, IGNORE = Defence
ATTACK, DEFEND = Mastery(60), Mastery(50)
FUMBLE, STUMBLE, MISFIRE = MishapKind


@pytest.fixture(scope="session")
def combat(tables: Tables) -> CombatTable:
    return tables.combat


def fought(combat: CombatTable, defence: Defence, attack: Level, defend: Level | None) -> ExchangeFacts:
    """Read an exchange off two levels; a tied dodge goes to the attacker."""
    broken = (Contender.SOURCE, Tiebreak.ROLL)
    return resolved(defence, result(attack), None if defend is None else result(defend), combat, broken=broken)


@pytest.mark.parametrize("defence", Defence)
@pytest.mark.parametrize(("attack", "defend"), list(product(Level, Level)))
def test_what_is_read_off_beforehand_is_what_two_levels_come_to(
    combat: CombatTable, defence: Defence, attack: Level, defend: Level
) -> None:
    ready = outcomes(combat)
    if defence is IGNORE:
        assert ready.ignored[attack] == fought(combat, IGNORE, attack, None)
        return
    known = ready.met[defence][attack][defend]
    if known is None:
        assert (defence, attack) == (DODGE, defend)
        assert attack in (MS, CS)
    else:
        assert known == fought(combat, defence, attack, defend)


def test_a_mastery_asks_for_a_test_of_its_own_once(combat: CombatTable) -> None:
    mastery = Mastery(60, (("prone", -20),))
    asked = mastery.test("attack")
    assert asked is mastery.test("attack")
    assert asked is Mastery(60, (("prone", -20),)).test("attack")
    assert asked is not mastery.test("dodge")
    assert (asked.what, asked.target, asked.mastery) == ("attack", 40, mastery)
    assert mastery == Mastery(60, (("prone", -20),))


@pytest.mark.parametrize(("attack", "defend"), list(product(Level, Level)))
def test_who_lands_is_what_the_table_says(combat: CombatTable, attack: Level, defend: Level) -> None:
    a, d = STEPS[attack], STEPS[defend]
    block, counterstrike, dodge = (fought(combat, defence, attack, defend) for defence in (BLOCK, COUNTERSTRIKE, DODGE))
    assert (block.attacker_lands, block.defender_lands) == (a > 0 and a > d, False)
    assert (counterstrike.attacker_lands, counterstrike.defender_lands) == (a > 0 and a >= d, d > 0)
    assert (dodge.attacker_lands, dodge.defender_lands) == (a > 0 and a >= d, False)
    assert block.breakage is (a == d and a > 0)
    assert not counterstrike.breakage
    assert not dodge.breakage


@pytest.mark.parametrize(
    ("level", "lands", "stars", "won"), [(CF0, False, 0, 0), (MF, False, 0, 0), (MS, True, 1, 0), (CS, True, 2, 1)]
)
def test_against_ignore_the_attack_stands_alone(
    combat: CombatTable, level: Level, lands: bool, stars: int, won: int
) -> None:
    facts = scripted(exchange(ATTACK, IGNORE, None, combat), level)
    assert (facts.attacker_lands, facts.stars, facts.advantages) == (lands, stars, won)
    assert facts.defend is None
    assert not facts.defender_lands


def test_against_the_helpless_nothing_is_rolled(combat: CombatTable) -> None:
    facts = scripted(exchange(ATTACK, IGNORE, None, combat, helpless=True))
    assert (facts.attack.level, facts.attack.automatic, facts.attacker_lands, facts.stars) == (CS, True, True, 2)


def test_a_limb_that_cannot_strike_does_not_strike_the_helpless_either(combat: CombatTable) -> None:
    facts = scripted(exchange(ATTACK.given(CF0), IGNORE, None, combat, helpless=True))
    assert not facts.attacker_lands


def test_both_may_land_at_once(combat: CombatTable) -> None:
    facts = scripted(exchange(ATTACK, COUNTERSTRIKE, DEFEND, combat), CS, MS)
    assert (facts.attacker_lands, facts.defender_lands, facts.stars, facts.advantages) == (True, True, 1, 0)


@pytest.mark.parametrize(
    ("margin", "won"), [(-4, -3), (-3, -2), (-2, -1), (-1, 0), (0, 0), (1, 0), (2, 1), (3, 2), (5, 4)]
)
def test_a_winner_by_two_or_more_has_one_advantage_less(combat: CombatTable, margin: int, won: int) -> None:
    assert advantages(margin, combat) == won


@pytest.mark.parametrize(("attack", "defend"), list(product(Level, Level)))
def test_advantages_and_stars_go_to_a_success_only(combat: CombatTable, attack: Level, defend: Level) -> None:
    facts = fought(combat, BLOCK, attack, defend)
    if attack < MS and defend < MS:
        assert (facts.stars, facts.advantages) == (0, 0)
    else:
        assert facts.stars == STEPS[attack] - STEPS[defend]
        assert facts.advantages == advantages(facts.stars, combat)


@pytest.mark.parametrize(
    ("faces", "lands", "stars", "tiebreak"),
    [((31, 22), True, 1, Tiebreak.ROLL), ((22, 31), False, -1, Tiebreak.ROLL), ((31, 31), True, 1, Tiebreak.MASTERY)],
)
def test_a_tied_dodge_goes_to_the_higher_roll_then_mastery(
    combat: CombatTable, faces: tuple[int, int], lands: bool, stars: int, tiebreak: Tiebreak
) -> None:
    facts = scripted(exchange(ATTACK, DODGE, DEFEND, combat), MS, MS, *faces)
    assert (facts.attacker_lands, facts.stars, facts.tiebreak, facts.advantages) == (lands, stars, tiebreak, 0)


def test_a_tied_dodge_of_equals_goes_to_d10(combat: CombatTable) -> None:
    facts = scripted(exchange(ATTACK, DODGE, ATTACK, combat), CS, CS, 30, 30, Contender.TARGET)
    assert (facts.attacker_lands, facts.tiebreak) == (False, Tiebreak.D10)


@pytest.mark.parametrize(("level", "mishap"), [(CF0, FUMBLE), (CF5, STUMBLE), (MF, None), (MS, None), (CS, None)])
def test_a_critical_failure_of_either_side_calls_for_a_mishap(
    combat: CombatTable, level: Level, mishap: MishapKind | None
) -> None:
    assert fought(combat, BLOCK, level, MS).attack_mishap is mishap
    assert fought(combat, DODGE, MF, level).defend_mishap is mishap
    assert fought(combat, IGNORE, level, None).attack_mishap is mishap


def test_a_missile_misfires_where_a_blow_stumbles() -> None:
    assert mishap_of(result(CF5), missile=True) is MISFIRE
    assert mishap_of(result(CF0), missile=True) is FUMBLE


def test_a_failure_made_critical_by_a_shift_calls_for_no_mishap(combat: CombatTable) -> None:
    facts = scripted(exchange(Mastery(60, shift=-1), BLOCK, DEFEND, combat), MF, MF)
    assert (facts.attack.level, facts.attack.steps, facts.attack_mishap) == (CF5, -1, None)


def test_an_impaired_test_of_the_stunned_drops_one_level(combat: CombatTable) -> None:
    facts = scripted(exchange(Mastery(60, shift=-1), BLOCK, DEFEND, combat), MS, MF)
    assert not facts.attacker_lands
    assert scripted(exchange(ATTACK, BLOCK, DEFEND, combat), MS, MF).attacker_lands


def test_stars_count_a_shift_past_the_end_and_advantages_do_not(combat: CombatTable) -> None:
    facts = scripted(exchange(ATTACK, BLOCK, Mastery(50, shift=-1), combat), MS, CF0)
    assert (facts.defend, facts.stars, facts.margin, facts.advantages) == (result(CF0, -1), 3, 2, 1)


def test_a_defence_that_cannot_be_made_is_a_double_nought(combat: CombatTable) -> None:
    facts = scripted(exchange(ATTACK, DODGE, DEFEND.given(CF0), combat), MS)
    assert (facts.attacker_lands, facts.stars, facts.defend_mishap) == (True, 2, FUMBLE)
    bound = scripted(exchange(ATTACK, DODGE, DEFEND.given(MF), combat), MS)
    assert (bound.attacker_lands, bound.defend_mishap) == (True, None)


def test_what_does_not_fit_is_refused(combat: CombatTable) -> None:
    with pytest.raises(BadValue, match="helpless dodge"):
        next(exchange(ATTACK, DODGE, DEFEND, combat, helpless=True))
    with pytest.raises(BadValue, match="ignore with defence roll"):
        resolved(IGNORE, result(MS), result(MS), combat)
    with pytest.raises(BadValue, match="block with defence roll None"):
        resolved(BLOCK, result(MS), None, combat)
    with pytest.raises(BadValue, match="tied dodge"):
        resolved(DODGE, result(MS), result(MS), combat)


@given(
    attack=st.integers(-20, 120),
    defend=st.integers(-20, 120),
    shift=st.integers(-1, 0),
    defence=st.sampled_from([BLOCK, COUNTERSTRIKE]),
)
def test_chances_of_an_exchange_sum_to_one(
    combat: CombatTable, attack: int, defend: int, shift: int, defence: Defence
) -> None:
    odds = enumerated(lambda: exchange(Mastery(attack), defence, Mastery(defend, shift=shift), combat))
    assert sum(odds.values()) == 1


def test_a_dodge_is_lost_as_often_as_its_faces_say(combat: CombatTable) -> None:
    """Every pair of faces, walked by hand."""

    def lands(a: int, d: int) -> Fraction:
        def steps(face: int, target: int) -> int:
            return (1 if face <= target else 0) + (0 if face % 5 else (1 if face <= target else -1))

        one, other = steps(a, 60), steps(d, 50)
        return Fraction(one > 0 and (one > other or (one == other and a >= d)))

    by_hand = sum(lands(a, d) for a, d in product(range(1, 101), repeat=2)) / 10_000
    odds = enumerated(lambda: exchange(ATTACK, DODGE, DEFEND, combat))
    assert sum(odds.values()) == 1
    assert sum(chance for facts, chance in odds.items() if facts.attacker_lands) == by_hand


class StrikeFacts(NamedTuple):
    """A whole strike: the exchange, and the blow that landed."""

    exchange: ExchangeFacts
    blow: BlowFacts | None


def whole_strike(victim: Victim, combat: CombatTable) -> Rule[StrikeFacts]:
    """Strike at the head with a spread of 4 against a block: exchange, location, injury, shock."""
    fought = yield from exchange(ATTACK, BLOCK, DEFEND, combat)
    landed = (yield from blow(victim, Harm(Aspect.EDGED), 12, Aim(1, 4))) if fought.attacker_lands else None
    return StrikeFacts(fought, landed)


def walked(victim: Victim, combat: CombatTable) -> Iterator[tuple[StrikeFacts, Fraction]]:
    """Every path of the rule that play samples, walked answer by answer, with no driver."""
    paths: list[tuple[object, ...]] = [()]
    while paths:
        path = paths.pop()
        rule, chance = whole_strike(victim, combat), Fraction(1)
        request = next(rule)
        try:
            for answer in path:
                assert isinstance(request, Draw)
                spread = request.of
                i = spread.answers.index(answer)
                before = spread.running[i - 1] if i else 0
                chance *= Fraction(spread.running[i] - before, spread.total)
                request = rule.send(answer)
        except StopIteration as done:
            yield done.value, chance
            continue
        assert isinstance(request, Draw)
        paths.extend((*path, answer) for answer in request.of.answers)


@pytest.fixture(scope="session")
def man(tables: Tables, human: Anatomy) -> Victim:
    cover = cover_of(tables, body_of(human), 1000, ())
    return Victim(2, cover, Mastery(47), Mastery(60), Mastery(62), Mastery(58), holding=2, dominant=1)


def test_a_whole_strike_enumerates_to_the_tree_that_play_samples(man: Victim, combat: CombatTable) -> None:
    odds = enumerated(lambda: whole_strike(man, combat))
    tree: dict[StrikeFacts, Fraction] = {}
    for facts, chance in walked(man, combat):
        tree[facts] = tree.get(facts, Fraction()) + chance
    assert sum(odds.values()) == 1
    assert odds == tree


def test_a_whole_strike_is_its_stages_joined(man: Victim, combat: CombatTable) -> None:
    """Odds of the stages, multiplied, are the odds of the whole; and so is a chance worked out by hand."""
    whole = enumerated(lambda: whole_strike(man, combat))
    joined: dict[StrikeFacts, Fraction] = {}
    landed = enumerated(lambda: blow(man, Harm(Aspect.EDGED), 12, Aim(1, 4)))
    for fought, chance in enumerated(lambda: exchange(ATTACK, BLOCK, DEFEND, combat)).items():
        for after, share in landed.items() if fought.attacker_lands else [(None, Fraction(1))]:
            joined[StrikeFacts(fought, after)] = chance * share
    assert whole == joined

    # attack 60: CS 12, MS 48; block 50: CS 10, MS 40, MF 40, CF 10 in 100
    lands = Fraction(12 * 90 + 48 * 50, 10_000)
    # number 1 of 1..4 is the head; skull 500, neck 200, eyes and nose 60 in 1000 have shock value 5: base 8 after S3,
    # and at Shock 47 a critical failure (11 in 100) makes 10; the others, shock value 4, come to no more than 9
    dies = Fraction(1, 4) * Fraction(760, 1000) * Fraction(11, 100)
    assert sum(p for facts, p in whole.items() if facts.exchange.attacker_lands) == lands
    dead = sum(p for facts, p in whole.items() if facts.blow and facts.blow.shock.state is Shock.DEAD)
    assert dead == lands * dies


def test_play_of_whole_strikes_follows_their_odds(man: Victim, combat: CombatTable, long: bool) -> None:
    """n = 20 000 (long: 100 000), seed 21; cells that expect 10 or more within 5 standard errors."""
    n, uniform = 100_000 if long else 20_000, Random(21).random
    odds = enumerated(lambda: whole_strike(man, combat))
    seen = Counter(sample(whole_strike(man, combat), uniform) for _ in range(n))
    assert set(seen) <= set(odds)
    for facts, chance in odds.items():
        if chance * n >= 10:
            assert abs(seen[facts] / n - chance) <= 5 * float(chance * (1 - chance) / n) ** 0.5


def test_a_test_answers_with_the_faces_of_its_level() -> None:
    assert face_within("attack", 60, CS).of.answers == (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60)
