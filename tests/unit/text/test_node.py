"""Classes of plain parts behave as dataclasses do, for whoever makes, compares, matches, copies or sends their objects."""

from __future__ import annotations

import dataclasses
import inspect
import pickle

import pytest

from checkspec.text.node import Node, fresh, node, record


@node
class Pair(Node):
    """Two parts."""

    first: int
    second: str = "two"

    @property
    def both(self) -> str:
        return f"{self.first} {self.second}"


@record
class Heap:
    """Declared like `Pair`, with fresh parts among the others."""

    name: str
    things: list[int] = fresh(factory=list)
    last: int = 0


@record
class Own:
    """Says itself how it is made."""

    self: int
    twice: int

    def __init__(self, part: int) -> None:
        self.self, self.twice = part, 2 * part


def test_parts_are_given_by_place_or_name() -> None:
    assert (Pair(1).first, Pair(1).second, Pair(second="b", first=2).both) == (1, "two", "2 b")
    with pytest.raises(TypeError, match=r"Pair\.__init__\(\) missing 1 required positional argument: 'first'"):
        Pair()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'third'"):
        Pair(1, third=3)  # type: ignore[call-arg]
    assert list(inspect.signature(Pair).parameters) == ["first", "second"]


def test_there_are_no_other_parts() -> None:
    with pytest.raises(AttributeError):
        Pair(1).third = 3  # type: ignore[attr-defined]


def test_values_are_compared_by_parts_and_others_by_identity() -> None:
    assert Pair(1) == Pair(1, "two") != Pair(2)
    assert len({Pair(1), Pair(1), Pair(2)}) == 2
    assert Heap("a") != Heap("a")
    assert repr(Pair(1)) == "Pair(first=1, second='two')"


def test_a_fresh_part_belongs_to_one_object() -> None:
    one, other, given = Heap("a"), Heap("b", last=3), Heap("c", [7])
    one.things.append(1)
    assert (one.things, other.things, other.last, given.things) == ([1], [], 3, [7])


def test_a_class_may_make_its_objects_itself() -> None:
    assert (Own(2).self, Own(2).twice) == (2, 4)


def test_patterns_take_parts_by_place() -> None:
    match Pair(1, "b"):
        case Pair(first, second):
            assert (first, second) == (1, "b")


def test_dataclasses_know_them() -> None:
    assert dataclasses.is_dataclass(Pair)
    assert [each.name for each in dataclasses.fields(Heap)] == ["name", "things", "last"]
    assert dataclasses.replace(Pair(1), second="b") == Pair(1, "b")
    assert dataclasses.asdict(Heap("a", [1])) == {"name": "a", "things": [1], "last": 0}
    assert dataclasses.astuple(Pair(1)) == (1, "two")


def test_they_can_be_sent() -> None:
    assert pickle.loads(pickle.dumps(Pair(1, "b"), 5)) == Pair(1, "b")
