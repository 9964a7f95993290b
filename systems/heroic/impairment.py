"""Impairment: what wounds, holds and lost limbs keep a body from doing (heroic H9, H10).

Everything here is derived on reading. `impairments` looks once at each injury; whoever asks several questions of one
creature keeps its answer for as long as the creature doesn't change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from fleshwound.components.creature import Immobilization, Injuries, Injury, InjuryKind
from fleshwound.components.definitions import Anatomy, Role
from fleshwound.components.draws import Level
from fleshwound.components.holds import Hold
from fleshwound.systems.heroic.tables import Tables


class Severity(IntEnum):
    """How badly a wound, or a whole part, is off (heroic H4, H11)."""

    NONE = 0
    MINOR = 1
    SERIOUS = 2
    GRIEVOUS = 3
    UNUSABLE = 4
    """Of parts only."""


class Impairments(NamedTuple):
    """What impairs each part of one body. Masks have bit `index` set for each part concerned."""

    penalties: tuple[int, ...]
    """By part index: the worst, 0 or less; of an unusable part, what its other wounds come to."""
    unusable: int
    """Mask of parts out of use, for the time being or for good."""
    lost: int
    """Mask of parts unusable for good: their grip or footing is gone."""
    immobilized: int
    """Mask of parts that something holds."""
    sound: bool
    """Whether nothing impairs anything."""
    occupied: int = 0
    """Mask of parts that hold somebody: they work, but can be used for nothing else."""

    def works(self, part: int) -> bool:
        """Whether the part can be used now."""
        return not (self.unusable | self.immobilized) >> part & 1


class Hindrance(NamedTuple):
    """What impairment does to one test."""

    penalty: int
    """0 or less; the worst among the usable parts concerned."""
    automatic: Level | None = None
    """`CF0` where a needed part is unusable, `MF` (and no mishap) where one is immobilized; None: roll."""

    @property
    def impaired(self) -> bool:
        """Whether the test takes a penalty: a stunned creature's then drops one level (heroic H5)."""
        return self.penalty < 0


UNHINDERED: Final = Hindrance(0)

KEPT: Final = 16_384
"""How many bodies' impairments are kept."""


def severity_of(tables: Tables, level: int) -> Severity:
    """Read an injury level: 1 minor, 2 and 3 serious, 4 and 5 grievous (heroic H4)."""
    if level >= tables.impairment.unusable_level:
        return Severity.GRIEVOUS
    if level >= tables.impairment.serious_level:
        return Severity.SERIOUS
    return Severity.MINOR if level > 0 else Severity.NONE


def wound_penalty(tables: Tables, level: int, healing_rate: int | None) -> int:
    """Find what one wound takes off (heroic H9): serious -10, minor -5 while its healing rate is 5 or less, else 0.

    An untreated wound (None) counts as slow. A grievous one takes off nothing: it makes the part unusable.
    """
    table = tables.impairment
    if table.serious_level <= level < table.unusable_level:
        return table.serious
    if 0 < level < table.serious_level and (healing_rate is None or healing_rate < table.minor_heals_at):
        return table.minor
    return 0


class _Sound(dict[int, Impairments]):
    """What impairs nothing, by the number of parts."""

    def __missing__(self, parts: int) -> Impairments:
        sound = self[parts] = Impairments((0,) * parts, 0, 0, 0, sound=True)
        return sound


_SOUND: Final = _Sound()


def impairments(
    tables: Tables,
    anatomy: Anatomy,
    injuries: Injuries,
    immobilized: Sequence[Immobilization] = (),
    holds: Sequence[Hold] = (),
) -> Impairments:
    """Find what impairs each part (heroic H9): worst-of, never added, with permanent impairment as a floor.

    A grievous wound makes its part unusable, permanent impairment never does; a limb is unusable for good once
    anything of it is severed, since its grip or footing goes with it, any other part once all of it is. Extended Shock,
    coma and infection don't impair.
    """
    if not (injuries.entries or injuries.severed or injuries.permanent or immobilized or holds):
        return _SOUND[len(anatomy.parts)]
    return _impairments(
        tables,
        anatomy,
        tuple(injuries.entries),
        injuries.severed,
        tuple(injuries.permanent.items()),
        tuple([hold.part for hold in immobilized]),
        _occupied(holds) if holds else 0,
    )


def _occupied(holds: Iterable[Hold]) -> int:
    occupied = 0
    for hold in holds:
        occupied |= hold.limbs
    return occupied


@lru_cache(KEPT)
def _impairments(
    tables: Tables,
    anatomy: Anatomy,
    entries: tuple[Injury, ...],
    severed: int,
    permanent: tuple[tuple[int, int], ...],
    immobilized: tuple[int, ...],
    occupied: int,
) -> Impairments:
    penalties = [0] * len(anatomy.parts)
    for part, penalty in permanent:
        penalties[part] = min(0, penalty)
    lost = lost_parts(anatomy, severed) if severed else 0
    unusable = lost
    for entry in entries:
        if entry.kind is InjuryKind.WOUND and entry.location is not None:
            part = anatomy.locations[entry.location].part
            if entry.level >= tables.impairment.unusable_level:
                unusable |= 1 << part
            else:
                penalty = wound_penalty(tables, entry.level, entry.healing_rate)
                if penalty < penalties[part]:
                    penalties[part] = penalty
    held = 0
    for part in immobilized:
        held |= 1 << part
    sound = not (unusable or held or any(penalties))
    return Impairments(tuple(penalties), unusable, lost, held, sound, occupied)


def lost_parts(anatomy: Anatomy, severed: int) -> int:
    """Find which parts a mask of severed locations makes unusable for good; a mask of parts (heroic H4)."""
    touched = 0
    whole = 0
    for index, location in enumerate(anatomy.locations):
        if severed >> index & 1:
            touched |= 1 << location.part
        else:
            whole |= 1 << location.part
    lost = touched & ~whole
    for index, part in enumerate(anatomy.parts):
        if part.limb:
            lost |= touched & 1 << index
    return lost


def hindrance_of_roles(anatomy: Anatomy, impairments: Impairments, roles: Iterable[Role]) -> Hindrance:
    """Find what impairs a test that names roles (heroic H9).

    Any part with one of them unusable: an automatic CF. Any immobilized: an automatic MF without mishap [R]. Else the
    worst penalty among them.
    """
    if impairments.sound:
        return UNHINDERED
    wanted = frozenset(roles)
    return _hindrance(
        impairments, [index for index, part in enumerate(anatomy.parts) if not wanted.isdisjoint(part.roles)]
    )


def hindrance_of_limbs(impairments: Impairments, limbs: Iterable[int]) -> Hindrance:
    """Find what impairs a test that checks only these parts, by index: the limbs that grip, or strike (heroic H9)."""
    if impairments.sound:
        return UNHINDERED
    return _hindrance(impairments, limbs)


def hindrance_of_test(tables: Tables, anatomy: Anatomy, impairments: Impairments, test: str) -> Hindrance:
    """Find what impairs a test of a skill or attribute, by its snake_case name (heroic H9); not listed: nothing."""
    roles = tables.impairment.roles.get(test)
    return hindrance_of_roles(anatomy, impairments, roles) if roles else UNHINDERED


def _hindrance(impairments: Impairments, parts: Iterable[int]) -> Hindrance:
    penalty = 0
    automatic = None
    for part in parts:
        if impairments.unusable >> part & 1:
            automatic = Level.CF0
        else:
            penalty = min(penalty, impairments.penalties[part])
            if automatic is None and impairments.immobilized >> part & 1:
                automatic = Level.MF
    return Hindrance(penalty, automatic)


def unusable_roles(anatomy: Anatomy, impairments: Impairments) -> frozenset[Role]:
    """Find the roles whose tests fail out of hand: those of every unusable part (heroic H9)."""
    return frozenset(
        role for index, part in enumerate(anatomy.parts) if impairments.unusable >> index & 1 for role in part.roles
    )


def severity_of_part(tables: Tables, impairments: Impairments, part: int) -> Severity:
    """Read how badly a part is off: unusable, or by the magnitude of its penalty (heroic H11)."""
    if impairments.unusable >> part & 1:
        return Severity.UNUSABLE
    return severity_of_penalty(tables, impairments.penalties[part])


def severity_of_penalty(tables: Tables, penalty: int) -> Severity:
    """Read a penalty: minor -1..-5, serious -6..-10, grievous -11 or worse (heroic H11)."""
    if penalty >= 0:
        return Severity.NONE
    if penalty >= tables.health.minor_to:
        return Severity.MINOR
    return Severity.SERIOUS if penalty >= tables.health.serious_to else Severity.GRIEVOUS


def permanent_impairment(tables: Tables, days: int) -> int:
    """Find what stays of a wound marked so, by whole days from wound to healed (heroic H10): 0, -5 … -25."""
    stays = 0
    for least, penalty in zip(tables.impairment.permanent_days, tables.impairment.permanent, strict=True):
        if days >= least:
            stays = penalty
    return stays
