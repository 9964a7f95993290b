"""A creature's components, gathered for the length of one task, and what the rules read off them at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import esper

from fleshwound.components.cities import CitiesProfile, CitiesShield, Save
from fleshwound.components.creature import Anatomy, Armor, Combatant, Conditions, Held
from fleshwound.components.definitions import Anatomy as AnatomyDefinition
from fleshwound.components.definitions import Creature
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.hitpoints import Down, Footing, HitPoints, Magazines, Resolve, Trauma
from fleshwound.components.kit import Kit
from fleshwound.components.nerve import Exit
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.checks import Check
from fleshwound.systems.cities.numbers import modifier, save_check
from fleshwound.systems.cities.protection import Protection, protection
from fleshwound.systems.cities.sections import Sections
from fleshwound.systems.cities.tables import InjuryRow, Tables
from fleshwound.systems.cities.victim import Victim

SKULL: Final = frozenset({"brain", "eyes"})
"""Kinds of major injury that are of the head."""


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """What it takes to read any creature under these rules."""

    tables: Tables
    sections: Sections


@dataclass(slots=True, eq=False)
class Fighter:
    """One creature at one moment; nothing of it is kept beyond the task."""

    reader: Reader
    entity: int
    id: int
    creature: Creature
    profile: CitiesProfile
    anatomy: AnatomyDefinition
    points: HitPoints
    trauma: Trauma
    footing: Footing
    resolve: Resolve
    magazines: Magazines
    conditions: Conditions
    held: Held
    kit: Kit
    armor: Armor

    @property
    def tables(self) -> Tables:
        """The constants of the rules."""
        return self.reader.tables

    @property
    def alive(self) -> bool:
        """Whether it lives; of a machine whether it isn't destroyed."""
        return self.trauma.down is not Down.DEAD

    @property
    def out(self) -> bool:
        """Whether it is out of the fight: down, fled or surrendered."""
        return self.trauma.down is not Down.UP or self.resolve.exit is not Exit.NONE

    @property
    def rows(self) -> list[InjuryRow]:
        """The rows of its major injuries."""
        table = self.tables.injury.rows
        return [table[injury.row - 1] for injury in self.trauma.injuries]

    @property
    def blind(self) -> bool:
        """Whether it has lost its eyes."""
        return any(row.kind == "eyes" for row in self.rows)

    @property
    def ruined(self) -> frozenset[int]:
        """Indices of the parts that are ruined."""
        lost = {row.part for row in self.rows if row.kind in ("arm", "leg")}
        return frozenset(index for index, part in enumerate(self.anatomy.parts) if part.id in lost) if lost else NONE

    @property
    def lame(self) -> bool:
        """Whether it can only crawl, for a ruined leg."""
        return any(row.kind == "leg" for row in self.rows)

    @property
    def constitution(self) -> int:
        """What injuries add to its modifier of Constitution: a gut wound that set in for good."""
        gut = sum(
            injury.due is None and self.tables.injury.rows[injury.row - 1].kind == "gut"
            for injury in self.trauma.injuries
        )
        return self.tables.injury.gut_modifier * gut

    @property
    def shields(self) -> tuple[CitiesShield, ...]:
        """Shields that it holds with a hand that works."""
        if not self.held.items:
            return ()
        found = (
            self.reader.sections.weapon(item.weapon).shield
            for part, item in self.held.items.items()
            if not item.broken and part not in self.ruined
        )
        return tuple(shield for shield in found if shield is not None)

    @property
    def protection(self) -> Protection:
        """What protects it, its present situation left out."""
        worn = self.reader.sections.worn(self.armor.pieces, self.anatomy)
        return protection(self.tables, self.profile, worn, self.shields)

    @property
    def strain_most(self) -> int:
        """The most System Strain it bears, in hundredths: its Constitution (cities A7)."""
        return 100 * self.profile.attributes.get("constitution", self.tables.numbers.attribute_default)

    @property
    def strain(self) -> int:
        """System Strain it is under, in hundredths."""
        return self.profile.strain + self.trauma.strain

    def dazed(self, now: int) -> bool:
        """Tell whether a flash still dazes it."""
        return self.footing.dazed_until > now

    def ac_now(self, now: int, *, ranged: bool) -> int:
        """Give an AC as things stand: Total Defense, a charge, a flash (cities A2, A9)."""
        found = self.protection
        ac = found.ranged_ac if ranged else found.melee_ac
        if self.footing.defending:
            ac += self.tables.maneuvers.defence_ac
        if self.footing.charging:
            ac += self.tables.maneuvers.charge_ac
        if self.dazed(now):
            ac += self.tables.attack.dazed
        return ac


NONE: Final[frozenset[int]] = frozenset()


def victim_of(battle: Battle, who: Fighter) -> Victim:
    """Read a creature as harm finds it (cities A4)."""
    tables, profile, found = who.tables, who.profile, who.protection
    traits = profile.traits
    round_now = battle.encounter.round if battle.encounter is not None else 0
    helpless = who.trauma.down is not Down.UP
    spared: frozenset[str] = SKULL if traits.get("skull_citadel") else frozenset()
    return Victim(
        id=who.id,
        table=tables.injury,
        hit_points=who.points.left,
        soak=max(0, found.soak - who.points.soaked),
        ranged_ac=who.ac_now(battle.now, ranged=True),
        melee_ac=who.ac_now(battle.now, ranged=False),
        trauma_target=found.trauma_target,
        physical=physical_save(who),
        standing=profile.standing,
        down=who.trauma.down,
        frail=who.trauma.frail,
        traumatised=who.trauma.traumatised,
        shock_immune=found.shock_immune or who.footing.defending,
        ignores_first=found.ignores_first and not helpless and (not round_now or who.footing.shock_round != round_now),
        machine=profile.machine,
        small_machine=profile.machine_enc is not None and profile.machine_enc <= tables.damage.small_machine_enc,
        machine_armor=profile.machine_armor,
        machine_immune=profile.machine_immune,
        injuries=not (profile.machine or traits.get("full_body_conversion") or traits.get("all_natural")),
        spared=spared,
    )


def physical_save(who: Fighter) -> Check:
    """Give the Physical save of a creature (cities A1)."""
    return save_check(who.tables, who.profile, Save.PHYSICAL, constitution=who.constitution)


def fighter(reader: Reader, entity: int) -> Fighter:
    """Gather a creature's components. Its world must be the current one."""
    get = esper.component_for_entity
    combatant = get(entity, Combatant)
    return Fighter(
        reader,
        entity,
        combatant.id,
        combatant.creature,
        reader.sections.profile(combatant.creature),
        get(entity, Anatomy).of,
        get(entity, HitPoints),
        get(entity, Trauma),
        get(entity, Footing),
        get(entity, Resolve),
        get(entity, Magazines),
        get(entity, Conditions),
        get(entity, Held),
        get(entity, Kit),
        get(entity, Armor),
    )


def seen(reader: Reader, battle: Battle, entity: int) -> Fighter:
    """Gather a creature's components, once for all who look: none is ever replaced by another."""
    found: Fighter | None = battle.gathered.get(entity)
    if found is None:
        found = battle.gathered[entity] = fighter(reader, entity)
    return found


def of(reader: Reader, battle: Battle, creature: int) -> Fighter:
    """Gather the components of a creature, by combat id."""
    return seen(reader, battle, battle.entity(creature))


def check_able(who: Fighter) -> None:
    """Refuse whoever is out of the fight.

    Raises:
        IntentRefused: it is.
    """
    if not who.alive:
        raise IntentRefused(Refusal.DEAD, "the dead take no actions; expected a living creature")
    if who.out:
        raise IntentRefused(Refusal.CANNOT_ACT, "it can't act now; expected a creature that can")


def check_action_left(battle: Battle, who: Fighter) -> None:
    """Refuse whoever has used its Main Action.

    Raises:
        IntentRefused: it has.
    """
    turn = battle.turn
    own = turn is not None and turn.creature == who.id
    if own and turn is not None and turn.acted:
        raise IntentRefused(Refusal.NO_ACTION_LEFT, "its action of this turn is used; expected another turn")
    if own or battle.encounter is None or not battle.encounter.round:
        return
    if who.footing.acted_round == battle.encounter.round:
        raise IntentRefused(Refusal.NO_ACTION_LEFT, "its action of this round is used; expected another round")


def check_free(who: Fighter) -> None:
    """Refuse whoever is held (cities A2).

    Raises:
        IntentRefused: it is.
    """
    if who.conditions.immobilized and who.conditions.held_fast:
        raise IntentRefused(Refusal.HELD, "it is held; expected it to break free first")


def use_action(battle: Battle, who: Fighter) -> None:
    """Count the Main Action of a creature as used."""
    if battle.encounter is not None:
        who.footing.acted_round = battle.encounter.round
    if battle.turn is not None and battle.turn.creature == who.id:
        battle.turn.acted = True


def best_modifier(who: Fighter, names: Sequence[str]) -> tuple[str, int]:
    """Give the best of some attributes' modifiers, with its name."""
    best = max(names, key=lambda name: modifier(who.tables, who.profile, name))
    return best, modifier(who.tables, who.profile, best)
