"""The event digest: same seed and same inputs, same digest, everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b
from typing import Any, Final, TypeAlias, get_type_hints

from fleshwound.components.events import Event

VERSION: Final = "fleshwound-events-1"
"""Tag of the canonical form; a change of the form changes it."""

FOLDS_AT: Final = 1024
"""Events that wait at the most before they are folded in."""

_WHOLE: Final = {int, bool, str}


Writer: TypeAlias = Callable[[Any], str]


def plain(value: object) -> str:
    """Write any value of an event in its canonical form.

    Raises:
        TypeError: it has none.
    """
    kind: type[Any] = type(value)
    return _writer_of(kind)(value)  # type: ignore[arg-type]  # mypy takes the class's own hash for its instances'


def _many(values: tuple[object, ...]) -> str:
    return f"({','.join(map(plain, values))})"


@cache
def _writer_of(kind: type[Any]) -> Writer:
    if kind in _WHOLE or kind is type(None):
        return repr
    if issubclass(kind, Enum):
        return {member: plain(member.value) for member in kind}.__getitem__
    if issubclass(kind, tuple):
        return _many
    if is_dataclass(kind):
        return writer(kind)
    raise TypeError(f"{kind.__name__} has no canonical form; expected int, str, bool, None, enum, tuple or dataclass")


@cache
def writer(kind: type[Any]) -> Writer:
    """Compile the canonical form of one dataclass: its name and its fields in order.

    Whole numbers, words and truth values are written as `repr` does, straight from the field; everything else by `plain`.
    """
    hints = get_type_hints(kind)
    parts = ",".join(
        f"{{e.{f.name}!r}}" if hints[f.name] in _WHOLE else f"{{plain(e.{f.name})}}" for f in fields(kind)
    )
    scope: dict[str, Any] = {"plain": plain}
    exec(f"def write(e): return f'{kind.__name__}({parts})'", scope)  # noqa: S102  # field names of our own classes only
    written: Writer = scope["write"]
    return written


def canonical(event: Event) -> bytes:
    """Write an event in its canonical form."""
    return plain(event).encode()


class Digest:
    """A running digest over events in order."""

    def __init__(self) -> None:
        self._hash = blake2b(VERSION.encode(), digest_size=16)
        self._waiting: list[Event] = []

    def add(self, event: Event) -> None:
        """Take in one event; it is folded in when many wait, or when the digest is read."""
        self._waiting.append(event)
        if len(self._waiting) >= FOLDS_AT:
            self._fold()

    def _fold(self) -> None:
        self._hash.update("".join(map(plain, self._waiting)).encode())
        self._waiting.clear()

    def hexdigest(self) -> str:
        """Read the digest of all events so far, 32 hexadecimal digits."""
        self._fold()
        return self._hash.hexdigest()
