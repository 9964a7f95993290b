"""What lies over the frame: the result, the page of keys and marks, the words about what is pointed at."""

from __future__ import annotations

from pygame import Rect

from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.controls import KEYS, View
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.sides_panel import draw_badge
from fleshwound.game.arena.theme import (
    BLOOD,
    BODY,
    CARD,
    HEADER,
    HEADING,
    INK,
    LINE,
    MUTED,
    NAME,
    PAPER,
    SELECTION,
    SEVERITY,
    SMALL,
    TITLE,
)
from fleshwound.game.phrases import counted


def draw_result(canvas: Canvas, area: Rect, scene: Scene) -> None:
    """Draw who won at the top of the map, once the fight has a result."""
    result = scene.combat.result
    if result is None:
        return
    side = next((side for side in scene.sides if side.id == result.winner), None)
    color = side.look.color if side is not None else INK
    about = f"{result.reason}, after {counted(result.rounds, 'round')}"
    keys = "R again  ·  N new seed  ·  Space what follows"
    title_width = canvas.width(scene.verdict, TITLE, Weight.BOLD) + canvas.px(40)
    width = max(title_width, canvas.width(about), canvas.width(keys, SMALL))
    card = Rect(0, 0, min(area.w - canvas.px(16), width + canvas.px(40)), canvas.px(76))
    card.midtop = (area.centerx, area.y + canvas.px(8))
    with canvas.panel("result", card, layer=1):
        canvas.box(card, CARD, 8, color, 2)
        inner = card.w - canvas.px(24)
        y = card.y + canvas.px(6)
        words = canvas.text(
            canvas.fitted(scene.verdict, inner - canvas.px(30), TITLE, Weight.BOLD),
            card.centerx + (canvas.px(12) if side is not None else 0), y, TITLE, Weight.BOLD, color, align="center",
        )  # fmt: skip
        if side is not None:
            draw_badge(canvas, side.look, words.left - canvas.px(14), words.centery, canvas.px(15))
        y = words.bottom - canvas.px(1)
        canvas.text(canvas.fitted(about, inner), card.centerx, y, BODY, align="center")
        y += canvas.line_height(BODY)
        canvas.text(canvas.fitted(keys, inner, SMALL), card.centerx, y, SMALL, color=MUTED, align="center")


def draw_help(canvas: Canvas, area: Rect) -> None:
    """Draw the page of keys and marks."""
    card = Rect(0, 0, min(area.w - canvas.px(40), canvas.px(760)), canvas.px(408))
    card.center = area.center
    with canvas.panel("help", card, layer=2):
        canvas.box(card, CARD, 10, HEADER, 2)
        x, y = card.x + canvas.px(24), card.y + canvas.px(16)
        canvas.text("Keys", x, y, HEADING, Weight.BOLD)
        y += canvas.px(28)
        for key, what in KEYS:
            canvas.text(key, x, y, NAME, Weight.SEMIBOLD, width=canvas.px(124))
            left = x + canvas.px(130)
            canvas.text(what, left, y, NAME, color=MUTED, width=card.right - canvas.px(20) - left)
            y += canvas.px(21)
        y += canvas.px(10)
        canvas.text("Marks", x, y, HEADING, Weight.BOLD)
        y += canvas.px(28)
        half = (card.w - canvas.px(48)) // 2
        for place, (draw_mark, what) in enumerate(_MARKS):
            at_x, at_y = x + place % 2 * half, y + place // 2 * canvas.px(22)
            draw_mark(canvas, at_x + canvas.px(12), at_y + canvas.px(10), canvas.px(16))
            canvas.text(what, at_x + canvas.px(34), at_y, NAME, color=MUTED, width=half - canvas.px(40))


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


def _arrow(canvas: Canvas, x: int, y: int, size: int) -> None:
    canvas.surface.fill(BLOOD, Rect(x - size // 2, y - 1, size // 2, canvas.px(3)))
    canvas.polygon([(-0.4, -0.4), (0.5, 0), (-0.4, 0.4)], x + size * 0.2, y, size * 0.8, BLOOD)


def _bar(canvas: Canvas, x: int, y: int, size: int) -> None:
    canvas.surface.fill(INK, Rect(x - size // 2, y - 1, size * 2 // 3, canvas.px(2)))
    canvas.surface.fill(INK, Rect(x + size // 5, y - size // 2, canvas.px(4), size))


def _ring(canvas: Canvas, x: int, y: int, size: int) -> None:
    canvas.dot(x, y, size, SELECTION)
    canvas.dot(x, y, size * 0.7, PAPER)


_MARKS = (
    (_ramp, "wounds, from M1 to G5: the darker the graver"),
    (_drop, "bleeding"),
    (_dot, "treated"),
    (_cross, "severed"),
    (_frame, "armoured here"),
    (_ring, "the creature on the right-hand page"),
    (_arrow, "a blow that hit; bent: turned by armour"),
    (_bar, "a blow averted; broken line: dodged or missed"),
)


def draw_hint(canvas: Canvas, area: Rect, view: View) -> None:
    """Say what is pointed at."""
    if view.pointer is None or view.help:
        return
    target = view.at(view.pointer)
    if target is None or not target.hint:
        return
    words = canvas.fitted(target.hint, min(area.w - canvas.px(40), canvas.px(420)), SMALL)
    card = Rect(0, 0, canvas.width(words, SMALL) + canvas.px(16), canvas.line_height(SMALL) + canvas.px(8))
    card.bottomleft = (view.pointer[0] + canvas.px(10), view.pointer[1] - canvas.px(6))
    card.clamp_ip(area)
    with canvas.panel("hint", card, layer=3):
        canvas.box(card, INK, 5, LINE)
        canvas.text(words, card.x + canvas.px(8), card.y + canvas.px(4), SMALL, color=CARD)

