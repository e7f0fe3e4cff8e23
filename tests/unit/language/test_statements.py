"""Statements: each kind of them, with everything that may be missing."""

from __future__ import annotations

import pytest

from checkspec.language.parse import parse
from checkspec.text.source import Source
from unit.language.shapes import item, refused, shape

SHAPES = {
    "use kubernetes 1.30": "UseRulebook(kubernetes 1.30)",
    "use calm": "UseRulebook(calm -)",
    'use "base.drn"': 'UseFile("base.drn")',
    'cite KD02 "Virtual IPs, https://…"': 'Cite(KD02 "Virtual IPs, https://…")',
    "kind k { }": "KindDecl(k - [])",
    'kind k "title" { a: bool, b: duration? = 0s }': (
        'KindDecl(k "title" [FieldDecl(a TypeName([bool] no) -) FieldDecl(b TypeName([duration] yes) 0s)])'
    ),
    "kind k {\n p: X | Y = X\n}": "KindDecl(k - [FieldDecl(p TypeName([X Y] no) X)])",
    "kind k { of service }": "KindDecl(k - [ReferenceDecl(of service service no)])",
    "kind k { via consumer?, to reader: endpoint? }": (
        "KindDecl(k - [ReferenceDecl(via consumer consumer yes) ReferenceDecl(to reader endpoint yes)])"
    ),
    'kind k { event a "text", b event c = a + 2s }': (
        'KindDecl(k - [EventDecl(a "text" -) EventDecl(b - -) EventDecl(c - Arithmetic(+ a 2s))])'
    ),
    'kind k { state s, t "text" = s and a }': 'KindDecl(k - [StateDecl(s - -) StateDecl(t "text" And([s a]))])',
    "kind k { sees endpoint within lag }": "KindDecl(k - [SeesDecl(endpoint lag)])",
    'rule "r": a': 'RuleDecl("r" - - [] a)',
    'rule "r" since 1.28 until 1.40 cite KD02, "F17": a': 'RuleDecl("r" 1.28 1.40 [KD02 "F17"] a)',
    "define cutoff = A.deleted + 60s": "DefineDecl(cutoff [] Arithmetic(+ A.deleted 60s))",
    "define f(e: endpoint, r: request) = a": "DefineDecl(f [Parameter(e endpoint) Parameter(r request)] a)",
    "endpoint A": "Individuals(endpoint [A] [] [])",
    "endpoint A, B of web on n { preStop: 5s, drain: none }": (
        "Individuals(endpoint [A B] [Phrase(of web) Phrase(on n)] [Assignment(preStop 5s) Assignment(drain none)])"
    ),
    "endpoint A {\n preStop: 5s\n drain: 3s,\n}": "Individuals(endpoint [A] [] [Assignment(preStop 5s) Assignment(drain 3s)])",
    "A.preStop: 15s": "Setting(A.preStop 15s)",
    "A.service.lag: unknown": "Setting(A.service.lag unknown)",
    "quantity longest: duration = 20s": "QuantityDecl(longest TypeName([duration] no) 20s)",
    "quantity n: count": "QuantityDecl(n TypeName([count] no) -)",
    "population all: request": "PopulationDecl(all - request - [] - [])",
    'population old "t": request r on A where a { complete: b, lost: c or d }': (
        'PopulationDecl(old "t" request r [Phrase(on A)] a [Fate(complete b) Fate(lost Or([c d]))])'
    ),
    "kind k { event e\n population { complete: e\n lost: every x: y } state s }": (
        "KindDecl(k - [EventDecl(e - -) FatesDecl([Fate(complete e) Fate(lost Quantified(every x - [] - y))]) StateDecl(s - -)])"
    ),
    "assume a": "Assume(- a)",
    'assume "label": a': 'Assume("label" a)',
    'without "a", "b"': 'Without(["a" "b"])',
    'promise p "title": a': 'PromiseDecl(p "title" a)',
    "offer O { }": "OfferDecl(O - - [])",
    'offer O extends P "t" {\n assume a\n A.x: 5s\n promise p: b }': (
        'OfferDecl(O P "t" [Assume(- a) Setting(A.x 5s) PromiseDecl(p - b)])'
    ),
    "boundary b { }": "BoundaryDecl(b - [])",
    'boundary b "t" {\n k: x, y\n l: z }': 'BoundaryDecl(b "t" [Notice(k [x y]) Notice(l [z])])',
    "source s at b": "SourceDecl(s - b [])",
    'source s "t" at b { totals complete k on A where x: y, z from 1s until later\n complete k: y until 5s }': (
        'SourceDecl(s "t" b [Totals() Complete(k [Phrase(on A)] x [y z] 1s later) Complete(k [] - [y] - 5s)])'
    ),
    "observe o { }": "ObserveDecl(o - - - [])",
    'observe o "t" at 90s by "source" { A is x\n B is y and\n c }': (
        'ObserveDecl(o "t" 90s "source" [Is(A x no) And([Is(B y no) c])])'
    ),
    "observe o by proxy { at x: a from y: b }": "ObserveDecl(o - - proxy [At(x a) During(y - b)])",
    "expect p holds": "Expect([Goal(- p)] holds no [])",
    "expect O.p, q holds vacuously at now, later": "Expect([Goal(O p) Goal(- q)] holds yes [now later])",
    "expect p unknown": "Expect([Goal(- p)] unknown no [])",
    "case before { }": "CaseDecl(before - - [])",
    'case c extends after "t" { A.x: 5s expect p fails }': (
        'CaseDecl(c after "t" [Setting(A.x 5s) Expect([Goal(- p)] fails no [])])'
    ),
}


@pytest.mark.parametrize("text", SHAPES)
def test_the_tree_of_a_statement(text: str) -> None:
    assert shape(item(text)) == SHAPES[text]
    assert item(text).span.text == text


@pytest.mark.parametrize("verdict", ["holds", "fails", "refuted", "undetermined", "inconsistent", "unknown"])
def test_every_verdict_can_be_expected(verdict: str) -> None:
    assert item(f"expect p {verdict}").verdict.text == verdict


def test_words_that_are_not_reserved_are_names() -> None:
    assert shape(item("holds since, vacuously of fails")) == "Individuals(holds [since vacuously] [Phrase(of fails)] [])"
    kind = item("kind k {\n of complete\n source: complete\n on fails\n fails: bool\n event boundary, totals }")
    assert [member.name.text for member in kind.members] == ["complete", "source", "fails", "fails", "boundary", "totals"]
    assert shape(item("observe o { source is totals\n complete is ready }").formulas) == "[Is(source totals no) Is(complete ready no)]"


def test_comments_stand_beside_the_items() -> None:
    file = parse(Source("test.drn", '# first\nassume "a # b": c   # second\r\n#third'))
    assert [(comment.text, comment.span.line, comment.span.column) for comment in file.comments] == [
        ("# first", 1, 1),
        ("# second", 2, 21),
        ("#third", 3, 1),
    ]
    assert len(file.items) == 1


def test_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    text = "\ufeffservice web\r\nendpoint A of web\r\nA.preStop: 5s\r\n"
    assert shape(parse(Source("test.drn", text)).items) == (
        "[Individuals(service [web] [] []) Individuals(endpoint [A] [Phrase(of web)] []) Setting(A.preStop 5s)]"
    )


def test_a_statement_that_begins_with_a_name_begins_a_line() -> None:
    assert refused("A.x: 5s  B.x: 3s")[0].message == "`B` cannot begin a statement in the middle of a line"
    assert len(parse(Source("test.drn", "case c { A.x: 5s\nB.x: 3s }")).items) == 1
