"""Sides, as the panels show them, and the moments at which they lost somebody."""

from __future__ import annotations

from dataclasses import dataclass

from fleshwound.game.arena.theme import SideLook
from fleshwound.game.arena.tokens import Token


@dataclass(frozen=True, slots=True)
class SideView:
    """A side, as the panels show it."""

    id: str
    name: str
    look: SideLook
    members: tuple[Token, ...]

    @property
    def able(self) -> int:
        """How many are not out of the fight, on their feet or not."""
        return sum(not token.vitals.out for token in self.members)

    @property
    def strength(self) -> int:
        """The health of all who are able, added up: numbers count as much as wounds."""
        return sum(token.vitals.health for token in self.members if not token.vitals.out)


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment for the timeline: a creature that went out of the fight, or came back."""

    at: int
    creature: int
    side: str
    out: bool
