"""Who dies in the long run: play held to chains worked out by hand, in exact fractions (heroic H5, H6, H7, H8).

A chain here knows the tables alone: the share of d100 faces for each level, what each level does, and in what order
what falls due at one moment is done. `pytest -s` shows both figures side by side. n = 10 000 in a long run, 1 000
else; seeds 0, 1, 2, … of a hundred creatures each; tolerance four standard errors of the share, and 1/n besides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Final

import pytest
from scripting import editing

from fleshwound.components.creature import InjuryKind, Shock, ShockState
from fleshwound.components.definitions import Aspect, Creature
from fleshwound.components.draws import Level
from fleshwound.components.edits import Injure
from fleshwound.components.ids import DAY, HOUR, SECOND
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.agenda import Task
from fleshwound.systems.heroic.consequences import record
from fleshwound.systems.heroic.fighter import fighter

pytestmark = pytest.mark.sample

N: Final = 10_000
ORDINARY: Final = 1_000
BATCH: Final = 100
"""Creatures of one combat."""
ERRORS: Final = 4


def shares(target: int) -> dict[str, Fraction]:
    """The chance of each level, counted off the faces: a success up to the target, critical where it ends in 0 or 5."""
    target = min(95, max(5, target))
    counted: dict[str, Fraction] = defaultdict(Fraction)
    for face in range(1, 101):
        counted["CM"[face % 5 != 0] + "FS"[face <= target]] += Fraction(1, 100)
    return counted


def agree(label: str, dead: int, n: int, expected: Fraction) -> None:
    share, chance = dead / n, float(expected)
    tolerance = ERRORS * sqrt(chance * (1 - chance) / n) + 1 / n
    print(f"{label}: {share:.4f} dead of {n}, {chance:.4f} by the chain, tolerance {tolerance:.4f}")
    assert abs(share - chance) <= tolerance, label


def crowds(kind: Creature, n: int) -> Iterator[tuple[Combat, list[int]]]:
    """Combats of a hundred whom nobody looks after."""
    for seed in range(n // BATCH):
        combat = Combat(seed=seed)
        yield combat, [combat.spawn(kind, side="red", at=(x, 0), intents="host") for x in range(BATCH)]


def of(**attributes: int) -> Creature:
    human = shipped().creature("human")
    skills = {**human.skills, "shock": 60}
    return replace(human, id="test", attributes={**human.attributes, **attributes}, skills=skills)


# --- courses --------------------------------------------------------------------------------------------------------

DELTAS: Final = {"CF": -2, "MF": -1, "MS": 1, "CS": 2}


def course_of_death(healing_base: int, opening: int) -> Fraction:
    """The chance that a course which opens at a healing rate ends in death: 0 or below; 6 or above is out of it.

    d(r) = sum of p(level, r) d(r + delta), d = 1 at 0 and below, 0 at 6 and above; solved for r = 1..5.
    """
    rows: list[list[Fraction]] = []
    for rate in range(1, 6):
        row = [Fraction(rate == column) for column in range(1, 6)] + [Fraction(0)]
        for level, chance in shares(healing_base * rate).items():
            after = rate + DELTAS[level]
            if after <= 0:
                row[5] += chance
            elif after <= 5:
                row[after - 1] -= chance
        rows.append(row)
    for i in range(5):  # Gauss and Jordan
        pivot = next(j for j in range(i, 5) if rows[j][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(5):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i], strict=True)]
    return rows[opening - 1][5]


def lay_down(combat: Combat, entity: int, kind: InjuryKind, healing_rate: int) -> None:
    """Have a course begin now that no wound caused, its first test a moment away."""
    with editing(combat) as battle:
        who = fighter(combat.battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # the heroic rules have one
        who.shock.state = Shock.UNCONSCIOUS
        who.conditions.prone = True
        entry = record(battle, who, kind, location=None, healing_rate=healing_rate, how="a test")
        battle.after(SECOND, Task("course", who.id, (entry.number,)))


@pytest.mark.parametrize("healing_base", [10, 12, 14])
@pytest.mark.parametrize(
    ("kind", "opening", "step"),
    [
        (InjuryKind.EXTENDED_SHOCK, 4, 4 * HOUR),
        (InjuryKind.EXTENDED_SHOCK, 5, 4 * HOUR),
        (InjuryKind.COMA, 4, 10 * DAY),
    ],
    ids=["extended shock at 4", "extended shock at 5", "coma at 4"],
)
def test_the_share_that_a_course_kills_is_that_of_its_chain(
    kind: InjuryKind, opening: int, step: int, healing_base: int, long: bool
) -> None:
    n = N if long else ORDINARY
    dead = 0
    for combat, entities in crowds(of(endurance=healing_base, will=healing_base), n):
        for entity in entities:
            lay_down(combat, entity, kind, opening)
        for _ in range(400):
            combat.advance(step / 1_000_000)
            states = [combat.component(entity, ShockState).state for entity in entities]
            if Shock.UNCONSCIOUS not in states:
                break
        assert set(states) <= {Shock.NONE, Shock.DEAD}
        dead += states.count(Shock.DEAD)
    agree(f"{kind} at HR {opening}, HB {healing_base}", dead, n, course_of_death(healing_base, opening))


# --- blood ----------------------------------------------------------------------------------------------------------

STRENGTH: Final = 12
SHOCK: Final = 60
POINTS: Final = {"CF": 3, "MF": 2, "MS": 1, "CS": 0}
NONE, STUNNED, INCAPACITATED, UNCONSCIOUS, DEAD = "none", "stunned", "incapacitated", "unconscious", "dead"
STEPS: Final = (NONE, STUNNED, INCAPACITATED, UNCONSCIOUS, DEAD)
LOCKED: Final = "locked "
ROUNDS: Final = 30
"""Re-tests of the stunned from one test of the bleeder to the next: every 10 s."""
MOST: Final = 11
"""Points of blood beyond which every test is at its least, 5: counted no further."""
TICKS: Final = 12

Key = tuple[str, int, int]
"""Shock state, points of blood lost, and: for the stunned re-tests still due at this moment, for the unconscious tests
of the bleeder until theirs."""


def retested(state: str, blood: int) -> dict[str, Fraction]:
    """A re-test: Shock at -20, less 5 for each point of blood. The locked stay so: course tests are hours away."""
    chance = shares(SHOCK - 20 - 5 * blood)
    if state == STUNNED:
        return {NONE: chance["MS"] + chance["CS"], STUNNED: chance["MF"] + chance["CF"]}
    return {NONE: chance["CS"], STUNNED: chance["MS"], LOCKED + state: chance["MF"] + chance["CF"]}


def ticked(key: Key) -> Iterator[tuple[Key, Fraction]]:
    """One test of the bleeder and what follows till the next, 5 minutes on; what was put down first is done first."""
    state, blood, wait = key
    if state == DEAD:
        yield key, Fraction(1)
        return
    before: dict[str, Fraction] = {state: Fraction(1)}
    if state == UNCONSCIOUS and wait == 1:
        before = retested(state, blood)  # its re-test of 10 minutes was put down before this test of the bleeder
    for now, first in before.items():
        for level, chance in shares(5 * STRENGTH - 5 * blood).items():
            lost = POINTS[level]
            bare = now.removeprefix(LOCKED)
            after = STEPS[min(4, STEPS.index(bare) + lost)]
            whole = DEAD if after == DEAD else LOCKED + after if now.startswith(LOCKED) else after
            points = min(MOST, blood + lost)
            yield from _followed(state, now, whole, points, lost, wait, first * chance)


def _followed(
    state: str, now: str, after: str, blood: int, lost: int, wait: int, chance: Fraction
) -> Iterator[tuple[Key, Fraction]]:
    if after == UNCONSCIOUS:
        fresh = lost or now != state
        yield (after, blood, 2 if fresh else wait - 1), chance
    elif after == INCAPACITATED:
        for then, share in retested(after, blood).items():  # a round from now
            if then == STUNNED:
                yield from _stunned(blood, ROUNDS - 2, chance * share)
            else:
                yield (then, blood, 0), chance * share
    elif after == STUNNED:
        # Unmoved and stunned since before: the re-test of this very moment still comes.
        old = not lost and state == STUNNED
        yield from _stunned(blood, ROUNDS if old else ROUNDS - 1, chance)
    else:
        yield (after, blood, 0), chance


def _stunned(blood: int, tests: int, chance: Fraction) -> Iterator[tuple[Key, Fraction]]:
    stays = retested(STUNNED, blood)[STUNNED] ** tests
    yield (STUNNED, blood, 0), chance * stays
    yield (NONE, blood, 0), chance * (1 - stays)


def dead_of_blood() -> list[Fraction]:
    """The share dead after each test of the one bleeder, 5 minutes apart."""
    chances: dict[Key, Fraction] = {(NONE, 0, 0): Fraction(1)}
    found: list[Fraction] = []
    for _ in range(TICKS):
        following: dict[Key, Fraction] = defaultdict(Fraction)
        for key, chance in chances.items():
            for then, share in ticked(key):
                following[then] += chance * share
        chances = following
        assert sum(chances.values()) == 1
        found.append(sum((chance for key, chance in chances.items() if key[0] == DEAD), Fraction(0)))
    return found


def test_the_share_that_an_untended_bleeder_kills_is_that_of_its_chain(long: bool) -> None:
    n = N if long else ORDINARY
    expected = dead_of_blood()
    dead = [0] * TICKS
    for combat, entities in crowds(of(strength=STRENGTH), n):
        for entity in entities:
            combat.edit(Injure(entity, "abdomen", 4, Aspect.EDGED, bleeds=True))
        for tick in range(TICKS):
            combat.advance(305 if tick == 0 else 300)
            dead[tick] += sum(combat.component(e, ShockState).state is Shock.DEAD for e in entities)
    for tick in range(TICKS):
        agree(f"bled for {5 * tick + 5} minutes", dead[tick], n, expected[tick])


def test_the_chains_are_what_the_tables_give() -> None:
    assert {level: int(share * 100) for level, share in shares(60).items()} == {"MS": 48, "CS": 12, "MF": 32, "CF": 8}
    assert sum(shares(0).values()) == 1
    assert shares(0)["CS"] == Fraction(1, 100)
    assert len(Level) == 5
    # At HR 5 and HB 10 the target is 50: 40 in 100 to go to 6, 10 to 7; 40 to 4, 10 to 3.
    d = {rate: course_of_death(10, rate) for rate in range(1, 6)}
    assert d[5] == Fraction(40, 100) * d[4] + Fraction(10, 100) * d[3]
    assert d[1] > d[2] > d[3] > d[4] > d[5] > 0
    shown = dead_of_blood()
    assert shown == sorted(shown)
    assert shown[0] == 0  # nobody dies of three points
