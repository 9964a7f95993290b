"""Events of the nerve: morale, fear, rallies, flight, psyche stress."""

from __future__ import annotations

from fleshwound.components.events.core import Event, Roll
from fleshwound.components.fact import fact


@fact
class MoraleTested(Event):
    """A creature's morale was tested."""

    creature: int
    cause: str
    """What called for it."""
    roll: Roll
    result: str
    """What the test alone came to; of several results the severest holds."""


@fact
class MoraleChanged(Event):
    """A creature's morale changed."""

    creature: int
    before: str
    after: str
    cause: str


@fact
class ReactionTested(Event):
    """A creature tried to come to itself."""

    creature: int
    roll: Roll
    before: str
    """Its morale before the test."""
    after: str


@fact
class FearTested(Event):
    """A creature's courage was tested."""

    creature: int
    source: str
    """What it faces, in words; empty where `by` says it."""
    by: int | None
    """Combat id of the creature it faces."""
    roll: Roll
    result: str
    """What the test alone came to; of several results the severest holds."""


@fact
class FearChanged(Event):
    """How afraid a creature is changed."""

    creature: int
    before: str
    after: str
    cause: str


@fact
class RallyTried(Event):
    """A creature called those of its side back into the fight."""

    creature: int
    roll: Roll
    result: str
    """`unheard`, `heard` (each tests at its turn's end) or `steady`."""
    allies: tuple[int, ...]
    """Combat ids of those within earshot whom it reached, or who won't hear another for a while."""


@fact
class Surrendered(Event):
    """A creature that could flee no further gave itself up; it is out of the fight."""

    creature: int


@fact
class FieldLeft(Event):
    """A creature that flees got away; it is out of the fight."""

    creature: int


@fact
class FieldRetaken(Event):
    """A creature that had left the fight is able to take part again."""

    creature: int


@fact
class PsycheStressed(Event):
    """Psyche stress of one source came, or grew."""

    creature: int
    source: str
    change: int
    level: int


@fact
class PsycheSurfaced(Event):
    """Psyche stress makes itself felt."""

    creature: int
    source: str
    level: int


@fact
class PsycheTested(Event):
    """Psyche stress took its course."""

    creature: int
    source: str
    roll: Roll
    before: int
    """Level before."""
    after: int
    permanent: bool
    """Whether it is there for good from now on."""


@fact
class PsycheEnded(Event):
    """Psyche stress of one source is over."""

    creature: int
    source: str


@fact
class PsycheTriggered(Event):
    """What once shook a creature shook it again, and it tried to keep hold of itself."""

    creature: int
    source: str
    level: int
    roll: Roll
    until: int | None
    """When it stops acting, in microseconds; None: the creature keeps hold of itself."""


@fact
class PsycheRested(Event):
    """A psyche condition acts no longer."""

    creature: int
    source: str
