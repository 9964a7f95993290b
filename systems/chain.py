"""Chains: a distribution over states, carried from each moment at which something is due to the next.

A ruleset says what its states are and what each comes to; this carries all of them on at once, those that are equal as
one, and writes down how they stand after every moment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Any, Final, NamedTuple, TypeAlias

from fleshwound.components.fact import fact
from fleshwound.systems.prognosis import Moment, Prognosis, frozen

NEVER: Final = 1 << 62
"""When a state is due that nothing will ever change, in microseconds."""

MOST: Final = 50_000
"""States that may live at one time; beyond that the least probable are dropped."""

LEAST: Final = 1e-20
"""A state less probable than this is dropped: a re-test that fails for ever has no end but this."""

State: TypeAlias = tuple[Any, ...]
"""What the ruleset reads, hashable: first when something is next due, in microseconds, then the index of a `View`."""


Fates: TypeAlias = Sequence[tuple[State, float]]
"""What a state comes to, with chances that add up to 1."""

Rows: TypeAlias = tuple[tuple[float, ...], ...]
"""By how much likelier each of some views is after each of several tests than after the last."""


@fact(eq=False)
class Spell:
    """Tests of a state, one after the other, between which nothing else happens: made at once, and told one by one.

    Whatever each comes to, what it comes to in the end is the same as if they were made singly; but it is no more work
    than one.
    """

    period: int
    """Microseconds from one test to the next; the first is due now."""
    views: tuple[int, ...]
    """Indices of the views that it may have meanwhile; any may stand here twice."""
    rows: Rows
    """How it stands after each test, by `views`: as many as there are tests; those of the same tests are one object."""
    fates: Fates
    """What it comes to after the last."""


Step: TypeAlias = Callable[[Any], Fates | Spell]
"""Does the first thing due of a state, or as many tests as nothing else comes between."""


class View(NamedTuple):
    """What is told of a state."""

    word: str
    """In the ruleset's words, as `Vitals.state` has it."""
    recovered: bool = False
    """Whether it is out of all danger."""
    bleeding: bool = False


class _Spells(NamedTuple):
    """Spells that run side by side."""

    began: int
    period: int
    tests: int
    running: dict[tuple[tuple[int, ...], int], tuple[float, Rows]]
    """By views and the identity of the rows: the chance of being in it, and the rows."""


class Chain:
    """The states that are possible at a moment, by when something is next due."""

    def __init__(self, first: State, step: Step, views: Sequence[View], dead: str, most: int = MOST) -> None:
        """Begin with one state. `views` are what the states' second entries index; `dead` is the word for the dead."""
        self._step = step
        self._views = views
        self._dead = dead
        self._most = most
        self._words = list(dict.fromkeys(view.word for view in views))
        self._buckets: dict[int, dict[State, float]] = {first[0]: {first: 1.0}}
        self._heap = [first[0]]
        self._told: dict[int, list[float]] = {}
        self._spells: dict[tuple[int, int, int], _Spells] = {}
        self._dropped = 0.0

    def prognosis(self, now: int, horizon: int) -> Prognosis:
        """Carry the chain on from `now` through everything due within `horizon`, both in microseconds."""
        until = now + horizon
        moments = [self._moment(now, 0)]
        while self._heap and self._heap[0] <= until:
            due = heappop(self._heap)
            self._instant(due)
            moment = self._moment(due, max(0, due - now))
            if moments[-1].after == moment.after:
                moments.pop()
            moments.append(moment)
        return Prognosis(horizon, tuple(moments), self._dropped)

    def _instant(self, due: int) -> None:
        wave = self._buckets.pop(due)
        self._told.pop(due, None)
        step = self._step
        arriving: defaultdict[int, dict[State, float]] = defaultdict(dict)
        while wave:
            arrived = arriving[due] = {}
            for state, chance in wave.items():
                found = step(state)
                fates = self._begun(due, chance, found) if isinstance(found, Spell) else found
                for after, share in fates:
                    there = arriving[after[0]]
                    there[after] = there.get(after, 0.0) + chance * share
            wave = arrived
        arriving.pop(due, None)  # not there where all that was due had been dropped
        for later, states in arriving.items():
            self._arrive(later, states)
        if sum(map(len, self._buckets.values())) > self._most:
            self._prune()

    def _begun(self, due: int, chance: float, spell: Spell) -> Fates:
        """Note how a spell goes on meanwhile, and give what it comes to."""
        period, views, rows = spell.period, spell.views, spell.rows
        tests = len(rows)
        if tests > 1:
            spells = self._spells.get((due, period, tests))
            if spells is None:
                spells = self._spells[due, period, tests] = _Spells(due, period, tests, {})
                for time in range(due + period, due + period * tests, period):
                    self._bucket(time)
            key = views, id(rows)
            there = spells.running.get(key)
            spells.running[key] = (chance if there is None else there[0] + chance), rows
        return spell.fates

    def _bucket(self, due: int) -> dict[State, float]:
        there = self._buckets.get(due)
        if there is None:
            there = self._buckets[due] = {}
            heappush(self._heap, due)
        return there

    def _arrive(self, due: int, states: dict[State, float]) -> None:
        self._told.pop(due, None)
        there = self._bucket(due)
        for state, chance in states.items():
            if chance < LEAST:
                self._dropped += chance
            else:
                there[state] = there.get(state, 0.0) + chance

    def _prune(self) -> None:
        """Drop the least probable of the states that go on; of equals the last to come."""
        living = [
            (chance, due, state)
            for due, states in self._buckets.items()
            if due != NEVER
            for state, chance in states.items()
        ]
        living.sort(key=lambda entry: entry[0], reverse=True)
        for chance, due, state in living[self._most :]:
            del self._buckets[due][state]
            self._told.pop(due, None)
            self._dropped += chance

    def _moment(self, time: int, after: int) -> Moment:
        told = self._told
        for due, states in self._buckets.items():
            if states and due not in told:
                sums = told[due] = [0.0] * len(self._views)
                for state, chance in states.items():
                    sums[state[1]] += chance
        totals = [sum(column) for column in zip([0.0] * len(self._views), *told.values(), strict=True)]
        if self._spells:
            self._untold(time, totals)
        by_state = dict.fromkeys(self._words, 0.0)
        recovered = bleeding = 0.0
        for (word, safe, bleeds), total in zip(self._views, totals, strict=True):
            if total > 0:
                by_state[word] += total
                if safe:
                    recovered += total
                if bleeds:
                    bleeding += total
        return Moment(after, frozen(by_state), by_state[self._dead], recovered, bleeding, self._dropped)

    def _untold(self, time: int, totals: list[float]) -> None:
        """Tell of the spells as they stand by `time`, not as they will end."""
        for key, (began, period, tests, running) in list(self._spells.items()):
            made = (time - began) // period + 1
            if made >= tests:
                del self._spells[key]
                continue
            for (views, _), (chance, rows) in running.items():
                ahead = rows[made - 1]
                for place in range(len(views)):  # `zip` would cost more than what is done
                    totals[views[place]] += chance * ahead[place]
