"""A problem's modules are a package of their own: nothing of another problem, of Python's modules
or of the judge gets in, and nothing gets out.
"""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
import traceback
from pathlib import Path
from textwrap import dedent
from typing import Any

import multiprocess
import pytest

from judge.common.errors import JudgeError
from judge.evaluation.tasks import Job
from judge.model import Verdict
from judge.packages.plugin_faults import PluginFault
from judge.packages.plugin_loader import PackedValue, load_plugin
from judge.plugin import Goal
from tests.contest import RIGHT, Contest, judge_environment

LIMITED = "def limit(most):\n    return {}\n"


def use(contest: Contest, statement: str, expression: str, folder: Path | None = None) -> None:
    """Have the toy's plug-in run a statement first, and take an expression for its limit."""
    path = (folder or contest.problem) / "plugin.py"
    text = path.read_text().replace("import json\n", f"import json\n{statement}\n", 1)
    path.write_text(text.replace("Row(numbers, int(lines[1]))", f"Row(numbers, {expression})"))


def write(contest: Contest, **modules: str) -> None:
    for name, text in modules.items():
        path = contest.problem / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(dedent(text))


def complaint(contest: Contest) -> str:
    with pytest.raises(JudgeError) as caught:
        load_plugin(contest.problem)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{contest.problem}/")


# Two problems in one process


@pytest.mark.long
@pytest.mark.parametrize("statement", ["from .util import limit", "from util import limit"])
def test_modules_of_one_name_in_two_problems_do_not_meet(contest: Contest, statement: str) -> None:
    """The toy allows as many picks as its input says; its twin one fewer, by its own ``util``."""
    twin = contest.root / "problems/twin"
    shutil.copytree(contest.problem, twin)
    for folder, body in ((contest.problem, "most"), (twin, "most - 1")):
        (folder / "util.py").write_text(LIMITED.format(body))
        use(contest, statement, "limit(int(lines[1]))", folder)
    fewer = "lambda n,k:[i for i in sorted(range(len(n)),key=lambda i:-n[i])[:k]if n[i]>0]\n"
    contest.solution("right.py", fewer)
    shutil.copytree(contest.solutions, contest.root / "solutions/twin")
    for folder, best in ((contest.problem, "5\n2\n"), (twin, "0\n\n")):
        shutil.rmtree(folder / "data")
        (folder / "data/secret").mkdir(parents=True)
        (folder / "data/secret/1.in").write_text("[3, 1, 5]\n1\n")
        (folder / "data/secret/1.ans").write_text(best)
    results = contest.run()
    assert [(p.problem.name, p.solutions[0].verdict) for p in results.problems] == [
        ("toy", Verdict.AC),
        ("twin", Verdict.AC),
    ]


def test_nothing_is_left_where_other_code_would_find_it(contest: Contest) -> None:
    write(contest, util="HERE = 1\n", rules="import util\n")
    use(contest, "import rules", "int(lines[1])")
    path, modules = list(sys.path), set(sys.modules)
    load_plugin(contest.problem)
    assert sys.path == path
    assert all(name.startswith("judge_problem_") for name in set(sys.modules) - modules)
    assert not list(contest.problem.rglob("__pycache__")), "bytecode was written into the package"


# Names that are taken


def test_a_module_may_have_a_name_of_the_standard_library(contest: Contest) -> None:
    """The plain ``import json`` is Python's, the relative one is the problem's."""
    write(contest, json="def most(text):\n    return 0\n", random="NUMBER = 1\n")
    use(contest, "from . import json as ours\nfrom .random import NUMBER", "ours.most(lines[1])")
    assert load_plugin(contest.problem).parse("[3]\n1\n").most == 0
    import json
    import random

    assert not hasattr(json, "most") and not hasattr(random, "NUMBER")


def test_a_module_may_have_a_name_of_the_judges_or_of_an_installed_package(
    contest: Contest,
) -> None:
    write(contest, model="MOST = 7\n", yaml="MORE = 1\n")
    use(contest, "from . import model\nimport yaml", "model.MOST + yaml.MORE")
    assert load_plugin(contest.problem).parse("[3]\n1\n").most == 8
    import yaml

    assert hasattr(yaml, "safe_load")


def test_a_module_beside_may_import_the_plugin_module(contest: Contest) -> None:
    write(contest, rules="def most():\n    from plugin import Row\n    return Row((), 5).most\n")
    use(contest, "from . import rules", "rules.most()")
    assert load_plugin(contest.problem).parse("[3]\n1\n").most == 5


@pytest.mark.parametrize(
    ("statement", "expression"),
    [
        ("import util", "util.MOST"),
        ("import util as u", "u.MOST"),
        ("import sys, util, os", "util.MOST + len(os.sep) - len(sys.byteorder[:1])"),
        ("from util import MOST as M", "M"),
        ("from util import *", "MOST"),
        ("import parts.deep", "parts.deep.MOST"),
        ("import parts.deep as d", "d.MOST"),
        ("from parts.deep import MOST", "MOST"),
        ("from parts import deep", "deep.MOST"),
        ("from .parts.deep import MOST", "MOST"),
        ("from .parts.up import MOST", "MOST"),
        ("from . import parts; from .parts import deep", "parts.deep.MOST"),
    ],
)
def test_every_form_of_import_finds_the_modules_beside(
    contest: Contest, statement: str, expression: str
) -> None:
    write(contest, util="MOST = 9\n", parts__deep="import util\nMOST = util.MOST\n")
    write(contest, parts__up="from ..util import MOST\n")
    use(contest, statement, expression)
    assert load_plugin(contest.problem).parse("[3]\n1\n").most == 9


# As the files are now


@pytest.mark.long
def test_a_changed_module_beside_the_plugin_is_loaded_anew(contest: Contest) -> None:
    """Even within one second, with the same size, and with bytecode of the old one about."""
    write(contest, util="MOST = 1\n")
    use(contest, "from . import util", "util.MOST")
    assert load_plugin(contest.problem).parse("[3]\n1\n").most == 1
    before = (contest.problem / "util.py").stat()
    write(contest, util="MOST = 2\n")
    os.utime(contest.problem / "util.py", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert load_plugin(contest.problem).parse("[3]\n1\n").most == 2


def test_a_plugin_that_failed_may_be_repaired(contest: Contest) -> None:
    use(contest, "from . import late", "late.MOST")
    assert complaint(contest).startswith("plugin.py:10: cannot be imported: ImportError")
    write(contest, late="MOST = 3\n")
    assert load_plugin(contest.problem).parse("[3]\n1\n").most == 3


def test_other_folders_of_the_package_are_no_part_of_the_plugin(contest: Contest) -> None:
    first = type(load_plugin(contest.problem).own)
    write(contest, output_validator__main="1\n", generators__secret="1\n", submissions__a="?\n")
    assert type(load_plugin(contest.problem).own) is first


# What is told


def test_a_fault_in_a_module_beside_names_its_file_and_line(contest: Contest) -> None:
    write(contest, util="x = 1\n\nraise KeyError('k')\n")
    use(contest, "from . import util", "1")
    assert complaint(contest).startswith("util.py:3: cannot be imported: KeyError: 'k'")


def test_a_syntax_error_names_its_position_once(contest: Contest) -> None:
    write(contest, util="x = (\n")
    use(contest, "from . import util", "1")
    assert complaint(contest) == (
        "util.py:1: cannot be imported: SyntaxError: '(' was never closed"
    )


def test_a_syntax_error_in_other_text_keeps_its_position(contest: Contest) -> None:
    use(contest, "x = compile('\\n)', 'table', 'exec')", "1")
    assert complaint(contest) == (
        "plugin.py:10: cannot be imported: SyntaxError: unmatched ')' (table, line 2)"
    )


def test_a_missing_module_is_told_without_the_name_that_the_judge_gave(contest: Contest) -> None:
    use(contest, "from .nowhere import x", "1")
    assert complaint(contest) == (
        "plugin.py:10: cannot be imported: ModuleNotFoundError: No module named '.nowhere'"
    )


def test_a_traceback_shows_the_real_file_and_its_text(contest: Contest) -> None:
    write(contest, util="\n\ndef limit():\n    raise ArithmeticError('here')\n")
    use(contest, "import util", "util.limit()")
    with pytest.raises(PluginFault) as caught:
        load_plugin(contest.problem).parse("[3]\n1\n")
    assert str(caught.value).endswith("util.py:4)")
    told = "".join(traceback.format_exception(caught.value))
    assert f'File "{contest.problem}/util.py", line 4, in limit' in told
    assert "raise ArithmeticError('here')" in told


@pytest.mark.parametrize("module", ["plugin", "util"])
def test_a_link_that_became_text_is_told_as_such(contest: Contest, module: str) -> None:
    """As git leaves it where links are off, and as some programs unpack a zip."""
    write(contest, util="MOST = 1\n")
    real = contest.root / f"{module}.py"
    (contest.problem / f"{module}.py").rename(real)
    (contest.problem / f"{module}.py").write_text(f"../../{module}.py")
    assert complaint(contest) == (
        f"{module}.py: is a link that was checked out as text: replace it with a copy of "
        f"../../{module}.py, or check it out again with links enabled"
    )


# Other processes


def job(contest: Contest) -> Job:
    contest.solution("a.py", RIGHT["lambda.py"])
    [r] = contest.plan().requests
    return Job(0, r.problem, r.solution, r.cases, r.contexts, r.limits, contest.root / "made")


def sizes(work: Job) -> list[tuple[int, ...]]:
    plugin = load_plugin(work.problem.folder)
    assert all(type(c.instance) is type(plugin.parse("[1]\n1\n")) for c in work.contexts)
    return [plugin.size(context.instance) for context in work.contexts]


def send_sizes(connection: Any, work: Job) -> None:
    connection.send(sizes(work))


@pytest.mark.long
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_know_the_instances_however_they_are_started(contest: Contest, method: str) -> None:
    write(contest, util="MOST = 9\n")
    use(contest, "import util", "util.MOST")
    work = job(contest)
    context = multiprocess.get_context(method)
    ours, theirs = context.Pipe()
    process = context.Process(target=send_sizes, args=(theirs, work), daemon=True)
    process.start()
    theirs.close()
    assert ours.recv() == sizes(work)  # EOFError if the worker has failed
    process.join()


def test_an_instance_comes_back_as_it_was(contest: Contest) -> None:
    instance = load_plugin(contest.problem).parse("[3, 4]\n1\n")
    assert pickle.loads(pickle.dumps(instance)) == instance
    assert PackedValue.of(contest.problem, instance).value() == instance


@pytest.mark.long
def test_what_was_packed_is_refused_once_the_plugin_has_changed(contest: Contest) -> None:
    """Its types are no longer those of the plug-in."""
    instance = load_plugin(contest.problem).parse("[3, 4]\n1\n")
    (contest.root / "packed").write_bytes(pickle.dumps(PackedValue.of(contest.problem, instance)))
    script = "import pickle; print(pickle.load(open('packed', 'rb')).value())"

    def unpack() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", script]
        environment = judge_environment()
        return subprocess.run(
            command, cwd=contest.root, env=environment, capture_output=True, text=True
        )

    assert unpack().stdout == f"{instance}\n"
    use(contest, "import sys", "1")
    assert "changed during the run" in unpack().stderr
    assert load_plugin(contest.problem).goal is Goal.MAXIMISE


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_plugin_in_another_encoding_is_told_with_the_fix(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "plugin.py").write_text("class Words: pass\n", encoding)
    with pytest.raises(JudgeError, match=r"plugin\.py:1: .*is not UTF-8 text: save it as UTF-8"):
        load_plugin(tmp_path)
