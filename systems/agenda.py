"""The agenda: what is due when, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

Payload: TypeAlias = tuple[str | int | bool | None, ...]


class Task(NamedTuple):
    """Something for a system to do: what kind, about whom, with which particulars."""

    kind: str
    creature: int
    """Combat id; 0 where it is about nobody."""
    payload: Payload = ()


class Entry(NamedTuple):
    """A task and when it is due. Entries of one moment run in the order they were put down."""

    due: int
    """In microseconds."""
    sequence: int
    task: Task


class Agenda:
    """A heap of entries. Nothing is ever taken out but by falling due: a system checks whether a task still holds."""

    def __init__(self) -> None:
        self._heap: list[Entry] = []
        self._sequence = 0

    def __len__(self) -> int:
        return len(self._heap)

    def __iter__(self) -> Iterator[Entry]:
        """Go through the entries in the order they will run."""
        return iter(sorted(self._heap))

    @property
    def sequence(self) -> int:
        """Number of the last entry put down."""
        return self._sequence

    def restore(self, entries: Iterable[Entry], sequence: int) -> None:
        """Put down entries as they were, in place of what there is; `sequence` is the number of the last."""
        self._heap = sorted(entries)
        self._sequence = sequence

    def put(self, due: int, task: Task) -> None:
        """Put `task` down for `due` microseconds."""
        self._sequence += 1
        heappush(self._heap, Entry(due, self._sequence, task))

    def next_due(self) -> int | None:
        """Tell when the next entry is due; None for an empty agenda."""
        return self._heap[0].due if self._heap else None

    def take(self) -> Entry:
        """Take out the next entry."""
        return heappop(self._heap)
