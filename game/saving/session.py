"""The session: what one save is written or read with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made_by
from typing import Any

from fleshwound.components.creature import Scores


@dataclass
class Session:
    """What one save is written or read with."""

    ids: Mapping[int, int] = made_by(default_factory=dict)
    """Writing: combat id by entity. One that takes no part is written 0."""
    entities: Mapping[int, int] | None = None
    """Reading: entity by combat id, 0 for one that isn't there; None: the combat id itself."""
    scores: list[dict[str, int]] = made_by(default_factory=list)
    """Writing: the table of scores so far."""
    places: dict[tuple[tuple[str, int], ...], int] = made_by(default_factory=dict)
    """Writing: where in it which scores stand."""
    read_scores: Sequence[Scores] = ()
    """Reading: that table."""
    tasks: Mapping[str, Any] = made_by(default_factory=dict)
    """Reading: type of the payload by kind of task."""
    kinds: Mapping[str, type[Any]] = made_by(default_factory=dict)
    """Kinds of component by name, in the order in which they are written."""
    missing: list[str] = made_by(default_factory=list)
    """Reading: content that isn't there."""
    strangers: dict[str, None] = made_by(default_factory=dict)
    """Writing: definitions that the content doesn't have."""


class Parts(dict[type[Any], Any]):
    """The components of one entity by kind; in JSON by class name."""
