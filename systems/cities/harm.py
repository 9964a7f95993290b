"""Harm: committing what a blow did, down to its last consequence (cities A4, A6, A7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fleshwound.components.events import (
    DamageDealt,
    MajorInjurySuffered,
    SaveMade,
    ShockIgnored,
    Throw,
)
from fleshwound.components.hitpoints import Down
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.attack import Attack
from fleshwound.systems.cities.consequences import (
    die,
    die_later,
    injure,
    lose_health,
    set_down,
    stabilised,
    strain,
    wake_later,
)
from fleshwound.systems.cities.damage import DAMAGE, TRAUMA, Wound, trauma_check
from fleshwound.systems.cities.dying import INJURY, Ending
from fleshwound.systems.cities.fighter import Fighter, physical_save
from fleshwound.systems.drivers import Answered

WOUNDS: Final = "wounds"
"""What one goes down and dies of."""


class Faces:
    """What the dice of one task showed: of each kind, handed out in the order the rules threw them."""

    def __init__(self, trail: Iterable[Answered]) -> None:
        self._made: dict[str, list[int]] = {}
        for answered in trail:
            what = getattr(answered.request, "what", None)
            if what is not None:
                face = answered.answer if answered.face is None else answered.face
                self._made.setdefault(what, []).append(face)

    def take(self, what: str) -> int:
        """Take the next face of a kind; 0 where none is left, since nothing was thrown."""
        faces = self._made.get(what)
        return faces.pop(0) if faces else 0


def commit_wound(battle: Battle, who: Fighter, attack: Attack, wound: Wound, source: str, faces: Faces) -> None:
    """Make a wound true: soak, hit points, what 0 of them came to."""
    by: int | None = attack.attacker or None
    if wound.shock_ignored:
        if battle.encounter is not None:
            who.footing.shock_round = battle.encounter.round
        battle.emit(ShockIgnored(battle.now, who.id, attack.attacker))
        return
    force = attack.force
    throw = None
    if wound.rolled is not None:
        dice = f"{force.dice}d{force.sides}" if force.dice else "0"
        throw = Throw(DAMAGE, dice, wound.rolled)
    trauma = None
    if wound.traumatic is not None:
        trauma = trauma_check(force, attack.victim).told(faces.take(TRAUMA), wound.traumatic)
    battle.emit(
        DamageDealt(
            battle.now,
            who.id,
            by,
            attack.mode,
            source,
            throw,
            force.plus if wound.rolled is not None else (),
            wound.floor,
            wound.damage,
            trauma,
            wound.total,
            wound.armored,
            wound.soaked,
            wound.through,
        )
    )
    who.points.soaked += wound.soaked
    if wound.traumatic:
        who.trauma.traumatised = True
    lose_health(battle, who, wound.lost, by, attack.mode)
    if wound.ending is not None:
        commit_ending(battle, who, wound.ending, by, faces)


def commit_ending(battle: Battle, who: Fighter, ending: Ending, by: int | None, faces: Faces) -> None:
    """Make true what 0 hit points came to (cities A6, A7)."""
    injury = None
    if ending.saved is not None:
        check = physical_save(who).told(faces.take(physical_save(who).what), ending.saved)
        battle.emit(SaveMade(battle.now, who.id, INJURY, check))
    if ending.down is Down.DEAD:
        if ending.row is not None:
            _tell_injury(battle, who, ending, 0)
        die(battle, who, WOUNDS, by)
        return
    before = who.trauma.down
    set_down(battle, who, ending.down, WOUNDS)
    if ending.down is Down.INCAPACITATED:
        wake_later(battle, who)
        return
    if ending.rolled is not None:
        if ending.row is not None:
            injury = injure(battle, who, ending.row)
        _tell_injury(battle, who, ending, injury.number if injury is not None else 0)
    if before is Down.MORTAL:
        return
    die_later(battle, who)
    saved_by_itself(battle, who)


def _tell_injury(battle: Battle, who: Fighter, ending: Ending, number: int) -> None:
    table = who.tables.injury
    assert ending.rolled is not None
    row = ending.row if ending.row is not None else min(len(table.rows), max(1, ending.rolled))
    found = table.rows[row - 1]
    throw = Throw(INJURY, f"1d{table.sides}", ending.rolled)
    battle.emit(
        MajorInjurySuffered(battle.now, who.id, number, throw, row - ending.rolled, row, found.name, found.part)
    )


def saved_by_itself(battle: Battle, who: Fighter) -> None:
    """Let what stabilises its bearer by itself do so: cyber at once, armour by a try that follows (cities A7)."""
    cost = who.tables.dying.factor_strain
    if who.profile.traits.get("emergency_stabilization") and who.strain + cost <= who.strain_most:
        strain(battle, who, cost, "emergency stabilization")
        stabilised(battle, who, "emergency stabilization")
    elif who.protection.stabilises and not who.trauma.armor_tried:
        battle.held_up.append(Task("biostabilise", who.id))
