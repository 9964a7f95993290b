"""Words for what mends a body, or fails to: treatment, healing, infection, rest."""

from __future__ import annotations

from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.events import Event
from fleshwound.game.phrases import counted, mark, number, tested
from fleshwound.game.words.line import Line, Tone, tests, told
from fleshwound.game.words.names import Names, Template

DEEDS: Final = {"compress": "compresses", "clean": "cleans", "set": "sets", "surgery": "operates on"}
"""What each method of treatment is to whoever does it."""


def _patients(creature: int, by: int, injury: int, names: Names) -> str:
    whose = "its own" if by == creature else f"{names.who(creature)}’s"
    return f"{whose} {names.wound(creature, injury)}"


def _treatment_began(event: happened.TreatmentBegan, names: Names) -> Line:
    if not event.injury:
        return told(event, Tone.MUTED, f"{names.who(event.by)} sets about nursing {names.who(event.creature)}")
    wound = _patients(event.creature, event.by, event.injury, names)
    return told(event, Tone.MUTED, f"{names.who(event.by)} sets about treating {wound}")


def _treated(event: happened.Treated, names: Names) -> Line:
    wound = _patients(event.creature, event.by, event.injury, names)
    did = DEEDS.get(event.method, "treats")
    end = "healed at once" if event.healing_rate is None else f"healing rate {event.healing_rate}"
    mark_left = ", something of it may stay" if event.permanent else ""
    return told(
        event,
        Tone.PLAIN,
        f"{names.who(event.by)} {did} {wound}: {tested(event.roll)}, {end}{mark_left}",
        *tests(event.roll),
    )


def _bleeding_began(event: happened.BleedingBegan, names: Names) -> Line:
    wound = f"{names.who(event.creature)}’s {names.wound(event.creature, event.injury)}"
    return told(event, Tone.BLOOD, f"{wound} bleeds now: {event.cause}")


def _healing_tested(event: happened.HealingTested, names: Names) -> Line:
    wound = f"{names.who(event.creature)}’s {names.wound(event.creature, event.injury)}"
    after = mark(event.after) if event.after else "healed"
    change = f"{mark(event.before)} → {after}" if event.after != event.before else f"still {mark(event.before)}"
    how = "" if event.roll is None else f"{tested(event.roll)}, "
    return told(
        event,
        Tone.MUTED if event.after == event.before else Tone.PLAIN,
        f"{wound}, healing: {how}{change}",
        *tests(event.roll),
    )


def _infection_began(event: happened.InfectionBegan, names: Names) -> Line:
    wound = f"{names.who(event.creature)}’s {names.wound(event.creature, event.wound)}"
    return told(event, Tone.BLOOD, f"{wound} is infected, healing rate {event.healing_rate}")


def _infection_tested(event: happened.InfectionTested, names: Names) -> Line:
    wound = f"{names.who(event.creature)}’s {names.wound(event.creature, event.wound)}"
    change = f"healing rate {event.before} → {event.after}"
    return told(event, Tone.PLAIN, f"{wound}, infection: {tested(event.roll)}, {change}", *tests(event.roll))


def _infection_ended(event: happened.InfectionEnded, names: Names) -> Line:
    wound = f"{names.who(event.creature)}’s {names.wound(event.creature, event.wound)}"
    return told(event, Tone.STRONG, f"{wound} is infected no longer")


def _impaired_for_good(event: happened.ImpairedForGood, names: Names) -> Line:
    part = names.whose(event.creature, event.part)
    days = counted(event.days, "day")
    return told(event, Tone.STRONG, f"{part} is impaired for good: {number(event.penalty)}, healed after {days}")


def _activity_changed(event: happened.ActivityChanged, names: Names) -> Line:
    who = names.who(event.creature)
    match event.after:
        case "sleeping":
            text = f"{who} goes to sleep"
        case "resting" if event.before == "sleeping":
            text = f"{who} wakes"
        case "resting":
            text = f"{who} rests"
        case _:
            text = f"{who} is {event.after}"
    return told(event, Tone.MUTED, text)


TEMPLATES: Final[dict[type[Event], Template | None]] = {
    happened.TreatmentBegan: _treatment_began,
    happened.Treated: _treated,
    happened.BleedingBegan: _bleeding_began,
    happened.HealingTested: _healing_tested,
    happened.InfectionBegan: _infection_began,
    happened.InfectionTested: _infection_tested,
    happened.InfectionEnded: _infection_ended,
    happened.ImpairedForGood: _impaired_for_good,
    happened.ActivityChanged: _activity_changed,
}
"""What puts each kind into words."""
