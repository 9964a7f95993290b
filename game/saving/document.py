"""The document: what stands in a save, field by field, as JSON and in memory.

`VERSION` counts changes of this form; `fleshwound.game.saving.migrations` brings older ones up to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fleshwound.components.events import Event
from fleshwound.components.intents import Intent
from fleshwound.components.minds import MINDS
from fleshwound.game.content.fields import OneOf, Range
from fleshwound.game.saving.session import Parts
from fleshwound.systems.agenda import Task

VERSION: Final = 3
"""Of the form of saves."""

GREATEST: Final = 1 << 62
"""Of what is counted, and of microseconds either."""

Count = Annotated[int, Range(0, GREATEST)]
Ai = Annotated[str, OneOf(MINDS)]
Word = Annotated[str, OneOf(("ruleset", "host"))]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a combat is made with, besides rules and seed."""

    width: Annotated[int, Range(1, GREATEST)] | None
    height: Annotated[int, Range(1, GREATEST)] | None
    blocked: list[tuple[int, int]]
    """In rising order."""
    awareness: Count
    round_limit: Annotated[int, Range(1, GREATEST)] | None
    turns: Word
    ai: Ai
    """By what creatures think that come in later, but for those of the sides below."""
    ai_of: dict[str, Ai]


@dataclass(frozen=True, slots=True)
class Dice:
    """How the stream of the rules stands."""

    words: str
    """Its state in base 64."""
    place: Annotated[int, Range(0, 624)]


@dataclass(frozen=True, slots=True)
class Due:
    """One entry of the agenda."""

    due: Count
    sequence: Count
    task: Task


@dataclass(frozen=True, slots=True)
class Entries:
    """The agenda, in the order it will run."""

    sequence: Count
    """Number of the last entry put down."""
    due: list[Due]


@dataclass(frozen=True, slots=True)
class SavedEncounter:
    """The encounter that is on."""

    began: Count
    mark: Count
    round: Count


@dataclass(frozen=True, slots=True)
class SavedTurn:
    """The turn that is open."""

    creature: Count
    began: Count
    acted: bool
    feet: Count
    refused: Count
    shaken: bool
    done: bool
    ending: list[Task] | None


@dataclass(frozen=True, slots=True)
class SavedResult:
    """How the fight came out."""

    winner: str | None
    reason: str
    rounds: Count


@dataclass(frozen=True, slots=True)
class SavedPending:
    """The task that waits for a decision."""

    task: Task
    history: list[int]
    """What its rule has been answered so far."""
    changed: dict[int, Annotated[str, OneOf(("auto", "ask"))]]
    """Who answered for whom when it began, where that has changed since."""


@dataclass(frozen=True, slots=True)
class SavedDigest:
    """How the digest stands."""

    link: str
    waiting: str
    """Events since the last link, in their canonical form, as hexadecimal digits."""
    count: Annotated[int, Range(0, 31)]


@dataclass(frozen=True, slots=True)
class SavedEvents:
    """The outbox: what happened, as far as it is still to be told."""

    count: Count
    digest: SavedDigest
    undrained: list[Event]
    undelivered: list[Event]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole save."""

    save: Annotated[str, OneOf(("fleshwound",))]
    version: int
    ruleset: str
    rules_version: int
    seed: int
    setup: Setup
    now: Count
    """In microseconds."""
    dice: Dice
    scores: list[dict[str, int]]
    """Scores that components name by their place here."""
    creatures: list[Parts]
    """By rising combat id."""
    ground: list[Parts]
    """Items on the ground, in the order they came there."""
    made: Count
    """Combat ids given out so far."""
    items: Count
    """Item numbers given out so far."""
    numbers: dict[str, int]
    """Numbers given out so far to creatures without a name, by kind."""
    agenda: Entries
    encounter: SavedEncounter | None
    turn: SavedTurn | None
    wishes: dict[int, Intent]
    """Intents that wait for their creature's turn, by combat id."""
    pending: SavedPending | None
    held_up: list[Task]
    decided: Count
    """Decisions asked for so far."""
    stirred: bool
    result: SavedResult | None
    events: SavedEvents
