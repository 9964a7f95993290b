"""What the log says of the events of rules that count hit points: event, words, tone."""

from __future__ import annotations

from fleshwound.components import events as happened
from fleshwound.components.events import CheckMade, Event, Throw
from fleshwound.game.words import Tone

AT = 52_000_000
HIT = CheckMade("attack", "1d20", 12, (("stab", 1), ("charge", 2)), 15, True)
MISS = CheckMade("attack", "1d20", 2, (("foe beside", -4),), 15, False)
SAVE = CheckMade("physical save", "1d20", 14, (), 15, False)
TRAUMA = CheckMade("trauma", "1d8", 7, (), 6, True)
STABLE = CheckMade("stabilise", "2d6", 9, (("heal", 1),), 10, True)
DAMAGE = Throw("damage", "2d6", 7)


def dealt(**other: object) -> Event:
    fields: dict[str, object] = {
        "creature": 1, "by": 2, "how": "bite", "source": "hit", "throw": DAMAGE, "modifiers": (("strength", 2),),
        "floor": 0, "damage": 9, "trauma": None, "total": 9, "armored": 0, "soaked": 0, "through": 9,
    }  # fmt: skip
    return happened.DamageDealt(AT, **(fields | other))  # type: ignore[arg-type]  # fields by name, varied by the test


SAID: list[tuple[Event, str, Tone]] = [
    (
        happened.InitiativeRolled(AT, "men", None, Throw("initiative", "1d8", 5), 1, 6),
        "men acts on 6: 5 +1",
        Tone.MUTED,
    ),
    (
        happened.InitiativeRolled(AT, "men", 1, Throw("initiative", "1d8", 5), 0, 5),
        "Dunstan acts on 5: 5",
        Tone.MUTED,
    ),
    (
        happened.AttackRolled(AT, 2, 1, "bite", HIT, "melee", True, ""),
        "Wolf 4 attacks Dunstan, bite: 15 against 15 melee AC, hits",
        Tone.PLAIN,
    ),
    (
        happened.AttackRolled(AT, 2, 1, "bite", MISS, "ranged", False, ""),
        "Wolf 4 attacks Dunstan, bite: −2 against 15 ranged AC, misses",
        Tone.MUTED,
    ),
    (
        happened.AttackRolled(AT, 2, 1, "bite", HIT, "melee", False, "target"),
        "Wolf 4 attacks Dunstan, bite: 15 against 15 melee AC, misses, by Dunstan’s luck",
        Tone.MUTED,
    ),
    (
        happened.SaveMade(AT, 1, "blast", SAVE),
        "Dunstan, physical save (blast): 14 against 15, fails",
        Tone.PLAIN,
    ),
    (dealt(), "Dunstan takes 9 damage", Tone.PLAIN),
    (
        dealt(trauma=TRAUMA, total=27, armored=6, soaked=5, through=16),
        "Dunstan takes 9 damage, traumatic, 27, armour takes 6, soak takes 5",
        Tone.STRONG,
    ),
    (
        dealt(source="shock", throw=None, floor=2, damage=2, total=2, soaked=2, through=0),
        "Dunstan takes 2 damage, soak takes 2, of Shock of a miss",
        Tone.MUTED,
    ),
    (happened.ShockIgnored(AT, 1, 2), "Dunstan ignores the first Shock of the round", Tone.MUTED),
    (
        happened.StateChanged(AT, 1, "none", "mortally wounded", "wounds"),
        "Dunstan is mortally wounded: wounds",
        Tone.BLOOD,
    ),
    (
        happened.StateChanged(AT, 1, "unconscious", "none", "waking"),
        "Dunstan is no longer unconscious: waking",
        Tone.STRONG,
    ),
    (
        happened.MajorInjurySuffered(AT, 1, 1, Throw("major injury", "1d12", 8), 0, 8, "right arm ruined", "right_arm"),
        "Dunstan, major injury: right arm ruined",
        Tone.BLOOD,
    ),
    (
        happened.MajorInjurySuffered(AT, 1, 0, Throw("major injury", "1d12", 3), 0, 3, "brain damage", ""),
        "Dunstan, major injury: brain damage, and is spared it",
        Tone.BLOOD,
    ),
    (
        happened.StabiliseTried(AT, 1, 2, STABLE),
        "Wolf 4 stabilises Dunstan: 10 against 10, it holds",
        Tone.STRONG,
    ),
    (happened.StabiliseTried(AT, 1, 1, None), "Dunstan’s gear stabilises it", Tone.STRONG),
    (
        happened.HealthRegained(AT, 1, 3, 8, 2, "first aid"),
        "Dunstan regains 3 health, 8 in all: first aid, by Wolf 4",
        Tone.PLAIN,
    ),
    (
        happened.StrainChanged(AT, 1, -100, 25, "a night's rest"),
        "Dunstan: System Strain −1 (a night's rest), 0.25 in all",
        Tone.MUTED,
    ),
    (
        happened.NursingTried(AT, 1, 2, STABLE),
        "Wolf 4 has nursed Dunstan: 10 against 10, well again",
        Tone.PLAIN,
    ),
    (happened.FrailtyChanged(AT, 1, True, "stabilised"), "Dunstan is frail: stabilised", Tone.STRONG),
    (happened.FrailtyChanged(AT, 1, False, "nursing"), "Dunstan is no longer frail: nursing", Tone.STRONG),
    (
        happened.MoraleChecked(AT, 1, "losses", CheckMade("morale", "2d6", 9, (), 9, True)),
        "Dunstan, morale (losses): 9 against 9, breaks",
        Tone.PLAIN,
    ),
    (happened.StanceTaken(AT, 1, "total defense"), "Dunstan: total defense", Tone.PLAIN),
    (happened.StanceTaken(AT, 1, "screen", 2), "Dunstan: screen of Wolf 4", Tone.PLAIN),
    (happened.StanceTaken(AT, 1, "unaware"), "Dunstan: unaware", Tone.PLAIN),
    (
        happened.ContestMade(
            AT, 1, 2, "shove", Throw("shove", "2d6", 7), (("punch", 1),), Throw("shove", "2d6", 9), (), -1
        ),
        "Dunstan against Wolf 4, shove: 8 to 9, fails",
        Tone.PLAIN,
    ),
    (
        happened.BlastLanded(AT, 1, "throw", MISS, 4, 5, 3),
        "Dunstan’s throw bursts at 4, 5, three metres off",
        Tone.STRONG,
    ),
    (happened.TreatmentBegan(AT, 1, 2, 0), "Wolf 4 sets about nursing Dunstan", Tone.MUTED),
    (happened.ItemSpent(AT, 1, 3, "frag_grenade", "left_arm"), "Dunstan’s frag grenade is used up", Tone.MUTED),
    (happened.Reloaded(AT, 1, 3, "heavy_pistol", 8), "Dunstan reloads its heavy pistol: eight rounds", Tone.MUTED),
    (happened.SoakRestored(AT, 1, 5), "Dunstan’s soak is whole again: +5", Tone.MUTED),
]
