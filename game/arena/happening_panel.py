"""What just happened: the last exchange, its tests as bars, what came of it."""

from __future__ import annotations

from pygame import Rect

from fleshwound.components.draws import Level
from fleshwound.components.events import Roll
from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.theme import BAR, BLOOD, BODY, CARD, INK, LINE, MUTED, SELECTION, SMALL
from fleshwound.game.phrases import checked, modified

LEVELS = {
    Level.CF0: "critical failure",
    Level.CF5: "critical failure",
    Level.MF: "failure",
    Level.MS: "success",
    Level.CS: "critical success",
}


def draw(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Draw the panel into `rect`."""
    with canvas.panel("happening", rect):
        canvas.surface.fill(CARD, rect)
        canvas.surface.fill(LINE, Rect(rect.x, rect.y, rect.w, 1))
        canvas.surface.fill(LINE, Rect(rect.x, rect.bottom - 1, rect.w, 1))
        edge = canvas.px(14)
        x, y, width = rect.x + edge, rect.y + canvas.px(6), rect.w - 2 * edge
        blow = scene.blow
        if blow is None:
            canvas.text("No blow has been struck yet", x, y, BODY, Weight.SEMIBOLD, MUTED, width=width)
            return
        canvas.text(blow.title, x, y, BODY, Weight.BOLD, width=width)
        y += canvas.line_height(BODY) + canvas.px(2)
        half = round(width * 0.58)
        line = canvas.line_height(SMALL) + canvas.px(2)
        if blow.attack is not None:
            _draw_test(canvas, Rect(x, y, half - edge, line), "attack", blow.attack)
        elif blow.check is not None:
            told = f"{blow.check.what} {blow.check.dice}: {checked(blow.check)}"
            canvas.text(told, x, y, SMALL, color=MUTED, width=half - edge)
            added = modified(blow.check.modifiers)
            canvas.text(added, x, y + line, SMALL, color=MUTED, width=half - edge)
        if blow.defend is not None:
            _draw_test(canvas, Rect(x, y + line, half - edge, line), blow.defence, blow.defend)
        elif blow.defence:
            canvas.text(f"{blow.defence}: nothing rolled", x, y + line, SMALL, color=MUTED, width=half - edge)
        left = x + half
        for text, blood in _fitting(blow.results):
            weight = Weight.BOLD if blood else Weight.SEMIBOLD
            canvas.text(text, left, y, SMALL, weight, BLOOD if blood else INK, width=width - half)
            y += line


def _fitting(results: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Keep to two lines: what came first, and the rest together."""
    if len(results) <= 2:
        return results
    rest = results[1:]
    return [results[0], (" · ".join(text for text, _ in rest), any(blood for _, blood in rest))]


def _draw_test(canvas: Canvas, rect: Rect, word: str, roll: Roll) -> None:
    """Draw a test as a bar of a hundred, filled to the target, with a mark where the die fell."""
    word_width = canvas.px(84)
    canvas.text(word, rect.x, rect.y, SMALL, color=MUTED, width=word_width - canvas.px(6))
    bar = Rect(rect.x + word_width, rect.y + (rect.h - canvas.px(7)) // 2, canvas.px(88), canvas.px(7))
    canvas.meter(bar, roll.target / 100, INK if roll.level.steps > 0 else MUTED, BAR)
    if roll.face:
        at = bar.x + round(bar.w * roll.face / 100)
        die = Rect(at - canvas.px(1), bar.y - canvas.px(3), canvas.px(3), bar.h + canvas.px(6))
        canvas.surface.fill(SELECTION, die)
    told = f"{LEVELS[roll.level]}: " + ("not rolled" if roll.automatic else f"{roll.face} against {roll.target}")
    left = bar.right + canvas.px(8)
    canvas.text(told, left, rect.y, SMALL, width=rect.right - left)
