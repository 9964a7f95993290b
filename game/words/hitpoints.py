"""Words for rules that count hit points: attack rolls, damage, going down, care, morale (cities A2 to A7)."""

from __future__ import annotations

from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.events import Event
from fleshwound.game.phrases import checked, checked_in_full, counted, modified, number, signed, throw_in_full
from fleshwound.game.words.line import Line, Tone, told
from fleshwound.game.words.names import Names, Template

SOURCES: Final = {
    "shock": "Shock of a miss",
    "suppression": "suppressive fire",
    "blast": "the blast",
    "hazard": "harm",
}
"""What damage comes of, where it is no plain hit."""


def _initiative_rolled(event: happened.InitiativeRolled, names: Names) -> Line:
    who = names.side(event.side) if event.creature is None else names.who(event.creature)
    plus = f" {signed(event.modifier)}" if event.modifier else ""
    return told(
        event, Tone.MUTED, f"{who} acts on {event.total}: {event.throw.total}{plus}", throw_in_full(event.throw)
    )


def _attack_rolled(event: happened.AttackRolled, names: Names) -> Line:
    who, target = names.who(event.attacker), names.who(event.target)
    end = "hits" if event.hit else "misses"
    if event.luck:
        whose = who if event.luck == "attacker" else target
        end += f", by {whose}’s luck"
    mode = names.its(event.attacker, event.mode)
    return told(
        event,
        Tone.PLAIN if event.hit else Tone.MUTED,
        f"{who} attacks {target}, {mode}: {checked(event.check)} {event.against} AC, {end}",
        checked_in_full(event.check),
    )


def _save_made(event: happened.SaveMade, names: Names) -> Line:
    end = "saves" if event.check.passed else "fails"
    return told(
        event,
        Tone.PLAIN,
        f"{names.who(event.creature)}, {event.check.what} ({event.why}): {checked(event.check)}, {end}",
        checked_in_full(event.check),
    )


def _damage_dealt(event: happened.DamageDealt, names: Names) -> Line:
    who = names.who(event.creature)
    what = SOURCES.get(event.source, "")
    parts = [f"{number(event.damage)} damage"]
    if event.trauma is not None and event.trauma.passed:
        parts.append(f"traumatic, {event.total}")
    if event.armored:
        parts.append(f"armour takes {event.armored}")
    if event.soaked:
        parts.append(f"soak takes {event.soaked}")
    details = (
        [throw_in_full(event.throw) + (f" ({added})" if (added := modified(event.modifiers)) else "")]
        if (event.throw is not None)
        else []
    )
    if event.floor:
        details.append(f"no less than Shock {event.floor}")
    if event.trauma is not None:
        details.append(checked_in_full(event.trauma))
    strong = event.trauma is not None and event.trauma.passed
    text = f"{who} takes {', '.join(parts)}" + (f", of {what}" if what else "")
    return told(event, Tone.STRONG if strong else Tone.PLAIN if event.through else Tone.MUTED, text, "; ".join(details))


def _shock_ignored(event: happened.ShockIgnored, names: Names) -> Line:
    return told(event, Tone.MUTED, f"{names.who(event.creature)} ignores the first Shock of the round")


def _state_changed(event: happened.StateChanged, names: Names) -> Line | None:
    who = names.who(event.creature)
    if event.after in ("dead", "destroyed"):
        return None  # its death is told next
    if event.after == "none":
        return told(event, Tone.STRONG, f"{who} is no longer {event.before}: {event.cause}")
    return told(event, Tone.BLOOD, f"{who} is {event.after}: {event.cause}")


def _major_injury(event: happened.MajorInjurySuffered, names: Names) -> Line:
    end = "" if event.injury or event.row == 1 else ", and is spared it"
    return told(
        event, Tone.BLOOD, f"{names.who(event.creature)}, major injury: {event.name}{end}", throw_in_full(event.throw)
    )


def _stabilise_tried(event: happened.StabiliseTried, names: Names) -> Line:
    who = names.who(event.creature)
    by = f"{names.who(event.by)} stabilises {who}" if event.by != event.creature else f"{who}’s gear stabilises it"
    if event.check is None:
        return told(event, Tone.STRONG, by)
    end = "it holds" if event.check.passed else "in vain"
    return told(event, Tone.STRONG, f"{by}: {checked(event.check)}, {end}", checked_in_full(event.check))


def _health_regained(event: happened.HealthRegained, names: Names) -> Line:
    by = f", by {names.who(event.by)}" if event.by is not None and event.by != event.creature else ""
    return told(
        event,
        Tone.PLAIN,
        f"{names.who(event.creature)} regains {event.amount} health, {event.left} in all: {event.how}{by}",
    )


def _strain_changed(event: happened.StrainChanged, names: Names) -> Line:
    change = f"{'−' if event.change < 0 else '+'}{abs(event.change) / 100:g}"
    return told(
        event,
        Tone.MUTED,
        f"{names.who(event.creature)}: System Strain {change} ({event.cause}), {event.total / 100:g} in all",
    )


def _nursing_tried(event: happened.NursingTried, names: Names) -> Line:
    end = "well again" if event.check.passed else "no better"
    return told(
        event,
        Tone.PLAIN,
        f"{names.who(event.by)} has nursed {names.who(event.creature)}: {checked(event.check)}, {end}",
        checked_in_full(event.check),
    )


def _frailty_changed(event: happened.FrailtyChanged, names: Names) -> Line:
    now = "frail" if event.frail else "no longer frail"
    return told(event, Tone.STRONG, f"{names.who(event.creature)} is {now}: {event.cause}")


def _morale_checked(event: happened.MoraleChecked, names: Names) -> Line:
    end = "breaks" if event.check.passed else "stands"
    return told(
        event,
        Tone.PLAIN,
        f"{names.who(event.creature)}, morale ({event.cause}): {checked(event.check)}, {end}",
        checked_in_full(event.check),
    )


def _stance_taken(event: happened.StanceTaken, names: Names) -> Line:
    ally = f" of {names.who(event.ally)}" if event.ally is not None else ""
    return told(event, Tone.PLAIN, f"{names.who(event.creature)}: {event.stance}{ally}")


def _contest_made(event: happened.ContestMade, names: Names) -> Line:
    totals = [
        throw.total + sum(value for _, value in modifiers)
        for throw, modifiers in ((event.throw, event.modifiers), (event.resistance, event.resisting))
    ]
    details = [
        throw_in_full(throw) + (f" ({added})" if (added := modified(modifiers)) else "")
        for throw, modifiers in ((event.throw, event.modifiers), (event.resistance, event.resisting))
    ]
    end = "wins" if event.margin > 0 else "fails"
    text = f"{names.who(event.creature)} against {names.who(event.target)}, {event.what}"
    return told(event, Tone.PLAIN, f"{text}: {totals[0]} to {totals[1]}, {end}", *details)


def _blast_landed(event: happened.BlastLanded, names: Names) -> Line:
    off = f", {counted(event.scatter_m, 'metre')} off" if event.scatter_m else ""
    what = names.whose(event.attacker, event.mode)
    return told(event, Tone.STRONG, f"{what} bursts at {event.x}, {event.y}{off}", checked_in_full(event.check))


def _item_spent(event: happened.ItemSpent, names: Names) -> Line:
    return told(event, Tone.MUTED, f"{names.who(event.creature)}’s {names.weapon(event.weapon)} is used up")


def _reloaded(event: happened.Reloaded, names: Names) -> Line:
    weapon = names.weapon(event.weapon)
    return told(
        event, Tone.MUTED, f"{names.who(event.creature)} reloads its {weapon}: {counted(event.rounds, 'round')}"
    )


def _soak_restored(event: happened.SoakRestored, names: Names) -> Line:
    return told(event, Tone.MUTED, f"{names.who(event.creature)}’s soak is whole again: {signed(event.points)}")


TEMPLATES: Final[dict[type[Event], Template | None]] = {
    happened.InitiativeRolled: _initiative_rolled,
    happened.AttackRolled: _attack_rolled,
    happened.SaveMade: _save_made,
    happened.DamageDealt: _damage_dealt,
    happened.ShockIgnored: _shock_ignored,
    happened.StateChanged: _state_changed,
    happened.MajorInjurySuffered: _major_injury,
    happened.StabiliseTried: _stabilise_tried,
    happened.HealthRegained: _health_regained,
    happened.StrainChanged: _strain_changed,
    happened.NursingTried: _nursing_tried,
    happened.FrailtyChanged: _frailty_changed,
    happened.MoraleChecked: _morale_checked,
    happened.StanceTaken: _stance_taken,
    happened.ContestMade: _contest_made,
    happened.BlastLanded: _blast_landed,
    happened.ItemSpent: _item_spent,
    happened.Reloaded: _reloaded,
    happened.SoakRestored: _soak_restored,
}
"""What puts each kind into words; None: nobody needs to read it."""
