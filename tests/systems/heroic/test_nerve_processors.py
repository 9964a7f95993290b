"""The nerve in fights: what calls for a test, what its states do and how each ends (heroic H15)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scripting import all_of, editing, hit, only, part_of, play, put, settled, state_of, striker

from fleshwound.components.creature import Conditions, Fatigue, Immobilization, Place, Shock, ShockCause
from fleshwound.components.definitions import Creature
from fleshwound.components.draws import Level
from fleshwound.components.edits import Kill, Teleport
from fleshwound.components.errors import BadValue, IntentRefused, Refusal
from fleshwound.components.events import (
    Event,
    ExchangeFought,
    FatigueChanged,
    FearChanged,
    FearTested,
    FieldLeft,
    FieldRetaken,
    MoraleTested,
    Moved,
    OpeningTaken,
    PsycheEnded,
    PsycheStressed,
    PsycheSurfaced,
    PsycheTested,
    PsycheTriggered,
    RallyTried,
    ReactionTested,
    ShockTested,
    Surrendered,
    TurnBegan,
    TurnEnded,
)
from fleshwound.components.holds import Hold
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND
from fleshwound.components.intents import Flee, Move, Rally, Strike, Wait
from fleshwound.components.nerve import Exit, Fear, Morale, Nerve, Psyche
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.agenda import Task
from fleshwound.systems.heroic.consequences import enter_shock
from fleshwound.systems.heroic.fighter import fighter

CF0, CF5, MF, MS, CS = Level


def field(reds: int = 1, blues: int = 1, *, gap: int = 2, **options: Any) -> tuple[Combat, list[int], list[int]]:
    """Reds who strike from afar and human blues, whom only the test moves; each side in a column of its own."""
    combat = Combat(seed=options.pop("seed", 1), size=options.pop("size", (40, 20)))
    kind: str | Creature = options.pop("kind", "human")
    red = [combat.spawn(striker(), side="red", at=(20, 5 + n), intents="host", name=f"r{n}") for n in range(reds)]
    blue = [
        combat.spawn(kind, side="blue", at=(20 - gap, 5 + n), intents="host", name=f"b{n}", armor=(), weapons=())
        for n in range(blues)
    ]
    settled(combat)
    combat.drain()
    return combat, red, blue


def nerve(combat: Combat, entity: int) -> Nerve:
    return combat.component(entity, Nerve)


def calls(combat: Combat, entity: int) -> list[str]:
    """What calls for a morale test of a creature at this moment."""
    creature, battle = combat.id_of(entity), combat.battle
    tasks = [*(entry.task for entry in battle.agenda if entry.due == battle.now), *battle.held_up]
    return [str(task.payload[0]) for task in tasks if task.kind == "morale" and task.creature == creature]


def try_morale(combat: Combat, entity: int, cause: str, level: Level, **named: Any) -> list[Any]:
    """Play the morale test that something calls for."""
    return play(combat, entity, Task("morale", combat.id_of(entity), (cause,)), level, **named)


def shaken(combat: Combat, entity: int, **to: Any) -> Nerve:
    """Put a creature's nerve into a state as if it had long been in it."""
    with editing(combat):
        found = nerve(combat, entity)
        for name, value in to.items():
            setattr(found, name, value)
    return found


# --- what calls for a test --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "called"), [(1, []), (2, ["wound"]), (3, ["wound"]), (4, ["wound"])])
def test_a_serious_or_grievous_wound_calls_for_a_morale_test(level: int, called: list[str]) -> None:
    combat, (a,), (b,) = field()
    hit(combat, a, b, "left_forearm", level, otherwise=lambda request: request.of.answers[-1])
    assert calls(combat, b) == called


def test_a_wound_is_answered_for_once_its_shock_is_shaken_off() -> None:
    combat, (a,), (b,) = field()
    hit(combat, a, b, "abdomen", 3, shock=MS)
    assert state_of(combat, b) is Shock.STUNNED
    assert all_of(play(combat, b, Task("morale", 2, ("wound",))), MoraleTested) == []
    play(combat, b, Task("retest", 2), MS)
    assert calls(combat, b)[-1] == "wound"
    assert only(try_morale(combat, b, "wound", MF), MoraleTested).result == "withdrawing"
    assert nerve(combat, b).wounded is False


def test_one_wound_is_tested_once() -> None:
    combat, (a,), (b,) = field()
    hit(combat, a, b, "left_forearm", 3, otherwise=lambda request: request.of.answers[-1])
    try_morale(combat, b, "wound", MS)
    assert all_of(play(combat, b, Task("morale", 2, ("wound",))), MoraleTested) == []


def test_half_the_side_out_is_judged_against_survivors_and_may_repeat() -> None:
    combat, _, blue = field(reds=2, blues=5)

    def down(entity: int) -> list[int]:
        before = {mate: len(calls(combat, mate)) for mate in blue}
        with editing(combat) as battle:
            battle.ruleset.fall_dead(battle, entity, "a test")
        return [blue.index(m) for m in blue if "half the side out" in calls(combat, m)[before[m] :]]

    assert down(blue[0]) == []
    assert down(blue[1]) == []
    assert down(blue[2]) == [3, 4]  # two of five
    assert down(blue[3]) == [4]  # one of the two


def test_who_knows_no_fear_is_never_tested() -> None:
    human = shipped().creature("human")
    fearless = replace(human, id="fearless", immunities=replace(human.immunities, fear=True))
    combat, (a,), (b,) = field(kind=fearless)
    hit(combat, a, b, "left_forearm", 3, otherwise=lambda request: request.of.answers[-1])
    assert all_of(play(combat, b, Task("morale", 2, ("wound",))), MoraleTested) == []
    assert all_of(play(combat, b, Task("fear", 2, ("a ghost", None, 0))), FearTested) == []


def test_the_fall_of_a_leader_shakes_its_side_and_no_other() -> None:
    combat, (a,), (b, c, d, e) = field(blues=4)
    captain = combat.spawn("captain", side="blue", at=(18, 12), intents="host")
    combat.drain()
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, captain, "a test")
    assert all("leader fell" in calls(combat, mate) for mate in (b, c, d, e))
    assert calls(combat, a) == []


def test_among_equals_nobody_leads() -> None:
    combat, _, blue = field(blues=4)
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, blue[0], "a test")
    assert all(calls(combat, mate) == [] for mate in blue[1:])


def test_three_to_one_is_badly_outnumbered_when_it_comes_suddenly() -> None:
    combat, _, (b, c) = field(reds=5, blues=2)
    assert calls(combat, b) == []
    combat.spawn("human", side="red", at=(25, 5))
    assert calls(combat, b) == calls(combat, c) == ["outnumbered"]
    combat.spawn("human", side="red", at=(25, 6))
    assert calls(combat, b) == ["outnumbered"]


def test_whoever_loses_its_weapon_before_armed_foes_is_tested() -> None:
    combat = Combat(seed=1, size=(40, 20))
    a = combat.spawn("man_at_arms", side="red", at=(20, 5), intents="host")
    b = combat.spawn("man_at_arms", side="blue", at=(18, 5), intents="host", armor=())
    settled(combat)
    striking = combat.spawn(striker(), side="red", at=(20, 6), intents="host")
    hit(combat, striking, b, "right_hand", 4, "blunt", otherwise=lambda request: request.of.answers[-1])
    assert "disarmed" in calls(combat, b)
    assert only(try_morale(combat, b, "disarmed", MS), MoraleTested).cause == "disarmed"
    assert a


def test_in_peace_nothing_calls_for_a_test() -> None:
    combat, (a,), _ = field(blues=0)
    friend = combat.spawn("human", side="red", at=(18, 5), intents="host", armor=())
    hit(combat, a, friend, "left_forearm", 3, otherwise=lambda request: request.of.answers[-1])
    assert calls(combat, friend) == []


# --- what its states do, and how they end -----------------------------------------------------------------------------


def test_several_results_of_one_moment_leave_the_severest() -> None:
    combat, _, (b,) = field()
    try_morale(combat, b, "leader fell", CF5)
    try_morale(combat, b, "half the side out", CS)
    assert nerve(combat, b).morale is Morale.ROUTED


def test_the_routed_do_nothing_but_flee() -> None:
    combat, (a,), (b,) = field()
    try_morale(combat, b, "leader fell", CF5)
    vitals = combat.vitals(b)
    assert (vitals.state, vitals.fleeing, vitals.out, vitals.can_act) == ("routed", True, False, True)
    while combat.actor != b:
        combat.step()
    with pytest.raises(IntentRefused) as found:
        combat.act(b, Strike(a))
    assert found.value.why is Refusal.FLEEING
    with pytest.raises(IntentRefused) as found:
        combat.act(b, Move((19, 5)))
    assert found.value.why is Refusal.FLEEING
    combat.act(b, Move((12, 5)))
    assert combat.component(b, Place).x == 12


def test_a_strike_that_waits_for_the_turn_of_one_who_flees_is_looked_at_again_then() -> None:
    combat, (a,), (b,) = field(gap=1)
    try_morale(combat, b, "leader fell", MF)
    combat.act(b, Strike(a))
    assert combat.battle.wishes


def test_whoever_has_to_flee_and_is_told_nothing_runs_at_its_turns_end() -> None:
    combat, _, (b,) = field()
    try_morale(combat, b, "leader fell", CF5)
    combat.advance(10)
    assert [e.creature for e in all_of(combat.drain(), Moved)] == [2]
    assert combat.component(b, Place).x < 18


def test_who_flees_to_the_edge_of_the_map_is_out_and_cant_be_struck() -> None:
    combat, (a,), (b,) = field(size=(24, 12))
    try_morale(combat, b, "leader fell", CF5)
    result = combat.run()
    assert (result.winner, result.reason) == ("red", "last side able")
    assert only(combat.drain(), FieldLeft).creature == 2
    vitals = combat.vitals(b)
    assert (vitals.state, vitals.out, vitals.can_act, vitals.prone) == ("fled", True, False, False)
    with pytest.raises(IntentRefused) as found:
        combat.act(a, Strike(b, "striker/edged_5"))
    assert found.value.why is Refusal.FLED_TARGET


def test_who_is_routed_and_cant_get_away_surrenders() -> None:
    walls = frozenset((x, y) for x in range(4, 7) for y in range(4, 7) if (x, y) not in ((5, 5), (6, 5)))
    combat = Combat(seed=1, size=(12, 12), blocked=walls)
    combat.spawn("human", side="red", at=(6, 5), intents="host")
    b = combat.spawn("human", side="blue", at=(5, 5), intents="host")
    settled(combat)
    try_morale(combat, b, "leader fell", CF5)
    result = combat.run()
    assert (result.winner, result.reason) == ("red", "last side able")
    events = combat.drain()
    assert only(events, Surrendered).creature == 2
    assert combat.vitals(b).state == "surrendered"
    assert combat.component(b, Conditions).prone
    combat.advance(2 * HOUR / 1e6)
    assert nerve(combat, b).morale is Morale.STEADY
    assert combat.vitals(b).out, "its captor is still there"


def test_who_withdraws_and_cant_get_away_passes() -> None:
    walls = frozenset((x, y) for x in range(4, 7) for y in range(4, 7) if (x, y) not in ((5, 5), (6, 5)))
    combat = Combat(seed=1, size=(12, 12), blocked=walls)
    combat.spawn("human", side="red", at=(6, 5), intents="host")
    b = combat.spawn("human", side="blue", at=(5, 5), intents="host")
    settled(combat)
    try_morale(combat, b, "leader fell", MF)
    combat.advance(40)
    assert combat.vitals(b).state == "withdrawing"
    assert combat.component(b, Place).x == 5


def test_who_withdraws_steps_off_the_map_where_it_stood_at_the_edge_and_a_foe_came_up_with_it() -> None:
    combat, _, (b,) = field(size=(24, 6), gap=1)
    try_morale(combat, b, "leader fell", MF)
    combat.advance(9)
    assert combat.component(b, Place).y == 5, "it was at the edge"
    combat.advance(20)
    assert nerve(combat, b).exit is Exit.FLED
    assert only(combat.drain(), FieldLeft).creature == 2
    assert combat.result is not None
    assert (combat.result.winner, combat.result.reason) == ("red", "last side able")


@pytest.mark.parametrize(("gap", "waits"), [(9, False), (14, True)])
def test_who_withdraws_stands_at_the_edge_while_nobody_comes_up_with_it(gap: int, waits: bool) -> None:
    combat = Combat(seed=1, size=(24, 6))
    combat.spawn("man_at_arms", side="red", at=(gap, 0), intents="host")
    b = combat.spawn("human", side="blue", at=(0, 0), intents="host")
    settled(combat)
    try_morale(combat, b, "leader fell", MF)
    combat.advance(40)
    assert nerve(combat, b).exit is Exit.NONE
    assert (nerve(combat, b).morale_until is not None) is waits


@pytest.mark.parametrize("level", [MF, CF5])
def test_who_is_held_at_the_edge_of_the_map_doesnt_get_away(level: Level) -> None:
    combat, (a,), (b,) = field(size=(24, 6), gap=1)
    with editing(combat):
        arm = part_of(combat, b, "left_arm")
        combat.component(b, Conditions).immobilized.append(Immobilization(arm, "a test", 1))
        combat.component(a, Conditions).holds.append(Hold(2, arm, 0, "grab", 1, DAY))
    try_morale(combat, b, "leader fell", level)
    combat.advance(31)
    assert all_of(combat.drain(), FieldLeft) == []
    assert nerve(combat, b).exit is (Exit.SURRENDERED if level is CF5 else Exit.NONE)


def test_who_withdraws_unthreatened_comes_to_itself_in_a_minute_or_tries_again() -> None:
    combat, _, (b,) = field(gap=12)
    try_morale(combat, b, "leader fell", MF)
    combat.advance(20)
    until = nerve(combat, b).morale_until
    assert until is not None
    events = play(combat, b, Task("react", 2, (until,)), MF)
    assert only(events, ReactionTested).after == "withdrawing"
    assert nerve(combat, b).morale_until == combat.now + MINUTE
    play(combat, b, Task("react", 2, (nerve(combat, b).morale_until,)), MS)
    assert nerve(combat, b).morale is Morale.STEADY


def test_the_catatonic_are_helpless_and_rout_when_they_come_to_themselves() -> None:
    combat, (a,), (b,) = field()
    try_morale(combat, b, "leader fell", CF0)
    vitals = combat.vitals(b)
    assert (vitals.state, vitals.out, vitals.can_act, vitals.can_defend) == ("catatonic", True, False, False)
    struck = only(
        play(combat, a, Strike(b, "striker/edged_1"), location="left_forearm", otherwise=lambda r: r.of.answers[-1]),
        ExchangeFought,
    )
    assert (struck.attack.level, struck.attack.automatic, struck.defence) == (CS, True, "ignore")
    play(combat, b, Task("react", 2), MS)
    assert nerve(combat, b).morale is Morale.ROUTED


def test_the_brave_are_so_for_five_minutes() -> None:
    combat, _, (b,) = field()
    try_morale(combat, b, "leader fell", CS)
    assert nerve(combat, b).morale_until == combat.now + 5 * MINUTE
    roll = only(try_morale(combat, b, "half the side out", MS), MoraleTested).roll
    assert dict(roll.modifiers)["brave"] == 20
    combat.advance(301)
    assert nerve(combat, b).morale is Morale.STEADY


def test_the_unconscious_and_the_dead_are_neither_afraid_nor_running() -> None:
    combat, (a,), (b,) = field()
    try_morale(combat, b, "leader fell", CF5)
    hit(combat, a, b, "skull", 4, "blunt", shock=MS, otherwise=lambda request: request.of.answers[-1])
    assert state_of(combat, b) is Shock.UNCONSCIOUS
    assert nerve(combat, b).morale is Morale.NONE
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, b, "a test")
    assert nerve(combat, b).unshaken


# --- fear -------------------------------------------------------------------------------------------------------------


def dread(combat: Combat, entity: int, *answers: Any, source: str = "a ghost", by: int | None = None) -> list[Any]:
    return play(combat, entity, Task("fear", combat.id_of(entity), (source, by, 0)), *answers)


def test_whoever_becomes_aware_of_a_fearsome_foe_is_tested_once() -> None:
    combat = Combat(seed=3, size=(80, 20))
    combat.spawn("dragon", side="red", at=(60, 10), intents="host", name="Smoke")
    b = combat.spawn("man_at_arms", side="blue", at=(20, 10), intents="host")
    combat.advance(60)
    found = only(combat.drain(), FearTested)
    assert (found.creature, found.source, found.by) == (2, "Smoke", 1)
    assert dict(found.roll.modifiers)["source"] == -20
    assert nerve(combat, b).faced == ["Smoke"]


def test_nobody_fears_a_fearsome_friend() -> None:
    combat = Combat(seed=3, size=(80, 20))
    combat.spawn("dragon", side="red", at=(60, 10), intents="host")
    combat.spawn("man_at_arms", side="red", at=(58, 10), intents="host")
    combat.spawn("man_at_arms", side="blue", at=(20, 10), intents="host")
    combat.advance(60)
    assert {event.creature for event in all_of(combat.drain(), FearTested)} == {3}


def test_the_afraid_only_block_or_dodge() -> None:
    combat = Combat(seed=1, size=(40, 20))
    a = combat.spawn(striker(), side="red", at=(20, 5), intents="host")
    b = combat.spawn("man_at_arms", side="blue", at=(19, 5), intents="host", armor=(), decisions="ask")
    settled(combat)
    dread(combat, b, MF)
    while combat.actor != a:
        combat.step()
    combat.act(a, Strike(b, "striker/edged_5"))
    offered = [str(option) for option in combat.decisions[0].options]
    assert any(option.startswith("block") for option in offered)
    assert "dodge" in offered
    assert not any(option.startswith("counterstrike") for option in offered)


def test_who_stood_a_source_is_immune_to_it_and_to_no_other() -> None:
    combat, _, (b,) = field()
    dread(combat, b, MS)
    assert nerve(combat, b).immune == ["a ghost"]
    assert all_of(dread(combat, b), FearTested) == []
    assert only(dread(combat, b, MS, source="a ghoul"), FearTested).source == "a ghoul"


def test_catatonic_fear_brings_shock_of_its_own_and_passes_into_terror() -> None:
    combat, _, (b,) = field()
    events = dread(combat, b, CF0, CS)
    assert only(events, ShockTested).base == 7
    assert combat.vitals(b).state == "catatonic"
    assert only(events, PsycheStressed).level == 2
    play(combat, b, Task("compose", 2), MF)
    assert nerve(combat, b).fear is Fear.CATATONIC
    play(combat, b, Task("compose", 2), MS)
    assert nerve(combat, b).fear is Fear.TERRIFIED


def test_terror_is_over_ten_minutes_after_its_source_and_fear_after_one() -> None:
    for level, seconds in ((CF5, 600), (MF, 60)):
        combat, _, (b,) = field(gap=2, size=(40, 20))
        dread(combat, b, level, by=1)
        with editing(combat) as battle:
            battle.ruleset.fall_dead(battle, combat.entity(1), "a test")
        combat.advance(1)
        if nerve(combat, b).fear >= Fear.AFRAID:
            combat.advance(seconds)
        assert nerve(combat, b).fear < Fear.AFRAID


# --- rally ------------------------------------------------------------------------------------------------------------


def rout(combat: Combat, *entities: int) -> None:
    for entity in entities:
        shaken(combat, entity, morale=Morale.ROUTED)


def host_turn(combat: Combat, entity: int) -> None:
    while combat.actor != entity:
        assert combat.step()


def test_who_runs_as_its_turn_ends_gives_its_foes_their_openings_before_the_next_turn() -> None:
    combat = Combat(seed=1, size=(40, 20))
    red = combat.spawn("man_at_arms", side="red", at=(20, 5), intents="host")
    b = combat.spawn("man_at_arms", side="blue", at=(19, 5), intents="host")
    shaken(combat, b, morale=Morale.ROUTED)
    told: list[Event] = []
    for _ in range(6):
        combat.step()
        told += combat.drain()
    taken = next(n for n, event in enumerate(told) if isinstance(event, OpeningTaken))
    assert told[taken] == OpeningTaken(told[taken].at, combat.id_of(red), combat.id_of(b), "leaves")
    begun = [event.creature for event in told[:taken] if isinstance(event, TurnBegan)]
    ended = [event.creature for event in told[:taken] if isinstance(event, TurnEnded)]
    assert begun[-1] == combat.id_of(b)
    assert combat.id_of(b) not in ended


def test_a_rally_reaches_all_in_earshot_who_run() -> None:
    combat, _, (b, c, d) = field(blues=3, gap=10)
    rout(combat, c, d)
    with editing(combat):
        combat.component(d, Place).x = 39
    host_turn(combat, b)
    event = only(play(combat, b, Rally(), CS), RallyTried)
    assert event.allies == (combat.id_of(c),)
    assert nerve(combat, c).morale is Morale.STEADY
    assert nerve(combat, d).morale is Morale.ROUTED


def test_a_rally_that_is_heard_brings_a_reaction_test_at_the_next_turns_end() -> None:
    combat, _, (b, c) = field(blues=2, gap=10)
    rout(combat, c)
    host_turn(combat, b)
    play(combat, b, Rally(), MS)
    assert nerve(combat, c).rallied
    combat.advance(20)
    assert combat.id_of(c) in [event.creature for event in all_of(combat.drain(), ReactionTested)]
    assert not nerve(combat, c).rallied


@pytest.mark.parametrize(("level", "wait"), [(CF5, 300), (MF, 60)])
def test_after_a_failed_rally_no_other_is_heard_for_a_while(level: Level, wait: int) -> None:
    combat, _, (b, c) = field(blues=2, gap=10)
    rout(combat, c)
    host_turn(combat, b)
    play(combat, b, Rally(), level)
    assert nerve(combat, c).deaf_until == combat.now + wait * SECOND


def test_a_side_is_rallied_once_a_round_by_whoever_stands_the_leader_first() -> None:
    combat, _, (b, c, d) = field(blues=3, gap=10)
    captain = combat.spawn("captain", side="blue", at=(10, 12), intents="host")
    rout(combat, c)

    def refused(entity: int) -> Refusal:
        with pytest.raises(IntentRefused) as found:
            play(combat, entity, Rally(), MS)
        return found.value.why

    assert refused(b) is Refusal.LEADER_FIRST
    assert refused(c) is Refusal.FLEEING
    play(combat, captain, Rally(), MS)
    assert refused(captain) is Refusal.TRIED_ALREADY
    shaken(combat, captain, morale=Morale.ROUTED)
    combat.advance(10)
    assert refused(captain) is Refusal.FLEEING
    shaken(combat, c, morale=Morale.STEADY)
    shaken(combat, captain, morale=Morale.STEADY)
    shaken(combat, d, morale=Morale.STEADY)
    assert refused(b) is Refusal.NOBODY_TO_RALLY


def test_whoever_is_not_out_of_the_fight_may_rally_and_who_runs_has_no_action_for_it() -> None:
    for morale, fear, may in (
        (Morale.STEADY, Fear.STEADY, True), (Morale.WITHDRAWING, Fear.STEADY, True),
        (Morale.WITHDRAWING, Fear.AFRAID, False), (Morale.ROUTED, Fear.STEADY, False),
        (Morale.STEADY, Fear.TERRIFIED, False), (Morale.CATATONIC, Fear.STEADY, False),
    ):  # fmt: skip
        combat, _, (_, c, _) = field(blues=3, gap=10)
        captain = combat.spawn("captain", side="blue", at=(10, 12), intents="host")
        rout(combat, c)
        shaken(combat, captain, morale=morale, fear=fear)
        if may:
            assert only(play(combat, captain, Rally(), MS), RallyTried).creature == combat.id_of(captain)
        else:
            with pytest.raises(IntentRefused, match="expected"):
                play(combat, captain, Rally(), MS)


def test_a_captain_left_to_its_mind_rallies_those_who_run() -> None:
    combat = Combat(seed=5, size=(60, 20))
    combat.spawn("human", side="red", at=(50, 10), intents="host")
    captain = combat.spawn("captain", side="blue", at=(25, 10))
    runner = combat.spawn("human", side="blue", at=(22, 10), intents="host")
    settled(combat)
    rout(combat, runner)
    combat.advance(10)
    assert combat.id_of(captain) in [event.creature for event in all_of(combat.drain(), RallyTried)]


# --- psyche stress ----------------------------------------------------------------------------------------------------


def test_psyche_stress_surfaces_after_ten_minutes_weakens_and_is_tested_within_six_days() -> None:
    combat, (a,), (b,) = field()
    try_morale(combat, b, "leader fell", CF0)
    condition = nerve(combat, b).psyche[0]
    assert (condition.level, condition.source, condition.surfaced) == (2, "leader fell", False)
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, a, "a test")
    combat.advance(599)
    assert combat.component(b, Fatigue).total == 0
    combat.advance(2)
    events = combat.drain()
    assert only(events, PsycheSurfaced).level == 2
    assert only(events, FatigueChanged).change == 10
    assert combat.component(b, Fatigue).total == 10
    assert combat.now < condition.due <= combat.now + 6 * DAY
    due = condition.due
    events = play(combat, b, Task("psyche", 2, (1, due)), CS)
    assert only(events, PsycheTested).after == 0
    assert "fatigue" not in dict(only(events, PsycheTested).roll.modifiers)
    assert only(events, PsycheEnded).source == "leader fell"
    assert only(events, FatigueChanged).total == 0
    assert nerve(combat, b).psyche == []


def test_each_source_is_a_condition_of_its_own_and_the_same_one_adds_up() -> None:
    combat, _, (b,) = field()
    for cause in ("leader fell", "half the side out", "leader fell"):
        shaken(combat, b, morale=Morale.NONE)
        try_morale(combat, b, cause, CF5)
    assert [(each.source, each.level) for each in nerve(combat, b).psyche] == [
        ("leader fell", 2),
        ("half the side out", 1),
    ]


def test_a_permanent_condition_stays_whatever_the_tests() -> None:
    combat, _, (b,) = field()
    shaken(combat, b, psyche=[Psyche(1, "wound", 1, 5, permanent=True, surfaced=True)], conditions=1)
    play(combat, b, Task("psyche", 2, (1, 5)), CS, 1)
    assert [each.level for each in nerve(combat, b).psyche] == [1]


def test_an_impulse_acts_when_its_source_comes_again_and_rests_in_time() -> None:
    combat, _, (b,) = field()
    shaken(combat, b, psyche=[Psyche(1, "a ghost", 2, 5 * DAY, surfaced=True)], conditions=1)
    dread(combat, b, MS)
    event = only(play(combat, b, Task("trigger", 2, (1,)), MF), PsycheTriggered)
    assert event.until == combat.now + 10 * MINUTE
    assert nerve(combat, b).psyche[0].acts_until == event.until
    combat.advance(601)
    assert nerve(combat, b).psyche[0].acts_until is None


# --- saves ------------------------------------------------------------------------------------------------------------


def test_a_shaken_fight_goes_on_after_a_load_as_it_would_have() -> None:
    for seed in (2, 5):
        combat = Combat.of("wolves_at_night", seed)
        while combat.result is None and combat.step():
            if any(not nerve(combat, e).unshaken for e in combat.creatures):
                break
        loaded = Combat.load(combat.save())
        for each in (combat, loaded):
            each.run()
            each.advance(3 * 86_400)
        assert loaded.digest == combat.digest


def test_how_a_nerve_is_stands_on_the_sheet() -> None:
    combat, _, (b,) = field()
    try_morale(combat, b, "leader fell", CF5)
    sheet = combat.sheet(b)
    assert "routed" in sheet.conditions
    assert "quirk 1 (leader fell, not yet felt)" in sheet.conditions
    host_turn(combat, b)
    combat.act(b, Flee())
    combat.act(b, Wait())
    assert nerve(combat, b).exit is Exit.NONE
    put(combat, b, Shock.STUNNED)
    assert combat.vitals(b).state == "stunned"
    assert all_of(combat.drain(), FearChanged) == []


def test_a_host_can_frighten_a_creature_and_that_is_replayed_and_refused_like_any_peril() -> None:
    combat, _, (b,) = field()
    combat.frighten(b, "a ghost", -10)
    found = only(combat.drain(), FearTested)
    assert (found.source, found.by, dict(found.roll.modifiers)["source"]) == ("a ghost", None, -10)
    with pytest.raises(BadValue, match="modifier is 101"):
        combat.frighten(b, "a ghost", 101)
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, b, "a test")
    with pytest.raises(IntentRefused) as refused:
        combat.frighten(b, "a ghost")
    assert refused.value.why is Refusal.DEAD


def test_those_who_withdraw_from_each_other_come_to_themselves() -> None:
    combat, (a,), (b,) = field(gap=4)
    for entity in (a, b):
        shaken(combat, entity, morale=Morale.WITHDRAWING)
    combat.advance(40)
    assert nerve(combat, a).morale_until is not None
    assert nerve(combat, b).morale_until is not None


def gone(combat: Combat, entity: int) -> None:
    combat.despawn(entity)


def dead(combat: Combat, entity: int) -> None:
    combat.edit(Kill(entity))


def far_off(combat: Combat, entity: int) -> None:
    combat.edit(Teleport(entity, (199, 11)))


@pytest.mark.parametrize("end", [gone, dead, far_off])
@pytest.mark.parametrize("how", [Exit.FLED, Exit.SURRENDERED])
def test_who_left_the_fight_is_back_once_no_able_foe_is_in_sight_however_that_came(how: Exit, end: Any) -> None:
    combat = Combat(seed=1, size=(200, 12))
    a = combat.spawn("human", side="red", at=(5, 0), intents="host")
    b = combat.spawn("human", side="blue", at=(0, 0), intents="host")
    settled(combat)
    shaken(combat, b, morale=Morale.STEADY, exit=how)
    combat.battle.stirred = True
    combat.advance(DAY / SECOND)
    assert combat.vitals(b).out, "its foe is in sight"
    end(combat, a)
    combat.advance(1)
    assert nerve(combat, b).exit is Exit.NONE
    assert not combat.vitals(b).out
    assert only(combat.drain(), FieldRetaken).creature == 2


@pytest.mark.parametrize("how", [Exit.FLED, Exit.SURRENDERED])
def test_who_left_the_fight_and_falls_unconscious_wakes_out_of_it(how: Exit) -> None:
    combat = Combat(seed=1, size=(40, 12))
    combat.spawn("human", side="red", at=(9, 0), intents="host")
    b = combat.spawn("human", side="blue", at=(0, 0), intents="host")
    settled(combat)
    shaken(combat, b, exit=how)
    combat.battle.stirred = True
    combat.advance(1)
    for state in (Shock.UNCONSCIOUS, Shock.NONE):
        with editing(combat) as battle:
            who = fighter(battle.ruleset.reader, b)  # type: ignore[attr-defined]  # these are the heroic rules
            cause = ShockCause("a test", None, None, 0, 0, False, 0, None, battle.now)
            enter_shock(battle, who, state, cause)
        assert Combat.load(combat.save()).save() == combat.save()
    combat.advance(60)
    assert combat.battle.encounter is None
    assert combat.vitals(b).state == how.value
