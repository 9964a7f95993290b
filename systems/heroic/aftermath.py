"""Aftermath: a plight as it changes at one moment, in steps as the systems commit them (heroic H5–H8, H13, H14)."""

from __future__ import annotations

from typing import Final

from fleshwound.components.creature import (
    FatigueKind,
    InjuryKind,
    Shock,
)
from fleshwound.components.ids import SECOND
from fleshwound.systems.chain import NEVER, View
from fleshwound.systems.heroic.infection import infection_weakness
from fleshwound.systems.heroic.patient import Patient
from fleshwound.systems.heroic.plight import (
    HEALS_BEYOND,
    NOBODY,
    Exertion,
    Kind,
    OpenBleeder,
    Pending,
    Plight,
    kept_from_healing,
    put,
)
from fleshwound.systems.heroic.retest import retest_delay

BLEED, RETEST, COURSE, HEAL, INFECTION, RECOVER, TEND, TREATED = Kind
DEAD, NONE, INCAPACITATED = Shock.DEAD, Shock.NONE, Shock.INCAPACITATED
EXTENDED, COMA = InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA

STATES: Final = tuple(str(state) for state in Shock if state is not DEAD)
VIEWS: Final = (
    *(View(word, bleeding=bleeding) for word in STATES for bleeding in (False, True)),
    View(str(DEAD)),
    View(str(NONE), recovered=True),
)
"""What is told of a plight: of the living by shock state, and whether it bleeds; of the dead; of the recovered."""

LOST: Final = Plight(NEVER, 2 * len(STATES), DEAD, False, 0, (), (), None)
"""The plight of all the dead."""
SAFE: Final = Plight(NEVER, 2 * len(STATES) + 1, NONE, False, 0, (), (), None)
"""That of all who are past danger."""


class Aftermath:
    """One plight at one moment, changed step by step; each step is named for what the systems do."""

    __slots__ = ("bleeders", "caused", "exertion", "fatigue", "now", "patient", "pending", "shock")

    def __init__(self, patient: Patient, now: int, plight: Plight, pending: tuple[Pending, ...]) -> None:
        """Begin with a plight, but for what is pending."""
        self.patient = patient
        self.now = now
        self.shock: Shock = plight.shock
        self.caused = plight.caused
        self.fatigue = plight.fatigue
        self.pending = pending
        self.bleeders = plight.bleeders
        self.exertion = plight.exertion

    @property
    def locked(self) -> bool:
        """Whether a lasting course holds it in its shock state (heroic H6, H7)."""
        return any(entry[1] is COURSE for entry in self.pending)

    def put(self, delay: int, kind: Kind, *particulars: object) -> None:
        """Put something down for so many microseconds from now."""
        due = self.now + delay
        self.pending = put(self.pending, (due if due <= self.patient.until else NEVER, kind, *particulars))

    def set(self, kind: Kind, due: int | None) -> None:
        """Have the only thing of its kind due at another time; None, or beyond the horizon: it isn't any more."""
        pending = self.pending
        for place, entry in enumerate(pending):
            if entry[1] is kind:
                if entry[0] == due:
                    return  # and keeps its place
                pending = (*pending[:place], *pending[place + 1 :])
                break
        beyond = due is None or due > self.patient.until
        self.pending = pending if beyond else put(pending, (due, kind))

    def enter_shock(self, state: Shock) -> None:
        """Enter a shock state, with its re-test (heroic H5); the same state changes nothing."""
        if state is self.shock:
            return
        self.shock = state
        self.own_cause()
        exertion = self.exertion
        if state >= INCAPACITATED and exertion is not None and exertion.asleep:
            self.exertion = exertion._replace(asleep=False, since=self.now)
            self.plan_recovery()
        self.await_retest()

    def await_retest(self) -> None:
        """Put down the re-test of the present state (heroic H5)."""
        delay = None
        if not self.locked:
            delay = retest_delay(self.patient.tables, self.shock, self.patient.round, turns=False)
        self.set(RETEST, None if delay is None else self.now + delay)

    def begin_course(self, kind: InjuryKind, rate: int, delay: int) -> None:
        """Have a lasting course set in, its first test so many microseconds from now (heroic H6, H7)."""
        self.take_course(kind is COMA, rate, self.now, delay)
        self.own_cause()
        self.plan_recovery()

    def take_course(self, comatose: bool, rate: int, began: int, delay: int) -> None:
        """Have a course go on, its next test so many microseconds from now."""
        if self.now + delay > self.patient.until:
            # All that is left of it is that it holds, and what it keeps from recovering.
            comatose, rate, began = comatose and self.exertion is not None, 0, 0
        self.put(delay, COURSE, comatose, rate, began)

    def own_cause(self) -> None:
        """Note that its state no longer comes of what brought it down at first."""
        if self.caused:
            self.caused = False
            self.tidy()

    def weaken(self, amount: int) -> None:
        """Add anaemia (heroic H8)."""
        if not amount:
            return
        self.fatigue += amount
        exertion = self.exertion
        if exertion is not None or self.now <= self.patient.eased_from:
            exertion = exertion or Exertion()
            self.exertion = exertion._replace(anaemia=exertion.anaemia + amount)
            self.plan_recovery()

    def tire(self, amount: int) -> None:
        """Add weariness, which begins its rest anew (heroic H14)."""
        if amount:
            self.fatigue += amount
            exertion = self.exertion or Exertion()
            self.exertion = exertion._replace(weariness=exertion.weariness + amount, since=self.now)
            self.plan_recovery()

    def recover(self, kind: FatigueKind, amount: int) -> None:
        """Let some fatigue go by rest, by sleep or by time, and note when (heroic H14)."""
        exertion = self.exertion
        assert exertion is not None
        before = exertion.total
        match kind:
            case FatigueKind.WINDEDNESS:
                left = max(0, exertion.windedness - amount)
                exertion = exertion._replace(windedness=left, breathed_at=self.now)
            case FatigueKind.WEARINESS:
                left = max(0, exertion.weariness - amount)
                if exertion.asleep:
                    exertion = exertion._replace(weariness=left, slept_at=self.now)
                else:
                    exertion = exertion._replace(weariness=left, rested_at=self.now)
            case FatigueKind.WEAKNESS:
                exertion = exertion._replace(anaemia=max(0, exertion.anaemia - amount), clotted_at=self.now)
        self.exertion = exertion
        self.fatigue -= before - exertion.total

    def turn_in(self) -> None:
        """Have who has rested and is still weary sleep, if it can, and who has slept get up (heroic H14)."""
        exertion = self.exertion
        assert exertion is not None
        if exertion.asleep:
            self.exertion = exertion._replace(asleep=False, since=self.now)
        elif exertion.weariness and self.shock < INCAPACITATED:
            self.exertion = exertion._replace(asleep=True, since=self.now)

    def fester(self, rate: int) -> None:
        """Have a wound become infected, with the weakness that brings (heroic H13)."""
        tables = self.patient.tables
        self.fatigue += infection_weakness(tables, rate)
        delay = tables.infection.interval_s * SECOND
        # Beyond the horizon all that is left of it is that it keeps wounds from healing.
        self.put(delay, INFECTION, rate if self.now + delay <= self.patient.until else 0)

    def begin_anew(self) -> None:
        """Let rest, and the day that anaemia takes, count from now on (heroic H6)."""
        exertion = self.exertion
        if exertion is not None:
            clotted_at = None if exertion.clotted_at is None else self.now
            self.exertion = exertion._replace(since=self.now, clotted_at=clotted_at)
            self.plan_recovery()

    def open_bleeder(self, wound: int) -> None:
        """Let a wound bleed from now on (heroic H8)."""
        self.bleeders = (*self.bleeders, OpenBleeder(wound))
        self.put(self.patient.tables.bleeding.interval_s * SECOND, BLEED, wound)
        self._clot(None)

    def close_bleeder(self, wound: int) -> None:
        """Close a bleeder, if that wound has one; with the last begins the day that anaemia takes (heroic H14)."""
        if all(bleeder.injury != wound for bleeder in self.bleeders):
            return
        self.bleeders = tuple([bleeder for bleeder in self.bleeders if bleeder.injury != wound])
        self.drop(BLEED, wound)
        if not self.bleeders:
            self._clot(self.now)

    def _clot(self, clotted_at: int | None) -> None:
        if self.exertion is not None and self.exertion.clotted_at != clotted_at:
            self.exertion = self.exertion._replace(clotted_at=clotted_at)
            self.plan_recovery()

    def drop(self, kind: Kind, number: int) -> None:
        """Drop what is pending about one wound."""
        self.pending = tuple([e for e in self.pending if e[1] is not kind or e[2] != number])

    def plan_recovery(self) -> None:
        """Put the next recovery of fatigue down (heroic H14)."""
        if self.exertion is None:
            return
        courses = [entry for entry in self.pending if entry[1] is COURSE]
        comatose = any(entry[2] and entry[0] != NEVER for entry in courses)
        exertion = self.exertion = self.patient.lasting(self.exertion, self.now, comatose=comatose)
        due = None
        if exertion is not None and all(entry[2] for entry in courses):  # in Extended Shock nothing recovers
            due = min((recovery.due for recovery in self.patient.recoveries(exertion)), default=None)
        self.set(RECOVER, None if due is None else max(due, self.now))

    def tidy(self) -> None:
        """Leave out the wounds that do no harm any more, and what nothing reads any more of those treated.

        A treated wound that can neither kill nor become infected changes nothing that follows: the tests of shock,
        blood and courses read no impairment, and wounds are tested each by itself.
        """
        if self.caused:
            return  # which coma sets in may hang on a wound
        kept: list[Pending] = []
        for entry in self.pending:
            if entry[1] is HEAL and entry[4] is not None and not self._bleeds(entry[2]):
                number = entry[2]
                rate = entry[4][0][0] if isinstance(entry[4], tuple) else entry[4]  # all of them are alike in this
                if number != NOBODY and self.patient.harmless(number, rate):
                    continue
                if entry[0] != NEVER:
                    kept.append((entry[0], HEAL, NOBODY, entry[3], entry[4]))
                elif HEALS_BEYOND not in kept:
                    kept.append(HEALS_BEYOND)
            else:
                kept.append(entry)
        self.pending = tuple(kept)

    def _bleeds(self, wound: int) -> bool:
        return any(bleeder.injury == wound for bleeder in self.bleeders)

    def _attend(self) -> None:
        """Have the physician come back a round from now while there is something to do, and no longer."""
        if not self.bleeders and not any(entry[1] is HEAL and entry[4] is None for entry in self.pending):
            self.set(TEND, None)
        elif not any(entry[1] is TEND or entry[1] is TREATED for entry in self.pending):
            self.put(self.patient.round, TEND)

    def plight(self) -> Plight:
        """Give the plight it has come to; all who are past danger are alike."""
        if self.patient.physician is not None:
            self._attend()
        shock, pending, bleeders = self.shock, self.pending, self.bleeders
        if shock is NONE and not bleeders:
            for entry in pending:
                if entry[1] is not RECOVER:
                    break
            else:
                return SAFE
        if pending and pending[0][1] is HEAL and pending[0][2] == NOBODY:
            pending = kept_from_healing(pending, self.patient.heals_every, self.patient.until)
        fatigue = self.fatigue
        if fatigue > self.patient.spent and self.exertion is None and all(e[1] is not INFECTION for e in pending):
            fatigue = self.patient.spent  # nothing will bring it below that again
        due = pending[0][0] if pending else NEVER
        view = 2 * shock + (1 if bleeders else 0)
        made = (due, view, shock, self.caused, fatigue, pending, bleeders, self.exertion)
        plight: Plight = tuple.__new__(Plight, made)  # Plight(…) at a third of what that costs
        return plight


def went_on(plight: Plight, pending: tuple[Pending, ...], fatigue: int, shock: Shock) -> Plight:
    """Give a plight of which nothing has changed but what is pending, the fatigue, the shock, and nothing by a wound.

    The short way to what `Aftermath` would come to: no wound more is open, treated or past harm.
    """
    bleeders = plight.bleeders
    if shock is NONE and not bleeders:
        for entry in pending:
            if entry[1] is not RECOVER:
                break
        else:
            return SAFE
    due = pending[0][0] if pending else NEVER
    view = 2 * shock + (1 if bleeders else 0)
    made = (due, view, shock, plight.caused, fatigue, pending, bleeders, plight.exertion)
    later: Plight = tuple.__new__(Plight, made)  # Plight(…) at a third of what that costs
    return later
