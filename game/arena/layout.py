"""The layout: where the panels are, for any size of window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from fleshwound.game.arena.theme import BASE

LEAST: Final = (1024, 576)
"""The smallest window that everything has room in; on a smaller one all is drawn smaller."""

SMALLEST_WINDOW: Final = (640, 360)
"""The smallest window that can still be read."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The panels of a window, in pixels."""

    unit: float
    """Pixels for a pixel of the 1280 by 720 window."""
    header: Rect
    sides: Rect
    map: Rect
    happening: Rect
    log: Rect
    inspector: Rect
    bar: Rect


def arrange(width: int, height: int) -> Layout:
    """Divide a window: header above, controls below, three columns between them; the middle takes what is left."""
    unit = max(0.8, min(width / BASE[0], height / BASE[1]))

    def px(size: float) -> int:
        return round(size * unit)

    header, bar = px(44), px(58)
    left, right = px(236), px(376)
    middle = width - left - right
    body = height - header - bar
    log, happening = px(124), px(70)
    chart = body - log - happening
    return Layout(
        unit=unit,
        header=Rect(0, 0, width, header),
        sides=Rect(0, header, left, body),
        map=Rect(left, header, middle, chart),
        happening=Rect(left, header + chart, middle, happening),
        log=Rect(left, header + chart + happening, middle, log),
        inspector=Rect(left + middle, header, right, body),
        bar=Rect(0, height - bar, width, bar),
    )
