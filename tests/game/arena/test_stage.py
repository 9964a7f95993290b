"""What is seen: a blow only once both stand where it was struck, never far behind the log, and everybody told apart."""

from __future__ import annotations

import pygame
import pytest

from fleshwound.components import events as happened
from fleshwound.components.creature import Place
from fleshwound.components.ids import SECOND
from fleshwound.game import Combat
from fleshwound.game.arena.bar_panel import LEAST, span
from fleshwound.game.arena.camera import MARGIN, SMALLEST
from fleshwound.game.arena.controls import SPEEDS, View
from fleshwound.game.arena.effects import MOST_TEXTS, STRIKE_LASTS
from fleshwound.game.arena.frame import Frame
from fleshwound.game.arena.inspector import how
from fleshwound.game.arena.pictures import picture, play_to
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.stage import WALK
from fleshwound.game.arena.tokens import Pose
from fleshwound.game.arena.window import Watch
from fleshwound.game.content import shipped

SCENARIOS = shipped().scenarios
FRAME = 1 / 60
REACH = 2
"""Cells at which anything in these fights strikes at the most; what is shot or thrown flies farther."""
FEET = 5
"""Of a cell's side."""


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


def viewer(scenario: str, seed: int, speed: float) -> Watch:
    plan = SCENARIOS[scenario]
    watching = Watch(lambda seed: Combat.of(plan, seed), seed, plan.name, plan, pygame.Surface((1280, 720)))
    watching.view.speed = SPEEDS.index(speed)
    return watching


def crowd(each: int, seed: int = 1) -> Combat:
    combat = Combat("heroic", seed)
    for number in range(each):
        combat.spawn("man_at_arms", side="red", at=(number % 10, number // 10), name=f"Man {number}")
        combat.spawn("dire_wolf", side="pack", at=(number % 10, 8 + number // 10), name=f"Wolf {number}")
    return combat


# --- blows and motion ---------------------------------------------------------------------------------------------


Key = tuple[int, int, int]
"""When a blow was struck, by whom and at whom."""


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_blow_is_seen_only_where_both_stood_and_stand(scenario: str, speed: float) -> None:
    """A missile flies from where it was loosed, as far as the rules say; whatever flies not is struck within reach."""
    watching = viewer(scenario, 4, speed)
    combat, scene = watching.combat, watching.scene
    stood: dict[Key, tuple[tuple[int, int], tuple[int, int]]] = {}
    loosed: dict[Key, int] = {}

    def cell(creature: int) -> tuple[int, int]:
        place = combat.component(combat.entity(creature), Place)
        return place.x, place.y

    def note(event: happened.Event) -> None:
        match event:
            case happened.ShotLoosed():
                loosed[event.at, event.attacker, event.target] = event.distance_ft // FEET
            case happened.ShotStrayed():
                key = event.at, event.attacker, event.target
                stood[key] = cell(event.attacker), cell(event.target)
                loosed[key] = int(apart(*stood[key]))
            case happened.ExchangeFought():
                stood[event.at, event.attacker, event.target] = cell(event.attacker), cell(event.target)
            case happened.AttackRolled():
                key = event.at, event.attacker, event.target
                stood[key] = cell(event.attacker), cell(event.target)
                if "ranged" in event.against:
                    loosed[key] = int(apart(*stood[key]))
            case _:
                pass

    combat.subscribe(happened.Event, note)
    seen = set()
    frames = 0
    while not watching.view.ended and combat.now < 25 * SECOND:
        watching.pass_time(FRAME)
        frames += 1
        for strike in scene.strikes:
            blow = strike.blow
            key = (blow.at, blow.attacker, blow.target)
            seen.add(key)
            ends = {blow.attacker: stood[key][0], blow.target: stood[key][1]}
            attacker, target = scene.tokens[strike.attacker], scene.tokens[strike.target]
            assert (attacker.at, target.at) == (ends[strike.attacker], ends[strike.target])
            if strike.missile:
                assert not strike.back, "nobody strikes back at a missile's shooter"
                assert apart(attacker.at, target.at) == loosed[key]
            else:
                assert key not in loosed, "what is shot or thrown is seen to fly"
                assert apart(attacker.at, target.at) <= REACH
    assert seen
    turns = len(combat.creatures) * 2.5
    if frames > 8 * turns:  # slow enough that every turn has some frames: no blow goes by unseen
        waiting = 1 if scene.stage.busy else 0
        assert len(seen) >= len(stood) - waiting


def test_some_shipped_fight_holds_blows_near_at_hand_and_missiles_from_afar() -> None:
    watching = viewer("archers_at_the_farm", 4, 8.0)
    afar, near = 0, 0
    while not watching.view.ended and watching.combat.now < 40 * SECOND:
        watching.pass_time(FRAME)
        for strike in watching.scene.strikes:
            far = apart(strike.start, strike.end) > REACH
            afar, near = afar + far, near + (not far and not strike.missile)
    assert afar
    assert near


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_picture_is_never_a_turn_behind_the_log(speed: float) -> None:
    watching = viewer("wolves_at_night", 7, speed)
    scene = watching.scene
    on_their_way = 0
    while not watching.view.ended and watching.combat.now < 25 * SECOND:
        watching.pass_time(FRAME)
        since = scene.stage.since
        assert since is None or watching.combat.now - since < scene.stage.turn
        moving = [token for token in scene.tokens.values() if token.way]
        assert not moving or scene.stage.busy
        assert len(moving) <= 1, "one turn, one mover"
        on_their_way += bool(moving)
    assert on_their_way or speed >= 16


def test_a_paused_fight_s_last_step_is_still_walked_and_then_struck() -> None:
    watching = viewer("wolves_at_night", 7, 2.0)
    scene = watching.scene
    while not scene.stage.busy:
        watching._step()
    watching.view.paused = True
    assert not scene.strikes
    watching.pass_time(WALK / 8)
    assert not scene.strikes
    assert any(token.way for token in scene.tokens.values())
    for _ in range(8):
        watching.pass_time(WALK / 8)
    assert not scene.stage.busy
    assert [strike.blow for strike in scene.strikes] == [scene.blow]


def test_a_victim_falls_when_the_blow_is_seen_not_while_its_foe_still_runs() -> None:
    """The map shows everybody as before the run until the blow that ends it; the lists are never behind."""
    differed = 0
    for seed in range(6):
        watching = viewer("wolves_at_night", seed, 1.0)
        scene = watching.scene
        while not watching.view.ended and watching.combat.now < 60 * SECOND:
            watching.pass_time(0.05)
            differed += scene.staged != scene.tokens
            if not scene.stage.busy:
                assert scene.staged == scene.tokens
    assert differed


def test_a_host_that_puts_a_creature_elsewhere_leaves_its_token_nowhere_between() -> None:
    combat = crowd(1)
    scene = Scene(combat, "two")
    combat.component(combat.creatures[0], Place).x = 30
    scene._stale = True
    scene.pass_time(0.001)
    assert all(token.at == token.cell for token in scene.tokens.values())


# --- words that rise ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_one_result_rises_for_an_exchange_and_it_says_whose_it_is(scenario: str) -> None:
    watching = viewer(scenario, 3, 8.0)
    scene = watching.scene
    most = 0
    while not watching.view.ended:
        watching.pass_time(FRAME)
        blows = [id(text.blow) for text in scene.texts if text.blow is not None]
        assert len(blows) == len(set(blows))
        assert len({text.creature for text in scene.texts}) == len(scene.texts) <= MOST_TEXTS
        assert all(text.text.startswith(f"{scene.tokens[text.creature].name}: ") for text in scene.texts)
        most = max(most, len(scene.texts))
    assert most == MOST_TEXTS


def test_a_wound_outweighs_the_fall_that_follows_it() -> None:
    scene = Scene(Combat.of("brigands_on_the_road", 4), "a fight")
    both = 0
    while scene.combat.result is None:
        scene.combat.step()
        scene.pass_time(STRIKE_LASTS, 0)
        results = [text for text, _ in scene.blow.results] if scene.blow is not None else []
        words = next((text.text for text in scene.texts if text.blow is scene.blow), None)
        if words is not None and any("→" in result for result in results) and "Falls" in results:
            both += 1
            assert "→" in words or "severed" in words
    assert both


# --- tags and the fallen ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("each", [4, 8, 20])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
def test_in_a_crowd_the_selected_is_tagged_and_no_tag_lies_on_a_body(each: int, size: tuple[int, int]) -> None:
    combat = crowd(each)
    play_to(combat, 15)
    scene, frame, surface = Scene(combat, "a crowd"), Frame(), pygame.Surface(size)
    scene.settle()
    scene.texts.clear()
    for creature in list(scene.tokens)[:: max(1, each // 4)]:
        scene.chosen = creature
        tags = [text for text in frame.draw(surface, scene, View()) if text.panel == "map"]
        token = scene.tokens[creature]
        assert any(text.text.startswith(token.name) for text in tags)
        for tag in tags:
            for spot, whose in frame.map.spots:
                body = spot.inflate(-spot.w // 4, -spot.h // 4)
                assert not tag.rect.colliderect(body), (tag.text, scene.tokens[whose].name)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_everybody_alive_in_a_skirmish_has_a_tag(scenario: str, seed: int) -> None:
    combat = Combat.of(scenario, seed)
    scene, frame, surface = Scene(combat, "a fight"), Frame(), pygame.Surface((1280, 720))
    while combat.result is None:
        play_to(combat, combat.now / SECOND + 31)
        scene.settle()
        tags = [text.text for text in frame.draw(surface, scene, View()) if text.panel == "map"]
        for token in scene.tokens.values():
            if not token.vitals.out:
                assert any(tag.startswith(token.name) for tag in tags), token.name


def test_who_fell_is_seen_beside_whoever_stands_over_it() -> None:
    shared = 0
    for seed in range(4):
        combat = Combat.of("wolves_at_night", seed)
        scene, frame, surface = Scene(combat, "a fight"), Frame(), pygame.Surface((1280, 720))
        combat.run()
        scene.settle()
        scene.strikes.clear()
        frame.draw(surface, scene, View())
        order = [creature for _, creature in frame.map.spots]
        spots = {creature: spot for spot, creature in frame.map.spots}
        upright = {t.cell: t for t in scene.tokens.values() if t.pose in (Pose.STANDING, Pose.SHAKEN)}
        for token in scene.tokens.values():
            over = upright.get(token.cell)
            if token.vitals.out:
                assert spots[token.creature].w < round(frame.map.cell * 0.9)
            if token.vitals.out and over is not None:
                shared += 1
                assert order.index(token.creature) > order.index(over.creature)
                assert not spots[token.creature].collidepoint(spots[over.creature].center)
    assert shared


# --- the camera ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 4])
def test_the_fight_is_framed_in_the_middle_and_large(scenario: str, seed: int) -> None:
    combat = Combat.of(scenario, seed)
    scene, frame, surface = Scene(combat, "a fight"), Frame(), pygame.Surface((1280, 720))
    while combat.result is None:
        play_to(combat, combat.now / SECOND + 11)
        scene.settle()
        frame.draw(surface, scene, View())
        shown = scene.camera.shown
        assert shown is not None
        last = next((mark.creature for mark in reversed(scene.marks) if scene.tokens[mark.creature].vitals.out), None)
        framed = [t.cell for t in scene.tokens.values() if not t.vitals.out or t.creature == last]
        for axis in (0, 1):
            low, high = min(c[axis] for c in framed), max(c[axis] for c in framed) + 1
            assert low + high == pytest.approx(shown[axis] + shown[axis + 2])
            room = max(SMALLEST[axis], high - low + 2 * MARGIN)
            assert shown[axis + 2] - shown[axis] == pytest.approx(room)
        if shown[2] - shown[0] <= 15 and shown[3] - shown[1] <= 7:
            assert frame.map.cell >= 40


# --- what is said -------------------------------------------------------------------------------------------------


def test_able_are_all_who_are_not_out_also_the_prone_and_the_stunned() -> None:
    lying = 0
    combat = Combat.of("brigands_on_the_road", 4)
    scene = Scene(combat, "a fight")
    while combat.result is None:
        combat.step()
        for side in scene.sides:
            able = [t for t in side.members if not t.vitals.out]
            assert side.able == len(able)
            assert side.strength == sum(t.vitals.health for t in able)
            lying += any(t.vitals.prone for t in able)
    assert lying


def test_numbers_count_in_who_is_ahead() -> None:
    combat = Combat("heroic", 1)
    for number in range(5):
        combat.spawn("brigand", side="red", at=(number, 0))
    for number in range(3):
        combat.spawn("brigand", side="green", at=(number, 9))
    scene = Scene(combat, "five against three")
    view = View()
    words = [text.text for text in Frame().draw(pygame.Surface((1280, 720)), scene, view)]
    assert "red ahead" in words
    assert any("red 500, green 300" in target.hint for target in view.targets)


def test_why_it_is_down_is_asked_of_those_who_are_down_only() -> None:
    asked = set()
    for seed in range(4):
        combat = Combat.of("brigands_on_the_road", seed)
        scene = Scene(combat, "a fight")
        while combat.result is None:
            combat.step()
            for token in scene.tokens.values():
                vitals = token.vitals
                assert (how(vitals) in ("down", "out of the fight")) == vitals.out
                assert how(vitals) != "down" or vitals.prone or not vitals.alive, "it stands"
                if vitals.state == "stunned":
                    assert how(vitals) == "stunned"
                    asked.add(vitals.prone)
    assert asked == {False, True}


def test_pointing_at_health_says_that_it_is_not_blood() -> None:
    scene, view = Scene(Combat.of("wolves_at_night", 1), "a fight"), View()
    Frame().draw(pygame.Surface((1280, 720)), scene, view)
    hints = [target.hint for target in view.targets if "not blood" in target.hint]
    assert len(hints) == len(scene.tokens) + 1  # each row, and the one whose sheet is shown


def test_the_help_page_explains_the_words_of_the_rules_that_are_played() -> None:
    scene = Scene(Combat.of("wolves_at_night", 1), "a fight")
    printed = Frame().draw(pygame.Surface((1280, 720)), scene, View(help=True))
    words = " ".join(text.text for text in printed if text.panel == "help")
    for term in ("CF MF MS CS", "0 or 5", "stars", "advantages", "Precision", "Setup", "M1 S2 S3 G4 G5", "thresholds",
                 "shock index", "fatigue", "health", "morbid"):  # fmt: skip
        assert term in words


# --- the bar and the window ---------------------------------------------------------------------------------------


def test_the_timeline_grows_by_doubling() -> None:
    assert [span(seconds * SECOND) // SECOND for seconds in (0, 60, 61, 120, 121, 241)] == [60, 60, 120, 120, 240, 480]
    for now in range(0, 4000 * SECOND, 7 * SECOND):
        whole = span(now)
        assert now <= whole
        assert whole == LEAST or whole < 2 * now


@pytest.mark.parametrize("size", [(640, 360), (1000, 560)], ids=str)
def test_a_small_window_shows_all_made_smaller(size: tuple[int, int]) -> None:
    small = picture(Combat.of("wolves_at_night", 1), "a fight", None, 3, size)
    assert small.get_size() == size
    assert len({tuple(small.get_at((x, size[1] // 2))) for x in range(size[0])}) > 10
