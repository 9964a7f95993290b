"""Harming: the processor that commits hazards, which nobody strikes (heroic H4, H5)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import esper

from fleshwound.components.creature import Controller, Shock, ShockCause
from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Rule
from fleshwound.components.errors import BadValue, IntentRefused, Refusal, UnknownName
from fleshwound.components.events import HarmLanded, Throw
from fleshwound.components.hazards import EVERYWHERE, Ambush, Dice, Fall, Fire, Harm, Hazard, Terror, Threat
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic.blow import BlowFacts, Settled
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.consequences import fall
from fleshwound.systems.heroic.d100 import rolls
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.hazard import FALL, HarmFacts, Hurt, fall_of, fire_of, harmed, places_of, threatened
from fleshwound.systems.heroic.stance import Stance
from fleshwound.systems.heroic.wounding import (
    Rolls,
    commit_death,
    commit_wound,
    settle_shock,
    tested_shock,
    told_shocks,
)
from fleshwound.systems.ruleset import System

THREATEN = "threaten"
HARM = "harm"
BURN = "burn"
"""Kinds of task, with `FALL`."""


def hazard_task(who: Fighter, hazard: Hazard) -> Task:
    """Put what befalls a creature into a task.

    Raises:
        IntentRefused: it is dead, has no body to harm or to shake, or these rules know no such thing.
        UnknownName: no such location or part.
        BadValue: nothing is left there.
    """
    if who.shock.state is Shock.DEAD:
        raise IntentRefused(Refusal.DEAD, "it is dead; expected a living creature")
    if isinstance(hazard, Terror):
        return Task("fear", who.id, (hazard.source, None, hazard.modifier))
    if isinstance(hazard, Ambush):
        why = "these rules know no surprise; expected Threat, Harm, Fall, Fire or Terror"
        raise IntentRefused(Refusal.UNSUPPORTED, why)
    if who.anatomy.incorporeal:
        raise IntentRefused(Refusal.INCORPOREAL_TARGET, "it has no body to harm; expected one that has")
    match hazard:
        case Threat(index, cause):
            return Task(THREATEN, who.id, (index, cause))
        case Harm(impact, aspect, at, places, cause):
            _check_place(who, at)
            dice = (impact.count, impact.sides, impact.plus)
            return Task(HARM, who.id, (*dice, aspect.name.lower(), at, places, cause))
        case Fall(feet):
            return Task(FALL, who.id, (feet,))
        case Fire(intensity, places):
            return Task(BURN, who.id, (intensity, places))


def _check_place(who: Fighter, at: str | None) -> None:
    if at is None or at == EVERYWHERE:
        return
    body = body_of(who.anatomy)
    found = places_of(body, Hurt(Dice(0, 1), Aspect.BLUNT, at, 1, ""))
    if not found:
        known = (*(each.id for each in who.anatomy.locations), *(each.id for each in who.anatomy.parts))
        raise UnknownName("location or part", at, all=known)
    for place in found:
        mask = body.mask_of[place.part or 0] if place.location is None else 1 << place.location
        if not mask & ~who.injuries.severed:
            raise BadValue(f"{at} is gone; expected a location or part that is there")


class Hazards(System):
    """Shock without a wound, and harm that nobody strikes: falls, fire, whatever a host brings.

    The payload is the base index and the cause; or dice, sides, what is added, the aspect, where, in how many places
    and the cause; or the feet of a fall; or the intensity of a fire and in how many places, None for everywhere.
    """

    kinds = (THREATEN, HARM, FALL, BURN)
    payloads = MappingProxyType(
        {
            THREATEN: tuple[int, str],
            HARM: tuple[int, int, int, str, str | None, int, str],
            FALL: tuple[int],
            BURN: tuple[int, int | None],
        }
    )

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def about(self, task: Task) -> Sequence[int]:
        """Concern the victim alone: no number in a payload is a combat id."""
        return (task.creature,)

    def rule(self, battle: Battle, task: Task) -> Rule[Settled | HarmFacts] | None:
        """Begin the test or the harm; the dead are past both."""
        who = fighter(self.reader, battle.entity(task.creature))
        if who.shock.state is Shock.DEAD:
            return None
        asks = battle.asked and esper.component_for_entity(who.entity, Controller).decisions == "ask"
        victim = who.stance.victim(who.id, who.injuries, asks=asks)
        if task.kind == THREATEN:
            index: Any = task.payload[0]
            return threatened(victim, index)
        return harmed(victim, self._hurt(task))

    def _hurt(self, task: Task) -> Hurt:
        given: Any = task.payload  # of the type that `payloads` says
        match task.kind:
            case "fall":
                return fall_of(self.tables, *given)
            case "burn":
                return fire_of(self.tables, *given)
        count, sides, plus, aspect, at, places, cause = given
        return Hurt(Dice(count, sides, plus), Aspect[aspect.upper()], at, places, cause)

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Commit all of the moment: the fall, every wound with what it brings, then the shock of them all."""
        if facts is None:
            return
        who = fighter(self.reader, battle.entity(task.creature))
        made = Rolls(rolls(trail))
        if task.kind == THREATEN:
            shock: Settled = facts
            cause: Any = task.payload[1]
            told = [tested_shock(battle, who, offer, cause, made) for offer in shock.shocks]
            settle_shock(battle, who, shock, told, None)
            return
        tested = who.stance
        if task.kind == FALL:
            # Whoever falls lies where it lands, hurt or not [R].
            fall(battle, who, FALL)
            who.moved_on()
        self._harm(battle, who, tested, self._hurt(task), facts, made)

    def _harm(self, battle: Battle, who: Fighter, tested: Stance, hurt: Hurt, facts: HarmFacts, made: Rolls) -> None:
        causes: list[ShockCause] = []
        for blow in facts.blows:
            self._landed(battle, who, hurt, blow)
            wound = blow.wound
            if wound is not None and wound.level:
                commit_wound(battle, who, tested, blow, wound, made, None, hurt.cause)
            if commit_death(battle, who, blow, None):
                return
            causes += told_shocks(battle, who, blow.shock.shocks[len(causes) :], wound, made)
        settle_shock(battle, who, facts.shock, causes, None)

    def _landed(self, battle: Battle, who: Fighter, hurt: Hurt, blow: BlowFacts) -> None:
        wound = blow.wound
        if wound is None:
            return
        location = who.anatomy.locations[wound.location]
        part = who.anatomy.parts[location.part]
        battle.emit(
            HarmLanded(
                battle.now,
                who.id,
                hurt.cause,
                part.id,
                location.id,
                Throw("impact", str(hurt.impact), wound.impact),
                wound.aspect.name.lower(),
                wound.protection,
                wound.effective,
                wound.result,
            )
        )
