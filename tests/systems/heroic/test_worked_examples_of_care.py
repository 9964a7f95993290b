"""Every table row and worked example of H13 and H14, read out of the rulebook itself (heroic H10, H13, H14)."""

from __future__ import annotations

from typing import Final

import pytest
from rulebook import says
from rulebook import tables as tables_of

from fleshwound.components.creature import Doing, Fatigue, FatigueEntry, FatigueKind
from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Draw, Level
from fleshwound.components.ids import DAY, HOUR, MINUTE
from fleshwound.game.content import shipped
from fleshwound.systems.drivers import scripted
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.fatigue import recoveries
from fleshwound.systems.heroic.healing import healing_base, healing_test, infectable, infection_rate
from fleshwound.systems.heroic.impairment import Severity
from fleshwound.systems.heroic.infection import InfectionEnd, infection_test, infection_weakness
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.treatment import after_treatment, healing_rate, method_of, treatment, treatment_test

CF0, CF5, MF, MS, CS = Level
BY_NAME: Final = {"CF": (CF0, CF5), "MF": (MF,), "MS": (MS,), "CS": (CS,)}
SEVERITIES: Final = {"minor": Severity.MINOR, "serious": Severity.SERIOUS, "grievous": Severity.GRIEVOUS}


@pytest.fixture(scope="session")
def rules() -> Tables:
    return shipped().tables("heroic", Tables)


def cells(place: int) -> list[tuple[str, str, str]]:
    table = tables_of("H13")[place]
    rows = table.rows.items()
    return [(row, column, cell) for row, told in rows for column, cell in zip(table.head, told, strict=True)]


RATES: Final = cells(0)
METHODS: Final = cells(1)


@pytest.mark.parametrize(("roll", "severity", "told"), RATES, ids=[f"{row}, {column}" for row, column, _ in RATES])
def test_h13_treatment(rules: Tables, roll: str, severity: str, told: str) -> None:
    for level in BY_NAME[roll]:
        rate = healing_rate(rules, SEVERITIES[severity], level)
        assert (rate >= rules.healing.healed_at) if told == "healed" else rate == int(told)


@pytest.mark.parametrize(
    ("aspect", "severity", "told"), METHODS, ids=[f"{row}, {column}" for row, column, _ in METHODS]
)
def test_h13_what_a_wound_calls_for(rules: Tables, aspect: str, severity: str, told: str) -> None:
    method = method_of(rules, Aspect[aspect.upper()], SEVERITIES[severity])
    name, modifier = told.replace("−", "-").split()
    assert (method.name, method.modifier) == (name, int(modifier))
    level = {"minor": 1, "serious": 3, "grievous": 4}[severity]
    request = next(treatment_test(rules, Mastery(60), Aspect[aspect.upper()], level))
    assert isinstance(request, Draw)
    assert request.target == min(95, 60 + int(modifier))


def test_h13_surgery_that_fails_opens_a_bleeder(rules: Tables) -> None:
    says("H13", "Surgery at MF or CF opens a bleeder")
    for level in Level:
        done = treatment(rules, Aspect.PIERCING, Severity.GRIEVOUS, "surgery", level)
        assert done.bleeds or level >= MS


PERMANENT: Final = {
    ("blunt", "serious"): {3, 4},
    ("blunt", "grievous"): {2, 3, 4},
    ("edged", "grievous"): {2, 3, 4},
    ("piercing", "serious"): {3},
    ("piercing", "grievous"): {2, 3, 4},
    ("fire", "grievous"): {1, 2, 3},
}


@pytest.mark.parametrize("aspect", Aspect, ids=lambda it: it.name.lower())
@pytest.mark.parametrize("severity", SEVERITIES)
def test_h13_what_may_stay_for_good(rules: Tables, aspect: Aspect, severity: str) -> None:
    says("H13", "blunt serious HR 3–4 or grievous HR 2–4; edged grievous HR 2–4")
    says("H13", "piercing serious HR 3 or grievous HR 2–4; fire grievous HR 1–3")
    found = {rate for rate in range(8) if after_treatment(rules, aspect, SEVERITIES[severity], rate).permanent}
    assert found == PERMANENT.get((aspect.name.lower(), severity), set())


@pytest.mark.parametrize("aspect", Aspect, ids=lambda it: it.name.lower())
@pytest.mark.parametrize("severity", SEVERITIES)
def test_h13_what_bleeds_after_treatment(rules: Tables, aspect: Aspect, severity: str) -> None:
    says("H13", "Bleeder after treatment: grievous HR 2–3, blunt, edged or piercing")
    found = {rate for rate in range(8) if after_treatment(rules, aspect, SEVERITIES[severity], rate).bleeds}
    assert found == ({2, 3} if severity == "grievous" and aspect is not Aspect.FIRE else set())


def test_h13_the_healing_base_is_a_mean_rounded_towards_endurance() -> None:
    says("H13", "mean of Endurance and Will, rounded up if END > WIL, else down")
    assert (healing_base(13, 10), healing_base(10, 13), healing_base(12, 12)) == (12, 11, 12)


HEALED: Final = [("CF", 0), ("MF", 0), ("MS", 1), ("CS", 2)]


@pytest.mark.parametrize(("name", "less"), HEALED, ids=[name for name, _ in HEALED])
def test_h13_healing_test(rules: Tables, name: str, less: int) -> None:
    says("H13", "MF none, MS level −1, CS level −2. Level ≤ 0: healed. HR 0: death. HR ≥ 7: healed")
    for level in BY_NAME[name]:
        for wound in range(1, 6):
            found = scripted(healing_test(rules, wound, 4, 12, 0, may_infect=True), level)
            assert found.after == max(0, wound - less)
            assert (found.infection is not None) is (name == "CF")
    assert scripted(healing_test(rules, 3, 0, 12, 0, may_infect=False)).dead
    assert scripted(healing_test(rules, 3, 7, 12, 0, may_infect=False)).after == 0
    says("H13", "per injury every 5 days")
    assert rules.healing.interval_s == 5 * DAY // 1_000_000


def test_h13_an_untreated_wound_fails_every_healing_test(rules: Tables) -> None:
    says("H13", "Untreated wound: no HR; every healing test is an automatic CF")
    found = scripted(healing_test(rules, 3, None, 95, 0, may_infect=True))
    assert (found.level, found.after) == (CF0, 3)
    assert found.infection is not None


def test_h13_which_wounds_may_become_infected(rules: Tables) -> None:
    says("H13", "any untreated wound, or an edged, piercing or fire one")
    assert {aspect for aspect in Aspect if infectable(rules, aspect, 4)} == set(Aspect) - {Aspect.BLUNT}
    assert all(infectable(rules, aspect, None) for aspect in Aspect)


@pytest.mark.parametrize(
    ("level", "rate", "opens"), [(1, None, 5), (2, None, 4), (3, None, 4), (4, None, 3), (5, None, 3), (3, 4, 5)]
)
def test_h13_an_infection_opens_above_its_wound(rules: Tables, level: int, rate: int | None, opens: int) -> None:
    says("H13", "HR = the wound's + 1 (an untreated wound counts as treated with a CF: 4, 3 or 2 by severity")
    assert infection_rate(rules, level, rate) == opens


@pytest.mark.parametrize(("rate", "weakness"), [(1, 10), (2, 10), (3, 5), (4, 5), (5, 0), (6, 0)])
def test_h13_infection_weakens(rules: Tables, rate: int, weakness: int) -> None:
    says("H13", "weakness HR 1–2 10, HR 3–4 5, else 0")
    assert infection_weakness(rules, rate) == weakness


INFECTED: Final = [("CF", -2), ("MF", -1), ("MS", 1), ("CS", 2)]


@pytest.mark.parametrize(("name", "delta"), INFECTED, ids=[name for name, _ in INFECTED])
def test_h13_infection_test(rules: Tables, name: str, delta: int) -> None:
    says("H13", "CF −2, MF −1, MS +1, CS +2; HR ≤ 0 dead; ≥ 6 healed")
    says("H13", "daily")
    assert rules.infection.interval_s == DAY // 1_000_000
    for level in BY_NAME[name]:
        for rate in range(1, 6):
            found = scripted(infection_test(rules, rate, 12, 0), level)
            after = rate + delta
            end = InfectionEnd.DEAD if after <= 0 else InfectionEnd.OVER if after >= 6 else None
            assert (found.after, found.end) == (max(0, after), end)


# --- H14 ------------------------------------------------------------------------------------------------------------


def tired(kind: FatigueKind) -> Fatigue:
    return Fatigue([FatigueEntry(kind, "a test", 40)])


@pytest.mark.parametrize(
    ("kind", "doing", "after", "amount", "told"),
    [
        (FatigueKind.WINDEDNESS, Doing.RESTING, 10 * MINUTE, 5, "windedness (10 min rest −5, once an hour)"),
        (
            FatigueKind.WEARINESS,
            Doing.RESTING,
            4 * HOUR,
            5,
            "weariness (4 h rest −5, 8 h sleep −15",
        ),
        (FatigueKind.WEARINESS, Doing.SLEEPING, 8 * HOUR, 15, "8 h sleep −15"),
    ],
)
def test_h14_recovery(rules: Tables, kind: FatigueKind, doing: Doing, after: int, amount: int, told: str) -> None:
    says("H14", told)
    (found,) = recoveries(rules, tired(kind), doing, 0)
    assert (found.due, found.kind, found.amount) == (after, kind, amount)


def test_h14_once_an_hour_and_once_a_day(rules: Tables) -> None:
    winded, weary = tired(FatigueKind.WINDEDNESS), tired(FatigueKind.WEARINESS)
    winded.breathed_at, weary.rested_at = 10 * MINUTE, 4 * HOUR
    assert recoveries(rules, winded, Doing.RESTING, 0)[0].due == 70 * MINUTE
    assert recoveries(rules, weary, Doing.RESTING, 0)[0].due == DAY + 4 * HOUR


def test_h14_anaemia_goes_by_five_a_day_once_nothing_bleeds(rules: Tables) -> None:
    says("H14", "anaemia −5 a day once nothing bleeds")
    weak = Fatigue([FatigueEntry(FatigueKind.WEAKNESS, "blood loss", 15)])
    assert recoveries(rules, weak, Doing.RESTING, 0) == []
    weak.clotted_at = HOUR
    (found,) = recoveries(rules, weak, Doing.FIGHTING, 0)
    assert (found.due, found.amount) == (HOUR + DAY, 5)


def test_h14_fatigue_is_the_sum_of_its_entries() -> None:
    says("H14", "Penalty on every test = the sum")
    kinds = [FatigueEntry(kind, kind.value, 5) for kind in FatigueKind]
    assert Fatigue(kinds).total == 15


def test_h14_three_rounds_of_exchanges_wind_by_one(rules: Tables) -> None:
    says("H14", "Melee: +1 windedness per 3 rounds of exchanges")
    assert (rules.fatigue.melee_rounds, rules.fatigue.melee_windedness) == (3, 1)
