"""Mirrored fights: the same creatures on both sides, each mind on either side in turn; who wins how often.

`python mirrored.py [FIGHTS] [MIND] [MIND] [RULES]` plays them and prints the share of the first mind, and its interval.
"""

from __future__ import annotations

import sys
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from fleshwound.game.combat import Combat

MEN: Final = ("man_at_arms", "knight", "brigand", "peasant_levy", "skirmisher", "captain", "archer", "crossbowman")
BEASTS: Final = (
    "dire_wolf", "gray_wolf", "brown_bear", "lion", "boar", "gorilla", "hyena", "constrictor_snake",
    "sickleclaw_troodon",
)  # fmt: skip
WIDTH: Final = 14
HEIGHT: Final = 9
ROUNDS: Final = 60
Z: Final = 1.959963984540054
"""Of a normal distribution: 95 % lie within it."""


class Score(NamedTuple):
    """How often the first of two minds won."""

    wins: int
    losses: int
    draws: int

    @property
    def share(self) -> float:
        """Of the fights that somebody won."""
        return self.wins / (self.wins + self.losses)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 %, by Wilson."""
        n = self.wins + self.losses
        middle = (self.share + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * sqrt(self.share * (1 - self.share) / n + Z * Z / (4 * n * n))
        return middle - half, middle + half

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.wins} won, {self.losses} lost, {self.draws} drawn: {self.share:.1%} of those decided,"
            f" 95 % from {low:.1%} to {high:.1%}"
        )


def team(number: int) -> list[str]:
    """Who fights on either side: one to four of a kind or two, men or beasts."""
    dice = Random(f"mirrored/{number}")
    kinds = MEN if dice.random() < 0.6 else BEASTS
    pair = [kinds[int(dice.random() * len(kinds))] for _ in range(2)]
    return [pair[int(dice.random() * 2)] for _ in range(1 + int(dice.random() * 4))]


def fight(number: int, red: str, blue: str, rules: str = "heroic") -> str | None:
    """Play one fight, the minds given by side; who won."""
    combat = Combat(rules, seed=number, size=(WIDTH, HEIGHT), round_limit=ROUNDS, ai={"red": red, "blue": blue})
    for row, kind in enumerate(team(number)):
        y = HEIGHT // 2 + (row + 1) // 2 * (1 if row % 2 else -1)
        combat.spawn(kind, side="red", at=(2, y))
        combat.spawn(kind, side="blue", at=(WIDTH - 3, y))
    return combat.run().winner


def score(fights: int, first: str, second: str, rules: str = "heroic") -> Score:
    """Play so many fights, an even number: each setting twice, the sides swapped."""
    wins = losses = draws = 0
    for number in range(fights // 2):
        for mine, winner in (
            ("red", fight(number, first, second, rules)),
            ("blue", fight(number, second, first, rules)),
        ):
            wins += winner == mine
            draws += winner is None
            losses += winner not in (mine, None)
    return Score(wins, losses, draws)


if __name__ == "__main__":
    count, first, second, rules = (*sys.argv[1:], *("400", "odds", "simple", "heroic")[len(sys.argv) - 1 :])
    print(score(int(count), first, second, rules))
