"""Odds on the command line: what one strike of one creature at another may come to, exactly."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Annotated, Final

import typer

from fleshwound.components.creature import Combatant
from fleshwound.components.errors import DecisionError, IntentRefused, UnknownName
from fleshwound.components.intents import Reload, Strike
from fleshwound.game.combat import Combat
from fleshwound.game.commands.options import Folders, content_of
from fleshwound.game.commands.staging import Arms, Wounds, apart, arms, dressed, plight, width
from fleshwound.game.phrases import aimed, met, spelled
from fleshwound.systems.field import FEET
from fleshwound.systems.odds import Odds

READYING: Final = 8
"""More actions than the slowest launcher takes to be ready."""


def odds(
    attacker: Annotated[
        str,
        typer.Argument(
            metavar="ATTACKER[/WEAPON[/MODE]]",
            help="Who strikes with what: man_at_arms/broadsword/cut, dire_wolf/crushing_bite; left out: with its best.",
        ),
    ],
    target: Annotated[str, typer.Argument(metavar="TARGET", help="The creature that is struck at.")],
    aim: Annotated[
        str | None, typer.Option(metavar="PART", help="Part or zone number aimed at; default: none.")
    ] = None,
    defence: Annotated[
        str | None,
        typer.Option(metavar="D", help="How it is met: dodge, block, counterstrike, ignore; default: as is best."),
    ] = None,
    armor: Annotated[
        list[str] | None,
        typer.Option("--armor", metavar="PIECE", help="The target wears this too, outermost last; may be repeated."),
    ] = None,
    bare: Annotated[bool, typer.Option("--bare", help="The target wears nothing of its own.")] = False,
    wound: Wounds = None,
    attacker_wound: Annotated[
        list[str] | None,
        typer.Option("--attacker-wound", metavar="LOCATION:LEVEL[:ASPECT]", help="The attacker has this wound."),
    ] = None,
    state: Annotated[
        str | None, typer.Option("--state", metavar="STATE", help="Shock state the target is in: stunned.")
    ] = None,
    fatigue: Annotated[int, typer.Option(min=0, max=100, metavar="N", help="The target's weariness.")] = 0,
    attacker_fatigue: Annotated[int, typer.Option(min=0, max=100, metavar="N", help="The attacker's weariness.")] = 0,
    distance: Annotated[int, typer.Option(min=1, max=5000, metavar="FT", help="Feet between the two.")] = FEET,
    rules: Annotated[str, typer.Option(metavar="R", help="Ruleset.")] = "heroic",
    as_json: Annotated[bool, typer.Option("--json", help="For programs: one object in one line.")] = False,
    content: Folders = None,
) -> None:
    """Tell exactly what a strike may come to: every roll, where it lands, how hard, and how it ends."""
    from fleshwound.game import outlooks

    known = content_of(content)
    means = arms(attacker, known)
    victim = known.creature(target)
    combat = Combat(rules, content=known)
    names = apart(means.creature, victim)
    one = combat.spawn(means.creature, side="attacker", at=(0, 0), name=names[0], intents="host", weapons=means.weapons)
    _ready(combat, one)
    cells = -(-distance // FEET)
    worn = dressed(victim, armor, bare, known)
    other = combat.spawn(victim, side="target", at=(cells, 0), name=names[1], intents="host", armor=worn)
    plight(attacker_wound, None, None, attacker_fatigue).befall(combat, one)
    plight(wound, None, state, fatigue).befall(combat, other)
    strike = Strike(other, _mode(combat, one, other, means), _aim(aim))
    found = _asked(combat, one, strike, defence)
    if as_json:
        setup = {
            "odds": outlooks.VERSION,
            "rules": combat.battle.ruleset.name,
            "creatures": {"attacker": means.creature.id, "target": victim.id},
            "distance_ft": cells * FEET,
            "armor": [piece.id for piece in worn],
        }
        typer.echo(json.dumps(setup | outlooks.odds_data(found), ensure_ascii=False))
        return
    bodies = (means.creature.anatomy, victim.anatomy)
    heads = [line for head in _heading(combat, one, other, found, cells) for line in outlooks.folded(head, width())]
    for line in (*heads, "", *outlooks.odds_page(found, *bodies, width())):
        typer.echo(line)


def _aim(text: str | None) -> str | int | None:
    """Read what is aimed at: a zone number where it is one, else a part."""
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,9}", text) else text


def _asked(combat: Combat, one: int, strike: Strike, defence: str | None) -> Odds:
    """Give the odds; a defence named by its kind alone is the best of that kind.

    Raises:
        DecisionError: the target has no such defence.
    """
    try:
        return combat.odds(one, strike, defence)
    except DecisionError as wrong:
        alike = [option for option in wrong.options if option.partition(" ")[0] == defence]
        if not alike:
            raise
        return combat.odds(one, strike, alike[0])


def _ready(combat: Combat, one: int) -> None:
    """Let a creature make ready what it shoots with, while nobody is about: until it is ready, or has nothing such."""
    for _ in range(READYING):
        try:
            combat.act(one, Reload())
        except IntentRefused:
            return


def _mode(combat: Combat, one: int, other: int, means: Arms) -> str | None:
    """Choose of the modes that are meant the best against this target; None: of all it has.

    Raises:
        UnknownName: the weapon has no such mode by these rules.
    """
    modes: Sequence[str] = means.modes
    if means.weapon:
        modes = [id for id in combat.describe(one) if id.startswith(f"{means.weapon}/")]
        if means.mode and means.mode not in modes:
            raise UnknownName("mode", means.mode, modes)
        modes = [means.mode] if means.mode else modes
    if len(modes) < 2:
        return modes[0] if modes else None
    options = [option.mode for option in combat.strikes(one, other) if option.mode in modes]
    return options[0] if options else modes[0]


def _heading(combat: Combat, one: int, other: int, found: Odds, cells: int) -> list[str]:
    """Say what is asked: who strikes whom with what, aimed at what, met how, at what distance, by which rules."""
    its, theirs = combat.describe(one), combat.describe(other)
    who, whom = (combat.component(entity, Combatant).name for entity in (one, other))
    how = f"{aimed(found.aim, theirs)}; {met(found.defence, theirs)}"
    return [
        f"{who} → {whom}: {its.get(found.mode) or spelled(found.mode)}, {how}",
        f"{combat.battle.ruleset.name}, {cells * FEET} ft apart",
    ]
