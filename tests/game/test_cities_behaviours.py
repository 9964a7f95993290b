"""Behaviours that games of this kind get wrong, under `cities` (numbers of `behaviours`)."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cities_kit import CLUB, COAT, FLASH, KNIFE, PISTOL, RIFLE, combat, duel, named, person, rules
from hypothesis import given
from hypothesis import strategies as st
from scripting import editing, play

from fleshwound.components.creature import Held
from fleshwound.components.draws import Draw
from fleshwound.components.edits import Afflict, Heal, Injure, Kill, Revive
from fleshwound.components.errors import BadValue, IntentRefused, Refusal
from fleshwound.components.events import AttackRolled, Died, Event, StateChanged
from fleshwound.components.hitpoints import Footing, HitPoints
from fleshwound.components.intents import Defend, Grab, Move, Press, Stand, Strike, Trip
from fleshwound.game import Combat
from fleshwound.game.ai.helping import refusal
from fleshwound.game.content import shipped
from fleshwound.systems.cities.consequences import injure
from fleshwound.systems.cities.damage import Force, struck
from fleshwound.systems.cities.fighter import of, victim_of
from fleshwound.systems.cities.victim import Victim
from fleshwound.systems.drivers import enumerated

HERE = Path(__file__).parents[1]


@pytest.mark.parametrize("state", ["mortally wounded", "incapacitated", "unconscious"])
def test_26_the_down_take_no_actions_and_say_why(state: str) -> None:
    made, a, b = duel(named(weapons=(KNIFE,)), named("test_other"))
    made.edit(Afflict(a, state))
    for intent in (Strike(b), Move((1, 1)), Stand(), Defend()):
        with pytest.raises(IntentRefused) as why:
            made.act(a, intent)
        assert why.value.why is Refusal.CANNOT_ACT
    made.edit(Kill(a))
    with pytest.raises(IntentRefused) as why:
        made.act(a, Strike(b))
    assert why.value.why is Refusal.DEAD


def test_27_nobody_strikes_on_at_the_dead() -> None:
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other"))
    made.edit(Kill(b))
    with editing(made) as battle:
        assert refusal(battle, a, Strike(b)) is Refusal.DEAD_TARGET


def test_28_who_is_down_can_be_struck_but_minds_prefer_who_can_fight() -> None:
    made = combat(1, person(), named("test_victim"), person("test_other", hit_points=90))
    made.spawn(person(weapons=(PISTOL,)), side="red", at=(5, 5), name="Ann")
    fallen = made.spawn(named("test_victim"), side="blue", at=(6, 5), name="Bob", intents="host")
    made.spawn(person("test_other", hit_points=90), side="blue", at=(5, 6), name="Cid", intents="host")
    made.edit(Afflict(fallen, "unconscious"))
    with editing(made) as battle:
        assert refusal(battle, made.entity(1), Strike(fallen, "unarmed/strike")) is None
    made.advance(12)
    struck_at = {event.target for event in made.drain() if isinstance(event, AttackRolled) and event.attacker == 1}
    assert struck_at == {3}


def test_29_death_is_never_shaken_off_and_a_revival_is_whole() -> None:
    made, a, _ = duel(named(), person())
    made.edit(Kill(a))
    made.advance(30 * 86_400)
    assert not made.vitals(a).alive
    made.edit(Revive(a))
    assert (made.vitals(a).state, made.vitals(a).health) == ("none", 100)


def test_33_everybody_who_can_be_put_down_without_dying_wakes() -> None:
    for id, kind in sorted(shipped().under("cities").creatures.items()):
        made = Combat(rules="cities")
        try:
            a = made.spawn(kind, side="red", at=(0, 0), intents="host")
        except BadValue:
            assert kind.anatomy.incorporeal, id
            continue
        if kind.cities is not None and kind.cities.machine:
            continue
        made.edit(Afflict(a, "incapacitated"))
        made.advance(600)
        assert made.vitals(a).can_act, id


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 3))
def test_42_soak_and_armour_never_add_damage(soak: int, more: int, armor: int) -> None:
    made, a, _ = duel(person(hit_points=90), person("test_other"))
    with editing(made) as battle:
        victim = victim_of(battle, of(rules().reader, battle, made.id_of(a)))
    less = victim._replace(soak=soak, machine_armor=armor)
    better = less._replace(soak=soak + more)
    force = Force(2, 6, ())
    for rolled, worse in _by_roll(force, less).items():
        assert _by_roll(force, better)[rolled] <= worse


def _by_roll(force: Force, victim: Victim) -> dict[int | None, int]:
    return {wound.rolled: wound.lost for wound in enumerated(lambda: struck(force, victim))}


def test_43_enough_blows_kill_everybody_that_has_a_body() -> None:
    content = shipped().under("cities")
    gun = content.weapon("anti_materiel_rifle")
    for id, kind in sorted(content.creatures.items()):
        if kind.anatomy.incorporeal:
            continue
        made = Combat(rules="cities", seed=3, round_limit=None)
        shooter = made.spawn("legendary_killer", side="red", at=(0, 0), intents="host", weapons=[gun])
        victim = made.spawn(kind, side="blue", at=(5, 0), intents="host")
        with editing(made) as battle:
            worth = [option.worth for option in battle.ruleset.strikes(battle, shooter, victim)]
        assert max(worth) > 0, id
        assert made.odds(shooter, Strike(victim, "anti_materiel_rifle/fire")).by_level[0] < 1, id


def test_45_every_die_reaches_both_ends_and_nothing_else() -> None:
    made, a, b = duel(person(weapons=(RIFLE,)), person("test_other", armor=(COAT,), hit_points=90), gap=5)
    with editing(made) as battle:
        rule = battle.ruleset.systems[0].rule(battle, battle.ruleset.task(battle, a, Strike(b, "test_rifle/shot")))
        assert rule is not None
        draw = next(rule)
        assert isinstance(draw, Draw)
        assert sorted(draw.faces or ()) == list(range(1, 21))
        damage = rule.send(True)
        assert isinstance(damage, Draw)
        assert damage.of.answers == tuple(range(2, 17))
        trauma = rule.send(9)
        assert isinstance(trauma, Draw)
        assert sorted(trauma.faces or ()) == list(range(1, 11))


def test_47_the_same_seed_comes_to_the_same_in_two_processes() -> None:
    code = "from fleshwound.game import Combat; c = Combat.of('street_shootout', 7); c.run(); print(c.digest)"
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            cwd=HERE,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_18_and_14_what_a_fallen_creature_held_lies_before_its_death_is_told() -> None:
    made, a, _ = duel(person(weapons=(CLUB,)), person("test_other"))
    made.drain()
    made.edit(Injure(a, level=5))
    kinds = [type(event).__name__ for event in made.drain()]
    assert kinds.index("ItemDropped") < kinds.index("Died")
    assert made.component(a, Held).items == {}


def test_21_nothing_happens_to_the_dead() -> None:
    made, a, _ = duel(person(armor=(COAT,)), person("test_other"))
    made.component(a, HitPoints).soaked = 3
    made.edit(Kill(a))
    after: list[Event] = []
    made.subscribe(Event, after.append)
    made.advance(10 * 86_400)
    told = [event for event in after if not isinstance(event, Died | StateChanged)]
    assert [event for event in told if getattr(event, "creature", None) == 1] == []
    assert made.component(a, HitPoints).left == 0


@pytest.mark.parametrize("first", ["mortally wounded", "incapacitated"])
def test_31_of_harm_at_one_moment_the_gravest_counts_and_nothing_adds_up(first: str) -> None:
    made, a, _ = duel(named(), person("test_other"))
    made.edit(Afflict(a, first))
    made.edit(Injure(a, level=1))  # any further damage
    assert made.vitals(a).state == ("dead" if first == "mortally wounded" else "mortally wounded")
    for lengths in ((1, 6), (6, 1), (3, 3)):
        made, a, b = duel(person(weapons=(FLASH, FLASH)), person("test_other", hit_points=90), gap=4)
        until = [flashed(made, a, b, rounds) for rounds in lengths]
        assert until[-1] == max(until)
        assert until[-1] - made.now == max(lengths) * 6_000_000


def flashed(made: Combat, a: int, b: int, rounds: int) -> int:
    play(made, a, Strike(b, "test_flash/throw"), attack=True, physical_save=False, dazed=rounds)
    made.battle.turn = None
    made.component(a, Footing).acted_round = 0
    return made.component(b, Footing).dazed_until


def test_32_total_defense_ends_as_its_bearers_turn_begins_and_on_nobody_elses() -> None:
    made, a, b = duel(person(), person("test_other"), gap=3, turns="host")
    made.begin_turn(a)
    made.act(a, Defend())
    made.begin_turn(b)
    assert made.component(a, Footing).defending
    made.act(b, Defend())
    made.begin_turn(a)
    assert (made.component(a, Footing).defending, made.component(b, Footing).defending) == (False, True)


@pytest.mark.parametrize("row", range(2, 13))
def test_37_two_injuries_of_one_kind_stay_two_records_and_are_healed_apart(row: int) -> None:
    made, a, _ = duel(named(), person("test_other"))
    with editing(made) as battle:
        for _ in range(2):
            injure(battle, of(rules().reader, battle, made.id_of(a)), row)
    numbers = [injury.number for injury in made.sheet(a).injuries]
    assert len(set(numbers)) == 2
    made.edit(Heal(a, numbers[0]))
    assert [injury.number for injury in made.sheet(a).injuries] == numbers[1:]


def test_44_who_has_no_body_is_neither_struck_nor_shot_nor_grabbed() -> None:
    ghost = replace(person("test_ghost"), anatomy=shipped().creature("spirit").anatomy)
    made, a, b = duel(person(weapons=(PISTOL,)), ghost)
    for intent in (Strike(b, "unarmed/strike"), Strike(b, "test_pistol/shot"), Grab(b), Press(b), Trip(b)):
        with pytest.raises(IntentRefused) as why:
            made.act(a, intent)
        assert why.value.why is Refusal.INCORPOREAL_TARGET
    with pytest.raises(IntentRefused):
        made.odds(a, Strike(b, "unarmed/strike"))
    assert made.vitals(b).health == 100
