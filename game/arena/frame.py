"""One frame: all panels of the arena, drawn on a surface."""

from __future__ import annotations

import pygame
from pygame import Rect

from fleshwound.game.arena import (
    bar_panel,
    happening_panel,
    header,
    help_page,
    inspector,
    landing_panel,
    log_panel,
    odds_card,
    overlays,
    sides_panel,
)
from fleshwound.game.arena.canvas import Canvas, Printed
from fleshwound.game.arena.chances import Chances
from fleshwound.game.arena.controls import Command, Target, View
from fleshwound.game.arena.layout import LEAST, arrange
from fleshwound.game.arena.map_view import MapView
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.tokens import Token


def draw_scaled(surface: pygame.Surface, frame: Frame, scene: Scene, view: View) -> None:
    """Draw a frame on a surface of any size; on one too small for it, made smaller as a whole."""
    size = surface.get_size()
    least = (max(size[0], LEAST[0]), max(size[1], LEAST[1]))
    if least == size:
        frame.draw(surface, scene, view)
        return
    page = pygame.Surface(least)
    frame.draw(page, scene, view)
    pygame.transform.smoothscale(page, size, surface)


class Frame:
    """Draws the arena; keeps from one frame to the next only what saves drawing it again."""

    def __init__(self) -> None:
        self.map = MapView()

    def draw(self, surface: pygame.Surface, scene: Scene, view: View) -> list[Printed]:
        """Draw everything; give every text with the place it was put, and leave in `view` what can be clicked.

        The surface is at least as large as `LEAST`.
        """
        layout = arrange(*surface.get_size())
        canvas = Canvas(surface, layout.unit)
        view.targets.clear()
        self.map.draw(canvas, layout.map, scene)
        staged = scene.staged
        for spot, creature in self.map.spots:
            token = staged[creature]
            hint = f"{token.name}: {token.label or token.vitals.band.value}"
            view.targets.append(Target(spot.clip(layout.map), hint, Command.SELECT, creature))
        header.draw(canvas, layout.header, scene)
        sides_panel.draw(canvas, layout.sides, scene, view)
        two = scene.point_at(self._pointed(view))
        chances = scene.forecasts.chances(*two) if two is not None else None
        if chances is not None and chances.body is not None:
            landing_panel.draw(canvas, layout.happening.union(layout.log), chances)
        else:
            happening_panel.draw(canvas, layout.happening, scene)
            log_panel.draw(canvas, layout.log, scene)
        inspector.draw(canvas, layout.inspector, scene, view)
        bar_panel.draw(canvas, layout.bar, scene, view)
        overlays.draw_result(canvas, layout.map, scene, view)
        if view.help:
            help_page.draw(canvas, surface.get_rect(), scene)
        elif two is not None and chances is not None:
            self._draw_odds(canvas, layout.map, scene, two, chances)
        else:
            overlays.draw_hint(canvas, surface.get_rect(), view)
        return canvas.printed

    def _pointed(self, view: View) -> int | None:
        """Find the creature that is pointed at, on the map or the list, by combat id."""
        target = view.at(view.pointer) if view.pointer is not None and not view.help else None
        return target.value if target is not None and target.command is Command.SELECT else None

    def _draw_odds(self, canvas: Canvas, area: Rect, scene: Scene, two: tuple[Token, Token], chances: Chances) -> None:
        """Draw the odds beside an enemy that is pointed at, where they hide the fewest."""
        spots = {creature: spot for spot, creature in self.map.spots}
        actor, target = (token.creature for token in two)
        places = [spot for creature, spot in spots.items() if creature != target]
        places += [spots[actor]] * 2  # better two others are hidden than who strikes
        if scene.verdict:
            places += [overlays.result_area(canvas, area)] * 2
        odds_card.draw(canvas, area, chances, spots[target], places)
