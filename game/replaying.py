"""Replaying: a recorded fight gone through again, input by input, and whether it comes to the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple, Self, cast

from fleshwound.components.errors import FleshwoundError, SaveFault
from fleshwound.components.events import Event
from fleshwound.components.inputs import (
    Acted,
    Befallen,
    Chosen,
    Controlled,
    Edited,
    Input,
    Passed,
    Settled,
    TurnGiven,
    TurnTaken,
    Waited,
)
from fleshwound.game.ai import think
from fleshwound.game.combat import Combat
from fleshwound.game.content import Content, shipped
from fleshwound.game.content.fault import Fault, Faulty, shown
from fleshwound.game.content.fields import OneOf, Range
from fleshwound.game.recording import FORM
from fleshwound.game.saving import codec_of
from fleshwound.game.saving.document import GREATEST
from fleshwound.game.saving.parsing import fault_of, parsed
from fleshwound.game.saving.session import Session
from fleshwound.systems.battle import Battle, Mind
from fleshwound.systems.ruleset import Ruleset
from fleshwound.systems.turns import settle

A_REPLAY: Final = "a replay of a fleshwound combat"


@dataclass(frozen=True, slots=True)
class _Document:
    """What stands in a replay, besides the save it starts from."""

    replay: Annotated[str, OneOf(("fleshwound",))]
    version: Annotated[int, Range(1, FORM)]
    title: str
    inputs: list[Input]
    instants: Annotated[int, Range(0, GREATEST)]
    every: Annotated[int, Range(1, GREATEST)]
    digests: list[str]
    events: Annotated[int, Range(0, GREATEST)]
    digest: str


class Cursor(NamedTuple):
    """How far a replay has come."""

    place: int = 0
    """Index of the next input."""
    passed: int = 0
    """Instants of it that have passed."""
    heard: int = 0
    """Inputs of handlers that have been put in."""
    instant: int = 0
    """Instants since the start."""


class Difference(NamedTuple):
    """Where a replay comes to something else than what was recorded."""

    after: int
    """The last instant known to be the same."""
    instant: int
    """The first known to differ; `after` + 1 where a digest was recorded at every instant."""
    expected: str
    got: str

    def __str__(self) -> str:
        first = f"instant {self.instant}"
        if self.instant - self.after > 1:
            first = f"an instant from {self.after + 1} to {self.instant}"
        return f"{first} differs: expected {self.expected}, got {self.got}"


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded fight: the save it starts from, all that was put in since, and what it came to."""

    title: str
    """Id of the scenario, or what else it was called; may be empty."""
    start: str
    inputs: Sequence[Any]
    """As the file has them: entities are found when their turn comes."""
    instants: int
    every: int
    """Instants between two digests."""
    digests: Sequence[str]
    events: int
    digest: str

    @classmethod
    def read(cls, text: str, *, content: Content | None = None) -> Replay:
        """Read a replay; the save in it is read by `begin`.

        Raises:
            SaveFault: with every fault.
        """
        table = parsed(text, A_REPLAY)
        codec = codec_of(content if content is not None else shipped())
        session = codec.session = Session()
        start = table.pop("start", None)
        try:
            if table.get("replay") != "fleshwound":
                raise Faulty([Fault("replay", "'fleshwound'", _got(table, "replay"))])
            if type(start) is not dict:
                raise Faulty([Fault("start", "a save", "nothing" if start is None else shown(start))])
            found = codec.read(table, _Document)
            if faults := list(_faults(found)):
                raise Faulty(faults)
        except Faulty as wrong:
            raise fault_of(wrong, session.missing) from None
        rest = (found.instants, found.every, found.digests, found.events, found.digest)
        return cls(found.title, json.dumps(start), table["inputs"], *rest)

    def begin(
        self,
        *,
        content: Content | None = None,
        world: str | None = None,
        mind: Mind = think,
        rules: Ruleset | None = None,
        components: Sequence[type[Any]] = (),
    ) -> Replayed:
        """Make the combat of the start, which takes its inputs from here; arguments as for `Combat.load`.

        Raises:
            SaveFault: the save that it starts from can't be loaded.
        """
        combat = Replayed.load(self.start, content=content, world=world, mind=mind, rules=rules, components=components)
        return combat.follow(self, Cursor())

    def verify(
        self,
        *,
        content: Content | None = None,
        mind: Mind = think,
        rules: Ruleset | None = None,
        components: Sequence[type[Any]] = (),
    ) -> Difference | None:
        """Go through it all and find where it first comes to something else; None: nowhere.

        Arguments as for `Combat.load`; it has a world of its own.

        Raises:
            SaveFault: the save that it starts from can't be loaded.
        """
        combat = self.begin(content=content, mind=mind, rules=rules, components=components)
        known = combat.cursor.instant
        try:
            while combat.differs is None and combat.step():
                known = combat.cursor.instant
        except FleshwoundError as wrong:
            return Difference(known, known + 1, "the inputs to be taken", f"{type(wrong).__name__}: {wrong}")
        if combat.differs is not None:
            return combat.differs
        if combat.cursor.instant < self.instants:
            return Difference(known, known + 1, f"{self.instants} instants", f"{combat.cursor.instant}")
        if (left := combat.unused) is not None:
            return Difference(known, known + 1, f"inputs[{left}] to be put in", "no moment for it")
        if (combat.battle.outbox.count, combat.digest) != (self.events, self.digest):
            before = len(self.digests) * self.every
            got = f"{combat.battle.outbox.count} events, {combat.digest}"
            return Difference(before, max(before + 1, self.instants), f"{self.events} events, {self.digest}", got)
        return None


class Replayed(Combat):
    """A combat that takes its inputs from a replay as its time passes, whoever lets it pass and however."""

    _replay: Replay
    _heard: list[Any]
    cursor: Cursor
    """How far it has come."""
    differs: Difference | None
    """Where it first came to another digest than the one recorded; None: nowhere so far."""

    def follow(self, replay: Replay, cursor: Cursor) -> Self:
        """Take inputs from `replay`, from `cursor` on."""
        self._replay, self.cursor, self.differs = replay, cursor, None
        self._heard = [raw for raw in replay.inputs if _heard(raw)]
        self.subscribe(Event, self._hear)
        return self

    @property
    def unused(self) -> int | None:
        """Index of the first input that hasn't been put in yet; None: all have."""
        inputs = self._replay.inputs
        if self.cursor.heard < len(self._heard):
            waiting = self._heard[self.cursor.heard]
            return min(self.cursor.place, next(n for n, raw in enumerate(inputs) if raw is waiting))
        return self.cursor.place if self.cursor.place < len(inputs) else None

    def _instant(self, battle: Battle, until: int | None) -> bool:
        inputs = self._replay.inputs
        while self.cursor.place < len(inputs):
            raw = inputs[self.cursor.place]
            fields = _fields(raw)
            match next(iter(raw)):
                case Passed.__name__ if self.cursor.passed < fields["instants"]:
                    return self._pass_one(battle, until)
                case Waited.__name__:
                    if until is not None and fields["until"] > until:
                        return False
                    super()._instant(battle, fields["until"])
                    if battle.pending is None:
                        battle.now = max(battle.now, fields["until"])
                case Settled.__name__:
                    settle(battle)
                case Passed.__name__:
                    pass
                case _ if not _heard(raw):
                    self._put_in(battle, raw)
                case _:
                    pass
            self.cursor = self.cursor._replace(place=self.cursor.place + 1, passed=0)
        return False

    def _pass_one(self, battle: Battle, until: int | None) -> bool:
        if not super()._instant(battle, until):
            return False
        _, passed, _, instant = self.cursor
        self.cursor = self.cursor._replace(passed=passed + 1, instant=instant + 1)
        every, digests = self._replay.every, self._replay.digests
        if self.differs is None and (instant + 1) % every == 0:
            place = (instant + 1) // every - 1
            got = battle.outbox.digest.hexdigest()
            if got != digests[place]:
                self.differs = Difference(instant + 1 - every, instant + 1, digests[place], got)
        return True

    def _hear(self, event: Event) -> None:
        """Put in what a handler of this event put in."""
        battle = self.battle
        while self.cursor.heard < len(self._heard):
            raw = self._heard[self.cursor.heard]
            if _heard(raw) != battle.outbox.heard:
                return
            self.cursor = self.cursor._replace(heard=self.cursor.heard + 1)
            self._put_in(battle, raw)

    def _put_in(self, battle: Battle, raw: Any) -> None:
        self._codec.session = Session(entities=battle.roster)
        battle.seen.clear()
        try:
            what: Input = self._codec.read(raw, cast(Any, Input))
            match what:
                case Acted(entity, intent):
                    self.act(entity, intent)
                case Chosen(number, option):
                    for decision in self.decisions:
                        if decision.number == number and 0 <= option < len(decision.options):
                            self.answer(decision, decision.options[option])
                            return
                    raise SaveFault([f"decision {number} isn't pending, or has no option {option}"])
                case Edited(edit):
                    self.edit(edit)
                case Befallen(entity, hazard):
                    self.befall(entity, hazard)
                case Controlled(entity, intents, decisions, ai=ai):
                    self.control(entity, intents=intents, decisions=decisions, ai=ai)
                case TurnGiven(entity):
                    self.begin_turn(entity)
                case TurnTaken():
                    self.end_turn()
                case other:
                    raise SaveFault([f"{other!r} is no input of a handler"])
        except FleshwoundError as wrong:
            raise SaveFault([f"inputs[{self.cursor.place}] can't be put in at {battle.now} µs: {wrong}"]) from wrong


def _got(table: dict[str, Any], key: str) -> str:
    return shown(table[key]) if key in table else "nothing"


def _faults(found: _Document) -> Iterator[Fault]:
    """List what doesn't fit together, input by input and as a whole."""
    passed = heard = 0
    for index, one in enumerate(found.inputs):
        at = f"inputs[{index}].{type(one).__name__}"
        match one:
            case Passed(instants):
                yield from _within(f"{at}.instants", instants, 1, GREATEST)
                passed += instants
            case Waited(until):
                yield from _within(f"{at}.until", until, 0, GREATEST)
            case Chosen(decision, option):
                yield from _within(f"{at}.decision", decision, 1, GREATEST)
                yield from _within(f"{at}.option", option, 0, GREATEST)
        if isinstance(one, Passed | Waited | Settled):
            yield from _within(f"{at}.heard", one.heard, 0, 0)  # no handler lets time pass
        elif one.heard:
            yield from _within(f"{at}.heard", one.heard, max(1, heard), found.events)
            heard = max(heard, one.heard)
    if passed != found.instants:
        yield Fault("instants", f"{passed}, as many as the inputs let pass", str(found.instants))
    if len(found.digests) != (digests := found.instants // found.every):
        yield Fault("digests", f"{digests} of them", str(len(found.digests)))


def _within(path: str, value: int, least: int, most: int) -> Iterator[Fault]:
    if not least <= value <= most:
        yield Fault(path, str(Range(least, most)), shown(value))


def _fields(raw: Any) -> dict[str, Any]:
    fields: dict[str, Any] = next(iter(raw.values()))
    return fields


def _heard(raw: Any) -> int:
    heard: int = _fields(raw).get("heard", 0)
    return heard
