"""Odds: what a strike may come to, told before it is made. Values that every ruleset gives in the same terms."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from fleshwound.components.views import Outcome
from fleshwound.systems.kept import kept

Pair: TypeAlias = tuple[Outcome, Outcome]
"""What a strike came to for its target, and for its striker."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What an actor's player may know of an enemy. In the place of what isn't known stands a stated assumption."""

    abilities: bool = True
    """Attributes and skills; unknown: those of its kind."""
    armor: bool = True
    """What it wears; unknown: what its kind comes in."""
    wounds: bool = True
    """How it is wounded, what has come off apart; unknown: it isn't."""
    fatigue: bool = True
    """How tired it is; unknown: it isn't."""


EVERYTHING: Final = Knowledge()


@dataclass(frozen=True, slots=True)
class RollOdds:
    """One roll that a strike may call for, itemised."""

    what: str
    """In the rulebook's words."""
    of: int
    """Combat id of whose roll it is."""
    dice: str
    """As people write them: `d100`, `2d6+3`."""
    base: int
    """What it is made at, unmodified; 0 where it is made at nothing."""
    modifiers: tuple[tuple[str, int], ...]
    """By name; none is 0."""
    target: int | None
    """What the dice are held against, after its bounds; None: nothing."""
    chances: Mapping[str, float]
    """How it comes out, all shifts in it: level or sum in words, in rising order; they sum to 1."""
    given: bool = False
    """Whether nothing is rolled and the circumstances give the result."""


class Shares(Mapping[str, float]):
    """Chances by name, worked out when they are first read: most odds are asked for other figures."""

    def __init__(self, worked_out: Callable[[], Mapping[str, float]]) -> None:
        """Take what works them out."""
        self._worked_out: Final = worked_out

    @kept
    def _of(self) -> Mapping[str, float]:
        return self._worked_out()

    def __getitem__(self, name: str) -> float:
        return self._of[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __repr__(self) -> str:
        return repr(self._of)


@dataclass(frozen=True)
class Fate:
    """What a strike may do to one of the two. Chances are 0..1."""

    hit: float
    """A blow, a missile or a hold finds it."""
    by_location: Mapping[str, float]
    """Where, by location id; `""` for what is about no location, as a press is. Sums to `hit`."""
    by_part: Mapping[str, float]
    """Where, by part id, likewise."""
    by_level: Mapping[int, float]
    """Severity of the wound, 0..5; 0 for none. Sums to 1."""
    by_state: Mapping[str, float]
    """State afterwards, as `Vitals.state` has it. Sums to 1."""
    dead: float
    bleeds: float
    """It has a new bleeder, and lives."""
    severed: float
    """Something comes off."""
    out: float
    """It is out of the fight afterwards, the dead among them."""
    prone: float
    """It lies on the ground afterwards."""
    overcome: float
    """A grab, press or trip comes off: its trial is won."""
    worn: float = field(default=0.0, kw_only=True)
    """Share of what keeps it up that it loses on the average without being put out of the fight, 0..1; 0 where rules
    count no points."""


class Mixture(NamedTuple):
    """Several ways in which a strike may go, in each of which the two sides are independent of each other."""

    target: Mapping[Outcome, int]
    """Weight of each outcome."""
    actor: Mapping[Outcome, int]


class Joint(Mapping[Pair, float]):
    """Chance of each pair of outcomes, target's and striker's; those that can't be aren't in it. Sums to 1.

    Worked out pair by pair, since there may be hundreds of thousands.
    """

    def __init__(self, ways: Sequence[Mixture], whole: int) -> None:
        """Take the ways it may go, with integer weights; `whole` is what the weights of all pairs sum to."""
        self._ways: Final = tuple(ways)
        self._whole: Final = whole
        self._answering: dict[Outcome, list[Mapping[Outcome, int]]] | None = None

    def __getitem__(self, pair: Pair) -> float:
        target, actor = pair
        weight = sum(way.target.get(target, 0) * way.actor.get(actor, 0) for way in self._ways)
        if not weight:
            raise KeyError(pair)
        return weight / self._whole

    def _weights(self) -> Iterator[tuple[Pair, int]]:
        """Go through every pair once, in the order of the ways."""
        targets = dict.fromkeys(target for way in self._ways for target in way.target)
        for target in targets:
            lent = [(way.target[target], way.actor) for way in self._ways if target in way.target]
            if len(lent) == 1:
                share, actors = lent[0]
                yield from (((target, actor), share * weight) for actor, weight in actors.items())
                continue
            among = dict.fromkeys(actor for _, actors in lent for actor in actors)
            for actor in among:
                yield (target, actor), sum(share * actors.get(actor, 0) for share, actors in lent)

    def __iter__(self) -> Iterator[Pair]:
        return (pair for pair, _ in self._weights())

    def __len__(self) -> int:
        return sum(1 for _ in self._weights())

    def items(self) -> ItemsView[Pair, float]:
        """List every pair with its chance."""
        return _Items(self)

    def chances(self) -> Iterator[tuple[Pair, float]]:
        """Go through every pair with its chance."""
        whole = self._whole
        return ((pair, weight / whole) for pair, weight in self._weights())


class _Items(ItemsView[Pair, float]):
    def __init__(self, joint: Joint) -> None:
        super().__init__(joint)
        self._joint = joint

    def __iter__(self) -> Iterator[tuple[Pair, float]]:
        return self._joint.chances()


@dataclass(frozen=True)
class Odds(Fate):
    """What a strike may come to: the fields of a `Fate` are its target's."""

    actor: int
    """Combat id."""
    target: int
    """Combat id."""
    mode: str
    """Mode id."""
    aim: str
    """As the events tell it; empty: unaimed."""
    defence: str
    """The reaction assumed, as a decision offers it."""
    attacker: Fate
    """What may happen to the striker: by a counterstrike, or its own mishap."""
    strays: Mapping[int, float]
    """Chance that the missile hits another instead, by combat id."""
    assumed: tuple[str, ...]
    """What was assumed in the place of what isn't known, in words."""
    names: tuple[str, str]
    """Names of striker and target."""
    itemise: Callable[[], tuple[RollOdds, ...]] = field(repr=False, compare=False)
    """Works out the rolls."""
    reckon: Callable[[], Joint] = field(repr=False, compare=False)
    """Works out the joint distribution."""

    @kept
    def rolls(self) -> tuple[RollOdds, ...]:
        """Every roll that it may call for and that decides anything here, in the order of the rules."""
        return self.itemise()

    @kept
    def _joint(self) -> Joint:
        return self.reckon()

    def joint(self) -> Joint:
        """Give the chance of each pair of outcomes, target's and striker's; worked out when first asked for."""
        return self._joint

    def explain(self) -> str:
        """Write it out for people: every roll with its modifiers by name, then what may come of it."""
        return "\n".join(_explained(self))


def percent(chance: float) -> str:
    """Write a chance as people do, `12.5 %`; what is possible never reads as 0, what isn't certain never as 100."""
    if 0 < chance < 0.0005:
        return "< 0.1 %"
    if 0.9995 < chance < 1:
        return "> 99.9 %"
    return f"{100 * chance:.1f} %".replace(".0 %", " %")


def _explained(odds: Odds) -> Iterator[str]:
    striker, target = odds.names
    zone = "zone " if odds.aim and odds.aim.isdigit() else ""
    aim = f", aimed at {zone}{odds.aim}" if odds.aim else ""
    met = "ignored" if odds.defence == "ignore" else f"met with {odds.defence}"
    yield f"{striker} strikes {target} with {odds.mode}{aim}; {met}"
    for assumption in odds.assumed:
        yield f"assumed: {assumption}"
    names = {odds.actor: striker, odds.target: target}
    for roll in odds.rolls:
        yield _roll_line(roll, names.get(roll.of, ""))
    yield from _fate_lines(target, odds)
    if odds.attacker.hit or odds.attacker.by_level[0] < 1 or odds.attacker.prone:
        yield from _fate_lines(striker, odds.attacker)
    for creature, chance in odds.strays.items():
        yield f"creature {creature} hit instead: {percent(chance)}"


def _roll_line(roll: RollOdds, whose: str) -> str:
    base = str(roll.base) if roll.target is not None else roll.dice
    shifts = "".join(f" {by:+d} {name}" for name, by in roll.modifiers)
    held = "" if roll.target is None else f" = {roll.target}"
    if roll.given:
        return f"{whose}, {roll.what}: {next(iter(roll.chances))}, without a roll"
    if roll.target is None:
        return f"{whose}, {roll.what}: {base}{shifts and ' (' + shifts.strip() + ' in it)'}"
    levels = ", ".join(f"{name} {percent(chance)}" for name, chance in roll.chances.items())
    return f"{whose}, {roll.what}: {base}{shifts}{held}: {levels}"


def _fate_lines(name: str, fate: Fate) -> Iterator[str]:
    parts = ", ".join(f"{part or 'body'} {percent(chance)}" for part, chance in fate.by_part.items())
    yield f"{name} hit: {percent(fate.hit)}{parts and f' ({parts})'}"
    levels = ", ".join(f"{level} {percent(chance)}" for level, chance in fate.by_level.items() if level and chance)
    if levels:
        yield f"{name} wounded, by severity: {levels}"
    states = ", ".join(f"{state} {percent(chance)}" for state, chance in fate.by_state.items() if chance)
    yield f"{name} afterwards: {states}"
    others = (
        ("dead", fate.dead), ("out of the fight", fate.out), ("bleeds", fate.bleeds), ("loses a limb", fate.severed),
        ("on the ground", fate.prone), ("overcome", fate.overcome),
    )  # fmt: skip
    told = ", ".join(f"{word} {percent(chance)}" for word, chance in others if chance)
    if told:
        yield f"{name}: {told}"
