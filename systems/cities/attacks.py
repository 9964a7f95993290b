"""Attacks as a system: strikes, shots, free attacks, suppressive fire, and what they come to (cities A2, A3, A4)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from fleshwound.components.cities import Save, Standing
from fleshwound.components.draws import Rule
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import AttackRolled, OpeningTaken, SaveMade, ShotLoosed, StanceTaken
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import MM, Use, cells_of, rounds_left
from fleshwound.systems.cities.attack import ATTACK, AttackFacts, attack, swept
from fleshwound.systems.cities.blasts import Burst, burst, commit_burst
from fleshwound.systems.cities.choices import best_use
from fleshwound.systems.cities.fighter import (
    Fighter,
    Reader,
    check_able,
    check_action_left,
    check_free,
    of,
    seen,
    use_action,
)
from fleshwound.systems.cities.harm import Faces, commit_wound
from fleshwound.systems.cities.planning import (
    SNAP,
    Plan,
    check_reach,
    check_target,
    find_use,
    planned,
    swept_plan,
    target_of,
)
from fleshwound.systems.cities.screening import Screened, commit_screen, screened, screeners
from fleshwound.systems.cities.shots import let_fly, spend_rounds
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import FEET, Cell
from fleshwound.systems.movement import face
from fleshwound.systems.queries import apart, cell_of
from fleshwound.systems.ruleset import System
from fleshwound.systems.sight import in_sight

LEAVES: Final = "leaves"
SUPPRESSION: Final = "suppression"
SNAP_ATTACK: Final = "snap attack"
ELITE: Final = "elite"


class Struck(NamedTuple):
    """An attack as it was made."""

    plan: Plan
    facts: AttackFacts
    screen: Screened | None = None
    """How those came out who stood by the target; None: nobody did."""


class Swept(NamedTuple):
    """Suppressive fire as it was laid down."""

    use: Use
    caught: tuple[Struck, ...]


class Attacks(System):
    """Resolves attacks. Payloads: the target's combat id and the mode; of a free attack the leaver's id."""

    kinds = ("strike", "snap_attack", "free_attack")
    instants = ("snap_attack",)
    payloads = MappingProxyType({"strike": tuple[int, str], "snap_attack": tuple[int, str], "free_attack": tuple[int]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse an attack that can't be made.

        Raises:
            IntentRefused: why not.
        """
        if task.kind == "free_attack":
            return
        who = of(self.reader, battle, task.creature)
        check_able(who)
        check_free(who)
        check_action_left(battle, who)
        if task.kind == "snap_attack":
            check_snap(battle, who)
        if who.footing.stunned:
            raise IntentRefused(Refusal.CANNOT_ACT, "it is dazed and loses this action; expected its next turn")
        self.check_aim(battle, task)

    def check_aim(self, battle: Battle, task: Task) -> tuple[Fighter, Fighter, Use]:
        """Refuse a target or a mode that won't do, whoever's turn it is; else give who attacks whom with what.

        Raises:
            IntentRefused: why not.
        """
        who = of(self.reader, battle, task.creature)
        target = target_of(self.reader, battle, task.payload[0])
        check_target(who, target)
        use = find_use(who, str(task.payload[1]))
        check_reach(self.reader, battle, who, target, use)
        return who, target, use

    def rule(self, battle: Battle, task: Task) -> Rule[Any] | None:
        """Begin the attack; of a free one None where there is none to be had any more."""
        if task.kind == "free_attack":
            return self._free(battle, task)
        who, target, use = self.check_aim(battle, task)
        if use.mode.blast is not None:
            return burst(self.reader, battle, who, use, cell_of(target.entity))
        if use.manner.suppress:
            return self._suppress(battle, who, target, use)
        how = SNAP if task.kind == "snap_attack" else ""
        waiting = screeners(self.reader, battle, target)
        if waiting:
            return self._screened(battle, who, target, use, waiting, how)
        return struck(planned(self.reader, battle, who, target, use, how))

    def _screened(
        self, battle: Battle, who: Fighter, target: Fighter, use: Use, waiting: Sequence[Fighter], how: str
    ) -> Rule[Struck]:
        """Get past those who stand by the target, or strike one of them instead (cities A2)."""
        screen = yield from screened(who, waiting)
        plan = planned(self.reader, battle, who, screen.instead or target, use, how)
        return Struck(plan, (yield from attack(plan.attack)), screen)

    def _free(self, battle: Battle, task: Task) -> Rule[Struck] | None:
        """Find the best that a foe who is left alone may strike with (cities A2)."""
        if battle.encounter is None or not isinstance(task.payload[0], int) or task.payload[0] not in battle.roster:
            return None
        who, target = of(self.reader, battle, task.creature), of(self.reader, battle, task.payload[0])
        if who.out or not target.alive or apart(who.entity, target.entity) > 1:
            return None
        use = best_use(self.reader, battle, who, target, melee=True)
        return None if use is None else struck(planned(self.reader, battle, who, target, use))

    def _suppress(self, battle: Battle, who: Fighter, target: Fighter, use: Use) -> Rule[Swept]:
        caught: list[Struck] = []
        for one in self.in_cone(battle, who, target, use):
            plan = swept_plan(self.reader, battle, who, one, use, Save.EVASION)
            caught.append(Struck(plan, (yield from swept(plan.attack, half_if_saved=False))))
        return Swept(use, tuple(caught))

    def in_cone(self, battle: Battle, who: Fighter, target: Fighter, use: Use) -> list[Fighter]:
        """List who is in the cone of suppressive fire, out to the normal range and in sight (cities A3) [R]."""
        here, there = cell_of(who.entity), cell_of(target.entity)
        most = max(1, cells_of(use.mode.range_m, self.reader.tables.fight.cell_mm))
        spread = self.reader.tables.attack.suppress_spread
        found: list[Fighter] = []
        for entity in battle.roster.values():
            cell = cell_of(entity)
            if entity != who.entity and in_cone(here, there, cell, most, spread) and in_sight(battle.field, here, cell):
                one = seen(self.reader, battle, entity)
                if one.alive and not one.anatomy.incorporeal:
                    found.append(one)
        return found

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Make the attack true."""
        if facts is None:
            return
        who = of(self.reader, battle, task.creature)
        made = Faces(trail)
        if task.kind == "free_attack":
            assert isinstance(task.payload[0], int)
            battle.emit(OpeningTaken(battle.now, who.id, task.payload[0], LEAVES))
            commit_attack(battle, facts, made)
            return
        use_action(battle, who)
        if task.kind == "snap_attack":
            battle.emit(StanceTaken(battle.now, who.id, SNAP_ATTACK))
        if isinstance(facts, Burst):
            commit_burst(self.reader, battle, who, facts, made)
        elif isinstance(facts, Swept):
            self._commit_swept(battle, who, task, facts, made)
        else:
            commit_attack(battle, facts, made)

    def _commit_swept(self, battle: Battle, who: Fighter, task: Task, facts: Swept, made: Faces) -> None:
        target = target_of(self.reader, battle, task.payload[0])
        face(battle, who.entity, target.entity)
        spend_rounds(who, facts.use)
        loose(battle, who, target, facts.use)
        for plan, came, _ in facts.caught:
            assert plan.attack.saved is not None
            check = plan.attack.saved.told(made.take(plan.attack.saved.what), came.rolled)
            battle.emit(SaveMade(battle.now, plan.target.id, SUPPRESSION, check))
            if came.wound is not None:
                commit_wound(battle, plan.target, plan.attack, came.wound, SUPPRESSION, made)


def check_snap(battle: Battle, who: Fighter) -> None:
    """Refuse a snap attack to whoever may make none: players' creatures and the elite do, out of turn (cities A2).

    Raises:
        IntentRefused: why not.
    """
    if who.profile.standing is not Standing.PLAYER and not who.profile.traits.get(ELITE):
        why = "it is neither a player's nor elite; expected one that is to make snap attacks"
        raise IntentRefused(Refusal.UNSUPPORTED, why)
    if battle.encounter is None or (battle.turn is not None and battle.turn.creature == who.id):
        raise IntentRefused(Refusal.UNSUPPORTED, "a snap attack is made out of turn; expected the turn of another")


def struck(plan: Plan) -> Rule[Struck]:
    """Attack as planned (cities A3)."""
    return Struck(plan, (yield from attack(plan.attack)))


def loose(battle: Battle, who: Fighter, target: Fighter, use: Use) -> None:
    """Tell that something was shot or thrown."""
    if use.item is None or not use.mode.ranged:
        return
    feet = apart(who.entity, target.entity) * FEET
    weapon = use.item.weapon.id
    left = rounds_left(who, use.item) if use.rounds else 0
    far = apart(who.entity, target.entity) * who.tables.fight.cell_mm > use.mode.range_m * MM
    band = "long" if far else "normal"
    battle.emit(ShotLoosed(battle.now, who.id, target.id, use.item.number, weapon, use.id, "", band, feet, left))


def commit_attack(battle: Battle, made: Struck, faces: Faces) -> None:
    """Make one attack true: the roll, the damage, what was shot or thrown."""
    plan, facts, screen = made
    who, target, use = plan.actor, plan.target, plan.use
    if screen is not None:
        commit_screen(battle, who, screen)
    face(battle, who.entity, target.entity)
    spend_rounds(who, use)
    loose(battle, who, target, use)
    check = plan.attack.roll.told(faces.take(ATTACK), facts.rolled)
    against = "ranged" if use.mode.ranged else "melee"
    battle.emit(AttackRolled(battle.now, who.id, target.id, use.id, check, against, facts.hit, facts.luck))
    if facts.luck:
        (who if facts.luck == "attacker" else target).footing.lucky = True
    if facts.wound is not None:
        commit_wound(battle, target, plan.attack, facts.wound, "hit" if facts.hit else "shock", faces)
    if use.mode.thrown:
        let_fly(battle, who, use, cell_of(target.entity))


def in_cone(here: Cell, there: Cell, cell: Cell, most: int, spread: int) -> bool:
    """Tell whether a cell lies in the cone from `here` towards `there`, `most` cells long.

    It is as wide, to each side, as a cell for each `spread` of its length, and half a cell more.
    """
    dx, dy = there[0] - here[0], there[1] - here[1]
    x, y = cell[0] - here[0], cell[1] - here[1]
    along, across = x * dx + y * dy, abs(x * dy - y * dx)
    length = dx * dx + dy * dy
    if along <= 0 or max(abs(x), abs(y)) > most:
        return False
    # across / √length ≤ along / √length / spread + ½, in whole numbers
    over = 2 * spread * across - 2 * along
    return over <= 0 or over * over <= spread * spread * length
