"""Offers and promises of a scenario."""

from __future__ import annotations

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Note
from checkspec.text.node import fresh, record
from checkspec.text.source import Span
from checkspec.theory.complaints import Complaints, unknown
from checkspec.theory.cycles import circles, shown_circle
from checkspec.theory.lines import statement
from checkspec.theory.names import Context, Register
from checkspec.theory.scenario import GIVEN_TWICE, Place, Scenario
from checkspec.theory.typed import Formula, Line, Offer, Promise


@record
class Stand:
    """What an offer states and promises, with all that it takes over. `lines`: by place or statement; `set_`: the places that it
    sets, also to `unknown`."""

    declaration: tree.OfferDecl
    layer: int
    lines: dict[object, Line] = fresh(factory=dict)
    set_: set[Place] = fresh(factory=set)
    promises: list[Promise] = fresh(factory=list)
    changed: bool = False


class Offers:
    """Reads the offers and the promises outside of them, in the file's order."""

    def __init__(self, scenario: Scenario, complaints: Complaints, formulas: dict[int, Formula | None]) -> None:
        self._scenario = scenario
        self._complaints = complaints
        self._formulas = formulas
        self._declared: dict[str, tuple[tree.OfferDecl, int]] = {}
        self._stands: dict[str, Stand] = {}
        self.promises: list[Promise] = []
        self.broken: set[str] = set()
        self._collect()
        self._read()

    @property
    def offers(self) -> tuple[Offer, ...]:
        """All offers with the lines that hold for their promises."""
        stated = self._scenario.stated
        made = []
        for name, stand in self._stands.items():
            base = [line for key, line in stated.lines.items() if key not in stand.set_]
            title = "" if stand.declaration.title is None else stand.declaration.title.text
            made.append(Offer(name, title, (*stated.rules, *base, *stand.lines.values()), stand.changed, stand.declaration.span))
        return tuple(made)

    def _collect(self) -> None:
        register = Register(self._complaints)
        for number, layer in enumerate(self._scenario.layers):
            for item in layer.items:
                if isinstance(item, tree.OfferDecl) and register.declare(item.name, "offer"):
                    self._declared[item.name.text] = (item, number)
        arrows: dict[str, list[str]] = {}
        for name, (offer, _) in self._declared.items():
            arrows[name] = [offer.extends.text] if offer.extends is not None else []
            if offer.extends is not None and offer.extends.text not in self._declared:
                self.broken.add(name)
                others = [each for each in self._declared if each != name]
                with self._complaints:
                    raise unknown(
                        Code.DRN402,
                        f"no offer is called `{offer.extends.text}`",
                        offer.extends,
                        others,
                        "" if others else "there is no other",
                    )
        for circle in circles(arrows):
            first = self._declared[circle[0]][0]
            self._complaints.add(
                Code.DRN211,
                f"offers extend each other in a circle: {shown_circle(circle)}",
                (first.extends or first.name).span,
                help="take the `extends` from one of them",
            )
            for name in circle:
                self.broken.add(name)
                del self._declared[name]

    def _read(self) -> None:
        alone = Register(self._complaints)
        for layer in self._scenario.layers:
            for item in layer.items:
                if isinstance(item, tree.PromiseDecl):
                    if alone.declare(item.name, "promise"):
                        self._promise(item, None, self.promises)
                elif isinstance(item, tree.OfferDecl) and self._declared.get(item.name.text, (None,))[0] is item:
                    self.promises += self._stand(item.name.text).promises

    def _stand(self, name: str) -> Stand:
        if name in self._stands:
            return self._stands[name]
        declaration, number = self._declared[name]
        stand = Stand(declaration, number)
        parent = None
        if declaration.extends is not None and declaration.extends.text in self._declared:
            parent = self._stand(declaration.extends.text)
            stand.lines, stand.set_ = dict(parent.lines), set(parent.set_)
            for each in parent.promises:
                stand.promises.append(Promise(each.name, each.title, each.formula, each.span, name, each.origin or each.offer, True))
        self._items(stand, name, {each.name: each.span for each in stand.promises})
        self._stands[name] = stand
        return stand

    def _items(self, stand: Stand, name: str, inherited: dict[str, Span]) -> None:
        given: dict[Place, Span] = {}
        register = Register(self._complaints)
        for item in stand.declaration.items:
            with self._complaints:
                match item:
                    case tree.PromiseDecl():
                        if item.name.text in inherited:
                            note = Note("it is promised here", inherited[item.name.text])
                            self._complaints.add(
                                Code.DRN201,
                                f"`{item.name.text}` is taken over from the offer that `{name}` extends",
                                item.name.span,
                                help="give it a name of its own",
                                notes=(note,),
                            )
                        elif register.declare(item.name, "promise"):
                            self._promise(item, name, stand.promises)
                    case tree.Assume():
                        stand.changed = True
                        if item.label is not None and self._scenario.drops(item.label.text, stand.layer):
                            continue
                        line = self._scenario.lines.assumption(item, False, name)
                        if line is not None:
                            stand.lines[id(item)] = line
                    case tree.Setting():
                        stand.changed = True
                        self._setting(item, stand, name, given)

    def _setting(self, item: tree.Setting, stand: Stand, name: str, given: dict[Place, Span]) -> None:
        place = self._scenario.place(item)
        if place in given:
            note = Note("it is given here first", given[place])
            self._complaints.add(
                Code.DRN213, f"`{place[0].name}.{place[1].name}` is given twice", item.span, help=GIVEN_TWICE, notes=(note,)
            )
            return
        given[place] = item.span
        stand.set_.add(place)
        stand.lines.pop(place, None)
        line = self._scenario.setting(item, place, name)
        if line is not None:
            stand.lines[place] = line

    def _promise(self, item: tree.PromiseDecl, offer: str | None, into: list[Promise]) -> None:
        if id(item) not in self._formulas:
            self._formulas[id(item)] = None
            with self._complaints:
                self._formulas[id(item)] = statement(item.formula, Context(self._scenario.vocabulary.spec))
        formula = self._formulas[id(item)]
        if formula is None:
            self.broken.add(item.name.text)
        else:
            title = "" if item.title is None else item.title.text
            into.append(Promise(item.name.text, title, formula, item.span, offer))
