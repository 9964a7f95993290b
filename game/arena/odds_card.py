"""The odds card: beside an enemy that is pointed at, what the selected creature's best blow would come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame
from pygame import Rect

from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.chances import Bar, Chances
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.theme import BAR, BLOOD, BODY, CARD, INK, LINE, MUTED, SELECTION, SMALL
from fleshwound.game.phrases import percent

WIDTH: Final = 232
"""Of the card, in the 1280 by 720 window."""

WORD: Final = 72
"""Room for the word of a bar; longer ones take more, up to a share of the row."""

MOST_WORD: Final = 0.66

STEP: Final = 24
"""Places for the card that are looked at are so far apart."""

LAYER: Final = 2
"""Above the map, its words and the result."""


def draw(canvas: Canvas, area: Rect, chances: Chances, target: Rect, others: list[Rect]) -> Rect:
    """Draw the card on the map near the target's place, so that it hides the fewest of the others; give where it is."""
    card = _placed(canvas, area, chances, target, others)
    _draw_lead(canvas, area, card, target)
    edge = canvas.px(12)
    with canvas.panel("odds", card, layer=LAYER):
        canvas.box(card, CARD, 8, LINE)
        inside = Rect(card.x + edge, card.y + canvas.px(8), card.w - 2 * edge, card.h - canvas.px(16))
        y = _draw_heading(canvas, inside, chances)
        if chances.why_not:
            canvas.paragraph(chances.why_not, inside.x, y, inside.w, SMALL, color=MUTED, most=MOST_LINES)
        else:
            draw_bars(canvas, Rect(inside.x, y + canvas.px(4), inside.w, inside.bottom - y), chances.bars)
    return card


def draw_bars(canvas: Canvas, room: Rect, bars: Sequence[Bar]) -> int:
    """Draw chances as bars, each with its word and its share; give the y below them."""
    widest = max((canvas.width(bar.word, SMALL) for bar in bars), default=0)
    word = min(round(room.w * MOST_WORD), max(canvas.px(WORD), widest + canvas.px(8)))
    share = canvas.width("100 %", SMALL, Weight.BOLD)
    y = room.y
    for bar in bars:
        canvas.text(bar.word, room.x, y, SMALL, width=word - canvas.px(4))
        left, right = room.x + word, room.right - share - canvas.px(6)
        line = Rect(left, y + (canvas.line_height(SMALL) - canvas.px(7)) // 2, right - left, canvas.px(7))
        canvas.meter(line, bar.chance, BLOOD if bar.blood else INK, BAR)
        canvas.text(percent(bar.chance), room.right, y, SMALL, Weight.BOLD, align="right")
        y += row_height(canvas)
    return y


def row_height(canvas: Canvas) -> int:
    """Give the height of a bar's row in pixels."""
    return canvas.line_height(SMALL) + canvas.px(1)


# --- where it goes ----------------------------------------------------------------------------------------------------

MOST_LINES: Final = 5
"""Of why there is no blow, and two fewer of what has to be so first."""


def _height(canvas: Canvas, chances: Chances, inner: int) -> int:
    line = canvas.line_height(SMALL)
    height = canvas.px(16) + canvas.line_height(BODY)
    for text, weight, most in (
        (chances.about, Weight.REGULAR, 2),
        (chances.proviso, Weight.SEMIBOLD, 2),
        (chances.why_not, Weight.REGULAR, MOST_LINES),
    ):
        if text:
            height += len(canvas.wrapped(text, inner, SMALL, weight, most)) * line
    return height + (canvas.px(4) + len(chances.bars) * row_height(canvas) if chances.bars else 0)


def _placed(canvas: Canvas, area: Rect, chances: Chances, target: Rect, others: list[Rect]) -> Rect:
    """Find where the card hides the fewest; it never hides its target, if there is any place where it doesn't."""
    width = min(canvas.px(WIDTH), area.w - canvas.px(8))
    height = min(_height(canvas, chances, width - canvas.px(24)), area.h - canvas.px(8))
    inside = area.inflate(-canvas.px(8), -canvas.px(8))
    step = max(1, canvas.px(STEP))
    best: tuple[int, int] | None = None
    found = Rect(inside.x, inside.y, width, height)
    for y in {*range(inside.y, inside.bottom - height, step), inside.bottom - height}:
        for x in {*range(inside.x, inside.right - width, step), inside.right - width}:
            card = Rect(x, y, width, height)
            hides = 100 * card.colliderect(target) + len(card.collidelistall(others))
            if best is None or hides <= best[0]:
                cost = hides, _gap(card, target)
                if best is None or cost < best:
                    best, found = cost, card
    return found


def _gap(a: Rect, b: Rect) -> int:
    """Measure how far two rectangles are from each other, and then their middles."""
    across = max(a.left - b.right, b.left - a.right, 0)
    down = max(a.top - b.bottom, b.top - a.bottom, 0)
    return 4 * (across + down) + abs(a.centerx - b.centerx) + abs(a.centery - b.centery)


def _draw_lead(canvas: Canvas, area: Rect, card: Rect, target: Rect) -> None:
    """Draw a line from the card to whom it is about."""
    end = (min(max(target.centerx, card.left), card.right), min(max(target.centery, card.top), card.bottom))
    with canvas.panel("map", area):
        pygame.draw.line(canvas.surface, SELECTION, target.center, end, max(1, canvas.px(1.4)))
        canvas.dot(*target.center, canvas.px(6), SELECTION, INK)


def _draw_heading(canvas: Canvas, inside: Rect, chances: Chances) -> int:
    y = inside.y
    canvas.text(chances.title, inside.x, y, BODY, Weight.BOLD, width=inside.w)
    y += canvas.line_height(BODY)
    if chances.about:
        y = canvas.paragraph(chances.about, inside.x, y, inside.w, SMALL, color=MUTED, most=2)
    if chances.proviso:
        y = canvas.paragraph(chances.proviso, inside.x, y, inside.w, SMALL, Weight.SEMIBOLD, SELECTION, 2)
    return y
