"""The landing panel: where the blow that is weighed would land, in place of the log while an enemy is pointed at."""

from __future__ import annotations

from typing import Final

from pygame import Rect

from fleshwound.components.definitions import Anatomy
from fleshwound.game.arena.body_paint import Fit, Skin, fit, paint
from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.chances import Chances
from fleshwound.game.arena.figure import Shape, lay_out
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.odds_card import draw_bars, row_height
from fleshwound.game.arena.sprites import mixed
from fleshwound.game.arena.theme import BLOOD, BODY, CARD, INK, LINE, MUTED, SEVERITY, TINY, Color

FIGURE: Final = 150
"""Width of the figure, in the 1280 by 720 window."""

COLUMN: Final = 236
"""Greatest width of a column of bars there."""

SCALE: Final = "darker: likelier, in %"
"""What the colours and numbers of the figure mean."""

DARK: Final = 0.55
"""From this share of the darkest tint on, light ink is read better."""


def draw(canvas: Canvas, rect: Rect, chances: Chances) -> None:
    """Draw where the blow would land into `rect`: on the figure, by part, and how hard."""
    body = chances.body
    assert body is not None
    with canvas.panel("landing", rect):
        canvas.surface.fill(CARD, rect)
        canvas.surface.fill(LINE, Rect(rect.x, rect.y, rect.w, 1))
        edge = canvas.px(14)
        inside = Rect(rect.x + edge, rect.y + canvas.px(6), rect.w - 2 * edge, rect.h - canvas.px(12))
        line = canvas.line_height(BODY) + canvas.px(2)
        figure = Rect(inside.x, inside.y, canvas.px(FIGURE), inside.h - canvas.line_height(TINY))
        _draw_figure(canvas, figure, body, chances)
        canvas.text(SCALE, figure.x, figure.bottom, TINY, color=MUTED, width=figure.w)
        gap = canvas.px(22)
        width = min(canvas.px(COLUMN), (inside.right - figure.right - 2 * gap) // 2)
        left = figure.right + gap
        for title, bars in (("Where it lands", chances.parts), ("How it ends", chances.ends)):
            column = Rect(left, inside.y + line, width, inside.h - line)
            canvas.text(title, left, inside.y, BODY, Weight.SEMIBOLD, MUTED, width=width)
            draw_bars(canvas, column, bars[: column.h // row_height(canvas)])
            left += width + gap


def tint(chance: float, greatest: float) -> Color:
    """Give the colour of a location by the chance that the blow lands there, and the greatest such chance."""
    return SEVERITY[0] if greatest <= 0 else mixed(SEVERITY[0], BLOOD, chance / greatest)


def _draw_figure(canvas: Canvas, room: Rect, body: Anatomy, chances: Chances) -> None:
    """Paint each location by the chance that the blow lands there, and number those that have room for it."""
    figure = lay_out(body)
    shares = [chances.by_location.get(body.locations[shape.location].id, 0.0) for shape in figure.shapes]
    greatest = max(shares, default=0.0)
    at = fit(body, room, canvas.px(2))
    skins = [Skin(tint(share, greatest), INK if share else MUTED, 1.2) for share in shares]
    paint(canvas.surface, body, skins, room, at, canvas.unit)
    for shape, share in zip(figure.shapes, shares, strict=True):
        number = str(round(100 * share))
        box = at.box(shape)
        width, height = canvas.font(TINY, Weight.SEMIBOLD).size(number)
        across, down = _breadth(shape, at)
        if share < 0.005 or across < width + canvas.px(1) or down < height * 0.7:
            continue
        ink = CARD if share >= DARK * greatest else INK
        canvas.text(number, box.centerx, box.centery - height // 2, TINY, Weight.SEMIBOLD, ink, align="center")


def _breadth(shape: Shape, at: Fit) -> tuple[float, float]:
    """Measure a location from side to side and from top to bottom, where it is as broad as on the whole."""
    points = shape.points
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))) / 2
    box = at.box(shape)
    pixels = area * at.scale**2
    return pixels / max(1, box.h), pixels / max(1, box.w)
