"""Who takes part is shown with what matters, causes are told before their effects, and the reason of an event is what brings it about."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import checkspec

CLUSTER = """use kubernetes 1.34
use calm
service web
endpoint A of web { preStop: 5s, closes: at-exit, onSignal: drains, drain: 40s }
endpoint B of web
consumer proxy of web { lag: 3s }
request R on A via proxy { work: 60s }
assume "A leaves": A.deleted = 10s
assume "R is early": R.accepted = 8s
"""


def story(text: str, tmp_path: Path) -> str:
    """The only story of a report, on one line."""
    (tmp_path / "x.drn").write_text(text, "utf-8")
    return " ".join(checkspec("x.drn", cwd=tmp_path).stdout.split())


def in_order(text: str, *parts: str) -> None:
    place = 0
    for part in parts:
        found = text.find(part, place)
        assert found >= 0, (part, text)
        place = found + len(part)


def test_who_is_named_is_there_though_nothing_happens_to_them(tmp_path: Path) -> None:
    text = story("kind pod { event up, down }\npod P, Q\npromise p: Q is up\n", tmp_path)
    assert "broken: Q pod Left out, not needed to break the promise: P. never Q is up" in text


def test_how_late_a_consumer_is_stands_in_the_cast(tmp_path: Path) -> None:
    text = story(CLUSTER + "promise p: no request on A via proxy where selected after A.deleted\n", tmp_path)
    assert "proxy consumer of web; selects as-kube-proxy, lag 3s" in text
    assert "B endpoint of web at first" in text


def test_the_end_comes_with_sigkill_and_shows_from_when_it_is_counted(tmp_path: Path) -> None:
    """Not from the closing, which comes with the end, nor from the limit of 40 s, which was not over."""
    text = story(CLUSTER + "promise p: R is received\n", tmp_path)
    in_order(
        text,
        "A endpoint of web; preStop 5s, grace 30s",
        'A is stopping (the kubelet starts to stop it) by rule "the kubelet stops a deleted or evicted pod in the end',
        "16s A is signalled",
        "41s at one and the same instant: A is due (SIGKILL is due) A is exited (its last process ends)",
        'at the latest by rule "SIGKILL ends what still runs when it is due',
        'A is closed (takes no new connection) by rule "a server takes connections until it closes, at the latest when it ends"',
        "R is cut (its answer breaks off)",
    )


def test_an_assumption_that_sets_the_time_is_the_reason_and_the_steps_stay_in_order(tmp_path: Path) -> None:
    text = story(CLUSTER + "promise p: R is received\n", tmp_path)
    in_order(text, "8s at one and the same instant: R is sent R is selected", 'R is accepted by assumption "R is early"')


def test_moments_that_explain_nothing_are_not_told(tmp_path: Path) -> None:
    cluster = CLUSTER.replace("drains, drain: 40s", "exits")
    text = story(cluster + 'without "servers finish what they have"\npromise p: A is not exited\n', tmp_path)
    assert "A is signalled" in text
    assert "A is due" not in text


def test_a_hop_that_ends_comes_before_the_answer_that_it_breaks(tmp_path: Path) -> None:
    lines = 'without "no hop crashes"\nhop gateway for web\nassume "then": gateway.crashed = 9s and R.cut = 9s\n'
    text = story(CLUSTER + lines + "promise p: R is not cut\n", tmp_path)
    in_order(text, "gateway is crashed", 'gateway is exited (ends) by rule "a crash ends the hop"', "R is cut")


PODS = """kind pod { event up, down }
pod Q, P
assume "P": P.up = 5s
"""


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("every pod where up: down = up", 'P is up by assumption "P" (line 3) P is down by rule "x"'),
        ("every pod where self != P and P is up: up = P.up", 'P is up by assumption "P" (line 3) Q is up by rule "x"'),
    ],
)
def test_a_cause_is_told_before_its_effect(rule: str, told: str, tmp_path: Path) -> None:
    text = story(f'{PODS}rule "x": {rule}\npromise p: Q is not up and P is not up\n', tmp_path)
    assert told in text, text


def test_what_must_be_there_already_is_told_before_what_needs_it(tmp_path: Path) -> None:
    """Here the box stands after the pod, in the file and in the world."""
    box = 'kind box { event full }\nbox X\nrule "x": every pod p where p is up: some box where full <= p.up\n'
    text = story(f'{PODS}{box}assume "X": X.full >= 5s\npromise p: P is not up\n', tmp_path)
    assert 'X is full by assumption "X" (line 7) P is up by assumption "P" (line 3)' in text, text


def test_what_is_asked_for_only_by_the_time_of_another_comes_before_it(tmp_path: Path) -> None:
    """The middle step and the first, though the last alone has a cause of its own and is declared before both."""
    steps = "kind step { event last, middle, first }\nstep S\n"
    rules = 'rule "m": every step where last: middle <= last\nrule "f": every step where middle: first <= middle\n'
    text = story(f'{steps}{rules}assume "L": S.last = 5s and S.first >= 5s\npromise p: S is not last\n', tmp_path)
    assert 'S is first' in text
    in_order(text, "5s at one and the same instant:", "S is first", 'S is middle by rule "m"', 'S is last by assumption "L"')
