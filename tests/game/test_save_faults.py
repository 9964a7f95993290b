"""Saves with faults, on purpose and at random: only typed errors that name the fault, soon and in little memory."""

from __future__ import annotations

import copy
import gc
import json
import re
import tracemalloc
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

import esper
import pytest
import skirmish
from speed import in_time

from fleshwound.components.definitions import ArmorPiece
from fleshwound.components.edits import Kill, Revive
from fleshwound.components.errors import BadValue, FleshwoundError, SaveFault
from fleshwound.game import saves
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.game.content.fault import Faulty
from fleshwound.game.saving import codec_of

LONG: Final = 5_000
ORDINARY: Final = 400
CHUNKS: Final = 10
SECONDS: Final = 2.0
BYTES: Final = 200_000_000

Table = dict[str, Any]


@pytest.fixture(scope="module")
def bases() -> list[str]:
    """Saves from all through some fights, decisions pending in some."""
    found = []
    for seed in (1, 2, 3, 7):
        combat = skirmish.skirmish(seed)
        place = 0
        while skirmish.go_on(combat):
            place += 1
            if combat.decisions or place % 9 == 0:
                found.append(combat.save())
    assert any(json.loads(text)["pending"] for text in found)
    return found


@pytest.fixture
def table(bases: list[str]) -> Table:
    """A save of a fight under way with wounds in it."""
    text = next(text for text in reversed(bases) if '"entries":[{' in text and '"encounter":{' in text)
    read: Table = json.loads(text)
    return read


def refused(table: Table) -> SaveFault:
    worlds = set(esper.list_worlds())
    with pytest.raises(SaveFault) as wrong:
        Combat.load(json.dumps(table))
    assert set(esper.list_worlds()) <= worlds
    return wrong.value


# --- one fault at a time --------------------------------------------------------------------------------------------


def change(*path: str | int, to: object) -> Callable[[Table], None]:
    def apply(table: Table) -> None:
        inner: Any = table
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = to

    return apply


def drop(*path: str | int) -> Callable[[Table], None]:
    def apply(table: Table) -> None:
        inner: Any = table
        for step in path[:-1]:
            inner = inner[step]
        del inner[path[-1]]

    return apply


@pytest.mark.parametrize(
    ("apply", "said"),
    [
        (change("now", to="soon"), "now: expected 0.."),
        (change("now", to=-1), "now: expected 0.."),
        (change("now", to=True), "now: expected 0.."),
        (drop("seed"), "seed: expected a whole number, got nothing"),
        (change("extra", to=1), "extra: expected a known key"),
        (change("dice", "words", to="!"), "dice.words: expected 2496 bytes"),
        (change("dice", "words", to="A" * 3328), "dice.words: expected 2496 bytes in base 64, not all of them 0"),
        (change("dice", "place", to=625), "dice.place: expected 0..624"),
        (change("creatures", 0, "Place", "x", to=99), "creatures[0].Place: expected an open cell of the map"),
        (change("creatures", 0, "Place", "facing", to=8), "creatures[0].Place.facing: expected 0..7"),
        (change("creatures", 0, "Combatant", "id", to=77), "creatures[0].Combatant.id: expected a combat id"),
        (change("creatures", 0, "Combatant", "name", to=""), "creatures[0].Combatant.name: expected a name of its own"),
        (change("creatures", 0, "Controller", "intents", to="me"), "creatures[0].Controller.intents: expected 'ai'"),
        (change("creatures", 0, "ShockState", "state", to="dazed"), "creatures[0].ShockState.state: expected one of"),
        (change("creatures", 0, "ShockState", "state", to=4), "creatures[0].ShockState.state: expected one of"),
        (change("creatures", 0, "Abilities", "skills", to=99), "creatures[0].Abilities.skills: expected a place in"),
        (drop("creatures", 0, "Injuries"), "creatures[0].Injuries: expected a component that each creature has"),
        (change("creatures", 0, "Wings", to={}), "creatures[0].Wings: expected a known component"),
        (change("creatures", 0, "Held", "items", to={"99": {"number": 1, "weapon": "club", "broken": False}}), "Held"),
        (change("creatures", 0, "Held", "items", to={"x": {}}), "creatures[0].Held.items.x: expected a key that is"),
        (change("creatures", 0, "Bleeding", "lost", to=-1), "creatures[0].Bleeding.lost: expected 0.."),
        (change("agenda", "due", 0, "task", to=["dance", 1, []]), "agenda.due[0].task[0]: expected a kind of task"),
        (change("agenda", "due", 0, "task", to=["bleed", 1, ["x"]]), "agenda.due[0].task[2][0]: expected a whole"),
        (change("agenda", "due", 0, "task", to=["round", 0, []]), "agenda.due[0].task[2]: expected a list of 1"),
        (change("agenda", "due", 0, "due", to=0), "agenda.due[0].due: expected"),
        (change("agenda", "due", 0, "sequence", to=0), "agenda.due[0].sequence: expected 1.."),
        (change("agenda", "due", to=[]), "agenda.due: expected one round of the encounter marked"),
        (change("encounter", "mark", to=1), "agenda.due: expected one round of the encounter marked 1, got 0"),
        (change("wishes", to={"1": {"Dance": {}}}), "wishes.1: expected one of Strike"),
        (change("wishes", to={"99": {"Wait": {}}}), "wishes.99: expected the combat id"),
        (change("events", "undrained", to=[{"Moved": {"at": 1}}]), "events.undrained[0].Moved.creature: expected"),
        (change("events", "count", to=0), "events.count: expected as many events as wait"),
        (change("held_up", to=[["act", 99, []]]), "held_up[0][1]: expected a combat id"),
        (change("setup", "turns", to="nobody"), "setup.turns: expected one of ruleset, host"),
        (change("setup", "round_limit", to=0), "setup.round_limit: expected 1.."),
    ],
)
def test_a_fault_is_named_with_its_path(table: Table, apply: Callable[[Table], None], said: str) -> None:
    table["events"]["undrained"] = table["events"]["undrained"] or [{"TurnBegan": {"at": 0, "creature": 1}}]
    apply(table)
    assert said in str(refused(table))


def test_all_faults_are_told_at_once(table: Table) -> None:
    table["now"] = "x"
    table["creatures"][0]["Place"]["x"] = 1.5
    table["creatures"][1]["Fatigue"] = []
    table["agenda"]["due"][0]["task"] = 3
    faults = refused(table).faults
    assert [fault.split(":")[0] for fault in faults] == [
        "now", "creatures[0].Place.x", "creatures[1].Fatigue", "agenda.due[0].task",
    ]  # fmt: skip


def test_two_who_stand_on_one_cell_are_a_fault_and_no_entity_is_left_behind() -> None:
    combat = Combat(seed=1)
    for n in range(2):
        combat.spawn("gray_wolf", side="red", at=(n, 0))
    table = json.loads(combat.save())
    table["creatures"][1]["Place"]["x"] = 0
    said = "creatures[1].Place: expected a cell where nobody else stands, got (0, 0), where creatures[0] stands"
    before = esper.current_world
    esper.switch_world("host")
    host = esper.create_entity()
    with pytest.raises(SaveFault, match=re.escape(said)):
        Combat.load(json.dumps(table), world="host")
    assert list(esper._entities) == [host]
    esper.switch_world(before)
    esper.delete_world("host")
    table["creatures"][0]["Conditions"]["prone"] = True
    assert Combat.load(json.dumps(table)).save() == json.dumps(table, separators=(",", ":"))


def test_one_revived_under_another_loads_again() -> None:
    combat = Combat(seed=1)
    fallen = combat.spawn("gray_wolf", side="red", at=(0, 0))
    combat.edit(Kill(fallen))
    combat.spawn("gray_wolf", side="red", at=(0, 0))
    combat.edit(Revive(fallen))
    assert combat.vitals(fallen).can_act
    assert Combat.load(combat.save()).save() == combat.save()


def test_content_that_is_not_there_is_named_all_at_once() -> None:
    combat = Combat(seed=1)
    combat.spawn("man_at_arms", side="red", at=(0, 0), weapons=["broadsword"])
    combat.spawn("gray_wolf", side="blue", at=(5, 0))
    text = combat.save()
    for name in ("man_at_arms", "gray_wolf", "broadsword"):
        text = text.replace(f'"{name}"', f'"old_{name}"')
    worlds = set(esper.list_worlds())
    with pytest.raises(SaveFault) as wrong:
        Combat.load(text)
    assert set(wrong.value.missing) >= {"creature old_man_at_arms", "creature old_gray_wolf", "weapon old_broadsword"}
    assert str(wrong.value).startswith("content that isn't there: ")
    assert set(esper.list_worlds()) <= worlds
    assert shipped().creature("gray_wolf")


def test_a_pending_decision_that_does_not_fit_leaves_no_entity_behind(bases: list[str]) -> None:
    table = next(t for t in map(json.loads, bases) if t["pending"])
    table["pending"]["history"] = [10**6]
    before = esper.current_world
    esper.switch_world("host")
    host = esper.create_entity()
    with pytest.raises(SaveFault, match="pending: expected"):
        Combat.load(json.dumps(table), world="host")
    assert list(esper._entities) == [host]
    esper.switch_world(before)
    esper.delete_world("host")


@pytest.mark.parametrize(
    "text",
    ["", " ", "null", "[]", "{}", "7", '"save"', "{", '{"save":"fleshwound"}', "[" * 100_000, '{"a":' * 100_000,
     '{"save":"fleshwound","version":NaN}', '{"save":"fleshwound","version":' + "9" * 5_000 + "}", "\ud800", "nonsense",
     '{"save":"\\ud800"}'],
    ids=range(16),
)  # fmt: skip
def test_what_is_no_save_at_all_is_told_so(text: str) -> None:
    with pytest.raises(SaveFault, match="expected"):
        Combat.load(text)


def test_a_key_that_stands_twice_is_a_fault(bases: list[str]) -> None:
    with pytest.raises(SaveFault, match="'now': expected the key once"):
        Combat.load(bases[0].replace('"now":', '"now":1,"now":', 1))


def test_what_isnt_text_is_refused() -> None:
    with pytest.raises(SaveFault, match="got a bytes"):
        Combat.load(b"{}")  # type: ignore[arg-type]  # wrong on purpose


# --- at random ------------------------------------------------------------------------------------------------------

ODD: Final[list[Any]] = [
    None, True, False, 0, 1, -1, 7, 255, 10**9, -(10**9), 2**63, 10**400, 0.5, "", "x", "1", "dead", "gray_wolf",
    "nowhere", "x" * 100_000, [], {}, [[]], [None], {"": None}, ["act", 1, []], [0] * 50_000, {"1": 1},
]  # fmt: skip


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a table where something stands: its container and key."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        keys = list(inner) if isinstance(inner, dict) else range(len(inner)) if isinstance(inner, list) else ()
        for key in keys:
            found.append((inner, key))
            waiting.append(inner[key])
    return found


def mutated(text: str, dice: Random) -> str:
    """Change a save in a few places, or its text."""

    def pick(options: list[Any]) -> Any:
        return options[int(dice.random() * len(options))]

    def cut() -> int:
        return int(dice.random() * len(text))

    how = pick(["value"] * 12 + ["truncate", "byte", "repeat", "deep", "splice"])
    if how == "truncate":
        return text[: cut()]
    if how == "byte":
        place = cut()
        return text[:place] + pick(['"', "{", "}", "\x00", "é", "9", "-", ",", " ", "\ud800"]) + text[place + 1 :]
    if how == "repeat":
        start, length = cut(), int(dice.random() * 200)
        return text[:start] + text[start : start + length] * 2 + text[start + length :]
    if how == "splice":
        start = cut()
        return text[:start] + text[cut() :]
    table = json.loads(text)
    for _ in range(pick([1, 1, 1, 2, 4])):
        container, key = pick(places_in(table))
        if how == "deep":
            for _ in range(200):
                container[key] = [container[key]]
            continue
        match pick(["drop", "odd", "odd", "near", "double", "swap"]):
            case "drop":
                del container[key]
            case "odd":
                container[key] = copy.deepcopy(pick(ODD))
            case "near" if type(container[key]) is int:
                container[key] += pick([-1, 1, 2, 10, -100, 10**6])
            case "double" if isinstance(container, list):
                container.insert(key, copy.deepcopy(container[key]))
            case _:
                other, place = pick(places_in(table))
                container[key] = copy.deepcopy(other[place])
    return json.dumps(table)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_mutated_save_is_refused_by_name_or_goes_on(chunk: int, long: bool, bases: list[str]) -> None:
    """What is still sound loads, saves alike, and is played without any but typed errors."""
    loaded = 0
    refusals: list[tuple[int, Sequence[str], str]] = []
    worlds = set(esper.list_worlds())
    for number in range(chunk, LONG if long else ORDINARY, CHUNKS):
        dice = Random(f"mutation/{number}")
        text = mutated(bases[int(dice.random() * len(bases))], dice)
        start = process_time()
        try:
            combat = Combat.load(text)
        except SaveFault as fault:
            # Not the fault itself: what was made of its save lives for as long as its traceback does.
            refusals.append((number, fault.faults, str(fault)))
        except Exception as wrong:
            wrong.add_note(f"mutation {number}")
            raise
        else:
            loaded += 1
            try:
                assert Combat.load(combat.save()).save() == combat.save()
                for _ in range(25):
                    if not skirmish.go_on(combat):
                        break
            except FleshwoundError:
                pass
            except Exception as wrong:
                wrong.add_note(f"mutation {number}, loaded")
                raise
        in_time(process_time() - start, SECONDS)
    combat = None
    gc.collect()
    assert set(esper.list_worlds()) <= worlds
    assert loaded
    for number, faults, message in refusals:
        assert all("expected" in line or "content that" in line for line in faults), number
        assert 0 < len(message) < 50_000, number


@pytest.mark.parametrize("place", [1, 2, 3], ids=["mode", "aim", "limb"])
def test_a_fault_of_what_is_pending_is_told_in_few_words_however_long_its_names(bases: list[str], place: int) -> None:
    found = (json.loads(text) for text in bases if '"pending":{' in text)
    table = next(table for table in found if table["pending"]["task"][0] == "strike")
    table["pending"]["task"][2][place] = "x" * 100_000
    with pytest.raises(SaveFault, match="expected") as wrong:
        Combat.load(json.dumps(table))
    assert len(str(wrong.value)) < 2_000


def test_a_mutated_save_takes_little_memory(bases: list[str]) -> None:
    tracemalloc.start()
    try:
        for number in range(40):
            dice = Random(f"mutation/{number}")
            text = mutated(bases[0], dice)
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            with suppress(SaveFault):
                Combat.load(text)
            assert tracemalloc.get_traced_memory()[1] - before < BYTES
    finally:
        tracemalloc.stop()


# --- files ----------------------------------------------------------------------------------------------------------


def test_a_file_is_written_whole_and_read_back(tmp_path: Path) -> None:
    file = tmp_path / "fight.json"
    saves.write(file, "old")
    saves.write(file, "näw")
    assert saves.read(file) == "näw"
    assert list(tmp_path.iterdir()) == [file]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "fight.json"
    saves.write(file, "old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves.os, "fsync", full)
    with pytest.raises(BadValue, match="No space left"):
        saves.write(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"{\xff}")
    with pytest.raises(SaveFault, match="UTF-8, got byte 0xff at 1"):
        saves.read(tmp_path / "bytes")
    with pytest.raises(SaveFault, match="No such file"):
        saves.read(tmp_path / "nothing")
    with pytest.raises(BadValue, match="expected a file in a folder that exists"):
        saves.write(tmp_path / "no" / "folder", "x")


def test_a_save_names_what_it_wants_in_words() -> None:
    with pytest.raises(Faulty) as wrong:
        codec_of(shipped()).read(5, ArmorPiece)
    assert [str(fault) for fault in wrong.value.faults] == ["expected the id of a piece of armour, got 5"]
