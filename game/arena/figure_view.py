"""The figure on the sheet: fills by severity, marks, blood, what is gone, what is treated, what is armoured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

import pygame
from pygame import Rect

from fleshwound.components.definitions import Anatomy
from fleshwound.components.views import InjuryView, Sheet
from fleshwound.game.arena.canvas import SMOOTH, Canvas
from fleshwound.game.arena.controls import Target, View
from fleshwound.game.arena.figure import Shape, lay_out
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.places import Places
from fleshwound.game.arena.sprites import mixed
from fleshwound.game.arena.theme import BLOOD, CARD, FAINT, INK, MARK_INK, MUTED, PAPER, SEVERITY, TINY, Color

ARMOR: Color = (74, 84, 98)

ZONES_WIDTH = 30
"""Room for zone numbers at the left."""

NAMES_COST = 0.8
"""Zones are named as long as that leaves the figure this share of its size."""


@dataclass(frozen=True, slots=True)
class Coat:
    """How one location is painted."""

    severity: int
    severed: bool
    unusable: bool
    armored: bool
    immobilized: bool


def draw(canvas: Canvas, rect: Rect, anatomy: Anatomy, sheet: Sheet, view: View) -> None:
    """Draw a creature's figure into `rect`, zone numbers at its left."""
    figure = lay_out(anatomy)
    worst: dict[int, InjuryView] = {}
    for injury in sheet.injuries:
        if injury.location is not None:
            known = worst.get(injury.location)
            if known is None or injury.severity > known.severity:
                worst[injury.location] = injury
    coats = tuple(
        Coat(
            worst[shape.location].severity if shape.location in worst else 0,
            shape.location in sheet.severed,
            anatomy.locations[shape.location].part in sheet.unusable,
            shape.location in sheet.armored,
            anatomy.locations[shape.location].part in sheet.immobilized,
        )
        for shape in figure.shapes
    )
    left, top, right, bottom = figure.bounds
    names = max((canvas.width(anatomy.zones[label.zone].name, TINY) for label in figure.labels), default=0)
    narrow = canvas.px(ZONES_WIDTH)
    narrow, wide = narrow + canvas.px(4), max(narrow, names) + canvas.px(4)

    def scaled(aside: int) -> float:
        return min((rect.w - aside - canvas.px(4)) / (right - left), (rect.h - canvas.px(4)) / (bottom - top))

    named = scaled(wide) > NAMES_COST * scaled(narrow)
    zones = wide if named else narrow
    scale = scaled(zones)
    room = Rect(rect.x + zones, rect.y, rect.w - zones, rect.h)
    x0 = room.centerx - scale * (left + right) / 2
    y0 = room.y + canvas.px(2) - scale * top
    canvas.surface.blit(_painted(anatomy, coats, room.size, scale, (x0 - room.x, y0 - room.y), canvas.unit), room)
    boxes = {shape.location: _box(shape, scale, x0, y0) for shape in figure.shapes}
    places = Places(rect)
    for box in boxes.values():
        places.take(box)
    for words in _draw_zones(canvas, Rect(rect.x, rect.y, zones - canvas.px(4), rect.h), anatomy, (y0, scale), named):
        places.take(words)
    for shape in figure.shapes:
        _point_at(view, anatomy, shape.location, boxes[shape.location], sheet)
    for location, injury in sorted(worst.items(), key=lambda entry: -entry[1].severity):
        if location in boxes:
            _tag(canvas, boxes[location], injury, sheet, places, list(boxes.values()))


def _box(shape: Shape, scale: float, x0: float, y0: float) -> Rect:
    xs, ys = [x0 + scale * x for x, _ in shape.points], [y0 + scale * y for _, y in shape.points]
    return Rect(round(min(xs)), round(min(ys)), round(max(xs) - min(xs)), round(max(ys) - min(ys)))


@lru_cache(maxsize=32)
def _painted(
    anatomy: Anatomy,
    coats: Sequence[Coat],
    size: tuple[int, int],
    scale: float,
    origin: tuple[float, float],
    unit: float,
) -> pygame.Surface:
    picture = pygame.Surface((size[0] * SMOOTH, size[1] * SMOOTH), pygame.SRCALPHA)
    picture.fill((*PAPER, 0))
    for shape, coat in zip(lay_out(anatomy).shapes, coats, strict=True):
        points = [((origin[0] + scale * x) * SMOOTH, (origin[1] + scale * y) * SMOOTH) for x, y in shape.points]
        fill = SEVERITY[min(5, max(0, coat.severity))]
        outline, width = (ARMOR, 2.1) if coat.armored else (MUTED, 1.2)
        if coat.severity:
            outline, width = INK, 1.6
        if coat.severed:
            fill, outline, width = mixed(PAPER, SEVERITY[0], 0.35), BLOOD, 1.2
        elif coat.unusable and not coat.severity:
            fill = mixed(SEVERITY[0], FAINT, 0.55)
        edge = round(max(0.8 * SMOOTH, min(width * unit * SMOOTH, _breadth(points) * 0.14)))
        _round_polygon(picture, outline, points, min(4.0 * unit * SMOOTH, _breadth(points) * 0.3), 0.0)
        _round_polygon(picture, fill, points, min(4.0 * unit * SMOOTH, _breadth(points) * 0.3), float(edge))
        if coat.immobilized and not coat.severed:
            _bind(picture, points, max(2, round(1.4 * unit * SMOOTH)))
        if coat.severed:
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


def _draw_zones(canvas: Canvas, rect: Rect, anatomy: Anatomy, fit: tuple[float, float], named: bool) -> list[Rect]:
    """Print the zone numbers at the height where each zone begins, none over another; give where they are."""
    printed: list[Rect] = []
    y0, scale = fit
    line = canvas.line_height(TINY) - canvas.px(1)
    height = line * 2 + canvas.px(3) if named else line + canvas.px(3)
    y = rect.y
    for label in sorted(lay_out(anatomy).labels, key=lambda label: (label.y, label.first)):
        y = max(y, min(round(y0 + scale * label.y), rect.bottom - height))
        if y + height > rect.bottom:
            break
        numbers = f"{label.first}" if label.first == label.last else f"{label.first}–{label.last}"
        printed.append(canvas.text(numbers, rect.x, y, TINY, Weight.SEMIBOLD, MUTED, width=rect.w))
        if named:
            name = anatomy.zones[label.zone].name
            printed.append(canvas.text(name, rect.x, y + line, TINY, color=MUTED, width=rect.w))
        y += height
    return printed


def _point_at(view: View, anatomy: Anatomy, location: int, box: Rect, sheet: Sheet) -> None:
    words = [anatomy.locations[location].name]
    words += [injury.title for injury in sheet.injuries if injury.location == location]
    if location in sheet.severed:
        words.append("gone")
    if anatomy.locations[location].part in sheet.unusable:
        words.append("out of use")
    if anatomy.locations[location].part in sheet.immobilized:
        words.append("held fast")
    if location in sheet.armored:
        words.append("armoured")
    view.targets.append(Target(box, ", ".join(words)))


def _tag(canvas: Canvas, box: Rect, injury: InjuryView, sheet: Sheet, places: Places, boxes: Sequence[Rect]) -> None:
    """Mark a wound: inside its location where there is room, else beside it with a line that crosses no other."""
    width, height = canvas.font(TINY, Weight.BOLD).size(injury.mark)
    glyph = canvas.px(9)
    glyphs = injury.bleeding + injury.treated
    whole = (width + glyphs * (glyph + canvas.px(1)), round(height * 0.8))
    gone = injury.location in sheet.severed
    if box.w >= whole[0] + canvas.px(4) and box.h >= whole[1] and not gone:
        spot, ink = Rect((0, 0), whole), MARK_INK[min(5, injury.severity)]
        spot.center = box.center
    else:
        aside = box.w / 2 + whole[0] / 2 + canvas.px(4)
        middle = (min(each.left for each in boxes) + max(each.right for each in boxes)) / 2
        wanted = [
            (box.centerx + sign * (aside + canvas.px(out)), box.centery + canvas.px(rise))
            for out in range(0, 100, 6)
            for rise in (0, -10, 10, -20, 20)
            for sign in ((1, -1) if box.centerx >= middle else (-1, 1))
        ]
        others = [other for other in boxes if other is not box]
        clear = [to for to in wanted if not any(other.clipline(box.center, to) for other in others)]
        found = places.find(whole, clear) or places.find(whole, wanted)
        if found is None:
            return
        spot, ink = found, INK
        near = spot.left - canvas.px(2) if spot.left > box.centerx else spot.right + canvas.px(2)
        pygame.draw.line(canvas.surface, INK, box.center, (near, spot.centery))
        pygame.draw.circle(canvas.surface, INK, box.center, canvas.px(2))
    text = canvas.text(injury.mark, spot.x, spot.centery - height // 2, TINY, Weight.BOLD, ink)
    x = text.right + canvas.px(1) + glyph // 2
    dark = ink == CARD
    if injury.bleeding:
        canvas.drop(x, spot.centery, glyph, CARD if dark else BLOOD)
        x += glyph + canvas.px(1)
    if injury.treated:
        canvas.dot(x, spot.centery, glyph * 0.6, ink)
