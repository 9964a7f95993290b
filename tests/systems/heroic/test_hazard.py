"""heroic H4, H5 of what nobody strikes: several harms of one moment, falls, fire, shock without a wound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Anatomy, Aspect
from fleshwound.components.draws import Ask, Level, Question
from fleshwound.components.hazards import EVERYWHERE, Dice
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.heroic.body import body_of, mask
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.hazard import Hurt, Place, fall_of, fire_of, harmed, places_of, threatened
from fleshwound.systems.heroic.injury import cover_of
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim

CF0, CF5, MF, MS, CS = Level
RIGHT_ARM, LEFT_ARM = 1, 2


@pytest.fixture(scope="session")
def man(tables: Tables, human: Anatomy) -> Victim:
    return Victim(
        7,
        cover_of(tables, body_of(human), 1000, ()),
        shock=Mastery(50),
        strength=Mastery(60),
        fumble=Mastery(60),
        stumble=Mastery(60),
        holding=mask([RIGHT_ARM, LEFT_ARM]),
        dominant=RIGHT_ARM,
    )


@pytest.fixture(scope="session")
def at(human: Anatomy) -> Callable[[str], int]:
    return [location.id for location in human.locations].index


def hurt(points: int, aspect: Aspect = Aspect.FIRE, at: str | None = None, places: int = 1) -> Hurt:
    return Hurt(Dice(0, 1, points), aspect, at, places, "a test")


@pytest.mark.parametrize(
    ("feet", "dice"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (60, 6), (199, 19), (200, 20), (100_000, 20)]
)
def test_a_fall_is_a_die_for_every_ten_feet_and_twenty_at_the_most(tables: Tables, feet: int, dice: int) -> None:
    fallen = fall_of(tables, feet)
    assert (fallen.impact, fallen.aspect, fallen.at) == (Dice(dice, 6), Aspect.BLUNT, None)
    assert fallen.places == (1 if dice else 0)


@pytest.mark.parametrize(("places", "expected"), [(1, (None, 1)), (4, (None, 4)), (None, (EVERYWHERE, 1))])
def test_fire_is_a_die_for_each_step_of_its_intensity_in_each_place(
    tables: Tables, places: int | None, expected: tuple[str | None, int]
) -> None:
    burnt = fire_of(tables, 3, places)
    assert (burnt.impact, burnt.aspect) == (Dice(3, 6), Aspect.FIRE)
    assert (burnt.at, burnt.places) == expected


@pytest.mark.parametrize(
    ("index", "level", "state"),
    [
        (5, CF0, Shock.STUNNED),
        (5, MS, Shock.NONE),
        (7, MS, Shock.STUNNED),
        (7, CS, Shock.NONE),
        (7, MF, Shock.INCAPACITATED),
        (8, MF, Shock.UNCONSCIOUS),
        (10, CS, Shock.UNCONSCIOUS),
        (10, MS, Shock.DEAD),
    ],
)
def test_a_threat_is_tested_like_the_shock_of_a_wound(man: Victim, index: int, level: Level, state: Shock) -> None:
    assert scripted(threatened(man, index), level).state is state


def test_a_threat_below_five_does_nothing_and_one_above_ten_is_death_untested(man: Victim) -> None:
    assert scripted(threatened(man, 4)).shocks == ()
    assert scripted(threatened(man, 11)).state is Shock.DEAD


def test_a_threat_moves_nobody_who_feels_no_pain(man: Victim) -> None:
    settled = scripted(threatened(replace(man, pain=False), 30))
    assert (settled.shocks, settled.offered, settled.state) == ((), None, Shock.NONE)


def test_a_threat_equal_to_the_present_state_is_offered_a_step_worse(man: Victim) -> None:
    for present, after in ((Shock.STUNNED, Shock.INCAPACITATED), (Shock.INCAPACITATED, Shock.UNCONSCIOUS)):
        assert scripted(threatened(replace(man, state=present), 6 + present), MS).state is after


def test_a_threat_is_offered_and_may_be_declined(man: Victim) -> None:
    asked = replace(man, asks=True)
    assert scripted(threatened(asked, 8), MS, Shock.NONE).state is Shock.NONE
    assert scripted(threatened(asked, 8), MS, Shock.INCAPACITATED).state is Shock.INCAPACITATED


def test_everywhere_is_each_part_that_is_there_once(man: Victim, human: Anatomy) -> None:
    body = man.cover.body
    numb = replace(man, gone=body.mask_of[LEFT_ARM], pain=False)
    there = (0, RIGHT_ARM, 3, 4, 5)
    answers = [answer for part in there for answer in (body.locations_of[part][0], 1)]
    facts = scripted(harmed(numb, hurt(1, at=EVERYWHERE)), *answers)
    found = [human.locations[blow.found.location].part for blow in facts.blows if blow.found.location is not None]
    assert found == list(there)


def test_no_two_places_are_the_same_and_no_more_than_there_are(man: Victim, human: Anatomy) -> None:
    body = man.cover.body
    left = mask([0, 1])  # the skull and an eye
    gone = mask(range(len(human.locations))) & ~left
    ways = enumerated(lambda: harmed(replace(man, gone=gone, pain=False), hurt(1, places=5)))
    assert {tuple(sorted(blow.found.location or 0 for blow in facts.blows)) for facts in ways} == {(0, 1)}
    assert body.unaimed(gone | left) is None


def test_of_all_the_shock_of_one_moment_the_severest_counts_and_is_asked_about_once(
    man: Victim, at: Callable[[str], int]
) -> None:
    asked: list[Ask] = []

    def decide(ask: Ask) -> object:
        asked.append(ask)
        return ask.options[0]

    rule = harmed(replace(man, asks=True), hurt(10, places=2))
    request = next(rule)
    answers = {"location": [at("skull"), at("thorax")], "shock": [MS, CF0], "impact": [10, 10]}
    facts = None
    try:
        while True:
            answer = decide(request) if isinstance(request, Ask) else answers[request.what].pop(0)
            request = rule.send(answer)
    except StopIteration as done:
        facts = done.value
    # skull S3: index 8, incapacitated; thorax S3: index 7 + 2, unconscious
    assert [shock.state for shock in facts.shock.shocks] == [Shock.INCAPACITATED, Shock.UNCONSCIOUS]
    assert facts.shock.state is Shock.UNCONSCIOUS
    assert [ask.question for ask in asked] == [Question.SHOCK]


def test_whoever_loses_its_head_is_harmed_no_further(man: Victim, at: Callable[[str], int]) -> None:
    facts = scripted(harmed(man, hurt(20, Aspect.EDGED, EVERYWHERE)), at("neck"), 20, CF0)
    assert facts.blows[0].killed
    assert len(facts.blows) == 1


def test_what_one_harm_has_shaken_loose_the_next_does_not(man: Victim, at: Callable[[str], int]) -> None:
    facts = scripted(
        harmed(replace(man, holding=mask([RIGHT_ARM])), hurt(5, places=2)),
        at("right_forearm"), 5, MF,  # S2: it fails to keep its grip
        at("right_hand"), 5,  # and has nothing left to lose
    )  # fmt: skip
    first, second = facts.blows
    assert first.fumble is not None
    assert first.fumble.part == RIGHT_ARM
    assert second.fumble is None


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (None, (Place(), Place(), Place())),
        (EVERYWHERE, tuple(Place(part) for part in range(6))),
        ("left_arm", (Place(LEFT_ARM),)),
        ("skull", (Place(0, 0),)),
        ("tail", ()),
    ],
)
def test_a_place_is_a_location_a_part_any_or_everywhere(
    man: Victim, where: str | None, expected: tuple[Place, ...]
) -> None:
    assert places_of(man.cover.body, hurt(1, at=where, places=3)) == expected
