"""The shipped constants, and the human body as the rulebook prints it (heroic H2)."""

from __future__ import annotations

from importlib.resources import files
from tomllib import loads

import cattrs
import pytest

from fleshwound.components.definitions import Anatomy, Location, Part, Role, Side, Tier, Zone
from fleshwound.systems.heroic.tables import Tables

NONE, LOW, MEDIUM, HIGH = Tier

HEAD = (
    ("skull", 500, 5, LOW, NONE),
    ("left_eye", 15, 5, MEDIUM, NONE),
    ("right_eye", 15, 5, MEDIUM, NONE),
    ("nose", 30, 5, MEDIUM, NONE),
    ("left_cheek", 60, 4, MEDIUM, NONE),
    ("right_cheek", 60, 4, MEDIUM, NONE),
    ("left_ear", 15, 4, MEDIUM, NONE),
    ("right_ear", 15, 4, MEDIUM, NONE),
    ("mouth", 30, 4, MEDIUM, NONE),
    ("jaw", 60, 4, MEDIUM, NONE),
    ("neck", 200, 5, HIGH, LOW),
)
ARM = (
    ("shoulder", 30, 3, MEDIUM, NONE),
    ("upper_arm", 30, 1, LOW, MEDIUM),
    ("elbow", 10, 2, LOW, MEDIUM),
    ("forearm", 20, 1, LOW, MEDIUM),
    ("hand", 10, 2, NONE, HIGH),
)
TORSO = (("thorax", 40, 4, MEDIUM, NONE), ("abdomen", 40, 4, HIGH, NONE), ("pelvis", 20, 4, MEDIUM, NONE))
LEG = (
    ("thigh", 40, 3, MEDIUM, LOW),
    ("knee", 10, 2, LOW, MEDIUM),
    ("calf", 30, 1, LOW, MEDIUM),
    ("foot", 20, 2, NONE, MEDIUM),
)


@pytest.fixture(scope="session")
def tables() -> Tables:
    text = (files("fleshwound.assets") / "rulesets" / "heroic.toml").read_text(encoding="utf-8")
    return cattrs.structure(loads(text), Tables)


@pytest.fixture(scope="session")
def human() -> Anatomy:
    zones = (Zone("head", "head", 1), Zone("arms", "arms", 4), Zone("torso", "torso", 4), Zone("legs", "legs", 6))
    rows = (
        ("head", 0, 1, Role.VITAL, Side.CENTRAL, HEAD),
        ("right_arm", 1, 2, Role.MANIPULATOR, Side.RIGHT, ARM),
        ("left_arm", 1, 2, Role.MANIPULATOR, Side.LEFT, ARM),
        ("torso", 2, 4, Role.CORE, Side.CENTRAL, TORSO),
        ("right_leg", 3, 3, Role.LOCOMOTOR, Side.RIGHT, LEG),
        ("left_leg", 3, 3, Role.LOCOMOTOR, Side.LEFT, LEG),
    )
    parts, locations = [], []
    for index, (id, zone, weight, role, side, places) in enumerate(rows):
        limb = side is not Side.CENTRAL
        parts.append(Part(id, id, zone, weight, frozenset({role}), role is Role.MANIPULATOR, side, limb))
        for name, share, shock, bleeding, amputability in places:
            location = f"{side}_{name}" if limb else name
            locations.append(
                Location(
                    location,
                    location,
                    index,
                    share,
                    shock,
                    bleeding,
                    amputability,
                    fumble=role is Role.MANIPULATOR,
                    stumble=role is Role.LOCOMOTOR,
                )
            )
    return Anatomy("human", "human", zones, tuple(parts), tuple(locations))
