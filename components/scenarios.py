"""Scenarios: fights to set up, as content files give them."""

from __future__ import annotations

from dataclasses import dataclass

from fleshwound.components.definitions import ArmorPiece, Creature, Weapon


@dataclass(frozen=True, slots=True, eq=False)
class Muster:
    """One line of a scenario: some creatures of one side."""

    creature: Creature
    side: str
    at: tuple[tuple[int, int], ...]
    """Cells, one a creature; as many as are mustered."""
    names: tuple[str, ...]
    """Names by which the log calls them, one a creature."""
    weapons: tuple[Weapon, ...] | None = None
    """Instead of the creature's own; None: its own."""
    armor: tuple[ArmorPiece, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SideStyle:
    """How a scenario calls a side, and by what its creatures think."""

    id: str
    name: str
    ai: str = "simple"
    """By what its creatures weigh what they do: one of `MINDS`."""


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A fight to set up: a field, obstacles, who stands where, when it ends."""

    id: str
    name: str
    about: str
    rules: str
    """Ruleset it is written for; `--rules` may choose another."""
    width: int
    height: int
    blocked: frozenset[tuple[int, int]]
    """Cells that nothing enters."""
    sides: tuple[SideStyle, ...]
    musters: tuple[Muster, ...]
    rounds: int
    """After so many rounds it is a draw."""
