"""Events of rules that count hit points: attack rolls, damage, going down, major injuries, strain (cities A2 to A7)."""

from __future__ import annotations

from fleshwound.components.events.core import CheckMade, Event, Throw
from fleshwound.components.fact import fact


@fact
class InitiativeRolled(Event):
    """A side, or a single creature, rolled for when it acts."""

    side: str
    creature: int | None
    """Combat id; None: the side as a whole."""
    throw: Throw
    modifier: int
    total: int


@fact
class AttackRolled(Event):
    """An attack met an armour class; what it did follows in events of its own."""

    attacker: int
    target: int
    mode: str
    check: CheckMade
    against: str
    """`ranged` or `melee`: which armour class it was."""
    hit: bool
    """Whether it hit in the end."""
    luck: str
    """Whose luck turned it: `attacker` or `target`; empty: nobody's."""


@fact
class SaveMade(Event):
    """A creature tried to escape something, or to bear it."""

    creature: int
    why: str
    """What called for it."""
    check: CheckMade


@fact
class DamageDealt(Event):
    """A blow did its damage; hit points lost follow in an event of their own."""

    creature: int
    """Whom it hit."""
    by: int | None
    how: str
    """Mode id, or the cause in words."""
    source: str
    """`hit`, `shock` (of a miss), `suppression`, `blast` or `hazard`."""
    throw: Throw | None
    """The damage dice; None: Shock alone."""
    modifiers: tuple[tuple[str, int], ...]
    """What was added to them, by name."""
    floor: int
    """The least it does by Shock; 0: nothing."""
    damage: int
    """Before the Trauma Die."""
    trauma: CheckMade | None
    """The Trauma Die; None: it wasn't rolled."""
    total: int
    """After it."""
    armored: int
    """Taken off by the armour of a machine."""
    soaked: int
    """Taken by the soak pool."""
    through: int
    """What was left to hurt."""


@fact
class ShockIgnored(Event):
    """A shield or the like ignored the first Shock of a round."""

    creature: int
    by: int


@fact
class StateChanged(Event):
    """How far down a creature is changed."""

    creature: int
    before: str
    after: str
    cause: str


@fact
class MajorInjurySuffered(Event):
    """A creature was injured for good."""

    creature: int
    injury: int
    """Number of the injury; 0: the creature was spared."""
    throw: Throw
    """The die of the table."""
    modifier: int
    row: int
    """Row of the table, from 1."""
    name: str
    part: str
    """Part id; empty where it is about no part."""


@fact
class StabiliseTried(Event):
    """Somebody, or something, tried to stabilise the mortally wounded."""

    creature: int
    by: int
    """Combat id of the healer; the creature's own where its gear did."""
    check: CheckMade | None
    """None: it needed none."""


@fact
class HealthRegained(Event):
    """Hit points went up."""

    creature: int
    amount: int
    left: int
    by: int | None
    how: str


@fact
class StrainChanged(Event):
    """System Strain went up or down."""

    creature: int
    change: int
    """Hundredths of a point."""
    total: int
    """In hundredths, what cyber costs for good with it."""
    cause: str


@fact
class NursingTried(Event):
    """An hour's work was done to end being frail."""

    creature: int
    by: int
    check: CheckMade


@fact
class FrailtyChanged(Event):
    """A creature became frail, or is so no longer."""

    creature: int
    frail: bool
    cause: str


@fact
class MoraleChecked(Event):
    """A creature's morale was checked: it breaks where the dice come to more than its score."""

    creature: int
    cause: str
    check: CheckMade
    """Passed: it breaks."""


@fact
class StanceTaken(Event):
    """A creature changed how it stands in the fight."""

    creature: int
    stance: str
    """`total defense`, `fighting withdrawal`, `charge`, `screen`, `snap attack`, `dazed`, `unaware`."""
    ally: int | None = None
    """Whom it screens."""


@fact
class ContestMade(Event):
    """Two creatures measured themselves; whoever began it won if the margin is above 0."""

    creature: int
    target: int
    what: str
    """`shove`, `grapple`, `break free`, `screen`, `ambush`."""
    throw: Throw
    modifiers: tuple[tuple[str, int], ...]
    resistance: Throw
    resisting: tuple[tuple[str, int], ...]
    margin: int


@fact
class BlastLanded(Event):
    """What bursts came down somewhere."""

    attacker: int
    mode: str
    check: CheckMade
    """Against the AC of a spot."""
    x: int
    y: int
    scatter_m: int
    """How far off, where the roll missed; 0: it hit the spot."""


@fact
class Reloaded(Event):
    """A magazine is full again."""

    creature: int
    item: int
    """Number of the item."""
    weapon: str
    rounds: int
    """Rounds that it holds now."""


@fact
class ItemSpent(Event):
    """What was thrown has burst, and is no more."""

    creature: int
    item: int
    """Number of the item."""
    weapon: str
    part: str
    """The hand it left."""


@fact
class SoakRestored(Event):
    """A soak pool is whole again."""

    creature: int
    points: int
