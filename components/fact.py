"""Frozen dataclasses that are made as fast as mutable ones."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, TypeVar, dataclass_transform

T = TypeVar("T")

_NEW: Final = """
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


@dataclass_transform(frozen_default=True)
def fact(cls: type[T]) -> type[T]:
    """Make `cls` a frozen dataclass with slots; use it as `@dataclass(frozen=True, slots=True)`.

    A fight makes hundreds of events, and a frozen dataclass sets each field by a call, which costs several times what
    the rest of making one does. Here a mutable twin of the same layout is filled and then becomes the frozen class. A
    class below may be a fact or an ordinary frozen dataclass.

    Raises:
        TypeError: a field with a default factory, or for keywords only; facts have neither.
    """
    made: Any = dataclass(frozen=True, slots=True)(cls)
    twin = type(
        made.__name__, made.__bases__, {"__slots__": made.__dict__["__slots__"], "__setattr__": object.__setattr__}
    )
    scope: dict[str, Any] = {"new": object.__new__, "twin": twin, "made": made}
    names = [field.name for field in fields(made)]
    asked: list[str] = []
    for field in fields(made):
        if field.default_factory is not MISSING or field.kw_only:
            raise TypeError(f"{made.__name__}.{field.name} has a factory or is for keywords only; expected neither")
        scope[f"default_{field.name}"] = field.default
        asked.append(field.name if field.default is MISSING else f"{field.name}=default_{field.name}")
    exec(_NEW.format(asked=", ".join(asked), sets="; ".join(f"self.{n} = {n}" for n in names)), scope)  # noqa: S102  # own field names
    scope["__new__"].__qualname__ = f"{made.__qualname__}.__new__"
    made.__new__ = scope["__new__"]
    del made.__init__
    # Copies are made by calling the class again, since making one needs all its fields.
    made.__reduce__ = lambda self: (type(self), tuple(getattr(self, name) for name in names))
    frozen: type[T] = made
    return frozen
