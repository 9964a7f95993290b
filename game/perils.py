"""Perils: what a host lets befall a creature otherwise than by somebody's blow: threat, fall, fire, ambush, harm."""

from __future__ import annotations

from fleshwound.components.definitions import Aspect
from fleshwound.components.hazards import Ambush, Dice, Fall, Fire, Harm, Hazard, Terror, Threat
from fleshwound.components.inputs import Befallen
from fleshwound.game.edges import check_hazard, check_kind
from fleshwound.game.hosting import Hosting
from fleshwound.systems.turns import settle


class Perils(Hosting):
    """The side of a combat that a host lets things happen by, with all the chances and choices that the rules give."""

    def befall(self, entity: int, hazard: Hazard) -> None:
        """Let something befall a creature, now; nobody's turn or action is used.

        What its controller is asked about it (an offered shock state, a keep-control test) becomes a pending decision.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
            BadValue: no hazard, a value of the wrong kind or out of range, or a location that is gone.
            UnknownName: no such location or part.
            IntentRefused: it is dead or has no body, a decision is pending, or these rules know no such thing; nothing
                has changed.
        """
        check_hazard(hazard)
        with self._here() as battle, self._noting(battle, lambda: Befallen(entity, hazard)):
            battle.id_of(entity)
            self._check_not_pending()
            battle.seen.clear()
            task = battle.ruleset.hazard(battle, entity, hazard)
            battle.do(task)
            settle(battle)

    def threaten(self, entity: int, base_index: int, cause: str) -> None:
        """Threaten a creature with shock that no wound brings: fear, poison, a spell (heroic H5).

        `base_index` 1..99: up to 4 does nothing, 5..10 calls for a Shock test, more is death untested; the state that
        comes of it is offered like any other. Whoever feels no pain isn't moved.

        Raises:
            As `befall`.
        """
        self.befall(entity, Threat(base_index, cause))

    def frighten(self, entity: int, source: str, modifier: int = 0) -> None:
        """Have a creature face a mortal threat of an unnatural kind: its courage is tested on Will (heroic H15).

        `modifier` -100..100 is added to the test. Whoever knows no fear, is out of the fight, or stood this source
        before isn't moved. A creature's own `fear` needs no call: foes are tested as they become aware of it.

        Raises:
            As `befall`.
        """
        self.befall(entity, Terror(source, modifier))

    def harm(
        self,
        entity: int,
        impact: int | Dice,
        aspect: Aspect,
        at: str | None = None,
        *,
        places: int = 1,
        cause: str = "harm",
    ) -> None:
        """Harm a creature by an impact that nobody strikes, under all rules of a blow that landed (heroic H4, H5).

        Args:
            entity: whom.
            impact: points, or dice thrown for each place.
            aspect: how it hurts.
            at: a location, a part, `EVERYWHERE` (each part once), or None: as an unaimed blow lands.
            places: how many places it reaches at once where `at` is None, 1..99; no two are the same.
            cause: what brought it, as the log tells it.

        Raises:
            As `befall`.
        """
        check_kind("impact", impact, (int, Dice), "a whole number or Dice")
        dice = impact if isinstance(impact, Dice) else Dice(0, 1, impact)
        self.befall(entity, Harm(dice, aspect, at, places, cause))

    def fall(self, entity: int, feet: int) -> None:
        """Let a creature fall `feet` deep: it lies, hurt by 1d6 blunt for every 10 ft (heroic H5).

        Raises:
            As `befall`.
        """
        self.befall(entity, Fall(feet))

    def burn(self, entity: int, intensity: int, places: int | None = 1) -> None:
        """Let flames reach a creature in so many places at once, None: everywhere (heroic H5).

        `intensity` 1..20 is that many d6 of fire in each place: 1 a torch, 2 a camp fire, 3 a house on fire.

        Raises:
            As `befall`.
        """
        self.befall(entity, Fire(intensity, places))

    def ambush(self, entity: int, by: int | None = None) -> None:
        """Have a creature be caught unaware, before a fight: it has no part in the first round (cities A2).

        `by` is the entity of a foe that sneaks up on it: Dexterity and Sneak against Wisdom and Notice decide; None: it
        is caught for certain.

        Raises:
            As `befall`; IntentRefused also where the fight has begun, or where these rules know no surprise.
        """
        self.befall(entity, Ambush(by))
