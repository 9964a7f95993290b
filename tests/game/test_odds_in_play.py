"""Strikes played over and over, each from the same moment, come out as often as their odds say (heroic H12).

An ordinary run plays ten strikes 20 000 times each, a long one all sixty 200 000 times. What a strike came to is read
off the creatures and the events, not off the facts of the rules; of plays that came to the same facts the first alone
is committed, since what is committed follows from them. Of every strike all cells that expect fewer than 10 are pooled;
by Bonferroni no cell may be off by more than chance allows once in a thousand such runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import copy
from random import Random
from statistics import NormalDist
from typing import Any, Final

import esper
import pytest
from scripting import editing
from strikes import STRIKES, stage

from fleshwound.components.creature import Bleeding, Combatant
from fleshwound.components.events import Event, Injured, Severed, StrikeLanded
from fleshwound.components.views import Outcome
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import sample
from fleshwound.systems.intents import task_of
from fleshwound.systems.odds import Fate, Odds
from fleshwound.systems.ruleset import System

pytestmark = pytest.mark.sample

FEW: Final = 20_000
MANY: Final = 200_000
LEAST: Final = 10
ERRORS: Final = 0.001
LOTS: Final = 5
"""Parts in which they are played, on as many cores as there are."""
ORDINARY: Final = (2, 10, 12, 15, 19, 27, 38, 45, 54, 56)
"""Those whose odds are spread the widest, of each sort one."""


class Moment:
    """A battle at one moment, to which it goes back after each strike."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.events: list[Event] = []
        battle.emit = self.events.append  # what isn't digested is soon told
        self._components = [
            (component, {name: copy(getattr(component, name)) for name in type(component).__slots__})
            for entity in battle.roster.values()
            for component in esper.components_for_entity(entity)
            if not isinstance(component, Combatant) and type(component).__slots__
        ]
        self._due, self._ground = list(battle.agenda), dict(battle.ground)

    def back(self) -> None:
        battle = self.battle
        for component, values in self._components:
            for name, value in values.items():
                setattr(component, name, copy(value) if isinstance(value, list | dict) else value)
        for number in battle.ground.keys() - self._ground.keys():
            esper.delete_entity(battle.ground.pop(number), immediate=True)
        battle.agenda._heap = list(self._due)
        battle.held_up.clear()
        battle.seen.clear()
        self.events.clear()


def played(number: int, times: int) -> tuple[Odds, Iterator[tuple[Outcome, Outcome, bool]]]:
    """Play a strike so many times: what it came to for both, and whether anything of the target came off."""
    blow = STRIKES[number]
    combat, a, b, intent = stage(blow)
    odds = combat.odds(a, intent, blow.defence)
    combat.control(b, decisions="ask")  # how it meets the blow is told, all else it is asked as policy has it

    def outcomes() -> Iterator[tuple[Outcome, Outcome, bool]]:
        with editing(combat) as battle:
            moment = Moment(battle)
            task = task_of(battle, a, intent)
            system, uniform = battle.by_kind[task.kind], Random(number).random
            known: dict[Any, tuple[Outcome, Outcome, bool]] = {}
            for _ in range(times):
                rule = system.rule(battle, task)
                assert rule is not None
                facts = sample(rule, uniform, lambda ask: met(ask, odds))
                came = known.get(facts)
                if came is None:
                    came = known[facts] = committed(moment, system, task, facts, odds)
                yield came

    return odds, outcomes()


def committed(moment: Moment, system: System, task: Task, facts: Any, odds: Odds) -> tuple[Outcome, Outcome, bool]:
    """Commit what a play came to, read it off, and go back to the moment before."""
    battle = moment.battle
    # The log alone reads the rolls; it takes a test that isn't among them as one that nobody had to make.
    system.commit(battle, task, facts, ())
    battle.seen.clear()
    cut = any(isinstance(event, Severed) and event.creature == odds.target for event in moment.events)
    target, actor = battle.entity(odds.target), battle.entity(odds.actor)
    came = outcome(battle, target, moment.events), outcome(battle, actor, moment.events), cut
    moment.back()
    return came


def met(ask: Any, odds: Odds) -> Any:
    return odds.defence if odds.defence in ask.options else ask.options[0]


def outcome(battle: Battle, entity: int, events: list[Event]) -> Outcome:
    """Read off what has happened to a creature."""
    creature = battle.ids[entity]
    landed = next((e for e in events if isinstance(e, StrikeLanded) and e.target == creature), None)
    wound = next((e for e in events if isinstance(e, Injured) and e.creature == creature), None)
    vitals = battle.ruleset.vitals(battle, entity)
    bled = wound is not None and wound.injury in {
        b.injury for b in esper.component_for_entity(entity, Bleeding).bleeders
    }
    return Outcome(
        landed is not None,
        None if landed is None else landed.part,
        None if landed is None else landed.location,
        0 if wound is None else wound.level,
        vitals.state,
        vitals.out,
        not vitals.alive,
        bled and vitals.alive,
    )


def cells(fate: Fate) -> dict[str, dict[Any, float]]:
    """The marginals of one of the two, each as a whole distribution."""
    yes_or_no = {name: getattr(fate, name) for name in ("hit", "dead", "bleeds", "out")}
    return {
        "by_location": {**fate.by_location, None: 1 - fate.hit},
        "by_part": {**fate.by_part, None: 1 - fate.hit},
        "by_level": dict(fate.by_level),
        "by_state": dict(fate.by_state),
        **{name: {True: chance, False: 1 - chance} for name, chance in yes_or_no.items()},
    }


def read(what: str, came: Outcome) -> Any:
    return {
        "by_location": came.location, "by_part": came.part, "by_level": came.severity, "by_state": came.state,
        "hit": came.landed, "dead": came.dead, "bleeds": came.bleeding, "out": came.out,
    }[what]  # fmt: skip


def pooled(chances: Mapping[Any, float], counts: Counter[Any], times: int) -> list[tuple[str, int, float]]:
    """Put a distribution beside what came of it, the cells that expect too little together: name, count, chance."""
    assert set(counts) <= {cell for cell, chance in chances.items() if chance}, "what has no odds has happened"
    large = {cell: chance for cell, chance in chances.items() if chance * times >= LEAST}
    found = [(str(cell), counts[cell], chance) for cell, chance in large.items()]
    rest = sum(chance for cell, chance in chances.items() if cell not in large)
    return [*found, ("the rest", times - sum(count for _, count, _ in found), rest)]


def strikes_played(long: bool) -> list[int]:
    return list(range(len(STRIKES))) if long else list(ORDINARY)


@pytest.mark.parametrize("lot", range(LOTS))
def test_strikes_come_out_as_often_as_their_odds_say(lot: int, long: bool) -> None:
    times = MANY if long else FEW
    found: list[tuple[str, int, float]] = []
    numbers = strikes_played(long)[lot::LOTS]
    for number in numbers:
        blow = STRIKES[number]
        odds, outcomes = played(number, times)
        both: Counter[Any] = Counter()
        severed = 0
        for target, actor, cut in outcomes:
            both[target, actor] += 1
            severed += cut
        contest = blow.how != "strike"  # what is grabbed or pressed is struck by nothing
        tables: list[tuple[str, Mapping[Any, float], Counter[Any]]] = []
        for name, fate, side in (("target", odds, 0), ("striker", odds.attacker, 1)):
            for what, chances in cells(fate).items():
                if not (contest and side == 0 and what in ("by_location", "by_part", "hit")):
                    counts: Counter[Any] = Counter()
                    for pair, count in both.items():
                        counts[read(what, pair[side])] += count
                    tables.append((f"{name} {what}", chances, counts))
        tables.append(
            ("severed", {True: odds.severed, False: 1 - odds.severed}, Counter({True: severed, False: times - severed}))
        )
        if not contest:
            tables.append(("joint", dict(odds.joint().items()), both))
        for name, chances, counts in tables:
            found += [(f"{number} {blow} {name} {cell}", n, p) for cell, n, p in pooled(chances, +counts, times)]
    limit = NormalDist().inv_cdf(1 - ERRORS / LOTS / (2 * len(found)))
    wrong = []
    for name, count, chance in found:
        spread = (times * chance * (1 - chance)) ** 0.5
        # a pool that expects next to nothing is held to a count of its own
        if abs(count - times * chance) > limit * max(spread, 1) + 0.5:
            wrong.append(f"{name}: {count} of {times}, expected {times * chance:.1f}")
    assert not wrong
    assert len(found) > 40 * len(numbers)
