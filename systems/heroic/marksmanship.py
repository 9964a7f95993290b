"""Marksmanship: what a shot or a throw is tested at, and what it can be met with (heroic H12)."""

from __future__ import annotations

from functools import lru_cache

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Weapon
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.choices import BLOCK_EDGE, ONLY_IGNORE, Reaction, by_worth
from fleshwound.systems.heroic.d100 import Mastery, index, skill_base
from fleshwound.systems.heroic.exchange import Defence
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.impairment import hindrance_of_limbs
from fleshwound.systems.heroic.stance import Stance

BOWS, CROSSBOWS = "bows", "crossbows"
"""Categories of weapon that rules of their own apply to."""


def draw_penalty(stance: Stance, weapon: Weapon, draw_lb: int) -> int:
    """Find the penalty of a bow whose draw exceeds 10 x Strength: -5 for each whole 10 lb over [R] (heroic H12)."""
    if weapon.category != BOWS:
        return 0
    table = stance.state.tables.missiles
    over = draw_lb - table.draw_strength * stance.state.attributes.get("strength", 0)
    return max(0, over) // table.draw_step * table.draw_penalty


def missile_skill(stance: Stance, weapon: Weapon, skill: str) -> int:
    """Find the mastery level that a missile mode is used at: of a crossbow the better of Archery and 3 x its SB.

    heroic H12. Nobody without the attributes has a skill base.
    """
    state = stance.state
    level = state.skills.get(skill, 0)
    first, second = state.tables.test.openings["archery"].of
    if weapon.category == CROSSBOWS and first in state.attributes and second in state.attributes:
        base = skill_base(state.attributes[first], state.attributes[second])
        level = max(level, state.tables.missiles.crossbow_multiple * base)
    return level


@lru_cache(16_384)
def missile_attack(stance: Stance, use: Use, weapon: Weapon, evaded: int, setup: int) -> Mastery:
    """Make the mastery of a shot or a throw (heroic H12).

    Missile skill, the mode's modifier, fatigue, encumbrance, off hand, too heavy a draw, `evaded` by the target, and
    what impairs the limbs that hold the weapon: as of any weapon's attack those alone count (heroic H9). Lying prone
    is a penalty in melee only.
    """
    state = stance.state
    named = (
        ("mode", use.mode.attack_mod),
        ("fatigue", -state.fatigue),
        ("encumbrance", -stance.encumbrance),
        ("off hand", state.tables.combat.off_hand if use.off_hand else 0),
        ("draw", draw_penalty(stance, weapon, use.mode.draw_lb)),
        ("evasion", evaded),
        ("setup", setup),
    )
    mastery = Mastery(missile_skill(stance, weapon, use.mode.skill), tuple(m for m in named if m[1]))
    return stance.hindered(mastery, hindrance_of_limbs(stance.impaired, use.limbs))


def evasion(who: Fighter) -> int:
    """Find what a creature that spends its turn evading takes off every missile attack at it, 0 or less (heroic H12).

    -5 x its Dodge index, read from the mastery level reduced by encumbrance, fatigue and impairment. Whoever can't act
    any longer evades nothing [R].
    """
    if not who.guard.evading or who.out:
        return 0
    stance = who.stance
    reduced = stance.of_test(stance.skill("dodge", ("encumbrance", -stance.encumbrance)), "dodge")
    if reduced.automatic is not None:
        return 0
    return who.tables.missiles.evasion * index(max(0, reduced.eml))


def missile_reactions(who: Fighter, against: int, opponent: int, number: int) -> tuple[Reaction, ...]:
    """List how `who` can meet a missile, the best by policy first: block with a shield, dodge, ignore (heroic H12).

    The arguments as for `choices.reactions`. It is never counterstruck.
    """
    if who.shock.state is not Shock.NONE or who.nerve.out:
        return ONLY_IGNORE
    further = who.tables.combat.further_defence * number
    return _reactions(who.stance, opponent, further, who.guard.setups.get(against, 0))


@lru_cache(16_384)
def _reactions(stance: Stance, opponent: int, further: int, setup: int) -> tuple[Reaction, ...]:
    state = stance.state
    weighed: list[tuple[int, Reaction]] = []
    shields = {part: weapon for part, weapon, _ in state.items if weapon.is_shield}
    met: set[tuple[int, int, int]] = set()
    words: set[str] = set()
    for use in stance.uses:
        mode = use.mode
        if use.part not in shields or not mode.block or mode.skill not in state.skills:
            continue
        alike = (use.part, mode.block_mod, mode.durability_mod)
        if alike in met:
            continue
        met.add(alike)
        mastery = _upright(stance, stance.defence(use, mode.block_mod, opponent, further, setup))
        word = f"{Defence.BLOCK.value} {mode.id}"
        if word in words:
            word = f"{word} ({state.anatomy.parts[use.part].id})"
        words.add(word)
        reaction = Reaction(Defence.BLOCK, use, mastery.plus("acrobatics", stance.acrobatic), word)
        weighed.append((reaction.mastery.eml + BLOCK_EDGE, reaction))
    dodge = _upright(stance, stance.dodge(opponent, further, setup))
    weighed.append((dodge.eml, Reaction(Defence.DODGE, None, dodge, Defence.DODGE.value)))
    return by_worth(weighed)


def _upright(stance: Stance, mastery: Mastery) -> Mastery:
    """Take off the penalty for lying prone, which is one in melee: who lies is no easier to shoot [R]."""
    if not stance.state.prone:
        return mastery
    kept = tuple(modifier for modifier in mastery.modifiers if modifier[0] != "prone")
    return Mastery(mastery.base, kept, mastery.shift, mastery.automatic)
