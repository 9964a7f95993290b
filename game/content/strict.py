"""Strict structuring: plain values of a TOML file into frozen dataclasses, every fault found, each with its path.

Nothing is converted: "3", 3.0 and true are no whole numbers, a table is no list. Ranges and forms of text stand in
`Annotated` types (`fields`), so that each is a fault of its field.
"""

from __future__ import annotations

import math
import re
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar

from cattrs import AttributeValidationNote, ClassValidationError, Converter, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, override

from fleshwound.game.content.fault import Fault, Faulty, shown
from fleshwound.game.content.fields import Form, OneOf, Range, Scalar, described, members, sole_arm

T = TypeVar("T")
Hook = Callable[[Any, Any], Any]


def structured(value: object, into: type[T]) -> T:
    """Structure a plain value into `into`.

    Raises:
        Faulty: with every fault in it, paths from `value` on.
    """
    try:
        result: T = converter().structure(value, into)
    except Exception as wrong:
        raise Faulty(flattened(wrong)) from None
    return result


@cache
def converter() -> Converter:
    """Make the strict converter of content files; its functions for a class are compiled once, at first use."""
    return strict_converter()


def strict_converter() -> Converter:
    """Make a strict converter, to which hooks for more kinds may be added: the last one that fits a kind is asked."""
    strict = Converter(forbid_extra_keys=True, detailed_validation=True)
    strict.register_structure_hook_func(_is_enum, _member)
    strict.register_structure_hook_factory(is_dataclass_kind, lambda kind: _dataclass_hook(strict, kind))
    strict.register_structure_hook_factory(is_mapping, lambda kind: _mapping_hook(strict, kind))
    strict.register_structure_hook_factory(is_tuple, lambda kind: _tuple_hook(strict, kind))
    strict.register_structure_hook(int, _whole)
    strict.register_structure_hook(float, _number)
    strict.register_structure_hook(str, _text)
    strict.register_structure_hook(bool, _truth)
    strict.register_structure_hook_func(lambda kind: kind == Scalar, _scalar)
    strict.register_structure_hook_factory(is_optional, lambda kind: _optional_hook(strict, kind))
    strict.register_structure_hook_factory(is_annotated, lambda kind: _annotated_hook(strict, kind))
    return strict


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def is_dataclass_kind(kind: Any) -> bool:
    """Tell whether a table is one entry, field by field."""
    return isinstance(kind, type) and is_dataclass(kind) and not hasattr(kind, "parsed")


def is_mapping(kind: Any) -> bool:
    """Tell whether a table holds values of one kind by key."""
    return typing.get_origin(kind) in (dict, Mapping)


def is_tuple(kind: Any) -> bool:
    """Tell whether it is a list."""
    return typing.get_origin(kind) is tuple


def is_optional(kind: Any) -> bool:
    """Tell whether a field may be left out."""
    return typing.get_origin(kind) in (typing.Union, UnionType) and type(None) in typing.get_args(kind)


def is_annotated(kind: Any) -> bool:
    """Tell whether a type has a range or form."""
    return typing.get_origin(kind) is Annotated


def misfit(kind: Any, value: object) -> Faulty:
    """Say that a value isn't of its kind."""
    return Faulty([Fault("", described(kind), shown(value))])


def _whole(value: object, kind: Any) -> Any:
    if kind is not int:  # the library takes an enumeration of whole numbers for one of them
        return _member(value, kind)
    if type(value) is not int:
        raise misfit(int, value)
    return value


def _number(value: object, kind: Any) -> float:
    if type(value) is int and value.bit_length() < 64:
        return float(value)
    if type(value) is float and math.isfinite(value):
        return value
    raise misfit(float, value)


def _text(value: object, kind: Any) -> Any:
    if kind is not str:  # as with whole numbers
        return _member(value, kind)
    if type(value) is not str:
        raise misfit(str, value)
    return value


def _truth(value: object, kind: Any) -> bool:
    if type(value) is not bool:
        raise misfit(bool, value)
    return value


def _scalar(value: object, kind: Any) -> Scalar:
    if type(value) is int or type(value) is bool or type(value) is str:
        return value
    raise misfit(Scalar, value)


def _member(value: object, kind: Any) -> Any:
    known = members(kind)
    if type(value) is not str or value not in known:
        raise misfit(kind, value)
    return known[value]


def _optional_hook(strict: Converter, kind: Any) -> Hook:
    arm = sole_arm(kind)
    inner = strict.get_structure_hook(arm)
    return lambda value, _: inner(value, arm)


def _annotated_hook(strict: Converter, kind: Any) -> Hook:
    plain, *rules = typing.get_args(kind)
    inner = strict.get_structure_hook(plain)
    checks = [_check(rule) for rule in rules]

    def structure(value: object, _: Any) -> Any:
        try:
            result = inner(value, plain)
        except Faulty as wrong:
            if any(fault.path for fault in wrong.faults):
                raise
            raise misfit(kind, value) from None
        for fits in checks:
            if not fits(result):
                raise misfit(kind, value)
        return result

    return structure


def _check(rule: object) -> Callable[[Any], bool]:
    match rule:
        case Range(least, most):
            return lambda value: least <= value <= most
        case Form(_, pattern):
            matches = re.compile(pattern).fullmatch
            return lambda value: matches(value) is not None
        case OneOf(texts):
            return lambda value: value in texts
    raise TypeError(f"{rule!r} is no rule for a field; expected a Range, a Form or OneOf")


def _tuple_hook(strict: Converter, kind: Any) -> Hook:
    args = typing.get_args(kind)
    endless = len(args) == 2 and args[1] is Ellipsis
    kinds = args[:1] if endless else args
    hooks = [strict.get_structure_hook(inner) for inner in kinds]

    def structure(value: object, _: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise misfit(kind, value)
        done: list[Any] = []
        faults: list[Fault] = []
        if not endless and len(value) != len(kinds):
            faults += misfit(kind, value).faults
        for index, item in enumerate(value if endless else value[: len(kinds)]):
            which = 0 if endless else index
            try:
                done.append(hooks[which](item, kinds[which]))
            except Exception as wrong:
                faults += [fault.below(f"[{index}]") for fault in flattened(wrong)]
        if faults:
            raise Faulty(faults)
        return tuple(done)

    return structure


def _mapping_hook(strict: Converter, kind: Any) -> Hook:
    key_kind, value_kind = typing.get_args(kind)
    key_hook, value_hook = strict.get_structure_hook(key_kind), strict.get_structure_hook(value_kind)

    def structure(value: object, _: Any) -> Mapping[Any, Any]:
        if type(value) is not dict:
            raise misfit(kind, value)
        done: dict[Any, Any] = {}
        faults: list[Fault] = []
        for key, item in value.items():
            right: Any = None
            try:
                right = key_hook(key, key_kind)
            except Faulty:
                faults.append(_wrong_key(key, key_kind))
            try:
                done[right] = value_hook(item, value_kind)
            except Exception as wrong:
                faults += [fault.below(key_path(key)) for fault in flattened(wrong)]
        if faults:
            raise Faulty(faults)
        return done

    return structure


def _dataclass_hook(strict: Converter, kind: Any) -> Hook:
    # The library drops `Annotated` where annotations are postponed, so each field is given its hook.
    hooks = {name: override(struct_hook=strict.get_structure_hook(hint)) for name, hint in hints(kind).items()}
    structure_table = make_dict_structure_fn(kind, strict, **hooks)  # type: ignore[arg-type]  # names are fields

    def structure(value: object, _: Any) -> Any:
        if type(value) is not dict:
            raise misfit(kind, value)
        return structure_table(value, kind)

    return structure


@cache
def hints(kind: Any) -> dict[str, Any]:
    """Give the type of each field, whole."""
    known = typing.get_type_hints(kind, include_extras=True)
    return {field.name: known[field.name] for field in fields(kind)}


def flattened(wrong: BaseException) -> list[Fault]:
    """List the faults inside an exception that structuring raised; one that is no fault of the value goes on."""
    if isinstance(wrong, Faulty):
        return list(wrong.faults)
    if not isinstance(wrong, ClassValidationError):
        raise wrong
    faults: list[Fault] = []
    for inner in wrong.exceptions:
        if isinstance(inner, ForbiddenExtraKeysError):
            faults += _unknown_keys(inner)
            continue
        note = next(note for note in inner.__notes__ if isinstance(note, AttributeValidationNote))
        if isinstance(inner, KeyError):
            faults.append(Fault(note.name, described(hints(wrong.cl)[note.name]), "nothing"))
        else:
            faults += [fault.below(note.name) for fault in flattened(inner)]
    return faults


def _unknown_keys(wrong: ForbiddenExtraKeysError) -> list[Fault]:
    known = [field.name for field in fields(wrong.cl)]
    return [Fault(key_path(key), "a known key", shown(key), key, known) for key in sorted(wrong.extra_fields)]


def _wrong_key(key: str, kind: Any) -> Fault:
    rule = typing.get_args(kind)[1] if is_annotated(kind) else None
    if isinstance(rule, OneOf):
        return Fault(key_path(key), rule.words_for(key, "a key that is "), shown(key), key, rule.texts)
    return Fault(key_path(key), f"a key that is {described(kind)}", shown(key))


def key_path(key: str) -> str:
    """Write a key as part of a path."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", key) else shown(key)
