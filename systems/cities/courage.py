"""Courage as a system: morale checks, flight, surrender (cities A2)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final

from fleshwound.components.cities import Standing
from fleshwound.components.draws import Rule
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import FieldLeft, FieldRetaken, MoraleChanged, MoraleChecked, Surrendered
from fleshwound.components.nerve import Exit
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.consequences import let_go_of
from fleshwound.systems.cities.fighter import Fighter, Reader, of, seen
from fleshwound.systems.cities.harm import Faces
from fleshwound.systems.cities.initiative import breaks, morale_check
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import Cell
from fleshwound.systems.flight import at_edge, away_from, leads_away, out_of_sight, safe, threats
from fleshwound.systems.movement import feet_left
from fleshwound.systems.queries import cell_of, side_of
from fleshwound.systems.ruleset import System

LOSSES: Final = "losses"
STEADY: Final = "none"
BROKEN: Final = "broken"

GETTING_AWAY: Final = frozenset({"stand", "wait", "break_free", "release", "lie_down", "withdraw", "defend"})
"""Kinds of task that whoever runs may do besides moving away."""


class Courage(System):
    """Checks morale, and judges at a turn's end how whoever runs has fared. The payload of `morale` is the losses."""

    kinds = ("morale", "collect")
    payloads = MappingProxyType({"morale": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def rule(self, battle: Battle, task: Task) -> Rule[bool] | None:
        """Check morale, where there is any to break."""
        who = of(self.reader, battle, task.creature)
        score = who.profile.morale
        if task.kind != "morale" or score is None or who.out or who.resolve.broken:
            return None
        return breaks(score)

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Break, or stand; at a turn's end be gone, or give oneself up."""
        who = of(self.reader, battle, task.creature)
        if task.kind == "collect":
            self._collect(battle, who)
            return
        assert isinstance(task.payload[0], int)
        who.resolve.seen_losses = task.payload[0]
        if facts is None or who.profile.morale is None:
            return
        check = morale_check(who.profile.morale)
        battle.emit(MoraleChecked(battle.now, who.id, LOSSES, check.told(Faces(trail).take(check.what), facts)))
        if facts:
            who.resolve.broken = True
            who.footing.screening = None
            if who.conditions.holds:
                let_go_of(battle, who, "runs")
            battle.emit(MoraleChanged(battle.now, who.id, STEADY, BROKEN, LOSSES))

    def _collect(self, battle: Battle, who: Fighter) -> None:
        if not who.resolve.broken or who.out:
            return
        if safe(battle, who.entity):
            leave(battle, who)
        elif stuck(battle, who):
            who.resolve.exit = Exit.SURRENDERED
            battle.stirred = True
            battle.emit(Surrendered(battle.now, who.id))


def leave(battle: Battle, who: Fighter) -> None:
    """Let a creature that runs have got away."""
    who.resolve.exit = Exit.FLED
    battle.stirred = True
    battle.emit(FieldLeft(battle.now, who.id))


def stuck(battle: Battle, who: Fighter) -> bool:
    """Tell whether who runs has not stirred on its turn for want of a way, with a foe near."""
    turn = battle.turn
    if turn is None or turn.creature != who.id or turn.feet or not threats(battle, who.entity):
        return False
    return refuge(who.reader, battle, who.entity) is None


def refuge(reader: Reader, battle: Battle, entity: int) -> Cell | None:
    """Find where who is broken runs to this turn (cities A2) [R]."""
    if at_edge(battle, cell_of(entity)):
        return None
    return away_from(battle, entity, feet_left(battle, entity) // battle.ruleset.stride(entity))


def losses(reader: Reader, battle: Battle, side: str) -> int:
    """Count those of a side that are out of the fight."""
    return sum(side_of(entity) == side and seen(reader, battle, entity).out for entity in battle.roster.values())


def turn_ending(reader: Reader, battle: Battle, who: Fighter) -> list[Task]:
    """List what a turn's end brings one's courage: a check where the side has new losses; who runs is judged.

    cities A2.
    """
    if who.out:
        return []
    if who.resolve.broken:
        turn = battle.turn
        idle = turn is not None and not turn.feet and not turn.acted
        goal = refuge(reader, battle, who.entity) if idle else None
        ran = [] if goal is None or not movable(battle, who, goal) else [Task("move", who.id, goal)]
        return [*ran, Task("collect", who.id)]
    if who.profile.morale is None or who.profile.standing is Standing.PLAYER:
        return []
    lost = losses(reader, battle, side_of(who.entity))
    if lost - who.resolve.seen_losses < reader.tables.fight.losses_per_check:
        return []
    return [Task("morale", who.id, (lost,))]


def movable(battle: Battle, who: Fighter, goal: Cell) -> bool:
    """Tell whether a creature can go to a cell now."""
    try:
        battle.check(Task("move", who.id, goal))
    except IntentRefused:
        return False
    return True


def check_courage(battle: Battle, who: Fighter, task: Task) -> None:
    """Refuse who is broken all but getting away, where anything threatens it.

    Raises:
        IntentRefused: why not.
    """
    if not who.resolve.broken or task.kind in GETTING_AWAY:
        return
    foes = threats(battle, who.entity)
    if not foes:
        return
    if task.kind in ("move", "go_on"):
        x, y = task.payload[0], task.payload[1]
        assert isinstance(x, int)
        assert isinstance(y, int)
        if task.kind == "go_on" or leads_away(battle, cell_of(who.entity), (x, y), [cell_of(foe) for foe in foes]):
            return
    raise IntentRefused(Refusal.FLEEING, "it runs for its life; expected it to move away, stand up or wait")


def lose_sight(reader: Reader, battle: Battle) -> None:
    """Let whoever runs and is out of sight of all its foes have left, as an encounter ends for that."""
    for entity in battle.roster.values():
        who = seen(reader, battle, entity)
        if who.resolve.broken and not who.out and out_of_sight(battle, entity):
            leave(battle, who)


def recall(reader: Reader, battle: Battle) -> None:
    """Let back whoever has left the fight, once no able foe is in sight any longer [R]."""
    for entity in battle.roster.values():
        who = seen(reader, battle, entity)
        if who.resolve.exit is not Exit.NONE and who.alive and not threats(battle, entity):
            who.resolve.exit = Exit.NONE
            battle.stirred = True
            battle.emit(FieldRetaken(battle.now, who.id))


def calm_down(battle: Battle, who: Fighter) -> None:
    """Let who was broken come to itself, as a fight is over."""
    who.resolve.seen_losses = 0
    if who.resolve.broken and who.alive:
        who.resolve.broken = False
        battle.emit(MoraleChanged(battle.now, who.id, BROKEN, STEADY, "the fight is over"))
