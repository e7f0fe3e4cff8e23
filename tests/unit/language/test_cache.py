"""The kept tables: whatever happens to their file, a text is read all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from checkspec.language import grammar
from checkspec.language.grammar import cache_folder, make_tables, tables

MODEL = Path(grammar.__file__).parents[2]
FRESH = "from checkspec.language.grammar import tables; import sys; tables(); print('lark' in sys.modules)"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    tables.cache_clear()
    yield tmp_path / "checkspec"
    tables.cache_clear()


def again() -> grammar.Tables:
    tables.cache_clear()
    return tables()


def test_tables_are_kept_and_found_again(folder: Path) -> None:
    made = tables()
    assert [path.name.partition("-")[0] for path in folder.iterdir()] == ["grammar"]
    assert again() == made


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut": lambda content: content[: len(content) // 2],
    "one bit": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "other bytes": lambda content: b"\x80\x04" * 100,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_made_anew(folder: Path, damage: str) -> None:
    made = tables()
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(DAMAGES[damage](whole))
    assert again().words == made.words
    assert len(kept.read_bytes()) == len(whole)


def test_a_folder_that_cannot_be_made_only_costs_time(folder: Path) -> None:
    folder.write_text("a file stands where the folder should be")
    assert tables().rules


def test_a_folder_where_the_file_should_be_only_costs_time(folder: Path) -> None:
    tables()
    (kept,) = folder.iterdir()
    kept.unlink()
    kept.mkdir()
    assert again().rules
    assert list(folder.iterdir()) == [kept]


def test_a_user_without_a_home_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", staticmethod(homeless))
    assert cache_folder() is None


def test_processes_at_the_same_time_do_not_disturb_each_other(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(MODEL)}
    runs = [subprocess.Popen([sys.executable, "-c", FRESH], env=environment, stdout=subprocess.PIPE) for _ in range(4)]
    assert [run.wait() for run in runs] == [0] * 4
    for run in runs:
        assert run.stdout is not None
        run.stdout.close()
    later = subprocess.run([sys.executable, "-c", FRESH], env=environment, capture_output=True, text=True, check=True)
    assert later.stdout.strip() == "False"
    assert len(list((tmp_path / "checkspec").iterdir())) == 1


def test_the_tables_do_not_depend_on_the_order_of_sets() -> None:
    assert make_tables(grammar.grammar_text()).words == tables().words
