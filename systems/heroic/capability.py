"""Capability: what a body can still do, derived from its impairments on reading (heroic H9)."""

from __future__ import annotations

from collections.abc import Container

from fleshwound.components.definitions import Anatomy, Role
from fleshwound.systems.heroic.impairment import Impairments


def may_hold(anatomy: Anatomy, impairments: Impairments, part: int) -> bool:
    """Whether a part can have an item put into it: it holds items, and its grip isn't gone for good.

    An unusable limb drops what it held at once, but may be given it again; only one that `grips` can use it.
    """
    return anatomy.parts[part].holds and not impairments.lost >> part & 1


def keeps_hold(anatomy: Anatomy, impairments: Impairments, part: int) -> bool:
    """Whether a part that becomes impaired so keeps its item: an immobilized limb does, an unusable one drops it."""
    return anatomy.parts[part].holds and not impairments.unusable >> part & 1


def grips(anatomy: Anatomy, impairments: Impairments, part: int) -> bool:
    """Whether a part can use what it holds: neither unusable nor immobilized."""
    return anatomy.parts[part].holds and impairments.works(part)


def gripping_parts(anatomy: Anatomy, impairments: Impairments) -> tuple[int, ...]:
    """List the indices of the parts that can use an item, in the anatomy's order."""
    return tuple(index for index in range(len(anatomy.parts)) if grips(anatomy, impairments, index))


def working_parts(anatomy: Anatomy, impairments: Impairments, role: Role) -> int:
    """Count the parts with a role that can be used now."""
    return sum(role in part.roles and impairments.works(index) for index, part in enumerate(anatomy.parts))


def can_stand(anatomy: Anatomy, impairments: Impairments) -> bool:
    """Whether some locomotor part works; without one there is no rising."""
    return any(Role.LOCOMOTOR in part.roles and impairments.works(index) for index, part in enumerate(anatomy.parts))


def least_impaired(
    anatomy: Anatomy, impairments: Impairments, roles: frozenset[Role], full: Container[int] = ()
) -> int | None:
    """Find the part a natural technique uses where none is named: it holds all `roles`, works, and is impaired least.

    One of `full`, by index, is left out.

    Of equals the first; None: no such part works, and the technique is lost for now (heroic H9).
    """
    found = None
    for index, part in enumerate(anatomy.parts):
        if (
            roles <= part.roles
            and index not in full
            and impairments.works(index)
            and (found is None or impairments.penalties[index] > impairments.penalties[found])
        ):
            found = index
    return found
