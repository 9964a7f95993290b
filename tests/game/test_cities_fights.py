"""Whole fights under `cities`: they end, are told in words, are saved at any instant, and keep to what must hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from cities_kit import (
    BIOSUIT,
    CLUB,
    COAT,
    FLASH,
    GRENADE,
    KNIFE,
    PISTOL,
    RIFLE,
    RIOT_SHIELD,
    SMG,
    TASER,
    combat,
    duel,
    having,
    named,
    person,
    rules,
)

from fleshwound.components.cities import Standing
from fleshwound.components.creature import Held
from fleshwound.components.edits import Afflict, Injure, Wear
from fleshwound.components.errors import BadValue, DecisionError, IntentRefused
from fleshwound.components.events import Died, Event
from fleshwound.components.hitpoints import Down, HitPoints, Trauma
from fleshwound.components.intents import Strike
from fleshwound.game import Combat, log
from fleshwound.game.words import Narrator
from fleshwound.systems.digest import Digest

HOUR = 3600
KINDS = (
    person("test_brawler"),
    person("test_stabber", weapons=(KNIFE,), armor=(COAT,), hit_points=8),
    person("test_gunman", weapons=(PISTOL,), belt=(CLUB,), hit_points=10, ranged_attack=3),
    person("test_gunner", weapons=(SMG,), armor=(COAT,), hit_points=10, ranged_attack=4),
    person("test_heavy", weapons=(RIFLE,), armor=(COAT,), hit_points=15, ranged_attack=4),
    person("test_bomber", weapons=(GRENADE, FLASH), belt=(KNIFE,), hit_points=8),
    person("test_cop", weapons=(CLUB, RIOT_SHIELD), hit_points=10, melee_attack=4),
    person("test_warden", weapons=(TASER, CLUB), hit_points=10),
    named("test_medic", weapons=(PISTOL,), skills={"heal": 1, "shoot": 1}, tools=True, traits={"veterans_luck": 1}),
    named("test_ace", weapons=(KNIFE,), traits={"killing_blow": 1, "emergency_stabilization": 1}, level=4),
)
SEEDS = range(12)


def brawl(seed: int, each: int = 4, **options: Any) -> Combat:
    made = combat(seed, *KINDS, round_limit=40, **options)
    for n in range(each):
        for side, x in (("red", 3), ("blue", 24)):
            kind = KINDS[(seed + 3 * n + (side == "blue") * (n + 1)) % len(KINDS)]
            made.spawn(kind, side=side, at=(x, 3 + 2 * n))
    return made


def faults(made: Combat) -> Iterator[str]:
    """What must hold of everybody at any moment."""
    for entity in made.creatures:
        points, trauma = made.component(entity, HitPoints), made.component(entity, Trauma)
        vitals = made.vitals(entity)
        if not 0 <= points.left <= points.most:
            yield f"{points}"
        if (points.left == 0) is (trauma.down is Down.UP):
            yield f"{points.left} hit points and {trauma.down.name}"
        if vitals.alive is (trauma.down is Down.DEAD) or (vitals.health == 0) is vitals.alive:
            yield f"{vitals}"
        if vitals.out and not vitals.alive and made.component(entity, Held).items:
            yield "the dead hold something"
        if vitals.bleeding is not (trauma.down is Down.MORTAL):
            yield "bleeds without mortal wounds"
        if trauma.down is not Down.UP and not vitals.prone:
            yield "stands though it is down"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fight_ends_and_all_that_must_hold_holds_at_every_instant(seed: int) -> None:
    made = brawl(seed)
    died: list[int] = []
    made.subscribe(Died, lambda event: died.append(event.creature))
    while made.result is None:
        made.step()
        assert list(faults(made)) == []
    made.advance(200 * HOUR)
    assert list(faults(made)) == []
    assert len(died) == len(set(died))
    assert sorted(died) == sorted(made.id_of(e) for e in made.creatures if not made.vitals(e).alive)


@pytest.mark.parametrize("seed", range(4))
def test_every_event_has_words_and_a_log_entry_that_reads_back(seed: int) -> None:
    made = brawl(seed)
    narrator, lines, written, events = Narrator(made), [], [], []

    def tell(event: Event) -> None:
        events.append(event)
        lines.append(narrator.line(event))
        written.append(log.entry(event))

    made.subscribe(Event, tell)
    made.run()
    made.advance(50 * HOUR)
    read = log.read([log.header(rules="cities", seed=seed, scenario="none"), *written])
    assert list(read.events) == events
    digest = Digest()
    for event in read.events:
        digest.add(event)
    assert len(lines) == len(events)
    told = [line.text for line in lines if line is not None]
    assert not [text for text in told if "None" in text or "<" in text or "/" in text]


def loaded(text: str) -> Combat:
    return Combat.load(text, content=having(*KINDS), rules=rules())


def test_a_fight_saved_at_any_instant_goes_on_as_it_would_have(long: bool) -> None:
    for seed in range(20 if long else 5):
        made, whole = brawl(seed), brawl(seed)
        whole.run()
        whole.advance(20 * HOUR)
        while made.result is None:
            text = made.save()
            made = loaded(text)
            assert made.save() == text, seed
            made.step()
        made.advance(20 * HOUR)
        assert made.digest == whole.digest, seed


def test_time_passes_alike_in_any_steps() -> None:
    digests = set()
    for step in (1, 7, 60):
        made = brawl(5)
        for _ in range(420 // step):
            made.advance(step)
        digests.add(made.digest)
    assert len(digests) == 1


# --- odds and prognosis ---


def strikes() -> Sequence[tuple[str, Any, Any, int]]:
    thug, ace = KINDS[1], KINDS[9]
    return [
        ("test_knife/stab", thug, person("test_brawler"), 1),
        ("test_knife/stab", ace, named("test_victim", hit_points=3), 1),
        ("test_pistol/shot", KINDS[2], named("test_victim", hit_points=4, armor=(COAT,)), 5),
        ("test_smg/shot_burst", KINDS[3], KINDS[8], 9),
        ("test_club/strike_subdue", KINDS[6], person("test_victim", hit_points=3), 1),
        ("test_rifle/shot_suppress", KINDS[4], named("test_victim", hit_points=9), 9),
        ("test_grenade/throw", KINDS[5], named("test_victim", hit_points=6), 6),
        ("test_grenade/throw", KINDS[5], named("test_victim", hit_points=6), 2),
        ("test_flash/throw", KINDS[5], named("test_victim", hit_points=6), 5),
        ("unarmed/strike", KINDS[0], person("test_victim", hit_points=1), 1),
        *more_strikes(),
    ]


def more_strikes() -> Iterator[tuple[str, Any, Any, int]]:
    """Thirty more: every way to attack at victims of every kind, near and far."""
    ways = (
        ("test_knife/stab", KINDS[1], 1), ("test_knife/throw", KINDS[1], 12), ("test_pistol/shot", KINDS[2], 20),
        ("test_smg/shot", KINDS[3], 4), ("test_smg/shot_burst", KINDS[3], 30), ("test_club/strike", KINDS[6], 1),
        ("test_club/strike_subdue", KINDS[6], 1), ("test_rifle/shot", KINDS[4], 9), ("test_taser/shot", KINDS[7], 6),
        ("unarmed/strike", KINDS[0], 1),
    )  # fmt: skip
    victims = (
        named("test_victim", hit_points=5, armor=(COAT,)),
        named("test_victim", hit_points=2, level=4, traits={"emergency_stabilization": 1}),
        person("test_victim", hit_points=4, weapons=(CLUB, RIOT_SHIELD)),
        named("test_victim", hit_points=3, traits={"veterans_luck": 1}),
        named("test_victim", hit_points=9, traits={"hard_to_kill": 1}, standing=Standing.PLAYER),
        person("test_victim", hit_points=7, armor=(COAT,), machine=True),
        named("test_victim", hit_points=1, traits={"close_combatant": 1}),
    )
    for place in range(30):
        mode, attacker, gap = ways[place % len(ways)]
        yield mode, attacker, victims[place % len(victims)], gap


CASES = 40
ORDINARY = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)


@pytest.mark.parametrize("case", range(CASES))
def test_odds_are_what_play_comes_to_exactly(case: int) -> None:
    mode, one, other, gap = strikes()[case]
    made, a, b = duel(one, other, gap)
    odds = made.odds(a, Strike(b, mode))
    joint = odds.joint()
    assert sum(joint.values()) == pytest.approx(1, abs=1e-12)
    for field in ("hit", "dead", "out", "bleeds"):
        by_joint = {
            "hit": sum(chance for (target, _), chance in joint.items() if target.landed),
            "dead": sum(chance for (target, _), chance in joint.items() if target.dead),
            "out": sum(chance for (target, _), chance in joint.items() if target.out),
            "bleeds": sum(chance for (target, _), chance in joint.items() if target.bleeding),
        }[field]
        assert getattr(odds, field) == pytest.approx(by_joint, abs=1e-12)
    assert sum(odds.by_state.values()) == pytest.approx(1, abs=1e-12)
    assert "None" not in odds.explain()


N = 100
MANY = 1_000
"""Strikes played for each case, with seeds 0..N-1; MANY in long runs."""

SIGMAS = 4.5
"""How far a frequency may be off: of 40 cases and 3 figures one in a thousand runs would be."""


@pytest.mark.parametrize(
    "case", [case if case in ORDINARY else pytest.param(case, marks=pytest.mark.long) for case in range(CASES)]
)
def test_strikes_that_are_played_come_out_as_the_odds_say(case: int, long: bool) -> None:
    mode, one, other, gap = strikes()[case]
    n = MANY if long else N
    made, a, b = duel(one, other, gap)
    odds = made.odds(a, Strike(b, mode))
    counted = dict.fromkeys(("dead", "out", "hurt"), 0)
    for seed in range(n):
        played, striker, victim = duel(one, other, gap, seed, turns="host")
        played.begin_turn(striker)
        played.act(striker, Strike(victim, mode))
        vitals = played.vitals(victim)
        counted["dead"] += not vitals.alive
        counted["out"] += vitals.out
        counted["hurt"] += vitals.health < 100
    hurt = 1 - odds.by_level[0]
    for name, chance in (("dead", odds.dead), ("out", odds.out), ("hurt", hurt)):
        spread = max(1.0, (n * chance * (1 - chance)) ** 0.5)
        assert abs(counted[name] - n * chance) <= SIGMAS * spread, (name, counted[name], n * chance)


def test_odds_refuse_a_defence_and_what_cannot_be_struck() -> None:
    made, a, b = duel(KINDS[1], person("test_brawler"), gap=4)
    with pytest.raises(IntentRefused):
        made.odds(a, Strike(b, "test_knife/stab"))
    with pytest.raises(DecisionError):
        made.odds(a, Strike(b, "test_knife/throw"), "dodge")


def test_the_prognosis_of_the_mortally_wounded_is_exact() -> None:
    made = combat(1, named())
    a = made.spawn(named(), side="red", at=(1, 1), intents="host")
    made.edit(Afflict(a, "mortally wounded"))
    left = made.prognosis(a, HOUR)
    assert left.exact
    assert (left.at(35.9).dead, left.at(36).dead) == (0, 1)
    helped = made.prognosis(a, 30 * 24 * HOUR, treated_by=2)
    # 2d6+2 against 9 after the first round, then 10, 11, 12, 13; the sixth attempt comes as it dies.
    fails = 1.0
    for needed in (7, 8, 9, 10, 11):
        fails *= sum(x + y < needed for x in range(1, 7) for y in range(1, 7)) / 36
    assert helped.at(36).dead == pytest.approx(fails, abs=1e-12)
    assert helped.at(30 * 24 * HOUR).recovered == pytest.approx(1 - fails, abs=1e-12)


@pytest.mark.parametrize("skill", [-3, -1, 0, 4])
def test_a_prognosis_may_be_asked_of_any_healer_there_is(skill: int) -> None:
    made = combat(1, named())
    a = made.spawn(named(), side="red", at=(1, 1), intents="host")
    made.edit(Afflict(a, "mortally wounded"))
    fails = 1.0
    for needed in range(9 - skill, 14 - skill):
        fails *= sum(x + y < needed for x in range(1, 7) for y in range(1, 7)) / 36
    assert made.prognosis(a, 60, treated_by=skill).at(36).dead == pytest.approx(fails, abs=1e-12)
    with pytest.raises(BadValue, match="-3 or more"):
        made.prognosis(a, 60, treated_by=-4)


def in_armour(seed: int) -> tuple[Combat, int]:
    made = combat(seed, named(armor=(BIOSUIT,)))
    a = made.spawn(named(armor=(BIOSUIT,)), side="red", at=(1, 1), intents="host")
    made.edit(Afflict(a, "mortally wounded"))
    return made, a


def test_armour_that_stabilises_its_wearer_is_foretold_as_it_is_played(long: bool) -> None:
    made, a = in_armour(0)
    foretold = made.prognosis(a, 700)
    assert foretold.exact
    saved = 26 / 36  # 2d6+2 against 8
    assert foretold.at(0).by_state["unconscious"] == pytest.approx(saved, abs=1e-12)
    assert foretold.at(36).dead == pytest.approx(1 - saved, abs=1e-12)
    assert foretold.at(600).by_state["frail"] == pytest.approx(saved, abs=1e-12)
    n = 2_000 if long else 200
    lived = 0
    for seed in range(n):
        played, wearer = in_armour(seed)
        played.advance(36)
        lived += played.vitals(wearer).alive
        # Once it was tried, what is foretold is what is left.
        assert played.prognosis(wearer, 700).at(0).dead == (not played.vitals(wearer).alive)
    assert abs(lived - n * saved) <= 4.5 * (n * saved * (1 - saved)) ** 0.5


def test_armour_put_on_the_mortally_wounded_tries_too_and_no_armour_twice() -> None:
    made, a, _ = duel(named(), person())
    made.edit(Afflict(a, "mortally wounded"))
    assert made.prognosis(a, 60).at(36).dead == 1
    made.edit(Wear(a, (BIOSUIT,)))
    assert made.prognosis(a, 60).at(36).dead == pytest.approx(10 / 36, abs=1e-12)
    made.step()
    assert made.component(a, Trauma).armor_tried
    assert made.prognosis(a, 60).at(36).dead == (made.vitals(a).state == "mortally wounded")


def test_a_prognosis_is_what_play_comes_to() -> None:
    made, a, _ = duel(named(), person())
    made.edit(Injure(a, level=12))
    foretold = made.prognosis(a, 100)
    made.advance(36)
    assert (foretold.at(36).dead == 1) is not made.vitals(a).alive
