"""The `cities` rules as one ruleset: what the engine asks of it, answered from its rules and components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import esper

from fleshwound.components.creature import Activity, Anatomy, Armor, Conditions, Held
from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.components.edits import Edit
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.hazards import Hazard
from fleshwound.components.hitpoints import Down, Footing, HitPoints, Magazines, Resolve, Trauma
from fleshwound.components.ids import SECOND
from fleshwound.components.intents import Intent, Reload, Unsheathe
from fleshwound.components.kit import Kit
from fleshwound.components.nerve import Exit
from fleshwound.components.views import Sheet, StrikeOption, Vitals
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities import editing, hazards, rounds
from fleshwound.systems.cities.ambushes import Ambushes, check_aware
from fleshwound.systems.cities.arms import free_hands, holds_weapon, mode_names, uses
from fleshwound.systems.cities.attacks import Attacks
from fleshwound.systems.cities.care import Care, Dying, may_be_aided, may_be_nursed
from fleshwound.systems.cities.charges import Charges
from fleshwound.systems.cities.choices import melee_options, shot_options
from fleshwound.systems.cities.consequences import die
from fleshwound.systems.cities.courage import (
    Courage,
    check_courage,
    lose_sight,
    recall,
    refuge,
    turn_ending,
)
from fleshwound.systems.cities.dying import HEAL, may_aid
from fleshwound.systems.cities.fighter import Fighter, Reader, fighter, seen
from fleshwound.systems.cities.grapples import Grapples, forget, part_company
from fleshwound.systems.cities.intents import task_for
from fleshwound.systems.cities.numbers import LEAST_MODIFIER
from fleshwound.systems.cities.odds import check_defence, odds_of
from fleshwound.systems.cities.outfitting import outfitted
from fleshwound.systems.cities.planning import BESIDE, CHARGE, SNAP, range_cells
from fleshwound.systems.cities.prognosis import prognosis_of
from fleshwound.systems.cities.rest import Resting, rouse, walk_off
from fleshwound.systems.cities.sections import Sections
from fleshwound.systems.cities.sheet import sheet_of
from fleshwound.systems.cities.soundness import faults
from fleshwound.systems.cities.stances import Stances, empty, item_to_draw, item_to_reload
from fleshwound.systems.cities.tables import Tables
from fleshwound.systems.cities.vitals import vitals_of
from fleshwound.systems.field import Cell
from fleshwound.systems.odds import Knowledge, Odds
from fleshwound.systems.prognosis import Healer, Prognosis
from fleshwound.systems.ruleset import System
from fleshwound.systems.stakes import Stakes, worth

HOW: Final = {"strike": "", "snap_attack": SNAP, "charge": CHARGE}
"""How an attack comes about, by the kind of its task."""


class Cities:
    """The ruleset `cities`."""

    name: Final = "cities"
    version: Final = 1
    components: Final[Sequence[type[Any]]] = (
        HitPoints, Trauma, Footing, Resolve, Magazines, Conditions, Held, Kit, Armor,
    )  # fmt: skip

    def __init__(self, tables: Tables, weapons: Mapping[str, Weapon]) -> None:
        """Take the tables, and the weapons of the content, which others stand for by conversion."""
        self.tables: Final = tables
        self.reader: Final = Reader(tables, Sections(tables, weapons))
        self.round: Final = tables.fight.round_s * SECOND
        self.attacks: Final = Attacks(self.reader)
        self.charges: Final = Charges(self.reader)
        self.systems: Final[Sequence[System]] = (
            self.attacks,
            self.charges,
            Grapples(self.reader),
            hazards.Hazards(self.reader),
            Ambushes(self.reader),
            Stances(self.reader),
            Dying(self.reader),
            Care(self.reader),
            Resting(self.reader),
            Courage(self.reader),
        )

    def _seen(self, battle: Battle, entity: int) -> Fighter:
        return seen(self.reader, battle, entity)

    # --- coming in ------------------------------------------------------------------------------------------------

    def outfit(
        self, creature: Creature, weapons: Sequence[Weapon], armor: Sequence[ArmorPiece], first_item: int
    ) -> list[object]:
        """Make the components of a new creature (cities A1).

        Raises:
            BadValue: it lacks what these rules need, or has more weapons than hands.
        """
        return outfitted(self.reader, creature, weapons, armor, first_item)

    def derived(self, creature: Creature) -> Sequence[object]:
        """Make the component that is the body, which a creature shares with all of its kind."""
        return (Anatomy(creature.anatomy),)

    def faults(self, components: Mapping[type[Any], Any]) -> Sequence[tuple[str, str, str]]:
        """List what is wrong with the components of one creature out of a save."""
        return faults(components, self.tables)

    def arrived(self, battle: Battle, entity: int) -> None:
        """Nothing comes of it: who comes later acts with its side from the next round on."""

    # --- intents --------------------------------------------------------------------------------------------------

    def task(self, battle: Battle, entity: int, intent: Intent) -> Task:
        """Put an intent into a task, choosing the best where it leaves something open.

        Raises:
            IntentRefused: it names what isn't there.
        """
        return task_for(self.reader, battle, entity, intent)

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse who is caught unaware, and what its courage doesn't let a creature do (cities A2).

        Raises:
            IntentRefused: why not.
        """
        who = self._seen(battle, battle.entity(task.creature))
        check_aware(battle, who)
        check_courage(battle, who, task)

    def rouse(self, battle: Battle, task: Task) -> None:
        """Wake the creature that is about to do a task, unless it only sleeps on."""
        rouse(battle, self._seen(battle, battle.entity(task.creature)), task)

    # --- how they are ---------------------------------------------------------------------------------------------

    def alive(self, entity: int) -> bool:
        """Tell whether a creature lives."""
        return esper.component_for_entity(entity, Trauma).down is not Down.DEAD

    def out(self, entity: int) -> bool:
        """Tell whether a creature is out of the fight: down, fled or surrendered."""
        if esper.component_for_entity(entity, Trauma).down is not Down.UP:
            return True
        return esper.component_for_entity(entity, Resolve).exit is not Exit.NONE

    def prone(self, entity: int) -> bool:
        """Tell whether a creature lies on the ground."""
        return esper.component_for_entity(entity, Conditions).prone

    def bleeding(self, entity: int) -> bool:
        """Tell whether a creature is mortally wounded, which friends can mend (cities A7)."""
        return esper.component_for_entity(entity, Trauma).down is Down.MORTAL

    def untreated(self, entity: int) -> bool:
        """Tell whether first aid or nursing would do a creature good (cities A7)."""
        if esper.component_for_entity(entity, Trauma).down is Down.DEAD:
            return False
        who = self._gathered(entity)
        return may_be_aided(who) or may_be_nursed(who)

    def _gathered(self, entity: int) -> Fighter:
        return fighter(self.reader, entity)

    def care(self, entity: int) -> int:
        """Tell how well a creature treats wounds, 0: not at all (cities A7)."""
        who = self._gathered(entity)
        return 1 + who.profile.skills.get(HEAL, 0) if may_aid(self.tables, who.profile) else 0

    def disarmed(self, battle: Battle, entity: int) -> bool:
        """Tell whether a creature that came with weapons has none left, and a hand that could take one up."""
        who = self._seen(battle, entity)
        return bool(who.creature.weapons) and not holds_weapon(who) and not who.kit.belt and bool(free_hands(who))

    def fleeing(self, entity: int) -> bool:
        """Tell whether a creature is broken, and runs (cities A2)."""
        return esper.component_for_entity(entity, Resolve).broken and not self.out(entity)

    def refuge(self, battle: Battle, entity: int) -> tuple[int, int] | None:
        """Find the cell to which a creature would run."""
        return refuge(self.reader, battle, entity)

    def rallies(self, battle: Battle, entity: int) -> bool:
        """Nobody rallies others under these rules."""
        return False

    def vitals(self, battle: Battle, entity: int) -> Vitals:
        """Tell how a creature is."""
        return vitals_of(battle, self._seen(battle, entity))

    def sheet(self, battle: Battle, entity: int) -> Sheet:
        """Write out a creature's whole sheet."""
        return sheet_of(battle, self._seen(battle, entity))

    @property
    def healer(self) -> Healer:
        """Those who stabilise, by what they add to 2d6; the least is untrained and clumsy (cities A7)."""
        least = self.tables.numbers.untrained + LEAST_MODIFIER
        return Healer("what it adds to 2d6: Heal and the better modifier", least, 2, "healer of {:+}")

    def prognosis(self, battle: Battle, entity: int, horizon: int, treated_by: int | None, states: int) -> Prognosis:
        """Work out what becomes of a creature; `treated_by` is what its healer adds to 2d6 (cities A7)."""
        return prognosis_of(battle, self._seen(battle, entity), horizon, treated_by, states)

    def describe(self, entity: int) -> Mapping[str, str]:
        """Name parts, locations and modes of a creature for people, by id."""
        who = self._gathered(entity)
        names = {part.id: part.name for part in who.anatomy.parts}
        names |= {location.id: location.name for location in who.anatomy.locations}
        return names | mode_names(who)

    # --- turns ----------------------------------------------------------------------------------------------------

    def next_actor(self, battle: Battle) -> Sequence[int]:
        """List who takes a turn this round."""
        return rounds.order_of_turns(self.reader, battle)

    def takes_turn(self, battle: Battle, planned: int) -> int | None:
        """Have everybody take the turn that was planned."""
        return planned

    def end_round(self, battle: Battle) -> Sequence[Task]:
        """Bring nothing: what a round brings comes with the turns of each."""
        return ()

    def pace(self, battle: Battle, entity: int) -> tuple[int, int]:
        """Give the feet of one Move, and of two."""
        return rounds.pace_of(self.reader, self._seen(battle, entity))

    def stride(self, entity: int) -> int:
        """Give the feet of move that a cell costs."""
        return rounds.stride_of(self.reader, self._gathered(entity))

    def rising(self, entity: int) -> int:
        """Give the feet that standing up costs; refuse who can't."""
        return rounds.rise_cost(self.reader, self._gathered(entity))

    def sets_out(
        self, battle: Battle, entity: int, path: Sequence[Cell], *, begun: bool
    ) -> tuple[int, Sequence[Task]] | None:
        """Find which foes strike after it on its way."""
        return rounds.set_out(self.reader, battle, self._seen(battle, entity), path, begun=begun)

    def preparation(self, battle: Battle, entity: int, foe: int) -> Intent | None:
        """Reload what is empty, or draw where nothing is in hand."""
        who = self._seen(battle, entity)
        if not holds_weapon(who) and (item := item_to_draw(who)):
            return Unsheathe(item)
        if empty(who) and (item := item_to_reload(who)):
            return Reload(item)
        return None

    def reach(self, battle: Battle, entity: int) -> int:
        """Give the reach of what it can strike with now, in cells; 0 with nothing."""
        who = self._seen(battle, entity)
        return BESIDE if any(not use.mode.ranged for use in uses(who)) else 0

    def strikes(self, battle: Battle, entity: int, target: int) -> Sequence[StrikeOption]:
        """List the strikes a creature could make at a target, the best first; then what it could shoot or throw now."""
        who, foe = self._seen(battle, entity), self._seen(battle, target)
        return (
            *melee_options(self.reader, battle, who, foe),
            *shot_options(self.reader, battle, who, foe),
        )

    def odds(self, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge) -> Odds:
        """Tell exactly what an attack may come to (cities A3, A4)."""
        if task.kind not in HOW:
            why = f"{task.kind!r} attacks nobody; expected a Strike, SnapAttack or Charge"
            raise IntentRefused(Refusal.UNSUPPORTED, why)
        system = self.charges if task.kind == "charge" else self.attacks
        who, target, use = system.check_aim(battle, task)
        check_defence(defence)
        return odds_of(self.reader, battle, who, target, use, knowledge, HOW[task.kind], defence)

    def worth(self, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge, stakes: Stakes) -> float:
        """Tell what an attack is worth to the attacker."""
        return worth(stakes, battle, self.odds(battle, task, defence, knowledge))

    def range(self, battle: Battle, entity: int) -> int:
        """Give the greatest distance, in cells, at which it could shoot or throw what it holds, loaded or not."""
        who = self._seen(battle, entity)
        shots = [use for use in uses(who) if use.mode.ranged and not (use.mode.thrown and use.mode.blast is None)]
        return max((range_cells(self.reader, use) for use in shots), default=0)

    def begin_turn(self, battle: Battle, entity: int) -> None:
        """End what lasts until one's next turn."""
        rounds.turn_begun(self.reader, battle, self._seen(battle, entity))

    def end_turn(self, battle: Battle, entity: int) -> Sequence[Task]:
        """List the morale check, and what becomes of whoever runs."""
        return turn_ending(self.reader, battle, self._seen(battle, entity))

    def moved(self, battle: Battle, entity: int) -> None:
        """End the holds and treatments that a step has put out of reach."""
        if battle.encounter is None and esper.has_component(entity, Activity):
            walk_off(self.reader, battle, entity)
        conditions = esper.component_for_entity(entity, Conditions)
        if conditions.holds or conditions.immobilized:
            part_company(battle, self._seen(battle, entity))

    def left(self, battle: Battle, creature: int) -> None:
        """End the holds on a creature that has left, and the screen of whoever stood by it."""
        forget(battle, creature)
        for entity in battle.roster.values():
            footing = esper.component_for_entity(entity, Footing)
            if footing.screening == creature:
                footing.screening = None

    def part(self, battle: Battle) -> None:
        """Let go whoever has fled out of sight."""
        lose_sight(self.reader, battle)

    def recall(self, battle: Battle) -> None:
        """Let whoever fled or surrendered back, once no able foe is in sight any longer."""
        recall(self.reader, battle)

    def peace(self, battle: Battle) -> None:
        """Let soak pools be whole again, and rest begin."""
        rounds.peace_fell(self.reader, battle)

    def edit(self, battle: Battle, entity: int, edit: Edit) -> None:
        """Do what a host's edit says to a creature."""
        editing.edit_fighter(battle, self._seen(battle, entity), edit)

    def hazard(self, battle: Battle, entity: int, hazard: Hazard) -> Task:
        """Put into a task what befalls a creature otherwise than by somebody's blow."""
        return hazards.hazard_task(battle, self._seen(battle, entity), hazard)

    def fall_dead(self, battle: Battle, entity: int, cause: str) -> None:
        """Kill a creature from outside."""
        who = self._seen(battle, entity)
        if who.alive:
            die(battle, who, cause, None)
