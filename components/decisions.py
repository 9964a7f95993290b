"""Decisions that wait for somebody to answer."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from fleshwound.components.draws import Question


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that a creature's controller has to make before time goes on."""

    number: int
    """Counted from 1 in each combat."""
    creature: int
    """Combat id of the creature whose choice it is."""
    question: Question
    options: tuple[Hashable, ...]
    """What may be answered; the first is what the ruleset's policy would choose."""
    about: tuple[tuple[str, str | int], ...]
    """What it is about, as (name, value) pairs."""
