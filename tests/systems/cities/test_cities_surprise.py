"""Surprise: who is caught unaware has no part in the first round, which comes before initiative (cities A2)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from cities_kit import KNIFE, PISTOL, duel, having, person, rules

from fleshwound.components.creature import Combatant, Place
from fleshwound.components.edits import Kill
from fleshwound.components.errors import BadValue, DespawnedCreature, IntentRefused, Refusal
from fleshwound.components.events import (
    ContestMade,
    InitiativeRolled,
    RoundBegan,
    StanceTaken,
    TurnBegan,
)
from fleshwound.components.hitpoints import Footing
from fleshwound.components.intents import Defend, Move, SnapAttack
from fleshwound.game import Ambush, Combat
from fleshwound.systems.cities.ruleset import Cities

KILLER = partial(person, "test_killer", hit_points=40, traits={"elite": 1}, skills={"sneak": 2})
GUARD = partial(person, "test_guard", hit_points=40, traits={"elite": 1}, skills={"notice": 1})


def pair(gap: int = 2, seed: int = 1, **options: object) -> tuple[Combat, int, int]:
    return duel(KILLER(weapons=(KNIFE,)), GUARD(weapons=(KNIFE,)), gap, seed, **options)


def at(made: Combat, entity: int) -> tuple[int, int]:
    place = made.component(entity, Place)
    return place.x, place.y


def turns(made: Combat, seconds: float) -> list[tuple[int, str]]:
    """Rounds and the names of whose turns began in them."""
    made.advance(seconds)
    found: list[tuple[int, str]] = []
    number = 0
    names = {made.id_of(e): made.component(e, Combatant).name for e in made.creatures}
    for event in made.drain():
        if isinstance(event, RoundBegan):
            number = event.number
        if isinstance(event, TurnBegan):
            found.append((number, names[event.creature]))
    return found


def test_who_is_caught_has_no_turn_in_the_first_round_and_has_one_in_the_second() -> None:
    made, _, b = pair()
    made.ambush(b)
    found = turns(made, 11.9)
    assert [who for number, who in found if number == 1] == ["Ann"]
    assert sorted(who for number, who in found if number == 2) == ["Ann", "Bob"]


def test_initiative_is_rolled_only_after_the_free_round() -> None:
    made, _, b = pair()
    made.ambush(b)
    made.advance(5.9)
    assert not [e for e in made.drain() if isinstance(e, InitiativeRolled)]
    made.advance(0.2)
    assert len([e for e in made.drain() if isinstance(e, InitiativeRolled)]) == 2


def test_in_the_free_round_the_unaware_do_nothing_out_of_turn_either() -> None:
    made, a, b = pair(gap=1)
    made.ambush(b)
    made.advance(0.1)
    for intent in (Defend(), SnapAttack(a)):
        with pytest.raises(IntentRefused) as refused:
            made.act(b, intent)
        assert refused.value.why is Refusal.UNAWARE
    made.advance(6)
    made.act(b, Defend())
    assert made.component(b, Footing).defending


def test_who_is_unaware_strikes_after_nobody_that_leaves() -> None:
    for caught in (True, False):
        made, a, b = pair(gap=1)
        if caught:
            made.ambush(b)
        while not any(isinstance(e, TurnBegan) and e.creature == made.id_of(a) for e in made.drain()):
            made.advance(0.5)
        made.act(a, Move((2, 5)))
        struck = [e for e in made.drain() if type(e).__name__ == "AttackRolled"]
        assert bool(struck) is not caught


def test_what_it_was_told_waits_for_the_second_round() -> None:
    made, _, b = pair(gap=3)
    made.ambush(b)
    made.act(b, Move((9, 5)))
    made.advance(5.9)
    assert at(made, b) == (8, 5)
    made.advance(6)
    assert at(made, b) == (9, 5)


@pytest.mark.parametrize("seed", range(12))
def test_a_contested_ambush_is_sneak_and_dexterity_against_notice_and_wisdom(seed: int) -> None:
    made, a, b = pair(seed=seed)
    made.ambush(b, by=a)
    told = made.drain()
    (contest,) = [e for e in told if isinstance(e, ContestMade)]
    assert (contest.what, contest.creature, contest.target) == ("ambush", made.id_of(a), made.id_of(b))
    assert dict(contest.modifiers) == {"sneak": 2}
    assert dict(contest.resisting) == {"notice": 1}
    assert contest.margin == contest.throw.total + 2 - contest.resistance.total - 1
    caught = [e for e in told if isinstance(e, StanceTaken)]
    assert [e.stance for e in caught] == (["unaware"] if contest.margin > 0 else [])
    assert made.component(b, Footing).unaware is (contest.margin > 0)


def test_an_ambush_is_refused_where_there_can_be_none() -> None:
    made, a, b = pair()
    friend = made.spawn(KILLER(), side="red", at=(5, 7), intents="host")
    with pytest.raises(IntentRefused) as refused:
        made.ambush(a, friend)
    assert refused.value.why is Refusal.OWN_TARGET
    with pytest.raises(BadValue, match="by is 'Ann'; expected"):
        made.befall(b, Ambush("Ann"))  # type: ignore[arg-type]  # what a host may get wrong
    with pytest.raises(DespawnedCreature):
        made.ambush(b, 10_000)
    made.advance(0.1)
    with pytest.raises(IntentRefused) as late:
        made.ambush(b)
    assert late.value.why is Refusal.FIGHTING
    made.edit(Kill(b))
    with pytest.raises(IntentRefused):
        made.ambush(b)


def test_rules_without_surprise_refuse_it() -> None:
    made = Combat(seed=1)
    man = made.spawn("human", side="red", at=(0, 0))
    with pytest.raises(IntentRefused) as refused:
        made.befall(man, Ambush(None))
    assert refused.value.why is Refusal.UNSUPPORTED


def test_saved_before_the_fight_it_is_still_unaware() -> None:
    killer, guard = KILLER(weapons=(KNIFE,)), GUARD(weapons=(PISTOL,))
    made, _, b = duel(killer, guard)
    made.ambush(b)
    again = Combat.load(made.save(), content=having(killer, guard), rules=rules())
    made.drain(), again.drain()
    assert turns(again, 11.9) == turns(made, 11.9)
    assert again.save() == made.save()


def test_in_the_option_each_rolls_for_itself_and_acts_by_that() -> None:
    """And each rolls once a fight: eight dice of six turns in three rounds, each in its place."""
    tables = rules().tables
    alone = Cities(replace(tables, fight=replace(tables.fight, individual_initiative=True)), {})
    quick = person("test_quick", hit_points=60, attributes={"dexterity": 18}, morale=None)
    slow = person("test_slow", hit_points=60, morale=None)
    for seed in range(10):
        made = Combat(rules=alone, seed=seed)
        for n in range(3):
            made.spawn(quick, side="red", at=(0, 4 * n), name=f"red {n}", intents="host")
            made.spawn(slow, side="blue", at=(9, 4 * n), name=f"blue {n}", intents="host")
        found = turns_of(made)
        rolled = {e.creature: e.total for e in found if isinstance(e, InitiativeRolled)}
        assert len(rolled) == 6
        rounds = [[e.creature for e in found if isinstance(e, TurnBegan)][i : i + 6] for i in (0, 6, 12)]
        assert rounds[0] == rounds[1] == rounds[2]
        assert [rolled[who] for who in rounds[0]] == sorted(rolled.values(), reverse=True)
        assert all(
            e.throw.total + (2 if e.side == "red" else 0) == e.total for e in found if type(e) is InitiativeRolled
        )


def turns_of(made: Combat) -> list[object]:
    made.advance(17.9)
    return list(made.drain())
