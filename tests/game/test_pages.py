"""Pages of definitions by ruleset, and lists without what a ruleset can't use, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from fleshwound.game import commands
from fleshwound.game.content import shipped
from fleshwound.game.pages import armor_page, weapon_page


def printed(*args: str) -> str:
    result = CliRunner().invoke(commands.app, args)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*args: str) -> str:
    result = CliRunner().invoke(commands.app, args)
    assert result.exit_code == 2, result.output
    return result.stderr


@pytest.mark.parametrize("kinds", ["creatures", "weapons", "armor", "scenarios"])
def test_a_list_for_a_ruleset_leaves_out_what_that_cannot_use(kinds: str) -> None:
    everything = printed("list", kinds).split()
    for rules in ("heroic", "cities"):
        usable = printed("list", kinds, "--rules", rules).split()
        assert usable == list(getattr(shipped().under(rules), kinds))
        assert [id for id in everything if id in usable] == usable
    assert set(printed("list", "weapons", "--rules", "heroic").split()).isdisjoint({"rifle", "riot_shield"})
    assert {"rifle", "broadsword"} <= set(printed("list", "weapons", "--rules", "cities").split())


def test_a_list_for_no_ruleset_is_refused() -> None:
    assert "unknown ruleset 'heroicc'; expected one of: heroic, cities" in refused(
        "list", "creatures", "--rules", "heroicc"
    )


def test_what_is_for_one_ruleset_is_shown_as_that_has_it() -> None:
    page = printed("show", "combat_rifle")
    assert "magazine     30 rounds" in page
    assert (
        "combat_rifle/shoot  shoot  dexterity  +0      1d12    –      1d8 ×3  100/300 m  two handed, burst, firearm"
        in page
    )
    page = printed("show", "light_armored_suit")
    assert "base AC        ranged 16, melee 13" in page
    assert "trauma target  +2" in page
    page = printed("show", "riot_shield")
    assert "ranged AC +2, melee AC +4, ignores the first Shock of a round" in page
    assert "no way to attack" in page


def test_what_is_for_any_ruleset_is_shown_as_heroic_has_it_or_as_asked() -> None:
    assert "broadsword/half_sword_impale" in printed("show", "broadsword")
    page = "\n".join(weapon_page(shipped(), shipped().weapon("broadsword"), "cities"))
    assert "given        for others, and converted" in page
    assert "broadsword/cut  stab   strength or dexterity  +0      1d8     2/13   1d8 ×2  beside  –" in page
    page = "\n".join(armor_page(shipped(), shipped().armor_piece("mail_hauberk"), "cities"))
    assert "given          for others, and converted, as if worn alone" in page
    assert "base AC        ranged 11, melee 12" in page


@pytest.mark.parametrize("id", ["combat_rifle", "light_armored_suit", "swat"])
def test_what_is_for_others_alone_is_not_shown_under_a_ruleset(id: str) -> None:
    assert f"{id} is for the rules cities alone; expected one for heroic" in refused("show", id, "--rules", "heroic")


def test_every_weapon_and_piece_has_a_page_under_each_ruleset_that_can_use_it() -> None:
    content = shipped()
    for weapon in content.weapons.values():
        for rules in ("heroic", "cities"):
            if (weapon.rules is None or rules in weapon.rules) and weapon.id != "net":
                assert weapon_page(content, weapon, rules)[0] == weapon.name
    for piece in content.armor.values():
        for rules in ("heroic", "cities"):
            if piece.rules is None or rules in piece.rules:
                assert armor_page(content, piece, rules)[0] == piece.name


def test_a_check_names_what_the_conversion_refers_to_and_nobody_has(tmp_path: Path) -> None:
    tables = Path(str(shipped().folders[0].joinpath("rulesets", "cities.toml"))).read_text(encoding="utf-8")
    (tmp_path / "rulesets").mkdir()
    file = tmp_path / "rulesets" / "cities.toml"
    file.write_text(tables.replace('stands_for = "crossbow"', 'stands_for = "arbalest"'), encoding="utf-8")
    result = CliRunner().invoke(commands.app, ("check", str(tmp_path)))
    assert result.exit_code == 1
    assert (
        "rulesets/cities.toml: conversion.weapons[13].stands_for: expected the id of a weapon of cities, got 'arbalest'"
        in (result.stdout)
    )


def test_a_creature_is_shown_with_what_it_attacks_with() -> None:
    page = printed("show", "swat")
    assert "given          for these rules" in page
    assert "hit points     15/15" in page
    assert "combat_rifle/shoot" in page
    assert "unarmed/strike" in page
    page = printed("show", "gray_wolf", "--rules", "cities")
    assert "given          for others, and converted" in page
    assert "gray_wolf/bite  punch  strength  +0      1d6" in page
    page = printed("show", "tank")
    assert "machine        feels nothing, hurt only by what wrecks machines" in page
    assert "no way to attack" in page
