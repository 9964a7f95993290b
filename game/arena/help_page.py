"""The help page: keys, marks, and what the words of the log mean."""

from __future__ import annotations

from typing import Final

from pygame import Rect

from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.controls import KEYS
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.glossary import FORESEEN, GLOSSARIES, HEALTH, Entry
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.strokes import chain
from fleshwound.game.arena.tags import flag, pin
from fleshwound.game.arena.theme import (
    BLOOD,
    BODY,
    CARD,
    HEADER,
    HEADING,
    INK,
    MUTED,
    PAPER,
    SELECTION,
    SEVERITY,
)

SIZE: Final = (1120, 572)
"""Of the page, in the 1280 by 720 window."""


def draw(canvas: Canvas, area: Rect, scene: Scene) -> None:
    """Draw the page; what it explains of the log's words depends on the rules that are played."""
    card = Rect(0, 0, min(area.w - canvas.px(40), canvas.px(SIZE[0])), canvas.px(SIZE[1]))
    card.center = area.center
    ruleset = scene.combat.battle.ruleset.name
    with canvas.panel("help", card, layer=2):
        canvas.box(card, CARD, 10, HEADER, 2)
        edge = canvas.px(24)
        left = Rect(card.x + edge, card.y + canvas.px(14), canvas.px(440), card.h - canvas.px(28))
        right = Rect(left.right + edge, left.y, card.right - edge - left.right - edge, left.h)
        _draw_marks(canvas, left, _draw_keys(canvas, left))
        _draw_glossary(canvas, right, ruleset, (*GLOSSARIES.get(ruleset, ()), HEALTH, *FORESEEN))


def _draw_keys(canvas: Canvas, rect: Rect) -> int:
    canvas.text("Keys", rect.x, rect.y, HEADING, Weight.BOLD)
    y = rect.y + canvas.px(26)
    indent = canvas.px(118)
    for key, what in KEYS:
        canvas.text(key, rect.x, y, BODY, Weight.SEMIBOLD, width=indent - canvas.px(6))
        y = canvas.paragraph(what, rect.x + indent, y, rect.w - indent, BODY, color=MUTED, most=2) + canvas.px(2)
    return y + canvas.px(8)


def _draw_marks(canvas: Canvas, rect: Rect, y: int) -> None:
    canvas.text("Marks", rect.x, y, HEADING, Weight.BOLD)
    y += canvas.px(26)
    for draw_mark, what in _MARKS:
        draw_mark(canvas, rect.x + canvas.px(12), y + canvas.px(9), canvas.px(15))
        canvas.text(what, rect.x + canvas.px(34), y, BODY, color=MUTED, width=rect.w - canvas.px(34))
        y += canvas.px(20)


def _draw_glossary(canvas: Canvas, rect: Rect, ruleset: str, entries: tuple[Entry, ...]) -> None:
    canvas.text(f"Words of the log ({ruleset})", rect.x, rect.y, HEADING, Weight.BOLD, width=rect.w)
    y = rect.y + canvas.px(26)
    indent = canvas.px(104)
    for term, what in entries:
        canvas.paragraph(term, rect.x, y, indent - canvas.px(8), BODY, Weight.SEMIBOLD, most=3)
        terms = len(canvas.wrapped(term, indent - canvas.px(8), BODY, Weight.SEMIBOLD, 3)) * canvas.line_height(BODY)
        below = canvas.paragraph(what, rect.x + indent, y, rect.w - indent, BODY, color=MUTED)
        y = max(below, y + terms) + canvas.px(5)


def _ramp(canvas: Canvas, x: int, y: int, size: int) -> None:
    for level in range(1, 6):
        left = x - size // 2 - canvas.px(2) + (level - 1) * size // 4
        canvas.surface.fill(SEVERITY[level], Rect(left, y - size // 2, size // 4, size))


def _drop(canvas: Canvas, x: int, y: int, size: int) -> None:
    canvas.drop(x, y, size, BLOOD)


def _dot(canvas: Canvas, x: int, y: int, size: int) -> None:
    canvas.dot(x, y, size * 0.5, INK)


def _cross(canvas: Canvas, x: int, y: int, size: int) -> None:
    for sign in (1, -1):
        stroke = [(-0.5, -0.4 * sign), (-0.4, -0.5 * sign), (0.5, 0.4 * sign), (0.4, 0.5 * sign)]
        canvas.polygon(stroke, x, y, size, BLOOD)


def _frame(canvas: Canvas, x: int, y: int, size: int) -> None:
    canvas.box(Rect(x - size // 2, y - size // 2, size, size), SEVERITY[0], 3, (74, 84, 98), 2)


def _cords(canvas: Canvas, x: int, y: int, size: int) -> None:
    canvas.box(Rect(x - size // 2, y - size // 2, size, size), SEVERITY[0], 3, MUTED, 1)
    for aside in (-size // 4, size // 4):
        canvas.surface.fill(INK, Rect(x - size // 2, y + aside, size, canvas.px(1)))


def _arrow(canvas: Canvas, x: int, y: int, size: int) -> None:
    canvas.surface.fill(BLOOD, Rect(x - size // 2, y - 1, size // 2, canvas.px(3)))
    canvas.polygon([(-0.4, -0.4), (0.5, 0), (-0.4, 0.4)], x + size * 0.2, y, size * 0.8, BLOOD)


def _bar(canvas: Canvas, x: int, y: int, size: int) -> None:
    canvas.surface.fill(INK, Rect(x - size // 2, y - 1, size * 2 // 3, canvas.px(2)))
    canvas.surface.fill(INK, Rect(x + size // 5, y - size // 2, canvas.px(4), size))


def _chain(canvas: Canvas, x: int, y: int, size: int) -> None:
    chain(canvas, (x - size * 0.7, y), (x + size * 0.9, y), size * 1.5)


def _missile(canvas: Canvas, x: int, y: int, size: int) -> None:
    for place in range(4):
        left = x - size // 2 + place * size // 4
        canvas.surface.fill(INK, Rect(left, y, max(1, size // 8), canvas.px(1)))
    canvas.polygon([(-0.4, -0.3), (0.5, 0), (-0.4, 0.3)], x + size * 0.4, y, size * 0.6, INK)


def _ring(canvas: Canvas, x: int, y: int, size: int) -> None:
    canvas.dot(x, y, size, SELECTION)
    canvas.dot(x, y, size * 0.7, PAPER)


_MARKS = (
    (_ramp, "wounds, from the slightest to the gravest"),
    (_drop, "bleeding"),
    (_dot, "treated"),
    (_cross, "severed"),
    (_frame, "armoured here"),
    (_cords, "held fast"),
    (flag, "flees: withdrawing, routed, afraid or terrified"),
    (_chain, "a hold: from who holds to whom it holds"),
    (_ring, "the creature on the right-hand page"),
    (pin, "its sheet is pinned: a click on bare ground unpins it"),
    (_arrow, "a blow that hit; bent: turned by armour"),
    (_bar, "a blow averted; broken line: dodged or missed"),
    (_missile, "what is shot or thrown: it flies, its path is dotted"),
)
