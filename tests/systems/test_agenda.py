from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fleshwound.systems.agenda import Agenda, Task


@given(st.lists(st.integers(0, 20), max_size=60))
def test_entries_run_by_due_then_in_the_order_they_were_put_down(dues: list[int]) -> None:
    agenda = Agenda()
    for n, due in enumerate(dues):
        agenda.put(due, Task("x", n))
    listed = [(entry.due, entry.task.creature) for entry in agenda]
    taken = [(entry.due, entry.task.creature) for entry in (agenda.take() for _ in range(len(agenda)))]
    assert taken == listed == sorted((due, n) for n, due in enumerate(dues))
    assert agenda.next_due() is None


def test_tasks_of_one_moment_are_never_compared() -> None:
    """Payloads of different kinds can't be ordered; the sequence decides before them."""
    agenda = Agenda()
    agenda.put(5, Task("x", 1, ("word",)))
    agenda.put(5, Task("x", 1, (None, 3)))
    assert [agenda.take().task.payload, agenda.take().task.payload] == [("word",), (None, 3)]
    assert len(agenda) == 0


def test_listing_takes_nothing_out() -> None:
    agenda = Agenda()
    agenda.put(3, Task("x", 1))
    assert [entry.due for entry in agenda] == [3]
    assert agenda.next_due() == 3
    assert len(agenda) == 1
