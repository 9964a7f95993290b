"""The clock: a moment of a combat as people read it."""

from __future__ import annotations

from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND


def clock(at: int) -> str:
    """Write a time in microseconds as `mm:ss`, or `h:mm:ss` from an hour on, the days first from a day on."""
    days, rest = divmod(at, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    short = f"{minutes:02}:{rest // SECOND:02}"
    if days:
        return f"{days} d {hours}:{short}"
    return f"{hours}:{short}" if hours else short
