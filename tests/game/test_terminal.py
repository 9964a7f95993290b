"""A fight in the terminal: the lines, and how everybody came out of it."""

from __future__ import annotations

import io
import re
from typing import Final

import pytest

from fleshwound.components.events import Event, FightEnded, Injured, Roll
from fleshwound.game import Combat
from fleshwound.game.log import entry
from fleshwound.game.phrases import MARKS
from fleshwound.game.phrases import test_in_full as in_full
from fleshwound.game.terminal import LEGENDS, PLAIN_AGAIN, outcome, play, show_fight, standings, takes_color, written
from fleshwound.game.words import Line, Tone

SKIRMISH = "wolves_at_night"
SIDES = {"men": "Men", "wolves": "Wolves"}


def shown(seed: int, *, details: bool = False, color: bool = False) -> tuple[Combat, list[str]]:
    combat = Combat.of(SKIRMISH, seed)
    lines: list[str] = []
    show_fight(combat, lines.append, SIDES, details=details, color=color)
    return combat, "\n".join(lines).split("\n")


def rolls_of(event: Event) -> list[Roll]:
    return [value for name in event.__slots__ if isinstance(value := getattr(event, name), Roll)]


@pytest.mark.parametrize("seed", [1, 7])
def test_a_fight_that_is_told_is_the_fight_that_runs_unseen(seed: int) -> None:
    told, _ = shown(seed, details=True)
    unseen = Combat.of(SKIRMISH, seed)
    unseen.run()
    assert told.digest == unseen.digest
    assert told.result == unseen.result


def test_every_event_is_told_once_and_in_order() -> None:
    told: list[Event] = []
    combat, unseen = Combat.of(SKIRMISH, 7), Combat.of(SKIRMISH, 7)
    play(combat, told.append)
    unseen.run()
    assert list(map(entry, told)) == list(map(entry, unseen.drain()))


def test_every_roll_is_told_in_full_and_in_order() -> None:
    combat = Combat.of(SKIRMISH, 7)
    combat.run()
    rolls = [in_full(roll) for event in combat.drain() for roll in rolls_of(event)]
    assert len(rolls) > 50
    remaining = iter(line.strip() for line in shown(7, details=True)[1])
    assert [roll for roll in rolls if roll not in remaining] == []


def test_without_details_there_are_fewer_lines() -> None:
    assert len(shown(7)[1]) < len(shown(7, details=True)[1])


def test_each_round_says_how_many_of_each_side_are_able() -> None:
    headings = [line for line in shown(7)[1] if line.startswith("round ")]
    assert headings[0] == "round 1: Men 4 of 4 able, Wolves 4 of 4 able"
    assert [int(heading.split(":")[0].split()[1]) for heading in headings] == list(range(1, len(headings) + 1))


def test_the_outcome_names_the_winner_who_stands_and_who_is_down_and_why() -> None:
    combat = Combat.of(SKIRMISH, 7)
    result = combat.run()
    lines = outcome(combat, result, SIDES)
    assert result.winner is not None
    assert lines[0].startswith(f"winner: {SIDES[result.winner]} (last side able) after ")
    assert lines[-1] == f"digest: {combat.digest}"
    by_name = {standing.name: standing for standing in standings(combat)}
    assert len(by_name) == 8
    for name, standing in by_name.items():
        (line,) = (line for line in lines if f" {name} " in line)
        assert line.startswith("down" if standing.vitals.out else "able")
        assert bool(standing.why) >= standing.vitals.out, "whoever is down has a reason"
        if standing.why:
            assert lines[lines.index(line) + 1].strip() == "; ".join(standing.why)


SHORT: Final = {"heroic": ("CS", "MS", "MF", "CF", *MARKS[1:], "one level down"), "cities": ("AC",)}
"""Short words of the lines, by ruleset."""


@pytest.mark.parametrize(("scenario", "rules"), [(SKIRMISH, "heroic"), ("knife_fight", "cities")])
def test_a_fight_begins_by_saying_what_the_short_words_of_its_rules_mean_and_of_no_others(
    scenario: str, rules: str
) -> None:
    lines: list[str] = []
    show_fight(Combat.of(scenario, 7), lines.append, {}, details=True)
    assert tuple(lines[: len(LEGENDS[rules])]) == LEGENDS[rules]
    legend, told = " ".join(LEGENDS[rules]), "\n".join(lines[len(LEGENDS[rules]) :])
    assert [word for word in SHORT[rules] if not re.search(rf"\b{word}\b", legend)] == []
    others = {word for name, words in SHORT.items() if name != rules for word in words}
    assert [word for word in others if re.search(rf"\b{word}\b", legend + told)] == []
    assert any(re.search(rf"\b{word}\b", told) for word in SHORT[rules])


def test_sides_are_called_by_their_names_throughout() -> None:
    combat = Combat.of(SKIRMISH, 7)
    lines: list[str] = []
    show_fight(combat, lines.append, {"men": "The Company", "wolves": "The Pack"})
    told = "\n".join(lines)
    assert "The Company against The Pack" in told
    assert "joins The Pack" in told
    assert re.search(r"\b(men|wolves)\b", told.replace("Wolves at night", "")) is None


def test_a_fight_cut_at_its_round_limit_is_told_as_a_draw() -> None:
    combat = Combat.of(SKIRMISH, 7, round_limit=1)
    told: list[Event] = []
    result = play(combat, told.append)
    ends = [event for event in told if isinstance(event, FightEnded)]
    assert ends == [FightEnded(10_000_000, None, "round limit", 1)]
    assert outcome(combat, result, SIDES)[0] == "draw (round limit) after one round"


def test_a_fight_of_one_side_has_no_result() -> None:
    combat = Combat(seed=1)
    combat.spawn("gray_wolf", side="wolves", at=(0, 0))
    assert outcome(combat, combat.run(), {})[0] == "no result (stopped) after no rounds"


def test_what_listened_stops_listening_when_the_fight_is_over() -> None:
    combat = Combat.of(SKIRMISH, 7, round_limit=1)
    told: list[Event] = []
    play(combat, told.append)
    before = len(told)
    combat.spawn("gray_wolf", side="wolves", at=(0, 0))
    assert len(told) == before


def test_a_line_is_written_with_its_clock_details_and_colours() -> None:
    line = Line(52_000_000, "Dunstan dies: blood loss", Tone.BLOOD, ("a roll", "another"))
    assert written(line) == "  00:52  Dunstan dies: blood loss"
    assert written(line, details=True) == "  00:52  Dunstan dies: blood loss\n           a roll\n           another"
    assert written(line, color=True) == f"\x1b[31m  00:52  Dunstan dies: blood loss{PLAIN_AGAIN}"
    assert written(Line(0, "x", Tone.PLAIN), color=True) == "  00:00  x"


def test_colours_change_nothing_but_colours() -> None:
    plain, painted = shown(7)[1], shown(7, color=True)[1]
    assert plain != painted
    for code in ("\x1b[1m", "\x1b[2m", "\x1b[31m", PLAIN_AGAIN):
        painted = [line.replace(code, "") for line in painted]
    assert plain == painted


def test_only_a_terminal_takes_colours_and_only_if_nobody_minds(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert takes_color(Terminal())
    assert not takes_color(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not takes_color(Terminal())


def test_wounds_are_told_in_the_words_of_the_body_that_bears_them() -> None:
    """Behaviour 12, over a whole fight: each wound's line ends in a location of that creature's own anatomy."""
    combat = Combat.of(SKIRMISH, 7)
    lines: list[str] = []
    wounds: list[tuple[str, str]] = []

    def note(event: Injured) -> None:
        entity = combat.entity(event.creature)
        wounds.append((combat.describe(entity)[event.location], event.aspect))

    combat.subscribe(Injured, note)
    show_fight(combat, lines.append, SIDES)
    told = [line.split("hurt: ")[1] for line in lines if "is hurt: " in line]
    assert wounds
    assert [line.rsplit(" ", 2)[0] if "bleeding" not in line else line.rsplit(" ", 3)[0] for line in told] == [
        where for where, _ in wounds
    ]
