"""Words for contests: trials of Strength, holds, and what is pushed or taken in them."""

from __future__ import annotations

from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.events import Event, Throw
from fleshwound.game.phrases import listed, modified, signed, throw_in_full
from fleshwound.game.words.line import Line, Tone, told
from fleshwound.game.words.names import Names, Template

ABOUT: Final = {
    "press": "to press back",
    "trip": "to trip",
    "break free": "to break free of",
    "hold": "to go on holding",
}
"""What a trial is about, but for grabs."""


def _trial_made(event: happened.TrialMade, names: Names) -> Line:
    who, other = names.who(event.creature), names.who(event.target)
    match event.contest:
        case "grab":
            about = f"to grab {names.whose(event.target, event.part)}"
        case "take":
            about = f"to wrest what {names.whose(event.target, event.part)} holds"
        case _:
            about = f"{ABOUT.get(event.contest, event.contest)} {other}"
    own, resisted = _total(event.throw, event.modifiers), _total(event.resistance, event.resisting)
    came_to = "wins" if event.margin > 0 else "fails"
    return told(
        event,
        Tone.PLAIN if event.margin > 0 else Tone.MUTED,
        f"{who} tries its strength {about}: {own} against {resisted}, {came_to} by {abs(event.margin)}",
        f"{throw_in_full(event.throw)} ({modified(event.modifiers)})",
        f"{throw_in_full(event.resistance)} ({modified(event.resisting)}); margin {signed(event.margin)}",
    )


def _total(throw: Throw, modifiers: tuple[tuple[str, int], ...]) -> int:
    return throw.total + sum(by for _, by in modifiers)


def _grabbed(event: happened.Grabbed, names: Names) -> Line:
    part = names.whose(event.creature, event.part)
    limbs = listed([names.its(event.by, limb) for limb in event.limbs])
    return told(event, Tone.STRONG, f"{names.who(event.by)} holds {part} fast ({limbs})")


def _hold_renewed(event: happened.HoldRenewed, names: Names) -> Line:
    return told(event, Tone.PLAIN, f"{names.who(event.by)} goes on holding {names.whose(event.creature, event.part)}")


def _hold_broken(event: happened.HoldBroken, names: Names) -> Line:
    part = names.whose(event.creature, event.part)
    return told(event, Tone.STRONG, f"{part} is free of {names.who(event.by)}: {event.why}")


def _pushed(event: happened.Pushed, names: Names) -> Line:
    x, y = event.path[-1]
    did = "drives" if event.how == "press" else "throws"
    return told(event, Tone.STRONG, f"{names.who(event.by)} {did} {names.who(event.creature)} back to {x}, {y}")


def _item_seized(event: happened.ItemSeized, names: Names) -> Line:
    item, hand = names.weapon(event.weapon), names.its(event.by, event.hand)
    return told(
        event, Tone.STRONG, f"{names.who(event.by)} wrests the {item} from {names.who(event.creature)} ({hand})"
    )


TEMPLATES: Final[dict[type[Event], Template | None]] = {
    happened.TrialMade: _trial_made,
    happened.Grabbed: _grabbed,
    happened.HoldRenewed: _hold_renewed,
    happened.HoldBroken: _hold_broken,
    happened.Pushed: _pushed,
    happened.ItemSeized: _item_seized,
}
"""What puts each kind into words."""
