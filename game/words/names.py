"""What creatures, their parts, locations and modes are called in one combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from fleshwound.components.creature import Combatant
from fleshwound.components.errors import UnknownName
from fleshwound.game.combat import Combat
from fleshwound.game.phrases import spelled
from fleshwound.game.words.line import Line


class Names:
    """Names by id: each creature's own, those of its own body and weapons, and those of sides.

    What no definition names is called by its id in words. What was once seen keeps its name after a creature has left.
    """

    def __init__(self, combat: Combat, sides: Mapping[str, str] = MappingProxyType({})) -> None:
        self._combat = combat
        self._sides = sides
        self._creatures: dict[int, str] = {}
        self._described: dict[int, Mapping[str, str]] = {}
        self._wounds: dict[tuple[int, int], str] = {}
        self._states: dict[tuple[int, str], str] = {}
        for entity in combat.creatures:
            self._look(combat.id_of(entity))

    def _look(self, creature: int) -> None:
        entity = self._combat.battle.roster.get(creature)
        if entity is not None:
            self._creatures[creature] = self._combat.component(entity, Combatant).name
            self._described[creature] = self._combat.describe(entity)

    def meet(self, creature: int, name: str) -> None:
        """Learn of a creature that came in, though it may have left again by now."""
        self._creatures[creature] = name
        self._look(creature)

    def who(self, creature: int) -> str:
        """Name a creature."""
        if creature not in self._creatures:
            self._look(creature)
        return self._creatures.get(creature, f"creature {creature}")

    def side(self, id: str) -> str:
        """Name a side."""
        return self._sides.get(id, id)

    def its(self, creature: int, id: str) -> str:
        """Name a part, location or mode of a creature."""
        if id not in self._described.get(creature, {}):
            self._look(creature)  # it may have taken up something since
        return self._described.get(creature, {}).get(id) or spelled(id)

    def whose(self, creature: int, id: str) -> str:
        """Name a part, location or mode and the creature it belongs to; an empty id: the creature."""
        return f"{self.who(creature)}’s {self.its(creature, id)}" if id else self.who(creature)

    def remember(self, creature: int, injury: int, where: str) -> None:
        """Learn where an injury is."""
        self._wounds[creature, injury] = where

    def wound(self, creature: int, injury: int) -> str:
        """Name an injury by where it is, or by its number where that was never told."""
        return self._wounds.get((creature, injury), f"injury {injury}")

    def turn(self, creature: int, what: str, state: str) -> None:
        """Learn what a creature's `what` (its shock, its morale) has turned into."""
        self._states[creature, what] = state

    def state(self, creature: int, what: str) -> str:
        """Say what a creature's `what` last turned into; empty where that was never told."""
        return self._states.get((creature, what), "")

    def weapon(self, id: str) -> str:
        """Name a kind of weapon."""
        try:
            return self._combat.content.weapon(id).name.lower()
        except UnknownName:
            return spelled(id)

    def projectile(self, id: str) -> str:
        """Name a kind of projectile."""
        try:
            return self._combat.content.projectile(id).name.lower()
        except UnknownName:
            return spelled(id)

    def kind(self, id: str) -> str:
        """Name a kind of creature."""
        try:
            return self._combat.content.creature(id).name.lower()
        except UnknownName:
            return spelled(id)


Template: TypeAlias = Callable[[Any, Names], Line | None]
"""Puts one kind of event into words; it takes that kind alone, hence `Any`. None: nobody needs to read this one."""
