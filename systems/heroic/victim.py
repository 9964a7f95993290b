"""What a rule needs to know of a creature that a blow finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from fleshwound.components.creature import Shock
from fleshwound.components.fact import fact, maker
from fleshwound.systems.heroic.d100 import Mastery, MasteryTest, test_of
from fleshwound.systems.heroic.injury import Cover


@fact(eq=False)
class Victim:
    """A creature at the moment a blow finds it. Built afresh when anything of it changes."""

    id: int
    """Combat id."""
    cover: Cover
    shock: Mastery
    """Shock skill; fatigue in it, impairment not."""
    strength: Mastery
    """Strength as an attribute's mastery level, for amputation; fatigue in it, impairment not."""
    fumble: Mastery | None = None
    """The better of Dexterity and Legerdemain; None: it has neither, and the test fails."""
    stumble: Mastery | None = None
    """The better of Agility and Acrobatics; None: it has neither, and the test fails."""
    gone: int = 0
    """Bit mask of severed locations."""
    wounds: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """By location index: (number, level) of every wound borne there, oldest first; no X entries."""
    state: Shock = Shock.NONE
    """Its shock state."""
    blood: bool = True
    """Whether it has blood to lose."""
    pain: bool = True
    """Whether it feels shock."""
    holding: int = 0
    """Bit mask of the parts that hold something."""
    dominant: int | None = None
    """Index of the part that holds what the dominant hand holds; None: it holds nothing."""
    asks: bool = False
    """Whether its controller is asked; else the ruleset's policy answers and nothing is yielded."""
    _tests: dict[str, MasteryTest] = field(default_factory=dict, repr=False)

    def test(self, what: str, mastery: Mastery, name: str = "", bonus: int = 0) -> MasteryTest:
        """Ask for one of this victim's tests at `mastery`, with a `bonus` called `name`; each is made up only once."""
        try:
            return self._tests[name or what]
        except KeyError:
            test = self._tests[name or what] = test_of(what, mastery.plus(name, bonus))
            return test


victim_of = maker(Victim)
