"""Aftermath: a plight as it changes at one moment, in steps as the systems commit them (heroic H5–H8, H13, H14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fleshwound.components.creature import (
    Doing,
    Fatigue,
    FatigueEntry,
    FatigueKind,
    Injury,
    InjuryKind,
    Shock,
    ShockCause,
)
from fleshwound.components.definitions import Anatomy, Aspect
from fleshwound.components.ids import SECOND
from fleshwound.systems.chain import NEVER, View
from fleshwound.systems.heroic.fatigue import BLOOD_LOSS, QUIET, Recovery, recoveries
from fleshwound.systems.heroic.healing import infectable
from fleshwound.systems.heroic.infection import infection_weakness
from fleshwound.systems.heroic.plight import (
    FRESH,
    NOBODY,
    Exertion,
    Kind,
    OpenBleeder,
    Pending,
    Plight,
    put,
    put_anew,
)
from fleshwound.systems.heroic.retest import retest_delay
from fleshwound.systems.heroic.tables import Tables

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

LOST: Final = Plight(NEVER, 2 * len(STATES), DEAD, False, 0, (), (), FRESH)
"""The plight of all the dead."""
SAFE: Final = Plight(NEVER, 2 * len(STATES) + 1, NONE, False, 0, (), (), FRESH)
"""That of all who are past danger."""


@dataclass(frozen=True, slots=True, eq=False)
class Patient:
    """What the rules read of a creature that doesn't change while it rests, and who looks after it."""

    tables: Tables
    round: int
    """Microseconds."""
    anatomy: Anatomy
    strength: int
    """Mastery level, without fatigue; so is `shock`."""
    shock: int
    base: int
    """Healing Base."""
    blood: bool
    """Whether it has any to lose."""
    sleeps: bool
    """Whether it thinks for itself, and so lies down to sleep when it is weary."""
    wounds: tuple[Injury, ...]
    """Its wounds as the question was asked."""
    cause: ShockCause | None
    """What had brought it down then."""
    physician: int | None
    """Mastery level of who looks after it; None: nobody does."""

    def aspect(self, wound: int) -> Aspect | None:
        """Find what dealt a wound, by its number."""
        return next(entry.aspect for entry in self.wounds if entry.number == wound)

    def recoveries(self, exertion: Exertion) -> list[Recovery]:
        """List what of its fatigue will go, and when (heroic H14)."""
        entries = [
            FatigueEntry(kind, source, amount)
            for kind, source, amount in (
                (FatigueKind.WINDEDNESS, "", exertion.windedness),
                (FatigueKind.WEARINESS, "", exertion.weariness),
                (FatigueKind.WEAKNESS, BLOOD_LOSS, exertion.anaemia),
            )
            if amount
        ]
        fatigue = Fatigue(
            entries,
            breathed_at=exertion.breathed_at,
            rested_at=exertion.rested_at,
            slept_at=exertion.slept_at,
            clotted_at=exertion.clotted_at,
        )
        return recoveries(self.tables, fatigue, exertion.doing, exertion.since)


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
        self.pending = put(self.pending, (self.now + delay, kind, *particulars))

    def enter_shock(self, state: Shock) -> None:
        """Enter a shock state, with its re-test (heroic H5); the same state changes nothing."""
        if state is self.shock:
            return
        self.shock = state
        self.own_cause()
        if state >= INCAPACITATED and self.exertion.doing is not Doing.RESTING:
            self.exertion = self.exertion._replace(doing=Doing.RESTING, since=self.now)
            self.plan_recovery()
        self.await_retest()

    def await_retest(self) -> None:
        """Put down the re-test of the present state (heroic H5)."""
        delay = None
        if not self.locked:
            delay = retest_delay(self.patient.tables, self.shock, self.patient.round, turns=False)
        self.pending = put_anew(self.pending, RETEST, None if delay is None else self.now + delay)

    def own_cause(self) -> None:
        """Note that its state no longer comes of what brought it down at first."""
        if self.caused:
            self.caused = False
            self.tidy()

    def weaken(self, amount: int) -> None:
        """Add anaemia (heroic H8)."""
        if amount:
            self.fatigue += amount
            self.exertion = self.exertion._replace(anaemia=self.exertion.anaemia + amount)
            self.plan_recovery()

    def tire(self, amount: int) -> None:
        """Add weariness, which begins its rest anew (heroic H14)."""
        if amount:
            self.fatigue += amount
            exertion = self.exertion
            since = self.now if exertion.doing in QUIET else exertion.since
            self.exertion = exertion._replace(weariness=exertion.weariness + amount, since=since)
            self.plan_recovery()

    def ease(self, kind: FatigueKind, amount: int) -> None:
        """Take some fatigue away."""
        before = self.exertion.total
        self.exertion = self.exertion.eased(kind, amount)
        self.fatigue -= before - self.exertion.total

    def sicken(self, before: int, after: int) -> None:
        """Bring the weakness of an infection from that of one healing rate to that of another (heroic H13)."""
        tables = self.patient.tables
        self.fatigue += infection_weakness(tables, after) - infection_weakness(tables, before)

    def begin_anew(self) -> None:
        """Let rest, and the day that anaemia takes, count from now on (heroic H6)."""
        exertion = self.exertion
        if exertion.doing in QUIET:
            exertion = exertion._replace(since=self.now)
        if exertion.clotted_at is not None:
            exertion = exertion._replace(clotted_at=self.now)
        self.exertion = exertion
        self.plan_recovery()

    def open_bleeder(self, wound: int) -> None:
        """Let a wound bleed from now on (heroic H8)."""
        self.bleeders = (*self.bleeders, OpenBleeder(wound))
        self.put(self.patient.tables.bleeding.interval_s * SECOND, BLEED, wound)
        if self.exertion.clotted_at is not None:
            self.exertion = self.exertion._replace(clotted_at=None)
            self.plan_recovery()

    def close_bleeder(self, wound: int) -> None:
        """Close a bleeder, if that wound has one; with the last begins the day that anaemia takes (heroic H14)."""
        if all(bleeder.injury != wound for bleeder in self.bleeders):
            return
        self.bleeders = tuple([bleeder for bleeder in self.bleeders if bleeder.injury != wound])
        self.drop(BLEED, wound)
        if not self.bleeders:
            self.exertion = self.exertion._replace(clotted_at=self.now)
            self.plan_recovery()

    def drop(self, kind: Kind, number: int) -> None:
        """Drop what is pending about one wound."""
        self.pending = tuple([e for e in self.pending if e[1] is not kind or e[2] != number])

    def plan_recovery(self) -> None:
        """Put the next recovery of fatigue down (heroic H14); forget of the exertion what nothing reads any more."""
        exertion, pending = self.exertion, self.pending
        comatose = any(entry[1] is COURSE and entry[2] is COMA for entry in pending)
        if not (exertion.windedness or exertion.weariness or comatose):
            exertion = self.exertion = Exertion(
                anaemia=exertion.anaemia, clotted_at=exertion.clotted_at if exertion.anaemia else None
            )
        due = None
        if exertion.total and not any(entry[1] is COURSE and entry[2] is EXTENDED for entry in pending):
            due = min((recovery.due for recovery in self.patient.recoveries(exertion)), default=None)
        self.pending = put_anew(pending, RECOVER, None if due is None else max(due, self.now))

    def tidy(self) -> None:
        """Leave out the wounds that do no harm any more, and the numbers of those that nothing refers to.

        A treated wound that can neither kill nor become infected changes nothing that follows: the tests of shock,
        blood and courses read no impairment, and wounds are tested each by itself.
        """
        if self.caused:
            return  # which coma sets in may hang on a wound
        kept: list[Pending] = []
        for entry in self.pending:
            if entry[1] is HEAL and entry[2] != NOBODY and entry[4] is not None and not self._bleeds(entry[2]):
                if self._harmless(entry[2], entry[4]):
                    continue
                kept.append((entry[0], HEAL, NOBODY, entry[3], entry[4]))
            else:
                kept.append(entry)
        self.pending = tuple(kept)

    def _bleeds(self, wound: int) -> bool:
        return any(bleeder.injury == wound for bleeder in self.bleeders)

    def _harmless(self, wound: int, rate: int) -> bool:
        tables = self.patient.tables
        if rate <= tables.healing.dead_at:
            return False
        aspect = self.patient.aspect(wound)
        return rate >= tables.healing.healed_at or aspect is None or not infectable(tables, aspect, rate)

    def _attend(self) -> None:
        """Have the physician come back a round from now while there is something to do, and no longer."""
        if not self.bleeders and not any(entry[1] is HEAL and entry[4] is None for entry in self.pending):
            self.pending = put_anew(self.pending, TEND, None)
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
        due = pending[0][0] if pending else NEVER
        view = 2 * shock + (1 if bleeders else 0)
        return Plight(due, view, shock, self.caused, self.fatigue, pending, bleeders, self.exertion)
