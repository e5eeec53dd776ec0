"""Toolchains and the sandbox are asked while problems are read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from judge.evaluation import probes
from judge.evaluation.probes import Probes, first_probes, likely_languages


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("tour/a.py", "tour/b.cpp", "tour/b.toml", "tour/notes", "walk/c.js"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("problems", "pattern", "languages"),
    [
        (["tour"], "*", {"python", "cpp"}),
        (["problems/tour/"], "*", {"python", "cpp"}),
        ([], "*", {"python", "cpp", "javascript"}),
        (["tour"], "b", {"cpp"}),
        (["tour"], "a.py", {"python"}),
        (["tour"], "c", set()),
        (["none"], "*", set()),
    ],
)
def test_names_of_files_suggest_languages(
    root: Path, problems: list[str], pattern: str, languages: set[str]
) -> None:
    assert likely_languages(root, problems, pattern) == languages


def test_a_folder_that_is_not_there_suggests_none(tmp_path: Path) -> None:
    assert likely_languages(tmp_path / "none", [], "*") == set()


def test_each_toolchain_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(probes, "find_toolchain", lambda language: asked.append(language.name))
    ours = Probes("none")
    ours.ask_toolchains({"python", "cpp"})
    ours.ask_toolchains(["cpp", "javascript", "no-language"])
    ours.join()
    assert sorted(asked) == ["cpp", "javascript", "python"]


@pytest.mark.parametrize(
    ("problems", "asked"), [(["tour"], {"python", "cpp"}), (["walk"], {"javascript"}), ([], set())]
)
def test_many_toolchains_are_not_asked_at_first(
    monkeypatch: pytest.MonkeyPatch, root: Path, problems: list[str], asked: set[str]
) -> None:
    """The first result needs one of them, and would wait for all."""
    found: set[str] = set()
    monkeypatch.setattr(probes, "find_toolchain", lambda language: found.add(language.name))
    first_probes("none", root / "packages", root, problems, "*").join()
    assert found == asked


@pytest.mark.parametrize(
    ("pattern", "asked"),
    [
        ("*", {"python"}),  # with the submissions there would be three
        ("accepted/*", {"python", "cpp"}),
        ("b.js", {"python", "javascript"}),
        ("none", {"python"}),
    ],
)
@pytest.mark.parametrize("word", ["other", "packages/other/"])
def test_packages_suggest_languages_of_submissions_and_validators(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    word: str,
    pattern: str,
    asked: set[str],
) -> None:
    files = ("submissions/accepted/a.cpp", "submissions/wrong_answer/b.js", "submissions/notes.md")
    for name in (*files, "output_validators/compare/main.py", "output_validators/compare/notes"):
        path = tmp_path / "packages/other" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    found: set[str] = set()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(probes, "find_toolchain", lambda language: found.add(language.name))
    first_probes("none", Path("packages"), tmp_path / "solutions", [word], pattern).join()
    assert found == asked


@pytest.mark.long
def test_no_probe_forks_before_the_modules_with_fork_hooks_are_loaded() -> None:
    code = (
        "import sys, threading\n"
        "from judge.evaluation.probes import Probes\n"
        "start = threading.Thread.start\n"
        "def seen(thread):\n"
        "    print('logging' in sys.modules)\n"
        "    start(thread)\n"
        "threading.Thread.start = seen\n"
        "Probes('none').join()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
