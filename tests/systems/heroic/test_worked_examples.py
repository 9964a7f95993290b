"""Every table row and every worked example of the rulebook, read out of the rulebook itself (heroic H1 to H11).

A table is parsed where it stands, so that a row that changes there fails here; an example names the sentence it
rests on, and fails when the rulebook no longer says so. H12 to H15 follow in files of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest
from rulebook import says, section
from rulebook import tables as tables_of

from fleshwound.components.creature import Injuries, Injury, InjuryKind, Shock
from fleshwound.components.definitions import Anatomy, Aspect, Role, Side, Tier
from fleshwound.components.draws import STEPS, Draw, Level, level_of
from fleshwound.components.ids import HOUR
from fleshwound.components.views import Band
from fleshwound.game.content import shipped
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.heroic.arms import favoured_side, is_off_hand
from fleshwound.systems.heroic.bleeding import advance_test, stoppage
from fleshwound.systems.heroic.blow import blow, compounded
from fleshwound.systems.heroic.body import Body, body_of
from fleshwound.systems.heroic.course import course_interval, course_test
from fleshwound.systems.heroic.d100 import Contender, Mastery, index, opening, opposed, result, skill_base
from fleshwound.systems.heroic.health import band_of, ceiling, health, lowest_ceiling
from fleshwound.systems.heroic.impairment import (
    Severity,
    hindrance_of_limbs,
    hindrance_of_test,
    impairments,
    permanent_impairment,
)
from fleshwound.systems.heroic.injury import (
    Harm,
    amputation_modifier,
    bleeding_grid,
    body_scale,
    cover_of,
    effective_protection,
    injury_level,
    mishap_risk,
    thresholds_of,
    wound_of,
)
from fleshwound.systems.heroic.location import Aim, Miss, aimed, unaimed
from fleshwound.systems.heroic.mishap import Control, fumbled, stumbled
from fleshwound.systems.heroic.retest import CausingWound, coma_healing_rate, retest_result
from fleshwound.systems.heroic.shock import adjustment, base_index, is_tested, shock_test, state_of, worsened
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim

CF0, CF5, MF, MS, CS = Level
BY_NAME: Final = {"CF": (CF0, CF5), "MF": (MF,), "MS": (MS,), "CS": (CS,)}
TIERS: Final = {tier.name.lower(): tier for tier in Tier}
STATES: Final = {state.name.lower(): state for state in Shock}


def spans(text: str) -> list[int]:
    """`≤ 6`, `7`, `≥ 10`, `1–4`, `20+`: whole numbers that a heading stands for, as far as 3 beyond an open end."""
    text = text.replace("−", "-").strip()
    if text.startswith("≤"):
        most = int(text[1:])
        return list(range(most - 3, most + 1))
    if text.startswith("≥"):
        return list(range(int(text[1:]), int(text[1:]) + 4))
    if text.endswith("+"):
        return list(range(int(text[:-1]), int(text[:-1]) + 4))
    least, _, most_of = text.partition("–")
    return list(range(int(least), int(most_of or least) + 1))


def rows(name: str, place: int) -> Iterable[tuple[str, dict[str, str]]]:
    """Rows of a table by column."""
    table = tables_of(name)[place]
    return [(row, dict(zip(table.head, cells, strict=True))) for row, cells in table.rows.items()]


def ids(pairs: Iterable[tuple[str, dict[str, str]]]) -> list[str]:
    return [name for name, _ in pairs]


@pytest.fixture(scope="session")
def man() -> Anatomy:
    """The human as shipped, not as a test builds it."""
    return shipped().creature("human").anatomy


@pytest.fixture(scope="session")
def body(man: Anatomy) -> Body:
    return body_of(man)


@pytest.fixture(scope="session")
def rules() -> Tables:
    """The constants as shipped."""
    return shipped().tables("heroic", Tables)


def place(man: Anatomy, location: str) -> int:
    return [each.id for each in man.locations].index(location)


def victim(rules: Tables, body: Body, **fields: object) -> Victim:
    masteries = {"shock": Mastery(50), "strength": Mastery(55), "fumble": Mastery(50), "stumble": Mastery(50)}
    return Victim(1, cover_of(rules, body, 1000, ()), **(masteries | fields))  # type: ignore[arg-type]  # fields by name


# --- H1 tests -------------------------------------------------------------------------------------------------------

LEVELS: Final = tables_of("H1")[0].rows


@pytest.mark.parametrize("step", LEVELS)
def test_h1_level(step: str) -> None:
    name = LEVELS[step][0].split()[0]
    for level in BY_NAME[name]:
        assert STEPS[level] == int(step.replace("−", "-"))
        assert result(level).success is LEVELS[step][1].startswith("succeeds")
        faces = [face for face in range(1, 101) if level_of(face, 50) is level]
        assert all((face % 5 == 0) is ("units 0 or 5" in LEVELS[step][1]) for face in faces)


def test_h1_an_attributes_mastery_is_five_times_its_value(rules: Tables) -> None:
    says("H1", "an attribute's ML is 5 × its value")
    assert rules.test.attribute_multiple == 5


def test_h1_the_effective_mastery_is_held_to_5_and_95() -> None:
    says("H1", "held to 5..95")
    assert [Mastery(ml).target for ml in (-40, 4, 5, 50, 95, 96, 300)] == [5, 5, 5, 50, 95, 95, 95]


def test_h1_a_hundred_reads_double_nought() -> None:
    says("H1", '100 reads "00"')
    assert level_of(100, 95) is CF0


def test_h1_a_shift_past_an_end_counts_for_margins_and_is_otherwise_the_nearest_level() -> None:
    says("H1", "A shift can push a level past either end (−2, 3, …)")
    assert (result(CF5, -1).steps, result(CF5, -1).level) == (-2, CF5)
    assert (result(CS, 1).steps, result(CS, 1).level) == (3, CS)


def test_h1_a_critical_failure_with_a_nought_is_the_worse_one() -> None:
    says("H1", "a critical failure whose units digit is 0 is the worse one")
    assert (level_of(60, 50), level_of(65, 50)) == (CF0, CF5)
    assert CF0 < CF5


def test_h1_each_step_between_two_levels_is_one_victory_star() -> None:
    says("H1", "each step between the two is one victory star")
    found = scripted(opposed(Mastery(50), Mastery(50), what=("one", "other")), CS, MF)
    assert (found.winner, found.stars) == (Contender.SOURCE, 2)
    assert scripted(opposed(Mastery(50), Mastery(50), what=("one", "other")), MS, MS).winner is None


def test_h1_a_tie_goes_to_the_higher_roll_then_the_higher_mastery_then_d10() -> None:
    says("H1", "higher roll, then higher ML, then d10 each until they differ; a broken tie is one star")
    rolled = scripted(opposed(Mastery(50), Mastery(60), what=("one", "other"), break_ties=True), MS, MS, 44, 12)
    assert (rolled.winner, rolled.stars) == (Contender.SOURCE, 1)
    mastered = scripted(opposed(Mastery(50), Mastery(60), what=("one", "other"), break_ties=True), MS, MS, 12, 12)
    assert mastered.winner is Contender.TARGET
    drawn = scripted(
        opposed(Mastery(50), Mastery(50), what=("one", "other"), break_ties=True), MS, MS, 12, 12, Contender.SOURCE
    )
    assert drawn.winner is Contender.SOURCE


def test_h1_the_index_is_a_tenth_of_the_unmodified_mastery() -> None:
    says("H1", "Index = ML // 10, from the unmodified ML")
    assert [index(ml) for ml in (0, 9, 10, 57, 100)] == [0, 0, 1, 5, 10]


def test_h1_a_skill_base_is_a_mean_rounded_up_if_the_first_is_greater() -> None:
    says("H1", "mean, rounded up if the first is greater, else down")
    assert (skill_base(13, 10), skill_base(10, 13), skill_base(12, 12)) == (12, 11, 12)


OPENINGS: Final = [
    ("Melee", "DEX", "AGL", 2),
    ("Dodge", "AGL", "PER", 2),
    ("Initiative", "WIL", "REA", 3),
    ("Shock", "STR", "END", 3),
    ("Physician", "REA", "PER", 1),
    ("Archery", "PER", "DEX", 1),
    ("Throwing", "DEX", "PER", 2),
]
ATTRIBUTES: Final = {
    "DEX": "dexterity",
    "AGL": "agility",
    "PER": "perception",
    "WIL": "will",
    "REA": "reasoning",
    "STR": "strength",
    "END": "endurance",
}


@pytest.mark.parametrize(("skill", "first", "second", "multiple"), OPENINGS, ids=[each[0] for each in OPENINGS])
def test_h1_opening(rules: Tables, skill: str, first: str, second: str, multiple: int) -> None:
    says("H1", f"{skill} ({first}, {second}) {multiple}")
    attributes = dict.fromkeys(ATTRIBUTES.values(), 10) | {ATTRIBUTES[first]: 13}
    assert opening(skill.lower(), attributes, rules.test) == 12 * multiple
    says("H1", "others 0")
    assert opening("sling", attributes, rules.test) == 0


def test_h1_an_automatic_critical_failure_counts_as_double_nought() -> None:
    says("H1", "An automatic CF counts as a roll of 00 (CF0)")
    assert result(CF0, automatic=True).units == 0


# --- H2 body --------------------------------------------------------------------------------------------------------

LOCATIONS: Final = [
    (part, name, weight, shock, bleeding, amputability)
    for line in section("H2").splitlines()
    if line.startswith("| ") and not line.startswith("| part")
    for part, names, *rest in [[cell.strip() for cell in line.strip("|").split("|")]]
    for name in names.split(", ")
    for weight, shock, bleeding, amputability in [rest]
]


@pytest.mark.parametrize("row", LOCATIONS, ids=[f"{row[0]}, {row[1]}" for row in LOCATIONS])
def test_h2_human_location(man: Anatomy, row: tuple[str, ...]) -> None:
    part, name, weight, shock, bleeding, amputability = row
    limb = part.removeprefix("each ")
    word = name.replace(" ", "_")
    wanted = [f"left_{word}", f"right_{word}"] if part.startswith("each") else [word]
    for id in wanted:
        location = man.locations[place(man, id)]
        side = f"{id.split('_')[0]}_" if part.startswith("each") else ""
        assert man.parts[location.part].id == f"{side}{limb}"
        assert location.weight == int(weight.split()[0])
        assert location.shock == int(shock)
        assert (location.bleeding, location.amputability) == (TIERS[bleeding], TIERS[amputability])
        assert location.protection == (0, 0, 0, 0)


def test_h2_the_human_has_these_locations_and_no_more(man: Anatomy) -> None:
    assert len(man.locations) == sum(2 if row[0].startswith("each") else 1 for row in LOCATIONS)


def test_h2_a_humans_zone_numbers(body: Body) -> None:
    says("H2", "head 1, arms 2–5, torso 6–9, legs 10–15; highest 15")
    names = [zone.id for zone in body.anatomy.zones]
    found = {name: (numbers[0], numbers[-1]) for name, numbers in zip(names, body.numbers, strict=True)}
    assert found == {"head": (1, 1), "arms": (2, 5), "torso": (6, 9), "legs": (10, 15)}
    assert body.highest == 15


def test_h2_a_humans_parts(man: Anatomy) -> None:
    says(
        "H2", "head (zone head, weight 1, vital), right arm and left arm (arms, 2 each, manipulator, hold items), torso"
    )
    found = {part.id: (man.zones[part.zone].id, part.weight, set(part.roles), part.holds) for part in man.parts}
    assert found == {
        "head": ("head", 1, {Role.VITAL}, False),
        "right_arm": ("arms", 2, {Role.MANIPULATOR}, True),
        "left_arm": ("arms", 2, {Role.MANIPULATOR}, True),
        "torso": ("torso", 4, {Role.CORE}, False),
        "right_leg": ("legs", 3, {Role.LOCOMOTOR}, False),
        "left_leg": ("legs", 3, {Role.LOCOMOTOR}, False),
    }


def test_h2_an_empty_structure_cannot_be_struck_and_is_no_error() -> None:
    says("H2", "Empty structure = incorporeal: can't be struck, never an error")
    nothing = body_of(Anatomy("nothing", "nothing", (), (), ()))
    assert nothing.highest == 0
    assert scripted(unaimed(nothing, 0)).miss is Miss.EMPTY


def test_h2_flags_default_to_the_roles_of_the_part(man: Anatomy) -> None:
    says("H2", "Fumble flags default to the locations of manipulator parts, stumble flags to those of locomotor parts")
    for location in man.locations:
        roles = man.parts[location.part].roles
        assert (location.fumble, location.stumble) == (Role.MANIPULATOR in roles, Role.LOCOMOTOR in roles)


@pytest.mark.parametrize(
    ("traits", "side"),
    [
        ({"left_handed"}, Side.LEFT),
        ({"right_handed"}, Side.RIGHT),
        (set(), None),
        ({"left_handed", "right_handed"}, None),
    ],
)
def test_h2_dominance(man: Anatomy, traits: set[str], side: Side | None) -> None:
    says("H2", "left trait alone → left; right alone → right; both or neither → ambidextrous, with no off hand")
    creature = replace(shipped().creature("human"), traits=frozenset(traits))
    assert favoured_side(creature) is side
    arms = {part.side: index for index, part in enumerate(man.parts) if part.holds}
    for hand, index_of in arms.items():
        assert is_off_hand(man, [index_of], side) is (side is not None and hand is not side)


# --- H3 where a blow lands ------------------------------------------------------------------------------------------


def test_h3_spread_one_never_scatters(body: Body) -> None:
    says("H3", "Spread 1 never scatters.")
    for number in range(1, 16):
        assert {found.zone_number for found in enumerated(lambda n=number: aimed(body, 0, Aim(n, 1)))} == {number}


def test_h3_spread_six_at_number_one_finds_one_to_six(body: Body) -> None:
    says("H3", "Spread 6 at number 1 finds 1–6")
    assert {found.zone_number for found in enumerated(lambda: aimed(body, 0, Aim(1, 6)))} == set(range(1, 7))


def test_h3_spread_six_at_number_twelve_on_a_human_misses_on_five_and_six(body: Body) -> None:
    says("H3", "at number 12 on a human it misses on 5 and 6")
    ways = enumerated(lambda: aimed(body, 0, Aim(12, 6)))
    assert {found.zone_number - 11 for found in ways if found.miss is Miss.PAST} == {5, 6}


def test_h3_an_unaimed_blow_goes_by_the_numbers_each_zone_owns(man: Anatomy, body: Body) -> None:
    says("H3", "Unaimed: zone drawn weighted by how many numbers each owns")
    shares: dict[str, Fraction] = {}
    for found, chance in enumerated(lambda: unaimed(body, 0)).items():
        assert found.location is not None
        zone = man.zones[man.parts[man.locations[found.location].part].zone].id
        shares[zone] = shares.get(zone, Fraction(0)) + chance
    assert shares == {
        "head": Fraction(1, 15), "arms": Fraction(4, 15), "torso": Fraction(4, 15), "legs": Fraction(6, 15)
    }  # fmt: skip


# --- H4 from blow to injury -----------------------------------------------------------------------------------------

IMPACTS: Final = [
    (heading, tables_of("H4")[0].rows["level"][column])
    for column, heading in enumerate(tables_of("H4")[0].head)
]  # fmt: skip


@pytest.mark.parametrize(("heading", "level"), IMPACTS, ids=[heading for heading, _ in IMPACTS])
def test_h4_effective_impact(rules: Tables, heading: str, level: str) -> None:
    expected = 0 if level == "none" else int(level.split()[0][1])
    human = thresholds_of(1000, rules)
    says("H4", "Human 1/5/10/15/20")
    assert human == (1, 5, 10, 15, 20)
    assert [injury_level(impact, human) for impact in spans(heading)] == [expected] * len(spans(heading))


def test_h4_protection_is_natural_and_worn_summed_and_may_be_negative(rules: Tables, body: Body) -> None:
    says("H4", "Protection may be negative in total only through natural protection, and then raises the impact")
    location = body.anatomy.locations[0]
    made = wound_of(rules, location, 0, Harm(Aspect.FIRE), 4, protection=-2, rigid=False, thresholds=(1, 5, 10, 15, 20))
    assert (made.effective, made.level) == (6, 2)


def test_h4_armour_reduction_never_lowers_below_what_is_bare() -> None:
    says("H4", "lowers protection, but not below min(protection, 0)")
    assert [effective_protection(worn, 3) for worn in (5, 2, 0, -2)] == [2, 0, 0, -2]


def test_h4_body_scale_follows_strength(rules: Tables) -> None:
    says("H4", "Body scale = (species Strength / 11) ^ 0.65, held to 0.01..3")
    assert [body_scale(strength, rules) for strength in (11, 1, 22, 100)] == [1000, 210, 1569, 3000]


def test_h4_an_edged_blow_that_would_be_minor_glances_off_rigid_armour(rules: Tables, body: Body) -> None:
    says("H4", "no injury; shock index +1; +10 on the shock roll")
    location = body.anatomy.locations[0]
    for aspect, glances in ((Aspect.EDGED, True), (Aspect.PIERCING, True), (Aspect.BLUNT, False)):
        made = wound_of(rules, location, 0, Harm(aspect), 4, protection=0, rigid=True, thresholds=(1, 5, 10, 15, 20))
        assert (made.glancing, made.level) == (glances, 0 if glances else 1)
        assert made.base == location.shock + 1


def test_h4_a_blow_stopped_outright_does_nothing_at_all(rules: Tables, body: Body) -> None:
    says("H4", "does nothing at all: no shock, no bleeding, no mishap")
    made = wound_of(rules, body.anatomy.locations[0], 0, Harm(Aspect.EDGED), 4, protection=4, rigid=True,
                    thresholds=(1, 5, 10, 15, 20))  # fmt: skip
    assert (made.base, made.bleeds, made.glancing, made.fumble) == (0, False, False, 0)


GRID: Final = list(rows("H4", 1))


@pytest.mark.parametrize(("tier", "levels"), GRID, ids=ids(GRID))
def test_h4_bleeding_grid(rules: Tables, tier: str, levels: dict[str, str]) -> None:
    grid = bleeding_grid(rules)
    for aspect in Aspect:
        for level in range(1, 6):
            told = next((cell for name, cell in levels.items() if int(name[1]) == level), "–")
            assert ((TIERS[tier], level, aspect) in grid) is (aspect.name.lower() in told)


def test_h4_a_bleed_trait_reads_the_grid_five_higher(rules: Tables) -> None:
    says("H4", "reads the grid as if effective impact were 5 higher")
    assert rules.injury.bleed_trait == 5


SEVERING: Final = list(tables_of("H4")[2].rows.items())


@pytest.mark.parametrize(("name", "told"), SEVERING, ids=[name for name, _ in SEVERING])
def test_h4_amputation(rules: Tables, man: Anatomy, body: Body, name: str, told: tuple[str, ...]) -> None:
    for location, prone in (("left_forearm", True), ("left_hand", False)):
        where = place(man, location)
        facts_by_level = {
            level: facts
            for facts in enumerated(lambda at=where: blow(victim(rules, body), Harm(Aspect.EDGED), 20, at))
            if facts.amputation is not None
            for level in [facts.amputation.level]
        }
        for level in BY_NAME[name]:
            cut = facts_by_level[level].amputation
            assert cut is not None
            assert bool(cut.severed) is told[0].startswith("severed")
            if cut.severed:
                assert cut.bleeds is (prone or "even where it normally would not" in told[0])


def test_h4_only_a_g5_edged_wound_severs_by_amputability(rules: Tables) -> None:
    says("H4", "only G5 edged, amputability not none. Test Strength (attribute ML) with low +20, medium 0, high −20")
    found = {tier: amputation_modifier(rules, tier, Aspect.EDGED, 5) for tier in Tier}
    assert found == {Tier.NONE: None, Tier.LOW: 20, Tier.MEDIUM: 0, Tier.HIGH: -20}
    others = [(aspect, level) for aspect in Aspect for level in range(1, 6) if (aspect, level) != (Aspect.EDGED, 5)]
    assert {amputation_modifier(rules, Tier.HIGH, aspect, level) for aspect, level in others} == {None}


@pytest.mark.parametrize(
    ("limb", "order"),
    [
        ("arm", ("shoulder", "upper arm", "elbow", "forearm", "hand")),
        ("leg", ("thigh", "knee", "calf", "foot")),
    ],
)
def test_h4_severing_takes_what_is_further_out(man: Anatomy, body: Body, limb: str, order: tuple[str, ...]) -> None:
    text = " → ".join(order)
    says("H4", text)
    names = [f"left_{name.replace(' ', '_')}" for name in order]
    for start, name in enumerate(names):
        lost = body.outward[place(man, name)]
        assert [each.id for i, each in enumerate(man.locations) if lost >> i & 1] == names[start:]
    assert man.parts[man.locations[place(man, names[0])].part].id == f"left_{limb}"


def test_h4_severing_a_neck_is_death(rules: Tables, man: Anatomy, body: Body) -> None:
    says("H4", "Severing a neck, or any location of a vital part, is death")
    facts = scripted(blow(victim(rules, body), Harm(Aspect.EDGED), 20, place(man, "neck")), MF)
    assert facts.killed
    assert facts.shock.state is Shock.DEAD


@pytest.mark.parametrize(("level", "risk"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_h4_mishap(rules: Tables, level: int, risk: int) -> None:
    says("H4", "M1 none; S2/S3 a test; G4/G5 automatic")
    assert mishap_risk(rules, True, level) == risk
    assert mishap_risk(rules, False, level) == 0


def test_h4_a_failed_fumble_drops_and_a_critical_one_flings(body: Body) -> None:
    says("H4", "Fail: drops what that limb held; CF: flung away")
    assert [fumbled(level, 1).control for level in Level] == [
        Control.FLUNG, Control.FLUNG, Control.DROPPED, Control.KEPT, Control.KEPT
    ]  # fmt: skip
    assert body.anatomy.parts[1].holds


def test_h4_a_failed_stumble_is_a_fall_and_a_critical_one_brings_index_five(rules: Tables) -> None:
    says("H4", "Stumble with CF: prone and base SSI 5")
    assert [stumbled(level).control for level in Level] == [Control.FELL] * 3 + [Control.KEPT] * 2
    assert [stumbled(level).critical for level in Level] == [True, True, False, False, False]
    assert rules.shock.stumble_index == 5


@pytest.mark.parametrize(
    ("borne", "level", "worse"),
    [
        (((1, 2),), 2, (1, 3)),  # no smaller than the sum
        (((1, 2),), 1, None),
        (((1, 1), (2, 2)), 3, (2, 3)),  # the worst of them
        (((1, 1), (2, 1)), 2, (1, 2)),  # of equals the oldest
        (((1, 5),), 5, None),  # 5 at the most
        ((), 5, None),
    ],
)
def test_h4_compound(borne: tuple[tuple[int, int], ...], level: int, worse: tuple[int, int] | None) -> None:
    says("H4", "a new level no smaller than that sum worsens the worst of them by one (max 5)")
    assert compounded(borne, level, 5) == worse


# --- H5 shock -------------------------------------------------------------------------------------------------------

INDICES: Final = [
    (heading, tables_of("H5")[0].rows["state"][column]) for column, heading in enumerate(tables_of("H5")[0].head)
]


@pytest.mark.parametrize(("heading", "state"), INDICES, ids=[heading for heading, _ in INDICES])
def test_h5_index(rules: Tables, heading: str, state: str) -> None:
    assert {state_of(rules, index_of) for index_of in spans(heading)} == {STATES[state]}


def test_h5_the_base_is_shock_value_level_and_one_for_glancing(rules: Tables) -> None:
    says("H5", "location shock value + injury level (+1 glancing)")
    assert (base_index(rules, 5, 3), base_index(rules, 4, 0, glancing=True)) == (8, 5)


def test_h5_what_is_tested(rules: Tables) -> None:
    says("H5", "base ≤ 4: no roll, nothing. base > 10: dead, no roll. 5..10: Shock test")
    assert [base for base in range(15) if is_tested(rules, base)] == [5, 6, 7, 8, 9, 10]
    assert scripted(shock_test(rules, 4, Mastery(50))).state is Shock.NONE
    assert scripted(shock_test(rules, 11, Mastery(50))).state is Shock.DEAD


def test_h5_adjustments(rules: Tables) -> None:
    says("H5", "Adjust: CF +2, MF +1, MS 0, CS −1")
    assert [adjustment(rules, level) for level in Level] == [2, 2, 1, 0, -1]


@pytest.mark.parametrize(("level", "state"), [(MS, "incapacitated"), (CS, "stunned"), (MF, "unconscious")])
def test_h5_a_serious_wound_to_the_skull(rules: Tables, man: Anatomy, body: Body, level: Level, state: str) -> None:
    says("H5", "Worked: skull (5) + S3 (3) = 8: MS → incapacitated, CS → stunned, MF → unconscious")
    facts = scripted(blow(victim(rules, body), Harm(Aspect.BLUNT), 10, place(man, "skull")), level)
    assert [offer.base for offer in facts.shock.shocks] == [8]
    assert facts.shock.state is STATES[state]


def test_h5_the_same_to_a_forearm_is_not_tested(rules: Tables, man: Anatomy, body: Body) -> None:
    says("H5", "Forearm (1) + S3 = 4: no roll")
    bare = victim(rules, body)  # it holds nothing that it could drop
    facts = scripted(blow(bare, Harm(Aspect.BLUNT), 10, place(man, "left_forearm")))
    assert facts.wound is not None
    assert (facts.wound.base, facts.shock.shocks) == (4, ())


@pytest.mark.parametrize(
    ("present", "result_of", "then"),
    [
        ("none", "stunned", "stunned"),
        ("stunned", "stunned", "incapacitated"),
        ("incapacitated", "incapacitated", "unconscious"),
        ("incapacitated", "stunned", None),
        ("unconscious", "unconscious", None),
        ("stunned", "dead", "dead"),
    ],
)
def test_h5_present_state(present: str, result_of: str, then: str | None) -> None:
    says(
        "H5", "Equal to it and stunned: incapacitated is offered; equal and incapacitated: unconscious. Milder: nothing"
    )
    assert worsened(STATES[present], STATES[result_of]) is (None if then is None else STATES[then])


RETESTS: Final = [
    (name, column, cells[place_of])
    for name, cells in tables_of("H5")[2].rows.items()
    for place_of, column in enumerate(tables_of("H5")[2].head)
]


@pytest.mark.parametrize(("name", "state", "told"), RETESTS, ids=[f"{name}, {state}" for name, state, _ in RETESTS])
def test_h5_retest(rules: Tables, name: str, state: str, told: str) -> None:
    for level in BY_NAME[name]:
        found = retest_result(rules, STATES[state], level)
        match told:
            case "none" | "stunned":
                assert (found.course, found.state) == (None, STATES[told])
            case "coma":
                assert (found.course, found.state) == (InjuryKind.COMA, STATES[state])
            case _:
                assert (found.course, found.state) == (InjuryKind.EXTENDED_SHOCK, STATES[state])
                assert told == f"Extended Shock, HR {found.healing_rate}"


@pytest.mark.parametrize("level", Level)
def test_h5_stunned_retest(rules: Tables, level: Level) -> None:
    says("H5", "success (MS or CS) → none; failure → still stunned. It never leads to Extended Shock")
    found = retest_result(rules, Shock.STUNNED, level)
    assert (found.state, found.course) == (Shock.NONE if level >= MS else Shock.STUNNED, None)


def test_h5_a_retest_is_at_minus_twenty_and_the_unconscious_wait_ten_minutes(rules: Tables) -> None:
    says("H5", "Re-test: Shock skill at −20")
    says("H5", "re-test after 10 minutes")
    assert (rules.retest.modifier, rules.retest.unconscious_after_s) == (-20, 600)


# --- H6 extended shock, H7 coma -------------------------------------------------------------------------------------

COURSE: Final = [("CF", -2), ("MF", -1), ("MS", 1), ("CS", 2)]


@pytest.mark.parametrize("kind", [InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA], ids=["H6", "H7"])
@pytest.mark.parametrize(("name", "delta"), COURSE, ids=[name for name, _ in COURSE])
def test_h6_h7_course_test(rules: Tables, kind: InjuryKind, name: str, delta: int) -> None:
    says("H6", "CF −2, MF −1, MS +1, CS +2 to HR")
    says("H7", "CF −2, MF −1, MS +1, CS +2")
    for level in BY_NAME[name]:
        assert scripted(course_test(rules, kind, 3, 12, 0), level).after == 3 + delta


@pytest.mark.parametrize(
    ("rate", "level", "end"), [(1, MF, "dead"), (2, CF5, "dead"), (5, MS, "over"), (4, CS, "over")]
)
def test_h6_h7_a_course_ends_at_nought_and_at_six(rules: Tables, rate: int, level: Level, end: str) -> None:
    says("H6", "HR ≤ 0: dead. HR ≥ 6 after a course test: out of it, shock state none")
    says("H7", "HR ≤ 0 dead; HR ≥ 6 awake, shock state none")
    for kind in (InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA):
        found = scripted(course_test(rules, kind, rate, 12, 0), level)
        assert found.end is not None
        assert found.end.name.lower() == end


def test_h6_extended_shock_is_tested_every_four_hours(rules: Tables) -> None:
    says("H6", "Every 4 hours a course test of Healing Base × HR")
    assert scripted(course_interval(rules, InjuryKind.EXTENDED_SHOCK)) == 4 * HOUR
    tested = next(course_test(rules, InjuryKind.EXTENDED_SHOCK, 4, 12, 7))
    assert isinstance(tested, Draw)
    assert tested.target == 4 * 12 - 7


def test_h7_a_coma_is_tested_every_d10_days(rules: Tables) -> None:
    says("H7", "Every d10 days test Healing Base × HR")
    days = {delay // (24 * HOUR) for delay in enumerated(lambda: course_interval(rules, InjuryKind.COMA))}
    assert days == set(range(1, 11))


def test_h7_a_calfs_serious_wound_opens_a_coma_at_eight(rules: Tables, man: Anatomy) -> None:
    says("H7", "so a calf's S3 opens at 8")
    calf = man.locations[place(man, "left_calf")]
    assert coma_healing_rate(rules, calf.shock, 3) == 8
    says("H7", "HR = max(1 [R], 12 − location shock value − injury level)")
    assert coma_healing_rate(rules, 9, 5) == 1
    says("H7", "with no such wound 3")
    assert retest_result(rules, Shock.UNCONSCIOUS, CF0).healing_rate == 3
    caused = retest_result(rules, Shock.UNCONSCIOUS, CF0, CausingWound(place(man, "left_calf"), calf.shock, 3))
    assert caused.healing_rate == 8


# --- H8 bleeding ----------------------------------------------------------------------------------------------------

BLOOD: Final = [("CF", 3), ("MF", 2), ("MS", 1), ("CS", 0)]


@pytest.mark.parametrize(("name", "points"), BLOOD, ids=[name for name, _ in BLOOD])
def test_h8_blood_loss(rules: Tables, name: str, points: int) -> None:
    says("H8", "CF +3, MF +2, MS +1, CS 0 blood loss points")
    says("H8", "adds 5 weakness fatigue")
    for level in BY_NAME[name]:
        found = scripted(advance_test(rules, Mastery(60)), level)
        assert (found.points, found.weakness) == (points, 5 * points)
    says("H8", "every 5 minutes")
    assert rules.bleeding.interval_s == 300


STOPPAGE: Final = [
    ("CF", "goes on", 0), ("MF", "goes on", 10), ("MS", "stops after the next test", 0), ("CS", "stopped", 0)
]  # fmt: skip


@pytest.mark.parametrize(("name", "found", "bonus"), STOPPAGE, ids=[name for name, *_ in STOPPAGE])
def test_h8_stoppage(rules: Tables, name: str, found: str, bonus: int) -> None:
    says("H8", "CF goes on; MF goes on, next try on it +10; MS stops after the next advance test; CS stops now")
    for level in BY_NAME[name]:
        made = stoppage(rules, level)
        assert (made.result.value, made.bonus) == (found, bonus)


# --- H9 impairment, H10 what stays ----------------------------------------------------------------------------------


def hurt(man: Anatomy, *wounds: tuple[str, int, int | None], permanent: dict[int, int] | None = None) -> Injuries:
    entries = [
        Injury(number, InjuryKind.WOUND, place(man, where), level, Aspect.BLUNT, rate, 0, None, "a test")
        for number, (where, level, rate) in enumerate(wounds, start=1)
    ]
    return Injuries(entries, permanent=permanent or {})


def test_h9_worst_of_never_added(rules: Tables, man: Anatomy) -> None:
    says("H9", "three serious wounds on one arm: −10")
    injuries = hurt(man, ("left_hand", 2, 4), ("left_elbow", 3, 4), ("left_shoulder", 2, None))
    assert hindrance_of_limbs(impairments(rules, man, injuries, ()), [2]).penalty == -10


@pytest.mark.parametrize(("level", "rate", "penalty"), [(1, None, -5), (1, 5, -5), (1, 6, 0), (2, 6, -10), (3, 6, -10)])
def test_h9_what_a_wound_takes_off(rules: Tables, man: Anatomy, level: int, rate: int | None, penalty: int) -> None:
    says("H9", "serious −10; minor −5 only while HR ≤ 5 (untreated counts as slow [P]); else 0")
    found = impairments(rules, man, hurt(man, ("left_hand", level, rate)), ())
    assert hindrance_of_limbs(found, [2]).penalty == penalty


def test_h9_a_grievous_wound_makes_the_part_unusable_and_a_test_of_its_role_fails(rules: Tables, man: Anatomy) -> None:
    says("H9", "Any part with a named role unusable → automatic CF, no roll")
    found = impairments(rules, man, hurt(man, ("left_hand", 4, 5)), ())
    assert hindrance_of_test(rules, man, found, "dexterity").automatic is CF0
    assert hindrance_of_test(rules, man, found, "agility").automatic is None


def test_h9_an_unusable_off_hand_does_not_spoil_a_strike_with_the_good_one(rules: Tables, man: Anatomy) -> None:
    says("H9", "an unusable off hand doesn't spoil a one-handed strike with the good one")
    found = impairments(rules, man, hurt(man, ("left_hand", 5, 5)), ())
    good = hindrance_of_limbs(found, [1])
    assert (good.penalty, good.automatic) == (0, None)


def test_h9_permanent_impairment_is_a_floor(rules: Tables, man: Anatomy) -> None:
    says("H9", "permanent impairment is a floor (never makes unusable)")
    found = impairments(rules, man, hurt(man, ("left_hand", 2, 4), permanent={2: -25, 1: -5}), ())
    assert [hindrance_of_limbs(found, [arm]).penalty for arm in (1, 2)] == [-5, -25]
    assert found.works(2)


ROLES: Final = {
    "Agility: locomotor": ("agility", {Role.LOCOMOTOR}),
    "Legerdemain: manipulator": ("legerdemain", {Role.MANIPULATOR}),
    "Climbing: manipulator and locomotor": ("climbing", {Role.MANIPULATOR, Role.LOCOMOTOR}),
    "Dexterity: manipulator": ("dexterity", {Role.MANIPULATOR}),
    "Dodge: core, vital, locomotor": ("dodge", {Role.CORE, Role.VITAL, Role.LOCOMOTOR}),
    "Acrobatics: core, vital, locomotor, manipulator": (
        "acrobatics",
        {Role.CORE, Role.VITAL, Role.LOCOMOTOR, Role.MANIPULATOR},
    ),
    "Archery, Throwing, Sling (as skills), Physician: core, vital, manipulator": (
        "archery throwing sling physician",
        {Role.CORE, Role.VITAL, Role.MANIPULATOR},
    ),
    "Initiative: core, vital": ("initiative", {Role.CORE, Role.VITAL}),
    "Will, Command, Shock, Strength for amputation, course and healing tests, lore: none": (
        "will command shock strength folklore",
        set(),
    ),
}


@pytest.mark.parametrize("sentence", ROLES)
def test_h9_roles_of(rules: Tables, sentence: str) -> None:
    says("H9", sentence)
    tests, roles = ROLES[sentence]
    for test in tests.split():
        assert set(rules.impairment.roles.get(test, ())) == roles


DAYS: Final = [
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
]


@pytest.mark.parametrize(("days", "stays"), DAYS)
def test_h10_days(rules: Tables, days: int, stays: int) -> None:
    says("H10", "< 20 none, 20–39 −5, 40–59 −10, 60–79 −15, 80–99 −20, 100+ −25")
    assert permanent_impairment(rules, days) == stays


# --- H11 health -----------------------------------------------------------------------------------------------------

LIMBS: Final = list(tables_of("H11")[0].rows.items())
CRITICALS: Final = list(tables_of("H11")[1].rows.items())


@pytest.mark.parametrize(("tier", "cells"), LIMBS, ids=[name for name, _ in LIMBS])
def test_h11_limbs(rules: Tables, tier: str, cells: tuple[str, ...]) -> None:
    found = [ceiling(rules, Severity[tier.upper()], count, critical=False) for count in (1, 2, 3, 4, 5)]
    assert found == [int(cells[0]), int(cells[1]), *[int(cells[2])] * 3]


@pytest.mark.parametrize(("tier", "cells"), CRITICALS, ids=[name for name, _ in CRITICALS])
def test_h11_critical_parts(rules: Tables, tier: str, cells: tuple[str, ...]) -> None:
    found = [ceiling(rules, Severity[tier.upper()], count, critical=True) for count in (1, 2, 3)]
    assert found == [int(cells[0]), *[int(cells[1])] * 2]


def test_h11_one_limb_minor_and_one_critical_part_serious_is_twenty(rules: Tables, man: Anatomy) -> None:
    says("H11", "Example: one limb minor (80) and one critical part serious (20): 20")
    found = impairments(rules, man, hurt(man, ("left_hand", 1, 5), ("thorax", 2, 5)), ())
    assert ceiling(rules, Severity.MINOR, 1, critical=False) == 80
    assert ceiling(rules, Severity.SERIOUS, 1, critical=True) == 20
    assert lowest_ceiling(rules, man, found) == 20


def test_h11_the_living_are_never_below_one_and_the_dead_at_nought(rules: Tables, man: Anatomy) -> None:
    says("H11", "Living: never below 1. Dead: 0, and nothing else is")
    found = impairments(rules, man, hurt(man, ("skull", 4, 5)), ())
    assert (health(rules, man, found, dead=False), health(rules, man, found, dead=True)) == (1, 0)


BANDS: Final = [("excellent", 96, 100), ("good", 80, 95), ("fair", 60, 79), ("poor", 30, 59), ("morbid", 1, 29)]


@pytest.mark.parametrize(("band", "least", "most"), BANDS, ids=[band for band, *_ in BANDS])
def test_h11_band(rules: Tables, band: str, least: int, most: int) -> None:
    says("H11", f"{band} {least}–{most}")
    says("H11", "dead 0")
    assert {band_of(rules, percent) for percent in range(least, most + 1)} == {Band[band.upper()]}
    assert band_of(rules, 0) is Band.DEAD


def test_h4_layers_of_armour_add_whatever_their_order(rules: Tables, body: Body) -> None:
    says("H4", "natural + every worn layer, summed")
    one, other = [
        piece for piece in shipped().under("heroic").armor.values() if "thorax" in piece.flexible | piece.rigid
    ][:2]
    thorax = place(body.anatomy, "thorax")
    for aspect in Aspect:
        covers = [cover_of(rules, body, 1000, worn).protection[aspect][thorax] for worn in ((one, other), (other, one))]
        assert set(covers) == {one.protection[aspect] + other.protection[aspect]}
