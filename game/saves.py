"""Saves and replays as files: written whole or not at all, and read as text."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from fleshwound.components.errors import BadValue, SaveFault


def write(path: Path | str, text: str) -> None:
    """Write a file in one go: whoever reads it finds what was there before, or all of `text`, whatever happens.

    Raises:
        BadValue: the file can't be written there.
    """
    path = Path(path)
    try:
        with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
                file.close()
                Path(file.name).replace(path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
        _sync_folder(path.parent)
    except OSError as wrong:
        why = wrong.strerror or wrong
        raise BadValue(f"{path} can't be written: {why}; expected a file in a folder that exists") from None


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
