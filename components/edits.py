"""Edits: what a host may do to a combat from outside its rules. Frozen data for `Combat.edit`, which checks them.

The events they bring have `edit` for their cause.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from fleshwound.components.creature import Doing
from fleshwound.components.definitions import ArmorPiece, Aspect, Creature, Weapon
from fleshwound.components.exertion import FatigueKind
from fleshwound.components.ids import Entity

CAUSE: Final = "edit"
"""The cause that events of edits give."""


@dataclass(frozen=True, slots=True)
class Spawn:
    """Bring in a creature; what each field means stands at `Combat.spawn`."""

    creature: Creature | str
    side: str
    at: tuple[int, int]
    name: str | None = None
    intents: str = "ai"
    decisions: str = "auto"
    facing: int = 0
    weapons: tuple[Weapon | str, ...] | None = None
    armor: tuple[ArmorPiece | str, ...] | None = None
    ai: str | None = None


@dataclass(frozen=True, slots=True)
class Despawn:
    """Take a creature out of the combat, body and all."""

    entity: Entity


@dataclass(frozen=True, slots=True)
class Heal:
    """Undo one injury of the living, or all that ails them."""

    entity: Entity
    injury: int | None = None
    """Number of the injury, whose bleeding and severing go with it; None: all harm, shock and fatigue."""


@dataclass(frozen=True, slots=True)
class Injure:
    """Give the living a wound as it is, without tests; what a limb can no longer hold it drops."""

    entity: Entity
    location: str = ""
    """Location id; empty under rules without locations."""
    level: int = 1
    """1..5, or whatever the ruleset counts harm in."""
    aspect: Aspect = Aspect.BLUNT
    bleeds: bool = False
    """Whether it is an open bleeder; a body without blood never is."""


@dataclass(frozen=True, slots=True)
class Afflict:
    """Put the living into a shock state, without tests: with all that it brings, and what tests come after it."""

    entity: Entity
    state: str
    """In the ruleset's own word: `stunned`, `incapacitated`, `unconscious`."""


@dataclass(frozen=True, slots=True)
class Tire:
    """Tire the living, as a march or a sleepless night would."""

    entity: Entity
    points: int
    """What it takes off every test, 1..100."""
    kind: FatigueKind = FatigueKind.WEARINESS
    """Says how it recovers."""


@dataclass(frozen=True, slots=True)
class Kill:
    """End a life."""

    entity: Entity
    cause: str = CAUSE
    """What the log says it died of."""


@dataclass(frozen=True, slots=True)
class Revive:
    """Bring the dead back, unharmed, where and as the body lies."""

    entity: Entity


@dataclass(frozen=True, slots=True)
class Occupy:
    """Say what the living are at in peace, by which they recover; also those who can't act and are carried along."""

    entity: Entity
    doing: Doing
    """Resting, sleeping, or moving: on a march, or carried on one."""


@dataclass(frozen=True, slots=True)
class Teleport:
    """Set a creature down on another cell."""

    entity: Entity
    to: tuple[int, int]
    facing: int | None = None
    """0 north, then clockwise by eighths, 0..7; None: as it was."""


@dataclass(frozen=True, slots=True)
class Give:
    """Put a weapon or shield into a hand."""

    entity: Entity
    weapon: Weapon | str
    part: str | None = None
    """Part id; None: the dominant hand if it is free, else another that is."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take a held item away, out of the combat."""

    entity: Entity
    item: int
    """Number of the item."""


@dataclass(frozen=True, slots=True)
class Wear:
    """Have a creature wear these pieces, and nothing else."""

    entity: Entity
    armor: tuple[ArmorPiece | str, ...]
    """Innermost first."""


Edit: TypeAlias = (
    Spawn | Despawn | Heal | Injure | Afflict | Tire | Kill | Revive | Occupy | Teleport | Give | Take | Wear
)
