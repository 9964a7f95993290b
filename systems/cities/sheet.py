"""The sheet: a creature's state in words and figures for people."""

from __future__ import annotations

from collections.abc import Iterator

from fleshwound.components.cities import ATTRIBUTES, Save, Standing
from fleshwound.components.definitions import Anatomy
from fleshwound.components.hitpoints import Down, MajorInjury
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND
from fleshwound.components.views import InjuryView, Sheet
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import rounds_left
from fleshwound.systems.cities.consequences import state_word
from fleshwound.systems.cities.fighter import Fighter
from fleshwound.systems.cities.numbers import save_target
from fleshwound.systems.cities.tables import InjuryRow
from fleshwound.systems.cities.vitals import vitals_of
from fleshwound.systems.clock import clock

GRAVE = 5
"""Severity that a major injury is shown at."""

UNTIL: dict[str, str] = {
    "internal": "coma, and death unless a clinic is reached in time",
    "brain": "coma until a prosthetic is fitted",
    "eyes": "blind until cybereyes are fitted",
    "gut": "Constitution modifier −1 unless a clinic is reached in time",
    "leg": "can only crawl until the leg is replaced",
    "arm": "the hand is useless until the arm is replaced",
    "scar": "no lasting harm",
    "death": "",
}
"""What each kind of major injury does."""


def sheet_of(battle: Battle, who: Fighter) -> Sheet:
    """Write out the sheet of a creature."""
    return Sheet(
        vitals=vitals_of(battle, who),
        injuries=tuple(_injury(battle, who, injury) for injury in reversed(who.trauma.injuries)),
        severed=frozenset(),
        unusable=who.ruined,
        armored=frozenset(range(len(who.anatomy.locations)) if _armored(who) else ()),
        conditions=tuple(_conditions(battle, who)),
        held=tuple(_gear(who)),
        why=tuple(_why(battle, who)),
        next=_next(battle, who),
        rows=tuple(_rows(who)),
        gauges=tuple(_gauges(who)),
        zoned=False,
        immobilized=frozenset(hold.part for hold in who.conditions.immobilized),
    )


def _armored(who: Fighter) -> bool:
    """Tell whether what a creature wears protects it; worn armour is about no location (cities A8)."""
    bare = who.tables.attack.base_ac
    return any(
        max(piece.ranged or 0, piece.melee or 0) > bare or piece.soak or piece.trauma_target
        for piece in who.reader.sections.worn(who.armor.pieces, who.anatomy)
    )


def _injury(battle: Battle, who: Fighter, injury: MajorInjury) -> InjuryView:
    row = who.tables.injury.rows[injury.row - 1]
    part = next((index for index, part in enumerate(who.anatomy.parts) if part.id == row.part), None)
    notes = [UNTIL[row.kind]] if UNTIL[row.kind] else []
    if injury.due is not None:
        notes.append(f"a clinic has to be reached in {span(injury.due - battle.now)}")
    notes.append(clock(injury.at))
    lasting = row.kind != "scar"
    return InjuryView(
        injury.number, part, None, row.name, GRAVE if lasting else 1, "!!" if lasting else "·",
        False, not lasting, False, tuple(notes), covered(who.anatomy, row),
    )  # fmt: skip


def covered(anatomy: Anatomy, row: InjuryRow) -> tuple[int, ...]:
    """List the locations that a major injury is shown at, by index: its own, or those of the limb that it ruins."""
    found = tuple(index for index, location in enumerate(anatomy.locations) if location.id in row.at)
    parts = {row.part, *row.at}
    return found or tuple(i for i, one in enumerate(anatomy.locations) if anatomy.parts[one.part].id in parts)


def _conditions(battle: Battle, who: Fighter) -> Iterator[str]:
    if not who.alive:
        return
    if who.conditions.prone:
        yield "prone"
    if who.trauma.frail:
        yield "frail"
    if who.trauma.traumatised:
        yield "traumatised in this fight"
    if who.blind:
        yield "blind"
    if who.lame:
        yield "can only crawl"
    if who.footing.defending:
        yield "total defense"
    if who.footing.charging:
        yield "charging"
    if who.footing.withdrawing:
        yield "withdrawing"
    if who.dazed(battle.now):
        yield "dazed"
    if who.footing.unaware:
        yield "caught unaware"
    if who.resolve.broken:
        yield "broken"
    for hold in who.conditions.immobilized:
        yield f"held: {hold.cause}"


def _gear(who: Fighter) -> Iterator[str]:
    for part, item in sorted(who.held.items.items()):
        magazine = who.reader.sections.weapon(item.weapon).magazine
        loaded = f" ({rounds_left(who, item)}/{magazine} rounds)" if magazine else ""
        yield f"{who.anatomy.parts[part].name}: {item.weapon.name}{loaded}"
    if who.kit.belt:
        yield f"belt: {', '.join(item.weapon.name for item in who.kit.belt)}"
    if who.armor.pieces:
        yield f"wears: {', '.join(piece.name for piece in who.armor.pieces)}"


def _why(battle: Battle, who: Fighter) -> Iterator[str]:
    down = who.trauma.down
    if down is Down.UP:
        if who.out:
            yield f"it has {who.resolve.exit.value}"
        return
    if down is Down.DEAD and who.profile.standing is Standing.MINOR and not who.profile.machine:
        yield "no hit points left: nobody who is minor outlives that"
        return
    yield state_word(who)
    if who.trauma.downed_at is not None:
        yield f"no hit points left since {clock(who.trauma.downed_at)}"
    if down is Down.MORTAL:
        yield "any further damage kills"


def _next(battle: Battle, who: Fighter) -> str:
    trauma = who.trauma
    if not who.alive:
        return ""
    if trauma.down is Down.MORTAL and trauma.downed_at is not None:
        due = trauma.downed_at + who.tables.dying.rounds * who.tables.fight.round_s * SECOND
        return f"dies in {span(due - battle.now)} unless stabilised"
    if trauma.wakes_at is not None:
        return f"wakes in {span(trauma.wakes_at - battle.now)}"
    if trauma.night_at is not None:
        return f"a night's rest is over in {span(trauma.night_at - battle.now)}"
    return ""


def _gauges(who: Fighter) -> Iterator[tuple[str, int, int]]:
    yield "hit points", who.points.left, who.points.most
    if soak := who.protection.soak:
        yield "soak", max(0, soak - who.points.soaked), soak


def _rows(who: Fighter) -> Iterator[tuple[str, str]]:
    found, profile = who.protection, who.profile
    for name, left, most in _gauges(who):
        yield name, f"{left}/{most}"
    yield "AC", f"ranged {found.ranged_ac}, melee {found.melee_ac}"
    yield "trauma target", str(found.trauma_target)
    if found.shock_immune or who.footing.defending:
        yield "shock", "immune"
    elif found.ignores_first:
        yield "shock", "ignores the first of a round"
    if profile.machine:
        if profile.machine_armor or profile.machine_immune:
            yield "armour", "immune" if profile.machine_immune else str(profile.machine_armor)
        return
    if who.strain:
        yield "system strain", f"{who.strain / 100:g}/{who.strain_most / 100:g}"
    saves = {save: save_target(who.tables, profile, save, who.constitution) for save in Save}
    alike = len(set(saves.values())) == 1
    words = [f"{save} {target}" for save, target in saves.items()]
    yield "saves", str(saves[Save.LUCK]) if alike else ", ".join(words)
    if profile.morale is not None:
        yield "morale", str(profile.morale)
    if given := [f"{name} {profile.attributes[name]}" for name in ATTRIBUTES if name in profile.attributes]:
        yield "attributes", ", ".join(given)
    if profile.skills:
        yield "skills", ", ".join(f"{name}-{level}" for name, level in profile.skills.items())


def span(microseconds: int) -> str:
    """Write a span of time in its greatest unit: `2 h`, `30 s`."""
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if microseconds >= unit:
            return f"{microseconds // unit} {name}"
    return f"{max(0, microseconds) // SECOND} s"
