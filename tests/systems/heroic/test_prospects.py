"""Lives in play, followed instant by instant in the chain that a prognosis is made of (heroic H5–H8, H13, H14)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from plights import Wounded, any_plight, wounded
from scripting import editing

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Aspect
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND
from fleshwound.game.combat import Combat
from fleshwound.systems.chain import NEVER, Chain, Spell
from fleshwound.systems.heroic import prospects
from fleshwound.systems.heroic.aftermath import LOST, SAFE, VIEWS
from fleshwound.systems.heroic.fighter import fighter
from fleshwound.systems.heroic.patient import Patient
from fleshwound.systems.heroic.plight import HEALS_BEYOND, NOBODY, Kind, Pending, Pendings, Plight, kept_from_healing
from fleshwound.systems.heroic.prognosis import patient_of, plight_of
from fleshwound.systems.heroic.prospects import Prospects

HORIZONS = (15 * MINUTE, 3 * HOUR, 2 * DAY, 20 * DAY, 60 * DAY)
"""What lies beyond the horizon is forgotten, so each is looked ahead to."""
ORDINARY, LONG = 60, 2_000


def seen(combat: Combat, entity: int, patient: Patient) -> Plight:
    """The plight that play has a creature in, as the chain has it, but for its physician."""
    with editing(combat) as battle:
        who = fighter(battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # the heroic rules have one
        return LOST if who.shock.state is Shock.DEAD else plight_of(battle, who, replace(patient, physician=None))


def alone(plight: Plight, patient: Patient) -> Plight:
    """A plight without what the physician has pending, and fatigue told no further than it counts.

    What is due never is in no order, and of a course nothing is left but that it holds.
    """
    kept = [entry for entry in plight.pending if entry[1] not in (Kind.TEND, Kind.TREATED)]
    beyond = [entry[:2] if entry[1] is Kind.COURSE else entry for entry in kept if entry[0] == NEVER]
    pending = (*(entry for entry in kept if entry[0] != NEVER), *sorted(beyond, key=repr))
    due = pending[0][0] if pending else NEVER
    return plight._replace(due=due, pending=pending, fatigue=min(plight.fatigue, patient.spent))


def drawn(plight: Plight, patient: Patient) -> list[tuple[Plight, float]]:
    """A plight with each wound at each of the healing rates that it may have, and how likely each is."""
    ways: list[tuple[tuple[Pending, ...], float]] = [((), 1.0)]
    for entry in plight.pending:
        each: list[tuple[Pending, float]] = [(entry, 1.0)]
        if entry[1] is Kind.HEAL and isinstance(entry[4], tuple):
            each = [((*entry[:4], rate), share) for rate, share in entry[4]]
        ways = [((*way, one), chance * share) for way, chance in ways for one, share in each]
    return [(plight._replace(pending=way), chance) for way, chance in ways]


def followed(seed: int) -> str:
    dice = Random(f"lives/{seed}")
    plight = any_plight(dice)
    horizon = HORIZONS[int(dice.random() * len(HORIZONS))]
    combat = Combat(seed=seed)
    entity = wounded(combat, plight)
    with editing(combat) as battle:
        who = fighter(battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # the heroic rules have one
        patient = patient_of(battle, who, battle.now + horizon, plight.physician)
        lives = {plight_of(battle, who, patient)}
    chain = Prospects(patient)
    combat.advance(0)
    while (due := combat.battle.agenda.next_due()) is not None and due <= patient.until:
        combat.step()
        found: set[Plight] = set()
        waiting = list(lives)
        while waiting:
            life = waiting.pop()
            if life.due > due:
                found.update(way for way, _ in drawn(Plight(*life), patient))
                continue
            fates = chain.step(life)
            waiting.extend(fate for fate, _ in (fates.fates if isinstance(fates, Spell) else fates))
        there = alone(seen(combat, entity, patient), patient)
        lives = {life for life in found if alone(life, patient) == there}
        assert lives, f"life {seed} {plight}: at {due} play has\n{there}\nwhich is none of\n" + "\n".join(
            map(str, found)
        )
        if there in (LOST, SAFE):
            return "dead" if there == LOST else "safe"
    return "lives"


@pytest.fixture(autouse=True)
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prospects, "MOST_TESTS", 1)


@pytest.mark.parametrize("chunk", range(4))
def test_every_life_in_play_is_one_of_those_that_the_chain_allows(chunk: int, long: bool) -> None:
    ends = [followed(seed) for seed in range(chunk, LONG if long else ORDINARY, 4)]
    assert {"dead", "safe"} <= set(ends)


@pytest.mark.parametrize("level", [2, 3])
def test_what_is_left_undrawn_changes_no_chance(level: int) -> None:
    edged = Aspect.EDGED
    wounds = (("left_thigh", level, edged, False, None), ("left_calf", 1, edged, False, 4))
    plight = Wounded(wounds, physician=60)
    combat = Combat()
    entity = wounded(combat, plight)
    with editing(combat) as battle:
        who = fighter(battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # the heroic rules have one
        patient = patient_of(battle, who, battle.now + 16 * DAY, plight.physician)
        first = plight_of(battle, who, patient)
    prospects_of = Prospects(patient)

    def eager(state: Plight) -> list[tuple[Plight, float]]:
        fates = prospects_of.step(state)
        drawn_fates: list[tuple[Plight, float]] = []
        for fate, chance in fates.fates if isinstance(fates, Spell) else fates:
            drawn_fates += [(way, chance * share) for way, share in drawn(Plight(*fate), patient)]
        return drawn_fates

    lazy = Chain(first, prospects_of.step, VIEWS, "dead").prognosis(0, 16 * DAY)
    each = Chain(first, eager, VIEWS, "dead").prognosis(0, 16 * DAY)
    for moment in lazy.moments:
        other = each.at(moment.after / SECOND)
        assert moment.dead == pytest.approx(other.dead, abs=1e-11)
        assert moment.recovered == pytest.approx(other.recovered, abs=1e-11)
        assert moment.bleeding == pytest.approx(other.bleeding, abs=1e-11)


HEAL, INFECTION = Kind.HEAL, Kind.INFECTION


@pytest.mark.parametrize(
    ("pending", "stands"),
    [
        (  # both are kept from healing before the infection is tested; which is first stays so
            ((2 * DAY, HEAL, NOBODY, 3, 4), (2 * DAY, HEAL, NOBODY, 1, 5), (3 * DAY, INFECTION, 4)),
            ((3 * DAY, INFECTION, 4), (7 * DAY, HEAL, NOBODY, 3, 4), (7 * DAY, HEAL, NOBODY, 1, 5)),
        ),
        (  # by the second test the infection may be over
            ((3 * DAY, INFECTION, 4), (4 * DAY, HEAL, NOBODY, 3, 4)),
            ((3 * DAY, INFECTION, 4), (4 * DAY, HEAL, NOBODY, 3, 4)),
        ),
        (  # a bleeder keeps its place, and may be the end of everything
            ((DAY, HEAL, NOBODY, 3, 4), (DAY, Kind.BLEED, 1), (2 * DAY, HEAL, NOBODY, 1, 5), (3 * DAY, INFECTION, 4)),
            (
                (DAY, Kind.BLEED, 1),
                (2 * DAY, HEAL, NOBODY, 1, 5),
                (3 * DAY, INFECTION, 4),
                (6 * DAY, HEAL, NOBODY, 3, 4),
            ),
        ),
        (  # beyond the horizon, 20 days, one stands for all
            ((2 * DAY, HEAL, NOBODY, 3, 4), (8 * DAY, HEAL, NOBODY, 1, 5), (NEVER, INFECTION, 0)),
            ((NEVER, INFECTION, 0), HEALS_BEYOND),
        ),
        (  # where nothing is infected every test counts
            ((2 * DAY, HEAL, NOBODY, 3, 4), (8 * DAY, HEAL, NOBODY, 1, 5)),
            ((2 * DAY, HEAL, NOBODY, 3, 4), (8 * DAY, HEAL, NOBODY, 1, 5)),
        ),
    ],
)
def test_what_an_infection_keeps_from_healing_is_put_off_at_once(pending: Pendings, stands: Pendings) -> None:
    assert kept_from_healing(pending, 5 * DAY, 20 * DAY) == stands
