"""Reading: what can be asked of a combat without changing it, and the events it hands out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from types import NoneType, TracebackType
from typing import Final, TypeVar
from weakref import finalize

import esper

from fleshwound.components.creature import Combatant
from fleshwound.components.decisions import Decision
from fleshwound.components.errors import DespawnedCreature
from fleshwound.components.events import Event
from fleshwound.components.ids import microseconds
from fleshwound.components.intents import Intent
from fleshwound.components.views import Sheet, StrikeOption, Vitals
from fleshwound.game.edges import check_horizon, check_kind, check_whole
from fleshwound.systems.battle import Battle, Result
from fleshwound.systems.chain import MOST
from fleshwound.systems.intents import task_of
from fleshwound.systems.odds import EVERYTHING, Knowledge, Odds
from fleshwound.systems.outbox import Subscription
from fleshwound.systems.prognosis import Prognosis

E = TypeVar("E", bound=Event)
C = TypeVar("C")


class _Inside:
    """Within a combat's world; on leaving, events go out and the caller's world comes back, whatever happens.

    What handlers raised is raised again here, once all is whole.
    """

    __slots__ = ("_before", "_combat")

    def __init__(self, combat: Reading) -> None:
        self._combat = combat

    def __enter__(self) -> Battle:
        combat = self._combat
        battle = combat.battle
        self._before = before = esper.current_world
        if before != combat.world:
            esper.switch_world(combat.world)
        if not combat._inside:
            battle.callers_world = before
            battle.seen.clear()
        combat._inside += 1
        return battle

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        combat = self._combat
        try:
            if kind is None:
                combat.battle.outbox.deliver(combat.battle.callers_world)
            elif isinstance(error, KeyError):
                check_present(combat.battle, error)
        finally:
            combat._inside -= 1
            if esper.current_world != self._before:
                esper.switch_world(self._before)
        if kind is None and combat.battle.outbox.failures and not combat._inside:
            combat.battle.outbox.rethrow()


def check_present(battle: Battle, error: KeyError) -> None:
    """Put a failure down to its cause, if a creature's entity was deleted behind the combat's back.

    Raises:
        DespawnedCreature: it was.
    """
    for creature, entity in battle.roster.items():
        if esper.try_component(entity, Combatant) is None:
            raise DespawnedCreature(
                f"entity {entity} (creature {creature}) was deleted through esper; expected combat.despawn({entity}),"
                " which takes it out now too"
            ) from error


class Reading:
    """The side of a combat that is read; `Combat` adds what changes it."""

    def __init__(self, battle: Battle) -> None:
        self.battle: Final = battle
        """What the systems share; a host reads it, and changes nothing in it."""
        self.world: Final = battle.world
        """Name of the esper world the combat lives in."""
        self.seed: Final = battle.streams.seed
        self._inside = 0

    def _here(self) -> _Inside:
        return _Inside(self)

    def entity(self, creature: int) -> int:
        """Find the entity of a combat id, as events give it.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
            BadValue: it is no whole number.
        """
        check_whole("the combat id", creature, of=", as events give it")
        return self.battle.entity(creature)

    def id_of(self, entity: int) -> int:
        """Find the combat id of an entity, as events give it.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
        """
        return self.battle.id_of(entity)

    @property
    def creatures(self) -> tuple[int, ...]:
        """All entities that take part, the living and the dead, in the order of their combat ids."""
        return tuple(self.battle.roster.values())

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Choices that wait to be made; while there is one, time doesn't pass."""
        pending = self.battle.pending
        return () if pending is None else (pending.decision,)

    @property
    def now(self) -> int:
        """Microseconds since the combat began."""
        return self.battle.now

    @property
    def actor(self) -> int | None:
        """The entity whose turn is open; None between turns and in peace."""
        turn = self.battle.turn
        return None if turn is None else self.battle.roster.get(turn.creature)

    @property
    def result(self) -> Result | None:
        """How the fight came out; None while it goes on, or before there was one."""
        return self.battle.result

    # --- what happened --------------------------------------------------------------------------------------------

    def drain(self) -> list[Event]:
        """Hand over the events since the last time, in order."""
        return self.battle.outbox.drain()

    def subscribe(self, kind: type[E], handler: Callable[[E], None]) -> Subscription:
        """Have `handler` called with every event of `kind` (or `Event` for all), after what it tells of is done.

        Handlers run in the order they subscribed, in the caller's esper world. `cancel()` on what is returned ends it.

        Raises:
            BadValue: no kind of event, or nothing to call.
        """
        return self.battle.outbox.subscribe(kind, handler)

    @property
    def digest(self) -> str:
        """The digest of all events so far: same seed and inputs, same digest."""
        return self.battle.outbox.digest.hexdigest()

    # --- how they are ---------------------------------------------------------------------------------------------

    def vitals(self, entity: int) -> Vitals:
        """Tell how a creature is.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
        """
        with self._here() as battle:
            battle.id_of(entity)
            return battle.ruleset.vitals(battle, entity)

    def sheet(self, entity: int) -> Sheet:
        """Write out a creature's whole sheet: injuries, why it is down, what comes next.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
        """
        with self._here() as battle:
            battle.id_of(entity)
            return battle.ruleset.sheet(battle, entity)

    def strikes(self, entity: int, target: int) -> Sequence[StrikeOption]:
        """List the strikes a creature could make at another within reach, whatever the distance; the best first.

        After them come the shots and throws that it could make now. What each would come to say `odds`.

        Raises:
            DespawnedCreature: one of them takes no part, or no longer.
        """
        with self._here() as battle:
            battle.id_of(entity)
            battle.id_of(target)
            return battle.ruleset.strikes(battle, entity, target)

    def odds(
        self, actor: int, intent: Intent, defence: str | None = None, *, knowledge: Knowledge = EVERYTHING
    ) -> Odds:
        """Tell exactly what a strike may come to, before it is made; asking changes nothing.

        It may be asked at any time, a decision pending or not, on whoever's turn: all is checked that would be if the
        strike were made now (reach, sight, limbs, ammunition, …), but for whose turn it is and whether its action is
        used. Controllers choose as they would for themselves, whoever answers for them.

        Args:
            actor: who would strike.
            intent: a `Strike`, `Grab`, `Press` or `Trip`; shots and throws are strikes with a mode that shoots.
            defence: how the target meets it, as a decision would offer it (`dodge`, `block kite_shield/bash`); None: as
                it would of its own accord: by policy, or as a mind that goes by odds chooses.
            knowledge: what the actor's player may know of an enemy; what isn't known is assumed, and `explain` says so.

        Raises:
            DespawnedCreature: the actor takes no part, or no longer.
            IntentRefused: the strike can't be made, or the intent strikes nobody; `why` says why.
            DecisionError: the target can't meet it so.
            BadValue: an entity, defence or knowledge of the wrong kind.
        """
        check_kind("the defence", defence, (str, NoneType), "a reaction as decisions offer it, or None")
        check_kind("the knowledge", knowledge, Knowledge, "a Knowledge")
        with self._here() as battle:
            battle.id_of(actor)
            return battle.ruleset.odds(battle, task_of(battle, actor, intent), defence, knowledge)

    def prognosis(self, entity: int, horizon: float, treated_by: int | None = None, *, states: int = MOST) -> Prognosis:
        """Work out what becomes of a creature, as exact chances over time; nothing changes by asking.

        It is taken to stay where it is and rest, as play has it in peace, with nobody to strike it from now on.

        Args:
            entity: the creature, wounded or not.
            horizon: how far to look ahead, in seconds, above 0.
            treated_by: the skill of somebody beside it who looks after it as often as the rules let them: under
                `heroic` the mastery level in Physician, 1 or more; under `cities` what is added to 2d6, −3 or more;
                None: nobody does.
            states: how many ways it may stand are carried on side by side, 1 or more; of more the least probable are
                left out, and the answer is an interval (`Moment.dropped`). Fewer are quicker.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
            BadValue: a horizon, a mastery level or a number of states of the wrong kind or out of range.
        """
        check_horizon(horizon)
        if treated_by is not None:
            healer = self.battle.ruleset.healer
            check_whole("treated_by", treated_by, healer.least, f", or None; it is {healer.measure}")
        check_whole("states", states, 1)
        with self._here() as battle:
            battle.id_of(entity)
            return battle.ruleset.prognosis(battle, entity, microseconds(horizon), treated_by, states)

    def describe(self, entity: int) -> Mapping[str, str]:
        """Name the parts, locations and modes of a creature for people, by id.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
        """
        with self._here() as battle:
            battle.id_of(entity)
            return battle.ruleset.describe(entity)

    def component(self, entity: int, kind: type[C]) -> C:
        """Read one component of a creature (to look at, not to write).

        Raises:
            DespawnedCreature: it takes no part, or no longer.
        """
        with self._here() as battle:
            battle.id_of(entity)
            return esper.component_for_entity(entity, kind)


def own_world(owner: object) -> str:
    """Make an esper world with a name of its own, which goes when `owner` does."""
    taken = set(esper.list_worlds())
    name = next(name for n in count(1) if (name := f"fleshwound-{n}") not in taken)
    # Made at once, so that the next combat finds the name taken.
    before = esper.current_world
    esper.switch_world(name)
    esper.switch_world(before)
    finalize(owner, _delete_world, name)
    return name


def _delete_world(name: str) -> None:
    if name in esper.list_worlds() and name != esper.current_world:
        esper.delete_world(name)
