"""Arms: with what a creature can attack now, and in which manner (cities A3, A9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from fleshwound.components.cities import CitiesMode
from fleshwound.components.creature import Item
from fleshwound.systems.cities.fighter import Fighter
from fleshwound.systems.cities.force import PLAIN, Manner, fists

BURST: Final = "_burst"
SUPPRESS: Final = "_suppress"
SUBDUE: Final = "_subdue"
"""What the id of a mode ends in, where it is used in that manner."""

BOTH: Final = 2
"""Hands that a two-handed weapon takes."""

MM: Final = 1000
"""Millimetres in a metre."""

CONTESTS: Final = {"unarmed/shove": "shove", "unarmed/knock_down": "knock down", "unarmed/grapple": "grapple"}
"""Attacks that do no damage, by id."""


class Use(NamedTuple):
    """One way to attack now."""

    id: str
    """Mode id, with the ending of its manner."""
    name: str
    mode: CitiesMode
    manner: Manner
    item: Item | None
    """What it attacks with; None: its own body."""
    part: int | None
    """Index of the part that holds it."""
    rounds: int
    """Rounds that it takes from the magazine; 0: it has none."""


def cells_of(metres: int, cell_mm: int) -> int:
    """Count the whole cells in so many metres."""
    return metres * MM // cell_mm


def manners(mode: CitiesMode) -> Iterator[tuple[str, str, Manner]]:
    """List the manners of a mode: ending of the id, words after the name, manner."""
    if not mode.dice and mode.blast is None and not mode.plus:
        return
    yield "", "", PLAIN
    if mode.burst:
        yield BURST, ", burst", Manner(burst=True)
    if mode.suppress:
        yield SUPPRESS, ", suppressive fire", Manner(suppress=True)
    if mode.non_lethal and not mode.only_non_lethal:
        yield SUBDUE, ", to subdue", Manner(subdue=True)


def bare_hands(mode: CitiesMode) -> Use:
    """Give the use of bare hands, whatever they hold."""
    return Use(mode.id, mode.name, mode, PLAIN, None, None, 0)


def working_hands(who: Fighter) -> list[int]:
    """List the parts that grip and aren't ruined or held, by index."""
    caught = {hold.part for hold in who.conditions.immobilized}
    holding = 0
    for hold in who.conditions.holds:
        holding |= hold.limbs
    return [
        index
        for index, part in enumerate(who.anatomy.parts)
        if part.holds and index not in who.ruined and index not in caught and not holding >> index & 1
    ]


def free_hands(who: Fighter) -> list[int]:
    """List the working hands that hold nothing."""
    return [part for part in working_hands(who) if part not in who.held.items]


def uses(who: Fighter) -> tuple[Use, ...]:
    """List every way in which a creature could attack now, whatever is loaded: what it holds, its body, its fists."""
    hands = working_hands(who)
    free = sum(part not in who.held.items for part in hands)
    found: list[Use] = []
    for part, item in sorted(who.held.items.items()):
        if item.broken or part not in hands:
            continue
        weapon = who.reader.sections.weapon(item.weapon)
        for mode in weapon.modes:
            if mode.two_handed and free + 1 < BOTH:
                continue
            found += _in_each_manner(who, mode, item, part, bool(weapon.magazine))
    for mode in who.profile.attacks:
        found += _in_each_manner(who, mode, None, None, loaded=False)
    if who.profile.unarmed and free:
        found += _in_each_manner(who, fists(who.tables, who.profile), None, None, loaded=False)
    return tuple(found)


def _in_each_manner(who: Fighter, mode: CitiesMode, item: Item | None, part: int | None, loaded: bool) -> Iterator[Use]:
    attack = who.tables.attack
    for ending, words, manner in manners(mode):
        rounds = attack.burst_rounds if manner.burst else attack.suppress_rounds if manner.suppress else 1
        name = mode.name + words if item is None else f"{item.weapon.name}: {mode.name}{words}"
        yield Use(mode.id + ending, name, mode, manner, item, part, rounds if loaded and not mode.thrown else 0)


def rounds_left(who: Fighter, item: Item) -> int:
    """Count the rounds left in a weapon."""
    return max(0, who.reader.sections.weapon(item.weapon).magazine - who.magazines.used.get(item.number, 0))


def is_loaded(who: Fighter, use: Use) -> bool:
    """Tell whether a weapon has the rounds that a use takes."""
    return not use.rounds or use.item is None or rounds_left(who, use.item) >= use.rounds


def is_armed(who: Fighter) -> bool:
    """Tell whether a creature counts as armed in a melee: by a weapon in hand that strikes, or by its own body.

    Bare hands are no arms, but for an Unarmed Combatant's [R].
    """
    return any(not use.mode.ranged and not (use.mode.unarmed and use.mode.shock is None) for use in uses(who))


def holds_weapon(who: Fighter) -> bool:
    """Tell whether a creature holds anything to attack with."""
    return any(use.item is not None for use in uses(who))


def mode_names(who: Fighter) -> dict[str, str]:
    """Name the modes of all that a creature has, usable or not, and its weapons, by id."""
    own = [*who.profile.attacks, *((fists(who.tables, who.profile),) if who.profile.unarmed else ())]
    names = {mode.id + ending: mode.name + words for mode in own for ending, words, _ in manners(mode)}
    names |= CONTESTS
    carried = [item.weapon for item in (*who.held.items.values(), *who.kit.belt)]
    for weapon in dict.fromkeys((*who.creature.weapons, *who.creature.belt, *carried)):
        names[weapon.id] = weapon.name
        for mode in who.reader.sections.weapon(weapon).modes:
            for ending, words, _ in manners(mode):
                names[mode.id + ending] = f"{weapon.name} {mode.name.lower()}{words}"
    return names
