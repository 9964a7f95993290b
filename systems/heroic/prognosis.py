"""The prognosis of a creature under these rules: its plight as the combat has it, and the chain from there (heroic H5).

What is assumed of the time to come is what play does in peace: nobody strikes the creature any more, it stays where it
is and rests, or sleeps on if it sleeps. In a fight that holds from now on: what waited for the end of its next turn
comes a round from now, as it would if the fight were over at this moment. Morale, fear and psyche stress stay as they
are: what they weaken they go on weakening.

Who looks after it (`treated_by`) is somebody beside it, able and untired, of that mastery level in Physician, who does
as those do who think for themselves: the first time a round from now, then once a round as long as anything bleeds, the
gravest bleeder that may be tried is staunched (heroic H8: each once in 5 minutes); once nothing bleeds the gravest
untreated wound is treated, which takes 10 minutes, a round later the next (heroic H13). Nobody else does anything, the
creature itself neither, and whatever treatment is under way comes to nothing.
"""

from __future__ import annotations

import esper

from fleshwound.components.creature import (
    Activity,
    Controller,
    Doing,
    FatigueKind,
    InjuryKind,
    Shock,
)
from fleshwound.systems.agenda import Entry
from fleshwound.systems.battle import Battle
from fleshwound.systems.chain import Chain
from fleshwound.systems.heroic.aftermath import LOST, VIEWS, Aftermath, Patient
from fleshwound.systems.heroic.consequences import locked
from fleshwound.systems.heroic.convalescence import base_of
from fleshwound.systems.heroic.d100 import attribute_mastery
from fleshwound.systems.heroic.fatigue import BLOOD_LOSS, QUIET
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.plight import Exertion, Kind, OpenBleeder, Pending, Plight
from fleshwound.systems.heroic.prospects import Prospects
from fleshwound.systems.prognosis import Prognosis


def prognosis_of(reader: Reader, battle: Battle, entity: int, horizon: int, treated_by: int | None) -> Prognosis:
    """Work out what becomes of a creature within `horizon` microseconds, as the module says."""
    who = fighter(reader, entity)
    patient = patient_of(battle, who, treated_by)
    first = plight_of(battle, who, patient)
    return Chain(first, Prospects(patient).step, VIEWS, str(Shock.DEAD)).prognosis(battle.now, horizon)


def patient_of(battle: Battle, who: Fighter, treated_by: int | None) -> Patient:
    """Gather what of a creature doesn't change while it rests."""
    attributes, immune = who.abilities.attributes, who.creature.immunities
    wounds = tuple(entry for entry in who.injuries.entries if entry.kind is InjuryKind.WOUND)
    return Patient(
        tables=who.tables,
        round=battle.ruleset.round,
        anatomy=who.anatomy,
        strength=attribute_mastery(attributes.get("strength", 0), who.tables.test),
        shock=who.abilities.skills.get("shock", 0),
        base=base_of(who) if who.injuries.entries else 0,
        blood=not immune.blood,
        sleeps=esper.component_for_entity(who.entity, Controller).intents == "ai",
        wounds=wounds,
        cause=who.shock.cause,
        physician=treated_by,
    )


def plight_of(battle: Battle, who: Fighter, patient: Patient) -> Plight:
    """Gather the plight of a creature as it is now, with what the agenda has of it."""
    shock = who.shock.state
    if shock is Shock.DEAD:
        return LOST
    activity = esper.component_for_entity(who.entity, Activity)
    exertion = _exertion_of(who, activity.doing, activity.since)
    if activity.doing not in QUIET:
        exertion = exertion._replace(doing=Doing.RESTING, since=battle.now)
    pending = _pending_of(battle, who)
    held = locked(who)
    caused = shock is Shock.UNCONSCIOUS and not held
    bleeders = tuple(OpenBleeder(b.injury, b.bonus, b.stopping, b.tried_at) for b in who.bleeding.bleeders)
    begun = Plight(0, 0, shock, caused, who.fatigue.total, pending, bleeders, exertion)
    after = Aftermath(patient, battle.now, begun, pending)
    after.plan_recovery()
    if not any(entry[1] is Kind.RETEST for entry in pending):
        after.await_retest()
    after.tidy()
    return after.plight()


def _exertion_of(who: Fighter, doing: Doing, since: int) -> Exertion:
    fatigue = who.fatigue

    def amount(kind: FatigueKind) -> int:
        return sum(entry.amount for entry in fatigue.entries if entry.kind is kind)

    return Exertion(
        amount(FatigueKind.WINDEDNESS),
        amount(FatigueKind.WEARINESS),
        sum(entry.amount for entry in fatigue.entries if entry.source == BLOOD_LOSS),
        doing,
        since,
        fatigue.breathed_at,
        fatigue.rested_at,
        fatigue.slept_at,
        fatigue.clotted_at,
    )


def _pending_of(battle: Battle, who: Fighter) -> tuple[Pending, ...]:
    """Find what the agenda has of a creature that still holds, in its order; of what stands there twice the first."""
    found: dict[Pending, None] = {}
    for entry in battle.agenda:
        if entry.task.creature == who.id and (pending := _holding(who, entry)) is not None:
            found.setdefault(pending)
    return tuple(found)


def _holding(who: Fighter, entry: Entry) -> Pending | None:
    due, (kind, _, payload) = entry.due, entry.task
    number = payload[0] if payload else None
    injury = next((e for e in who.injuries.entries if e.number == number), None)
    match kind:
        case "bleed" if any(b.injury == number and b.due == due for b in who.bleeding.bleeders):
            return due, Kind.BLEED, number
        case "retest" if number is not None and number == who.shock.retest_at and not locked(who):
            return due, Kind.RETEST
        case "recover" if number == who.fatigue.recovers_at:
            return due, Kind.RECOVER
        case "course" if injury is not None and injury.kind in (InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA):
            return due, Kind.COURSE, injury.kind, injury.healing_rate, injury.at
        case "heal" if injury is not None and injury.kind is InjuryKind.WOUND:
            return due, Kind.HEAL, number, injury.level, injury.healing_rate
        case "infection" if injury is not None and injury.kind is InjuryKind.INFECTION:
            return due, Kind.INFECTION, injury.healing_rate
        case _:
            return None
