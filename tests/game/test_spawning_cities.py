"""Everybody under both rulesets: who can be spawned, who is refused and why; the fights that are shipped for cities."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from fleshwound.components.errors import BadValue, WrongRules
from fleshwound.game import Combat
from fleshwound.game.content import shipped

CREATURES: Final = sorted(shipped().creatures)
SCENARIOS: Final = ("street_shootout", "corridor_breach", "knife_fight", "drone_hunt", "last_stand")


@pytest.mark.parametrize("id", CREATURES)
def test_who_has_a_body_can_be_spawned_under_cities_with_its_gear(id: str) -> None:
    combat = Combat("cities")
    if shipped().creature(id).anatomy.incorporeal:
        with pytest.raises(BadValue, match="no body"):
            combat.spawn(id, side="a", at=(0, 0))
        assert combat.creatures == ()
        return
    entity = combat.spawn(id, side="a", at=(0, 0))
    vitals = combat.vitals(entity)
    assert (vitals.alive, vitals.can_act, vitals.health) == (True, True, 100)


@pytest.mark.parametrize("id", CREATURES)
def test_who_is_given_for_any_rules_can_be_spawned_under_heroic_and_others_are_refused(id: str) -> None:
    combat = Combat("heroic")
    if shipped().creature(id).rules is None:
        assert combat.vitals(combat.spawn(id, side="a", at=(0, 0))).alive
        return
    with pytest.raises(WrongRules, match=f"creature {id} is for the rules cities alone; expected one for heroic"):
        combat.spawn(id, side="a", at=(0, 0))
    assert combat.creatures == ()


@pytest.mark.parametrize("id", [id for id in CREATURES if not shipped().creature(id).anatomy.incorporeal])
def test_who_is_spawned_under_cities_can_be_fought(id: str) -> None:
    combat = Combat("cities", seed=4, round_limit=30)
    combat.spawn(id, side="a", at=(2, 2))
    combat.spawn("swat", side="b", at=(6, 2))
    assert combat.run().reason in ("last side able", "round limit", "no encounter")


@pytest.mark.parametrize("id", SCENARIOS)
def test_a_scenario_of_cities_plays_to_its_end(id: str) -> None:
    assert shipped().scenario(id).rules == "cities"
    combat = Combat.of(id, seed=3)
    assert combat.run().winner is not None


FIGHTS: Final = 60
"""Of each scenario; seeds 0..59."""


@pytest.mark.sample
@pytest.mark.parametrize("id", SCENARIOS)
def test_neither_side_of_a_scenario_wins_nearly_always(id: str) -> None:
    """Each wins at most 70 % [R], measured on 60 fights with 3 standard errors of leave; the last stand isn't fair."""
    wins = Counter(Combat.of(id, seed=seed).run().winner for seed in range(FIGHTS))
    most = 0.70 + 3 * (0.7 * 0.3 / FIGHTS) ** 0.5
    for side in shipped().scenario(id).sides:
        assert wins[side.id] > 0, wins
        if id != "last_stand":
            assert wins[side.id] <= most * FIGHTS, wins
    if id == "last_stand":
        assert wins["block"] > wins["squad"]


@pytest.mark.parametrize("id", ["wolves_at_night", "brigands_on_the_road", "archers_at_the_farm", "pikes_at_the_ford"])
def test_a_scenario_of_heroic_plays_under_cities(id: str) -> None:
    combat = Combat.of(id, seed=1, rules="cities")
    assert combat.run().reason in ("last side able", "round limit")


def test_a_scenario_of_cities_is_refused_under_heroic() -> None:
    with pytest.raises(WrongRules, match="for the rules cities alone; expected one for heroic"):
        Combat.of("knife_fight", rules="heroic")
