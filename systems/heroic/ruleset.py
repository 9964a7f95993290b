"""The `heroic` rules as one ruleset: what the engine asks of it, answered from its rules and components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import esper

from fleshwound.components.creature import (
    Abilities,
    Activity,
    Anatomy,
    Armor,
    Bleeding,
    Conditions,
    Fatigue,
    Held,
    Injuries,
    Shock,
    ShockState,
)
from fleshwound.components.definitions import ArmorPiece, Creature, Mode, Projectile, Weapon
from fleshwound.components.edits import Edit
from fleshwound.components.errors import BadValue
from fleshwound.components.guard import Guard
from fleshwound.components.hazards import Hazard
from fleshwound.components.ids import SECOND
from fleshwound.components.intents import Intent
from fleshwound.components.kit import Kit
from fleshwound.components.nerve import Nerve
from fleshwound.components.views import Sheet, StrikeOption, Vitals
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import Cell
from fleshwound.systems.heroic import alarms, soundness
from fleshwound.systems.heroic.arms import Armament
from fleshwound.systems.heroic.care import has_untreated, physician_skill
from fleshwound.systems.heroic.choices import strike_options
from fleshwound.systems.heroic.consequences import die
from fleshwound.systems.heroic.editing import edit_fighter
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter, seen
from fleshwound.systems.heroic.flight import check_free, refuge
from fleshwound.systems.heroic.gear import geared
from fleshwound.systems.heroic.harming import hazard_task
from fleshwound.systems.heroic.holds import forget, part_company
from fleshwound.systems.heroic.intents import task_for
from fleshwound.systems.heroic.items import is_disarmed
from fleshwound.systems.heroic.motion import pace_of, rise_cost, set_out, stride_of
from fleshwound.systems.heroic.odds import odds_of
from fleshwound.systems.heroic.outfitting import NEEDED, abilities_of
from fleshwound.systems.heroic.prognosis import prognosis_of
from fleshwound.systems.heroic.rallying import worthwhile
from fleshwound.systems.heroic.readying import preparation
from fleshwound.systems.heroic.rest import OCCUPIED, rouse, walk_off
from fleshwound.systems.heroic.rounds import order_of_turns, peace_fell, turn_begun, turn_ended
from fleshwound.systems.heroic.rout import lose_sight, recall
from fleshwound.systems.heroic.sheet import sheet_of
from fleshwound.systems.heroic.systems import systems_of
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.targeting import shot_options, shot_range
from fleshwound.systems.heroic.vitals import vitals_of
from fleshwound.systems.heroic.weighing import worth_of
from fleshwound.systems.odds import Knowledge, Odds
from fleshwound.systems.prognosis import Healer, Prognosis
from fleshwound.systems.stakes import Stakes

# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every exchange reads these.
DEAD, INCAPACITATED, STUNNED = Shock.DEAD, Shock.INCAPACITATED, Shock.STUNNED


class Heroic:
    """The ruleset `heroic`."""

    name: Final = "heroic"
    version: Final = 2
    components: Final[Sequence[type[Any]]] = (
        Abilities, Injuries, ShockState, Bleeding, Conditions, Fatigue, Armor, Held, Kit, Guard, Nerve,
    )  # fmt: skip

    def __init__(self, tables: Tables, techniques: Mapping[str, Mode], projectiles: Mapping[str, Projectile]) -> None:
        """Take the tables, the techniques of whoever fights as people do, and what launchers shoot."""
        self.tables: Final = tables
        self.armament: Final = Armament(techniques)
        self.reader: Final = Reader(tables, self.armament, projectiles)
        self.round: Final = tables.combat.round_s * SECOND
        self.systems: Final = systems_of(self.reader)

    def _fighter(self, entity: int) -> Fighter:
        return fighter(self.reader, entity)

    # --- coming in ------------------------------------------------------------------------------------------------

    def outfit(
        self, creature: Creature, weapons: Sequence[Weapon], armor: Sequence[ArmorPiece], first_item: int
    ) -> list[object]:
        """Make the components of a new creature; what it holds and what hangs at its belt says `geared`.

        Raises:
            BadValue: it lacks an attribute, or has more weapons than hands.
        """
        missing = [name for name in NEEDED if creature.attributes.get(name, 0) < 1]
        if missing and not creature.anatomy.incorporeal:
            raise BadValue(f"{creature.id} lacks {', '.join(missing)}; expected each to be 1 or more")
        held, kit = geared(self.reader, creature, weapons, first_item)
        return [
            *self.derived(creature),
            Abilities(*abilities_of(self.tables, creature)),
            Injuries(),
            ShockState(),
            Bleeding(),
            Conditions(),
            Fatigue(),
            Armor(tuple(armor)),
            held,
            kit,
            Guard(),
            Nerve(),
        ]

    def derived(self, creature: Creature) -> Sequence[object]:
        """Make the component that is the body, which a creature shares with all of its kind."""
        return (Anatomy(creature.anatomy),)

    def faults(self, components: Mapping[type[Any], Any]) -> Sequence[tuple[str, str, str]]:
        """List what is wrong with the components of one creature out of a save."""
        return soundness.faults(components, NEEDED, self.reader.projectiles)

    # --- intents --------------------------------------------------------------------------------------------------

    def task(self, battle: Battle, entity: int, intent: Intent) -> Task:
        """Put an intent into a task, choosing the best where it leaves something open.

        Raises:
            IntentRefused: it names what isn't there.
        """
        return task_for(self.reader, battle, entity, intent)

    # --- how they are ---------------------------------------------------------------------------------------------

    def alive(self, entity: int) -> bool:
        """Tell whether a creature lives."""
        return esper.component_for_entity(entity, ShockState).state is not DEAD

    def out(self, entity: int) -> bool:
        """Tell whether a creature is out of the fight: incapacitated or worse, catatonic, fled or surrendered."""
        state: Shock = esper.component_for_entity(entity, ShockState).state
        return state >= INCAPACITATED or esper.component_for_entity(entity, Nerve).out

    def prone(self, entity: int) -> bool:
        """Tell whether a creature lies on the ground."""
        return esper.component_for_entity(entity, Conditions).prone

    def bleeding(self, entity: int) -> bool:
        """Tell whether a creature has an open bleeder."""
        return bool(esper.component_for_entity(entity, Bleeding).bleeders)

    def untreated(self, entity: int) -> bool:
        """Tell whether a living creature has a wound that nobody has treated (heroic H13)."""
        return has_untreated(esper.component_for_entity(entity, Injuries).entries) and self.alive(entity)

    def care(self, entity: int) -> int:
        """Tell how well a creature treats wounds, 0: not at all (heroic H13)."""
        return physician_skill(self._fighter(entity))

    def rouse(self, battle: Battle, task: Task) -> None:
        """Wake the creature that is about to do a task, unless it only sleeps on."""
        entity = battle.roster[task.creature]
        if esper.component_for_entity(entity, Activity).doing in OCCUPIED:
            rouse(self.reader, battle, entity, task)

    def disarmed(self, battle: Battle, entity: int) -> bool:
        """Tell whether a creature that came with weapons has none to strike with, and a hand that could take one up."""
        who = seen(self.reader, battle, entity)
        return bool(who.creature.weapons) and is_disarmed(who)

    def fleeing(self, entity: int) -> bool:
        """Tell whether a creature has to get away: withdrawing, routed, afraid or terrified (heroic H15)."""
        return esper.component_for_entity(entity, Nerve).fleeing

    def refuge(self, battle: Battle, entity: int) -> tuple[int, int] | None:
        """Find the cell to which a creature would run (heroic H15)."""
        return refuge(battle, entity)

    def rallies(self, battle: Battle, entity: int) -> bool:
        """Tell whether a creature would do well to rally those who run (heroic H15)."""
        return worthwhile(self.reader, battle, entity)

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse what a creature's nerve doesn't let it do (heroic H15).

        Raises:
            IntentRefused: why not.
        """
        entity = battle.entity(task.creature)
        nerve = esper.component_for_entity(entity, Nerve)
        if not nerve.unshaken:
            check_free(battle, entity, nerve, task)

    def arrived(self, battle: Battle, entity: int) -> None:
        """Note who has come into a fight that is on (heroic H15)."""
        alarms.arrived(battle, self.tables, entity)

    def vitals(self, battle: Battle, entity: int) -> Vitals:
        """Tell how a creature is (heroic H5, H9, H11)."""
        return vitals_of(seen(self.reader, battle, entity))

    def sheet(self, battle: Battle, entity: int) -> Sheet:
        """Write out a creature's whole sheet."""
        who = self._fighter(entity)
        return sheet_of(battle, who, vitals_of(who), self.armament)

    @property
    def healer(self) -> Healer:
        """Physicians, by their mastery level (heroic H8)."""
        return Healer("mastery level in Physician", 1, 60, "physician of {}")

    def prognosis(self, battle: Battle, entity: int, horizon: int, treated_by: int | None, states: int) -> Prognosis:
        """Work out what becomes of a creature that rests (heroic H5–H8, H13)."""
        return prognosis_of(self.reader, battle, entity, horizon, treated_by, states)

    def describe(self, entity: int) -> Mapping[str, str]:
        """Name parts, locations and modes of a creature for people, by id."""
        who = self._fighter(entity)
        names = {part.id: part.name for part in who.anatomy.parts}
        names |= {location.id: location.name for location in who.anatomy.locations}
        return names | self.armament.names(who.creature, who.held)

    # --- turns ----------------------------------------------------------------------------------------------------

    def next_actor(self, battle: Battle) -> Sequence[int]:
        """List who takes a turn this round."""
        return order_of_turns(self.reader, battle)

    def takes_turn(self, battle: Battle, planned: int) -> int | None:
        """Have everybody take the turn that was planned."""
        return planned

    def end_round(self, battle: Battle) -> Sequence[Task]:
        """Bring nothing: what a round brings comes with the turns of each."""
        return ()

    def pace(self, battle: Battle, entity: int) -> tuple[int, int]:
        """Give the feet a turn's move covers, and twice that for the action."""
        return pace_of(seen(self.reader, battle, entity))

    def stride(self, entity: int) -> int:
        """Give the feet of move that a cell costs."""
        return stride_of(esper.component_for_entity(entity, Conditions))

    def rising(self, entity: int) -> int:
        """Give the feet that standing up costs; refuse who can't."""
        return rise_cost(self._fighter(entity))

    def sets_out(
        self, battle: Battle, entity: int, path: Sequence[Cell], *, begun: bool
    ) -> tuple[int, Sequence[Task]] | None:
        """Find which foes get an opening on its way."""
        return set_out(self.reader, battle, entity, path, begun=begun)

    def preparation(self, battle: Battle, entity: int, foe: int) -> Intent | None:
        """Say what to draw, to make ready or to brace first, the nearest foe being this (heroic H12)."""
        return preparation(self.reader, seen(self.reader, battle, entity), seen(self.reader, battle, foe))

    def reach(self, battle: Battle, entity: int) -> int:
        """Give the greatest reach of what it can strike with now, in cells; 0 with nothing."""
        return seen(self.reader, battle, entity).stance.reach

    def strikes(self, battle: Battle, entity: int, target: int) -> Sequence[StrikeOption]:
        """List the strikes a creature could make at a target, the best first; then what it could shoot or throw now."""
        who, foe = seen(self.reader, battle, entity), seen(self.reader, battle, target)
        strikes = strike_options(who, foe)
        return (*strikes, *shot_options(self.reader, battle, who, foe)) if who.stance.shots else strikes

    def odds(self, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge) -> Odds:
        """Tell exactly what a strike may come to (heroic H12)."""
        return odds_of(self.reader, battle, task, defence, knowledge)

    def worth(self, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge, stakes: Stakes) -> float:
        """Tell what a strike is worth to its striker, without its odds."""
        return worth_of(self.reader, battle, task, defence, knowledge, stakes)

    def range(self, battle: Battle, entity: int) -> int:
        """Give the greatest distance, in cells, at which it could shoot or throw what it holds, ready or not."""
        return shot_range(self.reader, seen(self.reader, battle, entity))

    def begin_turn(self, battle: Battle, entity: int) -> None:
        """Note how the turn begins."""
        turn_begun(battle, entity)

    def end_turn(self, battle: Battle, entity: int) -> Sequence[Task]:
        """List the tests that the turn's end brings."""
        return turn_ended(self.reader, battle, entity)

    def part(self, battle: Battle) -> None:
        """Let go whoever has fled out of sight."""
        lose_sight(self.reader, battle)

    def recall(self, battle: Battle) -> None:
        """Let whoever fled or surrendered back, once no able foe is in sight any longer."""
        recall(self.reader, battle)

    def moved(self, battle: Battle, entity: int) -> None:
        """End the holds and treatments that a step has put out of reach, and any bracing (heroic H12, H13)."""
        if battle.encounter is None:
            walk_off(self.reader, battle, entity)
        esper.component_for_entity(entity, Guard).braced = 0
        conditions = esper.component_for_entity(entity, Conditions)
        if conditions.holds or conditions.immobilized:
            part_company(battle, self._fighter(entity))

    def left(self, battle: Battle, creature: int) -> None:
        """End the holds of and on a creature that has left (heroic H12)."""
        forget(battle, creature)

    def peace(self, battle: Battle) -> None:
        """Set what waited for a turn's end to a time from now."""
        peace_fell(self.reader, battle)

    def edit(self, battle: Battle, entity: int, edit: Edit) -> None:
        """Do what a host's edit says to a creature."""
        edit_fighter(battle, self._fighter(entity), edit)

    def hazard(self, battle: Battle, entity: int, hazard: Hazard) -> Task:
        """Put into a task what befalls a creature otherwise than by somebody's blow (heroic H5)."""
        return hazard_task(self._fighter(entity), hazard)

    def fall_dead(self, battle: Battle, entity: int, cause: str) -> None:
        """Kill a creature from outside."""
        battle.seen.clear()
        who = self._fighter(entity)
        if who.shock.state is not Shock.DEAD:
            die(battle, who, cause, None)
