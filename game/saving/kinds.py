"""Kinds: which components and which tasks a combat of some ruleset can hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from fleshwound.components.creature import Activity, Allegiance, Combatant, Controller, Lying, Place
from fleshwound.components.errors import BadValue
from fleshwound.game.saving.codec import Codec
from fleshwound.systems.movement import Movement
from fleshwound.systems.ruleset import Ruleset, System
from fleshwound.systems.turns import TurnOrder

EVERYONES: Final = (Combatant, Place, Allegiance, Activity, Controller)
"""Components that a creature has under any rules."""


def kinds_of(ruleset: Ruleset, components: Iterable[type[Any]], codec: Codec) -> dict[str, type[Any]]:
    """List the kinds of component that a save holds, by name; `components` are a host's own.

    Raises:
        BadValue: two of one name, or one that is no dataclass of what a save can hold.
    """
    kinds: dict[str, type[Any]] = {}
    for kind in (*EVERYONES, *ruleset.components, Lying, *components):
        if kinds.setdefault(kind.__name__, kind) is not kind:
            raise BadValue(f"there are two components called {kind.__name__}; expected names of their own in a save")
        try:
            codec.writer(kind)
        except TypeError as wrong:
            raise BadValue(f"component {kind.__name__}: {wrong}") from None
    return kinds


def task_types(ruleset: Ruleset) -> dict[str, Any]:
    """List the kinds of task with the type of their payload."""
    systems: list[System | type[System]] = [TurnOrder, Movement, *ruleset.systems]
    return {kind: system.payloads.get(kind, tuple[()]) for system in systems for kind in system.kinds}
