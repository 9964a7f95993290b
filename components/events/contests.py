"""Events of contests: trials of Strength, holds, and what is pushed or taken in them."""

from __future__ import annotations

from fleshwound.components.events.core import Event, Throw
from fleshwound.components.fact import fact


@fact
class TrialMade(Event):
    """Two creatures measured their Strength; the one that began it won if the margin is above 0."""

    creature: int
    """Who began it."""
    target: int
    """Who resisted."""
    contest: str
    """`grab`, `take`, `press`, `trip`, `hold` (renewing one) or `break free`."""
    part: str
    """Part of the target that a grab or a hold is about; empty where it is about no part."""
    throw: Throw
    """The die of whoever began it."""
    modifiers: tuple[tuple[str, int], ...]
    """What was added to it, by name, Strength first."""
    resistance: Throw
    """The die of whoever resisted."""
    resisting: tuple[tuple[str, int], ...]
    """What was added to that, by name, Strength first."""
    margin: int
    """The first total less the second."""


@fact
class Grabbed(Event):
    """A part of a creature is held: it can't be used, and the creature can only break free or defend itself."""

    creature: int
    by: int
    part: str
    limbs: tuple[str, ...]
    """Parts of the holder that hold it."""
    mode: str
    """Mode id it was grabbed with."""


@fact
class HoldRenewed(Event):
    """A hold goes on for another round."""

    creature: int
    by: int
    part: str


@fact
class HoldBroken(Event):
    """A hold is over, and the part it held is free at once."""

    creature: int
    """Who was held."""
    by: int
    part: str
    why: str
    """What ended it, in words."""


@fact
class Pushed(Event):
    """A creature was driven from where it stood."""

    creature: int
    by: int
    how: str
    """`press` or `trip`."""
    path: tuple[tuple[int, int], ...]
    """Cells it came to, in order."""


@fact
class ItemSeized(Event):
    """An item was taken out of somebody's hand into another's."""

    creature: int
    """Whose it was."""
    item: int
    """Number of the item."""
    weapon: str
    part: str
    """Part it was taken from."""
    by: int
    hand: str
    """Part of the taker that holds it now."""
