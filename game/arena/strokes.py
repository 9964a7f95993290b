"""Strokes: a blow between two tokens, each result drawn differently."""

from __future__ import annotations

from math import atan2, cos, pi, sin

import pygame

from fleshwound.game.arena.canvas import SMOOTH, Canvas
from fleshwound.game.arena.effects import STRIKE_LASTS, Came, Strike
from fleshwound.game.arena.theme import BLOOD, CARD, INK, MUTED, SELECTION, Color

Point = tuple[float, float]

COLORS: dict[Came, Color] = {
    Came.HIT: BLOOD,
    Came.GLANCING: SELECTION,
    Came.STOPPED: SELECTION,
    Came.BLOCKED: INK,
    Came.DODGED: MUTED,
    Came.COUNTERED: INK,
    Came.MISSED: MUTED,
}


FLIGHT = 0.33
"""Share of its time that a missile is in the air."""

BALLS = ("bullet",)
"""Kinds of projectile that are round."""


def draw(canvas: Canvas, strike: Strike, start: Point, end: Point, cell: float) -> None:
    """Draw a blow or a missile by what it came to.

    A hit reaches its mark with an arrow and a burst, a blocked one ends at a bar, a dodged or missed one goes past as a
    broken line, one that armour turned springs off.
    """
    if start == end:
        return
    margin = round(cell * 1.5)
    left, top = round(min(start[0], end[0])) - margin, round(min(start[1], end[1])) - margin
    w, h = round(abs(start[0] - end[0])) + 2 * margin, round(abs(start[1] - end[1])) + 2 * margin
    large = pygame.Surface((w * SMOOTH, h * SMOOTH), pygame.SRCALPHA)
    large.fill((*COLORS[strike.kind], 0))
    places = [((x - left) * SMOOTH, (y - top) * SMOOTH) for x, y in (start, end)]
    stroke = _fly if strike.missile else _draw
    stroke(Canvas(large, canvas.unit * SMOOTH), strike, places[0], places[1], cell * SMOOTH)
    canvas.surface.blit(pygame.transform.smoothscale(large, (w, h)), (left, top))


def chain(canvas: Canvas, start: Point, end: Point, cell: float) -> None:
    """Draw a hold: a chain from who holds to whom it holds, a ring at that end."""
    whole = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    if not whole:
        return
    along = ((end[0] - start[0]) / whole, (end[1] - start[1]) / whole)
    root, tip = _go(start, along, min(cell * 0.2, whole * 0.2)), _go(end, along, -min(cell * 0.24, whole * 0.24))
    pygame.draw.line(canvas.surface, CARD, root, tip, canvas.px(7))
    links = max(2, round(whole / (cell * 0.13)))
    for link in range(links + 1):
        at = _go(root, along, ((tip[0] - root[0]) ** 2 + (tip[1] - root[1]) ** 2) ** 0.5 * link / links)
        canvas.dot(*at, max(4, cell * (0.26 if link == links else 0.1)), INK)
    canvas.dot(*tip, max(2, cell * 0.14), CARD)


def _draw(canvas: Canvas, strike: Strike, start: Point, end: Point, cell: float) -> None:
    turn = atan2(end[1] - start[1], end[0] - start[0])
    along = (cos(turn), sin(turn))
    across = (-sin(turn), cos(turn))
    reach = min(1.0, strike.age / (STRIKE_LASTS * 0.25))
    color = COLORS[strike.kind]
    width = max(2, canvas.px(3 if strike.kind.landed else 2))
    root = _go(start, along, cell * 0.42)
    whole = max(cell * 0.25, ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5 - cell * 0.42)
    past = strike.kind in (Came.DODGED, Came.MISSED)
    stop = whole + cell * 0.75 if past else whole - cell * (0.3 if not strike.kind.landed else 0.1)
    aside = cell * 0.42 if past else 0.0
    tip = _go(_go(root, along, stop * reach), across, aside * reach)
    if past:
        _broken(canvas.surface, color, root, tip, width, canvas.px(6))
    else:
        pygame.draw.line(canvas.surface, CARD, root, tip, width + canvas.px(3))
        pygame.draw.line(canvas.surface, color, root, tip, width)
    if reach < 1:
        return
    match strike.kind:
        case Came.HIT:
            _arrow(canvas, color, tip, turn, cell * 0.26)
            for ray in range(5):
                lean = turn + (ray - 2) * 0.5
                near, far = _go(tip, (cos(lean), sin(lean)), cell * 0.2), _go(tip, (cos(lean), sin(lean)), cell * 0.42)
                pygame.draw.line(canvas.surface, BLOOD, near, far, max(1, canvas.px(2)))
        case Came.GLANCING | Came.STOPPED:
            bent = turn + (0.7 if strike.kind is Came.GLANCING else 0.92) * pi
            pygame.draw.line(canvas.surface, color, tip, _go(tip, (cos(bent), sin(bent)), cell * 0.4), width)
            _bar(canvas, color, tip, across, cell * 0.2)
        case Came.BLOCKED | Came.COUNTERED:
            _bar(canvas, color, tip, across, cell * 0.34)
        case _:
            _arrow(canvas, color, tip, atan2(tip[1] - root[1], tip[0] - root[0]), cell * 0.2)


def _fly(canvas: Canvas, strike: Strike, start: Point, end: Point, cell: float) -> None:
    """Draw a missile: it flies along its line, then sticks where it hit, drops at a shield, or is past its target."""
    turn = atan2(end[1] - start[1], end[0] - start[0])
    along = (cos(turn), sin(turn))
    across = (-sin(turn), cos(turn))
    color = COLORS[strike.kind]
    gone = min(1.0, strike.age / (STRIKE_LASTS * FLIGHT))
    past = strike.kind in (Came.DODGED, Came.MISSED)
    whole = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    root = _go(start, along, cell * 0.4)
    stop = whole - cell * (0.4 - (1.3 if past else 0.0 if not strike.kind.landed else 0.25))
    tip = _go(_go(root, along, max(cell * 0.2, (stop - cell * 0.1) * gone)), across, cell * 0.3 * gone if past else 0.0)
    heading = atan2(tip[1] - root[1], tip[0] - root[0])
    _broken(
        canvas.surface, color, root, _go(tip, (cos(heading), sin(heading)), -cell * 0.6), canvas.px(1), canvas.px(4)
    )
    if strike.missile in BALLS:
        pygame.draw.circle(canvas.surface, CARD, tip, cell * 0.13)
        pygame.draw.circle(canvas.surface, color, tip, cell * 0.1)
    else:
        _shaft(canvas, color, tip, heading, cell)
    if gone < 1:
        return
    match strike.kind:
        case Came.HIT:
            for ray in range(5):
                lean = turn + (ray - 2) * 0.5
                near, far = _go(tip, (cos(lean), sin(lean)), cell * 0.2), _go(tip, (cos(lean), sin(lean)), cell * 0.42)
                pygame.draw.line(canvas.surface, BLOOD, near, far, max(1, canvas.px(2)))
        case Came.GLANCING | Came.STOPPED:
            _bar(canvas, color, tip, across, cell * 0.2)
        case Came.BLOCKED:
            _bar(canvas, color, tip, across, cell * 0.34)
        case _:
            pass


def _shaft(canvas: Canvas, color: Color, tip: Point, heading: float, cell: float) -> None:
    """Draw an arrow, or whatever long thing flies: shaft, head, fletching."""
    along = (cos(heading), sin(heading))
    tail = _go(tip, along, -cell * 0.62)
    pygame.draw.line(canvas.surface, CARD, tip, tail, canvas.px(5))
    pygame.draw.line(canvas.surface, color, tip, tail, canvas.px(2))
    _arrow(canvas, color, tip, heading, cell * 0.2)
    for place in (0.0, 0.1):
        root = _go(tail, along, cell * place)
        for lean in (heading + 2.5, heading - 2.5):
            pygame.draw.line(canvas.surface, color, root, _go(root, (cos(lean), sin(lean)), cell * 0.13), canvas.px(2))


def _go(point: Point, direction: Point, distance: float) -> Point:
    return point[0] + direction[0] * distance, point[1] + direction[1] * distance


def _bar(canvas: Canvas, color: Color, at: Point, across: Point, half: float) -> None:
    a, b = _go(at, across, half), _go(at, across, -half)
    pygame.draw.line(canvas.surface, CARD, a, b, canvas.px(7))
    pygame.draw.line(canvas.surface, color, a, b, canvas.px(4))


def _arrow(canvas: Canvas, color: Color, tip: Point, turn: float, size: float) -> None:
    points = [(cos(turn + lean) * 0.5, sin(turn + lean) * 0.5) for lean in (0.0, 2.5, -2.5)]
    canvas.polygon(points, tip[0], tip[1], size, color)


def _broken(surface: pygame.Surface, color: Color, a: Point, b: Point, width: int, dash: int) -> None:
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    if length < 1:
        return
    along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    at = 0.0
    while at < length:
        pygame.draw.line(surface, color, _go(a, along, at), _go(a, along, min(length, at + dash)), width)
        at += dash * 1.8
