"""The mind that weighs by odds: of the strikes it can make, and the ways to meet one, the worthiest by `worth`.

What it looks at is counted in evaluations, never in time: the ruleset's own ranking says which strike at each foe is
worth a look first; what is left of the budget goes to other modes and aims against the foe that promises most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from fleshwound.components.intents import Intent, Release, Strike
from fleshwound.components.views import StrikeOption
from fleshwound.game.ai import maneuvers
from fleshwound.game.ai.helping import allowed
from fleshwound.game.ai.routine import Ways, considered
from fleshwound.game.ai.worth import STAKES
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.intents import task_of
from fleshwound.systems.odds import EVERYTHING, Knowledge
from fleshwound.systems.queries import apart

EVALUATIONS: Final = 6
"""Strikes that are looked at on one turn."""

DEFENCES: Final = 5
"""Ways to meet a strike that are looked at, the best by the ruleset's ranking first."""

FIRM: Final = 0.5
"""Points by which another way has to be better than the ruleset's own first."""


def think(battle: Battle, entity: int) -> Intent | None:
    """Choose what the creature does next on its turn; None: nothing more."""
    return considered(battle, entity, WAYS)


def strike(battle: Battle, entity: int, at_hand: Mapping[int, int]) -> Intent | None:
    """Make the worthiest strike at any foe at hand; let go of whom it holds where nothing is free to strike with."""
    ranked = []
    hurts = False
    for foe, away in at_hand.items():
        options = [option for option in battle.ruleset.strikes(battle, entity, foe) if not option.ranged]
        hurts = hurts or any(option.worth for option in options)
        ranked.append((foe, [option for option in options if option.reach >= away]))
    if hurts:  # what can't hurt anybody is for when nothing can
        ranked = [(foe, [option for option in options if option.worth]) for foe, options in ranked]
    if (parting := maneuvers.part(battle, entity, at_hand)) is not None:
        return parting
    best, value = worthiest(battle, entity, ranked)
    if best is not None and (guarding := maneuvers.guard(battle, entity, tuple(at_hand), value)) is not None:
        return guarding
    if best is None and allowed(battle, entity, Release()):
        return Release()
    return best


def shoot(battle: Battle, entity: int, nearest_first: Sequence[int]) -> Strike | None:
    """Make the worthiest shot or throw, friends who may be hit instead counted."""
    ranked = [
        (
            foe,
            [
                option
                for option in battle.ruleset.strikes(battle, entity, foe)
                if option.ranged and not option.disarms and option.reach >= apart(entity, foe)
            ],
        )
        for foe in nearest_first
    ]
    return worthiest(battle, entity, ranked)[0]


def worthiest(
    battle: Battle, entity: int, ranked: Iterable[tuple[int, Sequence[StrikeOption]]], evaluations: int = EVALUATIONS
) -> tuple[Strike | None, float]:
    """Find the worthiest of strikes ranked by foe, of so many, and its worth: one at each, then more at the best."""
    chosen, most = None, 0.0
    rest: Sequence[StrikeOption] = ()
    left = evaluations
    for foe, options in ranked:
        if options and left:
            left -= 1
            found = Strike(foe, options[0].mode, options[0].aim)
            value = _value(battle, entity, found)
            if chosen is None or value > most:
                chosen, most, rest = found, value, options[1:]
    if chosen is None:
        return None, most
    for option in rest[:left]:
        found = Strike(chosen.target, option.mode, option.aim)
        value = _value(battle, entity, found)
        if value > most:
            chosen, most = found, value
    return chosen, most


def _value(battle: Battle, entity: int, strike: Strike) -> float:
    return battle.ruleset.worth(battle, task_of(battle, entity, strike), None, EVERYTHING, STAKES)


def meet(battle: Battle, task: Task, ways: Sequence[str], knowledge: Knowledge) -> int:
    """Choose how a target meets a strike: by its place among the ways it has, which the ruleset has ranked."""
    rules = battle.ruleset
    best, least = 0, 0.0
    for place, way in enumerate(ways[:DEFENCES]):
        value = rules.worth(battle, task, way, knowledge, STAKES)
        if place == 0:
            least = value - FIRM
        elif value < least:
            best, least = place, value
    return best


WAYS: Final = Ways(strike, shoot, maneuvers.close, maneuvers.spare, maneuvers.afterwards)
