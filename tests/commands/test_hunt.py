"""``judge hunt`` as its user meets it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from judge import cli
from judge.common.errors import JudgeError
from judge.hunting import search
from judge.hunting.result import HuntResult
from judge.report.export import json_write
from tests.contest import RIGHT, Contest, judge_environment
from tests.processes import processes_naming, wait_for
from tests.proving.toy_proof import wrong_on

SCHEMA = Draft202012Validator(
    json.loads((Path(json_write.__file__).parent / "schemas" / "hunt.schema.json").read_text())
)


@pytest.mark.long
def test_ctrl_c_ends_it_with_what_it_has(toy: Contest, marker: str) -> None:
    settled = 'kind = "function"\narity = "args"\noutput = "return"\n'  # so no run finds that first
    toy.solution(f"{marker}.py", RIGHT["def.py"], settled)
    judge = subprocess.Popen(
        [sys.executable, "-m", "judge", "hunt", "toy", marker, "--seconds", "900"],
        cwd=toy.root,
        env=judge_environment(TMPDIR=str(toy.root)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )
    wait_for(lambda: processes_naming(f"/{marker}.py"))  # it has begun
    os.killpg(judge.pid, signal.SIGINT)
    out, err = judge.communicate(timeout=900)
    assert judge.returncode == 130 and err == b""
    assert b"interrupted after" in out


@pytest.mark.long
@pytest.mark.parametrize("to", ["-", "out/hunt.json"])
def test_the_result_as_json(
    toy: Contest, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], to: str
) -> None:
    toy.solution("planted.py", wrong_on(([1], 1)))
    monkeypatch.chdir(toy.root)
    words = ["hunt", "toy", "planted", "--seed", "3", "--failures", "1", "--save", "--json", to]
    assert cli.main(words) == 1
    captured = capfd.readouterr()
    facts = json.loads(captured.out if to == "-" else (toy.root / to).read_text())
    SCHEMA.validate(facts)
    [failure] = facts["failures"]
    assert (facts["solution"], facts["seed"], facts["survived"]) == ("planted", 3, False)
    assert failure["verdict"] == "WA" and failure["minimal"] and not failure["flaky"]
    assert set(failure) == set(SCHEMA.schema["$defs"]["failure"]["properties"])
    assert f"saved as {failure['case']}" in (captured.err if to == "-" else captured.out)
    assert f"--only {failure['number']}" in (captured.err if to == "-" else captured.out)


@pytest.mark.long
def test_json_of_a_solution_that_survives(toy: Contest, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.solution("right.py", RIGHT["def.py"])
    monkeypatch.chdir(toy.root)
    assert cli.main(["hunt", "toy", "right", "--seconds", "1", "--json", "hunt.json"]) == 0
    facts = json.loads((toy.root / "hunt.json").read_text())
    SCHEMA.validate(facts)
    assert facts["survived"] and facts["tried"] and not facts["failures"]
    assert set(facts) == {*SCHEMA.schema["properties"]} - {"too_slow"}


def test_a_json_file_that_cannot_be_written_is_told_before_the_hunt(
    toy: Contest, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    toy.solution("right.py", RIGHT["def.py"])
    monkeypatch.chdir(toy.root)
    (toy.root / "file").write_text("")
    assert cli.main(["hunt", "toy", "right", "--json", "file/below.json"]) == 2
    assert "cannot be written" in capfd.readouterr().err


# Bundled ones


@pytest.mark.long
def test_ctrl_c_that_ends_a_tool_is_not_blamed_on_the_tool(
    toy: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal sends it to all that the judge has started."""
    toy.solution("right.py", RIGHT["def.py"])

    def interrupted(*arguments: object) -> HuntResult:
        os.kill(os.getpid(), signal.SIGINT)
        raise JudgeError("node does not work")

    monkeypatch.setattr(search, "hunt", interrupted)
    monkeypatch.chdir(toy.root)
    assert cli.main(["hunt", "toy", "right"]) == 130
