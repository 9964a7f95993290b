"""Edges: what a host hands in, checked alike wherever it comes in. True and False are no whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from fleshwound.components.creature import Doing
from fleshwound.components.definitions import ArmorPiece, Aspect, Creature, Weapon
from fleshwound.components.edits import (
    Afflict,
    Give,
    Heal,
    Injure,
    Kill,
    Occupy,
    Revive,
    Take,
    Teleport,
    Tire,
    Wear,
)
from fleshwound.components.errors import BadValue, WrongRules
from fleshwound.components.exertion import FatigueKind
from fleshwound.components.hazards import Ambush, Dice, Fall, Fire, Harm, Hazard, Terror, Threat
from fleshwound.components.ids import microseconds
from fleshwound.game.content.fault import shown
from fleshwound.game.saving.document import GREATEST
from fleshwound.game.saving.readers import BITS
from fleshwound.systems.ruleset import Ruleset

OfOne = TypeVar("OfOne", bound=Heal | Injure | Afflict | Tire | Kill | Revive | Occupy | Teleport | Give | Take | Wear)

LARGEST: Final = (1 << BITS - 1) - 1
"""Of whole numbers that a save holds, either way from 0."""


LONGEST: Final = 10**12
"""Seconds that a combat's clock can show; a save holds no more."""


def _given(value: object) -> str:
    """Show what a host handed in, as Python has it and cut short."""
    return repr(value) if isinstance(value, bool) else shown(value)


def check_whole(name: str, value: object, least: int | None = None, of: str = "", most: int = LARGEST) -> None:
    """Check a whole number.

    Raises:
        BadValue: it is something else, less than `least`, or more than `most`.
    """
    if type(value) is int and (-LARGEST if least is None else least) <= value <= most:
        return
    bound = "" if least is None else f", {least} or more"
    if type(value) is int and value.bit_length() > 62:
        bound += f", {most} at the most" if most < LARGEST else f", of fewer than {BITS} bits"
    raise BadValue(f"{name} is {_given(value)}; expected a whole number{bound}{of}")


def check_horizon(seconds: Any) -> None:
    """Check how far to look ahead.

    Raises:
        BadValue: no number, or not above 0, or more than `LONGEST`, or less than a microsecond.
    """
    counts = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if counts and 0 < seconds <= LONGEST and microseconds(seconds):
        return
    raise BadValue(f"horizon is {_given(seconds)}; expected seconds, a number above 0, {LONGEST} at the most")


def check_text(name: str, value: object, expected: str = "a word") -> None:
    """Check a text that a file can hold, and that isn't empty.

    Raises:
        BadValue: it is something else, empty, or holds half a character.
    """
    if not isinstance(value, str) or not value:
        raise BadValue(f"{name} is {_given(value)}; expected {expected}")
    check_characters(name, value)


def check_characters(name: str, text: str) -> None:
    """Check that a text can be written as UTF-8.

    Raises:
        BadValue: it holds half a character, one of a pair of surrogates.
    """
    try:
        text.encode()
    except UnicodeEncodeError as wrong:
        got = f"half a character at {wrong.start}, {text[wrong.start]!r}"
        raise BadValue(f"{name} has {got}; expected whole characters") from None


def check_cell(name: str, cell: object) -> None:
    """Check that something may be a cell; whether it lies on the map is another matter.

    Raises:
        BadValue: it is no pair of whole numbers.
    """
    if type(cell) is not tuple or [type(part) for part in cell] != [int, int]:
        raise BadValue(f"{name} is {_given(cell)}; expected a cell as two whole numbers")
    for part in cell:
        check_whole(name, part)


def check_facing(facing: object) -> None:
    """Check one of the eight ways to look.

    Raises:
        BadValue: it is no whole number 0..7.
    """
    if type(facing) is not int or not 0 <= facing <= 7:
        raise BadValue(f"facing is {_given(facing)}; expected a whole number 0..7")


def check_entity(value: object) -> None:
    """Check that something may be an entity; whether it takes part is another matter.

    Raises:
        BadValue: it is no whole number.
    """
    check_whole("the entity", value, of=", as spawn returns it")


def check_kind(name: str, value: object, kinds: type[Any] | tuple[type[Any], ...], expected: str) -> None:
    """Check of which kind something is.

    Raises:
        BadValue: of another; `expected` says what would be right.
    """
    if not isinstance(value, kinds):
        raise BadValue(f"{name} is {_given(value)}; expected {expected}")


def check_each(name: str, values: object, kind: type[Any], expected: str) -> None:
    """Check a sequence whose items are definitions or ids.

    Raises:
        BadValue: it is no sequence, or an item is something else.
    """
    listed = values if isinstance(values, Sequence) and not isinstance(values, str) else (None,)
    if not all(isinstance(value, kind | str) for value in listed):
        raise BadValue(f"{name} is {_given(values)}; expected a list of {expected}")


def check_rules(running: str, kind: str, *things: Creature | Weapon | ArmorPiece) -> None:
    """Check that things are for the rules that run.

    Raises:
        WrongRules: one is for others alone.
    """
    for thing in things:
        if thing.rules is not None and running not in thing.rules:
            raise WrongRules(kind, thing.id, sorted(thing.rules), running)


def check_size(size: object) -> None:
    """Check the width and height of a map.

    Raises:
        BadValue: they are no two whole numbers of 1 or more, or more than a save holds.
    """
    pair = size if isinstance(size, tuple | list) and len(size) == 2 else (0,)
    if not all(type(n) is int and 1 <= n <= GREATEST for n in pair):
        raise BadValue(f"size is {_given(size)}; expected width and height as whole numbers, at least 1 by 1 cells")


def check_ruleset(rules: object) -> None:
    """Check that something has all that the engine asks of a ruleset.

    Raises:
        BadValue: it lacks something.
    """
    if not isinstance(rules, Ruleset):
        raise BadValue(f"rules is {_given(rules)}; expected a ruleset or the name of one, such as 'heroic'")


def checked_edit(edit: OfOne) -> OfOne:
    """Check an edit of one creature, as far as that takes no rules; pieces to wear are given back as a tuple.

    Raises:
        BadValue: a value of the wrong kind, an empty word, half a character.
    """
    check_entity(edit.entity)
    match edit:
        case Heal(injury=injury):
            if injury is not None:
                check_whole("injury", injury, of=", as the injury has it, or None for all")
        case Injure(location=location, level=level, aspect=aspect, bleeds=bleeds):
            check_kind("location", location, str, "the id of a location")
            check_characters("location", location)
            check_whole("level", level, 1)
            check_kind("aspect", aspect, Aspect, "an Aspect")
            check_kind("bleeds", bleeds, bool, "True or False")
        case Afflict(state=state):
            check_text("state", state, "a state, in the word the ruleset has for it")
        case Tire(points=points, kind=kind):
            _check_within("points", points, 1, 100)
            check_kind("kind", kind, FatigueKind, "a FatigueKind")
        case Kill(cause=cause):
            check_text("cause", cause, "what it died of, as a text")
        case Occupy(doing=doing):
            check_kind("doing", doing, Doing, "a Doing")
        case Teleport(to=to, facing=facing):
            check_cell("to", to)
            if facing is not None:
                check_facing(facing)
        case Give(weapon=weapon, part=part):
            check_kind("weapon", weapon, (Weapon, str), "a Weapon or the id of one")
            if part is not None:
                check_text("part", part, "the id of a part, or None")
        case Take(item=item):
            check_whole("item", item, of=", as the item has it")
        case Wear(armor=armor):
            pieces = tuple(armor) if isinstance(armor, list | Iterator) else armor
            check_each("armor", pieces, ArmorPiece, "pieces of armour or their ids")
            return replace(edit, armor=tuple(pieces))
    return edit


MOST_OF_A_HAZARD: Final = 99
"""The greatest base index, and of places at once."""

HAZARDS: Final = "a Threat, a Harm, a Fall, a Fire, a Terror or an Ambush"
"""What may befall a creature, as an error lists it."""


def check_hazard(hazard: Hazard) -> None:
    """Check what befalls a creature, as far as that takes no rules.

    Raises:
        BadValue: no hazard, a value of the wrong kind or out of range, an empty word, half a character.
    """
    match hazard:
        case Terror(source=source, modifier=modifier):
            check_text("source", source, "what is feared, as a text")
            check_whole("modifier", modifier, -100, most=100)
        case Threat(index=index, cause=cause):
            _check_within("base_index", index, 1, MOST_OF_A_HAZARD)
            check_text("cause", cause, "what brought it, as a text")
        case Harm(impact=impact, aspect=aspect, at=at, places=places, cause=cause):
            check_kind("impact", impact, Dice, "a whole number or Dice")
            _check_within("impact.count", impact.count, 0, 40)
            _check_within("impact.sides", impact.sides, 1, 20)
            _check_within("impact.plus", impact.plus, -1000, 1000)
            check_kind("aspect", aspect, Aspect, "an Aspect")
            if at is not None:
                check_text("at", at, "the id of a location or part, EVERYWHERE, or None")
            _check_within("places", places, 1, MOST_OF_A_HAZARD)
            check_text("cause", cause, "what brought it, as a text")
        case Fall(feet=feet):
            check_whole("feet", feet, 0)
        case Fire(intensity=intensity, places=places):
            _check_within("intensity", intensity, 1, 20)
            if places is not None:
                _check_within("places", places, 1, MOST_OF_A_HAZARD)
        case Ambush(by=by):
            if by is not None:
                check_whole("by", by, 0, ", the entity of a foe, or None")
        case _:
            raise BadValue(f"the hazard is {_given(hazard)}; expected {HAZARDS}")


def _check_within(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise BadValue(f"{name} is {_given(value)}; expected a whole number {least}..{most}")
