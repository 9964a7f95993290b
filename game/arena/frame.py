"""One frame: all panels of the arena, drawn on a surface."""

from __future__ import annotations

import pygame

from fleshwound.game.arena import (
    bar_panel,
    happening_panel,
    header,
    inspector,
    log_panel,
    overlays,
    sides_panel,
)
from fleshwound.game.arena.canvas import Canvas, Printed
from fleshwound.game.arena.controls import Command, Target, View
from fleshwound.game.arena.layout import arrange
from fleshwound.game.arena.map_view import MapView
from fleshwound.game.arena.scene import Scene


class Frame:
    """Draws the arena; keeps from one frame to the next only what saves drawing it again."""

    def __init__(self) -> None:
        self.map = MapView()

    def draw(self, surface: pygame.Surface, scene: Scene, view: View) -> list[Printed]:
        """Draw everything; give every text with the place it was put, and leave in `view` what can be clicked."""
        layout = arrange(*surface.get_size())
        canvas = Canvas(surface, layout.unit)
        view.targets.clear()
        self.map.draw(canvas, layout.map, scene)
        for spot, creature in self.map.spots:
            token = scene.tokens[creature]
            hint = f"{token.name}: {token.label or token.vitals.band.value}"
            view.targets.append(Target(spot.clip(layout.map), hint, Command.SELECT, creature))
        header.draw(canvas, layout.header, scene)
        sides_panel.draw(canvas, layout.sides, scene, view)
        happening_panel.draw(canvas, layout.happening, scene)
        log_panel.draw(canvas, layout.log, scene)
        inspector.draw(canvas, layout.inspector, scene, view)
        bar_panel.draw(canvas, layout.bar, scene, view)
        overlays.draw_result(canvas, layout.map, scene)
        if view.help:
            overlays.draw_help(canvas, surface.get_rect())
        overlays.draw_hint(canvas, surface.get_rect(), view)
        return canvas.printed
