"""What lies over the frame: the result, and the words about what is pointed at."""

from __future__ import annotations

from pygame import Rect

from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.controls import View
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.sides_panel import draw_badge
from fleshwound.game.arena.theme import BODY, CARD, INK, LINE, MUTED, SMALL, TITLE
from fleshwound.game.phrases import counted
from fleshwound.systems.clock import clock

RESULT_HEIGHT = 90
"""What the result covers at the top of the map, once there is one."""


def result_area(canvas: Canvas, area: Rect) -> Rect:
    """Give what the result may cover of the map."""
    return Rect(area.x, area.y, area.w, canvas.px(RESULT_HEIGHT))


def draw_result(canvas: Canvas, area: Rect, scene: Scene, view: View) -> None:
    """Draw who won at the top of the map, once the fight has a result."""
    result = scene.combat.result
    if result is None:
        return
    side = next((side for side in scene.sides if side.id == result.winner), None)
    color = side.look.color if side is not None else INK
    fight = f" of encounter {scene.encounters}" if scene.encounters > 1 else ""
    about = f"{result.reason}, after {counted(result.rounds, 'round')}{fight}, at {clock(scene.ended_at)}"
    if scene.combat.now > scene.ended_at:
        about += f"  ·  now {clock(scene.combat.now)}"
    follows = "nothing more will happen" if view.over else "Space: the next thing that happens"
    keys = f"{follows}  ·  R: again  ·  N: new seed"
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


def draw_hint(canvas: Canvas, area: Rect, view: View) -> None:
    """Say what is pointed at."""
    if view.pointer is None or view.help:
        return
    target = view.at(view.pointer)
    if target is None or not target.hint:
        return
    lines = canvas.wrapped(target.hint, min(area.w - canvas.px(40), canvas.px(380)), SMALL, most=6)
    width, height = max(canvas.width(line, SMALL) for line in lines), canvas.line_height(SMALL)
    card = Rect(0, 0, width + canvas.px(16), height * len(lines) + canvas.px(8))
    card.bottomleft = (view.pointer[0] + canvas.px(10), view.pointer[1] - canvas.px(6))
    card.clamp_ip(area)
    with canvas.panel("hint", card, layer=3):
        canvas.box(card, INK, 5, LINE)
        for place, line in enumerate(lines):
            canvas.text(line, card.x + canvas.px(8), card.y + canvas.px(4) + place * height, SMALL, color=CARD)
