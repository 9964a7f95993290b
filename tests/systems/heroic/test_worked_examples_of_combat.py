"""Every table row and worked example of H12, read out of the rulebook itself (heroic H12)."""

from __future__ import annotations

from typing import Final

import pytest
from rulebook import says
from rulebook import tables as tables_of

from fleshwound.components.definitions import Aspect, Contest, Mode, Role
from fleshwound.components.draws import Level, dice
from fleshwound.game.content import shipped
from fleshwound.systems.drivers import scripted
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.contest import advantage_of
from fleshwound.systems.heroic.d100 import Contender, Mastery, Tiebreak, result
from fleshwound.systems.heroic.exchange import Defence, advantages, exchange, mishap_of, resolved
from fleshwound.systems.heroic.impact import advantage_impact, impact_of
from fleshwound.systems.heroic.mishap import MishapKind
from fleshwound.systems.heroic.missile import Band, band_of, band_spread
from fleshwound.systems.heroic.strength import impact_modifier
from fleshwound.systems.heroic.stroke import finer
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.trial import press_base, row_of

CF0, CF5, MF, MS, CS = Level
LEVELS: Final = (CF0, MF, MS, CS)


@pytest.fixture(scope="session")
def rules() -> Tables:
    return shipped().tables("heroic", Tables)


# --- who lands ------------------------------------------------------------------------------------------------------

DEFENCES: Final = list(tables_of("H12")[0].rows.items())
STEPS: Final = {CF0: -1, MF: 0, MS: 1, CS: 2}


@pytest.mark.parametrize(("defence", "told"), DEFENCES, ids=[name for name, _ in DEFENCES])
def test_h12_who_lands(rules: Tables, defence: str, told: tuple[str, ...]) -> None:
    says("H12", "The attack must itself succeed, and:")
    for attack in LEVELS:
        for defend in LEVELS if defence != "ignore" else (None,):
            ahead = 0 if defend is None else STEPS[attack] - STEPS[defend]
            succeeds, answers = attack >= MS, defend is not None and defend >= MS
            attacker = {
                "attack out-levels block": ahead > 0,
                "counterstrike does not out-level the attack": ahead >= 0,
                "attack out-levels dodge; tied successes go to the tiebreak": ahead > 0,
                "attack succeeds": True,
            }[told[0]]
            defender = {"never": False, "the counterstrike succeeds": answers}[told[1]]
            tied = defence == "dodge" and succeeds and ahead == 0
            for winner in (Contender.SOURCE, Contender.TARGET) if tied else (None,):
                fought = resolved(
                    Defence(defence),
                    result(attack),
                    None if defend is None else result(defend),
                    rules.combat,
                    broken=None if winner is None else (winner, Tiebreak.ROLL),
                )
                assert fought.attacker_lands is (succeeds and (attacker or winner is Contender.SOURCE))
                assert fought.defender_lands is defender


def test_h12_against_ignore_a_marginal_success_is_one_star_and_a_critical_two(rules: Tables) -> None:
    says("H12", "Against ignore an MS is one star, a CS two")
    assert [resolved(Defence.IGNORE, result(level), None, rules.combat).stars for level in LEVELS] == [0, 0, 1, 2]


def test_h12_against_the_helpless_nothing_is_rolled_and_the_attack_is_a_critical_success(rules: Tables) -> None:
    says("H12", "Against the helpless nothing is rolled: the attack is a CS")
    fought = scripted(exchange(Mastery(20), Defence.IGNORE, None, rules.combat, helpless=True))
    assert (fought.attack.level, fought.attacker_lands) == (CS, True)


def test_h12_a_tied_successful_block_checks_for_breakage(rules: Tables) -> None:
    says(
        "H12",
        "Tied successful block: blocking weapon or shield must check breakage: d20 > its durability",
    )
    found = {
        (attack, defend): resolved(Defence.BLOCK, result(attack), result(defend), rules.combat).breakage
        for attack in LEVELS
        for defend in LEVELS
    }
    assert {pair for pair, checked in found.items() if checked} == {(MS, MS), (CS, CS)}
    assert rules.combat.breakage_sides == 20


# --- advantages and mishaps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stars", "won"), [(0, 0), (1, 0), (2, 1), (3, 2), (-2, -1), (-3, -2)])
def test_h12_a_winner_by_two_or_more_has_one_advantage_less(rules: Tables, stars: int, won: int) -> None:
    says("H12", "winner by n ≥ 2 stars has n − 1")
    assert advantages(stars, rules.combat) == won


def test_h12_what_an_advantage_of_impact_adds(rules: Tables) -> None:
    says("H12", "5 if edged and swung, else 0 [R]; punch 2, bite 3, other human techniques 0")
    techniques = shipped().techniques
    found = {id: advantage_impact(rules, techniques[f"human/{id}"]) for id in ("punch", "bite", "kick", "headbutt")}
    assert found == {"punch": 2, "bite": 3, "kick": 0, "headbutt": 0}
    for weapon in shipped().under("heroic").weapons.values():
        for mode in weapon.modes:
            if mode.advantage_impact is None:
                swung = mode.swung and mode.aspect is Aspect.EDGED
                assert advantage_impact(rules, mode) == (5 if swung else 0), mode.id


def test_h12_precision_lowers_the_spread_by_a_die_step(rules: Tables) -> None:
    says("H12", "precision TA lowers spread one die step")
    assert [finer(rules, sides) for sides in (12, 10, 8, 6, 4)] == [10, 8, 6, 4, 1]


def test_h12_set_up_is_ten(rules: Tables) -> None:
    says("H12", "setup TA +10 to the next test against that foe")
    assert rules.combat.setup_bonus == 10


@pytest.mark.parametrize(
    ("level", "missile", "kind"),
    [
        (CF0, False, MishapKind.FUMBLE),
        (CF5, False, MishapKind.STUMBLE),
        (CF5, True, MishapKind.MISFIRE),
        (CF0, True, MishapKind.FUMBLE),
        (MF, False, None),
        (CS, False, None),
    ],
)
def test_h12_mishap(level: Level, missile: bool, kind: MishapKind | None) -> None:
    says("H12", "Mishap on CF: units 0 fumble test, units 5 stumble test (missile: misfire")
    assert mishap_of(result(level), missile=missile) is kind


# --- impact ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "modifier"),
    [(1, -10), (2, -8), (3, -6), (4, -4), (4.9, -4), (5, -3), (6, -2), (9, -1), (10, 0), (11, 0), (12, 1), (13.9, 1),
     (18, 4), (40, 15)],
)  # fmt: skip
def test_h12_strength_impact_modifier(rules: Tables, strength: float, modifier: int) -> None:
    says("H12", "S floored first, then S ≥ 5: floor((S − 10) / 2); S ≤ 4: 2·S − 12")
    assert impact_modifier(rules, strength) == modifier


def test_h12_an_animals_own_technique_has_its_strength_in_it_and_weapons_take_it(rules: Tables) -> None:
    says("H12", "Weapons and the human techniques take it")
    bite = shipped().creature("gray_wolf").techniques[0]
    assert not bite.strength
    assert impact_of(rules, 18, Use(bite, None, (0,), off_hand=False, reach=1)).of == dice(
        "impact", bite.dice, bite.sides, bite.impact_mod
    ).of  # fmt: skip
    assert shipped().techniques["human/punch"].strength
    assert all(mode.strength for mode in shipped().weapon("broadsword").modes)


UNARMED: Final = {
    "punch": "punch 1d6−3 blunt d4 reach 1",
    "kick": "kick 1d6−2 blunt d4 reach 2, never at the head",
    "headbutt": "headbutt 1d6−2 blunt d4 reach 0",
    "bite": "bite 1d4 piercing d2 reach 0",
}


@pytest.mark.parametrize("technique", UNARMED)
def test_h12_unarmed(technique: str) -> None:
    sentence = UNARMED[technique]
    says("H12", sentence)
    mode = shipped().techniques[f"human/{technique}"]
    plus = f"{mode.impact_mod:+d}".replace("-", "−") if mode.impact_mod else ""
    aspect = Aspect(mode.aspect or 0).name.lower()
    assert sentence.startswith(
        f"{technique} {mode.dice}d{mode.sides}{plus} {aspect} d{mode.spread} reach {mode.length_ft}"
    )
    assert mode.never_at_head is ("never at the head" in sentence)


@pytest.mark.parametrize(("technique", "reach"), [("grab", 1), ("press", 1), ("trip", 2)])
def test_h12_grab_press_and_trip_have_no_impact(technique: str, reach: int) -> None:
    says("H12", f"{technique} ({reach})")
    mode = shipped().techniques[f"human/{technique}"]
    assert (mode.aspect, mode.length_ft) == (None, reach)


@pytest.mark.parametrize(
    ("technique", "role"),
    [
        ("punch", Role.MANIPULATOR),
        ("grab", Role.MANIPULATOR),
        ("kick", Role.LOCOMOTOR),
        ("trip", Role.LOCOMOTOR),
        ("headbutt", Role.VITAL),
        ("bite", Role.VITAL),
        ("press", Role.CORE),
    ],
)
def test_h9_role_of(technique: str, role: Role) -> None:
    says("H9", "punch, grab, limb block: manipulator; kick, trip: locomotor; headbutt, bite: vital; press: core")
    assert shipped().techniques[f"human/{technique}"].roles == {role}


# --- grab, press, trip ----------------------------------------------------------------------------------------------

MARGINS: Final = list(tables_of("H12")[1].rows.items())


def margins(heading: str) -> range:
    least, _, most = heading.rstrip("+").partition("–")
    return range(int(least), int(most or int(least) + 60) + 1)


@pytest.mark.parametrize(("heading", "told"), MARGINS, ids=[f"margin {heading}" for heading, _ in MARGINS])
def test_h12_strength_trial(rules: Tables, heading: str, told: tuple[str, ...]) -> None:
    press, trip, grab = told
    contest = rules.contest
    for margin in margins(heading):
        row = row_of(rules, margin)
        assert row == [name for name, _ in MARGINS].index(heading)
        assert press.startswith(f"back {contest.press_ft[row]} ft")
        assert (row == 1) is ("a stumble test" in press)
        base = press_base(rules, margin)
        assert base == (None if row < 2 else 8 if margin >= 50 else 7 if margin >= 30 else 6)
        assert ("base SSI 6 (30–49: 7, 50+: 8)" in press) is (row == 2)
        assert grab == "succeeds"
    assert trip in ("prone", "thrown 5 ft, prone", "as above, and an automatic grab")


@pytest.mark.parametrize("margin", [0, -1, -20])
def test_h12_the_initiator_must_win_the_trial(rules: Tables, margin: int) -> None:
    says("H12", "d6 + Strength each; the initiator must win")
    assert row_of(rules, margin) is None
    assert rules.contest.sides == 6


def test_h12_what_adds_to_a_trial(rules: Tables) -> None:
    says("H12", "+2 press, +3 grab, +4 trip per impact TA; grab −2 one-handed, −3 with the off hand")
    kinds = (Contest.PRESS, Contest.GRAB, Contest.TRIP)
    assert [advantage_of(rules, kind) for kind in kinds] == [2, 3, 4]
    assert (rules.contest.one_handed, rules.contest.off_hand) == (-2, -3)


# --- missiles -------------------------------------------------------------------------------------------------------


def test_h12_range_bands(rules: Tables) -> None:
    says("H12", "point blank ≤ ½ base range: spread d6, +2 impact; direct ≤ base range: d8; volley ≤ base × multiplier")
    bow = next(m for m in shipped().weapon("longbow_100").modes if m.range_ft)
    half, base = bow.range_ft // 2, bow.range_ft
    found = [band_of(rules, bow, feet) for feet in (half, half + 1, base, base + 1, 4 * base, 4 * base + 1)]
    assert found == [Band.POINT_BLANK, Band.DIRECT, Band.DIRECT, Band.VOLLEY, Band.VOLLEY, None]
    assert [band_spread(rules, band) for band in (Band.POINT_BLANK, Band.DIRECT, Band.VOLLEY)] == [6, 8, 0]


@pytest.mark.parametrize(
    ("told", "multiplier"), [("bows, crossbows, sling 4", 4), ("staff sling 3", 3), ("thrown 2", 2)]
)
def test_h12_volley(rules: Tables, told: str, multiplier: int) -> None:
    says("H12", told)
    for mode in _missiles(told.rsplit(" ", 1)[0]):
        assert band_of(rules, mode, mode.range_ft * multiplier) is Band.VOLLEY, mode.id
        assert band_of(rules, mode, mode.range_ft * multiplier + 1) is None, mode.id


def _missiles(named: str) -> list[Mode]:
    found = []
    for weapon in shipped().under("heroic").weapons.values():
        for mode in weapon.modes:
            kind = {"bows, crossbows, sling": ("bow", "sling"), "staff sling": ("staff_sling",)}.get(named)
            if not mode.range_ft:
                continue
            if kind is None:
                if mode.skill == "throwing":
                    found.append(mode)
            elif named == "staff sling":
                found += [mode] * (weapon.id == "staff_sling")
            elif mode.skill in ("archery", "sling") and weapon.id not in ("staff_sling", "blowgun"):
                found.append(mode)
    assert found
    return found


def test_h12_round_and_penalties(rules: Tables) -> None:
    says("H12", "Round 10 s")
    says("H12", "prone −20 to all melee attack and defence")
    says("H12", "Off-hand attack −10")
    says("H12", "each further defence −10")
    says("H12", "Off-hand −1, thrown −1")
    says("H12", "Rising costs a quarter of the move")
    combat = rules.combat
    assert (combat.round_s, combat.prone, combat.off_hand, combat.further_defence) == (10, -20, -10, -10)
    assert (combat.off_hand_impact, combat.rise_divisor) == (-1, 4)
