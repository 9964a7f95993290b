"""The window: mouse and keys do what they say; the fight is the same however it is watched."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise

import pygame
import pytest
from toy import Toy, creature

from fleshwound.game import Combat
from fleshwound.game.arena import watch
from fleshwound.game.arena.controls import SPEEDS, Command
from fleshwound.game.arena.window import Watch
from fleshwound.game.content import shipped
from fleshwound.systems.clock import clock

SKIRMISH = shipped().scenarios["wolves_at_night"]


def make(seed: int) -> Combat:
    return Combat.of(SKIRMISH, seed)


@pytest.fixture
def viewer() -> Watch:
    pygame.font.init()
    watching = Watch(make, 7, SKIRMISH.name, SKIRMISH, pygame.Surface((1280, 720)))
    watching.draw()
    return watching


def press(viewer: Watch, key: int) -> None:
    viewer.handle(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=""))


def click(viewer: Watch, position: tuple[int, int]) -> None:
    viewer.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=position))


def place_of(viewer: Watch, command: Command, value: int | None = None) -> tuple[int, int]:
    viewer.draw()
    return next(t.rect.center for t in reversed(viewer.view.targets) if (t.command, t.value) == (command, value))


def test_space_stops_time_and_lets_it_go_on(viewer: Watch) -> None:
    press(viewer, pygame.K_SPACE)
    before = viewer.combat.now
    viewer.pass_time(0.1)
    assert viewer.combat.now == before
    press(viewer, pygame.K_SPACE)
    viewer.pass_time(0.1)
    assert viewer.combat.now > before


@pytest.mark.parametrize("key", [pygame.K_PERIOD, pygame.K_RIGHT])
def test_a_step_goes_on_to_the_next_moment_in_which_something_happens_and_pauses(viewer: Watch, key: int) -> None:
    told = len(viewer.scene.lines)
    moments = []
    for _ in range(5):
        press(viewer, key)
        moments.append(viewer.combat.now)
    assert viewer.view.paused
    assert len(viewer.scene.lines) > told
    assert all(a < b for a, b in pairwise(moments))


def test_plus_and_minus_go_through_all_speeds_and_stop_at_the_ends(viewer: Watch) -> None:
    for _ in range(20):
        press(viewer, pygame.K_MINUS)
    assert SPEEDS[viewer.view.speed] == 0.25
    seen = [SPEEDS[viewer.view.speed]]
    for _ in range(20):
        press(viewer, pygame.K_PLUS)
        seen.append(SPEEDS[viewer.view.speed])
    assert sorted(set(seen)) == list(SPEEDS)
    assert seen[-1] == 32


def test_time_passes_at_the_chosen_speed(viewer: Watch) -> None:
    for place, speed in enumerate(SPEEDS[:5]):
        click(viewer, place_of(viewer, Command.SPEED, place))
        before = viewer.combat.now
        viewer.pass_time(0.1)
        assert viewer.combat.now - before == round(100_000 * speed)


def test_a_new_seed_begins_another_fight_and_restart_the_same_again(viewer: Watch) -> None:
    first = viewer.combat
    viewer.pass_time(0.1)
    press(viewer, pygame.K_r)
    assert (viewer.combat.seed, viewer.combat.now) == (7, 0)
    assert viewer.combat is not first
    press(viewer, pygame.K_n)
    assert (viewer.combat.seed, viewer.combat.now) == (8, 0)


@pytest.mark.parametrize("command", [Command.RESTART, Command.STEP, Command.PAUSE, Command.NEW_SEED, Command.HELP])
def test_every_button_does_what_its_key_does(viewer: Watch, command: Command) -> None:
    by_key = Watch(make, 7, SKIRMISH.name, SKIRMISH, pygame.Surface((1280, 720)))
    by_key.obey(command)
    click(viewer, place_of(viewer, command))
    assert (viewer.view.paused, viewer.view.help, viewer.seed) == (by_key.view.paused, by_key.view.help, by_key.seed)
    assert viewer.combat.digest == by_key.combat.digest


def test_a_click_on_a_token_or_a_row_shows_its_sheet_and_one_on_bare_ground_follows_the_fight(viewer: Watch) -> None:
    for spot, who in list(viewer.frame.map.spots):
        click(viewer, spot.center)
        assert viewer.scene.chosen == who
    rows = [target for target in viewer.view.targets if target.command is Command.SELECT and target.rect.x < 236]
    assert len(rows) == len(viewer.combat.creatures)
    for row in rows:
        click(viewer, row.rect.center)
        assert viewer.scene.chosen == row.value
    area = viewer.frame.map.area
    click(viewer, (area.right - 3, area.bottom - 3))
    assert viewer.scene.chosen is None


def test_a_window_too_small_is_drawn_smaller_and_clicks_still_find_their_mark(viewer: Watch) -> None:
    viewer.surface = pygame.Surface((640, 300))
    viewer.draw()
    spot, who = viewer.frame.map.spots[-1]
    click(viewer, (spot.centerx * 640 // 1024, spot.centery * 300 // 576))
    assert viewer.scene.chosen == who


def test_help_opens_and_closes_and_escape_closes_it_before_the_window(viewer: Watch) -> None:
    press(viewer, pygame.K_F1)
    viewer.draw()
    assert viewer.view.help
    press(viewer, pygame.K_ESCAPE)
    assert not viewer.view.help
    assert viewer.running
    press(viewer, pygame.K_F1)
    click(viewer, (640, 360))
    assert not viewer.view.help
    press(viewer, pygame.K_ESCAPE)
    assert not viewer.running


@pytest.mark.parametrize("speed", [0, 3, 7])
def test_the_fight_is_the_same_at_any_speed(viewer: Watch, speed: int) -> None:
    alone = make(7)
    alone.run()
    viewer.view.speed = speed
    seconds = 0.1 if speed else 0.097
    while not viewer.view.ended:
        viewer.pass_time(seconds)
    assert viewer.combat.digest == alone.digest
    assert viewer.combat.result == alone.result


def test_the_fight_stops_at_its_end_and_goes_on_when_asked(viewer: Watch) -> None:
    viewer.view.speed = 7
    while not viewer.view.ended:
        viewer.pass_time(0.1)
    at_the_end = viewer.combat.digest
    viewer.pass_time(0.1)
    viewer.draw()
    assert viewer.combat.digest == at_the_end
    press(viewer, pygame.K_SPACE)
    assert viewer.combat.digest != at_the_end
    viewer.draw()
    press(viewer, pygame.K_n)
    assert not viewer.view.paused


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_PERIOD])
def test_after_the_end_time_jumps_from_one_thing_that_happens_to_the_next_until_nothing_will(
    viewer: Watch, key: int
) -> None:
    viewer.view.speed = 7
    while not viewer.view.ended:
        viewer.pass_time(0.1)
    moments = []
    begun = []
    for _ in range(400):
        told = viewer.scene.told
        press(viewer, key)
        if viewer.view.over:
            break
        assert viewer.view.paused
        if viewer.view.ended:
            moments.append(viewer.combat.now)
            assert viewer.scene.told > told
            assert viewer.scene.verdict
            continue
        # Somebody woke among foes: a fight like any other, and what was won before is no longer said.
        begun.append(viewer.combat.now)
        words = [text.text for text in viewer.frame.draw(viewer.surface, viewer.scene, viewer.view)]
        assert any(word.startswith(f"a new fight: encounter {viewer.scene.encounters}") for word in words)
        assert not viewer.scene.verdict
        assert not any(text.endswith(" won") for text in words)
        viewer.view.paused = False
        while not viewer.view.ended:
            viewer.pass_time(0.1)
    assert viewer.view.over
    assert begun
    assert moments == sorted(moments)
    assert moments[-1] > 3600 * 1_000_000
    words = [text.text for text in viewer.frame.draw(viewer.surface, viewer.scene, viewer.view)]
    assert any("nothing more will happen" in text for text in words)
    assert any(f"of encounter {viewer.scene.encounters}" in text for text in words)


def test_the_result_says_what_space_does_and_which_moment_is_shown(viewer: Watch) -> None:
    viewer.view.speed = 7
    while not viewer.view.ended:
        viewer.pass_time(0.1)
    ended = viewer.combat.now

    def result() -> str:
        printed = viewer.frame.draw(viewer.surface, viewer.scene, viewer.view)
        return " ".join(text.text for text in printed if text.panel == "result")

    assert "Space: the next thing that happens" in result()
    assert "now" not in result()
    while viewer.combat.now == ended:
        press(viewer, pygame.K_SPACE)
    assert f"now {clock(viewer.combat.now)}" in result()


def test_the_fight_waits_while_the_help_is_open(viewer: Watch) -> None:
    viewer.pass_time(0.1)
    press(viewer, pygame.K_F1)
    now, ages = viewer.combat.now, [text.age for text in viewer.scene.texts]
    for _ in range(20):
        viewer.pass_time(0.1)
    assert (viewer.combat.now, [text.age for text in viewer.scene.texts]) == (now, ages)
    press(viewer, pygame.K_F1)
    viewer.pass_time(0.1)
    assert viewer.combat.now > now


def test_a_pinned_sheet_says_so_and_its_button_unpins_it(viewer: Watch) -> None:
    def pinned() -> bool:
        printed = viewer.frame.draw(viewer.surface, viewer.scene, viewer.view)
        return any("pinned" in text.text for text in printed if text.panel == "inspector")

    assert not pinned()
    click(viewer, viewer.frame.map.spots[-1][0].center)
    assert pinned()
    button = next(t for t in viewer.view.targets if t.command is Command.SELECT and t.value is None)
    click(viewer, button.rect.center)
    assert viewer.scene.chosen is None
    assert not pinned()


def test_nothing_on_the_bar_pretends_to_move_time(viewer: Watch) -> None:
    viewer.draw()
    place = next(t for t in viewer.view.targets if t.hint.startswith("How far"))
    assert place.command is None


def test_a_fight_that_waits_for_a_decision_is_drawn_and_waits() -> None:
    pygame.font.init()

    def asking(seed: int) -> Combat:
        combat = Combat(Toy(), seed)
        combat.spawn(creature(), side="red", at=(0, 0), decisions="ask")
        combat.spawn(creature(), side="green", at=(0, 1))
        return combat

    viewer = Watch(asking, 1, "a duel", None, pygame.Surface((1280, 720)))
    for _ in range(100):
        viewer.pass_time(0.1)
        viewer.draw()
    assert viewer.combat.decisions
    assert not viewer.view.ended


def test_the_window_runs_on_posted_events_and_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    made: list[int] = []

    def noted(seed: int) -> Combat:
        made.append(seed)
        return make(seed)

    pygame.display.init()
    keys = (pygame.K_SPACE, pygame.K_PERIOD, pygame.K_PLUS, pygame.K_F1, pygame.K_F1, pygame.K_n, pygame.K_r)
    for key in keys:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=""))
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(40, 150)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(40, 150)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=-1))
    watch(noted, 7, SKIRMISH.name, SKIRMISH, max_seconds=0.4)
    assert made == [7, 8, 8]
    assert not pygame.display.get_init()


def test_closing_the_window_ends_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    watch(make, 7, SKIRMISH.name, SKIRMISH)
    assert not pygame.display.get_init()


ALONE = """
import sys
from fleshwound.game import Combat
from fleshwound.game.arena import NoDisplay, watch
try:
    watch(lambda seed: Combat.of("wolves_at_night", seed), 7, "Wolves", max_seconds=0.2)
except NoDisplay as none:
    print("none:", none)
else:
    print("shown")
"""


def watched_with(code: str = ALONE, **environment: str) -> str:
    known = {name: value for name, value in os.environ.items() if name not in _DISPLAYS}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=known | environment, capture_output=True, text=True, timeout=60, check=True
    )
    return ran.stdout


_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_without_a_display_it_says_so_and_prints_no_banner() -> None:
    assert watched_with().startswith("none: no display")
    assert watched_with(SDL_VIDEODRIVER="x11").startswith("none: no display")


def test_the_dummy_driver_counts_as_a_display_when_asked_for() -> None:
    assert watched_with(SDL_VIDEODRIVER="dummy") == "shown\n"


def test_without_pygame_the_import_names_the_extra() -> None:
    code = (
        "import sys\n"
        "sys.modules['pygame'] = None\n"
        "from fleshwound.components.errors import FleshwoundError\n"
        "try:\n"
        "    import fleshwound.game.arena\n"
        "except FleshwoundError as missing:\n"
        "    print(isinstance(missing, ImportError), missing)\n"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True).stdout
    assert said.startswith("True")
    assert 'pip install "fleshwound[arena]"' in said


def test_only_display_and_font_are_initialised() -> None:
    code = ALONE + "import pygame\nprint(pygame.mixer.get_init(), pygame.joystick.get_init())\n"
    assert watched_with(code, SDL_VIDEODRIVER="dummy") == "shown\nNone False\n"
