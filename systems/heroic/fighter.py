"""A creature's components, gathered for the length of one task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import esper

from fleshwound.components.creature import (
    Abilities,
    Anatomy,
    Armor,
    Bleeding,
    Combatant,
    Conditions,
    Fatigue,
    Held,
    Injuries,
    Place,
    Shock,
    ShockState,
)
from fleshwound.components.definitions import Anatomy as AnatomyDefinition
from fleshwound.components.definitions import Creature, Projectile
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.guard import Guard
from fleshwound.components.nerve import Nerve
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic.arms import Armament
from fleshwound.systems.heroic.impairment import Impairments, impairments
from fleshwound.systems.heroic.stance import Stance, State, stance_of
from fleshwound.systems.heroic.tables import Tables


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """What it takes to read any creature under these rules."""

    tables: Tables
    armament: Armament
    projectiles: Mapping[str, Projectile]
    """What launchers shoot, by id."""


@dataclass(slots=True, eq=False)
class Fighter:
    """One creature at one moment; nothing of it is kept beyond the task."""

    reader: Reader
    entity: int
    id: int
    creature: Creature
    anatomy: AnatomyDefinition
    abilities: Abilities
    injuries: Injuries
    shock: ShockState
    bleeding: Bleeding
    conditions: Conditions
    fatigue: Fatigue
    held: Held
    armor: Armor
    guard: Guard
    nerve: Nerve
    place: Place
    _stance: Stance | None = None
    _last: Stance | None = None

    @property
    def tables(self) -> Tables:
        """The constants of the rules."""
        return self.reader.tables

    @property
    def stance(self) -> Stance:
        """All its masteries as it is at this moment; read once, and anew after `moved_on`."""
        stance = self._stance
        if stance is None:
            reader, abilities, conditions = self.reader, self.abilities, self.conditions
            items, fatigue = self.held.items, self.fatigue.entries
            state = (
                reader.tables,
                reader.armament,
                self.creature,
                self.anatomy,
                abilities.attributes,
                abilities.skills,
                self.armor.pieces,
                tuple([(part, item.weapon, item.broken) for part, item in items.items()]) if items else (),
                impairments(reader.tables, self.anatomy, self.injuries, conditions.immobilized, conditions.holds),
                sum([entry.amount for entry in fatigue]) if fatigue else 0,
                conditions.prone,
                self.shock.state,
            )
            # Mostly it is as it was, which is told sooner than a `State` is made and what it comes to is found.
            last = self._last
            stance = last if last is not None and last.state == state else stance_of(State(*state))
            self._stance = self._last = stance
        return stance

    def moved_on(self) -> None:
        """Have the stance read anew, after a commit changed something of it."""
        self._stance = None

    def away(self, other: Fighter) -> int:
        """Count the cells to another creature; `queries.apart` of the two, with both at hand."""
        here, there = self.place, other.place
        return max(abs(here.x - there.x), abs(here.y - there.y))

    @property
    def out(self) -> bool:
        """Whether it is out of the fight: incapacitated or worse, catatonic, fled or surrendered."""
        return self.shock.state >= Shock.INCAPACITATED or self.nerve.out

    @property
    def impaired(self) -> Impairments:
        """What impairs each part (heroic H9)."""
        return self.stance.impaired


def check_able(who: Fighter) -> None:
    """Refuse whoever is out of the fight.

    Raises:
        IntentRefused: it is.
    """
    if who.out:
        raise IntentRefused(Refusal.CANNOT_ACT, "it can't act now; expected a creature that can")


def check_action_left(battle: Battle, who: Fighter) -> None:
    """Refuse whoever has used the action of its turn.

    Raises:
        IntentRefused: it has.
    """
    turn = battle.turn
    if turn is not None and turn.acted and turn.creature == who.id:
        raise IntentRefused(Refusal.NO_ACTION_LEFT, "its action of this turn is used; expected another turn")


def check_unheld(who: Fighter) -> None:
    """Refuse whoever is held: it passes its turn, and only breaks free or defends itself (heroic H12).

    Raises:
        IntentRefused: it is held.
    """
    if who.conditions.immobilized and who.conditions.held_fast:
        raise IntentRefused(Refusal.HELD, "it is held fast; expected it to break free first")


def seen(reader: Reader, battle: Battle, entity: int) -> Fighter:
    """Gather a creature's components to look at; until something is committed, once for all who look."""
    found: Fighter | None = battle.seen.get(entity)
    if found is None:
        found = battle.gathered.get(entity)
        if found is None:
            found = battle.gathered[entity] = fighter(reader, entity)
        else:
            found.moved_on()
        battle.seen[entity] = found
    return found


def fighter(reader: Reader, entity: int) -> Fighter:
    """Gather a creature's components, to commit to. Its world must be the current one."""
    get = esper.component_for_entity
    combatant = get(entity, Combatant)
    return Fighter(
        reader,
        entity,
        combatant.id,
        combatant.creature,
        get(entity, Anatomy).of,
        get(entity, Abilities),
        get(entity, Injuries),
        get(entity, ShockState),
        get(entity, Bleeding),
        get(entity, Conditions),
        get(entity, Fatigue),
        get(entity, Held),
        get(entity, Armor),
        get(entity, Guard),
        get(entity, Nerve),
        get(entity, Place),
    )
