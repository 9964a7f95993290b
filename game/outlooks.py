"""Odds and prognoses written out for people: plain tables with bars, as wide as the terminal; and for programs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from fleshwound.components.definitions import Anatomy
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND
from fleshwound.game.phrases import mark, modified, spelled
from fleshwound.game.show import columns
from fleshwound.systems.odds import Fate, Odds, RollOdds, percent
from fleshwound.systems.prognosis import Prognosis

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
"""What JSON holds."""

VERSION: Final = 1
"""Of what is written for programs."""

BAR: Final = "#"
GREATEST_BAR: Final = 50
"""Characters that a bar of 100 % is long, where there is room."""

SHARE: Final = len("> 99.9 %")
"""Characters that a chance takes at the most."""

LEAST_BAR: Final = 10
"""With less room there are no bars."""

INDENT: Final = "  "

TIMES: Final = (
    0, 10 * SECOND, MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 20 * MINUTE, 30 * MINUTE, 45 * MINUTE, HOUR, 2 * HOUR,
    4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 10 * DAY, 15 * DAY, 20 * DAY, 30 * DAY, 45 * DAY,
    60 * DAY, 90 * DAY, 180 * DAY, 365 * DAY,
)  # fmt: skip
"""Moments that a prognosis is told at, in microseconds, as far as its horizon, which comes last."""


def _bars(rows: Sequence[tuple[str, float]], width: int, indent: str = INDENT) -> list[str]:
    """Write chances in a column under each other, each with its word, and a bar as long as the width allows."""
    words = max((len(word) for word, _ in rows), default=0)
    lines = [f"{indent}{word:<{words}}{INDENT}{percent(chance):>{SHARE}}" for word, chance in rows]
    room = _room(width - len(indent) - words - SHARE - 2 * len(INDENT))
    return [(line + INDENT + _bar(chance, room)).rstrip() for line, (_, chance) in zip(lines, rows, strict=True)]


def _room(left: int) -> int:
    """Give the length of a bar of 100 % where so many characters are left; 0 where that is too short to be one."""
    return min(GREATEST_BAR, left) if left >= LEAST_BAR else 0


def _bar(chance: float, room: int) -> str:
    """Draw a chance; what is possible has at least one character."""
    return BAR * max(round(room * chance), 1 if chance > 0 and room else 0)


def _right(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Align cells to the right, the first of each row to the left; columns without room go into a table below."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    tables: list[list[int]] = [[]]
    for column in range(1, len(widths)):
        taken = widths[0] + sum(widths[other] + len(INDENT) for other in (*tables[-1], column))
        if tables[-1] and taken > width:
            tables.append([])
        tables[-1].append(column)
    return [
        INDENT.join([row[0].ljust(widths[0]), *(row[column].rjust(widths[column]) for column in table)])
        for table in tables
        for row in rows
    ]


def folded(line: str, width: int, indent: str = INDENT) -> list[str]:
    """Break a line that is too wide between its words; what follows is indented."""
    return textwrap.wrap(line, max(width, 20), subsequent_indent=indent, break_long_words=False) or [line]


# --- odds -------------------------------------------------------------------------------------------------------------


def odds_page(odds: Odds, attacker: Anatomy, target: Anatomy, width: int) -> list[str]:
    """Write out what a strike may come to: every roll, then where it lands, how hard, and how it ends."""
    names = {odds.actor: odds.names[0], odds.target: odds.names[1]}
    lines = ["rolls", *_rolls([(names.get(roll.of, ""), roll) for roll in odds.rolls], width)] if odds.rolls else []
    for assumption in odds.assumed:
        lines += folded(f"assumed: {assumption}", width)
    lines += ["", *_fate(odds.names[1], odds, target, width)]
    if odds.attacker.hit or odds.attacker.by_level.get(0, 1.0) < 1 or odds.attacker.prone:
        lines += ["", *_fate(odds.names[0], odds.attacker, attacker, width)]
    return lines


def _rolls(rolls: Sequence[tuple[str, RollOdds]], width: int) -> Iterator[str]:
    """Say whose roll each is, at what, with its modifiers, and how it comes out: beside that, else below."""
    table = columns([(INDENT + whose, roll.what, _made_at(roll)) for whose, roll in rolls])
    comes = [_comes(roll) for _, roll in rolls]
    longest = max(map(len, table))
    beside = longest + len(INDENT) + max(map(len, comes)) <= width
    for line, text in zip(table, comes, strict=True):
        if beside:
            yield f"{line:<{longest}}{INDENT}{text}".rstrip()
            continue
        yield from folded(line, width, 2 * INDENT) if len(line) > width else [line]
        if text:
            yield from folded(2 * INDENT + text, width, 2 * INDENT)


def _comes(roll: RollOdds) -> str:
    """Say how a test comes out; what dice of an impact add up to is told by the wounds."""
    if roll.target is None and not roll.given:
        return ""
    return ", ".join(f"{name} {percent(share)}" for name, share in roll.chances.items() if share)


def _made_at(roll: RollOdds) -> str:
    if roll.given:
        return "not rolled"
    if roll.target is None:
        return " ".join(filter(None, (roll.dice, modified(roll.modifiers))))
    return ", ".join(filter(None, (str(roll.base), modified(roll.modifiers), f"target {roll.target}")))


def _fate(name: str, fate: Fate, anatomy: Anatomy, width: int) -> Iterator[str]:
    whole = [
        ("hit", fate.hit),
        ("bleeds", fate.bleeds),
        ("loses something", fate.severed),
        ("lies on the ground", fate.prone),
    ]
    whole += [("overcome", fate.overcome), ("out of the fight", fate.out), ("dead", fate.dead)]
    groups: list[tuple[str, list[tuple[str, float]]]] = [
        (name, [pair for pair in whole if pair[1] or pair[0] in ("hit", "out of the fight", "dead")]),
        ("where: part", _ordered(fate.by_part, [(part.id, part.name) for part in anatomy.parts])),
        ("where: location", _ordered(fate.by_location, [(place.id, place.name) for place in anatomy.locations])),
        ("wound", [(mark(level), share) for level, share in sorted(fate.by_level.items()) if level and share]),
        ("state after", [(spelled(state), share) for state, share in fate.by_state.items() if share]),
    ]
    rows = [(word, share) for _, pairs in groups for word, share in pairs]
    lines = iter(_bars(rows, width))
    for title, pairs in groups:
        if pairs:
            yield title
            yield from (next(lines) for _ in pairs)


def _ordered(shares: Mapping[str, float], names: Sequence[tuple[str, str]]) -> list[tuple[str, float]]:
    """Name what has a chance, in the order of the rulebook's table."""
    return [(name, shares[id]) for id, name in names if shares.get(id)]


def odds_data(odds: Odds) -> dict[str, Plain]:
    """Give odds as JSON has them; ids and not names, chances 0..1."""
    whose = {odds.actor: "attacker", odds.target: "target"}
    rolls: list[Plain] = [
        {
            "what": roll.what,
            "of": whose.get(roll.of),
            "dice": roll.dice,
            "base": roll.base,
            "modifiers": [[name, by] for name, by in roll.modifiers],
            "target": roll.target,
            "given": roll.given,
            "chances": dict(roll.chances),
        }
        for roll in odds.rolls
    ]
    return {
        "mode": odds.mode,
        "aim": odds.aim or None,
        "defence": odds.defence,
        "rolls": rolls,
        "target": _fate_data(odds),
        "attacker": _fate_data(odds.attacker),
        "assumed": list(odds.assumed),
    }


def _fate_data(fate: Fate) -> dict[str, Plain]:
    return {
        "hit": fate.hit,
        "bleeds": fate.bleeds,
        "severed": fate.severed,
        "prone": fate.prone,
        "overcome": fate.overcome,
        "out": fate.out,
        "dead": fate.dead,
        "by_part": dict(fate.by_part),
        "by_location": dict(fate.by_location),
        "by_level": {str(level): share for level, share in sorted(fate.by_level.items())},
        "by_state": dict(fate.by_state),
    }


# --- prognoses --------------------------------------------------------------------------------------------------------


def prognosis_page(cases: Sequence[tuple[str, Prognosis]], width: int) -> list[str]:
    """Write out what becomes of a creature: who is alive when, with bars, of all cases; then the states of each.

    Each case has a name: `untended`. All have one horizon.
    """
    horizon = cases[0][1].horizon
    times = [0, *_telling(cases, [time for time in TIMES if 0 < time < horizon]), horizon]
    lines = _alive(cases, times, width)
    for name, case in cases:
        lines += ["", name, *_states(case, times, width)]
        if not case.exact:
            lines.append(f"every chance may be greater by up to {percent(case.dropped)}, which was left out")
    return lines


def _alive(cases: Sequence[tuple[str, Prognosis]], times: Sequence[int], width: int) -> list[str]:
    spans = [span(time) for time in times]
    longest = max(len("alive"), *map(len, spans))
    column = (width - longest) // len(cases) - 2 * len(INDENT)
    room = _room(column - SHARE)
    heads = [_shortened(name, column) for name, _ in cases]
    lines = ["alive".ljust(longest) + "".join(f"{INDENT}{head:<{SHARE + len(INDENT) + room}}" for head in heads)]
    for time, text in zip(times, spans, strict=True):
        line = text.ljust(longest)
        for _, case in cases:
            moment = case.at(time / SECOND)
            alive = sum(share for state, share in moment.by_state.items() if state != "dead")
            line += f"{INDENT}{percent(alive):>{SHARE}}{INDENT}{_bar(alive, room):<{room}}"
        lines.append(line)
    return [line.rstrip() for line in lines]


def _shortened(name: str, room: int) -> str:
    """Shorten a name in its middle: how it ends tells one physician from another."""
    if len(name) <= room:
        return name
    end = min(name.rpartition(" ")[2], name[-(room - 2) :], key=len)
    return f"{name[: room - 1 - len(end)]}…{end}"


def _telling(cases: Sequence[tuple[str, Prognosis]], times: Sequence[int]) -> Iterator[int]:
    """Leave out times by which nothing has changed in any case since the one before."""
    before = [case.at(0) for _, case in cases]
    for time in times:
        now = [case.at(time / SECOND) for _, case in cases]
        if any(a is not b for a, b in zip(before, now, strict=True)):
            yield time
        before = now


def _states(case: Prognosis, times: Sequence[int], width: int) -> list[str]:
    """Write the states that it may be in, those that ever have a chance worth writing, and what else is told."""
    moments = [(time, case.at(time / SECOND)) for time in times]
    states = [state for state in case.moments[0].by_state if any(m.by_state.get(state, 0) > 0 for _, m in moments)]
    told = {spelled(state): [moment.by_state.get(state, 0.0) for _, moment in moments] for state in states}
    more = {"bleeding": [m.bleeding for _, m in moments], "out of danger": [m.recovered for _, m in moments]}
    told |= {word: shares for word, shares in more.items() if any(shares)}
    rows = [["after", *told]]
    rows += [[span(time), *(percent(shares[n]) for shares in told.values())] for n, time in enumerate(times)]
    return _right(rows, width)


def span(time: int) -> str:
    """Write a stretch of time in its two largest units: `1 h 30 min`; `now` for none."""
    words = []
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (SECOND, "s")):
        count, time = divmod(time, unit)
        if count:
            words.append(f"{count} {name}")
    return " ".join(words[:2]) or (f"{time / SECOND:g} s" if time else "now")


def prognosis_data(prognosis: Prognosis) -> dict[str, Plain]:
    """Give a prognosis as JSON has it: every moment at which the rules act."""
    moments: list[Plain] = [
        {
            "after_s": moment.after / SECOND,
            "dead": moment.dead,
            "recovered": moment.recovered,
            "bleeding": moment.bleeding,
            "dropped": moment.dropped,
            "by_state": dict(moment.by_state),
        }
        for moment in prognosis.moments
    ]
    return {
        "horizon_s": prognosis.horizon / SECOND,
        "exact": prognosis.exact,
        "dropped": prognosis.dropped,
        "moments": moments,
    }
