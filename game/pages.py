"""Pages: a definition written out as a ruleset has it; the one place that knows which page a ruleset takes.

Where content refers from the tables of a ruleset to definitions, it says as well what is missing.
"""

from __future__ import annotations

from typing import Final

from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.game import show, show_cities
from fleshwound.game.combat import Combat
from fleshwound.game.content import Content
from fleshwound.game.content.fault import Fault, shown
from fleshwound.game.edges import check_rules
from fleshwound.systems.cities.conversion import profile_of, strangers, weapon_of, worn_by
from fleshwound.systems.cities.force import fists
from fleshwound.systems.cities.tables import Tables

FIRST: Final = "heroic"
"""The ruleset whose page is shown where none is asked for."""
CITIES: Final = "cities"


def creature_page(content: Content, creature: Creature, rules: str | None) -> list[str]:
    """Write out a creature as it is spawned under a ruleset; None: the first one, or the only one that it is for.

    Raises:
        UnknownName: there is no such ruleset.
        BadValue: it can't be used under it.
    """
    rules = _rules_for(creature, rules)
    combat = Combat(rules, content=content)
    figures = combat.sheet(combat.spawn(creature, side="shown", at=(0, 0))).rows
    if rules != CITIES:
        techniques = list(content.techniques.values()) if creature.human_techniques else []
        return show.show_creature(creature, techniques, figures)
    tables = content.tables(CITIES, Tables)
    profile = profile_of(tables, creature)
    carried = dict.fromkeys((*creature.weapons, *creature.belt))
    weapons = [weapon_of(tables, content.weapons, weapon) for weapon in carried]
    return show_cities.show_creature(
        creature, profile, figures, weapons, fists(tables, profile) if profile.unarmed else None
    )


def weapon_page(content: Content, weapon: Weapon, rules: str | None) -> list[str]:
    """Write out a weapon or shield with all its modes under a ruleset, chosen as for a creature.

    Raises:
        BadValue: it can't be used under it.
    """
    rules = _rules_for(weapon, rules)
    check_rules(rules, "weapon", weapon)
    if rules != CITIES:
        return show.show_weapon(weapon)
    return show_cities.show_weapon(weapon, weapon_of(content.tables(CITIES, Tables), content.weapons, weapon))


def armor_page(content: Content, piece: ArmorPiece, rules: str | None) -> list[str]:
    """Write out a piece of armour under a ruleset, chosen as for a creature; what is converted is measured on a human.

    Raises:
        BadValue: it can't be used under it.
    """
    rules = _rules_for(piece, rules)
    check_rules(rules, "piece of armour", piece)
    if rules != CITIES:
        return show.show_armor(piece)
    (section,) = worn_by(content.tables(CITIES, Tables), (piece,), content.anatomy("human"))
    return show_cities.show_armor(piece, section)


def conversion_faults(content: Content) -> list[str]:
    """List what the conversion of a ruleset refers to and isn't there, each as a fault of its file."""
    table = content.tables(CITIES, Tables).conversion
    return [
        f"rulesets/{CITIES}.toml: {Fault(f'conversion.{path}', 'the id of a weapon of cities', shown(id))}"
        for path, id in strangers(table, content.weapons)
    ]


def _rules_for(thing: Creature | Weapon | ArmorPiece, asked: str | None) -> str:
    if asked is not None:
        return asked
    if thing.rules is None or FIRST in thing.rules:
        return FIRST
    return min(thing.rules)
