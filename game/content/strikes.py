"""Strike modes, weapons, armour and projectiles: from entries to definitions, and what must hold between them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fleshwound.components.definitions import ArmorPiece, Mode, ModeKind, Projectile, Role, Weapon
from fleshwound.game.content.entries import (
    ArmorEntry,
    ModeEntry,
    ProjectileEntry,
    StrikeEntry,
    TechniqueEntry,
    WeaponEntry,
)
from fleshwound.game.content.fault import Fault, plain, shown, unknown


def weapon(id: str, entry: WeaponEntry, projectile_kinds: Collection[str], faults: list[Fault]) -> Weapon:
    """Build a weapon or shield; faults are noted in `faults`, paths from the entry on."""
    if not entry.modes:
        faults.append(Fault("modes", "at least one mode", "none"))
    modes = []
    for name, mode in entry.modes.items():
        faults += (fault.below(f"modes.{name}") for fault in _mode_faults(mode, projectile_kinds))
        modes.append(_mode(f"{id}/{name}", name, mode))
    return Weapon(
        id=id,
        name=entry.name or plain(id),
        category=entry.category,
        kind=entry.kind,
        weight_lb=entry.weight_lb,
        durability=entry.durability,
        heft=entry.heft,
        modes=tuple(modes),
    )


def _mode_faults(mode: ModeEntry, projectile_kinds: Collection[str]) -> Iterator[Fault]:
    if mode.kind is ModeKind.MELEE:
        if mode.length_ft is None:
            yield Fault("length_ft", "0..100 for a melee mode", "nothing")
        for field in ("range_ft", "volley", "projectile"):
            if getattr(mode, field) is not None:
                yield Fault(field, "nothing for a melee mode", shown(getattr(mode, field)))
        if mode.skill != "melee":
            yield Fault("skill", "melee for a melee mode", shown(mode.skill))
        return
    for field, right in (("range_ft", "1..10000"), ("volley", "1..100")):
        if getattr(mode, field) is None:
            yield Fault(field, f"{right} for a missile mode", "nothing")
    if mode.skill == "melee":
        yield Fault("skill", "archery, throwing or sling for a missile mode", shown(mode.skill))
    for field in ("block", "counterstrike"):
        if getattr(mode, field):
            yield Fault(field, "false or nothing for a missile mode", "true")
    if mode.projectile is not None and mode.projectile not in projectile_kinds:
        yield Fault("projectile", "a kind of projectile", shown(mode.projectile), mode.projectile, projectile_kinds)


def technique(owner: str, id: str, entry: TechniqueEntry, strength: bool) -> Mode:
    """Build a technique; `strength` says whether the Strength impact modifier is added where the entry is silent."""
    return _strike(
        f"{owner}/{id}", id, entry, block=False, strength=strength, roles=frozenset(entry.roles), mastery=entry.mastery
    )


def _mode(id: str, name: str, entry: ModeEntry) -> Mode:
    melee = entry.kind is ModeKind.MELEE
    return _strike(
        id,
        name,
        entry,
        block=melee,
        strength=entry.skill in ("melee", "throwing"),
        kind=entry.kind,
        skill=entry.skill,
        min_parts=entry.min_parts,
        range_ft=entry.range_ft or 0,
        volley=entry.volley or 0,
        draw_lb=entry.draw_lb,
        projectile=entry.projectile or "",
    )


def _strike(
    id: str,
    name: str,
    entry: StrikeEntry,
    *,
    block: bool,
    strength: bool,
    kind: ModeKind = ModeKind.MELEE,
    skill: str = "melee",
    min_parts: int = 1,
    roles: frozenset[Role] = frozenset(),
    mastery: int | None = None,
    range_ft: int = 0,
    volley: int = 0,
    draw_lb: int = 0,
    projectile: str = "",
) -> Mode:
    impact = entry.impact
    return Mode(
        id=id,
        name=entry.name or plain(name),
        kind=kind,
        skill=skill,
        min_parts=min_parts,
        spread=entry.spread,
        attack_mod=entry.attack_mod,
        dice=impact.dice if impact else 0,
        sides=impact.sides if impact else 0,
        impact_mod=impact.modifier if impact else 0,
        aspect=impact.aspect if impact else None,
        length_ft=entry.length_ft or 0,
        block=block if entry.block is None else entry.block,
        counterstrike=kind is ModeKind.MELEE if entry.counterstrike is None else entry.counterstrike,
        attack=entry.attack,
        block_mod=entry.block_mod,
        counterstrike_mod=entry.counterstrike_mod,
        advantage_impact=entry.advantage_impact,
        armor_reduction=entry.armor_reduction,
        durability_mod=entry.durability_mod,
        opponent_defence=entry.opponent_defence,
        bleed=entry.bleed,
        strength=strength if entry.strength is None else entry.strength,
        half_impact=entry.half_impact,
        low_aim=entry.low_aim,
        never_at_head=entry.never_at_head,
        slow=entry.slow,
        long=entry.long,
        couched=entry.couched,
        only_in_close=entry.only_in_close,
        swung=entry.swung,
        thrust=entry.thrust,
        seizes=entry.seizes,
        roles=roles,
        mastery=mastery,
        range_ft=range_ft,
        volley=volley,
        draw_lb=draw_lb,
        projectile=projectile,
        other=entry.other,
    )


def armor_piece(id: str, entry: ArmorEntry, locations: Collection[str] | None, faults: list[Fault]) -> ArmorPiece:
    """Build a piece of armour. `*_thigh` among the locations it covers stands for the left and the right one.

    `locations` are those of any anatomy; None: not all are known, so that none can be said to lack.
    """
    covers = {
        how: frozenset(_covered(how, texts, locations, faults))
        for how, texts in (("flexible", entry.flexible), ("rigid", entry.rigid))
    }
    if not entry.flexible and not entry.rigid:
        faults.append(Fault("flexible", "at least one location, here or in rigid", "none"))
    for location in sorted(covers["flexible"] & covers["rigid"]):
        faults.append(Fault("rigid", "no location that flexible has too", shown(location)))
    return ArmorPiece(
        id,
        entry.name or plain(id),
        entry.material,
        entry.weight_lb,
        entry.durability,
        entry.encumbrance,
        covers["flexible"],
        covers["rigid"],
        entry.protection,
    )


def _covered(how: str, texts: tuple[str, ...], locations: Collection[str] | None, faults: list[Fault]) -> Iterator[str]:
    seen: set[str] = set()
    for index, text in enumerate(texts):
        for id in (text.replace("*", "left", 1), text.replace("*", "right", 1)) if text.startswith("*_") else (text,):
            if locations is not None and id not in locations:
                faults.append(unknown(f"{how}[{index}]", "a location of some anatomy", id, locations))
            elif id in seen:
                faults.append(Fault(f"{how}[{index}]", "each location once", shown(text)))
            seen.add(id)
            yield id


def projectile(id: str, entry: ProjectileEntry) -> Projectile:
    """Build a projectile."""
    return Projectile(
        id=id,
        name=entry.name or plain(id),
        kind=entry.kind,
        dice=entry.impact.dice,
        sides=entry.impact.sides,
        impact_mod=entry.impact.modifier,
        aspect=entry.impact.aspect,
        armor_reduction=entry.armor_reduction,
        bleed=entry.bleed,
        quality=entry.quality,
        durability=entry.durability,
        weight=entry.weight,
    )
