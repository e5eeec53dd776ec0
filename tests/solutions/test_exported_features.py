"""What ``judge export`` makes of features that one version of the format has and another lacks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from judge.packages.load import load_problem
from tests.contest import Contest, Said
from tests.packages.written import DRAFT, MODERN, case, write

LEGACY = "name: Tour\n"
PRINTS = "print(input())\n"


def export(
    contest: Contest, settings: str, files: dict[str, str], form: str = "2025-09"
) -> tuple[Said, Path]:
    folder = write(contest.root / "strange", {"problem.yaml": settings, **files})
    new = contest.root / "new"
    return contest.judge("export", f"{folder}/", str(new), "--format", form), new


@pytest.mark.long
def test_arguments_of_cases_of_the_draft_go_into_their_settings(contest: Contest) -> None:
    files = {
        "data/secret/2.args": "7 8\n",
        "data/secret/3.in": "3\n",
        "data/secret/3.ans": "3\n",
        "data/secret/3.yaml": "args: ['9']\nhint: small\nfull_feedback: true\n",
    }
    said, new = export(contest, DRAFT, files)
    assert said.status == 0, said
    problem = load_problem(new)
    assert case(problem, "secret/2").settings.arguments == ("7", "8")
    third = case(problem, "secret/3").settings
    assert (third.arguments, third.hint, third.full_feedback) == (("9",), "small", True)
    assert not case(problem, "sample/1").settings.arguments


@pytest.mark.parametrize("form", ["legacy", "2025-09"])
@pytest.mark.parametrize(
    "odd", ["data/secret/a b.in", "input_validators/v w.py", "data/secret/ü/3.in"]
)
def test_names_that_the_format_would_not_read_are_refused(
    odd: str, form: str, contest: Contest
) -> None:
    files = {odd: "3\n"} | ({odd.replace(".in", ".ans"): "3\n"} if odd.endswith(".in") else {})
    said, new = export(contest, DRAFT, files, form)
    assert said.status == 2 and not new.exists()
    assert said.err.endswith(f"/tour/{odd}: the format {form} allows no such name: rename it\n")


@pytest.mark.parametrize("form", ["legacy", "2025-09"])
@pytest.mark.parametrize("source", [LEGACY, MODERN])
def test_what_a_package_does_not_read_is_no_part_of_its_export(
    source: str, form: str, contest: Contest
) -> None:
    odd = ("data/secret/a b.in", "data/secret/a b.ans", "submissions/accepted/a b.py")
    said, new = export(contest, source, dict.fromkeys(odd, "1\n"), form)
    assert said.status == 0
    assert not [path for path in new.rglob("*") if " " in path.name]
    for name in odd:
        assert f"left out: {name}: the format {form} allows no such name" in said.out


def test_arguments_of_a_single_case_of_scored_groups_are_refused_in_legacy(
    contest: Contest,
) -> None:
    files = {"data/secret/3.in": "3\n", "data/secret/3.ans": "3\n"}
    files["data/secret/3.yaml"] = "output_validator_args: [float_tolerance, '1e-3']\n"
    files["data/secret/test_group.yaml"] = "max_score: 2\nscore_aggregation: sum\n"
    said, new = export(contest, MODERN + "type: scoring\n", files, "legacy")
    assert said.status == 2 and not new.exists()
    assert "the format legacy has no arguments of validators for single cases" in said.err


@pytest.mark.long
def test_cases_with_arguments_of_their_own_are_groups_of_one_in_legacy(contest: Contest) -> None:
    files = {f"data/secret/{name}.in": "3\n" for name in ("3", "3.5", "4", "5")}
    files |= {f"data/secret/{name}.ans": "3\n" for name in ("3", "3.5", "4", "5")}
    files["data/secret/3.yaml"] = "output_validator_args: [float_tolerance, '1e-3']\nhint: h\n"
    files["data/secret/4.yaml"] = "input_validator_args: [only]\n"
    files["data/secret/test_group.yaml"] = "input_validator_args: [all]\n"
    files["data/secret/5.yaml"] = "input_validator_args: []\n"
    files["input_validators/v.py"] = "exit(42)\n"
    said, new = export(contest, MODERN, files, "legacy")
    assert said.status == 0, said
    assert (new / "data/secret/3/3.hint").exists() and (new / "data/secret/3.5.in").exists()
    problem = load_problem(new)
    inputs = {c.name: c.settings.input_arguments("v.py") for c in problem.cases}
    assert inputs["secret/2"] == inputs["secret/3.5"] == inputs["secret/3/3"] == ("all",)
    assert (inputs["secret/4/4"], inputs["secret/5/5"]) == (("only",), ())
    outputs = case(problem, "secret/3/3").settings.output_validator_arguments
    assert outputs == ("float_tolerance", "1e-3")
    assert not case(problem, "secret/4/4").settings.output_validator_arguments


@pytest.mark.parametrize("key", ["input_validator_args", "output_validator_args"])
@pytest.mark.parametrize("odd", ["", "a b", 'say "x"', "back\\slash"])
def test_arguments_that_tools_of_legacy_would_split_otherwise_are_refused(
    odd: str, key: str, contest: Contest
) -> None:
    files = {"data/secret/test_group.yaml": f"{key}: {json.dumps([odd])}\n"}
    files["input_validators/v.py"] = "exit(42)\n"
    if key == "output_validator_args":
        files["output_validator/v.py"] = "exit(42)\n"
    said, new = export(contest, MODERN, files, "legacy")
    assert said.status == 2 and not new.exists()
    assert "the format legacy has no arguments that are empty or have spaces, quotes" in said.err
    assert said.err.endswith(f"such as {odd!r}\n")


def test_arguments_are_written_without_quotation_marks_in_legacy(contest: Contest) -> None:
    words = ["n<=5;", "{seed:1}", "*"]
    files = {"data/secret/test_group.yaml": f"input_validator_args: {json.dumps(words)}\n"}
    files["input_validators/v.py"] = "exit(42)\n"
    said, new = export(contest, MODERN, files, "legacy")
    assert said.status == 0
    written = yaml.safe_load((new / "data/secret/testdata.yaml").read_text())
    assert written == {"input_validator_flags": "n<=5; {seed:1} *"}


def test_arguments_that_all_cases_have_stay_where_others_cannot(contest: Contest) -> None:
    files = {"data/secret/3.in": "3\n", "data/secret/3.ans": "3\n"}
    files["data/secret/test_group.yaml"] = "output_validator_args: [float_tolerance, '1e-3']\n"
    files["data/secret/3.yaml"] = "input_validator_args: [large]\n"
    files["input_validators/v.py"] = "exit(42)\n"
    said, new = export(contest, MODERN, files, "legacy")
    assert said.status == 0 and (new / "data/secret/3/3.in").exists()
    for one in load_problem(new).cases:
        wanted = () if one.name.startswith("sample") else ("float_tolerance", "1e-3")
        assert one.settings.output_validator_arguments == wanted


def test_hints_that_a_package_does_not_read_are_none_in_legacy(contest: Contest) -> None:
    files = {"data/secret/2.hint": "old\n", "data/secret/2.desc": "old\n"}
    files["data/secret/2.yaml"] = "hint: new\n"
    said, new = export(contest, MODERN, files, "legacy")
    assert said.status == 0
    two = case(load_problem(new), "secret/2")
    assert (two.settings.hint, two.description) == ("new", "")


@pytest.mark.long
def test_arguments_by_validator_are_kept_or_refused(contest: Contest) -> None:
    files = {
        "data/secret/test_group.yaml": "input_validator_args: {v: [x]}\n",
        "input_validators/v.py": "import sys; sys.exit(42)\n",
    }
    said, new = export(contest, MODERN, files, "legacy")
    assert said.status == 0
    assert case(load_problem(new), "secret/2").settings.input_validator_arguments == ("x",)
    new.rename(contest.root / "old")
    more = files | {"input_validators/w.py": "import sys; sys.exit(42)\n"}
    said, _ = export(contest, MODERN, more, "legacy")
    assert said.status == 2
    assert "legacy has no different arguments for several input validators" in said.err


def test_what_no_file_of_the_new_package_says_is_told(contest: Contest) -> None:
    files = {"generators/g.py": PRINTS, "submissions/accepted/a.py": PRINTS}
    said, new = export(contest, f"{MODERN}languages: [python3]\n", files, "legacy")
    assert said.status == 0 and not (new / "generators").exists()
    assert "left out: languages of problem.yaml: the format has no such key\n" in said.out
    assert "left out: generators: only the tools of the package itself use it\n" in said.out


def test_every_statement_has_a_name(contest: Contest) -> None:
    files = {
        "problem_statement/problem.en.md": "Print it.\n",
        "problem_statement/problem.de.md": "Gib es aus.\n",
        "problem_statement/problem.sv.tex": "\\problemname{Resa}\nSkriv.\n",
    }
    said, new = export(contest, LEGACY, files)
    assert said.status == 0
    assert load_problem(new).titles == {"de": "Tour", "en": "Tour", "sv": "Resa"}


def test_a_rule_that_names_what_is_not_there_is_refused(contest: Contest) -> None:
    files = {
        "submissions/accepted/a.py": PRINTS,
        "submissions/submissions.yaml": "accepted/a.py: {entrypoint: b.py}\n",
    }
    said, new = export(contest, MODERN, files)
    assert said.status == 2 and not new.exists()
    assert "/submissions.yaml:1: entrypoint: accepted/a.py has no source 'b.py'" in said.err


def test_newer_formats_build_no_submission_in_several_languages(contest: Contest) -> None:
    files = {
        "submissions/accepted/a.py": PRINTS,
        "submissions/accepted/two/main.py": PRINTS,
        "submissions/accepted/two/b.c": "int b;\n",
    }
    said, new = export(contest, LEGACY, files)
    assert said.status == 0, said
    assert "left out: submissions/accepted/two: sources in C (b.c), Python 3 (main.py)" in said.out
    assert [path.name for path in (new / "submissions/accepted").iterdir()] == ["a.py"]
