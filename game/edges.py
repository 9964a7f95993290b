"""Edges: what a host hands in, checked alike wherever it comes in. True and False are no whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleshwound.components.errors import BadValue
from fleshwound.systems.ruleset import Ruleset


def check_whole(name: str, value: object, least: int | None = None, of: str = "") -> None:
    """Check a whole number.

    Raises:
        BadValue: it is something else, or less than `least`.
    """
    if type(value) is int and (least is None or value >= least):
        return
    bound = "" if least is None else f", {least} or more"
    raise BadValue(f"{name} is {value!r}; expected a whole number{bound}{of}")


def check_entity(value: object) -> None:
    """Check that something may be an entity; whether it takes part is another matter.

    Raises:
        BadValue: it is no whole number.
    """
    check_whole("the entity", value, of=", as spawn returns it")


def check_kind(name: str, value: object, kinds: type[Any] | tuple[type[Any], ...], expected: str) -> None:
    """Check of which kind something is.

    Raises:
        BadValue: of another; `expected` says what would be right.
    """
    if not isinstance(value, kinds):
        raise BadValue(f"{name} is {value!r}; expected {expected}")


def check_each(name: str, values: object, kind: type[Any], expected: str) -> None:
    """Check a sequence whose items are definitions or ids.

    Raises:
        BadValue: it is no sequence, or an item is something else.
    """
    listed = values if isinstance(values, Sequence) and not isinstance(values, str) else (None,)
    if not all(isinstance(value, kind | str) for value in listed):
        raise BadValue(f"{name} is {values!r}; expected a list of {expected}")


def check_size(size: object) -> None:
    """Check the width and height of a map.

    Raises:
        BadValue: they are no two whole numbers of 1 or more.
    """
    pair = size if isinstance(size, tuple | list) and len(size) == 2 else (0,)
    if not all(type(n) is int and n >= 1 for n in pair):
        raise BadValue(f"size is {size!r}; expected width and height as whole numbers, at least 1 by 1 cells")


def check_ruleset(rules: object) -> None:
    """Check that something has all that the engine asks of a ruleset.

    Raises:
        BadValue: it lacks something.
    """
    if not isinstance(rules, Ruleset):
        raise BadValue(f"rules is {rules!r}; expected a ruleset or the name of one, such as 'heroic'")
