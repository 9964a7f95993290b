"""Tasks: traits, ease, the number to roll under, levels of success and failure (starfarer B1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from fleshwound.components.draws import Draw, Rule, spread
from fleshwound.components.events.tasks import Named, TaskMade
from fleshwound.systems.drivers import Answered
from fleshwound.systems.starfarer.tables import LevelBy, TaskTable

FACES: Final = range(1, 101)
"""What d% shows; 00 is 100."""
KEPT: Final = 65_536
"""How many different tasks are kept ready made."""


def named(*pairs: tuple[str, int]) -> Named:
    """Put figures together by name, what is 0 left out."""
    return tuple(pair for pair in pairs if pair[1])


class Task(NamedTuple):
    """A task that is ready to be rolled: one or two traits, their penalties, ease and what modifies it."""

    what: str
    traits: Named
    """Before penalties. By our reading BCS of a task of one trait is the trait alone [R]."""
    ease: int
    """EF."""
    penalties: Named = ()
    """Taken from each trait, 0 or less each."""
    eases: Named = ()
    """EM: added to EF."""
    levels: Named = ()
    """Added to LOS."""

    def eased(self, *eases: tuple[str, int]) -> Task:
        """Modify EF; 0 changes nothing."""
        more = named(*eases)
        return self._replace(eases=(*self.eases, *more)) if more else self


class Result(NamedTuple):
    """How a task came out."""

    success: bool
    level: int
    """LOS of a success, LOF of a failure; 0 or more."""


UNROLLED: Final = Result(False, 0)
"""Of a task that could only fail and wasn't rolled."""


def bcs(table: TaskTable, task: Task) -> int:
    """Add up the traits, each with its penalties and never below 0 [R] (starfarer B1)."""
    penalty = sum(value for _, value in task.penalties)
    whole = sum(max(table.trait_least, value + penalty) for _, value in task.traits)
    return whole * table.lone_trait if len(task.traits) == 1 else whole


def mcs(table: TaskTable, task: Task) -> int:
    """Multiply BCS by the modified EF; an EF of 0 or less is an automatic failure: 0 (starfarer B1)."""
    ease = task.ease + sum(value for _, value in task.eases)
    return bcs(table, task) * ease if ease > table.ease_over else 0


def read(table: TaskTable, task: Task, face: int) -> Result:
    """Read a d% face, 1..100: success, and the level (starfarer B1).

    LOS is the margin below MCS over the divisor, LOF the margin above it; MCS counts uncapped. A failure by AFL alone
    has LOF 0.
    """
    target = mcs(table, task)
    if face <= target and face < table.always_fails_from:
        level = (target - face) // _divisor(table, task, table.los_by) + sum(value for _, value in task.levels)
        return Result(True, max(table.los_least, level))
    return Result(False, max(0, (face - target) // _divisor(table, task, table.lof_by)))


def _divisor(table: TaskTable, task: Task, by: LevelBy) -> int:
    # Without any trait nothing succeeds; its failure is then measured in single points.
    return table.divisor if by is LevelBy.DIVISOR else max(1, bcs(table, task))


@dataclass(frozen=True, slots=True, eq=False)
class TaskDraw(Draw):
    """A d% request that knows its task, for the log and for rules that read its face."""

    task: Task = field(kw_only=True)
    table: TaskTable = field(kw_only=True, repr=False)
    results: tuple[Result, ...] = field(kw_only=True, repr=False)
    """By face; for 0 that of a task which wasn't rolled."""

    @property
    def hopeless(self) -> bool:
        """Whether it can only fail: its MCS is 0."""
        return not self.target

    def made(self, face: int) -> TaskMade:
        """Put it as the log tells it, with the face that it showed."""
        return told(self.table, self.task, face)


def told(table: TaskTable, task: Task, face: int) -> TaskMade:
    """Put a task as the log tells it; `face` 0 for one that could only fail and wasn't rolled."""
    result = read(table, task, face) if face else UNROLLED
    return TaskMade(
        task.what, task.traits, task.penalties, task.ease, task.eases, task.levels, mcs(table, task), face, *result
    )


@lru_cache(KEPT)
def measured(table: TaskTable, task: Task) -> TaskDraw:
    """Ask how a task comes out. Answers a `Result`."""
    results = _results(table, task)
    by_result: dict[Result, list[int]] = {}
    for face in FACES:
        by_result.setdefault(results[face], []).append(face)
    return _draw(table, task, results, by_result.items())


@lru_cache(KEPT)
def passed(table: TaskTable, task: Task) -> TaskDraw:
    """Ask whether a simple task succeeds. Answers True or False."""
    results = _results(table, task)
    faces: tuple[list[int], list[int]] = ([], [])
    for face in FACES:
        faces[results[face].success].append(face)
    return _draw(table, task, results, ((False, faces[0]), (True, faces[1])))


@lru_cache(KEPT)
def shown(table: TaskTable, task: Task) -> TaskDraw:
    """Ask what a task rolls whose digits are read. Answers the face of a success, 1..95, or 0 for any failure."""
    results = _results(table, task)
    successes = [face for face in FACES if results[face].success]
    failures = [face for face in FACES if not results[face].success]
    return _draw(table, task, results, ((0, failures), *((face, [face]) for face in successes)))


def _results(table: TaskTable, task: Task) -> tuple[Result, ...]:
    return (UNROLLED, *(read(table, task, face) for face in FACES))


def _draw(
    table: TaskTable, task: Task, results: tuple[Result, ...], faces_of: Iterable[tuple[object, list[int]]]
) -> TaskDraw:
    pairs = list(faces_of)
    return TaskDraw(
        task.what,
        spread((answer, len(faces)) for answer, faces in pairs),
        mcs(table, task),
        tuple(face for _, faces in pairs for face in faces),
        task=task,
        table=table,
        results=results,
    )


def attempted(table: TaskTable, task: Task) -> Rule[bool]:
    """Try a simple task; what can only fail isn't rolled (starfarer B1)."""
    request = passed(table, task)
    if request.hopeless:
        return False
    success: bool = yield request
    return success


def tasks_made(trail: Iterable[Answered]) -> tuple[TaskMade, ...]:
    """List every task of a trail, in order, for the log."""
    made: list[TaskMade] = []
    for request, _, face in trail:
        if isinstance(request, TaskDraw):
            assert face is not None, "a task has faces"
            made.append(request.made(face))
    return tuple(made)
