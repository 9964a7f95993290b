"""Prognosis: what becomes of a creature that rests, as exact chances over time (cities A6, A7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from fleshwound.components.hitpoints import Down
from fleshwound.components.ids import SECOND
from fleshwound.systems.battle import Battle
from fleshwound.systems.chain import NEVER, Chain, View
from fleshwound.systems.cities.checks import Check
from fleshwound.systems.cities.consequences import COMATOSE, WORDS
from fleshwound.systems.cities.dying import armor_check, attempt, rounds_since, stabilise_difficulty
from fleshwound.systems.cities.fighter import Fighter
from fleshwound.systems.drivers import enumerated
from fleshwound.systems.prognosis import Prognosis

FRAIL: Final = "frail"
DAZED: Final = "dazed"
NONE: Final = "none"


class Plight(NamedTuple):
    """What the rules read of a creature at rest; the first two are what `Chain` asks for."""

    due: int
    view: int
    down: Down
    frail: bool
    comatose: bool
    """Whether an injury keeps it from waking."""
    expires: int
    """When mortal wounds kill it."""
    internal: int
    """When internal damage kills it."""
    wakes: int
    well: int
    """When a week of rest ends being frail."""
    helped: int
    """When somebody next tries to stabilise it."""
    armor: int
    """When what it wears makes its one try."""
    dazed: int


VIEWS: Final = (
    View(WORDS[Down.DEAD]),
    View(NONE, recovered=True),
    View(FRAIL),
    View(WORDS[Down.INCAPACITATED]),
    View(WORDS[Down.STABLE]),
    View(WORDS[Down.COMA]),
    View(WORDS[Down.COMA], recovered=True),
    View(WORDS[Down.MORTAL], bleeding=True),
    View(DAZED),
)
DEAD, HALE, WEAK, LYING, ASLEEP, COMA, LASTING, DYING, STUNNED = range(len(VIEWS))


def settled(plight: Plight) -> Plight:
    """Say what a plight looks like, and when anything of it is next due."""
    if plight.down is Down.DEAD:
        return plight._replace(due=NEVER, view=DEAD)
    due = min(
        plight.internal,
        plight.expires if plight.down is Down.MORTAL else NEVER,
        plight.helped if plight.down is Down.MORTAL else NEVER,
        plight.armor if plight.down is Down.MORTAL else NEVER,
        plight.wakes,
        plight.well if plight.frail else NEVER,
        plight.dazed if plight.down is Down.UP else NEVER,
    )
    match plight.down:
        case Down.UP:
            view = STUNNED if plight.dazed != NEVER else WEAK if plight.frail else HALE
        case Down.INCAPACITATED:
            view = LYING
        case Down.STABLE:
            view = ASLEEP
        case Down.COMA:
            view = LASTING if plight.internal == NEVER else COMA
        case _:
            view = DYING
    return plight._replace(due=due, view=view)


def prognosis_of(battle: Battle, who: Fighter, horizon: int, treated_by: int | None, states: int) -> Prognosis:
    """Follow what time brings a creature: death, help, waking, a week of rest.

    `treated_by` is what whoever looks after it adds to 2d6: Heal and the better modifier; it has medical tools, begins
    a round from now, and tries once a round. What the creature wears may stabilise it before that (cities A7).
    """
    tables, trauma = who.tables, who.trauma
    second, round_length = SECOND, tables.fight.round_s * SECOND
    now = battle.now
    downed = trauma.downed_at if trauma.downed_at is not None else now
    timed = [
        injury.due
        for injury in trauma.injuries
        if injury.due is not None and tables.injury.rows[injury.row - 1].kind == "internal"
    ]
    # In a fight the week of rest hasn't begun; a prognosis takes it that peace begins now.
    rest_from = trauma.frail_at if trauma.frail_at is not None else now
    first = settled(
        Plight(
            due=NEVER,
            view=DEAD,
            down=trauma.down,
            frail=trauma.frail,
            comatose=any(row.kind in COMATOSE for row in who.rows),
            expires=downed + tables.dying.rounds * round_length if trauma.down is Down.MORTAL else NEVER,
            internal=min(timed, default=NEVER),
            wakes=trauma.wakes_at if trauma.wakes_at is not None else NEVER,
            well=rest_from + tables.care.week_s * second if trauma.frail else NEVER,
            helped=NEVER if treated_by is None else now + round_length,
            armor=now if who.protection.stabilises and not trauma.armor_tried else NEVER,
            dazed=who.footing.dazed_until if who.dazed(now) else NEVER,
        )
    )

    def tried(plight: Plight, check: Check, failed: Plight) -> list[tuple[Plight, float]]:
        chance = float(enumerated(lambda: attempt(check)).get(True, Fraction(0)))
        at = plight.due
        saved = plight._replace(
            down=Down.COMA if plight.comatose else Down.STABLE,
            frail=True,
            wakes=NEVER if plight.comatose else at + tables.dying.wakes_s * second,
            well=at + tables.care.week_s * second,
            expires=NEVER,
            helped=NEVER,
        )
        return [(settled(way), share) for way, share in ((saved, chance), (failed, 1 - chance)) if share]

    def step(plight: Plight) -> list[tuple[Plight, float]]:
        at = plight.due
        if plight.down is Down.MORTAL and at == plight.armor:
            return tried(plight, armor_check(tables), plight._replace(armor=NEVER))
        if at == plight.internal or (plight.down is Down.MORTAL and at == plight.expires):
            return [(settled(plight._replace(down=Down.DEAD)), 1.0)]
        if plight.down is Down.MORTAL and at == plight.helped:
            bonus = treated_by or 0
            difficulty = stabilise_difficulty(tables, rounds_since(tables, (at - downed) // second), tools=True)
            check = Check("stabilise", 2, 6, (("healer", bonus),) if bonus else (), difficulty)
            return tried(plight, check, plight._replace(helped=at + round_length))
        if at == plight.wakes:
            return [(settled(plight._replace(down=Down.UP, wakes=NEVER)), 1.0)]
        if plight.frail and at == plight.well:
            return [(settled(plight._replace(frail=False, well=NEVER)), 1.0)]
        return [(settled(plight._replace(dazed=NEVER)), 1.0)]

    return Chain(first, step, VIEWS, WORDS[Down.DEAD], states).prognosis(now, horizon)
