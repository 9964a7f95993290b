"""Rows: how the locations of a central part are put side by side, and which parts and locations are mirror twins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from fleshwound.components.definitions import Anatomy, Part, Side

Row: TypeAlias = tuple[int, ...]
"""Location indices from the viewer's left to right: the creature's right first."""

MIDDLE_WEIGHT: Final = 2
"""A central location joins the row of the pair before it if it weighs at most this many times one of the pair."""


def mirrored(identifier: str) -> str:
    """Name the mirror twin of `identifier`; itself where it is neither left nor right."""
    words = identifier.split("_")
    swap = {"left": "right", "right": "left"}
    return "_".join(swap.get(word, word) for word in words)


def rows(anatomy: Anatomy, part: int) -> list[Row]:
    """Put the locations of a part into rows, top to bottom in the order defined.

    Twins stand side by side; pairs that follow each other share a row, the later ones further out, with the small
    central location after them in the middle: eyes about a nose, ears outside cheeks about a mouth.
    """
    left = [index for index, location in enumerate(anatomy.locations) if location.part == part]
    by_id = {anatomy.locations[index].id: index for index in left}
    found: list[Row] = []
    while left:
        pairs: list[tuple[int, int]] = []
        while left and (pair := _pair(anatomy, left[0], by_id, left)) is not None:
            pairs.append(pair)
            left = [index for index in left if index not in pair]
        middle: Row = ()
        if left and (not pairs or anatomy.locations[left[0]].weight <= MIDDLE_WEIGHT * _heaviest(anatomy, pairs)):
            middle = (left.pop(0),)
        found.append((*(right for right, _ in reversed(pairs)), *middle, *(twin for _, twin in pairs)))
    return found


def _pair(anatomy: Anatomy, index: int, by_id: dict[str, int], left: Sequence[int]) -> tuple[int, int] | None:
    location = anatomy.locations[index]
    twin = by_id.get(mirrored(location.id))
    if twin is None or twin == index or twin not in left:
        return None
    return (index, twin) if "right" in location.id.split("_") else (twin, index)


def _heaviest(anatomy: Anatomy, pairs: Sequence[tuple[int, int]]) -> int:
    return max(anatomy.locations[index].weight for pair in pairs for index in pair)


def twin_parts(anatomy: Anatomy) -> list[tuple[int, int]]:
    """List the sided parts as (right, left) in the order of the first of each pair.

    A sided part without a twin is given with itself: it is drawn on its own side only.
    """
    by_id = {part.id: index for index, part in enumerate(anatomy.parts)}
    pairs: list[tuple[int, int]] = []
    seen: set[int] = set()
    for index, part in enumerate(anatomy.parts):
        if part.side is Side.CENTRAL or index in seen:
            continue
        twin = by_id.get(mirrored(part.id), index)
        seen |= {index, twin}
        pairs.append((index, twin) if part.side is Side.RIGHT else (twin, index))
    return pairs


def share(anatomy: Anatomy, part: Part) -> float:
    """Give the share of unaimed blows that find a part, 0..1; what can't be struck counts as half a zone number."""
    weights = [max(0.5, zone.weight) for zone in anatomy.zones]
    within = sum(other.weight for other in anatomy.parts if other.zone == part.zone)
    return weights[part.zone] / sum(weights) * part.weight / within
