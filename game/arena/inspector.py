"""The inspector: one creature's sheet. Everything on it comes from the sheet, so any ruleset fills it."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from fleshwound.components.definitions import Anatomy
from fleshwound.components.views import InjuryView, Sheet, Vitals
from fleshwound.game.arena import figure_view, prognosis_chart
from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.controls import Command, Target, View
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.sides_panel import HEALTH
from fleshwound.game.arena.tags import pin
from fleshwound.game.arena.theme import (
    BAR,
    BLOOD,
    BODY,
    CARD,
    DARK_BLOOD,
    INK,
    LINE,
    MUTED,
    NAME,
    PAPER,
    SELECTION,
    SEVERITY,
    SMALL,
    TITLE,
    Color,
)
from fleshwound.game.arena.tokens import Token

FIGURE = (200, 400)
"""Room for the figure, in the 1280 by 720 window."""

LEAST_FIGURE = 200
"""A figure is never lower."""

PINNED = "pinned: unpin"

MOST_ROWS, MOST_HELD = 6, 5
"""Lines at the foot; what has no room there is counted, and told when pointed at."""

NOTE_LINES = 5
"""Lines that one note on an injury may take."""


def draw(canvas: Canvas, rect: Rect, scene: Scene, view: View) -> None:
    """Draw the sheet of the selected creature into `rect`."""
    with canvas.panel("inspector", rect):
        canvas.surface.fill(PAPER, rect)
        canvas.surface.fill(LINE, Rect(rect.x, rect.y, 1, rect.h))
        token = scene.selected
        edge = canvas.px(14)
        inside = Rect(rect.x + edge, rect.y + canvas.px(8), rect.w - 2 * edge, rect.h - canvas.px(16))
        if token is None:
            canvas.text("Nobody is here", inside.x, inside.y, NAME, color=MUTED)
            return
        sheet = scene.sheet(token)
        y = _draw_name(canvas, inside, token, scene, view)
        y = _draw_chips(canvas, inside, y, sheet, view)
        y = _draw_gauges(canvas, inside, y, sheet, view)
        foot = _foot(canvas, inside, sheet, view)
        body = scene.body(token)
        middle = Rect(inside.x, y, inside.w, foot - canvas.px(8) - y)
        middle.h -= _draw_prognosis(canvas, middle, scene, token, sheet, view)
        if body is None:
            top = _draw_why(canvas, middle, sheet, view) + canvas.px(8)
            _draw_injuries(canvas, Rect(middle.x, top, middle.w, middle.bottom - top), sheet, view)
        else:
            _draw_body(canvas, middle, body, sheet, view)


def _draw_name(canvas: Canvas, inside: Rect, token: Token, scene: Scene, view: View) -> int:
    look = next(side.look for side in scene.sides if side.id == token.side)
    left = _draw_pin(canvas, inside, scene, view)
    room = left - inside.x - canvas.px(8)
    alike = token.name.casefold().startswith(token.kind.casefold())  # a name that says the kind already
    wide = room if alike else round(room * 0.66)
    name = canvas.text(token.name, inside.x, inside.y, TITLE, Weight.BOLD, look.color, width=wide)
    left = name.right + canvas.px(8)
    if not alike:
        canvas.text(token.kind, left, inside.y + canvas.px(5), NAME, color=MUTED, width=inside.x + room - left)
    view.targets.append(Target(Rect(inside.x, inside.y, room, name.h), f"{token.name}, {token.kind}"))
    return name.bottom + canvas.px(3)


def _draw_pin(canvas: Canvas, inside: Rect, scene: Scene, view: View) -> int:
    """Say whether the sheet is pinned, with a button that unpins it; give the x left of that."""
    if scene.chosen is None:
        words = canvas.text(
            "following the fight", inside.right, inside.y + canvas.px(6), SMALL, color=MUTED, align="right"
        )
        return words.left
    width = canvas.width(PINNED, SMALL, Weight.SEMIBOLD) + canvas.px(30)
    button = Rect(inside.right - width, inside.y + canvas.px(3), width, canvas.line_height(SMALL) + canvas.px(6))
    canvas.box(button, CARD, 6, SELECTION)
    pin(canvas, button.x + canvas.px(12), button.centery, canvas.px(14))
    y = button.centery - canvas.line_height(SMALL) // 2
    canvas.text(PINNED, button.x + canvas.px(22), y, SMALL, Weight.SEMIBOLD)
    view.targets.append(Target(button, "Unpin: follow the fight again (or click bare ground)", Command.SELECT, None))
    return button.left


def _draw_chips(canvas: Canvas, inside: Rect, y: int, sheet: Sheet, view: View) -> int:
    vitals = sheet.vitals
    chips: list[tuple[str, Color, Color]] = []
    if not vitals.alive:
        chips.append(("dead", MUTED, CARD))
    elif vitals.state != "none":
        # Of what it is afraid: the condition says more than the state.
        fuller = next((each for each in sheet.conditions if each.startswith(f"{vitals.state} ")), vitals.state)
        chips.append((fuller, DARK_BLOOD if vitals.out else BLOOD, CARD))
    if vitals.alive:
        chips.append((f"health {vitals.health} % {vitals.band.value}", BAR, INK))
    if vitals.bleeding:
        chips.append(("bleeding", BLOOD, CARD))
    if vitals.fatigue:
        chips.append((f"fatigue −{vitals.fatigue}", BAR, INK))
    said = {vitals.state, "dead", "bleeding", *(words for words, _, _ in chips)}
    chips += [(condition, BAR, INK) for condition in sheet.conditions if condition not in said]
    x, height = inside.x, canvas.line_height(BODY) + canvas.px(3)
    rows = 1
    for place, (words, fill, ink) in enumerate(chips):
        rest = len(chips) - place
        words = canvas.fitted(words, inside.w - canvas.px(18), SMALL, Weight.SEMIBOLD)
        width = canvas.width(words, SMALL, Weight.SEMIBOLD) + canvas.px(18)
        more = canvas.px(60) if rows == 2 and rest > 1 else 0
        if x + width + more > inside.right:
            if rows == 2:
                _draw_more(canvas, x, y + canvas.px(2), [words for words, _, _ in chips[place:]], view)
                break
            rows, x, y = 2, inside.x, y + height + canvas.px(4)
        chip = Rect(x, y, width, height)
        canvas.box(chip, fill, height / 2 / canvas.unit)
        top = chip.centery - canvas.line_height(SMALL) // 2
        canvas.text(words, chip.centerx, top, SMALL, Weight.SEMIBOLD, ink, align="center")
        if words.startswith("health "):
            view.targets.append(Target(chip, f"{words}: {HEALTH}"))
        x = chip.right + canvas.px(5)
    return y + height + canvas.px(10)


def _draw_gauges(canvas: Canvas, inside: Rect, y: int, sheet: Sheet, view: View) -> int:
    """Draw what blows wear down, two bars to a line, each with its figures above it; give the y below."""
    gap = canvas.px(14)
    wide = (inside.w - gap) // 2
    line, bar = canvas.line_height(SMALL), canvas.px(6)
    for place, (name, left, most) in enumerate(sheet.gauges):
        x, at = inside.x + place % 2 * (wide + gap), y + place // 2 * (line + bar + canvas.px(7))
        told = canvas.text(f"{left}/{most}", x + wide, at, SMALL, Weight.SEMIBOLD, align="right")
        canvas.text(name, x, at, SMALL, color=MUTED, width=told.left - canvas.px(5) - x)
        color = BLOOD if place == 0 else figure_view.ARMOR
        canvas.meter(Rect(x, at + line + canvas.px(1), wide, bar), left / most, color, BAR)
        view.targets.append(Target(Rect(x, at, wide, line + bar), f"{name}: {left} of {most} left"))
    rows = -(-len(sheet.gauges) // 2)
    return y + rows * (line + bar + canvas.px(7)) + (canvas.px(3) if rows else 0)


def _draw_more(canvas: Canvas, x: int, y: int, left_out: Sequence[str], view: View) -> None:
    """Count what there is no room for; pointed at, it is told."""
    words = canvas.text(f"+{len(left_out)} more", x, y, SMALL, color=MUTED)
    view.targets.append(Target(words, "; ".join(left_out)))


def _draw_body(canvas: Canvas, room: Rect, body: Anatomy, sheet: Sheet, view: View) -> None:
    """Draw the figure, the injuries beside it, and below them why it is down; the figure takes what height is left."""
    why = _why_height(canvas, sheet)
    height = max(canvas.px(LEAST_FIGURE), min(canvas.px(FIGURE[1]), room.h - why))
    figure = Rect(room.x, room.y, canvas.px(FIGURE[0]), height)
    figure_view.draw(canvas, figure, body, sheet, view)
    left = figure.right + canvas.px(8)
    beside = height if sheet.why or sheet.next else room.h
    _draw_injuries(canvas, Rect(left, room.y, room.right - left, beside), sheet, view)
    top = figure.bottom + canvas.px(8)
    _draw_why(canvas, Rect(room.x, top, room.w, room.bottom - top), sheet, view)


def _draw_prognosis(canvas: Canvas, room: Rect, scene: Scene, token: Token, sheet: Sheet, view: View) -> int:
    """Draw at the foot of a room what will become of the hurt; give the height it took."""
    outlook = scene.forecasts.outlook(token, sheet)
    if outlook is None:
        return 0
    gap = canvas.px(6)
    free = room.h - gap - canvas.px(LEAST_FIGURE) - _why_height(canvas, sheet)
    height = prognosis_chart.height(canvas, free)
    if not height:
        return 0
    prognosis_chart.draw(canvas, Rect(room.x, room.bottom - height, room.w, height), outlook, view)
    return height + gap


def _why_height(canvas: Canvas, sheet: Sheet) -> int:
    height = canvas.px(8)
    if sheet.why:
        height += canvas.line_height(BODY) + canvas.px(1) + len(sheet.why) * canvas.line_height(SMALL)
    if sheet.next:
        height += canvas.line_height(BODY)
    return height


def _draw_injuries(canvas: Canvas, room: Rect, sheet: Sheet, view: View) -> None:
    """List the injuries, worst first, from the one scrolled to, as far as there is room."""
    y = room.y
    bottom = room.bottom
    count = len(sheet.injuries)
    view.scroll = max(0, min(view.scroll, count - 1))
    unhurt = "" if not sheet.vitals.alive else "Unhurt" if sheet.vitals.health == 100 else "No lasting injury"
    title = f"Injuries, {view.scroll} above" if view.scroll else "Injuries" if count else unhurt
    canvas.text(title, room.x, y, BODY, Weight.SEMIBOLD, MUTED, width=room.w)
    y += canvas.line_height(BODY) + canvas.px(2)
    for place in range(view.scroll, count):
        injury = sheet.injuries[place]
        rest = count - place
        height = _injury_height(canvas, room.w, injury)
        tail = canvas.line_height(SMALL) if rest > 1 else 0
        if y + height + tail > bottom:
            words = f"+{rest} more (wheel)" if place > view.scroll else f"{rest} injuries"
            canvas.text(words, room.x, y, SMALL, color=MUTED, width=room.w)
            return
        y = _draw_injury(canvas, room, y, injury)


def _injury_height(canvas: Canvas, width: int, injury: InjuryView) -> int:
    inner = width - canvas.px(10)
    lines = len(canvas.wrapped(injury.title, inner, BODY, Weight.SEMIBOLD, 2)) * canvas.line_height(BODY)
    notes = sum(len(canvas.wrapped(note, inner, SMALL, most=NOTE_LINES)) for note in injury.notes)
    lines += notes * canvas.line_height(SMALL)
    return lines + canvas.px(7)


def _draw_injury(canvas: Canvas, room: Rect, y: int, injury: InjuryView) -> int:
    height = _injury_height(canvas, room.w, injury)
    color = SEVERITY[min(5, injury.severity)] if injury.severity else MUTED
    canvas.surface.fill(color, Rect(room.x, y + canvas.px(2), canvas.px(4), height - canvas.px(8)))
    x, width = room.x + canvas.px(10), room.w - canvas.px(10)
    at = canvas.paragraph(injury.title, x, y, width, BODY, Weight.SEMIBOLD, BLOOD if injury.bleeding else INK, 2)
    for note in injury.notes:
        at = canvas.paragraph(note, x, at, width, SMALL, color=MUTED, most=NOTE_LINES)
    return y + height


def how(vitals: Vitals) -> str:
    """Say what it is that has a reason: down or, on its feet, out of the fight; else its state."""
    if vitals.out:
        return "down" if vitals.prone or not vitals.alive else "out of the fight"
    return vitals.state if vitals.state != "none" else "prone" if vitals.prone else "so"


def _draw_why(canvas: Canvas, room: Rect, sheet: Sheet, view: View) -> int:
    """Print why it is down and what comes next; give the y below it."""
    y = room.y
    line = canvas.line_height(BODY)
    following = bool(sheet.next)
    if sheet.why and y + line + canvas.px(1) + canvas.line_height(SMALL) <= room.bottom:
        canvas.text(f"Why is it {how(sheet.vitals)}?", room.x, y, BODY, Weight.BOLD, width=room.w)
        y += line + canvas.px(1)
        small = canvas.line_height(SMALL)
        lines = (room.bottom - y - (line if following else 0)) // small
        shown = len(sheet.why) if lines >= len(sheet.why) else max(0, lines - 1)
        for step in sheet.why[:shown]:
            y = canvas.paragraph(step, room.x, y, room.w, SMALL, most=1)
        if shown < len(sheet.why) and lines:
            _draw_more(canvas, room.x, y, sheet.why[shown:], view)
            y += small
    if following and y + line <= room.bottom:
        canvas.text(sheet.next, room.x, y, BODY, Weight.SEMIBOLD, BLOOD, width=room.w)
        y += line
    return y


def _foot(canvas: Canvas, inside: Rect, sheet: Sheet, view: View) -> int:
    """Print what it holds and its other figures at the bottom; give the y above them."""
    line = canvas.line_height(SMALL)
    column = inside.w // 2
    gap = canvas.px(5)
    placed: list[tuple[int, int, str, str, int]] = []
    place = 0
    more: list[str] = []
    drawn = {name for name, _, _ in sheet.gauges}
    rows = [row for row in sheet.rows if row[0] not in drawn]
    for row, (name, value) in enumerate(rows):
        wide = canvas.width(name, SMALL) + gap + canvas.width(value, SMALL, Weight.SEMIBOLD) > column - gap
        if wide and place % 2:
            place += 1
        left = len(rows) - row
        if place // 2 >= MOST_ROWS or (left > 1 and (place + (2 if wide else 1)) // 2 >= MOST_ROWS):
            more = [f"{name} {value}" for name, value in rows[row:]]
            break
        placed.append((place % 2, place // 2, name, value, inside.w if wide else column - gap))
        place += 2 if wide else 1
    gear = [text for words in sheet.held for text in canvas.wrapped(words, inside.w, SMALL)]
    held = gear if len(gear) <= MOST_HELD else gear[: MOST_HELD - 1]
    left_out = gear[len(held) :]
    lines = len(held) + bool(left_out)
    between = canvas.px(6 if held and placed else 0)
    y = top = inside.bottom - line * (-(-(place + bool(more)) // 2) + lines) - between
    if placed or held:
        canvas.surface.fill(LINE, Rect(inside.x, top - canvas.px(5), inside.w, 1))
    for words in held:
        canvas.text(words, inside.x, y, SMALL, width=inside.w)
        y += line
    if left_out:
        _draw_more(canvas, inside.x, y, left_out, view)
        y += line
    y += between
    if more:
        _draw_more(canvas, inside.x + place % 2 * column, y + place // 2 * line, more, view)
    for side, row, name, value, room in placed:
        x, at = inside.x + side * column, y + row * line
        told = canvas.text(name, x, at, SMALL, color=MUTED, width=round(room * 0.62))
        left = told.right + gap
        canvas.text(value, left, at, SMALL, Weight.SEMIBOLD, width=x + room - left)
    return top - canvas.px(6)
