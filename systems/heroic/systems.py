"""The systems of the `heroic` rules: what does each kind of task, in the order of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from fleshwound.systems.heroic.blood import BleedAdvancement, Staunching
from fleshwound.systems.heroic.care import Care
from fleshwound.systems.heroic.convalescence import HealingTests, Infections
from fleshwound.systems.heroic.courage import MoraleTests, ReactionTests
from fleshwound.systems.heroic.dread import FearTests
from fleshwound.systems.heroic.fighter import Reader
from fleshwound.systems.heroic.grappling import Grappling
from fleshwound.systems.heroic.harming import Hazards
from fleshwound.systems.heroic.hit_resolution import HitResolution
from fleshwound.systems.heroic.items import Items
from fleshwound.systems.heroic.openings import Openings
from fleshwound.systems.heroic.rallying import Rallying
from fleshwound.systems.heroic.readying import Readying
from fleshwound.systems.heroic.recovery import Courses, ShockRetests
from fleshwound.systems.heroic.rest import Resting
from fleshwound.systems.heroic.rout import Flights
from fleshwound.systems.heroic.shooting import Shooting
from fleshwound.systems.heroic.stress import PsycheCourses
from fleshwound.systems.ruleset import System


def systems_of(reader: Reader) -> Sequence[System]:
    """Make every system of these rules, in their order."""
    strikes = HitResolution(reader)
    return (
        strikes,
        Openings(reader, strikes),
        Grappling(reader),
        Hazards(reader),
        Shooting(reader),
        Readying(reader),
        Items(reader),
        Staunching(reader),
        BleedAdvancement(reader),
        ShockRetests(reader),
        Courses(reader),
        Care(reader),
        HealingTests(reader),
        Infections(reader),
        Resting(reader),
        MoraleTests(reader),
        ReactionTests(reader),
        FearTests(reader),
        Flights(reader),
        Rallying(reader),
        PsycheCourses(reader),
    )
