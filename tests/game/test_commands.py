"""The command line: what it prints, what it refuses and how, that it plays the one fight everything else plays."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from toy import Toy
from typer.testing import CliRunner, Result

from fleshwound.components.definitions import Creature
from fleshwound.components.events import Roll
from fleshwound.game import Combat, commands, log, rulebook, rulesets
from fleshwound.game.content import shipped
from fleshwound.game.phrases import test_in_full as in_full

SKIRMISH = "wolves_at_night"
GOLDEN = Path(__file__).parents[1] / "golden" / "wolves_at_night_7.txt"


def test_a_folder_is_no_file_to_record_to_and_no_fight_is_played(tmp_path: Path) -> None:
    result = run("fight", "--record", str(tmp_path))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "--record" in result.stderr
    assert list(tmp_path.iterdir()) == []


def run(*args: str) -> Result:
    return CliRunner().invoke(commands.app, args)


def printed(*args: str) -> list[str]:
    """Run what must end well, and split what it printed."""
    result = run(*args)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def refused(*args: str) -> str:
    """Run what must be refused in one line, and give that line."""
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert isinstance(result.exception, SystemExit), "no traceback"
    (line,) = result.stderr.splitlines()
    return line


NO_DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""What could give a process a display, or make it ask for a sham one."""


def process(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with a display for nobody."""
    kept = {name: value for name, value in os.environ.items() if name not in NO_DISPLAY}
    return subprocess.run(
        [sys.executable, "-m", "fleshwound.game.commands", *args],
        env=kept | env, cwd=Path(sys.prefix), capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.fixture
def own_content(tmp_path: Path) -> Path:
    """A content folder with a wolf of its own and a duel between two of them."""
    (tmp_path / "creatures").mkdir()
    (tmp_path / "creatures" / "white_wolf.toml").write_text('like = "gray_wolf"\n', encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "duel.toml").write_text(
        'name = "Duel"\nabout = "One on one."\nrules = "heroic"\nsize = [8, 8]\nrounds = 5\n'
        'sides = [{ id = "left", name = "Left" }, { id = "right", name = "Right" }]\n'
        'musters = [{ creature = "white_wolf", side = "left", at = [[1, 1]] },\n'
        '           { creature = "white_wolf", side = "right", at = [[6, 6]] }]\n',
        encoding="utf-8",
    )
    return tmp_path


# --- fight ----------------------------------------------------------------------------------------------------------


def digest_of(lines: list[str]) -> str:
    assert lines[-1].startswith("digest: ")
    return lines[-1].removeprefix("digest: ")


def test_a_fight_is_the_fight_of_the_public_interface() -> None:
    combat = Combat.of(SKIRMISH, 7)
    result = combat.run()
    lines = printed("fight", SKIRMISH, "--seed", "7")
    assert digest_of(lines) == combat.digest
    assert any(line.startswith("winner: ") and f"({result.reason})" in line for line in lines)


def test_a_fight_without_a_name_is_the_built_in_skirmish_and_without_a_seed_the_same_every_time() -> None:
    assert printed("fight") == printed("fight", SKIRMISH, "--seed", "1")
    assert printed("fight")[0] == "Wolves at night · heroic · seed 1"


def test_another_seed_is_another_fight() -> None:
    assert digest_of(printed("fight", "--log", "none")) != digest_of(printed("fight", "--seed", "2", "--log", "none"))


def test_text_and_json_tell_the_same_fight() -> None:
    text = printed("fight", "--seed", "7", "--log", "text")
    read = log.read(printed("fight", "--seed", "7", "--log", "jsonl"))
    assert read.result is not None
    assert read.result["digest"] == digest_of(text)
    rolls = [
        in_full(value)
        for event in read.events
        for name in event.__slots__
        if isinstance(value := getattr(event, name), Roll)
    ]
    assert len(rolls) > 50
    remaining = iter(line.strip() for line in text)
    assert [roll for roll in rolls if roll not in remaining] == []


def test_the_json_log_says_what_it_is_of_and_how_everybody_came_out() -> None:
    read = log.read(printed("fight", "--seed", "7", "--log", "jsonl"))
    assert read.header == {
        "log": "fleshwound", "version": 1, "rules": "heroic", "seed": 7, "scenario": SKIRMISH, "times": "microseconds",
    }  # fmt: skip
    assert read.result is not None
    creatures = read.result["creatures"]
    assert isinstance(creatures, list)
    assert [creature["creature"] for creature in creatures if isinstance(creature, dict)] == list(range(1, 9))
    assert all(creature["out"] is False or creature["why"] for creature in creatures if isinstance(creature, dict))


def test_without_a_log_only_the_outcome_is_told() -> None:
    full, short = printed("fight", "--seed", "7"), printed("fight", "--seed", "7", "--log", "none")
    assert short[0] == full[0]
    assert short[1:] == full[-len(short) + 1 :]
    assert short[1].startswith(("winner: ", "draw "))


def test_a_fight_is_told_by_what_its_creatures_think(tmp_path: Path) -> None:
    file = tmp_path / "fight.json"
    printed("fight", "--ai", "odds", "--ai", "men=simple", "--log", "none", "--record", str(file))
    start = json.loads(file.read_text(encoding="utf-8"))["start"]
    told = [(one["Allegiance"]["side"], one["Controller"]["ai"]) for one in start["creatures"]]
    assert set(told) == {("men", "simple"), ("wolves", "odds")}


@pytest.mark.parametrize("word", ["clever", "bears=odds", "men=clever", "men=", "=odds", ""])
def test_another_mind_or_side_is_refused(word: str) -> None:
    for command in ("fight", "watch"):
        assert "expected simple or odds, or SIDE=MIND with a side of men, wolves" in refused(command, "--ai", word)


def test_a_round_limit_makes_a_draw() -> None:
    assert printed("fight", "--rounds", "1", "--log", "none")[1] == "draw (round limit) after one round"
    read = log.read(printed("fight", "--rounds", "1", "--log", "jsonl"))
    assert read.result is not None
    assert (read.result["winner"], read.result["result"], read.result["rounds"]) == (None, "round limit", 1)


def test_a_host_has_its_own_content(own_content: Path) -> None:
    lines = printed("fight", "duel", "--content", str(own_content))
    assert lines[0] == "Duel · heroic · seed 1"
    assert any(", white wolf, joins Left" in line for line in lines)


def test_a_scenario_may_be_a_file_in_a_content_folder(own_content: Path) -> None:
    file = own_content / "scenarios" / "duel.toml"
    assert printed("fight", str(file)) == printed("fight", "duel", "--content", str(own_content))


@pytest.mark.parametrize("log_as", ["text", "jsonl"])
def test_two_processes_with_different_hash_seeds_print_the_same(log_as: str) -> None:
    one, other = (process("fight", "--seed", "7", "--log", log_as, PYTHONHASHSEED=seed) for seed in ("1", "4321"))
    assert one.returncode == other.returncode == 0, one.stderr + other.stderr
    assert one.stdout == other.stdout
    combat = Combat.of(SKIRMISH, 7)
    combat.run()
    assert combat.digest in one.stdout


def test_a_terminal_that_lacks_a_character_ends_no_fight() -> None:
    ran = process("fight", "--rounds", "1", PYTHONIOENCODING="ascii")
    assert ran.returncode == 0, ran.stderr
    assert "Aldric" in ran.stdout


def test_the_log_of_seed_7_is_the_golden_one(renew: bool) -> None:
    text = "\n".join(printed("fight", SKIRMISH, "--seed", "7")) + "\n"
    if renew:
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    if not GOLDEN.exists():
        pytest.skip(f"no {GOLDEN.name} yet; --renew writes it")
    assert text == GOLDEN.read_text(encoding="utf-8")


@pytest.fixture
def toy_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy ruleset, known by name."""
    monkeypatch.setitem(rulesets._MAKERS, "toy", lambda _: Toy())


@pytest.mark.usefixtures("toy_rules")
def test_another_ruleset_runs_unchanged() -> None:
    lines = printed("fight", "--rules", "toy")
    assert lines[0] == "Wolves at night · toy · seed 1"
    assert any(re.search(r"loses (one|\d+) health", line) for line in lines)
    assert any(line.startswith("winner: ") for line in lines)
    read = log.read(printed("fight", "--rules", "toy", "--log", "jsonl"))
    assert read.result is not None
    assert (read.header["rules"], read.result["digest"]) == ("toy", digest_of(lines))
    assert any(row[0] == "hit points" for row in cells(printed("show", "creature", "gray_wolf", "--rules", "toy")))


# --- watch ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("args", [(), ("watch",), ("--seed", "1"), ("watch", SKIRMISH, "--rules", "heroic")])
def test_without_a_display_the_same_fight_is_played_in_the_terminal(args: tuple[str, ...]) -> None:
    ran = process(*args)
    assert ran.returncode == 0, ran.stderr
    (told,) = ran.stderr.splitlines()
    assert re.fullmatch(r"fleshwound: .*(display|pygame).*; the same fight is played here in the terminal", told)
    lines = ran.stdout.splitlines()
    assert lines[0] == "Wolves at night · heroic · seed 1"
    assert digest_of(lines) == digest_of(printed("fight", "--log", "none"))


def test_without_pygame_it_says_so_in_one_line_and_plays_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_arena(monkeypatch)
    monkeypatch.setitem(sys.modules, "pygame", None)
    result = run("watch", "--seed", "7")
    assert result.exit_code == 0, result.output
    (told,) = result.stderr.splitlines()
    assert told == (
        'fleshwound: the arena needs pygame; install it with: pip install "fleshwound[arena]";'
        " the same fight is played here in the terminal"
    )
    assert digest_of(result.stdout.splitlines()) == digest_of(printed("fight", "--seed", "7", "--log", "none"))


def test_without_pygame_there_is_no_picture(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    forget_arena(monkeypatch)
    monkeypatch.setitem(sys.modules, "pygame", None)
    assert "the arena needs pygame; install it with" in refused("watch", "--png", str(tmp_path / "a.png"))
    assert list(tmp_path.iterdir()) == []


def forget_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the arena imported anew, as in a process that never saw it."""
    import fleshwound.game

    for name in [name for name in sys.modules if name.startswith(("fleshwound.game.arena", "pygame"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(fleshwound.game, "arena", raising=False)


def test_a_picture_is_written_without_a_display(tmp_path: Path) -> None:
    picture = tmp_path / "fight.png"
    ran = process("watch", "--png", str(picture), "--at", "12.5", "--size", "1280x720", "--seed", "7")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == (
        f"{picture}: Wolves at night, seed 7, after 12.5 s or at its end if that comes sooner, 1280x720"
    )
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (1280, 720)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--size", "1280"), "--size is '1280'; expected WxH from 640x360 to 7680x4320"),
        (("--size", "0x0"), "--size is '0x0'; expected"),
        (("--size", "99999x99999"), "--size is '99999x99999'; expected"),
        (("--at", "3"), "--at is given without --png; expected both"),
        (("--png", "a.gif"), "expected a name that ends in .png"),
        (("--png", "nowhere_at_all/a.png"), "in a folder that exists"),
        (("--png", "a.png", "--at", "-1"), "--at is -1.0; expected seconds, 0 or more"),
        (("--png", "a.png", "--at", "nan"), "--at is nan; expected seconds, 0 or more"),
    ],
)
def test_a_picture_that_cant_be_is_refused(args: tuple[str, ...], told: str) -> None:
    assert told in refused("watch", *args)


# --- what there is --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "ids"),
    [
        ("creatures", list(shipped().creatures)),
        ("weapons", list(shipped().weapons)),
        ("armor", list(shipped().armor)),
        ("scenarios", list(shipped().scenarios)),
    ],
)
def test_a_list_has_an_id_a_line(kind: str, ids: list[str]) -> None:
    assert printed("list", kind) == ids
    assert len(ids) >= 2


def test_a_list_holds_a_hosts_own(own_content: Path) -> None:
    assert "white_wolf" in printed("list", "creatures", "--content", str(own_content))


def test_a_list_without_a_kind_says_which_there_are() -> None:
    assert cells(printed("list")) == [
        ["creatures", str(len(shipped().creatures))],
        ["weapons", str(len(shipped().weapons))],
        ["armor", str(len(shipped().armor))],
        ["scenarios", str(len(shipped().scenarios))],
    ]


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("creatures", ["dire_wolf", "dire wolf", "large canine"]),
        ("weapons", ["broadsword", "broadsword", "melee, sword"]),
        ("armor", ["mail_hauberk", "mail hauberk", "mail"]),
        ("scenarios", [SKIRMISH, "Wolves at night", shipped().scenario(SKIRMISH).about]),
    ],
)
def test_a_long_list_has_names_and_what_each_is(kind: str, row: list[str]) -> None:
    rows = cells(printed("list", kind, "--long"))
    assert row in rows
    assert [first for first, *_ in rows] == printed("list", kind)
    assert printed("list", kind, "-l") == printed("list", kind, "--long")


def cells(lines: list[str]) -> list[list[str]]:
    return [re.split(r" {2,}", line.strip()) for line in lines]


def test_a_creature_is_shown_with_zones_parts_locations_protection_and_modes() -> None:
    rows = cells(printed("show", "creature", "dire_wolf"))
    assert ["dire wolf"] in rows
    assert rows[rows.index(["dire wolf"]) + 2] == ["id", "dire_wolf"]
    assert ["Thresholds", "2/8/15/23/30"] in rows, "the human thresholds times its body scale, 1.47"
    (head,) = (row for row in rows if row[0] == "head" and row[1] == "1–2")
    assert head[2:] == [
        "head", "10", "manipulator, vital", "head", "6", "5", "medium", "none", "fumble", "3", "2", "1", "3", "–",
    ]  # fmt: skip
    (bite,) = (row for row in rows if row[0] == "dire_wolf/crushing_bite")
    assert bite[1:] == ["1d6+5 piercing", "d2", "ML 70", "–", "+0", "1 ft", "1", "manipulator"]


@pytest.mark.parametrize("creature", [*shipped().under("heroic").creatures.values()], ids=lambda creature: creature.id)
def test_every_creature_is_shown_whole(creature: Creature) -> None:
    rows = cells(printed("show", "creature", creature.id))
    said = [cell for row in rows for cell in row]
    assert [place.id for place in creature.anatomy.locations if place.id not in said] == []
    assert [mode.id for mode in creature.techniques if mode.id not in said] == []
    assert [mode.id for weapon in creature.weapons for mode in weapon.modes if mode.id not in said] == []


def test_what_is_worn_stands_beside_natural_protection() -> None:
    rows = cells(printed("show", "creature", "man_at_arms"))
    worn = {row[-11]: row[-5:] for row in rows if len(row) > 10 and row[-11] in ("thorax", "left_hand")}
    creature = shipped().creature("man_at_arms")
    blunt = sum(piece.protection[0] for piece in creature.armor if "thorax" in piece.flexible | piece.rigid)
    assert blunt > 0
    assert worn["thorax"][0] == f"0+{blunt}"
    assert worn["left_hand"][0] == "0"


def test_what_a_creatures_columns_and_figures_mean_is_said_below() -> None:
    rows = dict(row for row in cells(printed("show", "creature", "brigand")) if len(row) == 2)
    assert rows["blunt, edged, piercing, fire"].startswith(
        "protection there: of the body itself; 0+8: and of the armour"
    )
    assert "level 1/2/3/4/5" in rows["Thresholds"]
    assert "spread" not in [row[0] for row in cells(printed("show", "creature", "spirit"))], "it can't strike"


def test_a_creature_of_human_build_is_shown_with_its_fists() -> None:
    assert any(row[0] == "human/punch" for row in cells(printed("show", "creature", "brigand")))
    assert not any(row[0] == "human/punch" for row in cells(printed("show", "creature", "gray_wolf")))


def test_a_weapon_is_shown_with_its_modes() -> None:
    rows = cells(printed("show", "weapon", "broadsword"))
    assert ["durability", "12"] in rows
    (cut,) = (row for row in rows if row[0] == "broadsword/cut")
    assert cut[1:8] == ["1d10+3 edged", "d6", "+0", "+0", "+0", "5 ft", "1"]


def test_armour_is_shown_with_what_it_covers() -> None:
    rows = dict(row for row in cells(printed("show", "armor", "mail_hauberk")) if len(row) == 2)
    assert rows["protection"] == "blunt 4, edged 8, piercing 5, fire 5"
    covered = rows["rigid on"].split(", ") + rows["flexible on"].split(", ")
    piece = shipped().armor_piece("mail_hauberk")
    assert set(covered) - {"–"} == piece.rigid | piece.flexible


def test_a_scenario_is_shown_with_everybody_in_it() -> None:
    rows = cells(printed("show", "scenario", SKIRMISH))
    names = [name for muster in shipped().scenario(SKIRMISH).musters for name in muster.names]
    assert [row[1] for row in rows[-len(names) :]] == names


# --- check ----------------------------------------------------------------------------------------------------------


def test_what_is_shipped_has_no_faults() -> None:
    (line,) = printed("check")
    assert int(re.fullmatch(r"(\d+) files, no faults", line)[1]) > 50  # type: ignore[index]  # no match fails as it should


def test_a_folder_without_faults_is_counted(own_content: Path) -> None:
    assert printed("check", str(own_content)) == ["2 files, no faults"]


def test_all_faults_are_told_at_once(own_content: Path) -> None:
    (own_content / "creatures" / "white_wolf.toml").write_text('like = "gray_wolf"\nmove_ft = -1\nwings = 2\n')
    (own_content / "scenarios" / "duel.toml").write_text('name = "Duel"\n')
    result = run("check", str(own_content))
    assert result.exit_code == 1
    told = result.stdout.splitlines()
    assert any(line.startswith("creatures/white_wolf.toml: move_ft: expected") for line in told)
    assert any("wings" in line for line in told)
    assert any(line.startswith("scenarios/duel.toml: ") for line in told)
    assert result.stderr.strip() == f"{len(told)} faults"


def test_faults_in_a_rulesets_constants_are_told(own_content: Path) -> None:
    (own_content / "rulesets").mkdir()
    (own_content / "rulesets" / "heroic.toml").write_text("wrong = 1\n")
    result = run("check", str(own_content))
    assert result.exit_code == 1
    assert "rulesets/heroic.toml: " in result.stdout


def test_faults_in_content_hide_none_in_a_rulesets_constants(own_content: Path) -> None:
    (own_content / "rulesets").mkdir()
    (own_content / "rulesets" / "heroic.toml").write_text("wrong = 1\n")
    (own_content / "creatures" / "white_wolf.toml").write_text('like = "gray_wolf"\nmove_ft = -1\n')
    told = run("check", str(own_content)).stdout
    assert "rulesets/heroic.toml: wrong: " in told
    assert "creatures/white_wolf.toml: move_ft: " in told


def test_a_file_is_checked_with_the_folder_it_belongs_to(own_content: Path) -> None:
    file = own_content / "creatures" / "white_wolf.toml"
    assert printed("check", str(file)) == printed("check", str(own_content)) == ["2 files, no faults"]
    assert printed("check", str(file), str(own_content / "scenarios" / "duel.toml")) == ["2 files, no faults"]
    file.write_text('like = "gray_wolf"\nmove_ft = -1\n')
    assert run("check", str(file)).stdout.startswith("creatures/white_wolf.toml: move_ft: expected")
    for stray in (own_content / "wolf.toml", own_content / "creatures" / "wolf.txt"):
        stray.write_text("")
        assert "is no file of a content folder; expected a .toml file in one of its folders" in refused(
            "check", str(stray)
        )


def test_a_scenario_for_no_ruleset_is_a_fault(own_content: Path) -> None:
    duel = own_content / "scenarios" / "duel.toml"
    duel.write_text(duel.read_text(encoding="utf-8").replace('"heroic"', '"heroicc"'), encoding="utf-8")
    result = run("check", str(own_content))
    assert result.stdout == (
        "scenarios/duel.toml: rules: "
        "expected a ruleset, one of cities, heroic, starfarer (nearest: heroic), got 'heroicc'\n"
    )


def test_a_folder_that_isnt_there_is_a_fault(tmp_path: Path) -> None:
    result = run("check", str(tmp_path / "nowhere"))
    assert result.exit_code == 1
    assert "expected a folder, got nothing" in result.stdout


# --- rules, version, what is refused --------------------------------------------------------------------------------


def test_a_section_of_a_rulebook_is_printed() -> None:
    lines = printed("rules", "heroic", "H5")
    assert lines[0].startswith("## H5 Shock")
    assert not any(line.startswith("## H6") for line in lines)
    assert printed("rules", "heroic", "h5") == lines


def test_the_sections_of_a_rulebook_are_listed() -> None:
    assert printed("rules", "heroic")[:2] == ["H1   Tests", "H2   Body structure"]


def test_the_rulebooks_are_listed() -> None:
    assert cells(printed("rules")) == [[name, rulebook.title(name)] for name in rulebook.rulesets()]
    assert ["heroic", "d100, body locations, shock states"] in cells(printed("rules"))


def test_the_version_is_that_of_the_distribution() -> None:
    assert printed("--version") == [f"fleshwound {version('fleshwound')}"]


@pytest.mark.parametrize(
    ("kind", "id"),
    [("creature", "dire_wolf"), ("weapon", "broadsword"), ("armor", "mail_hauberk"), ("scenario", SKIRMISH)],
)
def test_what_is_shown_needs_no_kind(kind: str, id: str) -> None:
    assert printed("show", id) == printed("show", kind, id)


def test_help_names_every_command() -> None:
    told = " ".join(printed("--help"))
    for command in ("watch", "fight", "list", "show", "check", "rules"):
        assert f" {command} " in told


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("show", "creature", "dire_wolff"), "unknown creature 'dire_wolff'; expected one of: dire_wolf"),
        (("show", "weapon", "brodsword"), "unknown weapon 'brodsword'; expected one of: broadsword"),
        (("show", "armor", "mail_hauberg"), "unknown piece of armour 'mail_hauberg'; expected one of: mail_hauberk"),
        (("fight", "wolfs_at_night"), "unknown scenario 'wolfs_at_night'; expected one of: wolves_at_night"),
        (("watch", "wolfs_at_night"), "unknown scenario 'wolfs_at_night'; expected one of: wolves_at_night"),
        (
            ("fight", "zzzz"),
            "unknown scenario 'zzzz'; expected one of the 9 there are, such as archers_at_the_farm, "
            "brigands_on_the_road, corridor_breach, drone_hunt, knife_fight; `fleshwound list scenarios` lists them",
        ),
        (("show", "creature", "zzzz"), "unknown creature 'zzzz'; expected one of the "),
        (("show", "dire_wolff"), "unknown id 'dire_wolff'; expected one of: dire_wolf"),
        (("show", "zzzz"), "unknown id 'zzzz'; expected one of the "),
        (("fight", "nowhere/a.toml"), "nowhere/a.toml is no file; expected the id of a scenario"),
        (("fight", "--rules", "heroical"), "unknown ruleset 'heroical'; expected one of: heroic"),
        (("watch", "--rules", "heroical"), "unknown ruleset 'heroical'; expected one of: heroic"),
        (("rules", "heroic", "H99"), "unknown section of heroic 'H99'; expected one of: H1, H2"),
        (("rules", "heroical"), "unknown ruleset 'heroical'; expected one of: "),
    ],
)
def test_an_unknown_name_is_refused_with_the_right_ones(args: tuple[str, ...], told: str) -> None:
    assert refused(*args).startswith(f"fleshwound: {told}")


def test_a_scenario_file_outside_a_content_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "duel.toml").write_text("")
    assert "expected one named 'scenarios'" in refused("fight", str(tmp_path / "duel.toml"))


def test_a_broken_content_folder_is_refused_with_its_faults(own_content: Path) -> None:
    (own_content / "scenarios" / "duel.toml").unlink()
    (own_content / "creatures" / "white_wolf.toml").write_text('like = "gray_wolf"\nmove_ft = -1\n')
    told = refused("fight", "--content", str(own_content))
    assert told.startswith("fleshwound: creatures/white_wolf.toml: move_ft: ")


@pytest.mark.parametrize(
    "args",
    [
        ("fight", "--seed", "-1"),
        ("fight", "--seed", "seven"),
        ("fight", "--rounds", "0"),
        ("fight", "--log", "xml"),
        ("list", "spells"),
        ("show", "spell", "fireball"),
        ("show", "creature"),
        ("show",),
        ("watch", "--seed", "-1"),
        ("brawl",),
        ("fight", "--loud"),
    ],
)
def test_what_makes_no_sense_is_refused_without_a_traceback(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert "Error: " in result.stderr
    assert result.stdout == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here is always full")
@pytest.mark.parametrize(
    "words", [("list", "creatures"), ("fight", "--seed", "3"), ("odds", "human", "human"), ("--help",)]
)
def test_an_output_that_can_t_be_written_is_told_in_one_line(words: tuple[str, ...]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "fleshwound.game.commands", *words], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    assert line.startswith("fleshwound: the output can't be written: ")
