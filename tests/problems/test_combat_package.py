"""The combat folder is a package that other judges can use: its files, generator and validators."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from combat_package import PACKAGE, SOLUTIONS, Case, blockings, cases, load, plugin

from judge.packages import descriptions
from judge.packages.load import load_problem
from judge.packages.loaded_problem import LoadedProblem
from judge.plugin import IllegalAnswer, InputError, Undecodable
from judge.solutions.find import find_solutions
from judge.solutions.plain_package import write_package

SYSTEM_PYTHON = "/usr/bin/python3"


def names(folder: str) -> list[str]:
    return sorted(path.stem for path in (PACKAGE / "data" / folder).glob("*.in"))


# --- the folder ----------------------------------------------------------------------------------


def test_problem_yaml_names_the_format_the_languages_and_the_limits() -> None:
    read = yaml.safe_load((PACKAGE / "problem.yaml").read_text())
    assert read["problem_format_version"] == "2025-09"
    assert read["type"] == "pass-fail"
    statements = {p.name.split(".")[1] for p in (PACKAGE / "statement").glob("problem.*.md")}
    assert set(read["name"]) == statements == {"en", "fr"}
    limits = {"time_limit": 0.5, "time_resolution": 0.5, "memory": 256, "output": 1}
    assert read["limits"] == limits
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", read["uuid"])


@pytest.mark.long
def test_every_file_has_a_name_and_line_ends_that_the_format_allows() -> None:
    for path in PACKAGE.rglob("*"):
        if "__pycache__" in path.parts or any(part.startswith(".") for part in path.parts):
            continue
        assert re.fullmatch(r"[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}", path.name), path
        # Outputs may be anything, and invalid inputs are there to be rejected.
        if path.is_file() and path.suffix != ".out" and path.parent.name != "invalid_input":
            data = path.read_bytes()
            assert b"\r" not in data and not data.startswith(b"\xef\xbb\xbf"), path
            assert not data or data.endswith(b"\n"), path


@pytest.mark.parametrize("folder", ["sample", "secret", "valid_output", "invalid_output"])
def test_every_case_has_its_answer_and_says_what_it_is_for(folder: str) -> None:
    described = descriptions.load(PACKAGE / "data" / folder, PACKAGE)
    for name in names(folder):
        stem = PACKAGE / "data" / folder / name
        assert described[name]
        assert stem.with_suffix(".ans").exists()
        assert stem.with_suffix(".out").exists() == (folder != "secret")


def test_the_secret_data_cover_every_category() -> None:
    stems = names("secret")
    assert len(stems) >= 80
    assert [int(stem[:3]) for stem in stems] == list(range(1, len(stems) + 1))
    categories = {stem[4:] for stem in stems}
    assert categories == {
        *("empty", "zero-power", "huge-attacker", "huge-defender", "identical", "ties", "feeds"),
        *("let-through", "wide", "half-power", "plain", "large", "large-ties", "large-identical"),
        *("thousands", "many-blockers", "many-kills", "worst-split", "numbers", "edges"),
        *("cut-numbers", "equal-crews", "large-gangs", "given-away", "low-scores"),
        *("equal-powers", "exact-hundreds", "sharp", "close", "many-attackers", "equal-sums"),
        *("one-of-many", "sixteen-bits"),
    }
    boards = [case.board for case in cases("secret")]
    assert len(set(boards)) == len(boards)
    assert max((len(a), len(d)) for a, d in boards) == (12, 12)
    assert sum(blockings(board) <= 5**5 for board in boards) >= 60


def test_who_is_stopped_because_he_is_slow_has_had_every_smaller_board() -> None:
    counts = [blockings(case.board) for case in cases("secret")]
    assert counts == sorted(counts)


@pytest.mark.long
def test_the_generator_writes_the_stored_data_byte_for_byte(tmp_path: Path) -> None:
    script = PACKAGE / "generators" / "secret.py"
    subprocess.run([SYSTEM_PYTHON, "-B", str(script), str(tmp_path / "secret")], check=True)
    written = {path.name: path.read_bytes() for path in (tmp_path / "secret").iterdir()}
    stored = {path.name: path.read_bytes() for path in (PACKAGE / "data" / "secret").iterdir()}
    assert written == stored


def exported(target: Path) -> Path:
    problem = load_problem(PACKAGE)
    found = find_solutions(SOLUTIONS.parent, LoadedProblem(problem, plugin()), "*")
    write_package(problem, found, target)
    return target


@pytest.mark.long
def test_every_program_is_among_the_submissions_of_the_exported_package(package: Path) -> None:
    """Functions, and programs that attack the judge, are no submissions to other judges."""
    folders = {
        "AC": "accepted",
        "WA": "wrong_answer",
        "RTE": "run_time_error",
        "AC UNVERIFIED": "brute_force",
    }
    wanted = set()
    for path in SOLUTIONS.glob("*.toml"):
        read = tomllib.loads(path.read_text())
        expect = read.get("expect", "AC")
        verdicts = expect if isinstance(expect, list) else [expect]
        folder = folders.get(" ".join(verdicts))
        if folder and read["kind"] == "program":
            [source] = [p for p in SOLUTIONS.glob(f"{path.stem}.*") if p != path]
            wanted.add((folder, source.name, source.read_bytes()))
    written = (package / "submissions").glob("*/*")
    assert {(path.parent.name, path.name, path.read_bytes()) for path in written} == wanted
    assert {folder for folder, _, _ in wanted} == set(folders.values())


# --- the validators, in a copy of the folder and without the judge -------------------------------


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as another judge would have it: nothing of this repository near."""
    return exported(tmp_path_factory.mktemp("elsewhere") / "combat")


def clean() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "LC_ALL": "C"}


def validate(package: Path, case: Path, output: bytes, feedback: Path) -> int:
    feedback.mkdir(exist_ok=True)
    program = [SYSTEM_PYTHON, "-I", str(package / "output_validator")]
    arguments = [str(case.with_suffix(".in")), str(case.with_suffix(".ans")), f"{feedback}/"]
    done = subprocess.run(
        [*program, *arguments], input=output, cwd=feedback, env=clean(), capture_output=True
    )
    return done.returncode


def is_best(case: Case) -> bool:
    """Whether the stored output is best in any reading."""
    output = case.path.with_suffix(".out").read_bytes().decode(errors="replace")
    scores = []
    for reading in plugin().readings:
        with suppress(Undecodable, IllegalAnswer):
            scores.append(plugin().score(case.board, plugin().decode(output, case.board, reading)))
    return case.best in scores


@pytest.mark.long
@pytest.mark.parametrize(("folder", "best"), [("valid_output", True), ("invalid_output", False)])
def test_stored_outputs_are_what_their_folder_says(folder: str, best: bool) -> None:
    found = cases(folder)
    assert len(found) >= 50
    assert [case.name for case in found if is_best(case) != best] == []


# In processes, as other judges do, some of them.
@pytest.mark.long
@pytest.mark.parametrize("name", names("valid_output")[::8])
def test_valid_outputs_are_accepted(package: Path, name: str, tmp_path: Path) -> None:
    case = package / "data" / "valid_output" / name
    assert validate(package, case, case.with_suffix(".out").read_bytes(), tmp_path / "f") == 42
    assert "best" in (tmp_path / "f" / "judgemessage.txt").read_text()


@pytest.mark.long
@pytest.mark.parametrize("name", names("invalid_output")[::8])
def test_invalid_outputs_are_rejected_with_a_message(
    package: Path, name: str, tmp_path: Path
) -> None:
    case = package / "data" / "invalid_output" / name
    assert validate(package, case, case.with_suffix(".out").read_bytes(), tmp_path / "f") == 43
    message = (tmp_path / "f" / "judgemessage.txt").read_text()
    assert re.search("below the best|undecodable: |index out of range: |blocks once: ", message)


@pytest.mark.long
@pytest.mark.parametrize("name", names("sample"))
def test_the_outputs_shown_with_the_samples_are_accepted(
    package: Path, name: str, tmp_path: Path
) -> None:
    case = package / "data" / "sample" / name
    assert validate(package, case, case.with_suffix(".out").read_bytes(), tmp_path / "f") == 42


PUBLISHED = [
    ("1-worked", "[0, 0]\n[1, 0]\n[2, 1]\n"),
    ("2-gang", "[1, 0]\n[2, 0]\n"),
    ("2-gang", "[1, 1]\n[2, 1]\n"),
    ("3-wall", "[1, 0]\n"),
    ("3-wall", "[0, 0]\n[1, 0]\n"),
    ("4-no-block", ""),
]


@pytest.mark.parametrize(("sample", "output"), PUBLISHED)
def test_every_published_answer_is_among_the_valid_outputs_and_is_best(
    sample: str, output: str
) -> None:
    combat = plugin()
    [case] = [case for case in cases("sample") if case.name == sample]
    assert combat.score(case.board, combat.decode(output, case.board, "0-indexed")) == case.best
    given = (PACKAGE / "data" / "sample" / f"{sample}.in").read_text()
    stored = [
        path.read_text()
        for path in (PACKAGE / "data" / "valid_output").glob("*.out")
        if path.with_suffix(".in").read_text() == given
    ]
    assert output in stored


@pytest.mark.long
def test_the_output_validator_is_a_flat_folder_that_starts_by_either_name(
    package: Path, tmp_path: Path
) -> None:
    """The format asks for flat Python files, ``__init__`` and ``__main__`` among them. Two judges
    in use start ``main.py`` instead."""
    names = {path.name for path in (package / "output_validator").iterdir() if path.is_file()}
    assert {"__init__.py", "__main__.py", "main.py"} <= names
    assert all(name.endswith((".py", ".toml")) for name in names)
    left = {path.name for path in (package / "output_validator").iterdir()} - names
    assert left <= {"__pycache__"}
    case = package / "data" / "sample" / "1-worked"
    program = [SYSTEM_PYTHON, "-I", str(package / "output_validator" / "main.py")]
    arguments = [str(case.with_suffix(".in")), str(case.with_suffix(".ans")), f"{tmp_path}/"]
    for output, status in ((b"0 0 1 0 2 1", 42), (b"0 0 1 0", 43)):
        done = subprocess.run([*program, *arguments], input=output, env=clean())
        assert done.returncode == status


@pytest.mark.long
def test_hostile_bytes_are_rejected(package: Path, tmp_path: Path) -> None:
    case = package / "data" / "sample" / "1-worked"
    assert validate(package, case, b"\xff\xfe\x00[", tmp_path / "f") == 43
    assert validate(package, case, b"0 0\n" * 2**21 + b" ", tmp_path / "f") == 43
    assert "bytes of output" in (tmp_path / "f" / "judgemessage.txt").read_text()


@pytest.mark.long
@pytest.mark.parametrize(
    ("answer", "output", "message"),
    [
        ("-1.5\n[0, 0]\n[1, 0]\n", b"0 0 1 0 2 1", "beats the stored best"),
        ("-1\n[0, 0]\n", b"", "the stored blocks score"),
        ("", b"", "expected the best score"),
        (None, b"", "No such file"),
    ],
)
def test_faults_of_the_jury_are_neither_accepted_nor_rejected(
    package: Path, tmp_path: Path, answer: str | None, output: bytes, message: str
) -> None:
    shutil.copy(package / "data" / "sample" / "1-worked.in", tmp_path / "case.in")
    if answer is not None:
        (tmp_path / "case.ans").write_text(answer)
    assert validate(package, tmp_path / "case", output, tmp_path / "f") not in (0, 42, 43)
    assert message in (tmp_path / "f" / "judgeerror.txt").read_text()


def accepts_input(package: Path, data: bytes) -> bool:
    program = [SYSTEM_PYTHON, "-I", str(package / "input_validators" / "strict.py")]
    done = subprocess.run(program, input=data, env=clean(), capture_output=True)
    assert done.returncode in (42, 43)
    return done.returncode == 42


@pytest.mark.long
def test_the_input_validator_accepts_all_stored_inputs(package: Path) -> None:
    paths = [p for folder in ("sample", "secret") for p in (package / "data" / folder).glob("*.in")]
    assert len(paths) > 80
    for path in paths:
        assert not load("input_validators/strict.py").complaint(path.read_bytes()), path
    for path in sorted(paths)[::10]:
        assert accepts_input(package, path.read_bytes()), path


@pytest.mark.parametrize("name", names("invalid_answer"))
def test_invalid_answers_are_refused(name: str) -> None:
    stem = PACKAGE / "data" / "invalid_answer" / name
    board = plugin().parse(stem.with_suffix(".in").read_text())
    with pytest.raises(InputError):
        plugin().parse_answer(stem.with_suffix(".ans").read_text(), board)


@pytest.mark.parametrize("name", names("invalid_input"))
def test_the_input_validator_rejects_invalid_inputs(package: Path, name: str) -> None:
    data = (package / "data" / "invalid_input" / f"{name}.in").read_bytes()
    assert not accepts_input(package, data)


@pytest.mark.parametrize(
    "data",
    [
        b"[[2, 2]]\n[]",
        b"[[2, 2]]\r\n[]\r\n",
        b"[[2, 2]]\n[]\n\n",
        b"[[2, 2]] \n[]\n",
        b"\xef\xbb\xbf[]\n[]\n",
        b"[[2, 2],[3, 3]]\n[]\n",
        b"[[2, 1000001]]\n[]\n",
        b"[[+2, 2]]\n[]\n",
        b"[ ]\n[]\n",
    ],
)
def test_the_input_validator_wants_the_exact_text(package: Path, data: bytes) -> None:
    assert not accepts_input(package, data)


def test_the_limits_of_the_input_are_reached(package: Path) -> None:
    side = str([[1000000, 1000000], [0, 1]] * 10)
    text = f"{side}\n{side}\n"
    assert accepts_input(package, text.encode())
    assert plugin().render(plugin().parse(text)) == text
