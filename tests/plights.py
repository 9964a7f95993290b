"""Creatures in all kinds of plight, to hold a prognosis to what play makes of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from scripting import editing

from fleshwound.components.creature import FatigueKind, Injuries, InjuryKind, Shock
from fleshwound.components.definitions import Aspect, Creature
from fleshwound.components.edits import Afflict, Injure, Occupy, Tire
from fleshwound.components.exertion import Doing
from fleshwound.components.ids import DAY, HOUR
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.agenda import Task
from fleshwound.systems.heroic.consequences import record
from fleshwound.systems.heroic.convalescence import begin_infection
from fleshwound.systems.heroic.fatigue import plan_recovery
from fleshwound.systems.heroic.fighter import fighter

PLACES: Final = ("abdomen", "skull", "left_thigh", "right_forearm", "thorax", "left_calf", "neck", "right_upper_arm")


@dataclass(frozen=True)
class Wounded:
    """A plight to put a creature into."""

    wounds: tuple[tuple[str, int, Aspect, bool, int | None], ...] = ()
    """Location, level, aspect, whether it bleeds, healing rate or None."""
    state: str = ""
    """To afflict it with; empty: none."""
    tired: tuple[tuple[int, FatigueKind], ...] = ()
    course: InjuryKind | None = None
    """Whether it lies in Extended Shock or a coma, at healing rate 4."""
    infection: int | None = None
    """Healing rate of an infection of its first wound."""
    asleep: bool = False
    attributes: tuple[tuple[str, int], ...] = (("strength", 11), ("endurance", 11), ("will", 11))
    shock: int = 60
    intents: str = "host"
    physician: int | None = None
    """Mastery level of somebody beside it, who thinks for itself; None: it is alone."""


def person(plight: Wounded) -> Creature:
    human = shipped().creature("human")
    return replace(
        human,
        id="wounded",
        attributes={**human.attributes, **dict(plight.attributes)},
        skills={"shock": plight.shock, "physician": 0},  # it does nothing for itself
        weapons=(),
    )


def physician(mastery: int) -> Creature:
    human = shipped().creature("human")
    return replace(human, id="healer", skills={**human.skills, "physician": mastery}, weapons=())


def wounded(combat: Combat, plight: Wounded, column: int = 0) -> int:
    """Put a creature into a plight, and its physician beside it."""
    entity = combat.spawn(person(plight), side="red", at=(column, 0), intents=plight.intents)
    for location, level, aspect, bleeds, _ in plight.wounds:
        combat.edit(Injure(entity, location, level, aspect, bleeds=bleeds))
    for points, kind in plight.tired:
        combat.edit(Tire(entity, points, kind))
    if plight.state:
        combat.edit(Afflict(entity, plight.state))
    if plight.asleep:
        combat.edit(Occupy(entity, Doing.SLEEPING))
    injuries = combat.component(entity, Injuries)
    injuries.entries[:] = [
        replace(entry, healing_rate=rate) for entry, (*_, rate) in zip(injuries.entries, plight.wounds, strict=True)
    ]
    with editing(combat) as battle:
        who = fighter(battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # the heroic rules have one
        if plight.course is not None:
            who.shock.state = Shock.UNCONSCIOUS if plight.course is InjuryKind.COMA else Shock.INCAPACITATED
            who.conditions.prone, who.shock.retest_at = True, None
            entry = record(battle, who, plight.course, location=None, healing_rate=4, how="a test")
            delay = 4 * HOUR if plight.course is InjuryKind.EXTENDED_SHOCK else 3 * DAY
            battle.after(delay, Task("course", who.id, (entry.number,)))
            plan_recovery(battle, who)
        if plight.infection is not None:
            begin_infection(battle, who, who.injuries.entries[0], plight.infection)
    if plight.physician is not None:
        combat.spawn(physician(plight.physician), side="red", at=(column, 1))
    return entity


def any_plight(dice: Random) -> Wounded:
    """A plight as it comes."""

    def one(of: tuple[object, ...]) -> object:
        return of[int(dice.random() * len(of))]

    def some() -> tuple[str, int, Aspect, bool, int | None]:
        level = 1 + int(dice.random() * 5)
        aspect = tuple(Aspect)[int(dice.random() * 3)]
        rate = 3 + int(dice.random() * 3) if dice.random() < 0.4 else None
        return str(one(PLACES)), level, aspect, rate is None and dice.random() < 0.5, rate

    wounds = tuple(some() for _ in range(1 + int(dice.random() * 3)))
    course = (InjuryKind.COMA, InjuryKind.EXTENDED_SHOCK)[int(dice.random() * 2)] if dice.random() < 0.2 else None
    state = ("", "", "stunned", "incapacitated", "unconscious")[int(dice.random() * 5)]
    return Wounded(
        wounds=wounds,
        state="" if course else state,
        tired=tuple((5 * (1 + int(dice.random() * 4)), kind) for kind in FatigueKind if dice.random() < 0.3),
        course=course,
        infection=3 + int(dice.random() * 2) if dice.random() < 0.2 else None,
        asleep=not state and course is None and dice.random() < 0.3,
        intents="ai" if dice.random() < 0.3 else "host",
        physician=(None, 40, 70)[int(dice.random() * 3)],
    )
