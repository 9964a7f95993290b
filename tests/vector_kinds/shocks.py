"""Cases of shock, re-tests and courses (heroic H5–H8)."""

from __future__ import annotations

from fleshwound.components.creature import Injury, InjuryKind, Shock
from fleshwound.components.definitions import Anatomy, Location, Tier
from fleshwound.components.ids import DAY
from fleshwound.systems.drivers import scripted
from fleshwound.systems.heroic.bleeding import advance_test
from fleshwound.systems.heroic.course import CourseEnd, coma_weariness, course_delta, course_test, state_after
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.retest import (
    Retest,
    causing_wound,
    coma_healing_rate,
    retest,
    retest_result,
)
from fleshwound.systems.heroic.shock import (
    ShockOffer,
    adjustment,
    advanced,
    is_tested,
    severest,
    shock_test,
    state_of,
    worsened,
)
from vector_kinds.playing import LEVELS, with_faces
from vector_kinds.registry import Setting, Values, covers

NAMES = {"stun": Shock.STUNNED} | {state.name.lower(): state for state in Shock}
LASTING = {InjuryKind.EXTENDED_SHOCK: "extended_shock", InjuryKind.COMA: "coma"}


@covers("state_from_index")
def state_from_index(given: Values, setting: Setting) -> Values:
    state = state_of(setting.tables, given["index"])
    return {
        "state": state,
        "name": state.name.lower(),
        "roll_needed": is_tested(setting.tables, given["index"]),
    }


@covers("index_adjustment")
def index_adjustment(given: Values, setting: Setting) -> Values:
    return {"adjustment": adjustment(setting.tables, LEVELS[given["success_level"]])}


@covers("merge_statuses")
def merge_statuses(given: Values, setting: Setting) -> Values:
    return {"state": severest(NAMES[name] for name in given["statuses"] if name in NAMES)}


def accepted(present: Shock, offer: ShockOffer) -> Shock:
    """Take whatever the test comes to offer."""
    offered = worsened(present, offer.state)
    return present if offered is None else offered


@covers("injury_shock")
def injury_shock(given: Values, setting: Setting) -> Values:
    base = given["base_index"]
    levels = [LEVELS[given["success_level"]]] if is_tested(setting.tables, base) else []
    offer = scripted(shock_test(setting.tables, base, Mastery(50)), *levels)
    state = accepted(Shock(given["current"]), offer)
    return {"rolled": offer.level is not None, "new_state": state, "new_name": state.name.lower()}


@covers("shock_roll")
def shock_roll(given: Values, setting: Setting) -> Values:
    mastery = Mastery(given["shock_mastery"]).plus("fatigue", -given["fatigue"]).plus("bonus", given["roll_bonus"])
    offer, tests = with_faces(shock_test(setting.tables, given["base_index"], mastery), given["die"])
    return {
        "target": tests[0].mastery.eml,
        "success_level": None if offer.level is None else offer.level.steps,
        "new_state": accepted(Shock(given["current"]), offer),
    }


@covers("advance")
def advance(given: Values, setting: Setting) -> Values:
    return {"new_state": advanced(Shock(given["current"]), given["steps"])}


@covers("blood_loss_advance")
def blood_loss_advance(given: Values, setting: Setting) -> Values:
    loss = scripted(advance_test(setting.tables, Mastery(50)), LEVELS[given["success_level"]])
    return {
        "blood_loss_points": loss.points,
        "weakness_fatigue": loss.weakness,
        "new_state": advanced(Shock(given["current"]), loss.points),
    }


@covers("retest_outcome")
def retest_outcome(given: Values, setting: Setting) -> Values:
    found = retest_result(setting.tables, Shock(given["current"]), LEVELS[given["success_level"]])
    if found.course is InjuryKind.EXTENDED_SHOCK:
        return {"kind": "extendedShock", "hr": found.healing_rate}
    if found.course is InjuryKind.COMA:
        return {"kind": "coma"}
    return {"kind": "recover"} if found.state is Shock.NONE else {"kind": "improve", "state": found.state}


@covers("retest")
def retest_with_wounds(given: Values, setting: Setting) -> Values:
    wounds = given["wounds"]
    body = Anatomy("victim", "victim", (), (), tuple(
        Location(wound["location"], wound["location"], 0, 1, wound["shock_value"], Tier.NONE, Tier.NONE, False, False)
        for wound in wounds
    ))  # fmt: skip
    entries = [
        Injury(number, InjuryKind.WOUND, number - 1, wound["level"], None, None, 0, None, "vector")
        for number, wound in enumerate(wounds, start=1)
    ]
    mastery = Mastery(given["shock_mastery"]).plus("fatigue", -given["fatigue"])
    cause = causing_wound(body, entries, None)
    found, tests = with_faces(retest(setting.tables, Shock(given["current"]), mastery, cause), given["die"])
    return {
        "target": tests[0].mastery.eml,
        "success_level": found.level.steps,
        "new_state": found.state,
        "lasting": lasting(found, body),
    }


def lasting(found: Retest, body: Anatomy) -> Values | None:
    """Describe the course that a re-test began."""
    if found.course is None:
        return None
    return {
        "kind": LASTING[found.course],
        "healing_rate": found.healing_rate,
        "location": "" if found.location is None else body.locations[found.location].id,
    }


@covers("coma_healing_rate")
def coma_opening(given: Values, setting: Setting) -> Values:
    return {"healing_rate": coma_healing_rate(setting.tables, given["shock_value"], given["injury_level"])}


@covers("course_delta")
def delta(given: Values, setting: Setting) -> Values:
    return {"delta": course_delta(setting.tables, LEVELS[given["success_level"]])}


@covers("course_test")
def course(given: Values, setting: Setting) -> Values:
    kind = InjuryKind(given["condition"])
    result = scripted(course_test(setting.tables, kind, given["healing_rate"], 12, 0), LEVELS[given["success_level"]])
    state = state_after(Shock(given["state_before"]), result, held=given["other_active_coma"])
    woken = kind is InjuryKind.COMA and result.end is CourseEnd.OVER
    return {
        "rolled": True,  # the script fails where the rule makes no test
        "healing_rate": result.after,
        "state_after": state,
        "fatigue": coma_weariness(given["days_since_start"] * DAY) if woken else 0,
    }
