"""Drivers: what answers a rule that asks.

One rule serves play (`sample`, and `Asking` where a person decides), odds (`enumerated`) and tests (`scripted`); so the
odds can't drift from play.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from fleshwound.components.draws import Ask, Draw, Facts, Rule
from fleshwound.components.errors import BadValue, DecisionError

Uniform: TypeAlias = Callable[[], float]
"""The next number of a stream, in [0, 1)."""

Decide: TypeAlias = Callable[[Ask], Hashable]
"""Chooses one of the options of an ask."""

HashableFacts = TypeVar("HashableFacts", bound=Hashable)


class Answered(NamedTuple):
    """One request of a rule and what it was answered with."""

    request: Draw | Ask
    answer: Any
    """Whatever the request may be answered with: a `Level`, a sum, a face, an option."""
    face: int | None
    """For a d100: the face shown, 1..100."""


def policy(ask: Ask) -> Hashable:
    """Choose as the ruleset's own policy does: the first option."""
    return ask.options[0]


def checked(ask: Ask, choice: Hashable) -> Hashable:
    """Give `choice` back if `ask` offers it.

    Raises:
        DecisionError: it is none of the options.
    """
    if choice not in ask.options:
        raise DecisionError(f"{ask.question} can't be answered with {choice!r}; expected one of {list(ask.options)}")
    return choice


def at(draw: Draw, position: int) -> Answered:
    """Answer `draw` with what lies at one of its equally likely positions, 0..total-1.

    The face of a d100 comes from the same position, so class and face never disagree.
    """
    answer = draw.of.answers[bisect_right(draw.of.running, position)]
    return Answered(draw, answer, draw.faces[position] if draw.faces else None)


def sample(
    rule: Rule[Facts], uniform: Uniform, decide: Decide | None = None, trail: list[Answered] | None = None
) -> Facts:
    """Play `rule` once, one number of the stream for each draw.

    `decide` answers what controllers are asked (none: the ruleset's policy). `trail` gathers every request with its
    answer, for the log; the facts are the same with and without it.

    Raises:
        DecisionError: `decide` chose what wasn't offered.
    """
    send = rule.send
    answer: Any = None
    try:
        if trail is None:
            while True:
                request = send(answer)
                if isinstance(request, Ask):
                    answer = checked(request, decide(request)) if decide else request.options[0]
                else:
                    answers, running, total = request.of
                    answer = answers[bisect_right(running, uniform() * total)]
        while True:
            request = send(answer)
            if isinstance(request, Ask):
                given = Answered(request, checked(request, (decide or policy)(request)), None)
                trail.append(given)
                answer = given.answer
                continue
            # `at`, written out, and `Answered` without its own constructor: every exchange passes here
            answers, running, total = request.of
            position = int(uniform() * total)
            answer = answers[bisect_right(running, position)]
            faces = request.faces
            face = faces[position] if faces else None
            trail.append(tuple.__new__(Answered, (request, answer, face)))
    except StopIteration as done:
        facts: Facts = done.value
        return facts


def enumerated(rule: Callable[[], Rule[HashableFacts]], decide: Decide = policy) -> dict[HashableFacts, Fraction]:
    """Give the exact distribution of the facts of `rule`, by walking every answer to every draw.

    `rule` makes a fresh generator each time: generators can't be copied, so a path that branches off is played again
    from its start. Keep a rule a short stage and join stages by their distributions.

    Raises:
        DecisionError: `decide` chose what wasn't offered.
    """
    found: dict[HashableFacts, Fraction] = defaultdict(Fraction)
    unexplored: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while unexplored:
        path, chance = unexplored.pop()
        playing = rule()
        try:
            request = next(playing)
            for answer in path:
                request = playing.send(answer)
            while True:
                if isinstance(request, Ask):
                    answer = checked(request, decide(request))
                else:
                    answers, running, total = request.of
                    unexplored.extend(
                        ((*path, other), chance * Fraction(after - before, total))
                        for other, before, after in zip(answers[1:], running, running[1:], strict=False)
                    )
                    answer, chance = answers[0], chance * Fraction(running[0], total)
                path = (*path, answer)
                request = playing.send(answer)
        except StopIteration as done:
            found[done.value] += chance
    return dict(found)


def scripted(rule: Rule[Facts], *answers: Any) -> Facts:
    """Play `rule` with these answers to its draws and asks, for tests.

    Raises:
        AssertionError: an answer that the request can't have, too few answers, or too many.
    """
    left = list(answers)
    try:
        request = next(rule)
        while True:
            ask = isinstance(request, Ask)
            name = request.question if isinstance(request, Ask) else request.what
            options = request.options if isinstance(request, Ask) else request.of.answers
            if not left:
                raise AssertionError(f"the rule also {'asks' if ask else 'draws'}: {name}, one of {list(options)}")
            if left[0] not in options:
                raise AssertionError(f"{name} can't come out as {left[0]!r}; expected one of {list(options)}")
            request = rule.send(left.pop(0))
    except StopIteration as done:
        if left:
            raise AssertionError(f"never asked for: {left}") from None
        facts: Facts = done.value
        return facts


class Asking(Generic[Facts]):
    """Play a rule that may have to wait for somebody's choice.

    It plays from a stream until a controller must be asked, then stops with that `Ask` pending; `answer` goes on.
    `history` holds every answer so far as a whole number: the position drawn, or the index of the option chosen. A
    fresh generator of the same rule, over the same inputs, with that history comes to the same place: so a fight is
    saved while a decision is pending. With a history it draws nothing until the next `answer`.

    Raises:
        BadValue: the history doesn't fit the rule, or doesn't end where somebody is asked.
    """

    def __init__(
        self,
        rule: Rule[Facts],
        uniform: Uniform,
        must_ask: Callable[[Ask], bool],
        history: Sequence[int] | None = None,
    ) -> None:
        self._rule = rule
        self._uniform = uniform
        self._must_ask = must_ask
        self._request: Draw | Ask | None = None
        self._facts: Facts | None = None
        self.trail: list[Answered] = []
        """Every request so far with its answer."""
        self.history: list[int] = []
        """The same as whole numbers, for a save."""
        self._send(None)
        if history is None:
            self._play()
            return
        for number in history:
            self._replay(number)
        if self.pending is None:
            raise BadValue("the history ends where nobody is asked; expected it to end with a decision pending")

    @property
    def pending(self) -> Ask | None:
        """What waits for an answer; None once the rule is complete."""
        return self._request if isinstance(self._request, Ask) else None

    @property
    def done(self) -> bool:
        """Whether the rule is complete."""
        return self._request is None

    @property
    def facts(self) -> Facts:
        """What the rule came to.

        Raises:
            DecisionError: a decision is still pending.
        """
        if self._request is not None:
            raise DecisionError("the rule isn't complete; answer what is pending first")
        facts: Facts = self._facts  # type: ignore[assignment]  # None only before completion, or as the rule's own facts
        return facts

    def answer(self, choice: Hashable) -> None:
        """Answer what is pending and go on.

        Raises:
            DecisionError: nothing is pending, or `choice` isn't offered.
        """
        ask = self.pending
        if ask is None:
            raise DecisionError("nothing is pending; expected a decision that waits for an answer")
        self._choose(ask, checked(ask, choice))
        self._play()

    def _play(self) -> None:
        while (request := self._request) is not None:
            if isinstance(request, Draw):
                self._draw(request, int(self._uniform() * request.of.total))
            elif self._must_ask(request):
                return
            else:
                self._choose(request, request.options[0])

    def _replay(self, number: int) -> None:
        request = self._request
        count = 0 if request is None else request.of.total if isinstance(request, Draw) else len(request.options)
        if not 0 <= number < count:
            raise BadValue(f"the history has {number} where the rule has {count} answers")
        if isinstance(request, Draw):
            self._draw(request, number)
        elif request is not None:
            self._choose(request, request.options[number])

    def _draw(self, draw: Draw, position: int) -> None:
        self.trail.append(at(draw, position))
        self.history.append(position)
        self._send(self.trail[-1].answer)

    def _choose(self, ask: Ask, choice: Hashable) -> None:
        self.trail.append(Answered(ask, choice, None))
        self.history.append(ask.options.index(choice))
        self._send(choice)

    def _send(self, answer: Any) -> None:
        try:
            self._request = self._rule.send(answer)
        except StopIteration as done:
            self._request = None
            self._facts = done.value
