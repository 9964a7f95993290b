"""Play tasks of a real combat with answers written down instead of dice; and the bodies to play them on.

`play` lets a creature do one thing, its draws and asks answered in order or by name; `due` plays what the agenda holds
for it. A `striker` deals blows of stated impact, so that a wound of any level can be made at any location.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from heapq import heapify
from typing import Any, Final, TypeVar

import esper

from fleshwound.components.creature import Anatomy, Conditions, Held, Immobilization, Injuries, Shock, ShockState
from fleshwound.components.definitions import Aspect, Creature, Mode, ModeKind, Role
from fleshwound.components.draws import Ask, Draw, Level
from fleshwound.components.events import Event
from fleshwound.components.intents import Intent, Strike
from fleshwound.components.nerve import Fear, Morale, Nerve
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.intents import task_of
from fleshwound.systems.turns import settle

E = TypeVar("E", bound=Event)

Fallback = Callable[[Draw | Ask], Any]
"""Answers what a script leaves open."""

CF0, CF5, MF, MS, CS = Level
BLOWS: Final = {0: 0, 1: 1, 2: 5, 3: 10, 4: 15, 5: 20}
"""Impact that makes a wound of each level on a bare human body."""
DEFENCES: Final = ("block", "counterstrike", "dodge")


def play(
    combat: Combat, entity: int, what: Intent | Task, *answers: Any, otherwise: Fallback | None = None, **named: Any
) -> list[Event]:
    """Let a creature do `what` now; gives the events.

    `answers` are taken in order; what they leave is answered by name (`attack=MS`, spaces as `_`; `defend` for any
    defence; a list for several of one name), and the rest by `otherwise`. A draw that has only one answer needs none. A
    location may be given by its id. An answer that is never asked for, or can't be, fails the test.
    """
    combat.drain()
    with editing(combat) as battle:
        settle(battle)
        task = what if isinstance(what, Task) else task_of(battle, entity, what)
        if task is not what:
            battle.ruleset.check(battle, task)  # only what it means to do, its nerve may forbid
        _played(battle, task, _Script(battle, task, answers, named, otherwise))
        leave_untested(battle)
        settle(battle)
    return combat.drain()


def leave_untested(battle: Battle) -> None:
    """Put off the morale tests that a task calls for till time passes: who scripts one thing rolls for no other."""
    for task in [task for task in battle.held_up if task.kind == "morale"]:
        battle.held_up.remove(task)
        battle.after(0, task)


def due(
    combat: Combat, kind: str, entity: int, *answers: Any, otherwise: Fallback | None = None, **named: Any
) -> list[Event]:
    """Play the next task of a kind that the agenda holds for a creature, at its moment; gives the events."""
    combat.drain()
    with editing(combat) as battle:
        creature = battle.id_of(entity)
        entry = next((e for e in battle.agenda if (e.task.kind, e.task.creature) == (kind, creature)), None)
        assert entry is not None, f"no {kind} is due for {creature}"
        battle.agenda._heap.remove(entry)
        heapify(battle.agenda._heap)
        battle.now = entry.due
        _played(battle, entry.task, _Script(battle, entry.task, answers, named, otherwise))
        settle(battle)
    return combat.drain()


def pending(combat: Combat, kind: str, entity: int) -> list[int]:
    """When tasks of a kind are due for a creature, in microseconds; those that no longer hold included."""
    creature = combat.id_of(entity)
    return [e.due for e in combat.battle.agenda if (e.task.kind, e.task.creature) == (kind, creature)]


def _played(battle: Battle, task: Task, script: _Script) -> None:
    system = battle.by_kind[task.kind]
    system.check(battle, task)
    trail: list[Answered] = []
    rule = system.rule(battle, task)
    facts = None
    try:
        request = next(rule) if rule is not None else None
        while request is not None:
            answer = script.answer(request)
            trail.append(Answered(request, answer, _face(request, answer)))
            request = rule.send(answer) if rule is not None else None
    except StopIteration as done:
        facts = done.value
    script.check_used()
    battle.seen.clear()
    system.commit(battle, task, facts, trail)


class _Script:
    def __init__(
        self, battle: Battle, task: Task, answers: Sequence[Any], named: dict[str, Any], otherwise: Fallback | None
    ) -> None:
        self.battle, self.task, self.otherwise = battle, task, otherwise
        self.in_order = deque(answers)
        self.named = {name: deque(given if isinstance(given, list) else [given]) for name, given in named.items()}

    def answer(self, request: Draw | Ask) -> Any:
        name = request.what if isinstance(request, Draw) else str(request.question)
        options = request.of.answers if isinstance(request, Draw) else request.options
        if isinstance(request, Draw) and len(options) == 1:
            return options[0]
        key = name.replace(" ", "_").replace("-", "_").replace(",", "_")
        if key in DEFENCES and key not in self.named:
            key = "defend"
        if self.in_order:
            answer = self.in_order.popleft()
        elif self.named.get(key):
            answer = self.named[key].popleft()
        elif self.otherwise is not None:
            return self.otherwise(request)
        else:
            raise AssertionError(f"the rule also asks for {name}, one of {options}")
        if isinstance(answer, str) and isinstance(request, Draw):
            answer = self._location(options, answer)
        assert answer in options, f"{name} can't be {answer!r}; expected one of {options}"
        return answer

    def _location(self, options: tuple[Any, ...], name: str) -> int:
        """Find a location by id: of the creature that is struck, else of the one that strikes."""
        told = [n for n in (*self.task.payload, self.task.creature) if type(n) is int and n in self.battle.roster]
        for creature in told:
            for index, location in enumerate(_anatomy(self.battle.roster[creature]).of.locations):
                if location.id == name and index in options:
                    return index
        raise AssertionError(f"no location {name!r} can be drawn")

    def check_used(self) -> None:
        left = [*self.in_order, *(f"{name}={list(given)}" for name, given in self.named.items() if given)]
        assert not left, f"never asked for: {left}"


def _anatomy(entity: int) -> Anatomy:
    found: Anatomy = esper.component_for_entity(entity, Anatomy)
    return found


def _face(request: Draw | Ask, answer: Any) -> int | None:
    if not isinstance(request, Draw) or request.faces is None:
        return None
    return request.faces[request.of.running[request.of.answers.index(answer)] - 1]


def calm(request: Draw | Ask) -> Any:
    """Answer with a marginal success, the middle of the dice, the ruleset's policy."""
    if isinstance(request, Ask):
        return request.options[0]
    return MS if MS in request.of.answers else request.of.answers[len(request.of.answers) // 2]


# --- bodies -----------------------------------------------------------------------------------------------------------


def blow_id(impact: int, aspect: str = "edged") -> str:
    """The mode of a striker that deals just this impact."""
    return f"striker/{aspect}_{impact}"


@cache
def striker(impacts: tuple[int, ...] = (0, 1, 4, 5, 10, 15, 20, 25, 30, 100)) -> Creature:
    """A human with techniques that deal stated impacts in every aspect, so far as 20 cells; it does little else."""
    modes = tuple(
        Mode(
            blow_id(impact, aspect.name.lower()), f"{aspect.name.lower()} {impact}", ModeKind.MELEE, "melee", 1,
            spread=6, attack_mod=0, dice=0, sides=0, impact_mod=impact, aspect=aspect, length_ft=100,
            block=False, counterstrike=False, advantage_impact=0, strength=False, roles=frozenset({Role.CORE}),
            mastery=70,
        )
        for aspect in Aspect
        for impact in impacts
    )  # fmt: skip
    human = shipped().creature("human")
    return replace(human, id="striker", techniques=modes, human_techniques=False, weapons=(), armor=())


def pair(
    attacker: str | Creature = "man_at_arms", target: str | Creature = "man_at_arms", *, gap: int = 1, **options: Any
) -> tuple[Combat, int, int]:
    """Two side by side, bare of armour, whom only the test moves. `options` go to the target."""
    combat = Combat(seed=options.pop("seed", 1))
    options.setdefault("armor", ())
    a = combat.spawn(attacker, side="red", at=(0, 0), intents="host", name="a", armor=())
    b = combat.spawn(target, side="blue", at=(gap, 0), intents="host", name="b", **options)
    settled(combat)
    combat.drain()
    return combat, a, b


def victim(target: str | Creature = "human", **options: Any) -> tuple[Combat, int, int]:
    """A striker, and somebody bare to strike at."""
    return pair(striker(), target, **options)


def hit(
    combat: Combat,
    a: int,
    b: int,
    location: str,
    level: int | None = None,
    aspect: str = "edged",
    *,
    impact: int | None = None,
    otherwise: Fallback | None = None,
    **named: Any,
) -> list[Event]:
    """Have a striker wound somebody at a location, with a wound of `level` if it is a bare human; gives the events.

    The attack is a marginal success and the defence, where there is one, a marginal failure, so that nothing else
    happens in the exchange.
    """
    mode = blow_id(BLOWS[level] if impact is None and level is not None else impact or 0, aspect)

    def rest(request: Draw | Ask) -> Any:
        if isinstance(request, Draw) and request.what in DEFENCES:
            return MF
        if otherwise is not None:
            return otherwise(request)
        raise AssertionError(f"the rule also asks for {request}")

    if combat.component(b, ShockState).state is not Shock.UNCONSCIOUS:
        named.setdefault("attack", MS)
    return play(combat, a, Strike(b, mode), location=location, otherwise=rest, **named)


@contextmanager
def editing(combat: Combat) -> Iterator[Battle]:
    """Be within the combat's world, to play by hand or to change components."""
    with combat._here() as battle:
        battle.seen.clear()
        yield battle
        battle.seen.clear()


def settled(combat: Combat) -> None:
    """Begin or end the encounter, if what was done asks for it."""
    with editing(combat) as battle:
        settle(battle)


def put(combat: Combat, entity: int, state: Shock) -> None:
    """Put a creature into a shock state as if it had long been in it: prone where the state says so."""
    with editing(combat):
        combat.component(entity, ShockState).state = state
        combat.component(entity, Conditions).prone = state >= Shock.INCAPACITATED


def steady(combat: Combat, entity: int) -> None:
    """Let nothing shake a creature: neither what has, nor what has yet to be tested."""
    with editing(combat):
        nerve = combat.component(entity, Nerve)
        nerve.morale, nerve.fear, nerve.wounded = Morale.STEADY, Fear.STEADY, False


def immobilize(combat: Combat, entity: int, part: str) -> None:
    """Hold a limb fast."""
    with editing(combat):
        combat.component(entity, Conditions).immobilized.append(Immobilization(part_of(combat, entity, part), "a test"))


def sever(combat: Combat, entity: int, *locations: str) -> None:
    """Take locations off without a blow."""
    with editing(combat):
        injuries = combat.component(entity, Injuries)
        for index, location in enumerate(combat.component(entity, Anatomy).of.locations):
            if location.id in locations:
                injuries.severed |= 1 << index


def part_of(combat: Combat, entity: int, part: str) -> int:
    """Index of a part by id."""
    return next(i for i, p in enumerate(combat.component(entity, Anatomy).of.parts) if p.id == part)


def hand_of(combat: Combat, entity: int, weapon: str) -> str:
    """Id of the part that holds a weapon."""
    held = combat.component(entity, Held).items
    part = next(part for part, item in held.items() if item.weapon.id == weapon)
    return combat.component(entity, Anatomy).of.parts[part].id


def state_of(combat: Combat, entity: int) -> Shock:
    """A creature's shock state."""
    return combat.component(entity, ShockState).state


# --- events -----------------------------------------------------------------------------------------------------------


def kinds(events: Sequence[Event]) -> list[type[Event]]:
    """Their kinds, in order."""
    return [type(event) for event in events]


def all_of(events: Sequence[Event], kind: type[E]) -> list[E]:
    """Those of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Sequence[Event], kind: type[E]) -> E:
    """The one event of a kind; fails the test where there is none, or more."""
    found = all_of(events, kind)
    assert len(found) == 1, f"{len(found)} of {kind.__name__} in {[type(event).__name__ for event in events]}"
    return found[0]
