"""Forecasts in the arena: what is shown is what the rules say, and looking changes nothing."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pygame
import pytest
from readable import assert_readable
from scripting import calm, hit, pair, put, victim
from toy import Toy, creature

from fleshwound.components.creature import Shock
from fleshwound.components.intents import Strike
from fleshwound.game import Combat
from fleshwound.game.arena.canvas import Printed
from fleshwound.game.arena.controls import Command, View
from fleshwound.game.arena.forecasts import BLEEDING_HORIZON, PATIENCE, best
from fleshwound.game.arena.frame import Frame
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.window import Watch
from fleshwound.game.content import shipped
from fleshwound.game.phrases import percent

SIZES = ((1280, 720), (1920, 1080), (1024, 576))
SKIRMISH = shipped().scenarios["wolves_at_night"]


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


def make(seed: int) -> Combat:
    return Combat.of(SKIRMISH, seed)


@pytest.fixture
def viewer() -> Watch:
    watching = Watch(make, 7, SKIRMISH.name, SKIRMISH, pygame.Surface((1280, 720)))
    watching.draw()
    return watching


def pointed(combat: Combat, actor: int, target: int, size: tuple[int, int] = (1280, 720)) -> list[Printed]:
    """Draw a fight with one creature selected and the mouse on another."""
    scene, frame, view, surface = Scene(combat, "two"), Frame(), View(), pygame.Surface(size)
    scene.chosen = combat.id_of(actor)
    scene.settle()
    scene.strikes.clear()
    scene.texts.clear()
    frame.draw(surface, scene, view)
    view.pointer = next(spot.center for spot, who in frame.map.spots if who == combat.id_of(target))
    printed = frame.draw(surface, scene, view)
    scene.close()
    return printed


def said(printed: list[Printed], panel: str) -> list[str]:
    return [text.text for text in printed if text.panel == panel]


def rows(words: list[str]) -> dict[str, str]:
    """Chances by their words: each share is printed right after its word."""
    return {word: share for word, share in pairwise(words) if share.endswith(" %")}


def spot_of(viewer: Watch, creature: int) -> tuple[int, int]:
    viewer.draw()
    return next(spot.center for spot, who in viewer.frame.map.spots if who == creature)


def point(viewer: Watch, place: tuple[int, int]) -> None:
    viewer.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place))


# --- odds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("kinds", [("man_at_arms", "dire_wolf"), ("dire_wolf", "man_at_arms"), ("archer", "eagle")])
def test_the_numbers_shown_are_those_of_the_rules(kinds: tuple[str, str], size: tuple[int, int]) -> None:
    combat, a, b = pair(*kinds)
    option = best(combat.strikes(a, b), 1)
    assert option is not None
    odds = combat.odds(a, Strike(b, option.mode, option.aim))
    printed = pointed(combat, a, b, size)
    assert_readable(printed, size)
    card = rows(said(printed, "odds"))
    for word, chance in (("hit", odds.hit), ("bleeds", odds.bleeds), ("drops it", odds.out), ("kills", odds.dead)):
        assert card[word] == percent(chance)
    landing = rows(said(printed, "landing"))
    names = combat.describe(b)
    for part, chance in odds.by_part.items():
        if chance > 0.01:
            assert landing[names[part]] == percent(chance)
    for state, chance in odds.by_state.items():
        if chance:
            assert landing[state] == percent(chance)


def test_a_counterstrike_says_how_likely_it_hits_back() -> None:
    combat, a, b = pair("man_at_arms", "man_at_arms")
    put(combat, a, Shock.NONE)
    for defender in ("man_at_arms", "duelist", "knight"):
        if defender in shipped().creatures:
            combat, a, b = pair("peasant_levy", defender)
            odds = combat.odds(a, Strike(b))
            card = rows(said(pointed(combat, a, b), "odds"))
            assert ("is hit back" in card) == bool(odds.attacker.hit)


def test_out_of_reach_the_odds_are_as_if_it_came_near_and_nothing_moves() -> None:
    far, a, b = pair("man_at_arms", "gray_wolf", gap=6)
    near, c, d = pair("man_at_arms", "gray_wolf", gap=1)
    before = far.digest, far.save()
    shown = said(pointed(far, a, b), "odds")
    assert rows(shown) == rows(said(pointed(near, c, d), "odds"))
    assert any("out of reach, six cells away" in text for text in shown)
    assert (far.digest, far.save()) == before


def test_who_can_t_strike_shows_why() -> None:
    combat, a, b = pair("man_at_arms", "spirit")
    assert "no body to strike" in " ".join(said(pointed(combat, a, b), "odds"))
    combat, a, b = pair("man_at_arms", "gray_wolf")
    put(combat, a, Shock.UNCONSCIOUS)
    assert "a is unconscious" in " ".join(said(pointed(combat, a, b), "odds"))


def test_friends_and_the_dead_have_no_odds() -> None:
    combat, a, b = pair("man_at_arms", "gray_wolf")
    combat.spawn("brigand", side="red", at=(0, 2), name="friend", intents="host")
    assert not said(pointed(combat, a, combat.creatures[2]), "odds")
    put(combat, b, Shock.DEAD)
    assert not said(pointed(combat, a, b), "odds")


@pytest.mark.parametrize("place", ["map", "list"])
def test_pointing_at_an_enemy_shows_the_odds_and_moving_on_ends_it(viewer: Watch, place: str) -> None:
    actor, target = 1, 5
    viewer.obey(Command.SELECT, actor)
    spot = spot_of(viewer, target)
    if place == "list":
        spot = next(t.rect.center for t in viewer.view.targets if t.value == target and t.rect.x < 200)
    point(viewer, spot)
    printed = viewer.frame.draw(viewer.surface, viewer.scene, viewer.view)
    assert said(printed, "odds")
    assert said(printed, "landing")
    assert not said(printed, "log")
    assert not said(printed, "hint"), "one card is enough"
    point(viewer, (viewer.frame.map.area.right - 3, viewer.frame.map.area.bottom - 3))
    printed = viewer.frame.draw(viewer.surface, viewer.scene, viewer.view)
    assert not said(printed, "odds")
    assert not said(printed, "landing")


def test_the_sheet_stays_while_an_enemy_is_pointed_at_though_the_fight_goes_on(viewer: Watch) -> None:
    shown = viewer.scene.selected
    assert shown is not None
    target = next(token for token in viewer.scene.tokens.values() if token.side != shown.side)
    struck: set[int | None] = set()
    for _ in range(60):
        point(viewer, spot_of(viewer, target.creature))
        viewer.draw()
        viewer.pass_time(0.1)
        struck.add(viewer.scene.struck)
        selected = viewer.scene.selected
        assert selected is not None
        if not (viewer.scene.tokens[target.creature].vitals.alive and selected.vitals.alive):
            break
        assert selected.creature == shown.creature
    assert len(struck) > 1
    viewer.view.pointer = None
    viewer.draw()
    selected = viewer.scene.selected
    assert selected is not None
    assert selected.creature == viewer.scene.struck


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("scenario", shipped().scenarios)
def test_everybody_s_odds_at_everybody_can_be_read_and_change_nothing(scenario: str, size: tuple[int, int]) -> None:
    plan = shipped().scenarios[scenario]
    alone, watched = Combat.of(plan, 3), Combat.of(plan, 3)
    scene, frame, view, surface = Scene(watched, plan.name, plan), Frame(), View(), pygame.Surface(size)
    for second in (0, 11, 25):
        for combat in (alone, watched):
            combat.advance(second - combat.now / 1_000_000)
        scene.settle()
        for chosen in list(scene.tokens)[:: max(1, len(scene.tokens) // 2)]:
            scene.chosen = chosen
            for spot, _ in list(frame.map.spots)[second % 3 :: 3]:
                view.pointer = spot.center
                assert_readable(frame.draw(surface, scene, view), size)
        assert (watched.digest, watched.now) == (alone.digest, alone.now)
    assert watched.run() == alone.run()
    assert watched.digest == alone.digest


def test_any_ruleset_has_its_odds_shown() -> None:
    combat = Combat(Toy(), 2)
    a = combat.spawn(creature(), side="red", at=(0, 0), intents="host", name="a")
    b = combat.spawn(creature(), side="green", at=(0, 1), intents="host", name="b")
    printed = pointed(combat, a, b)
    assert_readable(printed, (1280, 720))
    assert rows(said(printed, "odds"))["hit"] == percent(combat.odds(a, Strike(b)).hit)


def test_under_rules_whose_blows_land_nowhere_in_particular_no_figure_is_shown() -> None:
    combat = Combat("cities", 1)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host", name="a")
    b = combat.spawn("man_at_arms", side="blue", at=(1, 0), intents="host", name="b")
    printed = pointed(combat, a, b)
    assert_readable(printed, (1280, 720))
    assert "hit" in rows(said(printed, "odds"))
    assert not said(printed, "landing")
    assert said(printed, "happening")


# --- once till something changes --------------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every question that is put to the rules."""
    questions: list[str] = []
    for name in ("odds", "prognosis"):
        real: Any = getattr(Combat, name)

        def noting(self: Combat, *args: Any, _name: str = name, _real: Any = real, **named: Any) -> Any:
            questions.append(_name)
            return _real(self, *args, **named)

        monkeypatch.setattr(Combat, name, noting)
    return questions


def test_the_rules_are_asked_once_till_something_changes(viewer: Watch, asked: list[str]) -> None:
    viewer.obey(Command.PAUSE)
    viewer.obey(Command.SELECT, 1)
    point(viewer, spot_of(viewer, 5))
    for _ in range(10):
        viewer.pass_time(0.1)
        viewer.draw()
    assert asked == ["odds"]
    viewer.obey(Command.STEP)
    point(viewer, spot_of(viewer, 5))
    viewer.draw()
    viewer.draw()
    assert asked.count("odds") == 2


def test_a_fight_that_runs_asks_for_no_prognosis_twice_within_the_viewer_s_patience(asked: list[str]) -> None:
    combat, a, b = bled()
    scene, frame, view, surface = Scene(combat, "two"), Frame(), View(), pygame.Surface((1280, 720))
    scene.chosen = combat.id_of(b)
    frame.draw(surface, scene, view)
    first = len(asked)
    for _ in range(5):
        scene.pass_time(PATIENCE / 10)
        hit(combat, a, b, "left_thigh", 2, otherwise=calm)
        frame.draw(surface, scene, view)
    assert len(asked) == first
    scene.pass_time(PATIENCE, 0.0)  # it stands still: what is shown is as it is
    frame.draw(surface, scene, view)
    assert len(asked) == first + 2


# --- prognosis --------------------------------------------------------------------------------------------------------


def bled() -> tuple[Combat, int, int]:
    combat, a, b = victim("human")
    hit(combat, a, b, "abdomen", 5, "edged", otherwise=calm)
    put(combat, b, Shock.UNCONSCIOUS)
    assert combat.vitals(b).bleeding
    return combat, a, b


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_fallen_have_a_curve_that_ends_where_the_prognosis_does(size: tuple[int, int]) -> None:
    combat, _, b = bled()
    scene = Scene(combat, "two")
    scene.chosen = combat.id_of(b)
    scene.settle()
    printed = Frame().draw(pygame.Surface(size), scene, View())
    assert_readable(printed, size)
    words = said(printed, "inspector")
    horizon = BLEEDING_HORIZON / 1_000_000
    healer = combat.battle.ruleset.healer
    for treated_by in (None, healer.shown):
        dead, _ = combat.prognosis(b, horizon, treated_by).dead(horizon)
        assert percent(1 - dead) in words
    assert {"Prognosis", "alive in 20 min", "untended", healer.called(healer.shown)} <= set(words)


def test_the_steps_of_the_curve_are_those_of_the_prognosis_also_later() -> None:
    combat, _, b = bled()
    scene = Scene(combat, "two")
    token = scene.tokens[combat.id_of(b)]
    for later in (0, 7, 20):
        combat.advance(later)
        outlook = scene.forecasts.outlook(token, combat.sheet(b))
        assert outlook is not None
        fresh = combat.prognosis(b, BLEEDING_HORIZON / 1_000_000 - 60)
        for moment in fresh.moments[1:]:
            assert outlook.curves[0].at(moment.after).most == pytest.approx(1 - moment.dead, abs=1e-9)


def test_the_unhurt_and_the_dead_have_no_prognosis() -> None:
    combat, _, b = victim("human")
    scene = Scene(combat, "two")
    assert scene.forecasts.outlook(scene.tokens[combat.id_of(b)], combat.sheet(b)) is None
    put(combat, b, Shock.DEAD)
    scene = Scene(combat, "two")
    assert scene.forecasts.outlook(scene.tokens[combat.id_of(b)], combat.sheet(b)) is None
