"""The left panel: who is winning, and who is able."""

from __future__ import annotations

from pygame import Rect

from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.controls import Command, Target, View
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.sides import SideView
from fleshwound.game.arena.sprites import badge_points
from fleshwound.game.arena.theme import (
    BAR,
    BLOOD,
    CARD,
    FAINT,
    HEADING,
    INK,
    LINE,
    MUTED,
    NAME,
    PAPER,
    SELECTION,
    SMALL,
    SideLook,
)
from fleshwound.game.arena.tokens import Token

EVEN = 0.06
"""Shares that differ by less than this are called even."""

BALANCE = "The health, in %, of all who are able, added up for each side: numbers count as much as wounds"

BAR_WIDTH = 106
"""Of a health bar, in the 1280 by 720 window."""

HEALTH = "health is what the body can still do, not blood; states such as stunned are separate"
"""What the share and the word for it mean."""


def draw(canvas: Canvas, rect: Rect, scene: Scene, view: View) -> None:
    """Draw the panel into `rect`."""
    with canvas.panel("sides", rect):
        canvas.surface.fill(PAPER, rect)
        canvas.surface.fill(LINE, Rect(rect.right - 1, rect.y, 1, rect.h))
        edge = canvas.px(14)
        inside = Rect(rect.x + edge, rect.y + canvas.px(10), rect.w - 2 * edge, rect.h - canvas.px(18))
        sides = scene.sides
        y = _draw_balance(canvas, inside, scene, sides, view)
        heading = canvas.px(34)
        members = sum(len(side.members) for side in sides)
        room = inside.bottom - y - heading * len(sides) - canvas.px(4) * max(0, len(sides) - 1)
        row = max(canvas.px(22), min(canvas.px(44), room // max(1, members)))
        shown = _shares(sides, room // row)
        for side, count in zip(sides, shown, strict=True):
            y = _draw_heading(canvas, Rect(inside.x, y, inside.w, heading), side)
            listed = side.members[: count if count >= len(side.members) else max(0, count - 1)]
            for token in listed:
                line = Rect(inside.x - canvas.px(6), y, inside.w + canvas.px(12), row)
                _draw_row(canvas, line, token, side.look, scene, view)
                y += row
            if len(listed) < len(side.members) and count:
                rest = side.members[len(listed) :]
                able = sum(not token.vitals.out for token in rest)
                canvas.text(f"+{len(rest)} more, {able} able", inside.x, y, SMALL, color=MUTED, width=inside.w)
                y += row
            y += canvas.px(4)


def _shares(sides: tuple[SideView, ...], rows: int) -> list[int]:
    """Share out the rows there is room for: every side gets its due, what one leaves goes to the others."""
    shares = [0] * len(sides)
    wanting = [place for place, side in enumerate(sides) if side.members]
    while rows > 0 and wanting:
        for place in list(wanting):
            if rows and shares[place] < len(sides[place].members):
                shares[place] += 1
                rows -= 1
            if shares[place] >= len(sides[place].members):
                wanting.remove(place)
    return shares


def _draw_balance(canvas: Canvas, inside: Rect, scene: Scene, sides: tuple[SideView, ...], view: View) -> int:
    """Draw one bar that the sides divide by the health of those who are able; give the y below it."""
    strengths = [side.strength for side in sides]
    whole = sum(strengths)
    shares = [strength / whole if whole else 0.0 for strength in strengths]
    y = inside.y
    best = sorted(shares, reverse=True)
    if scene.verdict:
        words = scene.verdict
    elif whole and len(best) > 1 and best[0] - best[1] < EVEN:
        words = "Even so far"
    elif whole:
        words = f"{sides[shares.index(best[0])].name} ahead"
    else:
        words = "Nobody is able"
    canvas.text(words, inside.x, y, NAME, Weight.BOLD, width=inside.w - canvas.px(70))
    canvas.text("health left", inside.right, y + canvas.px(2), SMALL, color=MUTED, align="right")
    y += canvas.line_height(NAME) + canvas.px(3)
    bar = Rect(inside.x, y, inside.w, canvas.px(12))
    canvas.box(bar, BAR, 4)
    x = float(bar.x)
    for side, part in zip(sides, shares, strict=True):
        width = bar.w * part
        if round(width) > canvas.px(3):
            canvas.box(Rect(round(x), bar.y, round(width) - canvas.px(2), bar.h), side.look.color, 4)
        x += width
    about = ", ".join(f"{side.name} {side.strength}" for side in sides)
    whole_bar = Rect(inside.x, inside.y, inside.w, bar.bottom - inside.y)
    view.targets.append(Target(whole_bar, f"{BALANCE}: {about}"))
    return bar.bottom + canvas.px(8)


def draw_badge(canvas: Canvas, look: SideLook, x: float, y: float, size: float) -> None:
    """Draw a side's shape in its colour, about `size` pixels wide, its middle at x, y."""
    canvas.polygon(badge_points(look.badge, 0.5), x, y, size, look.color)


def _draw_heading(canvas: Canvas, rect: Rect, side: SideView) -> int:
    draw_badge(canvas, side.look, rect.x + canvas.px(7), rect.y + canvas.px(14), canvas.px(13))
    y = rect.y + canvas.px(14) - canvas.line_height(HEADING) // 2
    count = f"{side.able} of {len(side.members)} able"
    small = rect.y + canvas.px(15) - canvas.line_height(SMALL) // 2
    told = canvas.text(count, rect.right, small, SMALL, Weight.SEMIBOLD, MUTED, align="right")
    left = rect.x + canvas.px(20)
    canvas.text(side.name, left, y, HEADING, Weight.BOLD, width=told.left - canvas.px(6) - left)
    return rect.bottom - canvas.px(4)


def _draw_row(canvas: Canvas, row: Rect, token: Token, look: SideLook, scene: Scene, view: View) -> None:
    roomy = row.h >= canvas.px(36)
    vitals = token.vitals
    if token is scene.selected:
        canvas.box(row.inflate(0, -canvas.px(2)), CARD, 6, SELECTION)
    matter = f"{token.label}; " if token.label else ""
    hint = f"{token.name}, {token.kind}: {matter}health {vitals.health} %, {vitals.band.value} ({HEALTH})"
    view.targets.append(Target(row, hint, Command.SELECT, token.creature))
    x, right = row.x + canvas.px(8), row.right - canvas.px(8)
    y = row.y + (canvas.px(4) if roomy else (row.h - canvas.line_height(NAME)) // 2)
    ink = FAINT if not vitals.alive else MUTED if vitals.out else INK
    below = token.label
    if roomy:
        above, weight, color = vitals.band.value if vitals.alive else "", Weight.REGULAR, MUTED
        room = right - x - canvas.px(BAR_WIDTH) - canvas.px(6)
        if token.label != token.state and token.state and canvas.width(below, SMALL, Weight.SEMIBOLD) > room:
            # Both are said whole, the state in place of the health in words, which its bar shows too.
            above, below, weight, color = token.state, ", ".join(token.plights), Weight.SEMIBOLD, BLOOD
        told = canvas.text(above, right, y + canvas.px(2), SMALL, weight, color, align="right")
        left = told.left
    else:
        words = token.label or vitals.band.value
        color = BLOOD if token.label else MUTED
        left = canvas.text(
            canvas.fitted(words, canvas.px(78), SMALL), right, y + canvas.px(1), SMALL, color=color, align="right"
        ).left
        meter_left = row.x + canvas.px(92)
        meter = Rect(meter_left, row.centery - canvas.px(3), right - canvas.px(84) - meter_left, canvas.px(6))
        if meter.w > canvas.px(10):
            canvas.meter(meter, vitals.health / 100, ink if vitals.out else look.color, BAR)
            left = meter.left
    name = canvas.text(token.name, x, y, NAME, Weight.SEMIBOLD, ink, width=left - x - canvas.px(22))
    if vitals.bleeding:
        canvas.drop(name.right + canvas.px(9), name.centery, canvas.px(12), BLOOD)
    if token is scene.actor:
        mark = [(-0.4, -0.5), (0.5, 0.0), (-0.4, 0.5)]
        canvas.polygon(mark, row.x + canvas.px(2), name.centery, canvas.px(8), INK)
    if roomy:
        y += canvas.line_height(NAME)
        bar = Rect(x, y + canvas.px(4), canvas.px(BAR_WIDTH), canvas.px(7))
        canvas.meter(bar, vitals.health / 100, mix_out(look, vitals.out), BAR)
        if below:
            words = canvas.fitted(below, right - bar.right - canvas.px(6), SMALL, Weight.SEMIBOLD)
            color = BLOOD if vitals.alive else MUTED
            canvas.text(words, right, y - canvas.px(1), SMALL, Weight.SEMIBOLD, color, align="right")


def mix_out(look: SideLook, out: bool) -> tuple[int, int, int]:
    """Give the colour of a health bar: pale for those who are out of the fight."""
    return FAINT if out else look.color
