"""What there is to choose from, and how the ruleset's own policy ranks it (heroic H12)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from scripting import MF, MS, calm, editing, immobilize, pair, part_of, play, put, settled, sever, striker

from fleshwound.components.creature import Conditions, Held, Injuries, Shock
from fleshwound.components.definitions import Creature
from fleshwound.components.events import ExchangeFought
from fleshwound.components.guard import Guard
from fleshwound.components.intents import Strike
from fleshwound.components.views import StrikeOption
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.heroic.aiming import aims
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.choices import Reaction, _shares, reactions
from fleshwound.systems.heroic.exchange import Defence
from fleshwound.systems.heroic.fighter import Fighter, fighter
from fleshwound.systems.heroic.location import Aim

BODIES = [c for c in shipped().under("heroic").creatures.values() if not c.anatomy.incorporeal]


def options(combat: Combat, a: int, b: int) -> tuple[StrikeOption, ...]:
    with editing(combat) as battle:
        return tuple(battle.ruleset.strikes(battle, a, b))


def ways(combat: Combat, entity: int, distance: int = 1, opponent: int = 0, number: int = 0) -> tuple[Reaction, ...]:
    with editing(combat) as battle:
        who = fighter(battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # these are the heroic rules
        return reactions(who, 1, opponent, distance, number)


def at(combat: Combat, entity: int) -> Fighter:
    with editing(combat) as battle:
        return fighter(battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # these are the heroic rules


def kinds_of(found: tuple[Reaction, ...]) -> set[Defence]:
    return {reaction.kind for reaction in found}


@pytest.mark.parametrize("creature", BODIES, ids=lambda it: it.id)
def test_every_strike_offered_is_one_that_can_be_made_the_best_first(creature: Creature) -> None:
    combat, a, b = pair("man_at_arms", creature)
    for one, other in ((a, b), (b, a)):
        found = options(combat, one, other)
        makeshift = at(combat, one).stance.makeshift
        ranks = [(o.ranged, o.mode in makeshift, -o.worth) for o in found]
        assert ranks == sorted(ranks)
        for option in found:
            with editing(combat) as battle:
                task = battle.ruleset.task(battle, one, Strike(other, option.mode, option.aim))
                battle.by_kind[task.kind].check(battle, task)


def test_people_leave_fist_and_teeth_alone_while_they_hold_a_weapon() -> None:
    brigand = shipped().creature("brigand")
    strong = replace(brigand, attributes={**brigand.attributes, "strength": 22}, weapons=(shipped().weapon("club"),))
    combat, a, b = pair(strong, "man_at_arms")
    first = options(combat, a, b)[0]
    assert first.mode.startswith("club/")
    assert any(o.mode == "human/bite" for o in options(combat, a, b))
    reaction = next(r for r in ways(combat, a) if r.kind is Defence.COUNTERSTRIKE)
    assert reaction.use is not None
    assert reaction.use.part is not None
    with editing(combat):
        combat.component(a, Held).items.clear()
    assert options(combat, a, b)[0].mode.startswith("human/")


def test_who_has_a_foe_in_its_net_strikes_with_what_hurts_most() -> None:
    combat = Combat(seed=1)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host", weapons=["net"])
    b = combat.spawn("human", side="blue", at=(1, 0), intents="host", weapons=())
    settled(combat)
    assert options(combat, a, b)[0].mode == "net/envelop"
    landed = {"attack": MS, "block": MF, "location": "left_forearm", "trial": 6, "resistance": 1}
    play(combat, a, Strike(b, "net/envelop"), **landed, otherwise=calm)
    assert combat.component(b, Conditions).held_fast
    found = options(combat, a, b)
    assert found[0].worth == max(option.worth for option in found)
    assert found[0].mode != "net/envelop"


def test_a_beast_with_techniques_of_its_own_uses_them_whatever_it_holds() -> None:
    combat, a, _b = pair("dire_wolf", "human")
    assert at(combat, a).stance.makeshift == frozenset()


def test_a_lost_part_offers_nothing() -> None:
    combat, a, b = pair("gray_wolf", "human")
    assert {o.mode for o in options(combat, a, b)} == {"gray_wolf/bite"}
    immobilize(combat, a, "head")
    assert options(combat, a, b) == ()


def test_nothing_is_offered_against_who_has_no_body() -> None:
    combat, a, b = pair("man_at_arms", "spirit")
    assert options(combat, a, b) == ()
    assert options(combat, b, a) == ()


@pytest.mark.parametrize("creature", BODIES, ids=lambda it: it.id)
def test_the_aims_are_one_a_zone_that_owns_numbers_at_its_first(creature: Creature) -> None:
    body = body_of(creature.anatomy)
    mode = shipped().weapon("broadsword").modes[0]
    found = aims(body, mode)
    assert [number for _, number in found] == [numbers[0] for numbers in body.numbers if numbers]
    assert aims(body, replace(mode, spread=0)) == ()


def test_every_zone_is_weighed_as_an_aim_and_all_of_the_body_as_none() -> None:
    combat, a, b = pair("man_at_arms", "human")
    by_aim = {o.aim: o.worth for o in options(combat, a, b) if o.mode == "broadsword/cut"}
    assert set(by_aim) == {None, "head", "right_arm", "torso", "right_leg"}
    assert all(worth > 0 for worth in by_aim.values())


@pytest.mark.parametrize("state", list(Shock)[1:4])
def test_whoever_is_in_shock_only_ignores(state: Shock) -> None:
    combat, _, b = pair()
    put(combat, b, state)
    assert kinds_of(ways(combat, b)) == {Defence.IGNORE}


def test_ignoring_is_always_there_and_last() -> None:
    combat, _, b = pair()
    found = ways(combat, b)
    assert found[-1].kind is Defence.IGNORE
    assert kinds_of(found) == set(Defence)
    assert len({reaction.word for reaction in found}) == len(found)


def test_a_beast_without_a_technique_that_blocks_does_not_block() -> None:
    for creature in BODIES:
        if creature.techniques and not creature.human_techniques:
            combat, _, b = pair("man_at_arms", creature)
            blocks = [r for r in ways(combat, b) if r.kind is Defence.BLOCK]
            assert bool(blocks) is any(mode.block for mode in creature.techniques), creature.id


def test_a_counterstrike_must_reach_back() -> None:
    combat, _, b = pair()
    assert Defence.COUNTERSTRIKE in kinds_of(ways(combat, b, distance=1))
    assert Defence.COUNTERSTRIKE not in kinds_of(ways(combat, b, distance=4))


def test_a_shield_with_no_arm_to_hold_it_does_not_block() -> None:
    combat, _, b = pair()
    shield = next(
        combat.component(b, Held).items[part].weapon.id
        for part in combat.component(b, Held).items
        if combat.component(b, Held).items[part].weapon.is_shield
    )
    assert any(r.use and r.use.mode.id.startswith(shield) for r in ways(combat, b) if r.kind is Defence.BLOCK)
    part = next(p for p, item in combat.component(b, Held).items.items() if item.weapon.is_shield)
    immobilize(combat, b, shipped().creature("human").anatomy.parts[part].id)
    assert not any(r.use and r.use.mode.id.startswith(shield) for r in ways(combat, b))


def test_a_leg_out_of_use_leaves_no_dodge_and_an_impaired_one_a_worse_one() -> None:
    combat, _, b = pair()
    before = next(r for r in ways(combat, b) if r.kind is Defence.DODGE).mastery.eml
    with editing(combat):
        combat.component(b, Injuries).permanent[part_of(combat, b, "left_leg")] = -10
    assert next(r for r in ways(combat, b) if r.kind is Defence.DODGE).mastery.eml == before - 10
    sever(combat, b, "left_foot")
    assert Defence.DODGE not in kinds_of(ways(combat, b))


def test_what_an_attackers_weapon_adds_counts_in_every_defence() -> None:
    combat, _, b = pair()
    for reaction in ways(combat, b, opponent=-10):
        if reaction.kind is not Defence.IGNORE:
            assert dict(reaction.mastery.modifiers)["opponent's weapon"] == -10


def test_a_setup_belongs_to_one_foe() -> None:
    combat, _, b = pair()
    with editing(combat):
        combat.component(b, Guard).setups[7] = 10
    assert all("setup" not in dict(r.mastery.modifiers) for r in ways(combat, b))
    with editing(combat):
        combat.component(b, Guard).setups[1] = 20
    assert all(dict(r.mastery.modifiers)["setup"] == 20 for r in ways(combat, b) if r.kind is not Defence.IGNORE)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_each_further_defence_is_ten_worse(number: int) -> None:
    combat, _, b = pair()
    for reaction in ways(combat, b, number=number):
        if reaction.kind is not Defence.IGNORE:
            assert dict(reaction.mastery.modifiers).get("further defence", 0) == -10 * number


def test_the_policy_takes_the_first_of_what_is_offered() -> None:
    combat, a, b = pair()
    first = ways(combat, b)[0]
    fought = next(e for e in play(combat, a, Strike(b, "broadsword/cut"), MF, MF) if isinstance(e, ExchangeFought))
    assert (fought.defence, fought.defence_mode) == (first.kind.value, first.use.mode.id if first.use else "")


def test_the_share_of_each_zone_by_which_a_strike_is_weighed_is_that_of_the_draw() -> None:
    body = body_of(shipped().creature("human").anatomy)
    shares = _shares(body, 0, Aim(1, 6))
    by_zone: dict[int, int] = {}
    for location, share in shares.items():
        zone = body.anatomy.parts[body.anatomy.locations[location].part].zone
        by_zone[zone] = by_zone.get(zone, 0) + share
    exact = {0: Fraction(1, 6), 1: Fraction(4, 6), 2: Fraction(1, 6)}
    # Each location's share is rounded down to a thousandth.
    for zone, share in exact.items():
        assert 0 <= 1000 * share - by_zone[zone] <= len(body.anatomy.locations)


def test_a_striker_of_the_tests_reaches_far() -> None:
    combat, a, b = pair(striker(), "human", gap=15)
    assert {o.reach for o in options(combat, a, b)} == {20}
