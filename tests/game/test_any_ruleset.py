"""Whatever shows or drives a fight asks for no ruleset: the toy goes through all of it unchanged, as `heroic` does."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from toy import Toy

from fleshwound.components.events import Event
from fleshwound.game import Combat, log, terminal
from fleshwound.game.content import shipped
from fleshwound.game.words import Narrator
from fleshwound.systems.digest import Digest
from fleshwound.systems.ruleset import Ruleset

SCENARIO = "wolves_at_night"


def made(seed: int, rules: str | Ruleset) -> Combat:
    return Combat.of(SCENARIO, seed, rules=rules)


@pytest.fixture(params=["toy", "heroic"])
def rules(request: pytest.FixtureRequest) -> str | Ruleset:
    return Toy() if request.param == "toy" else "heroic"


def test_a_scenario_is_fought_to_a_result(rules: str | Ruleset) -> None:
    combat = made(5, rules)
    assert combat.run().reason in {"last side able", "nobody able", "round limit"}


@pytest.mark.parametrize("seed", range(4))
def test_every_event_has_words_and_a_log_entry_that_reads_back_to_the_same_digest(
    rules: str | Ruleset, seed: int
) -> None:
    combat = made(seed, rules)
    narrator = Narrator(combat)
    lines, written, events = [], [], []

    def tell(event: Event) -> None:
        events.append(event)
        lines.append(narrator.line(event))
        written.append(log.entry(event))

    terminal.play(combat, tell)
    name = combat.battle.ruleset.name
    read = log.read([log.header(rules=name, seed=seed, scenario=SCENARIO), *written])
    assert list(read.events) == events
    digest = Digest()
    for event in read.events:
        digest.add(event)
    assert digest.hexdigest() == combat.digest
    told = [line.text for line in lines if line is not None]
    assert len(told) > len(events) // 3
    assert not [text for text in told if "None" in text or "<" in text]


def test_the_terminal_tells_the_fight_and_its_outcome(rules: str | Ruleset) -> None:
    printed: list[str] = []
    combat, silent = made(5, rules), made(5, rules)
    terminal.show_fight(combat, printed.append, {}, details=True)
    silent.run()
    assert combat.digest == silent.digest
    assert any(f"digest: {silent.digest}" in line for line in printed)


@pytest.mark.parametrize("at", [None, 0.0, 13.0])
def test_the_arena_draws_it_and_moves_no_dice(rules: str | Ruleset, at: float | None) -> None:
    pictures = pytest.importorskip("fleshwound.game.arena.pictures", reason="the arena needs pygame")
    drawn, plain = made(5, rules), made(5, rules)
    surface = pictures.picture(drawn, "Wolves", shipped().scenario(SCENARIO), at, (1280, 720))
    assert surface.get_size() == (1280, 720)
    colors = {tuple(surface.get_at((x, y))) for x in range(0, 1280, 16) for y in range(0, 720, 16)}
    assert len(colors) > 10
    drawn.run()
    plain.run()
    assert drawn.digest == plain.digest


def test_nothing_above_the_rulesets_imports_one_but_the_list_of_them(checkout: Path) -> None:
    importing = {
        path.relative_to(checkout / "game").as_posix()
        for path in (checkout / "game").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fleshwound.systems.heroic")
    }
    assert importing <= {"rulesets.py"}
