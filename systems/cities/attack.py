"""The attack roll, and the whole attack: roll, hit or Shock (cities A3, A4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from fleshwound.components.draws import Ask, Question, Rule
from fleshwound.systems.cities.checks import Check, Named, request
from fleshwound.systems.cities.damage import Force, Wound, floor_of, shocked, struck
from fleshwound.systems.cities.tables import AttackTable
from fleshwound.systems.cities.victim import Victim

ATTACK: Final = "attack"
LUCK: Final = "luck"
"""The answer by which a veteran spends its luck."""
FATE: Final = "fate"
"""The answer by which it keeps it."""


class Situation(NamedTuple):
    """What changes an attack roll besides attacker and target (cities A3)."""

    ranged: bool = False
    far: bool = False
    """Past the normal range."""
    cover: int = 0
    """Of the target: 0 none, 1 partly, 2 almost full."""
    prone: bool = False
    """Whether the target lies on the ground."""
    beside: bool = False
    """Whether attacker and target stand beside each other."""
    pressed: bool = False
    """Whether an armed foe stands beside who shoots or throws."""
    snap: bool = False
    charge: bool = False
    burst: bool = False
    two_weapons: bool = False
    improvised: bool = False
    slugs: bool = False
    from_vehicle: bool = False
    against_people: int = 0
    """What the weapon loses against a target of human size."""
    dazed: bool = False
    blinded: bool = False
    gunlink: bool = False


def situation_modifiers(table: AttackTable, found: Situation) -> Named:
    """List what a situation adds to the attack roll, by name (cities A3).

    Cover and lying low don't add up: the worse counts. A gunlink takes up to 4 points off the penalties of a shot.
    """
    hidden = _hidden(table, found)
    listed: list[tuple[str, int]] = [
        ("long range", table.far if found.ranged and found.far else 0),
        hidden,
        ("target prone", table.prone_near if found.prone and found.beside and not found.ranged else 0),
        ("foe beside", table.pressed if found.ranged and found.pressed else 0),
        ("rocket", found.against_people),
        ("slugs", table.slugs_hit if found.slugs else 0),
        ("moving vehicle", table.from_vehicle if found.from_vehicle else 0),
        ("snap attack", table.snap if found.snap else 0),
        ("dazed", table.dazed if found.dazed else 0),
        ("blind", table.blinded if found.blinded else 0),
        ("two weapons", table.two_weapons_hit if found.two_weapons else 0),
        ("improvised", table.improvised_hit if found.improvised else 0),
    ]
    penalties = -sum(value for _, value in listed if value < 0)
    listed += [
        ("charge", table.charge if found.charge else 0),
        ("burst", table.burst_hit if found.burst else 0),
        ("gunlink", min(table.gunlink, penalties) if found.ranged and found.gunlink else 0),
    ]
    return tuple((name, value) for name, value in listed if value)


def _hidden(table: AttackTable, found: Situation) -> tuple[str, int]:
    cover = (0, table.cover_part, table.cover_most)[found.cover]
    low = table.prone_far if found.ranged and found.prone and not found.beside else 0
    return ("target prone", low) if low < cover else ("cover", cover)


class Attack(NamedTuple):
    """An attack that is ready to be made."""

    attacker: int
    """Combat id."""
    mode: str
    roll: Check
    """d20 with every bonus against the target's AC; a natural 1 misses and a natural 20 hits."""
    force: Force
    victim: Victim
    least: int = 0
    """The least damage of any hit."""
    counts_as: int | None = None
    """AC that the victim counts as for Shock, where its own is higher; None: its own."""
    attacker_lucky: bool = False
    """Whether the attacker has luck to spend, and its controller decides."""
    victim_lucky: bool = False
    saved: Check | None = None
    """The save that this asks for in place of an attack roll (suppressive fire, blasts)."""


class AttackFacts(NamedTuple):
    """How an attack came out."""

    hit: bool
    """Whether it hit in the end; of what asks for a save whether that failed."""
    rolled: bool
    """Whether the roll alone hit, or the save was passed."""
    luck: str
    """Whose luck turned it: `attacker`, `target`, or empty."""
    wound: Wound | None
    """What it did; None: nothing."""


def attack_check(bonus: Named, situation: Named, ac: int) -> Check:
    """Make the attack roll ready (cities A3)."""
    return Check(ATTACK, 1, 20, (*bonus, *situation), ac, naturals=True)


def attack(plan: Attack) -> Rule[AttackFacts]:
    """Attack: roll against AC; a hit wounds, a miss may still shock (cities A3, A4).

    Veteran's Luck turns a hit against one into a miss, or one's own miss into a hit, once a fight: by policy the
    target spends it on a hit, the attacker on a miss (cities A11).
    """
    rolled: bool = yield request(plan.roll)
    hit, luck = rolled, ""
    if hit and plan.victim_lucky:
        turned = (yield Ask(plan.victim.id, Question.ADVANTAGE, (LUCK, FATE), (("attacker", plan.attacker),))) == LUCK
        hit, luck = not turned, "target" if turned else ""
    elif not hit and plan.attacker_lucky:
        hit = (yield Ask(plan.attacker, Question.ADVANTAGE, (LUCK, FATE), (("target", plan.victim.id),))) == LUCK
        luck = "attacker" if hit else ""
    if not hit:
        return AttackFacts(False, rolled, luck, (yield from shocked(plan.force, plan.victim, ac=plan.counts_as)))
    floor = floor_of(plan.force, plan.victim, ac=plan.counts_as)
    return AttackFacts(True, rolled, luck, (yield from struck(plan.force, plan.victim, floor, plan.least)))


def swept(plan: Attack, *, half_if_saved: bool) -> Rule[AttackFacts]:
    """Be caught by what asks for a save instead of an attack roll: who fails takes it (cities A3, A4).

    `half_if_saved`: who saves takes half all the same (a blast); else nothing (suppressive fire).
    """
    assert plan.saved is not None
    saved: bool = yield request(plan.saved)
    if saved and not half_if_saved:
        return AttackFacts(False, True, "", None)
    force = plan.force._replace(halves=plan.force.halves or saved)
    return AttackFacts(not saved, saved, "", (yield from struck(force, plan.victim, 0, plan.least)))
