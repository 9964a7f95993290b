"""The event digest: same seed and same inputs, same digest, everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum, IntEnum
from functools import cache
from hashlib import blake2b
from types import UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from fleshwound.components.events import Event

VERSION: Final = "fleshwound-events-2"
"""Tag of the canonical form and of how it is folded; a change of either changes it."""

LINK: Final = 32
"""Events in one link of the chain."""

WAITS: Final = 1024
"""Events that wait at the most before they are folded in."""

_WHOLE: Final = {int, bool, str}


Plain: TypeAlias = "int | str | bool | tuple[Plain, ...] | None"
"""What a canonical form is made of: its `repr` is the same everywhere."""

Reducer: TypeAlias = Callable[[Any], Plain]


def plain(value: object) -> Plain:
    """Reduce any value of an event to whole numbers, words, truth values, None and tuples of them.

    A dataclass becomes its name and its fields in order; an enum its value.

    Raises:
        TypeError: it can't be reduced so.
    """
    kind: type[Any] = type(value)
    return reducer(kind)(value)  # type: ignore[arg-type]  # mypy takes the class's own hash for its instances'


def _same(value: Any) -> Plain:
    whole: Plain = value
    return whole


def _many(values: tuple[object, ...]) -> Plain:
    return tuple(map(plain, values))


@cache
def reducer(kind: type[Any]) -> Reducer:
    """Compile how values of a kind are reduced.

    Raises:
        TypeError: they can't be.
    """
    if kind in _WHOLE or kind is type(None):
        return _same
    if issubclass(kind, Enum):
        return {member: plain(member.value) for member in kind}.__getitem__
    if is_dataclass(kind):
        return _compiled(kind)
    if issubclass(kind, tuple):
        return _many
    raise TypeError(f"{kind.__name__} has no canonical form; expected int, str, bool, None, enum, tuple or dataclass")


def _compiled(kind: type[Any]) -> Reducer:
    hints = get_type_hints(kind)
    scope: dict[str, Any] = {"plain": plain}
    parts = "".join(f", {_expression(f'e.{f.name}', hints[f.name], scope)}" for f in fields(kind))
    exec(f"def reduce(e): return ({kind.__name__!r}{parts})", scope)  # field names of our own classes only
    reduce: Reducer = scope["reduce"]
    return reduce


def _expression(value: str, hint: Any, scope: dict[str, Any]) -> str:
    """Say how a field is reduced: not at all where nothing but plain values can be in it."""
    if _plainly(hint):
        return value
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return f"{value} + 0"
    optional = [of for of in get_args(hint) if of is not type(None)] if get_origin(hint) in (Union, UnionType) else []
    one = optional[0] if len(optional) == 1 else hint
    if isinstance(one, type) and is_dataclass(one):
        scope[f"reduce_{one.__name__}"] = reducer(one)
        return f"reduce_{one.__name__}({value})" + (f" if {value} is not None else None" if optional else "")
    return f"plain({value})"


def _plainly(hint: Any) -> bool:
    if hint in _WHOLE or hint is type(None):
        return True
    inner = [of for of in get_args(hint) if of is not Ellipsis]
    return bool(inner) and get_origin(hint) in (Union, UnionType, tuple) and all(map(_plainly, inner))


def canonical(event: Event) -> bytes:
    """Write an event in its canonical form."""
    return repr(plain(event)).encode()


class Digest:
    """A running digest over events in order.

    A chain: each link is the digest of the one before and of the next `LINK` events, so that all there is to save is
    the last link and what waits for the next. When the digest is read, or saved, changes nothing.
    """

    def __init__(self, link: str = "", waiting: str = "", count: int = 0) -> None:
        """Begin, or go on from where another stood: from its `link`, `waiting` and how many events those are."""
        self._link = link or _linked("", VERSION)
        self._waiting: list[Event] = []
        self._before = (waiting, count)

    def add(self, event: Event) -> None:
        """Take in one event; it is folded in when many wait, or when the digest is read or saved."""
        self._waiting.append(event)
        if len(self._waiting) >= WAITS:
            self._fold()

    def _fold(self) -> None:
        text, count = self._before
        for written in map(repr, map(plain, self._waiting)):
            text += written
            count += 1
            if count == LINK:
                self._link, text, count = _linked(self._link, text), "", 0
        self._before = (text, count)
        self._waiting.clear()

    @property
    def standing(self) -> tuple[str, str, int]:
        """What another digest can go on from: the last link, the events since in canonical form, how many they are."""
        self._fold()
        return self._link, *self._before

    def hexdigest(self) -> str:
        """Read the digest of all events so far, 32 hexadecimal digits."""
        self._fold()
        return _linked(self._link, self._before[0])


def _linked(before: str, text: str) -> str:
    return blake2b((before + text).encode(), digest_size=16).hexdigest()
