"""What the distributions hold, and that the wheel works by itself."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = [pytest.mark.checkout, pytest.mark.xdist_group("distributions")]

ROOMS = ("components", "systems", "game", "assets")
LEFT_OUT = {"__pycache__", ".mypy_cache", ".ruff_cache"}


@dataclass(frozen=True)
class Built:
    """What one build made: the sdist from the checkout, a wheel from that sdist, a wheel from the checkout."""

    sdist: Path
    wheel: Path
    direct: Path


def build(*args: str | Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", *args], capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture(scope="session")
def built(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    through, straight = tmp_path_factory.mktemp("through"), tmp_path_factory.mktemp("straight")
    build("--outdir", through, checkout)
    build("--wheel", "--outdir", straight, checkout)
    (sdist,), (wheel,), (direct,) = through.glob("*.tar.gz"), through.glob("*.whl"), straight.glob("*.whl")
    return Built(sdist, wheel, direct)


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def files_of(checkout: Path) -> Iterator[str]:
    """Every file of the four rooms, under the name the wheel gives it."""
    for room in ROOMS:
        for file in (checkout / room).rglob("*"):
            if file.is_file() and not LEFT_OUT & set(file.parts) and file.suffix != ".pyc":
                yield f"fleshwound/{file.relative_to(checkout).as_posix()}"


def test_the_wheel_holds_the_four_rooms_and_nothing_else(built: Built, checkout: Path) -> None:
    packaged = {name for name in names(built.wheel) if ".dist-info/" not in name}
    assert packaged == set(files_of(checkout))


def test_the_wheel_puts_one_package_and_its_record_at_the_top(built: Built) -> None:
    record = built.wheel.name.rsplit("-", 3)[0] + ".dist-info"
    assert {name.split("/")[0] for name in names(built.wheel)} == {"fleshwound", record}


@pytest.mark.parametrize("room", ["components", "systems", "game"])
def test_each_code_room_says_that_it_is_typed(built: Built, room: str) -> None:
    assert f"fleshwound/{room}/py.typed" in names(built.wheel)


def test_the_licence_and_the_command_come_along(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        record = {name.split("/", 1)[1]: name for name in archive.namelist() if ".dist-info/" in name}
        assert "licenses/LICENSE" in record
        assert "fleshwound = fleshwound.game.commands:main" in archive.read(record["entry_points.txt"]).decode()


def test_the_wheel_is_the_same_from_the_sdist_and_from_the_checkout(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as one, zipfile.ZipFile(built.direct) as other:
        assert one.namelist() == other.namelist()
        differing = [name for name in one.namelist() if one.read(name) != other.read(name)]
    assert differing == []


def test_the_sdist_holds_the_tests_and_no_link(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        members = archive.getmembers()
    assert any(member.name.endswith("/tests/conftest.py") for member in members)
    assert [member.name for member in members if not (member.isfile() or member.isdir())] == []
    assert [member.name for member in members if "/.dev" in member.name or "__pycache__" in member.name] == []


def test_the_wheel_imports_and_reads_its_data_outside_the_checkout(built: Built, tmp_path: Path) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        archive.extractall(tmp_path / "installed")
    script = (
        "import fleshwound.game as game, fleshwound.game.rulebook as rulebook\n"
        "from fleshwound.game import Combat\n"
        "print(game.__file__)\n"
        "print(rulebook.section('heroic', 'H5').splitlines()[0])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    where, heading = ran.stdout.splitlines()
    assert Path(where).is_relative_to(tmp_path / "installed")
    assert heading == "## H5 Shock [S]"
