"""Words for what it does to a body: wounds, mishaps, shock, blood, death."""

from __future__ import annotations

from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.events import Event
from fleshwound.game.phrases import (
    counted,
    listed,
    mark,
    modified,
    number,
    scattered,
    signed,
    tested,
    throw_in_full,
)
from fleshwound.game.words.line import Line, Tone, tests, told
from fleshwound.game.words.names import Names, Template


def past_protection(event: happened.StrikeLanded | happened.HarmLanded) -> tuple[Tone, str]:
    """Say what protection left of a blow or another harm, and how much that matters."""
    match event.result:
        case "wound":
            return Tone.PLAIN, f", {event.effective} past protection {number(event.protection)}"
        case "glancing":
            return Tone.PLAIN, f", glances off protection {number(event.protection)}"
        case _:
            return Tone.MUTED, f", {event.result} by protection {number(event.protection)}"


def _strike_landed(event: happened.StrikeLanded, names: Names) -> Line:
    body = names.whose(event.target, event.location or event.part)
    blow = f"{names.whose(event.attacker, event.mode)} → {body}: {event.impact.total} {event.aspect}"
    tone, outcome = past_protection(event)
    numbers = [zone] if (zone := scattered(event.zone_number, event.scatter)) else []
    numbers.append(throw_in_full(event.impact) + (f" ({added})" if (added := modified(event.modifiers)) else ""))
    numbers.append(f"protection {number(event.protection)}, effective {event.effective}")
    return told(event, tone, blow + outcome, "; ".join(numbers))


def _injured(event: happened.Injured, names: Names) -> Line:
    where = names.its(event.creature, event.location or event.part)
    names.remember(event.creature, event.injury, where)
    grave = event.bleeds or event.level >= 4
    return told(
        event,
        Tone.BLOOD if grave else Tone.STRONG,
        f"{names.who(event.creature)} is hurt: {where} {mark(event.level)} {event.aspect}"
        + (", bleeding" if event.bleeds else ""),
    )


def _worsened(event: happened.Worsened, names: Names) -> Line:
    older = names.whose(event.creature, event.location)
    return told(event, Tone.STRONG, f"{older}: an older wound worsens to {mark(event.level)}")


def _amputation_tested(event: happened.AmputationTested, names: Names) -> Line:
    limb = names.whose(event.creature, event.location)
    return told(event, Tone.PLAIN, f"{limb} may come off: {tested(event.roll)}", *tests(event.roll))


def _mishap_tested(event: happened.MishapTested, names: Names) -> Line:
    what = {"fumble": "hold", "stumble": "footing"}.get(event.kind, "control")
    end = f"{'keeps' if event.kept else 'loses'} {what}"
    return told(
        event,
        Tone.MUTED if event.kept else Tone.PLAIN,
        f"{names.who(event.creature)} {end}: {event.kind} by {event.cause}, {tested(event.roll)}",
        *tests(event.roll),
    )


def _item_dropped(event: happened.ItemDropped, names: Names) -> Line:
    item, hand = names.weapon(event.weapon), names.its(event.creature, event.part)
    did = f"flings the {item} away" if event.flung else f"drops the {item}"
    held = f" ({hand})" if event.part else ""
    return told(event, Tone.STRONG, f"{names.who(event.creature)} {did}{held}; it lies at {event.x}, {event.y}")


def _item_taken(event: happened.ItemTaken, names: Names) -> Line:
    hand = f" ({names.its(event.creature, event.part)})" if event.part else ""
    return told(event, Tone.PLAIN, f"{names.who(event.creature)} takes up the {names.weapon(event.weapon)}{hand}")


def _breakage_tested(event: happened.BreakageTested, names: Names) -> Line:
    item = f"{names.who(event.creature)}’s {names.weapon(event.weapon)}"
    end = "breaks" if event.broke else "holds"
    return told(
        event,
        Tone.STRONG if event.broke else Tone.MUTED,
        f"{item} {end}: {event.throw.total} against durability {event.durability}",
        throw_in_full(event.throw),
    )


def _severed(event: happened.Severed, names: Names) -> Line:
    lost = listed([names.its(event.creature, location) for location in event.lost])
    return told(event, Tone.BLOOD, f"{names.who(event.creature)} loses {lost}: severed")


def _shock_tested(event: happened.ShockTested, names: Names) -> Line:
    made_of = [f"{event.source}"]
    if event.location:
        made_of.append(f"{names.its(event.creature, event.location)} {event.shock_value}")
    if event.level:
        made_of.append(mark(event.level))
    text = f"{names.who(event.creature)}: shock index {event.base} ({', '.join(made_of)}), {tested(event.roll)}"
    if event.index != event.base:
        text += f", index {event.index}"
    again = ", again" if event.state == names.state(event.creature, "shock") != "none" else ""
    return told(
        event, Tone.MUTED if event.state == "none" else Tone.PLAIN, f"{text} → {event.state}{again}", *tests(event.roll)
    )


def _shock_declined(event: happened.ShockDeclined, names: Names) -> Line:
    return told(event, Tone.PLAIN, f"{names.who(event.creature)} won’t be {event.state}: declined")


def _shock_changed(event: happened.ShockChanged, names: Names) -> Line:
    who = names.who(event.creature)
    names.turn(event.creature, "shock", event.after)
    if event.after == "none":
        return told(event, Tone.STRONG, f"{who} is no longer {event.before}: {event.cause}")
    before = f", was {event.before}" if event.before != "none" else ""
    return told(event, Tone.BLOOD, f"{who} is {event.after}{before}: {event.cause}")


def _retest_made(event: happened.RetestMade, names: Names) -> Line:
    return told(
        event,
        Tone.PLAIN,
        f"{names.who(event.creature)} re-tests {event.state}: {tested(event.roll)} → {event.result}",
        *tests(event.roll),
    )


def _course_began(event: happened.CourseBegan, names: Names) -> Line:
    where = f" ({names.its(event.creature, event.location)})" if event.location else ""
    return told(
        event,
        Tone.BLOOD,
        f"{names.who(event.creature)} falls into {event.course}{where}, healing rate {event.healing_rate}",
    )


def _course_tested(event: happened.CourseTested, names: Names) -> Line:
    change = f"healing rate {event.before} → {event.after}"
    return told(
        event,
        Tone.PLAIN,
        f"{names.who(event.creature)}, {event.course}: {tested(event.roll)}, {change}",
        *tests(event.roll),
    )


def _course_ended(event: happened.CourseEnded, names: Names) -> Line:
    return told(event, Tone.STRONG, f"{names.who(event.creature)} comes out of {event.course}")


def _blood_lost(event: happened.BloodLost, names: Names) -> Line:
    points = counted(event.points, "blood loss point")
    return told(
        event,
        Tone.BLOOD if event.points else Tone.MUTED,
        f"{names.who(event.creature)} bleeds, {names.wound(event.creature, event.injury)}: "
        f"{tested(event.roll)}, {points}, {event.total} in all",
        *tests(event.roll),
    )


def _stoppage_tried(event: happened.StoppageTried, names: Names) -> Line:
    wound = names.wound(event.creature, event.injury)
    whose = "own" if event.by == event.creature else f"{names.who(event.creature)}’s"
    return told(
        event,
        Tone.PLAIN,
        f"{names.who(event.by)} staunches {whose} {wound}: {tested(event.roll)}, {event.result}",
        *tests(event.roll),
    )


def _bleeding_stopped(event: happened.BleedingStopped, names: Names) -> Line:
    wound = f"{names.who(event.creature)}’s {names.wound(event.creature, event.injury)}"
    return told(event, Tone.STRONG, f"{wound} stops bleeding: {event.cause}")


def _fatigue_changed(event: happened.FatigueChanged, names: Names) -> Line:
    change = f"{event.kind} {signed(event.change)} ({event.source})"
    return told(event, Tone.MUTED, f"{names.who(event.creature)}: {change}, fatigue {event.total}")


def _health_lost(event: happened.HealthLost, names: Names) -> Line:
    how = event.how if event.by is None else names.its(event.by, event.how)
    text = f"{names.who(event.creature)} loses {event.amount} health, {event.left} left: {how}"
    return told(event, Tone.STRONG, text)


def _died(event: happened.Died, names: Names) -> Line:
    by = f", by {names.who(event.by)}" if event.by is not None and event.by != event.creature else ""
    return told(event, Tone.BLOOD, f"{names.who(event.creature)} dies: {event.cause}{by}")


TEMPLATES: Final[dict[type[Event], Template | None]] = {
    happened.StrikeLanded: _strike_landed,
    happened.Injured: _injured,
    happened.Worsened: _worsened,
    happened.AmputationTested: _amputation_tested,
    happened.MishapTested: _mishap_tested,
    happened.ItemDropped: _item_dropped,
    happened.ItemTaken: _item_taken,
    happened.BreakageTested: _breakage_tested,
    happened.Severed: _severed,
    happened.ShockTested: _shock_tested,
    happened.ShockDeclined: _shock_declined,
    happened.ShockChanged: _shock_changed,
    happened.RetestMade: _retest_made,
    happened.CourseBegan: _course_began,
    happened.CourseTested: _course_tested,
    happened.CourseEnded: _course_ended,
    happened.BloodLost: _blood_lost,
    happened.StoppageTried: _stoppage_tried,
    happened.BleedingStopped: _bleeding_stopped,
    happened.FatigueChanged: _fatigue_changed,
    happened.HealthLost: _health_lost,
    happened.Died: _died,
}
"""What puts each kind into words; None: nobody needs to read it."""
