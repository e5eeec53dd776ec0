"""What stands beside the cases of a package, and is not as the format wants it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.packages.load import load_problem
from judge.verify.package_layout import layout_remarks
from judge.verify.remark import Severity
from tests.packages.test_plugin_contract import SMALLEST
from tests.packages.written import MODERN, write


def wrote(name: str, text: str = "") -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)

    return change


def made(name: str) -> Callable[[Path], object]:
    return lambda folder: (folder / name).mkdir(parents=True)


def linked(name: str, target: str) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        (folder / name).parent.mkdir()
        (folder / name).symlink_to(target)

    return change


GROUP = """data:
  secret:
    data:
      a:
        test_group.yaml:
          {}
        data: []
"""
DOUBTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a validator without a language": (
        wrote("input_validators/check", "import sys\n"),
        "input_validators/check: is not run: give it the suffix of its language, or begin it with",
    ),
    "a statement twice": (
        lambda p: [wrote(f"statement/problem.en.{kind}")(p) for kind in ("md", "tex")],
        "statement/problem.en.tex: is in the language of problem.en.md, en: keep one of the two",
    ),
    "a near miss": (wrote("generatrs/a.py"), "is not read: did you mean generators?"),
    "a near miss of a file": (wrote("judge.tml"), "is not read: did you mean judge.toml?"),
    "a checker of other tools": (wrote("checker.cpp"), "move it into output_validator"),
    "a folder of tests": (made("Tests"), "move it into data/secret"),
    "rules among the submissions": (wrote("submissions/judge.toml"), "it beside problem.yaml"),
    "rules of a group": (wrote("data/secret/judge.toml"), "it beside problem.yaml"),
    "rules of a validator": (wrote("output_validator/v/judge.toml"), "it beside problem.yaml"),
    "samples beside the settings": (made("samples"), "move it into data/sample"),
    "a folder beside its near miss": (
        lambda p: [(p / name).mkdir() for name in ("input_validators", "input_validator")],
        "is not read: what input_validators holds is",
    ),
    "settings by another name": (wrote("problem.yml"), "is not read: problem.yaml is"),
    "visualizers of other tools": (made("input_visualizers"), "did you mean input_visualizer?"),
    "descriptions of the solution": (wrote("solutions/solution.en.md"), "did you mean solution?"),
    "statements of another version": (
        lambda p: [(p / name).mkdir() for name in ("problem_statement", "statement")],
        "is of another version of the format: in this one statements are in statement",
    ),
    "graders of another version": (made("graders"), "only format legacy has graders"),
    "a statement of another kind": (wrote("statement/problem.en.txt"), "is not shown: statements"),
    "a statement misspelt": (wrote("statement/problm.sv.md"), "is not read: a statement is named"),
    "generators misspelt": (wrote("generators/generator.yaml"), "is not read: generators.yaml is"),
    "a link out": (linked("a/b", "/"), "is a link that leads out of the package"),
    "a link to nothing": (linked("a/b", "nowhere"), "is a link that leads out of the package"),
    "a link to itself": (linked("a/b", "b"), "is a link that leads out of the package"),
    "no secret case": (lambda p: shutil.rmtree(p / "data/secret"), "there is no secret case"),
    "a script that other judges cannot start": (
        wrote("input_validators/check/run", "#!/bin/sh\nexit 42\n"),
        "is not executable, and other judges start it as it is: chmod +x",
    ),
    "a description of the solution by another name": (
        wrote("solution/tour.md", "First sort.\n"),
        "holds no description of the solution, as solution.en.md",
    ),
    "no output validator": (made("output_validator"), "holds no program"),
    "no static validator": (wrote("static_validator/notes.txt"), "holds no program that judges so"),
    "a setting without use": (wrote("judge.toml", 'validator = "testlib"\n'), "has no effect"),
    "an unknown folder": (
        lambda p: [wrote("submissions/acepted/a.py")(p), wrote("submissions/accepted/a.py")(p)],
        "did you mean 'accepted'?",
    ),
    "bad generators": (wrote("generators/generators.yaml", "- a\n"), ":1: must contain a ma"),
    "what is not used in generators.yaml": (
        wrote("generators/generators.yaml", "data:\n  secret:\n    data:\n      a: {genrate: x}\n"),
        ":4: genrate is not used: did you mean generate?",
    ),
    "settings of a group to be generated": (
        wrote("generators/generators.yaml", GROUP.format("args: []\n          full_feedbak: true")),
        "secret/a/test_group.yaml: unknown key 'full_feedbak': did you mean 'full_feedback'?",
    ),
    "settings of a group to be generated that are no mapping": (
        wrote("generators/generators.yaml", GROUP.format("[args]")),
        "secret/a/test_group.yaml: must be a mapping of keys to values, not '- args'",
    ),
    "settings of a case to be generated that are no mapping": (
        wrote("generators/generators.yaml", "data: {secret: {data: {a: {in: x, yaml: '5'}}}}"),
        "secret/a.yaml: must be a mapping of keys to values, not '5'",
    ),
    "a generator whose name is too long for the system": (
        wrote("generators/generators.yaml", f"data: {{secret: {{data: {{a: {'x' * 5000}/x}}}}}}"),
        "secret/a: there is no generators/xxx",
    ),
    "a file to copy whose name is too long for the system": (
        wrote("generators/generators.yaml", f"data: {{secret: {{data: {{a: {'x' * 5000}.in}}}}}}"),
        "secret/a: copy: there is no file generators/xxx",
    ),
    "settings of a case to be generated": (
        wrote("generators/generators.yaml", "data: {secret: {data: {a: {in: x, yaml: {hnt: x}}}}}"),
        "secret/a.yaml: unknown key 'hnt': did you mean 'hint'?",
    ),
    "a stored case without its match": (
        lambda folder: [
            wrote("data/secret/9.in", "5\n")(folder),
            wrote("data/secret/9.ans", "5\n")(folder),
            wrote(
                "generators/generators.yaml",
                "data:\n  secret:\n    data:\n      '9': {in: a, match: ^6$}\n"
                "      '8': {in: a, match: ^6$}\n",
            )(folder),
        ],
        ":4: secret/9: match: '^6$' is not in its input: change the case, or the expression",
    ),
    "a generator that is not there": (
        wrote(
            "generators/generators.yaml", 'data:\n  secret:\n    data: {"1": g.py 3, "2": g.py}\n'
        ),
        ":3: secret/1: there is no generators/g.py",
    ),
    "a file to copy that is not there": (
        wrote("generators/generators.yaml", 'data:\n  secret:\n    data: {"1": {copy: a/b}}\n'),
        ":3: secret/1: copy: there is no file generators/a/b.*",
    ),
    "a solution that is not there": (
        wrote(
            "generators/generators.yaml",
            "solution: /a.py\ndata:\n  secret:\n    data: {'1': {in: x}, '2': {in: x, ans: x}}\n",
        ),
        ":4: secret/1: there is no a.py",
    ),
    "an unknown language": (wrote("submissions/accepted/a.xyz"), "cannot be judged: unknown langu"),
    "a file that format 2025-09 does not know": (wrote("data/secret/a b.txt"), "is not read: the"),
    "a statement without a language": (wrote("statement/problem.md"), "name it by its language, s"),
    "a statement in no language": (
        wrote("statement/problem.english.md"),
        "name it by its language",
    ),
    "a template in no language": (made("attachments/templates/pyton3"), "did you mean 'python3'?"),
    "a picture that is not there": (
        wrote("statement/problem.en.md", "text\n\n![a tree](trees.png)\n"),
        ":3: there is no picture trees.png: put it beside the statement",
    ),
    "a picture of TeX": (
        wrote("statement/problem.en.tex", "% \\includegraphics{x}\n\\includegraphics[a]{t}\n"),
        ":2: there is no picture t: ",
    ),
    "an invalid answer that nothing rejects": (
        lambda p: [wrote(f"data/invalid_answer/1.{s}", "1\n")(p) for s in ("in", "ans")],
        "tests nothing: there is no program in answer_validators",
    ),
    "a validator beside a plug-in": (
        lambda p: [
            wrote("plugin.py", SMALLEST)(p),
            wrote("output_validator/a.py", "exit(42)\n")(p),
        ],
        "decides nothing here, as there is a plug-in",
    ),
    "an empty submission": (made("submissions/accepted/a"), "an empty folder: not judged"),
}
FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "two programs in one": (
        lambda p: [
            wrote("output_validator/a.cpp", "int main() { return 42; }\n")(p),
            wrote("output_validator/main.py", "if __name__ == '__main__':\n    exit(42)\n")(p),
            wrote("output_validator/more.py")(p),
        ],
        "is not run: the program output_validator is one in Python 3",
    ),
    "a submission that cannot be built": (
        lambda p: [
            wrote("submissions/accepted/a.py")(p),
            wrote("submissions/submissions.yaml", "accepted/a.py: {entrypoint: b}\n")(p),
        ],
        ":1: entrypoint: accepted/a.py has no source 'b' to start",
    ),
    "a group of samples": (wrote("data/sample/test/test_group.yaml"), "samples must not be in gr"),
    "a folder of attachments": (made("attachments/a"), "attachments are files"),
    "scores of groups": (
        wrote("data/secret/test_group.yaml", "score_aggregation: sum\n"),
        "are for problems of type scoring",
    ),
    "a time limit between two steps": (
        wrote("problem.yaml", MODERN + "limits: {time_limit: 1.5}\n"),
        "time_limit is 1.5 s, and no multiple of time_resolution, 1 s: add time_resolution",
    ),
    "a validator that it does not know": (wrote("input_validators/ü.py"), "is not read: the"),
    "a case that format 2025-09 does not know": (wrote("data/secret/a b.in"), "is not read: the"),
    "groups that add up to more than secret has": (
        lambda p: [
            wrote("problem.yaml", MODERN + "type: scoring\n")(p),
            wrote("data/secret/test_group.yaml", "score_aggregation: sum\n")(p),
            *(wrote(f"data/secret/{g}/test_group.yaml", "max_score: 60\n")(p) for g in "ab"),
            *(wrote(f"data/secret/{g}/1.{s}", "1\n")(p) for g in "ab" for s in ("in", "ans")),
            *((p / f"data/secret/2.{s}").unlink() for s in ("in", "ans")),
        ],
        "the groups of secret add up to 120, and its max_score is 100: write max_score: 120",
    ),
    "unbounded scores that nobody gives": (
        lambda p: [
            wrote("problem.yaml", MODERN + "type: scoring\n")(p),
            wrote("data/secret/test_group.yaml", "args: []\nmax_score: unbounded\n")(p),
        ],
        ":2: the scores of cases are unbounded, and no output validator gives them: write a",
    ),
    "a file as a folder": (wrote("include"), "must be a folder"),
    "bad rules": (wrote("submissions/submissions.yaml", "a: 5\n"), ":1: a must be a mapping"),
}


@pytest.mark.parametrize("name", DOUBTS | FAULTS)
def test_what_is_doubtful_is_named_with_its_place(name: str, tmp_path: Path) -> None:
    folder = write(tmp_path, {"problem.yaml": MODERN})
    assert list(layout_remarks(load_problem(folder))) == []
    change, said = (DOUBTS | FAULTS)[name]
    change(folder)
    [found] = layout_remarks(load_problem(folder))
    assert said in str(found), found
    assert (found.severity is Severity.FAULT) == (name in FAULTS), found
    assert os.path.lexists(found.path) or name == "no secret case"


def test_one_line_tells_of_all_submissions_with_the_same_fault(tmp_path: Path) -> None:
    sources = {f"submissions/accepted/{name}.xyz": "" for name in "abc"}
    [found] = layout_remarks(load_problem(write(tmp_path, {"problem.yaml": MODERN} | sources)))
    assert found.path.name == "a.xyz" and found.message.endswith("(2 other files as well)")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_submission_in_utf_16_is_told(encoding: str, tmp_path: Path) -> None:
    folder = write(tmp_path, {"problem.yaml": MODERN, "submissions/accepted/b.py": "print(1)\n"})
    path = folder / "submissions/accepted/a.py"
    path.write_bytes("print(1)\n".encode(encoding))
    [found] = layout_remarks(load_problem(folder))
    assert found.path == path and found.message.startswith("is UTF-16")


def test_what_the_format_knows_and_what_is_like_nothing_is_not_doubtful(tmp_path: Path) -> None:
    files = ("README.md", "attachments/a.zip", "generators/a.py", "photos/x")
    files += ("solutions/a.py", "statement/figure.md", "statement/problem.png", "generators/x.yaml")
    files += ("solution/a.tex", "solution/solution.pt-BR.tex")
    folder = write(tmp_path, {"problem.yaml": MODERN} | dict.fromkeys(files, ""))
    (folder / "attachments/b.zip").symlink_to("a.zip")
    assert list(layout_remarks(load_problem(folder))) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("statement/a.md", "of another version of the format: in this one statements are in pro"),
        ("graders/a.py", "is not used: no group has grading: custom"),
    ],
)
def test_what_a_legacy_package_does_not_use_is_named(name: str, said: str, tmp_path: Path) -> None:
    folder = write(tmp_path, {"problem.yaml": "name: Tour\ntype: scoring\n"})
    before = [str(one) for one in layout_remarks(load_problem(folder))]
    wrote(name)(folder)
    after = [str(one) for one in layout_remarks(load_problem(folder))]
    [found] = set(after) - set(before)
    assert said in found


def test_groups_that_other_judges_refuse_are_doubtful(tmp_path: Path) -> None:
    cases = ("ga/1", "gb/gc/2")
    files = {f"data/secret/{case}.{end}": case for case in cases for end in ("in", "ans")}
    groups = dict.fromkeys((f"data/secret/{name}/test_group.yaml" for name in ("gb", "gb/gc")), "")
    folder = write(tmp_path, {"problem.yaml": MODERN} | files | groups)
    found = {
        f.path.relative_to(folder).as_posix(): f.message
        for f in layout_remarks(load_problem(folder))
    }
    assert found.keys() == {"data/secret/ga/1.in", "data/secret/gb/test_group.yaml"}
    assert found["data/secret/ga/1.in"].startswith("is in no group")
    assert found["data/secret/gb/test_group.yaml"].startswith(
        "a group must not contain another one"
    )
