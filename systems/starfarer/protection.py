"""Armour ratings of an area, by type of attack (starfarer B5)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from fleshwound.components.definitions import ArmorPiece
from fleshwound.components.starfarer import AttackType, StarfarerArmor
from fleshwound.systems.starfarer.areas import Area, Areas
from fleshwound.systems.starfarer.tables import DamageTable

KEPT: Final = 4096
"""How many outfits are kept worked out."""


def covers(table: DamageTable, areas: Areas, area: Area, piece: ArmorPiece) -> bool:
    """Tell whether a piece protects an area: it covers enough of its locations, by weight [R] (starfarer B5).

    One that names no location at all, for it is of these rules alone, covers the whole body.
    """
    if not piece.flexible and not piece.rigid:
        return True
    locations = areas.anatomy.locations
    whole = covered = 0
    for index in area.locations:
        whole += locations[index].weight
        if locations[index].id in piece.flexible or locations[index].id in piece.rigid:
            covered += locations[index].weight
    return covered * 100 >= whole * table.covered_percent


def rating(table: DamageTable, layers: Iterable[StarfarerArmor], type: AttackType) -> int:
    """Give the rating of what lies over one area: the best of its layers, or their sum where that is set [R].

    starfarer B5.
    """
    ratings = [layer.rated(type) for layer in layers]
    return sum(ratings) if table.layers_add else max(ratings, default=0)


@lru_cache(KEPT)
def ratings(
    table: DamageTable,
    areas: Areas,
    worn: tuple[tuple[ArmorPiece, StarfarerArmor], ...],
    hide: StarfarerArmor | None,
    type: AttackType,
) -> tuple[int, ...]:
    """Give the rating of each area against a type of attack (starfarer B5).

    `worn` pairs each piece, which says where it lies, with what it is under these rules.
    """
    skin = () if hide is None else (hide,)
    return tuple(
        rating(table, (*skin, *(armor for piece, armor in worn if covers(table, areas, area, piece))), type)
        for area in areas.rows
    )
