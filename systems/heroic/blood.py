"""Bleed advancement and staunching, as systems (heroic H8)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from fleshwound.components.creature import Bleeder, FatigueKind, Shock, ShockCause
from fleshwound.components.draws import Rule
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import BloodLost, StoppageTried
from fleshwound.components.ids import SECOND
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic.bleeding import (
    BloodLoss,
    Stoppage,
    StoppageResult,
    advance_test,
    gravest_of,
    may_staunch,
    stoppage_test,
)
from fleshwound.systems.heroic.consequences import close_bleeder, enter_shock, tire
from fleshwound.systems.heroic.d100 import automatic_roll, rolls
from fleshwound.systems.heroic.fatigue import BLOOD_LOSS, plan_recovery
from fleshwound.systems.heroic.fighter import Fighter, Reader, check_able, check_action_left, check_unheld, fighter
from fleshwound.systems.heroic.shock import advanced
from fleshwound.systems.queries import apart
from fleshwound.systems.ruleset import System


def open_bleeder(battle: Battle, who: Fighter, injury: int) -> None:
    """Let a wound bleed from now on; its first test is one interval away."""
    delay = who.tables.bleeding.interval_s * SECOND
    who.bleeding.bleeders.append(Bleeder(injury, due=battle.now + delay))
    if who.fatigue.clotted_at is not None:
        who.fatigue.clotted_at = None
        plan_recovery(battle, who)
    battle.stirred = True  # somebody may be free to stop it
    battle.after(delay, Task("bleed", who.id, (injury,)))


def gravest(who: Fighter, now: int) -> Bleeder | None:
    """Find the bleeder of a creature to staunch first, as `gravest_of` has it; None: nothing bleeds."""
    levels = {entry.number: entry.level for entry in who.injuries.entries}
    return gravest_of(who.tables, who.bleeding.bleeders, levels, now)


class BleedAdvancement(System):
    """Advances each open bleeder, every 5 minutes. The payload is the number of the bleeding injury."""

    kinds = ("bleed",)
    payloads = MappingProxyType({"bleed": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def rule(self, battle: Battle, task: Task) -> Rule[BloodLoss] | None:
        """Test the bleeder, unless it has closed or its bearer is dead."""
        entity = battle.roster.get(task.creature)
        if entity is None:
            return None
        who = fighter(self.reader, entity)
        bleeder = next((b for b in who.bleeding.bleeders if b.injury == task.payload[0]), None)
        if bleeder is None or bleeder.due != battle.now or who.shock.state is Shock.DEAD:
            return None
        return advance_test(self.tables, who.stance.strength)

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Take the blood lost, move the shock state, and set the next test or close the bleeder."""
        if facts is None:
            return
        loss: BloodLoss = facts
        who = fighter(self.reader, battle.entity(task.creature))
        bleeder = next(b for b in who.bleeding.bleeders if b.injury == task.payload[0])
        roll = rolls(trail)[0]
        who.bleeding.lost += loss.points
        battle.emit(BloodLost(battle.now, who.id, bleeder.injury, roll, loss.points, who.bleeding.lost))
        if bleeder.stopping:
            close_bleeder(battle, who, bleeder.injury, "staunched")
        else:
            bleeder.due = battle.now + self.tables.bleeding.interval_s * SECOND
            battle.agenda.put(bleeder.due, task)
        tire(battle, who, FatigueKind.WEAKNESS, BLOOD_LOSS, loss.weakness)
        state = advanced(who.shock.state, loss.points)
        entry = next((e for e in who.injuries.entries if e.number == bleeder.injury), None)
        cause = ShockCause("blood loss", None, None, 0, 0, False, 0, roll, battle.now)
        enter_shock(battle, who, state, cause, entry.by if entry is not None else None)


class Staunching(System):
    """Lets one creature try to stop one bleeder of another beside it, or its own.

    The payload is the patient's combat id and the number of the injury.
    """

    kinds = ("stop_bleeding",)
    payloads = MappingProxyType({"stop_bleeding": tuple[int, int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse who can't act, isn't beside, has no skill, or tries again too soon.

        Raises:
            IntentRefused: why not.
        """
        healer = fighter(self.reader, battle.entity(task.creature))
        patient_id, injury = task.payload
        assert isinstance(patient_id, int)
        patient = fighter(self.reader, battle.entity(patient_id))
        check_able(healer)
        check_unheld(healer)
        check_action_left(battle, healer)
        bleeder = next((b for b in patient.bleeding.bleeders if b.injury == injury), None)
        if bleeder is None or patient.shock.state is Shock.DEAD:
            raise IntentRefused(Refusal.NOT_BLEEDING, f"injury {injury} doesn't bleed; expected an open bleeder")
        if healer.abilities.skills.get("physician", 0) <= 0:
            raise IntentRefused(Refusal.NO_SKILL, "it knows nothing of staunching; expected the Physician skill")
        # What passes comes last, so that an intent which can never be right isn't taken for one that only has to wait.
        if not may_staunch(self.tables, bleeder, battle.now):
            message = f"injury {injury} was tried within 5 minutes, or is stopping already; expected another"
            raise IntentRefused(Refusal.TRIED_ALREADY, message)
        if apart(healer.entity, patient.entity) > 1:
            raise IntentRefused(Refusal.NOT_BESIDE, "the patient is too far off; expected one beside it, or itself")

    def rule(self, battle: Battle, task: Task) -> Rule[Stoppage]:
        """Test Physician on that bleeder."""
        healer = fighter(self.reader, battle.entity(task.creature))
        patient_id, injury = task.payload
        assert isinstance(patient_id, int)
        patient = fighter(self.reader, battle.entity(patient_id))
        bleeder = next(b for b in patient.bleeding.bleeders if b.injury == injury)
        return stoppage_test(self.tables, healer.stance.physician, bleeder.bonus)

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Apply the result to that bleeder and no other."""
        result: Stoppage = facts
        healer = fighter(self.reader, battle.entity(task.creature))
        patient_id, injury = task.payload
        assert isinstance(patient_id, int)
        assert isinstance(injury, int)
        patient = fighter(self.reader, battle.entity(patient_id))
        bleeder = next(b for b in patient.bleeding.bleeders if b.injury == injury)
        made = rolls(trail)
        roll = made[0] if made else automatic_roll("blood stoppage", healer.stance.physician, result.level)
        battle.emit(StoppageTried(battle.now, patient.id, healer.id, injury, roll, result.result.value))
        bleeder.tried_at, bleeder.bonus = battle.now, result.bonus
        if result.result is StoppageResult.STOPPED:
            close_bleeder(battle, patient, injury, "staunched")
        elif result.result is StoppageResult.STOPS_AFTER:
            bleeder.stopping = True
        if battle.turn is not None and battle.turn.creature == healer.id:
            battle.turn.acted = True
