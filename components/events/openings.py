"""Events of openings: blows and steps outside one's own action, and weapons set against whoever comes."""

from __future__ import annotations

from fleshwound.components.events.core import Event
from fleshwound.components.fact import fact


@fact
class OpeningTaken(Event):
    """A creature strikes outside its own action; the exchange follows."""

    creature: int
    """Who strikes."""
    target: int
    cause: str
    """`closes`: the target came into reach; `leaves`: it hurried out of it; `advantage`: an exchange was won so."""


@fact
class StepTaken(Event):
    """A creature takes a free step that an exchange won it; where to, a `Moved` tells next."""

    creature: int
    won_from: int
    """Combat id of whom it won the step from, who may have died of the same exchange."""


@fact
class Braced(Event):
    """A creature set a weapon against whoever closes."""

    creature: int
    mode: str
    item: int
    """Number of the item."""
