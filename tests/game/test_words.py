"""Words for people: every kind of event has its line or none, in the creature's own names, to be checked against it."""

from __future__ import annotations

import pytest
import said_of_hitpoints

from fleshwound.components import events as happened
from fleshwound.components.draws import Level
from fleshwound.components.events import EVENTS, Event, Roll, Throw
from fleshwound.game import Combat
from fleshwound.game.phrases import level_of
from fleshwound.game.words import TEMPLATES, Line, Narrator, Tone

AT = 52_000_000
DUNSTAN, WOLF = 1, 2
SILENT = {happened.TurnBegan, happened.TurnEnded, happened.Turned}

BITE = Roll("attack", 70, (), 70, 35, Level.CS)
DODGE = Roll("dodge", 45, (("fatigue", -10),), 35, 88, Level.MF)
SHOCK = Roll("shock", 45, (("fatigue", -15),), 30, 62, Level.MF)
TOO_GOOD = Roll("attack", 110, (("setup", 10),), 95, 96, Level.MF)
GIVEN = Roll("dodge", 45, (), 45, 0, Level.CF0, automatic=True)
STUNNED = Roll("stumble", 65, (), 65, 43, Level.MS, shift=-1)


@pytest.fixture
def combat() -> Combat:
    combat = Combat(rules="heroic", seed=1)
    combat.spawn("brigand", side="men", at=(2, 3), name="Dunstan")
    combat.spawn("dire_wolf", side="wolves", at=(3, 3), name="Wolf 4")
    return combat


def exchange(**other: object) -> Event:
    fields: dict[str, object] = {
        "attacker": WOLF, "target": DUNSTAN, "mode": "dire_wolf/crushing_bite", "aim": "", "attack": BITE,
        "defence": "dodge", "defence_mode": "", "defend": DODGE, "attacker_lands": True, "defender_lands": False,
        "stars": 2, "tiebreak": "", "advantages": ("impact",),
    }  # fmt: skip
    return happened.ExchangeFought(AT, **(fields | other))  # type: ignore[arg-type]  # fields by name, varied by the test


def landing(**other: object) -> Event:
    fields: dict[str, object] = {
        "attacker": WOLF, "target": DUNSTAN, "mode": "dire_wolf/crushing_bite", "part": "torso", "location": "thorax",
        "zone_number": 7, "impact": Throw("impact", "1d6+8", 12), "modifiers": (("mode", 5), ("advantage", 3)),
        "aspect": "piercing", "protection": 1, "effective": 11, "result": "wound",
    }  # fmt: skip
    return happened.StrikeLanded(AT, **(fields | other))  # type: ignore[arg-type]  # fields by name, varied by the test


CARE: list[tuple[Event, str, Tone]] = [
    (happened.TreatmentBegan(AT, 1, 2, 3), "Wolf 4 sets about treating Dunstan’s injury 3", Tone.MUTED),
    (happened.TreatmentBegan(AT, 1, 1, 3), "Dunstan sets about treating its own injury 3", Tone.MUTED),
    (
        happened.Treated(AT, 1, 2, 3, "set", SHOCK, 4, True),
        "Wolf 4 sets Dunstan’s injury 3: rolled 62 against 30, MF, healing rate 4, something of it may stay",
        Tone.PLAIN,
    ),
    (
        happened.Treated(AT, 1, 1, 3, "surgery", BITE, None, False),
        "Dunstan operates on its own injury 3: rolled 35 against 70, CS, healed at once",
        Tone.PLAIN,
    ),
    (happened.BleedingBegan(AT, 1, 3, "surgery"), "Dunstan’s injury 3 bleeds now: surgery", Tone.BLOOD),
    (
        happened.HealingTested(AT, 1, 3, BITE, 4, 2),
        "Dunstan’s injury 3, healing: rolled 35 against 70, CS, G4 → S2",
        Tone.PLAIN,
    ),
    (
        happened.HealingTested(AT, 1, 3, SHOCK, 4, 4),
        "Dunstan’s injury 3, healing: rolled 62 against 30, MF, still G4",
        Tone.MUTED,
    ),
    (happened.HealingTested(AT, 1, 3, None, 1, 0), "Dunstan’s injury 3, healing: M1 → healed", Tone.PLAIN),
    (happened.InfectionBegan(AT, 1, 4, 3, 5, "skull"), "Dunstan’s injury 3 is infected, healing rate 5", Tone.BLOOD),
    (
        happened.InfectionTested(AT, 1, 4, 3, SHOCK, 5, 4),
        "Dunstan’s injury 3, infection: rolled 62 against 30, MF, healing rate 5 → 4",
        Tone.PLAIN,
    ),
    (happened.InfectionEnded(AT, 1, 4, 3), "Dunstan’s injury 3 is infected no longer", Tone.STRONG),
    (
        happened.ImpairedForGood(AT, 1, 3, "left_arm", 45, -10),
        "Dunstan’s left arm is impaired for good: −10, healed after 45 days",
        Tone.STRONG,
    ),
    (happened.ActivityChanged(AT, 1, "resting", "sleeping"), "Dunstan goes to sleep", Tone.MUTED),
    (happened.ActivityChanged(AT, 1, "sleeping", "resting"), "Dunstan wakes", Tone.MUTED),
    (happened.ActivityChanged(AT, 1, "treating", "resting"), "Dunstan rests", Tone.MUTED),
    (happened.ActivityChanged(AT, 1, "resting", "moving"), "Dunstan is moving", Tone.MUTED),
]


OWN = Throw("trial", "1d6", 6)
OTHER = Throw("resistance", "1d6", 1)
STRONG = (("strength", 12),)
NERVE = Roll("morale", 40, (), 40, 33, Level.MS)

SAID: list[tuple[Event, str, Tone]] = [
    (happened.Spawned(AT, 1, "brigand", "Dunstan", "men", 2, 3), "Dunstan, brigand, joins men at 2, 3", Tone.MUTED),
    (happened.Despawned(AT, 2), "Wolf 4 leaves", Tone.MUTED),
    (happened.EncounterBegan(AT, ("men", "wolves")), "men against wolves: an encounter begins", Tone.STRONG),
    (
        happened.EncounterEnded(AT, "men", 3),
        "The encounter ends after three rounds: only men left able",
        Tone.MUTED,
    ),
    (
        happened.EncounterEnded(AT, None, 1),
        "The encounter ends after one round: no side prevails",
        Tone.MUTED,
    ),
    (
        happened.FightEnded(AT, "men", "last side able", 12),
        "The fight goes to men after 12 rounds: last side able",
        Tone.STRONG,
    ),
    (happened.FightEnded(AT, None, "round limit", 60), "A draw after 60 rounds: round limit", Tone.STRONG),
    (happened.RoundBegan(AT, 3, (2, 1)), "Round 3: Wolf 4, Dunstan", Tone.MUTED),
    (happened.ActRefused(AT, 2, "Strike", "out_of_reach"), "Wolf 4: Strike refused, out of reach", Tone.MUTED),
    (happened.Moved(AT, 2, ((3, 4), (3, 5)), 4), "Wolf 4 moves to 3, 5", Tone.MUTED),
    (happened.Rose(AT, 1), "Dunstan rises", Tone.PLAIN),
    (happened.Fell(AT, 1, "stumble"), "Dunstan goes down: stumble", Tone.STRONG),
    (
        exchange(),
        "Wolf 4 attacks Dunstan, crushing bite: 35 CS against dodge 88 MF, two stars, advantage: impact, lands",
        Tone.PLAIN,
    ),
    (
        exchange(aim="head", stars=-1, attacker_lands=False, advantages=(), tiebreak="roll"),
        "Wolf 4 attacks Dunstan, crushing bite, aimed at head: 35 CS against dodge 88 MF, one star to Dunstan,"
        " tie broken by the higher roll (35 to 88), no blow lands",
        Tone.MUTED,
    ),
    (
        exchange(aim="7", defence="ignore", defend=None, advantages=("impact", "impact", "setup"), text="a fine blow"),
        "Wolf 4 attacks Dunstan, crushing bite, aimed at zone 7: 35 CS against ignore, two stars,"
        " advantage: impact ×2, setup, lands, a fine blow",
        Tone.PLAIN,
    ),
    (
        exchange(defence="counterstrike", defence_mode="handaxe/cut", defender_lands=True, stars=0, advantages=()),
        "Wolf 4 attacks Dunstan, crushing bite: 35 CS against counterstrike (handaxe cut) 88 MF, both land",
        Tone.PLAIN,
    ),
    (
        exchange(defend=GIVEN, attacker_lands=False, defender_lands=True, stars=0, advantages=()),
        "Wolf 4 attacks Dunstan, crushing bite: 35 CS against dodge automatic CF, Dunstan lands",
        Tone.PLAIN,
    ),
    (
        happened.StrikeMissed(AT, WOLF, DUNSTAN, "dire_wolf/crushing_bite", 16, "past the body"),
        "Wolf 4’s crushing bite misses Dunstan, zone 16: past the body",
        Tone.MUTED,
    ),
    (
        happened.StrikeMissed(
            AT, WOLF, DUNSTAN, "dire_wolf/crushing_bite", 16, "past the body", Throw("zone", "1d4", 3)
        ),
        "Wolf 4’s crushing bite misses Dunstan, aimed at 14, d4 3 → zone 16: past the body",
        Tone.MUTED,
    ),
    (
        landing(),
        "Wolf 4’s crushing bite → Dunstan’s thorax: 12 piercing, 11 past protection 1",
        Tone.PLAIN,
    ),
    (
        landing(result="glancing", protection=9, effective=3),
        "Wolf 4’s crushing bite → Dunstan’s thorax: 12 piercing, glances off protection 9",
        Tone.PLAIN,
    ),
    (
        landing(result="stopped", protection=14, effective=0),
        "Wolf 4’s crushing bite → Dunstan’s thorax: 12 piercing, stopped by protection 14",
        Tone.MUTED,
    ),
    (
        landing(protection=-2, effective=14),
        "Wolf 4’s crushing bite → Dunstan’s thorax: 12 piercing, 14 past protection −2",
        Tone.PLAIN,
    ),
    (
        happened.Injured(AT, 1, 1, "torso", "thorax", 4, "piercing", True, 2, "dire_wolf/crushing_bite"),
        "Dunstan is hurt: thorax G4 piercing, bleeding",
        Tone.BLOOD,
    ),
    (
        happened.Injured(AT, 2, 1, "left_foreleg", "left_foreleg", 2, "edged", False, 1, "handaxe/cut"),
        "Wolf 4 is hurt: left foreleg S2 edged",
        Tone.STRONG,
    ),
    (happened.Worsened(AT, 1, 1, "thorax", 5), "Dunstan’s thorax: an older wound worsens to G5", Tone.STRONG),
    (
        happened.AmputationTested(AT, 1, "left_hand", SHOCK),
        "Dunstan’s left hand may come off: rolled 62 against 30, MF",
        Tone.PLAIN,
    ),
    (
        happened.HarmLanded(
            AT, 1, "fall", "left_leg", "left_knee", Throw("impact", "3d6", 12), "blunt", 1, 11, "wound"
        ),
        "fall → Dunstan’s left knee: 12 blunt, 11 past protection 1",
        Tone.PLAIN,
    ),
    (
        happened.HarmLanded(AT, 1, "fire", "left_leg", "left_knee", Throw("impact", "1d6", 2), "fire", 3, 0, "stopped"),
        "fire → Dunstan’s left knee: 2 fire, stopped by protection 3",
        Tone.MUTED,
    ),
    (
        happened.HarmLanded(
            AT, 1, "dart trap", "left_leg", "left_knee", Throw("impact", "5", 5), "piercing", 3, 2, "glancing"
        ),
        "dart trap → Dunstan’s left knee: 5 piercing, glances off protection 3",
        Tone.PLAIN,
    ),
    (
        happened.MishapTested(AT, 1, "fumble", "wound", None, False),
        "Dunstan loses hold: fumble by wound, no test",
        Tone.PLAIN,
    ),
    (
        happened.MishapTested(AT, 1, "stumble", "attack", STUNNED, False),
        "Dunstan loses footing: stumble by attack, rolled 43 against 65, MS (one level down to MF)",
        Tone.PLAIN,
    ),
    (
        happened.MishapTested(AT, 1, "stumble", "attack", BITE, True),
        "Dunstan keeps footing: stumble by attack, rolled 35 against 70, CS",
        Tone.MUTED,
    ),
    (
        happened.ItemDropped(AT, 1, 1, "handaxe", "right_arm", False, 2, 3),
        "Dunstan drops the handaxe (right arm); it lies at 2, 3",
        Tone.STRONG,
    ),
    (
        happened.ItemDropped(AT, 1, 1, "handaxe", "right_arm", True, 4, 3),
        "Dunstan flings the handaxe away (right arm); it lies at 4, 3",
        Tone.STRONG,
    ),
    (
        happened.ItemTaken(AT, 1, 1, "handaxe", "left_arm"),
        "Dunstan takes up the handaxe (left arm)",
        Tone.PLAIN,
    ),
    (
        happened.BreakageTested(AT, 1, 2, "buckler", Throw("breakage", "1d20", 7), 11, False),
        "Dunstan’s buckler holds: 7 against durability 11",
        Tone.MUTED,
    ),
    (
        happened.BreakageTested(AT, 1, 2, "buckler", Throw("breakage", "1d20", 12), 11, True),
        "Dunstan’s buckler breaks: 12 against durability 11",
        Tone.STRONG,
    ),
    (
        happened.Severed(AT, 1, "left_elbow", ("left_elbow", "left_forearm", "left_hand")),
        "Dunstan loses left elbow, left forearm and left hand: severed",
        Tone.BLOOD,
    ),
    (
        happened.ShockTested(AT, 1, "wound", "thorax", 4, 4, 8, SHOCK, 9, "unconscious"),
        "Dunstan: shock index 8 (wound, thorax 4, G4), rolled 62 against 30, MF, index 9 → unconscious",
        Tone.PLAIN,
    ),
    (
        happened.ShockTested(AT, 1, "glancing", "skull", 5, 0, 6, BITE, 5, "none"),
        "Dunstan: shock index 6 (glancing, skull 5), rolled 35 against 70, CS, index 5 → none",
        Tone.MUTED,
    ),
    (
        happened.ShockTested(AT, 1, "stumble", "", 0, 0, 5, None, 5, "none"),
        "Dunstan: shock index 5 (stumble), no test → none",
        Tone.MUTED,
    ),
    (happened.ShockDeclined(AT, 1, "stunned"), "Dunstan won’t be stunned: declined", Tone.PLAIN),
    (happened.ShockChanged(AT, 1, "none", "unconscious", "wound"), "Dunstan is unconscious: wound", Tone.BLOOD),
    (
        happened.ShockChanged(AT, 1, "stunned", "incapacitated", "wound"),
        "Dunstan is incapacitated, was stunned: wound",
        Tone.BLOOD,
    ),
    (happened.ShockChanged(AT, 1, "stunned", "none", "re-test"), "Dunstan is no longer stunned: re-test", Tone.STRONG),
    (
        happened.RetestMade(AT, 1, "incapacitated", SHOCK, "extended shock"),
        "Dunstan re-tests incapacitated: rolled 62 against 30, MF → extended shock",
        Tone.PLAIN,
    ),
    (
        happened.CourseBegan(AT, 1, "extended shock", 2, 5, "thorax"),
        "Dunstan falls into extended shock (thorax), healing rate 5",
        Tone.BLOOD,
    ),
    (happened.CourseBegan(AT, 1, "coma", 2, 3, ""), "Dunstan falls into coma, healing rate 3", Tone.BLOOD),
    (
        happened.CourseTested(AT, 1, "coma", 2, SHOCK, 3, 2),
        "Dunstan, coma: rolled 62 against 30, MF, healing rate 3 → 2",
        Tone.PLAIN,
    ),
    (happened.CourseEnded(AT, 1, "coma", 2), "Dunstan comes out of coma", Tone.STRONG),
    (
        happened.BloodLost(AT, 1, 1, SHOCK, 2, 4),
        "Dunstan bleeds, injury 1: rolled 62 against 30, MF, two blood loss points, 4 in all",
        Tone.BLOOD,
    ),
    (
        happened.BloodLost(AT, 1, 1, BITE, 0, 4),
        "Dunstan bleeds, injury 1: rolled 35 against 70, CS, no blood loss points, 4 in all",
        Tone.MUTED,
    ),
    (
        happened.StoppageTried(AT, 1, 2, 1, SHOCK, "goes on"),
        "Wolf 4 staunches Dunstan’s injury 1: rolled 62 against 30, MF, goes on",
        Tone.PLAIN,
    ),
    (
        happened.StoppageTried(AT, 1, 1, 1, BITE, "stopped"),
        "Dunstan staunches own injury 1: rolled 35 against 70, CS, stopped",
        Tone.PLAIN,
    ),
    (happened.BleedingStopped(AT, 1, 1, "staunched"), "Dunstan’s injury 1 stops bleeding: staunched", Tone.STRONG),
    (
        happened.FatigueChanged(AT, 1, "windedness", "melee", 1, 16),
        "Dunstan: windedness +1 (melee), fatigue 16",
        Tone.MUTED,
    ),
    (happened.HealthLost(AT, 1, 5, 7, 2, "bite"), "Dunstan loses 5 health, 7 left: bite", Tone.STRONG),
    (happened.Died(AT, 1, "blood loss", 2), "Dunstan dies: blood loss, by Wolf 4", Tone.BLOOD),
    (happened.Died(AT, 1, "blood loss", None), "Dunstan dies: blood loss", Tone.BLOOD),
    (happened.Placed(AT, 1, 4, 5, 0, "edit"), "Dunstan is set down at 4, 5: edit", Tone.MUTED),
    (
        happened.Healed(AT, 1, 2, "right_hand", ("right_hand",), "edit"),
        "Dunstan’s injury 2 is healed, right hand restored: edit",
        Tone.STRONG,
    ),
    (happened.Healed(AT, 1, 0, "", (), "edit"), "Dunstan is healed: edit", Tone.STRONG),
    (happened.Revived(AT, 1, "edit"), "Dunstan lives again: edit", Tone.STRONG),
    (
        happened.ItemGiven(AT, 1, 3, "broadsword", "right_arm", "edit"),
        "Dunstan is given the broadsword (right arm): edit",
        Tone.PLAIN,
    ),
    (happened.ItemRemoved(AT, 1, 3, "sling", "", "edit"), "Dunstan has the sling taken away: edit", Tone.PLAIN),
    (happened.ArmorChanged(AT, 1, ("mail_hauberk",), "edit"), "Dunstan now wears mail hauberk: edit", Tone.PLAIN),
    (happened.ArmorChanged(AT, 1, (), "edit"), "Dunstan now wears no armour: edit", Tone.PLAIN),
    (happened.OpeningTaken(AT, 1, 2, "closes"), "Dunstan strikes first as Wolf 4 closes", Tone.STRONG),
    (happened.OpeningTaken(AT, 1, 2, "leaves"), "Dunstan strikes after Wolf 4, who hurries away", Tone.STRONG),
    (happened.OpeningTaken(AT, 1, 2, "advantage"), "Dunstan has won another blow, at Wolf 4", Tone.STRONG),
    (happened.OpeningTaken(AT, 1, 2, "a_whim"), "Dunstan strikes at Wolf 4 out of turn: a whim", Tone.STRONG),
    (happened.StepTaken(AT, 1, 2), "Dunstan has won a free step from Wolf 4", Tone.PLAIN),
    (happened.Braced(AT, 1, "handaxe/cut", 1), "Dunstan braces: handaxe cut", Tone.PLAIN),
    (
        happened.ShotLoosed(AT, 1, 2, 3, "longbow_75", "longbow_75/ranged", "standard_arrow", "direct", 120, 19),
        "Dunstan shoots standard arrow at Wolf 4 with its longbow 75: 120 ft, direct; 19 left",
        Tone.PLAIN,
    ),
    (
        happened.ShotLoosed(AT, 1, 2, 3, "javelin", "javelin/thrown", "", "point blank", 15, 0),
        "Dunstan lets fly at Wolf 4 with its javelin: 15 ft, point blank",
        Tone.PLAIN,
    ),
    (
        happened.Misfired(AT, 1, 3, "longbow_75", 2),
        "Dunstan’s longbow 75 misfires: two actions to clear and ready it",
        Tone.STRONG,
    ),
    (
        happened.ShotStrayed(AT, 2, 1, 2),
        "Wolf 4’s shot goes past Wolf 4 and hits Dunstan",
        Tone.STRONG,
    ),
    (
        happened.ItemThrown(AT, 1, 3, "javelin", "right_arm", 4, 5),
        "Dunstan’s thrown javelin comes to lie at 4, 5",
        Tone.MUTED,
    ),
    (happened.Readied(AT, 1, 3, "longbow_75", 0), "Dunstan readies its longbow 75", Tone.MUTED),
    (
        happened.Readied(AT, 1, 3, "wooden_crossbow_120", 1),
        "Dunstan readies its wooden crossbow 120: one more action to go",
        Tone.MUTED,
    ),
    (
        happened.ItemDrawn(AT, 1, 3, "shortsword", "right_arm"),
        "Dunstan draws its shortsword (right arm)",
        Tone.PLAIN,
    ),
    (happened.Evaded(AT, 1), "Dunstan evades missiles", Tone.PLAIN),
    (happened.Supplied(AT, 1, "standard_arrow", 20, "edit"), "Dunstan gets 20 × standard arrow: edit", Tone.MUTED),
    *CARE,
    (
        happened.TrialMade(AT, 2, 1, "grab", "left_arm", OWN, (("strength", 10), ("one hand", -2)), OTHER, STRONG, 1),
        "Wolf 4 tries its strength to grab Dunstan’s left arm: 14 against 13, wins by 1",
        Tone.PLAIN,
    ),
    (
        happened.TrialMade(AT, 1, 2, "take", "head", OTHER, STRONG, OWN, STRONG, -5),
        "Dunstan tries its strength to wrest what Wolf 4’s head holds: 13 against 18, fails by 5",
        Tone.MUTED,
    ),
    (
        happened.TrialMade(AT, 1, 2, "break free", "left_arm", OWN, STRONG, OTHER, STRONG, 5),
        "Dunstan tries its strength to break free of Wolf 4: 18 against 13, wins by 5",
        Tone.PLAIN,
    ),
    (
        happened.Grabbed(AT, 1, 2, "left_arm", ("head",), "gray_wolf/bite"),
        "Wolf 4 holds Dunstan’s left arm fast (head)",
        Tone.STRONG,
    ),
    (happened.HoldRenewed(AT, 1, 2, "left_arm"), "Wolf 4 goes on holding Dunstan’s left arm", Tone.PLAIN),
    (
        happened.HoldBroken(AT, 1, 2, "left_arm", "broke free"),
        "Dunstan’s left arm is free of Wolf 4: broke free",
        Tone.STRONG,
    ),
    (happened.Pushed(AT, 1, 2, "press", ((3, 4), (3, 5))), "Wolf 4 drives Dunstan back to 3, 5", Tone.STRONG),
    (happened.Pushed(AT, 1, 2, "trip", ((3, 4),)), "Wolf 4 throws Dunstan back to 3, 4", Tone.STRONG),
    (
        happened.ItemSeized(AT, 1, 3, "broadsword", "right_arm", 2, "head"),
        "Wolf 4 wrests the broadsword from Dunstan (head)",
        Tone.STRONG,
    ),
    (
        happened.MoraleTested(AT, 1, "leader fell", NERVE, "steady"),
        "Dunstan, morale (leader fell): rolled 33 against 40, MS → steady",
        Tone.PLAIN,
    ),
    (happened.MoraleChanged(AT, 1, "steady", "routed", "wound"), "Dunstan is routed, was steady: wound", Tone.STRONG),
    (happened.MoraleChanged(AT, 1, "none", "brave", "wound"), "Dunstan is brave: wound", Tone.MUTED),
    (
        happened.ReactionTested(AT, 1, NERVE, "routed", "steady"),
        "Dunstan, routed, tries to come to itself: rolled 33 against 40, MS → steady",
        Tone.PLAIN,
    ),
    (
        happened.FearTested(AT, 1, "Wolf 4", 2, NERVE, "steady"),
        "Dunstan faces Wolf 4: rolled 33 against 40, MS → steady",
        Tone.PLAIN,
    ),
    (happened.FearChanged(AT, 1, "none", "afraid", "Wolf 4"), "Dunstan is afraid: Wolf 4", Tone.STRONG),
    (happened.FearChanged(AT, 1, "afraid", "steady", "time"), "Dunstan is steady: time", Tone.STRONG),
    (
        happened.RallyTried(AT, 1, NERVE, "heard", (2,)),
        "Dunstan rallies: rolled 33 against 40, MS, Wolf 4 may come to their senses",
        Tone.STRONG,
    ),
    (happened.Surrendered(AT, 1), "Dunstan can’t get away and surrenders", Tone.STRONG),
    (happened.FieldLeft(AT, 1), "Dunstan has fled the field", Tone.STRONG),
    (happened.FieldRetaken(AT, 1), "Dunstan is back in the field", Tone.STRONG),
    (
        happened.PsycheStressed(AT, 1, "wound", 1, 3),
        "Dunstan: psyche stress +1 (wound), 3 in all",
        Tone.STRONG,
    ),
    (happened.PsycheSurfaced(AT, 1, "wound", 3), "Dunstan: psyche stress 3 (wound) surfaces", Tone.STRONG),
    (
        happened.PsycheTested(AT, 1, "wound", NERVE, 3, 2, True),
        "Dunstan, psyche stress (wound): rolled 33 against 40, MS, level 3 → 2, permanent",
        Tone.PLAIN,
    ),
    (happened.PsycheEnded(AT, 1, "wound"), "Dunstan gets over it: psyche stress (wound)", Tone.STRONG),
    (
        happened.PsycheTriggered(AT, 1, "wound", 2, NERVE, None),
        "Dunstan keeps hold of itself, psyche stress 2 (wound): rolled 33 against 40, MS",
        Tone.PLAIN,
    ),
    (happened.PsycheRested(AT, 1, "wound"), "Dunstan has hold of itself again (wound)", Tone.MUTED),
    *said_of_hitpoints.SAID,
]


@pytest.mark.parametrize(("event", "text", "tone"), SAID, ids=[type(event).__name__ for event, _, _ in SAID])
def test_an_event_reads(combat: Combat, event: Event, text: str, tone: Tone) -> None:
    line = Narrator(combat).line(event)
    assert line is not None
    assert (line.at, line.text, line.tone) == (AT, text, tone)


def test_no_kind_of_event_is_forgotten() -> None:
    assert set(TEMPLATES) == set(EVENTS)
    assert {kind for kind, template in TEMPLATES.items() if template is None} == SILENT
    assert {type(event) for event, _, _ in SAID} | SILENT == set(EVENTS)


def test_an_unknown_kind_of_event_is_refused(combat: Combat) -> None:
    with pytest.raises(TypeError, match="no words for Event"):
        Narrator(combat).line(Event(0))


@pytest.mark.parametrize(
    ("roll", "detail"),
    [
        (BITE, "attack: 70, target 70, rolled 35: CS"),
        (DODGE, "dodge: 45, fatigue −10, target 35, rolled 88: MF"),
        (TOO_GOOD, "attack: 110, setup +10, target 95, rolled 96: MF"),
        (GIVEN, "dodge: 45, target 45, not rolled, automatic: CF0"),
        (STUNNED, "stumble: 65, target 65, rolled 43: MS, one level down"),
    ],
)
def test_a_roll_is_written_in_full(combat: Combat, roll: Roll, detail: str) -> None:
    line = Narrator(combat).line(happened.RetestMade(AT, 1, "stunned", roll, "none"))
    assert line is not None
    assert line.details == (detail,)


def test_an_exchange_has_both_rolls_in_full(combat: Combat) -> None:
    line = Narrator(combat).line(exchange())
    assert line is not None
    assert line.details == (
        "attack: 70, target 70, rolled 35: CS",
        "dodge: 45, fatigue −10, target 35, rolled 88: MF",
    )


def test_a_landing_has_its_impact_in_full(combat: Combat) -> None:
    line = Narrator(combat).line(landing())
    assert line is not None
    assert line.details == ("zone 7; impact: 1d6+8 = 12 (mode +5, advantage +3); protection 1, effective 11",)


def test_a_landing_says_how_it_scattered(combat: Combat) -> None:
    line = Narrator(combat).line(landing(zone_number=4, scatter=Throw("zone", "1d6", 4)))
    assert line is not None
    assert line.details[0].startswith("aimed at 1, d6 4 → zone 4; impact: ")


@pytest.mark.parametrize(
    ("tiebreak", "words"),
    [
        ("roll", "the higher roll (35 to 88)"),
        ("mastery", "the higher mastery level (70 to 45)"),
        ("d10", "d10 against d10"),
        ("a coin", "a coin"),
    ],
)
def test_a_broken_tie_tells_what_broke_it(combat: Combat, tiebreak: str, words: str) -> None:
    line = Narrator(combat).line(exchange(tiebreak=tiebreak))
    assert line is not None
    assert f", tie broken by {words}, " in line.text


@pytest.mark.parametrize(
    ("level", "shift", "words"),
    [
        (Level.CS, 0, "CS"),
        (Level.MF, -1, "MF (one level down to CF)"),
        (Level.CS, -1, "CS (one level down to MS)"),
        (Level.MS, -2, "MS (two levels down to CF)"),
        (Level.MF, 1, "MF (one level up to MS)"),
        (Level.CF0, -1, "CF (one level down)"),
        (Level.CF5, 1, "CF (one level up to MF)"),
    ],
)
def test_a_shifted_level_says_what_it_comes_to(level: Level, shift: int, words: str) -> None:
    assert level_of(Roll("attack", 50, (), 50, 66, level, shift=shift)) == words


def test_sides_have_the_names_they_are_given(combat: Combat) -> None:
    narrator = Narrator(combat, {"men": "The Men"})
    said = []
    for event in (
        happened.Spawned(AT, 1, "brigand", "Dunstan", "men", 2, 3),
        happened.EncounterBegan(AT, ("men", "wolves")),
        happened.EncounterEnded(AT, "men", 3),
        happened.FightEnded(AT, "men", "last side able", 12),
    ):
        line = narrator.line(event)
        assert line is not None
        said.append(line.text)
    assert said == [
        "Dunstan, brigand, joins The Men at 2, 3",
        "The Men against wolves: an encounter begins",
        "The encounter ends after three rounds: only The Men left able",
        "The fight goes to The Men after 12 rounds: last side able",
    ]


def test_a_part_has_the_name_of_the_creatures_own_body(combat: Combat) -> None:
    """Behaviour 12: never a human part on a wolf."""
    narrator = Narrator(combat)
    for creature, location, name in ((WOLF, "left_hind_leg", "left hind leg"), (DUNSTAN, "left_calf", "left calf")):
        line = narrator.line(happened.Injured(AT, creature, 1, location, location, 1, "edged", False, None, "fall"))
        assert line is not None
        assert line.text.endswith(f"hurt: {name} M1 edged")


def test_a_bleeder_is_called_by_its_location_once_it_was_told(combat: Combat) -> None:
    narrator = Narrator(combat)
    narrator.line(happened.Injured(AT, 1, 1, "torso", "thorax", 4, "piercing", True, 2, "bite"))
    line = narrator.line(happened.BloodLost(AT, 1, 1, SHOCK, 2, 2))
    assert line is not None
    assert line.text.startswith("Dunstan bleeds, thorax:")


@pytest.mark.parametrize(
    ("before", "result", "end"),
    [
        ("withdrawing", "steady", "→ steady, stays withdrawing"),
        ("routed", "withdrawing", "→ withdrawing, stays routed"),
        ("withdrawing", "withdrawing", "→ withdrawing"),
        ("withdrawing", "routed", "→ routed"),
        ("steady", "brave", "→ brave"),
    ],
)
def test_a_test_of_morale_that_lifts_nobody_says_so(combat: Combat, before: str, result: str, end: str) -> None:
    narrator = Narrator(combat)
    narrator.line(happened.MoraleChanged(AT, 1, "none", before, "wound"))
    line = narrator.line(happened.MoraleTested(AT, 1, "wound", NERVE, result))
    assert line is not None
    assert line.text.endswith(end)


def test_who_is_found_steady_and_never_wavered_is_told_of_once(combat: Combat) -> None:
    narrator = Narrator(combat)
    assert narrator.line(happened.MoraleTested(AT, 1, "wound", NERVE, "steady")) is not None
    assert narrator.line(happened.MoraleChanged(AT, 1, "none", "steady", "wound")) is None
    assert narrator.line(happened.FearChanged(AT, 1, "none", "steady", "Wolf 4")) is None
    assert narrator.line(happened.MoraleChanged(AT, 1, "routed", "steady", "reaction")) is not None


def test_a_shock_state_that_comes_anew_is_told_as_such(combat: Combat) -> None:
    narrator = Narrator(combat)
    stunned = happened.ShockTested(AT, 1, "wound", "thorax", 4, 3, 7, SHOCK, 7, "stunned")
    ends = []
    for event in (
        stunned,
        happened.ShockChanged(AT, 1, "none", "stunned", "wound"),
        stunned,
        happened.ShockChanged(AT, 1, "stunned", "incapacitated", "wound"),
        stunned,
    ):
        line = narrator.line(event)
        assert line is not None
        ends.append(line.text.rpartition("→ ")[2])
    assert ends[0] == ends[4] == "stunned"
    assert ends[2] == "stunned, again"


def test_who_has_left_keeps_name_and_body(combat: Combat) -> None:
    narrator = Narrator(combat)
    combat.despawn(combat.entity(WOLF))
    line = narrator.line(landing(attacker=DUNSTAN, mode="handaxe/cut", target=WOLF, location="left_foreleg"))
    assert line is not None
    assert line.text.startswith("Dunstan’s handaxe cut → Wolf 4’s left foreleg:")


def test_who_came_and_left_before_anybody_read_is_called_by_the_event(combat: Combat) -> None:
    narrator = Narrator(combat)
    combat.despawn(combat.spawn("gray_wolf", side="wolves", at=(5, 5), name="Stray"))
    lines = [line for event in combat.drain() if (line := narrator.line(event)) is not None]
    assert lines[-2].text == "Stray, gray wolf, joins wolves at 5, 5"
    assert lines[-1].text == "Stray leaves"


def test_what_no_definition_names_is_called_by_its_id_in_words(combat: Combat) -> None:
    narrator = Narrator(combat)
    line = narrator.line(happened.ItemDropped(AT, 9, 1, "moon_blade", "third_arm", False, 2, 3))
    assert line is not None
    assert line.text == "creature 9 drops the moon blade (third arm); it lies at 2, 3"


@pytest.mark.parametrize(
    ("at", "clock"),
    [
        (0, "00:00"),
        (52_999_999, "00:52"),
        (61_000_000, "01:01"),
        (3_600_000_000, "1:00:00"),
        (14_461_000_000, "4:01:01"),
        (2 * 86_400_000_000 + 61_000_000, "2 d 0:01:01"),
    ],
)
def test_a_clock_reads(at: int, clock: str) -> None:
    assert Line(at, "", Tone.PLAIN).clock == clock
