"""The scene: the picture of a creature equals its state after every event; watching moves no die of the rules."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from scripting import calm, editing, pair, play
from toy import Toy, creature

from fleshwound.components import events as happened
from fleshwound.components.creature import Allegiance, Combatant, Conditions, Injuries, Place
from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Ask, Draw, Level
from fleshwound.components.events import Event, Grabbed, HoldBroken
from fleshwound.components.ids import MINUTE
from fleshwound.components.intents import BreakFree, Grab, Release, Strike
from fleshwound.game import Combat
from fleshwound.game.arena.effects import Came
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.tokens import Pose, label, pose
from fleshwound.game.content import shipped
from fleshwound.systems.heroic.consequences import fall
from fleshwound.systems.heroic.fighter import fighter
from fleshwound.systems.heroic.ruleset import Heroic

SCENARIOS = shipped().scenarios
SKIRMISH = SCENARIOS["wolves_at_night"]


def fight(seed: int, scenario: str = "wolves_at_night") -> Combat:
    return Combat.of(SCENARIOS[scenario], seed)


def brawl(seed: int) -> Combat:
    """A fight under the toy rules, on a field without edges."""
    combat = Combat(Toy(), seed)
    for number in range(3):
        combat.spawn(creature(), side="red", at=(number, 0))
        combat.spawn(creature(), side="green", at=(number, 5))
    return combat


def assert_pictured(scene: Scene) -> None:
    combat = scene.combat
    assert set(scene.tokens) == {combat.id_of(entity) for entity in combat.creatures}
    for entity in combat.creatures:
        token = scene.tokens[combat.id_of(entity)]
        place = combat.component(entity, Place)
        assert token.entity == entity
        assert token.name == combat.component(entity, Combatant).name
        assert token.side == combat.component(entity, Allegiance).side
        assert token.vitals == combat.vitals(entity) == scene.sheet(token).vitals
        assert (token.cell, token.facing) == ((place.x, place.y), place.facing)
        assert (token.way[-1] if token.way else token.at) == token.cell
        body = scene.body(token)
        if body is not None:
            if Injuries in combat.battle.ruleset.components:
                assert token.severed == combat.component(entity, Injuries).severed
            assert scene.sheet(token).severed == {i for i in range(len(body.locations)) if token.severed >> i & 1}
    for side in scene.sides:
        assert side.able == sum(not combat.vitals(token.entity).out for token in side.members)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
def test_the_picture_of_a_creature_equals_its_state_after_every_event(scenario: str, seed: int) -> None:
    combat = fight(seed, scenario)
    scene = Scene(combat, "a fight", SCENARIOS[scenario])
    seen = 0

    def check(event: Event) -> None:
        nonlocal seen
        seen += 1
        assert_pictured(scene)

    combat.subscribe(Event, check)
    combat.run()
    assert seen > 30
    assert_pictured(scene)


def assert_holds_pictured(scene: Scene) -> None:
    assert_pictured(scene)
    for token in scene.tokens.values():
        fast = {hold.part for hold in scene.combat.component(token.entity, Conditions).immobilized}
        assert scene.sheet(token).immobilized == fast


def lands(request: Draw | Ask) -> Any:
    """Have the attack land, whatever the defence; the rest is calm."""
    defends = isinstance(request, Draw) and request.what in ("block", "counterstrike", "dodge")
    return Level.MF if defends else calm(request)


@pytest.mark.parametrize("ends", ["breaks free", "is let go", "its holder falls"])
def test_a_hold_is_pictured_after_every_event_from_its_first_to_its_last(ends: str) -> None:
    combat, a, b = pair("human", "human")
    scene = Scene(combat, "two")
    kinds: list[type[Event]] = []

    def check(event: Event) -> None:
        kinds.append(type(event))
        assert_holds_pictured(scene)

    combat.subscribe(Event, check)
    play(combat, a, Grab(b), location="left_forearm", trial=4, resistance=1, otherwise=lands)
    held = scene.tokens[combat.id_of(b)]
    assert Grabbed in kinds
    assert scene.sheet(held).immobilized
    match ends:
        case "breaks free":
            play(combat, b, BreakFree(a), 6, 1)
        case "is let go":
            play(combat, a, Release(b))
        case _:
            with editing(combat) as battle:
                ruleset = battle.ruleset
                assert isinstance(ruleset, Heroic)
                fall(battle, fighter(ruleset.reader, a), "a test")
    assert HoldBroken in kinds
    assert_holds_pictured(scene)
    assert not scene.sheet(held).immobilized


@pytest.mark.parametrize("seed", range(3))
def test_a_fight_of_beasts_that_grab_is_pictured_after_every_event(seed: int) -> None:
    combat = Combat(seed=seed, size=(8, 6))
    for number, kind in enumerate(("rock_python", "gray_wolf", "gray_wolf")):
        combat.spawn(kind, side="beasts", at=(2, number + 1))
        combat.spawn("brigand", side="men", at=(4, number + 1))
    scene = Scene(combat, "a fight")
    combat.subscribe(Event, lambda event: assert_holds_pictured(scene))
    combat.run()
    assert scene.verdict


@pytest.mark.parametrize("seed", range(4))
def test_a_toy_ruleset_is_pictured_unchanged(seed: int) -> None:
    combat = brawl(seed)
    scene = Scene(combat, "a brawl")
    combat.subscribe(Event, lambda event: assert_pictured(scene))
    combat.run()
    assert scene.verdict
    assert scene.stains
    assert scene.blow is not None
    assert scene.blow.came in (Came.HIT, Came.MISSED)
    assert [side.name for side in scene.sides] == ["red", "green"]
    assert all(scene.body(token) is None for token in scene.tokens.values())


def test_harm_that_nobody_strikes_is_pictured_too() -> None:
    combat = fight(3)
    scene = Scene(combat, "a fight", SKIRMISH)
    combat.advance(5)
    one = combat.creatures[0]
    for befalls in (
        lambda: combat.fall(one, 60),
        lambda: combat.burn(one, 3, None),
        lambda: combat.threaten(one, 9, "a dragon's roar"),
        lambda: combat.harm(one, 30, Aspect.EDGED, "left_arm", cause="portcullis"),
    ):
        if combat.vitals(one).alive:
            befalls()
            assert_pictured(scene)
    assert scene.texts
    assert scene.stains


def test_watching_changes_nothing_of_the_fight() -> None:
    alone, watched = fight(3), fight(3)
    scene = Scene(watched, "a fight", SKIRMISH)
    alone.run()
    while watched.result is None:
        watched.step()
        scene.pass_time(0.016)
    assert watched.digest == alone.digest


def test_two_viewers_of_one_seed_see_the_same_blood() -> None:
    scenes = [Scene(fight(5), "a fight", SKIRMISH) for _ in range(2)]
    for scene in scenes:
        scene.combat.run()
    assert scenes[0].stains
    assert scenes[0].stains == scenes[1].stains


def test_blood_stays_where_it_fell() -> None:
    scene = Scene(fight(5), "a fight", SKIRMISH)
    seen: list[object] = []
    while scene.combat.result is None:
        scene.combat.step()
        scene.pass_time(1.0)
        assert scene.stains[: len(seen)] == seen
        seen = list(scene.stains)
    assert len(seen) > 20


def test_tokens_walk_the_path_and_arrive() -> None:
    scene = Scene(fight(7), "a fight", SKIRMISH)
    walked = 0
    while scene.combat.result is None:
        scene.combat.step()
        walked += any(token.way for token in scene.tokens.values())
        for _ in range(120):
            scene.pass_time(0.05)
        assert all(token.at == token.cell for token in scene.tokens.values())
    assert walked > 3


def test_effects_fade_but_the_last_blow_stays_told() -> None:
    scene = Scene(fight(7), "a fight", SKIRMISH)
    scene.combat.run(lambda combat: scene.blow is not None)
    for _ in range(6):
        scene.pass_time(0.1)
    assert scene.strikes
    for _ in range(40):
        scene.pass_time(0.1)
    assert not scene.strikes
    assert not scene.texts
    assert scene.blow is not None


def test_what_a_blow_came_to_is_what_its_events_say() -> None:
    """Hit, blocked, dodged, missed and stopped by armour are told apart."""
    told: set[Came] = set()
    for seed in range(6):
        combat = fight(seed)
        scene = Scene(combat, "a fight", SKIRMISH)
        landed: list[happened.StrikeLanded] = []
        combat.subscribe(happened.StrikeLanded, landed.append)

        def check(event: happened.ExchangeFought, scene: Scene = scene) -> None:
            blow = scene.blow
            assert blow is not None
            assert (blow.attacker, blow.target, blow.attack, blow.defend) == (
                event.attacker, event.target, event.attack, event.defend,
            )  # fmt: skip
            assert blow.came.landed == event.attacker_lands
            told.add(blow.came)

        combat.subscribe(happened.ExchangeFought, check)
        while combat.result is None:
            before = len(landed)
            combat.step()
            if len(landed) == before + 1 and scene.blow is not None and scene.blow.attacker == landed[-1].attacker:
                assert scene.blow.came.landed
                told.add(scene.blow.came)
    assert told >= {Came.HIT, Came.BLOCKED, Came.DODGED, Came.MISSED, Came.STOPPED}


def test_every_state_has_a_pose_or_a_label_of_its_own() -> None:
    shown: dict[str, tuple[Pose, str]] = {}
    for seed in range(8):
        combat = fight(seed)
        scene = Scene(combat, "a fight", SKIRMISH)
        while combat.now < 20 * MINUTE and combat.step():  # the fight, and who bleeds to death after it
            for token in scene.tokens.values():
                shown[f"{token.vitals.state} {token.vitals.prone}"] = (pose(token.vitals), label(token.vitals))
    bodies = {"none", "stunned", "incapacitated", "unconscious", "dead"}
    nerves = {"withdrawing", "routed", "catatonic", "fled"}
    assert {key.split()[0] for key in shown} - {"surrendered"} == bodies | nerves
    assert len(set(shown.values())) == len({value if key.startswith("dead") else key for key, value in shown.items()})


def test_a_creature_that_leaves_is_no_longer_shown() -> None:
    combat = brawl(1)
    scene = Scene(combat, "a brawl")
    first = next(iter(scene.tokens.values()))
    scene.chosen = first.creature
    combat.despawn(first.entity)
    assert first.creature not in scene.tokens
    assert scene.selected is not None
    assert scene.selected.creature != first.creature
    assert_pictured(scene)


def test_the_selection_follows_the_fight_until_somebody_chooses() -> None:
    scene = Scene(fight(7), "a fight", SKIRMISH)
    hurt: list[happened.Injured] = []
    scene.combat.subscribe(happened.Injured, hurt.append)
    scene.combat.run(lambda combat: bool(hurt))
    assert scene.selected is not None
    assert scene.selected.creature == hurt[-1].creature
    scene.chosen = 2 if hurt[-1].creature != 2 else 3
    scene.combat.run()
    assert scene.selected.creature == scene.chosen


def test_a_closed_scene_listens_no_longer() -> None:
    scene = Scene(fight(7), "a fight", SKIRMISH)
    scene.close()
    lines = len(scene.lines)
    scene.combat.run()
    assert len(scene.lines) == lines


PURE = (
    "figure", "limbs", "body_rows", "scene", "stage", "sides", "tokens", "blood", "blows", "effects", "camera", "theme",
)  # fmt: skip


@pytest.mark.parametrize("name", PURE)
def test_what_is_shown_is_worked_out_without_pygame(name: str) -> None:
    source = Path(import_module(f"fleshwound.game.arena.{name}").__file__ or "").read_text(encoding="utf-8")
    assert "pygame" not in source


def test_the_camera_keeps_all_who_are_able_in_sight() -> None:
    for seed in range(4):
        scene = Scene(fight(seed), "a fight", SKIRMISH)
        while scene.combat.result is None:
            scene.combat.step()
            scene.settle()
            shown = scene.camera.shown
            assert shown is not None
            for token in scene.tokens.values():
                if not token.vitals.out:
                    assert shown[0] <= token.cell[0] <= shown[2] - 1
                    assert shown[1] <= token.cell[1] <= shown[3] - 1


def test_marks_on_the_timeline_are_those_who_went_out_of_the_fight() -> None:
    combat = fight(7)
    scene = Scene(combat, "a fight", SKIRMISH)
    combat.run()
    for side in scene.sides:
        went = sum(1 if mark.out else -1 for mark in scene.marks if mark.side == side.id)
        assert went == len(side.members) - side.able


@pytest.mark.parametrize(
    ("creature", "mode", "flies"),
    [
        ("archer", "longbow_100/ranged", "arrow"),
        ("crossbowman", "wooden_crossbow_120/ranged", "bolt"),
        ("slinger", "sling/ranged", "bullet"),
        ("skirmisher", "bodkin_javelin/thrown", "bodkin_javelin"),
    ],
)
def test_what_is_shot_or_thrown_flies(creature: str, mode: str, flies: str) -> None:
    combat, a, b = pair(creature, "human", gap=4)
    scene = Scene(combat, "two")
    play(combat, a, Strike(b, mode), otherwise=lands)
    assert [(strike.missile, strike.start, strike.end) for strike in scene.strikes] == [(flies, (0, 0), (4, 0))]


def test_a_shot_that_strays_is_seen_to_fly_to_whom_it_hits() -> None:
    combat, a, b = pair("archer", "human", gap=4)
    other = combat.spawn("human", side="red", at=(5, 0), intents="host")
    scene = Scene(combat, "three")
    play(combat, a, Strike(b, "longbow_100/ranged"), attack=Level.MF, dodge=Level.MS, stray=3, otherwise=calm)
    assert [(strike.missile, strike.target) for strike in scene.strikes] == [
        ("arrow", 2),
        ("arrow", combat.id_of(other)),
    ]


def test_a_blow_does_not_fly_not_even_after_a_shot() -> None:
    combat, a, b = pair("archer", "man_at_arms", gap=1)
    scene = Scene(combat, "two")
    for who, whom, mode in ((a, b, "longbow_100/ranged"), (b, a, None), (a, b, "longbow_100/crush")):
        play(combat, who, Strike(whom, mode), attack=Level.MF, otherwise=calm)
    assert [bool(strike.missile) for strike in scene.strikes] == [True, False, False]
