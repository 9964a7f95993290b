from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny import duel, snapshot, tiny
from toy import Toy, creature, points

from fleshwound.components.creature import Place
from fleshwound.components.errors import BadValue, IntentRefused, Refusal
from fleshwound.components.events import Moved, StrikeLanded, StrikeMissed
from fleshwound.components.intents import Move, Stand, Strike
from fleshwound.game.combat import Combat
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import Cell, distance
from fleshwound.systems.queries import standing_cells, taken_cells
from fleshwound.systems.turns import follow


def place(combat: Combat, entity: int) -> tuple[int, int, int]:
    at = combat.component(entity, Place)
    return at.x, at.y, at.facing


def test_a_move_goes_as_far_as_the_move_left_allows() -> None:
    combat, a, _ = duel(intents="host", gap=30)
    combat.step()
    combat.act(a, Move((0, 20)))
    assert place(combat, a) == (0, 10, 4)
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, Move((0, 20)))
    assert refused.value.why is Refusal.NO_MOVE_LEFT


def test_up_to_the_lesser_move_the_action_is_kept_and_beyond_it_is_used() -> None:
    combat, a, b = duel(intents="host", gap=7)
    combat.step()
    combat.act(a, Move((5, 0)))
    assert combat.battle.turn is not None
    assert not combat.battle.turn.acted
    combat.act(a, Move((6, 0)))
    assert combat.battle.turn.acted
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, Strike(b))
    assert refused.value.why is Refusal.NO_ACTION_LEFT


def test_after_a_blow_only_the_lesser_move_is_left() -> None:
    combat, a, b = duel(intents="host")
    combat.step()
    combat.act(a, Strike(b))
    combat.act(a, Move((0, 20)))
    assert place(combat, a)[:2] == (0, 5)


def test_a_stride_says_what_a_cell_costs() -> None:
    combat, a, _ = duel(intents="host", gap=30)
    combat.step()
    with combat._here():
        points(a).left = 1
    combat.act(a, Move((0, 20)))
    assert place(combat, a)[:2] == (0, 5)


def test_a_way_leads_round_what_stands_in_it_and_over_the_fallen() -> None:
    combat = tiny(size=(5, 3), blocked=frozenset({(2, 0), (2, 2)}))
    a = combat.spawn(creature(move_ft=100), side="red", at=(0, 1), intents="host")
    b = combat.spawn(creature(), side="red", at=(2, 1), intents="host")
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, Move((4, 1)))
    assert refused.value.why is Refusal.NO_PATH
    with combat._here() as battle:
        battle.ruleset.fall_dead(battle, b, "lightning")
    combat.act(a, Move((4, 1)))
    assert place(combat, a) == (4, 1, 2)


def test_towards_a_taken_cell_one_walks_up_to_it() -> None:
    combat, a, b = duel(intents="host", gap=4)
    combat.step()
    combat.act(a, Move((4, 0)))
    assert place(combat, a)[:2] == (3, 0)
    assert place(combat, b)[:2] == (4, 0)


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ((9, 0), Refusal.OUT_OF_BOUNDS),
        ((-1, 0), Refusal.OUT_OF_BOUNDS),
        ((0, 2), Refusal.OUT_OF_BOUNDS),
        ((0, 0), Refusal.NO_PATH),
        ((1, 0), Refusal.OCCUPIED),
        ((7, 7), Refusal.NO_PATH),
    ],
)
def test_a_move_that_leads_nowhere_is_refused_and_changes_nothing(to: tuple[int, int], why: Refusal) -> None:
    ring = {(x, y) for x in (6, 7, 8) for y in (6, 7, 8)} - {(7, 7)}
    combat = tiny(size=(9, 9), blocked=frozenset({(0, 2)} | ring))
    a = combat.spawn(creature(), side="red", at=(0, 0), intents="host")
    combat.spawn(creature(), side="red", at=(1, 0), intents="host")
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, Move(to))
    assert refused.value.why is why
    assert snapshot(combat) == before


@pytest.mark.parametrize("to", [(1.5, 2), ("1", 2), (1,), (1, 2, 3), [1, 2], None, (True, 1)])
def test_a_cell_is_two_whole_numbers(to: object) -> None:
    combat, a, _ = duel(intents="host")
    combat.step()
    before = snapshot(combat)
    with pytest.raises(BadValue, match="two whole numbers"):
        combat.act(a, Move(to))  # type: ignore[arg-type]  # what a host may pass all the same
    assert snapshot(combat) == before


def test_who_stands_can_not_stand_up() -> None:
    combat, a, _ = duel(intents="host")
    combat.step()
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, Stand())
    assert refused.value.why is Refusal.ALREADY_UP


class Lying(Toy):
    """The toy, in which creature 1 lies on the ground."""

    def prone(self, entity: int) -> bool:
        return entity == 1


def test_who_lies_under_somebody_has_no_room_to_rise() -> None:
    combat = tiny(rules=Lying())
    a = combat.spawn(creature(), side="red", at=(0, 0), intents="host")
    b = combat.spawn(creature(), side="red", at=(1, 0), intents="host")
    combat.component(b, Place).x = 0
    with combat._here() as battle:
        assert standing_cells(battle, a) == {(0, 0)}
        assert standing_cells(battle, b) == frozenset()
        assert taken_cells(battle, b) == {(0, 0)}
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, Stand())
    assert refused.value.why is Refusal.OCCUPIED


@given(st.tuples(st.integers(-30, 30), st.integers(-30, 30)), st.integers(0, 60))
def test_a_path_is_made_of_single_steps_and_ends_where_the_creature_stands(to: tuple[int, int], move_ft: int) -> None:
    combat = tiny()
    a = combat.spawn(creature(move_ft=move_ft), side="red", at=(0, 0), intents="host")
    combat.spawn(creature(), side="red", at=(1, 1), intents="host")
    try:
        combat.act(a, Move(to))
    except IntentRefused:
        assert to == (0, 0) or to == (1, 1) or 2 * move_ft < 5
        return
    (moved,) = [event for event in combat.drain() if isinstance(event, Moved)]
    assert all(distance(x, y) == 1 for x, y in zip([(0, 0), *moved.path], moved.path, strict=False))
    assert len(moved.path) <= 2 * move_ft // 5
    assert (1, 1) not in moved.path
    assert place(combat, a) == (*moved.path[-1], moved.facing)


# --- a way broken into ------------------------------------------------------------------------------------------------


class Guarded(Toy):
    """Whoever has gone two cells of a way is struck by the other, once on it."""

    def sets_out(
        self, battle: Battle, entity: int, path: Sequence[Cell], *, begun: bool
    ) -> tuple[int, Sequence[Task]] | None:
        mover = battle.ids[entity]
        others = [creature for creature in battle.roster if creature != mover]
        return None if begun or len(path) < 2 else (2, [Task("strike", others[0], (mover,))])


def guarded(decisions: str = "auto", left: int = 12) -> tuple[Combat, int]:
    combat = tiny(3, rules=Guarded(), turns="host")
    a = combat.spawn(creature(), side="red", at=(0, 0), intents="host", decisions=decisions)
    combat.spawn(creature(), side="blue", at=(0, 1), intents="host")
    with combat._here():
        points(a).left = left
    combat.begin_turn(a)
    combat.drain()
    return combat, a


def test_what_reacts_on_the_way_comes_before_the_rest_of_the_move() -> None:
    combat, a = guarded()
    combat.act(a, Move((5, 0)))
    told = [event for event in combat.drain() if isinstance(event, Moved | StrikeLanded | StrikeMissed)]
    first, _, last = told
    assert isinstance(first, Moved)
    assert isinstance(last, Moved)
    assert (first.path, last.path) == (((1, 0), (2, 0)), ((3, 0), (4, 0), (5, 0)))
    assert combat.battle.held_up == []
    assert combat.battle.turn is not None
    assert combat.battle.turn.feet == 25


def test_who_dies_on_the_way_goes_no_further() -> None:
    combat, a = guarded(left=1)
    combat.act(a, Move((5, 0)))
    assert not combat.vitals(a).alive
    assert place(combat, a)[:2] == (2, 0)
    assert combat.battle.held_up == []


def test_the_rest_of_a_move_waits_for_a_choice() -> None:
    combat, a = guarded(decisions="ask")
    combat.act(a, Move((5, 0)))
    (decision,) = combat.decisions
    assert place(combat, a)[:2] == (2, 0)
    combat.answer(decision, "duck")
    assert place(combat, a)[:2] == (5, 0)


def test_what_comes_of_a_break_that_outlives_the_turn_is_nothing() -> None:
    combat, a = guarded()
    with combat._here() as battle:
        battle.held_up.append(Task("go_on", battle.ids[a], (5, 0, 99)))
        follow(battle)
    assert place(combat, a)[:2] == (0, 0)
    combat.end_turn()
    with combat._here() as battle:
        battle.held_up.append(Task("go_on", battle.ids[a], (5, 0, 5)))
        follow(battle)
    assert place(combat, a)[:2] == (0, 0)
