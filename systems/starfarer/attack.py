"""Attack tasks, and the tasks that avoid them (starfarer B1, B3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from fleshwound.components.draws import Rule
from fleshwound.components.events.tasks import Named
from fleshwound.systems.starfarer.ranges import Bracket, ease_at
from fleshwound.systems.starfarer.tables import Tables, TaskTable
from fleshwound.systems.starfarer.tasks import UNROLLED, Result, Task, TaskDraw, measured, shown

EVASION: Final = "evasion"
PARRY: Final = "parry"
KEPT: Final = 65_536
"""How many attacks against a defence are kept ready made."""

Trait: TypeAlias = tuple[str, int]
"""Name and value, before penalties."""


class AttackFacts(NamedTuple):
    """How an attack came out."""

    defence: Result | None
    """None: nothing was tried against it."""
    lost: int
    """EF that the defence took from the attack, 0 or more."""
    face: int
    """d% of the roll that hit, 1..100; 0: it missed."""
    los: int
    """LOS of a hit, 0 or more; 0 of a miss."""

    @property
    def hit(self) -> bool:
        """Whether it hits."""
        return self.face > 0

    @property
    def digit(self) -> int:
        """Ones digit of the roll that hit, 0..9: it says where (starfarer B4)."""
        return self.face % 10


def ranged_task(
    tables: Tables,
    dexterity: int,
    skill: Trait,
    bracket: Bracket,
    *,
    penalties: Named = (),
    eases: Named = (),
    levels: Named = (),
) -> Task:
    """Make a ranged attack ready: Dexterity and the weapon's skill, EF by the bracket (starfarer B3)."""
    traits = ((tables.attack.ranged_trait, dexterity), skill)
    return Task(f"attack at {bracket} range", traits, ease_at(tables.attack, bracket), penalties, eases, levels)


def melee_task(
    tables: Tables, agility: int, skill: Trait, *, penalties: Named = (), eases: Named = (), levels: Named = ()
) -> Task:
    """Make a melee attack ready: the weapon's skill or Unarmed, and Agility (starfarer B3)."""
    return Task("attack", (skill, (tables.attack.melee_trait, agility)), tables.attack.melee, penalties, eases, levels)


def evasion_task(tables: Tables, trait: int, evasion: int, *, penalties: Named = (), eases: Named = ()) -> Task:
    """Make an evasion ready: Agility and Evasion (starfarer B1)."""
    of = tables.tasks.evasion
    return Task(EVASION, ((of.trait, trait), (EVASION, evasion)), of.ease, penalties, eases)


def parry_task(tables: Tables, trait: int, skill: Trait, *, penalties: Named = (), eases: Named = ()) -> Task:
    """Make a parry ready: Agility and the skill of what one parries with; against melee only (starfarer B1)."""
    of = tables.tasks.parry
    return Task(PARRY, ((of.trait, trait), skill), of.ease, penalties, eases)


def ease_lost(table: TaskTable, defence: Result | None) -> int:
    """Give what a defence takes from the attack's EF: 1 for each LOS, at least 1 where it succeeds (starfarer B1)."""
    if defence is None or not defence.success:
        return 0
    return table.defence_ease * max(table.defence_los_least, defence.level)


@lru_cache(KEPT)
def hindered(table: TaskTable, task: Task, what: str, lost: int) -> TaskDraw:
    """Ask what an attack rolls after a defence called `what` has taken `lost` from its EF (starfarer B3)."""
    return shown(table, task.eased((what, -lost)))


def attack(table: TaskTable, task: Task, defence: Task | None = None) -> Rule[AttackFacts]:
    """Attack, against a defence or none: the defence is rolled first, and takes from the attack's EF (starfarer B3).

    A task whose EF is gone fails without a roll.
    """
    met: Result | None = None
    lost = 0
    if defence is not None:
        defending = measured(table, defence)
        met = UNROLLED if defending.hopeless else (yield defending)
        lost = ease_lost(table, met)
    request = hindered(table, task, defence.what, lost) if defence is not None and lost else shown(table, task)
    if request.hopeless:
        return AttackFacts(met, lost, 0, 0)
    face: int = yield request
    return AttackFacts(met, lost, face, request.results[face].level if face else 0)
