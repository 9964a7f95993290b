"""The stage: what happened is shown in its order, so that whoever walks has arrived before its blow is seen.

What one turn holds is played within that turn's own share of the round; when the next turn begins, what is left of it
is done at once. So the picture is never further behind the log than one turn, at any speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from fleshwound.components.ids import SECOND
from fleshwound.game.arena.blood import Stain
from fleshwound.game.arena.effects import FloatingText, Strike
from fleshwound.game.arena.tokens import Token

WALK: Final = 0.5
"""The most seconds of the viewer's time that a walk takes."""

SHARE: Final = 0.6
"""Of a turn's own time that a walk takes at the most."""


@dataclass(slots=True)
class Showing:
    """What one event adds to the picture once its turn to be seen has come."""

    strikes: list[Strike] = field(default_factory=list)
    texts: list[FloatingText] = field(default_factory=list)
    stains: list[Stain] = field(default_factory=list)


@dataclass(slots=True)
class _Walk:
    creature: int
    cells: int
    """How many of its token's next cells it leads through."""
    delay: bool
    """Its last blow is to be seen first."""
    left: float = 0.0
    """Seconds it still takes; set when it begins."""
    begun: bool = False


@dataclass(slots=True)
class _Act:
    at: int
    what: _Walk | Showing


class Stage:
    """Walks and what is shown after them, in order; `turn` is the time a turn has, in microseconds."""

    def __init__(self) -> None:
        self.turn = SECOND
        self._acts: list[_Act] = []
        self._struck: set[int] = set()

    @property
    def busy(self) -> bool:
        """Whether anything waits to be seen."""
        return bool(self._acts)

    @property
    def since(self) -> int | None:
        """When the oldest thing that waits to be seen happened; None: nothing does."""
        return self._acts[0].at if self._acts else None

    def walk(self, at: int, creature: int, cells: int) -> None:
        """Let a token walk through so many more cells."""
        self._acts.append(_Act(at, _Walk(creature, cells, creature in self._struck)))

    def show(self, at: int, showing: Showing) -> list[Showing]:
        """Show something after what waits; give it back if it can be seen at once."""
        for strike in showing.strikes:
            self._struck |= {strike.attacker, strike.target}
        if not self._acts:
            return [showing]
        self._acts.append(_Act(at, showing))
        return []

    def play(self, tokens: Mapping[int, Token], seconds: float, speed: float, now: int) -> list[Showing]:
        """Let the viewer's time pass, the fight `speed` times as fast (0: it is paused); give what is seen now."""
        if self._acts and now - self._acts[0].at >= self.turn:
            return self.finish(tokens)
        span = min(WALK, SHARE * self.turn / SECOND / speed) if speed else WALK
        seen: list[Showing] = []
        while self._acts:
            act = self._acts[0].what
            if isinstance(act, Showing):
                seen.append(act)
            else:
                token = tokens.get(act.creature)
                if token is not None:
                    seconds = _go_on(act, token, seconds, span)
                    if act.cells:
                        break
            del self._acts[0]
        return seen

    def finish(self, tokens: Mapping[int, Token]) -> list[Showing]:
        """Do at once all that waits: everybody stands where its creature is."""
        for token in tokens.values():
            token.arrive()
        seen = [act.what for act in self._acts if isinstance(act.what, Showing)]
        self._acts.clear()
        self._struck.clear()
        return seen


def _go_on(walk: _Walk, token: Token, seconds: float, span: float) -> float:
    """Walk on for so many seconds; give how many are left when it has arrived."""
    if not walk.begun:
        walk.begun, walk.left = True, span
    if walk.delay:
        walk.left -= seconds
        if walk.left > 0:
            return 0.0
        seconds, walk.left, walk.delay = -walk.left, span, False
    walk.left = min(walk.left, span)  # the fight may have become faster meanwhile
    part = 1.0 if seconds >= walk.left else seconds / walk.left
    spent = min(seconds, walk.left)
    walk.left -= spent
    come = token.walk(walk.cells, part)
    walk.cells = walk.cells - come if part < 1 else 0
    return seconds - spent
