"""The rulesets by name: the one place that knows which there are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from fleshwound.components.errors import UnknownName
from fleshwound.game.content import Content
from fleshwound.systems.cities.ruleset import Cities
from fleshwound.systems.cities.tables import Tables as CitiesTables
from fleshwound.systems.heroic.ruleset import Heroic
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.ruleset import Ruleset


def _heroic(content: Content) -> Ruleset:
    return Heroic(content.tables("heroic", Tables), content.techniques, content.projectiles)


def _cities(content: Content) -> Ruleset:
    return Cities(content.tables("cities", CitiesTables), content.weapons)


_MAKERS: Final[dict[str, Callable[[Content], Ruleset]]] = {"heroic": _heroic, "cities": _cities}

RULESETS: Final = tuple(_MAKERS)
"""Names of the rulesets there are."""


@cache
def ruleset_named(name: str, content: Content) -> Ruleset:
    """Make the ruleset called `name`, its tables read from `content`.

    Raises:
        UnknownName: there is none of that name.
    """
    if name not in _MAKERS:
        raise UnknownName("ruleset", name, RULESETS)
    return _MAKERS[name](content)
