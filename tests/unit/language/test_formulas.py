"""Formulas: what reaches how far, what joins with what."""

from __future__ import annotations

import pytest

from unit.language.shapes import formula, refused, shape, spans

SHAPES = {
    "A is ready": "Is(A ready no)",
    "A is not ready": "Is(A ready yes)",
    "r.connection is none": "Is(r.connection none no)",
    "not A is ready": "Not(Is(A ready no))",
    "a and b and c": "And([a b c])",
    "(a and b) and c": "And([And([a b]) c])",
    "a and (b or c or d)": "And([a Or([b c d])])",
    "not a and b": "And([Not(a) b])",
    "a and always: b and c": "And([a Always(And([b c]))])",
    "(always: b) and c": "And([Always(b) c])",
    "a.x before b.y": "Compare(before a.x b.y)",
    "x by later": "Compare(by x later)",
    "x <= y + 5s - 2 * z": "Compare(<= x Arithmetic(- Arithmetic(+ y 5s) Arithmetic(* 2 z)))",
    "x - y - z = 0": "Compare(= Arithmetic(- Arithmetic(- x y) z) 0)",
    "x within 5s after y": "Within(x 5s y)",
    "A.up = true": "Compare(= A.up true)",
    "lag = unknown": "Compare(= lag unknown)",
    "at 1m30s: a": "At(90s a)",
    "at 0.25s: a": "At(1/4s a)",
    "at 250ms: a": "At(1/4s a)",
    "from x until y: a": "During(x y a)",
    "from x: a": "During(x - a)",
    "until y: a": "During(- y a)",
    "ever: a": "Ever(a)",
    "seen by r.consumer: a or b": "SeenBy(r.consumer Or([a b]))",
    "if a and b: c": "If(And([a b]) c)",
    "if a: if b: c": "If(a If(b c))",
    "every request r on A via p where x: y": "Quantified(every request r [Phrase(on A) Phrase(via p)] x y)",
    "every request on A where x": "Quantified(every request - [Phrase(on A)] x -)",
    "some request where x and y": "Quantified(some request - [] And([x y]) -)",
    "no request r of s.t": "Quantified(no request r [Phrase(of s.t)] - -)",
    "every request: x": "Quantified(every request - [] - x)",
    "every request r: x": "Quantified(every request r [] - x)",
    "no other endpoint": "NoOther(endpoint [] -)",
    "no other request on A where x": "NoOther(request [Phrase(on A)] x)",
    "a and no other endpoint": "And([a NoOther(endpoint [] -)])",
    "count(request r on A where x) >= 2": "Compare(>= CountOf(request r [Phrase(on A)] x) 2)",
    "count(request) = 1": "Compare(= CountOf(request - [] -) 1)",
    "max(a, b + 2s) <= c": "Compare(<= Call(max [a Arithmetic(+ b 2s)]) c)",
    "candidate(e, r)": "Call(candidate [e r])",
    "vllm-0 is ready and holds is ready": "And([Is(vllm-0 ready no) Is(holds ready no)])",
}


@pytest.mark.parametrize("text", SHAPES)
def test_the_tree_of_a_formula(text: str) -> None:
    assert shape(formula(text)) == SHAPES[text]


def test_a_line_end_means_nothing_within_a_formula() -> None:
    assert shape(formula("(\n a\n)\n and\nb.c\n is\nready")) == "And([a Is(b.c ready no)])"


def test_a_call_has_no_space_before_its_bracket() -> None:
    assert refused("assume f (a)")[0].code.name == "DRN101"


def test_spans_are_exact() -> None:
    found = spans(formula("at 5s: every request r on A where (x): not y.z is ready"))
    assert [(name, span.text) for name, span in found] == [
        ("At", "at 5s: every request r on A where (x): not y.z is ready"),
        ("Constant", "5s"),
        ("Quantified", "every request r on A where (x): not y.z is ready"),
        ("Name", "request"),
        ("Name", "r"),
        ("Phrase", "on A"),
        ("Path", "A"),
        ("Name", "A"),
        ("Path", "x"),
        ("Name", "x"),
        ("Not", "not y.z is ready"),
        ("Is", "y.z is ready"),
        ("Path", "y.z"),
        ("Name", "y"),
        ("Name", "z"),
        ("Name", "ready"),
    ]


def test_a_part_in_brackets_belongs_with_them_to_the_whole() -> None:
    whole = formula("(a and b) and candidate(c)")
    assert whole.span.text == "(a and b) and candidate(c)"
    assert [part.span.text for part in whole.parts] == ["a and b", "candidate(c)"]
    assert whole.parts[1].name.span.text == "candidate"


def test_a_span_knows_its_line_and_column() -> None:
    ready = formula("A is\r\n  ready").word
    assert (ready.span.line, ready.span.column) == (2, 3)
