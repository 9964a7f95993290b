"""The ground: cells, rocks, and the blood on them."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor

import pygame
from pygame import Rect

from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.sprites import mixed
from fleshwound.game.arena.theme import BAR, BLOOD, DARK_BLOOD, GRID, LINE, MUTED, ROCK, SHADE


class Ground:
    """Draws the ground; keeps what was drawn as long as the camera stands still."""

    def __init__(self) -> None:
        self._earth: pygame.Surface | None = None
        self._key: object = None
        self._stained = 0
        self.cell = 1.0
        self.origin = (0.0, 0.0)

    def drawn(self, rect: Rect, scene: Scene, cell: float, origin: tuple[float, float]) -> pygame.Surface:
        """Give the ground under `rect`, cells `cell` pixels wide, the corner of cell 0, 0 at `origin`."""
        self.cell, self.origin = cell, origin
        key = (rect.size, cell, origin, scene.dried)
        if key != self._key or self._earth is None:
            self._key, self._stained = key, 0
            self._earth = self._draw_ground(rect, scene)
        for stain in scene.stains[self._stained :]:
            x, y = origin[0] + (stain.x + 0.5) * cell, origin[1] + (stain.y + 0.5) * cell
            spot = _spot(max(2, round(stain.radius * cell * 2)), stain.dark)
            self._earth.blit(spot, spot.get_rect(center=(round(x - rect.x), round(y - rect.y))))
        self._stained = len(scene.stains)
        return self._earth

    def _draw_ground(self, rect: Rect, scene: Scene) -> pygame.Surface:
        field = scene.combat.battle.field
        ground = pygame.Surface(rect.size)
        ground.fill(BAR)
        x0, y0 = self.origin[0] - rect.x, self.origin[1] - rect.y
        left, right = _visible(x0, self.cell, field.width, rect.w)
        top, bottom = _visible(y0, self.cell, field.height, rect.h)
        whole = Rect(round(x0 + left * self.cell), round(y0 + top * self.cell), 0, 0)
        whole.size = (round(x0 + right * self.cell) - whole.x, round(y0 + bottom * self.cell) - whole.y)
        ground.fill(SHADE, whole)
        for x in range(left, right + 1):
            a = round(x0 + x * self.cell)
            pygame.draw.line(ground, GRID, (a, whole.top), (a, whole.bottom))
        for y in range(top, bottom + 1):
            b = round(y0 + y * self.cell)
            pygame.draw.line(ground, GRID, (whole.left, b), (whole.right, b))
        pygame.draw.rect(ground, LINE, whole.inflate(2, 2), 1)
        cells = [(x, y) for y in range(top, bottom) for x in range(left, right) if (x, y) in field.blocked]
        self._draw_rocks(ground, x0, y0, cells)
        return ground

    def _draw_rocks(self, ground: pygame.Surface, x0: float, y0: float, cells: list[tuple[int, int]]) -> None:
        """Draw blocked cells; those side by side run together."""
        edge = mixed(ROCK, MUTED, 0.35)
        solid = set(cells)
        for grow, color in ((1, edge), (0, ROCK)):
            for x, y in cells:
                side = round(self.cell) + 1
                cell = Rect(round(x0 + x * self.cell), round(y0 + y * self.cell), side, side)
                inset = round(self.cell * 0.06) - grow
                cell = cell.inflate(-2 * inset, -2 * inset)
                pygame.draw.rect(ground, color, cell, border_radius=round(self.cell * 0.22))
                for dx, dy in ((1, 0), (0, 1)):
                    if (x + dx, y + dy) in solid:
                        bridge = cell.move(round(dx * self.cell / 2), round(dy * self.cell / 2))
                        pygame.draw.rect(ground, color, bridge)


def _visible(origin: float, cell: float, cells: int | None, room: int) -> tuple[int, int]:
    """Give the first cell that can be seen and the one after the last, along one axis."""
    first, last = floor(-origin / cell), ceil((room - origin) / cell)
    return (first, last) if cells is None else (max(0, first), min(cells, last))


@lru_cache(maxsize=256)
def _spot(size: int, dark: bool) -> pygame.Surface:
    large = pygame.Surface((size * 4 + 8, size * 4 + 8), pygame.SRCALPHA)
    color = DARK_BLOOD if dark else BLOOD
    large.fill((*color, 0))
    pygame.draw.circle(large, (*color, 165), large.get_rect().center, size * 2)
    return pygame.transform.smoothscale(large, (size + 2, size + 2))
