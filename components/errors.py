"""What can go wrong, typed: each error says what was wrong and what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

SHOWN: Final = 5
"""Names that are shown of many, where none is near the one that was given."""


class FleshwoundError(Exception):
    """Any error this package raises on purpose."""


class UnknownName(FleshwoundError, LookupError):
    """A name that no definition has.

    `kind` is what was looked for ("creature"), `name` what was given, `known` the nearest right names; where none is
    near, `all` has those there are, and the message the first few.
    """

    def __init__(self, kind: str, name: str, known: Sequence[str] = (), all: Sequence[str] = ()) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        if self.known:
            hint = f"one of: {', '.join(self.known)}"
        elif len(all) > SHOWN:
            hint = f"one of the {len(all)} there are, such as {', '.join(all[:SHOWN])}"
        else:
            hint = f"one of: {', '.join(all)}" if all else "none, for there are none"
        super().__init__(f"unknown {kind} {name!r}; expected {hint}")


class BadValue(FleshwoundError, ValueError):
    """A value outside what a call takes."""


class WrongRules(BadValue):
    """A thing of other rules than those that run; `id` is the thing's, `rules` are those that it is for."""

    def __init__(self, kind: str, id: str, rules: Sequence[str], running: str) -> None:
        self.id, self.rules = id, tuple(rules)
        super().__init__(f"{kind} {id} is for the rules {' and '.join(rules)} alone; expected one for {running}")


class ContentFault(FleshwoundError):
    """Content that does not load; `faults` holds every fault, each as `file: path: expected …, got …`."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


class SaveFault(FleshwoundError):
    """A save or a replay that can't be read; `faults` holds every fault, each as `path: expected …, got …`.

    `missing` lists the content it names that isn't there, each as `creature gray_wolf`.
    """

    def __init__(self, faults: Sequence[str], missing: Sequence[str] = ()) -> None:
        self.faults, self.missing = tuple(faults), tuple(missing)
        super().__init__("\n".join(self.faults))


class Unsaveable(FleshwoundError):
    """A combat that can't be saved or recorded, for what it holds; `what` lists it."""

    def __init__(self, what: Sequence[str], message: str) -> None:
        self.what = tuple(what)
        super().__init__(message)


class Refusal(StrEnum):
    """Why an intent was refused."""

    DEAD = "dead"
    CANNOT_ACT = "cannot_act"
    UNAWARE = "unaware"
    NO_ACTION_LEFT = "no_action_left"
    NO_MOVE_LEFT = "no_move_left"
    NO_TARGET = "no_target"
    OWN_TARGET = "own_target"
    DEAD_TARGET = "dead_target"
    INCORPOREAL_TARGET = "incorporeal_target"
    OUT_OF_REACH = "out_of_reach"
    NO_SUCH_MODE = "no_such_mode"
    RECOVERING = "recovering"
    NOT_BRACED = "not_braced"
    BRACED_ALREADY = "braced_already"
    MODE_LOST = "mode_lost"
    NO_SUCH_AIM = "no_such_aim"
    CANNOT_AIM = "cannot_aim"
    NO_PATH = "no_path"
    OUT_OF_BOUNDS = "out_of_bounds"
    OCCUPIED = "occupied"
    ALREADY_UP = "already_up"
    CANNOT_STAND = "cannot_stand"
    NOT_BLEEDING = "not_bleeding"
    NOT_BESIDE = "not_beside"
    NO_SKILL = "no_skill"
    NO_SUCH_ITEM = "no_such_item"
    NO_FREE_GRIP = "no_free_grip"
    HELD = "held"
    HELPLESS_TARGET = "helpless_target"
    NOT_HELD = "not_held"
    NOT_HOLDING = "not_holding"
    NO_SUCH_INJURY = "no_such_injury"
    FIGHTING = "fighting"
    BUSY = "busy"
    NO_HANDS = "no_hands"
    STILL_BLEEDS = "still_bleeds"
    NOTHING_TO_TREAT = "nothing_to_treat"
    TREATED_ALREADY = "treated_already"
    NOT_DEAD = "not_dead"
    TRIED_ALREADY = "tried_already"
    OUT_OF_RANGE = "out_of_range"
    NO_LINE_OF_SIGHT = "no_line_of_sight"
    NOT_READY = "not_ready"
    READY_ALREADY = "ready_already"
    NO_AMMUNITION = "no_ammunition"
    DECISION_PENDING = "decision_pending"
    UNSUPPORTED = "unsupported"
    FLEEING = "fleeing"
    FLED_TARGET = "fled_target"
    NOBODY_TO_RALLY = "nobody_to_rally"
    LEADER_FIRST = "leader_first"


PASSING: Final = frozenset(
    {
        Refusal.CANNOT_ACT,
        Refusal.UNAWARE,
        Refusal.NO_ACTION_LEFT,
        Refusal.NO_MOVE_LEFT,
        Refusal.OUT_OF_REACH,
        Refusal.NO_PATH,
        Refusal.OCCUPIED,
        Refusal.ALREADY_UP,
        Refusal.CANNOT_STAND,
        Refusal.MODE_LOST,
        Refusal.RECOVERING,
        Refusal.NOT_BRACED,
        Refusal.BRACED_ALREADY,
        Refusal.NOT_BESIDE,
        Refusal.NO_FREE_GRIP,
        Refusal.HELD,
        Refusal.HELPLESS_TARGET,
        Refusal.TRIED_ALREADY,
        Refusal.OUT_OF_RANGE,
        Refusal.NO_LINE_OF_SIGHT,
        Refusal.NOT_READY,
        Refusal.READY_ALREADY,
        Refusal.FLEEING,
        Refusal.FLED_TARGET,
        Refusal.NOBODY_TO_RALLY,
        Refusal.LEADER_FIRST,
    }
)
"""Reasons that may be gone by the time a creature's turn comes: an intent that waits for it isn't refused for them."""


class IntentRefused(FleshwoundError):
    """An intent that can't be done; nothing has changed. `why` is for programs, the message for people."""

    def __init__(self, why: Refusal, message: str) -> None:
        self.why = why
        super().__init__(message)


class DecisionError(FleshwoundError):
    """An answer to a decision that isn't pending, or that it doesn't offer; `options` lists what is, where known."""

    def __init__(self, message: str, options: Sequence[str] = ()) -> None:
        self.options = tuple(options)
        super().__init__(message)


class HandlerLoop(FleshwoundError):
    """Handlers of events that act in a chain without end; cut at a stated depth."""


class Reentered(FleshwoundError, RuntimeError):
    """Time was asked to pass while it was passing: by a handler, or by a mind."""


class DespawnedCreature(FleshwoundError, LookupError):
    """An entity that takes no part in this combat, or no longer does."""
