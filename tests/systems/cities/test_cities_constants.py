"""What the asset of `cities` gives as our reading or from memory is read from it: changed there, play changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cities_kit import ALL, having, person
from scripting import editing, play

from fleshwound.components.events import InitiativeRolled
from fleshwound.components.intents import LieDown
from fleshwound.game import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.cities.ruleset import Cities
from fleshwound.systems.cities.tables import Tables


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
