"""Attendance: what a physician beside a patient does, and what comes of it (heroic H8, H13).

As those do in peace who think for themselves: once a round, as long as there is something to do.
"""

from __future__ import annotations

from typing import Final

from fleshwound.components.ids import SECOND
from fleshwound.systems.chain import Fates
from fleshwound.systems.heroic.aftermath import Aftermath
from fleshwound.systems.heroic.bleeding import StoppageResult, gravest_of, may_staunch
from fleshwound.systems.heroic.patient import Patient
from fleshwound.systems.heroic.plight import Kind, OpenBleeder, Pending, Pendings, Plight
from fleshwound.systems.heroic.stages import stoppages, treatments

BLEED, HEAL, INFECTION, TEND, TREATED = Kind.BLEED, Kind.HEAL, Kind.INFECTION, Kind.TEND, Kind.TREATED


class Attendance:
    """What the physician of one patient does."""

    def __init__(self, patient: Patient) -> None:
        self.patient: Final = patient
        self.tables: Final = patient.tables

    def after(self, plight: Plight, now: int, pending: Pendings) -> Aftermath:
        """Begin to change a plight."""
        return Aftermath(self.patient, now, plight, pending)

    def tends(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        """Staunch the gravest bleeder that may be tried, or set about the gravest wound; as the mind does in peace."""
        now = entry[0]
        levels = {other[2]: other[3] for other in rest if other[1] is HEAL}
        if not plight.bleeders:
            untreated = sorted((o for o in rest if o[1] is HEAL and o[4] is None), key=lambda o: (-o[3], o[2]))
            after = self.after(plight, now, rest)
            after.put(self.tables.treatment.duration_s * SECOND, TREATED, untreated[0][2])
            return [(after.plight(), 1.0)]
        gravest = gravest_of(self.tables, [open_.bleeder() for open_ in plight.bleeders], levels, now)
        assert gravest is not None
        if not may_staunch(self.tables, gravest, now):
            return [(self._come_back(self.after(plight, now, rest)), 1.0)]
        physician = self.patient.physician
        assert physician is not None
        fates: list[tuple[Plight, float]] = []
        for (result, bonus), chance in stoppages(self.tables, physician, gravest.bonus):
            after = self.after(plight, now, rest)
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
        until = min(self.patient.until + length, min(ready, default=now))
        rounds = max(1, -(-(until - now) // length))
        if after.bleeders:
            after.put(rounds * length, TEND)
        return after.plight()

    def treated(self, plight: Plight, entry: Pending, rest: Pendings) -> Fates:
        """Treat a wound: it heals at once, or has its healing rate from now on, and may bleed."""
        now, _, number = entry
        wound = next(other for other in rest if other[1] is HEAL and other[2] == number)
        infected = any(other[1] is INFECTION for other in rest)
        physician, aspect = self.patient.physician, self.patient.aspect(number)
        assert physician is not None
        assert aspect is not None
        fates: list[tuple[Plight, float]] = []
        for (healed, rates, bleeds), chance in treatments(self.tables, physician, aspect, wound[3]):
            after = self.after(plight, now, rest)
            if healed and not infected:
                after.drop(HEAL, number)
            else:
                made = (*wound[:4], rates if len(rates) > 1 else rates[0][0])
                after.pending = tuple([made if other is wound else other for other in rest])
                if bleeds and self.patient.blood:
                    after.open_bleeder(number)
                after.tidy()
            fates.append((after.plight(), chance))
        return fates
