"""The version is written in one place, and everything that the judge makes names it."""

from __future__ import annotations

import json
import re
import sqlite3
import tomllib
from pathlib import Path

import pytest

import judge
from judge import cli
from tests.contest import RIGHT, Contest

ROOT = Path(__file__).parents[1]
RUN = ("--json", "run.json", "--report", "run.html")


@pytest.fixture
def ran(contest: Contest) -> Contest:
    """A stored run with its page and its JSON."""
    contest.solution("lambda.py", RIGHT["lambda.py"])
    assert contest.judge("run", *RUN).status == 0
    return contest


def forget_the_version(store: Path) -> None:
    """Make the store one of a judge that did not write its version."""
    connection = sqlite3.connect(store)
    with connection:
        changed = connection.execute(
            "UPDATE moment SET heading = json_remove(heading, '$.version') "
            "WHERE json_extract(heading, '$.version') IS NOT NULL"
        )
        assert changed.rowcount == 1
    connection.close()


def test_the_command_names_it(contest: Contest) -> None:
    done = contest.judge("--version")
    assert (done.status, done.out) == (0, f"judge {judge.__version__}\n")


def test_the_package_takes_it_from_the_source() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert settings["project"]["dynamic"] == ["version"]
    assert (ROOT / settings["tool"]["hatch"]["version"]["path"]).samefile(judge.__file__)


@pytest.mark.long
def test_page_json_and_store_name_it(ran: Contest) -> None:
    facts = json.loads((ran.root / "run.json").read_text())
    assert (facts["judge_version"], facts["run_version"]) == (judge.__version__,) * 2
    page = (ran.root / "run.html").read_text()
    assert f"<dt>Judge</dt><dd>version {judge.__version__}</dd>" in page
    assert f"Page made by judge {judge.__version__}" in page
    [(heading,)] = sqlite3.connect(ran.root / "reports/store.sqlite").execute(
        "SELECT heading FROM moment"
    )
    assert json.loads(heading)["version"] == judge.__version__


@pytest.mark.long
def test_a_run_of_an_older_judge_is_still_drawn_and_rescored(ran: Contest) -> None:
    forget_the_version(ran.root / "reports/store.sqlite")
    assert ran.judge("report", *RUN).status == 0
    facts = json.loads((ran.root / "run.json").read_text())
    assert (facts["judge_version"], facts["run_version"]) == (judge.__version__, None)
    assert "<dt>Judge</dt><dd>an older version" in (ran.root / "run.html").read_text()
    assert ran.judge("rescore", *RUN).status == 0
    assert json.loads((ran.root / "run.json").read_text())["run_version"] == judge.__version__


@pytest.mark.long
def test_a_page_of_verify_names_it(contest: Contest) -> None:
    contest.use_package({"sample/1": (b"7\n", b"7\n")})
    contest.solution("echo.py", "print(input())\n")
    assert contest.judge("verify", "toy", "--report", "verify.html").status == 0
    assert f"Page made by judge {judge.__version__}" in (contest.root / "verify.html").read_text()


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_help_ends_with_an_example_and_the_exit_statuses(contest: Contest, command: str) -> None:
    done = contest.judge(command, "--help")
    assert done.status == 0
    assert re.search(rf"^example:\n  judge {command}\b", done.out, re.M)
    assert re.search(r"^exit status:\n  \S.*\n  2 ", done.out, re.M)
