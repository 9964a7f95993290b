"""Sheets of those whom rules wear down by points: what is left, and what stays, at its limb."""

from __future__ import annotations

import pygame
import pytest
from cities_kit import COAT, KNIFE, duel, named, person, rules
from readable import assert_readable
from scripting import editing

from fleshwound.components.creature import Anatomy
from fleshwound.components.edits import Injure
from fleshwound.components.hitpoints import HitPoints
from fleshwound.game import Combat
from fleshwound.game.arena.canvas import Printed
from fleshwound.game.arena.controls import View
from fleshwound.game.arena.frame import Frame
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.theme import SEVERITY
from fleshwound.systems.cities.consequences import injure
from fleshwound.systems.cities.fighter import of

SIZES = ((1280, 720), (1920, 1080), (1024, 768))
ARM, LEG, EYES, GUT, INTERNAL, BRAIN = 8, 7, 4, 5, 2, 3


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


def hurt(*rows: int) -> tuple[Combat, int]:
    made, a, _ = duel(named(armor=(COAT,), weapons=(KNIFE,)), person("test_other"))
    made.component(a, HitPoints).soaked = 3
    made.edit(Injure(a, level=5))
    with editing(made) as battle:
        for row in rows:
            injure(battle, of(rules().reader, battle, made.id_of(a)), row)
    return made, a


def drawn(made: Combat, entity: int, size: tuple[int, int]) -> tuple[pygame.Surface, list[Printed], View]:
    scene = Scene(made, "a fight")
    scene.chosen = made.id_of(entity)
    scene.settle()
    surface, view = pygame.Surface(size), View()
    return surface, Frame().draw(surface, scene, view), view


@pytest.mark.parametrize("size", SIZES)
def test_hit_points_and_soak_are_bars_with_their_figures(size: tuple[int, int]) -> None:
    made, a = hurt()
    _, printed, view = drawn(made, a, size)
    assert_readable(printed, size)
    words = [text.text for text in printed if text.panel == "inspector"]
    assert words.count("7/12") == words.count("2/5") == 1  # a bar's figure isn't told twice
    assert {"hit points: 7 of 12 left", "soak: 2 of 5 left"} <= {target.hint for target in view.targets}
    assert "Unhurt" not in words
    assert "No lasting injury" in words


def test_only_the_unhurt_are_called_so() -> None:
    made, a, _ = duel(named(), person("test_other"))
    _, printed, _ = drawn(made, a, SIZES[0])
    assert "Unhurt" in [text.text for text in printed]


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        (INTERNAL, {"thorax"}),
        (BRAIN, {"skull"}),
        (EYES, {"left_eye", "right_eye"}),
        (GUT, {"abdomen"}),
        (LEG, {"left_thigh", "left_knee", "left_calf", "left_foot"}),
        (ARM, {"right_shoulder", "right_upper_arm", "right_elbow", "right_forearm", "right_hand"}),
    ],
)
def test_a_major_injury_is_shown_at_its_limb(row: int, shown: set[str]) -> None:
    made, a = hurt(row)
    (injury,) = made.sheet(a).injuries
    body = made.component(a, Anatomy).of
    assert {body.locations[index].id for index in injury.covers} == shown
    assert not injury.treated
    surface, _, view = drawn(made, a, SIZES[0])
    for index in injury.covers:
        (box,) = {
            (target.rect.x, target.rect.y, target.rect.w, target.rect.h)
            for target in view.targets
            if target.hint.startswith(f"{body.locations[index].name}, {injury.title}")
        }
        rect = pygame.Rect(box)
        seen = {tuple(surface.get_at((x, rect.centery)))[:3] for x in range(rect.left, rect.right)}
        assert SEVERITY[injury.severity] in seen


def test_where_rules_know_no_zones_no_zone_is_numbered() -> None:
    made, a = hurt()
    _, printed, _ = drawn(made, a, SIZES[0])
    assert not {"head", "arms", "10–15"} & {text.text for text in printed}
    heroic = Combat("heroic")
    man = heroic.spawn("human", side="red", at=(0, 0))
    _, printed, _ = drawn(heroic, man, SIZES[0])
    assert "10–15" in {text.text for text in printed}


@pytest.mark.parametrize("size", SIZES)
def test_the_sheet_of_the_much_hurt_can_be_read(size: tuple[int, int]) -> None:
    made, a = hurt(ARM, LEG, EYES, GUT)
    _, printed, _ = drawn(made, a, size)
    assert_readable(printed, size)
