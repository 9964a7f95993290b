"""The figure on the sheet: fills by severity, marks, blood, what is gone, what is treated, what is armoured."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from fleshwound.components.definitions import Anatomy
from fleshwound.components.views import InjuryView, Sheet
from fleshwound.game.arena.body_paint import Fit, Skin, fit, paint
from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.controls import Target, View
from fleshwound.game.arena.figure import lay_out
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.places import Places
from fleshwound.game.arena.sprites import mixed
from fleshwound.game.arena.theme import BLOOD, CARD, FAINT, INK, MARK_INK, MUTED, PAPER, SEVERITY, TINY, Color

ARMOR: Color = (74, 84, 98)

ZONES_WIDTH = 30
"""Room for zone numbers at the left."""

NAMES_COST = 0.8
"""Zones are named as long as that leaves the figure this share of its size."""


def draw(canvas: Canvas, rect: Rect, anatomy: Anatomy, sheet: Sheet, view: View) -> None:
    """Draw a creature's figure into `rect`, zone numbers at its left."""
    figure = lay_out(anatomy)
    worst: dict[int, InjuryView] = {}
    for injury in sheet.injuries:
        for location in _places_of(injury):
            known = worst.get(location)
            if known is None or injury.severity > known.severity:
                worst[location] = injury
    skins = [_skin(anatomy, sheet, worst.get(shape.location), shape.location) for shape in figure.shapes]
    left, top, right, bottom = figure.bounds
    names = max((canvas.width(anatomy.zones[label.zone].name, TINY) for label in figure.labels), default=0)
    narrow = canvas.px(ZONES_WIDTH if sheet.zoned else 0)
    names = names if sheet.zoned else 0
    narrow, wide = narrow + canvas.px(4), max(narrow, names) + canvas.px(4)

    def scaled(aside: int) -> float:
        return min((rect.w - aside - canvas.px(4)) / (right - left), (rect.h - canvas.px(4)) / (bottom - top))

    named = scaled(wide) > NAMES_COST * scaled(narrow)
    zones = wide if named else narrow
    room = Rect(rect.x + zones, rect.y, rect.w - zones, rect.h)
    at = fit(anatomy, room, canvas.px(2))
    paint(canvas.surface, anatomy, skins, room, at, canvas.unit)
    boxes = {shape.location: at.box(shape) for shape in figure.shapes}
    places = Places(rect)
    for box in boxes.values():
        places.take(box)
    if sheet.zoned:
        for words in _draw_zones(canvas, Rect(rect.x, rect.y, zones - canvas.px(4), rect.h), anatomy, at, named):
            places.take(words)
    for shape in figure.shapes:
        _point_at(view, anatomy, shape.location, boxes[shape.location], sheet)
    tagged: set[int] = set()
    # Where one injury covers several locations the largest bears its mark.
    largest = sorted(worst.items(), key=lambda entry: (-entry[1].severity, -_area(boxes.get(entry[0]))))
    for location, injury in largest:
        if location in boxes and injury.number not in tagged:
            tagged.add(injury.number)
            _tag(canvas, boxes[location], injury, sheet, places, list(boxes.values()))


def _places_of(injury: InjuryView) -> tuple[int, ...]:
    return injury.covers or (() if injury.location is None else (injury.location,))


def _area(box: Rect | None) -> int:
    return 0 if box is None else box.w * box.h


def _skin(anatomy: Anatomy, sheet: Sheet, worst: InjuryView | None, location: int) -> Skin:
    """Say how a location is painted, by its worst injury, what is gone, out of use, held or armoured."""
    part = anatomy.locations[location].part
    severity = min(5, max(0, worst.severity)) if worst is not None else 0
    fill = SEVERITY[severity]
    outline, width = (ARMOR, 2.1) if location in sheet.armored else (MUTED, 1.2)
    if severity:
        outline, width = INK, 1.6
    if location in sheet.severed:
        return Skin(mixed(PAPER, SEVERITY[0], 0.35), BLOOD, 1.2, crossed=True)
    if part in sheet.unusable and not severity:
        fill = mixed(SEVERITY[0], FAINT, 0.55)
    return Skin(fill, outline, width, bound=part in sheet.immobilized)


def _draw_zones(canvas: Canvas, rect: Rect, anatomy: Anatomy, at: Fit, named: bool) -> list[Rect]:
    """Print the zone numbers at the height where each zone begins, none over another; give where they are."""
    printed: list[Rect] = []
    line = canvas.line_height(TINY) - canvas.px(1)
    height = line * 2 + canvas.px(3) if named else line + canvas.px(3)
    y = rect.y
    for label in sorted(lay_out(anatomy).labels, key=lambda label: (label.y, label.first)):
        y = max(y, min(round(at.y + at.scale * label.y), rect.bottom - height))
        if y + height > rect.bottom:
            break
        numbers = f"{label.first}" if label.first == label.last else f"{label.first}–{label.last}"
        printed.append(canvas.text(numbers, rect.x, y, TINY, Weight.SEMIBOLD, MUTED, width=rect.w))
        if named:
            name = anatomy.zones[label.zone].name
            printed.append(canvas.text(name, rect.x, y + line, TINY, color=MUTED, width=rect.w))
        y += height
    return printed


def _point_at(view: View, anatomy: Anatomy, location: int, box: Rect, sheet: Sheet) -> None:
    words = [anatomy.locations[location].name]
    words += [injury.title for injury in sheet.injuries if location in _places_of(injury)]
    if location in sheet.severed:
        words.append("gone")
    if anatomy.locations[location].part in sheet.unusable:
        words.append("out of use")
    if anatomy.locations[location].part in sheet.immobilized:
        words.append("held fast")
    if location in sheet.armored:
        words.append("armoured")
    view.targets.append(Target(box, ", ".join(words)))


def _tag(canvas: Canvas, box: Rect, injury: InjuryView, sheet: Sheet, places: Places, boxes: Sequence[Rect]) -> None:
    """Mark a wound: inside its location where there is room, else beside it with a line that crosses no other."""
    width, height = canvas.font(TINY, Weight.BOLD).size(injury.mark)
    glyph = canvas.px(9)
    glyphs = injury.bleeding + injury.treated
    whole = (width + glyphs * (glyph + canvas.px(1)), round(height * 0.8))
    gone = injury.location in sheet.severed
    if box.w >= whole[0] + canvas.px(4) and box.h >= whole[1] and not gone:
        spot, ink = Rect((0, 0), whole), MARK_INK[min(5, injury.severity)]
        spot.center = box.center
    else:
        aside = box.w / 2 + whole[0] / 2 + canvas.px(4)
        middle = (min(each.left for each in boxes) + max(each.right for each in boxes)) / 2
        wanted = [
            (box.centerx + sign * (aside + canvas.px(out)), box.centery + canvas.px(rise))
            for out in range(0, 100, 6)
            for rise in (0, -10, 10, -20, 20)
            for sign in ((1, -1) if box.centerx >= middle else (-1, 1))
        ]
        others = [other for other in boxes if other is not box]
        clear = [to for to in wanted if not any(other.clipline(box.center, to) for other in others)]
        found = places.find(whole, clear) or places.find(whole, wanted)
        if found is None:
            return
        spot, ink = found, INK
        near = spot.left - canvas.px(2) if spot.left > box.centerx else spot.right + canvas.px(2)
        pygame.draw.line(canvas.surface, INK, box.center, (near, spot.centery))
        pygame.draw.circle(canvas.surface, INK, box.center, canvas.px(2))
    text = canvas.text(injury.mark, spot.x, spot.centery - height // 2, TINY, Weight.BOLD, ink)
    x = text.right + canvas.px(1) + glyph // 2
    dark = ink == CARD
    if injury.bleeding:
        canvas.drop(x, spot.centery, glyph, CARD if dark else BLOOD)
        x += glyph + canvas.px(1)
    if injury.treated:
        canvas.dot(x, spot.centery, glyph * 0.6, ink)
