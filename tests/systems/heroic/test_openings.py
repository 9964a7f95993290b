"""Engagement zones, blows and steps outside one's own action, bracing, actions that advantages buy (heroic H12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest
from scripting import (
    CF5,
    CS,
    MF,
    MS,
    all_of,
    calm,
    editing,
    kinds,
    only,
    pair,
    part_of,
    play,
    put,
    settled,
    sever,
    state_of,
    steady,
)

from fleshwound.components.creature import Activity as ActivityOf
from fleshwound.components.creature import Conditions, Doing, Held, Place, Shock
from fleshwound.components.decisions import Decision
from fleshwound.components.definitions import Creature
from fleshwound.components.draws import Ask, Draw, Question
from fleshwound.components.errors import BadValue, IntentRefused, Refusal
from fleshwound.components.events import (
    Braced,
    Died,
    Event,
    ExchangeFought,
    Fell,
    Moved,
    OpeningTaken,
    StepTaken,
    StrikeLanded,
)
from fleshwound.components.guard import Guard
from fleshwound.components.intents import Brace, Move, Stand, Strike, Wait
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.game.words import Narrator

CUT: Final = "broadsword/cut"
CLOSES, LEAVES, ADVANTAGE = "closes", "leaves", "advantage"


def arena(
    *foes: str, gap: int = 6, mover: str | Creature = "man_at_arms", **options: Any
) -> tuple[Combat, int, list[int]]:
    """A mover in the west, on its turn, and foes in a column `gap` cells east of it, each armed with one weapon."""
    combat = Combat(seed=options.pop("seed", 1), turns="host", size=(40, 20))
    a = combat.spawn(mover, side="red", at=(5, 5), intents="host", name="a", armor=())
    held = [
        combat.spawn(
            "man_at_arms", side="blue", at=(5 + gap, 5 + y), weapons=(weapon,), intents="host", armor=(), **options
        )
        for y, weapon in enumerate(foes)
    ]
    combat.begin_turn(a)
    combat.drain()
    return combat, a, held


def openings(events: list[Event]) -> list[tuple[int, int, str]]:
    return [(e.creature, e.target, e.cause) for e in all_of(events, OpeningTaken)]


def causes(events: list[Event]) -> list[str]:
    return [cause for _, _, cause in openings(events)]


def cell(combat: Combat, entity: int) -> tuple[int, int]:
    place = combat.component(entity, Place)
    return place.x, place.y


def moved(combat: Combat, entity: int, *to: tuple[int, int]) -> list[Event]:
    combat.drain()
    for goal in to:
        combat.act(entity, Move(goal))
    return combat.drain()


# --- closing ----------------------------------------------------------------------------------------------------------


def test_a_long_weapon_strikes_first_as_a_foe_comes_into_its_reach_and_the_move_goes_on() -> None:
    combat, a, (b,) = arena("pike", seed=1)
    events = moved(combat, a, (10, 5))
    assert openings(events) == [(combat.id_of(b), combat.id_of(a), CLOSES)]
    order = kinds(events)
    assert order.index(Moved) < order.index(OpeningTaken) < order.index(ExchangeFought)
    fought = only(events, ExchangeFought)
    assert (fought.attacker, fought.target) == (combat.id_of(b), combat.id_of(a))
    assert fought.mode.startswith("pike/")
    # Its own action is not used up by it.
    combat.begin_turn(b)
    assert combat.battle.turn is not None
    assert not combat.battle.turn.acted


@pytest.mark.parametrize("seed", range(40))
def test_whoever_is_brought_down_loses_the_rest_of_the_move_and_others_go_on(seed: int) -> None:
    # Past the pike, on to a cell beyond: it comes into reach at (10, 4).
    combat, a, _ = arena("pike", seed=seed)
    events = moved(combat, a, (12, 4))
    assert causes(events)[:1] == [CLOSES]
    down = Fell in kinds(events)
    # The stunned go half as far: they have gone all they could.
    assert (cell(combat, a) == (12, 4)) is (state_of(combat, a) is Shock.NONE and not down)
    if down:
        fell = kinds(events).index(Fell)
        assert Moved not in kinds(events[fell:])


def test_what_is_no_long_weapon_waits_for_its_own_turn() -> None:
    for weapon, expected in (("broadsword", []), ("pike", [CLOSES]), ("staff", [])):
        combat, a, _ = arena(weapon)
        assert causes(moved(combat, a, (10, 5))) == expected


def test_moving_about_within_reach_is_no_closing() -> None:
    combat, a, _ = arena("pike", gap=1)
    assert causes(moved(combat, a, (5, 4), (5, 5), (6, 4))) == []


def test_a_creature_takes_one_opening_from_one_turn_of_its_own_to_the_next() -> None:
    combat, a, (b,) = arena("pike", seed=3)
    c = combat.spawn("man_at_arms", side="red", at=(5, 8), intents="host", armor=())
    assert causes(moved(combat, a, (10, 5))) == [CLOSES]
    combat.begin_turn(c)
    steady(combat, c)
    assert causes(moved(combat, c, (10, 6))) == []
    combat.begin_turn(b)
    combat.begin_turn(c)
    # Away slowly, and in again.
    moved(combat, c, (9, 7))
    combat.begin_turn(c)
    assert causes(moved(combat, c, (10, 6))) == [CLOSES]


def test_of_several_who_strike_first_each_does_in_the_order_of_their_combat_ids() -> None:
    combat, a, foes = arena("pike", "pike", "pike", seed=2)
    events = moved(combat, a, (10, 6))
    ids = [combat.id_of(foe) for foe in foes]
    struck = [creature for creature, _, _ in openings(events)]
    assert struck == ids[: len(struck)]
    assert len(struck) >= 2


UNABLE: Final[dict[str, Callable[[Combat, int], None]]] = {
    "prone": lambda combat, b: setattr(combat.component(b, Conditions), "prone", True),
    "stunned": lambda combat, b: put(combat, b, Shock.STUNNED),
    "incapacitated": lambda combat, b: put(combat, b, Shock.INCAPACITATED),
    "unconscious": lambda combat, b: put(combat, b, Shock.UNCONSCIOUS),
    "without arms": lambda combat, b: sever(combat, b, "left_hand", "right_hand"),
    "disarmed": lambda combat, b: combat.component(b, Held).items.clear(),
}


@pytest.mark.parametrize("how", UNABLE)
def test_who_is_down_shaken_or_has_nothing_long_left_strikes_nobody_first(how: str) -> None:
    combat, a, (b,) = arena("pike")
    c = combat.spawn("spirit", side="blue", at=(30, 10), intents="host")
    UNABLE[how](combat, b)
    assert causes(moved(combat, a, (10, 5))) == []
    assert combat.vitals(c).alive


def test_nobody_strikes_first_at_a_friend_or_at_what_has_no_body() -> None:
    combat, _, (b,) = arena("pike")
    spirit = combat.spawn("spirit", side="red", at=(5, 9), intents="host")
    friend = combat.spawn("man_at_arms", side="blue", at=(5, 12), intents="host")
    for other in (spirit, friend):
        combat.begin_turn(other)
        assert causes(moved(combat, other, (10, 6))) == []
        combat.despawn(other)
    assert combat.component(b, Guard).reacted is False


def test_in_peace_nobody_strikes_at_who_comes_near() -> None:
    combat = Combat(seed=1)
    one = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    combat.spawn("man_at_arms", side="red", at=(5, 0), weapons=("pike",), intents="host")
    combat.act(one, Move((4, 0)))
    assert causes(combat.drain()) == []


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_who_hurries_out_of_a_zone_is_struck_after_and_who_withdraws_at_half_its_move_is_not() -> None:
    # A man's move is 60 ft: six cells are half of it.
    half = shipped().creature("man_at_arms").move_ft // 2 // 5
    for cells, expected in ((half, []), (half + 1, [LEAVES])):
        combat, a, (b,) = arena("broadsword", gap=1)
        assert causes(moved(combat, a, (5 - min(cells, 5), 5 + max(0, cells)))) == expected
        assert combat.component(b, Guard).reacted is bool(expected)


def test_the_parting_blow_falls_before_the_zone_is_left() -> None:
    combat, a, (b,) = arena("broadsword", gap=1, seed=4)
    events = moved(combat, a, (5, 15))
    assert openings(events) == [(combat.id_of(b), combat.id_of(a), LEAVES)]
    first, last = all_of(events, Moved)
    assert (first.path, last.path[0]) == (((5, 6),), (5, 7))
    assert events.index(first) < kinds(events).index(OpeningTaken) < events.index(last)
    assert cell(combat, a) == (5, 15)


def test_a_move_made_in_pieces_is_as_hurried_as_one_made_at_once() -> None:
    combat, a, _ = arena("broadsword", gap=1)
    # Round the foe within its reach, six cells, and then away.
    assert causes(moved(combat, a, (5, 4), (6, 4), (7, 4), (7, 5), (7, 6), (6, 6))) == []
    assert causes(moved(combat, a, (6, 7))) == [LEAVES]


@pytest.mark.parametrize("how", ["prone", "stunned", "incapacitated", "unconscious"])
def test_who_holds_no_zone_strikes_nobody_who_leaves(how: str) -> None:
    combat, a, (b,) = arena("broadsword", gap=1)
    combat.spawn("spirit", side="blue", at=(30, 10), intents="host")
    UNABLE[how](combat, b)
    assert causes(moved(combat, a, (5, 15))) == []


def test_a_way_past_many_is_struck_at_by_each_where_it_leaves_it() -> None:
    combat, a, foes = arena("broadsword", "broadsword", gap=1, seed=4)
    events = moved(combat, a, (5, 16))
    assert [creature for creature, _, _ in openings(events)] == [combat.id_of(foe) for foe in foes][
        : len(openings(events))
    ]
    assert set(causes(events)) == {LEAVES}


# --- bracing ----------------------------------------------------------------------------------------------------------


def test_who_is_braced_strikes_first_with_twice_the_impact_and_has_to_brace_anew() -> None:
    combat, a, (b,) = arena("spear", seed=5)
    combat.begin_turn(b)
    combat.act(b, Brace("spear/impale"))
    events = combat.drain()
    assert (only(events, Braced).mode, only(events, Braced).item) == ("spear/impale", combat.component(b, Guard).braced)
    assert combat.battle.turn is not None
    assert combat.battle.turn.acted
    combat.begin_turn(a)
    events = moved(combat, a, (10, 5))
    assert causes(events) == [CLOSES]
    assert only(events, ExchangeFought).mode.startswith("spear/")
    assert combat.component(b, Guard).braced == 0
    for landed in all_of(events, StrikeLanded):
        if landed.attacker == combat.id_of(b):
            assert landed.impact.dice.endswith("couched ×2")
            assert landed.impact.total % 2 == 0


def test_unbraced_a_couched_weapon_strikes_nobody_first() -> None:
    combat, a, _ = arena("lance")
    assert causes(moved(combat, a, (10, 5))) == []


UNBRACED: Final[dict[str, Callable[[Combat, int], Any]]] = {
    "it moves": lambda combat, b: combat.act(b, Move((12, 6))),
    "it lets go": lambda combat, b: combat.component(b, Held).items.clear(),
    "it waits": lambda combat, b: combat.act(b, Wait()),
}


@pytest.mark.parametrize("how", UNBRACED)
def test_a_brace_lasts_till_it_moves_or_loses_the_weapon(how: str) -> None:
    combat, _, (b,) = arena("lance")
    combat.begin_turn(b)
    combat.act(b, Brace())
    combat.begin_turn(b)
    UNBRACED[how](combat, b)
    with editing(combat) as battle:
        (foe,) = [e for e in battle.roster.values() if e != b]
        combat.component(foe, Place).x = 10
        listed = {option.mode for option in battle.ruleset.strikes(battle, b, foe)}
    assert ("lance/impale" in listed) is (how == "it waits")


def test_whoever_goes_down_is_braced_no_more() -> None:
    combat, a, b = pair("man_at_arms", "man_at_arms", weapons=("lance",))
    play(combat, b, Brace("lance/impale"))
    play(combat, a, Strike(b, CUT), attack=MF, defend=CF5, stumble=MF, otherwise=calm)
    assert combat.component(b, Conditions).prone
    assert combat.component(b, Guard).braced == 0


def test_bracing_that_cannot_be_done_is_refused_with_its_reason() -> None:
    combat, _, (b, c) = arena("lance", "broadsword")
    rider = replace(shipped().creature("centaur"), weapons=(shipped().weapon("spear"),))
    d = combat.spawn(rider, side="red", at=(20, 5), intents="host")
    found = []
    for who, intent in (
        (c, Brace("broadsword/cut")),
        (c, Brace()),
        (b, Brace("pike/impale")),
        (d, Brace("spear/impale")),
    ):
        combat.begin_turn(who)
        with pytest.raises(IntentRefused, match="expected") as refused:
            combat.act(who, intent)
        found.append(refused.value.why)
    assert found == [Refusal.NO_SUCH_MODE] * 4
    combat.begin_turn(b)
    combat.act(b, Brace())
    combat.begin_turn(b)
    with pytest.raises(IntentRefused) as refused:
        combat.act(b, Brace())
    assert refused.value.why is Refusal.BRACED_ALREADY
    with pytest.raises(IntentRefused) as refused:
        combat.act(b, Brace(3))  # type: ignore[arg-type]  # what a host may pass
    assert refused.value.why is Refusal.NO_SUCH_MODE
    with editing(combat):
        combat.component(b, Guard).braced = 0
        combat.component(b, Conditions).prone = True
    with pytest.raises(IntentRefused) as refused:
        combat.act(b, Brace())
    assert refused.value.why is Refusal.CANNOT_ACT


def test_a_mind_with_a_couched_weapon_braces_on_foot_and_strikes_next() -> None:
    combat = Combat(seed=2)
    one = combat.spawn("man_at_arms", side="red", at=(0, 0), weapons=("spear",))
    combat.spawn("man_at_arms", side="blue", at=(1, 0), intents="host")
    for _ in range(6):
        combat.step()
    events = combat.drain()
    did = [event for event in events if isinstance(event, Braced | ExchangeFought)]
    assert kinds(did) == [Braced, ExchangeFought, Braced][: len(did)]
    assert [e.mode for e in all_of(did, ExchangeFought)] == ["spear/impale"]
    assert {e.creature for e in all_of(did, Braced)} == {combat.id_of(one)}


def test_a_mounted_creature_needs_no_brace() -> None:
    combat = Combat(seed=2)
    combat.spawn("centaur", side="red", at=(0, 0))
    combat.spawn("man_at_arms", side="blue", at=(9, 0))
    combat.run()
    events = combat.drain()
    assert Braced not in kinds(events)
    assert {e.mode for e in all_of(events, ExchangeFought)} & {"spear/impale", "spear/half_sword_impale"}


# --- an advantage spent on an action ----------------------------------------------------------------------------------


def asked(**answers: Any) -> Callable[[Draw | Ask], Any]:
    """Answer asks by their question, the rest calmly."""

    def answer(request: Draw | Ask) -> Any:
        if isinstance(request, Ask) and request.question.value in answers:
            return answers[request.question.value]
        return calm(request)

    return answer


def won(decisions: str = "ask", *, defend: bool = False, **options: Any) -> tuple[Combat, int, int]:
    """An exchange that one side wins with an advantage, spent on an action; what it brings waits to be done."""
    combat, a, b = pair(**options)
    winner = b if defend else a
    combat.control(winner, decisions=decisions)
    answers: dict[str, Any] = {"attack": CS, "defend": MF, "location": "left_forearm", "impact": 5}
    if defend:
        answers = {"attack": MF, "defend": CS, "defence": "block broadsword/cut"}
    events = play(combat, a, Strike(b, CUT), otherwise=calm, advantage="action", **answers)
    assert only(events, ExchangeFought).advantages == ("action",)
    return combat, winner, a if defend else b


def follow(combat: Combat, *, otherwise: Callable[[Draw | Ask], Any] = calm, **named: Any) -> list[Event]:
    with editing(combat) as battle:
        task = battle.held_up.pop(0)
    return play(combat, combat.entity(task.creature), task, otherwise=otherwise, **named)


@pytest.mark.parametrize("defend", [False, True], ids=["attacker", "defender"])
def test_an_action_is_a_further_blow_at_once_beside_the_turns_own(defend: bool) -> None:
    combat, winner, loser = won(defend=defend)
    events = follow(combat, otherwise=asked(action="attack", mode=CUT, defence="dodge"), attack=MF)
    assert openings(events) == [(combat.id_of(winner), combat.id_of(loser), ADVANTAGE)]
    fought = only(events, ExchangeFought)
    assert (fought.attacker, fought.target, fought.mode) == (combat.id_of(winner), combat.id_of(loser), CUT)
    assert combat.battle.held_up == []


def test_a_blow_won_by_an_action_can_win_no_other_action() -> None:
    combat, winner, _ = won()
    offered: list[tuple[Any, ...]] = []

    def seen(request: Draw | Ask) -> Any:
        if isinstance(request, Ask) and request.question is Question.ADVANTAGE:
            offered.append(request.options)
        return asked(action="attack", mode=CUT)(request)

    events = follow(combat, otherwise=seen, attack=CS, defend=MF)
    assert len(only(events, ExchangeFought).advantages) == 1
    assert offered
    assert all("action" not in options for options in offered)
    assert combat.battle.held_up == []
    assert combat.vitals(winner).alive


def test_one_exchange_gives_one_action_at_most() -> None:
    combat, a, b = pair()
    combat.control(a, decisions="ask")
    offered: list[tuple[Any, ...]] = []

    def first(request: Draw | Ask) -> Any:
        if isinstance(request, Ask) and request.question is Question.ADVANTAGE:
            offered.append(request.options)
            return "action" if "action" in request.options else request.options[0]
        return calm(request)

    events = play(combat, a, Strike(b, CUT), attack=CS, defend=CF5, stumble=MS, otherwise=first)
    assert only(events, ExchangeFought).advantages == ("action", "impact")
    assert ["action" in options for options in offered] == [True, False]


def test_a_free_step_goes_one_cell_and_gives_nobody_an_opening() -> None:
    combat, winner, loser = won(defend=True)
    x, y = cell(combat, winner)
    events = follow(combat, otherwise=asked(action="step", cell=(x + 1, y)))
    assert (only(events, StepTaken).creature, only(events, StepTaken).won_from) == (
        combat.id_of(winner),
        combat.id_of(loser),
    )
    assert only(events, Moved).path == ((x + 1, y),)
    assert causes(events) == []
    assert cell(combat, winner) == (x + 1, y)


def test_the_cells_of_a_step_are_free_ones_beside_it() -> None:
    combat, winner, loser = won()
    seen: list[tuple[Any, ...]] = []

    def step(request: Draw | Ask) -> Any:
        if isinstance(request, Ask) and request.question is Question.CELL:
            seen.append(request.options)
        return asked(action="step")(request)

    follow(combat, otherwise=step)
    (cells,) = seen
    assert len(set(cells)) == len(cells) == 7
    assert cell(combat, loser) not in cells
    assert max(max(abs(x), abs(y)) for x, y in cells) == 1
    assert cell(combat, winner) == cells[0]


def test_the_prone_have_no_free_step_and_an_action_may_be_passed() -> None:
    combat, winner, _ = won()
    with editing(combat):
        combat.component(winner, Conditions).prone = True
    seen: list[tuple[Any, ...]] = []

    def choose(request: Draw | Ask) -> Any:
        if isinstance(request, Ask) and request.question is Question.ACTION:
            seen.append(request.options)
            return "pass"
        return calm(request)

    assert follow(combat, otherwise=choose) == []
    assert seen == [("attack", "pass")]


def test_the_further_blow_may_go_to_another_foe_within_reach() -> None:
    combat, a, b = pair()
    c = combat.spawn("man_at_arms", side="blue", at=(0, 1), intents="host", name="c", armor=())
    combat.control(a, decisions="ask")
    play(
        combat,
        a,
        Strike(b, CUT),
        attack=CS,
        defend=MF,
        advantage="action",
        location="left_forearm",
        impact=5,
        otherwise=calm,
    )
    asks: list[tuple[Question, tuple[Any, ...]]] = []

    def other(request: Draw | Ask) -> Any:
        if isinstance(request, Ask):
            asks.append((request.question, request.options))
        return asked(action="attack", target=combat.id_of(c), mode="broadsword/impale")(request)

    events = follow(combat, otherwise=other, attack=MF)
    assert asks[:2] == [
        (Question.ACTION, ("attack", "step", "pass")),
        (Question.TARGET, (combat.id_of(b), combat.id_of(c))),
    ]
    assert (only(events, ExchangeFought).target, only(events, ExchangeFought).mode) == (
        combat.id_of(c),
        "broadsword/impale",
    )


def test_an_action_of_one_who_has_gone_down_or_of_a_fight_that_is_over_comes_to_nothing() -> None:
    combat, winner, _ = won()
    put(combat, winner, Shock.INCAPACITATED)
    assert follow(combat) == []
    combat, _, loser = won()
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, loser, "a test")
    settled(combat)
    assert follow(combat) == []


def test_where_the_beaten_foe_is_dead_the_step_is_left() -> None:
    combat, winner, loser = won()
    combat.spawn("man_at_arms", side="blue", at=(9, 9), intents="host", name="c", armor=())
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, loser, "a test")
    events = follow(combat)
    assert kinds(events) == [StepTaken, Moved]
    assert combat.vitals(winner).alive


def test_in_peace_no_advantage_buys_an_action() -> None:
    combat = Combat(seed=1)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host", decisions="ask", armor=())
    b = combat.spawn("man_at_arms", side="red", at=(1, 0), intents="host", armor=())
    seen: list[tuple[Any, ...]] = []

    def choose(request: Draw | Ask) -> Any:
        if isinstance(request, Ask):
            seen.append(request.options)
        return calm(request)

    play(combat, a, Strike(b, CUT), attack=CS, defend=MF, otherwise=choose)
    assert seen
    assert all("action" not in options for options in seen)


def test_the_policy_spends_on_impact_and_on_set_ups_never_on_an_action() -> None:
    for seed in range(8):
        combat = Combat.of("wolves_at_night", seed=seed)
        combat.run()
        spent = {word for e in all_of(combat.drain(), ExchangeFought) for word in e.advantages}
        assert spent <= {"impact", "setup"}


# --- decisions --------------------------------------------------------------------------------------------------------


def pending(combat: Combat, question: Question) -> Decision:
    (decision,) = combat.decisions
    assert decision.question is question
    return decision


def test_an_opening_is_its_owners_to_take_or_to_let_go_by() -> None:
    for choice in ("pike/shaft", "hold"):
        combat, a, (b,) = arena("pike", decisions="ask", seed=3)
        combat.act(a, Move((12, 4)))
        decision = pending(combat, Question.OPENING)
        assert (decision.creature, decision.options[-1]) == (combat.id_of(b), "hold")
        assert dict(decision.about) == {"foe": combat.id_of(a), "cause": "closes"}
        assert set(decision.options[:-1]) <= {mode.id for mode in shipped().weapon("pike").modes}
        assert cell(combat, a) != (12, 4), "time stands still before the mover goes on"
        combat.answer(decision, choice)
        for _ in range(9):
            if not combat.decisions:
                break
            combat.answer(combat.decisions[0], combat.decisions[0].options[0])
        events = combat.drain()
        taken = [cause for cause in causes(events) if cause == CLOSES]
        assert taken == ([] if choice == "hold" else [CLOSES])
        if choice == "hold":
            assert cell(combat, a) == (12, 4)
        else:
            assert only(events, ExchangeFought).mode == choice


def test_who_lets_an_opening_go_by_still_has_it() -> None:
    combat, a, (b,) = arena("broadsword", gap=1, decisions="ask")
    combat.act(a, Move((5, 15)))
    combat.answer(pending(combat, Question.OPENING), "hold")
    assert not combat.decisions
    assert cell(combat, a) == (5, 15)
    assert combat.component(b, Guard).reacted is False


def armed(seed: int, decisions: str) -> Combat:
    """Six of two sides close to each other with weapons that strike out of turn, every choice a person's or none's."""
    dice = Random(f"openings/{seed}")
    combat = Combat(seed=seed, size=(10, 8), round_limit=12)
    weapons = ("pike", "spear", "lance", "ball_and_chain", "broadsword", "glaive", "poleaxe")
    for number in range(6):
        side, x = ("red", 1) if number % 2 else ("blue", 8)
        for y in range(8):
            try:
                combat.spawn(
                    "man_at_arms", side=side, at=(x, (y + number) % 8), decisions=decisions,
                    weapons=(weapons[int(dice.random() * len(weapons))],),
                )  # fmt: skip
            except BadValue:
                continue
            break
    return combat


def choose(decision: Decision) -> Any:
    """Any choice that follows from the decision alone."""
    return decision.options[decision.number * 7 % len(decision.options)]


def fight(combat: Combat, choice: Callable[[Decision], Any], *, reload: bool = False) -> Combat:
    for _ in range(20_000):
        if combat.decisions:
            if reload:
                combat = Combat.load(combat.save())
            decision = combat.decisions[0]
            combat.answer(decision, choice(decision))
        elif combat.result is not None or not combat.step():
            break
    return combat


@pytest.mark.parametrize("seed", range(4))
def test_the_same_choices_give_the_same_events_as_the_policy(seed: int) -> None:
    by_policy = fight(armed(seed, "auto"), choose)
    by_person = fight(armed(seed, "ask"), lambda decision: decision.options[0])
    assert by_person.digest == by_policy.digest


@pytest.mark.parametrize("seed", range(3))
def test_a_fight_saved_at_every_decision_goes_on_as_if_it_had_not_been(seed: int) -> None:
    straight = fight(armed(seed, "ask"), choose)
    events = straight.drain()
    assert {OpeningTaken, ExchangeFought} <= set(kinds(events))
    assert fight(armed(seed, "ask"), choose, reload=True).digest == straight.digest


def test_people_who_choose_anything_use_every_kind_of_opening_and_the_log_tells_it() -> None:
    found: set[str] = set()
    steps = 0
    for seed in range(12):
        combat = fight(armed(seed, "ask"), choose)
        narrator = Narrator(combat)
        for event in combat.drain():
            line = narrator.line(event)
            if isinstance(event, OpeningTaken):
                found.add(event.cause)
                assert line is not None
                assert line.text
            steps += isinstance(event, StepTaken)
    assert found >= {CLOSES, ADVANTAGE}
    assert steps


# --- what an attack finds unaware -------------------------------------------------------------------------------------


def test_the_sleeping_and_who_is_aware_of_nobody_so_near_only_ignore() -> None:
    combat = Combat(seed=1)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host", armor=())
    b = combat.spawn("man_at_arms", side="red", at=(1, 0), intents="host", armor=())
    with editing(combat):
        combat.component(b, ActivityOf).doing = Doing.SLEEPING
    assert only(play(combat, a, Strike(b, CUT), attack=MF), ExchangeFought).defence == "ignore"
    with editing(combat):
        combat.component(b, ActivityOf).doing = Doing.RESTING
    assert only(play(combat, a, Strike(b, CUT), attack=MF, defend=MF), ExchangeFought).defence == "block"
    blind = Combat(seed=1, awareness=0)
    a = blind.spawn("man_at_arms", side="red", at=(0, 0), intents="host", armor=())
    b = blind.spawn("man_at_arms", side="blue", at=(1, 0), intents="host", armor=())
    assert only(play(blind, a, Strike(b, CUT), attack=MF), ExchangeFought).defence == "ignore"


# --- set-ups ----------------------------------------------------------------------------------------------------------


def test_a_set_up_waits_for_the_next_test_against_that_foe_and_goes_with_the_encounter() -> None:
    combat, a, b = pair()
    play(combat, a, Strike(b, CUT), attack=MF, block=CS)
    assert combat.component(b, Guard).setups == {combat.id_of(a): 10}
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, a, "a test")
    settled(combat)
    assert combat.component(b, Guard).setups == {}


def test_who_dies_of_a_first_strike_goes_no_further() -> None:
    deaths = 0
    for seed in range(60):
        combat, a, _ = arena("poleaxe", "poleaxe", "poleaxe", seed=seed, mover="human")
        events = moved(combat, a, (13, 5))
        if Died in kinds(events):
            deaths += 1
            assert Moved not in kinds(events[kinds(events).index(Died) :])
    assert deaths


def test_the_fallen_rise_in_a_zone_without_an_opening() -> None:
    combat, a, _ = arena("pike", gap=1)
    with editing(combat):
        combat.component(a, Conditions).prone = True
    combat.act(a, Stand())
    assert causes(combat.drain()) == []
    assert part_of(combat, a, "head") == 0
