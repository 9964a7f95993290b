"""heroic H9 and H10: impairment, roles, immobilized and unusable limbs, by their tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.creature import Immobilization, Injuries, Injury, InjuryKind
from fleshwound.components.definitions import Anatomy, Aspect, Role
from fleshwound.components.draws import Level
from fleshwound.systems.heroic.capability import (
    can_stand,
    gripping_parts,
    grips,
    keeps_hold,
    least_impaired,
    may_hold,
    working_parts,
)
from fleshwound.systems.heroic.impairment import (
    UNHINDERED,
    Hindrance,
    Severity,
    hindrance_of_limbs,
    hindrance_of_roles,
    hindrance_of_test,
    impairments,
    permanent_impairment,
    severity_of,
    severity_of_part,
    severity_of_penalty,
    unusable_roles,
    wound_penalty,
)
from fleshwound.systems.heroic.tables import Tables

HEAD, RIGHT_ARM, LEFT_ARM, TORSO, RIGHT_LEG, LEFT_LEG = range(6)
VITAL, CORE, MANIPULATOR, LOCOMOTOR = Role


def place(anatomy: Anatomy, location: str) -> int:
    return [entry.id for entry in anatomy.locations].index(location)


def wounded(anatomy: Anatomy, *wounds: tuple[str, int] | tuple[str, int, int]) -> Injuries:
    """Wounds by location, level and, where treated, healing rate."""
    return Injuries(
        [
            Injury(
                number,
                InjuryKind.WOUND,
                place(anatomy, wound[0]),
                wound[1],
                Aspect.EDGED,
                wound[2] if len(wound) == 3 else None,
                0,
                None,
                "sword",
            )
            for number, wound in enumerate(wounds, start=1)
        ]
    )


@pytest.mark.parametrize(
    ("level", "severity"),
    [
        (0, Severity.NONE),
        (1, Severity.MINOR),
        (2, Severity.SERIOUS),
        (3, Severity.SERIOUS),
        (4, Severity.GRIEVOUS),
        (5, Severity.GRIEVOUS),
    ],
)
def test_injury_levels_read_as_severities(tables: Tables, level: int, severity: Severity) -> None:
    assert severity_of(tables, level) is severity


@pytest.mark.parametrize(
    ("level", "healing_rate", "penalty"),
    [
        (1, None, -5),
        (1, 1, -5),
        (1, 5, -5),
        (1, 6, 0),
        (1, 7, 0),
        (2, None, -10),
        (2, 7, -10),
        (3, None, -10),
        (3, 6, -10),
        (4, None, 0),
        (5, 3, 0),
        (0, None, 0),
    ],
)
def test_what_one_wound_takes_off(tables: Tables, level: int, healing_rate: int | None, penalty: int) -> None:
    assert wound_penalty(tables, level, healing_rate) == penalty


def test_a_whole_body_is_sound_and_one_object(tables: Tables, human: Anatomy) -> None:
    found = impairments(tables, human, Injuries())
    assert found.sound
    assert found.penalties == (0, 0, 0, 0, 0, 0)
    assert impairments(tables, human, Injuries()) is found


def test_three_serious_wounds_on_one_arm_take_off_ten(tables: Tables, human: Anatomy) -> None:
    found = impairments(tables, human, wounded(human, ("right_hand", 3), ("right_elbow", 2), ("right_forearm", 3)))
    assert found.penalties == (0, -10, 0, 0, 0, 0)


def test_a_grievous_wound_makes_its_part_unusable(tables: Tables, human: Anatomy) -> None:
    found = impairments(tables, human, wounded(human, ("left_thigh", 4)))
    assert found.unusable == 1 << LEFT_LEG
    assert not found.works(LEFT_LEG)
    assert not found.lost


def test_permanent_impairment_is_a_floor_and_never_makes_unusable(tables: Tables, human: Anatomy) -> None:
    injuries = wounded(human, ("right_hand", 1), ("left_hand", 3))
    injuries.permanent = {RIGHT_ARM: -25, LEFT_ARM: -5, HEAD: 5}
    found = impairments(tables, human, injuries)
    assert found.penalties == (0, -25, -10, 0, 0, 0)
    assert not found.unusable


def test_extended_shock_coma_and_infection_impair_nothing(tables: Tables, human: Anatomy) -> None:
    entries = [
        Injury(number, kind, 0, 4, None, 4, 0, None, "re-test")
        for number, kind in enumerate((InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA, InjuryKind.INFECTION), start=1)
    ]
    assert impairments(tables, human, Injuries(entries)).sound


@pytest.mark.parametrize(
    ("location", "part"),
    [("right_hand", RIGHT_ARM), ("right_upper_arm", RIGHT_ARM), ("left_foot", LEFT_LEG), ("left_knee", LEFT_LEG)],
)
def test_a_limb_is_unusable_for_good_once_its_grip_or_footing_is_gone(
    tables: Tables, human: Anatomy, location: str, part: int
) -> None:
    struck = place(human, location)
    gone = [i for i, entry in enumerate(human.locations) if entry.part == part and i >= struck]
    found = impairments(tables, human, Injuries(severed=sum(1 << i for i in gone)))
    assert found.lost == found.unusable == 1 << part


def test_a_lost_ear_leaves_the_head_usable(tables: Tables, human: Anatomy) -> None:
    found = impairments(tables, human, Injuries(severed=1 << place(human, "left_ear")))
    assert not found.lost


@given(
    wounds=st.lists(st.tuples(st.integers(0, 31), st.integers(1, 5), st.none() | st.integers(1, 7)), max_size=8),
    extra=st.tuples(st.integers(0, 31), st.integers(1, 5), st.none() | st.integers(1, 7)),
)
def test_another_wound_never_helps_and_never_adds(
    tables: Tables,
    human: Anatomy,
    wounds: list[tuple[int, int, int | None]],
    extra: tuple[int, int, int | None],
) -> None:
    def injuries(these: list[tuple[int, int, int | None]]) -> Injuries:
        return Injuries(
            [
                Injury(number, InjuryKind.WOUND, at % len(human.locations), level, Aspect.BLUNT, rate, 0, None, "club")
                for number, (at, level, rate) in enumerate(these, start=1)
            ]
        )

    before = impairments(tables, human, injuries(wounds))
    after = impairments(tables, human, injuries([*wounds, extra]))
    assert all(new <= old for old, new in zip(before.penalties, after.penalties, strict=True))
    assert before.unusable & ~after.unusable == 0
    assert set(after.penalties) <= {0, -5, -10}
    assert after == impairments(tables, human, injuries([extra, *reversed(wounds)]))


ROLES_OF_TESTS = {
    "agility": {LOCOMOTOR},
    "dexterity": {MANIPULATOR},
    "legerdemain": {MANIPULATOR},
    "climbing": {MANIPULATOR, LOCOMOTOR},
    "dodge": {CORE, VITAL, LOCOMOTOR},
    "acrobatics": {CORE, VITAL, LOCOMOTOR, MANIPULATOR},
    "archery": {CORE, VITAL, MANIPULATOR},
    "throwing": {CORE, VITAL, MANIPULATOR},
    "sling": {CORE, VITAL, MANIPULATOR},
    "physician": {CORE, VITAL, MANIPULATOR},
    "initiative": {CORE, VITAL},
    "will": set(),
    "command": set(),
    "shock": set(),
    "strength": set(),
}
PLACE_OF_ROLE = {VITAL: "skull", CORE: "thorax", MANIPULATOR: "left_hand", LOCOMOTOR: "right_foot"}


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize(("test", "roles"), ROLES_OF_TESTS.items())
def test_a_test_is_impaired_by_the_roles_it_names(
    tables: Tables, human: Anatomy, test: str, roles: set[Role], role: Role
) -> None:
    serious = impairments(tables, human, wounded(human, (PLACE_OF_ROLE[role], 3)))
    grievous = impairments(tables, human, wounded(human, (PLACE_OF_ROLE[role], 4)))
    if role in roles:
        assert hindrance_of_test(tables, human, serious, test) == Hindrance(-10)
        assert hindrance_of_test(tables, human, grievous, test).automatic is Level.CF0
    else:
        assert hindrance_of_test(tables, human, serious, test) == UNHINDERED
        assert hindrance_of_test(tables, human, grievous, test) == UNHINDERED


def test_the_worst_penalty_among_the_roles_counts_once(tables: Tables, human: Anatomy) -> None:
    found = impairments(tables, human, wounded(human, ("left_hand", 1), ("right_hand", 3), ("left_foot", 2)))
    assert hindrance_of_roles(human, found, [MANIPULATOR, LOCOMOTOR]) == Hindrance(-10)
    assert hindrance_of_roles(human, found, [MANIPULATOR, LOCOMOTOR]).impaired
    assert not hindrance_of_roles(human, found, [VITAL]).impaired


def test_an_unusable_off_hand_does_not_spoil_a_strike_with_the_good_one(tables: Tables, human: Anatomy) -> None:
    found = impairments(tables, human, wounded(human, ("left_hand", 4), ("right_hand", 1)))
    assert hindrance_of_limbs(found, [RIGHT_ARM]) == Hindrance(-5)
    assert hindrance_of_limbs(found, [RIGHT_ARM, LEFT_ARM]) == Hindrance(-5, Level.CF0)


def test_an_immobilized_limb_fails_marginally_keeps_its_grip_and_is_free_at_once(
    tables: Tables, human: Anatomy
) -> None:
    held = impairments(tables, human, Injuries(), [Immobilization(RIGHT_ARM, "hold", by=2)])
    assert hindrance_of_limbs(held, [RIGHT_ARM]) == Hindrance(0, Level.MF)
    assert hindrance_of_test(tables, human, held, "dexterity").automatic is Level.MF
    assert keeps_hold(human, held, RIGHT_ARM)
    assert not grips(human, held, RIGHT_ARM)
    assert hindrance_of_limbs(held, [LEFT_ARM]) == UNHINDERED
    assert hindrance_of_limbs(impairments(tables, human, Injuries()), [RIGHT_ARM]) == UNHINDERED


def test_an_unusable_limb_outweighs_an_immobilized_one(tables: Tables, human: Anatomy) -> None:
    hold = [Immobilization(RIGHT_LEG, "hold")]
    found = impairments(tables, human, wounded(human, ("left_thigh", 5)), hold)
    assert hindrance_of_roles(human, found, [LOCOMOTOR]).automatic is Level.CF0


def test_an_unusable_arm_drops_what_it_held_but_may_be_given_it_again(tables: Tables, human: Anatomy) -> None:
    found = impairments(tables, human, wounded(human, ("right_forearm", 4)))
    assert not keeps_hold(human, found, RIGHT_ARM)
    assert not grips(human, found, RIGHT_ARM)
    assert may_hold(human, found, RIGHT_ARM)
    assert gripping_parts(human, found) == (LEFT_ARM,)


def test_a_stump_never_holds_again(tables: Tables, human: Anatomy) -> None:
    found = impairments(tables, human, Injuries(severed=1 << place(human, "right_hand")))
    assert not may_hold(human, found, RIGHT_ARM)


def test_a_healed_arm_grips_again(tables: Tables, human: Anatomy) -> None:
    """Behaviour 17."""
    injuries = wounded(human, ("right_forearm", 4))
    assert not grips(human, impairments(tables, human, injuries), RIGHT_ARM)
    injuries.entries.clear()
    assert grips(human, impairments(tables, human, injuries), RIGHT_ARM)


def test_only_arms_hold_and_a_broken_leg_drops_nothing(tables: Tables, human: Anatomy) -> None:
    """Behaviour 16."""
    found = impairments(tables, human, wounded(human, ("left_knee", 5)))
    assert gripping_parts(human, found) == (RIGHT_ARM, LEFT_ARM)
    assert not may_hold(human, found, LEFT_LEG)


def test_nobody_stands_without_a_working_locomotor_part(tables: Tables, human: Anatomy) -> None:
    """Behaviour 11."""
    one = impairments(tables, human, wounded(human, ("left_thigh", 4)))
    both = impairments(tables, human, wounded(human, ("left_thigh", 4), ("right_foot", 5)))
    assert can_stand(human, one)
    assert working_parts(human, one, LOCOMOTOR) == 1
    assert not can_stand(human, both)


@pytest.mark.parametrize(
    ("wounds", "limb"),
    [
        ((), RIGHT_ARM),
        ((("right_hand", 1),), LEFT_ARM),
        ((("right_hand", 1), ("left_hand", 2)), RIGHT_ARM),
        ((("right_hand", 4),), LEFT_ARM),
        ((("right_hand", 4), ("left_hand", 5)), None),
    ],
)
def test_a_punch_uses_the_least_impaired_arm(
    tables: Tables, human: Anatomy, wounds: tuple[tuple[str, int], ...], limb: int | None
) -> None:
    found = impairments(tables, human, wounded(human, *wounds))
    assert least_impaired(human, found, frozenset({MANIPULATOR})) == limb


def test_roles_go_out_of_use_with_any_part_that_holds_them(tables: Tables, human: Anatomy) -> None:
    found = impairments(tables, human, wounded(human, ("left_hand", 4), ("abdomen", 5), ("skull", 3)))
    assert unusable_roles(human, found) == {MANIPULATOR, CORE}


@pytest.mark.parametrize(
    ("penalty", "severity"),
    [
        (0, Severity.NONE),
        (-1, Severity.MINOR),
        (-5, Severity.MINOR),
        (-6, Severity.SERIOUS),
        (-10, Severity.SERIOUS),
        (-11, Severity.GRIEVOUS),
        (-25, Severity.GRIEVOUS),
    ],
)
def test_penalties_read_as_severities(tables: Tables, penalty: int, severity: Severity) -> None:
    assert severity_of_penalty(tables, penalty) is severity


def test_an_unusable_part_is_worse_than_grievous(tables: Tables, human: Anatomy) -> None:
    found = impairments(tables, human, wounded(human, ("left_hand", 4), ("left_hand", 1)))
    assert severity_of_part(tables, found, LEFT_ARM) is Severity.UNUSABLE


@pytest.mark.parametrize(
    ("days", "penalty"),
    [
        (0, 0),
        (19, 0),
        (20, -5),
        (39, -5),
        (40, -10),
        (59, -10),
        (60, -15),
        (79, -15),
        (80, -20),
        (99, -20),
        (100, -25),
        (1000, -25),
    ],
)
def test_what_stays_by_days_to_heal(tables: Tables, days: int, penalty: int) -> None:
    assert permanent_impairment(tables, days) == penalty
