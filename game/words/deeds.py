"""Words for what is done: who takes part, rounds, steps, exchanges, and where blows land."""

from __future__ import annotations

from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.events import Event
from fleshwound.game.phrases import counted, rolled, scattered, spelled, tallied
from fleshwound.game.words.line import Line, Tone, tests, told
from fleshwound.game.words.names import Names, Template


def _spawned(event: happened.Spawned, names: Names) -> Line:
    names.meet(event.creature, event.name)
    kind = names.kind(event.kind)
    return told(event, Tone.MUTED, f"{event.name}, {kind}, joins {names.side(event.side)} at {event.x}, {event.y}")


def _despawned(event: happened.Despawned, names: Names) -> Line:
    return told(event, Tone.MUTED, f"{names.who(event.creature)} leaves")


def _encounter_began(event: happened.EncounterBegan, names: Names) -> Line:
    return told(event, Tone.STRONG, f"{' against '.join(map(names.side, event.sides))}: an encounter begins")


def _encounter_ended(event: happened.EncounterEnded, names: Names) -> Line:
    left = f"only {names.side(event.winner)} left able" if event.winner is not None else "no side prevails"
    return told(event, Tone.MUTED, f"The encounter ends after {counted(event.rounds, 'round')}: {left}")


def _fight_ended(event: happened.FightEnded, names: Names) -> Line:
    how = f"The fight goes to {names.side(event.winner)}" if event.winner is not None else "A draw"
    return told(event, Tone.STRONG, f"{how} after {counted(event.rounds, 'round')}: {event.reason}")


def _round_began(event: happened.RoundBegan, names: Names) -> Line:
    return told(event, Tone.MUTED, f"Round {event.number}: {', '.join(map(names.who, event.order))}")


def _act_refused(event: happened.ActRefused, names: Names) -> Line:
    return told(event, Tone.MUTED, f"{names.who(event.creature)}: {event.intent} refused, {spelled(event.why)}")


def _moved(event: happened.Moved, names: Names) -> Line:
    x, y = event.path[-1]
    return told(event, Tone.MUTED, f"{names.who(event.creature)} moves to {x}, {y}")


def _rose(event: happened.Rose, names: Names) -> Line:
    return told(event, Tone.PLAIN, f"{names.who(event.creature)} rises")


def _fell(event: happened.Fell, names: Names) -> Line:
    return told(event, Tone.STRONG, f"{names.who(event.creature)} goes down: {event.cause}")


def _exchange_fought(event: happened.ExchangeFought, names: Names) -> Line:
    aim = f"zone {event.aim}" if event.aim.isdigit() else names.its(event.target, event.aim)
    how = names.its(event.attacker, event.mode) + (f", aimed at {aim}" if event.aim else "")
    defence = event.defence
    if event.defence_mode:
        defence += f" ({names.its(event.target, event.defence_mode)})"
    if event.defend is not None:
        defence += f" {rolled(event.defend)}"
    said = [f"{rolled(event.attack)} against {defence}"]
    if event.stars:
        winner = "" if event.stars > 0 else f" to {names.who(event.target)}"
        said.append(counted(abs(event.stars), "star") + winner)
    if event.tiebreak:
        said.append(f"tie broken by {_tiebreak(event)}")
    if event.advantages:
        said.append(f"advantage: {tallied(event.advantages)}")
    match event.attacker_lands, event.defender_lands:
        case True, True:
            said.append("both land")
        case True, False:
            said.append("lands")
        case False, True:
            said.append(f"{names.who(event.target)} lands")
        case _:
            said.append("no blow lands")
    if event.text:
        said.append(event.text)
    return told(
        event,
        Tone.PLAIN if event.attacker_lands or event.defender_lands else Tone.MUTED,
        f"{names.who(event.attacker)} attacks {names.who(event.target)}, {how}: {', '.join(said)}",
        *tests(event.attack, event.defend),
    )


def _tiebreak(event: happened.ExchangeFought) -> str:
    """Say what broke a tie, attack first: `the higher roll (35 to 28)`."""
    if event.defend is not None:
        match event.tiebreak:
            case "roll":
                return f"the higher roll ({event.attack.face} to {event.defend.face})"
            case "mastery":
                return f"the higher mastery level ({event.attack.base} to {event.defend.base})"
            case "d10":
                return "d10 against d10"
    return event.tiebreak


def _strike_missed(event: happened.StrikeMissed, names: Names) -> Line:
    blow = names.whose(event.attacker, event.mode)
    where = f", {zone}" if (zone := scattered(event.zone_number, event.scatter)) else ""
    return told(event, Tone.MUTED, f"{blow} misses {names.who(event.target)}{where}: {event.why}")


TEMPLATES: Final[dict[type[Event], Template | None]] = {
    happened.Spawned: _spawned,
    happened.Despawned: _despawned,
    happened.EncounterBegan: _encounter_began,
    happened.EncounterEnded: _encounter_ended,
    happened.FightEnded: _fight_ended,
    happened.RoundBegan: _round_began,
    happened.TurnBegan: None,
    happened.TurnEnded: None,
    happened.ActRefused: _act_refused,
    happened.Moved: _moved,
    happened.Turned: None,
    happened.Rose: _rose,
    happened.Fell: _fell,
    happened.ExchangeFought: _exchange_fought,
    happened.StrikeMissed: _strike_missed,
}
"""What puts each kind into words; None: nobody needs to read it."""
