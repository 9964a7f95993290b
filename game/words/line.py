"""A line of a log for people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fleshwound.components.events import Event, Roll
from fleshwound.game.phrases import test_in_full
from fleshwound.systems.clock import clock


class Tone(StrEnum):
    """How much a line matters to somebody who watches."""

    PLAIN = "plain"
    MUTED = "muted"
    STRONG = "strong"
    BLOOD = "blood"


@dataclass(frozen=True, slots=True)
class Line:
    """What one event reads like."""

    at: int
    """When, in microseconds."""
    text: str
    tone: Tone
    details: tuple[str, ...] = ()
    """Every roll and throw of the event in full: what, base, modifiers by name, target, face, level."""

    @property
    def clock(self) -> str:
        """When, as `mm:ss`."""
        return clock(self.at)


def told(event: Event, tone: Tone, text: str, *details: str) -> Line:
    """Make the line of an event."""
    return Line(event.at, text, tone, details)


def tests(*rolls: Roll | None) -> tuple[str, ...]:
    """Write tests in full, those that were made."""
    return tuple(test_in_full(roll) for roll in rolls if roll is not None)
