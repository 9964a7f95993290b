"""Shock re-tests and the courses of Extended Shock and coma, as systems (heroic H5, H6, H7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from fleshwound.components.creature import FatigueKind, InjuryKind, Shock, ShockCause
from fleshwound.components.draws import Rule
from fleshwound.components.events import CourseBegan, CourseEnded, CourseTested, RetestMade
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic.consequences import LASTING, await_retest, change, enter_shock, locked, record, tire
from fleshwound.systems.heroic.convalescence import base_of
from fleshwound.systems.heroic.course import (
    CourseEnd,
    CourseResult,
    coma_weariness,
    course_interval,
    course_test,
    state_after,
)
from fleshwound.systems.heroic.d100 import rolls
from fleshwound.systems.heroic.fatigue import begin_anew, plan_recovery
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.retest import Retest, causing_wound, retest
from fleshwound.systems.ruleset import System


def course_name(kind: InjuryKind) -> str:
    """Call a course in the rulebook's words."""
    return kind.value.replace("_", " ")


class ShockRetests(System):
    """Re-tests of the stunned, the incapacitated and the unconscious, when they are due.

    The payload is the moment a timed re-test was set for, or nothing where a turn's end brings it.
    """

    kinds = ("retest",)
    payloads = MappingProxyType({"retest": tuple[int, ...]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def rule(self, battle: Battle, task: Task) -> Rule[tuple[Retest, int | None]] | None:
        """Re-test, unless what the re-test was set for is over."""
        entity = battle.roster.get(task.creature)
        if entity is None:
            return None
        who = fighter(self.reader, entity)
        shock = who.shock
        set_for = task.payload[0] if task.payload else None
        if shock.state in (Shock.NONE, Shock.DEAD) or shock.retest_at != set_for or locked(who):
            return None
        return self._retested(who)

    def _retested(self, who: Fighter) -> Rule[tuple[Retest, int | None]]:
        wound = causing_wound(who.anatomy, who.injuries.entries, who.shock.cause)
        result = yield from retest(self.tables, who.shock.state, who.stance.shock_skill, wound)
        delay = None
        if result.course is not None:
            delay = yield from course_interval(self.tables, result.course)
        return result, delay

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Apply the result; it is never offered."""
        if facts is None:
            return
        result: Retest = facts[0]
        delay: int | None = facts[1]
        who = fighter(self.reader, battle.entity(task.creature))
        before = who.shock.state
        roll = rolls(trail)[0]
        outcome = course_name(result.course) if result.course is not None else result.state.name.lower()
        battle.emit(RetestMade(battle.now, who.id, before.name.lower(), roll, outcome))
        if result.course is not None and delay is not None:
            known = who.shock.cause
            number = None if known is None else known.injury
            entry = record(
                battle,
                who,
                result.course,
                location=result.location,
                healing_rate=result.healing_rate,
                by=next((e.by for e in who.injuries.entries if e.number == number), None),
                how="shock",
            )
            where = "" if result.location is None else who.anatomy.locations[result.location].id
            who.shock.retest_at = None
            battle.emit(
                CourseBegan(battle.now, who.id, course_name(entry.kind), entry.number, entry.healing_rate or 0, where)
            )
            battle.after(delay, Task("course", who.id, (entry.number,)))
            plan_recovery(battle, who)  # in Extended Shock none comes
            return
        if result.state is before:
            await_retest(battle, who)
            return
        # What is left of the state still comes of what brought it.
        known = who.shock.cause or ShockCause("", None, None, 0, 0, False, 0, None, 0)
        enter_shock(battle, who, result.state, replace(known, what="re-test", index=0, roll=roll, at=battle.now))


class Courses(System):
    """Courses of Extended Shock and coma: tested until death or waking. The payload is the number of the X entry."""

    kinds = ("course",)
    payloads = MappingProxyType({"course": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def rule(self, battle: Battle, task: Task) -> Rule[tuple[CourseResult, int | None]] | None:
        """Test the course, unless it or its bearer is no more."""
        entity = battle.roster.get(task.creature)
        if entity is None:
            return None
        who = fighter(self.reader, entity)
        entry = next((e for e in who.injuries.entries if e.number == task.payload[0]), None)
        if who.shock.state is Shock.DEAD or entry is None or entry.healing_rate is None:
            return None
        return self._tested(who, entry.kind, entry.healing_rate)

    def _tested(self, who: Fighter, kind: InjuryKind, rate: int) -> Rule[tuple[CourseResult, int | None]]:
        result = yield from course_test(self.tables, kind, rate, base_of(who), who.stance.state.fatigue)
        delay = None
        if result.end is None:
            delay = yield from course_interval(self.tables, kind)
        return result, delay

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Apply the result, and set the next test where the course goes on."""
        if facts is None:
            return
        result: CourseResult = facts[0]
        delay: int | None = facts[1]
        who = fighter(self.reader, battle.entity(task.creature))
        entry = next(e for e in who.injuries.entries if e.number == task.payload[0])
        name = course_name(entry.kind)
        roll = rolls(trail)[0]
        battle.emit(CourseTested(battle.now, who.id, name, entry.number, roll, result.before, result.after))
        entry = change(who, entry.number, healing_rate=result.after)
        if delay is not None:
            battle.after(delay, task)
            return
        held = any(e is not entry and e.kind in LASTING for e in who.injuries.entries)
        if result.end is CourseEnd.OVER:
            who.injuries.entries.remove(entry)
            battle.emit(CourseEnded(battle.now, who.id, name, entry.number))
            begin_anew(battle, who)
            if entry.kind is InjuryKind.COMA:
                tire(battle, who, FatigueKind.WEARINESS, "coma", coma_weariness(battle.now - entry.at))
        after = state_after(who.shock.state, result, held=held)
        cause = ShockCause(name, entry.location, None, 0, 0, False, 0, roll, battle.now)
        enter_shock(battle, who, after, cause, entry.by)
