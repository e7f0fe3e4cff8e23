"""How a sentence calls the individuals that it speaks of."""

from __future__ import annotations

from checkspec.meaning.walk import Expression, binds, free_variables, parts
from checkspec.theory.typed import Applied, DefinedTerm, Individual, Kind, Variable


def plural(noun: str) -> str:
    """`requests`, `proxies`, `processes`."""
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def article(noun: str) -> str:
    """`a` or `an`."""
    return "an" if noun[:1].lower() in "aeiou" else "a"


def said_parts(node: Expression) -> tuple[Expression, ...]:
    """The parts that a sentence mentions: a define by its name and arguments, not by its meaning."""
    match node:
        case Applied(arguments=arguments):
            return arguments
        case DefinedTerm():
            return ()
        case _:
            return parts(node)


class Names:
    """The names of the variables of one sentence.

    A variable keeps the name that it has in the text, unless an individual, or a variable around it, has the same. One without a name
    is "that request", unless a second request is spoken of within the same scope: then it is given a letter.
    """

    def __init__(self, node: Expression) -> None:
        self._names: dict[Variable, str | None] = {}
        self._mentioned: set[Variable] = set()
        self._individuals: set[str] = set()
        self._find_individuals(node)
        scope = free_variables(node)
        for number, variable in enumerate(scope):
            self._give(variable, scope[:number], {other.kind for other in scope[number + 1 :]} | self._kinds_within(node))
        self._visit(node, scope)

    def mention(self, variable: Variable) -> str:
        """The variable as a noun; what is mentioned must be introduced with its name."""
        self._mentioned.add(variable)
        return self._names.get(variable) or f"that {variable.kind.name}"

    def introduce(self, variable: Variable, several: bool = False) -> str:
        """`request r`, or `request` if the name is not used. To be asked after everything in its scope was said."""
        noun = plural(variable.kind.name) if several else variable.kind.name
        name = self._names.get(variable)
        return f"{noun} {name}" if name and variable in self._mentioned else noun

    def _find_individuals(self, node: Expression) -> None:
        if isinstance(node, Individual):
            self._individuals.add(node.name)
        for part in said_parts(node):
            self._find_individuals(part)

    def _kinds_within(self, node: Expression) -> set[Kind]:
        own = binds(node)
        return {kind for part in said_parts(node) for kind in self._kinds_within(part)} | ({own.kind} if own is not None else set())

    def _visit(self, node: Expression, scope: tuple[Variable, ...]) -> None:
        own = binds(node)
        if own is not None:
            self._give(own, scope, {kind for part in said_parts(node) for kind in self._kinds_within(part)})
            scope = (*scope, own)
        for part in said_parts(node):
            self._visit(part, scope)

    def _give(self, variable: Variable, scope: tuple[Variable, ...], kinds_inside: set[Kind]) -> None:
        nameless = not variable.written or variable is variable.kind.self
        if nameless and variable.kind not in kinds_inside and all(other.kind is not variable.kind for other in scope):
            self._names[variable] = None
            return
        stem = variable.kind.name[0] if nameless else variable.name
        taken = self._individuals | {name for other in scope if (name := self._names.get(other))}
        name, number = stem, 2
        while name in taken:
            name, number = f"{stem}{number}", number + 1
        self._names[variable] = name
