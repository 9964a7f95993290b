"""Odds of a strike, grab, press, trip, shot or throw, exactly, before it is made (heroic H12)."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Final

import esper

from fleshwound.components.creature import Combatant
from fleshwound.components.errors import DecisionError, IntentRefused, Refusal
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic.bearing import keep
from fleshwound.systems.heroic.believing import assumptions, believed
from fleshwound.systems.heroic.choices import Reaction
from fleshwound.systems.heroic.contest import contention
from fleshwound.systems.heroic.fates import fate_of, joint_of, side_of
from fleshwound.systems.heroic.fighter import Fighter, Reader
from fleshwound.systems.heroic.itemised import itemised
from fleshwound.systems.heroic.missile import ShotPlan
from fleshwound.systems.heroic.planning import ASKED, View, plainly, planned, preferred
from fleshwound.systems.heroic.reckoning import Meeting, reckoned
from fleshwound.systems.heroic.strike import Plan
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.targeting import planned_shot
from fleshwound.systems.odds import EVERYTHING, Knowledge, Odds

_answers: Final[dict[Hashable, Odds]] = {}
"""Odds that were asked for, by all that they are read from."""


def odds_of(reader: Reader, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge) -> Odds:
    """Tell what a strike, grab, press, trip, shot or throw may come to, met with `defence` or as policy would.

    Everything is checked that would be if it were made now, but for whose turn it is and what it has done on it.

    Raises:
        IntentRefused: it can't be made, or is nothing of the kind.
        DecisionError: the target can't meet it so.
    """
    plan, shot = foreseen(reader, battle, task, knowledge)
    if defence is None:
        plan = preferred(battle, task, plan, knowledge)
    met = reaction_of(plan, defence)
    assumed = () if knowledge is EVERYTHING else assumptions(plan.actor, plan.target, knowledge)
    key = _key(plan, shot, met, assumed)
    answer = _answers.get(key)
    if answer is None:
        answer = _worked_out(reader.tables, plan, shot, met, assumed)
        keep(_answers, key, answer)
    return answer


def foreseen(reader: Reader, battle: Battle, task: Task, knowledge: Knowledge) -> tuple[Plan, ShotPlan | None]:
    """Plan a strike; as it is, once for all the ways to meet it that are looked at until something changes."""
    if knowledge is not EVERYTHING:
        return _looked_at(reader, battle, task, partial(believed, knowledge=knowledge))
    known = Task("planned", task.creature, (task.kind, *task.payload))
    found: tuple[Plan, ShotPlan | None] | None = battle.seen.get(known)
    if found is None:
        found = battle.seen[known] = _looked_at(reader, battle, task, plainly)
    return found


def _looked_at(reader: Reader, battle: Battle, task: Task, view: View) -> tuple[Plan, ShotPlan | None]:
    if task.kind == "shoot":
        shot = planned_shot(reader, battle, task, ASKED, view)
        return shot.plan, shot
    if task.kind in ("strike", "take"):
        return planned(reader, battle, task, ASKED, view), None
    raise IntentRefused(Refusal.UNSUPPORTED, f"{task.kind!r} strikes nobody; expected a Strike, Grab, Press or Trip")


def reaction_of(plan: Plan, defence: str | None) -> Reaction:
    """Find a way to meet a strike by its word; None: the first there is.

    Raises:
        DecisionError: it is none of those there are.
    """
    if defence is None:
        return plan.options[0]
    for option in plan.options:
        if option.word == defence:
            return option
    words = [option.word for option in plan.options]
    raise DecisionError(f"it can't be met with {defence!r}; expected one of {', '.join(map(repr, words))}", words)


def _key(plan: Plan, shot: ShotPlan | None, met: Reaction, assumed: tuple[str, ...]) -> Hashable:
    """Put together all that odds are read from. What a stance follows from is in it; it is compared by identity."""
    actor, target = plan.actor, plan.target
    flight: Hashable = None
    if shot is not None:
        risked = [(each.who.id, each.who.anatomy, each.who.injuries.severed) for each in shot.risked]
        flight = shot.shot.use, shot.shot.projectile, shot.shot.band, tuple(risked)
    return (
        _of(actor),
        _of(target),
        plan.use,
        plan.aim,
        plan.where,
        plan.attack,
        plan.helpless,
        plan.contends,
        met,
        flight,
        assumed,
    )


def _of(who: Fighter) -> Hashable:
    holds = who.conditions.holds
    nerve = who.nerve
    return (
        who.id,
        esper.component_for_entity(who.entity, Combatant).name,
        who.stance,
        who.injuries.severed,
        None if nerve.unshaken else (nerve.morale, nerve.fear, nerve.exit),
        tuple([(hold.victim, hold.limbs) for hold in holds]) if holds else None,
    )


def _worked_out(tables: Tables, plan: Plan, shot: ShotPlan | None, met: Reaction, assumed: tuple[str, ...]) -> Odds:
    target, actor = side_of(plan.target), side_of(plan.actor)
    reckoning = reckoned(Meeting(tables, plan, shot, met, target.bearer, actor.bearer))
    fate = fate_of(reckoning.target, reckoning.whole, target)
    contests = plan.contends, None if met.use is None else contention(tables, plan.target, plan.actor, met.use)
    return Odds(
        **fate.__dict__,
        actor=actor.id,
        target=target.id,
        mode=plan.use.mode.id,
        aim=plan.aim,
        defence=met.word,
        attacker=fate_of(reckoning.actor, reckoning.whole, actor),
        strays=reckoning.strays,
        assumed=assumed,
        names=(_name(plan.actor), _name(plan.target)),
        itemise=partial(
            itemised, tables, target, actor, plan.attack, plan.use, None if shot is None else shot.shot, met,
            (reckoning.target, reckoning.actor), contests, helpless=plan.helpless,
        ),
        reckon=partial(joint_of, reckoning, target, actor),
    )  # fmt: skip


def _name(who: Fighter) -> str:
    name: str = esper.component_for_entity(who.entity, Combatant).name
    return name
