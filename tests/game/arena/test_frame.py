"""The frame: no text over another, none out of its panel, at both sizes, at every moment."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from itertools import combinations
from pathlib import Path

import pygame
import pytest
from readable import assert_readable
from toy import Toy, creature

from fleshwound.components.errors import BadValue
from fleshwound.components.scenarios import Scenario
from fleshwound.game import Combat
from fleshwound.game.arena import fonts as fonts_module
from fleshwound.game.arena import render
from fleshwound.game.arena.canvas import Canvas, Printed
from fleshwound.game.arena.controls import View
from fleshwound.game.arena.frame import Frame
from fleshwound.game.arena.layout import LEAST, arrange
from fleshwound.game.arena.pictures import picture, play_to
from fleshwound.game.arena.scene import Scene
from fleshwound.game.content import shipped

SCENARIOS = shipped().scenarios
SIZES = ((1280, 720), (1920, 1080), (1024, 768), (2560, 1080))


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


def drawn(scene: Scene, view: View, size: tuple[int, int]) -> list[Printed]:
    return Frame().draw(pygame.Surface(size), scene, view)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=lambda scenario: scenario.id)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 3))])
def test_no_text_lies_over_another_or_leaves_its_panel(
    size: tuple[int, int], scenario: Scenario, seed: int, long: bool
) -> None:
    combat = Combat.of(scenario, seed)
    pause = 7 if long else 43
    scene, frame, view = Scene(combat, scenario.name, scenario), Frame(), View()
    surface = pygame.Surface(size)
    while combat.result is None:
        play_to(combat, combat.now / 1_000_000 + pause)
        scene.pass_time(0.35)
        for creature_id in list(scene.tokens)[:: max(1, len(scene.tokens) // 3)]:
            scene.chosen = creature_id
            assert_readable(frame.draw(surface, scene, view), size)
    scene.settle()
    assert_readable(frame.draw(surface, scene, view), size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_help_page_fits(size: tuple[int, int]) -> None:
    scenario = SCENARIOS["wolves_at_night"]
    scene = Scene(Combat.of(scenario, 1), scenario.name, scenario)
    assert_readable(drawn(scene, View(help=True), size), size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("each", [1, 12, 40])
def test_crowds_and_long_names_fit_or_are_counted(size: tuple[int, int], each: int) -> None:
    combat = Combat("heroic", 1)
    for number in range(each):
        long = f"Aethelred the Unready of the Western Marches, number {number}"
        combat.spawn("man_at_arms", side="the very long name of a company of free lances", at=(number, 0), name=long)
        combat.spawn("dire_wolf", side="pack", at=(number, 6))
        combat.spawn("eagle", side="flock", at=(number, 12))
    scene = Scene(combat, "a title that goes on and on " * 8)
    printed = drawn(scene, View(), size)
    assert_readable(printed, size)
    if each == 40:
        assert any("more" in text.text for text in printed if text.panel == "sides")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_much_wounded_creature_s_sheet_fits_and_scrolls(size: tuple[int, int]) -> None:
    """The one with the most injuries over some fights, at every place it can be scrolled to."""
    fights = [Combat.of(scenario, seed) for scenario in SCENARIOS.values() for seed in range(2)]
    for combat in fights:
        combat.run()
    combat, entity = max(((c, e) for c in fights for e in c.creatures), key=lambda ce: len(ce[0].sheet(ce[1]).injuries))
    injuries = combat.sheet(entity).injuries
    assert len(injuries) > 4
    scene = Scene(combat, "a fight")
    scene.chosen = combat.id_of(entity)
    titles: set[str] = set()
    for scroll in range(0, len(injuries), 3):
        printed = drawn(scene, View(scroll=scroll), size)
        assert_readable(printed, size)
        words = " ".join(text.text for text in printed if text.panel == "inspector")
        titles |= {injury.title for injury in injuries if injury.title in words or injury.title.split()[0] in words}
    assert titles == {injury.title for injury in injuries}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_toy_ruleset_is_drawn_without_a_figure(size: tuple[int, int]) -> None:
    combat = Combat(Toy(), 2)
    combat.spawn(creature(), side="red", at=(0, 0))
    combat.spawn(creature(), side="green", at=(0, 3))
    combat.run()
    scene = Scene(combat, "a brawl")
    scene.settle()
    printed = drawn(scene, View(), size)
    assert_readable(printed, size)
    assert any("hit points" in text.text for text in printed if text.panel == "inspector")


def test_every_shipped_creature_is_drawn_and_inspected() -> None:
    for id in shipped().under("heroic").creatures:
        combat = Combat("heroic", 1)
        combat.spawn(id, side="red", at=(0, 0))
        scene = Scene(combat, id)
        assert_readable(drawn(scene, View(), (1280, 720)), (1280, 720))


def test_an_empty_combat_is_drawn() -> None:
    assert_readable(drawn(Scene(Combat("heroic", 1), "nobody"), View(), (1280, 720)), (1280, 720))


def test_the_frame_says_who_is_ahead_and_why_the_selected_one_is_down() -> None:
    scenario = SCENARIOS["wolves_at_night"]
    combat = Combat.of(scenario, 7)
    scene = Scene(combat, scenario.name, scenario)
    combat.run()
    down = next(token for token in scene.tokens.values() if scene.sheet(token).why)
    scene.chosen = down.creature
    words = [text.text for text in drawn(scene, View(), (1280, 720))]
    assert scene.verdict in words
    assert "Why is it down?" in words
    assert set(scene.sheet(down).why) <= set(words)
    for side in scene.sides:
        assert f"{side.able} of {len(side.members)} able" in words


def test_pointing_at_something_says_what_it_is() -> None:
    scenario = SCENARIOS["wolves_at_night"]
    scene, view, frame = Scene(Combat.of(scenario, 7), scenario.name, scenario), View(), Frame()
    surface = pygame.Surface((1280, 720))
    frame.draw(surface, scene, view)
    for target in [target for target in view.targets if target.hint and target.rect.w]:
        view.pointer = target.rect.center
        drawn = frame.draw(surface, scene, view)
        # an enemy of whoever is selected tells its odds instead
        said = [text for text in drawn if text.panel == "hint"] or [text for text in drawn if text.panel == "odds"]
        assert said
        assert_readable(said, (1280, 720))


def test_text_is_shortened_to_the_width_it_is_given() -> None:
    canvas = Canvas(pygame.Surface((10, 10)), 1.0)
    for width in range(0, 200, 7):
        short = canvas.fitted("the quick brown fox jumps over the lazy dog", width)
        assert canvas.width(short) <= max(width, canvas.width("…"))


def test_without_the_typeface_it_falls_back_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(package: str) -> Traversable:
        raise ModuleNotFoundError(package)

    for cached in (fonts_module.font, fonts_module._warn):
        cached.cache_clear()
    monkeypatch.setattr(fonts_module, "files", missing)
    with pytest.warns(UserWarning, match="font-source-sans-pro"):
        assert fonts_module.font(14).size("Aldric")[0] > 0
    for cached in (fonts_module.font, fonts_module._warn):
        cached.cache_clear()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), LEAST, (3840, 2160), (1024, 1400)], ids=str)
def test_panels_fill_the_window_without_gaps(size: tuple[int, int]) -> None:
    layout = arrange(*size)
    panels = (layout.header, layout.sides, layout.map, layout.happening, layout.log, layout.inspector, layout.bar)
    assert sum(panel.w * panel.h for panel in panels) == size[0] * size[1]
    assert not any(a.colliderect(b) for a, b in combinations(panels, 2))


# --- pictures -----------------------------------------------------------------------------------------------------


def make(seed: int) -> Combat:
    return Combat.of("wolves_at_night", seed)


def test_a_picture_is_written_without_a_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    pygame.display.quit()
    file = tmp_path / "arena.png"
    render(make, 7, "Wolves", SCENARIOS["wolves_at_night"], 30, (1280, 720), file, select="Brand")
    assert pygame.image.load(file).get_size() == (1280, 720)
    assert not pygame.display.get_init()


def test_a_moment_past_the_end_shows_the_end() -> None:
    late, end = make(7), make(7)
    picture(late, "late", None, 86_400, (1280, 720))
    end.run()
    assert (late.now, late.digest) == (end.now, end.digest)


def test_a_picture_at_a_moment_shows_that_moment() -> None:
    combat = make(7)
    picture(combat, "now", None, 33.25, (1280, 720))
    assert combat.now == 33_250_000


@pytest.mark.parametrize(
    ("at", "size", "name", "select", "says"),
    [
        (-1, (1280, 720), "a.png", None, "0 or more"),
        (float("nan"), (1280, 720), "a.png", None, "0 or more"),
        (1, (100, 100), "a.png", None, "at least 640"),
        (1, (1280, 720), "a.gif", None, ".png"),
        (1, (1280, 720), "a.png", "Nobody", "Aldric"),
    ],
)
def test_what_can_t_be_pictured_is_told(
    at: float, size: tuple[int, int], name: str, select: str | None, says: str, tmp_path: Path
) -> None:
    with pytest.raises(BadValue, match=says):
        render(make, 7, "Wolves", None, at, size, tmp_path / name, select)
    assert not list(tmp_path.iterdir())
