"""How the classes of the trees are declared: values that never change.

That they never change is mypy's to check. The run-time check of frozen dataclasses, and methods generated for each of a hundred classes,
would slow down every start of the program; equality by parts is written once instead, in `Node`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


class Node:
    """A value that is the same as another of its class with the same parts."""

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


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[T]) -> type[T]:
    """Declare a class of a tree: its annotations are its parts, in order."""
    return dataclass(eq=False, repr=False, slots=True)(cls)
