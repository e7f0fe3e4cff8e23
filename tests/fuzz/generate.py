"""Small texts of the language at random: kinds of their own, individuals, rules, offers, observations, promises.

A text is a list of lines that can be left out one by one, so that a disagreement can be made small. Well-formed for the most part: what the
language refuses is counted and passed over.

Two modes. `pinned`: facts confine events to 1 s and 2 s, numbers to nothing and one, states to changing at 1 s and at 2 s, and
populations to one unnamed individual of each kind at most. Then finitely many worlds matter, and a verdict can be checked in both
directions. `free`: nothing is confined; a world that is found by looking still forbids the verdicts that deny it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

EVENTS = {"node": ("made", "lost"), "pod": ("born", "dead"), "job": ("sent", "done"), "proxy": ("begun", "ended")}
STATES = {"node": ("up", "well"), "pod": ("ready", "serving"), "job": ("hot", "urgent"), "proxy": ("quick", "calm")}
NAMES = {"node": ("N1", "N2"), "pod": ("A", "B", "C"), "job": ("R1", "R2"), "proxy": ("P1", "P2")}
PREPOSITIONS = {"node": "on", "pod": "to", "job": "for", "proxy": "via"}
FIELDS = ("wait", "flag", "mode", "size")
ATOMS = (*["event"] * 5, *["state"] * 5, *["order"] * 6, "within", "same", "same", "absent", "field", "count", "number")
ORDERS = ("before", "after", "by", ">=", "<=", "<", ">", "=", "!=")


@dataclass(slots=True)
class Reference:
    name: str
    target: str
    optional: bool
    preposition: str


@dataclass(slots=True)
class Kind:
    """A kind as it is generated: `fields` by name with their types (`duration`, `duration?`, `bool`, `choice`, `count`)."""

    name: str
    fields: dict[str, str] = field(default_factory=dict)
    references: list[Reference] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    derived: list[str] = field(default_factory=list)
    free: list[str] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    sees: list[str] = field(default_factory=list)

    @property
    def happenings(self) -> list[str]:
        return [*self.events, *self.derived]

    @property
    def conditions(self) -> list[str]:
        return [*self.free, *self.states]


@dataclass(slots=True)
class Place:
    """Where a formula stands: who can be named there, whether an instant is in force, whose knowledge counts."""

    people: list[tuple[str, str]]  # text, kind
    instant: bool = False
    seen: Kind | None = None
    spec: bool = True  # outside kinds: observations, quantities and defines can be named

    def with_person(self, name: str, kind: str) -> Place:
        people = [person for person in self.people if person[0] != name]
        return Place([*people, (name, kind)], self.instant, self.seen, self.spec)

    def at(self, instant: bool) -> Place:
        return Place(self.people, instant, self.seen, self.spec)


@dataclass(frozen=True, slots=True)
class Text:
    """A generated text. `pinned`: its worlds are confined to the grid. `seed`: what made it."""

    seed: int
    pinned: bool
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"


def generate(seed: int, pinned: bool) -> Text:
    """The text of a seed."""
    return Text(seed, pinned, tuple(Generator(Random(f"{seed} {pinned}"), pinned).lines()))


class Generator:
    """One text."""

    def __init__(self, random: Random, pinned: bool) -> None:
        self._random = random
        self._pinned = pinned
        self._kinds: dict[str, Kind] = {}
        self._named: list[tuple[str, str]] = []
        self._observations: list[str] = []
        self._quantities: list[str] = []
        self._defines: list[tuple[str, tuple[str, ...], bool]] = []  # name, kinds of the parameters, needs an instant
        self._moments: list[str] = []  # defines of moments
        self._variables = 0
        self._rules = 0

    def lines(self) -> list[str]:
        """The text's lines, each of which can be left out."""
        written = self._declare_kinds()
        written += self._name()
        written += self._describe()
        if self._pinned:
            written += self._pins()
        written += self._state()
        written += self._promise()
        return written

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    # ------------------------------------------------------------ kinds

    def _declare_kinds(self) -> list[str]:
        names = self._random.sample(["node", "pod", "job"], self._random.choice((1, 1, 2, 2, 3)))
        names.sort(key=["node", "pod", "job"].index)
        if self._chance(0.4):
            names.append("proxy")
        if len(names) == 4:
            names.remove("job")
        written: list[str] = []
        for name in names:
            kind = self._kinds[name] = Kind(name)
            written += self._declare(kind, consumer=name == "proxy")
        return written

    def _declare(self, kind: Kind, consumer: bool) -> list[str]:
        written = [f"kind {kind.name} {{", *self._things(kind, consumer)]
        for event in EVENTS[kind.name][: self._random.choice((1, 1, 2)) if not consumer else self._random.choice((0, 1))]:
            kind.events.append(event)
            written.append(f"  event {event}")
        if kind.events and self._chance(0.25):
            written.append(f"  event due = {self._moment(self._inside(kind), 1)}")
            kind.derived.append("due")
        first, second = STATES[kind.name]
        if self._chance(0.45 if not consumer else 0.1):
            kind.free.append(first)
            written.append(f"  state {first}")
        if self._chance(0.4):
            written.append(f"  state {second} = {self._formula(self._inside(kind).at(True), self._random.choice((1, 1, 2)))}")
            kind.states.append(second)
        if consumer:
            written += self._sees(kind)
        return [*written, "}"]

    def _inside(self, kind: Kind) -> Place:
        return Place([("self", kind.name)], spec=False)

    def _things(self, kind: Kind, consumer: bool) -> list[str]:
        written = []
        if consumer:
            optional = self._chance(0.4)
            kind.fields["lag"] = "duration?" if optional else "duration"
            written.append(f"  lag: duration{'?' if optional else ''}{self._random.choice(('', '', ' = 1s', ' = 0s'))}")
        if self._chance(0.35):
            optional = self._chance(0.35)
            kind.fields["wait"] = "duration?" if optional else "duration"
            defaults = ["", "", " = 0s", " = 1s", " = none" if optional else " = 1s"]
            defaults.append(" = min(lag, 1s)" if "lag" in kind.fields else " = 1s")
            written.append(f"  wait: duration{'?' if optional else ''}{self._random.choice(defaults)}")
        if self._chance(0.2):
            kind.fields["flag"] = "bool"
            written.append(f"  flag: bool{self._random.choice(('', ' = true', ' = false'))}")
        if self._chance(0.2):
            kind.fields["mode"] = "choice"
            written.append(f"  mode: red | blue{self._random.choice(('', ' = red', ' = blue'))}")
        if self._chance(0.12):
            kind.fields["size"] = "count"
            written.append(f"  size: count{self._random.choice(('', ' = 1'))}")
        for target in self._kinds.values():
            if target is not kind and self._chance(0.5) and len(kind.references) < 2:
                optional = self._chance(0.35)
                kind.references.append(Reference(target.name, target.name, optional, PREPOSITIONS[target.name]))
                written.append(f"  {PREPOSITIONS[target.name]} {target.name}{'?' if optional else ''}")
        if not consumer and self._chance(0.1):
            kind.references.append(Reference("peer", kind.name, True, "over"))
            written.append(f"  over peer: {kind.name}?")
        return written

    def _sees(self, kind: Kind) -> list[str]:
        written = []
        for target in [*self._kinds.values()]:
            if target is not kind and (self._chance(0.8) or (target.happenings and not kind.sees)):
                kind.sees.append(target.name)
                bounds = ["lag"] * 6 + ["1s", "0s", "lag + 1s", "max(lag, 1s)", "min(lag, 1s)"]
                written.append(f"  sees {target.name} within {self._random.choice(bounds)}")
        return written

    # ------------------------------------------------------------ who is there

    def _name(self) -> list[str]:
        written: list[str] = []
        settings: list[str] = []
        for kind in self._kinds.values():
            count = self._random.choice((0, 1, 1, 1, 2, 2)) if len(self._kinds) < 3 else self._random.choice((0, 1, 1, 2))
            for name in NAMES[kind.name][:count]:
                phrases = ""
                for reference in kind.references:
                    targets = [other for other, its in self._named if its == reference.target]
                    if targets and self._chance(0.65):
                        phrases += f" {reference.preposition} {self._random.choice(targets)}"
                given = {each: f"{each}: {self._value(of)}" for each, of in kind.fields.items() if self._chance(0.3)}
                apart = [each for each in given if self._chance(0.2)]
                settings += [f"{name}.{given.pop(each)}" for each in apart]
                written.append(f"{kind.name} {name}{phrases}" + (f" {{ {', '.join(given.values())} }}" if given else ""))
                self._named.append((name, kind.name))
        written += settings
        if self._chance(0.15):
            self._quantities.append("longest")
            written.append(f"quantity longest: duration{self._random.choice(('', ' = 1s'))}")
        return written

    def _value(self, sort: str) -> str:
        if self._chance(0.15):
            return "unknown"
        match sort:
            case "duration":
                return self._random.choice(("0s", "1s", "1s"))
            case "duration?":
                return self._random.choice(("0s", "1s", "none"))
            case "bool":
                return self._random.choice(("true", "false"))
            case "choice":
                return self._random.choice(("red", "blue"))
            case _:
                return self._random.choice(("0", "1"))

    # ------------------------------------------------------------ facts that confine

    def _pins(self) -> list[str]:
        """Facts that keep everything on the grid. Time begins at 1 s at the latest, since an instant is named there."""
        written = ['rule "grid of time": until 1s: 0s < 1s']
        for kind in self._kinds.values():
            k = kind.name
            said = [f"(if x is {e}: x.{e} = 1s or x.{e} = 2s)" for e in kind.events]
            for f, sort in kind.fields.items():
                if sort == "duration":
                    said.append(f"(x.{f} = 0s or x.{f} = 1s)")
                elif sort == "duration?":
                    said.append(f"(x.{f} is none or x.{f} = 0s or x.{f} = 1s)")
                elif sort == "count":
                    said.append(f"x.{f} <= 1")
            for s in kind.free:
                for span in ("until 1s", "from 1s until 2s", "from 2s"):
                    said.append(f"(({span}: x is {s}) or ({span}: x is not {s}))")
            if said:
                written.append(f'rule "grid of {k}": every {k} x: {" and ".join(said)}')
            named = sum(1 for _, its in self._named if its == k)
            closed = f"no other {k}" if self._chance(0.5) else f"count({k} x) <= {named + 1}"
            written.append(f'assume "few {k}": {closed}')
        written += [f"assume {quantity} = 0s or {quantity} = 1s" for quantity in self._quantities]
        return written

    def _describe(self) -> list[str]:
        """Vocabulary, and the names of the observations (they may be mentioned before they are made)."""
        written = []
        self._observations = list(("early", "later")[: self._random.choice((0, 0, 1, 1, 2))])
        if self._chance(0.2):
            kinds = [self._random.choice([*self._kinds])]
            if self._chance(0.4):
                kinds.append(self._random.choice([*self._kinds]))
            needs = self._chance(0.5)
            people = [(name, kind) for name, kind in zip(("u", "v"), kinds, strict=False)]
            parameters = ", ".join(f"{name}: {kind}" for name, kind in people)
            body = self._formula(Place(people, instant=needs, spec=False), self._random.choice((1, 2)))
            written.append(f"define fine({parameters}) = {body}")
            self._defines.append(("fine", tuple(kinds), needs))
        if self._chance(0.12):
            written.append(f"define cutoff = {self._moment(self._anywhere(), 1)}")
            self._moments.append("cutoff")
        return written

    def _anywhere(self) -> Place:
        return Place(list(self._named))

    # ------------------------------------------------------------ what is supposed, promised, seen

    def _state(self) -> list[str]:
        written = []
        if not self._pinned:
            for kind in self._kinds:
                if self._chance(0.35):
                    written.append(f"assume no other {kind}")
        self._rules = self._random.choice((0, 1, 1, 2))
        for number in range(self._rules):
            written.append(f'rule "rule {number}": {self._line()}')
        for number in range(self._random.choice((0, 0, 1, 1, 2))):
            written.append(f'assume "fact {number}": {self._line()}')
        for name in self._observations:
            at = f" at {self._random.choice(('1s', '2s', '3s'))}" if self._chance(0.4) else ""
            by = self._observer()
            place = Place(list(self._named), True, self._kinds["proxy"] if by in (" by P1", " by P2") else None)
            facts = [self._bracket(self._formula(place, self._random.choice((0, 1, 1)))) for _ in range(self._random.choice((1, 1, 2)))]
            if self._pinned:
                written.append(f"assume {name} = 1s or {name} = 2s or {name} = 3s")
            written.append(f"observe {name}{at}{by} {{ {', '.join(facts)} }}".replace("), (", ")\n("))
        return written

    def _observer(self) -> str:
        consumers = [name for name, kind in self._named if kind == "proxy"]
        if consumers and self._kinds["proxy"].sees and self._chance(0.25):
            return f" by {consumers[0]}"
        return ' by "the log"' if self._chance(0.2) else ""

    def _line(self) -> str:
        """What a rule or an assumption says: most often of everybody of a kind."""
        if self._chance(0.45):
            typical = self._typical()
            if typical:
                return typical
        if self._chance(0.6):
            return self._quantified(self._anywhere(), self._random.choice((1, 2, 2)), "every")
        return self._formula(self._anywhere(), self._random.choice((1, 2)))

    def _typical(self) -> str | None:
        """What specs are full of: one event after another, a state at an event, somebody's knowledge at an event, one for each, a total."""
        kind = self._kinds[self._random.choice([*self._kinds])]
        if not kind.happenings:
            return None
        k, event, other = kind.name, self._random.choice(kind.happenings), self._random.choice(kind.happenings)
        place = Place([*self._named, ("x", k)], instant=True)
        match self._random.choice(("order", "within", "at", "seen", "no", "after", "each", "total", "span", "some")):
            case "order" if event != other:
                return f"every {k} x where x is {event}: x.{other} {self._random.choice(('by', 'before', '<='))} x.{event}"
            case "within":
                return f"every {k} x where x is {event}: {self._moment(place, 0)} within {self._duration(place)} after x.{event}"
            case "at":
                return f"every {k} x where x is {event}: at x.{event}: {self._formula(place, self._random.choice((0, 1)))}"
            case "seen" if "proxy" in self._kinds and self._kinds["proxy"].sees:
                consumer = self._person(place, "proxy")
                inner = Place(place.people, True, self._kinds["proxy"])
                seen = self._formula(inner, self._random.choice((0, 0, 1)))
                return f"every {k} x where x is {event}: at x.{event}: seen by {consumer[0]}: {seen}" if consumer else None
            case "no":
                phrase = self._phrase(k, self._anywhere())
                return f"no {k} x{phrase} where x.{event} {self._random.choice(('before', 'after', '>=', 'by'))} {self._moment(place, 1)}"
            case "after":
                return f"every {k} x where x.{event} before {self._moment(self._anywhere(), 1)}: x is {other}"
            case "each":
                its = [r for r in kind.references if self._kinds[r.target].happenings]
                if its:
                    r = self._random.choice(its)
                    return f"every {r.target} y: some {k} x where x.{r.name} = y and x is {event}"
            case "total":
                self._variables += 1
                return f"count({k} x where x is {event}) {self._random.choice(('<=', '>=', '='))} {self._random.choice('112')}"
            case "span":
                return f"every {k} x where x is {event}: from x.{event}: {self._formula(place, 0)}"
            case "some":
                return f"some {k} x{self._phrase(k, self._anywhere())} where x is {event} and ({self._formula(place.at(False), 0)})"
        return None

    def _promise(self) -> list[str]:
        written = []
        promises = [f"promise p{number}: {self._line()}" for number in range(self._random.choice((1, 2, 2)))]
        if self._chance(0.3):
            settable = [f"{name}.{each}: {self._value(of)}" for name, kind in self._named for each, of in self._kinds[kind].fields.items()]
            own = [self._random.choice(settable)] if settable and self._chance(0.5) else []
            if self._chance(0.6):
                own.append(f"assume {self._line()}")
            written += ["offer O {", *(f"  {line}" for line in own), f"  {promises[0]}", "}", *promises[1:]]
            if self._chance(0.4):
                more = f"  assume {self._line()}"
                written += ["offer Q extends O {", more, f"  promise q: {self._line()}", "}"]
        else:
            written += promises
        alike = [[name for name, its in self._named if its == kind] for kind in dict.fromkeys(kind for _, kind in self._named)]
        alike = [names for names in alike if len(names) > 1 and self._kinds[dict(self._named)[names[0]]].happenings]
        if alike and self._chance(0.2):
            names = self._random.choice(alike)
            kind = dict(self._named)[names[0]]
            event = self._random.choice(list(self._kinds[kind].happenings))
            for name in names[:2]:  # the same of each, but each in an offer of its own
                said = [f"  assume no other {kind}", f"  assume {name} is {event}", f"  promise each: every {kind}: {event}"]
                written += [f"offer {name}s {{", *said, "}"]
        if self._chance(0.12):
            rules = [f'  without "rule {number}"' for number in range(self._rules)]
            dropped = [self._random.choice(rules)] if rules and self._chance(0.5) else []
            written += ["case variant {", *dropped, f"  assume {self._line()}", "}"]
        return written

    # ------------------------------------------------------------ terms

    def _person(self, place: Place, kind: str | None = None) -> tuple[str, str] | None:
        """Somebody who can be named there (of that kind), perhaps by way of a reference."""
        found = []
        for index, (name, its) in enumerate(place.people):
            found += [(name, its)] * (9 if index == len(place.people) - 1 and name not in NAMES[its] else 3)
            for reference in self._kinds[its].references:
                found += [(f"{name}.{reference.name}", reference.target)] * 2
                for further in self._kinds[reference.target].references if reference.target in self._kinds else ():
                    found.append((f"{name}.{reference.name}.{further.name}", further.target))
        fitting = [each for each in found if kind is None or each[1] == kind]
        return self._random.choice(fitting) if fitting else None

    def _moment(self, place: Place, depth: int) -> str:
        """An instant."""
        choices = [f"{name}.{event}" for name, kind in self._people(place) for event in self._kinds[kind].happenings] * 2
        if place.spec:
            choices += self._observations + self._moments
        base = self._random.choice(choices) if choices and self._chance(0.9) else self._random.choice(("1s", "2s"))
        if base[0].isdigit() or not depth:
            return base
        roll = self._random.random()
        if roll < 0.12:
            return f"{base} + {self._duration(place)}"
        if roll < 0.13 and place.spec and place.seen is None:
            kind = self._random.choice([*self._kinds])
            return f"{base} + count({kind}) * 1s"
        if roll < 0.18:
            return f"{base} - 1s"
        if roll < 0.26:
            other = self._moment(place, 0)
            return f"{self._random.choice(('min', 'max'))}({base}, {other})" if other != base else base
        return base

    def _people(self, place: Place) -> list[tuple[str, str]]:
        found = list(place.people)
        for name, kind in place.people:
            found += [(f"{name}.{r.name}", r.target) for r in self._kinds[kind].references]
        return found

    def _duration(self, place: Place) -> str:
        people = self._people(place)
        choices = [f"{name}.{f}" for name, kind in people for f, sort in self._kinds[kind].fields.items() if "duration" in sort]
        if place.spec:
            choices += self._quantities
        return self._random.choice(choices) if choices and self._chance(0.6) else "1s"

    # ------------------------------------------------------------ formulas

    def _bracket(self, text: str) -> str:
        return f"({text})"

    def _formula(self, place: Place, depth: int) -> str:
        """A formula; in brackets wherever its end could be read otherwise."""
        if depth == 0 or (not place.people and self._chance(0.2)):
            return self._atom(place)
        roll = self._random.random()
        if roll < 0.12:
            return self._atom(place)
        if roll < 0.36:
            word = self._random.choice((" and ", " or "))
            return word.join(self._bracket(self._formula(place, depth - 1)) for _ in range(2))
        if roll < 0.44:
            return f"not {self._bracket(self._formula(place, depth - 1))}"
        if roll < 0.52:
            return f"if {self._bracket(self._formula(place, depth - 1))}: {self._formula(place, depth - 1)}"
        if roll < 0.76 or place.seen is not None:
            return self._quantified(place, depth - 1, self._random.choice(("every", "some", "some", "no", "no other")))
        if roll < 0.97:
            return self._head(place, depth - 1)
        defined = self._defined(place)
        return defined if defined else self._head(place, depth - 1)

    def _head(self, place: Place, depth: int) -> str:
        roll = self._random.random()
        if place.instant and roll < 0.3:
            consumer = self._person(place, "proxy") if "proxy" in self._kinds else None
            if consumer is not None and self._kinds["proxy"].sees:
                inner = Place(place.people, True, self._kinds["proxy"], place.spec)
                return f"seen by {consumer[0]}: {self._formula(inner, depth)}"
        if roll < 0.5:
            return f"at {self._moment(place, 1)}: {self._formula(place.at(True), depth)}"
        if roll < 0.65:
            return f"always: {self._formula(place.at(True), depth)}"
        if roll < 0.75:
            return f"from {self._moment(place, 1)}: {self._formula(place.at(True), depth)}"
        if roll < 0.85:
            return f"from {self._moment(place, 1)} until {self._moment(place, 1)}: {self._formula(place.at(True), depth)}"
        if roll < 0.93:
            return f"until {self._moment(place, 1)}: {self._formula(place.at(True), depth)}"
        return f"ever: {self._formula(place.at(False), depth)}"

    def _quantified(self, place: Place, depth: int, quantity: str) -> str:
        kinds = [k for k in self._kinds if place.seen is None or k in place.seen.sees]
        kind = self._random.choice(kinds)
        phrases = "".join(self._phrase(kind, place) for _ in range(1) if self._chance(0.35))
        if quantity == "no other":
            inner = place.with_person("self", kind)
            where = f" where {self._bracket(self._formula(inner, min(depth, 1)))}" if self._chance(0.8) else ""
            return f"no other {kind}{phrases}{where}"
        if self._chance(0.3):
            name, inner = "", place.with_person("self", kind)
        else:
            self._variables += 1
            variable = f"{kind[0]}{self._variables}"
            name, inner = f" {variable}", place.with_person(variable, kind)
        where = f" where {self._bracket(self._formula(inner, min(depth, 1)))}" if self._chance(0.7) else ""
        body = f": {self._formula(inner, depth)}" if quantity == "every" or not where or self._chance(0.2) else ""
        return f"{quantity} {kind}{name}{phrases}{where}{body}"

    def _phrase(self, kind: str, place: Place) -> str:
        for reference in self._kinds[kind].references:
            target = self._person(place, reference.target)
            if target is not None:
                return f" {reference.preposition} {target[0]}"
        return ""

    def _defined(self, place: Place) -> str | None:
        for name, kinds, needs in self._defines:
            people = [self._person(place, kind) for kind in kinds]
            if place.spec and (place.instant or not needs) and place.seen is None and all(people):
                said = [person[0] for person in people if person]
                return f"{said[0]} is {name}" if len(said) == 1 and self._chance(0.4) else f"{name}({', '.join(said)})"
        return None

    # ------------------------------------------------------------ atoms

    def _atom(self, place: Place) -> str:
        for _ in range(20):
            found = self._try_atom(place)
            if found is not None:
                return found
        return self._random.choice(("1s < 2s", "2s <= 1s"))

    def _try_atom(self, place: Place) -> str | None:
        person = self._person(place)
        if person is None:
            return self._counted(place) if place.seen is None else None
        name, kind_name = person
        kind = self._kinds[kind_name]
        seen = place.seen is not None
        known = not seen or (place.seen is not None and kind_name in place.seen.sees)
        match self._random.choice(ATOMS):
            case "event" if kind.happenings and known:
                return f"{name} is {self._random.choice(('', '', 'not '))}{self._random.choice(kind.happenings)}"
            case "state" if kind.conditions and place.instant and known:
                return f"{name} is {self._random.choice(('', '', 'not '))}{self._random.choice(kind.conditions)}"
            case "order" if not seen and kind.happenings:
                event, other = f"{name}.{self._random.choice(kind.happenings)}", self._moment(place, 1)
                return f"{event} {self._random.choice(ORDERS)} {other}" if other != event else None
            case "within" if not seen and kind.happenings:
                event = f"{name}.{self._random.choice(kind.happenings)}"
                return f"{event} within {self._duration(place)} after {self._moment(place, 0)}"
            case "same":
                other = self._person(place, kind_name)
                return f"{name} {self._random.choice(('=', '!='))} {other[0]}" if other is not None and other[0] != name else None
            case "absent":
                absent = [f"{name}.{r.name}" for r in kind.references if r.optional]
                absent += [f"{name}.{f}" for f, sort in kind.fields.items() if sort == "duration?"]
                absent += [f"{name}.{e}" for e in kind.happenings] if not seen else []
                return f"{self._random.choice(absent)} is {self._random.choice(('', 'not '))}none" if absent else None
            case "field" if kind.fields:
                return self._of_field(name, kind, place)
            case "count" if not seen and (place.spec or self._chance(0.3)):
                return self._counted(place)
            case "number" if not seen and place.spec and self._quantities:
                other = self._duration(place)
                other = other if other != self._quantities[0] else "1s"
                return f"{other} {self._random.choice(('<=', '<', '=', '>='))} {self._quantities[0]}"
        return None

    def _of_field(self, name: str, kind: Kind, place: Place) -> str:
        each, sort = self._random.choice(list(kind.fields.items()))
        match sort:
            case "bool":
                return self._random.choice((f"{name}.{each}", f"not {name}.{each}", f"{name}.{each} = true", f"{name}.{each} != true"))
            case "choice":
                return f"{name}.{each} {self._random.choice(('=', '!='))} {self._random.choice(('red', 'blue'))}"
            case "count":
                return f"{name}.{each} {self._random.choice(('<=', '=', '>='))} {self._random.choice(('0', '1'))}"
            case _:
                other = self._duration(place)
                if other == f"{name}.{each}":
                    other = "1s"
                return f"{name}.{each} {self._random.choice(('<=', '<', '=', '!=', '>=', '>'))} {other}"

    def _counted(self, place: Place) -> str:
        kind = self._random.choice([*self._kinds])
        self._variables += 1
        variable = f"{kind[0]}{self._variables}"
        inner = place.with_person(variable, kind)
        phrase = self._phrase(kind, place) if self._chance(0.3) else ""
        inner.spec = place.spec and self._chance(0.2)  # seldom a count within a count
        where = f" where {self._bracket(self._formula(inner, self._random.choice((0, 0, 1))))}" if self._chance(0.8) else ""
        count = f"count({kind} {variable}{phrase}{where})"
        operator = self._random.choice(("<=", ">=", "=", "<", ">", "!="))
        bounds = ["0", "1", "1", "2"]
        bounds += [f"{name}.size" for name, its in place.people if "size" in self._kinds[its].fields]
        if self._chance(0.06):
            self._variables += 1
            variable = f"{kind[0]}{self._variables}"
            where = f" where {self._bracket(self._formula(place.with_person(variable, kind), 0))}"
            return f"{count} {operator} count({kind} {variable}{where})"
        return f"{count} {operator} {self._random.choice(bounds)}"
