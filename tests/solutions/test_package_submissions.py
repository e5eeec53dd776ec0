"""Submissions that a package brings: which there are, in what language, and what is expected."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import Kind, Solution, Verdict
from judge.packages.load import load_problem
from judge.solutions.package_submissions import PackageSubmissions, read_submissions
from tests.packages.written import DRAFT, MODERN, read, write

AC, WA, TLE, RTE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE
PRINTS = "print(input())\n"


def found(root: Path, files: dict[str, str], settings: str = MODERN) -> PackageSubmissions:
    """Of a package with these files below ``submissions``."""
    return read_submissions(
        read(root, settings, {f"submissions/{name}": text for name, text in files.items()})
    )


def one(root: Path, name: str, text: str = PRINTS, more: dict[str, str] | None = None) -> Solution:
    [solution] = found(root, {name: text, **(more or {})}).solutions
    return solution


def test_a_package_without_submissions_has_none(tmp_path: Path) -> None:
    assert found(tmp_path, {}) == PackageSubmissions()


def test_names_keep_solutions_with_the_same_stem_apart(tmp_path: Path) -> None:
    files = dict.fromkeys(("accepted/a.py", "accepted/a.c", "wrong_answer/a.py"), PRINTS)
    names = [solution.name for solution in found(tmp_path, files).solutions]
    assert names == ["accepted/a.c", "accepted/a.py", "wrong_answer/a.py"]


def test_names_that_format_2025_09_does_not_allow_are_noted_and_not_judged(tmp_path: Path) -> None:
    files = dict.fromkeys(("accepted/a.py", "accepted/a b.py", "ü/a.py"), PRINTS)
    new = found(tmp_path / "new", files)
    assert [solution.name for solution in new.solutions] == ["accepted/a.py"]
    assert [note.split("/submissions/")[1][:25] for note in new.notes] == [
        "accepted/a b.py: is not r",
        "ü: is not read: the forma",
    ]
    assert len(found(tmp_path / "draft", files, DRAFT).solutions) == 3


def test_files_of_a_submission_with_such_names_are_noted_and_no_part_of_it(tmp_path: Path) -> None:
    files = {"accepted/a/main.py": PRINTS, "accepted/a/b c/ü.py": "", "accepted/a/é.txt": ""}
    new = found(tmp_path / "new", files)
    assert [solution.size for solution in new.solutions] == [len(PRINTS)]
    assert [note.split("/submissions/")[1][:27] for note in new.notes] == [
        "accepted/a/b c: is not read"
    ]
    assert new.notes[0].endswith("nor are é.txt")
    draft = found(tmp_path / "draft", files, DRAFT)
    assert "3 files" in "".join(draft.solutions[0].settled) and not draft.notes


@pytest.mark.parametrize("other", ["b.cpp", "sub/b.ads", "b.java"])
def test_building_a_folder_in_two_languages_fails_unless_its_language_is_named(
    other: str, tmp_path: Path
) -> None:
    """Format 2025-09: "If a single language can't be determined, building fails." """
    files = {"accepted/a/main.py": PRINTS, f"accepted/a/{other}": "", "accepted/a/c.txt": ""}
    two = found(tmp_path / "two", files)
    assert re.fullmatch(rf".*/accepted/a: holds .*\({other}\).*, so that .*", two.notes[0])
    assert "Python 3 (main.py)" in two.solutions[0].unbuildable
    assert other in two.solutions[0].unbuildable and not two.solutions[0].skipped
    wanted = {f"compile_error{name.removeprefix('accepted')}": files[name] for name in files}
    assert found(tmp_path / "wanted", wanted).notes == ()
    for version in (MODERN, DRAFT):
        whole = files | {"submissions.yaml": "accepted/a: {language: python3}\n"}
        named = found(tmp_path / f"named {version[:40]}", whole, version)
        assert not named.notes and not named.solutions[0].unbuildable


def test_a_legacy_folder_in_two_languages_is_in_that_of_most_files(tmp_path: Path) -> None:
    files = {"accepted/a/main.py": PRINTS, "accepted/a/b.py": "", "accepted/a/c.cpp": ""}
    old = found(tmp_path, files, "name: Tour\n")
    assert "other judges may refuse it, here it is Python 3; keep" in old.notes[0]
    assert (old.solutions[0].language, old.solutions[0].unbuildable) == ("python", "")


@pytest.mark.parametrize("names", [("x.zig", "y.pas"), ("x.zig", "notes.txt")])
def test_a_folder_in_foreign_languages_only(names: tuple[str, str], tmp_path: Path) -> None:
    """In one of them it is not run; in several, building fails as of any other."""
    files = {f"accepted/a/{name}": "" for name in names}
    several = "y.pas" in names
    [new] = found(tmp_path / "new", files).solutions
    assert (bool(new.unbuildable), bool(new.skipped)) == (several, not several)
    assert "Zig" in (new.unbuildable or new.skipped) and not new.expect & {Verdict.CE}
    [legacy] = found(tmp_path / "legacy", files, "name: Tour\n").solutions
    assert ("Zig (x.zig)" if several else "Zig (.zig)") in legacy.skipped


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (
            "{entrypoint: other.py}",
            "entrypoint: accepted/a.py has no source 'other.py' to start: k",
        ),
        ("{language: pyton3}", "unknown language 'pyton3': did you mean 'python3'?"),
    ],
)
def test_a_rule_that_names_what_is_not_there_is_a_fault_and_building_fails(
    rule: str, said: str, tmp_path: Path
) -> None:
    rules = {"submissions.yaml": f"\naccepted/*: {rule}\n"}
    wrong = found(tmp_path / "wrong", {"accepted/a.py": PRINTS, **rules})
    assert wrong.doubts == wrong.faults and not wrong.solutions[0].skipped
    assert f"/submissions.yaml:2: {said}" in wrong.solutions[0].unbuildable
    rules = {"submissions.yaml": "accepted/*: {language: zig}\n"}  # known, and no fault
    known = found(tmp_path / "known", {"accepted/a.py": PRINTS, **rules})
    assert known.solutions[0].skipped and not known.faults


@pytest.mark.parametrize("name", ["submissions.yml", "Submissions.yaml"])
def test_rules_under_another_name_are_no_submission(name: str, tmp_path: Path) -> None:
    read_from = found(tmp_path, {"accepted/a.py": PRINTS, name: "accepted: {permitted: [WA]}\n"})
    assert [solution.name for solution in read_from.solutions] == ["accepted/a.py"]
    assert read_from.notes[0].endswith(f"/{name}: is not read: rename it to submissions.yaml")


def test_a_folder_that_is_a_link_to_one_above_it_is_refused(tmp_path: Path) -> None:
    problem = read(tmp_path, MODERN, {"submissions/accepted/a.py": PRINTS})
    (tmp_path / "tour/submissions/accepted/b").symlink_to("../accepted")
    with pytest.raises(JudgeError, match=r"accepted/b: .*a folder that it lies in: remove it"):
        read_submissions(problem)


def test_a_function_alone_is_a_program_all_the_same(tmp_path: Path) -> None:
    assert one(tmp_path, "accepted/a.py", "f = lambda x: x\n").kind is Kind.PROGRAM


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *[(f"a.{suffix}", "cpp") for suffix in ("cpp", "cc", "cxx", "c++", "C")],
        ("a.py3", "python"),
        ("a.sh", "bash"),
        ("a.java", "java"),
        ("a.kt", "kotlin"),
        ("a.ts", "typescript"),
        ("a.go", "go"),
    ],
)
def test_suffixes_tell_the_language(name: str, language: str, tmp_path: Path) -> None:
    solution = one(tmp_path, f"accepted/{name}")
    assert (solution.language, solution.skipped) == (language, "")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.f90", "end", "Fortran (.f90) is not in the table of languages"),
        ("a.py", "#!/usr/bin/env python2\nprint 1", "needs Python 2"),
        ("a.xyz", "", "unknown language: no language has the suffix '.xyz': judge doctor"),
        ("a", "#!/usr/bin/env fortran\n", "its first line names no language of the table"),
        ("folder/a.swift", "print(1)", "Swift (.swift) is not in the table of languages"),
    ],
)
def test_an_unknown_language_is_no_error(name: str, text: str, said: str, tmp_path: Path) -> None:
    assert said in one(tmp_path, f"accepted/{name}", text).skipped


def test_a_reason_names_the_line_and_not_the_file_again(tmp_path: Path) -> None:
    solution = one(tmp_path, "accepted/a.py", "n = 1\nprint n\n")
    said = "line 2: needs Python 2, which is not supported: write it in Python 3"
    assert solution.skipped == said


def test_a_first_line_or_a_clause_tells_perl_from_prolog(tmp_path: Path) -> None:
    solution = one(tmp_path, "accepted/a.pl", "#!/usr/bin/perl\nprint 1;\n")
    assert (solution.language, solution.skipped) == ("perl", "")
    other = one(tmp_path / "other", "accepted/a.pl", "main :- read(X), print(X).\n")
    assert (other.language, other.skipped) == ("prolog", "")
    plain = one(tmp_path / "plain", "accepted/a.pl", "# a :- b\nprint $_ ? 1 :-1 for <>;\n")
    assert (plain.language, plain.skipped) == ("perl", "")


def test_a_folder_is_a_program_of_several_files(tmp_path: Path) -> None:
    more = {"accepted/sum/lib.py": "x = 1\n", "accepted/sum/notes.txt": "no source\n"}
    solution = one(tmp_path, "accepted/sum/main.py", "import lib\n", more)
    assert (solution.name, solution.path.name) == ("accepted/sum", "main.py")
    assert solution.program == tmp_path / "tour/submissions/accepted/sum"
    assert "program: 3 files (lib.py, main.py, notes.txt), starts with main.py" in solution.settled
    changed = one(
        tmp_path / "b", "accepted/sum/main.py", "import lib\n", {"accepted/sum/lib.py": ""}
    )
    assert changed.digest != solution.digest


def test_what_is_no_source_is_ignored(tmp_path: Path) -> None:
    names = ("accepted/README", "accepted/notes.md", "accepted/.gitkeep", "accepted/a.py~")
    got = found(tmp_path, {"accepted/a.py": PRINTS, **dict.fromkeys(names, "")})
    assert [solution.name for solution in got.solutions] == ["accepted/a.py"]
    assert sorted(got.ignored) == sorted(f"submissions/{name}" for name in names)


def test_disabled_ones_are_not_judged_and_said(tmp_path: Path) -> None:
    names = ("accepted/a.py.disabled", "mixed/disabled/b.py", "old.disabled/c.py")
    got = found(tmp_path, dict.fromkeys(names, PRINTS))
    assert got.solutions == ()
    [note] = got.notes
    assert note.endswith(
        "3 submissions are disabled and not judged: "
        "accepted/a.py.disabled, mixed/disabled, old.disabled"
    )


def test_an_unknown_folder_is_said_and_judged(tmp_path: Path) -> None:
    got = found(tmp_path, {"wrong_anwser/a.py": PRINTS, "b.py": PRINTS})
    assert [solution.name for solution in got.solutions] == [
        "submissions/b.py",
        "wrong_anwser/a.py",
    ]
    assert "unknown folder, so nothing is expected" in got.notes[1]
    assert got.notes[1].endswith("did you mean 'wrong_answer'?")
    assert got.notes[0].endswith("b.py: is in no folder, so nothing is expected of it")


def test_a_folder_that_submissions_yaml_names_is_known(tmp_path: Path) -> None:
    got = found(
        tmp_path, {"mine/a.py": PRINTS, "submissions.yaml": "mine: {permitted: [AC, WA]}\n"}
    )
    assert got.notes == ()
    assert got.solutions[0].expect == {AC, WA}


@pytest.mark.parametrize(
    ("tag", "verdicts"),
    [
        ("// @EXPECTED_RESULTS@: CORRECT", {AC}),
        (
            "# @expected_results@:  accepted,time_limit_exceeded, no-output",
            {AC, WA, TLE, Verdict.OLE},
        ),
        ("/* @EXPECTED_RESULTS@: WRONG-ANSWER */", {WA}),
        ("// @EXPECTED_RESULTS@: COMPILER-ERROR", {Verdict.CE}),
        ("// @EXPECTED_RESULTS@: CHECK-MANUALLY, TIMELIMIT\r\n", {TLE, Verdict.OLE}),
        ("// @EXPECTED_RESULTS@: RUN-ERROR", {RTE, Verdict.MLE, Verdict.OLE}),
    ],
)
def test_a_tag_in_the_source_says_what_is_expected(
    tag: str, verdicts: set[Verdict], tmp_path: Path
) -> None:
    solution = one(tmp_path, "mixed/a.c", f"{tag}\nint main() {{}}\n")
    assert solution.expect == verdicts


@pytest.mark.parametrize(("tag", "verdicts"), [("CORRECT", {AC}), ("RUN-ERROR", {RTE})])
def test_a_tag_of_a_scoring_problem_lets_other_cases_fail_otherwise(
    tmp_path: Path, tag: str, verdicts: set[Verdict]
) -> None:
    text = f"// @EXPECTED_RESULTS@: {tag}\nint main() {{}}\n"
    [solution] = found(tmp_path, {"mixed/a.c": text}, "name: Tour\ntype: scoring\n").solutions
    [expected] = solution.expectations
    assert expected.required == verdicts
    assert (WA in expected.permitted) is (tag != "CORRECT")


def test_a_tag_may_be_in_any_file_of_a_folder(tmp_path: Path) -> None:
    tag = {"rejected/a/expected.txt": "@EXPECTED_RESULTS@: TIMELIMIT"}
    assert one(tmp_path, "rejected/a/main.py", more=tag).expect == {TLE, Verdict.OLE}


def test_a_tag_is_not_used_in_the_four_folders(tmp_path: Path) -> None:
    got = found(tmp_path, {"accepted/a.py": "# @EXPECTED_RESULTS@: WRONG-ANSWER\n"})
    assert got.solutions[0].expect == {AC}
    assert got.notes[0].endswith("its tag @EXPECTED_RESULTS@ is not used in accepted")


def test_an_unknown_word_in_a_tag_is_said(tmp_path: Path) -> None:
    got = found(tmp_path, {"mixed/a.py": "# @EXPECTED_RESULTS@: WRONG-ANSWR\n"})
    assert "unknown verdict 'WRONG-ANSWR': did you mean 'WRONG-ANSWER'?" in got.notes[0]


def test_a_language_of_submissions_yaml_goes_first(tmp_path: Path) -> None:
    yaml = {"submissions.yaml": "accepted/a.txt: {language: python3, authors: Ada <a@b.se>}\n"}
    solution = one(tmp_path, "accepted/a.txt", more=yaml)
    assert (solution.language, solution.author, solution.skipped) == ("python", "Ada", "")


def test_a_language_that_is_not_run_is_no_error(tmp_path: Path) -> None:
    yaml = {"submissions.yaml": "accepted: {language: fortran}\n"}
    skipped = one(tmp_path, "accepted/a.kt", more=yaml).skipped
    assert "Fortran (fortran) is not in the table" in skipped


def test_the_entry_point_is_the_file_that_starts(tmp_path: Path) -> None:
    more = {"accepted/a/first.py": PRINTS, "submissions.yaml": "accepted/a: {entrypoint: second}\n"}
    assert one(tmp_path, "accepted/a/second.py", more=more).path.name == "second.py"


def test_the_languages_of_the_problem_restrict_submissions(tmp_path: Path) -> None:
    files = {"accepted/a.py": PRINTS, "accepted/b.c": "int main() {}"}
    got = found(tmp_path, files, f"{MODERN}languages: [c, cpp]\n")
    python, c = got.solutions
    assert "is not among the languages of problem.yaml: c, cpp" in python.skipped
    assert c.skipped == ""


def test_contradicting_expectations_are_said(tmp_path: Path) -> None:
    yaml = "accepted/a.py: {permitted: [WA]}\n"
    got = found(tmp_path, {"accepted/a.py": PRINTS, "submissions.yaml": yaml})
    assert got.notes[0].endswith(
        "no verdict is as expected: AC by the folder accepted; WA by submissions.yaml:1"
    )


def test_links_out_of_the_package_are_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text(PRINTS)
    problem = read(tmp_path, MODERN, {"submissions/accepted/a.py": PRINTS})
    (problem.folder / "submissions/accepted/b.py").symlink_to(tmp_path / "secret.py")
    (problem.folder / "submissions/out").symlink_to(tmp_path)
    with pytest.raises(JudgeError, match="a link to a folder outside"):
        read_submissions(problem)
    (problem.folder / "submissions/out").unlink()
    _, linked = read_submissions(problem).solutions
    assert "a link to a file outside" in linked.skipped


def test_many_notes_that_are_the_same_are_one_line(tmp_path: Path) -> None:
    folder = write(tmp_path, {"problem.yaml": MODERN, "submissions/accepted/a.py": ""})
    for number in range(7):
        (folder / f"submissions/accepted/x{number}").mkdir()
        if number == 4:
            assert len(read_submissions(load_problem(folder)).notes) == number + 1
    [note] = read_submissions(load_problem(folder)).notes
    assert note.endswith("x0: an empty folder: not judged (6 other files as well)")
