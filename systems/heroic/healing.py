"""The Healing Base, on which courses and recoveries are tested (heroic H13)."""

from __future__ import annotations


def healing_base(endurance: int, will: int) -> int:
    """Find the Healing Base: the mean of Endurance and Will, rounded up if Endurance is the greater, else down."""
    return (endurance + will + (endurance > will)) // 2
