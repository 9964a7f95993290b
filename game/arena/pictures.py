"""Pictures: one moment of a fight as a PNG, without a display."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pygame

from fleshwound.components.errors import BadValue
from fleshwound.components.ids import microseconds
from fleshwound.components.scenarios import Scenario
from fleshwound.game.arena.controls import View
from fleshwound.game.arena.frame import Frame, draw_scaled
from fleshwound.game.arena.layout import SMALLEST_WINDOW
from fleshwound.game.arena.scene import Scene
from fleshwound.game.combat import Combat


def render(
    make: Callable[[int], Combat],
    seed: int,
    title: str,
    scenario: Scenario | None = None,
    at_seconds: float | None = None,
    size: tuple[int, int] = (1280, 720),
    path: str | Path = "arena.png",
    select: int | str | None = None,
) -> None:
    """Write a picture of a fight at a moment.

    Args:
        make: sets up the fight from a seed.
        seed: of the fight.
        title: what the header calls it.
        scenario: names the sides; None: they are called by their ids.
        at_seconds: combat time of the moment; past the end of the fight: its end. None: its end.
        size: width and height in pixels, at least 640 by 360.
        path: file to write; its ending has to be `.png`.
        select: name or combat id of whose sheet to show; None: of the one something last happened to.

    Raises:
        BadValue: a moment, size, path or creature that can't be.
        OSError: the file can't be written.
    """
    path = Path(path)
    if path.suffix.lower() != ".png":
        raise BadValue(f"path is {str(path)!r}; expected the ending .png")
    least = SMALLEST_WINDOW
    if size[0] < least[0] or size[1] < least[1]:
        raise BadValue(f"size is {size[0]} by {size[1]}; expected at least {least[0]} by {least[1]}")
    if at_seconds is not None and not 0 <= at_seconds < float("inf"):
        raise BadValue(f"at_seconds is {at_seconds}; expected 0 or more")
    surface = picture(make(seed), title, scenario, at_seconds, size, select)
    pygame.image.save(surface, str(path))


def picture(
    combat: Combat,
    title: str,
    scenario: Scenario | None,
    at_seconds: float | None,
    size: tuple[int, int],
    select: int | str | None = None,
) -> pygame.Surface:
    """Draw a fight at a moment on a new surface.

    Raises:
        BadValue: no creature of that name or id.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    pygame.font.init()
    scene = Scene(combat, title, scenario)
    try:
        play_to(combat, at_seconds)
        if select is not None:
            scene.chosen = _found(scene, select)
        scene.settle()
        surface = pygame.Surface(size)
        ended = combat.result is not None
        draw_scaled(surface, Frame(), scene, View(paused=ended, ended=ended))
    finally:
        scene.close()
    return surface


def play_to(combat: Combat, at_seconds: float | None) -> None:
    """Let a fight go on until a moment, or its end if that comes first."""
    until = None if at_seconds is None else microseconds(at_seconds)
    combat.advance(0)  # what stirred may begin an encounter, and only then is anything due
    while combat.result is None and not combat.decisions:
        due = combat.battle.agenda.next_due()
        if due is None or (until is not None and due > until):
            break
        combat.step()
    if until is not None and combat.result is None and not combat.decisions and combat.now < until:
        combat.advance((until - combat.now) / 1_000_000)


def _found(scene: Scene, select: int | str) -> int:
    for token in scene.tokens.values():
        if select in (token.creature, token.name) or str(select).lower() == token.name.lower():
            return token.creature
    names = ", ".join(token.name for token in scene.tokens.values())
    raise BadValue(f"no creature {select!r} in this fight; expected one of {names}")
