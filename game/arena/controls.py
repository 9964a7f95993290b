"""Controls: what a viewer can ask for, and where on the window it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from pygame import Rect

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Combat seconds for a second of the viewer's."""

SPEED_NAMES: Final = ("×¼", "×½", "×1", "×2", "×4", "×8", "×16", "×32")

DEFAULT_SPEED: Final = SPEEDS.index(2.0)


class Command(StrEnum):
    """What a viewer can ask for."""

    RESTART = "restart"
    STEP = "step"
    PAUSE = "pause"
    NEW_SEED = "new seed"
    SLOWER = "slower"
    FASTER = "faster"
    SPEED = "speed"
    SELECT = "select"
    HELP = "help"
    QUIT = "quit"


KEYS: Final = (
    ("Space", "pause, go on; after the end: on to the next thing that happens"),
    (".  or  →", "one step: the next moment in which something happens"),
    ("+  and  −", "faster, slower"),
    ("N", "new seed"),
    ("R", "restart with the same seed"),
    ("Click", "pin a creature’s sheet; on bare ground: unpin, follow the fight"),
    ("Point", "at an enemy: the odds of a blow by the one selected"),
    ("Page ↑ ↓, wheel", "scroll the injuries"),
    ("F1", "this page; the fight waits"),
    ("Esc", "close this page; quit"),
)
"""Keys and what they do, for the help page."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place of the window that does something, or says something when pointed at."""

    rect: Rect
    hint: str = ""
    command: Command | None = None
    value: int | None = None
    """Combat id for SELECT, index of the speed for SPEED."""


@dataclass(slots=True)
class View:
    """How the viewer looks on; none of it changes the fight."""

    paused: bool = False
    speed: int = DEFAULT_SPEED
    help: bool = False
    pointer: tuple[int, int] | None = None
    """Where the mouse is; None: away."""
    scroll: int = 0
    """Injuries scrolled past in the inspector."""
    ended: bool = False
    """The end has been seen: time goes on only when asked to."""
    over: bool = False
    """Nothing more will happen."""
    targets: list[Target] = field(default_factory=list)
    """Of the last frame; later ones lie on top."""

    def at(self, position: tuple[int, int]) -> Target | None:
        """Find what is at a place of the window."""
        return next((target for target in reversed(self.targets) if target.rect.collidepoint(position)), None)
