"""heroic H3, H4 and H5 in one blow: what is severed, dropped, worsened, offered; play held to the odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Anatomy, ArmorPiece, Aspect
from fleshwound.components.draws import Ask, Draw, Level, Question, dice
from fleshwound.systems.drivers import Asking, enumerated, sample, scripted
from fleshwound.systems.heroic.blow import Amputation, BlowFacts, Settled, blow, compounded, settled
from fleshwound.systems.heroic.body import body_of, mask
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.injury import Harm, Risk, cover_of
from fleshwound.systems.heroic.location import Aim, Miss
from fleshwound.systems.heroic.mishap import Control, Mishap, MishapKind, mishap
from fleshwound.systems.heroic.shock import ShockOffer
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim

CF0, CF5, MF, MS, CS = Level
NONE, STUNNED, INCAPACITATED, UNCONSCIOUS, DEAD = Shock
EDGE, BLUNT = Harm(Aspect.EDGED), Harm(Aspect.BLUNT)
RIGHT_ARM, LEFT_ARM = 1, 2


@pytest.fixture(scope="session")
def man(tables: Tables, human: Anatomy) -> Victim:
    return Victim(
        7,
        cover_of(tables, body_of(human), 1000, ()),
        shock=Mastery(47),
        strength=Mastery(60),
        fumble=Mastery(62),
        stumble=Mastery(58),
        holding=mask([RIGHT_ARM, LEFT_ARM]),
        dominant=RIGHT_ARM,
    )


def changed(victim: Victim, **fields: object) -> Victim:
    # a test once made up is kept, so a changed victim starts without
    return replace(victim, _tests={}, **fields)  # type: ignore[arg-type]  # the names are the victim's own fields


@pytest.fixture(scope="session")
def at(human: Anatomy) -> Callable[[str], int]:
    ids = [location.id for location in human.locations]
    return ids.index


def test_a_serious_wound_to_the_skull_runs_from_stunned_to_dead(man: Victim, at: Callable[[str], int]) -> None:
    states = {level: scripted(blow(man, EDGE, 12, at("skull")), level).shock.state for level in Level}
    assert states == {CF0: DEAD, CF5: DEAD, MF: UNCONSCIOUS, MS: INCAPACITATED, CS: STUNNED}


def test_the_same_wound_to_a_forearm_is_not_tested_for_shock(man: Victim, at: Callable[[str], int]) -> None:
    facts = scripted(blow(man, EDGE, 12, at("right_forearm")), MS)
    assert facts.shock == Settled((), None, NONE)
    assert facts.fumble == Mishap(Control.KEPT, MS, RIGHT_ARM)


def test_an_index_beyond_ten_is_death_without_a_roll(tables: Tables, human: Anatomy, man: Victim) -> None:
    tender = tuple(replace(location, shock=9) for location in human.locations)
    victim = changed(man, cover=cover_of(tables, body_of(replace(human, locations=tender)), 1000, ()))
    facts = scripted(blow(victim, BLUNT, 12, 0))
    assert facts.shock == Settled((ShockOffer(12, None, 12, DEAD),), DEAD, DEAD)


@pytest.mark.parametrize(
    ("level", "severed", "bleeds"), [(CF0, True, True), (CF5, True, True), (MF, True, False), (CS, False, False)]
)
def test_a_hand_is_severed_by_a_failed_strength_test(
    man: Victim, at: Callable[[str], int], level: Level, severed: bool, bleeds: bool
) -> None:
    facts = scripted(blow(man, EDGE, 22, at("left_hand")), level, MS)
    assert facts.amputation == Amputation(level, 1 << at("left_hand") if severed else 0, False, bleeds)
    assert facts.bleeds is bleeds
    assert facts.fumble == Mishap(Control.DROPPED, None, LEFT_ARM)
    assert not facts.killed


@pytest.mark.parametrize(("location", "bleeds"), [("left_hand", False), ("left_elbow", True), ("right_foot", False)])
def test_a_marginal_failure_bleeds_only_where_the_location_is_prone_to(
    man: Victim, at: Callable[[str], int], location: str, bleeds: bool
) -> None:
    assert scripted(blow(man, EDGE, 22, at(location)), MF, MS).bleeds is bleeds


def test_severing_takes_what_hangs_further_out_and_not_what_is_gone_already(
    man: Victim, at: Callable[[str], int]
) -> None:
    victim = changed(man, gone=1 << at("left_hand"))
    facts = scripted(blow(victim, EDGE, 22, at("left_elbow")), CF5, MS)
    assert facts.severed == mask([at("left_elbow"), at("left_forearm")])


def test_a_limb_that_barely_holds_on_makes_the_shock_test_harder(man: Victim, at: Callable[[str], int]) -> None:
    playing = Asking(blow(man, EDGE, 22, at("left_elbow")), lambda: 0.7, lambda ask: True)
    targets = {given.request.what: given.request.target for given in playing.trail if isinstance(given.request, Draw)}
    assert playing.facts.amputation is not None
    assert playing.facts.amputation.level is MS
    assert targets == {"amputation": 60, "shock": 27}


@pytest.mark.parametrize(
    ("location", "modified"), [("left_hand", 40), ("left_elbow", 60), ("left_thigh", 80), ("neck", 80)]
)
def test_the_amputation_test_goes_by_how_easily_a_location_comes_off(
    man: Victim, at: Callable[[str], int], location: str, modified: int
) -> None:
    test = next(blow(man, EDGE, 22, at(location)))
    assert isinstance(test, Draw)
    assert (test.what, test.target) == ("amputation", modified)


@pytest.mark.parametrize("level", [CF0, CF5, MF])
def test_a_severed_neck_is_death_with_no_further_test(man: Victim, at: Callable[[str], int], level: Level) -> None:
    facts = scripted(blow(changed(man, asks=True), EDGE, 22, at("neck")), level)
    assert facts.killed
    assert facts.severed == 1 << at("neck")
    assert facts.shock == Settled((), None, DEAD)


def test_a_neck_on_a_part_that_is_not_vital_is_death_too(
    tables: Tables, human: Anatomy, man: Victim, at: Callable[[str], int]
) -> None:
    parts = tuple(replace(part, roles=frozenset()) for part in human.parts)
    victim = changed(man, cover=cover_of(tables, body_of(replace(human, parts=parts)), 1000, ()))
    assert scripted(blow(victim, EDGE, 22, at("neck")), MF).killed
    assert not scripted(blow(victim, EDGE, 22, at("left_hand")), MF, MS).killed


def test_only_edged_blows_sever(man: Victim) -> None:
    for aspect in (Aspect.BLUNT, Aspect.PIERCING, Aspect.FIRE):
        assert not any(facts.severed for facts in enumerated(partial(blow, man, Harm(aspect), 40)))
    assert any(facts.severed for facts in enumerated(partial(blow, man, EDGE, 40)))


@pytest.mark.parametrize(
    ("level", "control"),
    [(CF0, Control.FLUNG), (CF5, Control.FLUNG), (MF, Control.DROPPED), (MS, Control.KEPT), (CS, Control.KEPT)],
)
def test_a_fumble_drops_what_the_struck_limb_holds(
    man: Victim, at: Callable[[str], int], level: Level, control: Control
) -> None:
    facts = scripted(blow(man, EDGE, 12, at("left_forearm")), level)
    assert facts.fumble == Mishap(control, level, LEFT_ARM, level < MF)


def test_an_empty_limb_fumbles_the_dominant_hands_item(man: Victim, at: Callable[[str], int]) -> None:
    victim = changed(man, holding=mask([RIGHT_ARM]))
    facts = scripted(blow(victim, EDGE, 12, at("left_forearm")), MF)
    assert facts.fumble == Mishap(Control.DROPPED, MF, RIGHT_ARM)


def test_where_nothing_is_held_there_is_nothing_to_test(man: Victim, at: Callable[[str], int]) -> None:
    victim = changed(man, holding=0, dominant=None)
    assert scripted(blow(victim, EDGE, 12, at("left_forearm"))).fumble is None
    assert scripted(blow(victim, EDGE, 16, at("left_forearm")), MS).fumble is None


@pytest.mark.parametrize(("impact", "tested"), [(4, False), (5, True), (14, True)])
def test_minor_wounds_bring_no_mishap(man: Victim, at: Callable[[str], int], impact: int, tested: bool) -> None:
    facts = scripted(blow(man, EDGE, impact, at("right_calf")), *([MF] if tested else []))
    assert facts.stumble == (Mishap(Control.FELL, MF) if tested else None)


def test_grievous_wounds_bring_the_mishap_itself(man: Victim, at: Callable[[str], int]) -> None:
    assert scripted(blow(man, EDGE, 16, at("right_calf")), MS).stumble == Mishap(Control.FELL, None)
    assert scripted(blow(man, EDGE, 16, at("right_forearm")), MS).fumble == Mishap(Control.DROPPED, None, RIGHT_ARM)


@pytest.mark.parametrize(
    ("location", "kind", "control"),
    [("right_calf", "stumble", Control.FELL), ("right_forearm", "fumble", Control.DROPPED)],
)
def test_without_attribute_or_skill_the_test_fails(
    man: Victim, at: Callable[[str], int], location: str, kind: str, control: Control
) -> None:
    facts = scripted(blow(changed(man, fumble=None, stumble=None), EDGE, 12, at(location)))
    made = facts.fumble if kind == "fumble" else facts.stumble
    assert made is not None
    assert (made.control, made.level) == (control, None)


def test_a_critical_stumble_brings_shock_of_its_own(man: Victim, at: Callable[[str], int]) -> None:
    facts = scripted(blow(man, EDGE, 12, at("right_calf")), CF5, CF0)
    assert facts.stumble == Mishap(Control.FELL, CF5, critical=True)
    assert facts.shock == Settled((ShockOffer(5, CF0, 7, STUNNED),), STUNNED, STUNNED)


def test_of_two_shocks_at_one_moment_the_severest_counts_once(man: Victim, at: Callable[[str], int]) -> None:
    facts = scripted(blow(man, EDGE, 12, at("right_thigh")), CF5, CF5, CF0)
    assert [shock.base for shock in facts.shock.shocks] == [6, 5]
    assert facts.shock.state is INCAPACITATED
    earlier = (ShockOffer(5, CF0, 7, STUNNED),)
    both = scripted(blow(man, EDGE, 12, at("thorax"), earlier), MS)
    assert both.shock == Settled((*earlier, ShockOffer(7, MS, 7, STUNNED)), STUNNED, STUNNED)


def test_shock_of_the_exchange_counts_though_the_blow_is_stopped(man: Victim) -> None:
    earlier = (ShockOffer(5, CF0, 7, STUNNED),)
    facts = scripted(blow(man, EDGE, 0, 0, earlier))
    assert facts.wound is not None
    assert (facts.wound.result, facts.shock) == ("stopped", Settled(earlier, STUNNED, STUNNED))


@pytest.mark.parametrize(
    ("present", "level", "offered", "state"),
    [
        (NONE, MF, STUNNED, STUNNED),
        (STUNNED, MF, INCAPACITATED, INCAPACITATED),
        (INCAPACITATED, CF0, UNCONSCIOUS, UNCONSCIOUS),
        (UNCONSCIOUS, CF0, None, UNCONSCIOUS),
        (STUNNED, MS, None, STUNNED),
    ],
)
def test_a_state_is_held_against_the_present_one(
    man: Victim, at: Callable[[str], int], present: Shock, level: Level, offered: Shock | None, state: Shock
) -> None:
    facts = scripted(blow(changed(man, state=present), EDGE, 5, at("thorax")), level)
    assert facts.shock[1:] == (offered, state)


def test_a_glancing_blow_shakes_but_does_not_wound(
    tables: Tables, human: Anatomy, man: Victim, at: Callable[[str], int]
) -> None:
    plate = ArmorPiece("plate", "plate", "plate", 1.0, 10, 0, frozenset(), frozenset({"skull"}), (0, 8, 8, 0))
    cover = cover_of(tables, body_of(human), 1000, (plate,))
    victim = changed(man, cover=cover)
    playing = Asking(blow(victim, EDGE, 11, at("skull")), lambda: 0.0, lambda ask: True)
    assert isinstance(playing.trail[0].request, Draw)
    assert playing.trail[0].request.target == 57
    facts = scripted(blow(victim, EDGE, 11, at("skull")), CF0)
    assert facts.wound is not None
    assert (facts.wound.level, facts.wound.glancing, facts.bleeds) == (0, True, False)
    assert facts.shock.shocks == (ShockOffer(6, CF0, 8, INCAPACITATED),)


def test_a_creature_without_blood_never_bleeds(man: Victim) -> None:
    dry = changed(man, blood=False)
    assert any(facts.bleeds for facts in enumerated(lambda: blow(man, EDGE, 22)))
    assert not any(facts.bleeds for facts in enumerated(lambda: blow(dry, EDGE, 22)))
    cuts = [facts.amputation for facts in enumerated(lambda: blow(dry, EDGE, 22)) if facts.amputation]
    assert not any(cut.bleeds for cut in cuts)


def test_a_creature_without_pain_feels_no_shock(man: Victim) -> None:
    numb = changed(man, pain=False)
    found = enumerated(lambda: blow(numb, EDGE, 22))
    assert all(facts.shock.shocks == () for facts in found)
    assert {facts.shock.state for facts in found} == {NONE, DEAD}
    assert all(facts.killed for facts in found if facts.shock.state is DEAD)


@pytest.mark.parametrize(
    ("borne", "level", "worsened"),
    [
        ((), 3, None),
        (((1, 2),), 2, (1, 3)),
        (((1, 2),), 1, None),
        (((1, 1), (2, 2)), 3, (2, 3)),
        (((1, 1), (2, 2)), 2, None),
        (((4, 2), (6, 2)), 4, (4, 3)),
        (((1, 5),), 5, None),
        (((1, 4),), 5, (1, 5)),
        (((1, 1),), 0, None),
    ],
)
def test_a_new_wound_worsens_the_worst_old_one(
    borne: tuple[tuple[int, int], ...], level: int, worsened: tuple[int, int] | None
) -> None:
    assert compounded(borne, level, 5) == worsened


def test_only_wounds_at_the_same_location_worsen(man: Victim, at: Callable[[str], int]) -> None:
    victim = changed(man, wounds={at("thorax"): ((3, 2),)})
    assert scripted(blow(victim, EDGE, 12, at("thorax")), CS).worsened == (3, 3)
    assert scripted(blow(victim, EDGE, 12, at("pelvis")), CS).worsened is None


def test_who_is_asked_may_let_the_test_fail(man: Victim, at: Callable[[str], int]) -> None:
    asked = changed(man, asks=True)
    assert scripted(blow(asked, EDGE, 12, at("right_calf")), "fail").stumble == Mishap(Control.FELL, None)
    assert scripted(blow(asked, EDGE, 12, at("right_calf")), "test", MS).stumble == Mishap(Control.KEPT, MS)
    request = next(blow(asked, EDGE, 12, at("right_calf")))
    assert isinstance(request, Ask)
    assert (request.of, request.question, request.about) == (7, Question.CONTROL, (("kind", "stumble"),))


def test_who_is_asked_may_decline_the_state_offered(man: Victim, at: Callable[[str], int]) -> None:
    asked = changed(man, asks=True)
    declined = scripted(blow(asked, EDGE, 12, at("skull")), MF, NONE)
    assert declined.shock[1:] == (UNCONSCIOUS, NONE)
    taken = scripted(blow(asked, EDGE, 12, at("skull")), MF, UNCONSCIOUS)
    assert taken.shock[1:] == (UNCONSCIOUS, UNCONSCIOUS)


def test_asking_changes_nothing_where_the_policy_answers(man: Victim) -> None:
    asked = changed(man, asks=True)
    for impact in (3, 12, 22):
        assert enumerated(partial(blow, asked, EDGE, impact)) == enumerated(partial(blow, man, EDGE, impact))


def test_the_stunned_keep_control_a_level_worse(man: Victim, at: Callable[[str], int]) -> None:
    shaken = changed(man, fumble=Mastery(62, shift=-1))
    assert scripted(blow(shaken, EDGE, 12, at("left_forearm")), MS).fumble == Mishap(Control.DROPPED, MF, LEFT_ARM)
    flung = scripted(blow(shaken, EDGE, 12, at("left_forearm")), MF).fumble
    assert flung == Mishap(Control.FLUNG, CF5, LEFT_ARM, critical=True)


def test_an_automatic_failure_is_not_rolled(man: Victim, at: Callable[[str], int]) -> None:
    lame = changed(man, stumble=Mastery(58).given(CF0))
    assert scripted(blow(lame, EDGE, 12, at("right_calf")), MS).stumble == Mishap(Control.FELL, CF0, critical=True)


def test_mishaps_of_an_exchange_are_the_same_tests(man: Victim) -> None:
    assert scripted(mishap(man, MishapKind.FUMBLE), MF) == Mishap(Control.DROPPED, MF, RIGHT_ARM)
    assert scripted(mishap(man, MishapKind.FUMBLE, part=LEFT_ARM), CS) == Mishap(Control.KEPT, CS, LEFT_ARM)
    assert scripted(mishap(man, MishapKind.STUMBLE), MF) == Mishap(Control.FELL, MF)
    assert scripted(mishap(man, MishapKind.STUMBLE, Risk.NONE)) is None
    assert scripted(mishap(man, MishapKind.MISFIRE)) is None
    assert scripted(settled(man, ())) == Settled((), None, NONE)


def test_a_blow_that_misses_does_nothing(man: Victim) -> None:
    facts = scripted(blow(man, EDGE, dice("impact", 2, 6), Aim(15, 6)), 4)
    assert (facts.found.miss, facts.found.zone_number, facts.wound) == (Miss.PAST, 18, None)
    gone = mask(range(len(man.cover.body.anatomy.locations)))
    assert scripted(blow(changed(man, gone=gone), EDGE, 22)).found.miss is Miss.EMPTY


def test_the_impact_may_be_dice(man: Victim, at: Callable[[str], int]) -> None:
    facts = scripted(blow(man, EDGE, dice("impact", 2, 6, 3), at("abdomen")), 11, CS)
    assert facts.wound is not None
    assert (facts.wound.impact, facts.wound.level, facts.bleeds) == (11, 3, True)


@given(
    impact=st.integers(0, 40),
    aspect=st.sampled_from(list(Aspect)),
    gone=st.integers(0, 2**32 - 1),
    seed=st.integers(0, 2**32),
)
def test_nothing_that_is_gone_is_struck_or_lost_again(
    man: Victim, impact: int, aspect: Aspect, gone: int, seed: int
) -> None:
    gone &= mask(range(len(man.cover.body.anatomy.locations)))
    facts = sample(blow(changed(man, gone=gone), Harm(aspect), impact), Random(seed).random)
    assert not facts.severed & gone
    if facts.wound is not None:
        assert not gone >> facts.wound.location & 1
        assert facts.severed & ~man.cover.body.outward[facts.wound.location] == 0
    assert (facts.wound is None) is (facts.found.miss is not None)


@pytest.mark.parametrize("where", [None, Aim(1, 6), Aim(13, 6)], ids=["unaimed", "at the head", "at the legs"])
@pytest.mark.parametrize("impact", [0, 4, 12, 17, 24])
def test_the_odds_of_a_blow_sum_to_one(man: Victim, impact: int, where: Aim | None) -> None:
    assert sum(enumerated(lambda: blow(man, EDGE, impact, where)).values()) == 1


ZONES = {
    "spread 1": (Aim(6, 1), {"torso": Fraction(1)}),
    "spread 6": (Aim(1, 6), {"head": Fraction(1, 6), "arms": Fraction(4, 6), "torso": Fraction(1, 6)}),
    "unaimed": (
        None,
        {"head": Fraction(1, 15), "arms": Fraction(4, 15), "torso": Fraction(4, 15), "legs": Fraction(6, 15)},
    ),
}


@pytest.mark.parametrize("case", ZONES)
def test_play_follows_the_odds_and_the_odds_what_was_worked_out_by_hand(man: Victim, case: str, long: bool) -> None:
    """Location and level of 2d8+4 edged: n = 20 000 (long: 100 000), seed 11.

    Each cell that expects 10 or more within 5 standard errors, the rest pooled; at most 130 cells, so a chance of about
    1 in 10 000 to fail by accident.
    """
    where, by_hand = ZONES[case]
    impact = dice("impact", 2, 8, 4)
    n, uniform = 100_000 if long else 20_000, Random(11).random
    anatomy = man.cover.body.anatomy

    def cell(facts: BlowFacts) -> tuple[int, int]:
        assert facts.wound is not None
        return facts.wound.location, facts.wound.level

    odds: dict[tuple[int, int], Fraction] = {}
    numb = changed(man, pain=False, holding=0, dominant=None, stumble=None)  # no need to walk what follows a wound
    for facts, chance in enumerated(lambda: blow(numb, EDGE, impact, where)).items():
        odds[cell(facts)] = odds.get(cell(facts), Fraction()) + chance
    zones: dict[str, Fraction] = {}
    for (location, _), chance in odds.items():
        zone = anatomy.zones[anatomy.parts[anatomy.locations[location].part].zone].id
        zones[zone] = zones.get(zone, Fraction()) + chance
    assert zones == by_hand
    # 2d8 + 4 is 6..9 in 1 + 2 + 3 + 4 of 64 throws, 10..14 in 5 + 6 + 7 + 8 + 7, 15..19 in 6 + 5 + 4 + 3 + 2, 20 in 1
    for level, ways in ((2, 10), (3, 33), (4, 20), (5, 1)):
        assert sum(p for (_, found), p in odds.items() if found == level) == Fraction(ways, 64)

    seen = Counter(cell(sample(blow(man, EDGE, impact, where), uniform)) for _ in range(n))
    rare = {key for key, chance in odds.items() if chance * n < 10}
    cells = [({key}, chance) for key, chance in odds.items() if key not in rare]
    cells.append((rare, sum((odds[key] for key in rare), Fraction())))
    for keys, chance in cells:
        share = sum(seen[key] for key in keys) / n
        assert abs(share - chance) <= 5 * float(chance * (1 - chance) / n) ** 0.5
    assert set(seen) <= set(odds)


def test_play_of_whole_blows_follows_their_odds(man: Victim, long: bool) -> None:
    """12 edged, unaimed: n = 20 000 (long: 100 000), seed 12; cells of 10 or more within 5 standard errors."""
    n, uniform = 100_000 if long else 20_000, Random(12).random
    odds = enumerated(lambda: blow(man, EDGE, 12))
    seen = Counter(sample(blow(man, EDGE, 12), uniform) for _ in range(n))
    assert set(seen) <= set(odds)
    for facts, chance in odds.items():
        if chance * n >= 10:
            assert abs(seen[facts] / n - chance) <= 5 * float(chance * (1 - chance) / n) ** 0.5


def test_the_chance_to_be_felled_by_a_sword_cut_is_what_the_tables_say(man: Victim) -> None:
    """12 edged to the thorax at Shock 47: S3, base 7; CS (9) none, MS (38) stunned, MF and CF (53) worse."""
    odds = enumerated(lambda: blow(man, EDGE, 12, man.cover.body.locations_of[3][0]))
    by_state: dict[Shock, Fraction] = {}
    for facts, chance in odds.items():
        by_state[facts.shock.state] = by_state.get(facts.shock.state, Fraction()) + chance
    assert {state: chance * 100 for state, chance in by_state.items()} == {
        NONE: 9, STUNNED: 38, INCAPACITATED: 42, UNCONSCIOUS: 11,
    }  # fmt: skip
