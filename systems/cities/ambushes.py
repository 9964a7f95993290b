"""Ambushes as a system: who is caught unaware has no part in the first round of a fight (cities A2)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final

from fleshwound.components.draws import Rule
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import StanceTaken
from fleshwound.components.hazards import Ambush
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.checks import Named
from fleshwound.systems.cities.contests import Opposed, bearing, opposed, tell_contest
from fleshwound.systems.cities.fighter import Fighter, Reader, of
from fleshwound.systems.drivers import Answered
from fleshwound.systems.queries import side_of
from fleshwound.systems.ruleset import System

AMBUSH: Final = "ambush"
UNAWARE: Final = "unaware"


class Ambushes(System):
    """Catches creatures unaware. The payload is the combat id of who sneaks up; 0: it is caught for certain."""

    kinds = (AMBUSH,)
    payloads = MappingProxyType({AMBUSH: tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def rule(self, battle: Battle, task: Task) -> Rule[Opposed] | None:
        """Measure stealth against notice, where the surprise is contested (cities A2)."""
        by = task.payload[0]
        assert isinstance(by, int)
        if not by:
            return None
        return opposed(AMBUSH, *bearings(of(self.reader, battle, by), of(self.reader, battle, task.creature)))

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Tell how it came out; who noticed nothing is unaware."""
        who = of(self.reader, battle, task.creature)
        if facts is not None:
            by = task.payload[0]
            assert isinstance(by, int)
            sneaking = of(self.reader, battle, by)
            tell_contest(battle, sneaking, who, AMBUSH, bearings(sneaking, who), facts)
            if facts.margin <= 0:
                return
        if not who.footing.unaware:
            who.footing.unaware = True
            battle.emit(StanceTaken(battle.now, who.id, UNAWARE))


def bearings(sneaking: Fighter, watching: Fighter) -> tuple[Named, Named]:
    """Give what either adds: Sneak and Dexterity, Notice and Wisdom (cities A2)."""
    return bearing(sneaking, ("sneak",), "dexterity"), bearing(watching, ("notice",), "wisdom")


def ambush_task(battle: Battle, who: Fighter, ambush: Ambush) -> Task:
    """Put an ambush into a task.

    Raises:
        IntentRefused: it is out, the fight has begun, or who sneaks up is none of its able foes.
        DespawnedCreature: who sneaks up takes no part.
    """
    if who.out:
        raise IntentRefused(Refusal.CANNOT_ACT, "it is out of the fight; expected a creature that could take part")
    if battle.encounter is not None and battle.encounter.round:
        raise IntentRefused(Refusal.FIGHTING, "the fight has begun; expected an ambush before its first round")
    if ambush.by is None:
        return Task(AMBUSH, who.id, (0,))
    by = of(who.reader, battle, battle.id_of(ambush.by))
    if side_of(by.entity) == side_of(who.entity):
        raise IntentRefused(Refusal.OWN_TARGET, "who sneaks up is of its own side; expected a foe")
    if by.out:
        raise IntentRefused(Refusal.CANNOT_ACT, "who sneaks up is out of the fight; expected a foe that is able")
    return Task(AMBUSH, who.id, (by.id,))


def check_aware(battle: Battle, who: Fighter) -> None:
    """Refuse whoever is caught unaware, as long as the fight's first round lasts (cities A2).

    Raises:
        IntentRefused: it is.
    """
    if who.footing.unaware and battle.encounter is not None and battle.encounter.round <= 1:
        raise IntentRefused(Refusal.UNAWARE, "it is caught unaware; expected another round than the first")
