"""Cases of treatment and healing (heroic H13)."""

from __future__ import annotations

from fleshwound.components.creature import Injury, InjuryKind
from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Level
from fleshwound.systems.heroic.healing import healing_test, infection_rate, wound_mastery
from fleshwound.systems.heroic.impairment import Severity
from fleshwound.systems.heroic.infection import infected
from fleshwound.systems.heroic.treatment import SURGERY, after_treatment, healing_rate, method_of, treatment
from vector_kinds.playing import LEVELS, with_faces
from vector_kinds.registry import Setting, Values, covers

CODES = {"compress": "CMP", "clean": "CLN", "set": "SET", SURGERY: "SUR"}
METHODS = {code: method for method, code in CODES.items()}


def rate_or_healed(setting: Setting, rate: int) -> int | str:
    return "HEAL" if rate >= setting.tables.healing.healed_at else rate


@covers("healing_rate")
def rate_given(given: Values, setting: Setting) -> Values:
    rate = healing_rate(setting.tables, Severity[given["band"].upper()], LEVELS[given["success_level"]])
    return {"healing_rate": rate_or_healed(setting, rate)}


@covers("required_treatment")
def required_treatment(given: Values, setting: Setting) -> Values:
    if given["aspect"].upper() not in Aspect.__members__:
        return {"code": None, "modifier": None}
    method = method_of(setting.tables, Aspect[given["aspect"].upper()], Severity[given["band"].upper()])
    return {"code": CODES[method.name], "modifier": method.modifier}


def without_amputation(out: Values) -> Values:
    """Leave out what taking the limb off adds: no treatment of ours does, and so neither is there a stump to bleed."""
    left_out = {"amputation"} if out["amputation"] is None else {"amputation", "bleeds"}
    return {key: value for key, value in out.items() if key not in left_out}


@covers("treatment_outcome", translation=without_amputation)
def treatment_outcome(given: Values, setting: Setting) -> Values:
    aspect, severity = Aspect[given["aspect"].upper()], Severity[given["band"].upper()]
    method = METHODS.get(given["code"], "")
    done = treatment(setting.tables, aspect, severity, method, LEVELS[given["success_level"]])
    return {
        "healing_rate": rate_or_healed(setting, done.healing_rate),
        # Theirs flags whatever was treated badly; whether it can become infected our rulebook asks of the aspect alone.
        "infectable": done.level < Level.MS,
        "bleeds": done.bleeds,
        "permanent_impairment_possible": done.permanent,
    }


@covers("special_effects")
def special_effects(given: Values, setting: Setting) -> Values:
    aspect, severity = Aspect[given["aspect"].upper()], Severity[given["band"].upper()]
    after = after_treatment(setting.tables, aspect, severity, given["healing_rate"])
    return {"bleeds": after.bleeds, "permanent_impairment_possible": after.permanent}


@covers("healing_test")
def tested(given: Values, setting: Setting) -> Values:
    tables, level, rate = setting.tables, given["injury_level"], given["healing_rate"]
    base, other = given["healing_base"], given["other_infection_rate"]
    target = None if rate is None else wound_mastery(base, rate, 0).eml
    entries = [] if other is None else [Injury(2, InjuryKind.INFECTION, 0, 0, None, other, 0, None, "vector", of=1)]
    if not level or infected(entries):
        return {"target": target, "die_used": False, "injury_level": level, "infection_rate": None}
    rolled = [given["die"]] if rate is not None else []
    done, tests = with_faces(
        healing_test(tables, level, rate, base, 0, may_infect=given["infectable"]), *rolled
    )  # fmt: skip
    if done.infection is not None:
        assert done.infection == infection_rate(tables, level, rate)
    return {
        "target": target,
        "die_used": bool(tests),
        "injury_level": done.after,
        "infection_rate": done.infection,
    }
