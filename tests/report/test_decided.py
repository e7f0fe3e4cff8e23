"""The sentence that says what decided is true in the world above it, and who decided is shown."""

from __future__ import annotations

from pathlib import Path

from cli.command import checkspec

POD = "kind pod { event up, down }\npod P, Q\n"


def story(text: str, tmp_path: Path, *arguments: str) -> str:
    (tmp_path / "x.drn").write_text(POD + text, "utf-8")
    return " ".join(checkspec(*arguments, "x.drn", cwd=tmp_path).stdout.split())


def test_what_was_not_so_by_an_instant_is_not_said_to_be_so_never(tmp_path: Path) -> None:
    for promise in ("at 3s: P is up", "from 3s until 4s: P is up"):
        text = story(f'assume "P": P.up = 5s\npromise p: {promise}\n', tmp_path)
        assert "Decided at 3s (marked >): P is not up by then." in text
        assert "5s P is up" in text


def test_an_instant_that_never_comes_is_what_decides(tmp_path: Path) -> None:
    text = story('assume "P": P is not up\npromise p: at P.up: Q is up\n', tmp_path)
    assert "Decided: the instant when P is up never comes." in text


def test_who_is_counted_is_shown(tmp_path: Path) -> None:
    text = story("promise p: count(pod where up) <= 1\n", tmp_path)
    assert "0s P is up 1s Q is up Decided: it is not true that the number of pods" in text


def test_what_other_lines_exclude_as_well_is_not_called_undecided(tmp_path: Path) -> None:
    lines = 'assume "one": P is up\nassume "two": P.up = 5s\npromise p: P is up\n'
    (tmp_path / "y.drn").write_text(POD + lines, "utf-8")
    text = " ".join(checkspec("why", "y.drn", "p", cwd=tmp_path).stdout.split())
    assert 'Without assumption: one: P is up at some time (line 3) the promise still holds' in text


def test_all_that_is_false_of_an_or_is_said(tmp_path: Path) -> None:
    text = story('assume "P": P.up = 5s\npromise p: if P is up: P.down by P.up + 3s or Q.up by 4s or Q is down\n', tmp_path)
    assert "never P is down never Q is up never Q is down" in text
    assert (
        "Decided at 8s (marked >): it is not true that P is down no later than 3s after P is up (P is never down);"
        " it is not true that Q is up no later than 4s on the record's clock (Q is never up); and Q is never down." in text
    )


def test_of_several_that_is_false_last_decides(tmp_path: Path) -> None:
    """That P is up too early is so as soon as it is up, though 9s are still to come."""
    lines = 'assume "P": P.up = 2s and P.down = 3s\npromise p: P.up >= 9s or P.down >= 9s\n'
    assert "Decided at 3s (marked >)" in story(lines, tmp_path)


def test_what_is_false_of_an_or_at_several_instants_is_said_with_each(tmp_path: Path) -> None:
    text = story('assume "P": P.up = 2s and P.down = 3s\npromise p: (at 1s: P is up) or (at 2s: P is down)\n', tmp_path)
    assert "Decided at 2s (marked >): at 1s P is not up by then and at 2s P is not down by then." in text
