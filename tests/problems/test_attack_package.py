"""The problem package: its data, its generator and its validators, run as other judges would."""

from __future__ import annotations

import filecmp
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from attack_package import PACKAGE, SECRET, plugin, secret, solution

from judge.packages.load import load_problem
from judge.plugin import IllegalAnswer, Undecodable
from judge.solutions.plain_package import write_validator

DATA = PACKAGE / "data"
ACCEPT, REJECT = 42, 43


def inputs(folder: str) -> list[Path]:
    return sorted((DATA / folder).glob("*.in"))


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The validators alone, as other judges get them, far from the project."""
    root = tmp_path_factory.mktemp("elsewhere")
    for name in ("output_validator", "input_validators/strict"):
        write_validator(PACKAGE, PACKAGE / name, root / name)
    return root


def run(program: Path, *arguments: str, stdin: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-I", str(program), *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, cwd=program, timeout=900)


def judge(copied: Path, case: Path, output: bytes, feedback: Path) -> int:
    answer = str(case.with_suffix(".ans"))
    program = copied / "output_validator"
    return run(program, str(case), answer, f"{feedback}/", stdin=output).returncode


def test_the_metadata_names_the_format() -> None:
    meta = yaml.safe_load((PACKAGE / "problem.yaml").read_text())
    assert meta["problem_format_version"] == "2025-09"
    assert (PACKAGE / "statement" / "problem.en.md").is_file()


def test_there_are_at_least_a_hundred_secret_cases_each_described() -> None:
    assert len(inputs("secret")) >= 100
    assert all(case.description for case in load_problem(PACKAGE).cases)


def test_the_secret_cases_reach_the_borders() -> None:
    sizes = [plugin.size(instance) for _, instance, _ in secret()]
    assert (40, 6) in sizes
    assert min(sizes)[0] == 0
    for family in (
        "cannot-attack", "cannot-attack-defenders", "only-alone", "not-alone", "needs-any",
        "needs-colors", "needs-power", "must-attack", "must-attack-defender",
        "if-another-attacks", "defender-caps", "max-attackers", "drags-barred", "drags-capped",
        "chain-power", "chain-colors", "cycle", "all",
    ):  # fmt: skip
        assert any(name[4:].startswith(f"{family}-") for name, _, _ in secret()), family


@pytest.mark.long
def test_the_generator_writes_the_same_bytes_again(tmp_path: Path) -> None:
    script = PACKAGE / "generators" / "secret.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, stdout=subprocess.DEVNULL)
    names = sorted(path.name for path in SECRET.iterdir())
    assert names == sorted(path.name for path in tmp_path.iterdir())
    _, different, errors = filecmp.cmpfiles(SECRET, tmp_path, names, shallow=False)
    assert not different and not errors


@pytest.mark.long
def test_sample_and_small_secret_answers_are_those_of_the_brute_force() -> None:
    checked = 0
    for path in inputs("sample") + inputs("secret"):
        instance = plugin.parse(path.read_text(encoding="utf-8"))
        best = plugin.parse_answer(path.with_suffix(".ans").read_text(encoding="utf-8"), instance)
        if (len(instance.defenders) + 1) ** len(instance.attackers) <= 20_000:
            assert solution("brute-force").solve(plugin.arguments(instance)[0])[0] == best.score
            checked += 1
    assert checked >= 70


@pytest.mark.long
def test_the_input_validator_accepts_the_data_and_nothing_else(copied: Path) -> None:
    program = copied / "input_validators" / "strict"
    others = inputs("invalid_output") + inputs("valid_output") + inputs("secret")
    for path in inputs("sample") + others[::16]:
        assert run(program, stdin=path.read_bytes()).returncode == ACCEPT, path.name
    assert len(inputs("invalid_input")) >= 25
    for path in inputs("invalid_input"):
        result = run(program, stdin=path.read_bytes())
        assert result.returncode == REJECT, path.name
        assert len(result.stderr.splitlines()) == 1
    assert run(program, stdin=b'{"name": "\xff"}').returncode == REJECT


@pytest.mark.long
def test_the_input_validator_rejects_other_white_space_around_the_input(copied: Path) -> None:
    program = copied / "input_validators" / "strict"
    text = inputs("sample")[0].read_bytes()
    changed = (b" " + text, text + b"\n", text + b" ", text[:-1], text.replace(b"\n", b"\r\n"))
    for other in changed:
        result = run(program, stdin=other)
        assert result.returncode == REJECT and b"input: " in result.stderr


@pytest.mark.long
def test_the_output_validator_alone_judges_the_samples(copied: Path, tmp_path: Path) -> None:
    for path in inputs("sample"):
        output = path.with_suffix(".out").read_bytes()
        assert judge(copied, path, output, tmp_path) == ACCEPT, path.name


@pytest.mark.long
def test_the_output_validator_accepts_what_it_should(copied: Path, tmp_path: Path) -> None:
    for path in inputs("valid_output")[::4]:
        output = path.with_suffix(".out").read_bytes()
        assert judge(copied, path, output, tmp_path) == ACCEPT, path.name


@pytest.mark.long
def test_the_output_validator_rejects_what_it_should(copied: Path, tmp_path: Path) -> None:
    assert len(inputs("invalid_output")) >= 10
    for path in inputs("invalid_output")[::8]:
        output = path.with_suffix(".out").read_bytes()
        assert judge(copied, path, output, tmp_path) == REJECT, path.name
        assert (tmp_path / "judgemessage.txt").read_text().startswith("0-indexed: ")


def is_best_in_some_reading(path: Path) -> bool:
    instance = plugin.parse(path.read_text(encoding="utf-8"))
    best = plugin.parse_answer(path.with_suffix(".ans").read_text(encoding="utf-8"), instance)
    output = path.with_suffix(".out").read_text(encoding="utf-8")
    found = []
    for reading in plugin.readings:
        with suppress(IllegalAnswer, Undecodable):
            found.append(plugin.score(instance, plugin.decode(output, instance, reading)))
    return best.score in found


@pytest.mark.parametrize("folder", ["invalid_output", "valid_output"])
def test_the_checker_tells_valid_from_invalid_outputs(folder: str) -> None:
    for path in inputs(folder):
        assert is_best_in_some_reading(path) == (folder == "valid_output"), path.name


def test_the_answers_beside_the_outputs_are_those_of_the_reference() -> None:
    for path in inputs("invalid_output") + inputs("valid_output"):
        instance = plugin.parse(path.read_text(encoding="utf-8"))
        best = plugin.parse_answer(path.with_suffix(".ans").read_text(encoding="utf-8"), instance)
        board = plugin.arguments(instance)[0]
        assert solution("reference-bnb").solve(board)[0] == best.score, path.name


@pytest.mark.long
def test_a_wrong_answer_file_is_the_fault_of_the_jury(copied: Path, tmp_path: Path) -> None:
    case = tmp_path / "case.in"
    case.write_bytes((DATA / "sample" / "1-flunkies.in").read_bytes())
    case.with_suffix(".ans").write_text("3\n")  # nobody attacks: legal, but not the least
    assert judge(copied, case, b"0 0\n1 0\n2 0\n", tmp_path) not in (ACCEPT, REJECT)
    assert "fewer than the 3" in (tmp_path / "judgeerror.txt").read_text()


def test_no_file_of_the_package_has_an_odd_name_or_line_end() -> None:
    for path in PACKAGE.rglob("*"):
        parts = path.relative_to(PACKAGE).parts
        # Invalid inputs are there to be rejected, for their line ends, too.
        odd = any(
            part.startswith((".", "__pycache__")) or part == "invalid_input" for part in parts
        )
        if path.is_file() and not odd:
            data = path.read_bytes()
            assert b"\r" not in data and (not data or data.endswith(b"\n")), path
