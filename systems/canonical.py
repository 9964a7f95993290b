"""The canonical form of events: bytes that are the same for the same facts, everywhere.

A writer is compiled for each kind of event. Whole numbers, truth values and integer enums are packed side by side,
eight bytes each, little end first; everything else follows as the `repr` of plain values, its length before it. What
is written again and again, names and modifiers, is remembered as written.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from enum import Enum, IntEnum
from types import UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

REMEMBERED: Final = 65_536
"""How many values are remembered as written, at the most."""

Plain: TypeAlias = "int | str | bool | tuple[Plain, ...] | None"
"""What anything but whole numbers is reduced to: its `repr` is the same everywhere."""

Writer: TypeAlias = Callable[[Any], bytes]

_WHOLE: Final = (int, bool)
_NONE: Final = type(None)


def canonical(fact: object) -> bytes:
    """Write a dataclass in its canonical form; one with a number too great for eight bytes is spelled out whole.

    Raises:
        TypeError: a value in it has none.
    """
    try:
        return _WRITERS[type(fact)](fact)
    except struct.error:
        return spelled(fact)


def plain(value: object) -> Plain:
    """Reduce a value to whole numbers, words, truth values, None and tuples of them.

    A dataclass becomes its name and its fields in order; an enum its value.

    Raises:
        TypeError: it can't be reduced so.
    """
    kind = type(value)
    if value is None or kind in (int, str, bool):
        whole: Plain = value  # type: ignore[assignment]  # one of those, as just asked
        return whole
    if isinstance(value, Enum):
        return plain(value.value)
    if is_dataclass(value):
        return (kind.__name__, *(plain(getattr(value, field.name)) for field in fields(value)))
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    raise TypeError(f"{kind.__name__} has no canonical form; expected int, str, bool, None, enum, tuple or dataclass")


def spelled(value: object) -> bytes:
    """Write a value as the `repr` of what it reduces to, its length before it."""
    text = repr(plain(value)).encode()
    return len(text).to_bytes(4, "little") + text


class _Spelled(dict[Hashable, bytes]):
    """Words and the like as written; only of types in which equals are written alike."""

    def __missing__(self, value: Hashable) -> bytes:
        if len(self) >= REMEMBERED:
            self.clear()
        written = self[value] = spelled(value)
        return written


class _Writers(dict[type[Any], Writer]):
    """The writers by kind; each is compiled when it is first asked for."""

    def __missing__(self, kind: type[Any]) -> Writer:
        written = self[kind] = _compiled(kind)
        return written


_WRITERS: Final = _Writers()


def _compiled(kind: type[Any]) -> Writer:
    numbers: list[str] = []
    rest: list[str] = []
    scope: dict[str, Any] = {"spelled": spelled, "known": _Spelled(), "join": b"".join}
    _gather(kind, "e", numbers, rest, scope)
    scope["pack"] = struct.Struct(f"<{len(numbers)}q").pack
    scope["name"] = spelled(kind.__name__)
    parts = ", ".join(["name", *([f"pack({', '.join(numbers)})"] if numbers else []), *rest])
    exec(f"def write(e): return join(({parts},))", scope)  # names of fields of our own classes only
    written: Writer = scope["write"]
    return written


def _gather(kind: type[Any], path: str, numbers: list[str], rest: list[str], scope: dict[str, Any]) -> None:
    """Gather the expressions of the fields of `kind`, in order: what is packed, and what is spelled out."""
    hints = get_type_hints(kind)
    for field in fields(kind):
        hint, value = hints[field.name], f"{path}.{field.name}"
        others = [of for of in get_args(hint) if of is not _NONE]
        optional = get_origin(hint) in (Union, UnionType) and _NONE in get_args(hint) and len(others) == 1
        one = others[0] if optional else hint
        if isinstance(one, type) and (one in _WHOLE or issubclass(one, IntEnum)):
            if optional:
                numbers += [f"{value} is None", f"0 if {value} is None else {value}"]
            else:
                numbers.append(value)
        elif isinstance(one, type) and is_dataclass(one):
            if optional:
                scope[f"write_{one.__name__}"] = _WRITERS[one]
                rest.append(f"(b'-' if {value} is None else write_{one.__name__}({value}))")
            else:
                _gather(one, value, numbers, rest, scope)
        else:
            rest.append(f"known[{value}]" if _alike(hint) else f"spelled({value})")


def _alike(hint: Any) -> bool:
    """Tell whether equal values of a type are always written alike: words, and tuples of words and whole numbers."""
    if hint in (str, int, _NONE):
        return True
    inner = [of for of in get_args(hint) if of is not Ellipsis]
    return get_origin(hint) in (Union, UnionType, tuple) and all(map(_alike, inner))
