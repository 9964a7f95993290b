"""Care and its lack, as systems: dying, waking, stabilising, first aid, nursing, nights of rest (cities A6, A7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

import esper

from fleshwound.components.creature import Activity, Doing
from fleshwound.components.draws import Rule
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import NursingTried, StabiliseTried, TreatmentBegan
from fleshwound.components.hitpoints import Down
from fleshwound.components.ids import DAY, SECOND
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.checks import Check
from fleshwound.systems.cities.consequences import (
    die,
    end_frailty,
    plan_night,
    recuperate,
    regain_health,
    set_down,
    stabilised,
    strain,
)
from fleshwound.systems.cities.dying import (
    armor_check,
    attempt,
    first_aid,
    may_aid,
    nursing_check,
    rounds_since,
    stabilise_check,
)
from fleshwound.systems.cities.fighter import (
    Fighter,
    Reader,
    check_able,
    check_action_left,
    check_free,
    of,
    use_action,
)
from fleshwound.systems.cities.harm import Faces
from fleshwound.systems.cities.planning import target_of
from fleshwound.systems.drivers import Answered
from fleshwound.systems.queries import apart
from fleshwound.systems.ruleset import System
from fleshwound.systems.turns import in_peace

WOUNDS: Final = "mortal wounds"
INTERNAL: Final = "internal"
AID: Final = "first aid"
NIGHT: Final = "a night's rest"


class Dying(System):
    """What time brings those who are down. Payloads: the moment they were put down for, or the injury's number."""

    kinds = ("expire", "wake", "clinic", "biostabilise")
    payloads = MappingProxyType(dict.fromkeys(("expire", "wake", "clinic"), tuple[int]))

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def rule(self, battle: Battle, task: Task) -> Rule[bool] | None:
        """Let armour try to stabilise its wearer; all else leaves nothing to chance."""
        if task.kind == "biostabilise" and of(self.reader, battle, task.creature).trauma.down is Down.MORTAL:
            return attempt(armor_check(self.reader.tables))
        return None

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Make it true, where it still holds."""
        who = of(self.reader, battle, task.creature)
        trauma = who.trauma
        match task.kind:
            case "expire":
                if trauma.down is Down.MORTAL and trauma.downed_at == task.payload[0]:
                    die(battle, who, WOUNDS, None)
            case "wake":
                if trauma.wakes_at == task.payload[0]:
                    self._wake(battle, who)
            case "clinic":
                self._too_late(battle, who, task.payload[0])
            case _:
                if facts is not None:
                    trauma.armor_tried = True
                    check = armor_check(self.reader.tables)
                    told = check.told(Faces(trail).take(check.what), facts)
                    battle.emit(StabiliseTried(battle.now, who.id, who.id, told))
                    if facts:
                        stabilised(battle, who, check.what)

    def _wake(self, battle: Battle, who: Fighter) -> None:
        least = self.reader.tables.dying.wakes_with
        regain_health(battle, who, least - who.points.left, None, "waking")
        set_down(battle, who, Down.UP, "waking")
        plan_night(battle, who)

    def _too_late(self, battle: Battle, who: Fighter, number: object) -> None:
        """Let an injury that no clinic was reached for in time kill, or set in for good (cities A6)."""
        injuries = who.trauma.injuries
        for place, injury in enumerate(injuries):
            if injury.number == number and injury.due == battle.now and who.alive:
                row = self.reader.tables.injury.rows[injury.row - 1]
                injuries[place] = replace(injury, due=None)
                if row.kind == INTERNAL:
                    die(battle, who, row.name, None)
                return


class Care(System):
    """Stabilises, gives first aid and nurses. The payload is the patient's combat id; of `nursed` also since when."""

    kinds = ("stabilise", "treat", "nursed", "night", "well")
    payloads = MappingProxyType(
        {
            "stabilise": tuple[int],
            "treat": tuple[int],
            "nursed": tuple[int, int],
            "night": tuple[int],
            "well": tuple[int],
        }
    )

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse care that can't be given.

        Raises:
            IntentRefused: why not.
        """
        if task.kind not in ("stabilise", "treat"):
            return
        who = of(self.reader, battle, task.creature)
        check_able(who)
        check_free(who)
        patient = target_of(self.reader, battle, task.payload[0])
        if not patient.alive:
            raise IntentRefused(Refusal.DEAD_TARGET, "the patient is dead; expected a living one")
        if apart(who.entity, patient.entity) > 1:
            raise IntentRefused(Refusal.NOT_BESIDE, "the patient is out of reach; expected it beside the healer")
        if task.kind == "stabilise":
            self._check_stabilise(battle, who, patient)
        else:
            self._check_treat(battle, who, patient)

    def _check_stabilise(self, battle: Battle, who: Fighter, patient: Fighter) -> None:
        if not _on_turn(who):
            check_action_left(battle, who)
        if patient.trauma.down is not Down.MORTAL:
            raise IntentRefused(Refusal.NOT_BLEEDING, "it isn't mortally wounded; expected one that is")
        tried = patient.trauma.tried_at
        if tried is not None and battle.now - tried < self.tables.fight.round_s * SECOND:
            raise IntentRefused(Refusal.TRIED_ALREADY, "it was tried this round already; expected the next")

    def _check_treat(self, battle: Battle, who: Fighter, patient: Fighter) -> None:
        if not in_peace(battle):
            raise IntentRefused(Refusal.FIGHTING, "a fight is on; expected peace to treat in")
        if esper.component_for_entity(who.entity, Activity).doing is Doing.TREATING:
            raise IntentRefused(Refusal.BUSY, "it treats somebody already; expected it to be free")
        if not may_aid(self.tables, who.profile):
            raise IntentRefused(Refusal.NO_SKILL, "it knows nothing of healing; expected Heal-0 or more")
        if not (may_be_aided(patient) or may_be_nursed(patient)):
            why = "nothing of it can be treated now; expected lost hit points and room for strain, or a frail patient"
            raise IntentRefused(Refusal.NOTHING_TO_TREAT, why)

    def rule(self, battle: Battle, task: Task) -> Rule[Any] | None:
        """Begin what is left to chance."""
        match task.kind:
            case "stabilise":
                who, patient = (
                    of(self.reader, battle, task.creature),
                    target_of(self.reader, battle, task.payload[0]),
                )
                return attempt(self._stabilise_check(battle, who, patient))
            case "treat":
                who, patient = of(self.reader, battle, task.creature), target_of(self.reader, battle, task.payload[0])
                return first_aid(self.tables, who.profile) if may_be_aided(patient) else None
            case "nursed":
                if self._still_nursing(battle, task) is None:
                    return None
                return attempt(nursing_check(self.tables, of(self.reader, battle, task.creature).profile))
        return None

    def _stabilise_check(self, battle: Battle, who: Fighter, patient: Fighter) -> Check:
        assert patient.trauma.downed_at is not None
        rounds = rounds_since(self.tables, (battle.now - patient.trauma.downed_at) // SECOND)
        return stabilise_check(self.tables, who.profile, rounds, patch=who.trauma.patches > 0)

    def _still_nursing(self, battle: Battle, task: Task) -> Fighter | None:
        """Find the patient of nursing that has gone on for its hour; None: it was broken off."""
        activity = esper.component_for_entity(battle.entity(task.creature), Activity)
        patient = task.payload[0]
        if activity.doing is not Doing.TREATING or (activity.patient, activity.since) != task.payload:
            return None
        if not isinstance(patient, int) or patient not in battle.roster:
            return None
        found = of(self.reader, battle, patient)
        return found if may_be_nursed(found) else None

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Make it true."""
        who = of(self.reader, battle, task.creature)
        match task.kind:
            case "night":
                self._night(battle, who, task)
            case "well":
                if who.alive and who.trauma.frail and who.trauma.frail_at == task.payload[0]:
                    end_frailty(battle, who, "a week of rest")
            case "stabilise":
                self._stabilise(battle, who, target_of(self.reader, battle, task.payload[0]), facts, trail)
            case "treat":
                self._treat(battle, who, target_of(self.reader, battle, task.payload[0]), facts)
            case _:
                self._nursed(battle, who, task, facts, trail)

    def _stabilise(
        self, battle: Battle, who: Fighter, patient: Fighter, passed: bool, trail: Sequence[Answered]
    ) -> None:
        check = self._stabilise_check(battle, who, patient)
        if who.trauma.patches:
            who.trauma.patches -= 1
        patient.trauma.tried_at = battle.now
        told = check.told(Faces(trail).take(check.what), passed)
        battle.emit(StabiliseTried(battle.now, patient.id, who.id, told))
        if not _on_turn(who):
            use_action(battle, who)
        if passed:
            stabilised(battle, patient, "stabilised")
        battle.stirred = True

    def _treat(self, battle: Battle, who: Fighter, patient: Fighter, restored: int | None) -> None:
        if battle.turn is not None and battle.turn.creature == who.id:
            battle.turn.acted = True
        if restored is not None:
            strain(battle, patient, self.tables.care.aid_strain, AID)
            regain_health(battle, patient, restored, who.id, AID)
            plan_night(battle, patient)
            battle.stirred = True
            return
        activity = esper.component_for_entity(who.entity, Activity)
        activity.doing, activity.since, activity.patient = Doing.TREATING, battle.now, patient.id
        battle.emit(TreatmentBegan(battle.now, patient.id, who.id, 0))
        battle.after(self.tables.care.work_s * SECOND, Task("nursed", who.id, (patient.id, battle.now)))

    def _nursed(self, battle: Battle, who: Fighter, task: Task, passed: bool | None, trail: Sequence[Answered]) -> None:
        activity = esper.component_for_entity(who.entity, Activity)
        if activity.doing is Doing.TREATING and (activity.patient, activity.since) == task.payload:
            activity.doing, activity.since = Doing.RESTING, battle.now
            battle.stirred = True
        if passed is None:
            return
        patient = target_of(self.reader, battle, task.payload[0])
        check = nursing_check(self.tables, who.profile)
        battle.emit(NursingTried(battle.now, patient.id, who.id, check.told(Faces(trail).take(check.what), passed)))
        patient.trauma.worked_on = True
        if passed:
            end_frailty(battle, patient, "nursing")

    def _night(self, battle: Battle, who: Fighter, task: Task) -> None:
        """Let a night's rest do its good: hit points as levels, less strain; the frail regain none (cities A7)."""
        trauma = who.trauma
        if trauma.night_at != task.payload[0]:
            return
        trauma.night_at = None
        if not who.alive or battle.encounter is not None:
            return
        if not trauma.frail and trauma.down is Down.UP:
            regain_health(battle, who, max(1, who.profile.level), None, NIGHT)
        strain(battle, who, -self.tables.care.night_strain, NIGHT)
        plan_night(battle, who, DAY)
        battle.stirred = True


def may_be_aided(patient: Fighter) -> bool:
    """Tell whether first aid would do a creature good: awake, hurt, and able to bear the strain (cities A7)."""
    if patient.profile.machine or patient.trauma.down is not Down.UP or patient.points.left >= patient.points.most:
        return False
    return patient.strain + patient.tables.care.aid_strain <= patient.strain_most


def may_be_nursed(patient: Fighter) -> bool:
    """Tell whether an hour's work may end a creature's being frail (cities A7)."""
    trauma = patient.trauma
    return patient.alive and trauma.frail and not trauma.worked_on and trauma.down is not Down.MORTAL


def _on_turn(who: Fighter) -> bool:
    """Tell whether a healer stabilises besides its Main Action (cities A7)."""
    return bool(who.profile.traits.get("healer"))


def rest_in_peace(battle: Battle, who: Fighter) -> None:
    """Have rest begin anew, as a fight is over."""
    who.trauma.night_at = None
    plan_night(battle, who)
    if who.trauma.frail:
        recuperate(battle, who)
