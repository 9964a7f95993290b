"""Words for the nerve: morale, fear, rallies, flight, psyche stress."""

from __future__ import annotations

from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.events import Event
from fleshwound.game.phrases import listed, signed, tested
from fleshwound.game.words.line import Line, Tone, tests, told
from fleshwound.game.words.names import Names, Template

BROKEN: Final = ("withdrawing", "routed", "catatonic")
"""States of morale that no test lifts, mildest first."""

SHAKEN: Final = (*BROKEN, "broken", "afraid", "terrified")
"""States in which a creature doesn't stand and fight."""


def _morale_tested(event: happened.MoraleTested, names: Names) -> Line:
    text = f"{names.who(event.creature)}, morale ({event.cause}): {tested(event.roll)} → {event.result}"
    before = names.state(event.creature, "morale")
    if before in BROKEN and event.result not in BROKEN[BROKEN.index(before) :]:
        text += f", stays {before}"
    return told(event, Tone.PLAIN, text, *tests(event.roll))


def _morale_changed(event: happened.MoraleChanged, names: Names) -> Line | None:
    names.turn(event.creature, "morale", event.after)
    return _changed(event, names, event.before, event.after, event.cause)


def _changed(event: happened.MoraleChanged | happened.FearChanged, names: Names, *states: str) -> Line | None:
    before, after, cause = states
    if (before, after) == ("none", "steady"):
        return None  # its test has told it, and nothing is different from before
    who = names.who(event.creature)
    if (before, after) == ("broken", "none"):
        return told(event, Tone.MUTED, f"{who} comes to itself: {cause}")
    if after in SHAKEN:
        was = f", was {before}" if before != "none" else ""
        return told(event, Tone.STRONG, f"{who} is {after}{was}: {cause}")
    return told(event, Tone.STRONG if before in SHAKEN else Tone.MUTED, f"{who} is {after}: {cause}")


def _reaction_tested(event: happened.ReactionTested, names: Names) -> Line:
    came_to = "no better" if event.after == event.before else event.after
    text = f"{names.who(event.creature)}, {event.before}, tries to come to itself: {tested(event.roll)} → {came_to}"
    return told(event, Tone.PLAIN, text, *tests(event.roll))


def _fear_tested(event: happened.FearTested, names: Names) -> Line:
    source = event.source if event.by is None else names.who(event.by)
    text = f"{names.who(event.creature)} faces {source}: {tested(event.roll)} → {event.result}"
    return told(event, Tone.PLAIN, text, *tests(event.roll))


def _fear_changed(event: happened.FearChanged, names: Names) -> Line | None:
    return _changed(event, names, event.before, event.after, event.cause)


def _rally_tried(event: happened.RallyTried, names: Names) -> Line:
    whom = listed([names.who(ally) for ally in event.allies])
    came_to = {
        "unheard": f"{whom} won’t hear it",
        "heard": f"{whom} may come to their senses",
        "steady": f"{whom} stand again",
    }.get(event.result, event.result)
    return told(
        event, Tone.STRONG, f"{names.who(event.creature)} rallies: {tested(event.roll)}, {came_to}", *tests(event.roll)
    )


def _surrendered(event: happened.Surrendered, names: Names) -> Line:
    return told(event, Tone.STRONG, f"{names.who(event.creature)} can’t get away and surrenders")


def _field_left(event: happened.FieldLeft, names: Names) -> Line:
    return told(event, Tone.STRONG, f"{names.who(event.creature)} has fled the field")


def _field_retaken(event: happened.FieldRetaken, names: Names) -> Line:
    return told(event, Tone.STRONG, f"{names.who(event.creature)} is back in the field")


def _psyche_stressed(event: happened.PsycheStressed, names: Names) -> Line:
    text = f"{names.who(event.creature)}: psyche stress {signed(event.change)} ({event.source}), {event.level} in all"
    return told(event, Tone.STRONG, text)


def _psyche_surfaced(event: happened.PsycheSurfaced, names: Names) -> Line:
    return told(
        event, Tone.STRONG, f"{names.who(event.creature)}: psyche stress {event.level} ({event.source}) surfaces"
    )


def _psyche_tested(event: happened.PsycheTested, names: Names) -> Line:
    text = f"{names.who(event.creature)}, psyche stress ({event.source}): {tested(event.roll)}"
    text += f", level {event.before} → {event.after}" if event.after != event.before else f", level {event.after}"
    return told(event, Tone.PLAIN, text + (", permanent" if event.permanent else ""), *tests(event.roll))


def _psyche_ended(event: happened.PsycheEnded, names: Names) -> Line:
    return told(event, Tone.STRONG, f"{names.who(event.creature)} gets over it: psyche stress ({event.source})")


def _psyche_triggered(event: happened.PsycheTriggered, names: Names) -> Line:
    end = "keeps hold of itself" if event.until is None else "loses hold of itself"
    text = f"{names.who(event.creature)} {end}, psyche stress {event.level} ({event.source}): {tested(event.roll)}"
    return told(event, Tone.PLAIN if event.until is None else Tone.STRONG, text, *tests(event.roll))


def _psyche_rested(event: happened.PsycheRested, names: Names) -> Line:
    return told(event, Tone.MUTED, f"{names.who(event.creature)} has hold of itself again ({event.source})")


TEMPLATES: Final[dict[type[Event], Template | None]] = {
    happened.MoraleTested: _morale_tested,
    happened.MoraleChanged: _morale_changed,
    happened.ReactionTested: _reaction_tested,
    happened.FearTested: _fear_tested,
    happened.FearChanged: _fear_changed,
    happened.RallyTried: _rally_tried,
    happened.Surrendered: _surrendered,
    happened.FieldLeft: _field_left,
    happened.FieldRetaken: _field_retaken,
    happened.PsycheStressed: _psyche_stressed,
    happened.PsycheSurfaced: _psyche_surfaced,
    happened.PsycheTested: _psyche_tested,
    happened.PsycheEnded: _psyche_ended,
    happened.PsycheTriggered: _psyche_triggered,
    happened.PsycheRested: _psyche_rested,
}
"""What puts each kind into words; None: nobody needs to read it."""
