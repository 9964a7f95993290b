"""Events of the field: who comes and goes, encounters, turns, movement."""

from __future__ import annotations

from fleshwound.components.events.core import Event
from fleshwound.components.fact import fact


@fact
class Spawned(Event):
    """A creature came in."""

    creature: int
    kind: str
    """Id of its definition."""
    name: str
    side: str
    x: int
    y: int


@fact
class Despawned(Event):
    """A creature left the combat."""

    creature: int


@fact
class EncounterBegan(Event):
    """Hostile, able creatures are aware of each other: turns are counted from here."""

    sides: tuple[str, ...]


@fact
class EncounterEnded(Event):
    """No two hostile creatures are able any longer, or the round limit is reached."""

    winner: str | None
    """The only side left able; None where none or several are."""
    rounds: int


@fact
class FightEnded(Event):
    """The fight has a result."""

    winner: str | None
    """None: a draw."""
    reason: str
    """`last side able`, `nobody able`, `round limit`."""
    rounds: int


@fact
class RoundBegan(Event):
    """A round began."""

    number: int
    order: tuple[int, ...]
    """Who takes a turn in it, first to last."""


@fact
class TurnBegan(Event):
    """A creature's turn began."""

    creature: int


@fact
class TurnEnded(Event):
    """A creature's turn ended."""

    creature: int


@fact
class ActRefused(Event):
    """An intent that had waited could no longer be done when its moment came."""

    creature: int
    intent: str
    why: str
    """A `Refusal`."""


@fact
class Moved(Event):
    """A creature went from one cell to another."""

    creature: int
    path: tuple[tuple[int, int], ...]
    """Cells entered, in order; the last is where it stands."""
    facing: int


@fact
class Placed(Event):
    """A creature was set down on a cell without going there."""

    creature: int
    x: int
    y: int
    facing: int
    cause: str


@fact
class Turned(Event):
    """A creature faced about without leaving its cell."""

    creature: int
    facing: int


@fact
class Rose(Event):
    """A prone creature stood up."""

    creature: int


@fact
class Fell(Event):
    """A creature went down."""

    creature: int
    cause: str
