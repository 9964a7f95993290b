"""Grappling: what contests do to both, and the trials that renew a hold or break it (heroic H12)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final

import esper

from fleshwound.components.creature import Place
from fleshwound.components.definitions import Contest
from fleshwound.components.draws import Rule
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import HoldRenewed, ItemSeized, Pushed, StrikeMissed, Throw, TrialMade
from fleshwound.components.holds import Hold
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import FEET, STEPS, facing
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.consequences import drop, fall
from fleshwound.systems.heroic.contest import ContestFacts, grip_modifiers
from fleshwound.systems.heroic.fighter import Fighter, Reader, check_able, check_action_left, fighter
from fleshwound.systems.heroic.holds import break_hold, hold_on, let_go, take_hold
from fleshwound.systems.heroic.impact import scattered
from fleshwound.systems.heroic.location import Aim
from fleshwound.systems.heroic.trial import OTHER, OWN, Effort, Trial, trial
from fleshwound.systems.heroic.wounding import Rolls, commit_mishap
from fleshwound.systems.movement import walk
from fleshwound.systems.queries import apart, cell_of, taken_cells
from fleshwound.systems.ruleset import System

TAKE: Final = "take"
RENEWAL: Final = "hold"
BREAKING: Final = "break free"
"""What a trial is about, besides the contests themselves."""


def commit_contest(
    battle: Battle, actor: Fighter, target: Fighter, use: Use, aim: Aim | None, facts: ContestFacts, rolls: Rolls
) -> None:
    """Commit a grab, press or trip up to its shock: the trial, who is held, driven back or brought down."""
    contends, found = facts.contention, facts.found
    if found is not None and found.location is None and contends.kind is Contest.GRAB:
        scatter = None if aim is None else scattered(aim.sides, found.zone_number - aim.number + 1)
        why = "" if found.miss is None else found.miss.value
        battle.emit(StrikeMissed(battle.now, actor.id, target.id, use.mode.id, found.zone_number, why, scatter))
        return
    if facts.trial is None:
        return
    about = facts.part if contends.kind is Contest.GRAB else None
    word = TAKE if contends.take else contends.kind.value
    told(battle, actor, target, word, about, (contends.own, contends.other), facts.trial)
    if facts.row is None:
        return
    match contends.kind:
        case Contest.GRAB if contends.take:
            _seize(battle, actor, target, contends.limbs, facts)
        case Contest.GRAB:
            _grab(battle, actor, target, use, contends.limbs, facts)
        case Contest.PRESS:
            drive(battle, actor, target, actor.tables.contest.press_ft[facts.row], "press")
            if facts.stumble is not None:
                mastery = target.stance.keeping_feet
                commit_mishap(battle, target, facts.stumble, "press", mastery, rolls)
            if facts.falls:
                fall(battle, target, "press")
        case _:
            _trip(battle, actor, target, use, facts)


def told(
    battle: Battle,
    own: Fighter,
    other: Fighter,
    contest: str,
    part: int | None,
    efforts: tuple[Effort, Effort],
    made: Trial,
) -> None:
    """Tell of a trial; `part` is the index of the part it is about, of `other`, or of `own` where that breaks free."""
    whose = own if contest == BREAKING else other
    die = f"1d{own.tables.contest.sides}"
    battle.emit(
        TrialMade(
            battle.now,
            own.id,
            other.id,
            contest,
            "" if part is None else whose.anatomy.parts[part].id,
            Throw(OWN, die, made.own),
            efforts[0].named,
            Throw(OTHER, die, made.other),
            efforts[1].named,
            made.margin,
        )
    )


def _grab(battle: Battle, actor: Fighter, target: Fighter, use: Use, limbs: int, facts: ContestFacts) -> None:
    """Have a grab that was won take hold, unless the same moment has lost the part that it found."""
    if facts.part is None or target.impaired.lost >> facts.part & 1:
        return
    take_hold(battle, actor, target, facts.part, limbs, use.mode, use.reach)


def _seize(battle: Battle, actor: Fighter, target: Fighter, limbs: int, facts: ContestFacts) -> None:
    """Take an item out of a hand: into the one that grabbed it, or to the ground where that can hold nothing [R]."""
    part = facts.part
    if part is None or part not in target.held.items:
        return  # the same moment has made it drop the thing
    hand = next((i for i, p in enumerate(actor.anatomy.parts) if limbs >> i & 1 and p.holds), None)
    if hand is None or hand in actor.held.items:
        drop(battle, target, part, flung=False)
        target.moved_on()
        return
    let_go(battle, target, "dropped", lambda hold: bool(hold.limbs >> part & 1))
    item = actor.held.items[hand] = target.held.items.pop(part)
    actor.moved_on()
    target.moved_on()
    names = target.anatomy.parts[part].id, actor.anatomy.parts[hand].id
    battle.emit(ItemSeized(battle.now, target.id, item.number, item.weapon.id, names[0], actor.id, names[1]))


def _trip(battle: Battle, actor: Fighter, target: Fighter, use: Use, facts: ContestFacts) -> None:
    """Bring a creature down, thrown if the margin says so; whoever grabs it in the throw steps after it [R]."""
    assert facts.row is not None
    left = cell_of(target.entity)
    drive(battle, actor, target, actor.tables.contest.throw_ft[facts.row], "trip")
    fall(battle, target, "trip")
    if facts.part is None or target.impaired.lost >> facts.part & 1:
        return
    if apart(actor.entity, target.entity) > 1:
        _step(battle, actor, left)
    take_hold(battle, actor, target, facts.part, facts.contention.limbs, use.mode, use.reach)


def _step(battle: Battle, who: Fighter, to: tuple[int, int]) -> None:
    walk(battle, who.entity, [to])


def drive(battle: Battle, by: Fighter, who: Fighter, feet: int, how: str) -> None:
    """Drive a creature straight away from another; it goes no further than to what stands in the way [R] (heroic H12).

    Who lies under the other's feet goes the way that one looks.
    """
    place = esper.component_for_entity(who.entity, Place)
    here, there = cell_of(by.entity), (place.x, place.y)
    look = facing(here, there) if here != there else esper.component_for_entity(by.entity, Place).facing
    dx, dy = STEPS[look]
    taken = taken_cells(battle, who.entity)
    path: list[tuple[int, int]] = []
    for _ in range(feet // FEET):
        cell = (place.x + dx, place.y + dy)
        if cell in taken or not battle.field.open(cell):
            break
        place.x, place.y = cell
        path.append(cell)
    if path:
        battle.stirred = True
        battle.emit(Pushed(battle.now, who.id, by.id, how, tuple(path)))
        battle.ruleset.moved(battle, who.entity)


class Grappling(System):
    """Renews holds, breaks them, lets go.

    The payload of a renewal is the victim's combat id, the index of the part, and the moment it was set for; that of
    breaking free the holder's combat id; that of letting go the victim's, or 0 for all that are held.
    """

    kinds = ("renew", "break_free", "release")
    payloads = MappingProxyType({"renew": tuple[int, int, int], "break_free": tuple[int], "release": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def about(self, task: Task) -> Sequence[int]:
        """List the two whom a hold is between."""
        return (task.creature, _other(task))

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse to break free whom nobody holds or who can't act, and to let go whoever holds nobody.

        Raises:
            IntentRefused: why not.
        """
        if task.kind == "renew":
            return
        who = fighter(self.reader, battle.entity(task.creature))
        check_able(who)
        other = task.payload[0]
        if task.kind == "release":
            if not any(other in (0, hold.victim) for hold in who.conditions.holds):
                raise IntentRefused(Refusal.NOT_HOLDING, "it holds no such creature; expected one that it holds")
            return
        if not any(held.by == other for held in who.conditions.immobilized):
            raise IntentRefused(Refusal.NOT_HELD, "it isn't held by that creature; expected one that holds it")
        check_action_left(battle, who)

    def rule(self, battle: Battle, task: Task) -> Rule[Trial] | None:
        """Begin the trial: of the holder to renew, of the victim to break free; None: the hold is over, or let go."""
        entity = battle.roster.get(task.creature)
        if entity is None or task.kind == "release":
            return None
        who = fighter(self.reader, entity)
        if task.kind == "renew" and self._hold(who, task) is None:
            return None
        return trial(self.tables, *self._efforts(battle, who, task))

    def _hold(self, who: Fighter, task: Task) -> Hold | None:
        named = task.payload
        return next((h for h in who.conditions.holds if (h.victim, h.part, h.renews_at) == named), None)

    def _efforts(self, battle: Battle, who: Fighter, task: Task) -> tuple[Effort, Effort]:
        """Give what both put into a trial: a grip of one hand is as weak at every trial as at the first [R]."""
        other = fighter(self.reader, battle.roster[_other(task)])
        holder, victim = (who, other) if task.kind == "renew" else (other, who)
        holds = [hold for hold in holder.conditions.holds if hold.victim == victim.id]
        if task.kind == "renew":
            holds = [hold for hold in holds if hold.part == task.payload[1]]
        grip = Effort(_strength(holder), max((self._grip(holder, hold) for hold in holds), key=_sum, default=()))
        resistance = Effort(_strength(victim))
        return (grip, resistance) if task.kind == "renew" else (resistance, grip)

    def _grip(self, holder: Fighter, hold: Hold) -> tuple[tuple[str, int], ...]:
        if not self.reader.armament.grabs(hold.mode):
            return ()
        return grip_modifiers(self.tables, holder, hold.limbs)

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Renew the hold or end it; one that was won on breaking free ends with all others of the same holder."""
        entity = battle.roster.get(task.creature)
        if entity is None:
            return
        who = fighter(self.reader, entity)
        if task.kind == "release":
            other = task.payload[0]
            let_go(battle, who, "let go", lambda hold: other in (0, hold.victim))
        elif facts is not None:
            self._tried(battle, who, task, facts)

    def _tried(self, battle: Battle, who: Fighter, task: Task, made: Trial) -> None:
        efforts = self._efforts(battle, who, task)
        other = fighter(self.reader, battle.entity(_other(task)))
        if task.kind == "renew":
            hold = self._hold(who, task)
            assert hold is not None
            told(battle, who, other, RENEWAL, hold.part, efforts, made)
            if made.won:
                hold_on(battle, who.id, hold)
                held = other.anatomy.parts[hold.part].id
                battle.emit(HoldRenewed(battle.now, other.id, who.id, held))
            else:
                break_hold(battle, who, hold, "not renewed")
            return
        if battle.turn is not None and battle.turn.creature == who.id:
            battle.turn.acted = True
        part = next(held.part for held in who.conditions.immobilized if held.by == other.id)
        told(battle, who, other, BREAKING, part, efforts, made)
        if made.won:
            let_go(battle, other, "broke free", lambda hold: hold.victim == who.id)


def _other(task: Task) -> int:
    creature = task.payload[0]
    assert isinstance(creature, int)
    return creature


def _strength(who: Fighter) -> int:
    return who.abilities.attributes.get("strength", 0)


def _sum(modifiers: tuple[tuple[str, int], ...]) -> int:
    return sum(by for _, by in modifiers)
