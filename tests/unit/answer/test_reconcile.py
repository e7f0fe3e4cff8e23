"""How populations are counted, against what the verdicts of promises about each member say of the same evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkspec.answer.decide import answers
from checkspec.answer.limits import Limits
from checkspec.answer.reconcile import reconciled
from checkspec.answer.standing import COMPLETE, LOST, OUTSIDE, UNFINISHED, Reconciliation
from checkspec.answer.verdict import Verdict
from checkspec.report.counted import counted_data
from checkspec.report.populations import population_lines
from checkspec.report.prose import Paint
from checkspec.theory.load import load
from checkspec.theory.typed import Theory

KINDS = """
kind server { event left, stopped }
kind request {
  on server?
  event taken, done, cut
  population { complete: done, lost: cut or server is stopped }
}
rule "only what is taken is done or cut":
  every request: (if done: taken <= done) and (if cut: taken <= cut)
rule "nothing is done after its server stopped": every request where done: not (server.stopped before done)
rule "a cut is for good": every request where cut: not done
server A, B
request R1, R2 on A
request R3 on B
request R4
population old "taken before A leaves": request on A where taken before A.left
assume R1.taken before A.left and R2.taken before A.left
"""
EVIDENCE = {
    "nothing known": "observe o { }",
    "one done": "observe o { R1 is done }",
    "one done, one not": "observe o { R1 is done and R2 is not done }",
    "one done, one neither": "observe o { R1 is done and R2 is not done and R2 is not cut and A is not stopped }",
    "lost by the stop": "observe o { R1 is done  A is stopped  R2 is not done }",
    "complete before the server stopped": "observe o { R1 is done and R2 is done and A is stopped }",
    "who may be a member": "observe o { R4 is done }\nassume R4.server is not none",
    "surely no member": "observe o { R4 is done }\nassume R4.server = B",
    "all known": "observe o { R1 is done  R2 is not done }\nassume no other request\nassume R4.server is none",
    "a total of the population": "observe o { count(old where done) >= 2 }\nassume no other old\nassume R4 is not old",
    "a total of all": "observe o { count(request where done) >= 2 and R2 is not done and R2 is not cut }",
    "it never happens": "observe o { A.left is none }",
}
WAYS = {
    COMPLETE: "NAME is old and at o: NAME is done",
    UNFINISHED: "NAME is old and (at o: NAME is not done and NAME is not cut and not (NAME.server is stopped))",
    LOST: "NAME is old and (at o: NAME is not done and (NAME is cut or NAME.server is stopped))",
    OUTSIDE: "NAME is not old",
}
"""What each way to stand says, written out."""


def theory(text: str, folder: Path) -> Theory:
    (folder / "spec.drn").write_text(KINDS + text)
    return load(folder / "spec.drn").theories[0]


def counted(text: str, folder: Path) -> list[Reconciliation]:
    given = theory(text, folder)
    return reconciled(given, Limits(), [each.name for each in given.observations])


@pytest.mark.parametrize("name", EVIDENCE)
def test_a_way_to_stand_is_one_that_the_evidence_does_not_exclude(name: str, tmp_path: Path) -> None:
    """A promise that somebody does *not* stand so holds (or what is stated contradicts itself) exactly where that way is excluded; and the
    named ones are all if "no other" holds."""
    promises = [
        f"promise {person}-{way}: not ({said.replace('NAME', person)})" for person in ("R1", "R2", "R3", "R4") for way, said in WAYS.items()
    ]
    given = theory("\n".join((EVIDENCE[name], *promises, "promise all: no other old")), tmp_path)
    verdicts = {each.promise.name: each.verdict for each in answers(given, Limits(), lambda promise, at: False) if each.at == "o"}
    [found] = reconciled(given, Limits(), ["o"])
    excluded = (Verdict.HOLDS, Verdict.INCONSISTENT)
    for person in ("R1", "R2", "R3", "R4"):
        possible = tuple(way for way in WAYS if verdicts[f"{person}-{way}"] not in excluded)
        standing = next((each.ways for each in found.standings if each.individual.name == person), (OUTSIDE,))
        assert found.clash or standing == possible
    assert found.clash == (verdicts["all"] is Verdict.INCONSISTENT)
    assert found.clash or found.further is (verdicts["all"] is not Verdict.HOLDS)


def parts(found: Reconciliation) -> list[str]:
    groups = [found.those(COMPLETE), found.those(UNFINISHED), found.those(LOST), found.unknown]
    return [" ".join(each.individual.name for each in group) for group in groups]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nothing known", ["", "", "", "R1 R2 R4"]),
        ("one done", ["R1", "", "", "R2 R4"]),
        ("one done, one not", ["R1", "R2", "", "R4"]),
        ("lost by the stop", ["R1", "", "R2", "R4"]),
        # complete is complete, whatever happens to the server afterwards
        ("complete before the server stopped", ["R1 R2", "", "", "R4"]),
        ("all known", ["R1", "R2", "", ""]),
        ("a total of the population", ["R1 R2", "", "", ""]),
    ],
)
def test_the_parts(name: str, expected: list[str], tmp_path: Path) -> None:
    [found] = counted(EVIDENCE[name], tmp_path)
    assert parts(found) == expected
    assert found.least == sum(OUTSIDE not in each.ways for each in found.standings) and found.most == len(found.standings)


def test_evidence_accumulates_and_may_contradict_itself(tmp_path: Path) -> None:
    found = counted("observe o { R1 is not done }\nobserve p { R1 is done }\nobserve q { R1 is cut }", tmp_path)
    assert [each.clash for each in found] == [False, False, True]
    assert [parts(each)[:2] for each in found] == [["", "R1"], ["R1", ""], ["", ""]]


def test_only_a_count_of_strangers_is_a_total_over_another_set(tmp_path: Path) -> None:
    """A count of the population, one of another kind, and one that the evidence bounds to the population are no totals over another set."""
    text = "assume no other request\nassume R4.server is none\nassume not (R3 is done) and R4 is not done\n"
    facts = "count(request where done) >= 1\ncount(old where done) >= 1\ncount(server where left) >= 1\n"
    [among] = counted(text + f"observe o {{ {facts} }}", tmp_path)
    assert among.totals == ()
    [others] = counted(f"observe o {{ {facts} }}", tmp_path)
    assert [each.line.label for each in others.totals] == ["count(request where done) >= 1"]


def test_without_time_nothing_is_counted(tmp_path: Path) -> None:
    given = theory(EVIDENCE["one done"], tmp_path)
    [found] = reconciled(given, Limits(timeout=0.0), ["o"])
    assert (found.standings, found.clash, found.limit) == ((), False, "timeout")
    assert "not counted within the limits: timeout" in "\n".join(population_lines([found], "spec.drn", Paint(False)))


def test_what_is_told(tmp_path: Path) -> None:
    closed = "observe o { R1 is done  R2 is not done }\nobserve p { R4.server = A }\nassume no other request"
    found = counted(closed, tmp_path)
    assert list(population_lines(found, str(tmp_path / "spec.drn"), Paint(False))) == [
        "",
        'population old  "taken before A leaves"',
        "        requests  =  complete  +  unfinished  +  lost  +  unknown",
        "  at o  2 to 3    =  1 (R1)    +  1 (R2)      +  0     +  1 (R4)",
        "  at p  2 to 3    =  1 (R1)    +  0           +  0     +  2 (R2, R4)",
        "  Unknown at o: R4 may be complete, unfinished or lost, or not belong to it.",
        "  Unknown at p: R2 may be complete, unfinished or lost.",
        "  Unknown at p: R4 may be complete, unfinished or lost, or not belong to it.",
        "  Perhaps lost already (cut or server is stopped): R2 at o.",
        "  These are all, because",
        "    - assumption: no other request (line 20)",
    ]
    data = counted_data(found[0])
    assert [data[key] for key in ("least", "most", "complete", "perhapsLost", "all")] == [2, 3, ["R1"], ["R2"], True]
    assert data["unknown"] == [{"name": "R4", "ways": ["complete", "unfinished", "lost", "outside"], "decided": True}]
    assert [each["line"] for each in data["reasons"]] == [20]


def test_a_sum_that_is_too_wide_is_a_sentence(tmp_path: Path) -> None:
    names = [f"request-number-{number}" for number in range(1, 5)]
    more = f"request {', '.join(names)} on A\n" + "\n".join(f"assume {name}.taken before A.left" for name in names)
    told = list(population_lines(counted(more + "\nobserve o { R1 is done }", tmp_path), "spec.drn", Paint(False)))
    assert told[2:4] == [
        "  at o: 6 to 7 requests = 1 complete (R1) + 0 unfinished + 0 lost + 6 unknown",
        "    (R2, R4, request-number-1, request-number-2, request-number-3,",
    ]
    assert max(map(len, told)) <= 80
