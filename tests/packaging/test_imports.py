"""What importing the package brings along, and where it comes from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXTRAS = {
    "pygame",
    "font_source_sans_pro",
    "platformdirs",
    "imageio",
    "PIL",
    "tomli_w",
    "yaml",
    "numpy",
    "pyarrow",
    "matplotlib",
    "distributed",
}


def modules_after(statement: str) -> set[str]:
    """Top-level modules loaded by `statement` in a fresh interpreter, away from any checkout."""
    ran = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys\nprint(*{{name.split('.')[0] for name in sys.modules}})"],
        cwd=Path(sys.prefix),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.split())


def test_importing_combat_loads_no_extra_and_not_typer() -> None:
    loaded = modules_after("from fleshwound.game import Combat")
    assert "esper" in loaded
    assert loaded & (EXTRAS | {"typer"}) == set()


@pytest.mark.parametrize("room", ["components", "systems", "game", "assets"])
def test_a_room_is_no_top_level_module(room: str) -> None:
    assert room not in modules_after("from fleshwound.game import Combat")
    away = subprocess.run(
        [sys.executable, "-c", f"import {room}"], cwd=Path(sys.prefix), capture_output=True, text=True, timeout=60
    )
    assert f"No module named '{room}'" in away.stderr


def test_the_suite_tests_the_installed_package_where_that_is_asked() -> None:
    """`FLESHWOUND_INSTALLED=1` says that the package must come from site-packages, as in a run against the wheel."""
    import fleshwound.game

    inside = "site-packages" in Path(fleshwound.game.__file__).parts
    assert inside or os.environ.get("FLESHWOUND_INSTALLED") != "1"
