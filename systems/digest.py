"""The event digest: same seed and same inputs, same digest, everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Final

from fleshwound.components.events import Event

VERSION: Final = "fleshwound-events-1"
"""Tag of the canonical form; a change of the form changes it."""


def _plain(value: object) -> object:
    """Reduce a field's value to ints, strings, None, booleans and tuples, whose `repr` is the same everywhere."""
    if value is None or type(value) in (int, str, bool):
        return value
    if isinstance(value, Enum):
        return _plain(value.value)
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if is_dataclass(value):
        return (type(value).__name__, *(_plain(getattr(value, f.name)) for f in fields(value)))
    kind = type(value).__name__
    raise TypeError(f"{kind} has no canonical form; expected int, str, bool, None, enum, tuple or dataclass")


@cache
def _reader(kind: type[Event]) -> Callable[[Event], tuple[Any, ...]]:
    names = [f.name for f in fields(kind)]
    read = attrgetter(*names)
    return read if len(names) > 1 else lambda event: (read(event),)


def canonical(event: Event) -> bytes:
    """Write an event in its canonical form."""
    kind = type(event)
    read = _reader(kind)  # type: ignore[arg-type]  # a dataclass's type is hashable, though its instances needn't be
    return repr((kind.__name__, *map(_plain, read(event)))).encode()


class Digest:
    """A running digest over events in order."""

    def __init__(self) -> None:
        self._hash = blake2b(VERSION.encode(), digest_size=16)
        self._waiting: list[Event] = []

    def add(self, event: Event) -> None:
        """Take in one event; it is folded in when many wait, or when the digest is read."""
        self._waiting.append(event)
        if len(self._waiting) >= 1024:
            self._fold()

    def _fold(self) -> None:
        for event in self._waiting:
            self._hash.update(canonical(event))
        self._waiting.clear()

    def hexdigest(self) -> str:
        """Read the digest of all events so far, 32 hexadecimal digits."""
        self._fold()
        return self._hash.hexdigest()
