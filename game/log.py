"""The log for programs: JSON Lines, one event a line, which parse back into the same events.

The first line says what follows, the last how it came out::

    {"log": "fleshwound", "version": 1, "rules": "heroic", "seed": 7, "scenario": "wolves", "times": "microseconds"}
    {"event": "Spawned", "at": 0, "creature": 1, "kind": "man_at_arms", …}
    {"result": "last side able", "winner": "blue", "rounds": 9, "events": 512, "digest": "…", "creatures": […]}

A line of an event has the event's own fields under their names, in their order. A roll or throw is an object of its
fields, modifiers are [name, number] pairs, a level is its name. Names and meanings of fields follow semantic
versioning; `version` counts breaking changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, get_args, get_origin, get_type_hints

from fleshwound.components.errors import BadValue, UnknownName
from fleshwound.components.events import EVENTS, CheckMade, Event, Roll, Throw
from fleshwound.systems.digest import Digest

VERSION: Final = 1

Plain: TypeAlias = "bool | int | str | list[Plain] | dict[str, Plain] | None"
"""What JSON holds, but for fractions: the log has none."""

_KINDS: Final = {kind.__name__: kind for kind in EVENTS}

_TYPES: Final[dict[type[Any], dict[str, Any]]] = {
    owner: {field.name: hints[field.name] for field in fields(owner)}
    for owner in (*EVENTS, Roll, Throw, CheckMade)
    for hints in (get_type_hints(owner),)
}
"""Types of the fields of all that a log holds, by name, in their order."""


@dataclass(frozen=True, slots=True)
class Log:
    """A log as read."""

    header: Mapping[str, Plain]
    events: tuple[Event, ...]
    result: Mapping[str, Plain] | None
    """None: the log breaks off before the end."""


def header(*, rules: str, seed: int, scenario: str) -> str:
    """Write the first line."""
    what = {"log": "fleshwound", "version": VERSION}
    return json.dumps({**what, "rules": rules, "seed": seed, "scenario": scenario, "times": "microseconds"})


def entry(event: Event) -> str:
    """Write the line of one event."""
    return json.dumps({"event": type(event).__name__, **_fields(event)})


def ending(
    *, reason: str, winner: str | None, rounds: int, events: int, digest: str, creatures: list[dict[str, Plain]]
) -> str:
    """Write the last line; `creatures` says of each who it is and how it came out."""
    how = {"result": reason, "winner": winner, "rounds": rounds}
    return json.dumps({**how, "events": events, "digest": digest, "creatures": creatures})


def read(lines: Iterable[str]) -> Log:
    """Read a log back; events equal those that were written.

    Raises:
        BadValue: a line that isn't of this form, or events that don't have the count and digest which the last line
            states; it names the line, counted from 1.
        UnknownName: an event of no known kind.
    """
    first: Mapping[str, Plain] | None = None
    last: Mapping[str, Plain] | None = None
    events: list[Event] = []
    digest = Digest()
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            line = json.loads(text)
        except ValueError as wrong:
            raise BadValue(f"line {number}: expected JSON, got {text[:40]!r} ({wrong})") from None
        if not isinstance(line, dict):
            raise BadValue(f"line {number}: expected an object, got {text[:40]!r}")
        if first is None:
            if line.get("log") != "fleshwound" or line.get("version") != VERSION:
                raise BadValue(f"line {number}: expected the log fleshwound of version {VERSION}, got {text[:80]!r}")
            first = line
        elif last is not None:
            raise BadValue(f"line {number}: expected nothing after the result")
        elif "event" not in line:
            last = line
            found = {"events": len(events), "digest": digest.hexdigest()}
            if "result" not in line:
                raise BadValue(f"line {number}: expected an event or the result, got {text[:80]!r}")
            for key, value in found.items():
                if line.get(key) != value:
                    raise BadValue(f"line {number}: {key} of what was read is {value}; the log says {line.get(key)}")
        else:
            event = _event(line, f"line {number}")
            digest.add(event)
            events.append(event)
    if first is None:
        raise BadValue("the log is empty; expected its header on line 1")
    return Log(first, tuple(events), last)


# --- fields to JSON -------------------------------------------------------------------------------------------------


def _fields(thing: Event | Roll | Throw | CheckMade) -> dict[str, Plain]:
    return {name: _plain(getattr(thing, name)) for name in _TYPES[type(thing)]}


def _plain(value: object) -> Plain:
    match value:
        case str():
            return str(value)  # a word out of an enum of words is a word
        case Enum():
            return value.name
        case None | bool() | int():
            return value
        case tuple():
            return [_plain(item) for item in value]
        case Roll() | Throw() | CheckMade():
            return _fields(value)
        case _:
            raise TypeError(
                f"a log holds no {type(value).__name__}; expected int, str, enum, tuple, Roll, Throw or CheckMade"
            )


# --- JSON to fields -------------------------------------------------------------------------------------------------


def _event(line: Mapping[str, Any], where: str) -> Event:
    name = line.get("event")
    if name not in _KINDS:
        raise UnknownName(f"event on {where}", str(name), tuple(_KINDS))
    event = _object({key: value for key, value in line.items() if key != "event"}, _KINDS[name], where)
    assert isinstance(event, Event)
    return event


def _object(value: object, owner: type[Any], where: str) -> object:
    wanted = _TYPES[owner]
    if not isinstance(value, dict) or value.keys() != wanted.keys():
        got = ", ".join(value) if isinstance(value, dict) else repr(value)
        raise BadValue(f"{where}: expected the fields {', '.join(wanted)}; got {got}")
    return owner(**{name: _typed(value[name], kind, f"{where}: {name}") for name, kind in wanted.items()})


def _typed(value: object, kind: Any, where: str) -> object:
    if get_origin(kind) is UnionType:  # X | None is the only one that events use
        (some,) = (option for option in get_args(kind) if option is not NoneType)
        return None if value is None else _typed(value, some, where)
    if get_origin(kind) is tuple:
        items = get_args(kind)
        if isinstance(value, list):
            if items[-1] is Ellipsis:
                return tuple(_typed(item, items[0], where) for item in value)
            if len(items) == len(value):
                return tuple(_typed(item, of, where) for item, of in zip(value, items, strict=True))
    elif kind in _TYPES:
        return _object(value, kind, where)
    elif issubclass(kind, Enum):
        if value in kind.__members__:
            return kind[str(value)]
        raise BadValue(f"{where}: expected one of {', '.join(kind.__members__)}; got {value!r}")
    elif type(value) is kind:
        return value
    raise BadValue(f"{where}: expected {getattr(kind, '__name__', kind)}, got {value!r}")
