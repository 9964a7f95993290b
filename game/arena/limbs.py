"""Limbs: where paired parts stand beside the trunk, and how far they reach out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin, tan
from typing import Final

from fleshwound.components.definitions import Anatomy, Role
from fleshwound.game.arena.body_rows import twin_parts

GAP: Final = 0.045
"""Between neighbours, in trunk widths."""

HANGING: Final = 9.0
"""Degrees from straight down for a limb that grips: it hangs beside the trunk."""
STRIDING: Final = 30.0
"""For a limb beside the trunk that walks or swims."""
SPREAD: Final = 74.0
"""For twins in zones of their own, one before and one after the trunk."""
STANDING: Final = 3.0
"""For limbs below the trunk."""
STRADDLING: Final = 20.0
"""For limbs below the trunk with a tail between them."""


@dataclass(frozen=True, slots=True)
class Trunk:
    """What limbs are fastened to, in trunk widths; the origin is the middle of its upper edge."""

    width: float
    length: float
    spans: Mapping[int, tuple[float, float]]
    """Top and bottom by part index, in order down the page."""
    head_half: float
    """Greatest half width above it."""
    tail_half: float
    """Greatest half width below it; 0 where there is nothing."""


@dataclass(frozen=True, slots=True)
class Joint:
    """A stretch of a limb, as distances from its root."""

    start: float
    end: float


@dataclass(slots=True)
class Limb:
    """A pair of parts, as its left twin stands: on the viewer's right, at x above 0."""

    right: int | None
    left: int | None
    angle: float
    """Degrees from straight down, outwards."""
    length: float
    width: float
    taper: float
    """Width at the end over width at the root."""
    inner: float = 0.0
    """x of the root's inner corner."""
    y: float = 0.0
    """y of the middle of the root."""
    upward: bool = False
    """Reaches up: a head."""


def strip(limb: Limb, joint: Joint) -> tuple[tuple[float, float], ...]:
    """Give the corners of a stretch of a limb."""
    lean = radians(limb.angle)
    along = (sin(lean), -cos(lean) if limb.upward else cos(lean))
    across = (cos(lean), sin(lean) if limb.upward else -sin(lean))
    root = (limb.inner + across[0] * limb.width / 2, limb.y)
    corners = []
    for distance, signs in ((joint.start, (-1, 1)), (joint.end, (1, -1))):
        half = limb.width / 2 * (1 - (1 - limb.taper) * distance / limb.length)
        x, y = root[0] + along[0] * distance, root[1] + along[1] * distance
        corners += [(x + across[0] * half * sign, y + across[1] * half * sign) for sign in signs]
    return tuple(corners)


def limbs(anatomy: Anatomy, trunk: Trunk, area: Callable[[Iterable[int]], float]) -> list[Limb]:
    """Place every paired part: beside the trunk that holds or follows its zone, else below it.

    Beside the trunk limbs lean less from top to bottom, and the pair below it least, so that none crosses another.
    """
    beside: list[tuple[int | None, Limb]] = []
    hips: list[Limb] = []
    crowns: list[Limb] = []
    for right, left in twin_parts(anatomy):
        limb = _grown(anatomy, right, left, area)
        part = anatomy.parts[right]
        if Role.VITAL in part.roles:
            limb.upward = True
            crowns.append(limb)
            continue
        zones = (part.zone, anatomy.parts[left].zone)
        core = next((c for c in trunk.spans if anatomy.parts[c].zone >= min(zones)), None)
        if core is None:
            hips.append(limb)
        else:
            beside.append((core, limb))
    last = next(reversed(list(trunk.spans)), None)
    beside += [(last, limb) for limb in hips[:-1]]
    hips = hips[-1:]
    _fasten_beside(trunk, beside)
    for limb in hips:
        _fasten_below(trunk, limb, beside[-1][1] if beside else None)
    _fasten_above(trunk, crowns)
    return [*(limb for _, limb in beside), *hips, *crowns]


def _grown(anatomy: Anatomy, right: int, left: int, area: Callable[[Iterable[int]], float]) -> Limb:
    part = anatomy.parts[right]
    apart = part.zone != anatomy.parts[left].zone
    members = max(sum(location.part == p for location in anatomy.locations) for p in (right, left))
    ratio = min(5.0, 2.4 + 0.65 * (members - 1)) + (0.6 if apart else 0.0)
    size = area({right, left})
    width = (size / ratio) ** 0.5
    if apart:
        angle = SPREAD
    elif part.holds or Role.LOCOMOTOR not in part.roles:
        angle = HANGING
    else:
        angle = STRIDING
    alone = right == left
    lone_left = alone and "left" in part.id.split("_")
    return Limb(
        right=None if lone_left else right,
        left=None if alone and not lone_left else left,
        angle=angle,
        length=width * ratio,
        width=width,
        taper=0.4 if apart else 0.62 if members == 1 else 0.68,
    )


def _fasten_beside(trunk: Trunk, beside: list[tuple[int | None, Limb]]) -> None:
    """Fasten limbs down the trunk's side, each core's from its top to that of the next core that has any."""
    order = {core: place for place, core in enumerate(trunk.spans)}
    beside.sort(key=lambda entry: order.get(entry[0], 0) if entry[0] is not None else 0)
    tops = [trunk.spans[core][0] if core is not None else 0.0 for core, _ in beside]
    roots: list[float] = []
    for place, top in enumerate(tops):
        bottom = next((other for other in tops if other > top), trunk.length)
        roots.append(top + (bottom - top) * (place - tops.index(top)) / tops.count(top))
    fastened = list(zip(roots, (limb for _, limb in beside), strict=True))
    for (root, limb), (below_root, below) in reversed(list(pairwise(fastened))):
        limb.angle = max(limb.angle, below.angle)
        if root + limb.length + limb.width > below_root:
            limb.angle = max(limb.angle, STRIDING)
            _keep_apart(limb, below, below_root - root)
    for root, limb in fastened:
        lean = sin(radians(limb.angle))
        _shrink(limb, 0.9 * (trunk.length - root) / max(lean, 0.5))
        limb.inner = trunk.width / 2 + GAP
        limb.y = root + limb.width / 2 * lean


def _keep_apart(limb: Limb, below: Limb, distance: float) -> None:
    """Make two limbs narrow enough that the root of the lower one stays below the inner edge of the upper one."""
    upper, lower = radians(limb.angle), radians(below.angle)
    room = distance - min(GAP, 0.3 * distance * sin(upper)) / sin(upper)
    _shrink(limb, room / 2 / sin(upper))
    _shrink(below, room / 2 / max(0.01, cos(lower) / tan(upper)))


def _fasten_below(trunk: Trunk, limb: Limb, beside: Limb | None) -> None:
    limb.angle = STRADDLING if trunk.tail_half else STANDING
    limb.inner = trunk.tail_half + GAP if trunk.tail_half else GAP / 2
    outermost = trunk.width / 2 * 1.1 if beside is None else trunk.width / 2
    if beside is not None:
        limb.angle = min(limb.angle, beside.angle)
        clear = trunk.length - (beside.y + beside.width / 2 * sin(radians(beside.angle)))
        outermost += max(0.0, min(0.3, clear * tan(radians(beside.angle)) - GAP))
    _shrink(limb, max(0.05, (outermost - limb.inner) / cos(radians(limb.angle))))
    limb.y = trunk.length + limb.width / 2 * sin(radians(limb.angle))


def _fasten_above(trunk: Trunk, crowns: list[Limb]) -> None:
    inner = trunk.head_half + GAP if trunk.head_half else GAP / 2
    lean_before = 0.0
    for place, limb in enumerate(crowns):
        limb.angle = min(80.0, 8.0 + 14.0 * place)
        lean = radians(limb.angle)
        # The one before leans over this one's root: its edge is the further out the higher this one's inner corner is.
        limb.inner = inner + limb.width * sin(lean) * tan(lean_before)
        limb.taper = 1.0
        limb.y = -GAP - limb.width / 2 * sin(lean)
        inner = limb.inner + limb.width * cos(lean) + GAP / cos(lean)
        lean_before = lean


def _shrink(limb: Limb, width: float) -> None:
    """Make a limb no wider than `width`, and shorter a little."""
    if limb.width > width:
        limb.length *= max(0.6, (width / limb.width) ** 0.3)
        limb.width = width
