"""Loading: the text of a save, checked whole, then put into a battle."""

from __future__ import annotations

import gc
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import esper

from fleshwound.components.creature import Combatant, Controller, Lying, Scores
from fleshwound.components.errors import SaveFault, UnknownName
from fleshwound.components.intents import Intent
from fleshwound.components.minds import SIMPLE
from fleshwound.game.content.fault import Fault, Faulty, shown
from fleshwound.game.muster import Muster
from fleshwound.game.saving.codec import Codec
from fleshwound.game.saving.document import Document
from fleshwound.game.saving.kinds import kinds_of, task_types
from fleshwound.game.saving.migrations import migrated
from fleshwound.game.saving.parsing import fault_of, parsed
from fleshwound.game.saving.session import Session
from fleshwound.game.saving.soundness import crowding, faults_in
from fleshwound.systems.agenda import Entry
from fleshwound.systems.battle import Battle, Encounter, Result, Turn
from fleshwound.systems.digest import Digest
from fleshwound.systems.field import Field
from fleshwound.systems.ruleset import Ruleset

LONGEST: Final = 1_000
"""Characters that a message about what is pending has, at the most."""

A_SAVE: Final = "a save of a fleshwound combat"


@contextmanager
def uncollected() -> Iterator[None]:
    """Spare the garbage collector the look through a big save again and again: all that is read is kept."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Checked:
    """A save that has been read and found sound."""

    document: Document
    ruleset: Ruleset
    wishes: Mapping[str, Any]
    """As they stand in JSON: their targets are found once the creatures are there."""
    words: bytes
    """The state of the dice."""


def checked(codec: Codec, text: str, ruleset_of: Callable[[str], Ruleset], components: Iterable[type[Any]]) -> Checked:
    """Read and check a save whole; nothing is made of it yet.

    Raises:
        SaveFault: with every fault.
    """
    table = parsed(text, A_SAVE)
    codec.session = session = Session()
    try:
        if table.get("save") != "fleshwound":
            raise Faulty([Fault("save", "'fleshwound'", shown(table.get("save")))])
        table = migrated(table)
        ruleset = _ruleset(table, ruleset_of)
        session.kinds = kinds_of(ruleset, components, codec)
        session.tasks = task_types(ruleset)
        session.read_scores = _scores(codec, table)
        document = codec.read(table, Document)
        words, faults = _words(document)
        faults += faults_in(document, ruleset, session.kinds)
        if faults:
            raise Faulty(faults)
    except Faulty as wrong:
        raise fault_of(wrong, session.missing) from None
    return Checked(document, ruleset, table["wishes"], words)


def _ruleset(table: Mapping[str, Any], ruleset_of: Callable[[str], Ruleset]) -> Ruleset:
    name, version = table.get("ruleset"), table.get("rules_version")
    if type(name) is not str:
        raise Faulty([Fault("ruleset", "the name of a ruleset", shown(name))])
    try:
        ruleset = ruleset_of(name)
    except UnknownName as unknown:
        raise Faulty([Fault("ruleset", "the name of a ruleset", shown(name), name, unknown.known)]) from None
    if ruleset.name != name:
        raise Faulty([Fault("ruleset", f"{ruleset.name!r}, as the rules given to load it with", shown(name))])
    if type(version) is not int or not 1 <= version <= ruleset.version:
        newer = " (newer rules read it)" if type(version) is int and version > 1 else ""
        raise Faulty([Fault("rules_version", f"1..{ruleset.version}{newer}", shown(version))])
    return ruleset


def _scores(codec: Codec, table: Mapping[str, Any]) -> list[Scores]:
    try:
        return [Scores(of) for of in codec.read(table.get("scores"), list[dict[str, int]])]
    except Faulty:  # told with all others, when the whole document is read
        scores = table.get("scores")
        return [Scores({})] * (len(scores) if type(scores) is list else 0)


def _words(document: Document) -> tuple[bytes, list[Fault]]:
    try:
        words = b64decode(document.dice.words, validate=True)
    except (NoBase64, ValueError):
        words = b""
    if len(words) == 2496 and any(words):
        return words, []
    return words, [Fault("dice.words", "2496 bytes in base 64, not all of them 0", shown(document.dice.words))]


def restore(codec: Codec, save: Checked, battle: Battle, muster: Muster) -> None:
    """Put a save into a battle that has just been made for it. The battle's world must be the current one.

    Raises:
        SaveFault: two stand on one cell, or the pending decision doesn't fit the rules; no entity has been left behind.
    """
    document = save.document
    made: list[int] = []
    for parts in document.creatures:
        who: Combatant = parts[Combatant]
        entity: int = esper.create_entity(*parts.values(), *battle.ruleset.derived(who.creature))
        made.append(entity)
        battle.roster[who.id] = entity
        battle.ids[entity] = who.id
    for parts in document.ground:
        lying: int = esper.create_entity(*parts.values())
        made.append(lying)
        battle.ground[parts[Lying].item.number] = lying
    if crowded := list(crowding(document, battle)):
        _unmake(made)
        raise fault_of(Faulty(crowded), [])
    muster.restore((parts[Combatant].name for parts in document.creatures), document.numbers)
    _restore_battle(save, battle)
    codec.session = Session(entities=battle.roster)
    battle.wishes = codec.read(save.wishes, dict[int, Intent])
    if document.pending is not None:
        pending = document.pending
        try:
            battle.resume(pending.task, pending.history, dict(pending.changed))
        except Exception as wrong:  # a hand may have written anything into the state that the rule reads
            _unmake(made)
            fault = Fault("pending", f"a {pending.task.kind!r} that comes to the saved decision", _cut(str(wrong)))
            raise SaveFault([str(fault)]) from wrong


def _cut(message: str) -> str:
    """Leave out the middle of a message that repeats what a hand wrote at any length."""
    return message if len(message) <= LONGEST else f"{message[: LONGEST // 2]} … {message[-LONGEST // 2 :]}"


def _unmake(made: Iterable[int]) -> None:
    for entity in made:
        esper.delete_entity(entity, immediate=True)


def _restore_battle(save: Checked, battle: Battle) -> None:
    document = save.document
    setup = document.setup
    battle.field = Field(setup.width, setup.height, frozenset(setup.blocked))
    battle.streams.resume(save.words, document.dice.place)
    battle.now = document.now
    battle.ai_of = setup.ai_of
    battle.made, battle.items, battle.decided = document.made, document.items, document.decided
    agenda = document.agenda
    battle.agenda.restore((Entry(due.due, due.sequence, due.task) for due in agenda.due), agenda.sequence)
    encounter, turn, result = document.encounter, document.turn, document.result
    battle.encounter = None if encounter is None else Encounter(encounter.began, encounter.mark, encounter.round)
    if turn is not None:
        battle.turn = Turn(
            turn.creature, turn.began, turn.acted, turn.feet, turn.refused, turn.shaken, turn.done, turn.ending
        )
    battle.result = None if result is None else Result(result.winner, result.reason, result.rounds)
    battle.held_up = document.held_up
    battle.stirred = document.stirred
    asked = any(parts[Controller].decisions == "ask" for parts in document.creatures)
    battle.asked = asked or document.pending is not None
    battle.weighs = any(parts[Controller].ai != SIMPLE for parts in document.creatures)
    events = document.events
    digest = Digest(events.digest.link, events.digest.waiting, events.digest.count)
    battle.outbox.restore(events.undrained, events.undelivered, events.count, digest)
