"""`fleshwound odds` and `fleshwound prognosis`: what they print is what the rules say, and what is wrong is said."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from fleshwound.components.creature import ShockState
from fleshwound.components.definitions import Aspect
from fleshwound.components.edits import Afflict, Injure, Tire, Wear
from fleshwound.components.intents import Strike
from fleshwound.game import Combat, commands
from fleshwound.game.content import shipped
from fleshwound.game.outlooks import BAR
from fleshwound.systems.odds import percent


def run(*args: str, width: int = 80) -> Result:
    return CliRunner().invoke(commands.app, args, env={"COLUMNS": str(width)})


def printed(*args: str, width: int = 80) -> list[str]:
    result = run(*args, width=width)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def told(*args: str) -> dict[str, Any]:
    (line,) = printed(*args, "--json")
    found: dict[str, Any] = json.loads(line)
    return found


def refused(*args: str) -> str:
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert isinstance(result.exception, SystemExit), "no traceback"
    (line,) = result.stderr.splitlines()
    return line


def bout(
    attacker: str = "man_at_arms", target: str = "gray_wolf", away: int = 1, **gear: Any
) -> tuple[Combat, int, int]:
    combat = Combat()
    a = combat.spawn(attacker, side="one", at=(0, 0), intents="host", **gear)
    return combat, a, combat.spawn(target, side="other", at=(away, 0), intents="host")


# --- odds -------------------------------------------------------------------------------------------------------------


def test_the_odds_printed_are_those_of_the_public_interface() -> None:
    combat, a, b = bout()
    odds = combat.odds(a, Strike(b, "broadsword/cut", "head"))
    data = told("odds", "man_at_arms/broadsword/cut", "gray_wolf", "--aim", "head")
    assert (data["mode"], data["aim"], data["defence"]) == ("broadsword/cut", "head", odds.defence)
    for fate, side in ((odds, "target"), (odds.attacker, "attacker")):
        of = data[side]
        assert [of[name] for name in ("hit", "bleeds", "severed", "out", "dead")] == [
            fate.hit, fate.bleeds, fate.severed, fate.out, fate.dead,
        ]  # fmt: skip
        assert of["by_location"] == dict(fate.by_location)
        assert of["by_state"] == dict(fate.by_state)
        assert of["by_level"] == {str(level): share for level, share in fate.by_level.items()}
    text = printed("odds", "man_at_arms/broadsword/cut", "gray_wolf", "--aim", "head")
    assert text[0].startswith("man-at-arms → gray wolf: broadsword cut, aimed at head; met by ")
    (hit,) = [line for line in text if line.split()[:1] == ["hit"]][:1]
    assert percent(odds.hit) in hit
    assert hit.endswith(BAR)


def test_locations_stand_in_the_rulebook_s_order_with_bars_as_long_as_their_chances() -> None:
    lines = printed("odds", "man_at_arms/broadsword/cut", "gray_wolf")
    start = lines.index("where: location") + 1
    rows = lines[start : lines.index("wound")]
    names = [line[2:].split("  ")[0] for line in rows]
    order = [location.name for location in shipped().creature("gray_wolf").anatomy.locations]
    assert names == order
    shares = [float(line.split("%")[0].split()[-1]) for line in rows]
    bars = [line.count(BAR) for line in rows]
    assert [n for _, n in sorted(zip(shares, bars, strict=True))] == sorted(bars)


@pytest.mark.parametrize(
    ("words", "mode"),
    [
        ("man_at_arms/broadsword/impale", "broadsword/impale"),
        ("human/punch", "human/punch"),
        ("man_at_arms/human/kick", "human/kick"),
        ("dire_wolf/crushing_bite", "dire_wolf/crushing_bite"),
        ("dire_wolf", "dire_wolf/crushing_bite"),
        ("peasant_levy/handaxe/cut", "handaxe/cut"),
    ],
)
def test_an_attacker_is_named_with_what_it_strikes_with(words: str, mode: str) -> None:
    assert told("odds", words, "brigand")["mode"] == mode


@pytest.mark.parametrize(
    ("words", "mode"),
    [
        ("city_cop/heavy_pistol/shoot", "heavy_pistol/shoot"),
        ("street_thug/club", "club/strike"),
        ("street_thug/knife/stab", "knife/stab"),
        ("man_at_arms/broadsword/cut", "broadsword/cut"),
    ],
)
def test_the_modes_of_a_weapon_are_those_of_the_rules_that_are_asked(words: str, mode: str) -> None:
    assert told("odds", words, "human", "--rules", "cities")["mode"] == mode
    weapon = mode.partition("/")[0]
    assert mode in refused("odds", f"{words.partition('/')[0]}/{weapon}/whack", "human", "--rules", "cities")


def test_a_weapon_without_a_mode_is_struck_with_as_is_best() -> None:
    combat, a, b = bout("man_at_arms", "brigand")
    modes = [option.mode for option in combat.strikes(a, b) if option.mode.startswith("broadsword/")]
    assert told("odds", "man_at_arms/broadsword", "brigand")["mode"] == modes[0]


def test_the_target_is_as_it_is_said_to_be() -> None:
    combat, a, b = bout(target="man_at_arms")
    strike = Strike(b, "broadsword/cut")
    words = ("odds", "man_at_arms/broadsword/cut", "man_at_arms")
    combat.edit(Wear(b, ("mail_cowl",)))
    assert told(*words, "--bare", "--armor", "mail_cowl")["target"]["dead"] == combat.odds(a, strike).dead
    combat.edit(Injure(b, "left_thigh", 3, Aspect.EDGED))
    combat.edit(Injure(a, "right_forearm", 2, Aspect.PIERCING))
    combat.edit(Tire(b, 10))
    wounded = (*words, "--bare", "--armor", "mail_cowl", "--wound", "left_thigh:3", "--fatigue", "10")
    data = told(*wounded, "--attacker-wound", "right_forearm:2:piercing")
    assert data["target"]["hit"] == combat.odds(a, strike).hit
    assert data["armor"] == ["mail_cowl"]
    combat.edit(Afflict(b, "unconscious"))
    data = told(*wounded, "--attacker-wound", "right_forearm:2:piercing", "--state", "unconscious")
    assert data["target"]["dead"] == combat.odds(a, strike).dead


def test_a_defence_named_by_its_kind_is_the_best_of_that_kind() -> None:
    data = told("odds", "man_at_arms/broadsword/cut", "man_at_arms", "--defence", "counterstrike")
    assert data["defence"].startswith("counterstrike ")
    assert data["attacker"]["hit"] > 0
    assert told("odds", "man_at_arms", "man_at_arms", "--defence", "dodge")["defence"] == "dodge"


def test_a_shot_is_ready_and_told_at_its_distance() -> None:
    for feet in (60, 600):
        data = told("odds", "archer/longbow_75/ranged", "gray_wolf", "--distance", str(feet))
        assert data["distance_ft"] == feet
        assert data["target"]["hit"] > 0
    assert "expected" in refused("odds", "archer/longbow_75/ranged", "gray_wolf", "--distance", "5000")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    for words in (
        ("odds", "man_at_arms/broadsword/cut", "man_at_arms", "--defence", "counterstrike", "--wound", "left_thigh:3"),
        ("prognosis", "human", "--wound", "thorax:4", "--bleeder", "abdomen", "--physician", "60"),
    ):
        lines = printed(*words, width=width)
        assert [line for line in lines if len(line) > width] == []
        assert sum(BAR in line for line in lines) > 3 or width < 60


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nobody", "gray_wolf"), "unknown creature"),
        (("man_at_arms", "nobody"), "unknown creature"),
        (("man_at_arms/spoon", "gray_wolf"), "unknown mode 'spoon'"),
        (("man_at_arms/broadsword/whack", "gray_wolf"), "broadsword/impale"),
        (("man_at_arms", "gray_wolf", "--aim", "ear"), "left_foreleg"),
        (("man_at_arms", "gray_wolf", "--aim", "²"), "left_foreleg"),
        (("man_at_arms", "gray_wolf", "--aim", "9" * 5000), "left_foreleg"),
        (("man_at_arms", "gray_wolf", "--aim", "99"), "1..6"),
        (("man_at_arms", "gray_wolf", "--aim", "-1"), "left_foreleg"),
        (("man_at_arms", "gray_wolf", "--defence", "parry"), "'dodge'"),
        (("man_at_arms", "gray_wolf", "--armor", "paper"), "paper"),
        (("man_at_arms", "gray_wolf", "--armor", "mail_cowl", "--armor", "mail_cowl"), "already"),
        (("man_at_arms", "gray_wolf", "--wound", "thorax"), "LOCATION:LEVEL"),
        (("man_at_arms", "gray_wolf", "--wound", "thorax:9"), "1..5"),
        (("man_at_arms", "gray_wolf", "--wound", "thorax:3:cold"), "blunt, edged, piercing, fire"),
        (("man_at_arms", "gray_wolf", "--wound", "knee:3"), "unknown location 'knee'"),
        (("man_at_arms", "gray_wolf", "--state", "sleepy"), "stunned, incapacitated, unconscious"),
        (("man_at_arms/broadsword/cut", "gray_wolf", "--distance", "60"), "expected"),
        (("man_at_arms", "gray_wolf", "--rules", "d20"), "heroic"),
        (("man_at_arms", "spirit"), "no body"),
        (("spirit", "gray_wolf"), "nothing is left to strike with"),
    ],
)
def test_what_can_t_be_asked_is_told_in_a_line_with_what_would_be_right(words: tuple[str, ...], says: str) -> None:
    assert says in refused("odds", *words)


# --- prognosis --------------------------------------------------------------------------------------------------------

MAN = ("prognosis", "human", "--bleeder", "abdomen", "--state", "unconscious", "--fatigue", "15")


def bled() -> tuple[Combat, int]:
    combat = Combat()
    man = combat.spawn("human", side="one", at=(0, 0), intents="host")
    combat.edit(Injure(man, "abdomen", 3, Aspect.EDGED, bleeds=True))
    combat.edit(Tire(man, 15))
    combat.edit(Afflict(man, "unconscious"))
    return combat, man


def test_the_prognosis_printed_is_that_of_the_public_interface() -> None:
    combat, man = bled()
    data = told(*MAN, "--physician", "60", "--horizon", "20min")
    assert [case["physician"] for case in data["cases"]] == [None, 60]
    for case in data["cases"]:
        prognosis = combat.prognosis(man, 1200, case["physician"])
        assert case["horizon_s"] == 1200
        assert [moment["dead"] for moment in case["moments"]] == [moment.dead for moment in prognosis.moments]
        assert case["moments"][-1]["by_state"] == dict(prognosis.moments[-1].by_state)
    text = printed(*MAN, "--physician", "60", "--horizon", "20min")
    assert text[0] == "human: unconscious; abdomen S3 edged, bleeding; fatigue −15"
    (row, *_) = [line for line in text if line.startswith("5 min")]
    alone, tended = (combat.prognosis(man, 1200, skill) for skill in (None, 60))
    assert [percent(1 - case.dead(300)[0]) for case in (alone, tended)] == [
        text.strip(" ") for text in (row.replace(BAR, "")[5:19], row.replace(BAR, "")[19:])
    ]


def test_a_bleeder_is_that_of_the_wound_there_or_a_wound_of_its_own() -> None:
    text = printed(
        "prognosis", "human", "--wound", "thorax:4:piercing", "--bleeder", "thorax", "--bleeder", "left_thigh"
    )
    assert text[0] == "human: thorax G4 piercing, bleeding; left thigh S3 edged, bleeding"


def test_the_horizon_is_a_number_with_its_unit() -> None:
    for word, seconds in (("90s", 90), ("15min", 900), ("1.5h", 5400), ("2d", 172_800)):
        assert told("prognosis", "human", "--horizon", word)["cases"][0]["horizon_s"] == seconds


@pytest.mark.parametrize("width", [60, 70, 80, 120])
def test_each_physician_can_be_told_from_the_others_at_any_width(width: int) -> None:
    skills = ("60", "90", "130")
    tended = [word for skill in skills for word in ("--physician", skill)]
    (heads,) = [line for line in printed("prognosis", "human", *tended, width=width) if line.startswith("alive")]
    assert [re.findall(r"[0-9]+", heads), len(heads) <= width] == [list(skills), True]


@pytest.mark.parametrize("wounds", [("abdomen",), ("abdomen", "thorax"), ("left_thigh", "neck", "skull")])
def test_whatever_the_horizon_no_chance_is_told_below_none(wounds: tuple[str, ...]) -> None:
    bleeders = [word for wound in wounds for word in ("--bleeder", wound)]
    text = printed("prognosis", "human", *bleeders, "--horizon", "999999d")
    assert [line for line in text if "-" in line] == []


def test_nothing_is_the_matter_with_the_unhurt() -> None:
    text = printed("prognosis", "gray_wolf")
    assert text[0] == "gray wolf: nothing is the matter"
    assert text[-1].split()[:3] == ["1", "h", "100"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nobody",), "unknown creature"),
        (("human", "--horizon", "1y"), "s, min, h, d"),
        (("human", "--horizon", "0h"), "expected a number"),
        (("human", "--bleeder", "knee"), "unknown location 'knee'"),
        (("human", "--wound", "thorax:0"), "1 or more"),
        (("human", "--state", "dead"), "unconscious"),
        (("human", "--rules", "d20"), "heroic"),
    ],
)
def test_what_can_t_be_foreseen_is_told_in_a_line_with_what_would_be_right(words: tuple[str, ...], says: str) -> None:
    assert says in refused("prognosis", *words)


def test_the_state_it_is_in_is_the_state_it_is_put_into() -> None:
    combat, man = bled()
    assert combat.component(man, ShockState).state.name == "UNCONSCIOUS"
    first = told(*MAN)["cases"][0]["moments"][0]
    assert first["by_state"]["unconscious"] == 1


def test_a_blow_is_said_to_be_aimed_and_met_in_words() -> None:
    told = printed("odds", "brigand/spear/thrown", "man_at_arms", "--aim", "3", "--defence", "ignore")[0]
    assert told.endswith("spear thrown, aimed at zone 3; ignored")
    combat, a, b = bout(target="man_at_arms")
    assert "aimed at zone 3; ignored" in combat.odds(a, Strike(b, "broadsword/cut", 3), "ignore").explain()


def test_no_two_moments_of_a_prognosis_are_told_by_the_same_words() -> None:
    for horizon in ("0.001s", "0.5s", "1.5s", "90s", "11min", "1h"):
        text = printed("prognosis", "human", "--bleeder", "abdomen", "--horizon", horizon)
        starts = [re.split(r"  +", line)[0] for line in text[: text.index("untended")] if "%" in line]
        assert len(starts) == len(set(starts)), horizon
