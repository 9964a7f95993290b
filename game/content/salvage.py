"""Salvage: what fits of a value that doesn't fit whole, for the checks that go beyond single values."""

from __future__ import annotations

import typing
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from fleshwound.game.content.fault import Faulty
from fleshwound.game.content.fields import sole_arm
from fleshwound.game.content.strict import converter, hints, is_dataclass_kind, is_mapping, is_optional, is_tuple
from fleshwound.game.content.unfit import UNFIT

T = TypeVar("T")


def salvaged(value: object, into: type[T]) -> T:
    """Structure what fits of `value`; fields that don't are not set, members of lists and tables are `UNFIT`."""
    made: T = _salvaged(value, into)
    return made


def _salvaged(value: object, kind: Any) -> Any:
    if is_optional(kind):
        return _salvaged(value, sole_arm(kind))
    if is_dataclass_kind(kind):
        return _entry(value, kind) if type(value) is dict else UNFIT
    args = typing.get_args(kind)
    if is_tuple(kind) and args[1:] == (Ellipsis,):
        return tuple(_salvaged(item, args[0]) for item in value) if type(value) is list else UNFIT
    if is_mapping(kind):
        if type(value) is not dict:
            return UNFIT
        pairs = ((_salvaged(key, args[0]), item) for key, item in value.items())
        return {key: _salvaged(item, args[1]) for key, item in pairs if key is not UNFIT}
    try:
        return converter().get_structure_hook(kind)(value, kind)
    except Faulty:
        return UNFIT


def _entry(table: dict[str, Any], kind: Any) -> Any:
    made = object.__new__(kind)
    for field in fields(kind):
        if field.name in table:
            value = _salvaged(table[field.name], hints(kind)[field.name])
        elif field.default is not MISSING:
            value = field.default
        elif field.default_factory is not MISSING:
            value = field.default_factory()
        else:
            continue
        if value is not UNFIT:
            object.__setattr__(made, field.name, value)
    return made
