"""What the asset of `cities` gives as our reading or from memory is read from it: changed there, play changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from cities_kit import ALL, having, person
from scripting import editing, play

from fleshwound.components.definitions import Aspect
from fleshwound.components.events import InitiativeRolled
from fleshwound.components.hazards import Dice, Fall, Fire
from fleshwound.components.hitpoints import HitPoints
from fleshwound.components.intents import LieDown
from fleshwound.game import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.cities.numbers import hit_points, modifier
from fleshwound.systems.cities.ruleset import Cities
from fleshwound.systems.cities.tables import Tables
from fleshwound.systems.drivers import enumerated


def under(section: str, seed: int = 1, **figures: Any) -> tuple[Combat, list[int]]:
    """Two a side by a ruleset of which some figures of one section differ; all of them wait for a host."""
    content = shipped()
    tables = content.tables("cities", Tables)
    changed = replace(tables, **{section: replace(getattr(tables, section), **figures)})
    rules = Cities(changed, {**content.weapons, **{one.id: one for one in ALL}})
    slow = person(attributes={"dexterity": 3})
    quick = person("test_other", attributes={"dexterity": 18})
    made = Combat(rules=rules, seed=seed, content=having(slow, quick), size=(40, 20))
    return made, [
        made.spawn(kind, side=side, at=(x, y), intents="host")
        for side, x in (("red", 5), ("blue", 20))
        for y, kind in ((5, slow), (6, quick))
    ]


def test_crawling_costs_the_feet_a_cell_that_the_table_says() -> None:
    for feet in (10, 25):
        made, (one, *_) = under("fight", crawl_ft=feet)
        play(made, one, LieDown())
        with editing(made) as battle:
            assert battle.ruleset.stride(one) == feet


def test_a_side_rolls_once_for_all_and_in_the_option_everybody_rolls_for_itself() -> None:
    made, _ = under("fight")
    made.advance(1)
    rolled = [event for event in made.drain() if isinstance(event, InitiativeRolled)]
    assert sorted((event.side, event.creature, event.modifier) for event in rolled) == [
        ("blue", None, 0),
        ("red", None, 0),
    ]
    for seed in range(20):
        made, _ = under("fight", seed, individual_initiative=True)
        made.advance(1)
        events = made.drain()
        rolled = [event for event in events if isinstance(event, InitiativeRolled)]
        assert sorted((event.creature, event.modifier) for event in rolled) == [(1, -2), (2, 2), (3, -2), (4, 2)]
        assert all(event.total == event.throw.total + event.modifier for event in rolled)
        totals = {event.creature: event.total for event in rolled}
        order = next(event.order for event in events if type(event).__name__ == "RoundBegan")
        assert [totals[one] for one in order] == sorted(totals.values(), reverse=True)


@pytest.mark.parametrize(("feet", "a_die", "dice"), [(9, 10, 0), (10, 10, 1), (19, 10, 1), (20, 10, 2), (20, 5, 4)])
def test_a_fall_does_a_die_for_as_many_feet_as_the_table_says(feet: int, a_die: int, dice: int) -> None:
    made, (one, *_) = under("hazards", fall_ft=a_die, sides=1)  # a die of one side tells how many were rolled
    with editing(made) as battle:
        task = battle.ruleset.hazard(battle, one, Fall(feet))
    assert task.payload == (dice, 1, 0, "fall")


def test_fire_does_dice_of_the_sides_that_the_table_says() -> None:
    for sides in (6, 4):
        made, (one, *_) = under("hazards", sides=sides)
        with editing(made) as battle:
            assert battle.ruleset.hazard(battle, one, Fire(3, None)).payload == (3, sides, 0, "fire")


def test_an_attribute_that_is_left_out_has_the_score_of_the_table() -> None:
    content = shipped()
    tables = content.tables("cities", Tables)
    for score, found in ((3, -2), (10, 0), (18, 2)):
        numbers = replace(tables.numbers, attribute_default=score)
        profile = person().cities
        assert profile is not None
        assert modifier(replace(tables, numbers=numbers), profile, "wisdom") == found


def test_a_level_gives_at_least_the_hit_points_of_the_table() -> None:
    tables = shipped().tables("cities", Tables)
    for least in (1, 3):
        changed = replace(tables, numbers=replace(tables.numbers, hit_points_least=least))
        assert min(enumerated(lambda changed=changed: hit_points(changed, 1, -2, hard_to_kill=False))) == least


def test_harm_is_never_below_the_least_damage_of_the_table() -> None:
    for least in (0, 2):
        made, (one, *_) = under("damage", least=least)
        made.harm(one, Dice(1, 2, -5), Aspect.BLUNT)
        assert made.component(one, HitPoints).left == 5 - least
