"""Believing: a foe as one takes it to be who doesn't know all of it, for odds."""

from __future__ import annotations

from dataclasses import replace

from fleshwound.components.creature import Abilities, Armor, Fatigue, Injuries
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.outfitting import abilities_of
from fleshwound.systems.odds import EVERYTHING, Knowledge
from fleshwound.systems.queries import side_of


def believed(actor: Fighter, target: Fighter, knowledge: Knowledge) -> Fighter:
    """Give the target as `actor` takes it to be: of its own side it knows everything."""
    if knowledge == EVERYTHING or side_of(actor.entity) == side_of(target.entity):
        return target
    kind = target.creature
    return replace(
        target,
        abilities=target.abilities if knowledge.abilities else Abilities(*abilities_of(target.tables, kind)),
        armor=target.armor if knowledge.armor else Armor(kind.armor),
        injuries=target.injuries if knowledge.wounds else Injuries(severed=target.injuries.severed),
        fatigue=target.fatigue if knowledge.fatigue else Fatigue(),
        _stance=None,
        _last=None,
    )


def assumptions(actor: Fighter, target: Fighter, knowledge: Knowledge) -> tuple[str, ...]:
    """Say what is assumed of the target in the place of what isn't known."""
    if knowledge == EVERYTHING or side_of(actor.entity) == side_of(target.entity):
        return ()
    kind = target.creature.name
    told = (
        (knowledge.abilities, f"attributes and skills of a {kind} as its kind has them"),
        (knowledge.armor, f"armour of a {kind} as its kind comes in it"),
        (knowledge.wounds, "no wounds, but for what has come off"),
        (knowledge.fatigue, "no fatigue"),
    )
    return tuple(words for known, words in told if not known)
