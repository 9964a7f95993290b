"""Mutated content files: whatever is done to one, it loads or its faults are named; nothing else happens."""

import json
import os
import random
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from speed import in_time

from fleshwound.game.content import faults

ASSETS = files("fleshwound.assets")
VICTIMS = [
    "anatomies/human.toml",
    "armor/mail.toml",
    "creatures/dire_wolf.toml",
    "creatures/dragon.toml",
    "creatures/man_at_arms.toml",
    "projectiles/projectiles.toml",
    "scenarios/wolves_at_night.toml",
    "techniques/human.toml",
    "weapons/shields.toml",
]
TEXTS = {name: ASSETS.joinpath(name).read_text(encoding="utf-8") for name in VICTIMS}
SAID = re.compile(r"[a-z]+/[\w.]+: (.+: )?expected .+, got .+", re.DOTALL)

LONG: Final = os.environ.get("FLESHWOUND_LONG") == "1"


def written(value: Any) -> str:  # a test needs no more of TOML than inline values
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value)
    return repr(value)


def document(table: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(key)} = {written(item)}\n" for key, item in table.items())


def spots(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """List every place in a document that holds a value: its container and its key."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        found.append((value, key))
        spots(value[key], found)
    return found


STRANGE: list[Any] = [
    "",
    "x",
    "no_such_thing",
    -1,
    0,
    10**6,
    10**30,
    0.5,
    float("inf"),
    True,
    [],
    {},
    [[]],
    {"x": 1},
    "\u0000",
]


def mutate(table: dict[str, Any], chance: random.Random) -> None:
    where, key = chance.choice(spots(table, []))
    match chance.randrange(6):
        case 0:
            del where[key]
        case 1:
            where[key] = chance.choice(STRANGE)
        case 2 if isinstance(where, list):
            where.append(where[key])
        case 2:
            where[f"{key}_too"] = where[key]
        case 3 if isinstance(where[key], int):
            where[key] = where[key] * 1000 - 7
        case 4 if isinstance(where[key], str):
            where[key] = where[key][::-1]
        case 5:
            other, other_key = chance.choice(spots(table, []))
            where[key] = json.loads(json.dumps(other[other_key], default=str))
        case _:
            where[key] = [where[key]]


def check(name: str, data: bytes) -> tuple[str, ...]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.parent.mkdir()
        file.write_bytes(data)
        start = process_time()
        found = faults(Path(folder))
        in_time(process_time() - start, 2)
    for line in found:
        assert SAID.fullmatch(line), line
    return found


@settings(max_examples=400 if LONG else 120)
@given(name=st.sampled_from(VICTIMS), seed=st.integers(0, 2**32), times=st.integers(1, 4))
def test_mutated_values_load_or_have_their_faults_named(name: str, seed: int, times: int) -> None:
    table = tomllib.loads(TEXTS[name])
    chance = random.Random(seed)
    for _ in range(times):
        if table:
            mutate(table, chance)
    check(name, document(table).encode())


@settings(max_examples=200 if LONG else 60)
@given(name=st.sampled_from(VICTIMS), at=st.floats(0, 1), length=st.integers(0, 40), put=st.binary(max_size=12))
def test_mutated_bytes_load_or_have_their_faults_named(name: str, at: float, length: int, put: bytes) -> None:
    data = TEXTS[name].encode()
    start = int(at * len(data))
    check(name, data[:start] + put + data[start + length :])


@pytest.mark.parametrize("name", VICTIMS)
def test_dropping_a_field_that_has_no_default_is_always_a_fault(name: str) -> None:
    needed = {
        "anatomies": "locations", "armor": "material", "creatures": "attributes", "projectiles": "kind",
        "scenarios": "rounds", "techniques": "spread", "weapons": "modes",
    }[name.split("/")[0]]  # fmt: skip
    table = tomllib.loads(TEXTS[name])
    derived = "like" in table
    for where, key in spots(table, []):
        if key == needed:
            del where[key]
    found = check(name, document(table).encode())
    if derived:
        assert found == (), "it takes the field from what it is like"
    else:
        assert any(line.startswith(f"{name}: ") and needed in line and ", got nothing" in line for line in found)
