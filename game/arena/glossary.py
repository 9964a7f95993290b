"""The glossary: what the words and figures of the log mean, for the help page, by the name of the ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

Entry: TypeAlias = tuple[str, str]
"""A term, and what it means."""

HEALTH: Final[Entry] = (
    "health",
    "what the body can still do, in %; not blood: excellent from 96, good from 80, fair from 60, poor from 30, morbid "
    "below. States (stunned, prone), shock and bleeding are separate.",
)

FORESEEN: Final[tuple[Entry, ...]] = (
    (
        "odds",
        "exact, by the rules themselves, of the best blow there is: it finds the body, armour or not; drops it: out of "
        "the fight at once; kills: at once. The likelier a place, the darker it is on the figure.",
    ),
    (
        "prognosis",
        "exact: how likely it is to be alive, resting and struck no more, untended and under a good physician; 20 "
        "minutes ahead while it bleeds, else a day. Point at the curve to read any moment.",
    ),
)
"""What is shown before a blow and after it."""

_HEROIC: Final[tuple[Entry, ...]] = (
    (
        "CF MF MS CS",
        "critical failure, marginal failure, marginal success, critical success. A test succeeds when d100 comes to "
        "its target or less; a roll that ends in 0 or 5 is critical.",
    ),
    ("stars", "by how many of these steps one side beats the other in an exchange; a tie that is broken gives one."),
    (
        "advantages",
        "the winner has one less than its stars. Impact: a harder blow. Precision: it lands nearer its aim. Setup: "
        "+10 on the next test against that foe. Action: a free step or attack.",
    ),
    ("M1 S2 S3 G4 G5", "levels of a wound: minor, serious, grievous. X: severed."),
    (
        "thresholds",
        "the impact past protection from which a wound is of each level: at 1/5/10/15/20, 1 to 4 is M1, 20 or more G5.",
    ),
    (
        "shock index",
        "the location’s shock value + the wound’s level, moved by a shock test (CF +2, MF +1, CS −1): 7 stunned, "
        "8 incapacitated, 9 unconscious, 10 dead.",
    ),
    (
        "held",
        "the part can’t be used, and whoever is held passes its turns: it only defends itself and tries to break free. "
        "d6 + Strength each; the holder has to win again every round.",
    ),
    (
        "ready",
        "a bow or sling is readied before each shot, by an action; a crossbow by two. Only as far as the "
        "first range on its sheet can a shot be aimed; farther it is a volley.",
    ),
    (
        "morale, fear",
        "tests of Initiative and Will: the withdrawing and routed get away, the catatonic do nothing, the afraid flee "
        "and only block or dodge. Who runs to the map’s edge has fled; the routed who can’t surrender.",
    ),
    ("fatigue", "a penalty on every test: windedness from fighting, weariness, weakness from lost blood."),
)

GLOSSARIES: Final[Mapping[str, tuple[Entry, ...]]] = {"heroic": _HEROIC}
