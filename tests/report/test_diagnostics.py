"""Errors as people read them."""

from __future__ import annotations

from checkspec.report.diagnostics import diagnostic_text
from checkspec.report.explain import explanation
from checkspec.report.prose import Paint, columns, harmless, wrap
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Note
from checkspec.text.source import Source, Span

CODE = next(iter(Code))


def rendered(text: str, start: int, end: int, label: str = "", *notes: Note, help: str = "") -> list[str]:
    diagnostic = Diagnostic(CODE, "unknown field `x`", Span(Source("a.drn", text), start, end), label, notes, help)
    return diagnostic_text(diagnostic, Paint(False)).splitlines()


def test_shape() -> None:
    text = "one\nendpoint B { prestop: 5s }\n"
    start = text.index("prestop")
    declared = Note("declared here", Span(Source("b.drn", "xyz"), 0, 3))
    assert rendered(text, start, start + 7, "no such field", declared, Note("a remark"), help="write `preStop`") == [
        f"error[{CODE.name}]: unknown field `x`",
        " --> a.drn:2:14",
        "  |",
        "2 | endpoint B { prestop: 5s }",
        "  |              ^^^^^^^ no such field",
        "note: declared here",
        " --> b.drn:1:1",
        "  |",
        "1 | xyz",
        "  | ---",
        "  = note: a remark",
        "help: write `preStop`",
    ]


def caret(lines: list[str]) -> tuple[str, str]:
    """The shown line and the stretch of it above the carets, by columns."""
    shown, marks = lines[3], lines[4]
    left = marks.index("^")
    width = marks.count("^")
    position, under = 0, ""
    for character in shown:
        if left <= position < left + width:
            under += character
        position += columns(character)
    return shown, under.lstrip("\u0301")


def test_long_lines_are_cut_around_the_caret() -> None:
    text = "a" * 5_000_000 + " WRONG " + "b" * 1000
    shown, under = caret(rendered(text, 5_000_001, 5_000_006))
    assert under == "WRONG" and columns(shown) <= 80


def test_long_runs_of_carets() -> None:
    lines = rendered("x" * 500, 0, 500)
    assert all(columns(line) <= 80 for line in lines)
    lines = rendered(" " * 300 + "x" * 500, 300, 800)
    assert all(columns(line) <= 80 for line in lines)


def test_wide_and_combining_characters_and_tabs() -> None:
    for before in ("\t", "日本語", "e\u0301e\u0301", "\t日\t"):
        text = before + "WRONG after"
        assert caret(rendered(text, len(before), len(before) + 5))[1] == "WRONG"


def test_steering_characters() -> None:
    lines = rendered("a\u202e\x1b WRONG", 4, 9)
    assert caret(lines)[1] == "WRONG"
    assert not set("".join(lines)) & set("\u202e\x1b")


def test_the_end_of_the_text_and_an_empty_text() -> None:
    assert caret(rendered("abc", 3, 3))[0].endswith("abc")
    assert rendered("", 0, 0)[1].strip() == "--> a.drn:1:1"
    assert rendered("abc\n", 4, 4)[1].strip() == "--> a.drn:2:1"


def test_a_span_over_several_lines_marks_the_first() -> None:
    assert rendered("one two\nthree", 4, 13)[4].count("^") == 3


def test_harmless() -> None:
    assert harmless("plain <b>é日") == "plain <b>é日"
    assert harmless("\x00\x9b\u2066\ud800") == "\\u{0}\\u{9b}\\u{2066}\\u{d800}"


def test_wrap() -> None:
    assert wrap("a b " + "c" * 90, 2, 4) == ["  a b", "    " + "c" * 90]
    assert all(columns(line) <= 80 for line in wrap("日本 " * 60))


def test_explanation() -> None:
    page = f"# Errors\n\n## {CODE.name}: a title\n\nText.\n\n### Example\n\nx\n\n## DRN999: other\n"
    assert explanation(CODE, page) == f"## {CODE.name}: a title\n\nText.\n\n### Example\n\nx"
    assert explanation(CODE, "") == f"{CODE.name}: {CODE.title}"
