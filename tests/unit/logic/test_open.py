"""What a question says that is not decided: it stops by itself, and names what goes round."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkspec.answer.decide import answers
from checkspec.answer.limits import Limits
from checkspec.answer.verdict import Verdict
from checkspec.theory.load import load

LABEL = "kind label { size: duration }\nlabel L\n"
WITHOUT_END = {
    f"{LABEL}assume every label l: some label m where m.size > l.size\npromise p: L.size > 1s\n": "label → label",
    f"{LABEL}assume every label l: count(label m where m.size > l.size) >= 1\npromise p: L.size > 1s\n": "label → label",
    "kind pod { over pod, size: duration }\npod A\nassume every pod p: p.pod.size > p.size\npromise p: A.size > 1s\n": "pod → pod",
    "kind pod { event born, gone  state up = born and not gone }\nassume every pod p where p is born: p.gone within 5s after p.born\n"
    "assume always: some pod p where p is up\npromise p: no pod q where q is born\n": "instants → pod → instants",
}


@pytest.mark.parametrize(("text", "cycle"), WITHOUT_END.items())
def test_what_goes_round_is_named(tmp_path: Path, text: str, cycle: str) -> None:
    file = tmp_path / "spec.drn"
    file.write_text(text)
    (answer,) = answers(load(file).theories[0], Limits(30))
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.limit == f"the worlds that are left may need individuals or instants without end: {cycle}"


def test_a_count_without_a_bound(tmp_path: Path) -> None:
    file = tmp_path / "spec.drn"
    file.write_text("kind pod { size: count }\npod A { size: 50 }\nassume count(pod) >= A.size\npromise p: A.size < 50\n")
    (answer,) = answers(load(file).theories[0], Limits(30))
    assert (answer.verdict, answer.limit) == (Verdict.UNKNOWN, 'a count over an open kind without a bound ("no other …" would bound it)')
