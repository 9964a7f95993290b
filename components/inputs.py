"""Inputs: everything that comes into a combat from outside, as a replay records it.

With the state a recording begins from, they are all that a fight depends on. `heard` is the number of the event whose
handler put the input in, counted from 1; 0: nobody's, it came between instants.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from fleshwound.components.edits import Edit
from fleshwound.components.hazards import Hazard
from fleshwound.components.ids import Entity
from fleshwound.components.intents import Intent


@dataclass(frozen=True, slots=True)
class Passed:
    """So many instants passed."""

    instants: int
    heard: int = 0


@dataclass(frozen=True, slots=True)
class Waited:
    """Time stood ready to pass until then, and no further instant came."""

    until: int
    """In microseconds."""
    heard: int = 0


@dataclass(frozen=True, slots=True)
class Settled:
    """It was settled whether an encounter begins or ends, and no instant came."""

    heard: int = 0


@dataclass(frozen=True, slots=True)
class Acted:
    """A creature was told to do something."""

    entity: Entity
    intent: Intent
    heard: int = 0


@dataclass(frozen=True, slots=True)
class Chosen:
    """A pending decision was answered."""

    decision: int
    """Number of the decision."""
    option: int
    """Which of its options, from 0."""
    heard: int = 0


@dataclass(frozen=True, slots=True)
class Edited:
    """The host edited the combat; spawning and despawning are edits too."""

    edit: Edit
    heard: int = 0


@dataclass(frozen=True, slots=True)
class Befallen:
    """Something befell a creature that nobody did to it."""

    entity: Entity
    hazard: Hazard
    heard: int = 0


@dataclass(frozen=True, slots=True)
class Controlled:
    """It was changed who thinks for a creature."""

    entity: Entity
    intents: str | None
    decisions: str | None
    heard: int = 0
    ai: str | None = None


@dataclass(frozen=True, slots=True)
class TurnGiven:
    """The host began a creature's turn."""

    entity: Entity
    heard: int = 0


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """The host ended the turn that was open."""

    heard: int = 0


Input: TypeAlias = Passed | Waited | Settled | Acted | Chosen | Edited | Befallen | Controlled | TurnGiven | TurnTaken
