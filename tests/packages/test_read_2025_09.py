"""Packages of format 2025-09, and of the draft that became it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.model import (
    Aggregation,
    FormatVersion,
    Group,
    GroupScoring,
    LegacyGrading,
    License,
    OnReject,
    Person,
    ProblemType,
    Source,
    TimeMultipliers,
    ValidatorProtocol,
)
from tests.packages.written import DRAFT, MODERN, case, fault, read


def test_every_key_is_typed(tmp_path: Path) -> None:
    problem = read(
        tmp_path,
        MODERN
        + """
type: [interactive, multi-pass]
version: "1.2"
credits:
  authors: Ada <ada@l.example>
  testers: [Bob, {name: Eve, orcid: 0000-0001-7414-8743}]
  translators: {pt-BR: Ana}
source: [Some Open, {name: Other, url: https://o.example}]
license: cc0
rights_owner: Ada
embargo_until: 2025-12-24T18:00:00Z
keywords: [graph, tour]
languages: [cpp, python3]
allow_file_writing: true
constants: {n: 5, k: {value: 10.5, tex: "10,5"}}
limits:
  time_limit: 1.5
  time_resolution: 0.5
  time_multipliers: {ac_to_time_limit: 3, time_limit_to_tle: 2}
  memory: 512
  validation_passes: 4
""",
    )
    metadata = problem.metadata
    assert problem.types == {
        *(ProblemType.PASS_FAIL, ProblemType.INTERACTIVE, ProblemType.MULTI_PASS)
    }
    assert metadata.version == "1.2"
    assert metadata.credits.authors == (Person("Ada", "ada@l.example"),)
    assert metadata.credits.testers == (Person("Bob"), Person("Eve", orcid="0000-0001-7414-8743"))
    assert metadata.credits.translators == {"pt-BR": (Person("Ana"),)}
    assert metadata.sources == (Source("Some Open"), Source("Other", "https://o.example"))
    assert metadata.license is License.CC0
    assert metadata.embargo_until == datetime(2025, 12, 24, 18, tzinfo=UTC)
    assert metadata.keywords == ("graph", "tour")
    assert problem.languages == ("cpp", "python3")
    assert problem.allow_file_writing
    assert problem.constants == {"n.value": "5", "n": "5", "k.value": "10.5", "k.tex": "10,5"} | {
        "k": "10.5"
    }
    assert (problem.limits.cpu_s, problem.limits.memory_mib) == (1.5, 512)
    assert problem.declared.time_multipliers == TimeMultipliers(3, 2)
    assert (problem.declared.validation_passes, problem.declared.time_resolution) == (4, 0.5)


def test_what_a_package_leaves_out_has_the_defaults_of_the_format(tmp_path: Path) -> None:
    problem = read(tmp_path, MODERN)
    assert problem.types == {ProblemType.PASS_FAIL}
    assert problem.declared.time_multipliers == TimeMultipliers(2.0, 1.5)
    assert problem.languages == ()
    assert not problem.allow_file_writing
    assert problem.groups == (
        Group("sample", GroupScoring(None, Aggregation.PASS_FAIL)),
        Group("secret", GroupScoring(100, Aggregation.SUM)),
    )


def test_groups_have_scores_and_cases_inherit_arguments(tmp_path: Path) -> None:
    files = {
        "data/test_group.yaml": "output_validator_args: [a]\n",
        "data/secret/test_group.yaml": "max_score: 60\nargs: [x, y]\n",
        "data/secret/g1/test_group.yaml": "max_score: 60\nscore_aggregation: min\n"
        "require_pass: sample\noutput_validator_args: [b]\ninput_validator_args: {ints: [n]}\n",
        "data/secret/g1/3.in": "",
        "data/secret/g1/3.ans": "",
        "data/secret/g1/3.yaml": "args: [z]\nhint: look\ndescription: three\n",
        "data/secret/g1/3.files/map.txt": "",
        "data/secret/g1/4.in": "",
        "data/secret/g1/4.ans": "",
    }
    problem = read(tmp_path, MODERN + "type: scoring\n", files)
    assert problem.groups[1:] == (
        Group("secret", GroupScoring(60, Aggregation.SUM, declared=True)),
        Group("secret/g1", GroupScoring(60, Aggregation.MINIMUM, ("sample",), declared=True)),
    )
    third, fourth = (case(problem, f"secret/g1/{name}") for name in "34")
    assert (third.settings.arguments, fourth.settings.arguments) == (("z",), ("x", "y"))
    assert third.settings.output_validator_arguments == ("b",)
    assert case(problem, "sample/1").settings.output_validator_arguments == ("a",)
    assert fourth.settings.input_arguments("ints") == ("n",)
    assert fourth.settings.input_arguments("other") == ()
    assert (third.settings.hint, third.description) == ("look", "three")
    assert third.settings.files == tmp_path / "tour/data/secret/g1/3.files"


def test_the_output_validator_is_a_file_or_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "tour/output_validator"
    assert read(tmp_path, MODERN).output_validator.path is None
    files = {"output_validator/check.py": ""}
    assert read(tmp_path, MODERN, files).output_validator.path == folder / "check.py"
    more = {"output_validator/check.h": ""}
    assert read(tmp_path, MODERN, more).output_validator.path == folder


def test_a_checker_for_testlib_is_seen_by_its_source(tmp_path: Path) -> None:
    source = '#include "testlib.h"\nint main(int c, char **v) { registerTestlibCmd(c, v); }\n'
    validator = read(tmp_path, MODERN, {"output_validator/check.cpp": source}).output_validator
    assert validator.protocol is ValidatorProtocol.TESTLIB


def test_cases_that_test_validators_are_kept_apart(tmp_path: Path) -> None:
    files = {
        "data/invalid_input/0.in": "",
        "data/invalid_output/a/1.in": "",
        "data/invalid_output/a/1.ans": "",
        "data/invalid_output/a/1.out": "",
        "data/valid_output/1.in": "",
    }
    problem = read(tmp_path, MODERN, files)
    assert len(problem.cases) == 2
    assert problem.tests.invalid_inputs == ("invalid_input/0",)
    assert problem.tests.invalid_outputs == ("invalid_output/a/1",)
    assert problem.tests.valid_outputs == ("valid_output/1",)


def test_bad_cases_of_older_tools_are_invalid_answers_or_inputs(tmp_path: Path) -> None:
    files = {f"data/bad/{name}": "" for name in ("1.in", "2.in", "2.ans")}
    problem = read(tmp_path, MODERN, files)
    assert problem.tests.invalid_inputs == ("bad/1",)
    assert problem.tests.invalid_answers == ("bad/2",)


def test_answer_validators_have_arguments(tmp_path: Path) -> None:
    files = {"data/secret/test_group.yaml": "answer_validator_args: [--strict]\n"}
    settings = case(read(tmp_path, MODERN, files), "secret/2").settings
    assert settings.answer_validator_arguments == ("--strict",)


def test_the_draft_has_either_folder_for_its_output_validator(tmp_path: Path) -> None:
    for name in ("output_validator", "output_validators"):
        package = read(tmp_path / name, DRAFT, {f"{name}/check/check.py": ""})
        assert package.output_validator.path == package.folder / name / "check"


@pytest.mark.parametrize(
    ("key", "instead"),
    [("author", "write credits instead"), ("source_url", "give source the keys name and url")],
)
def test_a_retired_key_that_only_describes_the_package_is_noted(
    tmp_path: Path, key: str, instead: str
) -> None:
    problem = read(tmp_path, MODERN + f"{key}: https://example.org\n", {})
    (note,) = [note for note in problem.notes if key in note]
    assert note.startswith(f"{key} is not used: it is a key of the legacy format: {instead}")


def test_a_file_of_legacy_settings_without_settings_is_none(tmp_path: Path) -> None:
    problem = read(tmp_path, MODERN, {"data/secret/testdata.yaml": "# grading: sum\n"})
    assert [case.name for case in problem.cases]


def test_samples_may_be_shown_only(tmp_path: Path) -> None:
    files = {"data/sample/2.interaction": "<1\n", "data/sample/3.in.statement": "x\n"}
    assert [c.name for c in read(tmp_path, MODERN, files).cases] == ["sample/1", "secret/2"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("validation: custom\n", "validation is a key of the legacy format: write type instead"),
        ("validator_flags: x\n", "validator_flags is a key of the legacy format: write output_va"),
        ("grading: {}\n", "grading is a key of the legacy format"),
        ("time_limit: 2\n", "time_limit belongs under limits"),
        ("special_compare: x\n", "special_compare refers to a program outside the package"),
        ("type: passfail\n", "unknown type 'passfail': did you mean 'pass-fail'?"),
        ("type: []\n", "type must not be an empty list"),
        ("type: [scoring, scoring]\n", "type contains a duplicate value"),
        ("type: [scoring, pass-fail]\n", "type cannot be pass-fail and scoring at once"),
        ("type: [submit-answer, interactive]\n", "type cannot be submit-answer and interactive"),
        ("languages: [all]\n", "languages: all stands alone: write languages: all"),
        ("languages: []\n", "languages must not be an empty list"),
        ("languages: [C++]\n", "languages: 'C++' is not a language code: it has small letters"),
        ("allow_file_writing: 1\n", "allow_file_writing must be true or false, not 1"),
        ("constants: {2x: 1}\n", "'2x' is not a valid name for a constant"),
        ("constants: {x: [1]}\n", "x must be a finite number or a string, not a list"),
        ("constants: {x: {tex: a}}\n", "x lacks the key value"),
        ("limits: {time_limt: 1}\n", "unknown key 'time_limt': did you mean 'time_limit'?"),
        ("limits: {time_multiplier: 1}\n", "time_multiplier is a key of the legacy format: wr"),
        ("limits: {time_limit: 0.7, time_resolution: 0.5}\n", "time_limit must be a multiple of"),
        ("limits: {time_multipliers: {ac_to_time_limit: 0.5}}\n", "ac_to_time_limit must be at l"),
        ("limits: {time_multipliers: 2}\n", "time_multipliers must be a mapping"),
        ("limits: {validation_passes: 3}\n", "validation_passes is for problems of type multi-p"),
        ("limits: {code: '64'}\n", "code must be a number above 0, not '64'"),
    ],
)
def test_bad_settings_are_refused_with_place_and_fix(
    tmp_path: Path, settings: str, said: str
) -> None:
    assert fault(tmp_path, MODERN + settings).startswith(f"problem.yaml:4: {said}")


def test_the_draft_ignores_the_resolution_beside_a_time_limit(tmp_path: Path) -> None:
    limits = "limits: {time_limit: 0.7, time_resolution: 0.5}\n"
    assert read(tmp_path, DRAFT + limits).limits.cpu_s == 0.7


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("rgb: '#ff0000'\n", "rgb is not used: it is a setting of a contest, not of a problem"),
        (
            "keyword: [a]\n",
            "unknown key 'keyword' is not used: remove it; did you mean 'keywords'?",
        ),
        ("keywords: a b\n", "keywords must be a list of strings, not 'a b'"),
        ("keywords: [1]\n", "keywords must contain only strings, not 1: put it in quotes"),
        ("version: 1\n", "version must be a string, not 1: put it in quotes"),
        (
            "type: pass-fail interactive\n",
            "type 'pass-fail interactive' is not one type: write a list, [pass-fail, interactive]",
        ),
        ("license: gpl\n", "unknown license 'gpl'"),
        ("license: [cc0]\n", "unknown license a list"),
        ("embargo_until: soon\n", "embargo_until must be a date such as 2025-09-30"),
        ("credits: {autors: x}\n", "unknown key 'autors': did you mean 'authors'?"),
        ("credits: {authors: []}\n", "authors must not be an empty list"),
        ("credits: {authors: [{email: x}]}\n", "an entry of authors lacks the key name"),
        ("credits: {translators: {english: x}}\n", "translators: 'english' is not a language code"),
        ("source: {url: x}\n", "an entry of source lacks the key name"),
        ('source: {name: " "}\n', "an entry of source lacks the key name"),
        ('source: " "\n', "source must be a name, or a mapping with name and url, not ' '"),
        ('credits: ""\n', "credits must name people"),
        ('credits: {authors: {name: " "}}\n', "an entry of authors lacks the key name"),
        ("source: 5\n", "source must be a name, or a mapping"),
        ("rights_owner: me\nlicense: public domain\n", "a problem in the public domain has no"),
        ("oj-lab-metadata: {a: b}\n", "unknown key 'oj-lab-metadata' is not used: remove it; kn"),
    ],
)
def test_wrong_keys_that_decide_nothing_are_faults_of_a_package_that_is_judged(
    tmp_path: Path, settings: str, said: str
) -> None:
    validator = {"output_validator/validate.py": "print()\n"}
    problem = read(tmp_path, MODERN + settings, validator)
    assert [str(fault)[: len(said) + 8] for fault in problem.metadata.faults] == [f"line 4: {said}"]
    assert {*map(str, problem.metadata.faults)} <= {*problem.notes}


def test_types_in_one_string_are_read_as_a_list(tmp_path: Path) -> None:
    validator = {"output_validator/validate.py": "print()\n"}
    problem = read(tmp_path, MODERN + "type: scoring interactive\n", validator)
    assert problem.types == {ProblemType.SCORING, ProblemType.INTERACTIVE}


@pytest.mark.parametrize(
    "name", ["", "name: [x]\n", "name: 5\n", "name: {en: ''}\n", "name: ' '\n"]
)
def test_a_problem_without_a_usable_name_has_that_of_its_folder(tmp_path: Path, name: str) -> None:
    settings = "".join(line + "\n" for line in MODERN.splitlines() if not line.startswith("name"))
    problem = read(tmp_path, settings + name)
    assert problem.titles == {"en": problem.folder.name}
    assert "name" in str(problem.metadata.faults[0])


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "data/secret/testdata.yaml",
            "on_reject: break\n",
            ": is of the legacy format: write test_group.yaml ins",
        ),
        ("data/secret/test_group.yaml", "hint: x\n", ":1: hint is for a case: write it in CASE.ya"),
        ("data/secret/test_group.yaml", "max_scor: 5\n", ":1: unknown key 'max_scor': did you m"),
        ("data/secret/test_group.yaml", "max_score: -5\n", ":1: max_score must be a whole numbe"),
        ("data/secret/test_group.yaml", "score_aggregation: max\n", ":1: unknown score_aggregat"),
        ("data/secret/test_group.yaml", "args: a b\n", ":1: args must be a list of strings"),
        ("data/secret/test_group.yaml", "grader_flags: min\n", ":1: grader_flags is a key of th"),
        ("data/secret/test_group.yaml", "static_validation_score: -5\n", ":1: static_validation_"),
        ("data/secret/test_group.yaml", "static_validation_score: all\n", ":1: static_validation_"),
        ("data/secret/test_group.yaml", "static_validation_score: pass-fail\n", ":1: static_vali"),
        (
            "data/sample/test_group.yaml",
            "static_validator_args: [a]\n",
            ":1: static_validator_args",
        ),
        ("data/sample/test_group.yaml", "max_score: 5\n", ":1: max_score is not permitted in sa"),
        ("data/secret/2.yaml", "max_score: 5\n", ":1: unknown key 'max_score'"),
        ("data/secret/2.yaml", "full_feedback: always\n", ":1: full_feedback must be true or fa"),
        ("data/secret/9.yaml", "hint: x\n", ": has no input file (.in) beside it"),
        ("data/secret/2.args", "a\n", ": this version of the format has no such file"),
        (
            "data/secret/2/list.txt",
            "",
            "data/secret/2.in: has the same name as the folder beside it",
        ),
        ("data/extra/2.in", "", "data/extra: unknown folder of cases 'extra'"),
        ("data/2.in", "", ": lies outside the groups"),
    ],
)
def test_bad_cases_and_groups_are_refused_with_place_and_fix(
    tmp_path: Path, file: str, text: str, said: str
) -> None:
    expected = said if said.startswith("data/") else file + said
    assert fault(tmp_path, MODERN, {file: text}).startswith(expected)


@pytest.mark.parametrize(
    ("old", "new"),
    [("output_validators", "output_validator"), ("problem_statement", "statement")],
)
def test_folders_of_the_legacy_format_are_refused(tmp_path: Path, old: str, new: str) -> None:
    said = fault(tmp_path, MODERN, {f"{old}/file.py": ""})
    assert said == f"{old}: is a folder of the legacy format: rename it to {new}"


def test_what_is_missing_and_does_not_matter_to_verdicts_is_noted(tmp_path: Path) -> None:
    settings = MODERN.replace("uuid", "#uuid") + "limits: {visualizer_time: 5}\nlicense: cc by\n"
    notes = read(tmp_path, settings, {"data/secret/2.hint": "x\n", "statement/problem.sv.md": ""})
    said = (
        "line 2: name is in en, and the statement in sv: write one name for each language of the "
    )
    assert [*map(str, notes.metadata.faults)] == [f"{said}statement"]
    assert notes.metadata.missing == (
        "problem.yaml has no uuid: add a new one, such as uuidgen writes",
        "license 'cc by' needs a rights_owner, an author or a source",
    )
    assert notes.notes == (
        *map(str, notes.metadata.faults),
        *notes.metadata.missing,
        "limits: visualizer_time is a setting of BAPCtools and is not used",
        "1 file below data not used, such as data/secret/2.hint",
        "no time limit is given: judge run measures it on submissions that are right; without any "
        "it is 2 s",
    )


# The draft


def test_the_draft_has_groups_as_2025_09(tmp_path: Path) -> None:
    files = {
        "data/secret/g1/test_group.yaml": "max_score: 100\n",
        "data/secret/g1/3.in": "",
        "data/secret/g1/3.ans": "",
    }
    problem = read(tmp_path, DRAFT + "type: scoring\n", files)
    assert problem.version is FormatVersion.DRAFT_2023_07
    assert problem.groups[-1] == Group(
        "secret/g1", GroupScoring(100, Aggregation.PASS_FAIL, declared=True)
    )


def test_the_draft_may_have_groups_as_the_legacy_format(tmp_path: Path) -> None:
    files = {
        "data/testdata.yaml": "on_reject: continue\noutput_validator_args: [q]\n",
        "data/secret/2.desc": "two\n",
        "data/secret/2.args": "a 'b c'\n",
    }
    problem = read(tmp_path, DRAFT + "type: scoring\n", files)
    scoring = problem.groups[-1].scoring
    assert isinstance(scoring, LegacyGrading) and scoring.on_reject is OnReject.CONTINUE
    second = case(problem, "secret/2")
    assert second.settings.output_validator_arguments == ("q",)
    assert (second.settings.arguments, second.description) == (("a", "b c"), "two")


def test_the_draft_has_one_kind_of_groups(tmp_path: Path) -> None:
    files = {"data/testdata.yaml": "", "data/secret/test_group.yaml": ""}
    assert fault(tmp_path, DRAFT, files).startswith(
        "data/secret/test_group.yaml: the package has testdata.yaml too"
    )


@pytest.mark.parametrize("text", ["scoring: {score: 5}\n", "run_samples: false\n", "max_score: 5"])
def test_keys_of_older_drafts_are_refused(tmp_path: Path, text: str) -> None:
    key = text.partition(":")[0]
    assert f"testdata.yaml:1: {key} " in fault(tmp_path, DRAFT, {"data/testdata.yaml": text})


def test_the_grading_of_an_older_draft_is_refused_with_what_replaces_it(tmp_path: Path) -> None:
    files = {"data/secret/testdata.yaml": "grading: {score: 5, aggregation: min}\n"}
    said = fault(tmp_path, DRAFT + "type: scoring\n", files)
    assert said.startswith("data/secret/testdata.yaml:1: grading as a mapping is of an older draft")
    assert said.endswith("write max_score and score_aggregation in test_group.yaml")


def test_a_constant_is_the_text_that_the_package_writes(tmp_path: Path) -> None:
    text = "constants: {a: 1.50, b: 1e6, c: 010, d: {value: +5, tex: 0x1F}}\n"
    found = read(tmp_path, MODERN + text).constants
    assert [found[n] for n in ("a", "b", "c", "d", "d.tex")] == ["1.50", "1e6", "010", "+5", "0x1F"]


@pytest.mark.parametrize(
    ("settings", "counted"),
    [
        (MODERN + "allow_file_writing: true\n", True),
        (MODERN, False),
        (DRAFT + "allow_file_writing: true\n", False),
        ("name: Tour\n", False),
    ],
)
def test_files_count_as_output_where_the_format_says_so(
    settings: str, counted: bool, tmp_path: Path
) -> None:
    limits = read(tmp_path, settings + "limits: {output: 100}\n").limits
    assert limits.counts_files == counted
    assert (limits.disk_mib > 100) == counted
