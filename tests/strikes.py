"""Sixty strikes as unlike each other as can be, small enough to be walked through; odds are held to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from scripting import editing, immobilize, put, sever

from fleshwound.components.creature import Conditions, Fatigue, FatigueEntry, FatigueKind, Held, Shock
from fleshwound.components.definitions import Aspect, Creature, Weapon
from fleshwound.components.edits import Injure
from fleshwound.components.guard import Guard
from fleshwound.components.intents import Grab, Intent, Press, Strike, Trip
from fleshwound.components.kit import Kit
from fleshwound.components.nerve import Fear, Nerve
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped

A: Final = "actor"
B: Final = "target"


@dataclass(frozen=True)
class Blow:
    """One strike: who at whom, with what, and how both are."""

    actor: str
    target: str
    mode: str | None = None
    aim: str | int | None = None
    defence: str | None = None
    how: str = "strike"
    """`strike`, or what else is done: `hold`, `take`, `press`, `trip`."""
    gap: int = 1
    sides: int | None = None
    """Sides of every die of impact, so that a strike with two blows can be walked through; None: as they are."""
    weapons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    armor: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    wounds: tuple[tuple[str, str, int], ...] = ()
    """Who, location, level."""
    severed: tuple[str, ...] = ()
    """Locations that the target has lost."""
    held: str = ""
    """Part of the target that something holds fast."""
    prone: tuple[str, ...] = ()
    tired: Mapping[str, int] = field(default_factory=dict)
    shock: Mapping[str, Shock] = field(default_factory=dict)
    afraid: bool = False
    """Whether the target is catatonic with fear."""
    setup: Mapping[str, int] = field(default_factory=dict)
    """What each has won against the other by an earlier advantage."""
    bystanders: tuple[tuple[str, int, int], ...] = ()
    """Who else stands where, seen from the actor."""
    arrows: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Name it, for the report."""
        return f"{self.actor} {self.how} {self.mode or ''} {self.aim or ''} {self.target} {self.defence or ''}"


def shrunk(kind: Creature, sides: int) -> Creature:
    """The same creature with other dice."""
    modes = tuple(replace(mode, sides=sides) if mode.dice else mode for mode in kind.techniques)
    return replace(kind, techniques=modes, weapons=tuple(smaller(weapon, sides) for weapon in kind.weapons))


def smaller(weapon: Weapon, sides: int) -> Weapon:
    return replace(weapon, modes=tuple(replace(mode, sides=sides) if mode.dice else mode for mode in weapon.modes))


def stage(blow: Blow) -> tuple[Combat, int, int, Intent]:
    """Set a strike up: the combat, who strikes, whom, and the intent."""
    content = shipped()
    combat = Combat(rules="heroic", seed=11)
    found: dict[str, int] = {}
    for of, name, x in ((A, blow.actor, 5), (B, blow.target, 5 + blow.gap)):
        kind = content.creature(name)
        arms = None if of not in blow.weapons else [content.weapon(id) for id in blow.weapons[of]]
        if blow.sides is not None:
            kind = shrunk(kind, blow.sides)
            arms = None if arms is None else [smaller(weapon, blow.sides) for weapon in arms]
        found[of] = combat.spawn(kind, side=of, at=(x, 5), intents="host", weapons=arms, armor=blow.armor.get(of))
    for name, x, y in blow.bystanders:
        combat.spawn(name, side=A, at=(5 + x, 5 + y), intents="host")
    a, b = found[A], found[B]
    for of, location, level in blow.wounds:
        combat.edit(Injure(found[of], location, level, Aspect.EDGED))
    if blow.severed:
        sever(combat, b, *blow.severed)
    if blow.held:
        immobilize(combat, b, blow.held)
    for of, state in blow.shock.items():
        put(combat, found[of], state)
    with editing(combat):
        for of, entity in found.items():
            combat.component(entity, Conditions).prone |= of in blow.prone
            if of in blow.tired:
                combat.component(entity, Fatigue).entries.append(
                    FatigueEntry(FatigueKind.WINDEDNESS, "melee", blow.tired[of])
                )
            if of in blow.setup:
                other = b if of == A else a
                combat.component(entity, Guard).setups[combat.id_of(other)] = blow.setup[of]
        for arrow in blow.arrows:
            combat.component(a, Kit).projectiles.clear()
            combat.component(a, Kit).projectiles[arrow] = 3
        held = combat.component(a, Held).items
        held.update({part: replace(item, unready=0) for part, item in held.items()})
        if blow.afraid:
            nerve = combat.component(b, Nerve)
            nerve.fear, nerve.fear_of, nerve.fear_by = Fear.CATATONIC, "a", combat.id_of(a)
    return combat, a, b, intent_of(blow, b)


def intent_of(blow: Blow, target: int) -> Intent:
    match blow.how:
        case "hold" | "take":
            return Grab(target, blow.how, blow.aim)
        case "press":
            return Press(target)
        case "trip":
            return Trip(target)
    return Strike(target, blow.mode, blow.aim)


PLATE: Final = {B: ("quilted_coat", "mail_long_hauberk", "plate_cuirass", "plate_great_helm", "plate_greaves")}
MAIL: Final = {B: ("mail_hauberk", "plate_halfhelm")}
TIRED: Final = {A: 40, B: 40}
WOUNDED: Final = ((A, "right_hand", 2),)

STRIKES: Final = (
    # people against what they meet, ignored: every location of a human body
    Blow("man_at_arms", "man_at_arms", "broadsword/cut", "head", "ignore"),
    Blow("man_at_arms", "man_at_arms", "broadsword/impale", "left_leg", "ignore", sides=3),
    Blow("knight", "human", "bastard_sword/cut", None, "ignore", sides=6),
    Blow("knight", "human", "bastard_sword/cut", 12, "ignore", armor=PLATE, sides=3),
    Blow("brigand", "knight", "handaxe/cut", None, "ignore"),
    Blow("captain", "peasant_levy", "broadsword/cut", "right_arm", "ignore", tired={A: 25}, sides=4),
    Blow("physician", "archer", None, "torso", "ignore", prone=(A,)),
    Blow("human", "human", "human/kick", None, "ignore", prone=(B,)),
    Blow("human", "human", "human/punch", "head", "ignore"),
    Blow("human", "man_at_arms", "human/headbutt", None, "ignore"),
    # what can't defend itself
    Blow("man_at_arms", "human", "broadsword/cut", "head", shock={B: Shock.UNCONSCIOUS}, sides=4),
    Blow("man_at_arms", "human", "broadsword/cut", None, shock={B: Shock.INCAPACITATED}, sides=3),
    Blow("man_at_arms", "human", "broadsword/cut", "left_leg", shock={B: Shock.STUNNED}, sides=2),
    Blow("gray_wolf", "human", None, "torso", afraid=True),
    Blow(
        "man_at_arms",
        "gray_wolf",
        "broadsword/cut",
        None,
        "ignore",
        shock={A: Shock.STUNNED},
        wounds=((A, "right_hand", 2),),
    ),
    # wounded, crippled, held
    Blow("man_at_arms", "human", "broadsword/cut", "left_arm", "ignore", severed=("left_hand", "left_forearm")),
    Blow("man_at_arms", "human", "broadsword/cut", 3, "ignore", severed=("right_hand",), sides=4),
    Blow("man_at_arms", "gray_wolf", "broadsword/cut", None, "ignore", wounds=((B, "head", 1), (B, "left_foreleg", 3))),
    Blow("man_at_arms", "gray_wolf", "broadsword/cut", None, "ignore", wounds=((A, "left_thigh", 4),)),
    Blow("fox", "fox", None, None, "dodge", sides=1, tired={A: 55, B: 60}, wounds=((B, "thorax", 2),)),
    Blow("human", "cat", "human/punch", None, "ignore", sides=1, tired=TIRED, wounds=((A, "right_forearm", 3),)),
    Blow("brigand", "viper", "handaxe/cut", None, "dodge", tired=TIRED),
    Blow("lion", "human", None, "head", "ignore", held="left_arm"),
    # animals, their techniques and their bodies
    Blow("gray_wolf", "man_at_arms", None, 10, "ignore", sides=2),
    Blow("cobra", "viper", None, None, "ignore"),
    Blow("lion", "stag", "lion/claw", None, "ignore"),
    Blow("rock_python", "cat", "rock_python/constricting_coils", None, "ignore"),
    Blow("raptor", "fox", "raptor/seizing_feet", None, "ignore"),
    Blow("constrictor_snake", "viper", "constrictor_snake/bite", None, "ignore", sides=2),
    Blow("tentacled_lurker", "gazelle", "tentacled_lurker/tentacle", None, "ignore", sides=1),
    Blow("dragon", "viper", "dragon/burning_breath", None, "ignore"),
    Blow("dragon", "aurochs", "dragon/bite", None, "ignore"),
    Blow("cat", "woolly_rhino", None, None, "ignore"),
    Blow("orca", "cat", "orca/ramming_strike", None, "ignore", sides=4),
    Blow("falcon", "condor", None, None, "ignore"),
    Blow("centaur", "viper", "centaur/hooves", None, "ignore"),
    # blocked, with weapon, shield, limb
    Blow("cobra", "man_at_arms", None, 1, None, sides=3),
    Blow("cobra", "man_at_arms", None, "torso", "block broadsword/cut", sides=2),
    Blow(
        "viper", "human", None, "head", "block human/limb_block", sides=2, armor={B: ("mail_hauberk", "plate_halfhelm")}
    ),
    Blow("viper", "human", None, "left_leg", "block human/limb_block", sides=2),
    Blow("cat", "physician", "cat/bite", "torso", None, sides=2, tired={B: 30}),
    # met by a counterstrike, both blows at once
    Blow("cobra", "viper", None, None, "counterstrike viper/venomous_bite", sides=2),
    Blow("viper", "cobra", None, None, "counterstrike cobra/hooded_strike", sides=2, tired={A: 30}, prone=(B,)),
    Blow("rock_python", "viper", "rock_python/lightning_strike", None, "counterstrike viper/venomous_bite", sides=1),
    Blow("cobra", "falcon", None, None, "counterstrike falcon/beak", sides=1),
    Blow("walrus", "cobra", "walrus/tusk_gore", None, "counterstrike cobra/hooded_strike", sides=1),
    Blow("viper", "serpent", None, None, "counterstrike serpent/tail_lash", sides=1, setup={A: 10, B: 20}),
    # dodged: ties broken by faces
    Blow("cobra", "viper", None, None, "dodge", sides=2, tired={A: 60, B: 40}),
    Blow("viper", "cobra", None, None, "dodge", sides=1, tired={A: 30, B: 50}, setup={B: 10}),
    # grabs, takes, presses, trips
    Blow("human", "man_at_arms", how="press"),
    Blow("human", "man_at_arms", how="trip", defence="ignore"),
    Blow("captain", "cat", how="press", defence="ignore", setup={A: 10}),
    Blow("human", "man_at_arms", how="hold", aim="left_leg", defence="ignore"),
    Blow("human", "brigand", how="take", defence="ignore", weapons={A: ()}),
    # missiles
    Blow("archer", "human", None, "torso", "ignore", gap=6),
    Blow("archer", "viper", None, None, "dodge", gap=20, tired={A: 70, B: 60}, arrows=("heavy_broad_arrow",)),
    Blow("archer", "gray_wolf", None, None, "ignore", gap=4, bystanders=(("cat", 4, 1), ("viper", 4, -1))),
    Blow("crossbowman", "knight", None, "head", "ignore", gap=5),
    Blow("skirmisher", "viper", "bodkin_javelin/thrown", None, "ignore", gap=3),
    Blow("human", "cat", "net/thrown", None, "ignore", gap=2, weapons={A: ("net",)}),
)
