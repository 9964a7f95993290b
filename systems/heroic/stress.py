"""Stress: psyche conditions surface, take their course, are triggered and rest, as a system (heroic H15)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from fleshwound.components.creature import Shock
from fleshwound.components.draws import Level, Rule
from fleshwound.components.events import (
    PsycheEnded,
    PsycheRested,
    PsycheSurfaced,
    PsycheTested,
    PsycheTriggered,
)
from fleshwound.components.ids import SECOND
from fleshwound.components.nerve import Psyche
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic.d100 import Mastery, attribute_mastery, rolls
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.nerves import weaken
from fleshwound.systems.heroic.psyche import StressResult, stress_interval, stress_test, triggered
from fleshwound.systems.ruleset import System


def trigger(battle: Battle, who: Fighter, source: str) -> None:
    """Trigger the condition of a source at this moment, if there is one that can act (heroic H15).

    Only what has surfaced, is of level 2 or more and doesn't act yet. Its source comes upon the creature again: that
    triggers it [R].
    """
    for condition in who.nerve.psyche:
        acts = condition.acts_until is not None or condition.level < who.tables.psyche.impulse_level
        if condition.source == source and condition.surfaced and not acts:
            battle.held_up.append(Task("trigger", who.id, (condition.number,)))


def acting(who: Fighter) -> list[Psyche]:
    """List the psyche conditions that act now."""
    return [condition for condition in who.nerve.psyche if condition.acts_until is not None]


class PsycheCourses(System):
    """Lets psyche conditions surface and tests them every d6 days; has them act when triggered, and rest again.

    The payload is the number of the condition and, but for `trigger`, the moment it was set for.
    """

    kinds = ("psyche", "trigger", "subside")
    payloads = MappingProxyType({"psyche": tuple[int, int], "trigger": tuple[int], "subside": tuple[int, int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def about(self, task: Task) -> Sequence[int]:
        """List its bearer, and nobody else."""
        return (task.creature,)

    def _found(self, battle: Battle, task: Task) -> tuple[Fighter, Psyche] | None:
        """Find whom and what a task is about; None: it no longer holds."""
        entity = battle.roster.get(task.creature)
        if entity is None:
            return None
        who = fighter(self.reader, entity)
        condition = next((each for each in who.nerve.psyche if each.number == task.payload[0]), None)
        if condition is None or who.shock.state is Shock.DEAD:
            return None
        set_for = {"psyche": condition.due, "subside": condition.acts_until}.get(task.kind)
        return (who, condition) if task.kind == "trigger" or task.payload[1] == set_for else None

    def rule(self, battle: Battle, task: Task) -> Rule[Any] | None:
        """Test the course of a condition that has surfaced, or whether one that is triggered acts."""
        found = self._found(battle, task)
        if found is None or task.kind == "subside":
            return None
        who, condition = found
        if task.kind == "trigger":
            return triggered(self.tables, who.stance.attribute("will"))
        return self._course(who, condition)

    def _course(self, who: Fighter, condition: Psyche) -> Rule[tuple[StressResult | None, int]]:
        result = None
        if condition.surfaced:
            will = Mastery(attribute_mastery(who.abilities.attributes.get("will", 0), self.tables.test))
            result = yield from stress_test(self.tables, will, condition.level, permanent=condition.permanent)
            if not result.after:
                return result, 0
        delay = yield from stress_interval(self.tables)
        return result, delay

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Let it surface, take its course, act or rest."""
        found = self._found(battle, task)
        if found is None:
            return
        who, condition = found
        if task.kind == "subside":
            condition.acts_until = None
            battle.emit(PsycheRested(battle.now, who.id, condition.source))
        elif task.kind == "trigger":
            self._triggered(battle, who, condition, facts, trail)
        else:
            self._tested(battle, who, condition, facts, trail)

    def _triggered(
        self, battle: Battle, who: Fighter, condition: Psyche, facts: tuple[Level, int], trail: Sequence[Answered]
    ) -> None:
        seconds = facts[1]
        if seconds:
            condition.acts_until = battle.now + seconds * SECOND
            battle.agenda.put(condition.acts_until, Task("subside", who.id, (condition.number, condition.acts_until)))
        battle.emit(
            PsycheTriggered(
                battle.now, who.id, condition.source, condition.level, rolls(trail)[0], condition.acts_until
            )
        )

    def _tested(
        self,
        battle: Battle,
        who: Fighter,
        condition: Psyche,
        facts: tuple[StressResult | None, int],
        trail: Sequence[Answered],
    ) -> None:
        result, delay = facts
        if result is None:
            condition.surfaced = True
            battle.emit(PsycheSurfaced(battle.now, who.id, condition.source, condition.level))
        else:
            condition.level, condition.permanent = result.after, result.permanent
            battle.emit(
                PsycheTested(
                    battle.now, who.id, condition.source, rolls(trail)[0], result.before, result.after, result.permanent
                )
            )
        weaken(battle, who, condition)
        if not condition.level:
            who.nerve.psyche.remove(condition)
            battle.emit(PsycheEnded(battle.now, who.id, condition.source))
            return
        condition.due = battle.now + delay
        battle.agenda.put(condition.due, Task("psyche", who.id, (condition.number, condition.due)))
