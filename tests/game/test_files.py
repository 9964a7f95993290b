"""Files of saves and replays: whose permissions they have, where links lead, and what is no path or text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fleshwound.components.errors import BadValue
from fleshwound.game import saves


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_a_file_that_is_there_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "save.json"
    file.write_text("before", encoding="utf-8")
    file.chmod(mode)
    saves.write(file, "after")
    assert (file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == ("after", mode)


@pytest.mark.parametrize("mask", [0o022, 0o027, 0o077])
def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path: Path, mask: int) -> None:
    file = tmp_path / "save.json"
    before = os.umask(mask)
    try:
        saves.write(file, "text")
        kept = os.umask(mask)
    finally:
        os.umask(before)
    assert file.stat().st_mode & 0o777 == 0o666 & ~mask
    assert kept == mask


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_its_target_is_written(tmp_path: Path, there: bool) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "save.json", tmp_path / "link.json"
    if there:
        target.write_text("before", encoding="utf-8")
    link.symlink_to(target)
    saves.write(link, "after")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "after"
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize("text", [None, 5, b"bytes", "half \ud800"])
def test_what_is_no_text_is_refused_and_the_file_left(tmp_path: Path, text: object) -> None:
    file = tmp_path / "save.json"
    file.write_text("before", encoding="utf-8")
    with pytest.raises(BadValue, match="expected"):
        saves.write(file, text)  # type: ignore[arg-type]  # what a host may pass
    assert file.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["half_\ud800", "nul_\0", "no/folder", "", "ring"])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "ring").symlink_to(tmp_path / "ring")
    with pytest.raises(BadValue, match="expected"):
        saves.write(f"{tmp_path}/{name}", "text")
    assert list(tmp_path.iterdir()) == [tmp_path / "ring"]


@pytest.mark.parametrize("path", [None, 5, b"save.json"])
def test_what_is_no_path_is_refused(path: object) -> None:
    with pytest.raises(BadValue, match="expected a Path or a text"):
        saves.write(path, "text")  # type: ignore[arg-type]  # what a host may pass
