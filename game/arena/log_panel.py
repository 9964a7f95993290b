"""The log: the last lines of it, the newest at the bottom."""

from __future__ import annotations

from pygame import Rect

from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.theme import BLOOD, BODY, INK, MUTED, PAPER, SMALL
from fleshwound.game.words import Tone

TONES = {
    Tone.PLAIN: (Weight.REGULAR, INK),
    Tone.MUTED: (Weight.REGULAR, MUTED),
    Tone.STRONG: (Weight.SEMIBOLD, INK),
    Tone.BLOOD: (Weight.SEMIBOLD, BLOOD),
}

SHOWN = 12
"""No more lines than these have room."""

LONGEST = 3
"""Lines of the panel that one line of the log may take."""


def draw(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Draw as many of the last lines as there is room for into `rect`."""
    with canvas.panel("log", rect):
        canvas.surface.fill(PAPER, rect)
        edge = canvas.px(14)
        clocks = [canvas.width(line.clock, SMALL) for line in scene.lines[-SHOWN:]]
        x = rect.x + edge + max([canvas.px(36), *clocks]) + canvas.px(10)
        width = rect.right - edge - x
        height = canvas.line_height(BODY)
        y = rect.bottom - canvas.px(6)
        top = rect.y + canvas.px(4)
        for line in reversed(scene.lines):
            weight, color = TONES[line.tone]
            broken = canvas.wrapped(line.text, width, BODY, weight, LONGEST)
            if y - height * len(broken) < top:
                break
            y -= height * len(broken)
            canvas.text(line.clock, rect.x + edge, y + canvas.px(1), SMALL, color=MUTED)
            for place, piece in enumerate(broken):
                canvas.text(piece, x, y + place * height, BODY, weight, color)
