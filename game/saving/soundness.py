"""Soundness: whether a save that is right field by field is also right as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from fleshwound.components.creature import Allegiance, Combatant, Conditions, Controller, Held, Item, Lying, Place
from fleshwound.components.kit import Kit
from fleshwound.components.minds import MINDS
from fleshwound.game.content.fault import Fault, shown
from fleshwound.game.saving.document import Document
from fleshwound.game.saving.kinds import EVERYONES
from fleshwound.game.saving.session import Parts
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import Cell, Field
from fleshwound.systems.ruleset import Ruleset


def faults_in(document: Document, ruleset: Ruleset, kinds: Mapping[str, type[Any]]) -> list[Fault]:
    """List everything that doesn't fit together in a save."""
    needed = (*EVERYONES, *ruleset.components)
    faults = list(_whole(document, needed))
    if faults:
        return faults  # what is told of creatures needs all their components
    return [
        *_creatures(document, ruleset),
        *_items(document),
        *_holds(document),
        *_times(document),
        *_names(document),
    ]


def _whole(document: Document, needed: tuple[type[Any], ...]) -> Iterator[Fault]:
    for index, parts in enumerate(document.creatures):
        for kind in needed:
            if kind not in parts:
                yield Fault(f"creatures[{index}].{kind.__name__}", "a component that each creature has", "nothing")
    for index, parts in enumerate(document.ground):
        if set(parts) != {Lying, Place}:
            got = ", ".join(kind.__name__ for kind in parts)
            yield Fault(f"ground[{index}]", "the components Lying and Place", got or "none")


def _creatures(document: Document, ruleset: Ruleset) -> Iterator[Fault]:
    setup = document.setup
    field = Field(setup.width, setup.height, frozenset(setup.blocked))
    before = 0
    names: set[str] = set()
    for index, parts in enumerate(document.creatures):
        at = f"creatures[{index}]"
        who: Combatant = parts[Combatant]
        if not before < who.id <= document.made:
            yield Fault(f"{at}.Combatant.id", f"a combat id in rising order, up to {document.made}", shown(who.id))
        before = max(before, who.id)
        if not who.name or who.name in names:
            yield Fault(f"{at}.Combatant.name", "a name of its own", shown(who.name))
        names.add(who.name)
        if not parts[Allegiance].side:
            yield Fault(f"{at}.Allegiance.side", "a word", "''")
        controller: Controller = parts[Controller]
        for field_name, right in (("intents", ("ai", "host")), ("decisions", ("auto", "ask")), ("ai", MINDS)):
            if (got := getattr(controller, field_name)) not in right:
                yield Fault(f"{at}.Controller.{field_name}", f"{right[0]!r} or {right[1]!r}", shown(got))
        yield from _place(f"{at}.Place", parts, field)
        for path, expected, found in ruleset.faults(parts):
            yield Fault(f"{at}.{path}", expected, found)
    for index, parts in enumerate(document.ground):
        yield from _place(f"ground[{index}].Place", parts, field)


def _place(at: str, parts: Parts, field: Field) -> Iterator[Fault]:
    place: Place = parts[Place]
    if not field.open((place.x, place.y)):
        yield Fault(at, "an open cell of the map", f"({place.x}, {place.y})")
    if place.facing not in range(8):
        yield Fault(f"{at}.facing", "0..7", shown(place.facing))


def crowding(document: Document, battle: Battle) -> Iterator[Fault]:
    """List who stands where another stands already; `battle` has the creatures. Over the fallen anybody may stand.

    Rules that keep no `Conditions` know no fallen, and one brought back among them may well share a cell.
    """
    standing: dict[Cell, int] = {}
    rules = battle.ruleset
    for index, (parts, entity) in enumerate(zip(document.creatures, battle.roster.values(), strict=True)):
        if Conditions not in parts or rules.out(entity) or rules.prone(entity):
            continue
        place: Place = parts[Place]
        first = standing.setdefault((place.x, place.y), index)
        if first != index:
            got = f"({place.x}, {place.y}), where creatures[{first}] stands"
            yield Fault(f"creatures[{index}].Place", "a cell where nobody else stands", got)


def _items(document: Document) -> Iterator[Fault]:
    found: list[tuple[str, Item]] = []
    for index, parts in enumerate(document.creatures):
        if (held := parts.get(Held)) is not None:
            found += [(f"creatures[{index}].Held.items.{part}", item) for part, item in held.items.items()]
        if (kit := parts.get(Kit)) is not None:
            found += [(f"creatures[{index}].Kit.belt[{place}]", item) for place, item in enumerate(kit.belt)]
    found += [(f"ground[{index}].Lying.item", parts[Lying].item) for index, parts in enumerate(document.ground)]
    numbers: set[int] = set()
    for path, item in found:
        if item.number in numbers or not 1 <= item.number <= document.items:
            yield Fault(f"{path}.number", f"1..{document.items}, no two alike", shown(item.number))
        numbers.add(item.number)


def _holds(document: Document) -> Iterator[Fault]:
    """Check that each hold stands with both: with whoever is held, and with whoever holds."""
    under = {parts[Combatant].id: parts.get(Conditions) for parts in document.creatures}
    for index, parts in enumerate(document.creatures):
        one: int = parts[Combatant].id
        conditions: Conditions | None = parts.get(Conditions)
        if conditions is None:
            continue
        seen: set[tuple[int, int | None]] = set()
        for place, held in enumerate(conditions.immobilized):
            path = f"creatures[{index}].Conditions.immobilized[{place}]"
            holder = None if held.by is None else under.get(held.by)
            holds = [] if holder is None else [(hold.victim, hold.part) for hold in holder.holds]
            if held.by is not None and (one, held.part) not in holds:
                yield Fault(f"{path}.by", "the combat id of a creature that holds that part, or null", shown(held.by))
            elif held.by is not None and (held.part, held.by) in seen:
                yield Fault(f"{path}.part", "each part once for each holder", shown(held.part))
            seen.add((held.part, held.by))
        for place, hold in enumerate(conditions.holds):
            path = f"creatures[{index}].Conditions.holds[{place}]"
            victim = under.get(hold.victim)
            held_by = [] if victim is None else [(held.part, held.by) for held in victim.immobilized]
            if (hold.part, one) not in held_by or hold.victim == one:
                yield Fault(f"{path}.victim", "the combat id of another, who is held so", shown(hold.victim))
            trial = ("renew", one, (hold.victim, hold.part, hold.renews_at))
            if all((due.due, due.task) != (hold.renews_at, trial) for due in document.agenda.due):
                yield Fault(f"{path}.renews_at", "the moment of its next trial in the agenda", shown(hold.renews_at))


def _times(document: Document) -> Iterator[Fault]:
    agenda = document.agenda
    before = (0, 0)
    sequences: set[int] = set()
    for index, due in enumerate(agenda.due):
        at = f"agenda.due[{index}]"
        if due.due < document.now or (due.due, due.sequence) <= before:
            yield Fault(f"{at}.due", f"{document.now} or later, in rising order", shown(due.due))
        before = max(before, (due.due, due.sequence))
        if due.sequence in sequences or not 1 <= due.sequence <= agenda.sequence:
            yield Fault(f"{at}.sequence", f"1..{agenda.sequence}, no two alike", shown(due.sequence))
        sequences.add(due.sequence)
    turn, encounter = document.turn, document.encounter
    for path, moment in (
        ("encounter.began", None if encounter is None else encounter.began),
        ("turn.began", None if turn is None else turn.began),
    ):
        if moment is not None and moment > document.now:
            yield Fault(path, f"0..{document.now}", shown(moment))
    if encounter is not None and encounter.mark > agenda.sequence:
        yield Fault("encounter.mark", f"0..{agenda.sequence}", shown(encounter.mark))
    if encounter is not None:
        tasks = [*(due.task for due in agenda.due), *document.held_up]
        rounds = sum(task.kind in ("round", "next_round") and task.payload == (encounter.mark,) for task in tasks)
        if rounds != 1:  # without it no turn would ever come again
            yield Fault("agenda.due", f"one round of the encounter marked {encounter.mark}", str(rounds))
    events = document.events
    if not re.fullmatch(r"(?:[0-9a-f]{2})*+", events.digest.waiting):
        yield Fault("events.digest.waiting", "hexadecimal digits, two for each byte", shown(events.digest.waiting))
    if len(events.undrained) > events.count or len(events.undelivered) > events.count:
        yield Fault("events.count", "as many events as wait to be told, or more", shown(events.count))


def _names(document: Document) -> Iterator[Fault]:
    """Check that whoever is named takes part. The agenda may name who has left: that comes to nothing."""
    present = {parts[Combatant].id for parts in document.creatures}

    def absent(path: str, creature: int) -> Iterator[Fault]:
        if creature not in present:
            yield Fault(path, "the combat id of a creature that takes part", shown(creature))

    if document.turn is not None:
        yield from absent("turn.creature", document.turn.creature)
    for creature in document.wishes:
        yield from absent(f"wishes.{creature}", creature)
    pending = document.pending
    if pending is not None:
        yield from absent("pending.task[1]", pending.task.creature)
        for creature in pending.changed:
            yield from absent(f"pending.changed.{creature}", creature)
    for index, task in enumerate(document.held_up):
        yield from _known(f"held_up[{index}]", task, document)


def _known(path: str, task: Task, document: Document) -> Iterator[Fault]:
    if task.creature > document.made:
        yield Fault(f"{path}[1]", f"a combat id, 0..{document.made}", shown(task.creature))
