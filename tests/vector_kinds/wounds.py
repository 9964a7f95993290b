"""Cases of impairment, health, strength and the Healing Base (heroic H9–H13)."""

from __future__ import annotations

from fleshwound.components.creature import Injuries, Injury, InjuryKind
from fleshwound.components.definitions import Role
from fleshwound.systems.heroic.healing import healing_base
from fleshwound.systems.heroic.health import band_of, ceiling, health, living_health, lowest_ceiling
from fleshwound.systems.heroic.impairment import (
    Hindrance,
    Severity,
    hindrance_of_roles,
    impairments,
    permanent_impairment,
    severity_of,
    severity_of_part,
    severity_of_penalty,
    unusable_roles,
)
from fleshwound.systems.heroic.strength import impact_modifier
from vector_kinds.bodies import location_index, mask, part_index
from vector_kinds.registry import Setting, Values, covers

STATUS = {
    Severity.NONE: "none",
    Severity.MINOR: "minor",
    Severity.SERIOUS: "major",
    Severity.GRIEVOUS: "major",
    Severity.UNUSABLE: "unusable",
}


def test_row(roles: list[str], found: Hindrance) -> Values:
    """Describe what a test naming some roles comes to."""
    return {"roles": roles, "auto_critical_fail": found.automatic is not None, "penalty": found.penalty}


TESTED_ROLES: tuple[list[str], ...] = (
    [],
    ["manipulator"],
    ["locomotor"],
    ["vital"],
    ["core"],
    ["manipulator", "locomotor"],
    ["vital", "core", "manipulator", "locomotor"],
)
"""The sets of roles that every case asks about."""


@covers("impairment")
def impairment(given: Values, setting: Setting) -> Values:
    tables, anatomy = setting.tables, setting.anatomies[given["creature"]]
    for_good = mask(part_index(anatomy, part) for part in given["permanently_unusable"])
    severed = mask(index for index, location in enumerate(anatomy.locations) if for_good >> location.part & 1)
    injuries = Injuries(
        [
            Injury(
                number, InjuryKind.WOUND, location_index(anatomy, wound["location"]), wound["level"], None,
                wound["healing_rate"], 0, None, "vector",
            )
            for number, wound in enumerate(given["wounds"], start=1)
        ],
        severed,
        {part_index(anatomy, part): penalty for part, penalty in given["permanent_impairment"].items()},
    )  # fmt: skip
    found = impairments(tables, anatomy, injuries)
    value = health(tables, anatomy, found, dead=given["dead"])
    by_role = {role: hindrance_of_roles(anatomy, found, [role]) for role in Role}
    return {
        "parts": [
            {
                "part": part.id,
                "critical": part.critical,
                "roles": set(part.roles),
                "impairment": found.penalties[index],
                "usable": found.works(index),
                "tier": severity_of_penalty(tables, found.penalties[index]).name.lower(),
                "status": STATUS[severity_of_part(tables, found, index)],
            }
            for index, part in enumerate(anatomy.parts)
        ],
        "health": {
            "ceiling": lowest_ceiling(tables, anatomy, found),
            "value": value,
            "max": 100,
            "percent": value,
            "band": band_of(tables, value).capitalize(),
        },
        "unusable_roles": set(unusable_roles(anatomy, found)),
        "role_penalties": {role.value: way.penalty for role, way in by_role.items() if way.penalty},
        "tests": [test_row(roles, hindrance_of_roles(anatomy, found, map(Role, roles))) for roles in TESTED_ROLES],
    }


@covers("ceiling")
def health_ceiling(given: Values, setting: Setting) -> Values:
    tables = setting.tables
    state = Severity[given["state"].upper()]
    lowest = ceiling(tables, state, given["count"], critical=given["critical"])
    value = 0 if given["dead"] else living_health(tables, lowest)
    return {"ceiling": lowest, "value": value, "band": band_of(tables, value).capitalize()}


@covers("health_band")
def health_band(given: Values, setting: Setting) -> Values:
    return {"band": band_of(setting.tables, given["value"]).capitalize()}


@covers("severity_band")
def severity_band(given: Values, setting: Setting) -> Values:
    return {"band": severity_of(setting.tables, given["level"]).name.lower()}


@covers("strength_modifier")
def strength_modifier(given: Values, setting: Setting) -> Values:
    return {"modifier": impact_modifier(setting.tables, given["strength"])}


@covers("healing_base")
def base(given: Values, setting: Setting) -> Values:
    return {"healing_base": healing_base(given["endurance"], given["will"])}


@covers("permanent_impairment")
def stays(given: Values, setting: Setting) -> Values:
    return {"penalty": permanent_impairment(setting.tables, given["days"])}
