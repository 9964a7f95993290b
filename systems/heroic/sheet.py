"""The sheet: a creature's state in words and figures for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import esper

from fleshwound.components.creature import Anatomy, Combatant, Injury, InjuryKind, Shock, ShockCause
from fleshwound.components.exertion import Activity, Doing
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND
from fleshwound.components.nerve import Exit, Fear, Morale
from fleshwound.components.views import InjuryView, Sheet, Vitals
from fleshwound.systems.battle import Battle
from fleshwound.systems.clock import clock
from fleshwound.systems.heroic.arms import Armament
from fleshwound.systems.heroic.choices import braced_part
from fleshwound.systems.heroic.fatigue import BLOOD_LOSS
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.gear import gear_in_words
from fleshwound.systems.heroic.impairment import wound_penalty
from fleshwound.systems.heroic.injury import thresholds_of
from fleshwound.systems.heroic.psyche import disturbance
from fleshwound.systems.heroic.recovery import course_name
from fleshwound.systems.heroic.shock import state_of
from fleshwound.systems.heroic.stance import scale_of

MARKS: Final = ("", "M1", "S2", "S3", "G4", "G5")
"""Injury levels as the rulebook writes them."""

LEVEL_WORDS: Final = (
    "critical failure", "critical failure", "marginal failure", "marginal success", "critical success"
)  # fmt: skip


def sheet_of(battle: Battle, who: Fighter, vitals: Vitals, armament: Armament) -> Sheet:
    """Write out the sheet of a creature."""
    worn = who.stance.cover
    locations = who.anatomy.locations
    natural = [location.protection for location in locations]
    armored = frozenset(
        i
        for i in range(len(locations))
        if any(worn.protection[aspect][i] > natural[i][aspect] for aspect in range(len(natural[i])))
    )
    names = armament.names(who.creature, who.held)
    ahead = _ahead(battle, who)
    views = [_injury(battle, who, entry, names, ahead) for entry in who.injuries.entries]
    return Sheet(
        vitals=vitals,
        injuries=tuple(sorted(views, key=lambda view: (-view.severity, -view.number))),
        severed=frozenset(i for i in range(len(locations)) if who.injuries.severed >> i & 1),
        unusable=frozenset(i for i in range(len(who.anatomy.parts)) if who.impaired.unusable >> i & 1),
        immobilized=frozenset(held.part for held in who.conditions.immobilized),
        armored=armored,
        conditions=_conditions(battle, who),
        held=gear_in_words(who),
        why=_why(who, who.shock.cause) if who.shock.state is not Shock.NONE else tuple(_shaken(who)) if who.out else (),
        next=_next(battle, who, ahead),
        rows=_rows(who),
    )


TESTS: Final = {"course": "next test", "infection": "infection tested", "heal": "healing tested"}
"""Tasks that test one injury, by which comes first to mind, and what is said of the next."""


class Ahead(NamedTuple):
    """What lies ahead of a creature's injuries."""

    due: dict[int, int]
    """When each is tested next, in microseconds, by its number."""
    first: dict[str, int]
    """When the first of each kind of task is due."""
    infected: frozenset[int | None]
    """Numbers of the infected wounds."""


def _ahead(battle: Battle, who: Fighter) -> Ahead:
    if who.shock.state is Shock.DEAD:
        return Ahead({}, {}, frozenset())
    numbers = {entry.number for entry in who.injuries.entries}
    due: dict[int, int] = {}
    first: dict[str, int] = {}
    for entry in battle.agenda:
        kind, creature, payload = entry.task
        if creature == who.id and kind in TESTS and isinstance(payload[0], int) and payload[0] in numbers:
            due.setdefault(payload[0], entry.due)
            first.setdefault(kind, entry.due)
    return Ahead(due, first, frozenset(entry.of for entry in who.injuries.entries))


def _injury(battle: Battle, who: Fighter, entry: Injury, names: dict[str, str], ahead: Ahead) -> InjuryView:
    anatomy = who.anatomy
    location = None if entry.location is None else anatomy.locations[entry.location]
    where = location.name.lower() if location is not None else "whole body"
    bleeder = next((b for b in who.bleeding.bleeders if b.injury == entry.number), None)
    notes: list[str] = []
    if entry.kind is InjuryKind.WOUND and location is not None:
        aspect = entry.aspect.name.lower() if entry.aspect is not None else ""
        title = f"{where} {MARKS[entry.level]} {aspect}"
        part = anatomy.parts[location.part]
        state = []
        if bleeder is not None:
            state.append("bleeding, staunched soon" if bleeder.stopping else "bleeding")
        if entry.level >= who.tables.impairment.unusable_level:
            state.append(f"{part.name.lower()} unusable")
        elif penalty := wound_penalty(who.tables, entry.level, entry.healing_rate):
            state.append(f"{part.name.lower()} −{-penalty}")
        state.append("untreated" if entry.healing_rate is None else f"healing rate {entry.healing_rate}")
        if entry.number in ahead.infected:
            state.append("infected")
        if entry.permanent:
            state.append("something of it may stay")
        notes.append(" · ".join(state))
    else:
        title = f"{course_name(entry.kind)}, healing rate {entry.healing_rate}"
        notes.append(where)
    by = "" if entry.by is None else battle_name(battle, entry.by)
    how = names.get(entry.how, entry.how.rpartition("/")[2].replace("_", " "))
    notes.append(", ".join(text for text in (by, how, clock(entry.at)) if text))
    if entry.number in ahead.due:
        notes.append(f"next test in {span(ahead.due[entry.number] - battle.now)}")
    return InjuryView(
        number=entry.number,
        part=None if location is None else location.part,
        location=entry.location,
        title=title,
        severity=entry.level,
        mark=MARKS[entry.level] or "X",
        bleeding=bleeder is not None,
        treated=entry.healing_rate is not None and entry.kind is InjuryKind.WOUND,
        severed=entry.severed,
        notes=tuple(notes),
    )


def battle_name(battle: Battle, creature: int) -> str:
    """Name a creature by combat id; one that has left by its number."""
    entity = battle.roster.get(creature)
    return f"creature {creature}" if entity is None else esper.component_for_entity(entity, Combatant).name


def _conditions(battle: Battle, who: Fighter) -> tuple[str, ...]:
    words = ["prone"] if who.conditions.prone else []
    doing = esper.component_for_entity(who.entity, Activity).doing
    if doing is Doing.SLEEPING and who.shock.state is Shock.NONE:
        words.append("asleep")
    if who.guard.evading:
        words.append("evading missiles")
    parts = who.anatomy.parts
    for held in who.conditions.immobilized:
        by = "" if held.by is None else f"held by {battle_name(battle, held.by)}, "
        words.append(f"{parts[held.part].name.lower()} immobilized ({by}{held.cause})")
    for hold in who.conditions.holds:
        victim = esper.component_for_entity(battle.entity(hold.victim), Anatomy).of
        words.append(f"holds {battle_name(battle, hold.victim)}’s {victim.parts[hold.part].name.lower()}")
    if (part := braced_part(who)) is not None:
        words.append(f"braced: {who.held.items[part].weapon.name}")
    if who.guard.recovering:
        words.append("recovering from a slow blow")
    words.extend(_shaken(who))
    words.extend(_disturbed(who))
    # Once it no longer weakens, blood that was lost is of no account.
    if who.bleeding.lost and any(entry.source == BLOOD_LOSS for entry in who.fatigue.entries):
        words.append(f"blood lost: {who.bleeding.lost}")
    words.extend(
        f"{who.anatomy.parts[part].name.lower()} −{-penalty} for good"
        for part, penalty in sorted(who.injuries.permanent.items())
    )
    return tuple(words)


def _shaken(who: Fighter) -> Iterator[str]:
    """Say what morale and fear do to a creature, and whether they have it out of the fight (heroic H15)."""
    nerve = who.nerve
    if nerve.exit is not Exit.NONE:
        yield nerve.exit.value
    if nerve.morale is Morale.BRAVE or nerve.fear is Fear.BRAVE:
        yield "brave"
    if nerve.morale >= Morale.WITHDRAWING:
        yield nerve.morale.name.lower()
    if nerve.fear >= Fear.AFRAID:
        yield f"{nerve.fear.name.lower()} of {nerve.fear_of}"


def _disturbed(who: Fighter) -> Iterator[str]:
    """Say what psyche stress a creature has (heroic H15)."""
    for condition in who.nerve.psyche:
        kind = disturbance(who.tables, condition.level).value
        acts = ", acting" if condition.acts_until is not None else "" if condition.surfaced else ", not yet felt"
        lasting = "permanent " if condition.permanent else ""
        yield f"{lasting}{kind} {condition.level} ({condition.source}{acts})"


def _why(who: Fighter, cause: ShockCause | None) -> tuple[str, ...]:
    if cause is None:
        return ()
    lines: list[str] = []
    if cause.location is not None:
        lines.append(who.anatomy.locations[cause.location].name.lower())
    if cause.shock_value or cause.level:
        total = cause.shock_value + cause.level + cause.glancing
        glancing = " + glancing 1" if cause.glancing else ""
        lines.append(f"shock value {cause.shock_value} + level {cause.level}{glancing} = {total}")
    elif cause.what == "stumble":
        lines.append(f"a critical stumble = {who.tables.shock.stumble_index}")
    else:
        lines.append(cause.what)
    if cause.roll is not None:
        roll = cause.roll
        parts = "".join(f" {'+' if by > 0 else '−'} {name} {abs(by)}" for name, by in roll.modifiers)
        whole = roll.base + sum(by for _, by in roll.modifiers)
        bound = "" if roll.target == whole else " at the least" if roll.target > whole else " at the most"
        lines.append(f"{roll.what} {roll.base}{parts} = {roll.target}{bound}")
        lines.append(f"rolled {roll.face:02d}: {LEVEL_WORDS[roll.level]}")
    if cause.index:
        read = state_of(who.tables, cause.index)
        again = "" if read is who.shock.state else f", again → {who.shock.state.name.lower()}"
        lines.append(f"index {cause.index} → {read.name.lower()}{again}")
    else:
        lines.append(f"→ {who.shock.state.name.lower()}")
    return tuple(lines)


def _next(battle: Battle, who: Fighter, ahead: Ahead) -> str:
    shock = who.shock
    if shock.state is Shock.DEAD:
        return ""
    course = [e for e in who.injuries.entries if e.kind in (InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA)]
    if course:
        due = ahead.first.get("course")
        return "" if due is None else f"{course_name(course[0].kind)}: next test in {span(due - battle.now)}"
    if shock.state is not Shock.NONE:
        if shock.retest_at is not None:
            return f"re-test in {span(shock.retest_at - battle.now)}"
        return "re-test at the end of its next turn"
    nerve = who.nerve
    calms = [nerve.morale_until] if nerve.morale >= Morale.WITHDRAWING else []
    calms += [nerve.fear_until] if nerve.fear >= Fear.AFRAID else []
    calm = min((at for at in calms if at is not None), default=None)
    if calm is not None and all(calm <= bleeder.due for bleeder in who.bleeding.bleeders):
        return f"comes to itself, or tries to, in {span(calm - battle.now)}"
    if who.bleeding.bleeders:
        return f"loses blood in {span(min(b.due for b in who.bleeding.bleeders) - battle.now)}"
    for kind, words in TESTS.items():
        if kind in ahead.first:
            return f"{words} in {span(ahead.first[kind] - battle.now)}"
    return ""


def _rows(who: Fighter) -> tuple[tuple[str, str], ...]:
    skills = who.abilities.skills
    # What it strikes at: its own techniques have masteries of their own, whatever its Melee opens at.
    rows = [(mode.name, str(mode.mastery)) for mode in who.creature.techniques if mode.mastery is not None]
    listed = ("dodge", "initiative", "shock") if rows else ("melee", "dodge", "initiative", "shock")
    rows.extend((name.capitalize(), str(skills[name])) for name in listed if name in skills)
    missile = dict.fromkeys(use.mode.skill for use in who.stance.shots.values())
    rows.extend((name.capitalize(), str(skills.get(name, 0))) for name in missile)
    rows.append(("Strength", str(who.abilities.attributes.get("strength", 0))))
    if not who.anatomy.incorporeal:
        levels = thresholds_of(scale_of(who.tables, who.creature), who.tables)
        rows.append(("Thresholds", "/".join(map(str, levels))))
    rows.extend((entry.kind.value.capitalize(), f"{entry.amount} ({entry.source})") for entry in who.fatigue.entries)
    return tuple(rows)


def span(microseconds: int) -> str:
    """Write a span of time in its two greatest units."""
    left = max(0, microseconds)
    words: list[str] = []
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (SECOND, "s")):
        count, left = divmod(left, unit)
        if count:
            words.append(f"{count} {name}")
    return " ".join(words[:2]) or "a moment"
