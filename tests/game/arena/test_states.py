"""States: who is held by whom, asleep, out of arrows, shaken, much wounded, told apart and readable at every size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest
from readable import assert_readable
from scripting import calm, editing, hit, pair, part_of, play, put, victim

from fleshwound.components.creature import Injuries, Injury, InjuryKind, Shock
from fleshwound.components.draws import Ask, Draw, Level
from fleshwound.components.edits import Occupy
from fleshwound.components.exertion import Doing, Fatigue, FatigueEntry, FatigueKind
from fleshwound.components.intents import Evade, Grab, Release, Strike
from fleshwound.components.kit import Kit
from fleshwound.components.nerve import Exit, Fear, Morale, Nerve, Psyche
from fleshwound.game import Combat
from fleshwound.game.arena.canvas import Printed
from fleshwound.game.arena.controls import View
from fleshwound.game.arena.frame import Frame
from fleshwound.game.arena.scene import Scene
from fleshwound.game.content import shipped

SIZES = ((1280, 720), (1920, 1080), (1024, 768))
BOW = "longbow_100/ranged"


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


def lands(request: Draw | Ask) -> Any:
    """Have the attack land, whatever the defence; the rest is calm."""
    defends = isinstance(request, Draw) and request.what in ("block", "counterstrike", "dodge")
    return Level.MF if defends else calm(request)


def drawn(combat: Combat, entity: int, view: View, size: tuple[int, int] = (1280, 720)) -> list[Printed]:
    scene = Scene(combat, "a fight")
    scene.chosen = combat.id_of(entity)
    scene.settle()
    return Frame().draw(pygame.Surface(size), scene, view)


def said(printed: list[Printed], panel: str) -> list[str]:
    return [text.text for text in printed if text.panel == panel]


def grabbed() -> tuple[Combat, int, int]:
    combat, a, b = pair("human", "human")
    play(combat, a, Grab(b), location="left_forearm", trial=4, resistance=1, otherwise=lands)
    return combat, a, b


def shaken(**nerve: Any) -> Callable[[], tuple[Combat, int]]:
    def make() -> tuple[Combat, int]:
        combat, _, b = pair("man_at_arms", "brigand", gap=4)
        with editing(combat):
            for name, value in nerve.items():
                setattr(combat.component(b, Nerve), name, value)
        return combat, b

    return make


def held() -> tuple[Combat, int]:
    combat, _, b = grabbed()
    return combat, b


def holding() -> tuple[Combat, int]:
    combat, a, _ = grabbed()
    return combat, a


def asleep() -> tuple[Combat, int]:
    combat = Combat("heroic", 1)
    one = combat.spawn("man_at_arms", side="red", at=(0, 0), name="Aldric", intents="host")
    combat.edit(Occupy(one, Doing.SLEEPING))
    return combat, one


def spent() -> tuple[Combat, int]:
    """An archer that shoots its last arrow."""
    combat, a, b = pair("archer", "human", gap=10)
    with editing(combat):
        combat.component(a, Kit).projectiles = {"standard_arrow": 1}
    play(combat, a, Strike(b, BOW), attack=Level.MF, dodge=Level.MS, otherwise=calm)
    return combat, a


def evading() -> tuple[Combat, int]:
    combat, _, b = pair("archer", "human", gap=10)
    play(combat, b, Evade(), otherwise=calm)
    return combat, b


def ruined() -> tuple[Combat, int]:
    """Somebody with everything at once: many wounds, treated, infected, impaired for good, tired, afraid, disturbed."""
    combat, a, b = victim("man_at_arms", weapons=("broadsword", "round_shield"))
    for location, level in (("left_thigh", 3), ("right_thigh", 4), ("skull", 1), ("thorax", 3), ("abdomen", 2),
                            ("left_hand", 2), ("right_foot", 1), ("left_knee", 2), ("right_forearm", 3)):  # fmt: skip
        hit(combat, a, b, location, level, otherwise=calm)
        put(combat, b, Shock.NONE)
    with editing(combat):
        injuries = combat.component(b, Injuries)
        injuries.entries = [
            replace(entry, healing_rate=4, permanent=True) if place % 2 else entry
            for place, entry in enumerate(injuries.entries)
        ]
        wound = injuries.entries[1]
        injuries.made += 1
        infection = InjuryKind.INFECTION
        injuries.entries.append(
            Injury(injuries.made, infection, wound.location, 0, None, 2, combat.now, None, "infection", of=wound.number)
        )
        injuries.permanent = {part_of(combat, b, "left_leg"): -10, part_of(combat, b, "right_arm"): -5}
        combat.component(b, Fatigue).entries = [
            FatigueEntry(kind, source, 3)
            for kind, source in zip(list(FatigueKind) * 3, ("melee", "march", "run", "hunger", "heat"), strict=False)
        ]
        nerve = combat.component(b, Nerve)
        nerve.morale, nerve.fear, nerve.fear_of = Morale.WITHDRAWING, Fear.AFRAID, "a dragon’s roar"
        nerve.psyche = [Psyche(1, "half the side out", 2, 600_000_000), Psyche(2, "a friend’s death", 3, 600_000_000)]
    return combat, b


STATES: dict[str, tuple[Callable[[], tuple[Combat, int]], str, str]] = {
    "held": (held, "held by a", "left arm immobilized (held by a, grab)"),
    "holding": (holding, "", "holds b’s left arm"),
    "asleep": (asleep, "asleep", "asleep"),
    "out of arrows": (spent, "out of arrows", "carries: no arrows"),
    "bow not ready": (spent, "out of arrows", "right arm: longbow 100 (not ready: 1 action, to 210 ft, volley 840)"),
    "evading": (evading, "", "evading missiles"),
    "withdrawing": (shaken(morale=Morale.WITHDRAWING), "withdrawing", "withdrawing"),
    "routed": (shaken(morale=Morale.ROUTED), "routed", "routed"),
    "catatonic": (shaken(morale=Morale.CATATONIC), "catatonic", "Why is it out of the fight?"),
    "fled": (shaken(morale=Morale.ROUTED, exit=Exit.FLED), "fled", "Why is it out of the fight?"),
    "surrendered": (shaken(exit=Exit.SURRENDERED), "surrendered", "Why is it out of the fight?"),
    "afraid": (shaken(fear=Fear.AFRAID, fear_of="a dire wolf"), "afraid", "afraid of a dire wolf"),
    "ruined": (ruined, "withdrawing", "withdrawing"),
}
"""How each comes about; what the lists and the map say of it, and the sheet."""


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("state", STATES)
def test_every_state_is_told_on_the_list_the_map_and_the_sheet(state: str, size: tuple[int, int]) -> None:
    make, word, detail = STATES[state]
    combat, entity = make()
    printed = drawn(combat, entity, View(), size)
    assert_readable(printed, size)
    name = Scene(combat, "a fight").tokens[combat.id_of(entity)].name
    assert (f"{name}: {word}" if word else name) in said(printed, "map")
    if word:
        assert word in said(printed, "sides")
    assert detail in said(printed, "inspector")


def test_what_it_is_afraid_of_is_said_once() -> None:
    combat, entity = shaken(fear=Fear.AFRAID, fear_of="a dire wolf")()
    assert "afraid" not in said(drawn(combat, entity, View()), "inspector")


def test_who_is_let_go_is_held_no_longer() -> None:
    combat, a, b = grabbed()
    scene = Scene(combat, "two")
    assert scene.tokens[combat.id_of(b)].holders == (combat.id_of(a),)
    assert scene.tokens[combat.id_of(a)].holders == ()
    play(combat, a, Release(b))
    assert scene.tokens[combat.id_of(b)].holders == ()
    assert scene.tokens[combat.id_of(b)].label == ""


def test_a_state_and_a_hold_are_both_said_whole_on_the_list() -> None:
    combat, _, b = grabbed()
    with editing(combat):
        combat.component(b, Nerve).morale = Morale.WITHDRAWING
    printed = drawn(combat, b, View())
    assert_readable(printed, (1280, 720))
    assert {"withdrawing", "held by a"} <= set(said(printed, "sides"))
    assert "b: withdrawing, held by a" in said(printed, "map")


def test_no_tag_hides_the_flag_of_who_flees() -> None:
    combat, b = shaken(morale=Morale.WITHDRAWING)()
    combat.spawn("brigand", side="blue", at=(4, 1), intents="host", name="below")  # its own tag can't be there
    scene, frame = Scene(combat, "two"), Frame()
    scene.chosen = combat.id_of(b)
    scene.settle()
    printed = frame.draw(pygame.Surface((1280, 720)), scene, View())
    [tag] = [text.rect for text in printed if text.text == "b: withdrawing"]
    [spot] = [spot for spot, creature in frame.map.spots if creature == combat.id_of(b)]
    over = pygame.Rect(spot.centerx, spot.top - spot.h // 4, spot.w // 2, spot.h // 2)
    assert not tag.colliderect(over)


def test_a_hold_is_drawn_between_the_two() -> None:
    combat, a, b = grabbed()
    pictures = []
    for _ in range(2):
        scene, frame, surface = Scene(combat, "two"), Frame(), pygame.Surface((1280, 720))
        scene.settle()
        scene.strikes.clear()
        scene.texts.clear()
        frame.draw(surface, scene, View())
        spots = {creature: spot for spot, creature in frame.map.spots}
        one, other = spots[combat.id_of(a)].center, spots[combat.id_of(b)].center
        between = pygame.Rect(0, 0, abs(one[0] - other[0]) // 5, 5)
        between.center = ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2)
        pictures.append(pygame.image.tobytes(surface.subsurface(between), "RGB"))
        play(combat, a, Release(b)) if len(pictures) == 1 else None
    assert pictures[0] != pictures[1]


def test_a_launcher_for_which_another_kind_is_left_is_out_of_its_own() -> None:
    combat, a, _ = pair("archer", "human", gap=10)
    with editing(combat):
        combat.component(a, Kit).projectiles = {"standard_bolt": 4}
    assert Scene(combat, "two").tokens[combat.id_of(a)].label == "out of arrows"
    assert combat.sheet(a).held[-1] == "carries: 4 × standard bolt, no arrows"


def test_those_who_are_out_of_the_fight_want_no_arrows() -> None:
    combat, a = spent()
    put(combat, a, Shock.UNCONSCIOUS)
    assert Scene(combat, "two").tokens[combat.id_of(a)].label == "unconscious"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_condition_note_or_figure_of_a_sheet_is_left_out_without_a_word(size: tuple[int, int]) -> None:
    combat, entity = ruined()
    sheet, seen = combat.sheet(entity), ""
    for scroll in range(len(sheet.injuries)):
        view = View(scroll=scroll)
        words = said(drawn(combat, entity, view, size), "inspector")
        assert not [text for text in words if "…" in text]
        seen += " ".join([*words, *(target.hint for target in view.targets)]) + " "
    for injury in sheet.injuries:
        assert all(note in seen for note in injury.notes), injury.title
    for condition in sheet.conditions:
        assert condition in seen
    assert all(f"{name} {value}" in seen for name, value in sheet.rows)
    assert all(line in seen for line in sheet.held)


@pytest.mark.parametrize("creature", shipped().under("heroic").creatures)
def test_all_that_a_creature_holds_and_can_is_printed_or_counted(creature: str) -> None:
    combat = Combat("heroic", 1)
    one = combat.spawn(creature, side="red", at=(0, 0), intents="host")
    view = View()
    words = said(drawn(combat, one, view), "inspector")
    seen = " ".join([*words, *(target.hint for target in view.targets)])
    sheet = combat.sheet(one)
    assert all(f"{name} {value}" in seen for name, value in sheet.rows)
    assert all(line in seen for line in sheet.held)
    assert "…" not in "".join(words)


def test_the_list_of_injuries_says_how_many_are_above() -> None:
    combat, entity = ruined()
    assert "Injuries" in said(drawn(combat, entity, View()), "inspector")
    assert "Injuries, 3 above" in said(drawn(combat, entity, View(scroll=3)), "inspector")


@pytest.mark.parametrize("location", ["right_forearm", "left_forearm", "right_hand", "left_hand"])
def test_a_wound_s_mark_lies_by_its_location_not_across_the_body(location: str) -> None:
    combat, a, b = victim("human")
    hit(combat, a, b, location, 3, otherwise=calm)
    hit(combat, a, b, "thorax", 2, otherwise=calm)
    view = View()
    printed = drawn(combat, b, view)
    name = location.replace("_", " ")
    [box] = [target.rect for target in view.targets if target.hint.lower().startswith(f"{name}, ")]
    [mark] = [text.rect for text in printed if text.text == "S3"]
    assert abs(mark.centerx - box.centerx) < 60
    assert abs(mark.centery - box.centery) < 40


def test_a_shaken_mind_is_no_reason_that_psyche_stress_is_part_of() -> None:
    combat, entity = shaken(morale=Morale.CATATONIC, psyche=[Psyche(1, "a wound", 2, 600_000_000)])()
    sheet = combat.sheet(entity)
    assert sheet.why == ("catatonic",)
    assert "impulse 2 (a wound, not yet felt)" in sheet.conditions
