"""Tags: whose token is whose and what is the matter with it, and the words that rise from a blow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect

from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.effects import TEXT_LASTS, FloatingText
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.places import Places
from fleshwound.game.arena.theme import BLOOD, CARD, DARK_BLOOD, INK, LINE, MUTED, PAPER, SELECTION, SMALL, TINY, Color
from fleshwound.game.arena.tokens import Pose, Token

NAME_CELLS: Final = 2.4
"""Cells that a name on the map may be wide."""

NAME_LEAST: Final = 76
"""However small the cells, a name may be so wide, in the 1280 by 720 window."""

RINGS: Final = (0.0, 0.8, 1.7)
"""Cells by which a tag may be away from its token's edge; from the second on a line leads to it."""

FAR_RINGS: Final = (2.6, 3.6, 4.8)
"""For the one selected, whose tag is never left out."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Words:
    """Words and where they go."""

    text: str
    spot: Rect
    """Of the token they are about."""
    place: Rect
    size: float
    weight: Weight
    radius: float
    fill: Color
    ink: Color
    outline: Color | None

    def draw(self, canvas: Canvas) -> None:
        canvas.box(self.place, self.fill, self.radius, self.outline)
        canvas.text(self.text, self.place.x + canvas.px(5), self.place.y, self.size, self.weight, self.ink)


class Tags:
    """Puts words about the tokens of one frame, each where there is room: `spots` are the tokens' places."""

    def __init__(self, canvas: Canvas, places: Places, spots: Mapping[int, Rect], cell: float) -> None:
        self._canvas, self._places, self._spots, self._cell = canvas, places, spots, cell
        self._placed: list[_Words] = []

    def write(self, tokens: Sequence[Token], texts: Sequence[FloatingText], first: Sequence[Token]) -> None:
        """Tag those of `first`, then print what rises, then tag the living with a state, the others, the fallen.

        The first of `first` is tagged in any case.
        """
        canvas = self._canvas
        for token in first:
            self._tag(token, always=token is first[0])
        for words in reversed(texts):
            if words.creature in self._spots:
                self._rise(words)
        rest = [token for token in tokens if all(token is not other for other in first)]
        for token in sorted(rest, key=_urgency):
            self._tag(token)
        for one in self._placed:
            self._lead(one)
        for one in self._placed:
            one.draw(canvas)

    def _tag(self, token: Token, *, always: bool = False) -> None:
        canvas, spot = self._canvas, self._spots[token.creature]
        weight = Weight.SEMIBOLD
        room = max(round(self._cell * NAME_CELLS), canvas.px(NAME_LEAST))
        name = canvas.fitted(token.name, room, TINY, weight)
        choices = [f"{name}: {token.label}", token.label] if token.label else [name]
        if always:
            choices = choices[:1]
        lying = token.pose in (Pose.DOWN, Pose.DEAD)
        rings = RINGS[:2] if lying and not always else RINGS
        for words in choices:
            w, h = canvas.font(TINY, weight).size(words)
            size = (w + canvas.px(10), h)
            place = self._places.find(size, _about(spot, size, rings, self._cell))
            if place is None and always:
                around = list(_about(spot, size, RINGS + FAR_RINGS, self._cell))
                place = self._places.find(size, around) or self._places.find(size, around, over_bodies=True)
            if place is None or not words:
                continue
            fill, ink, outline = _PILLS[token.pose]
            if always:
                outline = SELECTION
            self._placed.append(_Words(words, spot, place, TINY, weight, h / 2 / canvas.unit, fill, ink, outline))
            return

    def _rise(self, words: FloatingText) -> None:
        canvas, spot = self._canvas, self._spots[words.creature]
        weight = Weight.BOLD if words.blood else Weight.SEMIBOLD
        w, h = canvas.font(SMALL, weight).size(words.text)
        size = (w + canvas.px(10), h)
        up = spot.top - h / 2 - self._cell * 0.4 * words.age / TEXT_LASTS
        near = [(spot.centerx, up - step * (h + 1)) for step in range(3)]
        place = self._places.find(size, [*near, *_about(spot, size, RINGS, self._cell)])
        place = place or self._places.find(size, near, over_bodies=True)
        if place is None:
            return
        ink, outline = (BLOOD, BLOOD) if words.blood else (INK, LINE)
        self._placed.append(_Words(words.text, spot, place, SMALL, weight, 4, CARD, ink, outline))

    def _lead(self, words: _Words) -> None:
        """Draw a line from a token to words that don't lie beside it."""
        spot, place = words.spot, words.place
        if place.colliderect(spot.inflate(round(self._cell * 0.7), round(self._cell * 0.7))):
            return
        end = (min(max(spot.centerx, place.left), place.right), min(max(spot.centery, place.top), place.bottom))
        dx, dy = end[0] - spot.centerx, end[1] - spot.centery
        length = max(1.0, (dx * dx + dy * dy) ** 0.5)
        start = (round(spot.centerx + dx / length * spot.w * 0.45), round(spot.centery + dy / length * spot.w * 0.45))
        pygame.draw.line(self._canvas.surface, MUTED, start, end, max(1, self._canvas.px(1)))


def pin(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw a pin, about `size` pixels high, its middle at x, y: somebody chose to look at this one."""
    canvas.polygon(((-0.09, 0.0), (0.09, 0.0), (0.0, 0.5)), x, y, size, INK)
    canvas.dot(x, y - size * 0.16, size * 0.62, SELECTION, INK)


def flag(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw a white flag, about `size` pixels high, its middle at x, y: over whom flees."""
    canvas.polygon(((-0.34, -0.5), (-0.24, -0.5), (-0.24, 0.5), (-0.34, 0.5)), x, y, size, INK)
    canvas.polygon(((-0.24, -0.5), (0.46, -0.38), (0.3, -0.2), (0.46, 0.06), (-0.24, 0.0)), x, y, size, CARD, INK)


def _urgency(token: Token) -> tuple[int, int]:
    if token.pose in (Pose.DOWN, Pose.DEAD):
        return (2 if token.pose is Pose.DOWN else 3), token.creature
    if token.pose is Pose.GONE:
        return 2, token.creature
    return (0 if token.label else 1), token.creature


def _about(spot: Rect, size: tuple[int, int], rings: Sequence[float], cell: float) -> Iterator[Point]:
    """Give places about a token, the nearest first: below, above, beside, aslant."""
    w, h = size
    for ring in rings:
        away = ring * cell
        dx, dy = spot.w / 2 + w / 2 + 2 + away, spot.h / 2 + h / 2 + away
        x, y = spot.center
        yield from ((x, y + dy), (x, y - dy), (x + dx, y), (x - dx, y))
        near_x = spot.w / 2 + w / 2 - min(w, spot.w) / 2 + away / 2
        for side in (1, -1):
            yield from ((x + side * near_x, y + dy), (x + side * near_x, y - dy))
            yield from ((x + side * dx, y + dy * 0.6), (x + side * dx, y - dy * 0.6))


_PILLS: dict[Pose, tuple[Color, Color, Color | None]] = {
    Pose.DEAD: (MUTED, CARD, None),
    Pose.DOWN: (DARK_BLOOD, CARD, None),
    Pose.PRONE: (CARD, INK, LINE),
    Pose.SHAKEN: (CARD, BLOOD, BLOOD),
    Pose.GONE: (MUTED, CARD, None),
    Pose.STANDING: (PAPER, INK, None),
}
"""Fill, ink and outline of a tag."""
