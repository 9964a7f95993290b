"""The figures of weapons and techniques, held to the tables they were taken from (`shared/facts`, where it is)."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from fleshwound.components.definitions import Creature, Mode, ModeKind, Weapon
from fleshwound.game.content import shipped

RENAMED: Final = {
    "ball_chain_flail": "ball_and_chain", "club_improvised": "improvised_club", "club_large": "large_club",
    "mace_steel_handle": "steel_handled_mace", "mace_wood_handle": "wood_handled_mace", "staff_long": "long_staff",
    "whip_teamster": "teamsters_whip", "roundshield": "round_shield", "sling_staff": "staff_sling",
    "javelin_barbed": "barbed_javelin", "javelin_bodkin": "bodkin_javelin", "basic_folk": "human",
}  # fmt: skip
"""Ids of ours by the id that a name of the tables would have."""

READ: Final = {
    "durabilityMod": "durability_mod", "swung": "swung", "oppDef": "opponent_defence", "impTA": "advantage_impact",
    "long": "long", "thrust": "thrust", "slow": "slow", "couched": "couched", "AR": "armor_reduction",
    "armorReduction": "armor_reduction", "bleed": "bleed", "envelop": "seizes", "entangle": "seizes",
    "clench": "seizes", "constrict": "seizes",
}  # fmt: skip
"""Fields of ours by trait of the tables."""

UNREAD: Final = {"twoHndLen", "pommel", "halfSword", "shaft", "poison"}
"""Traits that no rule names: they do nothing, and are carried along (heroic H12)."""

CARRIED: Final = {"twoHndLen": "two_hand_length", "halfSword": "half_sword"}


def snake(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.replace("'", "")).encode("ascii", "ignore").decode().lower()
    id = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return RENAMED.get(id, id)


def table(facts: Path, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((facts / f"{name}.json").read_text(encoding="utf-8"))[name]
    return rows


def weapons(facts: Path) -> Iterator[tuple[Weapon, dict[str, Any]]]:
    for row in table(facts, "weapons"):
        found = shipped().under("heroic").weapons.get(snake(row["name"]))
        if found is not None:
            yield found, row


def modes(facts: Path) -> Iterator[tuple[Mode, dict[str, Any]]]:
    for weapon, row in weapons(facts):
        own = {snake(mode.name): mode for mode in weapon.modes}
        for mode in row["modes"]:
            yield own[snake(mode["name"])], mode


def test_every_weapon_of_the_tables_is_there_with_its_durability_and_its_modes(facts: Path) -> None:
    found = list(weapons(facts))
    missing = {snake(row["name"]) for row in table(facts, "weapons")} - set(shipped().under("heroic").weapons)
    # A name of the tables' own world goes under another of ours.
    assert len(missing) <= 3, missing
    for weapon, row in found:
        assert (weapon.durability, weapon.heft, len(weapon.modes)) == (
            row["durability"],
            row["heft"],
            len(row["modes"]),
        )


def test_every_mode_strikes_blocks_and_reaches_as_the_tables_say(facts: Path) -> None:
    checked = 0
    for mode, row in modes(facts):
        traits, defence, impact = row["traits"], row.get("defense", {}), row["impact"]
        assert (mode.spread, mode.attack_mod, mode.min_parts) == (row["spread"], row["attack_mod"], row["min_parts"])
        assert (mode.dice, mode.impact_mod) == (impact["numDice"] if impact["die"] else 0, impact["modifier"])
        if mode.dice:
            assert mode.sides == impact["die"]
        assert mode.length_ft == (row.get("length_ft") or 0)
        assert mode.block_mod == defence.get("blockMod", 0) + traits.get("shieldMod", 0)
        assert mode.counterstrike_mod == defence.get("counterstrikeMod", 0)
        checked += mode.kind is ModeKind.MELEE
    assert checked > 130


def test_every_trait_of_the_tables_is_carried_over_and_none_is_added(facts: Path) -> None:
    for mode, row in modes(facts):
        traits = row["traits"]
        assert set(traits) <= set(READ) | UNREAD | {"shieldMod"}, mode.id
        for trait, value in traits.items():
            if trait in READ:
                assert getattr(mode, READ[trait]) == value, (mode.id, trait)
            elif trait in UNREAD:
                assert mode.other[CARRIED.get(trait, trait)] == value, (mode.id, trait)
        given = {READ[trait] for trait in traits if trait in READ}
        for field in ("slow", "long", "couched", "bleed", "swung", "thrust", "seizes"):
            assert getattr(mode, field) is (field in given), (mode.id, field)


def test_every_technique_of_an_animal_strikes_as_the_tables_say(facts: Path) -> None:
    checked = 0
    for row in table(facts, "creatures"):
        creature: Creature = shipped().under("heroic").creatures[snake(row["name"])]
        own = {snake(mode.name): mode for mode in creature.techniques}
        own |= {mode.id.rpartition("/")[2]: mode for mode in creature.techniques}
        for technique in row["techniques"] if not creature.human_techniques else ():
            mode, traits = own[snake(technique["name"])], technique["traits"]
            assert mode.block is not bool(traits.get("noBlock")), mode.id
            assert mode.armor_reduction == traits.get("armorReduction", 0), mode.id
            assert mode.seizes is bool(traits.get("clench") or traits.get("constrict")), mode.id
            assert mode.mastery == technique["ml"], mode.id
            assert mode.strength is False, "the printed modifier has the Strength in it"
            checked += 1
    assert checked > 60
