from __future__ import annotations

import copy
import dataclasses
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.events import EVENTS, Roll, Throw
from fleshwound.components.fact import fact, maker


@fact
class Base:
    at: int


@fact
class Blow(Base):
    who: str
    harm: int = 3


@dataclass(frozen=True, slots=True)
class Plain:
    at: int
    who: str
    harm: int = 3


@given(st.integers(), st.text(), st.integers())
def test_a_fact_is_what_a_frozen_dataclass_is(at: int, who: str, harm: int) -> None:
    blow, plain = Blow(at, who, harm), Plain(at, who, harm)
    assert dataclasses.astuple(blow) == dataclasses.astuple(plain)
    assert repr(blow) == repr(plain).replace("Plain", "Blow")
    assert hash(blow) == hash(plain)
    assert blow == Blow(at=at, who=who, harm=harm)
    assert blow != Blow(at, who, harm + 1)
    assert replace(blow, harm=harm + 1) == Blow(at, who, harm + 1)


@given(st.integers(), st.text(), st.integers())
def test_the_maker_of_a_fact_makes_what_calling_its_class_makes(at: int, who: str, harm: int) -> None:
    make = maker(Blow)
    assert make(at, who, harm) == Blow(at, who, harm)
    assert make(at, who=who) == Blow(at, who)
    assert type(make(at, who)) is Blow
    with pytest.raises(FrozenInstanceError):
        make(at, who).harm = 4  # type: ignore[misc]  # what is being tried
    with pytest.raises(TypeError, match="who"):
        make(at)  # type: ignore[call-arg]  # what is being tried


def test_a_fact_is_an_instance_of_its_class_and_of_those_above() -> None:
    blow = Blow(1, "wolf")
    assert type(blow) is Blow
    assert isinstance(blow, Base)
    assert (blow.at, blow.who, blow.harm) == (1, "wolf", 3)
    assert not hasattr(blow, "__dict__")


def test_nothing_of_a_fact_can_be_changed_added_or_taken_away() -> None:
    blow = Blow(1, "wolf")
    with pytest.raises(FrozenInstanceError):
        blow.harm = 4  # type: ignore[misc]  # what is being tried
    with pytest.raises(FrozenInstanceError):
        del blow.harm
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        blow.more = 4  # type: ignore[attr-defined]  # what is being tried


def test_a_fact_lacks_nothing_and_takes_nothing_else() -> None:
    with pytest.raises(TypeError):
        Blow(1)  # type: ignore[call-arg]  # what is being tried
    with pytest.raises(TypeError):
        Blow(1, "wolf", 2, 3)  # type: ignore[call-arg]  # what is being tried


def test_a_fact_can_be_copied() -> None:
    blow = Blow(1, "wolf", 5)
    assert copy.copy(blow) == copy.deepcopy(blow) == blow
    assert copy.copy(Base(4)) == Base(4)


def test_an_ordinary_dataclass_may_stand_below_a_fact() -> None:
    @dataclass(frozen=True, slots=True)
    class Below(Blow):
        more: tuple[int, ...] = ()

    @dataclass(frozen=True)
    class Loose(Blow):
        other: int = 0

    assert Below(1, "wolf", 2, (3,)).more == (3,)
    assert Loose(1, "wolf", other=7).other == 7
    assert isinstance(Loose(1, "wolf"), Blow)
    with pytest.raises(FrozenInstanceError):
        Below(1, "wolf").harm = 4  # type: ignore[misc]  # what is being tried


def test_each_fact_gets_a_default_of_its_own() -> None:
    @fact
    class Listed:
        of: list[int] = field(default_factory=list)

    one, other = Listed(), Listed()
    assert one.of == other.of == []
    assert one.of is not other.of
    assert Listed([1]).of == [1]


def test_facts_may_be_compared_by_identity() -> None:
    @fact(eq=False)
    class Thing:
        size: int

    one = Thing(1)
    assert one in (one,)
    assert one != Thing(1)
    assert {one: 2}[one] == 2


def test_a_fact_has_no_field_for_keywords_only() -> None:
    with pytest.raises(TypeError, match="for keywords only"):

        @fact
        class Named:
            of: int = field(kw_only=True)


@pytest.mark.parametrize("kind", [*EVENTS, Roll, Throw])
def test_every_event_is_a_fact(kind: type) -> None:
    assert "__new__" in vars(kind)
    made = kind(*range(len(fields(kind))))
    with pytest.raises(FrozenInstanceError):
        setattr(made, fields(kind)[0].name, 1)
