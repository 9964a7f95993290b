"""Cases of morale, reaction, rally and fear (heroic H15)."""

from __future__ import annotations

from fleshwound.components.draws import Level
from fleshwound.components.nerve import Fear, Morale
from fleshwound.systems.drivers import scripted
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.fear import clear_after, defence_restricted, fear_test, must_flee
from fleshwound.systems.heroic.morale import after_reaction, morale_test, severest_morale
from fleshwound.systems.heroic.rally import RallyEnd, rally_test
from vector_kinds.playing import LEVELS
from vector_kinds.registry import Setting, Values, covers


def level_of(given: Values) -> Level:
    """Read a level and the units digit that tells one critical failure from the other."""
    level = LEVELS[given["success_level"]]
    if level > Level.CF5:
        return level
    return Level.CF0 if given["last_digit"] == 0 else Level.CF5


@covers("morale_test")
def morale(given: Values, setting: Setting) -> Values:
    result = scripted(morale_test(setting.tables, Mastery(50)), level_of(given))
    return {"state": result.state.name.lower(), "psyche": result.psyche}


@covers("morale_most_severe")
def most_severe(given: Values, setting: Setting) -> Values:
    first, second = (Morale[name.upper()] for name in given["states"])
    return {"state": severest_morale((first, second)).name.lower(), "first_is_worse": first > second}


@covers("reaction_test")
def reaction(given: Values, setting: Setting) -> Values:
    return {"state": after_reaction(Morale[given["state"].upper()], success=given["success"]).name.lower()}


@covers("rally_test")
def rally(given: Values, setting: Setting) -> Values:
    result = scripted(rally_test(setting.tables, Mastery(50)), LEVELS[given["success_level"]])
    kind = {RallyEnd.UNHEARD: "unresponsive", RallyEnd.HEARD: "reaction", RallyEnd.STEADY: "steady"}[result.end]
    return {"kind": kind, "lockout": result.lockout_s}


@covers("fear_test")
def fear(given: Values, setting: Setting) -> Values:
    result = scripted(fear_test(setting.tables, Mastery(50)), level_of(given))
    return {
        "state": result.state.name.lower(),
        "psyche": result.psyche,
        "must_flee": must_flee(result.state),
        "defense_restricted": defence_restricted(result.state),
        "helpless": result.state is Fear.CATATONIC,
        "clear_seconds": clear_after(setting.tables, result.state),
    }
