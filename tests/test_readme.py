"""README.md does what it says: its Python runs, its commands run, its two set-up lines are there.

A block under an HTML comment that begins `<!-- not run` is only looked at; the comment gives the reason.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import metadata
from pathlib import Path
from typing import Final

import pytest

BESIDE: Final = Path(__file__).parents[1] / "README.md"
README: Final = (
    BESIDE.read_text(encoding="utf-8") if BESIDE.is_file() else str(metadata("fleshwound")["Description"] or "")
)

FENCE: Final = re.compile(r"^```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)
NOT_RUN: Final = re.compile(r"<!-- not run: [^>]+-->\s*$")
SHELLS: Final = {"sh", "bash", "shell", "console"}
HEADLESS: Final = {"fight", "list", "show", "check", "odds", "prognosis", "rules"}
"""Commands of `fleshwound` that end by themselves and open no window; so does `watch --png`."""


@dataclass(frozen=True)
class Block:
    """One fenced block that is to run."""

    language: str
    text: str
    line: int
    """Line of README.md that its text starts on, from 1."""


def blocks() -> Iterator[Block]:
    for found in FENCE.finditer(README):
        if not NOT_RUN.search(README[: found.start()]):
            yield Block(found["language"], found["text"], README[: found.start("text")].count("\n") + 1)


def commands() -> Iterator[tuple[int, str]]:
    """Every line of a shell block, with its number, without its prompt and comment."""
    for block in blocks():
        if block.language in SHELLS:
            for offset, line in enumerate(block.text.splitlines()):
                command = re.sub(r"\s+#.*$", "", line.removeprefix("$ ")).strip()
                is_output = block.language == "console" and not line.startswith("$ ")
                if command and not command.startswith("#") and not is_output:
                    yield block.line + offset, command


def runs_by_itself(command: str) -> bool:
    words = shlex.split(command)
    if words[0] != "fleshwound" or len(words) < 2 or any(word in ("|", ">", "&&") for word in words):
        return False
    return words[1] in HEADLESS or (words[1] == "watch" and "--png" in words)


def run(argv: list[str], where: Path) -> subprocess.CompletedProcess[str]:
    """Run away from the checkout, with a display for nobody."""
    shown = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    env = {name: value for name, value in os.environ.items() if name not in shown}
    return subprocess.run(
        argv, cwd=where, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize("line", ['pip install ".[arena]" && fleshwound', 'pip install ".[dev]" && pytest'])
def test_one_line_sets_up_and_runs(line: str) -> None:
    assert line in [command for _, command in commands()]


def test_a_fight_is_embedded_in_ten_lines() -> None:
    embedding = [
        [line for line in block.text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
        for block in blocks()
        if block.language == "python" and "Combat(" in block.text
    ]
    assert embedding, "README.md shows no Python that makes a Combat"
    assert len(embedding[0]) <= 10


def test_the_python_runs_from_top_to_bottom(tmp_path: Path) -> None:
    """All Python blocks as one script, each on the lines it has in README.md, so that a traceback points there."""
    script: list[str] = []
    for block in blocks():
        if block.language == "python":
            script += [""] * (block.line - 1 - len(script)) + block.text.splitlines()
    assert script, "README.md has no Python"
    (tmp_path / "readme.py").write_text("\n".join(script) + "\n", encoding="utf-8")
    ran = run([sys.executable, "readme.py"], tmp_path)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    "command", [pytest.param(command, id=f"line {line}") for line, command in commands() if runs_by_itself(command)]
)
def test_a_command_ends_well(command: str, tmp_path: Path) -> None:
    script = "from fleshwound.game.commands import main; main()"
    ran = run([sys.executable, "-c", script, *shlex.split(command)[1:]], tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for written in re.findall(r"--png[ =](\S+)", command):
        assert (tmp_path / written).stat().st_size > 0


def test_every_link_inside_the_project_leads_somewhere(checkout: Path) -> None:
    targets = [t.split("#")[0] for t in re.findall(r"\]\(([^)\s]+)\)", README) if not re.match(r"[a-z]+:|#", t)]
    assert [target for target in targets if not (checkout / target).exists()] == []
