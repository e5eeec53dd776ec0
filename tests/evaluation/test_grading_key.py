"""What is executed again, what is graded again, and what is neither, when one file changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.evaluation.execution_key import ExecutionKeys
from judge.evaluation.plan import make_plan
from judge.evaluation.site import Site
from judge.languages.toolchain import Toolchain
from judge.model import ExecutionKey
from tests.contest import Contest

YAML = """\
problem_format_version: 2025-09
name: Toy
uuid: 5ca6ba5b-36d5-4eff-8aa7-d967cbc4375e
license: cc0
type: {type}
limits:
  time_limit: 1
"""
INCLUDING = '#include "shared.h"\nint main() { return answer; }\n'


@pytest.fixture
def package(contest: Contest) -> Path:
    """A package without a plug-in: an output validator, a submission and a solution, all of which
    could include headers."""
    contest.use_package({"sample/1": (b"1\n", b"1\n"), "secret/1": (b"2\n", b"2\n")})
    (contest.problem / "judge.toml").unlink(missing_ok=True)
    write(contest.problem, "problem.yaml", YAML.format(type="pass-fail"))
    write(contest.problem, "output_validator/check.cpp", INCLUDING)
    write(contest.problem, "output_validator/README.md", "As others do.\n")
    write(contest.problem, "submissions/accepted/one.cpp", INCLUDING)
    write(contest.problem, "submissions/accepted/two/main.cpp", INCLUDING)
    contest.solution("plain.py", "print(input())\n", 'kind = "program"\ninput = "native"\n')
    return contest.problem


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def keys(contest: Contest, **versions: str) -> Mapping[str, ExecutionKey]:
    """The key of the first secret case of each solution, where toolchains have those versions."""
    plan = make_plan(contest.options())

    def toolchain(language: str) -> Toolchain:
        return Toolchain({}, (), versions.get(language, "1"))

    site = Site("machine", "sandbox", toolchain)
    made = ExecutionKeys(plan.problems, site, contest.options().isolation)
    return {
        one.solution.name: made.key(one, [case.name for case in one.cases].index("secret/1"))
        for one in plan.requests
        if not one.solution.skipped
    }


EVERY = ("accepted/one.cpp", "accepted/two", "plain")


@pytest.mark.parametrize("kind", ["pass-fail", "interactive"])
@pytest.mark.parametrize(
    "changed",
    [
        "README.md",
        "output_validator/README.md",
        "input_validators/check.py",
        "attachments/table.txt",
        "submissions/time_limit_exceeded/more.py",
        "statement/problem.en.tex",
    ],
)
def test_what_takes_no_part_changes_nothing(
    contest: Contest, package: Path, kind: str, changed: str
) -> None:
    write(package, "problem.yaml", YAML.format(type=kind))
    before = keys(contest)
    write(package, changed, "print(input())\n")
    assert {name: key for name, key in keys(contest).items() if name in before} == before


@pytest.mark.parametrize("kind", ["pass-fail", "interactive"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: Toy", "name: Game  # as it is called now"),
        ("license: cc0", "license: public domain"),
        ("time_limit: 1", "time_limit: 2"),
        ("time_limit: 1", "time_limit: 1\n  memory: 512"),
        ("time_limit: 1", "time_limit: 1\n  time_multipliers:\n    ac_to_time_limit: 3"),
    ],
)
def test_limits_and_descriptions_of_a_package_are_no_part_of_a_key(
    contest: Contest, package: Path, kind: str, old: str, new: str
) -> None:
    write(package, "problem.yaml", YAML.format(type=kind))
    before = keys(contest)
    write(package, "problem.yaml", YAML.format(type=kind).replace(old, new))
    assert keys(contest) == before


@pytest.mark.parametrize("more", ["output: 4", "code: 1", "compilation_time: 5"])
def test_other_limits_are(contest: Contest, package: Path, more: str) -> None:
    before = keys(contest)
    write(package, "problem.yaml", f"{YAML.format(type='pass-fail')}  {more}\n")
    assert executed_again(before, keys(contest)) == EVERY


def executed_again(
    before: Mapping[str, ExecutionKey], after: Mapping[str, ExecutionKey]
) -> tuple[str, ...]:
    return tuple(sorted(n for n in before if before[n].execution != after[n].execution))


def graded_again(
    before: Mapping[str, ExecutionKey], after: Mapping[str, ExecutionKey]
) -> tuple[str, ...]:
    return tuple(sorted(n for n in before if before[n].grade != after[n].grade))


@pytest.mark.parametrize("place", ["", "submissions/", "include/", "../include/", "../"])
def test_a_header_around_a_submission_is_a_part_of_it(
    contest: Contest, package: Path, place: str
) -> None:
    write(package, f"{place}shared.h", "const int answer = 42;\n")
    before = keys(contest)
    write(package, f"{place}shared.h", "const int answer = 43;\n")
    assert executed_again(before, keys(contest)) == ("accepted/one.cpp", "accepted/two")


@pytest.mark.parametrize("place", ["", "output_validator/", "include/", "../include/", "../"])
def test_a_header_around_an_output_validator_is_a_part_of_it(
    contest: Contest, package: Path, place: str
) -> None:
    write(package, f"{place}shared.h", "const int answer = 42;\n")
    before = keys(contest)
    write(package, f"{place}shared.h", "const int answer = 43;\n")
    assert graded_again(before, keys(contest)) == EVERY


def test_a_header_that_nothing_includes_is_no_part(contest: Contest, package: Path) -> None:
    write(package, "../include/other.h", "const int answer = 42;\n")
    before = keys(contest)
    write(package, "../include/other.h", "const int answer = 43;\n")
    assert keys(contest) == before


def test_another_compiler_of_the_output_validator_grades_again(
    contest: Contest, package: Path
) -> None:
    before, after = keys(contest), keys(contest, cpp="2")
    assert graded_again(before, after) == EVERY
    assert executed_again(before, after) == ("accepted/one.cpp", "accepted/two")


@pytest.mark.parametrize("change", ["max_score", "a case more"])
def test_what_a_case_is_worth_is_graded_again(contest: Contest, package: Path, change: str) -> None:
    group = "max_score: {most}\nscore_aggregation: sum\n"
    write(package, "problem.yaml", YAML.format(type="scoring"))
    write(package, "data/secret/test_group.yaml", group.format(most=60))
    before = keys(contest)
    if change == "max_score":
        write(package, "data/secret/test_group.yaml", group.format(most=50))
    else:
        write(package, "data/secret/2.in", "3\n")
        write(package, "data/secret/2.ans", "3\n")
    after = keys(contest)
    assert graded_again(before, after) == EVERY
    assert executed_again(before, after) == ()


def test_a_moved_package_is_the_same(contest: Contest, package: Path) -> None:
    write(package, "data/secret/1.files/words.txt", "one\n")
    write(package, "data/secret/1.yaml", "hint: Read it.\n")
    before = keys(contest)
    moved = Contest(contest.root.parent / "moved")
    contest.root.rename(moved.root)
    assert keys(moved) == before


def test_an_included_file_is_a_part_of_submissions_in_its_language(
    contest: Contest, package: Path
) -> None:
    before = keys(contest)
    write(package, "include/cpp/more.cpp", "int more() { return 1; }\n")
    assert executed_again(before, keys(contest)) == ("accepted/one.cpp", "accepted/two")
    write(package, "include/default/text.txt", "1\n")
    assert executed_again(before, keys(contest)) == EVERY
