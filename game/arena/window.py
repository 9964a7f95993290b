"""The window: mouse and keys, and the loop that lets time pass at the viewer's pace."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import pygame

from fleshwound.components.errors import FleshwoundError
from fleshwound.components.scenarios import Scenario
from fleshwound.game.arena.controls import SPEEDS, Command, View
from fleshwound.game.arena.frame import Frame, draw_scaled
from fleshwound.game.arena.layout import LEAST, SMALLEST_WINDOW
from fleshwound.game.arena.pictures import play_to
from fleshwound.game.arena.scene import Scene
from fleshwound.game.combat import Combat

FRAMES: Final = 60
"""A second, at the most."""

LONGEST_FRAME: Final = 0.1
"""Seconds that one frame lets pass at the most: a stalled window doesn't jump."""

STEPS: Final = 64
"""Instants that one step looks through for one in which something happens."""

LATER_STEPS: Final = 4096
"""The same after the end, when hours may pass in which nothing does."""

KEYS: Final = {
    pygame.K_SPACE: Command.PAUSE,
    pygame.K_PERIOD: Command.STEP,
    pygame.K_RIGHT: Command.STEP,
    pygame.K_PLUS: Command.FASTER,
    pygame.K_EQUALS: Command.FASTER,
    pygame.K_KP_PLUS: Command.FASTER,
    pygame.K_MINUS: Command.SLOWER,
    pygame.K_KP_MINUS: Command.SLOWER,
    pygame.K_n: Command.NEW_SEED,
    pygame.K_r: Command.RESTART,
    pygame.K_F1: Command.HELP,
    pygame.K_ESCAPE: Command.QUIT,
}


class NoDisplay(FleshwoundError):
    """There is no display to open a window on."""


class Watch:
    """One viewer before a fight: takes commands, lets time pass, draws. Knows no window, so tests can drive it."""

    def __init__(
        self, make: Callable[[int], Combat], seed: int, title: str, scenario: Scenario | None, surface: pygame.Surface
    ) -> None:
        self._make, self._title, self._scenario = make, title, scenario
        self.seed = seed
        self.surface = surface
        self.view = View()
        self.running = True
        self.frame = Frame()
        self.scene = Scene(make(seed), title, scenario)

    @property
    def combat(self) -> Combat:
        """The fight that is shown."""
        return self.scene.combat

    def restart(self, seed: int) -> None:
        """Begin again from a seed; speed and pause stay as they are."""
        self.scene.close()
        self.seed = seed
        self.scene = Scene(self._make(seed), self._title, self._scenario)
        self.frame = Frame()
        self.view.scroll = 0
        if self.view.ended:
            self.view.paused = self.view.ended = False
        self.view.over = False

    def obey(self, command: Command, value: int | None = None) -> None:
        """Do what the viewer asks for."""
        view = self.view
        match command:
            case Command.PAUSE if view.ended:
                self._step()
            case Command.PAUSE:
                view.paused = not view.paused
            case Command.STEP:
                view.paused = True
                self._step()
            case Command.SLOWER:
                view.speed = max(0, view.speed - 1)
            case Command.FASTER:
                view.speed = min(len(SPEEDS) - 1, view.speed + 1)
            case Command.SPEED if value is not None:
                view.speed = value
            case Command.RESTART:
                self.restart(self.seed)
            case Command.NEW_SEED:
                self.restart(self.seed + 1)
            case Command.SELECT:
                self.scene.chosen = value
                view.scroll = 0
            case Command.HELP:
                view.help = not view.help
            case Command.QUIT if view.help:
                view.help = False
            case Command.QUIT:
                self.running = False
            case _:
                pass

    def _step(self) -> None:
        """Go on to the next instant in which something happens that is told or seen."""
        self.scene.clear()
        for _ in range(LATER_STEPS if self.view.ended else STEPS):
            told = self._told()
            if not self.combat.step():
                self.view.over = not self.combat.decisions
                break
            if self._told() != told:
                break
        self._notice_end()

    def _told(self) -> tuple[object, ...]:
        scene = self.scene
        return scene.told, scene.blow, self.combat.actor, scene.encounters

    def pass_time(self, seconds: float) -> None:
        """Let the viewer's time pass, and the fight's unless it is paused; it stops at the fight's end.

        All stands still behind the page of help.
        """
        if self.view.help:
            return
        seconds = min(seconds, LONGEST_FRAME)
        speed = 0.0 if self.view.paused else SPEEDS[self.view.speed]
        if speed:
            play_to(self.combat, self.combat.now / 1_000_000 + seconds * speed)
            self._notice_end()
        self.scene.pass_time(seconds, speed)

    def _notice_end(self) -> None:
        """Stop at the end of a fight; one that begins after it is a fight like any other."""
        if self.combat.result is None:
            self.view.ended = False
        elif not self.view.ended:
            self.view.ended = self.view.paused = True

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event of the window."""
        view = self.view
        match event.type:
            case pygame.QUIT:
                self.running = False
            case pygame.KEYDOWN if event.key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP):
                view.scroll += 1 if event.key == pygame.K_PAGEDOWN else -1
            case pygame.KEYDOWN if event.key in KEYS:
                self.obey(KEYS[event.key])
            case pygame.KEYDOWN if getattr(event, "unicode", "") in ("+", "-"):
                self.obey(Command.FASTER if event.unicode == "+" else Command.SLOWER)
            case pygame.MOUSEMOTION:
                view.pointer = self._place(event.pos)
            case pygame.MOUSEWHEEL:
                view.scroll -= event.y
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._click(self._place(event.pos))
            case pygame.WINDOWLEAVE:
                view.pointer = None
            case _:
                pass

    def _click(self, position: tuple[int, int]) -> None:
        if self.view.help:
            self.view.help = False
            return
        target = self.view.at(position)
        if target is not None and target.command is not None:
            self.obey(target.command, target.value)
        elif target is None and self.frame.map.area.collidepoint(position):
            self.obey(Command.SELECT, None)

    def draw(self) -> None:
        """Draw the frame; on a window too small for it, made smaller as a whole."""
        draw_scaled(self.surface, self.frame, self.scene, self.view)

    def _place(self, position: tuple[int, int]) -> tuple[int, int]:
        """Give the place of the frame that is drawn at a place of the window."""
        width, height = self.surface.get_size()
        return (
            position[0] * max(width, LEAST[0]) // max(1, width),
            position[1] * max(height, LEAST[1]) // max(1, height),
        )


def watch(
    make: Callable[[int], Combat],
    seed: int,
    title: str,
    scenario: Scenario | None = None,
    *,
    size: tuple[int, int] = (1280, 720),
    max_seconds: float | None = None,
) -> None:
    """Show a fight in a window until it is closed.

    Args:
        make: sets up the fight from a seed.
        seed: of the first fight.
        title: what the header calls it.
        scenario: names the sides; None: they are called by their ids.
        size: of the window, in pixels, at least 640 by 360; it can be resized.
        max_seconds: close by itself after so long; None: never.

    Raises:
        NoDisplay: there is no display.
    """
    surface = _open(size, title)
    try:
        viewer = Watch(make, seed, title, scenario, surface)
        clock = pygame.time.Clock()
        shown = 0.0
        while viewer.running and (max_seconds is None or shown < max_seconds):
            for event in pygame.event.get():
                if event.type == pygame.VIDEORESIZE and not _roomy(event.size):
                    _sized(event.size)
                viewer.handle(event)
            seconds = clock.tick(FRAMES) / 1000
            shown += seconds
            viewer.pass_time(seconds)
            current = pygame.display.get_surface()
            assert current is not None
            viewer.surface = current
            viewer.draw()
            pygame.display.flip()
        viewer.scene.close()
    finally:
        pygame.display.quit()


def _roomy(size: tuple[int, int]) -> bool:
    return size[0] >= SMALLEST_WINDOW[0] and size[1] >= SMALLEST_WINDOW[1]


def _sized(size: tuple[int, int]) -> pygame.Surface:
    """Make the window that large, or as small as it can be."""
    width, height = max(size[0], SMALLEST_WINDOW[0]), max(size[1], SMALLEST_WINDOW[1])
    return pygame.display.set_mode((width, height), pygame.RESIZABLE)


@contextmanager
def _hushed() -> Iterator[None]:
    """Keep off the terminal what display libraries print past Python while SDL tries one after another."""
    try:
        kept = os.dup(2)
    except OSError:  # nobody has a standard error to be kept clean
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _open(size: tuple[int, int], title: str) -> pygame.Surface:
    """Open the window.

    Raises:
        NoDisplay: the display can't be initialised, or SDL fell back to drawing nowhere.
    """
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    try:
        with _hushed():
            pygame.display.init()
    except pygame.error as failed:
        raise NoDisplay(f"no display: {failed}") from None
    driver = pygame.display.get_driver()
    if driver in ("offscreen", "dummy") and driver not in asked:
        pygame.display.quit()
        raise NoDisplay(f"no display: the only video driver is {driver!r}")
    try:
        pygame.font.init()
        surface = _sized(size)
    except pygame.error as failed:
        pygame.display.quit()
        raise NoDisplay(f"no display: {failed}") from None
    pygame.display.set_caption(f"fleshwound: {title}")
    return surface
