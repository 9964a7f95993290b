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

from fleshwound.components.creature import Activity, Controller, Doing, FatigueKind, InjuryKind, Shock
from fleshwound.components.ids import SECOND
from fleshwound.systems.agenda import Entry
from fleshwound.systems.battle import Battle
from fleshwound.systems.chain import NEVER, Chain
from fleshwound.systems.heroic.aftermath import LOST, VIEWS, Aftermath
from fleshwound.systems.heroic.consequences import LASTING, locked
from fleshwound.systems.heroic.convalescence import base_of
from fleshwound.systems.heroic.d100 import BOUNDS, attribute_mastery
from fleshwound.systems.heroic.fatigue import BLOOD_LOSS, QUIET
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.patient import Patient
from fleshwound.systems.heroic.plight import Exertion, Kind, OpenBleeder, Pending, Plight
from fleshwound.systems.heroic.prospects import Prospects
from fleshwound.systems.prognosis import Prognosis


def prognosis_of(
    reader: Reader, battle: Battle, entity: int, horizon: int, treated_by: int | None, states: int
) -> Prognosis:
    """Work out what becomes of a creature within `horizon` microseconds, as the module says."""
    who = fighter(reader, entity)
    patient = patient_of(battle, who, battle.now + horizon, treated_by)
    first = LOST if who.shock.state is Shock.DEAD else plight_of(battle, who, patient)
    return Chain(first, Prospects(patient).step, VIEWS, str(Shock.DEAD), states).prognosis(battle.now, horizon)


def patient_of(battle: Battle, who: Fighter, until: int, treated_by: int | None) -> Patient:
    """Gather what of a creature doesn't change while it rests; what comes after `until` is left out of account."""
    tables, attributes = who.tables, who.abilities.attributes
    strength = attribute_mastery(attributes.get("strength", 0), tables.test)
    shock = who.abilities.skills.get("shock", 0)
    base = base_of(who) if not who.anatomy.incorporeal else 0
    # The first course test is hours away, and those of wounds and infections more.
    slow = until - battle.now >= tables.course.extended_interval_s * SECOND or _tested_by(battle, who, until)
    rate = tables.healing.healed_at if slow else 0
    return Patient(
        tables=tables,
        round=battle.ruleset.round,
        anatomy=who.anatomy,
        strength=strength,
        shock=shock,
        base=base,
        blood=not who.creature.immunities.blood,
        sleeps=esper.component_for_entity(who.entity, Controller).intents == "ai",
        wounds=tuple(entry for entry in who.injuries.entries if entry.kind is InjuryKind.WOUND),
        cause=who.shock.cause,
        physician=treated_by,
        until=until,
        eased_from=until - tables.fatigue.day_s * SECOND,
        spent=max(strength, shock + tables.retest.modifier, base * rate) - BOUNDS[0],
    )


def plight_of(battle: Battle, who: Fighter, patient: Patient) -> Plight:
    """Gather the plight of a living creature as it is now, with what the agenda has of it."""
    held = locked(who)
    pending = _pending_of(battle, who, patient.until)
    bleeders = tuple(OpenBleeder(b.injury, b.bonus, b.stopping, b.tried_at) for b in who.bleeding.bleeders)
    cause = who.shock.cause
    by_wound = cause is None or cause.location is not None
    caused = who.shock.state is Shock.UNCONSCIOUS and by_wound and not held
    begun = Plight(0, 0, who.shock.state, caused, who.fatigue.total, pending, bleeders, _exertion_of(battle, who))
    after = Aftermath(patient, battle.now, begun, pending)
    after.plan_recovery()
    if not held and who.shock.retest_at is None:
        after.await_retest()
    after.tidy()
    return after.plight()


def _tested_by(battle: Battle, who: Fighter, until: int) -> bool:
    """Tell whether a wound, a course or an infection is tested by then."""
    slow = (Kind.HEAL, Kind.COURSE, Kind.INFECTION)
    return any(entry[0] <= until and entry[1] in slow for entry in _pending_of(battle, who, until))


def _exertion_of(battle: Battle, who: Fighter) -> Exertion:
    fatigue = who.fatigue
    activity = esper.component_for_entity(who.entity, Activity)

    def amount(kind: FatigueKind) -> int:
        return sum(entry.amount for entry in fatigue.entries if entry.kind is kind)

    return Exertion(
        amount(FatigueKind.WINDEDNESS),
        amount(FatigueKind.WEARINESS),
        sum(entry.amount for entry in fatigue.entries if entry.source == BLOOD_LOSS),
        activity.doing is Doing.SLEEPING,
        activity.since if activity.doing in QUIET else battle.now,
        fatigue.breathed_at,
        fatigue.rested_at,
        fatigue.slept_at,
        fatigue.clotted_at,
    )


def _pending_of(battle: Battle, who: Fighter, until: int) -> tuple[Pending, ...]:
    """Find what the agenda has of a creature that still holds, in its order; of what stands there twice the first.

    What is due beyond the horizon is due never, and last.
    """
    found: dict[Pending, None] = {}
    later: dict[Pending, None] = {}
    for entry in battle.agenda:
        if entry.task.creature != who.id or (pending := _holding(who, entry)) is None:
            continue
        if entry.due <= until:
            found.setdefault(pending)
        elif pending[1] not in (Kind.RETEST, Kind.RECOVER):
            later.setdefault(_beyond(pending))
    return (*found, *later)


def _beyond(pending: Pending) -> Pending:
    match pending:
        case (_, Kind.COURSE, comatose, _, _):
            return NEVER, Kind.COURSE, comatose, 0, 0
        case (_, Kind.INFECTION, _):
            return NEVER, Kind.INFECTION, 0
        case _:
            return NEVER, *pending[1:]


def _holding(who: Fighter, entry: Entry) -> Pending | None:
    """Put an entry of the agenda as something pending; None: it doesn't hold any more, or nothing here reads it."""
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
        case "course" if injury is not None and injury.kind in LASTING:
            return due, Kind.COURSE, injury.kind is InjuryKind.COMA, injury.healing_rate, injury.at
        case "heal" if injury is not None and injury.kind is InjuryKind.WOUND:
            return due, Kind.HEAL, number, injury.level, injury.healing_rate
        case "infection" if injury is not None and injury.kind is InjuryKind.INFECTION:
            return due, Kind.INFECTION, injury.healing_rate
        case _:
            return None
