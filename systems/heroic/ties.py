"""Ties: what the rule that breaks a tied test comes to, as one draw (heroic H1). For odds, which read no faces."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from fleshwound.components.draws import Draw, Level, Rule, faces_of, spread
from fleshwound.systems.heroic.d100 import BOUNDS, DUEL, Contender, Tiebreak, Tied, tie_broken

TIE: Final = "tie"


@cache
def _counted(level: Level) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Count, for so many of the faces of a level on either side, the pairs that the rule gives to source and target.

    The faces of a success against any target are the first so many of those against the greatest.
    """
    faces = faces_of(level, BOUNDS[1])
    none = ((0, 0),) * (len(faces) + 1)
    rows = [none]
    for mine in faces:
        row, source, target = [(0, 0)], 0, 0
        for place, theirs in enumerate(faces, start=1):
            broken = tie_broken((mine, theirs), (0, 0))
            if broken is not None:
                source += broken[0] is Contender.SOURCE
                target += broken[0] is Contender.TARGET
            above = rows[-1][place]
            row.append((above[0] + source, above[1] + target))
        rows.append(tuple(row))
    return tuple(rows)


def drawn_tie(first: Tied, second: Tied) -> Rule[tuple[Contender, Tiebreak]]:
    """Break a tie of two rolled successes in one draw, with the chances of `tiebreaker` (heroic H1)."""
    _, one, level = first
    _, other, _ = second
    broken: tuple[Contender, Tiebreak] = yield tie_draw(
        level, one.target, other.target, (one.base > other.base) - (one.base < other.base)
    )
    return broken


@lru_cache(16_384)
def tie_draw(level: Level, one: int, other: int, better: int) -> Draw:
    """Ask who wins a tie of two tests rolled at `level` against these targets, and by what (heroic H1).

    `better` is 1 where the first has the higher mastery level, -1 where the second has, else 0.
    """
    mine, theirs = len(faces_of(level, one)), len(faces_of(level, other))
    source, target = _counted(level)[mine][theirs]
    even = mine * theirs - source - target
    weighed = [((Contender.SOURCE, Tiebreak.ROLL), source), ((Contender.TARGET, Tiebreak.ROLL), target)]
    broken = tie_broken((0, 0), (better, 0))
    if broken is not None:
        return Draw(TIE, spread([*weighed, (broken, even)]))
    shared = list(zip(DUEL.of.answers, (0, *DUEL.of.running), DUEL.of.running, strict=False))
    return Draw(
        TIE,
        spread(
            [(answer, weight * DUEL.of.total) for answer, weight in weighed]
            + [((winner, Tiebreak.D10), even * (after - before)) for winner, before, after in shared]
        ),
    )
