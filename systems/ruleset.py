"""What a ruleset is to everyone else: the engine, the AI, the arena, the command line never ask which one runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

import esper

from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.components.draws import Rule
from fleshwound.components.edits import Edit
from fleshwound.components.hazards import Hazard
from fleshwound.components.intents import Intent
from fleshwound.components.views import Sheet, StrikeOption, Vitals
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import Cell
from fleshwound.systems.odds import Knowledge, Odds
from fleshwound.systems.prognosis import Healer, Prognosis
from fleshwound.systems.stakes import Stakes


class System(esper.Processor):
    """A processor of some kinds of task: check, ask the rules, commit what they say, emit.

    A task is checked when it is asked for and again when its moment comes. `rule` changes nothing; `commit` changes
    everything that the facts say, at once.
    """

    kinds: tuple[str, ...] = ()
    """Kinds of task it does; no two systems of a ruleset share one."""
    instants: tuple[str, ...] = ()
    """Kinds among them that a creature may be told to do at once, on whoever's turn."""
    payloads: Mapping[str, Any] = MappingProxyType({})
    """Type of the payload by kind of task, by which a save is checked; a kind left out has none."""

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse a task that can't be done.

        Raises:
            IntentRefused: why not.
        """

    def about(self, task: Task) -> Sequence[int]:
        """List the combat ids of whom a task may concern: its creature, and any that its payload may name.

        While a decision about the task is pending, the departure of one of them ends it.
        """
        return (task.creature, *(value for value in task.payload if type(value) is int))

    def rule(self, battle: Battle, task: Task) -> Rule[Any] | None:
        """Begin the rule that decides the task; None: nothing is left to chance or choice, or it no longer holds."""
        return None

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Make the facts true and emit what happened; `facts` are None where there was no rule."""

    def process(self, battle: Battle, task: Task) -> None:
        """Do one task, or leave it pending on somebody's decision."""
        battle.play(self, task)


@runtime_checkable
class Ruleset(Protocol):
    """One set of rules. It holds tables and no state: state is in components and in the battle."""

    @property
    def name(self) -> str:
        """Name for `Combat(rules=…)`."""
        ...

    @property
    def round(self) -> int:
        """Length of a round in microseconds."""
        ...

    @property
    def systems(self) -> Sequence[System]:
        """The ruleset's own systems, in their order."""
        ...

    @property
    def version(self) -> int:
        """Version of the rules, from 1; a fix that changes what the same seed comes to raises it."""
        ...

    @property
    def components(self) -> Sequence[type[Any]]:
        """The kinds of component that `outfit` makes and a save holds, in the save's order.

        Dataclasses whose fields are whole numbers, words, truth values, enums, definitions, or lists, dicts and
        dataclasses of these.
        """
        ...

    def derived(self, creature: Creature) -> Sequence[object]:
        """Make those components of `outfit` that follow from the definition alone; no save holds them."""
        ...

    def faults(self, components: Mapping[type[Any], Any]) -> Sequence[tuple[str, str, str]]:
        """List what is wrong with the components of one creature out of a save, each of the right type in itself.

        Each as (path, what would be right, what is there): `("Injuries.entries[0].level", "1..5", "9")`.
        """
        ...

    def outfit(
        self, creature: Creature, weapons: Sequence[Weapon], armor: Sequence[ArmorPiece], first_item: int
    ) -> list[object]:
        """Make the components that a new creature needs besides the engine's own; items are numbered from `first_item`.

        Raises:
            BadValue: the creature lacks what these rules need.
        """
        ...

    def task(self, battle: Battle, entity: int, intent: Intent) -> Task:
        """Put an intent of the creature into a task, with every choice it leaves open made.

        Raises:
            IntentRefused: these rules have no such thing, or it names what isn't there.
        """
        ...

    def alive(self, entity: int) -> bool:
        """Tell whether a creature lives."""
        ...

    def out(self, entity: int) -> bool:
        """Tell whether a creature is out of the fight, the dead among them."""
        ...

    def prone(self, entity: int) -> bool:
        """Tell whether a creature lies on the ground; rules under which one may give it `Conditions`, for `Rose`."""
        ...

    def bleeding(self, entity: int) -> bool:
        """Tell whether a creature loses blood, or whatever friends can stop."""
        ...

    def untreated(self, entity: int) -> bool:
        """Tell whether a living creature has a wound that nobody has treated."""
        ...

    def care(self, entity: int) -> int:
        """Tell how well a creature treats wounds, to compare it with others; 0: not at all."""
        ...

    def rouse(self, battle: Battle, task: Task) -> None:
        """Wake the creature that is about to do a task, unless it can do that asleep."""
        ...

    def disarmed(self, battle: Battle, entity: int) -> bool:
        """Tell whether a creature that fights with what it holds has a free grip and nothing to strike with."""
        ...

    def fleeing(self, entity: int) -> bool:
        """Tell whether a creature is driven to get away from its foes, able to or not."""
        ...

    def refuge(self, battle: Battle, entity: int) -> tuple[int, int] | None:
        """Find the cell to which a creature would run on its turn; None: nothing threatens it, or it can't get away."""
        ...

    def rallies(self, battle: Battle, entity: int) -> bool:
        """Tell whether a creature would do well to call back those of its side who run."""
        ...

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse what the state of a creature doesn't let it do, whatever it is; what it is its system checks.

        Raises:
            IntentRefused: why not.
        """
        ...

    def arrived(self, battle: Battle, entity: int) -> None:
        """Do what the rules do when a creature has come in."""
        ...

    def vitals(self, battle: Battle, entity: int) -> Vitals:
        """Tell how a creature is."""
        ...

    def sheet(self, battle: Battle, entity: int) -> Sheet:
        """Write out a creature's whole sheet."""
        ...

    @property
    def healer(self) -> Healer:
        """Who may look after a creature in a prognosis."""
        ...

    def prognosis(self, battle: Battle, entity: int, horizon: int, treated_by: int | None, states: int) -> Prognosis:
        """Work out what becomes of a creature within `horizon` microseconds, if it rests and nobody strikes it.

        `treated_by` is the skill of who looks after it, `healer.least` or more; None: nobody does. Of more than
        `states` states at one time the least probable are left out. Changes nothing.
        """
        ...

    def next_actor(self, battle: Battle) -> Sequence[int]:
        """List the combat ids of those who take a turn in the round now beginning, first to last."""
        ...

    def takes_turn(self, battle: Battle, planned: int) -> int | None:
        """Name who takes the turn now due, by combat id, in place of whoever `next_actor` planned it for.

        Asked once a turn, after the turn before has ended: what was done since the round began may have changed who is
        next. None: nobody takes it. A host that says whose turn it is isn't overruled.
        """
        ...

    def end_round(self, battle: Battle) -> Sequence[Task]:
        """List the tasks that the end of a round brings, to be done in this order before the next begins.

        Asked once a round of an encounter, after its last turn has ended and before the round limit is looked at.
        """
        ...

    def pace(self, battle: Battle, entity: int) -> tuple[int, int]:
        """Give how many feet a creature may go on its turn: without giving up its action, and at the most."""
        ...

    def stride(self, entity: int) -> int:
        """Give the feet of move that entering a cell costs a creature as it is now, 1 or more."""
        ...

    def rising(self, entity: int) -> int:
        """Give the feet of move that standing up costs.

        Raises:
            IntentRefused: it can't stand.
        """
        ...

    def sets_out(
        self, battle: Battle, entity: int, path: Sequence[Cell], *, begun: bool
    ) -> tuple[int, Sequence[Task]] | None:
        """Find where somebody first reacts to a creature that sets out on a way.

        Gives how many cells of the way it enters before, and what is to be done then, ahead of the rest of its move;
        None: nobody does. `begun`: it goes on after such a break, and leaving its present cell was reacted to already.
        """
        ...

    def preparation(self, battle: Battle, entity: int, foe: int) -> Intent | None:
        """Say what a creature had better do first to be ready for a foe, the nearest to it; None: nothing."""
        ...

    def reach(self, battle: Battle, entity: int) -> int:
        """Give the greatest distance, in cells, at which a creature can strike now; 0 if it can't."""
        ...

    def strikes(self, battle: Battle, entity: int, target: int) -> Sequence[StrikeOption]:
        """List the strikes a creature could make at a target within reach, whatever the distance; the best first.

        After them come the shots and throws that it could make now.
        """
        ...

    def odds(self, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge) -> Odds:
        """Tell exactly what a strike may come to, put into a task by `task`; nothing changes by it.

        `defence` is how it is met, as a decision offers it; None: as the target itself would, which `systems.meeting`
        says where it has a choice. All that the task's system checks is checked, but for whose turn it is and whether
        its action is used.

        Raises:
            IntentRefused: it can't be made, or strikes nobody.
            DecisionError: the target can't meet it so.
        """
        ...

    def worth(self, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge, stakes: Stakes) -> float:
        """Tell what a strike is worth to its striker: `stakes.worth` of its `odds`, found in whatever way is soonest.

        The arguments and what it raises as for `odds`; a mind asks this of every option it has.
        """
        ...

    def range(self, battle: Battle, entity: int) -> int:
        """Give the greatest distance, in cells, at which a creature could shoot or throw once ready; 0 if it can't."""
        ...

    def begin_turn(self, battle: Battle, entity: int) -> None:
        """Do what the rules do when a creature's turn begins."""
        ...

    def end_turn(self, battle: Battle, entity: int) -> Sequence[Task]:
        """List the tasks that the end of a creature's turn brings, to be done at once."""
        ...

    def moved(self, battle: Battle, entity: int) -> None:
        """Do what the rules do when a creature has changed its place."""
        ...

    def left(self, battle: Battle, creature: int) -> None:
        """Do what the rules do when a creature has left, by combat id; its components are gone already."""
        ...

    def part(self, battle: Battle) -> None:
        """Do what the rules do when an encounter is about to end, since no able foes are aware of each other."""
        ...

    def recall(self, battle: Battle) -> None:
        """Let whoever left the fight take part again where nothing keeps it away, as something stirred in peace."""
        ...

    def peace(self, battle: Battle) -> None:
        """Put down in the agenda what was waiting for a turn's end, as an encounter ends."""
        ...

    def fall_dead(self, battle: Battle, entity: int, cause: str) -> None:
        """Kill a creature from outside, with all that follows."""
        ...

    def edit(self, battle: Battle, entity: int, edit: Edit) -> None:
        """Do what a host's edit says to a creature: harm undone or done, life, gear. Definitions stand in it, not ids.

        Raises:
            IntentRefused: it can't be done to this creature now, or these rules know no such edit.
            BadValue: a value out of range.
            UnknownName: no such location or part.
        """
        ...

    def hazard(self, battle: Battle, entity: int, hazard: Hazard) -> Task:
        """Put into a task what befalls a creature otherwise than by somebody's blow.

        Raises:
            IntentRefused: it can't befall this creature, or these rules know no such thing.
            UnknownName: no such location or part.
            BadValue: nothing is left there.
        """
        ...

    def describe(self, entity: int) -> Mapping[str, str]:
        """Name parts, locations and modes of a creature for people, by id."""
        ...
