"""Holds as whoever holds has them; they are part of its `Conditions`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Hold:
    """One hold on another creature, as whoever holds it has it (heroic H12). Written by grappling alone."""

    victim: int
    """Combat id of who is held; its `Immobilization` of that part names the holder."""
    part: int
    """Index of the part of the victim that is held."""
    limbs: int
    """Bit mask of the parts that hold it: they can't be used for anything else."""
    mode: str
    """Mode id it was grabbed with."""
    reach: int
    """Cells that the victim may be off, 1 or more."""
    renews_at: int
    """When the next trial is due, in microseconds."""
