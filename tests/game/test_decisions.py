"""Choices of whole fights: made by the policy, by somebody who answers as it would, or by chance (heroic H4, H5, H12).

Nothing here knows what may be asked: whatever a rule comes to ask is answered, saved, replayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from random import Random
from typing import Final

import pytest
from scripting import all_of

from fleshwound.components.creature import Anatomy, Shock, ShockState
from fleshwound.components.decisions import Decision
from fleshwound.components.draws import Question
from fleshwound.components.errors import BadValue
from fleshwound.components.events import ShockChanged, ShockDeclined
from fleshwound.components.hazards import Fall, Fire, Threat
from fleshwound.components.ids import HOUR, SECOND
from fleshwound.game import Combat, Replay
from fleshwound.game.content import shipped

pytestmark = pytest.mark.sample

FIGHTS: Final = 24
LONG: Final = 240
CHUNKS: Final = 8
AFTERMATH: Final = 2 * HOUR
HAZARDS: Final = (Threat(7, "fear"), Fall(20), Fire(1, 2))
APPLIED: Final = {"blood loss", "re-test", "extended shock", "coma"}
"""Causes of shock states that nobody is asked about (heroic H5)."""

Choose = Callable[[Decision], Hashable]


def first(decision: Decision) -> Hashable:
    """As the ruleset's own policy does."""
    return decision.options[0]


def random(seed: int) -> Choose:
    dice = Random(f"answers/{seed}")
    return lambda decision: decision.options[int(dice.random() * len(decision.options))]


def fight(seed: int, decisions: str, *, record: bool = False) -> Combat:
    """A few creatures of any kinds close to each other, all of whose choices are made alike; men in every other."""
    dice = Random(f"decisions/{seed}")
    combat = Combat(seed=seed, size=(9, 7), round_limit=20)
    kinds = sorted(shipped().under("heroic").creatures)
    for side in ("red", "blue"):
        kind = "man_at_arms" if seed % 2 else kinds[int(dice.random() * len(kinds))]
        long = ["spear", "round_shield"] if seed % 4 == 1 else None
        for _ in range(2):
            for _ in range(50):
                at = (int(dice.random() * 9), int(dice.random() * 7))
                try:
                    combat.spawn(kind, side=side, at=at, decisions=decisions, weapons=long)
                except BadValue:
                    continue
                break
    if record:
        combat.record(10)
    return combat


def played(combat: Combat, choose: Choose, keep: Callable[[Combat], Combat] = lambda combat: combat) -> Combat:
    """Fight to the end, with something from outside every ten seconds, and follow the wounded for two hours.

    Every choice is `choose`'s; `keep` may give another combat to go on with, at every one that is pending.
    """

    def passed(combat: Combat, until: int) -> Combat:
        while True:
            combat.advance((until - combat.now) / SECOND)
            if not combat.decisions:
                return combat
            combat = keep(combat)
            (decision,) = combat.decisions
            combat.answer(decision, choose(decision))

    tens = 0
    while combat.result is None and tens < 30:
        tens += 1
        combat = passed(combat, tens * 10 * SECOND)
        bodies = [e for e in combat.creatures if combat.vitals(e).alive and combat.component(e, Anatomy).of.parts]
        if bodies and tens % 2 == 0:
            combat.befall(bodies[tens % len(bodies)], HAZARDS[tens // 2 % len(HAZARDS)])
            combat = passed(combat, combat.now)
    return passed(combat, AFTERMATH)


def chunked(test: Callable[[int, bool], None]) -> Callable[[int, bool], None]:
    return pytest.mark.parametrize("chunk", range(CHUNKS))(test)


def seeds(chunk: int, long: bool) -> range:
    return range(chunk, LONG if long else FIGHTS, CHUNKS)


@chunked
def test_whoever_answers_as_the_policy_does_has_the_same_fight(chunk: int, long: bool) -> None:
    for seed in seeds(chunk, long):
        alone, asked = played(fight(seed, "auto"), first), played(fight(seed, "ask"), first)
        assert asked.drain() == alone.drain(), f"seed {seed}"
        assert asked.digest == alone.digest
        assert asked.result == alone.result


@chunked
def test_answers_by_chance_are_replayed_to_the_same_end(chunk: int, long: bool) -> None:
    asked = 0
    for seed in seeds(chunk, long):
        combat = played(fight(seed, "ask", record=True), random(seed))
        assert combat.recording is not None
        assert Replay.read(combat.recording.text()).verify() is None, f"seed {seed}"
        asked += combat.battle.decided
    assert asked > 20


@chunked
def test_a_fight_saved_and_loaded_at_every_decision_comes_to_the_same_end(chunk: int, long: bool) -> None:
    loaded = Counter[Question]()

    def again(combat: Combat) -> Combat:
        (decision,) = combat.decisions
        loaded[decision.question] += 1
        if loaded[decision.question] > 8 and loaded[decision.question] % 11:
            return combat  # of the many alike every eleventh is enough
        text = combat.save()
        other = Combat.load(text)
        assert other.save() == text
        assert other.decisions == combat.decisions
        return other

    for seed in seeds(chunk, long):
        straight = played(fight(seed, "ask"), random(seed))
        assert played(fight(seed, "ask"), random(seed), again).digest == straight.digest, f"seed {seed}"
    assert loaded


def test_between_them_such_fights_ask_everything_that_may_be_asked() -> None:
    asked = Counter[Question]()

    def counting(choose: Choose) -> Choose:
        def chosen(decision: Decision) -> Hashable:
            asked[decision.question] += 1
            assert len(decision.options) > 1
            assert len(set(decision.options)) == len(decision.options)
            return choose(decision)

        return chosen

    for seed in range(10 * FIGHTS):
        played(fight(seed, "ask"), counting(random(seed)))
        if set(asked) == set(Question):
            return
    assert set(asked) == set(Question)


@chunked
def test_a_declined_state_is_never_imposed_and_only_shock_that_is_offered_can_be_declined(
    chunk: int, long: bool
) -> None:
    declined = 0
    for seed in seeds(chunk, long):

        def stubborn(decision: Decision) -> Hashable:
            return decision.options[-1] if decision.question is Question.SHOCK else decision.options[0]

        combat = played(fight(seed, "ask"), stubborn)
        events = combat.drain()
        declined += len(all_of(events, ShockDeclined))
        for event in all_of(events, ShockChanged):
            # What isn't offered: blood loss, re-tests, courses; and losing what nobody lives without.
            assert event.cause in APPLIED or event.cause.startswith("lost its"), f"seed {seed}: {event}"
    assert declined or chunk


@pytest.mark.parametrize("choice", [0, 1])
def test_an_offered_state_is_taken_or_not_as_the_answer_says(choice: int) -> None:
    combat = Combat(seed=1)
    man = combat.spawn("human", side="red", at=(0, 0), decisions="ask")
    combat.threaten(man, 10, "fear")
    (decision,) = combat.decisions
    assert decision.question is Question.SHOCK
    combat.answer(decision, decision.options[choice])
    assert combat.component(man, ShockState).state is decision.options[choice]
    assert (combat.component(man, ShockState).state is Shock.NONE) is bool(choice)
    assert [type(e) for e in combat.drain()].count(ShockDeclined) == choice
