"""Mustering: bringing creatures into a combat and taking them out, checked whole before anything changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import esper

from fleshwound.components.creature import Activity, Allegiance, Combatant, Controller, Place
from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.components.edits import CAUSE
from fleshwound.components.errors import BadValue
from fleshwound.components.events import Despawned, Placed, Spawned
from fleshwound.components.minds import MINDS, SIMPLE
from fleshwound.components.scenarios import Scenario
from fleshwound.game.edges import check_cell, check_facing, check_rules, check_text
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import Cell
from fleshwound.systems.queries import cell_of, taken_cells


class Muster:
    """Brings creatures into one battle and takes them out."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._names: set[str] = set()
        self._numbers: dict[str, int] = {}
        # Who stands where, true as long as nothing happens but what is written here: so many may come in at once.
        self._standing: set[Cell] = set()
        self._seen = -1

    @property
    def numbers(self) -> dict[str, int]:
        """Numbers given out so far to creatures without a name, by kind."""
        return dict(self._numbers)

    def restore(self, names: Iterable[str], numbers: Mapping[str, int]) -> None:
        """Stand as another muster stood, whose creatures have these names."""
        self._names = set(names)
        self._numbers = dict(numbers)
        self._seen = -1

    def enlist(
        self,
        definition: Creature,
        side: str,
        at: Cell,
        name: str | None,
        controller: Controller,
        facing: int,
        weapons: Sequence[Weapon],
        armor: Sequence[ArmorPiece],
    ) -> int:
        """Bring in a creature and return its entity. Called while the battle's world is the current one.

        Raises:
            BadValue: see `Combat.spawn`.
        """
        battle = self._battle
        check_text("side", side)
        if name is not None:
            check_text("name", name, "a word, or None")
        check_facing(facing)
        check_control(controller.intents, controller.decisions, controller.ai)
        self._check_cell(at, "at")
        if battle.outbox.count != self._seen:
            self._standing = {cell_of(e) for e in battle.roster.values() if not battle.ruleset.out(e)}
        if at in self._standing:
            raise BadValue(f"somebody stands on {at}; expected a free cell")
        check_rules(battle.ruleset.name, "creature", definition)
        check_rules(battle.ruleset.name, "weapon", *weapons, *definition.belt)
        check_rules(battle.ruleset.name, "piece of armour", *armor)
        called, number = (name, 0) if name is not None else self._numbered(definition.name)
        if not called or called in self._names:
            raise BadValue(f"the name {called!r} is {'taken' if called else 'empty'}; expected another")
        kit = battle.ruleset.outfit(definition, weapons, armor, battle.items + 1)
        battle.items += len(weapons) + len(definition.belt)
        battle.made += 1
        creature = battle.made
        entity: int = esper.create_entity(
            Combatant(creature, called, definition),
            Place(at[0], at[1], facing),
            Allegiance(side),
            Activity(since=battle.now),
            controller,
            *kit,
        )
        battle.roster[creature] = entity
        battle.ids[entity] = creature
        battle.asked = battle.asked or controller.decisions == "ask"
        battle.weighs = battle.weighs or controller.ai != SIMPLE
        battle.stirred = True
        battle.emit(Spawned(battle.now, creature, definition.id, called, side, at[0], at[1]))
        battle.ruleset.arrived(battle, entity)
        self._names.add(called)
        if number:
            self._numbers[definition.name] = number
        self._standing.add(at)
        self._seen = battle.outbox.count
        return entity

    def _numbered(self, name: str) -> tuple[str, int]:
        number = self._numbers.get(name, 0) + 1
        while (called := name if number == 1 else f"{name} {number}") in self._names:
            number += 1
        return called, number

    def place(self, entity: int, to: Cell, facing: int | None) -> None:
        """Set a creature down on another cell.

        Raises:
            BadValue: a cell that is taken or can't be entered, or no such facing.
        """
        battle = self._battle
        place = esper.component_for_entity(entity, Place)
        looks = place.facing if facing is None else facing
        check_facing(looks)
        self._check_cell(to, "to")
        if not battle.ruleset.out(entity) and to in taken_cells(battle, entity):
            raise BadValue(f"somebody stands on {to}; expected a free cell")
        place.x, place.y, place.facing = *to, looks
        battle.stirred = True
        battle.emit(Placed(battle.now, battle.ids[entity], to[0], to[1], looks, CAUSE))
        battle.ruleset.moved(battle, entity)

    def _check_cell(self, cell: Cell, name: str) -> None:
        check_cell(name, cell)
        if not self._battle.field.open(cell):
            raise BadValue(f"cell {cell} can't be entered; expected an open cell of the map")

    def dismiss(self, entity: int) -> None:
        """Take a creature out, body and all; one that takes no part changes nothing."""
        battle = self._battle
        creature = battle.ids.get(entity)
        if creature is None:
            return
        there = esper.try_component(entity, Combatant)
        if there is not None:  # else a host has deleted it already, and only the combat still holds it
            self._names.discard(there.name)
        del battle.ids[entity], battle.roster[creature]
        battle.forget(creature)
        if esper.entity_exists(entity):  # one marked for deletion goes at the next process, and only once
            esper.delete_entity(entity, immediate=True)
        battle.stirred = True
        battle.ruleset.left(battle, creature)
        battle.emit(Despawned(battle.now, creature))


def check_control(intents: str, decisions: str, ai: str) -> None:
    """Check who thinks for a creature, and by what.

    Raises:
        BadValue: a word that isn't known.
    """
    if intents not in ("ai", "host"):
        raise BadValue(f"intents is {intents!r}; expected 'ai' or 'host'")
    if decisions not in ("auto", "ask"):
        raise BadValue(f"decisions is {decisions!r}; expected 'auto' or 'ask'")
    check_ai(ai)


def check_ai(ai: object, name: str = "ai") -> None:
    """Check by what creatures are to think.

    Raises:
        BadValue: a word that isn't known.
    """
    if ai not in MINDS:
        raise BadValue(f"{name} is {ai!r}; expected {' or '.join(map(repr, MINDS))}")


def check_sides(plan: Scenario) -> None:
    """Check that a scenario has at least two sides, and on each somebody.

    Raises:
        BadValue: a side with nobody on it, or that isn't listed, or too few of them.
    """
    listed = [style.id for style in plan.sides]
    manned = {muster.side for muster in plan.musters if muster.at}
    empty = [side for side in listed if side not in manned]
    if empty:
        raise BadValue(f"scenario {plan.id}: nobody is on side {', '.join(empty)}; expected at least one creature each")
    if stray := sorted(manned.difference(listed)):
        raise BadValue(f"scenario {plan.id}: side {', '.join(stray)} isn't listed; expected one of {', '.join(listed)}")
    if len(listed) < 2:
        raise BadValue(f"scenario {plan.id} has {len(listed)} side; expected two or more")


def minds_of(ai: object) -> tuple[str, dict[str, str]]:
    """Read by what creatures think: all of them, and those of single sides.

    Raises:
        BadValue: a word that isn't known, or neither a word nor words by side.
    """
    if not isinstance(ai, Mapping):
        check_ai(ai)
        return str(ai), {}
    for side, mind in ai.items():
        check_text("a side of ai", side)
        check_ai(mind, f"ai of {side}")
    return SIMPLE, dict(ai)


def sides_minds(plan: Scenario, ai: object) -> dict[str, str]:
    """Read by what the creatures of each side of a scenario think; `ai` goes before what the scenario says.

    Raises:
        BadValue: a word that isn't known, or a side that the scenario doesn't have.
    """
    own = {style.id: style.ai for style in plan.sides}
    if ai is None:
        return own
    everybodys, by_side = minds_of(ai)
    if strange := [side for side in by_side if side not in own]:
        raise BadValue(f"ai is given for {', '.join(strange)}; expected sides of {plan.id}: {', '.join(own)}")
    return own | by_side if isinstance(ai, Mapping) else dict.fromkeys(own, everybodys)
