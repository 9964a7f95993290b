"""Openings: blows and steps outside one's own action, and bracing for whoever comes (heroic H12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from fleshwound.components.definitions import ModeKind
from fleshwound.components.draws import Ask, Question, Rule
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import Braced, OpeningTaken, StepTaken
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import STEPS, Cell, distance
from fleshwound.systems.heroic.choices import braced_part, strike_options
from fleshwound.systems.heroic.engagement import CLOSES, holds_zone
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.hit_resolution import HitResolution
from fleshwound.systems.heroic.planning import ADVANTAGE, acting, asks, find_use, planned, preferred, targeted
from fleshwound.systems.heroic.strike import Plan, StrikeFacts, strike
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.movement import walk
from fleshwound.systems.queries import able_foes, apart, cell_of, taken_cells
from fleshwound.systems.ruleset import System

HOLD: Final = "hold"
"""What may be answered instead of a mode: the opening is let go by."""

ATTACK: Final = "attack"
STEP: Final = "step"
PASS: Final = "pass"
"""Ways to use an action that an advantage gave (heroic H12)."""

Aimed = Mapping[str, str | int | None]
"""Modes to strike with, the best by policy first, each with the aim that the policy gives it."""

PlanOf = Callable[[int, str, str | int | None], Plan]
"""Plans a blow at a foe, by combat id, with a mode and an aim."""


class Blow(NamedTuple):
    """A blow struck in an opening."""

    plan: Plan
    facts: StrikeFacts


class Chance(NamedTuple):
    """What there is to do with an action that an advantage gave."""

    creature: int
    foe: int
    targets: Mapping[int, Aimed]
    """Foes within reach by combat id, the beaten one first."""
    cells: tuple[Cell, ...]
    """Where a free step may lead, the nearest to the foe first."""
    asks: bool


def strike_opening(
    tables: Tables, creature: int, foe: int, cause: str, modes: Aimed, asked: bool, plan_of: PlanOf
) -> Rule[Blow | None]:
    """Strike at a foe who gives an opening, with whichever mode is chosen; None: it is let go by (heroic H12)."""
    choice = next(iter(modes))
    if asked:
        choice = yield Ask(creature, Question.OPENING, (*modes, HOLD), (("foe", foe), ("cause", cause)))
    if choice == HOLD:
        return None
    plan = plan_of(foe, choice, modes[choice])
    return Blow(plan, (yield from strike(tables, plan)))


def use_action(tables: Tables, chance: Chance, plan_of: PlanOf) -> Rule[Blow | Cell | None]:
    """Use an action that an advantage gave: another blow, a free step of one cell, or nothing (heroic H12).

    The policy strikes the beaten foe again with its best, where it can.
    """
    about = (("foe", chance.foe),)
    ways = (*((ATTACK,) if chance.targets else ()), *((STEP,) if chance.cells else ()), PASS)
    way = ways[0]
    if chance.asks and len(ways) > 1:
        way = yield Ask(chance.creature, Question.ACTION, ways, about)
    if way == PASS:
        return None
    if way == STEP:
        cell = chance.cells[0]
        if chance.asks and len(chance.cells) > 1:
            cell = yield Ask(chance.creature, Question.CELL, chance.cells, about)
        return cell
    target = next(iter(chance.targets))
    if chance.asks and len(chance.targets) > 1:
        target = yield Ask(chance.creature, Question.TARGET, tuple(chance.targets), about)
    modes = chance.targets[target]
    mode = next(iter(modes))
    if chance.asks and len(modes) > 1:
        mode = yield Ask(chance.creature, Question.MODE, tuple(modes), (("target", target),))
    plan = plan_of(target, mode, modes[mode])
    return Blow(plan, (yield from strike(tables, plan)))


class Openings(System):
    """Plays what is done outside one's own action, and bracing.

    Payloads: of an opening the foe's combat id and what gave it, of an advantage the beaten foe's, of bracing the mode.
    """

    kinds = ("opening", "advantage", "brace")
    payloads = MappingProxyType({"opening": tuple[int, str], "advantage": tuple[int], "brace": tuple[str]})

    def __init__(self, reader: Reader, strikes: HitResolution) -> None:
        self.reader = reader
        self.tables = reader.tables
        self._strikes = strikes

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse to brace what can't be braced.

        Raises:
            IntentRefused: why not.
        """
        if task.kind != "brace":
            return
        who = acting(self.reader, battle, task.creature)
        mode = task.payload[0]
        assert isinstance(mode, str)
        use = find_use(self.reader, who, mode, None)
        if use not in who.stance.couched:
            raise IntentRefused(Refusal.NO_SUCH_MODE, f"{mode} needs no bracing; expected a couched mode, on foot")
        if who.conditions.prone:
            raise IntentRefused(Refusal.CANNOT_ACT, "it lies on the ground; expected it on its feet")
        if use.part == braced_part(who):
            raise IntentRefused(Refusal.BRACED_ALREADY, "it is braced already; expected a strike, or to wait")

    def rule(self, battle: Battle, task: Task) -> Rule[Any] | None:
        """Begin what the opening brings; None: it is gone by now, or nothing is left to choice."""
        foe = task.payload[0]
        if task.kind == "brace" or battle.encounter is None or not isinstance(foe, int):
            return None
        try:
            who = acting(self.reader, battle, task.creature, task.kind)
        except IntentRefused:
            return None
        asked = battle.asked and asks(who)
        if task.kind == "advantage":
            chance = self._chance(battle, who, foe, asked)

            def again(target: int, mode: str, aim: str | int | None) -> Plan:
                return self._again(battle, Task("strike", who.id, (target, mode, aim, None)), ADVANTAGE)

            return use_action(self.tables, chance, again) if chance.targets or chance.cells else None
        cause = str(task.payload[1])
        free = holds_zone(who) and not who.guard.reacted
        modes = self._modes(battle, who, foe, first=cause == CLOSES) if free else {}

        def struck(target: int, mode: str, aim: str | int | None) -> Plan:
            return self._again(battle, Task("strike", who.id, (target, mode, aim, None)), cause)

        return strike_opening(self.tables, who.id, foe, cause, modes, asked, struck) if modes else None

    def _again(self, battle: Battle, blow: Task, cause: str) -> Plan:
        return preferred(battle, blow, planned(self.reader, battle, blow, cause))

    def _modes(self, battle: Battle, who: Fighter, foe: int, *, first: bool) -> Aimed:
        """List the modes that strike a foe from here; `first`: those that strike who closes, long or braced."""
        try:
            target = targeted(self.reader, battle, who, foe)
        except IntentRefused:
            return {}
        away = apart(who.entity, target.entity)
        found: dict[str, str | int | None] = {}
        for option in strike_options(who, target):
            mode = who.stance.by_mode[option.mode].mode
            if option.reach >= away and mode.kind is ModeKind.MELEE and (mode.long or mode.couched or not first):
                found.setdefault(option.mode, option.aim)
        return found

    def _chance(self, battle: Battle, who: Fighter, foe: int, asked: bool) -> Chance:
        here = cell_of(who.entity)
        others = [battle.ids[entity] for entity in able_foes(battle, who.entity) if battle.ids[entity] != foe]
        targets = {one: modes for one in (foe, *others) if (modes := self._modes(battle, who, one, first=False))}
        cells: list[Cell] = []
        if not who.conditions.prone:
            taken = taken_cells(battle, who.entity)
            beside = ((here[0] + dx, here[1] + dy) for dx, dy in STEPS)
            cells = [cell for cell in beside if battle.field.open(cell) and cell not in taken]
            there = cell_of(battle.roster[foe]) if foe in battle.roster else here
            cells.sort(key=lambda cell: distance(cell, there))
        return Chance(who.id, foe, targets, tuple(cells), asked)

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Commit the blow, the step or the bracing; nothing where the opening was gone or let go by."""
        if task.kind == "brace":
            self._brace(battle, task)
            return
        if facts is None:
            return
        foe = task.payload[0]
        assert isinstance(foe, int)
        if isinstance(facts, Blow):
            cause = ADVANTAGE if task.kind == "advantage" else str(task.payload[1])
            if task.kind == "opening":
                facts.plan.actor.guard.reacted = True
            battle.emit(OpeningTaken(battle.now, task.creature, facts.plan.target.id, cause))
            self._strikes.commit_strike(battle, facts.plan, facts.facts, trail)
            return
        cell: Cell = facts
        battle.emit(StepTaken(battle.now, task.creature, foe))
        walk(battle, battle.entity(task.creature), [cell])

    def _brace(self, battle: Battle, task: Task) -> None:
        who = fighter(self.reader, battle.entity(task.creature))
        mode = task.payload[0]
        assert isinstance(mode, str)
        use = find_use(self.reader, who, mode, None)
        assert use.part is not None
        who.guard.braced = who.held.items[use.part].number
        if battle.turn is not None and battle.turn.creature == who.id:
            battle.turn.acted = True
        battle.emit(Braced(battle.now, who.id, mode, who.guard.braced))
