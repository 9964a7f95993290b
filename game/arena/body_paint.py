"""Painting a body: the figure's shapes in whatever colours somebody gives them. One rule for any body and purpose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

import pygame
from pygame import Rect

from fleshwound.components.definitions import Anatomy
from fleshwound.game.arena.canvas import SMOOTH
from fleshwound.game.arena.figure import Shape, lay_out
from fleshwound.game.arena.theme import BLOOD, INK, PAPER, Color


class Skin(NamedTuple):
    """How one location is painted."""

    fill: Color
    outline: Color
    width: float
    """Of the outline, in pixels of the 1280 by 720 window."""
    crossed: bool = False
    bound: bool = False


class Fit(NamedTuple):
    """Where a figure stands: a point of its unit box is scaled, then moved."""

    scale: float
    x: float
    y: float

    def box(self, shape: Shape) -> Rect:
        """Give the pixels that a location covers."""
        xs, ys = [self.x + self.scale * x for x, _ in shape.points], [self.y + self.scale * y for _, y in shape.points]
        return Rect(round(min(xs)), round(min(ys)), round(max(xs) - min(xs)), round(max(ys) - min(ys)))


def fit(anatomy: Anatomy, room: Rect, margin: int) -> Fit:
    """Make a figure as large as a room allows, in the middle of it from left to right and at its top."""
    left, top, right, bottom = lay_out(anatomy).bounds
    scale = min((room.w - 2 * margin) / (right - left), (room.h - 2 * margin) / (bottom - top))
    return Fit(scale, room.centerx - scale * (left + right) / 2, room.y + margin - scale * top)


def paint(surface: pygame.Surface, anatomy: Anatomy, skins: Sequence[Skin], room: Rect, at: Fit, unit: float) -> None:
    """Paint a figure into a room; one skin for every shape, in their order."""
    inside = Fit(at.scale, at.x - room.x, at.y - room.y)
    surface.blit(_painted(anatomy, tuple(skins), room.size, inside, unit), room)


@lru_cache(maxsize=32)
def _painted(anatomy: Anatomy, skins: tuple[Skin, ...], size: tuple[int, int], at: Fit, unit: float) -> pygame.Surface:
    picture = pygame.Surface((size[0] * SMOOTH, size[1] * SMOOTH), pygame.SRCALPHA)
    picture.fill((*PAPER, 0))
    for shape, skin in zip(lay_out(anatomy).shapes, skins, strict=True):
        points = [((at.x + at.scale * x) * SMOOTH, (at.y + at.scale * y) * SMOOTH) for x, y in shape.points]
        edge = round(max(0.8 * SMOOTH, min(skin.width * unit * SMOOTH, _breadth(points) * 0.14)))
        radius = min(4.0 * unit * SMOOTH, _breadth(points) * 0.3)
        _round_polygon(picture, skin.outline, points, radius, 0.0)
        _round_polygon(picture, skin.fill, points, radius, float(edge))
        if skin.bound and not skin.crossed:
            _bind(picture, points, max(2, round(1.4 * unit * SMOOTH)))
        if skin.crossed:
            across = max(2, round(1.6 * unit * SMOOTH))
            a, b, c, d = points[0], points[1], points[2], points[3]
            pygame.draw.line(picture, BLOOD, a, c, across)
            pygame.draw.line(picture, BLOOD, b, d, across)
    return pygame.transform.smoothscale(picture, size)


def _bind(picture: pygame.Surface, points: list[tuple[float, float]], across: int) -> None:
    """Draw two cords round what is held, across its greater length."""
    a, b, c, d = points[:4]
    if hypot(b[0] - a[0], b[1] - a[1]) > hypot(c[0] - b[0], c[1] - b[1]):
        a, b, c, d = b, c, d, a
    for along in (0.25, 0.75):
        near = a[0] + along * (d[0] - a[0]), a[1] + along * (d[1] - a[1])
        far = b[0] + along * (c[0] - b[0]), b[1] + along * (c[1] - b[1])
        pygame.draw.line(picture, INK, near, far, across)


def _breadth(points: list[tuple[float, float]]) -> float:
    """Measure a convex polygon where it is narrowest: its shortest edge or its least width."""
    breadths = []
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        along = _unit(a, b)
        breadths.append(hypot(b[0] - a[0], b[1] - a[1]))
        breadths.append(max(abs((p[0] - a[0]) * along[1] - (p[1] - a[1]) * along[0]) for p in points))
    return min(breadths)


def _round_polygon(
    picture: pygame.Surface, color: Color, points: list[tuple[float, float]], radius: float, inset: float
) -> None:
    """Fill a convex polygon with round corners, made smaller by `inset` all around."""
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    shrunk = [_towards(point, middle, inset + radius, points) for point in points]
    pygame.draw.polygon(picture, color, shrunk)
    width = max(1, round(radius * 2))
    for a, b in zip(shrunk, shrunk[1:] + shrunk[:1], strict=True):
        if radius >= 1:
            _thick(picture, color, a, b, width)
            pygame.draw.circle(picture, color, a, radius)


def _towards(
    point: tuple[float, float], middle: tuple[float, float], by: float, points: list[tuple[float, float]]
) -> tuple[float, float]:
    """Move a corner inwards so that both its edges move by `by`."""
    place = points.index(point)
    before, after = points[place - 1], points[(place + 1) % len(points)]
    a, b = _unit(point, before), _unit(point, after)
    sine = abs(a[0] * b[1] - a[1] * b[0])
    if sine < 0.05:
        return point
    step = by / sine
    return point[0] + (a[0] + b[0]) * step, point[1] + (a[1] + b[1]) * step


def _unit(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _thick(picture: pygame.Surface, color: Color, a: tuple[float, float], b: tuple[float, float], width: int) -> None:
    along = _unit(a, b)
    half = width / 2
    aside = (-along[1] * half, along[0] * half)
    pygame.draw.polygon(
        picture,
        color,
        [
            (a[0] + aside[0], a[1] + aside[1]),
            (b[0] + aside[0], b[1] + aside[1]),
            (b[0] - aside[0], b[1] - aside[1]),
            (a[0] - aside[0], a[1] - aside[1]),
        ],
    )
