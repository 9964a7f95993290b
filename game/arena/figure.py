"""The figure: one rule that draws any body from its anatomy.

The creature faces the viewer, so its right is on the viewer's left. Zones run down the page in number order: the
central parts make a spine of head, trunk and tail; paired parts stand beside the trunk that follows their zone, or
below the last one. What takes a greater share of blows is drawn larger. Nothing here knows a creature by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final, TypeAlias

from fleshwound.components.definitions import Anatomy, Role, Side
from fleshwound.game.arena.body_rows import rows, share
from fleshwound.game.arena.limbs import GAP, Joint, Limb, Trunk, limbs, strip

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """A location's place in the figure: a convex polygon in the unit box."""

    location: int
    """Index of the location."""
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ZoneLabel:
    """The numbers of a zone, and how far down the figure it begins."""

    zone: int
    """Index of the zone."""
    first: int
    last: int
    y: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A body laid out in a box of 1 by 1, y counted downwards; it keeps its proportions, so it fills only `bounds`."""

    shapes: tuple[Shape, ...]
    """One for every location, in the order of the locations."""
    labels: tuple[ZoneLabel, ...]
    """One for each zone that owns a number, in number order."""
    bounds: tuple[float, float, float, float]
    """Left, top, right, bottom."""


PLUMP: Final = 0.6
"""Exponent from share of blows to area: below 1, so that what is small can still be seen."""

AREA: Final = 1.1
"""Area of a part that takes as many blows as the trunk; the trunk is about 1 wide and 1.6 long."""


@lru_cache(maxsize=256)
def lay_out(anatomy: Anatomy) -> Figure:
    """Lay out a body; an incorporeal one has no shapes."""
    if anatomy.incorporeal:
        return Figure((), (), (0.5, 0.5, 0.5, 0.5))
    shapes = _Body(anatomy).shapes
    flat = [point for polygon in shapes.values() for point in polygon]
    left, right = min(x for x, _ in flat), max(x for x, _ in flat)
    top, bottom = min(y for _, y in flat), max(y for _, y in flat)
    size = max(right - left, bottom - top)
    across, down = 0.5 - (left + right) / 2 / size, 0.5 - (top + bottom) / 2 / size
    placed = tuple(
        Shape(index, tuple((x / size + across, y / size + down) for x, y in shapes[index])) for index in sorted(shapes)
    )
    bounds = (left / size + across, top / size + down, right / size + across, bottom / size + down)
    return Figure(placed, _labels(anatomy, placed), bounds)


def _labels(anatomy: Anatomy, shapes: Sequence[Shape]) -> tuple[ZoneLabel, ...]:
    tops: dict[int, float] = {}
    for shape in shapes:
        zone = anatomy.parts[anatomy.locations[shape.location].part].zone
        top = min(y for _, y in shape.points)
        tops[zone] = min(tops.get(zone, top), top)
    found = []
    number = 1
    for index, owner in enumerate(anatomy.zones):
        if owner.weight and index in tops:
            found.append(ZoneLabel(index, number, number + owner.weight - 1, tops[index]))
        number += owner.weight
    return tuple(found)


class _Body:
    """One body being laid out, in units of the trunk's width; the origin is the middle of the trunk's upper edge."""

    def __init__(self, anatomy: Anatomy) -> None:
        self.anatomy = anatomy
        self.shapes: dict[int, tuple[Point, ...]] = {}
        central = [i for i, part in enumerate(anatomy.parts) if part.side is Side.CENTRAL]
        cores = [i for i in central if Role.CORE in anatomy.parts[i].roles] or self._bulkiest(central)
        first, last = (cores[0], cores[-1]) if cores else (len(anatomy.parts), -1)
        self.above = [i for i in central if i < first]
        self.trunk = [i for i in central if first <= i <= last]
        self.below = [i for i in central if i > max(first, last)] if cores else []
        self.limbed = any(part.side is not Side.CENTRAL for part in anatomy.parts)
        self.bulk = sum(share(anatomy, anatomy.parts[i]) for i in self.trunk) or 0.3
        walks = any(Role.LOCOMOTOR in p.roles and p.side is not Side.CENTRAL and not p.holds for p in anatomy.parts)
        upright = any(part.holds for part in anatomy.parts)
        self.width = (0.86 if walks and not upright else 1.0) if self.limbed else 0.56
        self.length = (1.6 if self.limbed else 4.0) if self.trunk else 0.6
        self._lay()

    def _bulkiest(self, central: Sequence[int]) -> list[int]:
        plain = [i for i in central if Role.VITAL not in self.anatomy.parts[i].roles] or list(central)
        return [max(plain, key=lambda i: share(self.anatomy, self.anatomy.parts[i]))] if plain else []

    def area(self, parts: Iterable[int]) -> float:
        """Give the area of parts by the share of blows they take, the mean of twins."""
        members = list(parts)
        mean = sum(share(self.anatomy, self.anatomy.parts[i]) for i in members) / len(members)
        relative: float = min(2.5, max(0.12, mean / self.bulk))
        grown: float = AREA * relative**PLUMP
        return grown

    def _lay(self) -> None:
        spans = self._lay_trunk()
        head_half = self._lay_above()
        tail_half = self._lay_below()
        trunk = Trunk(self.width, self.length, spans, head_half, tail_half)
        for limb in limbs(self.anatomy, trunk, self.area):
            self._lay_limb(limb)

    def _lay_trunk(self) -> dict[int, tuple[float, float]]:
        """Stack the trunk's parts; give each one's span down the page by part index."""
        tailed = bool(self.below)
        has_hips = any(
            part.side is not Side.CENTRAL and (not self.trunk or part.zone > self.anatomy.parts[self.trunk[-1]].zone)
            for part in self.anatomy.parts
        )
        ends = (1.0, 0.82, 0.92) if has_hips else (1.0, 0.95, 0.62 if tailed else 0.8)
        if not self.limbed:
            ends = (0.86, 1.0, 0.7)
        lengths = _split(self.length, [share(self.anatomy, self.anatomy.parts[i]) for i in self.trunk])
        spans: dict[int, tuple[float, float]] = {}
        y = 0.0
        for part, length in zip(self.trunk, lengths, strict=True):
            spans[part] = (y, y + length)
            stack = rows(self.anatomy, part)
            at = y
            for row, height in zip(stack, _split(length, [self._weight(row) for row in stack]), strict=True):
                bottom = at + _gapped(height)
                self._lay_row(row, at, bottom, 0.0, self._half(at, ends), self._half(bottom, ends))
                at += height
            y += length
        return spans

    def _half(self, y: float, ends: tuple[float, float, float]) -> float:
        along = min(1.0, max(0.0, y / self.length)) * 2
        a, b = (ends[0], ends[1]) if along <= 1 else (ends[1], ends[2])
        return self.width / 2 * (a + (b - a) * (along if along <= 1 else along - 1))

    def _lay_above(self) -> float:
        """Stack what comes before the trunk, heads first; give its greatest half width."""
        widest = 0.0
        bands = self._bands(self.above)
        y = 0.0
        for nearness, band in enumerate(reversed(bands)):
            outermost = nearness == len(bands) - 1
            widths, heights = [], []
            for part in band:
                count = len(rows(self.anatomy, part))
                area = self.area([part]) * min(2.0, max(1.0, count / 2.8))
                width = min((area / (1.4 if count > 2 else 1.2)) ** 0.5, self.width * 1.3)
                widths.append(width)
                heights.append(min(area / width, 3 * width))
            height = max(heights)
            squeeze = min(1.0, self.width * 1.3 / (sum(widths) + GAP * (len(widths) - 1)))
            x = -(sum(widths) * squeeze + GAP * (len(widths) - 1)) / 2
            widest = max(widest, -x)
            for part, width in zip(band, widths, strict=True):
                wide = width * squeeze
                self._lay_head(part, x + wide / 2, y - height, y - GAP, wide / 2, outermost)
                x += wide + GAP
            y -= height
        return widest

    def _lay_head(self, part: int, middle: float, top: float, bottom: float, half: float, outermost: bool) -> None:
        """Taper a head: a face is round above and narrow at the neck, a bare head ends in a snout."""
        stack = rows(self.anatomy, part)
        heights = _split(bottom - top + GAP, [self._weight(row) for row in stack], 0.42)
        count = len(stack)
        y = top
        for place, (row, height) in enumerate(zip(stack, heights, strict=True)):
            above, below = 1.0, 1.0
            if place == 0:
                above = (0.72 if count > 2 else 0.5) if outermost else 0.8
            if place == count - 2 and count > 2:
                below = 0.68
            if place == count - 1 and count > 1:
                above, below = (0.56, 0.62) if count > 2 else (0.72, 0.86)
            self._lay_row(row, y, y + _gapped(height), middle, half * above, half * below)
            y += height

    def _lay_below(self) -> float:
        """Stack what follows the trunk, tapering to its end; give its half width at the root."""
        if not self.below:
            return 0.0
        bands = self._bands(self.below)
        lead = Role.LOCOMOTOR in self.anatomy.parts[self.below[0]].roles
        root = self.width * (0.56 if not self.limbed or (lead and not self._hip_pairs()) else 0.3)
        lengths = [max(0.5, min(2.2, sum(self.area([p]) for p in band) / (root * 1.3))) for band in bands]
        total = sum(lengths)
        y = 0.0
        for band, length in zip(bands, lengths, strict=True):
            for place, part in enumerate(band):
                stack = rows(self.anatomy, part)
                at = y
                for row, height in zip(stack, _split(length, [self._weight(r) for r in stack]), strict=True):
                    half, end = (root / 2 * (1 - 0.72 * d / total) for d in (at, at + _gapped(height)))
                    count = len(band)
                    shift = (2 * place + 1 - count) / count
                    inset, end_inset = (min(GAP / 2, h / count * 0.2) if count > 1 else 0.0 for h in (half, end))
                    top, bottom = self.length + at, self.length + at + _gapped(height)
                    quad = (
                        (shift * half - half / count + inset, top),
                        (shift * half + half / count - inset, top),
                        (shift * end + end / count - end_inset, bottom),
                        (shift * end - end / count + end_inset, bottom),
                    )
                    self._lay_cells(row, quad)
                    at += height
            y += length
        return root / 2

    def _hip_pairs(self) -> bool:
        after = self.anatomy.parts[self.trunk[-1]].zone if self.trunk else -1
        return any(part.side is not Side.CENTRAL and part.zone > after for part in self.anatomy.parts)

    def _bands(self, parts: Sequence[int]) -> list[list[int]]:
        """Group parts of one zone, to stand side by side."""
        return [list(band) for _, band in groupby(parts, key=lambda i: self.anatomy.parts[i].zone)]

    def _weight(self, row: Sequence[int]) -> float:
        return float(sum(self.anatomy.locations[index].weight for index in row))

    def _lay_row(self, row: Sequence[int], top: float, bottom: float, middle: float, half: float, end: float) -> None:
        above, below = ((middle - half, top), (middle + half, top)), ((middle + end, bottom), (middle - end, bottom))
        self._lay_cells(row, (*above, *below))

    def _lay_cells(self, row: Sequence[int], quad: tuple[Point, Point, Point, Point]) -> None:
        """Divide a quadrangle among the locations of a row, from left to right."""
        (x0, top), (x1, _), (x2, bottom), (x3, _) = quad
        parts = _split(1.0, [float(self.anatomy.locations[index].weight) for index in row], 0.5)
        at = 0.0
        for place, (index, part) in enumerate(zip(row, parts, strict=True)):
            a, b = at, at + part
            corners = []
            for low, wide, y in ((x0, x1 - x0, top), (x3, x2 - x3, bottom)):
                inset = min(GAP / 2, wide * part * 0.2)
                corners.append((low + wide * a + (inset if place else 0.0), y))
                corners.append((low + wide * b - (inset if place < len(row) - 1 else 0.0), y))
            self.shapes[index] = (corners[0], corners[1], corners[3], corners[2])
            at = b

    def _lay_limb(self, limb: Limb) -> None:
        for part, sign in ((limb.right, -1.0), (limb.left, 1.0)):
            if part is None:
                continue
            members = [i for i, location in enumerate(self.anatomy.locations) if location.part == part]
            if limb.upward:
                members.reverse()
            weights = [float(self.anatomy.locations[i].weight) for i in members]
            lengths = _split(limb.length, weights, 0.5)
            at = 0.0
            for index, length in zip(members, lengths, strict=True):
                joint = Joint(at, at + _gapped(length))
                polygon = strip(limb, joint)
                self.shapes[index] = tuple((sign * x, y) for x, y in polygon)
                at += length


def _gapped(height: float) -> float:
    """Leave a gap below a row, a small one below a low row."""
    return max(height * 0.6, height - GAP)


def _split(total: float, weights: Sequence[float], exponent: float = 0.5) -> list[float]:
    grown = [max(weight, 1e-9) ** exponent for weight in weights]
    whole = sum(grown)
    return [total * part / whole for part in grown]
