"""Every property and trait of a strike mode that the rulebook lists, each with a rule that reads it (heroic H12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, Final

import pytest
from scripting import CF0, CS, MF, MS, all_of, calm, editing, only, pair, play, put

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Aspect, Creature, Mode, Weapon
from fleshwound.components.draws import Ask, Draw, Level
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import BreakageTested, Event, ExchangeFought, Injured, OpeningTaken, StrikeLanded
from fleshwound.components.guard import Guard
from fleshwound.components.intents import Brace, Move, Strike
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped

BLOW: Final = "made/blow"
CUT: Final = "broadsword/cut"


def made(**traits: Any) -> Weapon:
    """A weapon of one mode, 5 edged with nothing added, but for the traits that a test is about."""
    plain = next(mode for mode in shipped().weapon("broadsword").modes if mode.id == CUT)
    base = {"dice": 0, "sides": 0, "impact_mod": 5, "spread": 6, "swung": False, "advantage_impact": None}
    mode = replace(plain, id=BLOW, name="Blow", **base | traits)
    return replace(shipped().weapon("broadsword"), id="made", name="made", modes=(mode,))


def bearer(weapon: Weapon, *traits: str, strength: int = 10) -> Creature:
    """A man of Strength 10 (no impact modifier) who bears just that."""
    man = shipped().creature("man_at_arms")
    return replace(
        man,
        weapons=(weapon,),
        attributes={**man.attributes, "strength": strength},
        traits=frozenset(traits or {"right_handed"}),
    )


def facing(*traits: str, strength: int = 10, target: str = "man_at_arms", **mode: Any) -> tuple[Combat, int, int]:
    return pair(bearer(made(**mode), *traits, strength=strength), target)


def struck(combat: Combat, a: int, b: int, aim: str | int | None = None, **named: Any) -> list[Event]:
    """Land a blow on the thorax, unless the test says otherwise."""
    answers = {"attack": MS, "defend": MF, "location": "thorax"} | named
    return play(combat, a, Strike(b, BLOW, aim), otherwise=calm, **answers)


def landed(combat: Combat, a: int, b: int, **named: Any) -> StrikeLanded:
    return only(struck(combat, a, b, **named), StrikeLanded)


def refusal(combat: Combat, a: int, intent: Any) -> Refusal:
    with pytest.raises(IntentRefused, match="expected") as refused:
        play(combat, a, intent)
    return refused.value.why


def modifiers(event: ExchangeFought) -> dict[str, int]:
    assert event.defend is not None
    return dict(event.defend.modifiers)


def offered(combat: Combat, a: int, b: int, mode: str = CUT) -> tuple[Any, ...]:
    """What the target may answer a blow with."""
    combat.control(b, decisions="ask")
    found: list[tuple[Any, ...]] = []

    def asked(request: Draw | Ask) -> Any:
        if isinstance(request, Ask):
            found.append(request.options)
            return "ignore"
        return MF

    play(combat, a, Strike(b, mode), otherwise=asked)
    return found[0]


# --- to block, to counterstrike, to break -----------------------------------------------------------------------------


@pytest.mark.parametrize(("shield", "bonus"), [("buckler", 5), ("knights_shield", 10), ("tower_shield", 20)])
def test_block_mod_and_shield_mod_are_added_to_a_block(shield: str, bonus: int) -> None:
    combat, a, b = pair("man_at_arms", "man_at_arms", weapons=("broadsword", shield), decisions="ask")
    fought = only(play(combat, a, Strike(b, CUT), f"block {shield}/bash", MF, MF), ExchangeFought)
    mode = next(m for m in shipped().weapon(shield).modes if m.id == f"{shield}/bash")
    assert modifiers(fought)["mode"] == mode.block_mod >= bonus
    combat, a, b = pair("man_at_arms", bearer(made(block_mod=7)))
    fought = only(play(combat, a, Strike(b, CUT), otherwise=lambda _: MF), ExchangeFought)
    assert (fought.defence, modifiers(fought)["mode"]) == ("block", 7)


def test_counterstrike_mod_is_added_to_a_counterstrike_alone() -> None:
    combat, a, b = pair("man_at_arms", bearer(made(counterstrike_mod=-10)), decisions="ask")
    for how, expected in ((f"counterstrike {BLOW}", -10), (f"block {BLOW}", None)):
        fought = only(play(combat, a, Strike(b, CUT), how, MF, MF), ExchangeFought)
        assert modifiers(fought).get("mode") == expected


@pytest.mark.parametrize(
    ("durability_mod", "face", "broke"), [(0, 12, False), (0, 13, True), (-5, 7, False), (-5, 8, True)]
)
def test_durability_and_durability_mod_are_what_the_breakage_roll_must_exceed(
    durability_mod: int, face: int, broke: bool
) -> None:
    combat, a, b = pair("man_at_arms", bearer(made(durability_mod=durability_mod)), decisions="ask")
    events = play(combat, a, Strike(b, CUT), f"block {BLOW}", MS, MS, face)
    tested = only(events, BreakageTested)
    assert (tested.durability, tested.broke) == (12 + durability_mod, broke)
    assert (f"block {BLOW}" in offered(combat, a, b)) is not broke
    # A broken one is out of use at once, and neither strikes nor blocks.
    if broke:
        assert refusal(combat, b, Strike(a, BLOW)) is Refusal.MODE_LOST


def test_no_block_leaves_blocking_out_and_no_counterstrike_that() -> None:
    for field, word in (("block", f"block {BLOW}"), ("counterstrike", f"counterstrike {BLOW}")):
        for allowed in (True, False):
            combat, a, b = pair("man_at_arms", bearer(made(**{field: allowed})))
            assert (word in offered(combat, a, b)) is allowed


def test_no_attack_is_refused_as_an_attack_and_still_blocks() -> None:
    combat, a, b = pair("man_at_arms", bearer(made(attack=False)))
    assert refusal(combat, b, Strike(a, BLOW)) is Refusal.MODE_LOST
    assert f"block {BLOW}" in offered(combat, a, b)
    assert f"counterstrike {BLOW}" not in offered(combat, a, b)


def test_opp_def_is_added_to_whatever_the_opponent_defends_with() -> None:
    for how in ("block broadsword/cut", "dodge", "counterstrike broadsword/cut"):
        combat, a, b = pair(bearer(made(opponent_defence=-10)), "man_at_arms", decisions="ask")
        fought = only(play(combat, a, Strike(b, BLOW), how, MF, MF), ExchangeFought)
        assert modifiers(fought)["opponent's weapon"] == -10


# --- what is dealt ----------------------------------------------------------------------------------------------------


def test_armour_reduction_lowers_protection_but_not_below_what_nature_left_bare() -> None:
    for reduction, left in ((0, 3), (1, 2), (3, 0), (5, 0)):
        combat, a, b = pair(bearer(made(armor_reduction=reduction)), guarded(3))
        assert landed(combat, a, b).protection == left
    combat, a, b = pair(bearer(made(armor_reduction=3)), guarded(-2))
    assert (landed(combat, a, b).protection, landed(combat, a, b).effective) == (-2, 7)


def guarded(protection: int) -> Creature:
    """A man whose skin protects so much everywhere."""
    man = shipped().creature("human")
    skin = tuple(replace(location, protection=(protection,) * 4) for location in man.anatomy.locations)
    return replace(man, anatomy=replace(man.anatomy, locations=skin))


def test_bleed_reads_the_grid_as_if_the_impact_were_five_higher() -> None:
    # Thorax, medium: an edged S3 doesn't bleed, a G4 does; 10 of impact is S3.
    for bleed in (False, True):
        combat, a, b = facing(impact_mod=10, bleed=bleed)
        events = struck(combat, a, b)
        assert (only(events, Injured).level, only(events, Injured).bleeds) == (3, bleed)


def test_no_str_mod_leaves_strength_out() -> None:
    for added in (True, False):
        combat, a, b = pair(bearer(made(strength=added), strength=16), "man_at_arms")
        assert dict(landed(combat, a, b).modifiers).get("strength") == (3 if added else None)


def test_half_impact_halves_all_of_it_rounded_down() -> None:
    combat, a, b = facing(half_impact=True, strength=16)
    event = landed(combat, a, b)
    assert (event.impact.dice, event.impact.total) == ("+8, halved", 4)


@pytest.mark.parametrize(
    ("traits", "worth"),
    [
        ({"advantage_impact": 3, "swung": True}, 3),
        ({"advantage_impact": None, "swung": True}, 5),
        ({"advantage_impact": None, "swung": True, "aspect": Aspect.BLUNT}, 0),
        ({"advantage_impact": None, "swung": False}, 0),
    ],
)
def test_imp_ta_is_the_modes_own_else_five_if_edged_and_swung_else_nothing(traits: dict[str, Any], worth: int) -> None:
    combat, a, b = facing(**traits)
    event = landed(combat, a, b, attack=CS)
    assert dict(event.modifiers).get("advantage", 0) == worth


# --- where it goes ----------------------------------------------------------------------------------------------------


def test_spread_nought_cannot_be_aimed() -> None:
    combat, a, b = facing(spread=0)
    for aim in ("head", 1):
        assert refusal(combat, a, Strike(b, BLOW, aim)) is Refusal.CANNOT_AIM
    assert landed(combat, a, b).scatter is None


def test_low_aim_aims_no_higher_than_the_legs() -> None:
    combat, a, b = facing(low_aim=True)
    for aim in ("head", "torso", 9):
        assert refusal(combat, a, Strike(b, BLOW, aim)) is Refusal.CANNOT_AIM
    for aim in ("left_leg", 10, 15):
        assert only(struck(combat, a, b, aim, attack=MF, defend=MF, location=[]), ExchangeFought).aim == str(aim)


def test_only_in_close_reaches_one_cell_however_long_the_weapon() -> None:
    for close, gap, reached in ((True, 1, True), (True, 2, False), (False, 3, True)):
        combat, a, b = pair(bearer(made(only_in_close=close, length_ft=15)), "man_at_arms", gap=gap)
        if reached:
            assert only(struck(combat, a, b, attack=MF, defend=MF, location=[]), ExchangeFought)
        else:
            assert refusal(combat, a, Strike(b, BLOW)) is Refusal.OUT_OF_REACH


# --- when it may ------------------------------------------------------------------------------------------------------


def turns(creature: Creature, target: str = "man_at_arms", gap: int = 1) -> tuple[Combat, int, int]:
    """Two on a host's turns, each moved by the test alone."""
    combat = Combat(seed=1, turns="host")
    a = combat.spawn(creature, side="red", at=(0, 0), intents="host", name="a", armor=())
    b = combat.spawn(target, side="blue", at=(gap, 0), intents="host", name="b", armor=())
    return combat, a, b


def test_slow_attacks_every_other_turn_of_its_bearers_own() -> None:
    combat, a, b = turns(bearer(made(slow=True)))
    ready = []
    for _ in range(6):
        combat.begin_turn(a)
        ready.append(combat.component(a, Guard).recovering == 0)
        if ready[-1]:
            play(combat, a, Strike(b, BLOW), attack=MF, defend=MF)
        else:
            assert refusal(combat, a, Strike(b, BLOW)) is Refusal.RECOVERING
        combat.begin_turn(b)  # another's turns don't count
    assert ready == [True, False] * 3


def test_another_mode_strikes_while_a_slow_one_recovers_and_the_mind_leaves_it_alone() -> None:
    combat, a, b = turns(replace(shipped().creature("peasant_levy"), traits=frozenset({"right_handed"})))
    combat.begin_turn(a)
    play(combat, a, Strike(b, "pitchfork/impale"), attack=MF, defend=MF)
    combat.begin_turn(b)
    combat.begin_turn(a)
    with editing(combat) as battle:
        listed = {option.mode for option in battle.ruleset.strikes(battle, a, b)}
    assert "pitchfork/impale" not in listed
    assert "pitchfork/shaft" in listed
    assert only(play(combat, a, Strike(b, "pitchfork/shaft"), attack=MF, defend=MF), ExchangeFought)


def test_recovery_ends_with_the_encounter() -> None:
    combat, a, b = turns(bearer(made(slow=True)))
    combat.begin_turn(a)
    play(combat, a, Strike(b, BLOW), attack=MF, defend=MF)
    assert combat.component(a, Guard).recovering
    combat.despawn(b)
    combat.end_turn()
    assert combat.component(a, Guard).recovering == 0


def test_long_strikes_first_at_a_foe_who_closes() -> None:
    for long in (True, False):
        combat, a, b = turns(bearer(made(long=long)), gap=6)
        combat.begin_turn(b)
        combat.act(b, Move((1, 0)))
        events = combat.drain()
        told = [(e.creature, e.target, e.cause) for e in all_of(events, OpeningTaken)]
        assert told == ([(combat.id_of(a), combat.id_of(b), "closes")] if long else [])
        assert [e.attacker for e in all_of(events, ExchangeFought)] == [combat.id_of(a)] * long


def test_couched_strikes_only_mounted_or_braced_and_with_twice_the_impact() -> None:
    combat, a, b = facing(couched=True, strength=12)
    assert refusal(combat, a, Strike(b, BLOW)) is Refusal.NOT_BRACED
    assert f"counterstrike {BLOW}" not in offered(combat, b, a)
    assert f"block {BLOW}" in offered(combat, b, a)
    play(combat, a, Brace(BLOW))
    event = landed(combat, a, b)
    assert (event.impact.dice, event.impact.total) == ("+6, couched ×2", 12)
    assert refusal(combat, a, Strike(b, BLOW)) is Refusal.NOT_BRACED, "a brace is for one blow"
    combat, a, b = facing("mounted", couched=True, strength=12)
    assert landed(combat, a, b).impact.total == 12
    assert refusal(combat, a, Brace(BLOW)) is Refusal.NO_SUCH_MODE
    assert f"counterstrike {BLOW}" in offered(combat, b, a)


# --- the off hand -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("traits", "worse"),
    [({"right_handed"}, True), ({"left_handed"}, True), (set(), False), ({"left_handed", "right_handed"}, False)],
)
def test_a_weapon_in_the_off_hand_attacks_ten_worse_and_one_less_hard(traits: set[str], worse: bool) -> None:
    man = replace(bearer(shipped().weapon("broadsword")), traits=frozenset(traits))
    man = replace(man, weapons=(shipped().weapon("broadsword"), shipped().weapon("dagger")))
    combat, a, b = pair(man, "man_at_arms")
    for mode, off in (("broadsword/cut", False), ("dagger/cut", worse)):
        events = play(combat, a, Strike(b, mode), attack=MS, defend=MF, location="thorax", impact=5, otherwise=calm)
        assert dict(only(events, ExchangeFought).attack.modifiers).get("off hand") == (-10 if off else None)
        assert dict(only(events, StrikeLanded).modifiers).get("off hand") == (-1 if off else None)


def test_a_two_handed_grip_is_never_off_hand() -> None:
    combat, a, b = pair(replace(bearer(shipped().weapon("pike")), traits=frozenset({"left_handed"})), "man_at_arms")
    fought = only(play(combat, a, Strike(b, "pike/half_sword_impale"), attack=MF, defend=MF), ExchangeFought)
    assert "off hand" not in dict(fought.attack.modifiers)


# --- the whole list ---------------------------------------------------------------------------------------------------

READ_BY: Final[dict[str, Callable[..., None]]] = {
    "block_mod": test_block_mod_and_shield_mod_are_added_to_a_block,
    "counterstrike_mod": test_counterstrike_mod_is_added_to_a_counterstrike_alone,
    "durability_mod": test_durability_and_durability_mod_are_what_the_breakage_roll_must_exceed,
    "armor_reduction": test_armour_reduction_lowers_protection_but_not_below_what_nature_left_bare,
    "opponent_defence": test_opp_def_is_added_to_whatever_the_opponent_defends_with,
    "bleed": test_bleed_reads_the_grid_as_if_the_impact_were_five_higher,
    "strength": test_no_str_mod_leaves_strength_out,
    "block": test_no_block_leaves_blocking_out_and_no_counterstrike_that,
    "counterstrike": test_no_block_leaves_blocking_out_and_no_counterstrike_that,
    "attack": test_no_attack_is_refused_as_an_attack_and_still_blocks,
    "half_impact": test_half_impact_halves_all_of_it_rounded_down,
    "advantage_impact": test_imp_ta_is_the_modes_own_else_five_if_edged_and_swung_else_nothing,
    "swung": test_imp_ta_is_the_modes_own_else_five_if_edged_and_swung_else_nothing,
    "spread": test_spread_nought_cannot_be_aimed,
    "low_aim": test_low_aim_aims_no_higher_than_the_legs,
    "only_in_close": test_only_in_close_reaches_one_cell_however_long_the_weapon,
    "slow": test_slow_attacks_every_other_turn_of_its_bearers_own,
    "long": test_long_strikes_first_at_a_foe_who_closes,
    "couched": test_couched_strikes_only_mounted_or_braced_and_with_twice_the_impact,
}
"""The test of each trait that the rulebook lists and this module is about."""


def test_every_trait_listed_has_a_test_that_names_it() -> None:
    known = {field.name for field in fields(Mode)}
    assert set(READ_BY) <= known
    listed = {
        name
        for name, field in Mode.__dataclass_fields__.items()
        if field.type in ("bool", "int") and name not in {"min_parts", "attack_mod", "dice", "sides", "impact_mod",
        "length_ft", "never_at_head", "thrust", "seizes", "range_ft", "volley", "draw_lb"}
    }  # fmt: skip
    assert listed <= set(READ_BY) | {"advantage_impact"}


LEVELS: Final[tuple[Level, ...]] = (CF0, MF, MS, CS)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_the_stunned_defend_with_no_trait_at_all(level: Level) -> None:
    combat, a, b = facing(opponent_defence=-10)
    put(combat, b, Shock.STUNNED)
    events = play(combat, a, Strike(b, BLOW), attack=level, otherwise=calm)
    assert only(events, ExchangeFought).defence == "ignore"
