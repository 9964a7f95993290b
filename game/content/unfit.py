"""What doesn't fit: entries that lack the values at fault, so that every other check of them can still be made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NoReturn, ParamSpec

from fleshwound.game.content.fault import Fault

P = ParamSpec("P")


class Unfit(Exception):
    """A check needs a value that doesn't fit; its fault is noted already."""


class Partial:
    """An entry some of whose fields may not be set, since what the file says there doesn't fit."""

    __slots__ = ()

    if not TYPE_CHECKING:  # a checker of types would take any attribute for granted

        def __getattr__(self, name: str) -> NoReturn:
            """Refuse a field that isn't set."""
            if name in type(self).__dataclass_fields__:
                raise Unfit(name)
            raise AttributeError(f"{type(self).__name__} has no {name}")


class _Unfit:
    """Stands for a value of a list or table that doesn't fit: whatever a check would know of it, it refuses."""

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise Unfit

    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = __hash__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __getattr__ = _refuse


UNFIT: Final[Any] = _Unfit()
"""The one that stands for each."""


def fit(entry: object, field: str) -> Any:
    """Give a field that every file must have; None where it isn't there or doesn't fit."""
    try:
        return getattr(entry, field)
    except Unfit:
        return None


def given(entry: object, field: str) -> bool:
    """Tell whether a file says anything of an optional field, fit or not."""
    try:
        return getattr(entry, field) is not None
    except Unfit:
        return True


def tried(check: Callable[P, Iterable[Fault]], *args: P.args, **named: P.kwargs) -> list[Fault]:
    """Make one check; where it comes to need a value that doesn't fit, what it found till then is all it finds."""
    found: list[Fault] = []
    with suppress(Unfit):
        found.extend(check(*args, **named))
    return found
