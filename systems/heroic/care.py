"""Care: physicians who treat wounds in peace (heroic H13)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import esper

from fleshwound.components.creature import Activity, Doing, Injury, InjuryKind, Shock
from fleshwound.components.definitions import Role
from fleshwound.components.draws import Rule
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import BleedingBegan, Treated, TreatmentBegan
from fleshwound.components.ids import SECOND
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic.blood import open_bleeder
from fleshwound.systems.heroic.capability import working_parts
from fleshwound.systems.heroic.consequences import change
from fleshwound.systems.heroic.convalescence import close_wound, entry_of
from fleshwound.systems.heroic.d100 import automatic_roll, rolls
from fleshwound.systems.heroic.fatigue import plan_recovery
from fleshwound.systems.heroic.fighter import Fighter, Reader, check_able, check_unheld, fighter
from fleshwound.systems.heroic.impairment import severity_of
from fleshwound.systems.heroic.infection import infected
from fleshwound.systems.heroic.treatment import Treatment, method_of, treatment_test
from fleshwound.systems.queries import apart
from fleshwound.systems.ruleset import System
from fleshwound.systems.turns import in_peace


def has_untreated(entries: Sequence[Injury]) -> bool:
    """Tell whether a wound is among these that nobody has treated."""
    return any(entry.healing_rate is None for entry in entries)  # every X entry has a healing rate


def physician_skill(who: Fighter) -> int:
    """Tell how well a creature treats wounds, all in it; 0: not at all, for want of the skill or of a hand to use.

    One whose test would fail out of hand (heroic H9) still does better than nobody: 1 [R].
    """
    if who.abilities.skills.get("physician", 0) <= 0 or not working_parts(who.anatomy, who.impaired, Role.MANIPULATOR):
        return 0
    physician = who.stance.physician
    return 1 if physician.automatic is not None else max(1, physician.eml)


def next_wound(battle: Battle, healer: int, patient: Fighter) -> int:
    """Find the wound to treat: the gravest untreated one that neither bleeds nor has somebody at it.

    Where there is none of these it is the gravest all the same, and its treatment is refused.

    Raises:
        IntentRefused: no wound is untreated.
    """
    wounds = sorted((e for e in patient.injuries.entries if e.healing_rate is None), key=lambda wound: -wound.level)
    if not wounds or patient.shock.state is Shock.DEAD:
        raise IntentRefused(Refusal.NOTHING_TO_TREAT, "nothing of it is untreated; expected an untreated wound")
    bleeding = {bleeder.injury for bleeder in patient.bleeding.bleeders}
    free = (w for w in wounds if w.number not in bleeding and not _taken(battle, healer, patient.id, w.number))
    return next(free, wounds[0]).number


def _taken(battle: Battle, healer: int, patient: int, wound: int) -> bool:
    """Tell whether somebody else is treating that wound."""
    for creature, entity in battle.roster.items():
        activity = esper.component_for_entity(entity, Activity)
        if activity.doing is Doing.TREATING and creature != healer and (activity.patient, activity.wound) == (
            patient, wound,
        ):  # fmt: skip
            return True
    return False


class Care(System):
    """Lets one creature treat a wound of another beside it, or its own.

    `treat` sets about it; its payload is the patient's combat id and the number of the wound. `treated`, ten minutes
    later, makes the test, if they are still at it; its payload is when they began. A wound is treated once.
    """

    kinds = ("treat", "treated")
    payloads = MappingProxyType({"treat": tuple[int, int], "treated": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse who can't treat, or what can't be treated now.

        Raises:
            IntentRefused: why not.
        """
        if task.kind == "treated":
            return
        healer = fighter(self.reader, battle.entity(task.creature))
        patient_id, injury = task.payload
        assert isinstance(patient_id, int)
        assert isinstance(injury, int)
        patient = fighter(self.reader, battle.entity(patient_id))
        check_able(healer)
        check_unheld(healer)
        if not in_peace(battle):
            raise IntentRefused(Refusal.FIGHTING, "a wound is treated in ten minutes of quiet; expected peace")
        if patient.shock.state is Shock.DEAD:
            raise IntentRefused(Refusal.DEAD_TARGET, "the patient is dead; expected a living one")
        self._check_wound(battle, healer, patient, injury)
        if healer.abilities.skills.get("physician", 0) <= 0:
            raise IntentRefused(Refusal.NO_SKILL, "it knows nothing of treatment; expected the Physician skill")
        if not physician_skill(healer):
            raise IntentRefused(Refusal.NO_HANDS, "it has no hand to do it with; expected a manipulator that works")
        if apart(healer.entity, patient.entity) > 1:
            raise IntentRefused(Refusal.NOT_BESIDE, "the patient is too far off; expected one beside it, or itself")
        if esper.component_for_entity(healer.entity, Activity).doing is Doing.TREATING:
            raise IntentRefused(Refusal.BUSY, "it is treating a wound; expected a creature that isn't")

    def _check_wound(self, battle: Battle, healer: Fighter, patient: Fighter, injury: int) -> None:
        wound = entry_of(patient, injury, InjuryKind.WOUND)
        if wound is None:
            raise IntentRefused(Refusal.NO_SUCH_INJURY, f"there is no wound {injury}; expected one that is there")
        if wound.healing_rate is not None:
            raise IntentRefused(Refusal.TREATED_ALREADY, f"wound {injury} is treated; expected one that isn't")
        if any(bleeder.injury == injury for bleeder in patient.bleeding.bleeders):
            raise IntentRefused(Refusal.STILL_BLEEDS, f"wound {injury} bleeds; expected it staunched first")
        if _taken(battle, healer.id, patient.id, injury):
            raise IntentRefused(Refusal.BUSY, f"wound {injury} is being treated; expected another")

    def rule(self, battle: Battle, task: Task) -> Rule[Treatment] | None:
        """Test Physician, once they have been at it long enough."""
        if task.kind == "treat":
            return None
        healer = fighter(self.reader, battle.entity(task.creature))
        found = self._under_way(battle, healer, task)
        if found is None:
            return None
        wound = found[1]
        assert wound.aspect is not None
        return treatment_test(self.tables, healer.stance.physician, wound.aspect, wound.level)

    def _under_way(self, battle: Battle, healer: Fighter, task: Task) -> tuple[Fighter, Injury] | None:
        """Find patient and wound of a treatment that has lasted till now; None: something came between."""
        activity = esper.component_for_entity(healer.entity, Activity)
        entity = battle.roster.get(activity.patient or 0)
        if not _still_at_it(activity, task) or entity is None or healer.shock.state >= Shock.INCAPACITATED:
            return None
        patient = fighter(self.reader, entity)
        wound = entry_of(patient, activity.wound, InjuryKind.WOUND)
        if wound is None or wound.healing_rate is not None or wound.aspect is None:
            return None
        bleeds = any(bleeder.injury == wound.number for bleeder in patient.bleeding.bleeders)
        if bleeds or not physician_skill(healer) or apart(healer.entity, entity) > 1:
            return None
        return patient, wound

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Set about it, or apply what came of it to that wound and no other."""
        healer = fighter(self.reader, battle.entity(task.creature))
        activity = esper.component_for_entity(healer.entity, Activity)
        if task.kind == "treat":
            self._begin(battle, healer, activity, task)
            return
        if not _still_at_it(activity, task):
            return
        if facts is not None:
            found = self._under_way(battle, healer, task)
            assert found is not None
            self._treated(battle, healer, *found, facts, trail)
        activity.doing, activity.since = Doing.RESTING, battle.now
        plan_recovery(battle, fighter(self.reader, healer.entity))
        battle.stirred = True  # there may be more to treat

    def _begin(self, battle: Battle, healer: Fighter, activity: Activity, task: Task) -> None:
        patient, wound = task.payload
        assert isinstance(patient, int)
        assert isinstance(wound, int)
        activity.doing, activity.since = Doing.TREATING, battle.now
        activity.patient, activity.wound = patient, wound
        battle.emit(TreatmentBegan(battle.now, patient, healer.id, wound))
        battle.after(self.tables.treatment.duration_s * SECOND, Task("treated", healer.id, (battle.now,)))
        if battle.turn is not None and battle.turn.creature == healer.id:
            battle.turn.acted = True

    def _treated(
        self,
        battle: Battle,
        healer: Fighter,
        patient: Fighter,
        wound: Injury,
        result: Treatment,
        trail: Sequence[Answered],
    ) -> None:
        assert wound.aspect is not None
        method = method_of(self.tables, wound.aspect, severity_of(self.tables, wound.level))
        mastery = healer.stance.physician.plus(method.name, method.modifier)
        roll = next(iter(rolls(trail)), None) or automatic_roll("treatment", mastery, result.level)
        # No injury heals while an infection is active: what would have is healed at its next test after that.
        healed = result.healed and not infected(patient.injuries.entries)
        rate = None if healed else result.healing_rate
        battle.emit(Treated(battle.now, patient.id, healer.id, wound.number, method.name, roll, rate, result.permanent))
        if healed:
            close_wound(battle, patient, wound, "treatment")
            return
        change(patient, wound.number, healing_rate=result.healing_rate, permanent=result.permanent)
        if result.bleeds and not patient.creature.immunities.blood:
            battle.emit(BleedingBegan(battle.now, patient.id, wound.number, method.name))
            open_bleeder(battle, patient, wound.number)


def _still_at_it(activity: Activity, task: Task) -> bool:
    return activity.doing is Doing.TREATING and activity.since == task.payload[0]
