"""The header: what is fought, by which rules, from which seed, and how far it is."""

from __future__ import annotations

from pygame import Rect

from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.theme import HEADER, HEADER_MUTED, NAME, PAPER, TITLE
from fleshwound.systems.clock import clock


def draw(canvas: Canvas, rect: Rect, scene: Scene) -> None:
    """Draw the header into `rect`."""
    with canvas.panel("header", rect):
        canvas.surface.fill(HEADER, rect)
        edge = canvas.px(16)
        name = canvas.text("fleshwound", rect.x + edge, _middle(canvas, rect, TITLE), TITLE, Weight.BOLD, PAPER)
        combat = scene.combat
        actor = scene.actor
        now = [f"encounter {scene.encounters}"] if scene.encounters > 1 else []
        now += [f"round {scene.round}"] if scene.round else []
        now.append(clock(combat.now))
        if scene.encounters > 1 and combat.result is None:
            now[0] = f"a new fight: {now[0]}"
        if combat.decisions:
            now.append("waits for a decision")
        elif actor is not None:
            now.append(f"turn: {actor.name}")
        y = _middle(canvas, rect, NAME)
        right = canvas.text(" · ".join(now), rect.right - edge, y, NAME, Weight.SEMIBOLD, PAPER, align="right")
        told = f"{scene.title}  ·  {combat.battle.ruleset.name}  ·  seed {combat.seed}"
        left = name.right + canvas.px(14)
        canvas.text(told, left, y, NAME, color=HEADER_MUTED, width=right.left - edge - left)


def _middle(canvas: Canvas, rect: Rect, size: float) -> int:
    return rect.centery - canvas.line_height(size) // 2
