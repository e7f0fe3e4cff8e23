"""What the review of the semantics wanted refused with a sentence, as it was listed there."""

from __future__ import annotations

import pytest

from unit.theory.reading import HEAD, refusal


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("promise p: A is ready", "DRN301"),
        ("promise p: seen by proxy: A is ready", "DRN302"),
        ("node n\nkind node { state up }\npromise p: always: seen by proxy: n is up", "DRN303"),
        ("promise p: always: seen by proxy: A.deleted before B.deleted", "DRN304"),
        ("promise p: count(endpoint e where e is deleted) - count(request r where r is sent) = 0", "DRN305"),
        ("promise p: count(endpoint e where e is deleted) <= count(request r where r is sent)", "DRN305"),
        ("promise p: A.cores * B.cores = 4", "DRN214"),
        ("kind node { state up = up }", "DRN211"),
        ("define d(e: endpoint) = e is not d", "DRN211"),
        ("kind node { size: count = size + 1 }", "DRN211"),
        ("define ready(e: endpoint) = e is deleted", "DRN201"),
        ("promise p: always R1.sent from A.deleted", "DRN1"),
        ("kind watcher {\n  lag: bool\n  sees endpoint within lag\n}", "DRN210"),
    ],
)
def test_refused(text: str, code: str) -> None:
    diagnostics = refusal(HEAD + text)
    assert all(each.code.name.startswith(code) for each in diagnostics)
    assert all(each.message[0].islower() or each.message[0] == "`" for each in diagnostics)
    assert not any(each.message.endswith(".") for each in diagnostics)
