"""Writers: values as what JSON holds, by the types of their fields."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final

from cattrs import Converter
from cattrs.fns import identity
from cattrs.gen import make_dict_unstructure_fn, override

from fleshwound.components.creature import Scores
from fleshwound.components.errors import Unsaveable
from fleshwound.components.ids import Entity
from fleshwound.game.content.fields import members
from fleshwound.game.saving.session import Parts, Session
from fleshwound.systems.agenda import Task

Write = Callable[[Any], Any]
Known = Mapping[type[Any], tuple[str, Mapping[str, Any]]]
"""What definitions of a kind are called, and all there are by id."""

Families = Mapping[Any, Mapping[str, type[Any]]]
"""Kinds that may stand where a name is asked for, by their own names."""

PLAIN: Final = (int, str, bool, NoneType)
UNIONS: Final = (typing.Union, UnionType)


class Writers:
    """Finds what writes values of a kind, and makes it at first use."""

    session: Session

    def __init__(self, known: Known, families: Families) -> None:
        self._known = known
        self._families = families
        self._writers: dict[Any, Write] = {}
        self._compiler: Final = Converter()

    def written(self, value: object, kind: Any) -> Any:
        """Write a value of a kind as what JSON holds.

        Raises:
            TypeError: a kind that has no such form.
        """
        return self.writer(kind)(value)

    def writer(self, kind: Any) -> Write:
        """Find what writes values of a kind.

        Raises:
            TypeError: a kind that has no such form.
        """
        found = self._writers.get(kind)
        if found is None:
            found = self._writers[kind] = self._made_writer(kind)
        return found

    def _made_writer(self, kind: Any) -> Write:
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if kind in self._families:
            return lambda value: {type(value).__name__: self.writer(type(value))(value)}
        if kind in PLAIN:
            return identity
        if kind == Entity:
            return lambda entity: self.session.ids.get(entity, 0)
        if origin is Annotated:
            return self.writer(args[0])
        if origin in UNIONS:
            return self._union_writer([arm for arm in args if arm is not NoneType])
        if origin in (list, tuple, frozenset):
            return self._list_writer(origin, args)
        if origin in (dict, Mapping):
            write_key, write = str if args[0] is int else identity, self.writer(args[1])
            return lambda value: {write_key(key): write(item) for key, item in value.items()}
        if kind is Scores:
            return self._score_place
        if kind is Parts:
            return self._write_parts
        if kind is Task:
            return lambda task: [task.kind, task.creature, list(task.payload)]
        if kind in self._known:
            return self._id_writer(*self._known[kind])
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {member: name for name, member in members(kind).items()}.__getitem__
        if isinstance(kind, type) and is_dataclass(kind):
            hints = _hints(kind)
            hooks = {name: override(unstruct_hook=self.writer(hint)) for name, hint in hints.items()}
            return make_dict_unstructure_fn(kind, self._compiler, **hooks)  # type: ignore[arg-type]  # names are fields
        raise TypeError(f"{kind} has no form in a save; expected plain values, enums, definitions, dataclasses of them")

    def _union_writer(self, arms: Sequence[Any]) -> Write:
        writers = [self.writer(arm) for arm in arms]
        if all(write is identity for write in writers):
            return identity
        if len(arms) == 1:
            write = writers[0]
            return lambda value: None if value is None else write(value)
        by_type = {typing.get_origin(arm) or arm: write for arm, write in zip(arms, writers, strict=True)}
        return lambda value: None if value is None else by_type[type(value)](value)

    def _list_writer(self, origin: Any, args: tuple[Any, ...]) -> Write:
        if origin is frozenset:
            write = self.writer(args[0])
            return lambda value: sorted(map(write, value))
        if origin is list or args[1:] == (Ellipsis,):
            write = self.writer(args[0])
            return list if write is identity else lambda value: list(map(write, value))
        writers = [self.writer(arg) for arg in args]
        if all(write is identity for write in writers):
            return list
        return lambda value: [write(item) for write, item in zip(writers, value, strict=True)]

    def _score_place(self, scores: Scores) -> int:
        session = self.session
        key = tuple(scores.of.items())
        place = session.places.get(key)
        if place is None:
            place = session.places[key] = len(session.scores)
            session.scores.append(dict(scores.of))
        return place

    def _write_parts(self, parts: Parts) -> dict[str, Any]:
        return {name: self.writer(kind)(parts[kind]) for name, kind in self.session.kinds.items() if kind in parts}

    def _id_writer(self, what: str, known: Mapping[str, Any]) -> Write:
        def write(definition: Any) -> str:
            id: str = definition.id
            if known.get(id) is not definition:
                self.session.strangers[f"{what} {id}"] = None
            return id

        return write

    def check_strangers(self) -> None:
        """Refuse what was written with definitions that the content doesn't have.

        Raises:
            Unsaveable: there are some, and which.
        """
        if strangers := tuple(self.session.strangers):
            raise Unsaveable(
                strangers,
                f"not in the combat's content: {', '.join(strangers)}; a save holds ids only, so expected definitions"
                " out of Combat(content=…), where Content.having() puts a host's own",
            )


def _hints(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__dataclass_fields__}
