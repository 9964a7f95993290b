"""What is wrong with content: one fault, the values that carry faults, and all of a load by file."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import islice
from reprlib import Repr
from typing import Final, NamedTuple

from fleshwound.components.errors import ContentFault

FAULTS_SHOWN: Final = 100
"""Of one file; the rest is counted."""
NAMES_COMPARED: Final = 1000
"""Among so many names the nearest is looked for; each costs."""


class Fault(NamedTuple):
    """One thing wrong: where in the file, what would be right, what stands there."""

    path: str
    expected: str
    got: str
    name: str = ""
    """A name that nothing has, to look for the nearest among `known`."""
    known: Collection[str] = ()

    def __str__(self) -> str:
        likely = nearest(self.name, self.known)
        hint = f" (nearest: {', '.join(likely)})" if likely else ""
        said = f"expected {self.expected}{hint}, got {self.got}"
        return f"{self.path}: {said}" if self.path else said

    def below(self, path: str) -> Fault:
        """Say the same fault from further out."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        return self._replace(path=f"{path}{joint}{self.path}")


class Faulty(ValueError):
    """A value that does not fit, with every fault in it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"{len(self.faults)} faults")


@dataclass(slots=True)
class Faults:
    """Every fault found so far, by file, in the order found."""

    by_file: dict[str, list[Fault]] = field(default_factory=dict)

    def add(self, file: str, fault: Fault) -> None:
        """Note a fault of a file."""
        self.by_file.setdefault(file, []).append(fault)

    def lines(self) -> tuple[str, ...]:
        """Say each fault as `file: path: expected …, got …`."""
        lines: list[str] = []
        for file, faults in self.by_file.items():
            lines += [f"{file}: {fault}" for fault in faults[:FAULTS_SHOWN]]
            if (more := len(faults) - FAULTS_SHOWN) > 0:
                lines.append(f"{file}: expected no faults, got {more} more than these {FAULTS_SHOWN}")
        return tuple(lines)

    def end(self) -> None:
        """Raise what there is.

        Raises:
            ContentFault: there is a fault.
        """
        if self.by_file:
            raise ContentFault(self.lines())


class _Cut(Repr):
    """Values in few characters, however large they are."""

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if x.bit_length() < 128 else f"a number of {x.bit_length()} bits"


_cut = _Cut()
_cut.maxstring = _cut.maxother = 60
_cut.maxlevel = 2
_cut.maxdict = _cut.maxlist = 3


def shown(value: object) -> str:
    """Show what stands in a file, cut short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return _cut.repr(value)


def nearest(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Find the right names that look most like `name`, the likest first."""
    if not name:
        return ()
    return tuple(get_close_matches(name[:80], list(islice(known, NAMES_COMPARED)), n=most, cutoff=0.6))


def plain(id: str) -> str:
    """Make a name of an id: `left_thigh` is "left thigh"."""
    return id.replace("_", " ")


def unknown(path: str, what: str, name: str, known: Collection[str]) -> Fault:
    """Say that nothing of this name exists."""
    return Fault(path, f"the id of {what}", shown(name), name, known)
