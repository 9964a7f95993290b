"""What a field may hold, beyond its type: ranges, forms of text, choices, and how to say them in words."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final

from fleshwound.game.content.fault import nearest


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds of a number, both included."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.least}..{self.most}"


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a text, in words and as a regular expression that it must match whole."""

    words: str
    pattern: str

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class OneOf:
    """The only texts that will do."""

    texts: tuple[str, ...]
    called: str = ""
    """What one is, where they are many: so it is said of a text that is nearly one of them."""

    def __str__(self) -> str:
        return f"one of {', '.join(self.texts)}"

    def words_for(self, text: str, before: str = "") -> str:
        """Say what would be right instead of `text`, `before` put before a list of all."""
        return self.called if self.called and nearest(text, self.texts) else f"{before}{self}"


ID_PATTERN: Final = r"[a-z][a-z0-9]*(_[a-z0-9]+)*"
Id = Annotated[str, Form("an id such as gray_wolf", ID_PATTERN)]
Text = Annotated[str, Form("text of 1..400 characters in one line", r"[^\x00-\x1f\x7f]{1,400}")]
Scalar = int | bool | str


def sole_arm(kind: Any) -> Any:
    """Give what an optional field holds where the file has it; TOML has no null."""
    (arm,) = (arm for arm in typing.get_args(kind) if arm is not type(None))
    return arm


@cache
def members(kind: type[Enum]) -> dict[str, Enum]:
    """Give an enumeration's members as files call them: by value if that is text, else by name in small letters."""
    return {member.value if isinstance(member.value, str) else member.name.lower(): member for member in kind}


_WORDS: Final[Mapping[Any, str]] = {int: "a whole number", float: "a number", str: "text", bool: "true or false"}


def described(kind: Any) -> str:
    """Say in words what a value of this type must be."""
    origin = typing.get_origin(kind)
    if origin is Annotated:
        return str(typing.get_args(kind)[1])
    if kind == Scalar:
        return "a whole number, text, or true or false"
    if origin in (typing.Union, UnionType):
        return " or ".join(described(arm) for arm in typing.get_args(kind) if arm is not type(None))
    if origin in (list, frozenset):
        return "a list"
    if origin is tuple:
        args = typing.get_args(kind)
        return "a list" if args[1:] == (Ellipsis,) else f"a list of {len(args)}"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"one of {', '.join(members(kind))}"
    return _WORDS.get(kind, getattr(kind, "words", "a table"))
