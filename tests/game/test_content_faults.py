"""Strict loading: each kind of fault once, with the message that a modder reads."""

import os
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files as files_of
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from speed import in_time

from fleshwound.components import cities
from fleshwound.components.definitions import Aspect, Role
from fleshwound.components.errors import BadValue, ContentFault, UnknownName
from fleshwound.game.content import faults, load, shipped
from fleshwound.game.content.entries import ATTRIBUTES, SKILLS, Impact
from fleshwound.game.content.strict import structured

WOLF = """
move_ft = 80
attributes = { strength = 20, agility = 15 }
techniques.bite = { roles = ["vital"], spread = 2, impact = "1d6+5 piercing", length_ft = 1 }
zones = [{ id = "head", weight = 1 }, { id = "body", weight = 3 }]
parts = [
  { id = "head", zone = "head", weight = 1, roles = ["vital"] },
  { id = "body", zone = "body", weight = 4, roles = ["core"] },
  { id = "left_leg", zone = "body", weight = 1, roles = ["locomotor"] },
  { id = "right_leg", zone = "body", weight = 1, roles = ["locomotor"] },
]
locations = [
  { id = "head", part = "head", weight = 1, shock = 5, bleeding = "low", amputability = "none" },
  { id = "body", part = "body", weight = 1, shock = 4, bleeding = "high", amputability = "none" },
  { id = "left_leg", part = "left_leg", weight = 1, shock = 2, bleeding = "low", amputability = "low" },
  { id = "right_leg", part = "right_leg", weight = 1, shock = 2, bleeding = "low", amputability = "low" },
]
"""
BODY_PLACE = '{ id = "body", part = "body", weight = 1, shock = 4, bleeding = "high", amputability = "none" },'
AXE = """
[small_axe]
category = "melee"
kind = "axe"
weight_lb = 2.5
durability = 11
heft = 9
modes.cut = { spread = 6, impact = "1d8+3 edged", length_ft = 4, swung = true }
modes.thrown = { kind = "missile", skill = "throwing", spread = 4, impact = "1d8+2 edged", range_ft = 40, volley = 2 }
"""
CAP = """
[fur_cap]
material = "fur"
weight_lb = 0.5
durability = 9
encumbrance = 0
protection = [2, 2, 1, 1]
flexible = ["skull", "*_ear"]
"""
ARROW = """
[wooden_arrow]
kind = "arrow"
impact = "1d6-1 piercing"
durability = 8
weight = 1
"""
FIGHT = """
name = "Two and one"
about = "A test."
rules = "heroic"
size = [6, 4]
rounds = 10
blocked = [[2, 2]]
sides = [{ id = "men", name = "Men" }, { id = "wolves", name = "Wolves" }]
musters = [
  { creature = "brigand", side = "men", at = [[0, 0], [0, 1]], names = ["Ann", "Bob"] },
  { creature = "gray_wolf", side = "wolves", at = [[5, 3]] },
]
"""
FILES = {
    "creatures/wolf.toml": WOLF,
    "weapons/axes.toml": AXE,
    "armor/fur.toml": CAP,
    "projectiles/arrows.toml": ARROW,
    "scenarios/fight.toml": FIGHT,
}


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def changed(file: str, old: str, new: str) -> dict[str, str]:
    assert old in FILES[file], f"the test would change nothing: {old!r}"
    return {file: FILES[file].replace(old, new, 1)}


def test_a_folder_without_faults_loads_over_ours(tmp_path: Path) -> None:
    content = load(write(tmp_path, FILES))
    wolf = content.creature("wolf")
    assert [place.shock for place in wolf.anatomy.locations] == [5, 4, 2, 2]
    assert wolf.techniques[0].id == "wolf/bite"
    assert content.weapon("small_axe").modes[1].range_ft == 40
    assert content.armor_piece("fur_cap").flexible == {"skull", "left_ear", "right_ear"}
    assert content.projectile("wooden_arrow").sides == 6
    assert content.scenario("fight").musters[1].names == ("Gray wolf 1",)
    assert content.creature("human") is not None
    assert faults(tmp_path) == ()


FIELDS = [
    ("creatures/wolf.toml", 'part = "right_leg", weight = 1, shock = 2', 'part = "right_leg", weight = 1, shock = 12',
     "creatures/wolf.toml: locations[3].shock: expected 0..9, got 12"),
    ("creatures/wolf.toml", "shock = 5", 'shock = "5"',
     "creatures/wolf.toml: locations[0].shock: expected 0..9, got '5'"),
    ("creatures/wolf.toml", "shock = 5", "shock = 5.0",
     "creatures/wolf.toml: locations[0].shock: expected 0..9, got 5.0"),
    ("creatures/wolf.toml", "shock = 5", "shock = true",
     "creatures/wolf.toml: locations[0].shock: expected 0..9, got true"),
    ("creatures/wolf.toml", "shock = 5, ", "",
     "creatures/wolf.toml: locations[0].shock: expected 0..9, got nothing"),
    ("creatures/wolf.toml", "shock = 5", "shock = 5, shokc = 5",
     "creatures/wolf.toml: locations[0].shokc: expected a known key (nearest: shock), got 'shokc'"),
    ("creatures/wolf.toml", "move_ft = 80", "move_ft = 80\nzzz = 1",
     "creatures/wolf.toml: zzz: expected a known key, got 'zzz'"),
    ("creatures/wolf.toml", 'bleeding = "low"', 'bleeding = "some"',
     "creatures/wolf.toml: locations[0].bleeding: expected one of none, low, medium, high, got 'some'"),
    ("creatures/wolf.toml", '["vital"] },\n  { id = "body"', '["vitla"] },\n  { id = "body"',
     "creatures/wolf.toml: parts[0].roles[0]: expected one of vital, core, manipulator, locomotor, got 'vitla'"),
    ("creatures/wolf.toml", 'roles = ["core"]', "roles = {}",
     "creatures/wolf.toml: parts[1].roles: expected a list, got {}"),
    ("creatures/wolf.toml", 'roles = ["core"]', 'roles = "core"',
     "creatures/wolf.toml: parts[1].roles: expected a list, got 'core'"),
    ("creatures/wolf.toml", '"1d6+5 piercing"', '"1d6+5"',
     "creatures/wolf.toml: techniques.bite.impact: expected an impact such as \"1d10+3 edged\", got '1d6+5'"),
    ("creatures/wolf.toml", "strength = 20", "strenght = 20",
     "creatures/wolf.toml: attributes.strenght: expected a key that is one of strength, endurance, dexterity, agility, "
     "perception, aura, will, reasoning, creativity, comeliness, empathy, eloquence, morality, voice "
     "(nearest: strength), got 'strenght'"),
    ("creatures/wolf.toml", "move_ft = 80", "move_ft = 80\nskills = { dodgee = 5 }",
     "creatures/wolf.toml: skills.dodgee: expected a skill (nearest: dodge), got 'dodgee'"),
    ("creatures/wolf.toml", "move_ft = 80", "move_ft = 80\nskills = { zzz = 5 }",
     f"creatures/wolf.toml: skills.zzz: expected a key that is one of {', '.join(SKILLS)}, got 'zzz'"),
    ("creatures/wolf.toml", "move_ft = 80", "move_ft = 80\nname = '''a\nb'''",
     "creatures/wolf.toml: name: expected text of 1..400 characters in one line, got 'a\\nb'"),
    ("creatures/wolf.toml", 'id = "body", weight', 'id = "Body part", weight',
     "creatures/wolf.toml: zones[1].id: expected an id such as gray_wolf, got 'Body part'"),
    ("creatures/wolf.toml", "move_ft = 80", "move_ft = 80\nprotection = [1, 2, 3]",
     "creatures/wolf.toml: protection: expected a list of 4, got [1, 2, 3]"),
    ("creatures/wolf.toml", "move_ft = 80", "move_ft = 80\nweight_lb = nan",
     "creatures/wolf.toml: weight_lb: expected 0..1000000, got nan"),
    ("creatures/wolf.toml", "move_ft = 80", f"move_ft = 0x{'f' * 9000}",
     "creatures/wolf.toml: move_ft: expected 0..10000, got a number of 36000 bits"),
    ("weapons/axes.toml", "weight_lb = 2.5", "weight_lb = -1",
     "weapons/axes.toml: small_axe.weight_lb: expected 0..1000000, got -1"),
    ("weapons/axes.toml", "[small_axe]", "[Small-Axe]",
     "weapons/axes.toml: 'Small-Axe': expected an id such as hand_axe, got 'Small-Axe'"),
    ("weapons/axes.toml", "[small_axe]", "oddly = 3\n[small_axe]",
     "weapons/axes.toml: oddly: expected a table, got 3"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "said"), FIELDS)
def test_a_wrong_field_is_named_with_what_would_be_right(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    assert said in faults(write(tmp_path, changed(file, old, new)))


REFERENCES = [
    ("creatures/wolf.toml", 'zone = "head", weight = 1, roles', 'zone = "haed", weight = 1, roles',
     "creatures/wolf.toml: parts[0].zone: expected the id of a zone of this body (nearest: head), got 'haed'"),
    ("creatures/wolf.toml", 'part = "head"', 'part = "tail"',
     "creatures/wolf.toml: locations[0].part: expected the id of a part of this body, got 'tail'"),
    ("creatures/wolf.toml", BODY_PLACE, "",
     "creatures/wolf.toml: parts[1]: expected at least one location of this part, got none of 'body'"),
    ("creatures/wolf.toml", 'id = "right_leg", part', 'id = "left_leg", part',
     "creatures/wolf.toml: locations[3].id: expected an id used once, got 'left_leg'"),
    ("creatures/wolf.toml", 'zones = [{ id = "head", weight = 1 }, { id = "body", weight = 3 }]',
     'zones = [{ id = "head", weight = 0 }, { id = "body", weight = 0 }]',
     "creatures/wolf.toml: zones: expected at least one zone of weight 1 or more, got none"),
    ("creatures/wolf.toml", 'id = "right_leg", zone = "body", weight = 1, roles = ["locomotor"]',
     'id = "right_leg", zone = "body", weight = 1, roles = []',
     "creatures/wolf.toml: parts[3]: expected the same roles and holds as its mirror twin left_leg, got others"),
    ("creatures/wolf.toml", "move_ft = 80", 'move_ft = 80\nanatomy = "wolf"',
     "creatures/wolf.toml: zones: expected nothing beside anatomy, got a list"),
    ("creatures/wolf.toml", WOLF[WOLF.index("zones") :], 'anatomy = "woolf"',
     "creatures/wolf.toml: anatomy: expected the id of an anatomy (nearest: wolf), got 'woolf'"),
    ("creatures/wolf.toml", WOLF[WOLF.index("zones") :], "",
     "creatures/wolf.toml: anatomy: expected the id of an anatomy (or zones, parts and locations), got nothing"),
    ("creatures/wolf.toml", WOLF[WOLF.index("locations") :], "",
     "creatures/wolf.toml: locations: expected a list, got nothing"),
    ("creatures/wolf.toml", "strength = 20, ", "",
     "creatures/wolf.toml: attributes.strength: expected 1..100, as there is no body_scale, got nothing"),
    ("creatures/wolf.toml", "move_ft = 80", "move_ft = 80\nprotection_at.nose = [1, 1, 1, 1]",
     "creatures/wolf.toml: protection_at.nose: expected the id of a location of this body, got 'nose'"),
    ("creatures/wolf.toml", 'bite = { roles = ["vital"]', 'bite = { roles = ["manipulator"]',
     "creatures/wolf.toml: techniques.bite.roles: expected roles that some part of this body has, got manipulator"),
    ("creatures/wolf.toml", ", length_ft = 1", "",
     "creatures/wolf.toml: techniques.bite.length_ft: expected 0..100, got nothing"),
    ("creatures/wolf.toml", "move_ft = 80", 'move_ft = 80\nweapons = ["knife"]',
     "creatures/wolf.toml: weapons: expected at most 0, one for each part that holds, got 1"),
    ("creatures/wolf.toml", "move_ft = 80", 'move_ft = 80\narmor = ["mail_vest", "mail_vest", "mial_vest"]',
     "creatures/wolf.toml: armor[2]: expected the id of a piece of armour (nearest: mail_vest, scale_vest, ring_vest), "
     "got 'mial_vest'"),
    ("creatures/wolf.toml", "move_ft = 80", 'move_ft = 80\narmor = ["mail_vest", "mail_vest"]',
     "creatures/wolf.toml: armor[1]: expected each piece once, got 'mail_vest'"),
    ("creatures/wolf.toml", "move_ft = 80", 'move_ft = 80\nlike = "gray_wofl"',
     "creatures/wolf.toml: like: expected the id of a creature (nearest: gray_wolf), got 'gray_wofl'"),
    ("creatures/wolf.toml", "move_ft = 80", 'move_ft = 80\nlike = "wolf"',
     "creatures/wolf.toml: like: expected a creature that isn't like this one, got 'wolf'"),
    ("creatures/wolf.toml", "move_ft = 80", "move_ft = 80\nlike = 3",
     "creatures/wolf.toml: like: expected the id of a creature, got 3"),
    ("armor/fur.toml", '"skull"', '"skul"',
     "armor/fur.toml: fur_cap.flexible[0]: expected the id of a location of some anatomy (nearest: skull), got 'skul'"),
    ("armor/fur.toml", '"*_ear"', '"*_ear", "left_ear"',
     "armor/fur.toml: fur_cap.flexible[2]: expected each location once, got 'left_ear'"),
    ("armor/fur.toml", "flexible = ", 'rigid = ["skull"]\nflexible = ',
     "armor/fur.toml: fur_cap.rigid: expected no location that flexible has too, got 'skull'"),
    ("armor/fur.toml", 'flexible = ["skull", "*_ear"]', "",
     "armor/fur.toml: fur_cap.flexible: expected at least one location, here or in rigid, got none"),
    ("weapons/axes.toml", ", length_ft = 4", "",
     "weapons/axes.toml: small_axe.modes.cut.length_ft: expected 0..100 for a melee mode, got nothing"),
    ("weapons/axes.toml", ", range_ft = 40", "",
     "weapons/axes.toml: small_axe.modes.thrown.range_ft: expected 1..10000 for a missile mode, got nothing"),
    ("weapons/axes.toml", 'skill = "throwing", ', "",
     "weapons/axes.toml: small_axe.modes.thrown.skill: "
     "expected archery, throwing or sling for a missile mode, got 'melee'"),
    ("weapons/axes.toml", "swung = true", "swung = true, range_ft = 3",
     "weapons/axes.toml: small_axe.modes.cut.range_ft: expected nothing for a melee mode, got 3"),
    ("weapons/axes.toml", "range_ft = 40", 'range_ft = 40, projectile = "arow"',
     "weapons/axes.toml: small_axe.modes.thrown.projectile: "
     "expected a kind of projectile (nearest: arrow), got 'arow'"),
    ("weapons/axes.toml", "[small_axe]", "[human]",
     "weapons/axes.toml: human.modes: expected at least one mode, got none"),
    ("scenarios/fight.toml", 'creature = "gray_wolf"', 'creature = "grey_wolf"',
     "scenarios/fight.toml: musters[1].creature: "
     "expected the id of a creature (nearest: gray_wolf, dire_wolf), got 'grey_wolf'"),
    ("scenarios/fight.toml", 'side = "wolves"', 'side = "wolfs"',
     "scenarios/fight.toml: musters[1].side: "
     "expected the id of a side of this scenario (nearest: wolves), got 'wolfs'"),
    ("scenarios/fight.toml", 'side = "wolves"', 'side = "men"',
     "scenarios/fight.toml: sides[1]: expected at least one creature on each side, got none on 'wolves'"),
    ("scenarios/fight.toml", ', { id = "wolves", name = "Wolves" }', "",
     "scenarios/fight.toml: sides: expected at least 2 sides, got 1"),
    ("scenarios/fight.toml", '{ id = "wolves", name = "Wolves" }', '{ id = "men", name = "Wolves" }',
     "scenarios/fight.toml: sides[1].id: expected an id used once, got 'men'"),
    ("scenarios/fight.toml", "at = [[5, 3]]", "at = [[6, 3]]",
     "scenarios/fight.toml: musters[1].at[0]: expected a cell within 0..5, 0..3, got [6, 3]"),
    ("scenarios/fight.toml", "at = [[5, 3]]", "at = [[2, 2]]",
     "scenarios/fight.toml: musters[1].at[0]: expected a cell that isn't blocked, got [2, 2]"),
    ("scenarios/fight.toml", "at = [[5, 3]]", "at = [[0, 1]]",
     "scenarios/fight.toml: musters[1].at[0]: expected a cell for each creature, got [0, 1] again"),
    ("scenarios/fight.toml", "at = [[5, 3]]", "at = []",
     "scenarios/fight.toml: musters[1].at: expected at least one cell, got none"),
    ("scenarios/fight.toml", "[[0, 0], [0, 1]]", "[[0, 0]]",
     "scenarios/fight.toml: musters[0].at: expected 2 cells, one a name, got 1"),
    ("scenarios/fight.toml", '"Ann", "Bob"', '"Ann", "Ann"',
     "scenarios/fight.toml: musters[0].names[1]: expected a name used once, got 'Ann'"),
    ("scenarios/fight.toml", "[[2, 2]]", "[[2, 9]]",
     "scenarios/fight.toml: blocked[0]: expected a cell within 0..5, 0..3, got [2, 9]"),
    ("scenarios/fight.toml", "at = [[5, 3]]", 'at = [[5, 3]], weapons = ["knife"]',
     "scenarios/fight.toml: musters[1].weapons: expected at most 0, one for each part that holds, got 1"),
    ("scenarios/fight.toml", 'rules = "heroic"', 'rules = "heroicc"',
     "scenarios/fight.toml: rules: "
     "expected a ruleset, one of cities, heroic, starfarer (nearest: heroic), got 'heroicc'"),
    ("scenarios/fight.toml", 'rules = "heroic"', 'rules = "zzz"',
     "scenarios/fight.toml: rules: expected a ruleset, one of cities, heroic, starfarer, got 'zzz'"),
    ("scenarios/fight.toml", "at = [[5, 3]]", 'at = [[5, 3]], weapons = ["clubb"]',
     "scenarios/fight.toml: musters[1].weapons[0]: expected the id of a weapon (nearest: club, big_club), got 'clubb'"),
    ("scenarios/fight.toml", "at = [[5, 3]]", 'at = [[5, 3]], armor = ["zzz"]',
     "scenarios/fight.toml: musters[1].armor[0]: expected the id of a piece of armour, got 'zzz'"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "said"), REFERENCES)
def test_what_must_hold_between_entries_is_checked(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    files = changed(file, old, new)
    if said.endswith("at least one mode, got none"):
        files = {file: re.sub(r"modes\..*\n", "", files[file]) + "modes = {}\n"}
    assert said in faults(write(tmp_path, files))


def raw(data: bytes) -> Callable[[Path], None]:
    def make(file: Path) -> None:
        file.write_bytes(data)

    return make


WHOLE_FILES = [
    (raw(b""), "expected at least one key, got an empty file"),
    (raw(b"# only a comment\n"), "expected at least one key, got an empty file"),
    (raw(b"name = \xff\xfe"), "expected UTF-8, got byte 0xff at 7"),
    (raw(b"a = 1\na = 2\n"), "expected valid TOML, got Cannot overwrite a value (at line 2, column 6)"),
    (raw(b"a = ["), "expected valid TOML, got Invalid value (at end of document)"),
    (raw(b"a = " + b"[" * 100_000), "expected less nesting, got lists or tables too deep to read"),
    (raw(b"a = " + b"{a=" * 50_000), "expected less nesting, got lists or tables too deep to read"),
    (raw(b"a = " + b"9" * 5_000),
     "expected valid TOML, got Exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits; "
     "use sys.set_int_max_str_digits() to increase the limit"),
    (raw(b"a." * 100_000 + b"a = 1"), "expected keys of at most 16 parts, got a longer one"),
    (raw(b'"a" . ' * 40_000 + b"a = 1"), "expected keys of at most 16 parts, got a longer one"),
    (raw(b"a = 1 # " + b"x" * 300_000), "expected at most 256 KiB, got more"),
    (Path.mkdir, "expected a file, got something else"),
    (os.mkfifo, "expected a file, got something else"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "said"), WHOLE_FILES)
def test_a_file_that_cannot_be_read_is_one_fault(tmp_path: Path, make: Callable[[Path], None], said: str) -> None:
    (tmp_path / "creatures").mkdir()
    make(tmp_path / "creatures" / "wolf.toml")
    assert faults(tmp_path) == (f"creatures/wolf.toml: {said}",)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"key_{n} = {n}" for n in range(20_000)),
        "musters = [" + '{creature="wulf",side="no",at=[[1,1]]},' * 6_000,
        FIGHT[: FIGHT.index("musters")] + "musters = [" + '{creature="wulf",side="no",at=[[1,1]]},' * 5_000 + "]",
        FIGHT.replace("sides = [", "sides = [" + '{id="a",name="b"},' * 13_000),
        "\n".join("[" + ".".join("abcdefghijkl") + f".x{n}]" for n in range(6_000)),
        "'" * 200_000,
        "a" * 200_000,
        '"' + "a." * 100_000,
    ],
    ids=["unknown keys", "broken", "dangling", "sides", "headers", "quotes", "bare word", "open text"],
)  # fmt: skip
def test_a_large_file_costs_no_more_than_two_seconds(tmp_path: Path, text: str) -> None:
    write(tmp_path, {"scenarios/fight.toml": text})
    load()  # so that the clock reads this file alone
    start = process_time()
    found = faults(tmp_path)
    in_time(process_time() - start, 2)
    assert 1 <= len(found) <= 101
    assert all(line.startswith("scenarios/fight.toml: ") for line in found)


def test_of_many_faults_of_a_file_a_hundred_are_said_and_the_rest_counted(tmp_path: Path) -> None:
    found = faults(write(tmp_path, {"creatures/wolf.toml": WOLF.replace("move_ft = 80\n", "move_ft = 80\n" + "".join(
        f"zz{n} = 1\n" for n in range(150)))}))  # fmt: skip
    assert len(found) == 101
    assert found[-1] == "creatures/wolf.toml: expected no faults, got 50 more than these 100"


def test_every_fault_of_every_file_is_said_at_once(tmp_path: Path) -> None:
    files = changed("creatures/wolf.toml", "shock = 5", "shock = 12")
    files["creatures/wolf.toml"] = files["creatures/wolf.toml"].replace("move_ft = 80", "move_ft = false")
    files |= changed("weapons/axes.toml", "heft = 9", "heft = 900") | {"scenarios/empty.toml": ""}
    with pytest.raises(ContentFault) as raised:
        load(write(tmp_path, files))
    assert set(raised.value.faults) == {
        "creatures/wolf.toml: locations[0].shock: expected 0..9, got 12",
        "creatures/wolf.toml: move_ft: expected 0..10000, got false",
        "weapons/axes.toml: small_axe.heft: expected 0..100, got 900",
        "scenarios/empty.toml: expected at least one key, got an empty file",
    }
    assert str(raised.value) == "\n".join(raised.value.faults)


def test_an_unknown_weapon_and_a_wrong_body_scale_are_told_together(tmp_path: Path) -> None:
    text = 'like = "human"\nweapons = ["clubb"]\nbody_scale = 1.5\n'
    assert faults(write(tmp_path, {"creatures/thug.toml": text})) == (
        "creatures/thug.toml: body_scale: expected 10..3000, got 1.5",
        "creatures/thug.toml: weapons[0]: expected the id of a weapon (nearest: club, big_club), got 'clubb'",
    )


def test_a_bad_creature_hides_no_fault_of_a_scenario(tmp_path: Path) -> None:
    fight = FIGHT.replace("gray_wolf", "wolf").replace('side = "wolves"', 'side = "wolfs", weapons = ["clubb"]')
    fight = fight.replace("[5, 3]", "[9, 9]").replace('"Bob"', '"Ann"').replace('"heroic"', '"heroicc"')
    files = {"creatures/wolf.toml": WOLF.replace("80", "-80"), "scenarios/fight.toml": fight}
    assert [line.partition(": expected")[0] for line in faults(write(tmp_path, files))] == [
        "creatures/wolf.toml: move_ft",
        "scenarios/fight.toml: rules",
        "scenarios/fight.toml: musters[1].side",
        "scenarios/fight.toml: sides[1]",
        "scenarios/fight.toml: musters[1].at[0]",
        "scenarios/fight.toml: musters[1].weapons[0]",
        "scenarios/fight.toml: musters[1].weapons",
        "scenarios/fight.toml: musters[0].names[1]",
    ]


CLEARING = re.compile(
    r"at least one location of this part|nothing beside anatomy|creatures/wolf.toml: (anatomy|locations):"
    r"|like: expected|Small-Axe|rigid: expected no location|at least 2 sides|sides\[1\].id|isn't blocked|\[0, 1\] again"
    r"|creature: expected the id|got 'wolfs'|none on 'wolves'"
)
"""What takes away, moves or answers what other faults of the same file are about, so that both can't stand in it."""
CASES = [case for case in FIELDS + REFERENCES if "at least one mode" not in case[3]]
ALONE = [case for case in CASES if not CLEARING.search(case[3])]


def planted(text: str, *changes: tuple[str, str]) -> str:
    """Make changes to places that don't overlap, the last place first so that the others stay where they are."""
    for old, new in sorted(changes, key=lambda change: -text.index(change[0])):
        at = text.index(old)
        text = text[:at] + new + text[at + len(old) :]
    return text


def apart(one: tuple[str, str, str, str], other: tuple[str, str, str, str]) -> bool:
    """Tell whether two changes can stand side by side."""
    if one[0] != other[0]:
        return True
    starts = [FILES[case[0]].index(case[1]) for case in (one, other)]
    ends = [start + len(case[1]) for start, case in zip(starts, (one, other), strict=True)]
    return one in ALONE and other in ALONE and max(starts) >= min(ends)


@settings(max_examples=150)
@given(one=st.sampled_from(CASES), other=st.sampled_from(CASES))
def test_of_any_two_faults_neither_hides_the_other(
    one: tuple[str, str, str, str], other: tuple[str, str, str, str]
) -> None:
    assume(apart(one, other))
    files = {case[0]: FILES[case[0]] for case in (one, other)}
    for name in files:
        files[name] = planted(files[name], *(case[1:3] for case in (one, other) if case[0] == name))
    with TemporaryDirectory() as folder:
        found = {HINT.sub("", line) for line in faults(write(Path(folder), files))}
    assert {HINT.sub("", case[3]) for case in (one, other)} <= found


HINT = re.compile(r" \(nearest: [^)]*\)")
"""The nearest names may be others where a file brings more of them."""


@pytest.mark.parametrize(("kind", "text"), [("weapons", "[blade]\nheft = ["), ("armor", "[blade]\nmaterial = ")])
def test_what_a_file_that_cant_be_read_seems_to_hold_is_missed_by_nobody(tmp_path: Path, kind: str, text: str) -> None:
    files = {f"{kind}/own.toml": text, "creatures/thug.toml": f'like = "human"\n{kind} = ["blade", "bladee"]'}
    second, first = faults(write(tmp_path, files))
    assert second.startswith(f"{kind}/own.toml: expected valid TOML, got ")
    assert first == (
        f"creatures/thug.toml: {kind}[1]: expected the id of a {'weapon' if kind == 'weapons' else 'piece of armour'}"
        " (nearest: blade), got 'bladee'"
    )


def test_a_faulty_body_makes_no_fault_of_what_covers_it(tmp_path: Path) -> None:
    human = files_of("fleshwound.assets").joinpath("anatomies/human.toml").read_text(encoding="utf-8")
    for wrong in (human.replace("shock = 5", "shock = 55", 1), human + "\nparts = [", 'name = "human"\nparts = 3'):
        found = faults(write(tmp_path, {"anatomies/human.toml": wrong, "armor/fur.toml": CAP.replace("skull", "skul")}))
        assert {line.split(":")[0] for line in found} == {"anatomies/human.toml", "armor/fur.toml"}
        assert sum(line.startswith("armor/") for line in found) == 1


def test_what_has_no_id_of_its_own_is_checked_as_well(tmp_path: Path) -> None:
    heavy = AXE.replace("heft = 9", "heft = 900")
    files = {
        "weapons/a.toml": AXE,
        "weapons/b.toml": heavy,
        "weapons/c.toml": heavy.replace("small_axe", "Small-Axe"),
        "creature/wolf.toml": WOLF.replace("80", "-80"),
        "creatures/Wolf.toml": WOLF.replace("80", "-80"),
        "creatures/thug.toml": 'like = "wolf"',
    }
    assert faults(write(tmp_path, files)) == (
        "creature: expected a folder named creatures, got 'creature'",
        "creatures/Wolf.toml: expected a file name such as gray_wolf.toml, got 'Wolf.toml'",
        "creatures/Wolf.toml: move_ft: expected 0..10000, got -80",
        "weapons/b.toml: small_axe: expected an id used once, got another in weapons/a.toml",
        "weapons/b.toml: small_axe.heft: expected 0..100, got 900",
        "weapons/c.toml: 'Small-Axe': expected an id such as hand_axe, got 'Small-Axe'",
        "weapons/c.toml: 'Small-Axe'.heft: expected 0..100, got 900",
        "creature/wolf.toml: move_ft: expected 0..10000, got -80",
    )


def test_a_scenario_may_be_for_a_ruleset_of_a_hosts_own(tmp_path: Path) -> None:
    files = {"scenarios/fight.toml": FIGHT.replace('"heroic"', '"tiny"'), "rulesets/tiny.toml": "round_s = 10\n"}
    assert load(write(tmp_path, files)).scenario("fight").rules == "tiny"
    assert faults(write(tmp_path, {"scenarios/fight.toml": FIGHT.replace('"heroic"', '"tinny"')})) == (
        "scenarios/fight.toml: rules: "
        "expected a ruleset, one of cities, heroic, starfarer, tiny (nearest: tiny), got 'tinny'",
    )


def test_a_folder_may_be_given_as_text(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    assert load(str(tmp_path)).creature("wolf").move_ft == load(tmp_path).creature("wolf").move_ft == 80
    assert load(str(tmp_path)).folders[1:] == (tmp_path,)
    file = tmp_path / "creatures" / "wolf.toml"
    for wrong in (file, str(file)):
        with pytest.raises(ContentFault, match="expected a folder, got a file"):
            load(wrong)
    with pytest.raises(BadValue, match="the content folder is 3; expected its path"):
        load(3)  # type: ignore[arg-type]  # what a host may do wrong


def test_every_skill_that_the_rules_name_may_stand_in_a_file() -> None:
    tables = tomllib.loads(files_of("fleshwound.assets").joinpath("rulesets/heroic.toml").read_text(encoding="utf-8"))
    named = {*tables["test"]["openings"], *tables["impairment"]["roles"], "melee", "archery", "throwing", "sling"}
    assert named - set(ATTRIBUTES) <= set(SKILLS)
    assert list(SKILLS) == sorted(set(SKILLS))


def test_the_head_of_each_creature_file_lists_the_skills_there_are() -> None:
    for file in files_of("fleshwound.assets").joinpath("creatures").iterdir():
        head = re.sub(r"\s*\n#\s+", " ", file.read_text(encoding="utf-8"))
        if head.startswith("# A creature of the ruleset `cities` alone."):
            assert shipped().creature(file.name.removesuffix(".toml")).rules == {"cities"}
            assert f"skills 0..4: {', '.join(cities.SKILLS)};" in re.sub(r" +", " ", head), file.name
            assert f"cyber: {', '.join(cities.TRAITS)};" in head, file.name
        else:
            assert f"mastery levels, 0..300: {', '.join(SKILLS)};" in head, file.name


def test_a_creature_like_another_keeps_its_body_scale_whatever_its_strength(tmp_path: Path) -> None:
    content = load(write(tmp_path, {"creatures/giant.toml": 'like = "brigand"\nattributes = { strength = 22 }'}))
    assert content.creature("giant").body_scale == content.creature("brigand").body_scale


def test_a_file_that_refers_to_a_faulty_one_is_no_fault_itself(tmp_path: Path) -> None:
    files = {
        "creatures/gray_wolf.toml": "move_ft = [",
        "creatures/pup.toml": 'like = "gray_wolf"\nmove_ft = 40',
        "scenarios/fight.toml": FIGHT,
    }
    found = faults(write(tmp_path, files))
    assert found == ("creatures/gray_wolf.toml: expected valid TOML, got Invalid value (at end of document)",)


def test_an_id_used_twice_in_a_folder_names_the_other_file(tmp_path: Path) -> None:
    found = faults(write(tmp_path, {"weapons/a.toml": AXE, "weapons/b.toml": AXE}))
    assert found == ("weapons/b.toml: small_axe: expected an id used once, got another in weapons/a.toml",)


def test_two_modes_of_one_id_are_a_fault(tmp_path: Path) -> None:
    found = faults(write(tmp_path, {"creatures/small_axe.toml": WOLF.replace(".bite", ".cut"), "weapons/a.toml": AXE}))
    said = "techniques.cut: expected a mode id used once, got 'small_axe/cut', in weapons too"
    assert found == (f"creatures/small_axe.toml: {said}",)


def test_a_derived_creature_that_lacks_a_field_names_file_id_and_field(tmp_path: Path) -> None:
    files = {
        "creatures/wolf.toml": WOLF.replace("move_ft = 80\n", ""),
        "creatures/pup.toml": 'like = "wolf"\nbody_scale = 500',
    }
    assert faults(write(tmp_path, files)) == (
        "creatures/pup.toml: move_ft: expected 0..10000, got nothing in 'pup', nor in 'wolf' that it is like",
        "creatures/wolf.toml: move_ft: expected 0..10000, got nothing",
    )


def test_a_derived_creature_with_a_body_of_its_own_must_say_all_of_it(tmp_path: Path) -> None:
    files = {"creatures/stump.toml": 'like = "gray_wolf"\nzones = [{ id = "all", weight = 1 }]\nparts = []'}
    assert faults(write(tmp_path, files)) == (
        "creatures/stump.toml: locations: expected a list, got nothing in 'stump', nor in 'gray_wolf' that it is like",
        "creatures/stump.toml: parts: expected at least one part, as there are zones, got none",
    )


def test_a_ring_of_likeness_is_a_fault_of_each_in_it_and_of_no_other(tmp_path: Path) -> None:
    files = {f"creatures/{one}.toml": f'like = "{other}"' for one, other in (("a", "b"), ("b", "a"), ("c", "a"))}
    assert faults(write(tmp_path, files)) == (
        "creatures/a.toml: like: expected a creature that isn't like this one, got 'b'",
        "creatures/b.toml: like: expected a creature that isn't like this one, got 'a'",
    )


def test_a_derived_creature_does_not_repeat_the_faults_of_the_one_it_is_like(tmp_path: Path) -> None:
    files = {
        "creatures/wolf.toml": WOLF.replace("agility = 15", "agility = 0").replace("80", "-80"),
        "creatures/pup.toml": 'like = "wolf"\nattributes = { strength = 500 }\nbody_scale = 500',
    }
    assert faults(write(tmp_path, files)) == (
        "creatures/pup.toml: attributes.strength: expected 1..100, got 500",
        "creatures/wolf.toml: attributes.agility: expected 1..100, got 0",
        "creatures/wolf.toml: move_ft: expected 0..10000, got -80",
    )


def test_what_a_derived_creature_takes_must_fit_what_it_changes(tmp_path: Path) -> None:
    files = {
        "creatures/beast.toml": 'like = "brigand"\nanatomy = "wolf"',
        "creatures/ghost.toml": 'like = "centaur"\nanatomy = "wolf"\nweapons = []',
    }
    assert faults(write(tmp_path, files)) == (
        "creatures/beast.toml: weapons: expected at most 0, one for each part that holds, got 2",
        "creatures/ghost.toml: protection_at.flank: expected the id of a location of this body, got 'flank'",
        "creatures/ghost.toml: protection_at.belly: expected the id of a location of this body, got 'belly'",
    )


def test_a_derived_creature_overrides_fields_and_keys(tmp_path: Path) -> None:
    pup = 'like = "gray_wolf"\nattributes = { strength = 5 }\nbody_scale = 500\nskills.dodge = 70'
    content = load(write(tmp_path, {"creatures/pup.toml": pup}))
    wolf, pup_made = content.creature("gray_wolf"), content.creature("pup")
    assert pup_made.attributes == {**wolf.attributes, "strength": 5}
    assert pup_made.skills == {**wolf.skills, "dodge": 70}
    assert (pup_made.body_scale, pup_made.move_ft) == (500, wolf.move_ft)
    assert pup_made.anatomy is wolf.anatomy
    assert [mode.id for mode in pup_made.techniques] == ["pup/bite"]


def test_a_hosts_entry_replaces_ours_whole_and_what_is_like_it_follows(tmp_path: Path) -> None:
    human = 'anatomy = "human"\nattributes = { strength = 15 }\nmove_ft = 77'
    content = load(write(tmp_path, {"creatures/human.toml": human}))
    assert content.creature("human").skills == {}
    assert content.creature("brigand").move_ft == 77
    assert shipped().creature("brigand").move_ft == 50


def test_a_later_folder_lies_over_an_earlier_one(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = write(tmp_path / "a", {"creatures/wolf.toml": WOLF})
    second = write(tmp_path / "b", {"creatures/wolf.toml": WOLF.replace("80", "90")})
    assert load(first, second).creature("wolf").move_ft == 90
    assert load(second, first).creature("wolf").move_ft == 80


def test_misnamed_folders_and_files_are_faults(tmp_path: Path) -> None:
    files = {"creature/wolf.toml": WOLF, "creatures/Gray Wolf.toml": WOLF, "pictures/readme.txt": "not ours"}
    assert faults(write(tmp_path, files)) == (
        "creature: expected a folder named creatures, got 'creature'",
        "creatures/Gray Wolf.toml: expected a file name such as gray_wolf.toml, got 'Gray Wolf.toml'",
    )
    assert faults(tmp_path / "nowhere") == (f"{tmp_path / 'nowhere'}: expected a folder, got nothing",)


@pytest.mark.parametrize(
    ("kind", "name", "near"),
    [
        ("creature", "grey_wolf", "gray_wolf"),
        ("weapon", "broadsward", "broadsword"),
        ("armor_piece", "mail_hauberc", "mail_hauberk"),
        ("scenario", "wolves_at_nigth", "wolves_at_night"),
        ("anatomy", "humam", "human"),
        ("projectile", "standard_arow", "standard_arrow"),
        ("technique", "human/punsh", "human/punch"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(kind: str, name: str, near: str) -> None:
    with pytest.raises(UnknownName) as raised:
        getattr(shipped(), kind)(name)
    assert raised.value.name == name
    assert raised.value.known[0] == near


@dataclass(frozen=True, slots=True)
class Odds:
    roles: tuple[Role, ...]
    least: int


@dataclass(frozen=True, slots=True)
class Rules:
    round_s: int
    by_aspect: dict[Aspect, Odds]
    name: str = "none"


def test_tables_of_a_ruleset_are_structured_strictly(tmp_path: Path) -> None:
    text = 'round_s = 10\n[by_aspect]\nfire = { roles = ["core"], least = 3 }\n'
    content = load(write(tmp_path, {"rulesets/tiny.toml": text}))
    assert content.tables("tiny", Rules) == Rules(10, {Aspect.FIRE: Odds((Role.CORE,), 3)})
    assert content.tables("tiny", Rules) is content.tables("tiny", Rules)
    write(
        tmp_path, {"rulesets/tiny.toml": text.replace("3", "'3'").replace("round_s", "rounds").replace("fire", "ice")}
    )
    with pytest.raises(ContentFault) as raised:
        load(tmp_path).tables("tiny", Rules)
    assert raised.value.faults == (
        "rulesets/tiny.toml: round_s: expected a whole number, got nothing",
        "rulesets/tiny.toml: by_aspect.ice: expected a key that is one of blunt, edged, piercing, fire, got 'ice'",
        "rulesets/tiny.toml: by_aspect.ice.least: expected a whole number, got '3'",
        "rulesets/tiny.toml: rounds: expected a known key (nearest: round_s), got 'rounds'",
    )
    with pytest.raises(UnknownName, match="tiny"):
        content.tables("tinny", Rules)


@pytest.mark.parametrize(
    ("text", "impact"),
    [
        ("1d10+3 edged", Impact(1, 10, 3, Aspect.EDGED)),
        ("2d6 fire", Impact(2, 6, 0, Aspect.FIRE)),
        ("1d6-3 blunt", Impact(1, 6, -3, Aspect.BLUNT)),
        ("+4 piercing", Impact(0, 0, 4, Aspect.PIERCING)),
        ("-1 blunt", Impact(0, 0, -1, Aspect.BLUNT)),
    ],
)
def test_an_impact_is_read_as_it_is_written(text: str, impact: Impact) -> None:
    assert structured(text, Impact) == impact


@pytest.mark.parametrize(
    "text", ["", "edged", " edged", "1d10+3", "1d0 edged", "0d6 edged", "4 edged", "1d6 +3 edged", "1d6+3 ice"]
)
def test_no_other_text_is_an_impact(text: str) -> None:
    with pytest.raises(ValueError, match="1 faults"):
        structured(text, Impact)


def test_what_hangs_at_a_belt_and_what_a_quiver_holds_has_to_be_there(tmp_path: Path) -> None:
    carried = 'like = "human"\nmove_ft = 50\nbelt = ["clubb"]\nprojectiles = { standard_arow = 5, lead_bullet = 0 }\n'
    found = faults(write(tmp_path, {"creatures/carrier.toml": carried}))
    assert [line.partition(" (")[0].replace("creatures/carrier.toml: ", "") for line in found] == [
        "projectiles.lead_bullet: expected 1..1000, got 0",
        "belt[0]: expected the id of a weapon",
        "projectiles.standard_arow: expected the id of a projectile",
    ]
