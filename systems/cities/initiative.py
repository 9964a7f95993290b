"""Initiative and morale (cities A2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fleshwound.components.draws import Rule, dice
from fleshwound.systems.cities.checks import Check, request
from fleshwound.systems.cities.tables import FightTable

INITIATIVE: Final = "initiative"


class Contender(NamedTuple):
    """A side, or in the option a single combatant, that rolls for initiative."""

    id: str
    """Side, or combat id in words."""
    dexterity: int
    """Modifier: of a side the best in it."""
    players: bool
    """Whether it wins ties."""


class Place(NamedTuple):
    """What a contender came to."""

    contender: Contender
    face: int

    @property
    def total(self) -> int:
        """Die and modifier."""
        return self.face + self.contender.dexterity


def initiative(table: FightTable, contenders: Sequence[Contender]) -> Rule[tuple[Place, ...]]:
    """Roll for initiative: 1d8 and Dexterity, high first, players before others in a tie (cities A2).

    Of other ties the one listed first goes first [R].
    """
    places: list[Place] = []
    for contender in contenders:
        face: int = yield dice(INITIATIVE, 1, table.initiative_sides)
        places.append(Place(contender, face))
    return tuple(sorted(places, key=lambda place: (-place.total, not place.contender.players)))


def morale_check(score: int) -> Check:
    """Make a morale check ready: 2d6, which breaks where it comes to more than the score (cities A2).

    It is passed, as a check, by who breaks.
    """
    return Check("morale", 2, 6, (), score + 1)


def breaks(score: int) -> Rule[bool]:
    """Check morale. Answers whether it breaks (cities A2)."""
    broken: bool = yield request(morale_check(score))
    return broken
