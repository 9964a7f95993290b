"""The look: paper, ink and blood; sides by colour and shape; sizes at 1280 by 720."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

Color: TypeAlias = tuple[int, int, int]

PAPER: Final[Color] = (243, 237, 224)
SHADE: Final[Color] = (233, 225, 208)
BAR: Final[Color] = (226, 217, 198)
CARD: Final[Color] = (255, 252, 243)
ROCK: Final[Color] = (213, 202, 178)
LINE: Final[Color] = (207, 196, 174)
GRID: Final[Color] = (219, 210, 190)
INK: Final[Color] = (36, 33, 28)
MUTED: Final[Color] = (104, 95, 80)
FAINT: Final[Color] = (158, 148, 129)
BLOOD: Final[Color] = (163, 36, 43)
DARK_BLOOD: Final[Color] = (110, 16, 24)
SELECTION: Final[Color] = (146, 104, 16)
TENDED: Final[Color] = (62, 106, 58)
"""What becomes of those somebody looks after."""
HEADER: Final[Color] = (36, 33, 28)
HEADER_MUTED: Final[Color] = (190, 181, 163)

SEVERITY: Final[tuple[Color, ...]] = (
    (226, 217, 198),
    (233, 203, 140),
    (226, 150, 92),
    (205, 96, 70),
    (163, 36, 43),
    (96, 12, 20),
)
"""Fills by severity, none to 5; outline and mark carry the contrast."""

MARK_INK: Final[tuple[Color, ...]] = (INK, INK, INK, CARD, CARD, CARD)
"""Ink that can be read on each severity's fill."""


class Badge(StrEnum):
    """The shape that tells a side, apart from its colour."""

    CIRCLE = "circle"
    DIAMOND = "diamond"
    SQUARE = "square"
    HEXAGON = "hexagon"
    TRIANGLE = "triangle"


@dataclass(frozen=True, slots=True)
class SideLook:
    """How a side looks."""

    color: Color
    pale: Color
    badge: Badge


LOOKS: Final = (
    SideLook((38, 99, 140), (222, 232, 238), Badge.CIRCLE),
    SideLook((178, 88, 12), (246, 230, 209), Badge.DIAMOND),
    SideLook((74, 110, 52), (225, 233, 214), Badge.SQUARE),
    SideLook((112, 66, 128), (235, 225, 238), Badge.HEXAGON),
    SideLook((28, 116, 108), (216, 234, 230), Badge.TRIANGLE),
)
"""By the order of the sides; a sixth side begins again."""

BASE: Final = (1280, 720)
"""The window that all sizes are given for."""

TITLE, HEADING, NAME, BODY, SMALL, TINY = 20, 16, 14, 13, 12, 11
"""Font sizes at that window."""
