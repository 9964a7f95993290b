"""How a task is played: asked, left pending, answered, cut short."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tiny import duel, melee, snapshot, state, tiny
from toy import Toy, blow, creature

from fleshwound.components.decisions import Decision
from fleshwound.components.draws import Question
from fleshwound.components.errors import DecisionError, IntentRefused, Refusal
from fleshwound.components.events import Despawned, StrikeLanded, StrikeMissed, TurnBegan, TurnEnded
from fleshwound.components.intents import Move, Strike
from fleshwound.game.combat import Combat
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import scripted


def pending(seed: int = 1, **options: object) -> tuple[Combat, int, int]:
    """A duel in which the defender is asked for its defence."""
    combat, a, b = duel(seed, **options)
    combat.control(b, decisions="ask")
    combat.step()
    assert len(combat.decisions) == 1
    return combat, a, b


def answer_all(combat: Combat, pick: int = 0) -> None:
    while combat.decisions:
        (decision,) = combat.decisions
        combat.answer(decision, decision.options[pick])


def test_a_decision_says_whose_it_is_what_is_asked_and_what_may_be_answered() -> None:
    combat, _, b = pending()
    (decision,) = combat.decisions
    assert decision == Decision(1, combat.id_of(b), Question.DEFENCE, ("parry", "duck"), (("attacker", 1),))


def test_while_a_decision_is_pending_time_does_not_pass_and_nothing_is_committed() -> None:
    combat, _, _ = pending()
    before = snapshot(combat)
    assert not combat.step()
    combat.advance(3600)
    assert combat.run().reason == "stopped"
    assert snapshot(combat) == before
    assert not [e for e in combat.drain() if isinstance(e, StrikeLanded | StrikeMissed)]


def test_nobody_acts_while_a_decision_is_pending() -> None:
    combat, a, b = pending()
    before = snapshot(combat)
    for entity in (a, b):
        with pytest.raises(IntentRefused) as refused:
            combat.act(entity, Move((0, 3)))
        assert refused.value.why is Refusal.DECISION_PENDING
    assert snapshot(combat) == before


@pytest.mark.parametrize("choice", ["flee", None, 3, "PARRY", ("parry",)])
def test_a_choice_that_is_not_offered_is_refused_and_changes_nothing(choice: object) -> None:
    combat, _, _ = pending()
    (decision,) = combat.decisions
    before = snapshot(combat)
    with pytest.raises(DecisionError, match="'parry', 'duck'"):
        combat.answer(decision, choice)
    assert snapshot(combat) == before
    assert combat.decisions == (decision,)


def test_a_decision_is_answered_once() -> None:
    combat, _, _ = pending()
    (decision,) = combat.decisions
    combat.answer(decision, "parry")
    with pytest.raises(DecisionError, match="isn't pending"):
        combat.answer(decision, "parry")


@pytest.mark.parametrize("choice", ["parry", "duck"])
def test_the_answer_is_what_the_rule_goes_by(choice: str) -> None:
    combat, _, _ = pending(seed=3)
    combat.answer(combat.decisions[0], choice)
    (struck,) = [e for e in combat.drain() if isinstance(e, StrikeLanded | StrikeMissed)]
    if isinstance(struck, StrikeMissed):
        assert struck.why == choice
    else:
        assert (struck.protection > 0) is (choice == "parry")


def test_one_exchange_may_ask_both_sides_one_after_the_other() -> None:
    for seed in range(20):
        combat, a, b = duel(seed)
        for entity in (a, b):
            combat.control(entity, decisions="ask")
        combat.step()
        asked = []
        while combat.decisions:
            (decision,) = combat.decisions
            asked.append((decision.number, decision.creature, decision.question))
            combat.answer(decision, decision.options[0])
        assert asked[0] == (1, 2, Question.DEFENCE)
        if len(asked) > 1:
            assert asked == [(1, 2, Question.DEFENCE), (2, 1, Question.ADVANTAGE)]
            return
    raise AssertionError("no blow landed in 20 fights")


@pytest.mark.parametrize("seed", range(8))
def test_answering_as_the_policy_does_gives_the_same_fight(seed: int) -> None:
    auto, asked = melee(seed), melee(seed)
    for entity in asked.creatures:
        asked.control(entity, decisions="ask")
    auto.run()
    while asked.result is None:
        asked.run()
        answer_all(asked)
    assert asked.digest == auto.digest
    for entity in auto.creatures:
        auto.control(entity, decisions="ask")
    assert state(asked) == state(auto)


def test_after_an_answer_the_ai_goes_on_with_its_turn() -> None:
    """The attacker strikes first and steps afterwards; the answer comes in between."""

    def strike_and_step(battle: Battle, entity: int) -> Strike | Move | None:
        assert battle.turn is not None
        if battle.turn.feet:
            return None
        return Move((-1, 0)) if battle.turn.acted else Strike(2)

    combat, a, b = duel(mind=strike_and_step)
    combat.control(b, intents="host", decisions="ask")
    combat.step()
    answer_all(combat)
    names = [type(e).__name__ for e in combat.drain() if e.at == 0 and getattr(e, "creature", 1) == 1]
    assert names[-1] == "Moved"
    assert combat.actor == a


class Restless(Toy):
    """The toy, in which the end of a turn brings two blows at the next creature, each with its decision."""

    def end_turn(self, battle: Battle, entity: int) -> Sequence[Task]:
        me = battle.ids[entity]
        other = next(n for n in battle.roster if n != me)
        return (Task("strike", me, (other,)), Task("strike", me, (other,)))


def test_decisions_at_the_end_of_a_turn_come_one_by_one_and_the_round_goes_on_after_them() -> None:
    logs = []
    for decisions in ("auto", "ask"):
        combat, *_ = duel(rules=Restless(), intents="host", decisions=decisions, endurance=200, round_limit=4)
        while combat.result is None:
            combat.run()
            answer_all(combat)
        logs.append((combat.digest, [(type(e).__name__, e.at) for e in combat.drain()]))
    assert logs[0] == logs[1]
    assert sum(name == "TurnEnded" for name, _ in logs[0][1]) == 8


def test_a_pending_decision_may_be_left_and_come_back_to_at_any_step_size() -> None:
    found = []
    for step in (0.1, 6, 60):
        combat = melee(5, each=2)
        for entity in combat.creatures:
            combat.control(entity, decisions="ask")
        while combat.result is None:
            combat.advance(step)
            answer_all(combat, pick=-1)
        found.append((combat.digest, state(combat)))
    assert found[0] == found[1] == found[2]


# --- leaving while a decision is pending ----------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["attacker", "target"])
def test_when_one_of_the_two_leaves_the_pending_blow_comes_to_nothing(who: str) -> None:
    combat, a, b = pending()
    (decision,) = combat.decisions
    combat.despawn(a if who == "attacker" else b)
    assert combat.decisions == ()
    with pytest.raises(DecisionError):
        combat.answer(decision, "parry")
    result = combat.run()
    assert result.reason == "last side able"
    names = [type(e) for e in combat.drain()]
    assert StrikeLanded not in names
    assert StrikeMissed not in names
    assert Despawned in names


def test_the_attacker_goes_on_with_its_turn_when_its_target_has_left() -> None:
    combat, a, b = pending()
    combat.spawn(creature(), side="blue", at=(0, 1), intents="host")
    combat.despawn(b)
    combat.advance(0)
    struck = [e for e in combat.drain() if isinstance(e, StrikeLanded | StrikeMissed)]
    assert [(e.attacker, e.target) for e in struck] == [(1, 3)]
    assert combat.actor == a


def test_a_bystander_may_come_and_go_while_a_decision_is_pending() -> None:
    combat, *_ = pending(seed=2)
    bystander = combat.spawn(creature(), side="red", at=(5, 5))
    combat.despawn(bystander)
    assert len(combat.decisions) == 1
    answer_all(combat)
    names = [type(e).__name__ for e in combat.drain()]
    assert names.index("Despawned") == len(names) - 1 - names[::-1].index("Spawned") + 1
    assert {"StrikeLanded", "StrikeMissed"} & set(names[names.index("Despawned") :])


def test_control_may_pass_to_the_policy_for_the_decisions_after_the_pending_one() -> None:
    combat, _, b = pending()
    combat.control(b, decisions="auto")
    answer_all(combat)
    assert combat.run().winner is not None


# --- departed creatures ---------------------------------------------------------------------------------------------


def test_a_task_about_somebody_who_has_left_is_dropped() -> None:
    combat, a, b = duel(intents="host")
    with combat._here() as battle:
        for kind in ("drip", "strike", "tend", "turn", "act"):
            battle.after(0, Task(kind, combat.id_of(b), (1,)))
    combat.despawn(b)
    combat.drain()
    combat.advance(60)
    assert combat.drain() == []
    assert combat.creatures == (a,)


def test_a_turn_ends_with_the_departure_of_its_creature() -> None:
    combat, a, _ = duel(intents="host")
    combat.spawn(creature(), side="red", at=(3, 3), intents="host")
    combat.step()
    combat.despawn(a)
    assert combat.actor is None
    combat.advance(6)
    turns = [(type(e).__name__, e.creature) for e in combat.drain() if isinstance(e, TurnBegan | TurnEnded)]
    assert turns[:3] == [("TurnBegan", 1), ("TurnBegan", 2), ("TurnEnded", 2)]


def test_the_toys_rule_can_be_played_by_hand() -> None:
    assert scripted(blow(1, 2), "parry", 6, 2, "harder").harm == 5
    assert scripted(blow(1, 2), "parry", 2, 2).harm == 0
    assert scripted(blow(1, 2), "duck", 4, "surer").harm == 4
    assert scripted(blow(1, 2), "duck", 3).harm == 0


def test_tiny_worlds_are_tiny() -> None:
    assert tiny().creatures == ()
