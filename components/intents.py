"""Intents: what a creature may ask to do. Frozen data; whether it can be done is checked when it is to happen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from fleshwound.components.ids import Entity


@dataclass(frozen=True, slots=True)
class Strike:
    """Strike at a creature within reach. A turn's action."""

    target: Entity
    """The target's entity."""
    mode: str | None = None
    """Mode id (`broadsword/cut`); None: the ruleset's best."""
    aim: str | int | None = None
    """Part id or zone number; None: unaimed."""
    limb: str | None = None
    """For one's own body: the part that strikes; None: the least impaired."""


@dataclass(frozen=True, slots=True)
class Move:
    """Walk towards a cell, as far as the move left allows."""

    to: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stand:
    """Rise from prone, for a quarter of the move."""


@dataclass(frozen=True, slots=True)
class StopBleeding:
    """Try to staunch one bleeder of a creature beside one, or one's own. A turn's action."""

    target: Entity
    """The target's entity."""
    injury: int | None = None
    """Number of the bleeding injury; None: the gravest open one."""


@dataclass(frozen=True, slots=True)
class Treat:
    """Treat one wound of a creature beside one, or one's own. In peace only, for it takes ten minutes of quiet [R]."""

    target: Entity
    """The target's entity."""
    injury: int | None = None
    """Number of the wound; None: the gravest untreated one."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Rest from now on. In peace only; who does nothing else rests anyway."""


@dataclass(frozen=True, slots=True)
class Sleep:
    """Sleep from now on, till it acts, is attacked, or is told to rest. In peace only."""


@dataclass(frozen=True, slots=True)
class PickUp:
    """Take up an item from one's own cell or one beside it. A turn's action."""

    item: int | None = None
    """Number of the item; None: the nearest, a weapon before a shield."""


@dataclass(frozen=True, slots=True)
class Brace:
    """Set a weapon against whoever closes. A turn's action; it holds till it strikes, moves, or goes down."""

    mode: str | None = None
    """Id of a couched mode of the weapon (`lance/impale`); None: the ruleset's best."""


@dataclass(frozen=True, slots=True)
class Reload:
    """Make a launcher in hand ready to shoot, or clear it after a misfire. A turn's action."""

    item: int | None = None
    """Number of the item; None: the first in hand that isn't ready."""


@dataclass(frozen=True, slots=True)
class Evade:
    """Spend the time until one's next turn evading missiles. A turn's action."""


@dataclass(frozen=True, slots=True)
class Unsheathe:
    """Take a weapon from one's belt into the best hand, letting fall what is in its way. A turn's action."""

    item: int | None = None
    """Number of the item; None: the first that is whole."""


@dataclass(frozen=True, slots=True)
class Grab:
    """Grab a creature within reach: to hold a part of it, or to take what that part holds. A turn's action."""

    target: Entity
    """The target's entity."""
    purpose: str = "hold"
    """`hold` or `take`; told before the roll."""
    aim: str | int | None = None
    """Part id or zone number; None: unaimed to hold, at what holds something to take."""
    limb: str | None = None
    """The part that grabs, alone; None: the least impaired, with a second free one where there is one."""


@dataclass(frozen=True, slots=True)
class Press:
    """Drive a creature within reach back. A turn's action."""

    target: Entity
    """The target's entity."""


@dataclass(frozen=True, slots=True)
class Trip:
    """Bring down a creature within reach. A turn's action."""

    target: Entity
    """The target's entity."""


@dataclass(frozen=True, slots=True)
class BreakFree:
    """Try to break free of whoever holds one. A turn's action, and the only one of those who are held."""

    holder: Entity | None = None
    """Entity of who holds one; None: the first who did of those who do."""


@dataclass(frozen=True, slots=True)
class Release:
    """Let go of whom one holds. Takes no action."""

    target: Entity | None = None
    """Entity of who is held; None: everybody that is."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing for the rest of the turn."""


@dataclass(frozen=True, slots=True)
class Flee:
    """Run from all that threatens one, as far as the move left allows."""


@dataclass(frozen=True, slots=True)
class Rally:
    """Call those of one's side who run, and hear it, back into the fight. A turn's action."""


@dataclass(frozen=True, slots=True)
class Defend:
    """Give oneself up to defending, until one's next turn. A turn's action; under some rules also out of turn."""


@dataclass(frozen=True, slots=True)
class SnapAttack:
    """Strike or shoot at once, out of turn, for the action of a turn of this round."""

    target: Entity
    """The target's entity."""
    mode: str | None = None
    """Mode id; None: the ruleset's best."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Get away from a melee in good order: no move of this turn gives a foe its chance. A turn's action."""


@dataclass(frozen=True, slots=True)
class Charge:
    """Run straight at a creature and strike it. A turn's move and action."""

    target: Entity
    """The target's entity."""
    mode: str | None = None
    """Mode id; None: the ruleset's best."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Stay by a friend and take blows that are meant for it. A turn's move."""

    target: Entity
    """The friend's entity."""


@dataclass(frozen=True, slots=True)
class LieDown:
    """Go prone. Takes no action."""


Intent: TypeAlias = (
    Strike
    | Move
    | Stand
    | StopBleeding
    | Treat
    | Rest
    | Sleep
    | PickUp
    | Reload
    | Evade
    | Unsheathe
    | Brace
    | Grab
    | Press
    | Trip
    | BreakFree
    | Release
    | Wait
    | Flee
    | Rally
    | Defend
    | Withdraw
    | Charge
    | Screen
    | SnapAttack
    | LieDown
)
