"""`judge verify` makes the data of generators.yaml again, and compares it with what is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.verify import generator
from judge.verify.finding import Finding, Status
from tests.contest import Contest
from tests.verify.toy_subject import subject_of

YAML = """
data:
  secret:
    data:
      one: {in: "1\\n", ans: "2\\n"}
      two: {generate: count.py 2, ans: "4\\n"}
"""
PROGRAM = "import sys, time\nprint(int(sys.argv[1]))\n"


@pytest.fixture
def folder(contest: Contest) -> Path:
    """A sound package, and its generators."""
    contest.use_package({"secret/one": (b"1\n", b"2\n"), "secret/two": (b"2\n", b"4\n")})
    contest.solution("right.py", "print(2 * int(input()))\n")
    folder = contest.problem / "generators"
    folder.mkdir()
    (folder / "generators.yaml").write_text(YAML)
    (folder / "count.py").write_text(PROGRAM)
    return folder


def checked(contest: Contest) -> Finding:
    return generator.check(subject_of(contest, seconds=60))


@pytest.mark.long
def test_data_is_as_generated(contest: Contest, folder: Path) -> None:
    finding = checked(contest)
    said = "2 generated cases: the same each time, and as stored"
    assert (finding.status, finding.statement) == (Status.OK, said)


@pytest.mark.parametrize(("hint", "status"), [("a b", Status.OK), ("a c", Status.FAULT)])
def test_settings_that_say_the_same_are_as_generated(
    contest: Contest, folder: Path, hint: str, status: Status
) -> None:
    path = folder / "generators.yaml"
    path.write_text(YAML.replace('ans: "2\\n"', 'ans: "2\\n", yaml: {hint: "a b"}'))
    (contest.problem / "data" / "secret" / "one.yaml").write_text(f'{{"hint": "{hint}"}}\n')
    assert checked(contest).status is status


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("generators.yaml", "count.py 2", "count.py 3", "two.in differs from what is generated"),
        ("generators.yaml", "count.py 2", "cuont.py 2", "/cuont.py: did you mean 'count.py'?"),
        ("generators.yaml", "data:\n  secret", "data:\n  secert", "secert"),
        ("count.py", "int(sys", "int[sys", "the generator count.py failed (exit status 1)"),
        (
            "count.py",
            "int(sys",
            "time.time_ns() + int(sys",
            "two.in is generated in another way each time",
        ),
    ],
)
def test_a_generator_that_makes_something_else_is_a_fault(
    contest: Contest, folder: Path, file: str, old: str, new: str, fault: str
) -> None:
    path = folder / file
    text = path.read_text()
    path.write_text(text.replace(old, new))
    assert path.read_text() != text
    finding = checked(contest)
    assert finding.status is Status.FAULT
    assert fault in finding.statement


@pytest.mark.long
def test_another_answer_and_a_file_that_is_missing_are_warnings(
    contest: Contest, folder: Path
) -> None:
    path = folder / "generators.yaml"
    path.write_text(YAML.replace('ans: "2', 'ans: "02') + '      three: {in: "3", ans: "6"}\n')
    finding = checked(contest)
    assert finding.status is Status.WARNING
    assert finding.statement == "data/secret/one.ans differs from what is generated"
    assert "2 files not generated yet" in finding.details[0]
