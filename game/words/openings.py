"""Words for openings: blows and steps outside one's own action, weapons set against whoever comes."""

from __future__ import annotations

from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.events import Event
from fleshwound.game.phrases import spelled
from fleshwound.game.words.line import Line, Tone, told
from fleshwound.game.words.names import Names, Template


def _opening_taken(event: happened.OpeningTaken, names: Names) -> Line:
    who, target = names.who(event.creature), names.who(event.target)
    match event.cause:
        case "closes":
            said = f"{who} strikes first as {target} closes"
        case "leaves":
            said = f"{who} strikes after {target}, who hurries away"
        case "advantage":
            said = f"{who} has won another blow, at {target}"
        case cause:
            said = f"{who} strikes at {target} out of turn: {spelled(cause)}"
    return told(event, Tone.STRONG, said)


def _step_taken(event: happened.StepTaken, names: Names) -> Line:
    return told(event, Tone.PLAIN, f"{names.who(event.creature)} has won a free step from {names.who(event.won_from)}")


def _braced(event: happened.Braced, names: Names) -> Line:
    return told(event, Tone.PLAIN, f"{names.who(event.creature)} braces: {names.its(event.creature, event.mode)}")


TEMPLATES: Final[dict[type[Event], Template | None]] = {
    happened.OpeningTaken: _opening_taken,
    happened.StepTaken: _step_taken,
    happened.Braced: _braced,
}
"""What puts each kind into words; None: nobody needs to read it."""
