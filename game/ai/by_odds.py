"""The mind that weighs by odds: of the strikes it can make, and the ways to meet one, the worthiest by `worth`.

What it looks at is counted in evaluations, never in time: the ruleset's own ranking says which strikes are worth a
look, and so many of the best are looked at, those of every foe in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from fleshwound.components.errors import IntentRefused
from fleshwound.components.intents import Intent, Release, Strike
from fleshwound.components.views import StrikeOption
from fleshwound.game.ai.helping import allowed
from fleshwound.game.ai.routine import Ways, considered
from fleshwound.game.ai.worth import worth
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.intents import task_of
from fleshwound.systems.odds import EVERYTHING, Knowledge
from fleshwound.systems.queries import apart

EVALUATIONS: Final = 12
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
    best = worthiest(battle, entity, ranked)
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
    return worthiest(battle, entity, ranked)


def worthiest(
    battle: Battle, entity: int, ranked: Iterable[tuple[int, Sequence[StrikeOption]]], evaluations: int = EVALUATIONS
) -> Strike | None:
    """Find the worthiest of strikes ranked by foe; so many are looked at, the best of each foe first."""
    rules = battle.ruleset
    best, most = None, 0.0
    for foe, option in _in_turn(ranked, evaluations):
        found = Strike(foe, option.mode, option.aim)
        try:
            odds = rules.odds(battle, task_of(battle, entity, found), None, EVERYTHING)
        except IntentRefused:
            continue
        value = worth(battle, odds)
        if best is None or value > most:
            best, most = found, value
    return best


def _in_turn(ranked: Iterable[tuple[int, Sequence[StrikeOption]]], most: int) -> Iterable[tuple[int, StrikeOption]]:
    """List so many strikes: the best of every foe, then the second best, and so on."""
    left = [(foe, options) for foe, options in ranked if options]
    place = 0
    while left and most:
        for foe, options in left[:most]:
            yield foe, options[place]
        most -= len(left[:most])
        place += 1
        left = [(foe, options) for foe, options in left if place < len(options)]


def meet(battle: Battle, task: Task, ways: Sequence[str], knowledge: Knowledge) -> int:
    """Choose how a target meets a strike: by its place among the ways it has, which the ruleset has ranked."""
    rules = battle.ruleset
    best, least = 0, 0.0
    for place, way in enumerate(ways[:DEFENCES]):
        value = worth(battle, rules.odds(battle, task, way, knowledge))
        if place == 0:
            least = value - FIRM
        elif value < least:
            best, least = place, value
    return best


WAYS: Final = Ways(strike, shoot)
