"""The patient: what the rules read of a wounded creature that doesn't change while it rests (heroic H5–H8, H13)."""

from __future__ import annotations

from dataclasses import dataclass

from fleshwound.components.creature import Doing, Fatigue, FatigueEntry, FatigueKind, Injury, ShockCause
from fleshwound.components.definitions import Anatomy, Aspect
from fleshwound.components.ids import SECOND
from fleshwound.systems.heroic.fatigue import BLOOD_LOSS, Recovery, recoveries
from fleshwound.systems.heroic.healing import past_harm
from fleshwound.systems.heroic.plight import Exertion
from fleshwound.systems.heroic.tables import Tables


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
    until: int
    """The horizon: what is due later makes no difference, in microseconds."""
    eased_from: int
    """Blood lost later than this weakens beyond the horizon, in microseconds: a day before it."""
    spent: int
    """Fatigue that brings every test which may come within the horizon to its least target."""

    @property
    def heals_every(self) -> int:
        """From one healing test of a wound to the next, in microseconds (heroic H13)."""
        return self.tables.healing.interval_s * SECOND

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
        doing = Doing.SLEEPING if exertion.asleep else Doing.RESTING
        return recoveries(self.tables, fatigue, doing, exertion.since)

    def lasting(self, exertion: Exertion, now: int, *, comatose: bool) -> Exertion | None:
        """Leave out of an exertion what can't recover within the horizon any more, and what nothing reads then.

        What puts a recovery off never brings it nearer, but that who sleeps may be woken and rest; and whoever wakes
        from a coma, `comatose` now, is weary then.
        """
        table, until = self.tables.fatigue, self.until
        dues = {recovery.kind: recovery.due for recovery in self.recoveries(exertion)}
        windedness, weariness, anaemia = exertion.windedness, exertion.weariness, exertion.anaemia
        if windedness and dues[FatigueKind.WINDEDNESS] > until:
            windedness = 0
        woken_late = not exertion.asleep or now + table.rest_s * SECOND > until
        if weariness and not comatose and woken_late and dues[FatigueKind.WEARINESS] > until:
            weariness = 0
        if anaemia and dues.get(FatigueKind.WEAKNESS, now + table.day_s * SECOND) > until:
            anaemia = 0
        rests = windedness or weariness
        fatigued = weariness or comatose
        left = Exertion(
            windedness,
            weariness,
            anaemia,
            exertion.asleep and rests > 0,
            exertion.since if rests else 0,
            exertion.breathed_at if windedness else None,
            exertion.rested_at if fatigued else None,
            exertion.slept_at if fatigued else None,
            exertion.clotted_at if anaemia else None,
        )
        return None if left == Exertion() else left

    def harmless(self, wound: int, rate: int) -> bool:
        """Tell whether a treated wound can neither kill nor become infected: it heals by and by."""
        return past_harm(self.tables, self.aspect(wound), rate)
