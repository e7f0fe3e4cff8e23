"""`checkspec ask`: whatever one part of an offer leaves open is asked, nothing else is, and who writes what is advised has answered it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from checkspec.report.ask.inquiry import Inquiry, inquiry
from checkspec.report.prose import columns
from checkspec.theory.load import load
from cli.command import ROOT, checkspec

# a post office, so that nothing can be owed to a word of Kubernetes
TEXT = """
kind office { public: bool }
kind desk { of office  event closed }
kind courier { of office, delay: duration?  sees desk within delay }
kind letter { on desk, via courier?  event posted, taken, written, read  population { complete: read } }
boundary clerk "who sits at the desk" {
  letter: taken, written
  desk: closed
}
boundary reader "who gets it" { letter: posted, read }
office post { public: true }
desk D, E of post
courier K of post { delay: 5s }
letter L on D via K
letter M on E
source diary at reader { complete letter on D where taken before D.closed: read }
assume "one letter": no other letter on D where taken before D.closed
observe later by K { D is closed }
offer Mail {
  promise all: every letter on D where taken before D.closed: read by later
}
"""
ACCEPTANCE, POPULATION, BOUNDARY, CUTOFF = "acceptance event", "population", "completion boundary", "cutoff"
CONSUMER, OBSERVER, VALUES = "consumer's observation", "who observes", "values"

OPEN = {
    "nobody says which letters count": (" where taken before D.closed: read by", ": read by", {ACCEPTANCE}),
    "nor up to when": ("where taken before D.closed: read by", "where taken: read by", {POPULATION}),
    "a variable": ("letter on D where taken before D.closed: read by", "letter l on D where l is taken: l.read by", {POPULATION}),
    "there may be others": ('assume "one letter": no other letter on D where taken before D.closed\n', "", {POPULATION}),
    "nobody is named": ("letter L on D via K\nletter M on E\nsource", "source", {POPULATION}),
    "it ends at the desk": ("read by later", "written by later", {BOUNDARY, OBSERVER}),
    "at some time": ("read by later", "read", {CUTOFF}),
    "not read": (
        "every letter on D where taken before D.closed: read by later", "no letter on D where taken before D.closed and not read", {CUTOFF}
    ),
    "the courier says nothing": ("later by K", "later", {CONSUMER}),
    "the courier may be late": ("{ delay: 5s }", "", {CONSUMER}),
    "no record": ("source diary at reader { complete letter on D where taken before D.closed: read }\n", "", {OBSERVER}),
    "a record with gaps": (" { complete letter on D where taken before D.closed: read }", "", {OBSERVER}),
    "a record of totals": ("{ complete letter on D where taken before D.closed: read }", "{ totals }", {OBSERVER}),
    "a default": ("public: bool", "public: bool, fee: count = 2", {VALUES}),
    "not known": ("kind desk { of office", "kind desk { of office, hours: early | late", {VALUES}),
    "said to be unknown": ("desk D, E of post", "desk D, E of post { shut: unknown }\nkind desk { shut: duration = 1s }", {VALUES}),
    "no bound": ("via courier?  event", "via courier?, way: duration  event", {VALUES}),
    "a quantity": ("offer Mail {", "quantity slack: duration\noffer Mail {\n  assume D.closed <= later + slack", {VALUES}),
}  # fmt: skip
"""What is written instead, and which parts are open then: by the meaning of each part, and no other."""


def asked(text: str, folder: Path) -> Inquiry:
    path = folder / "x.drn"
    path.write_text(text, "utf-8")
    spec = load(path)
    assert [each.code.name for each in spec.warnings if each.code.name != "DRN604"] == []
    return inquiry(spec.theories[0], spec.theories[0], [each for each in spec.theories[0].promises if not each.inherited])


def followed(text: str, found: Inquiry) -> str:
    """The text with what the first question advises."""
    for write in sorted(found.questions[0].writes, key=lambda each: 0 if each.instead is None else -each.instead.start):
        if write.instead is None:
            text = f"{text}{write.text}\n"
        else:
            text = text[: write.instead.start] + write.text + text[write.instead.end :]
    return text


def test_an_offer_that_names_everything_leaves_nothing_open(tmp_path: Path) -> None:
    found = asked(TEXT, tmp_path)
    assert found.questions == ()
    named = {part.name: part.named for part, _ in found.asked[0].parts}
    assert named[ACCEPTANCE] == "taken, noticed at clerk"
    assert named[POPULATION] == "taken before D.closed; all of them are named"
    assert named[BOUNDARY] == "read, noticed at reader"
    assert named[CUTOFF] == "by later"
    assert named[CONSUMER] == "K observed at later; K.delay: 5s (line 13)"
    assert named[OBSERVER] == "diary, complete for read (line 16)"


@pytest.mark.parametrize("what", OPEN)
def test_what_is_open_is_asked_and_nothing_else(what: str, tmp_path: Path) -> None:
    said, instead, parts = OPEN[what]
    assert said in TEXT
    text = TEXT.replace(said, instead)
    found = asked(text, tmp_path)
    assert {each.part for each in found.questions} >= parts
    # who says who is meant has still to be asked whether those are all, and the record may be of others
    assert {each.part for each in found.questions} <= parts | ({OBSERVER} if what == "a variable" else set())


@pytest.mark.parametrize("what", OPEN)
def test_who_writes_what_is_advised_has_answered(what: str, tmp_path: Path) -> None:
    said, instead, _ = OPEN[what]
    text = TEXT.replace(said, instead)
    for _ in range(6):
        found = asked(text, tmp_path)
        if not found.questions:
            return
        assert found.questions[0].writes, found.questions[0].text
        text = followed(text, found)
    assert [each.text for each in found.questions] == []


@pytest.mark.parametrize(
    "path", ["specs/drain/ops-drain-01.drn", "specs/drain/two-offers.drn", "tests/refusals/DRN604-whom-it-is-about.drn"]
)
def test_of_the_rulebook_too(path: str, tmp_path: Path) -> None:
    text = (ROOT / path).read_text("utf-8")
    for _ in range(16):
        found = asked(text, tmp_path)
        if not found.questions:
            return
        text = followed(text, found)
    assert [each.text for each in found.questions] == []


def test_who_chooses_is_asked_where_nobody_is_named(tmp_path: Path) -> None:
    text = TEXT.replace("courier K of post { delay: 5s }\n", "").replace(" via K", "").replace(" by K", "")
    found = asked(text, tmp_path)
    assert [(each.part, [write.text for write in each.writes]) for each in found.questions] == [(CONSUMER, ["courier c1 { delay: 5s }"])]
    assert [each.part for each in asked(followed(text, found), tmp_path).questions] == [CONSUMER], "what does it say itself?"


def test_what_several_promises_leave_open_is_asked_once(tmp_path: Path) -> None:
    text = TEXT.replace("{ delay: 5s }", "")
    text = text.replace("read by later\n", "read by later\n  promise two: every letter on D where taken: read\n")
    found = asked(text, tmp_path)
    [late] = [number for number, each in enumerate(found.questions) if each.part == CONSUMER]
    assert found.open_for[late] == ("Mail.all", "Mail.two")
    assert [found.open_for[number] for number, each in enumerate(found.questions) if each.part == CUTOFF] == [("Mail.two",)]


def test_a_case_advises_what_can_stand_in_it(tmp_path: Path) -> None:
    """The promise of the base cannot name an observation of the case."""
    text = TEXT.replace("read by later", "read").replace("observe later by K { D is closed }\n", "")
    path = tmp_path / "x.drn"
    path.write_text(f"{text}case hot {{ observe noon by K {{ D is closed }} }}\n", "utf-8")
    spec = load(path)
    [question] = [each for each in inquiry(spec.theories[1], spec.theories[0], spec.theories[1].promises).questions if each.part == CUTOFF]
    assert question.writes[0].text == "promise all: every letter on D where taken before D.closed: read by D.closed + 60s"


def test_a_name_that_a_case_has_is_not_proposed(tmp_path: Path) -> None:
    text = TEXT.replace("later by K", "later")
    found = asked(f"{text}case hot {{ observe applied by K {{ D is closed }} }}\n", tmp_path)
    assert [write.text for each in found.questions for write in each.writes] == ["observe applied-2 by K { D is closed }"]


# ---------------------------------------------------------------- the command


def test_the_text_fits_and_the_exit_code_says_whether_anything_is_open(tmp_path: Path) -> None:
    (tmp_path / "x.drn").write_text(TEXT, "utf-8")
    run = checkspec("ask", "x.drn", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.endswith("\nNothing is left open.\n")
    first, second = (checkspec("ask", "specs/drain/ops-drain-01.drn", PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert first.returncode == 1
    assert first.stdout == second.stdout
    assert max(map(columns, first.stdout.splitlines())) <= 80
    alone = checkspec("ask", "specs/drain/ops-drain-01.drn", "C").stdout
    assert "offer W" not in alone
    assert "withdrawn  (line 18)" in alone, "what C takes over is asked of it as well"


def test_the_document_fits_its_schema() -> None:
    run = checkspec("ask", "specs/evidence/server-finished.drn", "S", "--case", "served", "--format", "json")
    data = json.loads(run.stdout)
    jsonschema.validate(data, json.loads((ROOT / "docs" / "ask.schema.json").read_text("utf-8")))
    [promise] = data["ask"]["promises"]
    assert (promise["offer"], promise["promise"], promise["line"], promise["completion"]) == ("S", "served", 8, True)
    open_ = {number for part in promise["parts"] for number in part["open"]}
    assert open_ == {each["number"] for each in data["ask"]["questions"]}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ask", "x.drn", "Mial"], "do you mean `Mail`?"),
        (["ask", "x.drn", "--case", "noon"], "there is no case `noon`"),
        (["ask", "y.drn"], "there is no promise in it"),
        (["ask", "z.drn"], "DRN503"),
    ],
)
def test_what_cannot_be_used(arguments: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "x.drn").write_text(TEXT, "utf-8")
    (tmp_path / "y.drn").write_text("kind letter { event read }\n", "utf-8")
    run = checkspec(*arguments, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert said in run.stderr
