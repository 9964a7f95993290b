"""Prospects: what each plight comes to when the first thing due is done (heroic H5–H8, H13, H14).

Chance is the rules' own, stage by stage (`stages`); what follows is committed step by step (`aftermath`). A test
follows lives in play one by one and finds each, moment by moment, in the plight that this says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from fleshwound.components.creature import FatigueKind, InjuryKind, Shock
from fleshwound.components.draws import Level
from fleshwound.components.ids import SECOND
from fleshwound.systems.chain import NEVER, Fates, Spell
from fleshwound.systems.heroic.aftermath import LOST, went_on
from fleshwound.systems.heroic.attendance import Attendance
from fleshwound.systems.heroic.course import CourseEnd, CourseResult, coma_weariness, state_after
from fleshwound.systems.heroic.healing import infectable
from fleshwound.systems.heroic.infection import infection_weakness
from fleshwound.systems.heroic.patient import Patient
from fleshwound.systems.heroic.plight import (
    NOBODY,
    Kind,
    Pending,
    Pendings,
    Plight,
    heal_again,
    kept_from_healing,
    put,
)
from fleshwound.systems.heroic.retest import NO_WOUND, CausingWound, causing_wound, retest_delay
from fleshwound.systems.heroic.shock import advanced
from fleshwound.systems.heroic.stages import (
    blood_losses,
    courses,
    festering,
    healings,
    retests,
    shaking_off,
)

BLEED, RETEST, COURSE, HEAL, INFECTION, RECOVER, TEND, TREATED = Kind
DEAD, NONE, STUNNED, UNCONSCIOUS = Shock.DEAD, Shock.NONE, Shock.STUNNED, Shock.UNCONSCIOUS

MOST_TESTS: Final = 256
"""Tests that are made at once at the most."""


class Coming(NamedTuple):
    """What an infected plight comes to but death, the same at whichever healing rate the infection is now."""

    over: Plight
    due: int
    """When an infection that goes on is tested next."""
    before: Pendings
    """What is done before that."""
    behind: Pendings
    infected: dict[int, Plight]
    """While it goes on, by its healing rate."""


class Prospects(Attendance):
    """What becomes of one patient."""

    def __init__(self, patient: Patient) -> None:
        super().__init__(patient)
        self._heal_every: Final = patient.heals_every
        self._bleed_every: Final = patient.tables.bleeding.interval_s * SECOND
        self._infected_at = NEVER
        self._coming: dict[tuple[object, ...], Coming] = {}  # of that moment
        self._done: Final[tuple[Callable[[Plight, Pending, Pendings], Fates | Spell], ...]] = (
            self._bleeds,
            self._retested,
            self._course,
            self._heals,
            self._infected,
            self._recovers,
            self.tends,
            self.treated,
        )

    def step(self, plight: Plight) -> Fates | Spell:
        """Do the first thing due, and give all that it may come to with its chances."""
        pending = plight.pending
        entry = pending[0]
        if entry[1] is RETEST and plight.shock is STUNNED:
            return self._shakes_off(plight, entry[0], pending[1:])
        return self._done[entry[1]](plight, entry, pending[1:])

    def _bleeds(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now, _, wound = entry
        stopping = any(bleeder.stopping and bleeder.injury == wound for bleeder in plight.bleeders)
        if not (stopping or plight.caused or plight.exertion is not None) and now > self.patient.eased_from:
            return self._bleeds_on(plight, entry, rest)
        fates: list[tuple[Plight, float]] = []
        for (points, weakness), chance in blood_losses(self.tables, self.patient.strength, plight.fatigue):
            state = advanced(plight.shock, points)
            if state is DEAD:
                fates.append((LOST, chance))
                continue
            after = self.after(plight, now, rest)
            if not stopping:
                after.put(self._bleed_every, BLEED, wound)
            after.weaken(weakness)  # first, so that there is anaemia whose day may begin
            if stopping:
                after.close_bleeder(wound)
                after.tidy()
            after.enter_shock(state)
            fates.append((after.plight(), chance))
        return fates

    def _bleeds_on(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        """Test a bleeder that stays open, where no fatigue recovers within the horizon: by the shortest way."""
        now, _, wound = entry
        patient, shock, fatigue = self.patient, plight.shock, plight.fatigue
        again = now + self._bleed_every
        pending = put(rest, (again if again <= patient.until else NEVER, BLEED, wound))
        fresh = tuple([other for other in pending if other[1] is not RETEST])
        locked = any(other[1] is COURSE for other in pending)
        fates: list[tuple[Plight, float]] = []
        for (points, weakness), chance in blood_losses(self.tables, patient.strength, fatigue):
            state = advanced(shock, points)
            if state is DEAD:
                fates.append((LOST, chance))
                continue
            following = pending
            if state is not shock:
                following = fresh
                delay = None if locked else retest_delay(self.tables, state, patient.round, turns=False)
                if delay is not None and now + delay <= patient.until:
                    following = put(fresh, (now + delay, RETEST))
            weak = fatigue + weakness
            if weak > patient.spent and all(other[1] is not INFECTION for other in pending):
                weak = patient.spent
            fates.append((went_on(plight, self._put_off(following), weak, state), chance))
        return fates

    def _retested(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now = entry[0]
        wound = self._causing_wound(plight) if plight.shock is UNCONSCIOUS else NO_WOUND
        lasting = now + self.tables.course.extended_interval_s * SECOND <= self.patient.until
        fates: list[tuple[Plight, float]] = []
        for (state, course, rate, delay), chance in retests(
            self.tables, plight.shock, self.patient.shock, plight.fatigue, wound, lasting=lasting
        ):
            after = self.after(plight, now, rest)
            if course is not None:
                after.begin_course(course, rate, delay)
            elif state is plight.shock:
                after.await_retest()
            else:
                after.enter_shock(state)
            fates.append((after.plight(), chance))
        return fates

    def _shakes_off(self, plight: Plight, now: int, rest: Pendings) -> Spell:
        """Re-test the stunned every round: whoever fails is as before, whoever succeeds the same whenever that is."""
        length = self.patient.round
        tests = self._tests(now, length, rest)
        rows, left = shaking_off(self.tables, self.patient.shock, plight.fatigue, tests)
        due = now + tests * length
        again = put(rest, (due, RETEST)) if due <= self.patient.until else rest
        over = went_on(plight, self._put_off(rest), plight.fatigue, NONE)
        fates = ((over, 1 - left), (went_on(plight, self._put_off(again), plight.fatigue, STUNNED), left))
        return Spell(length, (plight.view, over.view), rows, fates)

    def _tests(self, now: int, period: int, rest: Pendings) -> int:
        """Count the tests from now on, one each period, before anything else is due, by the horizon."""
        ends = min(rest[0][0], self.patient.until + 1) if rest else self.patient.until + 1
        return max(1, min(MOST_TESTS, -(-(ends - now) // period)))

    def _causing_wound(self, plight: Plight) -> CausingWound:
        """Find the wound behind a state (heroic H7); whom loss of blood has brought down since, no wound has."""
        if not plight.caused:
            return NO_WOUND
        levels = {entry[2]: entry[3] for entry in plight.pending if entry[1] is HEAL}
        wounds = [replace(wound, level=levels[wound.number]) for wound in self.patient.wounds if wound.number in levels]
        return causing_wound(self.patient.anatomy, wounds, self.patient.cause)

    def _course(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now, _, comatose, rate, began = entry
        kind = InjuryKind.COMA if comatose else InjuryKind.EXTENDED_SHOCK
        fates: list[tuple[Plight, float]] = []
        for (end, after_rate, delay), chance in courses(self.tables, kind, rate, self.patient.base, plight.fatigue):
            if end is CourseEnd.DEAD:
                fates.append((LOST, chance))
                continue
            after = self.after(plight, now, rest)
            if end is None:
                after.take_course(comatose, after_rate, began, delay)
                after.plan_recovery()
            else:
                if comatose:
                    after.tire(coma_weariness(now - began))
                after.begin_anew()
                result = CourseResult(Level.MS, rate, after_rate, end)
                after.enter_shock(state_after(plight.shock, result, held=after.locked))
            fates.append((after.plight(), chance))
        return fates

    def _heals(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now, _, number, level, rate = entry
        infected = any(other[1] is INFECTION for other in rest)
        if isinstance(rate, tuple) and not infected:
            return [(plight._replace(pending=((*entry[:4], had), *rest)), chance) for had, chance in rate]
        if number == NOBODY:
            return self._heals_alone(plight, entry, rest)
        aspect = self.patient.aspect(number)
        if infected or aspect is None:
            after = self.after(plight, now, rest)
            after.put(self._heal_every, HEAL, number, level, rate)
            after.tidy()
            return [(after.plight(), 1.0)]
        fates: list[tuple[Plight, float]] = []
        may_infect = infectable(self.tables, aspect, rate)
        for (dead, after_level, infection), chance in healings(
            self.tables, level, rate, self.patient.base, plight.fatigue, may_infect=may_infect
        ):
            if dead:
                fates.append((LOST, chance))
                continue
            after = self.after(plight, now, rest)
            if not after_level:
                after.close_bleeder(number)
            elif infection is not None and after_level == level:
                after.fester(infection)
            if after_level:
                after.put(self._heal_every, HEAL, number, after_level, rate)
                after.tidy()
            fates.append((after.plight(), chance))
        return fates

    def _heals_alone(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        """Test a treated wound that nothing else refers to: the most frequent of all tests, by the shortest way."""
        now, _, _, level, rate = entry
        fates: list[tuple[Plight, float]] = []
        for (dead, after_level, infection), chance in healings(
            self.tables, level, rate, self.patient.base, plight.fatigue, may_infect=True
        ):
            if dead:
                fates.append((LOST, chance))
            elif not after_level:
                fates.append((went_on(plight, rest, plight.fatigue, plight.shock), chance))
            elif infection is not None and after_level == level:
                after = self.after(plight, now, rest)
                after.fester(infection)
                pending = self._put_off(self._healing_again(after.pending, now, level, rate))
                fates.append((went_on(plight, pending, after.fatigue, plight.shock), chance))
            else:
                pending = self._healing_again(rest, now, after_level, rate)
                fates.append((went_on(plight, pending, plight.fatigue, plight.shock), chance))
        return fates

    def _healing_again(self, pending: Pendings, now: int, level: int, rate: int) -> Pendings:
        return heal_again(pending, now + self._heal_every, level, rate, self.patient.until)

    def _put_off(self, pending: Pendings) -> Pendings:
        """Write down what an infection keeps from healing as it will stand, as every plight has it."""
        if pending and pending[0][1] is HEAL:
            return kept_from_healing(pending, self._heal_every, self.patient.until)
        return pending

    def _infected(self, plight: Plight, entry: Pending, rest: Pendings) -> Spell:
        """Test an infection daily: once it is over all is the same whenever that is."""
        now, _, rate = entry
        period = self.tables.infection.interval_s * SECOND
        tests = self._tests(now, period, rest)
        else_ = plight.fatigue - infection_weakness(self.tables, rate)
        rows, ended, dead, rates = festering(self.tables, rate, self.patient.base, else_, tests)
        if now != self._infected_at:
            self._infected_at, self._coming = now, {}
        key = rest, else_, plight.shock, plight.caused, plight.bleeders, plight.exertion
        coming = self._coming.get(key)
        if coming is None:
            coming = self._coming[key] = self._coming_of(plight, rest, now + tests * period, else_)
        fates: list[tuple[Plight, float]] = [(coming.over, ended), (LOST, dead)]
        for after_rate, chance in rates:
            later = coming.infected.get(after_rate)
            if later is None:
                entry = (coming.due, INFECTION, after_rate if coming.due != NEVER else 0)
                fatigue = else_ + infection_weakness(self.tables, after_rate)
                later = went_on(plight, (*coming.before, entry, *coming.behind), fatigue, plight.shock)
                coming.infected[after_rate] = later
            fates.append((later, chance))
        return Spell(period, (plight.view, coming.over.view, LOST.view), rows, fates)

    def _coming_of(self, plight: Plight, rest: Pendings, due: int, else_: int) -> Coming:
        # Beyond the horizon all that is left of it is that it keeps wounds from healing.
        entry = (due if due <= self.patient.until else NEVER, INFECTION, 0)
        pending = self._put_off(put(rest, entry))
        place = pending.index(entry)
        over = went_on(plight, rest, else_, plight.shock)
        return Coming(over, entry[0], pending[:place], pending[place + 1 :], {})

    def _recovers(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        now = entry[0]
        after = self.after(plight, now, rest)
        exertion = plight.exertion
        assert exertion is not None
        due = [recovery for recovery in self.patient.recoveries(exertion) if recovery.due <= now]
        for recovery in due:
            after.recover(recovery.kind, recovery.amount)
        if self.patient.sleeps and any(recovery.kind is FatigueKind.WEARINESS for recovery in due):
            after.turn_in()
        after.plan_recovery()
        return [(after.plight(), 1.0)]
