"""A toy ruleset that proves the protocol: hit points, a die to strike with, a die to parry with, death at 0.

Whoever is struck chooses to parry (the die is taken off the blow) or to duck (the blow lands on a 4 or more, whole);
whoever lands a blow chooses to strike harder (1 more) or surer (nothing more). A blow of 4 or more bleeds: a hit point
every minute, until a 6 is thrown or a friend has stopped it. Whoever is down to a third crawls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import esper

from fleshwound.components.creature import Combatant
from fleshwound.components.definitions import (
    Anatomy,
    ArmorPiece,
    Creature,
    Immunities,
    Location,
    Part,
    Role,
    Side,
    Tier,
    Weapon,
    Zone,
)
from fleshwound.components.draws import Ask, Question, Rule, dice
from fleshwound.components.edits import CAUSE, Edit, Heal, Injure, Kill, Revive
from fleshwound.components.errors import BadValue, DecisionError, IntentRefused, Refusal
from fleshwound.components.events import BleedingStopped, Died, Healed, HealthLost, StrikeLanded, StrikeMissed, Throw
from fleshwound.components.hazards import Hazard
from fleshwound.components.ids import MINUTE, SECOND
from fleshwound.components.intents import Intent, StopBleeding, Strike
from fleshwound.components.views import Band, Outcome, Sheet, StrikeOption, Vitals
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.chain import NEVER, Chain, View
from fleshwound.systems.drivers import Answered, enumerated
from fleshwound.systems.field import Cell
from fleshwound.systems.meeting import own_way
from fleshwound.systems.odds import EVERYTHING, Fate, Joint, Knowledge, Mixture, Odds, RollOdds
from fleshwound.systems.prognosis import Healer, Prognosis
from fleshwound.systems.queries import apart
from fleshwound.systems.ruleset import System
from fleshwound.systems.stakes import Stakes, worth

REACH: Final = 1
WAYS: Final = ("parry", "duck")
BLEEDS_FROM: Final = 4


@dataclass(slots=True)
class HitPoints:
    """The toy's only component."""

    left: int
    most: int
    drips_at: int | None = None
    """When it next loses a point to its bleeding, in microseconds; None: it doesn't bleed."""


@dataclass(frozen=True, slots=True)
class Blow:
    """What an exchange came to."""

    defence: str
    attack: int
    parry: int
    harder: int

    @property
    def harm(self) -> int:
        if self.defence == "duck" and self.attack < 4:
            return 0
        return max(0, self.attack - self.parry) + self.harder


def blow(attacker: int, defender: int, ways: Sequence[str] = WAYS) -> Rule[Blow]:
    defence = yield Ask(defender, Question.DEFENCE, tuple(ways), (("attacker", attacker),))
    attack = yield dice("attack", 1, 6)
    parry = (yield dice("parry", 1, 6)) if defence == "parry" else 0
    landed = Blow(defence, attack, parry, 0)
    if not landed.harm:
        return landed
    how = yield Ask(attacker, Question.ADVANTAGE, ("harder", "surer"), (("target", defender),))
    return Blow(defence, attack, parry, 1 if how == "harder" else 0)


def ways_of(battle: Battle, task: Task, knowledge: Knowledge = EVERYTHING) -> tuple[str, ...]:
    place = own_way(battle, task, battle.entity(_whole(task.payload[0])), WAYS, knowledge)
    return (WAYS[place], *WAYS[:place], *WAYS[place + 1 :])


def drip() -> Rule[int]:
    face: int = yield dice("drip", 1, 6)
    return face


class Fists(System):
    """Blows, drips and their staunching."""

    kinds = ("strike", "drip", "stop_bleeding")
    payloads = MappingProxyType({"strike": tuple[int], "drip": tuple[int], "stop_bleeding": tuple[int]})

    def check(self, battle: Battle, task: Task) -> None:
        self.check_target(battle, task)
        if battle.turn is not None and battle.turn.acted:
            raise IntentRefused(Refusal.NO_ACTION_LEFT, "its action is used; expected a new turn")

    def check_target(self, battle: Battle, task: Task) -> None:
        entity, target = battle.entity(task.creature), battle.entity(_whole(task.payload[0]))
        if not alive(entity):
            raise IntentRefused(Refusal.DEAD, "the dead take no actions; expected a living creature")
        if task.kind == "strike" and target == entity:
            raise IntentRefused(Refusal.OWN_TARGET, "it can't strike itself; expected another creature")
        if not alive(target):
            raise IntentRefused(Refusal.DEAD_TARGET, "the target is dead; expected a living one")
        if apart(entity, target) > REACH:
            raise IntentRefused(Refusal.OUT_OF_REACH, f"{apart(entity, target)} cells away; expected {REACH} at most")
        if task.kind == "stop_bleeding" and points(target).drips_at is None:
            raise IntentRefused(Refusal.NOT_BLEEDING, "it doesn't bleed; expected one that does")

    def rule(self, battle: Battle, task: Task) -> Rule[Any] | None:
        if task.kind == "strike":
            return blow(task.creature, _whole(task.payload[0]), ways_of(battle, task))
        if task.kind == "stop_bleeding":
            return None
        return drip() if points(battle.entity(task.creature)).drips_at == battle.now else None

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        match task.kind:
            case "strike":
                _use_action(battle, task.creature)
                self._strike(battle, task.creature, _whole(task.payload[0]), facts)
            case "stop_bleeding":
                _use_action(battle, task.creature)
                self._stop(battle, _whole(task.payload[0]), "treatment")
            case _ if facts is not None:
                if facts == 6:
                    self._stop(battle, task.creature, "by itself")
                else:
                    self._drip(battle, task.creature)
                    harm(battle, task.creature, 1, None, "bleeding")

    def _drip(self, battle: Battle, creature: int) -> None:
        points(battle.entity(creature)).drips_at = battle.now + MINUTE
        battle.after(MINUTE, Task("drip", creature, (creature,)))

    def _stop(self, battle: Battle, creature: int, cause: str) -> None:
        points(battle.entity(creature)).drips_at = None
        battle.emit(BleedingStopped(battle.now, creature, 0, cause))

    def _strike(self, battle: Battle, attacker: int, defender: int, facts: Blow) -> None:
        amount = facts.harm
        if not amount:
            battle.emit(StrikeMissed(battle.now, attacker, defender, "fist", 0, facts.defence))
            return
        impact = Throw("attack", "1d6", facts.attack)
        added = (("harder", 1),) if facts.harder else ()
        of = (attacker, defender, "fist", "", "", 0)
        battle.emit(StrikeLanded(battle.now, *of, impact, added, "blunt", facts.parry, amount, "wound"))
        if amount >= BLEEDS_FROM and points(battle.entity(defender)).drips_at is None:
            self._drip(battle, defender)
        harm(battle, defender, amount, attacker, "fist")


def points(entity: int) -> HitPoints:
    return esper.component_for_entity(entity, HitPoints)


def alive(entity: int) -> bool:
    return points(entity).left > 0


def harm(battle: Battle, creature: int, amount: int, by: int | None, how: str) -> None:
    hurt = points(battle.entity(creature))
    lost = min(amount, hurt.left)
    hurt.left -= lost
    battle.emit(HealthLost(battle.now, creature, lost, hurt.left, by, how))
    if not hurt.left:
        hurt.drips_at = None
        battle.stirred = True
        battle.emit(Died(battle.now, creature, how, by))


def name_of(battle: Battle, creature: int) -> str:
    name: str = esper.component_for_entity(battle.entity(creature), Combatant).name
    return name


def fate(ways: Mapping[Outcome, int]) -> Fate:
    """What may happen to one of the two, of whose outcomes these are the weights out of 36."""

    def of(which: Callable[[Outcome], bool]) -> float:
        return sum(weight for outcome, weight in ways.items() if which(outcome)) / 36

    hit, dead = of(lambda outcome: outcome.landed), of(lambda outcome: outcome.dead)
    return Fate(
        hit, {"": hit}, {"": hit}, {n: of(lambda outcome, n=n: outcome.severity == n) for n in range(6)},
        {"none": 1 - dead, "dead": dead}, dead, of(lambda outcome: outcome.bleeding), 0.0, dead, dead, 0.0,
    )  # fmt: skip


def _use_action(battle: Battle, creature: int) -> None:
    if battle.turn is not None and battle.turn.creature == creature:
        battle.turn.acted = True


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


class Toy:
    """The ruleset `toy`."""

    name: Final = "toy"
    version: Final = 1
    components: Final = (HitPoints,)
    round: Final = 6 * SECOND

    def __init__(self) -> None:
        self.systems: Final = (Fists(),)

    def outfit(
        self, creature: Creature, weapons: Sequence[Weapon], armor: Sequence[ArmorPiece], first_item: int
    ) -> list[object]:
        endurance = creature.attributes.get("endurance", 0)
        if endurance < 1:
            raise BadValue(f"{creature.id} has endurance {endurance}; expected 1 or more")
        return [HitPoints(endurance, endurance)]

    def task(self, battle: Battle, entity: int, intent: Intent) -> Task:
        match intent:
            case Strike(target, mode, aim, limb):
                if mode not in (None, "fist"):
                    raise IntentRefused(Refusal.NO_SUCH_MODE, f"there is no mode {mode!r}; expected 'fist'")
                if aim is not None or limb is not None:
                    raise IntentRefused(Refusal.NO_SUCH_AIM, "these rules know no parts; expected no aim and no limb")
            case StopBleeding(target):
                pass
            case _:
                raise IntentRefused(Refusal.UNSUPPORTED, f"{intent!r} is nothing these rules know")
        if target not in battle.ids:
            raise IntentRefused(Refusal.NO_TARGET, f"entity {target} takes no part; expected one that does")
        kind = "strike" if isinstance(intent, Strike) else "stop_bleeding"
        return Task(kind, battle.ids[entity], (battle.ids[target],))

    def alive(self, entity: int) -> bool:
        return alive(entity)

    def out(self, entity: int) -> bool:
        return not alive(entity)

    def prone(self, entity: int) -> bool:
        return False

    def bleeding(self, entity: int) -> bool:
        return points(entity).drips_at is not None

    def untreated(self, entity: int) -> bool:
        return False

    def care(self, entity: int) -> int:
        return 0

    def rouse(self, battle: Battle, task: Task) -> None:
        """Nobody sleeps."""

    def disarmed(self, battle: Battle, entity: int) -> bool:
        return False

    def fleeing(self, entity: int) -> bool:
        return False

    def refuge(self, battle: Battle, entity: int) -> tuple[int, int] | None:
        return None

    def rallies(self, battle: Battle, entity: int) -> bool:
        return False

    def check(self, battle: Battle, task: Task) -> None:
        """Nothing keeps a creature from anything."""

    def arrived(self, battle: Battle, entity: int) -> None:
        """Nothing comes of it."""

    def vitals(self, battle: Battle, entity: int) -> Vitals:
        hurt = points(entity)
        lives = hurt.left > 0
        health = max(1, 100 * hurt.left // hurt.most) if lives else 0
        band = next(band for least, band in BANDS if health >= least)
        state, bleeds = "none" if lives else "dead", hurt.drips_at is not None
        return Vitals(lives, lives, lives, lives, lives, health, band, state, not lives, False, bleeds, 0)

    def sheet(self, battle: Battle, entity: int) -> Sheet:
        hurt = points(entity)
        why = () if hurt.left else ("no hit points left",)
        rows = (("hit points", f"{hurt.left}/{hurt.most}"),)
        none: frozenset[int] = frozenset()
        return Sheet(self.vitals(battle, entity), (), none, none, none, (), (), why, "", rows)

    @property
    def healer(self) -> Healer:
        """Anybody's care is as good."""
        return Healer("nothing", 1, 1, "friend of {}")

    def prognosis(self, battle: Battle, entity: int, horizon: int, treated_by: int | None, states: int) -> Prognosis:
        """Follow the drips; whoever is looked after bleeds until a round from now."""
        views = (View("dead"), View("none", recovered=True), View("none", bleeding=True))
        helped_at = NEVER if treated_by is None else battle.now + self.round

        def state(left: int, drips_at: int | None) -> tuple[int, int, int, int]:
            if not left or drips_at is None:
                return NEVER, int(left > 0), 0, 0
            return min(drips_at, helped_at), 2, left, drips_at

        def step(bleeding: tuple[int, int, int, int]) -> list[tuple[tuple[int, int, int, int], float]]:
            due, _, left, drips_at = bleeding
            if due < drips_at:
                return [(state(left, None), 1.0)]
            return [
                (state(left, None) if face == 6 else state(left - 1, drips_at + MINUTE), float(chance))
                for face, chance in enumerated(drip).items()
            ]

        hurt = points(entity)
        return Chain(state(hurt.left, hurt.drips_at), step, views, "dead", states).prognosis(battle.now, horizon)

    def next_actor(self, battle: Battle) -> Sequence[int]:
        return [creature for creature, entity in battle.roster.items() if alive(entity)]

    def takes_turn(self, battle: Battle, planned: int) -> int | None:
        return planned

    def end_round(self, battle: Battle) -> Sequence[Task]:
        return ()

    def pace(self, battle: Battle, entity: int) -> tuple[int, int]:
        move = esper.component_for_entity(entity, Combatant).creature.move_ft
        return move, 2 * move

    def stride(self, entity: int) -> int:
        hurt = points(entity)
        return 5 if 3 * hurt.left > hurt.most else 10

    def rising(self, entity: int) -> int:
        return 0

    def sets_out(
        self, battle: Battle, entity: int, path: Sequence[Cell], *, begun: bool
    ) -> tuple[int, Sequence[Task]] | None:
        return None

    def preparation(self, battle: Battle, entity: int, foe: int) -> Intent | None:
        return None

    def reach(self, battle: Battle, entity: int) -> int:
        return REACH if alive(entity) else 0

    def strikes(self, battle: Battle, entity: int, target: int) -> Sequence[StrikeOption]:
        return (StrikeOption("fist", None, REACH, 35),)

    def odds(self, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge) -> Odds:
        if task.kind != "strike":
            raise IntentRefused(Refusal.UNSUPPORTED, f"{task.kind!r} strikes nobody; expected a Strike")
        self.systems[0].check_target(battle, task)
        if defence not in (None, "parry", "duck"):
            raise DecisionError(f"it can't be met with {defence!r}; expected 'parry' or 'duck'")
        met, target = defence or ways_of(battle, task, knowledge)[0], _whole(task.payload[0])

        def decide(ask: Ask) -> Any:
            return met if ask.question is Question.DEFENCE else ask.options[0]

        struck = enumerated(lambda: blow(task.creature, target), decide)
        left, untouched = points(battle.entity(target)).left, Outcome(False, None, None, 0, "none", False, False, False)
        ways: dict[Outcome, int] = {}
        for facts, chance in struck.items():
            amount, dead = facts.harm, facts.harm >= left
            bleeds = amount >= BLEEDS_FROM and not dead
            came = Outcome(amount > 0, None, None, min(5, amount), "dead" if dead else "none", dead, dead, bleeds)
            ways[came] = ways.get(came, 0) + int(chance * 36)
        attack = RollOdds("attack", task.creature, "1d6", 0, (), None, {str(face): 1 / 6 for face in range(1, 7)})
        return Odds(
            **fate(ways).__dict__, actor=task.creature, target=target, mode="fist", aim="", defence=met,
            attacker=fate({untouched: 36}), strays={}, assumed=(),
            names=(name_of(battle, task.creature), name_of(battle, target)),
            itemise=lambda: (attack,), reckon=lambda: Joint([Mixture(ways, {untouched: 1})], 36),
        )  # fmt: skip

    def worth(self, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge, stakes: Stakes) -> float:
        return worth(stakes, battle, self.odds(battle, task, defence, knowledge))

    def range(self, battle: Battle, entity: int) -> int:
        return 0

    def begin_turn(self, battle: Battle, entity: int) -> None:
        """Nothing begins with a turn."""

    def end_turn(self, battle: Battle, entity: int) -> Sequence[Task]:
        return ()

    def moved(self, battle: Battle, entity: int) -> None:
        """Nothing hangs on where one stands."""

    def left(self, battle: Battle, creature: int) -> None:
        """Nothing hangs on who is there."""

    def part(self, battle: Battle) -> None:
        """Nothing comes of it."""

    def recall(self, battle: Battle) -> None:
        """Nobody leaves."""

    def peace(self, battle: Battle) -> None:
        """Nothing waits for a turn's end."""

    def fall_dead(self, battle: Battle, entity: int, cause: str) -> None:
        if alive(entity):
            harm(battle, battle.ids[entity], points(entity).left, None, cause)

    def derived(self, creature: Creature) -> Sequence[object]:
        return ()

    def faults(self, components: Mapping[type[Any], Any]) -> Sequence[tuple[str, str, str]]:
        hurt = components[HitPoints]
        return [] if 0 <= hurt.left <= hurt.most else [("HitPoints.left", f"0..{hurt.most}", str(hurt.left))]

    def edit(self, battle: Battle, entity: int, edit: Edit) -> None:
        creature, hurt = battle.ids[entity], points(entity)
        if isinstance(edit, Revive) is alive(entity):
            why = Refusal.NOT_DEAD if alive(entity) else Refusal.DEAD
            raise IntentRefused(why, "expected the dead to revive, the living for all else")
        match edit:
            case Heal() | Revive():
                hurt.left, hurt.drips_at = hurt.most, None
                battle.stirred = True
                battle.emit(Healed(battle.now, creature, 0, "", (), CAUSE))
            case Injure(level=level) if level >= 1:
                harm(battle, creature, level, None, CAUSE)
            case Kill(cause=cause):
                harm(battle, creature, hurt.left, None, cause)
            case _:
                raise IntentRefused(Refusal.UNSUPPORTED, f"{edit!r} is nothing these rules know")

    def hazard(self, battle: Battle, entity: int, hazard: Hazard) -> Task:
        raise IntentRefused(Refusal.UNSUPPORTED, f"{hazard!r} is nothing these rules know")

    def describe(self, entity: int) -> Mapping[str, str]:
        return {"fist": "fist"}


BANDS: Final = (
    (96, Band.EXCELLENT), (80, Band.GOOD), (60, Band.FAIR), (30, Band.POOR), (1, Band.MORBID), (0, Band.DEAD),
)  # fmt: skip

BLOB: Final = Anatomy(
    "blob",
    "blob",
    (Zone("body", "body", 1),),
    (Part("body", "body", 0, 1, frozenset({Role.CORE, Role.LOCOMOTOR}), False, Side.CENTRAL, False),),
    (Location("body", "body", 0, 1, 1, Tier.LOW, Tier.NONE, False, False),),
)


def creature(id: str = "blob", endurance: int = 12, move_ft: int = 25) -> Creature:
    """Make a creature to play with, of no file."""
    return Creature(
        id, id, BLOB, {"endurance": endurance}, {}, None, 0, move_ft, None, (), False, Immunities(), frozenset()
    )
