"""From the layers of a file and of its cases to the theories of a spec."""

from __future__ import annotations

from collections.abc import Sequence

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.theory.complaints import Complaints, unknown
from checkspec.theory.cycles import circles, shown_circle
from checkspec.theory.expectations import expectations
from checkspec.theory.files import Layer, editions_fit, release_of
from checkspec.theory.idle import warn_of_the_idle
from checkspec.theory.names import Register
from checkspec.theory.observations import observations
from checkspec.theory.offers import Offers
from checkspec.theory.population import Population
from checkspec.theory.populations import counted_complete, population
from checkspec.theory.scenario import Scenario
from checkspec.theory.shelf import Shelf
from checkspec.theory.sources import sources
from checkspec.theory.typed import Formula, Quantity, Theory
from checkspec.theory.unsaid import warn_of_the_open
from checkspec.theory.vocabulary import Vocabulary, build, extended, rulebooks

NO_CASE = "a case extends a case of its own file, and there is no other"
Case = tuple[tree.CaseDecl, list[Layer]]


class Elaboration:
    """Makes the theories of one spec; what is the same in several of them is made once."""

    def __init__(self, base: Sequence[Layer], cases: Sequence[Case], complaints: Complaints, shelf: Shelf) -> None:
        self._base = list(base)
        self._shelf = shelf
        self._complaints = complaints
        self._cases: dict[str, Case] = {}
        self._vocabularies: dict[str | None, Vocabulary] = {}
        self._formulas: dict[int, dict[int, Formula | None]] = {}
        self._register(cases)
        for book, span in (use for layer in (*self._base, *(each for _, own in cases for each in own)) for use in layer.uses):
            if book.items:
                complaints.asks(book.items[0].span.source, span)

    def theories(self) -> tuple[Theory, ...]:
        """The base scenario and one for each case, in the file's order. Complains of all that is wrong in any of them."""
        if not editions_fit(self._base, self._complaints):
            return ()
        found = [self._theory(None, self._base, self._base)]
        for name, (_, own) in self._cases.items():
            layers = self._layers(name)
            if editions_fit(layers, self._complaints):
                found.append(self._theory(name, layers, own))
        warn_of_the_open(found, self._complaints)
        return tuple(found)

    def _register(self, cases: Sequence[Case]) -> None:
        register = Register(self._complaints)
        declared = {case.name.text: (case, layers) for case, layers in reversed(cases)}
        for case, layers in cases:
            if register.declare(case.name, "case"):
                self._cases[case.name.text] = (case, layers)
        arrows: dict[str, list[str]] = {}
        for name, (case, _) in self._cases.items():
            arrows[name] = [] if case.extends is None else [case.extends.text]
            if case.extends is not None and case.extends.text not in declared:
                others = [each for each in self._cases if each != name]
                with self._complaints:
                    raise unknown(Code.DRN405, f"no case is called `{case.extends.text}`", case.extends, others, "" if others else NO_CASE)
        for circle in circles(arrows):
            first = self._cases[circle[0]][0]
            self._complaints.add(
                Code.DRN211,
                f"cases extend each other in a circle: {shown_circle(circle)}",
                (first.extends or first.name).span,
                help="take the `extends` from one of them",
            )
            for name in circle:
                del self._cases[name]
        while lost := [n for n, (case, _) in self._cases.items() if case.extends is not None and case.extends.text not in self._cases]:
            for name in lost:  # they build on what was complained about
                del self._cases[name]

    def _layers(self, name: str) -> list[Layer]:
        case, own = self._cases[name]
        before = self._base if case.extends is None else self._layers(case.extends.text)
        return [*before, *(layer for layer in own if layer not in before)]

    def _vocabulary(self, name: str | None) -> Vocabulary:
        if name not in self._vocabularies:
            if name is None:
                self._vocabularies[name] = build(self._base, self._complaints, self._shelf)
            else:
                case, own = self._cases[name]
                parent = self._vocabulary(None if case.extends is None else case.extends.text)
                self._vocabularies[name] = extended(parent, self._layers(name), own, self._complaints)
        return self._vocabularies[name]

    def _theory(self, name: str | None, layers: Sequence[Layer], own: Sequence[Layer]) -> Theory:
        vocabulary = self._vocabulary(name)
        scenario = Scenario(layers, vocabulary, self._complaints)
        warn_of_the_idle(own, release_of(rulebooks(layers)), self._complaints)
        offers = Offers(scenario, self._complaints, self._formulas.setdefault(id(vocabulary), {}))
        declared = sources(scenario, self._complaints)
        seen = observations(scenario, declared, self._complaints)
        made = offers.offers
        expected = [item for layer in own if layer.main for item in layer.items if isinstance(item, tree.Expect)]
        title = None if name is None else self._cases[name][0].title
        stated = scenario.stated
        return Theory(
            case=name,
            title="" if title is None else title.text,
            kinds=vocabulary.kinds,
            individuals=tuple(scenario.individuals),
            quantities=tuple(each for each in vocabulary.spec.things.values() if isinstance(each, Quantity)),
            lines=(*stated.rules, *stated.lines.values()),
            offers=made,
            promises=tuple(offers.promises),
            observations=seen,
            expectations=expectations(expected, made, offers.promises, seen, offers.broken, self._complaints),
            dropped=tuple(stated.dropped),
            rulebooks=tuple(book.title for book in rulebooks(layers)),
            sources=stated.sources,
            boundaries=tuple(vocabulary.boundaries.values()),
            declared=tuple(declared.values()),
            populations=self._populations(scenario),
            complete=counted_complete(vocabulary.kinds, vocabulary.spec.fates, self._complaints),
        )

    def _populations(self, scenario: Scenario) -> tuple[Population, ...]:
        found: list[Population] = []
        for text in scenario.vocabulary.spec.populations.values():
            with self._complaints:
                found.append(population(text, scenario.individuals))
        return tuple(found)
