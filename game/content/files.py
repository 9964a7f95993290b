"""Reading content folders: TOML files into entries of plain values, found by kind and id, faults gathered.

A folder holds one subfolder a kind. Of anatomies, creatures and scenarios each file is one entry and its name is the
id; of the other kinds each top-level table is one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any, Final

from fleshwound.game.content.fault import Fault, Faults, nearest, shown
from fleshwound.game.content.fields import ID_PATTERN

ONE_A_FILE: Final = ("anatomies", "creatures", "scenarios")
MANY_A_FILE: Final = ("weapons", "armor", "projectiles", "techniques", "mods")
KINDS: Final = ONE_A_FILE + MANY_A_FILE
BESIDE: Final = ("rulesets", "rules")
"""Folders that may stand beside these and are read elsewhere."""

LARGEST_BYTES: Final = 256 * 1024
DEEPEST_KEY: Final = 16

_QUOTED: Final = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP_KEY: Final = re.compile(rf"(?<![\w-]){_QUOTED}(?:[ \t]*+\.[ \t]*+{_QUOTED}){{{DEEPEST_KEY}}}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry as it stands in a file, nothing checked yet."""

    kind: str
    id: str
    file: str
    """Path below the folder, with slashes."""
    path: str
    """Where in the file: empty where the file is the entry."""
    table: dict[str, Any]
    named: frozenset[str] = frozenset()
    """Where the file can't be read: what stands in quotes in it, so that nobody misses a name it may well give."""
    over: Entry | None = None
    """The entry of an earlier folder that this one replaces."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a folder holds."""

    entries: dict[str, dict[str, Entry]]
    """By kind and id, in the order of file names."""
    loose: list[Entry]
    """Those that nothing can refer to: their id is none, or another's. They are at fault; so may be what they say."""


def read_table(file: Traversable, label: str, faults: Faults) -> dict[str, Any] | None:
    """Read one TOML file; None, and a fault noted, where it can't be read."""
    if not file.is_file():  # a pipe of that name would keep us waiting
        faults.add(label, Fault("", "a file", "something else"))
        return None
    try:
        with file.open("rb") as stream:
            raw = stream.read(LARGEST_BYTES + 1)
    except OSError as wrong:
        faults.add(label, Fault("", "a file that can be read", wrong.strerror or type(wrong).__name__))
        return None
    if len(raw) > LARGEST_BYTES:
        faults.add(label, Fault("", f"at most {LARGEST_BYTES // 1024} KiB", "more"))
        return None
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        faults.add(label, Fault("", "UTF-8", f"byte {raw[wrong.start]:#04x} at {wrong.start}"))
        return None
    # A dotted key costs the reader the square of its length.
    if _DEEP_KEY.search(text):
        faults.add(label, Fault("", f"keys of at most {DEEPEST_KEY} parts", "a longer one"))
        return None
    try:
        table = tomllib.loads(text)
    except RecursionError:
        faults.add(label, Fault("", "less nesting", "lists or tables too deep to read"))
        return None
    except ValueError as wrong:  # a number too long to read is a plain ValueError
        faults.add(label, Fault("", "valid TOML", str(wrong)[:200]))
        return None
    if not table:
        faults.add(label, Fault("", "at least one key", "an empty file"))
        return None
    return table


def read_folder(folder: Traversable, own: bool, faults: Faults) -> Found:
    """Read every entry of a folder.

    `own` says that it is our own folder, which may hold anything else beside the kinds.
    """
    found = Found({kind: {} for kind in KINDS}, [])
    if not folder.is_dir():
        faults.add(str(folder), Fault("", "a folder", "a file" if folder.is_file() else "nothing"))
        return found
    below = {child.name: child for child in _children(folder, str(folder), faults)}
    if not own:
        for name, child in below.items():
            files = list(_toml(child, name, faults)) if child.is_dir() and name not in KINDS + BESIDE else []
            if files or (name.endswith(".toml") and name not in KINDS + BESIDE):
                likely = nearest(name, KINDS, 1)
                faults.add(name, Fault("", f"a folder named {' or '.join(likely or KINDS)}", shown(name)))
                for file in files if likely else ():
                    _read_entries(likely[0], name, file, found, faults)
    for kind in KINDS:
        if kind in below and below[kind].is_dir():
            for file in _toml(below[kind], kind, faults):
                _read_entries(kind, kind, file, found, faults)
    return found


def _children(folder: Traversable, label: str, faults: Faults) -> list[Traversable]:
    try:
        return sorted(folder.iterdir(), key=lambda child: child.name)
    except OSError as wrong:
        faults.add(label, Fault("", "a folder that can be read", wrong.strerror or type(wrong).__name__))
        return []


def _toml(folder: Traversable, label: str, faults: Faults) -> Iterator[Traversable]:
    return (file for file in _children(folder, label, faults) if file.name.endswith(".toml"))


def _read_entries(kind: str, below: str, file: Traversable, found: Found, faults: Faults) -> None:
    label = f"{below}/{file.name.encode('utf-8', 'backslashreplace').decode()}"
    into = found.entries[kind]
    table = read_table(file, label, faults)
    # What can't be read still has an id, so that what refers to it is no fault of its own.
    if kind in ONE_A_FILE:
        stem = file.name.removesuffix(".toml")
        named = frozenset() if table is not None else _quoted(_text(file))
        entry = Entry(kind, stem, label, "", table if table is not None else UNREAD, named)
        if not re.fullmatch(ID_PATTERN, stem):
            faults.add(label, Fault("", "a file name such as gray_wolf.toml", shown(file.name)))
            found.loose.append(entry)
        elif stem in into:
            faults.add(label, Fault("", "an id used once", f"another in {into[stem].file}"))
            found.loose.append(entry)
        else:
            into[stem] = entry
        return
    if table is None:
        text = _text(file)
        for id in _HEADER.findall(text):
            into.setdefault(id, Entry(kind, id, label, id, UNREAD, _quoted(text)))
        return
    for id, value in table.items():
        if not isinstance(value, dict):
            faults.add(label, Fault(id if re.fullmatch(ID_PATTERN, id) else shown(id), "a table", shown(value)))
            into.setdefault(id, Entry(kind, id, label, id, UNREAD))
        elif not re.fullmatch(ID_PATTERN, id):
            faults.add(label, Fault(shown(id), "an id such as hand_axe", shown(id)))
            found.loose.append(Entry(kind, id, label, shown(id), value))
        elif id in into:
            faults.add(label, Fault(id, "an id used once", f"another in {into[id].file}"))
            found.loose.append(Entry(kind, id, label, id, value))
        else:
            into[id] = Entry(kind, id, label, id, value)


def _text(file: Traversable) -> str:
    """Read what can be read of a file that couldn't be read as TOML."""
    try:
        if not file.is_file():
            return ""
        with file.open("rb") as stream:
            return stream.read(LARGEST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _quoted(text: str) -> frozenset[str]:
    return frozenset(_NAME.findall(text))


_HEADER: Final = re.compile(r"^\[([a-z][a-z0-9_]{0,60})\]", re.MULTILINE)
_NAME: Final = re.compile(r'"([a-z][a-z0-9_]{0,60})"')

UNREAD: Final[dict[str, Any]] = {}
"""The table of a file that can't be read, or of an entry that is no table."""
