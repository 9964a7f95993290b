"""heroic H3: aimed and unaimed blows, and what becomes of them where a body part is gone."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.definitions import Anatomy
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.heroic.body import Body, body_of
from fleshwound.systems.heroic.location import Aim, Found, Miss, aimed, missed, unaimed, zone_hit

ARMS = 1


@pytest.fixture(scope="session")
def body(human: Anatomy) -> Body:
    return body_of(human)


def by_zone(body: Body, gone: int, aim: Aim) -> dict[str, Fraction]:
    shares: dict[str, Fraction] = {}
    for found, chance in enumerated(lambda: aimed(body, gone, aim)).items():
        anatomy = body.anatomy
        hit = found.location
        name = str(found.miss) if hit is None else anatomy.zones[anatomy.parts[anatomy.locations[hit].part].zone].id
        shares[name] = shares.get(name, Fraction()) + chance
    return shares


def test_spread_one_never_scatters(body: Body) -> None:
    for number in range(1, 16):
        assert list(by_zone(body, 0, Aim(number, 1))) == [body.anatomy.zones[body.zone_of[number - 1]].id]


def test_spread_six_at_number_one_finds_one_to_six(body: Body) -> None:
    assert by_zone(body, 0, Aim(1, 6)) == {"head": Fraction(1, 6), "arms": Fraction(4, 6), "torso": Fraction(1, 6)}


@pytest.mark.parametrize(
    ("number", "misses"), [(10, []), (11, [6]), (12, [5, 6]), (13, [4, 5, 6]), (15, [2, 3, 4, 5, 6])]
)
def test_spread_six_misses_past_the_highest_number(body: Body, number: int, misses: list[int]) -> None:
    for face in range(1, 7):
        hit = number - 1 + face
        if face in misses:
            assert scripted(aimed(body, 0, Aim(number, 6)), face) == missed(hit, Miss.PAST)
        else:
            assert zone_hit(body, 0, hit) == body.zone_of[hit - 1]


def test_an_emptied_zone_keeps_its_numbers_and_a_blow_there_misses(body: Body) -> None:
    gone = body.mask_of[1] | body.mask_of[2]
    assert scripted(aimed(body, gone, Aim(1, 6)), 3) == Found(3, None, Miss.EMPTY)
    assert by_zone(body, gone, Aim(1, 6)) == {
        "head": Fraction(1, 6), str(Miss.EMPTY): Fraction(4, 6), "torso": Fraction(1, 6),
    }  # fmt: skip
    assert [zone_hit(body, gone, n) for n in (0, 1, 2, 5, 6, 15, 16)] == [
        Miss.PAST, 0, Miss.EMPTY, Miss.EMPTY, 2, 3, Miss.PAST,
    ]  # fmt: skip


def test_aiming_at_a_part_that_is_gone_strikes_what_is_left_in_its_zone(body: Body) -> None:
    odds = enumerated(lambda: aimed(body, body.mask_of[1], Aim(2, 1)))
    assert {found.location for found in odds} == set(body.locations_of[2])


def test_an_unaimed_blow_owns_no_zone_number(body: Body) -> None:
    assert {found.zone_number for found in enumerated(lambda: unaimed(body, 0))} == {0}


def test_where_nothing_is_left_an_unaimed_blow_misses(body: Body) -> None:
    assert scripted(unaimed(body, (1 << len(body.anatomy.locations)) - 1)) == missed(0, Miss.EMPTY)


@given(gone=st.integers(0, 2**32 - 1), number=st.integers(1, 18), sides=st.integers(1, 12))
def test_no_aimed_blow_lands_on_what_is_gone(human: Anatomy, gone: int, number: int, sides: int) -> None:
    odds = enumerated(lambda: aimed(body_of(human), gone, Aim(number, sides)))
    assert sum(odds.values()) == 1
    assert all((found.location is None) is not (found.miss is None) for found in odds)
    assert not any(found.location is not None and gone >> found.location & 1 for found in odds)
