"""Saves and replays as files: written whole or not at all, and read as text."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_IMODE
from tempfile import NamedTemporaryFile

from fleshwound.components.errors import BadValue, SaveFault
from fleshwound.game.edges import check_characters, check_kind


def write(path: Path | str, text: str) -> None:
    """Write a file in one go: whoever reads it finds what was there before, or all of `text`, whatever happens.

    A file that is there keeps its permissions; through a symbolic link its target is written.

    Raises:
        BadValue: the file can't be written there; no path or no text, or half a character in either.
    """
    check_kind("path", path, (str, Path), "a Path or a text")
    check_kind("text", text, str, "a text")
    check_characters("text", text)
    shown = path
    try:
        path = Path(path).resolve()
        mode = _mode(path)
        with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                file.write(text.encode())
                file.flush()
                Path(file.name).chmod(mode)
                os.fsync(file.fileno())
                file.close()
                Path(file.name).replace(path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
        _sync_folder(path.parent)
    except (OSError, RuntimeError, ValueError) as wrong:  # links in a ring; half a character or a NUL in the path
        why = wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else wrong
        raise BadValue(f"{str(shown)!r} can't be written: {why}; expected a file in a folder that exists") from None


def _mode(path: Path) -> int:
    """Find the permissions that a file has, or that one made anew would have."""
    try:
        return S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0o077)  # there is no reading it without setting it
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk too, where a folder can be opened for that."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(opened)
    except OSError:
        pass
    finally:
        os.close(opened)


def read(path: Path | str) -> str:
    """Read a save or a replay.

    Raises:
        SaveFault: no such file, or one that holds no text.
    """
    try:
        return Path(path).read_bytes().decode()
    except OSError as wrong:
        raise SaveFault([f"{path}: expected a file that can be read, got: {wrong.strerror or wrong}"]) from None
    except UnicodeDecodeError as wrong:
        got = f"byte {wrong.object[wrong.start]:#04x} at {wrong.start}"
        raise SaveFault([f"{path}: expected text in UTF-8, got {got}"]) from None
