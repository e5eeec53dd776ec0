"""Packages of the legacy format."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from judge.model import (
    Aggregation,
    FormatVersion,
    LegacyGrading,
    License,
    Objective,
    OnReject,
    Person,
    ProblemType,
    Source,
    TimeMultipliers,
    VerdictMode,
)
from tests.packages.written import case, fault, read

SCORING = "type: scoring\n"


def grading(root: Path, files: dict[str, str], group: str = "secret") -> LegacyGrading:
    problem = read(root, SCORING, files)
    found = next(g.scoring for g in problem.groups if g.name == group)
    assert isinstance(found, LegacyGrading)
    return found


@pytest.mark.parametrize("settings", ["", "# nothing\n", "problem_format_version: legacy-icpc\n"])
def test_a_package_without_a_version_is_legacy(tmp_path: Path, settings: str) -> None:
    problem = read(tmp_path, settings)
    assert problem.version is FormatVersion.LEGACY
    assert problem.types == {ProblemType.PASS_FAIL}
    assert [c.name for c in problem.cases] == ["sample/1", "secret/2"]


def test_the_name_is_that_of_the_settings_of_the_statement_or_of_the_folder(
    tmp_path: Path,
) -> None:
    assert read(tmp_path, "").titles == {"en": "tour"}
    tex = {"problem_statement/problem.tex": "\\problemname{A $k$-Tour}\n"}
    assert read(tmp_path, "", tex).titles == {"en": "A $k$-Tour"}
    plain = {"problem_statement/problem.en.tex": "\\problemname{$x$}\n%% plainproblemname: x\n"}
    (tmp_path / "tour/problem_statement/problem.tex").unlink()
    assert read(tmp_path, "", plain).titles == {"en": "x"}
    assert read(tmp_path, "name: Own\n").titles == {"en": "Own"}
    swedish = {"problem_statement/problem.sv.tex": "\\problemname{Resa}\n"}
    assert read(tmp_path, "name: Own\n", swedish).titles == {"en": "Own", "sv": "Resa"}


def test_metadata_is_typed(tmp_path: Path) -> None:
    problem = read(
        tmp_path,
        "author: Ada Lovelace, Alan Turing <a@t.example> and Grace Hopper\n"
        "source: Some Open\nsource_url: https://open.example\nlicense: cc by-sa\n"
        "keywords: graph  hard\nrights_owner: Ada\n",
    )
    metadata = problem.metadata
    people = (Person("Ada Lovelace"), Person("Alan Turing", "a@t.example"), Person("Grace Hopper"))
    assert metadata.credits.authors == people
    assert metadata.sources == (Source("Some Open", "https://open.example"),)
    assert metadata.license is License.CC_BY_SA
    assert (metadata.keywords, metadata.rights_owner) == (("graph", "hard"), "Ada")


def test_limits_and_multipliers_are_typed(tmp_path: Path) -> None:
    problem = read(
        tmp_path,
        "limits:\n  time_multiplier: 3\n  time_safety_margin: 4\n  memory: 512\n  output: 2\n"
        "  code: 64\n  compilation_time: 30\n  validation_memory: 100\n",
    )
    declared = problem.declared
    assert declared.time_multipliers == TimeMultipliers(3, 4)
    assert (problem.limits.memory_mib, problem.limits.output_bytes) == (512, 2 * 2**20)
    assert (declared.code_bytes, declared.compilation_s) == (64 * 1024, 30)
    assert (declared.validation_mib, declared.validation_s) == (100, None)


def test_the_multipliers_are_five_and_two_unless_named(tmp_path: Path) -> None:
    assert read(tmp_path, "").declared.time_multipliers == TimeMultipliers(5, 2)


def test_validation_names_type_and_validator(tmp_path: Path) -> None:
    validator = {"output_validators/check/check.cc": "", "output_validators/check/check.h": ""}
    problem = read(
        tmp_path, "validation: custom interactive\nvalidator_flags: a 'b c'\n", validator
    )
    assert problem.types == {ProblemType.PASS_FAIL, ProblemType.INTERACTIVE}
    assert problem.output_validator.path == tmp_path / "tour/output_validators/check"
    assert problem.output_validator.arguments == ("a", "b c")


def test_the_default_validator_takes_the_flags(tmp_path: Path) -> None:
    validator = read(tmp_path, "validator_flags: float_tolerance 1e-6\n").output_validator
    assert validator.path is None
    assert validator.arguments == ("float_tolerance", "1e-6")


def test_input_validators_are_in_either_of_two_folders(tmp_path: Path) -> None:
    files = dict.fromkeys(
        ("input_format_validators/a.py", "input_validators/b/b.cc", "input_validators/README"), ""
    )
    found = [path.name for path in read(tmp_path, "", files).input_validators]
    assert found == ["b", "a.py"]


def test_groups_inherit_what_they_do_not_say(tmp_path: Path) -> None:
    files = {
        "data/testdata.yaml": "on_reject: continue\nrange: 0 100\noutput_validator_flags: x y\n",
        "data/secret/testdata.yaml": "grader_flags: min first_error\n",
        "data/secret/a/testdata.yaml": "accept_score: 0.1\ninput_validator_flags: n=5\n",
        "data/secret/a/3.in": "",
        "data/secret/a/3.ans": "",
    }
    problem = read(tmp_path, SCORING, files)
    assert [g.name for g in problem.groups] == ["", "sample", "secret", "secret/a"]
    found = grading(tmp_path, files, "secret/a")
    assert found.on_reject is OnReject.CONTINUE
    assert (found.verdicts, found.scores) == (VerdictMode.FIRST_ERROR, Aggregation.MINIMUM)
    assert (found.accept_score, found.lowest, found.highest) == (Fraction(1, 10), 0, 100)
    settings = case(problem, "secret/a/3").settings
    assert settings.output_validator_arguments == ("x", "y")
    assert settings.input_arguments("any") == ("n=5",)
    assert case(problem, "secret/2").settings.input_arguments("any") == ()


def test_flags_may_be_for_one_validator(tmp_path: Path) -> None:
    flags = {"data/secret/testdata.yaml": "input_validator_flags: {name: ints, flags: 1 2}\n"}
    settings = case(read(tmp_path, "", flags), "secret/2").settings
    assert settings.input_arguments("ints") == ("1", "2")
    assert settings.input_arguments("other") == ()


def test_an_open_range_has_no_bound(tmp_path: Path) -> None:
    found = grading(tmp_path, {"data/secret/testdata.yaml": "range: -inf +inf\n"})
    assert (found.lowest, found.highest) == (None, None)


def test_the_objective_and_older_grading_keys_are_read(tmp_path: Path) -> None:
    settings = SCORING + "grading:\n  objective: min\n  accept_score: 2\n  on_reject: grade\n"
    problem = read(tmp_path, settings)
    assert problem.objective is Objective.MINIMISE
    top = problem.groups[0].scoring
    assert isinstance(top, LegacyGrading)
    assert (top.accept_score, top.on_reject) == (2, OnReject.CONTINUE)


def test_hint_and_description_stand_beside_a_case(tmp_path: Path) -> None:
    found = case(
        read(tmp_path, "", {"data/secret/2.hint": "think\n", "data/secret/2.desc": "two\n"}),
        "secret/2",
    )
    assert (found.settings.hint, found.description) == ("think", "two")


def test_samples_give_full_feedback(tmp_path: Path) -> None:
    problem = read(tmp_path, "")
    assert [c.settings.full_feedback for c in problem.cases] == [True, False]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("gradin: {}\n", "problem.yaml:1: unknown key 'gradin': did you mean 'grading'?"),
        ("checker: x\n", "problem.yaml:1: unknown key 'checker': known: "),
        ("credits: x\n", "problem.yaml:1: credits is a key of format 2025-09: write author"),
        ("languages: all\n", "problem.yaml:1: languages is a key of format 2025-09: add"),
        ("type: interactive\n", "problem.yaml:1: in the legacy format type is pass-fail or"),
        ("type: passfail\n", "problem.yaml:1: unknown type 'passfail': did you mean 'pass-fail'?"),
        ("validation: costum\n", "problem.yaml:1: validation must begin with default or custom"),
        ("validation: default score\n", "problem.yaml:1: validation: default takes no 'score'"),
        (
            "validation: custom intractive\n",
            "problem.yaml:1: validation: unknown word 'intractive'",
        ),
        ("validation: custom score\n", "problem.yaml:1: validation: score is for problems of type"),
        ("validation: custom\n", "problem.yaml:1: validation is custom, but output_validators/ co"),
        ("grading:\n  objective: max\n", "problem.yaml:1: grading is for problems of type scoring"),
        ("type: scoring\ngrading:\n  objectiv: min\n", "problem.yaml:3: unknown key 'objectiv'"),
        ("limits:\n  time_multipliers: 2\n", "problem.yaml:2: time_multipliers is a key of format"),
        ("limits:\n  memory: 1.5\n", "problem.yaml:2: memory must be a whole number of MiB"),
        ('validator_flags: "a \'b"\n', "problem.yaml:1: validator_flags: the text cannot be split"),
    ],
)
def test_bad_settings_are_refused_with_place_and_fix(
    tmp_path: Path, settings: str, said: str
) -> None:
    assert fault(tmp_path, settings).startswith(said)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("source_url: x\n", "line 1: source_url needs a source"),
        ("license: mit\n", "line 1: unknown license 'mit': known: cc by, cc by-sa"),
        ("keywords: [a]\n", "line 1: keywords must be a string, not a list"),
        ("uuid: abc\n", "line 1: uuid must have the form"),
        ("nam: x\n", "line 1: unknown key 'nam' is not used: remove it; did you mean 'name'?"),
        ("libraries: gmp\n", "line 1: libraries is not used: it was removed from the format"),
        ("name: 2048\n", "line 1: name must be a string, not 2048: put it in quotes"),
        ("author: [a]\n", "line 1: author must be a string, not a list"),
    ],
)
def test_a_wrong_value_that_no_verdict_depends_on_is_noted(
    tmp_path: Path, settings: str, said: str
) -> None:
    problem = read(tmp_path, settings)
    [found] = map(str, problem.metadata.faults)
    assert found.startswith(said) and found in problem.notes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("on_rejct: break\n", ":1: unknown key 'on_rejct': did you mean 'on_reject'?"),
        ("on_reject: stop\n", ":1: unknown on_reject 'stop': known: break, continue"),
        ("grading: own\n", ":1: grading must be default or custom, not 'own'"),
        ("grader_flags: frist_error\n", ":1: unknown grader flag 'frist_error': did you mean 'f"),
        ("accept_score: many\n", ":1: accept_score must be a number, not 'many'"),
        ("accept_score: 1e999999999\n", ":1: accept_score must be a number"),
        ("range: 5\n", ":1: range must be two numbers such as 0 100, not 5"),
        ("range: 5 1\n", ":1: range ends below its start: 5 1"),
        ("max_score: 5\n", ":1: max_score is a key of format 2025-09: write range instead"),
    ],
)
def test_bad_group_settings_are_refused_with_place_and_fix(
    tmp_path: Path, text: str, said: str
) -> None:
    message = fault(tmp_path, SCORING, {"data/secret/testdata.yaml": text})
    assert message.startswith(f"data/secret/testdata.yaml{said}")


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("data/secret/test_group.yaml", "is of format 2025-09: the legacy format calls it testda"),
        ("data/secret/2.yaml", "this version of the format has no such file"),
        ("data/secret/2.args", "this version of the format has no such file"),
    ],
)
def test_files_of_newer_versions_are_refused(tmp_path: Path, file: str, said: str) -> None:
    assert fault(tmp_path, "", {file: "args: [a]\n"}).startswith(f"{file}: {said}")


TWO = {"output_validators/a.py": "", "output_validators/b.py": ""}


def test_all_output_validators_are_read(tmp_path: Path) -> None:
    found = read(tmp_path, "validation: custom\nvalidator_flags: x\n", TWO).output_validator
    assert [one.path and one.path.name for one in found.all] == ["a.py", "b.py"]
    assert {one.arguments for one in found.all} == {("x",)}


def test_two_interactors_are_refused(tmp_path: Path) -> None:
    assert fault(tmp_path, "validation: custom interactive\n", TWO).startswith(
        "output_validators: holds 2 output validators"
    )


def test_names_by_language_are_read_as_in_newer_versions(tmp_path: Path) -> None:
    assert read(tmp_path, "name: {en: Tour, sv: Resa}\n").titles == {"en": "Tour", "sv": "Resa"}
    [said] = read(tmp_path / "b", "name: {EN: Tour}\n").metadata.faults
    assert str(said) == "line 1: name: 'EN' is not a language code such as en, fil or pt-BR"


def test_a_validator_that_is_not_used_is_noted(tmp_path: Path) -> None:
    notes = read(tmp_path, "", {"output_validators/a.py": ""}).notes
    assert any(note.startswith("output_validators/ is not used") for note in notes)


@pytest.mark.parametrize(("validation", "noted"), [("custom", 1), ("custom multi-pass", 0)])
def test_a_number_of_passes_of_a_problem_with_one_pass_is_noted(
    tmp_path: Path, validation: str, noted: int
) -> None:
    text = f"validation: {validation}\nlimits: {{validation_passes: 3}}\n"
    notes = read(tmp_path, text, {"output_validators/a.py": ""}).notes
    said = "limits: validation_passes is for multi-pass problems, and is not used: remove it"
    assert notes.count(said) == noted
