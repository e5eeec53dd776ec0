"""Data that generators.yaml defines, made by real generators and solutions in the sandbox."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from judge import sandbox
from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.evaluation.generate_data import GeneratedFiles, GenerateOptions, generate_files
from judge.evaluation.plan import RunOptions, make_plan
from judge.model import Problem
from judge.packages.generated_data import GeneratedData
from judge.packages.generators import read_generators
from judge.packages.load import load_problem
from judge.running.generate import DataGenerator
from judge.sandbox.layer import Layer, Session, View
from tests.packages.written import MODERN

YAML = """
solution: /submissions/accepted/double.py
generators:
  together: [first.py, lib.py]
data:
  sample:
    data:
      "1": {in: "4", ans: "8"}
  secret:
    include: [sample]
    test_group.yaml: {output_validator_args: [case_sensitive]}
    data:
      - printed: show.py 5
      - seeded: show.py {seed}
      - both: both.sh 7
      - several: together
      - copied: {copy: manual/one}
"""
FILES = {
    "problem.yaml": MODERN,
    "generators/generators.yaml": YAML,
    "generators/show.py": "import sys\nprint(*sys.argv[1:])\n",
    "generators/both.sh": "echo $1 > testcase.in\necho own > testcase.ans\necho unused\n",
    "generators/first.py": "import lib\nprint(lib.NUMBER)\n",
    "generators/lib.py": "NUMBER = 21\n",
    "generators/manual/one.in": "100\n",
    "generators/manual/one.yaml": "hint: large\n",
    "submissions/accepted/double.py": "print(2 * int(input()))\n",
}


def package(root: Path, more: dict[str, str] | None = None) -> Path:
    for name, text in (FILES | (more or {})).items():
        path = root / "tour" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root / "tour"


def generate(folder: Path, force: bool = False) -> GeneratedFiles:
    return generate_files(GenerateOptions(folder.parent, "tour", force=force))


def data(folder: Path) -> dict[str, str]:
    paths = sorted(path for path in (folder / "data").rglob("*") if path.is_file())
    return {str(path.relative_to(folder / "data")): path.read_text() for path in paths}


@pytest.mark.long
def test_every_rule_makes_its_files_and_the_problem_can_be_loaded(tmp_path: Path) -> None:
    folder = package(tmp_path)
    with pytest.raises(JudgeError, match=r"contains no test case: run judge generate "):
        load_problem(folder)
    begun: list[tuple[str, int, int]] = []
    done = generate_files(GenerateOptions(folder.parent, "tour"), lambda *case: begun.append(case))
    assert begun[0] == ("sample/1", 0, 6)
    assert [name for name, _, _ in begun][1:3] == ["secret/1-printed", "secret/2-seeded"]
    assert len(begun) == 6
    made = data(folder)
    seed = made.pop("secret/2-seeded.in")
    assert made.pop("secret/2-seeded.ans") == f"{2 * int(seed)}\n"
    assert made == {
        "sample/1.in": "4\n",
        "sample/1.ans": "8\n",
        "secret/1.in": "4\n",
        "secret/1.ans": "8\n",
        "secret/1-printed.in": "5\n",
        "secret/1-printed.ans": "10\n",
        "secret/3-both.in": "7\n",
        "secret/3-both.ans": "own\n",
        "secret/4-several.in": "21\n",
        "secret/4-several.ans": "42\n",
        "secret/5-copied.in": "100\n",
        "secret/5-copied.ans": "200\n",
        "secret/5-copied.yaml": "hint: large\n",
        "secret/test_group.yaml": "output_validator_args:\n- case_sensitive\n",
    }
    assert len(done.written) == len(made) + 2
    assert len(load_problem(folder).cases) == 7


@pytest.mark.long
def test_files_that_differ_are_kept_unless_forced(tmp_path: Path) -> None:
    folder = package(tmp_path)
    generate(folder)
    (folder / "data/secret/1-printed.ans").write_text("11\n")
    (folder / "data/secret/test_group.yaml").write_text("output_validator_args: [case_sensitive]")
    kept = generate(folder)
    assert (kept.written, kept.replaced, kept.different) == ((), (), ("secret/1-printed.ans",))
    assert data(folder)["secret/1-printed.ans"] == "11\n"
    assert generate(folder, force=True).replaced == ("secret/1-printed.ans",)
    assert data(folder)["secret/1-printed.ans"] == "10\n"


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "generators/show.py",
            "import sys\nsys.exit('no luck')\n",
            "secret/1-printed: the generator show.py failed (exit status 1): no luck",
        ),
        ("generators/show.py", "", "secret/1-printed: the generator show.py wrote no input"),
        (
            "generators/show.py",
            "while True: pass\n",
            "secret/1-printed: the generator show.py took more than 0.2 s of CPU time: mend it, or "
            "write generator_time under limits",
        ),
        (
            "generators/show.py",
            "import os, time\nwhile time.process_time() < 0.2: pass\nos.kill(os.getpid(), 9)\n",
            "secret/1-printed: the generator show.py took more than 0.2 s of CPU time: mend it",
        ),
        (
            "submissions/accepted/double.py",
            "while True: pass\n",
            "the solution /submissions/accepted/double.py took more than 0.2 s of CPU time",
        ),
        (
            "submissions/accepted/double.py",
            "1 / 0\n",
            "the solution /submissions/accepted/double.py failed",
        ),
        (
            "generators/generators.yaml",
            "data: {secret: {data: {a: nothing.py}}}",
            "secret/a: there is no generators/nothing.py",
        ),
        (
            "generators/generators.yaml",
            "data: {secret: {data: {a: ../../x}}}",
            "secret/a: there is no generators/../../x",
        ),
        (
            "generators/generators.yaml",
            "data: {secret: {data: {a: {copy: none}}}}",
            "secret/a: copy: there is no file generators/none.*",
        ),
        (
            "generators/generators.yaml",
            "data: {secret: {solution: , data: {a: show.py 1}}}",
            "secret/a: has no answer",
        ),
    ],
)
def test_a_fault_names_the_case_and_nothing_is_written(
    file: str, text: str, said: str, tmp_path: Path
) -> None:
    short = MODERN + "limits: {generator_time: 0.2}\n" if "while" in text else MODERN
    folder = package(tmp_path, {"problem.yaml": short, file: text})
    with pytest.raises(JudgeError) as caught:
        generate(folder)
    assert said in str(caught.value)
    assert not (folder / "data").exists()


@pytest.mark.long
def test_a_run_says_which_cases_are_missing(tmp_path: Path) -> None:
    folder = package(tmp_path)
    generate(folder)
    options = RunOptions(tmp_path, tmp_path / "solutions", ("tour",))
    complete = make_plan(options).notes
    (folder / "data/secret/1-printed.in").unlink()
    (folder / "data/secret/1-printed.ans").unlink()
    [note] = [note for note in make_plan(options).notes if note not in complete]
    assert "lacks 1 case of generators.yaml, such as secret/1-printed: run judge generate " in note


def test_a_package_without_generators_yaml_is_refused(tmp_path: Path) -> None:
    folder = package(tmp_path)
    (folder / "generators/generators.yaml").unlink()
    with pytest.raises(JudgeError, match=r"generators\.yaml: does not exist"):
        generate(folder)


def test_the_answer_is_made_by_a_model_solution_if_none_is_named(tmp_path: Path) -> None:
    more = {
        "generators/generators.yaml": "data: {secret: {data: {a: show.py 5}}}",
        "submissions/accepted/a.py": "print('first')\n",
        "submissions/accepted/model.py": "print('model')\n",
        "submissions/submissions.yaml": "accepted/model.py: {model_solution: true}\n",
    }
    folder = package(tmp_path, more)
    generate(folder)
    assert data(folder)["secret/a.ans"] == "model\n"


@pytest.mark.long
def test_a_case_without_a_match_is_written_and_said(tmp_path: Path) -> None:
    yaml = (
        "data:\n  secret:\n    data:\n"
        "      a: {generate: show.py 5, match: '^6$'}\n"
        "      b: {generate: show.py 6, match: {in: '^6$', ans: '^12$'}}\n"
    )
    folder = package(tmp_path, {"generators/generators.yaml": yaml})
    [said] = generate(folder).unmatched
    assert said.endswith(
        "generators.yaml:4: secret/a: match: '^6$' is not in its input: "
        "change the case, or the expression"
    )
    assert data(folder)["secret/a.in"] == "5\n"


@pytest.mark.long
def test_one_worker_and_several_make_the_same(tmp_path: Path) -> None:
    found = []
    for workers in (1, 3):
        folder = package(tmp_path / str(workers))
        done = generate_files(GenerateOptions(folder.parent, "tour", workers=workers))
        found.append((done.written, data(folder)))
    assert found[0] == found[1] and len(found[0][0]) == 16


@pytest.mark.long
def test_of_several_faults_that_of_the_first_case_is_told(tmp_path: Path) -> None:
    yaml = "data: {secret: {data: [a: show.py 0.3, b: show.py 0, c: show.py 0]}}"
    show = "import sys, time\ntime.sleep(float(sys.argv[1]))\nsys.exit(1)\n"
    folder = package(tmp_path, {"generators/generators.yaml": yaml, "generators/show.py": show})
    with pytest.raises(JudgeError, match=r"secret/1-a: the generator show\.py failed"):
        generate_files(GenerateOptions(folder.parent, "tour", workers=3))


TALKER = """import sys
number = open(sys.argv[1]).read().strip()
assert sys.argv[4:] == ["loud"]
print(number, flush=True)
sys.exit(42 if input() == str(2 * int(number)) else 43)
"""
TWICE = """import sys
from pathlib import Path
feedback = Path(sys.argv[3])
got = int(input())
if got < 10:
    (feedback / "nextpass.in").write_text(f"{got}\\n")
sys.exit(42)
"""


def interactive(root: Path, rules: str, more: dict[str, str] | None = None) -> Path:
    """A package whose one sample is ``a``, by these rules."""
    files = {
        "problem.yaml": MODERN + "type: interactive\n",
        "output_validator/talk.py": TALKER,
        "generators/generators.yaml": "data:\n  sample:\n"
        f"    test_group.yaml: {{output_validator_args: [loud]}}\n    data: {{a: {{{rules}}}}}\n",
    }
    return package(root, files | (more or {}))


@pytest.mark.long
def test_the_dialogue_of_an_interactive_sample_is_made_once(tmp_path: Path) -> None:
    folder = interactive(tmp_path, "in: '4'")
    done = generate(folder)
    assert "sample/a.interaction" in done.written
    assert data(folder)["sample/a.interaction"] == "<4\n>8\n"
    assert not any("dialogue" in note for note in done.notes)
    (folder / "data/sample/a.interaction").write_text("<4\n> 8, by hand\n")
    again = generate(folder, force=True)
    assert (again.written, again.different, again.replaced) == ((), (), ())


@pytest.mark.long
def test_the_dialogue_of_a_sample_with_several_passes_has_them_all(tmp_path: Path) -> None:
    more = {
        "problem.yaml": MODERN + "type: multi-pass\n",
        "output_validator/talk.py": TWICE,
    }
    folder = interactive(tmp_path, "in: '5'", more)
    generate(folder)
    assert data(folder)["sample/a.interaction"] == "<5\n>10\n"
    folder = interactive(tmp_path / "more", "in: '3'", more)
    generate(folder)
    assert data(folder)["sample/a.interaction"] == "<3\n>6\n---\n<6\n>12\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "more", "said"),
    [
        ("in: '4', interaction: '>4'", {}, ""),
        ("in: '4', in.statement: '4', ans.statement: '8'", {}, ""),
        ("in: '4', solution: ", {}, "no dialogue is made: there is no solution: write interaction"),
        (
            "in: '4', solution: /submissions/wrong_answer/zero.py",
            {"submissions/wrong_answer/zero.py": "input()\nprint(0)\n"},
            "no dialogue is made: wrong_answer/zero.py gets WA",
        ),
    ],
)
def test_what_needs_no_dialogue_or_cannot_have_one(
    rules: str, more: dict[str, str], said: str, tmp_path: Path
) -> None:
    folder = interactive(tmp_path, rules, more)
    done = generate(folder)
    assert ("sample/a.interaction" in data(folder)) == ("interaction:" in rules)
    notes = [note for note in done.notes if "dialogue" in note]
    assert len(notes) == bool(said)
    assert not said or f"generators.yaml:4: sample/a: {said}" in notes[0]


@pytest.mark.long
def test_a_package_for_scores_whose_data_is_still_to_be_made_is_read(tmp_path: Path) -> None:
    folder = package(tmp_path, {"problem.yaml": MODERN + "type: scoring\n"})
    generate(folder)
    assert len(load_problem(folder).cases) == 7


@pytest.mark.long
def test_a_sandbox_serves_all_cases_and_each_finds_it_empty(tmp_path: Path) -> None:
    yaml = "data: {secret: {data: {a: {generate: leave.sh, count: 5}}}}"
    leave = (
        "if [ -e left ] || [ -e /tmp/left ]; then exit 1; fi\n"
        "echo x > left\necho x > /tmp/left\necho $$ 4\n"
    )
    more = {"generators/generators.yaml": yaml, "generators/leave.sh": leave}
    more["submissions/accepted/double.py"] = "open('x', 'x').close()\nprint(8)\n"
    folder = package(tmp_path, more)
    problem = load_problem(folder, without_cases=True)
    rules = read_generators(folder)
    layer = CountingLayer(sandbox.choose("auto"))
    with temporary_folder() as work, closing(_generator(problem, rules, layer, work)) as made:
        made.case(rules.cases[0])
        opened = layer.opened
        answers = [made.case(case)["ans"] for case in rules.cases]
    assert answers == [b"8\n"] * 5
    assert layer.opened == opened


class CountingLayer:
    """A layer that counts the sandboxes that it opens."""

    def __init__(self, layer: Layer) -> None:
        self._layer = layer
        self.opened = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._layer, name)

    def open(self, view: View) -> Session:
        self.opened += 1
        return self._layer.open(view)


def _generator(problem: Problem, data: GeneratedData, layer: Any, work: str) -> DataGenerator:
    return DataGenerator(problem, data, layer, Path(work))


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        ("", ""),
        ("data: {}\n", ""),
        ("dat: {secret: {data: [{a: {in: '1'}}]}}\n", "; dat is not used: did you mean data?"),
    ],
)
def test_rules_that_define_no_case_are_refused(tmp_path: Path, rules: str, more: str) -> None:
    folder = package(tmp_path, {"generators/generators.yaml": rules})
    said = f"generators.yaml: defines no case: write them below data, in sample and secret{more}"
    with pytest.raises(JudgeError, match=f"{re.escape(said)}$"):
        generate(folder)
