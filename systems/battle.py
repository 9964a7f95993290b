"""The battle: what all systems share between two instants, and how a task is played."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made_by
from typing import TYPE_CHECKING, Any, TypeAlias

import esper

from fleshwound.components.creature import Controller
from fleshwound.components.decisions import Decision
from fleshwound.components.draws import Ask
from fleshwound.components.errors import BadValue, DecisionError, DespawnedCreature
from fleshwound.components.events import Event
from fleshwound.components.minds import SIMPLE
from fleshwound.systems.agenda import Agenda, Task
from fleshwound.systems.drivers import Answered, Asking, sample
from fleshwound.systems.field import Field
from fleshwound.systems.outbox import Outbox
from fleshwound.systems.streams import Streams

if TYPE_CHECKING:
    from fleshwound.components.intents import Intent
    from fleshwound.systems.odds import Knowledge
    from fleshwound.systems.ruleset import Ruleset, System


@dataclass(slots=True)
class Encounter:
    """A stretch of time in which turns are counted."""

    began: int
    """In microseconds."""
    mark: int
    """Number of the agenda's last entry as it began: tells its own entries from those of one before."""
    round: int = 0
    """Number of the present round, from 1; 0 before the first."""


@dataclass(slots=True)
class Turn:
    """The turn that is open now."""

    creature: int
    """Combat id."""
    began: int
    acted: bool = False
    """Whether its action is used."""
    feet: int = 0
    """Feet of move used."""
    refused: int = 0
    """Acts of its mind refused on this turn."""
    shaken: bool = False
    """Whether it began under a shock that its end may shake off."""
    done: bool = False
    """Whether its mind wants nothing more of it."""
    ending: list[Task] | None = None
    """What its end still brings; None while it isn't ending."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a fight came out."""

    winner: str | None
    """Side; None: a draw."""
    reason: str
    rounds: int


@dataclass(slots=True)
class Pending:
    """A task that waits for somebody to choose. Nothing of it has been committed."""

    system: System
    task: Task
    playing: Asking[Any]
    decision: Decision
    changed: dict[int, str] = made_by(default_factory=dict)
    """Who answered for whom when the task began, by combat id, where that has changed since: the rule read it then."""


Mind: TypeAlias = "Callable[[Battle, int], Intent | None]"
"""Thinks for a creature on its turn: the next intent, or None to end the turn."""


Meet: TypeAlias = "Callable[[Battle, Task, Sequence[str], Knowledge], int]"
"""Chooses how a target meets a strike: by its place among the ways it has, the best by the ruleset's ranking first."""


@dataclass
class Battle:
    """One combat, as its systems see it. Lives in one esper world; used only while that world is the current one."""

    ruleset: Ruleset
    world: str
    streams: Streams
    outbox: Outbox
    mind: Mind
    meet: Meet
    """Chooses defences for creatures that think by odds."""
    field: Field
    agenda: Agenda = made_by(default_factory=Agenda)
    now: int = 0
    """Microseconds since the combat began."""
    roster: dict[int, int] = made_by(default_factory=dict)
    """Entity by combat id, in rising order."""
    ids: dict[int, int] = made_by(default_factory=dict)
    """Combat id by entity."""
    made: int = 0
    """Combat ids given out so far."""
    items: int = 0
    """Item numbers given out so far."""
    ground: dict[int, int] = made_by(default_factory=dict)
    """Entity of each item on the ground, by item number."""
    wishes: dict[int, Intent] = made_by(default_factory=dict)
    """Intents that wait for their creature's turn, by combat id; the last one wins."""
    encounter: Encounter | None = None
    turn: Turn | None = None
    pending: Pending | None = None
    held_up: list[Task] = made_by(default_factory=list)
    """What comes at once, in this order, once nothing is pending: what a task brought, what a decision cut short."""
    decided: int = 0
    """Decisions asked for so far."""
    result: Result | None = None
    round_limit: int | None = None
    host_turns: bool = False
    """Whether the host says whose turn it is, not the ruleset."""
    awareness: int = 60
    """Cells within which hostile creatures are aware of each other."""
    stirred: bool = False
    """Something changed that may begin or end an encounter."""
    asked: bool = False
    """Whether any creature's controller is asked for its decisions."""
    ai: str = SIMPLE
    """By what creatures think that come in, but for those of sides in `ai_of`."""
    ai_of: Mapping[str, str] = made_by(default_factory=dict)
    """By what creatures of a side think that come in."""
    weighs: bool = False
    """Whether any creature thinks otherwise than simply."""
    seen: dict[int | str | Task, Any] = made_by(default_factory=dict)
    """What the ruleset has read since anything last changed, by entity or task; nothing is kept beyond that."""
    gathered: dict[int, Any] = made_by(default_factory=dict)
    """Creatures with their components, gathered by the ruleset, by entity: none is ever replaced by another."""
    callers_world: str = "default"
    """World to which handlers are handed back."""
    by_kind: dict[str, System] = made_by(default_factory=dict)
    """Which system does which kind of task."""
    emit: Callable[[Event], None] = made_by(init=False, repr=False)
    """Records an event; it goes out once what is being committed is whole."""

    def __post_init__(self) -> None:
        self.emit = self.outbox.emit

    def entity(self, creature: int) -> int:
        """Find the entity of a combat id.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
        """
        try:
            return self.roster[creature]
        except KeyError:
            raise DespawnedCreature(f"no creature {creature} in this combat; expected one that is here") from None

    def id_of(self, entity: int) -> int:
        """Find the combat id of an entity.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
            BadValue: it is no whole number.
        """
        if type(entity) is not int:
            raise BadValue(f"the entity is {entity!r}; expected a whole number, as spawn returns it")
        try:
            return self.ids[entity]
        except KeyError:
            raise DespawnedCreature(f"entity {entity} takes no part in this combat; expected one that does") from None

    def after(self, delay: int, task: Task) -> None:
        """Put a task down for `delay` microseconds from now."""
        self.agenda.put(self.now + delay, task)

    def check(self, task: Task) -> None:
        """Refuse a task that can't be done: for how its creature is, or for what it is.

        Raises:
            IntentRefused: why not.
        """
        self.ruleset.check(self, task)
        self.by_kind[task.kind].check(self, task)

    def do(self, task: Task) -> None:
        """Do a task now, and hand out its events; one about a creature that has left is dropped."""
        if task.creature and task.creature not in self.roster:
            return
        self.by_kind[task.kind].process(self, task)
        self.outbox.deliver(self.callers_world)

    def play(self, system: System, task: Task) -> None:
        """Play the rule of a task and commit its facts, or leave it pending on a decision."""
        rule = system.rule(self, task)
        if rule is None:
            system.commit(self, task, None, ())
            self.seen.clear()
            return
        if not self.asked:
            trail: list[Answered] = []
            facts = sample(rule, self.streams.rules, None, trail)
            system.commit(self, task, facts, trail)
            self.seen.clear()
            return
        self._proceed(system, task, Asking(rule, self.streams.rules, self._must_ask))

    def _must_ask(self, ask: Ask) -> bool:
        return esper.component_for_entity(self.roster[ask.of], Controller).decisions == "ask"

    def _proceed(self, system: System, task: Task, playing: Asking[Any]) -> None:
        if playing.pending is None:
            self.pending = None
            system.commit(self, task, playing.facts, playing.trail)
            self.seen.clear()
            return
        self.decided += 1
        changed = {} if self.pending is None else self.pending.changed
        self.pending = Pending(system, task, playing, _decision(self.decided, playing.pending), changed)

    def resume(self, task: Task, history: Sequence[int], changed: dict[int, str]) -> None:
        """Leave a task pending again, as it was after `decided` decisions, with what its rule has been answered so far.

        Raises:
            BadValue: the history doesn't fit the rule, or the rule no longer holds.
        """
        controllers = {creature: esper.component_for_entity(self.roster[creature], Controller) for creature in changed}
        present = {creature: controller.decisions for creature, controller in controllers.items()}
        system = self.by_kind[task.kind]
        try:
            for creature, decisions in changed.items():
                controllers[creature].decisions = decisions
            rule = system.rule(self, task)
            if rule is None:
                raise BadValue(f"nothing is left to decide of {task.kind!r}; expected a rule that asks")
            playing = Asking(rule, self.streams.rules, self._must_ask, history)
        finally:
            for creature, decisions in present.items():
                controllers[creature].decisions = decisions
            self.seen.clear()
        assert playing.pending is not None
        self.pending = Pending(system, task, playing, _decision(self.decided, playing.pending), changed)

    def forget(self, creature: int) -> None:
        """Let go of what waits for or about a creature that leaves; its actor, if another, has its turn to go on with.

        A pending task that names the creature comes to nothing: none of it has been committed.
        """
        self.wishes.pop(creature, None)
        self.gathered.clear()
        if self.turn is not None and self.turn.creature == creature:
            self.turn = None
        pending = self.pending
        if pending is not None and creature in (pending.decision.creature, *pending.system.about(pending.task)):
            self.pending = None
            if self.turn is not None:
                self.held_up.append(Task("act", self.turn.creature))

    def answer(self, decision: Decision, choice: Hashable) -> None:
        """Go on with the pending task.

        Raises:
            DecisionError: that decision isn't pending, or doesn't offer that choice.
        """
        pending = self.pending
        if pending is None or pending.decision.number != decision.number:
            raise DecisionError(f"decision {decision.number} isn't pending; Combat.decisions lists what is")
        if choice not in decision.options:
            raise DecisionError(f"{choice!r} isn't offered; expected one of {', '.join(map(repr, decision.options))}")
        pending.playing.answer(choice)
        self._proceed(pending.system, pending.task, pending.playing)
        self.outbox.deliver(self.callers_world)


def _decision(number: int, ask: Ask) -> Decision:
    return Decision(number, ask.of, ask.question, ask.options, ask.about)
