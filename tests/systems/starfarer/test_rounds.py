"""starfarer B2, by its worked example and its options."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says
from rulebook import tables as tables_of
from settings import having

from fleshwound.components.errors import BadValue
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.starfarer.rounds import (
    Standing,
    action_points,
    closed,
    declared,
    defended,
    ease_of_several,
    foremost,
    may_act,
    may_defend,
    next_to_act,
    phases,
)
from fleshwound.systems.starfarer.tables import Tables, TieBy

EXAMPLE = tables_of("B2")[0]


def played(tables: Tables, points: dict[str, int]) -> tuple[list[tuple[str, int]], dict[str, int]]:
    """Play a round in which everybody acts in every phase: who acted at how many points, and what is left."""
    left, order = dict(points), []
    names = sorted(points)
    while True:
        standings = [Standing(id, left[name], 0, 0) for id, name in enumerate(names, 1)]
        next_id = scripted(next_to_act(tables.rounds, standings))
        if next_id is None:
            return order, left
        name = names[next_id - 1]
        order.append((name, left[name]))
        left[name] = closed(tables.rounds, left[name], (0,))


def test_the_worked_example_has_a_act_at_21_b_at_14_and_a_at_11_and_carries_1_4_and_9(tables: Tables) -> None:
    says("B2", "Order: A(21), B(14), A(11). Next round A adds 1, B adds 4, C adds 9 to initiative.")
    assert EXAMPLE.head[:3] == ("Init", "d10", "AP")
    points = {}
    for name, (initiative, die, total, *_) in EXAMPLE.rows.items():
        rolled = scripted(action_points(tables.rounds, int(initiative), 0), int(total))
        assert rolled == int(initiative) + int(die) == int(total)
        points[name] = rolled
    order, left = played(tables, points)
    assert order == [("A", 21), ("B", 14), ("A", 11)]
    assert left == {"A": 1, "B": 4, "C": 9} == {name: int(row[-1]) for name, row in EXAMPLE.rows.items()}


def test_the_phases_of_the_worked_example_are_laid_out_ahead(tables: Tables) -> None:
    ids = dict(enumerate(EXAMPLE.rows.items(), 1))
    standings = [Standing(id, int(row[2]), int(row[0]), 5) for id, (_, row) in ids.items()]
    assert [ids[id][0] for id in scripted(phases(tables.rounds, standings))] == ["A", "B", "A"]


def test_each_tie_among_the_phases_is_rolled_off(tables: Tables) -> None:
    twins = [Standing(id, 25, 9, 5) for id in (3, 4)]
    orders = enumerated(lambda: phases(tables.rounds, twins))
    assert orders == {order: Fraction(1, 4) for order in ((3, 4, 3, 4), (3, 4, 4, 3), (4, 3, 3, 4), (4, 3, 4, 3))}


def test_what_is_left_is_added_to_the_next_round(tables: Tables) -> None:
    odds = enumerated(lambda: action_points(tables.rounds, 7, 9))
    assert odds == {7 + 9 + die: Fraction(1, 10) for die in range(1, 11)}


def test_debts_carry_over_too(tables: Tables) -> None:
    says("B9", "Negative action points carry over.")
    assert min(enumerated(lambda: action_points(tables.rounds, 7, -3))) == 5
    forgiven = having(tables, rounds__debts_carry=False).rounds
    assert min(enumerated(lambda: action_points(forgiven, 7, -3))) == 8
    assert min(enumerated(lambda: action_points(forgiven, 7, 3))) == 11


def test_a_round_is_six_seconds(tables: Tables) -> None:
    says("B2", "Combat round = 6 s")
    assert tables.rounds.round_s == 6


@pytest.mark.parametrize(("points", "acts"), [(9, False), (10, True), (11, True), (-1, False)])
def test_a_phase_takes_ten_whole_points(tables: Tables, points: int, acts: bool) -> None:
    assert may_act(tables.rounds, points) is acts


@pytest.mark.parametrize(
    ("standings", "first"),
    [
        ([Standing(1, 14, 9, 5), Standing(2, 15, 3, 3)], (2,)),
        ([Standing(1, 14, 9, 5), Standing(2, 14, 8, 9)], (1,)),
        ([Standing(1, 14, 9, 5), Standing(2, 14, 9, 6)], (2,)),
        ([Standing(3, 14, 9, 5), Standing(2, 14, 9, 5), Standing(1, 9, 9, 9)], (2, 3)),
        ([Standing(1, 9, 9, 9)], ()),
        ([], ()),
    ],
)
def test_ties_go_to_initiative_then_dexterity(
    tables: Tables, standings: Sequence[Standing], first: tuple[int, ...]
) -> None:
    says("B2", "Ties: higher Initiative, then Dexterity, then roll (R).")
    assert foremost(tables.rounds, standings) == first


def test_what_decides_ties_is_a_setting(tables: Tables) -> None:
    standings = [Standing(1, 14, 9, 5), Standing(2, 14, 8, 9)]
    assert foremost(having(tables, rounds__ties=(TieBy.DEXTERITY,)).rounds, standings) == (2,)
    assert foremost(having(tables, rounds__ties=()).rounds, standings) == (1, 2)


def test_a_tie_in_everything_is_rolled_off_evenly(tables: Tables) -> None:
    three = [Standing(id, 14, 9, 5) for id in (4, 7, 9)]
    assert enumerated(lambda: next_to_act(tables.rounds, three)) == {id: Fraction(1, 3) for id in (4, 7, 9)}


@given(st.lists(st.tuples(st.integers(-20, 60), st.integers(1, 9)), max_size=6))
def test_a_round_ends_with_nobody_at_ten_and_costs_ten_for_each_act(
    tables: Tables, rolled: list[tuple[int, int]]
) -> None:
    points = {f"{index}": total for index, (total, _) in enumerate(rolled)}
    left, acts = dict(points), dict.fromkeys(points, 0)
    while first := foremost(tables.rounds, [Standing(int(name), total, 0, 0) for name, total in left.items()]):
        name = str(first[0])
        assert left[name] == max(left.values())
        left[name] = closed(tables.rounds, left[name], (0,))
        acts[name] += 1
    assert all(total < 10 for total in left.values())
    assert {name: left[name] + 10 * acts[name] for name in left} == points
    assert all(left[name] >= 0 for name in left if points[name] >= 0)


def test_options_are_off_unless_set(tables: Tables) -> None:
    rounds = tables.rounds
    options = (rounds.declaration, rounds.initiative_modifiers, rounds.multiple_actions, rounds.declared_ahead)
    assert options == (False,) * 4


@pytest.mark.parametrize("option", ["declaration", "initiative_modifiers", "multiple_actions"])
def test_actions_are_declared_ahead_where_an_option_asks_for_it(tables: Tables, option: str) -> None:
    says("B2", "Where initiative modifiers or multiple actions are in use, it is named when the last phase closes")
    assert having(tables, **{f"rounds__{option}": True}).rounds.declared_ahead


def test_an_initiative_modifier_counts_when_it_is_declared(tables: Tables) -> None:
    says("B2", "Added to the AP total of the character's next phase when declared")
    on = having(tables, rounds__initiative_modifiers=True).rounds
    assert declared(on, 14, (2,)) == 16
    assert declared(on, 14, (-3,)) == 11
    assert closed(on, 11, (-3,)) == 1
    assert declared(tables.rounds, 14, (2,)) == 14, "not where the option is off"


def test_of_several_actions_the_smallest_modifier_counts_first_and_the_others_at_the_end(tables: Tables) -> None:
    says("B2", "count just the smallest at declaration")
    says("B2", "−1 AP for each action performed, and add all other initiative modifiers (all but the lowest)")
    on = having(tables, rounds__initiative_modifiers=True, rounds__multiple_actions=True).rounds
    assert declared(on, 20, (2, -1, 3)) == 19
    assert closed(on, 19, (2, -1, 3)) == 19 - 10 - 3 + 5
    assert closed(on, 19, (2, -1, 3), performed=1) == 19 - 10 - 1 + 5, "each action performed"
    without = having(tables, rounds__multiple_actions=True).rounds
    assert (declared(without, 20, (2, -1)), closed(without, 20, (2, -1))) == (20, 8)


def test_a_single_action_costs_the_phase_alone(tables: Tables) -> None:
    on = having(tables, rounds__initiative_modifiers=True, rounds__multiple_actions=True).rounds
    assert closed(on, 21, (3,)) == 11


@pytest.mark.parametrize(("actions", "lost"), [(1, 0), (2, -1), (3, -2)])
def test_every_task_of_a_phase_is_harder_for_each_action_past_the_first(
    tables: Tables, actions: int, lost: int
) -> None:
    says("B2", "(2 actions: −1 each; 3: −2)")
    assert sum(by for _, by in ease_of_several(tables.rounds, actions)) == lost


@pytest.mark.parametrize("modifiers", [(), (0, 0)])
def test_a_phase_has_one_action_where_several_are_off(tables: Tables, modifiers: tuple[int, ...]) -> None:
    for rule in (declared, closed):
        with pytest.raises(BadValue, match="expected"):
            rule(tables.rounds, 20, modifiers)


def test_a_defence_costs_an_action(tables: Tables) -> None:
    says("B1", "costs an action")
    assert not may_defend(tables.rounds, 9)
    assert may_defend(tables.rounds, 10)
    assert defended(tables.rounds, 14) == 4
    debt = having(tables, rounds__defence_from=0).rounds
    assert may_defend(debt, 4)
    assert defended(debt, 4) == -6
