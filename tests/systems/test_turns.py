"""Encounters, rounds and turns in a tiny world."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

import esper
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny import duel, heard, melee, snapshot, state, tiny
from toy import Toy, creature

from fleshwound.components.creature import Activity, Doing, Place
from fleshwound.components.errors import BadValue, DespawnedCreature, IntentRefused, Refusal
from fleshwound.components.events import (
    ActRefused,
    EncounterBegan,
    EncounterEnded,
    Event,
    FightEnded,
    Moved,
    RoundBegan,
    StrikeLanded,
    StrikeMissed,
    TurnBegan,
    TurnEnded,
)
from fleshwound.components.ids import SECOND
from fleshwound.components.intents import Intent, Move, PickUp, StopBleeding, Strike, Wait
from fleshwound.game.combat import ROUNDS, Combat
from fleshwound.game.content import shipped
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.turns import MOST_ACTS, hostile_pair

E = TypeVar("E", bound=Event)


def of(events: Sequence[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def test_turns_of_a_round_are_spread_over_it_in_the_rulesets_order() -> None:
    combat = melee(each=2, round_limit=2)
    combat.run()
    events = combat.drain()
    assert [(e.at // 1000, e.number) for e in of(events, RoundBegan)] == [(0, 1), (6000, 2)]
    assert [e.at // 1000 for e in of(events, TurnBegan)][:4] == [0, 1500, 3000, 4500]
    assert [e.creature for e in of(events, TurnBegan)][:4] == list(of(events, RoundBegan)[0].order) == [1, 2, 3, 4]


def test_a_turn_is_open_until_the_next_begins() -> None:
    combat, a, b = duel(intents="host")
    combat.step()
    assert combat.actor == a
    combat.advance(2.9)
    assert combat.actor == a
    combat.advance(0.1)
    assert combat.actor == b


def test_no_two_turns_overlap_and_each_ends_before_the_next_begins() -> None:
    combat = melee(seed=4)
    combat.run()
    open_turn: int | None = None
    for event in combat.drain():
        match event:
            case TurnBegan(creature=creature):
                assert open_turn is None
                open_turn = creature
            case TurnEnded(creature=creature):
                assert open_turn == creature
                open_turn = None
            case EncounterEnded():
                open_turn = None


@pytest.mark.parametrize(
    ("sides", "gap", "awareness", "fights"),
    [
        (("red", "blue"), 5, 5, True),
        (("red", "blue"), 6, 5, False),
        (("red", "red"), 1, 60, False),
        (("red", "blue"), 1, 0, False),
    ],
)
def test_an_encounter_begins_between_hostile_creatures_aware_of_each_other(
    sides: tuple[str, str], gap: int, awareness: int, fights: bool
) -> None:
    combat = tiny(awareness=awareness)
    for side, x in zip(sides, (0, gap), strict=True):
        combat.spawn(creature(), side=side, at=(x, 0), intents="host")
    combat.advance(1)
    assert bool(of(combat.drain(), EncounterBegan)) is fights
    doing = {combat.component(entity, Activity).doing for entity in combat.creatures}
    assert doing == {Doing.FIGHTING if fights else Doing.RESTING}


@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(0, 30))
def test_awareness_is_found_as_by_comparing_every_pair(seed: int, count: int, awareness: int) -> None:
    uniform = Random(seed).random
    combat = tiny(awareness=awareness)
    placed: dict[tuple[int, int], str] = {}
    while len(placed) < count:
        cell = (int(uniform() * 120) - 60, int(uniform() * 120) - 60)
        if cell not in placed:
            placed[cell] = "abc"[int(uniform() * 3)]
            combat.spawn(creature(), side=placed[cell], at=cell)
    pairs = [
        max(abs(x - u), abs(y - v)) <= awareness
        for (x, y), side in placed.items()
        for (u, v), other in placed.items()
        if side != other
    ]
    with combat._here() as battle:
        assert hostile_pair(battle) is any(pairs)


def test_coming_near_begins_an_encounter_and_going_away_ends_it_without_a_result() -> None:
    combat = tiny(awareness=4)
    a = combat.spawn(creature(), side="red", at=(0, 0), intents="host")
    combat.spawn(creature(), side="blue", at=(6, 0), intents="host")
    combat.act(a, Move((2, 0)))
    combat.step()
    assert combat.actor == a
    combat.act(a, Move((-3, 0)))
    events = combat.drain()
    assert [type(e) for e in events if isinstance(e, EncounterBegan | EncounterEnded | FightEnded)] == [
        EncounterBegan,
        EncounterEnded,
    ]
    assert combat.result is None
    assert combat.actor is None
    assert combat.component(a, Activity).doing is Doing.RESTING


def test_in_peace_a_creature_acts_at_once_and_no_turn_is_counted() -> None:
    combat = tiny()
    a = combat.spawn(creature(), side="red", at=(0, 0), intents="host")
    combat.act(a, Move((3, 0)))
    combat.advance(3600)
    assert [type(e).__name__ for e in combat.drain()] == ["Spawned", "Moved"]


@pytest.mark.parametrize("seed", range(5))
def test_the_winner_is_the_only_side_left_able(seed: int) -> None:
    combat = melee(seed)
    result = combat.run()
    able = {("red", "blue")[n % 2] for n, e in enumerate(combat.creatures) if not combat.vitals(e).out}
    assert {result.winner} == able
    ended = of(combat.drain(), FightEnded)
    assert [(e.winner, e.reason, e.rounds) for e in ended] == [(result.winner, "last side able", result.rounds)]


def test_the_round_limit_gives_a_draw_reported_as_one_and_is_not_fought_again() -> None:
    combat, a, _ = duel(intents="host", round_limit=3)
    result = combat.run()
    assert (result.winner, result.reason, result.rounds) == (None, "round limit", 3)
    ended = of(combat.drain(), FightEnded)
    assert [(e.at, e.winner, e.reason) for e in ended] == [(18 * SECOND, None, "round limit")]
    combat.act(a, Move((0, 1)))
    combat.advance(600)
    assert [type(e) for e in combat.drain()] == [Moved]
    assert combat.run() == result


def test_a_fight_that_nobody_can_win_ends_too() -> None:
    wall = frozenset((3, y) for y in range(5))
    combat = tiny(size=(7, 5), blocked=wall)
    combat.spawn(creature(), side="red", at=(0, 0))
    combat.spawn(creature(), side="blue", at=(6, 0))
    assert combat.run().reason == "round limit"
    assert combat.now == ROUNDS * Toy.round


def test_a_fight_between_nobody_ends_as_nobody_able() -> None:
    combat, a, b = duel(intents="host")
    combat.advance(1)
    with combat._here() as battle:
        for entity in (a, b):
            battle.ruleset.fall_dead(battle, entity, "lightning")
    combat.advance(1)
    assert [(e.winner, e.reason) for e in of(combat.drain(), FightEnded)] == [(None, "nobody able")]


def test_a_new_foe_begins_a_new_encounter_with_a_result_of_its_own() -> None:
    combat, *_ = duel(seed=2)
    first = combat.run()
    combat.spawn(creature(endurance=60), side="green", at=(2, 2))
    assert combat.result is None or combat.result == first
    second = combat.run(until=lambda c: c.result is None)
    assert second.reason == "stopped"
    assert combat.run().winner in {"red", "blue", "green"}
    assert len(of(combat.drain(), FightEnded)) == 2


def test_who_comes_in_during_a_round_fights_and_has_a_turn_in_the_next() -> None:
    combat, *_ = duel(intents="host")
    combat.advance(1)
    c = combat.spawn(creature(), side="blue", at=(5, 5), intents="host")
    combat.advance(6)
    assert combat.component(c, Activity).doing is Doing.FIGHTING
    rounds = of(combat.drain(), RoundBegan)
    assert [e.order for e in rounds] == [(1, 2), (1, 2, 3)]


# --- host-controlled creatures --------------------------------------------------------------------------------------


def test_an_act_on_ones_turn_happens_now() -> None:
    combat, a, b = duel(intents="host")
    combat.step()
    combat.drain()
    combat.act(a, Strike(b))
    assert next(type(e).__name__ for e in combat.drain()) in {"StrikeLanded", "StrikeMissed"}


def test_an_act_off_ones_turn_waits_and_the_last_one_wins() -> None:
    combat, a, b = duel(intents="host", gap=4)
    combat.step()
    combat.act(b, Move((6, 0)))
    combat.act(b, Move((4, 3)))
    before = state(combat)
    combat.advance(2.999)
    assert state(combat) == before
    combat.advance(1)
    moved = of(combat.drain(), Moved)
    assert [(e.creature, e.path[-1], e.at) for e in moved] == [(2, (4, 3), 3 * SECOND)]
    combat.advance(12)
    assert of(combat.drain(), Moved) == []
    assert a in combat.creatures


def test_what_waited_is_checked_again_and_refused_by_an_event() -> None:
    combat, a, b = duel(intents="host")
    combat.step()
    combat.act(b, Strike(a))
    combat.act(a, Move((-4, 0)))
    before = state(combat)
    combat.advance(3)
    refused = of(combat.drain(), ActRefused)
    assert [(e.creature, e.intent, e.why) for e in refused] == [(2, "Strike", "out_of_reach")]
    assert state(combat) == before
    combat.act(b, Move((0, 0)))
    assert of(combat.drain(), Moved) != []


def test_what_waited_for_a_creature_that_died_is_forgotten_without_a_word() -> None:
    combat, a, b = duel(intents="host")
    combat.step()
    combat.act(b, Strike(a))
    with combat._here() as battle:
        battle.ruleset.fall_dead(battle, b, "lightning")
    combat.drain()
    combat.advance(60)
    assert not [e for e in combat.drain() if getattr(e, "creature", 0) == 2 or getattr(e, "attacker", 0) == 2]


def test_waiting_uses_up_the_turn() -> None:
    combat, a, b = duel(intents="host")
    combat.step()
    combat.act(a, Wait())
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, Strike(b))
    assert refused.value.why is Refusal.NO_ACTION_LEFT
    combat.act(b, Wait())
    combat.advance(3)
    with pytest.raises(IntentRefused):
        combat.act(b, Strike(a))


def test_a_creature_handed_to_the_ai_in_its_turn_goes_on_with_it() -> None:
    combat, a, _ = duel(intents="host")
    combat.advance(1)
    combat.drain()
    combat.control(a, intents="ai")
    combat.advance(0)
    assert next(type(e).__name__ for e in combat.drain()) in {"StrikeLanded", "StrikeMissed"}


def test_a_mind_that_goes_round_in_circles_is_stopped() -> None:
    steps = []

    def pace_about(battle: object, entity: int) -> Move:
        steps.append(entity)
        return Move((0, len(steps) % 2 + 1))

    combat = tiny(mind=pace_about)
    combat.spawn(creature(move_ft=1000), side="red", at=(0, 0))
    combat.spawn(creature(), side="blue", at=(9, 9), intents="host")
    combat.step()
    assert len(steps) == MOST_ACTS


def test_a_mind_whose_acts_are_refused_stops_too() -> None:
    combat = tiny(mind=lambda battle, entity: Strike(999))
    for side, x in (("red", 0), ("blue", 1)):
        combat.spawn(creature(), side=side, at=(x, 0))
    combat.step()
    assert [e.why for e in of(combat.drain(), ActRefused)] == ["no_target"] * 3


# --- the host's own scheduler ---------------------------------------------------------------------------------------


def test_a_host_may_say_whose_turn_it_is() -> None:
    combat, a, b = duel(intents="host", turns="host")
    combat.advance(3)
    assert combat.actor is None
    combat.begin_turn(b)
    assert combat.actor == b
    combat.act(b, Strike(a))
    combat.act(a, Move((-2, 0)))
    combat.advance(20)
    assert combat.actor == b
    combat.begin_turn(a)
    events = combat.drain()
    assert [(type(e).__name__, e.creature) for e in events if isinstance(e, TurnBegan | TurnEnded | Moved)] == [
        ("TurnBegan", 2),
        ("TurnEnded", 2),
        ("TurnBegan", 1),
        ("Moved", 1),
    ]
    assert [e.order for e in of(events, RoundBegan)] == [()] * 4
    combat.end_turn()
    combat.end_turn()
    assert combat.actor is None
    assert len(of(combat.drain(), TurnEnded)) == 1


def test_a_hosts_scheduler_needs_no_foe_and_a_fight_still_ends() -> None:
    combat = tiny(turns="host")
    a = combat.spawn(creature(), side="red", at=(0, 0), intents="host")
    combat.begin_turn(a)
    combat.act(a, Move((1, 0)))
    assert combat.actor == a
    combat.end_turn()
    foe = combat.spawn(creature(endurance=1), side="blue", at=(2, 0), intents="host")
    for _ in range(200):
        if combat.result is not None and combat.result.winner is not None and not combat.vitals(foe).alive:
            break
        combat.begin_turn(a)
        combat.act(a, Strike(foe))
        combat.end_turn()
    assert combat.result is not None
    assert combat.result.winner == "red"


def test_turns_of_the_ruleset_are_not_the_hosts_to_give() -> None:
    combat, a, _ = duel(intents="host")
    for call in (lambda: combat.begin_turn(a), combat.end_turn):
        with pytest.raises(BadValue, match="turns='host'"):
            call()


def test_the_dead_and_the_departed_get_no_turn() -> None:
    combat, a, b = duel(intents="host", turns="host")
    with combat._here() as battle:
        battle.ruleset.fall_dead(battle, b, "lightning")
    with pytest.raises(IntentRefused):
        combat.begin_turn(b)
    combat.despawn(a)
    with pytest.raises(DespawnedCreature):
        combat.begin_turn(a)


# --- time -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_how_time_is_cut_up_changes_nothing(seed: int) -> None:
    """300 × 1 s = 1 × 300 s = 5 × 60 s, and uneven steps: same events, same state, fight and aftermath alike."""
    found = []
    for steps in ([300], [1] * 300, [60] * 5, [0.000001, 0.7, 299.299999], [0] * 50 + [300]):
        combat = melee(seed, each=4)
        for seconds in steps:
            combat.advance(seconds)
        found.append((combat.now, combat.digest, state(combat)))
    assert found[0][0] == 300 * SECOND
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("seed", range(3))
def test_steps_come_to_the_same_as_running(seed: int) -> None:
    by_steps, by_run, by_advance = melee(seed), melee(seed), melee(seed)
    while by_steps.result is None and by_steps.step():
        pass
    by_run.run()
    while by_advance.result is None:
        by_advance.advance(0.25)
    assert by_steps.digest == by_run.digest == by_advance.digest


def test_an_edit_by_a_handler_of_the_last_instant_belongs_to_that_instant() -> None:
    """Else the end of the encounter would come at whatever time the host stops at."""
    ended = []
    for steps in ([6], [1] * 6):
        combat, _, b = duel(intents="host")
        combat.subscribe(TurnBegan, lambda event, combat=combat, b=b: combat.despawn(b))
        events = heard(combat, EncounterEnded)
        for seconds in steps:
            combat.advance(seconds)
        ended.append([event.at for event in events])
    assert ended == [[0], [0]]


def test_the_clock_is_whole_and_a_span_is_rounded_once() -> None:
    combat = tiny()
    for _ in range(3):
        combat.advance(1 / 3)
    assert combat.now == 999_999
    combat.advance(1e-7)
    assert combat.now == 999_999
    assert type(combat.now) is int


def test_a_friend_staunches_the_bleeding_when_the_fight_is_over() -> None:
    for seed in range(40):
        combat = melee(seed, each=4)
        combat.run()
        combat.drain()
        if any(combat.vitals(e).bleeding for e in combat.creatures):
            combat.advance(60)
            treated = [e for e in combat.drain() if getattr(e, "cause", "") == "treatment"]
            assert treated
            return
    raise AssertionError("nobody bled in 40 fights")


def test_esper_is_left_as_it_was() -> None:
    before = esper.current_world
    melee().run()
    assert esper.current_world == before


# --- two encounters of one moment -----------------------------------------------------------------------------------


def rounds_and_turns(combat: Combat) -> tuple[list[int], list[tuple[int, int]]]:
    events = combat.drain()
    turns = [(e.at, e.creature) for e in of(events, TurnBegan)]
    return [e.at // SECOND for e in of(events, RoundBegan)], turns


def test_two_encounters_at_one_moment_share_no_rounds_and_no_turns() -> None:
    combat = Combat(seed=1, awareness=3)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    combat.spawn("gray_wolf", side="blue", at=(4, 0), intents="host")
    combat.act(a, Move((1, 0)))
    combat.advance(0)
    assert combat.actor is not None
    combat.act(combat.entity(1), Move((0, 0)))
    combat.act(a, Move((1, 0)))
    combat.advance(25)
    events = combat.drain()
    assert len(of(events, EncounterBegan)) == 2
    assert [(e.at // SECOND, e.number) for e in of(events, RoundBegan)] == [(0, 1), (0, 1), (10, 2), (20, 3)]
    later = [(e.at, e.creature) for e in of(events, TurnBegan) if e.at > 0]
    assert len(later) == len(set(later))
    assert {at // SECOND for at, _ in later} == {5, 10, 15, 20, 25}


@pytest.mark.parametrize("times", [1, 2, 5])
def test_who_leaves_and_comes_back_at_one_moment_begins_the_rounds_but_once(times: int) -> None:
    combat, a, b = duel(intents="host")
    combat.step()
    for _ in range(times):
        combat.despawn(b)
        combat.advance(0)
        assert combat.actor is None
        b = combat.spawn(creature(), side="blue", at=(1, 0), intents="host")
        combat.step()
    combat.drain()
    combat.advance(25)
    began, turns = rounds_and_turns(combat)
    assert began == [6, 12, 18, 24]
    assert [at // SECOND for at, _ in turns] == [3, 6, 9, 12, 15, 18, 21, 24]
    assert {creature for _, creature in turns} == {combat.id_of(a), combat.id_of(b)}


# --- what waits -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gap", [1, 12])
@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda me, foe: Strike(me), Refusal.OWN_TARGET),
        (lambda me, foe: Strike(999), Refusal.NO_TARGET),
        (lambda me, foe: Strike(foe, "no_such/mode"), Refusal.NO_SUCH_MODE),
        (lambda me, foe: Strike(foe, aim="no_such_part"), Refusal.NO_SUCH_AIM),
        (lambda me, foe: Strike(foe, aim=99), Refusal.NO_SUCH_AIM),
        (lambda me, foe: Strike(foe, limb="no_such_limb"), Refusal.NO_SUCH_MODE),
        (lambda me, foe: StopBleeding(foe, injury=99), Refusal.NOT_BLEEDING),
        (lambda me, foe: PickUp(item=99), Refusal.NO_SUCH_ITEM),
        (lambda me, foe: Move((-1, 0)), Refusal.OUT_OF_BOUNDS),
    ],
)
def test_what_no_turn_can_make_right_is_refused_at_once_and_leaves_what_waits(
    wrong: Callable[[int, int], Intent], why: Refusal, gap: int
) -> None:
    combat, me, foe = knights(gap)
    combat.act(me, Move((4, 4)))
    before = snapshot(combat)
    with pytest.raises(IntentRefused, match="expected") as refused:
        combat.act(me, wrong(me, foe))
    assert refused.value.why is why
    assert snapshot(combat) == before
    assert combat.battle.wishes == {combat.id_of(me): Move((4, 4))}


def test_what_only_this_moment_forbids_waits_for_its_turn() -> None:
    combat, me, foe = knights(8)
    combat.act(me, Strike(foe))
    assert combat.battle.wishes == {combat.id_of(me): Strike(foe)}
    cell = combat.component(me, Place)
    combat.act(foe, Move((cell.x, cell.y)))
    combat.drain()
    combat.advance(6)
    told = [type(e).__name__ for e in combat.drain() if getattr(e, "attacker", 0) == combat.id_of(me)]
    assert told
    assert combat.battle.wishes == {}


def test_a_wish_of_who_has_used_its_action_waits_for_its_next_turn() -> None:
    combat, a, b = duel(intents="host")
    combat.step()
    combat.act(a, Strike(b))
    combat.advance(3)
    assert combat.actor == b
    combat.act(a, Strike(b))
    assert combat.battle.wishes == {1: Strike(b)}
    combat.drain()
    combat.advance(3)
    assert [e.at for e in combat.drain() if getattr(e, "attacker", 0) == 1] == [6 * SECOND]


def knights(gap: int) -> tuple[Combat, int, int]:
    """Two people of the heroic rules; the first isn't on turn."""
    combat = Combat(seed=1, size=(20, 20))
    two = [combat.spawn("man_at_arms", side=s, at=(x, 0), intents="host") for s, x in (("red", 0), ("blue", gap))]
    combat.step()
    assert combat.actor in two
    me, foe = two if combat.actor == two[1] else two[::-1]
    return combat, me, foe


class Hasty(Toy):
    """A toy of which creature 1 takes every turn but those planned for creature 2, which nobody takes."""

    def takes_turn(self, battle: Battle, planned: int) -> int | None:
        return None if planned == 2 else 1


def test_a_ruleset_may_have_another_take_a_turn_or_nobody() -> None:
    combat = melee(each=2, rules=Hasty(), round_limit=1)
    combat.advance(5.9)
    began = of(combat.drain(), TurnBegan)
    assert [(e.at // 1000, e.creature) for e in began] == [(0, 1), (3000, 1), (4500, 1)]


def test_a_host_that_says_whose_turn_it_is_is_not_overruled() -> None:
    combat, _, b = duel(rules=Hasty(), turns="host")
    combat.begin_turn(b)
    assert combat.actor == b


class Reckoned(Toy):
    """A toy of which creature 2 strikes creature 1 as each round ends."""

    def end_round(self, battle: Battle) -> Sequence[Task]:
        return [Task("strike", 2, (1,))]


def test_what_the_end_of_a_round_brings_comes_between_its_last_turn_and_the_next_round() -> None:
    combat, _, _ = duel(rules=Reckoned(), intents="host", endurance=60, round_limit=2)
    combat.run()
    kept = (RoundBegan, TurnEnded, StrikeLanded, StrikeMissed, FightEnded)
    told = [type(e).__name__.replace("Missed", "Landed") for e in combat.drain() if isinstance(e, kept)]
    one = ["RoundBegan", "TurnEnded", "TurnEnded", "StrikeLanded"]
    assert told == [*one, *one, "FightEnded"]


def test_a_round_end_that_ends_the_encounter_begins_no_round() -> None:
    combat, _, _ = duel(seed=2, rules=Reckoned(), intents="host", endurance=1)
    combat.run()
    events = combat.drain()
    ended = of(events, FightEnded)
    assert [e.winner for e in ended] == ["blue"]
    assert len(of(events, RoundBegan)) == ended[0].rounds
    assert not [e for e in of(events, RoundBegan) if e.at >= ended[0].at]


def test_a_choice_at_a_rounds_end_holds_up_the_next_round_and_is_saved() -> None:
    content = shipped().having(creature(endurance=60))
    combat = Combat(Reckoned(), seed=1, content=content)
    for x, side in enumerate(("red", "blue")):
        combat.spawn("blob", side=side, at=(x, 0), intents="host", decisions="ask")
    combat.advance(20)
    assert combat.now == 6 * SECOND
    assert not [e for e in of(combat.drain(), RoundBegan) if e.number > 1]
    loaded = Combat.load(combat.save(), content=content, rules=Reckoned())
    for fight in (combat, loaded):
        while fight.decisions:
            decision = fight.decisions[0]
            fight.answer(decision, decision.options[0])
        fight.advance(1)
        assert [e.number for e in of(fight.drain(), RoundBegan)] == [2]
    assert combat.digest == loaded.digest
