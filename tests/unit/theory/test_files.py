"""Rulebooks with their releases, and files that use files."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkspec.text.diagnostic import Refused
from checkspec.theory.files import RULEBOOKS as BUNDLED
from checkspec.theory.files import in_release, project_root
from checkspec.theory.load import load
from checkspec.theory.typed import Role
from unit.theory.reading import labels, refusal, shape, spec

BOOK = """\
# A page about doors.
# releases: 1.9 1.30
cite D1 "Doors, https://example.org"
kind door { event opened, shut }
define ajar(d: door) = d is opened and d is not shut
rule "always": true
rule "early" until 1.9: true
rule "late" since 1.30 cite D1, "F1": every door d where d is shut: d is opened
rule "between" since 1.9 until 1.30: true
"""
PAGE = 'assume "doors open": every door: opened\nwithout "always"\n'


@pytest.fixture
def books(tmp_path: Path) -> Path:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "doors.drn").write_text(BOOK, encoding="utf-8")
    (folder / "open.drn").write_text(PAGE, encoding="utf-8")
    return folder


def said(text: str, books: Path, others: dict[str, str] | None = None) -> list[str]:
    """Everything that is said about a text that is refused."""
    return [f"{each.code.name} {each.message}" for each in refusal(text, others, books)]


@pytest.mark.parametrize(("release", "rules"), [("1.9", ["always", "early", "between"]), ("1.30", ["always", "late", "between"])])
def test_the_release_picks_the_rules_number_by_number(release: str, rules: list[str], books: Path) -> None:
    theory = spec(f"use doors {release}\ndoor D", rulebooks=books).theories[0]
    assert labels(theory, Role.RULE) == rules and theory.rulebooks == (f"doors {release}",)


def test_until_is_inclusive_and_a_rule_without_either_counts_everywhere(books: Path) -> None:
    rules = {line.label: line for line in spec("use doors 1.30", rulebooks=books).theories[0].lines}
    assert rules["late"].cites == ("D1", "F1")
    assert in_release.__doc__ is not None and "inclusive" in in_release.__doc__


def test_a_spec_has_rules_of_its_own_that_the_release_picks_too(books: Path) -> None:
    theory = spec('use doors 1.9\nrule "mine": true\nrule "later" since 1.10: true', rulebooks=books).theories[0]
    assert labels(theory, Role.RULE) == ["always", "early", "between", "mine"]


def test_a_page_of_assumptions_has_no_release_and_may_drop_a_rule(books: Path) -> None:
    theory = spec("use open\nuse doors 1.30\ndoor D", rulebooks=books).theories[0]
    assert theory.rulebooks == ("open", "doors 1.30") and theory.dropped == ("always",)
    assert labels(theory, Role.ASSUMPTION) == ["doors open"] and "always" not in labels(theory, Role.RULE)


def test_a_rulebook_does_not_know_the_individuals_of_the_spec(books: Path) -> None:
    theory = spec("use doors 1.30\ndoor d, opened", rulebooks=books).theories[0]
    [late] = [line for line in theory.lines if line.label == "late"]
    assert shape(late.formula) == "Quantified(every d [] Happened(d shut) Happened(d opened))"
    (books / "leaky.drn").write_text("assume D is opened", encoding="utf-8")
    assert said("use doors 1.30\ndoor D\nuse leaky", books) == ["DRN204 nothing is called `D`"]


def test_a_rulebook_may_be_used_twice_and_in_a_case(books: Path) -> None:
    theories = spec("use doors 1.30\nuse doors 1.30\ncase c { use doors 1.30\n  use open }", rulebooks=books).theories
    assert labels(theories[0], Role.RULE) == ["always", "late", "between"] and labels(theories[1], Role.ASSUMPTION) == ["doors open"]


def test_the_words_of_a_rulebook_serve_the_spec(books: Path) -> None:
    theory = spec("use doors 1.30\ndoor D\nassume D is ajar", rulebooks=books).theories[0]
    assert shape(theory.lines[-1].formula) == "Applied(ajar [D] And([Happened(D opened) Not(Happened(D shut))]))"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("use dors 1.30", "DRN501 no rulebook is called `dors`"),
        ("use doors", "DRN502 `doors` differs from release to release: which one?"),
        ("use doors 1.31", "DRN502 `doors` does not cover release `1.31`"),
        ("use doors 1.3", "DRN502 `doors` does not cover release `1.3`"),
        ("use open 1.30", "DRN502 `open` has no releases"),
        ("use doors 1.30\nuse doors 1.9", "DRN502 `doors 1.30` is used already"),
        ("use doors 1.30\ncase c { use doors 1.9 }", "DRN502 `doors 1.30` is used already"),
        ("use doors 1.30\ndefine ajar(d: door) = true", "DRN201 `ajar` is declared twice"),
        ("use doors 1.30\ndefine opened(d: door) = true", "DRN201 `opened` is already said of door"),
        ("use doors 1.30\nkind door { event shut }", "DRN201 `shut` is declared twice"),
        ('use doors 1.30\nrule "x" cite D2: true', "DRN218 no source is called `D2`"),
    ],
)
def test_complaint(text: str, message: str, books: Path) -> None:
    assert said(text, books) == [message]


def test_the_known_releases_and_rulebooks_are_listed(books: Path) -> None:
    assert refusal("use doors 1.31", rulebooks=books)[0].help == "there is `1.9` and `1.30`"
    assert refusal("use windows", rulebooks=books)[0].help == "there is `doors` and `open`"
    assert refusal("use dors 1.30", rulebooks=books)[0].help == "do you mean `doors`?"


def test_what_cannot_stand_in_a_rulebook(books: Path) -> None:
    (books / "odd.drn").write_text("kind door { event opened }\ndoor D\nexpect p holds", encoding="utf-8")
    assert said("use odd", books) == ["DRN406 this statement cannot stand in a rulebook"] * 2


def test_the_bundled_rulebooks_can_be_used() -> None:
    assert (BUNDLED / "kubernetes.drn").is_file()


# ---------------------------------------------------------------- files

BASE = "kind door { event opened }\ndoor D\nassume D is opened\npromise p: true\nexpect p holds\ncase c { }"


def test_a_used_file_gives_its_scenario_without_its_cases_and_expectations() -> None:
    theories = spec('use "base.drn"\nD2.x: 1s\nkind door { x: duration }\ndoor D2', {"base.drn": BASE}).theories
    assert [each.case for each in theories] == [None] and theories[0].expectations == ()
    assert [each.name for each in theories[0].individuals] == ["D", "D2"]


def test_the_using_file_sets_anew_and_drops() -> None:
    base = 'kind door { x: duration }\ndoor D { x: 1s }\nassume "a": true'
    theory = spec('use "base.drn"\nD.x: 2s\nwithout "a"', {"base.drn": base}).theories[0]
    assert [line.label for line in theory.lines] == ["D.x: 2s"]


def test_files_use_files_beside_them_and_each_counts_once() -> None:
    others = {"lib/a.drn": 'use "b.drn"\ndoor A', "lib/b.drn": "kind door { event opened }", "lib/c.drn": 'use "../lib/b.drn"\ndoor C'}
    theory = spec('use "lib/a.drn"\nuse "lib/c.drn"', others).theories[0]
    assert [each.name for each in theory.individuals] == ["A", "C"]


def test_a_case_may_use_a_file() -> None:
    theories = spec('kind door { event opened }\ncase c { use "more.drn" }', {"more.drn": "door D\nassume D is opened"}).theories
    assert [len(each.individuals) for each in theories] == [0, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('use "bse.drn"', "DRN503 there is no file `bse.drn`"),
        ('use "."', "DRN503 `.` is not a file"),
        ('use "../outside.drn"', "DRN504 `../outside.drn` lies outside the project"),
        ('use "/etc/hostname"', "DRN504 `/etc/hostname` lies outside the project"),
        ('use "main.drn"', "DRN505 `main.drn` is this file itself"),
        ('use "loop.drn"', "DRN505 files use each other in a circle: `main.drn` → `loop.drn` → `main.drn`"),
    ],
)
def test_complaint_about_a_file(text: str, message: str, books: Path) -> None:
    assert said(text, books, {"base.drn": BASE, "loop.drn": 'use "main.drn"'}) == [message]


def test_the_nearest_file_is_offered(books: Path) -> None:
    assert refusal('use "lib/bse.drn"', {"lib/base.drn": BASE}, books)[0].help == "do you mean `lib/base.drn`?"


def test_a_link_out_of_the_project_is_followed_first(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "pyproject.toml").touch()
    (tmp_path / "secret.drn").write_text(BASE, encoding="utf-8")
    (tmp_path / "project" / "link.drn").symlink_to(tmp_path / "secret.drn")
    (tmp_path / "project" / "main.drn").write_text('use "link.drn"', encoding="utf-8")
    with pytest.raises(Refused, match="DRN504"):
        load(tmp_path / "project" / "main.drn")
    assert len(load(tmp_path / "project" / "main.drn", root=tmp_path).theories[0].individuals) == 1


def test_every_unreadable_file_is_named_at_once(books: Path) -> None:
    others = {"a.drn": "assume assume", "b.drn": "use nothing"}
    found = said('use "a.drn"\nuse "b.drn"\nuse "c.drn"\nassume X is y', books, others)
    assert found[0].startswith("DRN1") and [each[:6] for each in found[1:]] == ["DRN501", "DRN503"]


def test_the_project_root(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert project_root(inner / "x.drn") in (inner, *inner.parents)
    (tmp_path / "a" / ".git").mkdir()
    assert project_root(inner / "x.drn") == tmp_path / "a"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="DRN503"):
        load(tmp_path / "nothing.drn")
    with pytest.raises(Refused, match="DRN503"):
        load("nul\0.drn")


def test_messages_show_the_path_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "main.drn").write_text('use "other.drn"', encoding="utf-8")
    (tmp_path / "specs" / "other.drn").write_text("assume X is y", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused) as caught:
        load("specs/main.drn")
    assert str(caught.value.diagnostics[0].span) == "specs/other.drn:1:8"


@pytest.mark.parametrize("name", ["k" * 5_000, f'"{"k" * 5_000}.drn"'])
def test_a_name_that_no_file_system_takes_is_unknown(name: str, tmp_path: Path) -> None:
    (tmp_path / "x.drn").write_text(f"use {name}\n", "utf-8")
    with pytest.raises(Refused) as refused:
        load(tmp_path / "x.drn")
    assert refused.value.diagnostics[0].code.name in {"DRN501", "DRN503"}
