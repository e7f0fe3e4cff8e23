"""How classes of plain parts are declared, of which the program has hundreds: by their annotations, as dataclasses are.

`dataclass` writes and compiles methods for each class, which takes longer than reading a usual spec. Here one `__init__` is compiled for
each number of parts and renamed for each class; equality by parts is written once, in `Node`. That a value never changes is mypy's to
check. For `dataclasses` (`replace`, `fields`, `asdict`) such a class becomes one of theirs when they first ask.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


class Node:
    """A value that is the same as another of its class with the same parts. A class that is not derived from it is compared by identity."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return self is other or all(getattr(self, part) == getattr(other, part) for part in self.__match_args__)

    def __hash__(self) -> int:
        return hash((self.__class__, *(getattr(self, part) for part in self.__match_args__)))

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}({', '.join(f'{part}={getattr(self, part)!r}' for part in self.__match_args__)})"


class Fresh:
    """A default that is made anew for each object."""

    __slots__ = ("factory",)

    def __init__(self, factory: Callable[[], object]) -> None:
        self.factory = factory


def fresh(*, factory: Callable[[], T]) -> T:
    """The default of a part that nobody shares, such as an empty list."""
    made: Any = Fresh(factory)
    return made  # type: ignore[no-any-return]


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(fresh,))
def node(cls: type[T]) -> type[T]:
    """Declare a class whose objects never change: its annotations are its parts, in order. It may have an `__init__` of its own, but
    no `super()`, and no parts beyond those of its base."""
    return _slotted(cls)


@dataclass_transform(eq_default=False, field_specifiers=(fresh,))
def record(cls: type[T]) -> type[T]:
    """The same for a class whose objects may change."""
    return _slotted(cls)


class Fields:
    """In place of a class's `__dataclass_fields__` until it is asked for them."""

    def __get__(self, _: object, owner: type) -> object:
        from dataclasses import dataclass

        dataclass(init=False, repr=False, eq=False, match_args=False)(owner)
        return owner.__dict__["__dataclass_fields__"]


def _slotted(cls: type[T]) -> type[T]:
    """The class anew with slots: they cannot be added to one that is there."""
    namespace = dict(cls.__dict__)
    parts = tuple(cls.__annotations__)
    defaults = tuple(namespace.pop(part) for part in parts if part in namespace)
    del namespace["__dict__"], namespace["__weakref__"]
    namespace |= {"__slots__": parts, "__match_args__": parts, "__dataclass_fields__": Fields()}
    if "__init__" not in namespace:
        namespace["__init__"] = _init(f"{cls.__qualname__}.__init__", parts, defaults)
    made: Any = type(cls.__name__, cls.__bases__, namespace)
    return made  # type: ignore[no-any-return]


def _init(name: str, parts: tuple[str, ...], defaults: tuple[object, ...]) -> FunctionType:
    """The function of that name that sets the parts; the last ones have defaults."""
    always = len(parts) - len(defaults)
    template = _template((*[False] * always, *(isinstance(default, Fresh) for default in defaults)))
    named = {f"part{place}": part for place, part in enumerate(parts)}
    code = template.replace(
        co_varnames=tuple(named.get(each, each) for each in template.co_varnames),
        co_names=tuple(named.get(each, each) for each in template.co_names),
        co_qualname=name,
    )
    return FunctionType(code, globals(), "__init__", defaults)


@cache
def _template(anew: tuple[bool, ...]) -> CodeType:
    """The code of an `__init__` of so many parts; for each, whether its default is fresh."""
    parts = [f"part{place}" for place in range(len(anew))]
    lines = [
        f"self.{part} = {part}.factory() if {part}.__class__ is Fresh else {part}" if fresh else f"self.{part} = {part}"
        for part, fresh in zip(parts, anew, strict=True)
    ]
    space: dict[str, Any] = {}
    exec("\n ".join([f"def __init__({', '.join(['self', *parts])}):", *lines, "pass"]), globals(), space)
    code: CodeType = space["__init__"].__code__
    return code
