"""Readers: what JSON holds as values again, strictly, with every fault."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, Final, TypeVar

from cattrs import Converter

from fleshwound.components.creature import Scores
from fleshwound.components.ids import Entity
from fleshwound.game.content.fault import Fault, Faulty, shown, unknown
from fleshwound.game.content.fields import described, members
from fleshwound.game.content.strict import flattened, key_path, misfit, strict_converter
from fleshwound.game.saving.session import Parts, Session
from fleshwound.game.saving.writers import PLAIN, UNIONS, Families, Known
from fleshwound.systems.agenda import Task

T = TypeVar("T")
Hook = Callable[[Any, Any], Any]

BITS: Final = 1024
"""Whole numbers in a save have fewer."""


class Readers:
    """Finds what reads values of a kind, and makes it at first use."""

    session: Session

    def __init__(self, known: Known, families: Families) -> None:
        self._known = known
        self._families = families
        self._reads: Final = self._reader()

    def read(self, value: object, kind: type[T]) -> T:
        """Read a value of a kind.

        Raises:
            Faulty: with every fault in it, paths from `value` on.
        """
        try:
            result: T = self._reads.get_structure_hook(kind)(value, kind)
        except Exception as wrong:
            raise Faulty(flattened(wrong)) from None
        return result

    def hook(self, kind: Any) -> Hook:
        """Find what reads values of a kind; it raises what `flattened` makes faults of."""
        return self._reads.get_structure_hook(kind)

    def _reader(self) -> Converter:
        strict = strict_converter()
        strict.register_structure_hook(int, _whole)
        strict.register_structure_hook_factory(_is_union, self._union_hook)
        strict.register_structure_hook_factory(_is_list, self._list_hook)
        strict.register_structure_hook_factory(_is_numbered, self._numbered_hook)
        strict.register_structure_hook_func(lambda kind: kind == Entity, self._entity)
        strict.register_structure_hook_func(lambda kind: kind is Scores, self._scores)
        strict.register_structure_hook_func(lambda kind: kind is Task, self._task)
        strict.register_structure_hook_func(lambda kind: kind is Parts, self._parts)
        strict.register_structure_hook_factory(lambda kind: kind in self._known, self._id_hook)
        strict.register_structure_hook_factory(self._is_family, self._family_hook)
        return strict

    def _is_family(self, kind: Any) -> bool:
        return kind in self._families

    def _union_hook(self, kind: Any) -> Hook:
        arms = typing.get_args(kind)
        if all(arm in PLAIN for arm in arms):

            def plain(value: object, _: Any) -> Any:
                if type(value) not in arms or (type(value) is int and value.bit_length() >= BITS):
                    raise misfit(kind, value)
                return value

            return plain
        # An id may stand where a definition does.
        inner_kind = next((arm for arm in arms if arm in self._known), next(arm for arm in arms if arm is not NoneType))
        inner = self._reads.get_structure_hook(inner_kind)

        def structure(value: object, _: Any) -> Any:
            return None if value is None and NoneType in arms else inner(value, inner_kind)

        return structure

    def _list_hook(self, kind: Any) -> Hook:
        (inner,) = typing.get_args(kind)
        endless = tuple[inner, ...]  # type: ignore[valid-type]  # a type made as it runs
        hook = self._reads.get_structure_hook(endless)
        return lambda value, _: list(hook(value, endless))

    def _numbered_hook(self, kind: Any) -> Hook:
        inner = typing.get_args(kind)[1]
        hook = self._reads.get_structure_hook(inner)

        def structure(value: object, _: Any) -> dict[int, Any]:
            if type(value) is not dict:
                raise misfit(kind, value)
            faults: list[Fault] = []
            done: dict[int, Any] = {}
            for key, item in value.items():
                if not _is_number(key):
                    faults.append(Fault(key_path(key), "a key that is a whole number", shown(key)))
                    continue
                try:
                    done[int(key)] = hook(item, inner)
                except Exception as wrong:
                    faults += [fault.below(key) for fault in flattened(wrong)]
            if faults:
                raise Faulty(faults)
            return done

        return structure

    def _entity(self, value: object, _: Any) -> int:
        creature: int = _whole(value, int)
        entities = self.session.entities
        return creature if entities is None else entities.get(creature, 0)

    def _scores(self, value: object, _: Any) -> Scores:
        table = self.session.read_scores
        if type(value) is not int or not 0 <= value < len(table):
            raise Faulty([Fault("", f"a place in scores, 0..{len(table) - 1}", shown(value))])
        return table[value]

    def _task(self, value: object, _: Any) -> Task:
        if type(value) is not list or len(value) != 3:
            raise Faulty([Fault("", "a task as [kind, creature, [payload]]", shown(value))])
        kind, creature, payload = value
        tasks = self.session.tasks
        if type(kind) is not str or kind not in tasks:
            raise Faulty([Fault("[0]", f"a kind of task, one of {', '.join(tasks)}", shown(kind))])
        if type(creature) is not int or not 0 <= creature < 1 << BITS:
            raise Faulty([Fault("[1]", "a combat id, or 0", shown(creature))])
        try:
            return Task(kind, creature, self.hook(tasks[kind])(payload, tasks[kind]))
        except Faulty as wrong:
            raise Faulty(fault.below("[2]") for fault in wrong.faults) from None

    def _parts(self, value: object, _: Any) -> Parts:
        if type(value) is not dict:
            raise misfit(Parts, value)
        kinds = self.session.kinds
        parts, faults = Parts(), list[Fault]()
        for name, item in value.items():
            kind = kinds.get(name)
            if kind is None:
                faults.append(Fault(key_path(name), "a known component", shown(name), name, kinds))
                continue
            try:
                parts[kind] = self.hook(kind)(item, kind)
            except Exception as wrong:
                faults += [fault.below(name) for fault in flattened(wrong)]
        if faults:
            raise Faulty(faults)
        return parts

    def _id_hook(self, kind: Any) -> Hook:
        what, known = self._known[kind]

        def structure(value: object, _: Any) -> Any:
            if type(value) is not str:
                raise Faulty([Fault("", f"the id of a {what}", shown(value))])
            if value not in known:
                self.session.missing.append(f"{what} {value[:80]}")
                raise Faulty([unknown("", f"a {what}", value, known)])
            return known[value]

        return structure

    def _family_hook(self, kind: Any) -> Hook:
        kinds = self._families[kind]

        def structure(value: object, _: Any) -> Any:
            if type(value) is not dict or len(value) != 1:
                raise Faulty([Fault("", "one object under the name of its kind", shown(value))])
            ((name, item),) = value.items()
            if name not in kinds:
                raise Faulty([Fault("", f"one of {', '.join(kinds)}", shown(name), name, kinds)])
            try:
                return self.hook(kinds[name])(item, kinds[name])
            except Exception as wrong:
                raise Faulty(fault.below(name) for fault in flattened(wrong)) from None

        return structure


def _is_union(kind: Any) -> bool:
    return typing.get_origin(kind) in UNIONS


def _is_list(kind: Any) -> bool:
    return typing.get_origin(kind) is list


def _is_numbered(kind: Any) -> bool:
    return typing.get_origin(kind) in (dict, Mapping) and typing.get_args(kind)[0] is int


def _is_number(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 20 and str(int(text)) == text


def _whole(value: object, kind: Any) -> Any:
    if kind is not int:  # the library takes an enumeration of whole numbers for one of them
        known = members(kind)
        if type(value) is not str or value not in known:
            raise misfit(kind, value)
        return known[value]
    if type(value) is not int:
        raise misfit(int, value)
    if value.bit_length() >= BITS:
        raise Faulty([Fault("", f"{described(int)} of fewer than {BITS} bits", shown(value))])
    return value
