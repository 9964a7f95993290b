"""Bearing: what comes of each kind of wound to whoever bears it, exactly, for odds (heroic H4, H5).

The rule of the blow is walked through once for each kind of wound; which tests it then calls for, and what comes of
each of their levels, doesn't depend on how good whoever bears it is. So for each creature only the weights are new.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from fleshwound.components.creature import Shock
from fleshwound.components.draws import Draw, Facts, Level, Rule
from fleshwound.systems.chances import Chances, Read, branches, criticals_alike
from fleshwound.systems.heroic.blow import BlowFacts, blow
from fleshwound.systems.heroic.d100 import Mastery, MasteryTest, test_of
from fleshwound.systems.heroic.injury import Cover, Harm
from fleshwound.systems.heroic.landing import KEPT, Kind
from fleshwound.systems.heroic.mishap import Control, Mishap, MishapKind
from fleshwound.systems.heroic.shock import ShockOffer, severest
from fleshwound.systems.heroic.stroke import mishap_and_shock
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

ALIKE: Final = frozenset({"shock", "stumble", "fumble", "amputation"})
"""Tests in which a critical failure is one, whatever its units digit."""

# Bound once: Python 3.11 looks a member of an enum up slowly each time.
NONE, FELL = Shock.NONE, Control.FELL

Made: TypeAlias = tuple[int, int, Level | None]
"""What of a mastery a test reads: effective level, shift, a result that is given."""


Asked: TypeAlias = tuple[str, tuple[tuple[str, int], ...]]
"""A test, and what the circumstances add to it, by name."""


class Nature(NamedTuple):
    """All that a wound's consequences read of whoever bears it, but for its present state."""

    tables: Tables
    shock: Made
    strength: Made
    stumble: Made | None
    pain: bool
    blood: bool
    legs: bool


class Came(NamedTuple):
    """What came of a stroke, before it is held against the present state."""

    hit: bool
    """Whether it found the body."""
    shock: Shock
    """The severest of its results."""
    killed: bool
    bleeds: bool
    severed: bool
    fell: bool
    overcome: bool


class Before(NamedTuple):
    """What a mishap of its own has done to somebody before the stroke lands."""

    shock: Shock
    """The severest of its results."""
    fell: bool


class Tree(NamedTuple, Generic[Read]):
    """What may come of a kind of wound or of a mishap, whoever it befalls."""

    tests: tuple[Asked, ...]
    """Tests it may call for, with what the circumstances add to each, by name."""
    leaves: tuple[tuple[Read, tuple[tuple[int, int], ...]], ...]
    """Each way it may go: what comes of it, and which tests come out how, by their places."""
    most: int
    """Most tests on one way."""


def natured(victim: Victim) -> Nature:
    """Read what its wounds' consequences read of a victim."""
    stumble = victim.stumble
    return Nature(
        victim.cover.tables,
        _made(victim.shock),
        _made(victim.strength),
        None if stumble is None else _made(stumble),
        victim.pain,
        victim.blood,
        bool(victim.cover.body.legs),
    )


def _made(mastery: Mastery) -> Made:
    return mastery.eml, mastery.shift, mastery.automatic


_wounds: Final[dict[Hashable, Tree[Came]]] = {}
_mishaps: Final[dict[Hashable, Tree[Before]]] = {}


def borne(nature: Nature, cover: Cover, harm: Harm, kind: Kind, sample: tuple[int, int]) -> Chances[Came]:
    """Find what comes of a kind of wound; `sample` is a location and an impact by which `harm` deals it here.

    A drop decides nothing in odds, nor does an older wound that worsens: whoever bears the blow holds nothing and has
    no wounds.
    """
    return _weighed(nature, _tree(nature, cover, harm, kind, sample))


def called_for(nature: Nature, cover: Cover, harm: Harm, kind: Kind, sample: tuple[int, int]) -> tuple[Asked, ...]:
    """List the tests that a kind of wound may call for; the arguments as for `borne`."""
    return _tree(nature, cover, harm, kind, sample).tests


def _tree(nature: Nature, cover: Cover, harm: Harm, kind: Kind, sample: tuple[int, int]) -> Tree[Came]:
    key = _like(nature), kind
    tree = _wounds.get(key)
    if tree is None:
        location, points = sample
        tree = _grown(partial(blow, _anyone(nature, cover), harm, points, location), _came)
        keep(_wounds, key, tree)
    return tree


def befallen(nature: Nature, cover: Cover, risk: MishapKind) -> Chances[Before]:
    """Find what comes of a mishap in the exchange, which may bring shock; a drop decides nothing in odds."""
    key = _like(nature), risk
    tree = _mishaps.get(key)
    if tree is None:
        tree = _grown(partial(mishap_and_shock, _anyone(nature, cover), risk, None), _befell)
        keep(_mishaps, key, tree)
    return _weighed(nature, tree)


def keep(among: dict[Key, Value], key: Key, value: Value) -> None:
    """Keep an answer among others, of which there are so many at the most."""
    if len(among) >= KEPT:
        among.clear()
    among[key] = value


def _like(nature: Nature) -> Hashable:
    """Read what decides which tests there are."""
    stumble = nature.stumble
    return nature.tables, None if stumble is None else stumble[1:], nature.pain, nature.blood, nature.legs


def _anyone(nature: Nature, cover: Cover) -> Victim:
    plain, stumble = Mastery(WHOLE // 2), None
    if nature.stumble is not None:
        stumble = Mastery(plain.base, (), *nature.stumble[1:])
    return Victim(0, cover, plain, plain, None, stumble, pain=nature.pain, blood=nature.blood)


def _weighed(nature: Nature, tree: Tree[Read]) -> Chances[Read]:
    masteries = {"shock": nature.shock, "amputation": nature.strength, "stumble": nature.stumble}
    weights = []
    for what, added in tree.tests:
        made = masteries[what]
        assert made is not None, "who has nothing to keep its feet by is not tested"
        weights.append(_weights(made[0], added))
    found: dict[Read, int] = {}
    for came, steps in tree.leaves:
        weight = WHOLE ** (tree.most - len(steps))
        for test, level in steps:
            weight *= weights[test][level]
        found[came] = found.get(came, 0) + weight
    return Chances(found, WHOLE**tree.most)


WHOLE: Final = 100
"""What the weights of a d100 test sum to."""


@lru_cache(KEPT)
def _weights(mastery: int, added: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    """Weigh the levels of a test, the two critical failures as one; against any target each of them may come about."""
    spread = criticals_alike(test_of("test", Mastery(mastery, added)))
    return tuple(after - before for before, after in zip((0, *spread.running), spread.running, strict=False))


def _grown(rule: Callable[[], Rule[Facts]], read: Callable[[Facts], Read]) -> Tree[Read]:
    tests: dict[Asked, int] = {}
    leaves = []
    most = 0
    for came, steps in branches(rule, read, ALIKE):
        placed = tuple((tests.setdefault(_asked(test), len(tests)), level) for test, level in steps)
        leaves.append((came, placed))
        most = max(most, len(placed))
    return Tree(tuple(tests), tuple(leaves), most)


def _asked(test: Draw) -> Asked:
    assert isinstance(test, MasteryTest)
    return test.what, test.mastery.modifiers


def _came(facts: BlowFacts) -> Came:
    shocks = facts.shock.shocks
    return Came(
        facts.found.location is not None,
        severest([offer.state for offer in shocks]) if shocks else NONE,
        facts.killed,
        facts.bleeds,
        facts.amputation is not None and bool(facts.amputation.severed),
        facts.stumble is not None and facts.stumble.control is FELL,
        False,
    )


def _befell(made: tuple[Mishap | None, tuple[ShockOffer, ...]]) -> Before:
    mishap, shocks = made
    fell = mishap is not None and mishap.control is FELL
    return Before(severest([offer.state for offer in shocks]), fell)
