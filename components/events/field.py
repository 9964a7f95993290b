"""Events of the field: who comes and goes, encounters, turns, movement."""

from __future__ import annotations

from dataclasses import dataclass

from fleshwound.components.events.core import Event


@dataclass(frozen=True, slots=True)
class Spawned(Event):
    """A creature came in."""

    creature: int
    kind: str
    """Id of its definition."""
    name: str
    side: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Despawned(Event):
    """A creature left the combat."""

    creature: int


@dataclass(frozen=True, slots=True)
class EncounterBegan(Event):
    """Hostile, able creatures are aware of each other: turns are counted from here."""

    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EncounterEnded(Event):
    """No two hostile creatures are able any longer, or the round limit is reached."""

    winner: str | None
    """The only side left able; None where none or several are."""
    rounds: int


@dataclass(frozen=True, slots=True)
class FightEnded(Event):
    """The fight has a result."""

    winner: str | None
    """None: a draw."""
    reason: str
    """`last side able`, `nobody able`, `round limit`."""
    rounds: int


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round began."""

    number: int
    order: tuple[int, ...]
    """Who takes a turn in it, first to last."""


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A creature's turn began."""

    creature: int


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A creature's turn ended."""

    creature: int


@dataclass(frozen=True, slots=True)
class ActRefused(Event):
    """An intent that had waited could no longer be done when its moment came."""

    creature: int
    intent: str
    why: str
    """A `Refusal`."""


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A creature went from one cell to another."""

    creature: int
    path: tuple[tuple[int, int], ...]
    """Cells entered, in order; the last is where it stands."""
    facing: int


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A creature faced about without leaving its cell."""

    creature: int
    facing: int


@dataclass(frozen=True, slots=True)
class Rose(Event):
    """A prone creature stood up."""

    creature: int


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """A creature went down."""

    creature: int
    cause: str
