"""The prognosis on the sheet: how likely the wounded are to be alive, step by step, tended and untended."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pygame
from pygame import Rect

from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.chances import Curve, Outlook, Step, span
from fleshwound.game.arena.controls import Target, View
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.sprites import mixed
from fleshwound.game.arena.theme import BLOOD, BODY, CARD, LINE, MUTED, SMALL, TENDED, TINY, Color
from fleshwound.game.phrases import percent

HEIGHT: Final = 66
"""Of the chart itself, in the 1280 by 720 window."""

LEAST_HEIGHT: Final = 44
"""On a chart lower than this nothing can be read: then the line above it stands alone."""

TICKS: Final = 4
"""Moments named below the chart besides now."""

UNSURE: Final = 0.005
"""A chance known no better than this is drawn as a band."""


def height(canvas: Canvas, room: int) -> int:
    """Give the height that the prognosis takes of so much room, in pixels; 0 where it has none."""
    words = canvas.line_height(BODY) + canvas.px(2)
    axis = canvas.line_height(TINY) + canvas.px(2)
    if room < words:
        return 0
    chart = min(canvas.px(HEIGHT), room - words - axis)
    return words + axis + chart if chart >= canvas.px(LEAST_HEIGHT) else words


def draw(canvas: Canvas, room: Rect, outlook: Outlook, view: View) -> None:
    """Draw the prognosis into a room as high as `height` says; pointed at, any moment of it is told."""
    line = canvas.line_height(BODY)
    heading = canvas.text("Prognosis", room.x, room.y, BODY, Weight.SEMIBOLD, MUTED)
    _draw_summary(canvas, Rect(heading.right, room.y, room.right - heading.right, line), outlook)
    view.targets.append(Target(Rect(room.x, room.y, room.w, line), outlook.told(outlook.horizon)))
    top = room.y + line + canvas.px(2)
    below = canvas.line_height(TINY) + canvas.px(2)
    chart = Rect(room.x, top, room.w, room.bottom - below - top)
    if chart.h < canvas.px(LEAST_HEIGHT):
        return
    canvas.box(chart, CARD, 5, LINE)
    inner = chart.inflate(-canvas.px(12), -canvas.px(12))
    _draw_ticks(canvas, inner, chart.bottom + canvas.px(1), outlook.horizon, room)
    for curve in outlook.curves:
        _draw_curve(canvas, inner, curve, outlook.horizon)
    _draw_names(canvas, inner, outlook)
    view.targets.append(Target(chart, outlook.told(_pointed(view, inner, outlook.horizon))))
    _draw_pointer(canvas, chart, inner, view)


def chance(step: Step) -> str:
    """Write the chance to be alive, or where it isn't known as finely as it is written, from what to what it may be."""
    least, most = percent(step.least), percent(step.most)
    return least if least == most else f"{least.removesuffix(' %')}–{most}"


def color_of(curve: Curve) -> Color:
    """Give the colour of a curve."""
    return TENDED if curve.tended else BLOOD


def _draw_summary(canvas: Canvas, room: Rect, outlook: Outlook) -> None:
    """Say at the right how likely it is alive at the end, each condition in its colour."""
    x = room.right
    for curve in reversed(outlook.curves):
        words = chance(curve.at(outlook.horizon))
        x = canvas.text(words, x, room.y, BODY, Weight.SEMIBOLD, color_of(curve), align="right").left - canvas.px(8)
    left = room.x + canvas.px(8)
    canvas.text(f"alive in {span(outlook.horizon)}", x, room.y, BODY, color=MUTED, width=x - left, align="right")


def _x(inner: Rect, after: int, horizon: int) -> int:
    return inner.x + round(inner.w * after / horizon)


def _y(inner: Rect, alive: float) -> int:
    return inner.bottom - round(inner.h * alive)


def _draw_ticks(canvas: Canvas, inner: Rect, y: int, horizon: int, room: Rect) -> None:
    canvas.text("now", room.x, y, TINY, color=MUTED)
    for place in range(1, TICKS + 1):
        after = horizon * place // TICKS
        x = _x(inner, after, horizon)
        last = place == TICKS
        canvas.surface.fill(LINE, Rect(x, inner.y, 1, inner.h))
        canvas.text(span(after), room.right if last else x, y, TINY, color=MUTED, align="right" if last else "center")


def _draw_curve(canvas: Canvas, inner: Rect, curve: Curve, horizon: int) -> None:
    """Draw a step curve of the chance to be alive; a band from the least to the greatest where they differ."""
    color, width = color_of(curve), max(1, canvas.px(2))
    moments = [0, *(at for at, *_ in curve.steps if 0 < at < horizon), horizon]
    for start, end in pairwise(moments):
        step = curve.at(start)
        if step.most - step.least > UNSURE:
            top = _y(inner, step.most)
            band = Rect(_x(inner, start, horizon), top, 0, _y(inner, step.least) - top)
            band.w = _x(inner, end, horizon) - band.x
            canvas.surface.fill(mixed(CARD, color, 0.25), band)
    points = []
    for start, end in pairwise(moments):
        y = _y(inner, curve.at(start).least)
        points += [(_x(inner, start, horizon), y), (_x(inner, end, horizon), y)]
    pygame.draw.lines(canvas.surface, color, False, points, width)


def _draw_names(canvas: Canvas, inner: Rect, outlook: Outlook) -> None:
    """Name the curves at the right, each as near to its end as it lies on no curve and on no other name."""
    line = canvas.font(SMALL).get_height()
    slack = (line - round(line * 0.78)) // 2  # above and below what has ink
    high = line - 2 * slack
    taken: list[Rect] = []
    # The lowest first: who has to make room goes up, so that names stand in the order of their curves.
    for curve in sorted(outlook.curves, key=lambda curve: (curve.at(outlook.horizon).least, curve.tended)):
        box = Rect(0, 0, canvas.width(curve.name, SMALL), high)
        box.right = inner.right - canvas.px(3)
        end = _y(inner, curve.at(outlook.horizon).least)
        places = sorted(range(inner.y, inner.bottom - high + 1), key=lambda top: (abs(top + high // 2 - end), top))
        for top in places:
            box.top = top
            crossed = any(_crosses(inner, other, outlook.horizon, box) for other in outlook.curves)
            if not crossed and box.collidelist(taken) < 0:
                break
        else:
            continue  # its colour and the line above still tell it
        taken.append(box.copy())
        canvas.text(curve.name, box.right, box.y - slack, SMALL, color=color_of(curve), align="right")


def _crosses(inner: Rect, curve: Curve, horizon: int, box: Rect) -> bool:
    """Tell whether a curve runs through a box."""
    moments = [at for at, *_ in curve.steps if 0 < at < horizon and _x(inner, at, horizon) > box.left]
    first = round(horizon * max(0, box.left - inner.x) / inner.w)
    heights = [_y(inner, curve.at(at).least) for at in (first, *moments)]
    return min(heights) <= box.bottom and max(heights) >= box.top


def _pointed(view: View, inner: Rect, horizon: int) -> int:
    """Give the moment that is pointed at, in microseconds from now; the last where none is."""
    if view.pointer is None:
        return horizon
    part = (view.pointer[0] - inner.x) / inner.w
    return round(horizon * min(1.0, max(0.0, part)))


def _draw_pointer(canvas: Canvas, chart: Rect, inner: Rect, view: View) -> None:
    if view.pointer is not None and chart.collidepoint(view.pointer):
        x = min(max(view.pointer[0], inner.x), inner.right)
        canvas.surface.fill(MUTED, Rect(x, inner.y, 1, inner.h))
