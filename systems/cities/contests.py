"""Contests: what two creatures measure themselves at (cities A2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fleshwound.components.draws import Rule, dice
from fleshwound.components.events import ContestMade, Throw
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.checks import Named
from fleshwound.systems.cities.fighter import Fighter
from fleshwound.systems.cities.numbers import modifier, skill


class Opposed(NamedTuple):
    """How two who measured themselves came out."""

    active: int
    """What the dice of whoever began it showed."""
    passive: int
    margin: int
    """First total less the second; whoever began it wins above 0 [R]."""


def opposed(what: str, active: Named, passive: Named) -> Rule[Opposed]:
    """Measure two creatures: 2d6 and skill and attribute each (cities A2)."""
    first: int = yield dice(what, 2, 6)
    second: int = yield dice(f"{what}, resisted", 2, 6)
    total = sum(value for _, value in active) + first
    return Opposed(first, second, total - second - sum(value for _, value in passive))


def bearing(who: Fighter, skills: Sequence[str], attribute: str) -> Named:
    """Give what a creature adds in a contest: the better of some skills, and the modifier of an attribute."""
    best = max(skills, key=lambda name: skill(who.tables, who.profile, name))
    found = ((best, skill(who.tables, who.profile, best)), (attribute, modifier(who.tables, who.profile, attribute)))
    return tuple((name, value) for name, value in found if value)


def tell_contest(
    battle: Battle, active: Fighter, passive: Fighter, what: str, bearings: tuple[Named, Named], found: Opposed
) -> None:
    """Tell how a contest came out, with what either added."""
    throws = Throw(what, "2d6", found.active), Throw(what, "2d6", found.passive)
    battle.emit(
        ContestMade(
            battle.now, active.id, passive.id, what, throws[0], bearings[0], throws[1], bearings[1], found.margin
        )
    )
