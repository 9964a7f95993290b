"""The task as the log tells it: a percentile roll against traits times an ease factor."""

from __future__ import annotations

from typing import TypeAlias

from fleshwound.components.fact import fact

Named: TypeAlias = tuple[tuple[str, int], ...]
"""Figures by name, in the order applied."""


@fact
class TaskMade:
    """One task: its traits, its ease, what it was held against, and how it came out (starfarer B1)."""

    what: str
    traits: Named
    """Value of each trait before penalties."""
    penalties: Named
    """Taken from each trait; none is 0."""
    ease: int
    """EF before modifiers."""
    eases: Named
    """Modifiers of EF; none is 0."""
    levels: Named
    """Modifiers of LOS; none is 0."""
    target: int
    """MCS, 0 or more: what the face was held against."""
    face: int
    """1..100; 0 where nothing was rolled, for it could only fail."""
    success: bool
    level: int
    """LOS of a success, LOF of a failure; 0 or more."""
