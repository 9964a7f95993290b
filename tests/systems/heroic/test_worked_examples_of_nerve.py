"""Every table row and worked example of H15, read out of the rulebook itself (heroic H15)."""

from __future__ import annotations

from typing import Final

import pytest
from rulebook import says
from rulebook import tables as tables_of

from fleshwound.components.draws import Level
from fleshwound.components.ids import DAY
from fleshwound.components.nerve import Fear, Morale
from fleshwound.game.content import shipped
from fleshwound.systems.drivers import enumerated
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.fear import (
    after_clear,
    clear_after,
    defence_restricted,
    fear_after,
    fear_of,
    must_flee,
    severest_fear,
)
from fleshwound.systems.heroic.morale import after_reaction, braver, morale_after, morale_of, severest_morale
from fleshwound.systems.heroic.psyche import Disturbance, disturbance, stress_after, stress_interval, stress_weakness
from fleshwound.systems.heroic.rally import RallyEnd, rally_mastery, rally_of
from fleshwound.systems.heroic.tables import Tables

CF0, CF5, MF, MS, CS = Level
BY_NAME: Final = {level.name: level for level in Level}
ROWS: Final = list(tables_of("H15")[0].rows.items())


@pytest.fixture(scope="session")
def rules() -> Tables:
    return shipped().tables("heroic", Tables)


@pytest.mark.parametrize(("name", "told"), ROWS, ids=[name for name, _ in ROWS])
def test_h15_morale(rules: Tables, name: str, told: tuple[str, ...]) -> None:
    found = morale_of(rules, BY_NAME[name])
    assert told[0].startswith(found.state.name.lower())
    assert ("+2 PSY" in told[0], "+1 PSY" in told[0]) == (found.psyche == 2, found.psyche == 1)


@pytest.mark.parametrize(("name", "told"), ROWS, ids=[name for name, _ in ROWS])
def test_h15_fear(rules: Tables, name: str, told: tuple[str, ...]) -> None:
    found = fear_of(rules, BY_NAME[name])
    assert told[1].startswith(found.state.name.lower())
    assert ("+2 PSY" in told[1], "+1 PSY" in told[1]) == (found.psyche == 2, found.psyche == 1)
    assert found.immune is ("immune" in told[1])
    assert defence_restricted(found.state) is ("only block or dodge" in told[1])
    assert must_flee(found.state) is ("flees" in told[1])


def test_h15_the_table_has_a_row_for_every_result() -> None:
    assert [name for name, _ in ROWS] == [level.name for level in Level]


def test_h15_bravery_adds_twenty_for_five_minutes(rules: Tables) -> None:
    says("H15", "+20 to morale and fear for 5 min")
    assert braver(rules, Mastery(40), brave=True).eml == 60
    assert braver(rules, Mastery(40), brave=False).eml == 40
    assert rules.morale.brave_s == 300


def test_h15_reaction_tests(rules: Tables) -> None:
    says("H15", "reaction test each round end → routed")
    says("H15", "reaction test every 5 min → steady")
    says("H15", "reaction test each minute → steady")
    found = {state: after_reaction(state, success=True) for state in Morale if state >= Morale.WITHDRAWING}
    assert found == {
        Morale.WITHDRAWING: Morale.STEADY, Morale.ROUTED: Morale.STEADY, Morale.CATATONIC: Morale.ROUTED
    }  # fmt: skip
    assert all(after_reaction(state, success=False) is state for state in Morale)
    assert (rules.morale.routed_s, rules.morale.withdrawing_s) == (300, 60)


def test_h15_fear_wears_off(rules: Tables) -> None:
    says("H15", "fear test each turn end, success → terrified")
    says("H15", "steady after 10 min clear")
    says("H15", "clear of it, MS/CS → steady, or after 1 min")
    assert after_clear(Fear.CATATONIC, success=True) is Fear.TERRIFIED
    assert after_clear(Fear.AFRAID, success=True) is Fear.STEADY
    assert [clear_after(rules, state) for state in (Fear.TERRIFIED, Fear.AFRAID, Fear.CATATONIC)] == [600, 60, None]


def test_h15_the_severest_of_several_holds() -> None:
    says("H15", "The severest of several holds")
    assert severest_morale([Morale.STEADY, Morale.ROUTED, Morale.WITHDRAWING]) is Morale.ROUTED
    assert severest_fear([Fear.BRAVE, Fear.AFRAID]) is Fear.AFRAID
    for state in Morale:
        for other in Morale:
            assert morale_after(state, other, at_once=True) is max(state, other)
    for fear in Fear:
        for another in Fear:
            assert fear_after(fear, another, at_once=True) is max(fear, another)


RALLIES: Final = [
    (CF0, RallyEnd.UNHEARD, 300),
    (CF5, RallyEnd.UNHEARD, 300),
    (MF, RallyEnd.UNHEARD, 60),
    (MS, RallyEnd.HEARD, 0),
    (CS, RallyEnd.STEADY, 0),
]


@pytest.mark.parametrize(("level", "end", "lockout"), RALLIES, ids=[level.name for level, *_ in RALLIES])
def test_h15_rally(rules: Tables, level: Level, end: RallyEnd, lockout: int) -> None:
    says("H15", "CF no rally for 5 min; MF for 1 min; MS routed and withdrawing allies in earshot make a reaction test")
    says("H15", "CS they are steady")
    found = rally_of(rules, level)
    assert (found.end, found.lockout_s) == (end, lockout)


@pytest.mark.parametrize(("initiative", "target"), [(50, 40), (57, 40), (63, 45), (42, 35), (9, 15)])
def test_h15_a_rally_is_made_at_command_and_five_for_each_point_of_initiative_index_above_five(
    rules: Tables, initiative: int, target: int
) -> None:
    says("H15", "Command + (Initiative index − 5) × 5")
    assert rally_mastery(rules, Mastery(40), initiative).eml == target


def test_h15_catatonic_fear_brings_index_seven(rules: Tables) -> None:
    says("H15", "Catatonic fear brings base SSI 7 of its own")
    assert rules.fear.catatonic_index == 7


def test_h15_psyche_stress(rules: Tables) -> None:
    says("H15", "surfacing after 10 min: 5 weakness a level")
    says("H15", "1 quirk, 2 impulse, 3+ disorder")
    assert (rules.psyche.surfaces_s, [stress_weakness(rules, level) for level in (1, 2, 3)]) == (600, [5, 10, 15])
    assert [disturbance(rules, level) for level in (1, 2, 3, 4)] == [
        Disturbance.QUIRK, Disturbance.IMPULSE, Disturbance.DISORDER, Disturbance.DISORDER
    ]  # fmt: skip


PSYCHE: Final = [
    (CF0, 2, False, (2, True)),
    (CF0, 2, True, (3, True)),
    (MF, 2, False, (2, False)),
    (MS, 2, False, (1, False)),
    (CS, 2, False, (0, False)),
    (CS, 1, False, (0, False)),
]


@pytest.mark.parametrize(("level", "before", "permanent", "after"), PSYCHE)
def test_h15_psyche_course(rules: Tables, level: Level, before: int, permanent: bool, after: tuple[int, bool]) -> None:
    says("H15", "CF permanent (or +1 if it is), MF nothing, MS −1, CS −2; an indefinite one ends at ≤ 0")
    found = stress_after(rules, level, before, permanent=permanent)
    assert (found.after, found.permanent) == after


def test_h15_psyche_stress_is_tested_every_d6_days(rules: Tables) -> None:
    says("H15", "Every d6 days a Will test without fatigue")
    assert {delay // DAY for delay in enumerated(lambda: stress_interval(rules))} == set(range(1, 7))
