"""The bar below: controls, speeds, and how long the fight has gone on."""

from __future__ import annotations

from math import cos, pi, sin

from pygame import Rect

from fleshwound.components.ids import SECOND
from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.controls import SPEED_NAMES, Command, Target, View
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.theme import BAR, CARD, INK, LINE, MUTED, PAPER, SELECTION, SMALL, TINY
from fleshwound.systems.clock import clock

LEAST = 60 * SECOND
"""The timeline is never shorter."""

Points = list[tuple[float, float]]

PLAY: Points = [(-0.36, -0.5), (0.5, 0.0), (-0.36, 0.5)]
STEP: Points = [(-0.45, -0.45), (0.2, 0.0), (-0.45, 0.45)]
STROKE: Points = [(0.26, -0.45), (0.45, -0.45), (0.45, 0.45), (0.26, 0.45)]


def span(now: int) -> int:
    """Give the time that the timeline shows: it doubles when it is full, so that marks seldom move."""
    whole = LEAST
    while whole < now:
        whole *= 2
    return whole


def draw(canvas: Canvas, rect: Rect, scene: Scene, view: View) -> None:
    """Draw the bar into `rect`."""
    with canvas.panel("bar", rect):
        canvas.surface.fill(BAR, rect)
        x = rect.x + canvas.px(12)
        playing = not view.paused
        for command, caption, hint in (
            (Command.RESTART, "restart", "Restart with the same seed (R)"),
            (Command.STEP, "step", "On to the next thing that happens (.)"),
            (Command.PAUSE, "pause" if playing else "next" if view.ended else "play",
             "On to the next thing that happens (space)" if view.ended else "Pause or go on (space)"),
            (Command.NEW_SEED, "new seed", "Another fight (N)"),
        ):  # fmt: skip
            x = _draw_button(canvas, rect, x, command, caption, hint, playing, view)
        x = _draw_speeds(canvas, rect, x + canvas.px(10), view)
        button = Rect(rect.right - canvas.px(82), rect.y + canvas.px(8), canvas.px(70), canvas.px(26))
        canvas.box(button, CARD, 6, LINE)
        canvas.text("F1 help", button.centerx, _middle(canvas, button, SMALL), SMALL, Weight.SEMIBOLD, align="center")
        view.targets.append(Target(button, "Keys, marks and the words of the log (F1)", Command.HELP))
        left = x + canvas.px(22)
        _draw_timeline(canvas, Rect(left, rect.y, button.left - canvas.px(24) - left, rect.h), scene, view)


def _middle(canvas: Canvas, rect: Rect, size: float) -> int:
    return rect.centery - canvas.line_height(size) // 2


def _draw_button(
    canvas: Canvas, rect: Rect, x: int, command: Command, caption: str, hint: str, playing: bool, view: View
) -> int:
    button = Rect(x, rect.y + canvas.px(8), canvas.px(52), canvas.px(26))
    pointed = view.pointer is not None and button.collidepoint(view.pointer)
    canvas.box(button, PAPER if pointed else CARD, 6, SELECTION if pointed else LINE)
    size = canvas.px(14)
    cx, cy = button.center
    match command:
        case Command.RESTART:
            arc = [(cos(a) * r, sin(a) * r) for r, span in ((0.5, range(12)), (0.3, range(11, -1, -1)))
                   for a in (-0.25 * pi + 1.5 * pi * i / 11 for i in span)]  # fmt: skip
            canvas.polygon(arc, cx, cy, size, INK)
            canvas.polygon([(-0.5, 0.0), (0.5, -0.15), (0.1, 0.6)], cx + size * 0.3, cy - size * 0.42, size * 0.5, INK)
        case Command.STEP:
            canvas.polygon(STEP, cx, cy, size, INK)
            canvas.polygon(STROKE, cx, cy, size, INK)
        case Command.PAUSE if playing:
            for shift in (-0.58, 0.0):
                canvas.polygon([(px + shift, py) for px, py in STROKE], cx - size * 0.07, cy, size, INK)
        case Command.PAUSE:
            canvas.polygon(PLAY, cx, cy, size, INK)
        case _:
            canvas.box(Rect(cx - size // 2, cy - size // 2, size, size), INK, 3)
            for px, py in ((-0.22, -0.22), (0.22, 0.22), (0.0, 0.0)):
                canvas.dot(cx + px * size, cy + py * size, max(3, size * 0.2), CARD)
    canvas.text(caption, button.centerx, button.bottom + canvas.px(2), TINY, color=MUTED, align="center")
    view.targets.append(Target(button, hint, command))
    return button.right + canvas.px(8)


def _draw_speeds(canvas: Canvas, rect: Rect, x: int, view: View) -> int:
    width, y = canvas.px(33), rect.y + canvas.px(8)
    whole = Rect(x, y, width * len(SPEED_NAMES), canvas.px(26))
    canvas.box(whole, CARD, 6, LINE)
    for place, name in enumerate(SPEED_NAMES):
        button = Rect(x + place * width, y, width, whole.h)
        chosen = place == view.speed
        if chosen:
            canvas.box(button, INK, 6)
        weight, ink = (Weight.BOLD, CARD) if chosen else (Weight.REGULAR, INK)
        canvas.text(name, button.centerx, _middle(canvas, button, SMALL), SMALL, weight, ink, align="center")
        view.targets.append(Target(button, "Speed (+ and −)", Command.SPEED, place))
    canvas.text("speed", whole.centerx, whole.bottom + canvas.px(2), TINY, color=MUTED, align="center")
    return whole.right


def _draw_timeline(canvas: Canvas, rect: Rect, scene: Scene, view: View) -> None:
    """Draw the time since the beginning, with a mark for each creature that went out of the fight."""
    if rect.w < canvas.px(120):
        return
    now = scene.combat.now
    whole = span(now)
    y = rect.y + canvas.px(21)
    line = Rect(rect.x, y - canvas.px(2), rect.w, canvas.px(4))
    canvas.box(line, LINE, 2)
    here = rect.x + round(rect.w * now / whole)
    canvas.box(Rect(line.x, line.y, max(line.h, here - line.x), line.h), INK, 2)
    colors = {side.id: side.look.color for side in scene.sides}
    for mark in scene.marks:
        if mark.out and mark.side in colors:
            x = rect.x + round(rect.w * mark.at / whole)
            tick = Rect(x - canvas.px(1), y - canvas.px(12), canvas.px(3), canvas.px(9))
            canvas.surface.fill(colors[mark.side], tick)
    below = rect.y + canvas.px(36)
    right = canvas.text(clock(whole), rect.right, below, TINY, color=MUTED, align="right")
    limit = scene.combat.battle.round_limit
    told = f"round {scene.round}" + (f", a draw after {limit}" if limit is not None else "")
    if any(mark.out for mark in scene.marks):
        told += "  ·  ticks: out of the fight"
    view.targets.append(Target(line.inflate(0, canvas.px(20)), "How far the fight is; time goes only forward"))
    canvas.text(told, rect.x, below, TINY, color=MUTED, width=right.left - canvas.px(10) - rect.x)
