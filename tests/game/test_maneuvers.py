"""What the mind that weighs by odds does besides striking, where rules offer it; it knows none of them by name."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from cities_kit import CLUB, COAT, KNIFE, PISTOL, combat, duel, named, person

from fleshwound.components.creature import Place
from fleshwound.components.edits import Injure
from fleshwound.components.events import StanceTaken
from fleshwound.components.hitpoints import Footing
from fleshwound.components.intents import Charge, Defend, Screen, Strike, Withdraw
from fleshwound.game import Combat
from fleshwound.game.ai import think
from fleshwound.systems.cities.contests import opposed
from fleshwound.systems.cities.screening import SCREEN, bearing, screened
from fleshwound.systems.drivers import enumerated

FIGHTER = {"skills": {"stab": 2}, "melee_attack": None, "weapons": (KNIFE,)}


def thought(made: Combat, entity: int) -> object:
    with made._here() as battle:
        return think(battle, entity)


def facing(one: object, other: object, gap: int, **options: object) -> tuple[Combat, int, int]:
    made, a, b = duel(one, other, gap, turns="host", ai={"red": "odds"}, **options)  # type: ignore[arg-type]  # looked at from within
    made.begin_turn(a)
    return made, a, b


def test_it_charges_whom_no_walk_brings_within_reach() -> None:
    made, a, b = facing(person(weapons=(KNIFE,)), person("test_other"), 10)
    chosen = thought(made, a)
    assert chosen == Charge(b)
    odds = made.odds(a, Charge(b))
    assert ("charge", 2) in odds.rolls[0].modifiers
    made.act(a, Charge(b))
    assert [event.stance for event in made.drain() if isinstance(event, StanceTaken)] == ["charge"]


def test_it_walks_up_to_whom_a_walk_reaches() -> None:
    made, a, _ = facing(person(weapons=(KNIFE,)), person("test_other"), 5)
    assert not isinstance(thought(made, a), Charge)


def test_it_defends_itself_with_an_action_that_is_good_for_nothing_else() -> None:
    made = combat(1, person(), turns="host", ai="odds", blocked=frozenset(product((4, 6), (4, 5, 6))))
    a = made.spawn(person(), side="red", at=(5, 5), intents="host")
    for y in (4, 6):
        made.spawn(person(), side="red", at=(5, y), intents="host")
    made.spawn(person(weapons=(PISTOL,)), side="blue", at=(9, 5), intents="host")
    made.begin_turn(a)
    assert thought(made, a) == Defend()


def test_it_defends_where_that_saves_more_than_its_blow_does() -> None:
    made, a, b = facing(person(hit_points=1), person("test_killer", melee_attack=9, hit_points=90, weapons=(CLUB,)), 1)
    assert thought(made, a) == Defend()
    taken, guarded = made.odds(b, Strike(a, "test_club/strike")), made.odds(b, Strike(a), "total defense")
    assert guarded.defence == "total defense"
    assert guarded.out < taken.out
    made.act(a, Defend())
    played = made.odds(b, Strike(a, "test_club/strike"))
    assert (played.out, played.hit) == (guarded.out, guarded.hit)


def test_it_withdraws_from_foes_about_to_kill_it_whom_friends_keep_busy() -> None:
    made = combat(1, named(), turns="host", ai="odds")
    weak = made.spawn(person(hit_points=10), side="red", at=(5, 5), intents="host")
    foe = made.spawn(
        person("test_killer", melee_attack=14, hit_points=90, weapons=(CLUB,)), side="blue", at=(6, 5), intents="host"
    )
    made.edit(Injure(weak, level=9))
    made.begin_turn(weak)
    alone = thought(made, weak)
    made.end_turn()
    made.spawn(person("test_friend", hit_points=30), side="red", at=(7, 5), intents="host")
    made.begin_turn(weak)
    assert alone != Withdraw()
    assert thought(made, weak) == Withdraw()
    made.act(weak, Withdraw())
    away = thought(made, weak)
    made.act(weak, away)  # type: ignore[arg-type]  # looked at from within
    assert made.vitals(weak).alive
    assert made.component(weak, Place).x < 5
    assert made.vitals(foe).health == 100


def test_it_screens_a_friend_who_has_more_to_fear() -> None:
    made = combat(1, named(), turns="host", ai="odds")
    strong = made.spawn(named(hit_points=40, armor=(COAT,), **FIGHTER), side="red", at=(5, 5), intents="host")
    weak = made.spawn(person("test_friend", hit_points=2), side="red", at=(5, 6), intents="host")
    foe = made.spawn(person("test_other", hit_points=90, weapons=(CLUB,)), side="blue", at=(6, 5), intents="host")
    made.begin_turn(strong)
    made.act(strong, Strike(foe, "test_knife/stab"))
    assert thought(made, strong) == Screen(weak)


def test_odds_against_many_screens_are_those_of_one_after_the_other() -> None:
    made = combat(1, named(), turns="host")
    guards = [made.spawn(named(hit_points=40, **FIGHTER), side="red", at=(5 + n, 5), intents="host") for n in range(2)]
    weak = made.spawn(person("test_friend", hit_points=2), side="red", at=(5, 6), intents="host")
    foe = made.spawn(person("test_other", weapons=(CLUB,)), side="blue", at=(6, 7), intents="host")
    for guard in guards:
        made.begin_turn(guard)
        made.act(guard, Screen(weak))
        made.end_turn()
    with made._here() as battle:
        rules = battle.ruleset
        who, screens = rules._seen(battle, foe), [rules._seen(battle, one) for one in guards]  # type: ignore[attr-defined]  # looked at from within
        straight = enumerated(lambda: screened(who, screens))
        chance = sum(share for facts, share in straight.items() if facts.instead is not None)
        alone = enumerated(lambda: opposed(SCREEN, bearing(who), bearing(screens[0])))
    assert 0 < sum(share for found, share in alone.items() if found.margin <= 0) < chance
    odds = made.odds(foe, Strike(weak, "test_club/strike"))
    free = chance_of_hit(made, foe, weak, guards)
    assert odds.hit == pytest.approx(float((1 - chance) * free), abs=1e-12)


def chance_of_hit(made: Combat, foe: int, weak: int, guards: list[int]) -> Fraction:
    for guard in guards:
        made.component(guard, Footing).screening = None
    return Fraction(made.odds(foe, Strike(weak, "test_club/strike")).hit).limit_denominator(10_000)
