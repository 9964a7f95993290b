"""A stroke: a blow or a missile on its way to one creature, and all that the moment does to it (heroic H4, H5, H12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from fleshwound.components.creature import Shock
from fleshwound.components.draws import Draw, Rule
from fleshwound.components.fact import fact, maker
from fleshwound.systems.heroic.aiming import barred
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.blow import BlowFacts, Settled, Where, blow, settled, shocked
from fleshwound.systems.heroic.body import Body
from fleshwound.systems.heroic.contest import Contention, ContestFacts, contest
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.impact import impact_of
from fleshwound.systems.heroic.injury import Harm, harm_of
from fleshwound.systems.heroic.location import Aim
from fleshwound.systems.heroic.mishap import Mishap, MishapKind, mishap
from fleshwound.systems.heroic.shock import ShockOffer
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim

# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every exchange reads it.
INCAPACITATED: Final = Shock.INCAPACITATED

IMPACT: Final = "impact"
PRECISION: Final = "precision"
"""Ways to spend a tactical advantage on a stroke (heroic H12)."""


@fact
class Party:
    """What the strike did to one of the two."""

    mishap: Mishap | None
    """Of the exchange."""
    earlier: tuple[ShockOffer, ...]
    """Shock that the mishap brought."""
    blow: BlowFacts | None
    """The blow it took; None: none."""
    shock: Settled | None
    """All its shock of the moment; None: nothing brought any."""
    aim: Aim | None = None
    """Where that blow was aimed, precision in it; None: unaimed, or no blow."""
    contest: ContestFacts | None = None
    """The grab, press or trip that landed on it; None: none did."""
    blocked: bool = False
    """Whether what landed did so on the limb that blocked it."""


party_of = maker(Party)
UNTOUCHED: Final = Party(None, (), None, None)


class Stroke(NamedTuple):
    """A stroke that has been let through, before it has found the body."""

    harm: Harm | None
    """None: it deals no impact."""
    impact: int | Draw
    """A figure, or the dice that give it."""
    where: Where
    """How it is aimed, precision in it."""
    contends: Contention | None
    """The contest of Strength it leads to; None: none."""
    pressed: int = 0
    """Advantages spent on impact, which add to that contest."""
    never: int = 0
    """Mask of the locations it never lands on."""
    blocked: bool = False
    """Whether it lands on the limb that blocks it."""


def stroke_of(
    tables: Tables,
    striker: Fighter,
    body: Body,
    use: Use,
    where: Aim | None,
    spent: tuple[str, ...],
    contends: Contention | None,
    at: int | None = None,
) -> Stroke:
    """Make the stroke of a melee mode at a body, `spent` being what its advantages went on (heroic H12).

    `at` is the index of the location at which a limb has blocked it; None: nothing has.
    """
    harm, pressed = harm_of(use.mode, tables), spent.count(IMPACT)
    impact: int | Draw = 0
    if harm is not None:
        strength = striker.abilities.attributes.get("strength", 0)
        impact = impact_of(tables, strength, use, pressed, blocked=at is not None)
    aimed = at if at is not None else refined(tables, where, spent)
    never = barred(body, use.mode) if use.mode.never_at_head else 0
    # Stroke(…) at less than what that costs: half of all exchanges pass here.
    return tuple.__new__(Stroke, (harm, impact, aimed, contends, pressed, never, at is not None))


def struck(
    tables: Tables, victim: Victim, risk: MishapKind | None, own: Use | None, stroke: Stroke | None
) -> Rule[Party]:
    """Play what an exchange does to one of the two: its own mishap, with `own` in hand, and the stroke it takes.

    heroic H12.
    """
    if stroke is not None and stroke.never:
        victim = replace(victim, gone=victim.gone | stroke.never)
    made, earlier = (None, ()) if risk is None else (yield from mishap_and_shock(victim, risk, own))
    taken = contended = None
    if stroke is None:
        shock = (yield from settled(victim, earlier)) if earlier else None
        return Party(made, earlier, None, shock)
    if stroke.harm is not None:
        taken = yield from blow(victim, stroke.harm, stroke.impact, stroke.where, earlier)
    if stroke.contends is not None:
        contended = yield from _contended(tables, victim, stroke, taken)
    aim = stroke.where if isinstance(stroke.where, Aim) else None
    if taken is not None:
        return party_of(made, earlier, taken, taken.shock, aim, contended, stroke.blocked)
    shocks = earlier if contended is None else (*earlier, *contended.shocks)
    shock = (yield from settled(victim, shocks)) if shocks else None
    return party_of(made, earlier, None, shock, aim, contended, stroke.blocked)


def _contended(tables: Tables, victim: Victim, stroke: Stroke, taken: BlowFacts | None) -> Rule[ContestFacts | None]:
    """Play the contest that a stroke leads to, alone or after its blow (heroic H12)."""
    assert stroke.contends is not None
    if taken is None:
        return (yield from contest(tables, victim, stroke.contends, stroke.where, stroke.pressed))
    return (yield from seized(tables, victim, stroke.contends, taken))


def seized(tables: Tables, victim: Victim, contends: Contention, taken: BlowFacts) -> Rule[ContestFacts | None]:
    """Play the grab of what seizes, once its blow has landed: if it found one still in the fight [R] (heroic H12)."""
    at = taken.found.location
    if at is None or taken.killed or taken.severed >> at & 1 or taken.shock.state >= INCAPACITATED:
        return None
    return (yield from contest(tables, victim, contends, at, 0))


def mishap_and_shock(
    victim: Victim, kind: MishapKind | None, use: Use | None
) -> Rule[tuple[Mishap | None, tuple[ShockOffer, ...]]]:
    """Play the mishap of one's own critical failure, `use` in hand, and the shock of a bad stumble (heroic H12)."""
    if kind is None:
        return None, ()
    made = yield from mishap(victim, kind, part=None if use is None else use.part)
    if made is None or made.part is not None or not made.critical:
        return made, ()
    offer = yield from shocked(victim, victim.cover.tables.shock.stumble_index)
    return made, () if offer is None else (offer,)


def refined(tables: Tables, where: Aim | None, spent: tuple[str, ...]) -> Aim | None:
    """Make the zone die of an aim finer, by a step for each advantage spent on precision (heroic H12)."""
    if where is not None:
        for _ in range(spent.count(PRECISION)):
            where = Aim(where.number, finer(tables, where.sides))
    return where


def finer(tables: Tables, sides: int) -> int:
    """Find the zone die one step finer (heroic H12); below the finest there is only a die of one side."""
    return max((step for step in tables.combat.spread_steps if step < sides), default=1)
