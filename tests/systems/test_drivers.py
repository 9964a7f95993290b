"""Drivers: play, odds, scripts and waiting, on a rule that draws, tests and asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.draws import Ask, Draw, Level, Question, Rule, d100, dice, level_of, spread
from fleshwound.components.errors import BadValue, DecisionError
from fleshwound.systems.drivers import Answered, Asking, at, enumerated, sample, scripted

CHOICE = Ask(3, Question.CONTROL, ("test", "fail"))


def rule() -> Rule[tuple[int, str, Level | None]]:
    """Throw 2d6, ask, and test where that was chosen."""
    thrown = yield dice("throw", 2, 6)
    how = yield CHOICE
    level = (yield d100("test", 47)) if how == "test" else None
    return thrown, how, level


def waited_for(playing: Asking[tuple[int, str, Level | None]]) -> Ask | None:
    assert playing.done is (playing.pending is None)
    return playing.pending


def fail(ask: Ask) -> Hashable:
    return "fail"


def test_the_odds_are_exact_and_follow_the_policy() -> None:
    odds = enumerated(rule)
    assert sum(odds.values()) == 1
    assert odds[7, "test", Level.CS] == Fraction(6, 36) * Fraction(9, 100)
    assert {how for _, how, _ in odds} == {"test"}


def test_the_odds_of_another_choice_are_other_odds() -> None:
    odds = enumerated(rule, fail)
    assert odds[12, "fail", None] == Fraction(1, 36)
    assert len(odds) == 11


def test_a_rule_that_asks_nothing_is_certain() -> None:
    def certain() -> Rule[int]:
        yield from ()
        return 5

    assert enumerated(certain) == {5: Fraction(1)}
    assert sample(certain(), Random(1).random) == 5
    assert scripted(certain()) == 5


@given(st.integers(0, 2**32))
def test_listening_to_a_rule_does_not_move_its_dice(seed: int) -> None:
    quiet, heard = Random(seed), Random(seed)
    trail: list[Answered] = []
    assert sample(rule(), quiet.random) == sample(rule(), heard.random, trail=trail)
    assert quiet.random() == heard.random()
    assert [type(given.request) for given in trail] == [Draw, Ask, Draw]


@given(target=st.integers(-20, 120), place=st.floats(0, 1, exclude_max=True))
def test_face_and_class_of_a_test_never_disagree(target: int, place: float) -> None:
    trail: list[Answered] = []

    def test() -> Rule[Level]:
        rolled: Level = yield d100("test", target)
        return rolled

    level = sample(test(), lambda: place, trail=trail)
    face = trail[0].face
    held = trail[0].request
    assert face is not None
    assert isinstance(held, Draw)
    assert held.target is not None
    assert level is level_of(face, held.target)


@pytest.mark.parametrize("target", [5, 37, 50, 95])
def test_every_face_lies_at_exactly_one_position(target: int) -> None:
    draw = d100("test", target)
    assert sorted(at(draw, position).face or 0 for position in range(100)) == list(range(1, 101))


@pytest.mark.parametrize("sides", [1, 4, 6, 8, 10, 12, 20])
def test_a_die_reaches_both_ends_and_nothing_else(sides: int) -> None:
    draw = dice("die", 1, sides)
    assert [at(draw, position).answer for position in range(draw.of.total)] == list(range(1, sides + 1))


def test_play_takes_the_choices_it_is_given() -> None:
    assert sample(rule(), Random(2).random, fail)[1:] == ("fail", None)
    trail: list[Answered] = []
    assert sample(rule(), Random(2).random, fail, trail)[1:] == ("fail", None)
    assert trail[1] == (CHOICE, "fail", None)


@pytest.mark.parametrize(
    "play",
    [
        lambda decide: sample(rule(), Random(2).random, decide),
        lambda decide: sample(rule(), Random(2).random, decide, []),
        lambda decide: enumerated(rule, decide),
    ],
    ids=["sample", "sample with a trail", "enumerated"],
)
def test_a_choice_that_is_not_offered_is_refused(play: Callable[[Callable[[Ask], Hashable]], object]) -> None:
    with pytest.raises(DecisionError, match=r"control.*'flee'.*'test', 'fail'"):
        play(lambda ask: "flee")


def test_a_script_answers_draws_and_asks_alike() -> None:
    assert scripted(rule(), 7, "test", Level.MF) == (7, "test", Level.MF)
    assert scripted(rule(), 7, "fail") == (7, "fail", None)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ((13,), "throw can't come out as 13"),
        ((7, "flee"), "control can't come out as 'flee'"),
        ((7, "test"), "also draws: test"),
        ((7,), "also asks: control"),
        ((7, "fail", Level.MS), "never asked for"),
    ],
)
def test_a_script_that_does_not_fit_says_where(answers: tuple[object, ...], says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        scripted(rule(), *answers)


def test_a_rule_waits_for_whoever_must_be_asked() -> None:
    playing = Asking(rule(), Random(4).random, lambda ask: ask.of == 3)
    assert waited_for(playing) is CHOICE
    with pytest.raises(DecisionError, match="isn't complete"):
        _ = playing.facts
    playing.answer("test")
    assert waited_for(playing) is None
    assert playing.facts == sample(rule(), Random(4).random)


def test_nobody_who_need_not_be_asked_is_waited_for() -> None:
    playing = Asking(rule(), Random(4).random, lambda ask: ask.of == 8)
    assert playing.facts == sample(rule(), Random(4).random)


def test_a_refused_answer_leaves_the_decision_pending() -> None:
    playing = Asking(rule(), Random(4).random, lambda ask: True)
    with pytest.raises(DecisionError, match="'flee'"):
        playing.answer("flee")
    assert playing.pending is CHOICE
    playing.answer("fail")
    with pytest.raises(DecisionError, match="nothing is pending"):
        playing.answer("fail")


@given(seed=st.integers(0, 2**32), choice=st.sampled_from(["test", "fail"]))
def test_a_pending_rule_is_rebuilt_from_its_history(seed: int, choice: str) -> None:
    stream = Random(seed)
    first = Asking(rule(), stream.random, lambda ask: True)
    saved, later = list(first.history), Random()
    later.setstate(stream.getstate())
    again = Asking(rule(), later.random, lambda ask: True, saved)
    assert again.pending is CHOICE
    assert again.trail == first.trail
    first.answer(choice)
    again.answer(choice)
    assert again.facts == first.facts
    assert again.history == first.history
    assert all(type(number) is int for number in again.history)


@pytest.mark.parametrize("history", [[36], [-1], [3, 2], [3, 1, 0]])
def test_a_history_of_another_rule_is_refused(history: list[int]) -> None:
    with pytest.raises(BadValue, match="the history has"):
        Asking(rule(), Random(4).random, lambda ask: True, history)


def test_a_rule_may_come_to_nothing() -> None:
    def nothing() -> Rule[None]:
        yield Draw("coin", spread((("heads", 1), ("tails", 1))))

    playing = Asking(nothing(), Random(1).random, lambda ask: True)
    assert playing.done
    assert playing.facts is None


def test_play_follows_the_odds() -> None:
    """n = 40 000, seed 5; every cell that expects 10 or more within 5 standard errors of its exact chance."""
    n, uniform = 40_000, Random(5).random
    seen = [sample(rule(), uniform) for _ in range(n)]
    for facts, chance in enumerated(rule).items():
        if chance * n >= 10:
            assert abs(seen.count(facts) / n - chance) < 5 * float(chance * (1 - chance) / n) ** 0.5
