"""Properties that are worked out once and kept with their object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class kept(Generic[Owner, Value]):  # noqa: N801  # used as `property` is
    """A property read once; what it comes to then stands in its place.

    In Python 3.11 `functools.cached_property` takes a lock at every first reading, of which a fight has hundreds.
    """

    def __init__(self, worked_out: Callable[[Owner], Value]) -> None:
        self._worked_out = worked_out
        self._name = worked_out.__name__
        self.__doc__ = worked_out.__doc__

    @overload
    def __get__(self, owner: None, kind: type[Owner]) -> kept[Owner, Value]: ...
    @overload
    def __get__(self, owner: Owner, kind: type[Owner]) -> Value: ...
    def __get__(self, owner: Any, kind: type[Owner]) -> kept[Owner, Value] | Value:
        """Work the value out, and put it where the next reading finds it first."""
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._worked_out(owner)
        return value
