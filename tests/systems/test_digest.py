from __future__ import annotations

from dataclasses import dataclass

import pytest

from fleshwound.components.draws import Level
from fleshwound.components.events import Died, Event, Moved, Spawned
from fleshwound.systems.digest import Digest, canonical


@dataclass(frozen=True, slots=True)
class Bare(Event):
    """An event with nothing of its own."""


@dataclass(frozen=True, slots=True)
class Pair:
    words: tuple[tuple[str, int], ...]
    level: Level
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Measured(Event):
    found: Pair
    by: int | None


@dataclass(frozen=True, slots=True)
class Inner:
    only: str


@dataclass(frozen=True, slots=True)
class Nested(Event):
    inner: Inner


@dataclass(frozen=True, slots=True)
class Loose(Event):
    value: object


def digest_of(*events: Event) -> str:
    digest = Digest()
    for event in events:
        digest.add(event)
    return digest.hexdigest()


def test_the_canonical_form_names_the_event_and_every_field_plainly() -> None:
    found = Pair((("glancing", 10),), Level.CS)
    assert canonical(Measured(5, found, None)) == b"('Measured', 5, ('Pair', (('glancing', 10),), 4, False), None)"


def test_events_and_values_of_one_field_have_a_form() -> None:
    assert canonical(Bare(3)) == b"('Bare', 3)"
    assert canonical(Nested(3, Inner("word"))) == b"('Nested', 3, ('Inner', 'word'))"


def test_the_order_of_events_counts_and_each_of_them() -> None:
    a, b = Died(1, 1, "x", None), Moved(1, 1, ((0, 1),), 2)
    assert len({digest_of(), digest_of(a), digest_of(b), digest_of(a, b), digest_of(b, a), digest_of(a, a)}) == 6


def test_reading_the_digest_in_between_changes_nothing() -> None:
    events = [Spawned(n, n, "wolf", f"wolf {n}", "red", n, -n) for n in range(3000)]
    read = Digest()
    for n, event in enumerate(events):
        read.add(event)
        if n % 700 == 0:
            read.hexdigest()
    assert read.hexdigest() == digest_of(*events)


@pytest.mark.parametrize("value", [0.5, {1, 2}, [1], {"a": 1}, b"x"])
def test_what_has_no_form_that_is_the_same_everywhere_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="canonical form"):
        digest_of(Loose(1, value))


def test_true_and_one_are_different_facts() -> None:
    assert digest_of(Loose(1, True)) != digest_of(Loose(1, 1))
