"""Events of bodies: shock, courses, blood, fatigue, death."""

from __future__ import annotations

from fleshwound.components.events.core import Event, Roll
from fleshwound.components.fact import fact


@fact
class ShockTested(Event):
    """A shock test was made, or an index settled it without one."""

    creature: int
    source: str
    """`wound`, `glancing`, `stumble`, or what else brought a base index."""
    location: str
    shock_value: int
    level: int
    """Injury level; with the shock value it makes the base, glancing adds 1."""
    base: int
    roll: Roll | None
    index: int
    state: str
    """What the index reads as."""


@fact
class ShockDeclined(Event):
    """A creature's controller declined the state offered."""

    creature: int
    state: str


@fact
class ShockChanged(Event):
    """A creature's shock state changed."""

    creature: int
    before: str
    after: str
    cause: str


@fact
class RetestMade(Event):
    """A creature tried to shake off its shock state."""

    creature: int
    state: str
    """The state it was in."""
    roll: Roll
    result: str
    """`none`, `stunned`, `extended shock`, `coma`, or the same state again."""


@fact
class CourseBegan(Event):
    """Extended Shock or a coma set in."""

    creature: int
    course: str
    injury: int
    """Number of the X entry."""
    healing_rate: int
    location: str


@fact
class CourseTested(Event):
    """Extended Shock or a coma took its course."""

    creature: int
    course: str
    injury: int
    roll: Roll
    before: int
    """Healing rate before."""
    after: int


@fact
class CourseEnded(Event):
    """A creature came out of Extended Shock or a coma."""

    creature: int
    course: str
    injury: int


@fact
class BloodLost(Event):
    """A bleeder advanced."""

    creature: int
    injury: int
    roll: Roll
    points: int
    total: int


@fact
class StoppageTried(Event):
    """Somebody tried to staunch a bleeder."""

    creature: int
    by: int
    injury: int
    roll: Roll
    result: str
    """`goes on`, `stops after the next test`, `stopped`."""


@fact
class BleedingStopped(Event):
    """A bleeder closed."""

    creature: int
    injury: int
    cause: str


@fact
class FatigueChanged(Event):
    """Fatigue of one kind and source grew or shrank."""

    creature: int
    kind: str
    source: str
    change: int
    total: int


@fact
class HealthLost(Event):
    """Hit points, or what a ruleset has instead, went down."""

    creature: int
    amount: int
    left: int
    by: int | None
    how: str


@fact
class Died(Event):
    """A creature died; nothing about it follows but what is done to the body."""

    creature: int
    cause: str
    by: int | None


@fact
class Healed(Event):
    """An injury is no more: by itself, by treatment, or from outside the rules."""

    creature: int
    injury: int
    """Number of the injury; 0 in a ruleset without injuries."""
    location: str
    """Location id; empty where there is none."""
    restored: tuple[str, ...]
    """Locations that are there again, by id."""
    cause: str


@fact
class Revived(Event):
    """A dead creature lives, unharmed."""

    creature: int
    cause: str
