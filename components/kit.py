"""The kit: what a creature carries besides what it holds and wears."""

from __future__ import annotations

from dataclasses import dataclass, field

from fleshwound.components.creature import Item


@dataclass(slots=True)
class Kit:
    """What a creature carries besides what it holds. Written at spawning, by shooting, drawing and host edits."""

    belt: list[Item] = field(default_factory=list)
    """What hangs at its belt or on its back, first to last."""
    projectiles: dict[str, int] = field(default_factory=dict)
    """How many are left, 1 or more, by projectile id; the first of a kind is shot first."""
