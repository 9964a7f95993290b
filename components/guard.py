"""How ready a creature is to meet and to deal a blow: a component of its own, written every round."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Guard:
    """How ready it is: what the round has cost it, set-ups, recovery, bracing. Written by hit resolution, openings and
    the beginning of its turns."""

    round: int = 0
    """Number of the round that `defences` counts."""
    defences: int = 0
    """Defences made in it."""
    setups: dict[int, int] = field(default_factory=dict)
    """Bonus to the next test against a foe, by combat id; gone with the encounter."""
    recovering: int = 0
    """Turns of its own, the present one counted, on which its slow modes don't attack; 0..2."""
    reacted: bool = False
    """Whether it has struck out of turn since its last turn began."""
    braced: int = 0
    """Number of the held item it is braced with; 0: none."""
    evading: bool = False
    """Whether it spends the time until its next turn evading missiles (heroic H12)."""
