"""A stance: all that a creature's tests read of it, as one value, and every mastery that follows (heroic H1, H9, H12).

Two creatures that are equal in all of it share a stance; when anything of it changes there is another. So nothing
derived is ever stored with a creature, and nothing is worked out twice for the same state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from fleshwound.components.creature import Injuries, InjuryKind, Scores, Shock
from fleshwound.components.definitions import Anatomy, ArmorPiece, Creature, ModeKind, Weapon
from fleshwound.systems.heroic.arms import MOUNTED, Armament, Use, dominant_part, rigid_parts
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.d100 import Mastery, MasteryTest, index
from fleshwound.systems.heroic.health import health
from fleshwound.systems.heroic.impairment import (
    Hindrance,
    Impairments,
    hindrance_of_limbs,
    hindrance_of_test,
)
from fleshwound.systems.heroic.injury import Cover, body_scale, cover_of
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim, victim_of
from fleshwound.systems.kept import kept

# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every exchange reads these.
WOUND: Final = InjuryKind.WOUND
MELEE: Final = ModeKind.MELEE

KEPT: Final = 16_384
"""How many stances are kept."""


class State(NamedTuple):
    """Everything that a stance follows from."""

    tables: Tables
    armament: Armament
    creature: Creature
    anatomy: Anatomy
    attributes: Scores
    skills: Scores
    pieces: tuple[ArmorPiece, ...]
    items: tuple[tuple[int, Weapon, bool], ...]
    """What each part holds, by index, and whether that is broken."""
    impaired: Impairments
    fatigue: int
    prone: bool
    shock: Shock


Modifier: TypeAlias = tuple[str, int]


def _mastery(base: int, *modifiers: Modifier) -> Mastery:
    return Mastery(base, tuple(m for m in modifiers if m[1]))


@dataclass(eq=False)
class Stance:
    """The masteries of one state. Use `stance_of`, which keeps them."""

    state: State
    _attacks: dict[tuple[Use, int], Mastery] = field(default_factory=dict, repr=False)
    _tests: dict[str, MasteryTest] = field(default_factory=dict, repr=False)
    _victims: dict[tuple[int, bool], Victim] = field(default_factory=dict, repr=False)
    """Whoever stands so and bears nothing, by combat id and whether its controller is asked."""

    @property
    def impaired(self) -> Impairments:
        """What impairs each part (heroic H9)."""
        return self.state.impaired

    @kept
    def uses(self) -> tuple[Use, ...]:
        """Every mode that can be used now (heroic H9, H12)."""
        state = self.state
        rigid = rigid_parts(state.anatomy, state.pieces) if state.pieces else 0
        return state.armament.uses(state.creature, state.anatomy, state.items, self.impaired, rigid=rigid)

    @kept
    def makeshift(self) -> frozenset[str]:
        """Ids of the modes that people leave alone while they hold something to strike with: their own bodies' [R]."""
        if not any(use.part is not None and use.mode.attack for use in self.uses):
            return frozenset()
        return frozenset(use.mode.id for use in self.uses if use.part is None and use.mode.mastery is None)

    @kept
    def reach(self) -> int:
        """The greatest reach of what it can strike with, in cells; 0 with nothing."""
        return max((use.reach for use in self.uses if use.mode.attack and use.mode.aspect is not None), default=0)

    @kept
    def mounted(self) -> bool:
        """Whether it rides, or is its own mount: then couched modes strike (heroic H12)."""
        return MOUNTED in self.state.creature.traits

    @kept
    def couched(self) -> tuple[Use, ...]:
        """What it has to brace before it can strike with it: couched modes, on foot (heroic H12)."""
        return () if self.mounted else tuple(use for use in self.uses if use.mode.couched and use.mode.attack)

    @kept
    def zone(self) -> int:
        """How far its engagement zone reaches, in cells: as far as it can strike hand to hand unbraced; 0: none."""
        return max((use.reach for use in self._at_hand), default=0)

    @kept
    def first_reach(self) -> int:
        """From how far it strikes first at a foe who closes: the reach of its long modes, in cells; 0: it has none."""
        return max((use.reach for use in self._at_hand if use.mode.long), default=0)

    @kept
    def _at_hand(self) -> tuple[Use, ...]:
        return tuple(
            use
            for use in self.uses
            if use.mode.kind is MELEE and use.mode.attack and use.mode.aspect is not None and use not in self.couched
        )

    @kept
    def by_mode(self) -> dict[str, Use]:
        """Every usable mode by id; of a weapon held twice the one in the favoured hand, of those the first."""
        found: dict[str, Use] = {}
        for use in self.uses:
            if found.setdefault(use.mode.id, use).off_hand and not use.off_hand:
                found[use.mode.id] = use
        return found

    @kept
    def shots(self) -> dict[str, Use]:
        """Every missile mode that can be used now by id, ready or not; of two alike as `by_mode` (heroic H12)."""
        state = self.state
        found: dict[str, Use] = {}
        for use in state.armament.uses(state.creature, state.anatomy, state.items, self.impaired, ModeKind.MISSILE):
            if found.setdefault(use.mode.id, use).off_hand and not use.off_hand:
                found[use.mode.id] = use
        return found

    def attribute(self, name: str, *modifiers: Modifier) -> Mastery:
        """Make an attribute's mastery, 5 a point, fatigue and the modifiers in it."""
        state = self.state
        base = state.attributes.get(name, 0) * state.tables.test.attribute_multiple
        return _mastery(base, ("fatigue", -state.fatigue), *modifiers)

    def skill(self, name: str, *modifiers: Modifier) -> Mastery:
        """Make a skill's mastery, fatigue and the modifiers in it, but no impairment."""
        return _mastery(self.state.skills.get(name, 0), ("fatigue", -self.state.fatigue), *modifiers)

    def hindered(self, mastery: Mastery, hindrance: Hindrance) -> Mastery:
        """Put impairment into a mastery: a penalty, by which the stunned lose a level too, or a result out of hand."""
        if hindrance.automatic is not None:
            return mastery.given(hindrance.automatic)
        if not hindrance.penalty:
            return mastery
        mastery = mastery.plus("impairment", hindrance.penalty)
        return mastery.shifted(-1) if self.state.shock is Shock.STUNNED else mastery

    def of_test(self, mastery: Mastery, test: str) -> Mastery:
        """Put the impairment of a test's roles into its mastery (heroic H9)."""
        return self.hindered(mastery, hindrance_of_test(self.state.tables, self.state.anatomy, self.impaired, test))

    @kept
    def shock_skill(self) -> Mastery:
        """Shock, with fatigue; impairment never applies (heroic H5)."""
        return self.skill("shock")

    @kept
    def strength(self) -> Mastery:
        """Strength for amputation and blood loss, with fatigue; impairment never applies (heroic H9)."""
        return self.attribute("strength")

    @kept
    def physician(self) -> Mastery:
        """Physician, impairment in it (heroic H8)."""
        return self.of_test(self.skill("physician"), "physician")

    @kept
    def initiative(self) -> Mastery:
        """Initiative, impairment in it (heroic H12)."""
        return self.of_test(self.skill("initiative"), "initiative")

    @kept
    def keeping_grip(self) -> Mastery | None:
        """The better of Dexterity and Legerdemain; None with neither (heroic H4)."""
        return self._better("dexterity", "legerdemain")

    @kept
    def keeping_feet(self) -> Mastery | None:
        """The better of Agility and Acrobatics; None with neither (heroic H4)."""
        return self._better("agility", "acrobatics", ("encumbrance", -self.encumbrance))

    def _better(self, attribute: str, skill: str, *skill_modifiers: Modifier) -> Mastery | None:
        has = attribute in self.state.attributes
        by_attribute = self.of_test(self.attribute(attribute), attribute) if has else None
        if skill not in self.state.skills:
            return by_attribute
        by_skill = self.of_test(self.skill(skill, *skill_modifiers), skill)
        if by_attribute is None or (by_skill.automatic is None and by_skill.eml >= by_attribute.eml):
            return by_skill
        return by_attribute

    @kept
    def health(self) -> int:
        """Health in per cent (heroic H11)."""
        state = self.state
        return health(state.tables, state.anatomy, self.impaired, dead=state.shock is Shock.DEAD)

    @kept
    def encumbrance(self) -> int:
        """Penalty of what is worn to Dodge, Acrobatics and missile attack, 0 or more (heroic H12)."""
        return sum(piece.encumbrance for piece in self.state.pieces)

    @kept
    def acrobatic(self) -> int:
        """What Acrobatics adds to block and dodge: twice its index (heroic H12)."""
        return 2 * index(self.state.skills.get("acrobatics", 0))

    def _melee(self, use: Use) -> int:
        mode = use.mode
        return mode.mastery if mode.mastery is not None else self.state.skills.get(mode.skill, 0)

    @property
    def _prone(self) -> Modifier:
        return ("prone", self.state.tables.combat.prone if self.state.prone else 0)

    def attack(self, use: Use, setup: int = 0) -> Mastery:
        """Make the mastery of an attack with `use`; `setup` is the bonus against this foe (heroic H12)."""
        made = self._attacks.get((use, setup))
        if made is None:
            mastery = _mastery(
                self._melee(use),
                ("mode", use.mode.attack_mod),
                ("fatigue", -self.state.fatigue),
                self._prone,
                ("off hand", self.state.tables.combat.off_hand if use.off_hand else 0),
                ("setup", setup),
            )
            made = self.hindered(mastery, hindrance_of_limbs(self.impaired, use.limbs))
            self._attacks[use, setup] = made
        return made

    def defence(self, use: Use, mode_mod: int, opponent_mod: int, further: int, setup: int) -> Mastery:
        """Make the mastery of a block or counterstrike with `use` (heroic H12).

        `mode_mod` is the mode's own for that defence, `opponent_mod` the attacking mode's, `further` the penalty for
        earlier defences in the round, `setup` the bonus against this foe.
        """
        mastery = _mastery(
            self._melee(use),
            ("mode", mode_mod),
            ("opponent's weapon", opponent_mod),
            ("fatigue", -self.state.fatigue),
            self._prone,
            ("further defence", further),
            ("setup", setup),
        )
        return self.hindered(mastery, hindrance_of_limbs(self.impaired, use.limbs))

    def dodge(self, opponent_mod: int, further: int, setup: int) -> Mastery:
        """Make the mastery of a dodge; the arguments as for `defence` (heroic H12)."""
        mastery = _mastery(
            self.state.skills.get("dodge", 0),
            ("encumbrance", -self.encumbrance),
            ("opponent's weapon", opponent_mod),
            ("fatigue", -self.state.fatigue),
            self._prone,
            ("further defence", further),
            ("acrobatics", self.acrobatic),
            ("setup", setup),
        )
        return self.of_test(mastery, "dodge")

    @kept
    def cover(self) -> Cover:
        """The compiled cover: body, size and all that is worn."""
        state = self.state
        return cover_of(state.tables, body_of(state.anatomy), scale_of(state.tables, state.creature), state.pieces)

    def victim(self, creature: int, injuries: Injuries, *, asks: bool) -> Victim:
        """Make the victim that a blow finds: `creature` is the combat id, `asks` whether its controller is asked."""
        if not injuries.entries and not injuries.severed:
            return self._unhurt(creature, asks)
        return self._victim(creature, injuries, asks)

    def _unhurt(self, creature: int, asks: bool) -> Victim:
        found = self._victims.get((creature, asks))
        if found is None:
            found = self._victims[creature, asks] = self._victim(creature, Injuries(), asks)
        return found

    def _victim(self, creature: int, injuries: Injuries, asks: bool) -> Victim:
        borne: dict[int, tuple[tuple[int, int], ...]] = {}
        for wound in injuries.entries:
            if wound.kind is WOUND and wound.location is not None:
                borne[wound.location] = (*borne.get(wound.location, ()), (wound.number, wound.level))
        immune = self.state.creature.immunities
        return victim_of(
            creature,
            self.cover,
            self.shock_skill,
            self.strength,
            self.keeping_grip,
            self.keeping_feet,
            injuries.severed,
            borne,
            self.state.shock,
            not immune.blood,
            not immune.pain,
            self.holding,
            self.dominant,
            asks,
            self._tests,
        )

    @kept
    def holding(self) -> int:
        """Mask of the parts that hold something."""
        return sum(1 << part for part, _, _ in self.state.items)

    @kept
    def dominant(self) -> int | None:
        """The part of the dominant hand, if it holds something."""
        part = dominant_part(self.state.creature, self.state.anatomy)
        return part if part is not None and self.holding >> part & 1 else None


stance_of = lru_cache(KEPT)(Stance)
"""Find the stance of a `State`."""


@lru_cache(4096)
def scale_of(tables: Tables, creature: Creature) -> int:
    """Find a creature's body scale in thousandths: its own, else from the Strength of its kind (heroic H4)."""
    if creature.body_scale is not None:
        return min(tables.injury.scale_most, max(tables.injury.scale_least, creature.body_scale))
    return body_scale(creature.attributes["strength"], tables)
