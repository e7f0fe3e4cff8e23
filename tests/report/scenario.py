"""A small theory made by hand, in the shape of the seed's case, so that reports can be tested without parsing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from checkspec.answer.verdict import Answer, Verdict
from checkspec.meaning.world import Member, World
from checkspec.text.source import Source, Span
from checkspec.theory import typed
from checkspec.theory.typed import (
    Expectation,
    Formula,
    Individual,
    Line,
    Observation,
    Offer,
    Promise,
    Quantified,
    Role,
    Sort,
    Theory,
    Type,
    Variable,
)

TEXT = """# OPS-DRAIN-01
endpoint A, B of inference
request R1, R2 on A via proxy
assume "A departs after accepting both":
  R1.accepted before A.deleted and R2.accepted before A.deleted
assume "two endpoints": no other endpoint
offer C "Complete responses" {
  promise withdrawn: no request on A via proxy where selected after A.deleted
  promise complete:  every request on A where accepted before A.deleted: received
}
observe later "application evidence" by "the application" {
  R1 is received
}
expect C.complete fails
"""
SPEC = Source("specs/drain/ops-drain-01.drn", TEXT)
RULES = Source(
    "kubernetes.drn",
    """rule "a deleted endpoint exits": …
rule "what is unfinished when its endpoint exits is cut": …
rule "a cut request is not received": …
""",
)


def at(text: str, source: Source = SPEC) -> Span:
    """Where `text` stands."""
    start = source.text.index(text)
    return Span(source, start, start + len(text))


HERE = at("# OPS")
DURATION = Type(Sort.DURATION)


class Kinds:
    """Kinds and individuals of the scenario."""

    def __init__(self) -> None:
        self.service = typed.Kind("service", HERE)
        self.endpoint = typed.Kind("endpoint", HERE)
        self.consumer = typed.Kind("consumer", HERE)
        self.request = typed.Kind("request", HERE)
        for kind, events in ((self.endpoint, ("deleted", "exited")), (self.request, ("selected", "accepted", "received", "cut"))):
            kind.events = {name: typed.Event(name, HERE) for name in events}
        self.endpoint.events["deleted"].title = "the API accepts the delete"
        self.endpoint.fields = {
            "service": self.reference("service", self.service, "of"),
            "grace": typed.Field("grace", DURATION, HERE),
        }
        self.consumer.fields = {"service": self.reference("service", self.service, "of")}
        self.request.fields = {
            "endpoint": self.reference("endpoint", self.endpoint, "on"),
            "consumer": self.reference("consumer", self.consumer, "via"),
        }
        me = self.endpoint.self
        states = self.endpoint.states
        states["podReady"] = typed.State("podReady", HERE)
        gone = typed.Happened(me, self.endpoint.events["exited"], HERE)
        present = typed.Not(gone, HERE)
        deleted = typed.Happened(me, self.endpoint.events["deleted"], HERE)
        serving = typed.And((present, typed.Holds(me, states["podReady"], HERE)), HERE)
        states["serving"] = typed.State("serving", HERE, definition=serving)
        states["terminating"] = typed.State("terminating", HERE, definition=typed.And((present, deleted), HERE))
        states["ready"] = typed.State("ready", HERE, definition=typed.And((serving, typed.Not(deleted, HERE)), HERE))
        self.inference = Individual("inference", self.service, HERE)
        self.a, self.b = Individual("A", self.endpoint, HERE), Individual("B", self.endpoint, HERE)
        self.proxy = Individual("proxy", self.consumer, HERE)
        self.r1, self.r2 = Individual("R1", self.request, HERE), Individual("R2", self.request, HERE)

    def reference(self, name: str, kind: typed.Kind, preposition: str) -> typed.Field:
        return typed.Field(name, Type(Sort.INDIVIDUAL, kind), HERE, preposition)


def before(left: typed.Term, right: typed.Term, word: str = "before", span: Span = HERE) -> Formula:
    return typed.Compare("<" if word == "before" else ">", left, right, word, span)


def theory() -> Theory:
    """The scenario."""
    k = Kinds()
    e, q, p = Variable("e", k.endpoint, HERE), Variable("q", k.request, HERE), Variable("request", k.request, HERE, False)
    w = Variable("request", k.request, HERE, False)

    def moment(subject: typed.Term, kind: typed.Kind, event: str) -> typed.Moment:
        return typed.Moment(subject, kind.events[event], HERE)

    deleted_a = moment(k.a, k.endpoint, "deleted")
    exit_of_q = typed.Moment(typed.FieldOf(q, k.request.fields["endpoint"], HERE), k.endpoint.events["exited"], HERE)
    grace = typed.FieldOf(e, k.endpoint.fields["grace"], HERE)
    exits = Quantified(
        "every", e, (), typed.Happened(e, k.endpoint.events["deleted"], HERE),
        typed.Within(moment(e, k.endpoint, "exited"), grace, moment(e, k.endpoint, "deleted"), HERE),
        at('rule "a deleted endpoint exits": …', RULES),
    )  # fmt: skip
    unfinished = typed.And(
        (
            typed.Happened(q, k.request.events["accepted"], HERE),
            typed.Compare("<=", exit_of_q, exit_of_q, "by", HERE),
            typed.Not(typed.Compare("<=", moment(q, k.request, "received"), exit_of_q, "by", HERE), HERE),
        ),
        HERE,
    )
    cuts = Quantified(
        "every", q, (), unfinished, typed.Compare("=", moment(q, k.request, "cut"), exit_of_q, "=", HERE),
        at('rule "what is unfinished when its endpoint exits is cut": …', RULES),
    )  # fmt: skip
    excludes = Quantified(
        "every", q, (), typed.Happened(q, k.request.events["cut"], HERE),
        typed.Not(typed.Happened(q, k.request.events["received"], HERE), HERE), at('rule "a cut request is not received": …', RULES),
    )  # fmt: skip
    departs = typed.And(
        (before(moment(k.r1, k.request, "accepted"), deleted_a), before(moment(k.r2, k.request, "accepted"), deleted_a)),
        at("R1.accepted before A.deleted and R2.accepted before A.deleted"),
    )
    no_other = typed.NoOther(Variable("endpoint", k.endpoint, HERE, False), (), None, at("no other endpoint"))
    lines = (
        Line(Role.RULE, "a deleted endpoint exits", exits, exits.span, ("KD03",)),
        Line(Role.RULE, "what is unfinished when its endpoint exits is cut", cuts, cuts.span),
        Line(Role.RULE, "a cut request is not received", excludes, excludes.span),
        Line(Role.ASSUMPTION, "A departs after accepting both", departs, at('assume "A departs after accepting both"')),
        Line(Role.ASSUMPTION, "two endpoints", no_other, at('assume "two endpoints"')),
    )
    on_a = typed.Same(typed.FieldOf(w, k.request.fields["endpoint"], HERE), k.a, False, HERE)
    via = typed.Same(typed.FieldOf(w, k.request.fields["consumer"], HERE), k.proxy, False, HERE)
    withdrawn = Quantified(
        "no", w, (on_a, via), before(moment(w, k.request, "selected"), deleted_a, "after"), None,
        at("no request on A via proxy where selected after A.deleted"),
    )  # fmt: skip
    on_a2 = typed.Same(typed.FieldOf(p, k.request.fields["endpoint"], HERE), k.a, False, HERE)
    complete = Quantified(
        "every", p, (on_a2,), before(moment(p, k.request, "accepted"), deleted_a), typed.Happened(p, k.request.events["received"], HERE),
        at("every request on A where accepted before A.deleted: received"),
    )  # fmt: skip
    promises = (
        Promise("withdrawn", "", withdrawn, at("promise withdrawn: no request on A via proxy where selected after A.deleted"), "C"),
        Promise("complete", "", complete, at("promise complete:  every request on A where accepted before A.deleted: received"), "C"),
    )
    seen = typed.At(
        typed.ObservationInstant("later", HERE), typed.Happened(k.r1, k.request.events["received"], HERE), at("R1 is received")
    )
    return Theory(
        None, "One target, two unfinished responses",
        {kind.name: kind for kind in (k.service, k.endpoint, k.consumer, k.request)},
        (k.inference, k.a, k.b, k.proxy, k.r1, k.r2), (), lines,
        (Offer("C", "Complete responses", lines, False, at("offer C")),), promises,
        (Observation("later", "application evidence", "the application", (Line(Role.OBSERVED, "R1 is received", seen, seen.span),), HERE),),
        (Expectation("C", "complete", None, "FAILS", False, at("expect C.complete fails")),), (), ("kubernetes 1.34",), {},
    )  # fmt: skip


def world(received_r1: int | None = None) -> World:
    """A is deleted at 1s and exits at 31s; R2 (and R1, unless it is received) is cut then."""

    def request(name: str, received: int | None) -> Member:
        events = {"accepted": Fraction(0)}
        events |= {"cut": Fraction(31)} if received is None else {"received": Fraction(received)}
        return Member(name, "request", True, {"endpoint": "A", "consumer": "proxy"}, events)

    def endpoint(name: str, events: dict[str, Fraction]) -> Member:
        return Member(
            name, "endpoint", True, {"service": "inference", "grace": Fraction(30)}, events, {"podReady": ((Fraction(0), True),)}
        )

    return World(
        Fraction(0),
        (
            Member("inference", "service", True),
            endpoint("A", {"deleted": Fraction(1), "exited": Fraction(31)}),
            endpoint("B", {}),
            Member("proxy", "consumer", True, {"service": "inference"}),
            request("R1", received_r1),
            request("R2", None),
        ),
        {"later": Fraction(20)},
    )


def kept_world() -> World:
    """As the other, but both requests are received."""
    broken = world(5)
    r2 = replace(broken.member("R1"), name="R2", events={"accepted": Fraction(0), "received": Fraction(6)})
    return replace(broken, members=(*broken.members[:-1], r2))


def answers() -> tuple[Answer, ...]:
    """By design and later, as the engine would answer."""
    scene = theory()
    withdrawn, complete = scene.promises
    held = {"reasons": (scene.lines[3], scene.lines[0])}
    return (
        Answer(scene, withdrawn, None, Verdict.HOLDS, **held),  # type: ignore[arg-type]
        Answer(scene, withdrawn, "later", Verdict.HOLDS, **held),  # type: ignore[arg-type]
        Answer(scene, complete, None, Verdict.FAILS, broken=world()),
        Answer(scene, complete, "later", Verdict.UNDETERMINED, broken=world(5), kept=kept_world()),
    )
