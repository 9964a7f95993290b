"""Hazards: what befalls a creature otherwise than by somebody's blow [R]."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final

from fleshwound.components.draws import Rule
from fleshwound.components.errors import BadValue, IntentRefused, Refusal
from fleshwound.components.hazards import EVERYWHERE, Ambush, Dice, Fall, Fire, Harm, Hazard
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.ambushes import ambush_task
from fleshwound.systems.cities.attack import Attack, attack_check
from fleshwound.systems.cities.checks import Named
from fleshwound.systems.cities.consequences import fall
from fleshwound.systems.cities.damage import Force, Wound, struck
from fleshwound.systems.cities.fighter import Fighter, Reader, of, victim_of
from fleshwound.systems.cities.harm import Faces, commit_wound
from fleshwound.systems.drivers import Answered
from fleshwound.systems.ruleset import System

HAZARD: Final = "hazard"
FALL: Final = "fall"
FIRE: Final = "fire"
MOST_DICE: Final = 40
"""Dice of one harm, at the most, as of what a host brings."""


class Hazards(System):
    """Commits hazards: dice of damage that soak takes, and no Trauma Die. The payload is the dice and the cause."""

    kinds = ("harm",)
    payloads = MappingProxyType({"harm": tuple[int, int, int, str]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def _attack(self, battle: Battle, task: Task) -> Attack:
        count, sides, plus, cause = task.payload
        assert isinstance(count, int)
        assert isinstance(sides, int)
        assert isinstance(plus, int)
        added: Named = ((HAZARD, plus),) if plus else ()
        victim = victim_of(battle, of(self.reader, battle, task.creature))
        return Attack(0, str(cause), attack_check((), (), 0), Force(count, sides, added, wrecks=True), victim)

    def rule(self, battle: Battle, task: Task) -> Rule[Wound]:
        """Begin it."""
        made = self._attack(battle, task)
        return struck(made.force, made.victim, 0, self.reader.tables.damage.least)

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Make it true; who fell lies."""
        who = of(self.reader, battle, task.creature)
        made = self._attack(battle, task)
        if task.payload[3] == FALL:
            fall(battle, who, FALL)
        commit_wound(battle, who, made, facts, HAZARD, Faces(trail))


def hazard_task(battle: Battle, who: Fighter, hazard: Hazard) -> Task:
    """Put what befalls a creature into a task: harm, a fall and fire are dice of damage, by the table [R].

    Raises:
        IntentRefused: it is dead, has no body, or these rules know no such thing.
        BadValue: a place, which these rules don't know.
    """
    if not who.alive:
        raise IntentRefused(Refusal.DEAD, "it is dead; expected a living creature")
    if isinstance(hazard, Ambush):
        return ambush_task(battle, who, hazard)
    if who.anatomy.incorporeal:
        raise IntentRefused(Refusal.INCORPOREAL_TARGET, "it has no body to harm; expected one that has")
    table = who.tables.hazards
    match hazard:
        case Harm(impact, _, at, _, cause):
            if at not in (None, EVERYWHERE):
                raise BadValue(f"at is {at!r}; expected None or {EVERYWHERE!r}, for these rules know no places")
            return _task(who, impact, cause)
        case Fall(feet):
            return _task(who, Dice(min(MOST_DICE, feet // table.fall_ft), table.sides), FALL)
        case Fire(intensity, _):
            return _task(who, Dice(intensity, table.sides), FIRE)
    why = f"{hazard!r} is nothing these rules know; expected Harm, Fall, Fire or Ambush"
    raise IntentRefused(Refusal.UNSUPPORTED, why)


def _task(who: Fighter, dice: Dice, cause: str) -> Task:
    return Task("harm", who.id, (dice.count, dice.sides, dice.plus, cause))
