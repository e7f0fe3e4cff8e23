"""A story can be replayed with pen and paper: it shows who and what makes its world possible."""

from __future__ import annotations

from pathlib import Path

from cli.command import checkspec


def story(text: str, tmp_path: Path) -> str:
    (tmp_path / "x.drn").write_text(text, "utf-8")
    return " ".join(checkspec("x.drn", cwd=tmp_path).stdout.split())


def test_what_allows_an_event_is_shown_though_it_makes_nothing_happen(tmp_path: Path) -> None:
    """R can be turned away only because A, on its proxy's node, is not ready, and the policy asks for that node."""
    cluster = """use kubernetes 1.34
node n1, n2
service web { internalTrafficPolicy: Local }
endpoint A of web on n1
endpoint B of web on n2
consumer proxy of web on n1 { lag: 0s }
request R via proxy
assume R is sent
promise served: R is selected
"""
    text = story(cluster, tmp_path)
    assert "A endpoint of web on n1 at first not serving, not terminating, not ready" in text
    assert "internalTrafficPolicy Local" in text


WATCHER = """kind door { event opened, shut }
kind watcher {
  of door
  lag: duration?
  sees door within lag
  event entered
}
door D
watcher W of D { lag: 4s }
rule "enters an open door": every watcher where entered: at entered: seen by self: door is opened and door is not shut
assume D is shut
"""


def test_stale_knowledge_of_events_is_told(tmp_path: Path) -> None:
    text = story(WATCHER + "promise p: no watcher where entered >= door.shut + 1s\n", tmp_path)
    assert "2s W is entered W knows D as it was at 0s: opened, not shut" in text


def test_stale_knowledge_that_is_acted_on_is_told_whoever_the_promise_names(tmp_path: Path) -> None:
    """The promise speaks of no state of the door, and no line behind an event does."""
    states = WATCHER.replace("event opened, shut", "event shut  state open").replace("door is opened and door is not shut", "door is open")
    rule = 'rule "shut is not open": every door: from shut: not open\n'
    text = story(states + rule + "promise p: no watcher where entered after door.shut\n", tmp_path)
    assert "W is entered W knows D as it was at 0s: open" in text


def test_a_choice_that_an_assumption_hangs_on_is_shown(tmp_path: Path) -> None:
    """Were L red, as it would be by itself, it would be lit."""
    lamps = "kind lamp { colour: red | green, bright: bool  event lit }\nlamp L\nassume if L.colour = red: L is lit\n"
    text = story(lamps + "promise p: L is lit\n", tmp_path)
    assert "L lamp; colour green never L is lit" in text


PODS = "kind pod { event down, back }\npod P, Q\nassume P is down\npromise p: P is back\n"


def test_who_was_observed_alone_is_left_out_as_observed(tmp_path: Path) -> None:
    text = story(PODS + "observe o { Q is down }\n", tmp_path)
    assert "Left out, not needed to break the promise: Q. > 0s P is down" in text  # by design nothing was observed
    assert "The story told above by design, with o at 1s, breaks it (Q is as observed);" in text
    text = story(PODS.replace("assume P", "assume P.down by o and P") + "observe o { P is not back  Q is down }\n", tmp_path)
    assert "Q is as observed" in text.split("At o:")[1]


def test_who_was_observed_together_with_somebody_told_is_told(tmp_path: Path) -> None:
    text = story(PODS + "observe o { Q.down by o or P is back }\n", tmp_path).split("At o:")[1]
    assert "Q is down by observed Q.down by o or P is back (line 5)" in text
