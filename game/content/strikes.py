"""Strike modes, weapons, armour and projectiles: from entries to definitions, and what must hold between them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fleshwound.components.definitions import UNHURT, ArmorPiece, Contest, Mode, ModeKind, Projectile, Role, Weapon
from fleshwound.game.content import cities, home
from fleshwound.game.content.entries import (
    ArmorEntry,
    ModeEntry,
    ProjectileEntry,
    StrikeEntry,
    TechniqueEntry,
    WeaponEntry,
)
from fleshwound.game.content.fault import Fault, plain, shown, unknown
from fleshwound.game.content.unfit import UNFIT, fit, tried


def weapon(id: str, entry: WeaponEntry) -> Weapon:
    """Build a weapon or shield that has no faults."""
    return Weapon(
        id=id,
        name=entry.name or plain(id),
        category=entry.category,
        kind=entry.kind,
        weight_lb=entry.weight_lb or 0.0,
        durability=entry.durability or 0,
        heft=entry.heft or 0,
        modes=tuple(_mode(f"{id}/{name}", name, mode) for name, mode in (entry.modes or {}).items()),
        cities=None if entry.cities is None else cities.weapon(id, entry.cities),
    )


def weapon_faults(entry: WeaponEntry, projectile_kinds: Collection[str]) -> Iterator[Fault]:
    """Find what doesn't hold within a weapon, and between it and what it shoots; paths from the entry on."""
    yield from tried(home.lacking, entry, home.WEAPON)
    if fit(entry, "modes") == {}:
        yield Fault("modes", "at least one mode", "none")
    for name, mode in (fit(entry, "modes") or {}).items():
        for fault in mode_faults(mode, projectile_kinds):
            yield fault.below(f"modes.{name}")
    if (section := fit(entry, "cities")) is not None:
        yield from (fault.below("cities") for fault in cities.weapon_faults(section))


def mode_faults(mode: ModeEntry, projectile_kinds: Collection[str]) -> Iterator[Fault]:
    """Find what doesn't hold within a mode of a weapon."""
    for field, right in (("length_ft", "0..100"), ("range_ft", "1..10000"), ("volley", "1..100")):
        yield from tried(_measured, mode, field, right)
    for field in ("range_ft", "volley", "projectile"):
        yield from tried(_not_for_melee, mode, field)
    yield from tried(_skill_of_kind, mode)
    for field in ("block", "counterstrike"):
        yield from tried(_not_for_missiles, mode, field)
    yield from tried(_shoots, mode, projectile_kinds)


def _measured(mode: ModeEntry, field: str, right: str) -> Iterator[Fault]:
    kind = ModeKind.MELEE if field == "length_ft" else ModeKind.MISSILE
    if mode.kind is kind and getattr(mode, field) is None:
        yield Fault(field, f"{right} for a {kind} mode", "nothing")


def _not_for_melee(mode: ModeEntry, field: str) -> Iterator[Fault]:
    if mode.kind is ModeKind.MELEE and getattr(mode, field) is not None:
        yield Fault(field, "nothing for a melee mode", shown(getattr(mode, field)))


def _not_for_missiles(mode: ModeEntry, field: str) -> Iterator[Fault]:
    if mode.kind is ModeKind.MISSILE and getattr(mode, field):
        yield Fault(field, "false or nothing for a missile mode", "true")


def _skill_of_kind(mode: ModeEntry) -> Iterator[Fault]:
    if mode.kind is ModeKind.MELEE and mode.skill != "melee":
        yield Fault("skill", "melee for a melee mode", shown(mode.skill))
    if mode.kind is ModeKind.MISSILE and mode.skill == "melee":
        yield Fault("skill", "archery, throwing or sling for a missile mode", shown(mode.skill))


def _shoots(mode: ModeEntry, kinds: Collection[str]) -> Iterator[Fault]:
    shot = mode.projectile
    if shot is not None and shot not in kinds and fit(mode, "kind") is not ModeKind.MELEE:
        yield Fault("projectile", "a kind of projectile", shown(shot), shot, kinds)


def technique_faults(entry: TechniqueEntry) -> Iterator[Fault]:
    """Find what doesn't hold within a technique."""
    if entry.length_ft is None:
        yield Fault("length_ft", "0..100", "nothing")
    yield from tried(_contends_or_hurts, entry)


def _contends_or_hurts(entry: TechniqueEntry) -> Iterator[Fault]:
    if entry.contest is not None and entry.impact is not None:
        yield Fault("contest", "nothing for a technique with an impact", shown(str(entry.contest)))


def technique(owner: str, id: str, entry: TechniqueEntry, strength: bool) -> Mode:
    """Build a technique; `strength` says whether the Strength impact modifier is added where the entry is silent."""
    return _strike(
        f"{owner}/{id}",
        id,
        entry,
        block=False,
        strength=strength,
        contest=entry.contest,
        roles=frozenset(entry.roles),
        mastery=entry.mastery,
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
    contest: Contest | None = None,
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
        contest=contest,
        roles=roles,
        mastery=mastery,
        range_ft=range_ft,
        volley=volley,
        draw_lb=draw_lb,
        projectile=projectile,
        other=entry.other,
    )


def armor_piece(id: str, entry: ArmorEntry) -> ArmorPiece:
    """Build a piece of armour that has no faults."""
    return ArmorPiece(
        id,
        entry.name or plain(id),
        entry.material,
        entry.weight_lb or 0.0,
        entry.durability or 0,
        entry.encumbrance or 0,
        frozenset(place for text in entry.flexible for place in _meant(text)),
        frozenset(place for text in entry.rigid for place in _meant(text)),
        entry.protection or UNHURT,
        None if entry.cities is None else cities.armor(entry.cities),
    )


def armor_faults(entry: ArmorEntry, locations: Collection[str]) -> Iterator[Fault]:
    """Find what doesn't hold within a piece of armour; `locations` are those of any anatomy."""
    yield from tried(home.lacking, entry, home.ARMOR)
    yield from tried(_covers_something, entry)
    yield from tried(lambda: _covered("flexible", entry.flexible, locations))
    yield from tried(lambda: _covered("rigid", entry.rigid, locations))
    yield from tried(_covers_twice, entry)
    if (section := fit(entry, "cities")) is not None:
        yield from (fault.below("cities") for fault in tried(cities.armor_faults, section))


def _meant(text: str) -> tuple[str, ...]:
    """Find the locations a text stands for: `*_thigh` for the left and the right one."""
    return (text.replace("*", "left", 1), text.replace("*", "right", 1)) if text.startswith("*_") else (text,)


def _covers_something(entry: ArmorEntry) -> Iterator[Fault]:
    if not entry.flexible and not entry.rigid and not home.rules_of(entry, home.ARMOR):
        yield Fault("flexible", "at least one location, here or in rigid", "none")


def _covered(how: str, texts: tuple[str, ...], locations: Collection[str]) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, text in enumerate(texts):
        if text is UNFIT:
            continue
        for id in _meant(text):
            if id not in locations:
                yield unknown(f"{how}[{index}]", "a location of some anatomy", id, locations)
            elif id in seen:
                yield Fault(f"{how}[{index}]", "each location once", shown(text))
            seen.add(id)


def _covers_twice(entry: ArmorEntry) -> Iterator[Fault]:
    flexible, rigid = (
        {place for text in texts if text is not UNFIT for place in _meant(text)}
        for texts in (entry.flexible, entry.rigid)
    )
    for location in sorted(flexible & rigid):
        yield Fault("rigid", "no location that flexible has too", shown(location))


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
