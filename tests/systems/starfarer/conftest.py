"""The shipped constants, the printed body, and the target of the rulebook's worked shot (starfarer B12)."""

from __future__ import annotations

import pytest

from fleshwound.game.content import shipped
from fleshwound.systems.starfarer.areas import Areas, areas_of
from fleshwound.systems.starfarer.statistics import Statistics
from fleshwound.systems.starfarer.tables import Tables
from fleshwound.systems.starfarer.victim import Victim
from fleshwound.systems.starfarer.wounds import UNMARKED


@pytest.fixture(scope="session")
def tables() -> Tables:
    return shipped().tables("starfarer", Tables)


@pytest.fixture(scope="session")
def human(tables: Tables) -> Areas:
    return areas_of(tables.areas, shipped().anatomy("human"))


@pytest.fixture(scope="session")
def victim(human: Areas) -> Victim:
    return Victim(1, human, Statistics(8, 6, 12, 6, 12), 6, 5, 5, (UNMARKED,) * 7)
