from __future__ import annotations

import struct
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from fleshwound.components.draws import Level
from fleshwound.components.events import EVENTS, Died, Event, Moved, Spawned
from fleshwound.systems.canonical import canonical
from fleshwound.systems.digest import Digest


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


def test_the_canonical_form_names_the_event_and_tells_every_field() -> None:
    found = Pair((("glancing", 10),), Level.CS)
    numbers = struct.pack("<5q", 5, Level.CS, False, True, 0)
    name, words = b"'Measured'", b"(('glancing', 10),)"
    assert canonical(Measured(5, found, None)) == sized(name) + numbers + sized(words)


def sized(text: bytes) -> bytes:
    return struct.pack("<I", len(text)) + text


def test_events_and_values_of_one_field_have_a_form() -> None:
    assert canonical(Bare(3)) == sized(b"'Bare'") + struct.pack("<q", 3)
    assert canonical(Nested(3, Inner("word"))) == sized(b"'Nested'") + struct.pack("<q", 3) + sized(b"'word'")


def example(kind: type[Event], n: int) -> Event:
    """An event of a kind, every field told apart from every other by `n`."""

    def value(hint: Any, n: int) -> Any:
        args = [of for of in get_args(hint) if of is not type(None)]
        if hint is bool:
            return bool(n % 2)
        if hint is int:
            return n
        if hint is str:
            return f"word {n}"
        if get_origin(hint) in (Union, UnionType):
            return None if n % 3 == 0 else value(args[0], n)
        if get_origin(hint) is tuple:
            if Ellipsis in get_args(hint):
                return tuple(value(args[0], n + i) for i in range(n % 3))
            return tuple(value(of, n + i) for i, of in enumerate(args))
        if issubclass(hint, IntEnum):
            return list(hint)[n % len(hint)]
        return hint(*(value(h, n + i) for i, h in enumerate(get_type_hints(hint).values())))

    return kind(*(value(hint, n + i) for i, hint in enumerate(get_type_hints(kind).values())))


@pytest.mark.parametrize("kind", EVENTS)
def test_no_two_different_events_have_one_form(kind: type[Event]) -> None:
    """Each field changed by itself changes what is written; the same is written the same."""
    for n in range(12):
        event = example(kind, n)
        assert canonical(event) == canonical(replace(event))
        other = example(kind, n + 1)
        for field in fields(kind):
            changed = replace(event, **{field.name: getattr(other, field.name)})
            assert (canonical(changed) == canonical(event)) == (changed == event)


def test_numbers_too_great_for_eight_bytes_have_a_form_too() -> None:
    great = [Bare(n) for n in (2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**200)]
    assert len({canonical(event) for event in great}) == len(great)


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
