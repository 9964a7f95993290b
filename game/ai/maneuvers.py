"""Maneuvers: what a mind that weighs by odds does besides striking, where the rules offer it.

It asks for them as anybody would and is refused where the rules know no such thing. What a foe's blow would come to
with and without them it reads from the odds of that blow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from fleshwound.components.errors import DecisionError, IntentRefused, Refusal
from fleshwound.components.intents import Charge, Defend, Intent, Move, Screen, Strike, Withdraw
from fleshwound.game.ai.helping import allowed, refusal
from fleshwound.game.ai.worth import STAKES
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import STEPS, Cell, distance
from fleshwound.systems.intents import task_of
from fleshwound.systems.movement import feet_left
from fleshwound.systems.odds import EVERYTHING
from fleshwound.systems.queries import able_foes, apart, cell_of, friends, taken_cells

LOOKS: Final = 3
"""Foes whose blows are looked at, the nearest first."""

NEAR: Final = 2
"""Cells within which a friend is screened."""

GUARDED: Final = "total defense"
"""A defence that is prepared, as odds have it."""

HURT: Final = 50
"""Health, per cent, up to which one thinks of getting away."""

DOOMED: Final = 90
"""Points that the blows of the foes at hand have to be worth for that."""


def close(battle: Battle, entity: int, nearest_first: Sequence[int]) -> Intent | None:
    """Run in on the foe that a blow does most to, of those whom a walk doesn't bring within reach."""
    rules = battle.ruleset
    strides = rules.pace(battle, entity)[0] // rules.stride(entity)
    best, most = None, 0.0
    for foe in nearest_first[:LOOKS]:
        if apart(entity, foe) - 1 <= strides:
            return None  # who walks up can strike all the same, and keeps its guard
        try:
            task = task_of(battle, entity, Charge(foe))
            battle.check(task)
        except IntentRefused:
            continue
        value = rules.worth(battle, task, None, EVERYTHING, STAKES)
        if value > most:
            best, most = Charge(foe), value
    return best


def threat(battle: Battle, foes: Iterable[int], target: int, met: str | None = None) -> float:
    """Add up what the best blows of some foes at a target are worth, met as said; those who have none count nothing."""
    rules = battle.ruleset
    points = 0.0
    for foe in foes:
        away = apart(foe, target)
        option = next((one for one in rules.strikes(battle, foe, target) if one.worth and one.reach >= away), None)
        if option is None:
            continue
        try:
            task = task_of(battle, foe, Strike(target, option.mode, option.aim))
            points += max(0.0, rules.worth(battle, task, met, EVERYTHING, STAKES))
        except (IntentRefused, DecisionError):
            continue
    return points


def guard(battle: Battle, entity: int, foes: Sequence[int], value: float) -> Intent | None:
    """Give oneself up to defending where that saves more than a blow of that value does."""
    if not allowed(battle, entity, Defend()):
        return None
    near = foes[:LOOKS]
    saved = threat(battle, near, entity) - threat(battle, near, entity, GUARDED)
    return Defend() if saved > value else None


def spare(battle: Battle, entity: int) -> Intent | None:
    """Use an action for which there is nothing else: defend oneself."""
    return Defend() if allowed(battle, entity, Defend()) else None


def part(battle: Battle, entity: int, at_hand: Mapping[int, int]) -> Intent | None:
    """Get away from foes who are about to put one out of the fight, where friends keep them busy."""
    rules = battle.ruleset
    beside = [foe for foe in at_hand if apart(entity, foe) <= 1]
    if not beside or rules.vitals(battle, entity).health > HURT or not allowed(battle, entity, Withdraw()):
        return None
    others = [friend for _, friend in friends(battle, entity) if not rules.out(friend)]
    if any(all(apart(friend, foe) > 1 for friend in others) for foe in beside):
        return None
    return Withdraw() if threat(battle, beside, entity) >= DOOMED else None


def afterwards(battle: Battle, entity: int) -> Intent | None:
    """Use a move that is left once the action is used: get away unhindered, or stand by a friend who needs it."""
    foes = able_foes(battle, entity)
    if not foes or feet_left(battle, entity) < battle.ruleset.stride(entity):
        return None
    return retreat(battle, entity, foes) or stand_by(battle, entity, foes)


def retreat(battle: Battle, entity: int, foes: Sequence[int]) -> Intent | None:
    """Step away from who is beside one who has withdrawn: nobody strikes after it for that."""
    beside = [foe for foe in foes if apart(entity, foe) <= 1]
    if not beside or battle.ruleset.vitals(battle, entity).health > HURT:
        return None
    if refusal(battle, entity, Withdraw()) is not Refusal.NO_ACTION_LEFT:
        return None  # there is no such thing, or no fight
    cell = _away(battle, entity, beside)
    if cell is None or battle.ruleset.sets_out(battle, entity, [cell], begun=False) is not None:
        return None
    way = _straight(battle, entity, cell)
    return Move(way[-1]) if allowed(battle, entity, Move(way[-1])) else None


def _away(battle: Battle, entity: int, beside: Sequence[int]) -> Cell | None:
    x, y = cell_of(entity)
    taken = taken_cells(battle, entity)
    at = [cell_of(foe) for foe in beside]
    for dx, dy in STEPS:
        cell = (x + dx, y + dy)
        if battle.field.open(cell) and cell not in taken and all(distance(cell, foe) > 1 for foe in at):
            return cell
    return None


def _straight(battle: Battle, entity: int, first: Cell) -> list[Cell]:
    here, taken = cell_of(entity), taken_cells(battle, entity)
    dx, dy = first[0] - here[0], first[1] - here[1]
    way = [first]
    for _ in range(feet_left(battle, entity) // battle.ruleset.stride(entity) - 1):
        following = (way[-1][0] + dx, way[-1][1] + dy)
        if not battle.field.open(following) or following in taken:
            break
        way.append(following)
    return way


def stand_by(battle: Battle, entity: int, foes: Sequence[int]) -> Intent | None:
    """Screen the friend who has most to fear, if one bears those blows better."""
    best, most = None, 0.0
    for _, friend in friends(battle, entity):
        if apart(entity, friend) > NEAR or battle.ruleset.out(friend):
            continue
        near = [foe for foe in foes if apart(foe, friend) <= NEAR][:LOOKS]
        if not near or not allowed(battle, entity, Screen(friend)):
            continue
        spared = threat(battle, near, friend) - threat(battle, near, entity)
        if spared > most:
            best, most = Screen(friend), spared
    return best
