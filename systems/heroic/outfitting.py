"""Outfitting: what a creature of a kind comes in with (heroic H1, H2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from fleshwound.components.creature import Scores
from fleshwound.components.definitions import Creature
from fleshwound.systems.heroic.arms import dominant_part
from fleshwound.systems.heroic.d100 import opening
from fleshwound.systems.heroic.tables import Tables

NEEDED: Final = ("strength", "endurance", "agility", "perception", "will", "reasoning")
"""Attributes without which these rules can't run a creature."""


@lru_cache(4096)
def abilities_of(tables: Tables, creature: Creature) -> tuple[Scores, Scores]:
    """Find a creature's attributes, and its skills with those that open by themselves (heroic H1)."""
    skills = dict(creature.skills)
    for skill, opens in tables.test.openings.items():
        if skill not in skills and all(name in creature.attributes for name in opens.of):
            opened = opening(skill, creature.attributes, tables.test)
            if opened:
                skills[skill] = opened
    return Scores(dict(creature.attributes)), Scores(skills)


def hands_of(creature: Creature) -> list[int]:
    """List the gripping parts, the favoured first (heroic H2)."""
    parts = creature.anatomy.parts
    first = dominant_part(creature, creature.anatomy)
    return sorted((i for i, part in enumerate(parts) if part.holds), key=lambda i: (i != first, i))
