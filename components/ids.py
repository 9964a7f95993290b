"""How entities are named in saves, and the units of time."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

Entity: TypeAlias = Annotated[int, "entity"]
"""An esper entity; in a save or a replay its combat id stands for it."""

SECOND: Final = 1_000_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def microseconds(seconds: float) -> int:
    """Round a duration given from outside, once, to whole microseconds."""
    return round(seconds * SECOND)
