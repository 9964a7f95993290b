"""Writing: a whole combat as the text of a save."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import esper

from fleshwound.components.intents import Intent
from fleshwound.game.muster import Muster
from fleshwound.game.saving.codec import Codec
from fleshwound.game.saving.document import (
    VERSION,
    Dice,
    Document,
    Due,
    Entries,
    SavedDigest,
    SavedEncounter,
    SavedEvents,
    SavedPending,
    SavedResult,
    SavedTurn,
    Setup,
)
from fleshwound.game.saving.session import Parts, Session
from fleshwound.systems.battle import Battle
from fleshwound.systems.outbox import Outbox


def written(codec: Codec, battle: Battle, muster: Muster, kinds: Mapping[str, type[Any]]) -> str:
    """Write a save. The battle's world must be the current one, and no instant under way.

    Raises:
        Unsaveable: it holds definitions that the content doesn't have.
    """
    session = codec.session = Session(ids=battle.ids, kinds=kinds)
    document = _document(battle, muster)
    table = codec.written(document, Document)
    table["scores"] = session.scores
    codec.check_strangers()
    return json.dumps(table, separators=(",", ":"))


def _document(battle: Battle, muster: Muster) -> Document:
    encounter, turn, pending, result = battle.encounter, battle.turn, battle.pending, battle.result
    words, place = battle.streams.standing
    wishes: dict[int, Intent] = dict(battle.wishes)
    return Document(
        save="fleshwound",
        version=VERSION,
        ruleset=battle.ruleset.name,
        rules_version=battle.ruleset.version,
        seed=battle.streams.seed,
        setup=_setup(battle),
        now=battle.now,
        dice=Dice(b64encode(words).decode(), place),
        scores=[],  # gathered as the components are written
        creatures=[_parts(entity) for entity in battle.roster.values()],
        ground=[_parts(entity) for entity in battle.ground.values()],
        made=battle.made,
        items=battle.items,
        numbers=muster.numbers,
        agenda=Entries(battle.agenda.sequence, [Due(*entry) for entry in battle.agenda]),
        encounter=None if encounter is None else SavedEncounter(encounter.began, encounter.mark, encounter.round),
        turn=None
        if turn is None
        else SavedTurn(
            turn.creature, turn.began, turn.acted, turn.feet, turn.refused, turn.shaken, turn.done, turn.ending
        ),
        wishes=wishes,
        pending=None if pending is None else SavedPending(pending.task, pending.playing.history, pending.changed),
        held_up=battle.held_up,
        decided=battle.decided,
        stirred=battle.stirred,
        result=None if result is None else SavedResult(result.winner, result.reason, result.rounds),
        events=_events(battle.outbox),
    )


def _setup(battle: Battle) -> Setup:
    field = battle.field
    turns = "host" if battle.host_turns else "ruleset"
    return Setup(
        field.width,
        field.height,
        sorted(field.blocked),
        battle.awareness,
        battle.round_limit,
        turns,
        battle.ai,
        dict(sorted(battle.ai_of.items())),
    )


def _parts(entity: int) -> Parts:
    components: tuple[object, ...] = esper.components_for_entity(entity)
    return Parts((type(component), component) for component in components)


def _events(outbox: Outbox) -> SavedEvents:
    return SavedEvents(outbox.count, SavedDigest(*outbox.digest.standing), outbox.undrained, list(outbox.undelivered))
