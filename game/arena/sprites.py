"""Sprites: a creature seen from above, drawn from its own anatomy by the same rule as its figure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin

import pygame

from fleshwound.components.definitions import Anatomy, Role, Side
from fleshwound.game.arena.canvas import SMOOTH
from fleshwound.game.arena.figure import lay_out
from fleshwound.game.arena.theme import CARD, FAINT, INK, Badge, Color, SideLook
from fleshwound.game.arena.tokens import Arms, Pose

STEEL: Color = (92, 94, 98)
WOOD: Color = (122, 88, 48)
SKIN: Color = (224, 198, 164)

LYING = {Pose.PRONE: -90, Pose.DOWN: 90, Pose.DEAD: 115}
"""Degrees by which a body on the ground is turned out of its facing."""


@dataclass(frozen=True, slots=True)
class Dress:
    """All that a sprite's picture depends on."""

    anatomy: Anatomy
    look: SideLook
    pose: Pose
    facing: int
    arms: Arms
    severed: int


def mixed(a: Color, b: Color, part: float) -> Color:
    """Mix two colours, `part` of the second."""
    return (
        round(a[0] + (b[0] - a[0]) * part),
        round(a[1] + (b[1] - a[1]) * part),
        round(a[2] + (b[2] - a[2]) * part),
    )


def badge_points(badge: Badge, radius: float) -> list[tuple[float, float]]:
    """Give the corners of a side's shape about 0, 0; all shapes have about the same area."""
    corners, turn, grow = {
        Badge.CIRCLE: (40, 0.0, 1.0),
        Badge.DIAMOND: (4, 0.0, 1.24),
        Badge.SQUARE: (4, pi / 4, 1.22),
        Badge.HEXAGON: (6, 0.0, 1.08),
        Badge.TRIANGLE: (3, 0.0, 1.36),
    }[badge]
    return [
        (sin(turn + 2 * pi * i / corners) * radius * grow, -cos(turn + 2 * pi * i / corners) * radius * grow)
        for i in range(corners)
    ]


@lru_cache(maxsize=512)
def badge(look: SideLook, radius: int, pose: Pose, ring: Color | None) -> pygame.Surface:
    """Draw the ground a token stands on: whole for the able, an outline for the prone, broken for those who are out."""
    size = round(radius * 3.2) * SMOOTH
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    edge = look.color if pose not in (Pose.DOWN, Pose.DEAD) else mixed(look.color, FAINT, 0.45)
    picture.fill((*edge, 0))
    middle = size / 2
    points = [(middle + x, middle + y) for x, y in badge_points(look.badge, radius * SMOOTH)]
    if ring is not None:
        outer = [(middle + x, middle + y) for x, y in badge_points(look.badge, (radius + 2.4) * SMOOTH)]
        pygame.draw.polygon(picture, ring, outer)
        inner = [(middle + (x - middle) * 0.94, middle + (y - middle) * 0.94) for x, y in outer]
        pygame.draw.polygon(picture, CARD, inner)
    if pose in (Pose.STANDING, Pose.SHAKEN, Pose.PRONE) or ring is not None:
        pygame.draw.polygon(picture, look.pale if pose is not Pose.PRONE else mixed(look.pale, FAINT, 0.18), points)
    width = round(1.8 * SMOOTH)
    if pose in (Pose.STANDING, Pose.SHAKEN):
        _outline(picture, edge, points, width)
    else:
        _broken(picture, edge, points, width, 10 if pose is Pose.PRONE else 16)
    return pygame.transform.smoothscale(picture, (size // SMOOTH, size // SMOOTH))


@lru_cache(maxsize=16)
def halo(radius: int, color: Color) -> pygame.Surface:
    """Draw a thin ring, for the creature whose turn it is."""
    side = 2 * radius + 4
    picture = pygame.Surface((side * SMOOTH, side * SMOOTH), pygame.SRCALPHA)
    picture.fill((*color, 0))
    pygame.draw.circle(picture, color, picture.get_rect().center, radius * SMOOTH, round(1.4 * SMOOTH))
    return pygame.transform.smoothscale(picture, (side, side))


def _outline(picture: pygame.Surface, color: Color, points: list[tuple[float, float]], width: int) -> None:
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        pygame.draw.line(picture, color, a, b, width)
        pygame.draw.circle(picture, color, a, width / 2)


def _broken(picture: pygame.Surface, color: Color, points: list[tuple[float, float]], width: int, dashes: int) -> None:
    ring = points + points[:1]
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(ring)]
    dash = sum(lengths) / dashes / 2
    walked = 0.0
    for (a, b), length in zip(pairwise(ring), lengths, strict=True):
        steps = max(1, round(length / (dash / 3)))
        for step in range(steps):
            if int((walked + length * (step + 0.5) / steps) / dash) % 2:
                continue
            p, q = step / steps, (step + 1) / steps
            start = (a[0] + (b[0] - a[0]) * p, a[1] + (b[1] - a[1]) * p)
            end = (a[0] + (b[0] - a[0]) * q, a[1] + (b[1] - a[1]) * q)
            pygame.draw.line(picture, color, start, end, width)
        walked += length


@lru_cache(maxsize=1024)
def body(dress: Dress, size: int) -> pygame.Surface:
    """Draw a body from above, `size` pixels long or wide; it looks where it faces, or lies across."""
    side = round(size * 1.7) * SMOOTH
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    picture.fill((*INK, 0))
    span = size * SMOOTH
    figure = lay_out(dress.anatomy)

    def place(x: float, y: float) -> tuple[float, float]:
        return side / 2 + (x - 0.5) * span, side / 2 + (y - 0.5) * span

    if dress.pose in (Pose.STANDING, Pose.SHAKEN):
        _draw_arms(picture, dress, span)
    kept = [shape for shape in figure.shapes if not dress.severed >> shape.location & 1]
    polygons = [(shape.location, [place(x, y) for x, y in shape.points]) for shape in kept]
    outline = mixed(INK, FAINT, 0.6) if dress.pose is Pose.DEAD else INK
    for _, points in polygons:
        _outline(picture, outline, points, round(2.4 * SMOOTH * size / 40) + SMOOTH)
    for location, points in polygons:
        fill = _tint(dress, dress.anatomy.parts[dress.anatomy.locations[location].part].roles)
        pygame.draw.polygon(picture, fill, points)
        _outline(picture, fill, points, SMOOTH)
    if not polygons:
        pygame.draw.circle(picture, _tint(dress, frozenset((Role.CORE,))), (side / 2, side / 2), span * 0.3)
        pygame.draw.circle(picture, outline, (side / 2, side / 2), span * 0.3, SMOOTH)
    turned = pygame.transform.rotate(picture, -45 * dress.facing + LYING.get(dress.pose, 0))
    w, h = turned.get_size()
    return pygame.transform.smoothscale(turned, (max(1, w // SMOOTH), max(1, h // SMOOTH)))


def _tint(dress: Dress, roles: frozenset[Role]) -> Color:
    if Role.VITAL in roles:
        color = mixed(SKIN, dress.look.color, 0.12)
    elif Role.CORE in roles:
        color = dress.look.color
    else:
        color = mixed(dress.look.color, INK, 0.3)
    if dress.pose is Pose.DEAD:
        return mixed(color, (186, 178, 162), 0.78)
    return mixed(color, (200, 190, 172), 0.42) if dress.pose is Pose.DOWN else color


def _draw_arms(picture: pygame.Surface, dress: Dress, span: float) -> None:
    """Hint at what is held: a blade forward from the weapon hand, a shield before the other."""
    middle = picture.get_width() / 2
    hands = [part for part in dress.anatomy.parts if part.holds]
    right = -1 if not hands or any(part.side is Side.RIGHT for part in hands) else 1
    if dress.arms.length:
        hand = (middle + right * span * 0.26, middle + span * 0.06)
        reach = min(0.78, 0.3 + 0.28 * dress.arms.length) * span
        tip = (hand[0] + right * reach * 0.26, hand[1] - reach)
        pygame.draw.line(picture, INK, hand, tip, round(3.2 * SMOOTH))
        pygame.draw.line(picture, STEEL, hand, tip, round(1.7 * SMOOTH))
    if dress.arms.shield:
        at = (middle - right * span * 0.3, middle - span * 0.1)
        pygame.draw.circle(picture, INK, at, span * 0.19)
        pygame.draw.circle(picture, WOOD, at, span * 0.19 - SMOOTH)
        pygame.draw.circle(picture, STEEL, at, span * 0.06)
