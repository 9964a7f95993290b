"""Odds are the rules' own code enumerated: they equal a whole strike walked through, to the last bit (heroic H12)."""

from __future__ import annotations

from functools import partial
from math import fsum
from random import Random

import pytest
from brute import brute, check, plan_of
from scripting import editing
from strikes import STRIKES, Blow, stage

from fleshwound.components.creature import Conditions, Fatigue, FatigueEntry, FatigueKind
from fleshwound.components.draws import Draw, Level, Rule
from fleshwound.components.edits import Injure, Wear
from fleshwound.components.errors import DecisionError, IntentRefused, Refusal
from fleshwound.components.guard import Guard
from fleshwound.components.intents import Move, Press, Strike, Wait
from fleshwound.game.combat import Combat
from fleshwound.systems.chances import chances
from fleshwound.systems.drivers import Answered, enumerated, sample
from fleshwound.systems.heroic.d100 import Mastery, MasteryTest, tiebreaker
from fleshwound.systems.heroic.d100 import tested as a_test
from fleshwound.systems.heroic.missile import shoot
from fleshwound.systems.heroic.ruleset import Heroic
from fleshwound.systems.heroic.strike import strike
from fleshwound.systems.heroic.ties import drawn_tie
from fleshwound.systems.odds import Knowledge, Odds

CUT = "broadsword/cut"
NAMES = [f"{number} {blow}" for number, blow in enumerate(STRIKES)]


def duel(one: str = "man_at_arms", other: str = "man_at_arms", gap: int = 1) -> tuple[Combat, int, int]:
    combat = Combat(rules="heroic", seed=7)
    a = combat.spawn(one, side="red", at=(2, 3), intents="host")
    return combat, a, combat.spawn(other, side="blue", at=(2 + gap, 3), intents="host")


def test_there_are_sixty_strikes_to_hold_odds_to() -> None:
    assert len(STRIKES) == 60
    assert len({repr(blow) for blow in STRIKES}) == 60


@pytest.mark.parametrize("blow", STRIKES, ids=NAMES)
def test_odds_equal_the_whole_strike_enumerated_to_the_last_bit(blow: Blow) -> None:
    combat, a, _, intent = stage(blow)
    odds = combat.odds(a, intent, blow.defence)
    check(odds, brute(combat, a, intent, blow.defence))
    assert_sums(odds)


def assert_sums(odds: Odds) -> None:
    for fate in (odds, odds.attacker):
        assert abs(fsum(fate.by_location.values()) - fate.hit) < 1e-12
        assert abs(fsum(fate.by_part.values()) - fate.hit) < 1e-12
        for whole in (fate.by_level, fate.by_state):
            assert abs(fsum(whole.values()) - 1) < 1e-12
    assert abs(fsum(chance for _, chance in odds.joint().items()) - 1) < 1e-12
    for roll in odds.rolls:
        assert abs(fsum(roll.chances.values()) - 1) < 1e-12


@pytest.mark.parametrize("number", [13, 24, 31])
def test_the_walk_in_whole_numbers_equals_the_one_in_fractions(number: int) -> None:
    blow = STRIKES[number]
    combat, a, _, intent = stage(blow)
    fractions = brute(combat, a, intent, blow.defence, fractions=True)
    assert fractions == brute(combat, a, intent, blow.defence)
    check(combat.odds(a, intent, blow.defence), fractions)


@pytest.mark.parametrize("blow", STRIKES, ids=NAMES)
def test_no_defence_named_is_the_one_that_policy_would_choose(blow: Blow) -> None:
    combat, a, _, intent = stage(blow)
    odds = combat.odds(a, intent)
    _, _, met = plan_of(combat, a, intent, None)
    assert odds.defence == met.word
    assert odds == combat.odds(a, intent, met.word)


@pytest.mark.parametrize("level", [Level.MS, Level.CS])
@pytest.mark.parametrize("better", [-1, 0, 1])
def test_a_tie_in_one_draw_comes_out_as_the_rule_that_reads_faces_would_have_it(level: Level, better: int) -> None:
    for mine in range(5, 96, 15):
        for theirs in range(5, 96, 18):
            tied = ("attack", Mastery(mine, (("x", 0),)), level), ("dodge", Mastery(theirs), level)
            # the masteries compared are the unmodified ones
            shifted = ("attack", Mastery(60 + better, (("x", mine - 60 - better),)), level)
            against = ("dodge", Mastery(60, (("x", theirs - 60),)), level)
            assert enumerated(partial(drawn_tie, shifted, against)) == enumerated(partial(tiebreaker, shifted, against))
            assert enumerated(partial(drawn_tie, *tied)) == enumerated(partial(tiebreaker, *tied))


def test_what_strikes_nobody_and_what_cant_be_met_so_has_no_odds() -> None:
    combat, a, b = duel(other="gray_wolf")
    for intent in (Wait(), Move((9, 9))):
        with pytest.raises(IntentRefused) as refused:
            combat.odds(a, intent)
        assert refused.value.why is Refusal.UNSUPPORTED
    with pytest.raises(DecisionError, match="expected one of 'dodge'"):
        combat.odds(a, Strike(b), "prayer")


@pytest.mark.parametrize(
    ("gap", "intent", "why"),
    [
        (9, Strike(2), Refusal.OUT_OF_REACH),
        (1, Strike(2, mode="teapot/pour"), Refusal.NO_SUCH_MODE),
        (1, Strike(2, mode=CUT, aim="tail"), Refusal.NO_SUCH_AIM),
        (1, Strike(1, mode=CUT), Refusal.OWN_TARGET),
        (9, Press(2), Refusal.OUT_OF_REACH),
    ],
)
def test_a_strike_that_would_be_refused_has_no_odds(gap: int, intent: Strike | Press, why: Refusal) -> None:
    combat, a, _ = duel(gap=gap)
    with pytest.raises(IntentRefused) as refused:
        combat.odds(a, intent)
    assert refused.value.why is why


def test_odds_may_be_asked_out_of_turn_and_with_the_action_used() -> None:
    combat, a, b = duel()
    combat.run(until=lambda combat: combat.actor == a)
    combat.act(a, Strike(b, mode="human/kick"))
    if combat.actor == a and not combat.vitals(b).out:
        with pytest.raises(IntentRefused):
            combat.act(a, Strike(b, mode=CUT))
    assert combat.odds(a, Strike(b, mode=CUT)).hit > 0
    assert combat.odds(b, Strike(a, mode=CUT)).hit > 0


def test_asking_changes_nothing() -> None:
    asked, plain = Combat.of("wolves_at_night", 5), Combat.of("wolves_at_night", 5)
    for _ in range(60):
        for one in asked.creatures:
            for other in asked.creatures:
                try:
                    asked.odds(one, Strike(other)).joint()
                except IntentRefused:
                    continue
        before = asked.save()
        asked.step()
        plain.step()
        assert asked.digest == plain.digest
        assert before != asked.save() or asked.result is not None
    assert asked.save() == plain.save()


@pytest.mark.parametrize("change", ["wound", "armour", "fatigue", "setup", "prone", "of the striker"])
def test_odds_are_never_those_of_before_a_change(change: str) -> None:
    combat, a, b = duel()
    cut = Strike(b, mode=CUT)
    before = combat.odds(a, cut)
    assert combat.odds(a, cut) is before
    match change:
        case "wound":
            combat.edit(Injure(b, "left_forearm", 3))  # the arm that holds the shield
        case "armour":
            combat.edit(Wear(b, ()))
        case "of the striker":
            combat.edit(Injure(a, "right_hand", 2))
        case "fatigue":
            with editing(combat):
                combat.component(b, Fatigue).entries.append(FatigueEntry(FatigueKind.WEARINESS, "watch", 10))
        case "setup":
            with editing(combat):
                combat.component(a, Guard).setups[combat.id_of(b)] = 10
        case _:
            with editing(combat):
                combat.component(b, Conditions).prone = True
    after = combat.odds(a, cut)
    assert after != before
    check_against_fresh(combat, a, cut, after)


def check_against_fresh(combat: Combat, a: int, intent: Strike, odds: Odds) -> None:
    """Hold odds to those of the same combat loaded anew, of which nothing can have been kept."""
    loaded = Combat.load(combat.save())
    mine = {combat.id_of(entity): entity for entity in combat.creatures}
    theirs = {loaded.id_of(entity): entity for entity in loaded.creatures}
    other = next(number for number, entity in mine.items() if entity == intent.target)
    assert loaded.odds(theirs[combat.id_of(a)], Strike(theirs[other], mode=intent.mode)) == odds


def test_odds_kept_from_before_go_on_telling_of_before() -> None:
    combat, a, b = duel()
    odds, same = (combat.odds(a, Strike(b, mode=CUT)) for _ in range(2))
    text = odds.explain()
    fresh = Combat(rules="heroic", seed=7)
    c = fresh.spawn("man_at_arms", side="red", at=(2, 3), intents="host")
    d = fresh.spawn("man_at_arms", side="blue", at=(3, 3), intents="host")
    combat.edit(Injure(b, "skull", 3))
    combat.edit(Wear(b, ()))
    assert odds.explain() == text == same.explain()
    assert dict(odds.joint().items()) == dict(fresh.odds(c, Strike(d, mode=CUT)).joint().items())


def test_every_modifier_is_itemised_by_name() -> None:
    combat, a, b = duel()
    with editing(combat):
        combat.component(a, Fatigue).entries.append(FatigueEntry(FatigueKind.WINDEDNESS, "melee", 15))
    combat.edit(Injure(a, "right_hand", 2))
    odds = combat.odds(a, Strike(b, mode=CUT), "dodge")
    rolls = {(roll.what, roll.of): roll for roll in odds.rolls}
    attack = rolls["attack", 1]
    assert dict(attack.modifiers) == {"fatigue": -15, "impairment": -10}
    assert attack.target == attack.base - 25
    assert attack.chances["MS"] + attack.chances["CS"] == pytest.approx(attack.target / 100)
    assert dict(rolls["dodge", 2].modifiers) == {"encumbrance": -5}
    text = odds.explain()
    for words in ("-15 fatigue", "-10 impairment", "-5 encumbrance", "met with dodge"):
        assert words in text


def test_what_isnt_known_of_an_enemy_is_taken_as_its_kind_has_it_and_said_so() -> None:
    combat, a, b = duel()
    cut = Strike(b, mode=CUT)
    plain = combat.odds(a, cut)
    combat.edit(Wear(b, ("plate_cuirass", "plate_great_helm")))
    combat.edit(Injure(b, "left_thigh", 3))
    with editing(combat):
        combat.component(b, Fatigue).entries.append(FatigueEntry(FatigueKind.WEARINESS, "watch", 20))
    blind = combat.odds(a, cut, knowledge=Knowledge(False, False, False, False))
    assert blind.assumed
    assert (blind.by_level, blind.by_state, blind.hit) == (plain.by_level, plain.by_state, plain.hit)
    assert combat.odds(a, cut) != plain
    assert combat.odds(a, cut, knowledge=Knowledge()) == combat.odds(a, cut)
    half = combat.odds(a, cut, knowledge=Knowledge(armor=False))
    assert half.by_level != combat.odds(a, cut).by_level
    assert half.assumed == ("armour of a man-at-arms as its kind comes in it",)
    assert f"assumed: {half.assumed[0]}" in half.explain()


def test_of_its_own_side_a_player_knows_everything() -> None:
    combat, a, _ = duel()
    friend = combat.spawn("man_at_arms", side="red", at=(2, 4), intents="host", armor=())
    blind = combat.odds(a, Strike(friend, mode=CUT), knowledge=Knowledge(armor=False))
    assert blind == combat.odds(a, Strike(friend, mode=CUT))


def test_criticals_put_together_weigh_as_both_did() -> None:
    apart = chances(lambda: a_test("shock", Mastery(47)), lambda made: made.level)
    alike = chances(lambda: a_test("shock", Mastery(47)), lambda made: made.level, {"shock"})
    assert apart.of[Level.CF0] + apart.of[Level.CF5] == alike.of[Level.CF5]
    assert {level: apart.of[level] for level in (Level.MF, Level.MS, Level.CS)} == {
        level: alike.of[level] for level in (Level.MF, Level.MS, Level.CS)
    }


@pytest.mark.parametrize("blow", STRIKES, ids=NAMES)
def test_every_roll_that_is_made_in_play_is_among_those_listed_with_its_modifiers(blow: Blow) -> None:
    combat, a, _, intent = stage(blow)
    odds = combat.odds(a, intent, blow.defence)
    tests = {(roll.what, roll.base, roll.modifiers) for roll in odds.rolls}
    dice = {roll.what for roll in odds.rolls}
    plan, shot, _ = plan_of(combat, a, intent, blow.defence)
    rules = combat.battle.ruleset
    assert isinstance(rules, Heroic)
    uniform = Random(5).random
    for _ in range(300):
        trail: list[Answered] = []
        rule: Rule[object] = strike(rules.tables, plan) if shot is None else shoot(rules.tables, shot)
        sample(rule, uniform, lambda ask: ask.options[0], trail)
        for made in trail:
            if made.request.what == "stray":
                break  # what follows befalls neither of the two
            if isinstance(made.request, MasteryTest):
                mastery = made.request.mastery
                assert (made.request.what, mastery.base, mastery.modifiers) in tests
            elif isinstance(made.request, Draw):
                assert made.request.what in dice | {"location", "zone", "breakage"}
