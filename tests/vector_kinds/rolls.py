"""Cases of tests, opposed tests and exchanges (heroic H1, H12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleshwound.components.draws import Level, level_of
from fleshwound.systems.drivers import scripted
from fleshwound.systems.heroic.d100 import (
    DUEL,
    Contender,
    Mastery,
    MasteryTest,
    Result,
    Tiebreak,
    duel,
    opposed,
    read,
    result,
    tested,
    tie_broken,
)
from fleshwound.systems.heroic.exchange import Defence, ExchangeFacts, advantages, exchange, resolved
from fleshwound.systems.heroic.mishap import MishapKind
from vector_kinds.playing import LEVELS
from vector_kinds.registry import Setting, Values, covers

TIEBREAKS = {
    Tiebreak.NONE: None,
    Tiebreak.ROLL: "roll",
    Tiebreak.MASTERY: "ml",
    Tiebreak.D10: "rolloff",
}
MISHAPS = {
    MishapKind.FUMBLE: "fumbletest",
    MishapKind.STUMBLE: "stumbletest",
    MishapKind.MISFIRE: "missileMisfire",
}


def row(target: int, found: Result) -> Values:
    """Describe how a test came out."""
    return {
        "target": target,
        "raw_level": found.steps,
        "level": found.folded,
        "norm_level": found.folded,
        "success": found.success,
        "critical": found.level not in (Level.MF, Level.MS),
    }


@covers("success", "extended")
def success(given: Values, setting: Setting) -> Values:
    target = Mastery(given["mastery"]).target
    return row(target, read(given["roll"], target, given.get("level_modifier", 0)))


@covers("post_roll_bump")
def post_roll_bump(given: Values, setting: Setting) -> Values:
    target = Mastery(given["mastery"]).target
    return {"before": read(given["roll"], target).steps} | row(target, read(given["roll"], target, given["bump"]))


@covers("auto_critical_fail")
def auto_critical_fail(given: Values, setting: Setting) -> Values:
    mastery = Mastery(given["mastery"]).shifted(given["level_modifier"]).given(Level.CF0)
    return row(mastery.target, scripted(tested("test", mastery)))


def contender(given: Values) -> Mastery:
    """Make one side's mastery."""
    return Mastery(given["mastery"]).shifted(given["level_modifier"])


@covers("opposed")
def opposition(given: Values, setting: Setting) -> Values:
    sides = {side.value: contender(given[side.value]) for side in Contender}
    playing = opposed(sides["source"], sides["target"], what=("source", "target"), break_ties=given["break_ties"])
    faces = {side: given[side]["roll"] for side in sides}
    found, used = faced(playing, faces, given["d10"])
    broken = found.tiebreak is not Tiebreak.NONE
    return {
        "source_raw": found.source.steps,
        "target_raw": found.target.steps,
        "both_fail": not (found.source.success or found.target.success),
        "tied": found.source.success and found.source.steps == found.target.steps,
        "tie_broken": broken,
        "tie_reason": TIEBREAKS[found.tiebreak],
        "winner": found.winner and found.winner.value,
        "victory_stars": found.stars,
        "d10_used": used,
    }


def faced(playing: Any, faces: dict[str, int], d10: Sequence[int] = ()) -> tuple[Any, int]:
    """Play a rule whose tests show these faces, by what they are called; answers its facts and how many d10 it read."""
    used = 0
    answer: Any = None
    try:
        while True:
            request = playing.send(answer)
            if request is DUEL:
                answer, used = duel(d10)
                answer = answer or Contender.SOURCE
            elif isinstance(request, MasteryTest):
                assert request.target is not None
                answer = level_of(faces[request.what], request.target)
            else:
                answer = faces[request.what]
                assert answer in request.of.answers
    except StopIteration as done:
        return done.value, used


def exchange_row(facts: ExchangeFacts) -> Values:
    """Describe how an exchange came out."""
    return {
        "margin": facts.margin,
        "attacker_lands": facts.attacker_lands,
        "defender_lands": facts.defender_lands,
        "weapon_break_check": "defender" if facts.breakage else "none",
        "tactical_advantages": sided(facts.advantages),
    }


def sided(won: int) -> Values:
    """Describe advantages by who won them."""
    return {"side": "attacker" if won > 0 else "defender" if won < 0 else "none", "count": abs(won)}


@covers("combat")
def combat(given: Values, setting: Setting) -> Values:
    defence = Defence(given["defence"])
    playing = exchange(
        contender(given["attack"]),
        defence,
        None if defence is Defence.IGNORE else contender(given["defend"]),
        setting.tables.combat,
        missile=given["missile"],
    )
    facts, _ = faced(playing, {"attack": given["attack"]["roll"], defence.value: given["defend"]["roll"]})
    attack, defend = facts.attack, facts.defend
    succeeded = attack.success or (defend is not None and defend.success)
    return exchange_row(facts) | {
        "attack_level": attack.folded,
        "attack_raw": attack.steps,
        "defend_level": defend and defend.folded,
        "defend_raw": defend and defend.steps,
        "victory_stars_raw": 0 if facts.tiebreak else abs(facts.stars),
        "both_fail": not succeeded,
        "tied_raw": defend is not None and attack.success and attack.steps == defend.steps,
        "attack_mishaps": [MISHAPS[facts.attack_mishap]] if facts.attack_mishap else [],
        "defend_mishaps": [MISHAPS[facts.defend_mishap]] if facts.defend_mishap else [],
    }


@covers("combat_levels")
def combat_levels(given: Values, setting: Setting) -> Values:
    defence = Defence(given["defence"])
    attack, defend = result(LEVELS[given["attack_level"]]), result(LEVELS[given["defend_level"]])
    won = tie_broken((given["attack_roll"], given["defend_roll"]), (0, 0)) or (Contender.SOURCE, Tiebreak.D10)
    ignored = defence is Defence.IGNORE
    return exchange_row(resolved(defence, attack, None if ignored else defend, setting.tables.combat, broken=won))


@covers("tactical_advantages")
def tactical_advantages(given: Values, setting: Setting) -> Values:
    return sided(advantages(given["margin"], setting.tables.combat))
