"""A host with folders of our names and a world of its own: neither sees the other."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HOST = Path(__file__).parents[1] / "host"


@pytest.fixture(scope="module")
def seen() -> dict[str, Any]:
    ran = subprocess.run([sys.executable, "main.py"], cwd=HOST, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_a_hosts_packages_of_the_same_names_stay_its_own(seen: dict[str, Any]) -> None:
    for name in ("components", "systems", "game"):
        assert Path(seen["files"][name]) == HOST / name / "__init__.py"
    assert not Path(seen["files"]["fleshwound.game"]).is_relative_to(HOST)
    assert seen["elsewhere"]["kinds"] == ["components"]


def test_a_fight_in_its_own_world_leaves_the_hosts_current_world_alone(seen: dict[str, Any]) -> None:
    assert seen["elsewhere"]["worlds"] == ["dungeon"]


def test_a_hosts_processors_run_once_for_each_of_its_own_ticks(seen: dict[str, Any]) -> None:
    assert seen["elsewhere"]["calls"] == 100
    assert seen["elsewhere"]["torch"] == 0
    assert seen["elsewhere"]["entities"] == 1


def test_the_fight_goes_on_beside_the_host(seen: dict[str, Any]) -> None:
    assert seen["elsewhere"]["events"] > 0


def test_a_refused_call_restores_the_hosts_world(seen: dict[str, Any]) -> None:
    assert seen["here"]["error"] == "IntentRefused"
    assert seen["here"]["after_error"] == "menu"
    assert seen["here"]["after"] == "menu"


def test_a_fight_in_a_hosts_world_touches_none_of_its_entities(seen: dict[str, Any]) -> None:
    assert seen["here"]["torches"] == [100, 100, 100]


def test_other_entities_in_the_world_do_not_move_the_dice(seen: dict[str, Any]) -> None:
    assert seen["here"]["digest"] == seen["elsewhere"]["digest"]
    assert seen["here"]["health"] == seen["elsewhere"]["health"]
