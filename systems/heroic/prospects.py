"""Prospects: what each plight comes to when the first thing due is done (heroic H5–H8, H13, H14).

Chance is the rules' own, stage by stage (`stages`); what follows is committed step by step (`aftermath`). A test
follows lives in play one by one and finds each, moment by moment, in the plight that this says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from fleshwound.components.creature import Doing, FatigueKind, InjuryKind, Shock
from fleshwound.components.draws import Level
from fleshwound.components.ids import SECOND
from fleshwound.systems.heroic.aftermath import LOST, Aftermath, Patient
from fleshwound.systems.heroic.bleeding import StoppageResult, gravest_of, may_staunch
from fleshwound.systems.heroic.course import CourseEnd, CourseResult, coma_weariness, state_after
from fleshwound.systems.heroic.healing import infectable
from fleshwound.systems.heroic.infection import InfectionEnd
from fleshwound.systems.heroic.plight import NOBODY, Kind, OpenBleeder, Pending, Plight, put
from fleshwound.systems.heroic.retest import NO_WOUND, CausingWound, causing_wound
from fleshwound.systems.heroic.shock import advanced
from fleshwound.systems.heroic.stages import (
    blood_losses,
    courses,
    healings,
    infections,
    retests,
    stoppages,
    treatments,
)

BLEED, RETEST, COURSE, HEAL, INFECTION, RECOVER, TEND, TREATED = Kind
DEAD, NONE, INCAPACITATED, UNCONSCIOUS = Shock.DEAD, Shock.NONE, Shock.INCAPACITATED, Shock.UNCONSCIOUS

Fates: TypeAlias = list[tuple[Plight, float]]
Pendings: TypeAlias = tuple[Pending, ...]


class Prospects:
    """What becomes of one patient."""

    def __init__(self, patient: Patient) -> None:
        self.patient: Final = patient
        self.tables: Final = patient.tables
        self._done: Final[tuple[Callable[[Plight, Pending, Pendings], Fates], ...]] = (
            self._bleeds,
            self._retested,
            self._course,
            self._heals,
            self._infected,
            self._recovers,
            self._tends,
            self._treated,
        )

    def step(self, plight: Plight) -> Fates:
        """Do the first thing due, and give all that it may come to with its chances."""
        pending = plight.pending
        entry = pending[0]
        return self._done[entry[1]](plight, entry, pending[1:])

    def _after(self, plight: Plight, now: int, pending: Pendings) -> Aftermath:
        return Aftermath(self.patient, now, plight, pending)

    def _bleeds(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now, _, wound = entry
        stopping = any(bleeder.injury == wound and bleeder.stopping for bleeder in plight.bleeders)
        fates: Fates = []
        for (points, weakness), chance in blood_losses(self.tables, self.patient.strength, plight.fatigue):
            state = advanced(plight.shock, points)
            if state is DEAD:
                fates.append((LOST, chance))
                continue
            after = self._after(plight, now, rest)
            if stopping:
                after.close_bleeder(wound)
                after.tidy()
            else:
                after.put(self.tables.bleeding.interval_s * SECOND, BLEED, wound)
            after.weaken(weakness)
            after.enter_shock(state)
            fates.append((after.plight(), chance))
        return fates

    def _retested(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now = entry[0]
        wound = self._causing_wound(plight) if plight.shock is UNCONSCIOUS else NO_WOUND
        fates: Fates = []
        for (state, course, rate, delay), chance in retests(
            self.tables, plight.shock, self.patient.shock, plight.fatigue, wound
        ):
            after = self._after(plight, now, rest)
            if course is not None:
                after.put(delay, COURSE, course, rate, now)
                after.own_cause()
                after.plan_recovery()
            elif state is plight.shock:
                after.await_retest()
            else:
                after.enter_shock(state)
            fates.append((after.plight(), chance))
        return fates

    def _causing_wound(self, plight: Plight) -> CausingWound:
        """Find the wound behind a state (heroic H7); whom loss of blood has brought down since, no wound has."""
        if not plight.caused:
            return NO_WOUND
        levels = {entry[2]: entry[3] for entry in plight.pending if entry[1] is HEAL}
        wounds = [replace(wound, level=levels[wound.number]) for wound in self.patient.wounds if wound.number in levels]
        return causing_wound(self.patient.anatomy, wounds, self.patient.cause)

    def _course(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now, _, kind, rate, began = entry
        fates: Fates = []
        for (end, after_rate, delay), chance in courses(self.tables, kind, rate, self.patient.base, plight.fatigue):
            if end is CourseEnd.DEAD:
                fates.append((LOST, chance))
                continue
            after = self._after(plight, now, rest)
            if end is None:
                after.put(delay, COURSE, kind, after_rate, began)
            else:
                after.begin_anew()
                if kind is InjuryKind.COMA:
                    after.tire(coma_weariness(now - began))
                result = CourseResult(Level.MS, rate, after_rate, end)
                after.enter_shock(state_after(plight.shock, result, held=after.locked))
            fates.append((after.plight(), chance))
        return fates

    def _heals(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now, _, number, level, rate = entry
        interval = self.tables.healing.interval_s * SECOND
        again = (now + interval, HEAL, number, level, rate)
        aspect = None if number == NOBODY else self.patient.aspect(number)
        if (number != NOBODY and aspect is None) or any(other[1] is INFECTION for other in rest):
            return [(self._after(plight, now, put(rest, again)).plight(), 1.0)]
        may_infect = aspect is None or infectable(self.tables, aspect, rate)
        fates: Fates = []
        for (dead, after_level, infection), chance in healings(
            self.tables, level, rate, self.patient.base, plight.fatigue, may_infect=may_infect
        ):
            if dead:
                fates.append((LOST, chance))
                continue
            after = self._after(plight, now, rest)
            if not after_level:
                after.close_bleeder(number)
            elif infection is not None and after_level == level:
                after.put(self.tables.infection.interval_s * SECOND, INFECTION, infection)
                after.sicken(0, infection)
            if after_level:
                after.put(interval, HEAL, number, after_level, rate)
            fates.append((after.plight(), chance))
        return fates

    def _infected(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now, _, rate = entry
        fates: Fates = []
        for (end, after_rate), chance in infections(self.tables, rate, self.patient.base, plight.fatigue):
            if end is InfectionEnd.DEAD:
                fates.append((LOST, chance))
                continue
            after = self._after(plight, now, rest)
            if end is None:
                after.sicken(rate, after_rate)
                after.put(self.tables.infection.interval_s * SECOND, INFECTION, after_rate)
            else:
                after.sicken(rate, 0)
            fates.append((after.plight(), chance))
        return fates

    def _recovers(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now = entry[0]
        after = self._after(plight, now, rest)
        due = [recovery for recovery in self.patient.recoveries(plight.exertion) if recovery.due <= now]
        for recovery in due:
            when = {
                FatigueKind.WEAKNESS: "clotted_at",
                FatigueKind.WINDEDNESS: "breathed_at",
                FatigueKind.WEARINESS: "slept_at" if recovery.by is Doing.SLEEPING else "rested_at",
            }[recovery.kind]
            after.exertion = after.exertion._replace(**{when: now})
            after.ease(recovery.kind, recovery.amount)
        weary = [recovery.by for recovery in due if recovery.kind is FatigueKind.WEARINESS]
        if weary and self.patient.sleeps:
            exertion = after.exertion
            if weary[0] is Doing.SLEEPING:
                after.exertion = exertion._replace(doing=Doing.RESTING, since=now)
            elif exertion.weariness and plight.shock < INCAPACITATED:
                after.exertion = exertion._replace(doing=Doing.SLEEPING, since=now)
        after.plan_recovery()
        return [(after.plight(), 1.0)]

    # --- the physician --------------------------------------------------------------------------------------------

    def _tends(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        """Staunch the gravest bleeder that may be tried, or set about the gravest wound; as the mind does in peace."""
        now = entry[0]
        levels = {other[2]: other[3] for other in rest if other[1] is HEAL}
        if not plight.bleeders:
            untreated = sorted((o for o in rest if o[1] is HEAL and o[4] is None), key=lambda o: (-o[3], o[2]))
            after = self._after(plight, now, rest)
            after.put(self.tables.treatment.duration_s * SECOND, TREATED, untreated[0][2])
            return [(after.plight(), 1.0)]
        gravest = gravest_of(self.tables, [open_.bleeder() for open_ in plight.bleeders], levels, now)
        assert gravest is not None
        if not may_staunch(self.tables, gravest, now):
            return [(self._come_back(self._after(plight, now, rest)), 1.0)]
        physician = self.patient.physician
        assert physician is not None
        fates: Fates = []
        for (result, bonus), chance in stoppages(self.tables, physician, gravest.bonus):
            after = self._after(plight, now, rest)
            if result is StoppageResult.STOPPED:
                after.close_bleeder(gravest.injury)
                after.tidy()
            else:
                tried = OpenBleeder(gravest.injury, bonus, result is StoppageResult.STOPS_AFTER, now)
                after.bleeders = tuple([tried if b.injury == gravest.injury else b for b in after.bleeders])
            fates.append((self._come_back(after), chance))
        return fates

    def _come_back(self, after: Aftermath) -> Plight:
        """Have the physician come back a round from now, or at the first round after it when there is anything to do.

        In between every round would find it the same.
        """
        now, length = after.now, self.patient.round
        interval = self.tables.bleeding.interval_s * SECOND
        ready = [
            next(e[0] for e in after.pending if e[1] is BLEED and e[2] == bleeder.injury)
            if bleeder.stopping
            else now + length
            if bleeder.tried_at is None
            else bleeder.tried_at + interval
            for bleeder in after.bleeders
        ]
        rounds = max(1, -(-(min(ready, default=now) - now) // length))
        if after.bleeders:
            after.put(rounds * length, TEND)
        return after.plight()

    def _treated(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now, _, number = entry
        wound = next(other for other in rest if other[1] is HEAL and other[2] == number)
        infected = any(other[1] is INFECTION for other in rest)
        physician, aspect = self.patient.physician, self.patient.aspect(number)
        assert physician is not None
        assert aspect is not None
        fates: Fates = []
        for (healed, rate, bleeds), chance in treatments(self.tables, physician, aspect, wound[3]):
            after = self._after(plight, now, rest)
            if healed and not infected:
                after.drop(HEAL, number)
            else:
                made = (*wound[:4], rate)
                after.pending = tuple([made if other is wound else other for other in rest])
                if bleeds and self.patient.blood:
                    after.open_bleeder(number)
                after.tidy()
            fates.append((after.plight(), chance))
        return fates
