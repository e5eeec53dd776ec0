"""A problem folder is read and checked; an error names the file, the line and the fix."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import Limits
from judge.packages.load import find_problems, load_problem, split_target
from judge.packages.name_or_path import problem_name
from judge.packages.plugin_loader import load_plugin
from judge.plugin import Goal
from tests.contest import Contest


def complaint(contest: Contest) -> str:
    """What reading the toy problem and its plug-in complains of, without the folder's name."""
    with pytest.raises(JudgeError) as caught:
        load_problem(contest.problem)
        load_plugin(contest.problem)
    message = str(caught.value)
    assert "\n" not in message
    return message.removeprefix(f"{contest.problem}/")


def edit(path: Path, change: Callable[[str], str]) -> None:
    before = path.read_text()
    path.write_text(change(before))
    assert path.read_text() != before


def add_settings(contest: Contest, text: str) -> None:
    edit(contest.problem / "problem.yaml", lambda before: before + text)


# What is read


def test_a_problem_is_named_by_its_folder_and_titled_by_its_settings(contest: Contest) -> None:
    problem = load_problem(contest.problem)
    assert problem.name == "toy"
    assert problem.titles == {"en": "Largest sum", "fr": "La plus grande somme"}
    assert problem.title == "Largest sum"


def test_the_name_may_be_a_text_alone(contest: Contest) -> None:
    edit(contest.problem / "problem.yaml", lambda t: re.sub(r"name:\n.*\n.*\n", "name: Sums\n", t))
    assert load_problem(contest.problem).titles == {"en": "Sums"}


def test_limits_are_those_of_the_settings_and_else_the_usual_ones(contest: Contest) -> None:
    add_settings(contest, "  output: 2\n")
    limits = load_problem(contest.problem).limits
    assert (limits.cpu_s, limits.memory_mib, limits.output_bytes) == (10, 512, 2 * 2**20)
    edit(contest.problem / "problem.yaml", lambda t: t[: t.index("limits")])
    assert load_problem(contest.problem).limits == Limits(memory_mib=2048)


def test_cases_come_sample_first_then_secret_each_by_name(contest: Contest) -> None:
    names = [case.name for case in load_problem(contest.problem).cases]
    assert names == [
        "sample/1",
        *("secret/01-last", "secret/02-none", "secret/03-ties", "secret/04-all"),
    ]


@pytest.mark.parametrize("name", ["data", "data/secret"])
def test_a_file_in_place_of_a_folder_of_cases_is_refused(name: str, contest: Contest) -> None:
    shutil.rmtree(contest.problem / name)
    (contest.problem / name).write_text("")
    said = f"{name}: cannot be read: it must be a folder: put one of this name there"
    assert complaint(contest) == said


def test_cases_in_folders_below_belong_to_that_group(contest: Contest) -> None:
    (contest.problem / "data/secret/big").mkdir()
    contest.case("secret/big/9", [1], 1, 1, "0")
    last = next(c for c in load_problem(contest.problem).cases if c.name == "secret/big/9")
    assert last.group == "secret/big"


def test_a_case_has_the_description_beside_it(contest: Contest) -> None:
    described = {c.name: c.description for c in load_problem(contest.problem).cases}
    assert described["secret/01-last"] == "the largest stands last"
    assert described["secret/02-none"] == ""


def test_other_folders_of_the_package_hold_no_cases(contest: Contest) -> None:
    (contest.problem / "data/invalid_input").mkdir()
    (contest.problem / "data/invalid_input/1.in").write_text("?")
    assert len(load_problem(contest.problem).cases) == 5


def test_a_plugin_is_loaded_with_the_modules_beside_it(contest: Contest) -> None:
    (contest.problem / "aside.py").write_text("HERE = 1\n")
    edit(contest.problem / "plugin.py", lambda t: t.replace("import json", "import json, aside"))
    assert load_plugin(contest.problem).goal is Goal.MAXIMISE


def test_a_plugin_is_loaded_once_so_that_its_types_stay_the_same(contest: Contest) -> None:
    first, second = load_plugin(contest.problem), load_plugin(contest.problem)
    assert type(first) is type(second)
    edit(contest.problem / "plugin.py", lambda t: t.replace("Goal.MAXIMISE", "Goal.MINIMISE"))
    assert load_plugin(contest.problem).goal is Goal.MINIMISE


def test_problems_of_one_name_in_two_folders_do_not_mix(contest: Contest, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    twin = (contest.problem).rename(tmp_path / "other" / "toy")
    contest.problem.mkdir()
    (contest.problem / "plugin.py").write_text(
        (twin / "plugin.py").read_text().replace("Goal.MAXIMISE", "Goal.MINIMISE")
    )
    assert load_plugin(twin).goal is Goal.MAXIMISE
    assert load_plugin(contest.problem).goal is Goal.MINIMISE
    assert load_plugin(twin).goal is Goal.MAXIMISE


def test_all_problems_are_found_or_those_named_each_once(contest: Contest) -> None:
    assert [p.name for p in find_problems(contest.root / "problems", [])] == ["toy"]
    assert [p.name for p in find_problems(contest.root / "problems", ["toy", "toy"])] == ["toy"]


# What is refused


def test_an_unknown_problem_is_refused_with_the_near_one(contest: Contest) -> None:
    with pytest.raises(JudgeError, match=r"no problem 'tyo' in .*: did you mean 'toy'\?"):
        find_problems(contest.root / "problems", ["tyo"])


def test_a_missing_or_empty_folder_of_problems_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="nowhere: no such folder"):
        find_problems(tmp_path / "nowhere", [])
    with pytest.raises(JudgeError, match="contains no problem"):
        find_problems(tmp_path, [])


@pytest.mark.parametrize("name", ["tour.zip", "./tour.kpp"])
def test_an_archive_is_to_be_unpacked(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(b"PK")
    with pytest.raises(JudgeError, match=r"tour.*: is an archive: unpack it, and name the folder"):
        find_problems(tmp_path, [name])


def test_a_solution_in_the_place_of_a_problem_is_told_how_to_judge_it(tmp_path: Path) -> None:
    (tmp_path / "tour.py").write_text("print(1)\n")
    with pytest.raises(JudgeError, match=r"tour.py: is a file: .*`judge grade PROBLEM FILE`"):
        find_problems(tmp_path, [str(tmp_path / "tour.py")])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("limist: {}\n", "problem.yaml:9: unknown key 'limist': did you mean 'limits'?"),
        ("  memoryy: 1\n", "problem.yaml:9: unknown key 'memoryy': did you mean 'memory'?"),
        ("  output: none\n", "problem.yaml:9: output must be a number above 0, not 'none'"),
        ("  output: 0\n", "problem.yaml:9: output must be a number above 0, not 0"),
        ("  output: -1\n", "problem.yaml:9: output must be a number above 0, not -1"),
        ("  output: true\n", "problem.yaml:9: output must be a number above 0, not True"),
        ("  output: .nan\n", "problem.yaml:9: output must be a number above 0, not nan"),
        ("  output: .inf\n", "problem.yaml:9: output must be a number above 0, not inf"),
        ("  output: 1e400\n", "problem.yaml:9: output must be a number above 0, not inf"),
        ("  output: 99999999999\n", "problem.yaml:9: output must be at most 1000000"),
        ("version: [\n", "problem.yaml:10: is not valid YAML"),
        ("name: again\n", "problem.yaml:9: duplicate key 'name': remove one of them"),
    ],
)
def test_bad_settings_are_refused_with_their_line(contest: Contest, text: str, said: str) -> None:
    add_settings(contest, text)
    assert complaint(contest).startswith(said)


def test_a_memory_limit_below_one_mebibyte_is_refused(contest: Contest) -> None:
    edit(contest.problem / "problem.yaml", lambda t: t.replace("memory: 512", "memory: 0.5"))
    assert complaint(contest).startswith("problem.yaml:8: memory must be a whole number")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("2025-09", "2099-01", "problem.yaml:1: problem_format_version must be one of legacy, "),
        (
            "problem_format_version: 2025-09\n",
            "",
            "data/secret/01-last.yaml: this version of the format has no such file: see ",
        ),
        ("limits:\n  time_limit: 10\n  memory: 512", "limits: 5", "problem.yaml:6: limits must be"),
    ],
)
def test_bad_values_are_refused_with_their_line(
    contest: Contest, old: str, new: str, said: str
) -> None:
    edit(contest.problem / "problem.yaml", lambda text: text.replace(old, new))
    assert complaint(contest).startswith(said)


def test_an_input_without_an_answer_is_refused(contest: Contest) -> None:
    (contest.problem / "data/secret/03-ties.ans").unlink()
    said = complaint(contest)
    assert said.startswith("data/secret/03-ties.ans: is missing: every input needs one; judge")
    assert said.endswith("--from SOLUTION writes them")


def test_the_answer_of_a_dialogue_is_written_by_hand(contest: Contest) -> None:
    """``judge answers`` writes none."""
    contest.use_package({"secret/1": (b"3\n", b"3\n")})
    settings = contest.problem / "problem.yaml"
    settings.write_text(settings.read_text() + "type: interactive\n")
    (contest.problem / "output_validator").mkdir(exist_ok=True)
    (contest.problem / "output_validator/talk.py").write_text("raise SystemExit(42)\n")
    (contest.problem / "data/secret/1.ans").unlink()
    said = complaint(contest)
    assert said.startswith("data/secret/1.ans: is missing: every input needs one; write it by hand")
    assert "judge answers" not in said


def test_an_answer_without_an_input_is_refused(contest: Contest) -> None:
    (contest.problem / "data/sample/1.in").unlink()
    said = "data/sample/1.ans: has no input file (.in) beside it: add one, or remove this file"
    assert complaint(contest) == said


def test_samples_alone_are_enough(contest: Contest) -> None:
    shutil.rmtree(contest.problem / "data/secret")
    assert load_problem(contest.problem).cases


@pytest.mark.parametrize("whole", [True, False])
def test_a_problem_without_cases_is_refused(contest: Contest, whole: bool) -> None:
    for path in [*(contest.problem / "data").rglob("*.*")]:
        path.unlink()
    if whole:
        shutil.rmtree(contest.problem / "data")
    assert (
        complaint(contest) == "data/secret: contains no test case: put NAME.in and NAME.ans there"
    )


def test_an_unknown_key_beside_a_case_is_refused(contest: Contest) -> None:
    (contest.problem / "data/secret/01-last.yaml").write_text("hint: h\ndescripion: d\n")
    assert complaint(contest).startswith(
        "data/secret/01-last.yaml:2: unknown key 'descripion': did you mean 'description'?"
    )


def test_a_package_may_have_no_plugin(contest: Contest) -> None:
    assert load_problem(contest.problem).plugin
    (contest.problem / "plugin.py").unlink()
    assert not load_problem(contest.problem).plugin


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = 1\nraise RuntimeError('no luck')\n", "plugin.py:2: cannot be imported: RuntimeError"),
        ("x = 1\ndef f(:\n", "plugin.py:2: cannot be imported: SyntaxError"),
        ("import no_such_module\n", "plugin.py:1: cannot be imported: ModuleNotFoundError"),
        ("import sys\nsys.exit('bye')\n", "plugin.py:2: cannot be imported: SystemExit: bye"),
        ("raise ValueError('a\\nb')\n", "plugin.py:1: cannot be imported: ValueError: a b"),
        ("x = 1\n", "plugin.py: must define one plug-in class, found 0"),
        (
            "class A:\n def parse(self): ...\n def decode(self): ...\nclass B(A): ...\n",
            "plugin.py: must define one plug-in class, found 2",
        ),
        (
            "class A:\n def __init__(self): 1/0\n def parse(self): ...\n def score(self): ...\n",
            "plugin.py:2: class A cannot be instantiated: ZeroDivisionError",
        ),
    ],
)
def test_a_broken_plugin_is_refused_with_its_line(contest: Contest, source: str, said: str) -> None:
    (contest.problem / "plugin.py").write_text(source)
    assert complaint(contest).startswith(said)


def test_a_broken_module_beside_the_plugin_is_blamed_itself(
    contest: Contest,
) -> None:
    (contest.problem / "beside.py").write_text("def f(:\n")
    (contest.problem / "plugin.py").write_text("x = 1\n\nimport beside\n")
    assert complaint(contest).startswith("beside.py:1: cannot be imported: SyntaxError")


def test_a_plugin_that_is_no_text_is_refused(contest: Contest) -> None:
    (contest.problem / "plugin.py").write_bytes(b"\xff\xfe\x00")
    assert complaint(contest).startswith("plugin.py")


@pytest.mark.parametrize("name", ["parse", "decode", "score", "goal"])
def test_a_plugin_that_lacks_what_is_demanded_is_refused_by_that_name(
    contest: Contest, name: str
) -> None:
    def rename(text: str) -> str:
        return re.sub(rf"^    (def )?{name}\b", rf"    \1not_{name}", text, flags=re.M)

    edit(contest.problem / "plugin.py", rename)
    assert complaint(contest).startswith(f"plugin.py: class LargestSum lacks {name!r}")


def test_a_method_of_the_protocol_itself_is_none_of_the_plugin(contest: Contest) -> None:
    def inherit(text: str) -> str:
        text = text.replace("import Best,", "import Plugin, Best,")
        return text.replace("class LargestSum:", "class LargestSum(Plugin[Row, Picks]):")

    edit(contest.problem / "plugin.py", inherit)
    load_plugin(contest.problem)
    edit(contest.problem / "plugin.py", lambda text: text.replace("def sketch(", "def _sketch("))
    assert not load_plugin(contest.problem).offers("sketch")


# Paths instead of names


@pytest.mark.parametrize("word", ["problems/toy", "problems/toy/", "./problems/toy", "{root}/toy"])
def test_a_problem_may_be_named_by_its_path(
    contest: Contest, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    monkeypatch.chdir(contest.root)
    word = word.format(root=contest.root / "problems")
    [problem] = find_problems(Path("nowhere"), [word])
    assert problem.name == problem_name(word) == "toy"
    assert problem.folder.samefile(contest.problem)


@pytest.mark.parametrize(("folder", "word"), [("", "."), ("", "./"), ("data", "..")])
def test_a_problem_may_be_the_current_folder(
    contest: Contest, monkeypatch: pytest.MonkeyPatch, folder: str, word: str
) -> None:
    monkeypatch.chdir(contest.problem / folder)
    assert [problem.name for problem in find_problems(Path("nowhere"), [word])] == ["toy"]
    assert problem_name(word) == "toy"


def test_a_name_is_looked_up_in_the_current_folder_last(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(contest.root / "problems")
    assert [problem.name for problem in find_problems(Path("nowhere"), ["toy"])] == ["toy"]


def test_a_path_without_a_package_is_refused(contest: Contest) -> None:
    said = r"problems: contains no problem\.yaml: it holds 1 problem, such as toy; for all, write -"
    with pytest.raises(JudgeError, match=said):
        find_problems(Path("nowhere"), [f"{contest.root}/problems"])
    with pytest.raises(JudgeError, match="elsewhere: no such folder"):
        find_problems(Path("nowhere"), [f"{contest.root}/elsewhere"])


def test_two_problems_of_one_name_are_not_judged_at_once(contest: Contest, tmp_path: Path) -> None:
    other = tmp_path / "other" / "toy"
    shutil.copytree(contest.problem, other)
    with pytest.raises(JudgeError, match=r"other/toy: has the same name as .*problems/toy"):
        find_problems(contest.root / "problems", ["toy", str(other)])


@pytest.mark.parametrize(
    ("target", "pattern"),
    [
        ("toy", ""),
        ("toy/sample/1", "sample/1"),
        ("problems/toy", ""),
        ("./problems/toy/sample/1", "sample/1"),
        ("{root}/problems/toy/secret", "secret"),
    ],
)
def test_a_target_is_a_problem_and_a_pattern_of_cases(
    contest: Contest, monkeypatch: pytest.MonkeyPatch, target: str, pattern: str
) -> None:
    monkeypatch.chdir(contest.root)
    name, found = split_target(Path("problems"), target.format(root=contest.root))
    assert problem_name(name) == "toy"
    assert found == pattern


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("problem.xml", "is a package of Polygon (it has problem.xml and no problem.yaml)"),
        ("domjudge-problem.ini", "is a problem of DOMjudge alone"),
        ("init.yml", "is a problem of DMOJ"),
        ("task.yaml", "is a task of CMS"),
        ("problem.yml", "contains no problem.yaml: rename problem.yml to problem.yaml"),
        ("Problem.yaml", "rename Problem.yaml to problem.yaml"),
        ("other.xml", "contains no problem.yaml: name the folder of a problem"),
    ],
)
def test_a_problem_in_the_format_of_another_judge_is_told(
    tmp_path: Path, file: str, said: str
) -> None:
    (tmp_path / file).write_text("")
    with pytest.raises(JudgeError, match=re.escape(said)):
        find_problems(tmp_path, [f"{tmp_path}/"])


@pytest.mark.parametrize(
    ("folders", "said"),
    [
        (["data", "submissions"], "has data, submissions, and no problem.yaml: add one with the"),
        (["data"], "contains no problem.yaml: name the folder of a problem"),
    ],
)
def test_a_package_that_lacks_problem_yaml_alone_is_told_to_have_one(
    tmp_path: Path, folders: list[str], said: str
) -> None:
    for name in folders:
        (tmp_path / name).mkdir()
    with pytest.raises(JudgeError, match=re.escape(said)):
        find_problems(tmp_path, [f"{tmp_path}/"])


def test_the_folder_of_problems_is_no_problem(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(contest.root)
    with pytest.raises(JudgeError, match="problems: is the folder of problems: leave it out"):
        find_problems(Path("problems"), ["problems"])
