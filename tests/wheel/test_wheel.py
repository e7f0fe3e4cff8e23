"""The built wheel, installed into an empty environment outside the checkout, checks a spec there."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SPEC = """use kubernetes 1.34
service web
endpoint A, B of web
consumer proxy of web
promise withdrawn: no request on A via proxy where selected after A.deleted
expect withdrawn fails
"""


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """One command in a bare environment: nothing of ours on the PATH or the Python path."""
    kept = {key: value for key, value in os.environ.items() if key.startswith(("PIP_", "SSL_", "XDG_", "HTTP", "http")) or key == "HOME"}
    environment = {**kept, "PATH": os.defpath, "LC_ALL": "C.UTF-8"}
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=environment, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built the way it is published: from the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return next(folder.glob("*.whl"))


def test_contents(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"checkspec/grammar/drn.lark", "checkspec/py.typed", "checkspec/__main__.py"} <= names
    assert ("checkspec/docs/errors.md" in names) == (ROOT / "docs" / "errors.md").exists()
    for rulebook in (ROOT / "model" / "checkspec" / "rulebooks").rglob("*.drn"):
        assert f"checkspec/{rulebook.relative_to(ROOT / 'model' / 'checkspec').as_posix()}" in names
    assert all(name.startswith("checkspec") for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_checks_a_spec_elsewhere(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "env"
    run(sys.executable, "-m", "venv", environment, cwd=tmp_path)
    run(environment / "bin" / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    (tmp_path / "spec.drn").write_text(SPEC)
    report = run(environment / "bin" / "checkspec", "spec.drn", cwd=tmp_path)
    assert "FAILS" in report.stdout
    assert "1 of 1 expectations met." in report.stdout
    place = run(environment / "bin" / "python", "-c", "import checkspec; print(checkspec.__file__)", cwd=tmp_path)
    assert str(ROOT) not in place.stdout
