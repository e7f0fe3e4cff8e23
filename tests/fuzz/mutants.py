"""Encoders that are wrong on purpose, each in one thing, and the trap that must catch each of them.

A mutant is a piece of the encoder's source with another in its place, so it fails loudly when the source has changed: then look whether the
mistake can still be made there, and write the mutant anew.
"""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from checkspec.logic import atoms, counts, formulas, instances, question, symmetry, terms, witness

Put = Callable[[Any, str, Any], None]
"""Sets an attribute of a module or class for a while, as pytest's `monkeypatch.setattr` does."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """`of`: which line of the list of soundness it breaks. `traps`: files whose expectations it must miss, in `tests/fuzz` or
    `tests/kernel`. In `owner.method` the source `old`, which occurs once, is replaced by `new`."""

    name: str
    of: str
    traps: tuple[str, ...]
    owner: Any
    method: str
    old: str
    new: str

    def put(self, put: Put) -> None:
        put(self.owner, self.method, rewritten(self.owner, self.method, self.old, self.new))


def rewritten(owner: Any, name: str, old: str, new: str) -> Any:
    """The function or method with one piece of its source replaced."""
    source = textwrap.dedent(inspect.getsource(inspect.getattr_static(owner, name)))
    assert source.count(old) == 1, f"{name} has {source.count(old)} times: {old}"
    space = dict(vars(sys.modules[getattr(owner, name).__module__]))
    exec(compile("from __future__ import annotations\n" + source.replace(old, new), f"<wrong {name}>", "exec"), space)
    return space[name]


INSTANCES = "any instance of a universal at any instant is allowed"
NEED_NOT = "a witness need not exist, may be one of those there are, and there is one for each assignment"
UNSET = "an unset reference is an existential"
POLARITY = "polarity goes through derived states, defines and counts"
ATOM = "negation stops at the atom, and undefined is false"
EARLIEST = "there is no earliest time"
KNOWN = "as-of is one function for each consumer and individual, and monotone"
DEPTH = "a limit on depth drops instances of universals, never witnesses"
OPEN = "a kind is open, and of the unnamed nothing is known"
INSTANT = "boundaries, and which instants matter"
GUARDS = "what does not count in a column is not felt there"
LIST = (INSTANCES, NEED_NOT, UNSET, POLARITY, ATOM, EARLIEST, KNOWN, DEPTH, OPEN, INSTANT, GUARDS)

F, T, C, W = formulas.Formulas, terms.Terms, counts.Counts, witness.Pool

SHARED = "own = self.__dict__.get(KEY) or self.__dict__.setdefault(KEY, self._pool.witness(variable.kind, scope.generation + 1, given))"

MUTANTS = (
    Mutant("everybody has instances, whether there or not", INSTANCES, ("traps/closed-for-certain",), F, "_all",
           "both(guard, someone.exists)", "guard"),
    Mutant("no instance at the beginning", INSTANCES, ("traps/an-instance-at-the-beginning",),
           instances.OverInstants, "instantiate", "instant.value in self.written", "instant.value in {*self.written, '|beginning|'}"),
    Mutant("instances for everybody at once, without end", INSTANCES, ("regressions/closing-breeds",),
           instances.Instances, "_cheap", " and not universal.node.phrases and universal.node.where is None", ""),
    Mutant("a witness is always there", NEED_NOT, ("traps/closed-for-certain",), W, "witness",
           "self._script.declare(name, \"Bool\")", "TRUE"),
    Mutant("a witness is nobody who is there", NEED_NOT, ("traps/somebody-is-the-named-one",), F, "_some", "[*earlier, own]", "[own]"),
    Mutant("a witness is no earlier witness", NEED_NOT, ("traps/only-one-is-born", "kernel/a03-one-straggler"), F, "_some",
           "[*earlier, own]", "[*(each for each in earlier if each.named is not None), own]"),
    Mutant("a witness is nobody whom reading its phrase made", NEED_NOT, ("regressions/who-is-over-itself",), F, "_some",
           "if named or someone.named is None]", "if (named or someone.named is None) and someone.generation != scope.generation + 2]"),
    Mutant("one witness for all assignments", NEED_NOT, ("traps/one-for-each-node", "kernel/a04-two-probes"), F, "_some",
           "own = self._pool.witness(variable.kind, scope.generation + 1, given)",
           SHARED.replace("KEY", "f'own {id(variable)}'")),
    Mutant("one witness for all generations", NEED_NOT, ("traps/one-for-each-unnamed",), F, "_some",
           "own = self._pool.witness(variable.kind, scope.generation + 1, given)",
           SHARED.replace("KEY", "f'own {id(variable)} {scope.generation}'")),
    Mutant("one witness for two quantifiers", NEED_NOT, ("kernel/z01-one-for-each",), F, "_some",
           "own = self._pool.witness(variable.kind, scope.generation + 1, given)",
           SHARED.replace("KEY", "f'own {variable.kind.name}'")),
    Mutant("one instant for two spans", NEED_NOT, ("traps/two-instants",), F, "_throughout",
           "self._terms.when(self._guards,", "self._terms.when(0,"),
    Mutant("named individuals are alike whatever is said of them", NEED_NOT, ("traps/not-alike",), symmetry.Symmetry, "_groups",
           "counted[individual][shape] += 1", "pass"),
    Mutant("named individuals are alike whatever is asked", NEED_NOT, ("regressions/alike-in-two-offers",), question.Question, "_alike",
           "if individual in among", ""),
    Mutant("a reference leads to those there are", UNSET, ("kernel/a01-unnamed-endpoint",), W, "reference",
           "[*self._by_kind[kind.name], self.witness(kind, someone.generation + 2)]", "[*self._by_kind[kind.name]]"),
    Mutant("a reference is never absent", UNSET, ("kernel/a09-absent-reference",), W, "reference",
           "if reference.type.optional", "if False"),
    Mutant("a derived state is written with one polarity", POLARITY, ("traps/said-through-a-state", "kernel/a05-derived-over-open-kind"),
           F, "_holds", "self.write(formula.state.definition, scope.within(someone, when), positive)",
           "self._signed(self.write(formula.state.definition, scope.within(someone, when), True), positive)"),
    Mutant("a define is written with one polarity", POLARITY, ("traps/said-through-a-word",), F, "write",
           "case Applied(formula=inner):\n            return self.write(inner, scope, positive)",
           "case Applied(formula=inner):\n            return self._signed(self.write(inner, scope, True), positive)"),
    Mutant("who counts at most counts twice", POLARITY, ("traps/two-and-no-more",), C, "_at_most",
           "compared(operator, total(terms), bound.value)", "compared(operator, total([*terms, *terms]), bound.value)"),
    Mutant("only the named count at most", POLARITY, ("traps/two-and-no-more", "kernel/a08-count-both-ways"), C, "_at_most",
           "both(someone.exists, negation(", "both(TRUE if someone.named else FALSE, negation("),
    Mutant("at least so many is one witness", POLARITY, ("traps/one-for-each-unnamed",), C, "_at_least",
           "min(needed, MOST_WITNESSES if wanted else 3)", "1"),
    Mutant("no more than the witnesses", POLARITY, ("traps/six-of-them",), C, "_more",
           'either(self._script.declare(FEW, "Bool"), closed(self._script, kind))', "TRUE"),
    Mutant("not before is not earlier", ATOM, ("kernel/c11-negation-stops-at-the-atom",), F, "_compare",
           "self._signed(both(first.exists, second.exists, compared(operator, first.value, second.value)), positive)",
           "both(first.exists, second.exists, self._signed(compared(operator, first.value, second.value), positive))"),
    Mutant("never is later than everything", ATOM, ("kernel/c01-before-needs-both",), F, "_compare",
           "both(first.exists, second.exists, compared(operator, first.value, second.value))",
           "both(first.exists, either(negation(second.exists), compared(operator, first.value, second.value)))"),
    Mutant("at never, everything is true", ATOM, ("traps/at-never",), F, "write",
           "both(when.exists, text) if positive else either(negation(when.exists), text)", "text"),
    Mutant("until never ends at once", ATOM, ("kernel/z07-until-never",), F, "_throughout",
           "either(negation(last.exists), ", "both(last.exists, "),
    Mutant("nobody equals nobody", ATOM, ("kernel/z04-nobody-equals-nobody",), atoms.Atoms, "same",
           "return disjunction(both(c, d) for c, s, d, t in pairs if (s is t) != formula.different)",
           "return negation(disjunction(both(c, d) for c, s, d, t in pairs if (s is t) == formula.different))"),
    Mutant("the least of never is never", ATOM, ("kernel/z06-least-and-greatest-of-never",), terms, "least",
           "either(found.exists, part.exists))", "both(found.exists, part.exists))"),
    Mutant("time begins at nothing", EARLIEST, ("kernel/b04-nothing-is-fresh-at-zero",), T, "__init__",
           'script.declare("beginning", "Real")', 'script.require(f\'(<= 0.0 {script.declare("beginning", "Real")})\')'),
    Mutant("a consumer has one as-of instant for all", KNOWN, ("traps/what-one-knows",), T, "glance",
           'f"{consumer.name} knows {someone.name}", "Real", "Real"', 'f"{consumer.name} knows", "Real", "Real"'),
    Mutant("all consumers have one as-of instant", KNOWN, ("traps/what-one-knows", "kernel/z09-two-lags"), T, "glance",
           'f"{consumer.name} knows {someone.name}", "Real", "Real"', 'f"all know {someone.name}", "Real", "Real"'),
    Mutant("knowledge runs backwards", KNOWN, ("traps/never-again-unknown",), T, "order",
           "self.script.require(both(earlier, later))", "both(earlier, later)"),
    Mutant("knowledge is fresh", KNOWN, ("kernel/b01-lag-boundary",), T, "glance",
           'lawful = both(', 'lawful = both(f"(= {symbol} {instant.value})", '),
    Mutant("knowledge is younger than its bound", KNOWN, ("traps/fresh-is-possible",), T, "glance",
           'f"(>= {symbol} (-', 'f"(> {symbol} (-'),
    Mutant("no witnesses below the second generation", DEPTH, ("traps/four-generations",), F, "_some",
           "[*earlier, own]", "[*earlier, *([own] if scope.generation < 2 else [])]"),
    Mutant("an open kind is closed", OPEN, ("kernel/d03-open-population", "kernel/a05-derived-over-open-kind"), F, "_some",
           "[*earlier, own]", "earlier"),
    Mutant("the unnamed have the defaults", OPEN, ("traps/unnamed-defaults",), T, "_field",
           "self.script.require(f\"(>= {symbol} 0{'' if counts else '.0'})\")",
           "self.script.require(f\"(>= {symbol} 0{'' if counts else '.0'})\")\n"
           "        if someone.named is None and isinstance(field.default, Constant):\n"
           "            self.script.require(f'(= {symbol} {number(Fraction(field.default.value))})')"),
    Mutant("until includes its end", INSTANT, ("kernel/c04-until-is-half-open",), F, "_throughout",
           'f"(< {instant.value}', 'f"(<= {instant.value}'),
    Mutant("from begins after its beginning", INSTANT, ("kernel/c04-until-is-half-open",), F, "_throughout",
           'f"(<= {first.value} {instant.value})"', 'f"(< {first.value} {instant.value})"'),
    Mutant("what happens at an instant has not happened by it", INSTANT, ("kernel/c03-the-stop-wins-a-tie",), F, "_happened",
           'f"(<= {moment.value} {when.value})"', 'f"(< {moment.value} {when.value})"'),
    Mutant("within does not reach its bound", INSTANT, ("traps/within-is-reached",), atoms.Atoms, "within",
           'f"(<= (- {m.value} {s.value}) {b.value})"', 'f"(< (- {m.value} {s.value}) {b.value})"'),
    Mutant("before is not after", INSTANT, ("traps/neither-before-nor-after",), F, "_compare",
           "left, right, operator = formula.left, formula.right, formula.operator",
           "left, right, operator = formula.left, formula.right, {'<': '<='}.get(formula.operator, formula.operator)"),
    Mutant("a span is broken at the beginning alone", INSTANT, ("traps/two-instants", "kernel/c05-flaps-need-no-event"), F, "_throughout",
           "self._terms.when(self._guards, scope.generation + 1)", "BEGINNING"),
    Mutant("the instant in force is never lifted", INSTANT, ("traps/lifted",), F, "write", "scope.at(None)", "scope"),
    Mutant("instants are named whether or not their line counts", GUARDS, ("regressions/an-instant-withheld",), T, "instant",
           "both(claim, exists)", "exists"),
)
