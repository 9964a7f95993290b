"""Frozen dataclasses that are made as fast as mutable ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, ParamSpec, TypeVar, dataclass_transform, overload

T = TypeVar("T")
P = ParamSpec("P")

_NEW: Final = """
def make({asked}):
    self = new(twin)
    {sets}
    self.__class__ = made
    return self

def __new__(cls, {asked}, *rest, **more):
    if cls is not made:  # a class below, with an __init__ of its own
        return new(cls)
    if rest or more:
        raise TypeError(f"{{cls.__name__}} has no more fields for {{(*rest, *more)}}")
    self = new(twin)
    {sets}
    self.__class__ = cls
    return self
"""


@overload
def fact(cls: type[T], /) -> type[T]: ...
@overload
def fact(*, eq: bool) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True)
def fact(cls: type[T] | None = None, /, *, eq: bool = True) -> type[T] | Callable[[type[T]], type[T]]:
    """Make `cls` a frozen dataclass with slots; use it as `@dataclass(frozen=True, slots=True)`.

    With `eq=False` facts are compared by identity. A class below may be a fact or an ordinary frozen dataclass.

    A fight makes hundreds of events, and a frozen dataclass sets each field by a call, which costs several times what
    the rest of making one does. Here a mutable twin of the same layout is filled and then becomes the frozen class.

    Raises:
        TypeError: a field for keywords only.
    """
    if cls is None:
        return lambda named: _made(named, eq)
    return _made(cls, eq)


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """Give the function that makes facts of `cls`, for those that every exchange makes.

    It does what calling the class does, at two thirds of what that costs.
    """
    make: Callable[P, T] = cls.__make__  # type: ignore[attr-defined]  # `fact` has put it there
    return make


def _made(cls: type[T], eq: bool) -> type[T]:
    made: Any = dataclass(frozen=True, slots=True, eq=eq)(cls)
    # Both are set back: with either of a frozen base's left, every field would again be set by a call.
    thawed = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    twin = type(made.__name__, made.__bases__, {"__slots__": made.__dict__["__slots__"], **thawed})
    names = [field.name for field in fields(made)]
    scope: dict[str, Any] = {"new": object.__new__, "twin": twin, "made": made, "unset": MISSING}
    asked: list[str] = []
    sets: list[str] = []
    for field in fields(made):
        name = field.name
        if field.kw_only:
            raise TypeError(f"{made.__name__}.{name} is for keywords only; expected a plain field")
        if field.default_factory is not MISSING:
            scope[f"make_{name}"] = field.default_factory
            asked.append(f"{name}=unset")
            sets.append(f"self.{name} = make_{name}() if {name} is unset else {name}")
            continue
        scope[f"default_{name}"] = field.default
        asked.append(name if field.default is MISSING else f"{name}=default_{name}")
        sets.append(f"self.{name} = {name}")
    source = _NEW.format(asked=", ".join(asked), sets="\n    ".join(sets))
    exec(source, scope)  # names of our own fields only
    scope["__new__"].__qualname__ = f"{made.__qualname__}.__new__"
    made.__new__ = scope["__new__"]
    made.__make__ = staticmethod(scope["make"])
    del made.__init__
    # Copies are made by calling the class again, since making one needs all its fields.
    made.__reduce__ = lambda self: (type(self), tuple(getattr(self, name) for name in names))
    frozen: type[T] = made
    return frozen
