"""The vectors of another implementation, replayed by `run_vectors.py`, and that command's own word."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

COMMAND = Path(__file__).with_name("run_vectors.py")


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # our own command, with our own arguments
        [sys.executable, COMMAND, *arguments], capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.mark.parametrize("name", ["injury", "zones", "shock", "impairment", "tests", "treatment", "morale"])
def test_the_rules_agree_with_the_vectors(vectors: Path, name: str) -> None:
    done = run(vectors / f"{name}.json")
    assert done.returncode == 0, done.stdout + done.stderr


RIGHT = {"kind": "strength_modifier", "in": {"strength": 12}, "out": {"modifier": 1}}
WRONG = {"kind": "strength_modifier", "in": {"strength": 12}, "out": {"modifier": 2}}
UNKNOWN = {"kind": "juggling", "in": {"balls": 3}, "out": {"caught": 2}}
ON_PURPOSE = {**WRONG, "deviates": "ours adds less"}
BROKEN = {"kind": "strength_modifier", "in": {}, "out": {"modifier": 0}, "deviates": "ours needs no Strength"}


@pytest.mark.parametrize(
    ("cases", "optional", "arguments", "status"),
    [
        ([RIGHT], [], [], 0),
        ([RIGHT, WRONG], [], [], 1),
        ([WRONG], ["strength_modifier"], [], 1),
        ([WRONG], [], ["--allow-missing"], 1),
        ([ON_PURPOSE], [], [], 0),
        ([BROKEN], [], [], 1),
        ([UNKNOWN], [], [], 1),
        ([UNKNOWN], [], ["--allow-missing"], 0),
        ([UNKNOWN], ["juggling"], [], 0),
        ([], [], [], 0),
    ],
)
def test_the_exit_status_says_whether_all_is_well(
    tmp_path: Path, cases: list[dict[str, Any]], optional: list[str], arguments: list[str], status: int
) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"cases": cases, "optional_kinds": optional}), encoding="utf-8")
    assert run(file, *arguments).returncode == status


def test_the_report_counts_each_kind_and_shows_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"cases": [RIGHT, RIGHT, WRONG, ON_PURPOSE, UNKNOWN]}), encoding="utf-8")
    lines = run(file).stdout.splitlines()
    assert lines[0].split() == ["cases.json", "agree", "differ", "deviate", "not", "covered"]
    assert lines[1].split() == ["strength_modifier", "2", "1", "1", "0"]
    assert lines[2].split(maxsplit=1) == ["differs:", '{"strength": 12}: modifier: expected 2, got 1']
    assert lines[3].split() == ["juggling", "0", "0", "0", "1"]


@pytest.mark.parametrize("text", ["", "[]", '{"cases": 3}', '{"cases": [{"in": 1}]}'])
def test_a_file_that_is_none_of_cases_is_named_and_fails(tmp_path: Path, text: str) -> None:
    file = tmp_path / "cases.json"
    file.write_text(text, encoding="utf-8")
    done = run(file)
    assert done.returncode == 2
    assert str(file) in done.stderr
