"""Events of hazards: what harms a creature without anybody's blow."""

from __future__ import annotations

from fleshwound.components.events.core import Event, Throw
from fleshwound.components.fact import fact


@fact
class HarmLanded(Event):
    """What nobody struck found the body: a fall, fire, whatever a host brought."""

    creature: int
    cause: str
    """What brought it: `fall`, `fire`, or the host's own word."""
    part: str
    """Part id; empty in a ruleset without parts."""
    location: str
    """Location id; empty in a ruleset without locations."""
    impact: Throw
    """Impact before protection."""
    aspect: str
    protection: int
    effective: int
    """Effective impact, 0 or more."""
    result: str
    """`wound`, `glancing` or `stopped`."""
