"""The canvas: a surface to draw on, in units of the 1280 by 720 window, that remembers where it put each text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

import pygame

from fleshwound.game.arena.fonts import Weight, font
from fleshwound.game.arena.theme import BODY, INK, Color

SMOOTH = 3
"""Shapes are drawn so many times larger and shrunk, for smooth edges."""


_DROP = ((0, -0.5), (0.2, -0.14), (0.32, 0.14), (0.24, 0.38), (0, 0.5), (-0.24, 0.38), (-0.32, 0.14), (-0.2, -0.14))
_DISC = tuple((cos(pi * i / 12) / 2, sin(pi * i / 12) / 2) for i in range(24))


@dataclass(frozen=True, slots=True)
class Printed:
    """A text as it was put on the surface."""

    text: str
    rect: pygame.Rect
    """What it covers, in pixels."""
    panel: str
    panel_rect: pygame.Rect
    """Where it has to stay."""
    layer: int
    """Texts of a higher layer lie over those below on purpose."""


class Canvas:
    """Draws texts and smooth shapes; all sizes and places it takes are pixels of the surface, `px` makes them."""

    def __init__(self, surface: pygame.Surface, unit: float) -> None:
        self.surface = surface
        self.unit = unit
        self.printed: list[Printed] = []
        self._panel = "frame"
        self._panel_rect = surface.get_rect()
        self._layer = 0

    def px(self, size: float) -> int:
        """Scale a size given for the 1280 by 720 window."""
        return round(size * self.unit)

    @contextmanager
    def panel(self, name: str, rect: pygame.Rect, layer: int = 0) -> Iterator[None]:
        """Draw inside a panel: nothing gets out of it."""
        before = self._panel, self._panel_rect, self._layer, self.surface.get_clip()
        self._panel, self._panel_rect, self._layer = name, rect, layer
        self.surface.set_clip(rect)
        try:
            yield
        finally:
            self._panel, self._panel_rect, self._layer = before[:3]
            self.surface.set_clip(before[3])

    # --- texts ----------------------------------------------------------------------------------------------------

    def font(self, size: float, weight: Weight = Weight.REGULAR) -> pygame.font.Font:
        """Give the typeface at a size for the 1280 by 720 window."""
        return font(max(8, self.px(size)), weight)

    def width(self, text: str, size: float = BODY, weight: Weight = Weight.REGULAR) -> int:
        """Measure a text in pixels."""
        return self.font(size, weight).size(text)[0]

    def line_height(self, size: float = BODY) -> int:
        """Give the height of a line of text in pixels."""
        return self.font(size).get_linesize()

    def fitted(self, text: str, width: int, size: float = BODY, weight: Weight = Weight.REGULAR) -> str:
        """Shorten a text with an ellipsis until it is at most `width` pixels wide."""
        face = self.font(size, weight)
        if face.size(text)[0] <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if face.size(text[:middle].rstrip() + "…")[0] <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + "…" if low else ""

    def wrapped(
        self, text: str, width: int, size: float = BODY, weight: Weight = Weight.REGULAR, most: int = 99
    ) -> list[str]:
        """Break a text into lines at most `width` pixels wide, at most `most` of them, the last one shortened."""
        face = self.font(size, weight)
        lines: list[str] = []
        words = text.split(" ")
        while words:
            taken = 1
            while taken < len(words) and face.size(" ".join(words[: taken + 1]))[0] <= width:
                taken += 1
            if len(lines) + 1 == most:
                taken = len(words)
            lines.append(self.fitted(" ".join(words[:taken]), width, size, weight))
            words = words[taken:]
        return lines

    def text(
        self,
        text: str,
        x: int,
        y: int,
        size: float = BODY,
        weight: Weight = Weight.REGULAR,
        color: Color = INK,
        *,
        width: int | None = None,
        align: str = "left",
    ) -> pygame.Rect:
        """Print one line, x its left edge, middle or right edge by `align`, y its top; give the rectangle it covers."""
        if width is not None:
            text = self.fitted(text, width, size, weight)
        face = self.font(size, weight)
        w, h = face.size(text)
        rect = pygame.Rect(x - {"left": 0, "center": w // 2, "right": w}[align], y, w, h)
        if text:
            self.surface.blit(_rendered(face, text, color), rect)
            self.printed.append(Printed(text, _inked(face, rect), self._panel, self._panel_rect, self._layer))
        return rect

    def paragraph(
        self,
        text: str,
        x: int,
        y: int,
        width: int,
        size: float = BODY,
        weight: Weight = Weight.REGULAR,
        color: Color = INK,
        most: int = 99,
    ) -> int:
        """Print a text over as many lines as it takes; give the y below it."""
        for line in self.wrapped(text, width, size, weight, most):
            self.text(line, x, y, size, weight, color)
            y += self.line_height(size)
        return y

    # --- shapes ---------------------------------------------------------------------------------------------------

    def box(
        self, rect: pygame.Rect, fill: Color, radius: float = 0, outline: Color | None = None, thickness: int = 1
    ) -> None:
        """Fill a rectangle with round corners, smoothly."""
        if rect.w <= 0 or rect.h <= 0:
            return
        if not radius and outline is None:
            self.surface.fill(fill, rect)
            return
        self.surface.blit(_box(rect.w, rect.h, fill, self.px(radius), outline, max(1, self.px(thickness))), rect)

    def meter(self, rect: pygame.Rect, part: float, color: Color, back: Color) -> None:
        """Draw a bar filled to `part` of its length, 0..1."""
        radius = rect.h / 2 / self.unit
        self.box(rect, back, radius)
        filled = round(rect.w * min(1.0, max(0.0, part)))
        if filled:
            self.box(pygame.Rect(rect.x, rect.y, max(filled, min(rect.h, rect.w)), rect.h), color, radius)

    def drop(self, x: float, y: float, size: float, color: Color) -> None:
        """Draw a drop of blood, `size` pixels high, its middle at x, y."""
        self.polygon(_DROP, x, y, size, color)

    def dot(self, x: float, y: float, size: float, color: Color, outline: Color | None = None) -> None:
        """Draw a disc `size` pixels wide, its middle at x, y."""
        self.polygon(_DISC, x, y, size, color, outline)

    def polygon(
        self,
        points: Sequence[tuple[float, float]],
        x: float,
        y: float,
        size: float,
        fill: Color,
        outline: Color | None = None,
        thickness: float = 1,
    ) -> None:
        """Draw a small polygon smoothly; points within -0.5..0.5 are scaled by `size` pixels about x, y."""
        picture = _polygon(tuple(points), max(2, round(size)), fill, outline, thickness * self.unit)
        self.surface.blit(picture, picture.get_rect(center=(round(x), round(y))))


def _inked(face: pygame.font.Font, rect: pygame.Rect) -> pygame.Rect:
    """Leave out the empty rows that a line of text has above its ascenders and below its descenders."""
    slack = max(0, rect.h - round(rect.h * 0.78)) // 2
    return pygame.Rect(rect.x, rect.y + slack, rect.w, rect.h - 2 * slack)


@lru_cache(maxsize=1024)
def _rendered(face: pygame.font.Font, text: str, color: Color) -> pygame.Surface:
    return face.render(text, True, color)


@lru_cache(maxsize=512)
def _box(w: int, h: int, fill: Color, radius: int, outline: Color | None, thickness: int) -> pygame.Surface:
    large = pygame.Surface((w * SMOOTH, h * SMOOTH), pygame.SRCALPHA)
    large.fill((*(outline or fill), 0))
    whole = large.get_rect()
    round_by = min(radius * SMOOTH, whole.w // 2, whole.h // 2)
    if outline is not None:
        pygame.draw.rect(large, outline, whole, border_radius=round_by)
        edge = thickness * SMOOTH
        pygame.draw.rect(large, fill, whole.inflate(-2 * edge, -2 * edge), border_radius=max(0, round_by - edge))
    else:
        pygame.draw.rect(large, fill, whole, border_radius=round_by)
    return pygame.transform.smoothscale(large, (w, h))


@lru_cache(maxsize=512)
def _polygon(
    points: tuple[tuple[float, float], ...], size: int, fill: Color, outline: Color | None, thickness: float
) -> pygame.Surface:
    margin = 2 + round(thickness)
    side = (size + 2 * margin) * SMOOTH
    large = pygame.Surface((side, side), pygame.SRCALPHA)
    large.fill((*(outline or fill), 0))
    placed = [(side / 2 + px * size * SMOOTH, side / 2 + py * size * SMOOTH) for px, py in points]
    pygame.draw.polygon(large, fill, placed)
    if outline is not None:
        width = max(1, round(thickness * SMOOTH))
        for a, b in zip(placed, placed[1:] + placed[:1], strict=True):
            pygame.draw.line(large, outline, a, b, width)
            pygame.draw.circle(large, outline, a, width // 2)
    return pygame.transform.smoothscale(large, (size + 2 * margin, size + 2 * margin))
