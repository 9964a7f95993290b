"""Protection: AC against shots and against blows, soak, Trauma Target, what ignores Shock (cities A3, A5, A8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fleshwound.components.cities import CitiesArmor, CitiesProfile, CitiesShield
from fleshwound.systems.cities.numbers import modifier
from fleshwound.systems.cities.tables import Tables

DERMAL: Final = "dermal_armor"
CLOSE_COMBATANT: Final = "close_combatant"
KEPT: Final = 1024


class Protection(NamedTuple):
    """What a creature has against attacks, its present situation left out."""

    ranged_ac: int
    melee_ac: int
    soak: int
    """Points of the pool when it is whole."""
    trauma_target: int
    ignores_first: bool
    """Whether something worn or held ignores the first Shock of each round."""
    shock_immune: bool
    stabilises: bool
    """Whether armour tries to stabilise it by itself."""


@lru_cache(KEPT)
def protection(
    tables: Tables, profile: CitiesProfile, worn: tuple[CitiesArmor, ...], shields: tuple[CitiesShield, ...]
) -> Protection:
    """Put together what protects a creature (cities A3, A5, A8).

    The best worn base AC replaces 10, then Dexterity, add-ons and the better of the shields; of that and a listed AC
    the better holds, likewise soak and Trauma Target [R]. Dermal armour is a base that doesn't stack with worn armour.
    """
    shield = max(shields, key=lambda held: held.ranged + held.melee, default=CitiesShield(0, 0, first_shock=False))
    dermal = profile.traits.get(DERMAL, 0)
    dexterity = modifier(tables, profile, "dexterity")
    ranged = _base(tables, dermal, [piece.ranged for piece in worn]) + dexterity
    melee = _base(tables, dermal, [piece.melee for piece in worn]) + dexterity
    ranged += sum(piece.ranged_bonus for piece in worn)
    melee += sum(piece.melee_bonus for piece in worn)
    # A listed AC counts what its bearer comes with, but no shield that it takes up.
    ranged = max(ranged, profile.ranged_ac or 0) + shield.ranged
    melee = max(melee, profile.melee_ac or 0) + shield.melee
    return Protection(
        ranged,
        melee,
        max(profile.soak, _soak(worn)),
        _trauma_target(tables, profile, worn, dermal),
        shield.first_shock or any(piece.first_shock for piece in worn) or dermal >= tables.trauma.dermal_shock_level,
        bool(profile.traits.get(CLOSE_COMBATANT)),
        any(piece.stabilises for piece in worn),
    )


def _soak(worn: Sequence[CitiesArmor]) -> int:
    cushioned = any(piece.cushions for piece in worn)
    return sum(piece.soak for piece in worn if cushioned or not piece.needs_cushion)


def _base(tables: Tables, dermal: int, worn: Sequence[int | None]) -> int:
    skin = tables.trauma.dermal_ac[dermal - 1] if dermal else 0
    return max(tables.attack.base_ac, skin, *(ac for ac in worn if ac is not None), 0)


def _trauma_target(tables: Tables, profile: CitiesProfile, worn: Sequence[CitiesArmor], dermal: int) -> int:
    trauma = tables.trauma
    reckoned = trauma.target + sum(piece.trauma_target for piece in worn)
    reckoned += sum(plus for trait, plus in trauma.by_trait.items() if profile.traits.get(trait))
    if dermal:
        reckoned += trauma.dermal[dermal - 1]
    return reckoned if profile.trauma_target is None else max(reckoned, profile.trauma_target)
