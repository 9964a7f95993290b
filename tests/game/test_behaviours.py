"""What games of this kind get wrong, each tried on every creature there is (heroic)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from fractions import Fraction
from random import Random
from typing import Any, Final

import pytest
from scripting import (
    DEFENCES,
    all_of,
    blow_id,
    calm,
    editing,
    hit,
    kinds,
    only,
    pair,
    pending,
    play,
    put,
    settled,
    sever,
    state_of,
    striker,
    victim,
)

from fleshwound.components.creature import (
    Bleeding,
    Conditions,
    Fatigue,
    Held,
    Injuries,
    InjuryKind,
    Place,
    Shock,
    ShockState,
)
from fleshwound.components.definitions import Anatomy, Aspect, Creature, Tier
from fleshwound.components.draws import Ask, Draw, Level
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import (
    BloodLost,
    Died,
    EncounterBegan,
    EncounterEnded,
    Event,
    ExchangeFought,
    Fell,
    Injured,
    ItemDropped,
    Severed,
    ShockChanged,
    StrikeLanded,
    StrikeMissed,
)
from fleshwound.components.guard import Guard
from fleshwound.components.intents import Move, Stand, StopBleeding, Strike
from fleshwound.game.ai import think
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.game.words import Narrator
from fleshwound.systems.battle import Turn
from fleshwound.systems.heroic.blood import open_bleeder
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.consequences import record
from fleshwound.systems.heroic.fighter import fighter
from fleshwound.systems.heroic.impairment import lost_parts

CF0, CF5, MF, MS, CS = Level
CREATURES: Final = sorted(shipped().under("heroic").creatures.values(), key=lambda it: it.id)
BODIES: Final = [creature for creature in CREATURES if not creature.anatomy.incorporeal]
GREAT: Final = 1000
"""An impact that is grievous to any body whatever it wears."""

every_body = pytest.mark.parametrize("creature", BODIES, ids=lambda it: it.id)


def restore(combat: Combat, entity: int) -> None:
    """Make a creature whole again, with what it held."""
    with editing(combat) as battle:
        injuries, shock, bleeding = (combat.component(entity, kind) for kind in (Injuries, ShockState, Bleeding))
        injuries.entries, injuries.severed, injuries.permanent = [], 0, {}
        shock.state, shock.cause, shock.retest_at = Shock.NONE, None, None
        bleeding.bleeders, bleeding.lost = [], 0
        conditions = combat.component(entity, Conditions)
        conditions.prone, conditions.immobilized = False, []
        combat.component(entity, Fatigue).entries = []
        battle.agenda._heap.clear()


def locations(creature: Creature) -> list[str]:
    return [location.id for location in creature.anatomy.locations]


def struck(combat: Combat, a: int, b: int, location: str, aspect: str = "edged", **named: Any) -> list[Event]:
    """Strike hard at a location, the rest as it may."""
    return hit(combat, a, b, location, aspect=aspect, impact=GREAT, otherwise=calm, **named)


def duel(creature: Creature, **options: Any) -> tuple[Combat, int, int]:
    return pair(striker((0, 1, 20, GREAT)), creature, **options)


def beaten(request: Draw | Ask) -> Any:
    """Answer calmly, but let every defence fail."""
    return MF if isinstance(request, Draw) and request.what in DEFENCES else calm(request)


# --- where a blow lands -----------------------------------------------------------------------------------------------


def shares(anatomy: Anatomy, gone: int) -> dict[int, Fraction]:
    """The chance of each location by the three draws of H3, worked out apart from the rules' one."""
    left = [i for i in range(len(anatomy.locations)) if not gone >> i & 1]
    parts = {anatomy.locations[i].part for i in left}
    zones = {anatomy.parts[p].zone for p in parts if anatomy.zones[anatomy.parts[p].zone].weight}
    numbers = sum(anatomy.zones[z].weight for z in zones)
    found = {}
    for i in left:
        location = anatomy.locations[i]
        part = anatomy.parts[location.part]
        if part.zone in zones:
            of_zone = sum(anatomy.parts[p].weight for p in parts if anatomy.parts[p].zone == part.zone)
            of_part = sum(anatomy.locations[n].weight for n in left if anatomy.locations[n].part == location.part)
            found[i] = (
                Fraction(anatomy.zones[part.zone].weight, numbers)
                * Fraction(part.weight, of_zone)
                * Fraction(location.weight, of_part)
            )
    return found


@every_body
def test_what_is_left_takes_the_weight_of_what_is_gone_exactly(creature: Creature) -> None:
    body, dice = body_of(creature.anatomy), Random(creature.id)
    for _ in range(20):
        gone = dice.getrandbits(len(creature.anatomy.locations))
        draw = body.unaimed(gone)
        expected = shares(creature.anatomy, gone)
        assert (draw is None) is not expected
        if draw is not None:
            assert dict(weights(draw)) == expected


def weights(draw: Draw) -> Iterator[tuple[int, Fraction]]:
    answers, running, total = draw.of
    return ((a, Fraction(n - b, total)) for a, b, n in zip(answers, (0, *running), running, strict=False))


@every_body
def test_every_location_and_every_zone_number_is_reached_by_some_roll(creature: Creature) -> None:
    body = body_of(creature.anatomy)
    assert set(shares(creature.anatomy, 0)) == set(range(len(creature.anatomy.locations)))
    owned = [number for numbers in body.numbers for number in numbers]
    assert owned == list(range(1, creature.anatomy.highest_zone_number + 1))
    for zone in body.zone_of:
        assert body.within(zone, 0) is not None


@every_body
def test_aiming_at_a_part_that_is_gone_is_legal_and_the_log_says_what_came_of_it(creature: Creature) -> None:
    combat, a, b = duel(creature)
    narrator = Narrator(combat)
    for part in creature.anatomy.parts:
        restore(combat, b)
        index = creature.anatomy.parts.index(part)
        sever(combat, b, *(x.id for x in creature.anatomy.locations if x.part == index))
        events = play(combat, a, Strike(b, blow_id(0), part.id), attack=MS, zone=1, otherwise=beaten)
        came = [e for e in events if isinstance(e, StrikeLanded | StrikeMissed)]
        assert len(came) == 1
        if isinstance(came[0], StrikeLanded):
            assert came[0].part != part.id
        else:
            assert came[0].why == "nothing left there"
        line = narrator.line(came[0])
        assert line is not None
        assert line.text


AIMS: Final = [
    ("head", {"head": Fraction(1, 6), "arms": Fraction(4, 6), "torso": Fraction(1, 6)}),
    ("left_arm", {"arms": Fraction(4, 6), "torso": Fraction(2, 6)}),
    ("torso", {"torso": Fraction(4, 6), "legs": Fraction(2, 6)}),
    (12, {"legs": Fraction(4, 6), "": Fraction(2, 6)}),
    (None, {"head": Fraction(1, 15), "arms": Fraction(4, 15), "torso": Fraction(4, 15), "legs": Fraction(6, 15)}),
]


@pytest.mark.parametrize(("aim", "computed"), AIMS, ids=str)
def test_the_share_of_strikes_on_each_zone_is_the_computed_figure(aim: Any, computed: dict[str, Fraction]) -> None:
    # 10 000 strikes of one side's own in peace, seed 20; 5 standard errors, at most 0.025.
    n = 10_000
    combat = Combat(seed=20)
    a = combat.spawn(striker((0,)), side="red", at=(0, 0), intents="host")
    b = combat.spawn("human", side="red", at=(1, 0), intents="host")
    put(combat, b, Shock.UNCONSCIOUS)
    found: Counter[str] = Counter()
    anatomy = shipped().creature("human").anatomy
    zone_of = {location.id: anatomy.zones[anatomy.parts[location.part].zone].id for location in anatomy.locations}
    combat.subscribe(StrikeLanded, lambda e: found.update([zone_of[e.location]]))
    combat.subscribe(StrikeMissed, lambda _: found.update([""]))
    for _ in range(n):
        combat.act(a, Strike(b, blow_id(0), aim))
        combat.drain()
    assert sum(found.values()) == n
    assert set(found) == set(computed)
    for zone, share in computed.items():
        error = 5 * (float(share * (1 - share)) / n) ** 0.5
        assert abs(found[zone] / n - share) < error, zone


def test_the_share_of_attacks_that_succeed_is_the_target_that_was_shown() -> None:
    # 10 000 attacks at 70, seed 21; 5 standard errors are 0.023.
    combat = Combat(seed=21)
    a = combat.spawn(striker((0,)), side="red", at=(0, 0), intents="host")
    b = combat.spawn("human", side="red", at=(1, 0), intents="host")
    put(combat, b, Shock.STUNNED)
    rolls = []
    combat.subscribe(ExchangeFought, lambda e: rolls.append(e.attack))
    for _ in range(10_000):
        combat.act(a, Strike(b, blow_id(0)))
        combat.drain()
        if rolls[-1].level <= CF5:
            restore(combat, a)
    assert {roll.target for roll in rolls} == {70}
    by_level = Counter(roll.level for roll in rolls)
    exact = {CF0: 3, CF5: 3, MF: 24, MS: 56, CS: 14}
    for level, share in exact.items():
        p = share / 100
        assert abs(by_level[level] / 10_000 - p) < 5 * (p * (1 - p) / 10_000) ** 0.5, level


# --- every creature, every location, every aspect ---------------------------------------------------------------------


@every_body
@pytest.mark.parametrize("aspect", list(Aspect), ids=lambda it: it.name.lower())
def test_a_blow_wounds_where_it_lands_and_ruins_nothing_else(creature: Creature, aspect: Aspect) -> None:
    combat, a, b = duel(creature)
    anatomy = creature.anatomy
    narrator = Narrator(combat)
    for index, location in enumerate(anatomy.locations):
        restore(combat, b)
        events = struck(combat, a, b, location.id, aspect.name.lower(), **stays_on(location.amputability, aspect))
        told = only(events, Injured)
        assert (told.location, told.part, told.level) == (location.id, anatomy.parts[location.part].id, 5)
        assert Severed not in kinds(events)
        assert combat.component(b, Injuries).severed == 0
        with editing(combat) as battle:
            impaired = fighter(battle.ruleset.reader, b).impaired  # type: ignore[attr-defined]  # the heroic rules
        assert impaired.unusable == 1 << location.part
        assert impaired.lost == 0
        line = narrator.line(told)
        assert line is not None
        assert location.name.lower() in line.text.lower()
        assert combat.vitals(b).bleeding is (told.bleeds and combat.vitals(b).alive)
        assert index == anatomy.locations.index(location)


def stays_on(tier: Tier, aspect: Aspect) -> dict[str, Any]:
    return {"amputation": CS} if tier is not Tier.NONE and aspect is Aspect.EDGED else {}


SEVERABLE: Final = [c for c in BODIES if any(x.amputability is not Tier.NONE for x in c.anatomy.locations)]


@pytest.mark.parametrize("creature", SEVERABLE, ids=lambda it: it.id)
def test_severing_takes_what_hangs_further_out_and_restoring_brings_back_the_same(creature: Creature) -> None:
    combat, a, b = duel(creature)
    anatomy = creature.anatomy
    whole = combat.sheet(b)
    for index, location in enumerate(anatomy.locations):
        if location.amputability is Tier.NONE:
            continue
        for result in (CF0, MF):
            restore(combat, b)
            part = anatomy.parts[location.part]
            events = struck(combat, a, b, location.id, amputation=result)
            severed = only(events, Severed)
            outward = [x.id for i, x in enumerate(anatomy.locations) if i >= index and x.part == location.part]
            assert list(severed.lost) == (outward if part.limb else [location.id])
            # A critical failure bleeds in any case, a marginal one where the place is prone to.
            assert only(events, Injured).bleeds is (result is CF0 or location.bleeding is not Tier.NONE)
            deadly = "vital" in part.roles or location.id.endswith("neck")
            if deadly:
                assert (only(events, Died).by, combat.vitals(b).alive) == (combat.id_of(a), False)
            with editing(combat) as battle:
                impaired = fighter(battle.ruleset.reader, b).impaired  # type: ignore[attr-defined]  # the heroic rules
            gone = combat.component(b, Injuries).severed
            assert impaired.unusable == 1 << location.part
            assert impaired.lost == lost_parts(anatomy, gone)
            body = body_of(anatomy)
            draw = body.unaimed(gone)
            left = set(range(len(anatomy.locations))) - {locations(creature).index(x) for x in severed.lost}
            assert draw is not None
            assert set(draw.of.answers) == left
    restore(combat, b)
    again = combat.sheet(b)
    assert (again.severed, again.unusable, again.vitals.health) == (whole.severed, whole.unusable, 100)


@pytest.mark.parametrize("creature", SEVERABLE, ids=lambda it: it.id)
def test_every_stump_is_an_injury_that_can_be_staunched(creature: Creature) -> None:
    combat, a, b = duel(creature)
    for location in creature.anatomy.locations:
        if location.amputability is Tier.NONE:
            continue
        restore(combat, b)
        events = struck(combat, a, b, location.id, amputation=CF0)
        stump = combat.component(b, Injuries).entries[0]
        assert (stump.severed, stump.level, stump.kind) == (True, 5, InjuryKind.WOUND)
        if Died not in kinds(events):
            assert [x.injury for x in combat.component(b, Bleeding).bleeders] == [stump.number]
            play(combat, a, StopBleeding(b), CS)
            assert not combat.vitals(b).bleeding


HOLDERS: Final = [c for c in BODIES if any(part.holds for part in c.anatomy.parts)]


@pytest.mark.parametrize("creature", HOLDERS, ids=lambda it: it.id)
def test_only_what_grips_drops_things_before_it_comes_off(creature: Creature) -> None:
    combat, a, b = duel(creature, weapons=("dagger", "club"))
    full = dict(combat.component(b, Held).items)
    for location in creature.anatomy.locations:
        for result in (CF0, CS) if location.amputability is not Tier.NONE else (None,):
            restore(combat, b)
            with editing(combat):
                combat.component(b, Held).items = dict(full)
            events = struck(combat, a, b, location.id, **({} if result is None else {"amputation": result}))
            grips = creature.anatomy.parts[location.part].holds
            dropped = [e.part for e in all_of(events, ItemDropped)]
            if location.fumble and not grips:
                # A fumble where nothing is held shakes loose what the dominant hand holds.
                assert len(dropped) <= 1
            else:
                assert dropped == [creature.anatomy.parts[location.part].id] * grips
            order = kinds(events)
            if dropped and Severed in order:
                assert order.index(ItemDropped) < order.index(Severed)


@every_body
def test_enough_blows_kill_it(creature: Creature) -> None:
    combat = Combat(seed=5)
    a = combat.spawn(striker((100,)), side="red", at=(0, 0), intents="host")
    b = combat.spawn(creature, side="red", at=(1, 0), intents="host")
    for _ in range(2_000):
        combat.act(a, Strike(b, blow_id(100, "blunt")))
        if not combat.vitals(b).alive:
            break
        restore(combat, a)
    assert not combat.vitals(b).alive
    assert kinds(combat.drain()).count(Died) == 1


@every_body
def test_a_creature_with_nothing_left_to_lose_outlasts_a_thousand_rounds(creature: Creature) -> None:
    combat = Combat(seed=6, round_limit=1_000)
    one = combat.spawn(creature, side="red", at=(0, 0), weapons=(), armor=())
    foe = combat.spawn(replace(shipped().creature("spirit"), fear=None), side="blue", at=(3, 0))
    sever(combat, one, *locations(creature))
    assert combat.run().reason == "round limit"
    assert combat.vitals(one).alive
    assert combat.battle.ruleset.name == "heroic"
    assert combat.sheet(one).severed == frozenset(range(len(creature.anatomy.locations)))
    assert combat.vitals(foe).health == 100
    # And who strikes at it finds nothing.
    with editing(combat):
        combat.component(one, ShockState).state = Shock.NONE
    a = combat.spawn(striker((0,)), side="red", at=(0, 1), intents="host")
    missed = only(play(combat, a, Strike(one, blow_id(0)), attack=MS, otherwise=lambda _: MF), StrikeMissed)
    assert missed.why == "nothing left there"


@every_body
def test_it_stands_as_long_as_a_locomotor_part_works_and_crawls_for_the_same_feet(creature: Creature) -> None:
    combat, _, b = duel(creature)
    legs = [i for i, part in enumerate(creature.anatomy.parts) if "locomotor" in part.roles]
    assert legs, "it could never rise again"
    costs = []
    for lost in range(len(legs) + 1):
        gone = [x.id for x in creature.anatomy.locations if x.part in legs[:lost]]
        restore(combat, b)
        sever(combat, b, *gone)
        with editing(combat) as battle:
            combat.component(b, Conditions).prone = True
            costs.append(battle.ruleset.stride(b))
        if lost < len(legs):
            play(combat, b, Stand())
        else:
            with pytest.raises(IntentRefused) as refused:
                play(combat, b, Stand())
            assert refused.value.why is Refusal.CANNOT_STAND
    assert costs == sorted(costs)
    assert 0 < costs[-1] < 1_000


# --- bleeding and what follows of itself ------------------------------------------------------------------------------


def bleeding(intents: str, seed: int, side: str = "red") -> Combat:
    combat = Combat(seed=seed)
    one = combat.spawn("gray_wolf", side=side, at=(0, 0), intents=intents)
    with editing(combat) as battle:
        who = fighter(battle.ruleset.reader, one)  # type: ignore[attr-defined]  # these are the heroic rules
        entry = record(battle, who, InjuryKind.WOUND, location=0, level=4, aspect=Aspect.EDGED, how="a test")
        open_bleeder(battle, who, entry.number)
    combat.drain()
    return combat


@pytest.mark.parametrize("seed", range(5))
def test_the_same_wound_runs_the_same_course_in_a_players_creature_and_in_an_ais(seed: int) -> None:
    found = []
    for intents in ("host", "ai"):
        combat = bleeding(intents, seed)
        combat.battle.mind = lambda battle, entity: None  # nobody does anything about it
        combat.advance(3 * 24 * 3600)
        found.append(combat.drain())
    assert found[0] == found[1]
    assert BloodLost in kinds(found[0])


@pytest.mark.parametrize("seed", range(3))
def test_three_hundred_seconds_are_three_hundred_however_they_pass(seed: int) -> None:
    found = []
    for steps, seconds in ((1, 300), (300, 1), (5, 60), (7, 300 / 7)):
        combat = bleeding("host", seed)
        for _ in range(steps):
            combat.advance(seconds)
        found.append((combat.drain(), combat.digest))
    assert BloodLost in kinds(found[0][0])
    assert all(one == found[0] for one in found[:3])
    assert found[3][0] in ([], found[0][0]), "a seventh of 300 s doesn't come out even"


@pytest.mark.parametrize("seed", range(8))
def test_nothing_bleeds_for_ever_and_the_dead_do_nothing(seed: int) -> None:
    combat = bleeding("host", seed)
    combat.advance(60 * 24 * 3600)
    (one,) = combat.creatures
    events = combat.drain()
    deaths = [i for i, event in enumerate(events) if isinstance(event, Died)]
    assert len(deaths) <= 1
    if deaths:
        assert events[deaths[0] + 1 :] == []
        assert not combat.vitals(one).bleeding
    else:
        # It lives only where every test came out a critical success, or it still bleeds and can be staunched.
        assert combat.vitals(one).bleeding


def test_death_is_never_shaken_off() -> None:
    combat, _, b = victim()
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, b, "a test")
    combat.drain()
    combat.advance(365 * 24 * 3600)
    assert state_of(combat, b) is Shock.DEAD
    assert not [event for event in combat.drain() if isinstance(event, ShockChanged)]


@pytest.mark.parametrize("seed", range(3))
def test_a_state_shaken_off_does_not_come_back_by_itself(seed: int) -> None:
    combat = Combat(seed=seed)
    one = combat.spawn("human", side="red", at=(0, 0), intents="host")
    combat.spawn("spirit", side="blue", at=(9, 9), intents="host")
    put(combat, one, Shock.STUNNED)
    combat.advance(1_000 * 10)
    changes = [(e.before, e.after) for e in combat.drain() if isinstance(e, ShockChanged)]
    assert changes == [("stunned", "none")]
    assert combat.vitals(one).state == "none"


@pytest.mark.parametrize("kind", [InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA])
def test_waking_needs_its_cause_gone(kind: InjuryKind) -> None:
    combat, _, b = victim()
    put(combat, b, Shock.UNCONSCIOUS)
    with editing(combat) as battle:
        who = fighter(battle.ruleset.reader, b)  # type: ignore[attr-defined]  # these are the heroic rules
        record(battle, who, kind, location=None, healing_rate=4)
    combat.advance(100 * 10)
    assert combat.vitals(b).state == "unconscious"
    assert pending(combat, "retest", b) == []


# --- who fights whom --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_nobody_strikes_the_dead_and_each_dies_once(seed: int) -> None:
    combat = Combat.of("wolves_at_night", seed=seed)
    combat.run()
    dead: set[int] = set()
    for event in combat.drain():
        if isinstance(event, Died):
            assert event.creature not in dead
            dead.add(event.creature)
        elif isinstance(event, ExchangeFought):
            assert not {event.attacker, event.target} & dead
    assert {combat.id_of(e) for e in combat.creatures if not combat.vitals(e).alive} == dead


def test_the_unconscious_can_be_struck_but_the_ai_goes_for_who_can_fight() -> None:
    combat, a, b = pair()
    put(combat, b, Shock.UNCONSCIOUS)
    assert only(play(combat, a, Strike(b, "broadsword/cut"), otherwise=calm), ExchangeFought).attacker_lands
    combat = Combat(seed=3)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0))
    fallen = combat.spawn("gray_wolf", side="blue", at=(1, 0), intents="host")
    combat.spawn("gray_wolf", side="blue", at=(0, 1), intents="host")
    put(combat, fallen, Shock.UNCONSCIOUS)
    for _ in range(12):
        combat.step()
    struck_at = {e.target for e in combat.drain() if isinstance(e, ExchangeFought) and e.attacker == combat.id_of(a)}
    assert struck_at == {3}


@pytest.mark.parametrize("seed", range(6))
def test_the_same_blow_gives_the_same_events_whoever_orders_it(seed: int) -> None:
    def fought(orders: str) -> list[Event]:
        combat = Combat(seed=seed)
        a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host", name="a")
        b = combat.spawn("gray_wolf", side="blue", at=(1, 0), intents="host", name="b")
        while combat.actor != a:
            combat.step()
        if orders == "api":
            with editing(combat) as battle:
                best = battle.ruleset.strikes(battle, a, b)[0]
            combat.act(a, Strike(b, best.mode, best.aim))
        else:
            combat.control(a, intents="ai")
            combat.step()
        events = combat.drain()
        start = kinds(events).index(ExchangeFought)
        stop = next((i for i in range(start, len(events)) if type(events[i]).__name__ == "TurnEnded"), len(events))
        return events[start:stop]

    assert fought("api") == fought("ai")


# --- the incorporeal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attacker", ["man_at_arms", "gray_wolf", "dragon", "spirit"])
def test_who_has_no_body_is_refused_as_a_target_and_never_hit_stunned_held_or_bled(attacker: str) -> None:
    combat, a, b = pair(attacker, "spirit")
    modes = [None, *shipped().creature(attacker).techniques][:3]
    for mode in modes:
        for aim in (None, "head", 1):
            with pytest.raises(IntentRefused) as refused:
                play(combat, a, Strike(b, mode.id if mode else None, aim))
            assert refused.value.why is Refusal.INCORPOREAL_TARGET
            assert "expected" in str(refused.value)
    with pytest.raises(IntentRefused) as refused:
        play(combat, a, StopBleeding(b))
    assert refused.value.why is Refusal.NOT_BLEEDING
    assert combat.vitals(b).health == 100


def test_a_fight_that_nobody_can_win_is_a_draw_by_the_round_limit() -> None:
    combat = Combat(seed=1, round_limit=25)
    combat.spawn("man_at_arms", side="red", at=(0, 0))
    combat.spawn(replace(shipped().creature("spirit"), fear=None), side="blue", at=(1, 0))
    result = combat.run()
    assert (result.winner, result.reason, result.rounds) == (None, "round limit", 25)
    assert not {StrikeLanded, Injured, Fell} & set(kinds(combat.drain()))


@pytest.mark.parametrize("creature", CREATURES, ids=lambda it: it.id)
def test_every_creature_fights_one_of_its_kind_to_a_result(creature: Creature) -> None:
    combat = Combat(seed=8, round_limit=120)
    combat.spawn(creature, side="red", at=(0, 0))
    combat.spawn(creature, side="blue", at=(2, 0))
    result = combat.run()
    assert result.reason in ("last side able", "nobody able", "round limit")
    sides = zip(("red", "blue"), combat.creatures, strict=True)
    able = {side for side, entity in sides if not combat.vitals(entity).out}
    if result.reason != "round limit":
        assert result.winner == (able.pop() if len(able) == 1 else None)


@pytest.mark.parametrize("recovering", [0, 2])
def test_who_cannot_hurt_a_foe_from_where_it_stands_comes_nearer(recovering: int) -> None:
    """The breath of a dragon reaches further than its teeth, but no fire hurts another dragon."""
    combat = Combat(seed=1)
    dragon = replace(shipped().creature("dragon"), fear=None)
    a = combat.spawn(dragon, side="red", at=(0, 0), intents="host")
    b = combat.spawn(dragon, side="blue", at=(3, 0), intents="host")
    settled(combat)
    combat.component(a, Guard).recovering = recovering
    with editing(combat) as battle:
        battle.turn = Turn(battle.ids[a], battle.now)
        assert think(battle, a) == Move((1, 0))
    combat.component(a, Place).x = 1
    with editing(combat) as battle:
        found = think(battle, a)
        assert isinstance(found, Strike)
        assert (found.target, found.mode) == (b, "dragon/bite")
        battle.turn = None


# --- saying so --------------------------------------------------------------------------------------------------------


@every_body
def test_the_log_names_a_creatures_own_parts_and_never_anothers(creature: Creature) -> None:
    combat, a, b = duel(creature)
    narrator = Narrator(combat)
    own = {location.name.lower() for location in creature.anatomy.locations}
    own |= {part.name.lower() for part in creature.anatomy.parts}
    human = {x.name.lower() for x in shipped().creature("human").anatomy.locations} - own
    human = {name for name in human if not any(name in mine for mine in own)}
    for location in creature.anatomy.locations:
        restore(combat, b)
        for event in struck(combat, a, b, location.id):
            line = narrator.line(event)
            if line is not None and {"location", "part"} & {f.name for f in fields(event)}:
                assert not [name for name in human if f" {name}" in line.text.lower()], line.text


def test_what_is_refused_in_any_way_says_what_would_be_right_and_changes_nothing() -> None:
    combat, a, b = pair()
    combat.spawn("spirit", side="blue", at=(0, 1), intents="host")
    settled(combat)
    tried = 0
    for intent in (
        Strike(a), Strike(b, "no/such"), Strike(b, "broadsword/cut", "wing"),
        Strike(b, "broadsword/cut", limb="left_arm"),
        Strike(99), Strike(3), Stand(), StopBleeding(b), StopBleeding(a, 5),
    ):  # fmt: skip
        before = combat.digest
        with pytest.raises(IntentRefused, match=r"expected|only"):
            play(combat, a, intent)
        assert combat.digest == before
        tried += 1
    assert tried == 9


@pytest.mark.parametrize("seed", range(6))
def test_a_fight_that_ran_into_its_round_limit_is_not_fought_on_by_who_looks_after_the_wounded(seed: int) -> None:
    combat = Combat(seed=seed, round_limit=4)
    for n in range(3):
        combat.spawn("man_at_arms", side="red", at=(0, n), armor=())
        combat.spawn("man_at_arms", side="blue", at=(1, n), armor=())
    combat.run()
    combat.advance(3_600)
    fighting = False
    for event in combat.drain():
        if isinstance(event, EncounterBegan | EncounterEnded):
            fighting = isinstance(event, EncounterBegan)
        assert fighting or not isinstance(event, ExchangeFought), event
