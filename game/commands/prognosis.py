"""The prognosis on the command line: what becomes of a wounded creature, exactly, with and without a physician."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from fleshwound.components.creature import Combatant
from fleshwound.game.combat import Combat
from fleshwound.game.commands.options import Folders, content_of
from fleshwound.game.commands.staging import Bleeders, State, Tired, Wounds, plight, seconds, width


def prognosis(
    creature: Annotated[str, typer.Argument(metavar="CREATURE", help="Its id.")],
    wound: Wounds = None,
    bleeder: Bleeders = None,
    state: State = None,
    fatigue: Tired = 0,
    physician: Annotated[
        list[int] | None,
        typer.Option(
            "--physician",
            max=200,
            metavar="N",
            help="Also as this one would tend it: its mastery level, or what it adds to 2d6; may be repeated.",
        ),
    ] = None,
    horizon: Annotated[str, typer.Option(metavar="TIME", help="How far to look: 90s, 15min, 1h, 60d.")] = "1h",
    rules: Annotated[str, typer.Option(metavar="R", help="Ruleset.")] = "heroic",
    as_json: Annotated[bool, typer.Option("--json", help="For programs: one object in one line.")] = False,
    content: Folders = None,
) -> None:
    """Tell exactly what becomes of a wounded creature over time: each state, death and recovery."""
    from fleshwound.game import outlooks

    known = content_of(content)
    definition = known.creature(creature)
    ahead = seconds(horizon)
    how = plight(wound, bleeder, state, fatigue)
    combat = Combat(rules, content=known)
    one = combat.spawn(definition, side="shown", at=(0, 0), intents="host")
    how.befall(combat, one)
    skills = [None, *dict.fromkeys(physician or ())]
    cases = [(skill, combat.prognosis(one, ahead, treated_by=skill)) for skill in skills]
    if as_json:
        setup = {"prognosis": outlooks.VERSION, "rules": combat.battle.ruleset.name, "creature": definition.id}
        told = [{"physician": skill, **outlooks.prognosis_data(case)} for skill, case in cases]
        typer.echo(json.dumps(setup | {"cases": told}, ensure_ascii=False))
        return
    sheet = combat.sheet(one)
    state, tired = sheet.vitals.state, sheet.vitals.fatigue
    matters = [state] if state != "none" else []
    matters += [injury.title + ", bleeding" * injury.bleeding for injury in sheet.injuries]
    matters += [f"fatigue −{tired}"] if tired else []
    who = f"{combat.component(one, Combatant).name}: {'; '.join(matters) or 'nothing is the matter'}"
    for line in (*outlooks.folded(who, width()), f"{combat.battle.ruleset.name}, resting, struck by nobody", ""):
        typer.echo(line)
    named = [
        ("untended" if skill is None else combat.battle.ruleset.healer.called(skill), case) for skill, case in cases
    ]
    for line in outlooks.prognosis_page(named, width()):
        typer.echo(line)
