"""Healing tests and infections as they run, and what a healed wound leaves behind (heroic H10, H13)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from fleshwound.components.creature import FatigueKind, Injury, InjuryKind, Shock
from fleshwound.components.draws import Rule
from fleshwound.components.events import (
    Healed,
    HealingTested,
    ImpairedForGood,
    InfectionBegan,
    InfectionEnded,
    InfectionTested,
)
from fleshwound.components.ids import DAY, SECOND
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.consequences import change, close_bleeder, die, ease, record, tire
from fleshwound.systems.heroic.d100 import automatic_roll, rolls
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.healing import Healing, healing_base, healing_test, infectable, wound_mastery
from fleshwound.systems.heroic.impairment import permanent_impairment
from fleshwound.systems.heroic.infection import (
    InfectionEnd,
    InfectionResult,
    infected,
    infection_test,
    infection_weakness,
)
from fleshwound.systems.ruleset import System


def base_of(who: Fighter) -> int:
    """Find a creature's Healing Base (heroic H13)."""
    attributes = who.abilities.attributes
    return healing_base(attributes["endurance"], attributes["will"])


def entry_of(who: Fighter, number: int | str | bool | None, kind: InjuryKind) -> Injury | None:
    """Find an entry of a kind by its number; None: it is no more, or its bearer is dead."""
    if who.shock.state is Shock.DEAD:
        return None
    return next((e for e in who.injuries.entries if e.number == number and e.kind is kind), None)


def close_wound(battle: Battle, who: Fighter, wound: Injury, cause: str) -> None:
    """Take a healed wound off the sheet; what is severed stays so, and what treatment marked may impair for good."""
    if any(bleeder.injury == wound.number for bleeder in who.bleeding.bleeders):
        close_bleeder(battle, who, wound.number, cause)
    injuries = who.injuries
    injuries.entries.remove(wound)
    location = None if wound.location is None else who.anatomy.locations[wound.location]
    if wound.severed and wound.location is not None:
        injuries.closed |= injuries.severed & body_of(who.anatomy).outward[wound.location]
    battle.emit(Healed(battle.now, who.id, wound.number, "" if location is None else location.id, (), cause))
    days = (battle.now - wound.at) // DAY
    stays = permanent_impairment(who.tables, days) if wound.permanent else 0
    if stays and location is not None:
        injuries.permanent[location.part] = min(stays, injuries.permanent.get(location.part, 0))
        part = who.anatomy.parts[location.part].id
        battle.emit(ImpairedForGood(battle.now, who.id, wound.number, part, days, stays))
    who.moved_on()
    battle.stirred = True  # a hand that works again may help others


def weakness_source(infection: int) -> str:
    """Name the weakness of an infection by the number of its entry, so that each goes with its own."""
    return f"infection {infection}"


def weaken(battle: Battle, who: Fighter, infection: int, rate: int) -> None:
    """Bring the weakness of an infection to what its healing rate brings; 6 or more: none is left (heroic H13)."""
    source = weakness_source(infection)
    now = sum(entry.amount for entry in who.fatigue.entries if entry.source == source)
    due = infection_weakness(who.tables, rate)
    tire(battle, who, FatigueKind.WEAKNESS, source, due - now)
    if due < now:
        ease(battle, who, FatigueKind.WEAKNESS, now - due, source)
    who.moved_on()


def begin_infection(battle: Battle, who: Fighter, wound: Injury, rate: int) -> None:
    """Let a wound become infected; its first test is a day away (heroic H13)."""
    entry = record(
        battle, who, InjuryKind.INFECTION, location=wound.location, healing_rate=rate, by=wound.by, how="infection",
        of=wound.number,
    )  # fmt: skip
    where = "" if wound.location is None else who.anatomy.locations[wound.location].id
    battle.emit(InfectionBegan(battle.now, who.id, entry.number, wound.number, rate, where))
    weaken(battle, who, entry.number, rate)
    battle.after(who.tables.infection.interval_s * SECOND, Task("infection", who.id, (entry.number,)))


def end_infection(battle: Battle, who: Fighter, infection: Injury) -> None:
    """Take an infection off the sheet, with the weakness it brought."""
    who.injuries.entries.remove(infection)
    source = weakness_source(infection.number)
    ease(battle, who, FatigueKind.WEAKNESS, sum(e.amount for e in who.fatigue.entries if e.source == source), source)


class HealingTests(System):
    """Tests each wound every 5 days, until it is healed (heroic H13). The payload is the number of the wound.

    While an infection is active no test is made: the next comes 5 days later [R].
    """

    kinds = ("heal",)
    payloads = MappingProxyType({"heal": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def rule(self, battle: Battle, task: Task) -> Rule[Healing] | None:
        """Test the wound, unless it or its bearer is no more, or an infection keeps it from healing."""
        who = fighter(self.reader, battle.entity(task.creature))
        wound = entry_of(who, task.payload[0], InjuryKind.WOUND)
        if wound is None or wound.aspect is None or infected(who.injuries.entries):
            return None
        may_infect = infectable(self.tables, wound.aspect, wound.healing_rate)
        fatigue = who.stance.state.fatigue
        return healing_test(
            self.tables, wound.level, wound.healing_rate, base_of(who), fatigue, may_infect=may_infect
        )  # fmt: skip

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Lower the wound's level, let an infection in, or end it; what isn't healed is tested again."""
        who = fighter(self.reader, battle.entity(task.creature))
        wound = entry_of(who, task.payload[0], InjuryKind.WOUND)
        if wound is None:
            return
        if facts is not None:
            self._tested(battle, who, wound, facts, trail)
        if entry_of(who, wound.number, InjuryKind.WOUND) is not None:
            battle.after(self.tables.healing.interval_s * SECOND, task)

    def _tested(self, battle: Battle, who: Fighter, wound: Injury, healing: Healing, trail: Sequence[Answered]) -> None:
        roll = next(iter(rolls(trail)), None)
        if roll is None and healing.level is not None:
            mastery = wound_mastery(base_of(who), wound.healing_rate, who.stance.state.fatigue)
            roll = automatic_roll("healing", mastery, healing.level)
        battle.emit(HealingTested(battle.now, who.id, wound.number, roll, wound.level, healing.after))
        if healing.dead:
            die(battle, who, "wound", wound.by)
        elif not healing.after:
            close_wound(battle, who, wound, "healing")
        elif healing.after != wound.level:
            change(who, wound.number, level=healing.after)
            battle.stirred = True
        elif healing.infection is not None:
            begin_infection(battle, who, wound, healing.infection)


class Infections(System):
    """Tests each infection daily, until it kills or is over (heroic H13). The payload is the number of the X entry."""

    kinds = ("infection",)
    payloads = MappingProxyType({"infection": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def rule(self, battle: Battle, task: Task) -> Rule[InfectionResult] | None:
        """Test the infection, unless it or its bearer is no more."""
        who = fighter(self.reader, battle.entity(task.creature))
        entry = entry_of(who, task.payload[0], InjuryKind.INFECTION)
        if entry is None or entry.healing_rate is None:
            return None
        return infection_test(self.tables, entry.healing_rate, base_of(who), who.stance.state.fatigue)

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Apply the result, and set the next test where it goes on."""
        if facts is None:
            return
        result: InfectionResult = facts
        who = fighter(self.reader, battle.entity(task.creature))
        entry = next(e for e in who.injuries.entries if e.number == task.payload[0])
        (roll,) = rolls(trail)
        wound = entry.of or 0
        battle.emit(InfectionTested(battle.now, who.id, entry.number, wound, roll, result.before, result.after))
        entry = change(who, entry.number, healing_rate=result.after)
        if result.end is InfectionEnd.DEAD:
            die(battle, who, "infection", entry.by)
        elif result.end is InfectionEnd.OVER:
            end_infection(battle, who, entry)
            battle.emit(InfectionEnded(battle.now, who.id, entry.number, wound))
        else:
            weaken(battle, who, entry.number, result.after)
            battle.after(self.tables.infection.interval_s * SECOND, task)
