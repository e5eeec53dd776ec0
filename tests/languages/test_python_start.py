"""A Python program runs as under a bare ``python3 SOURCE``, however its start is made."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge import sandbox
from judge.languages.table import all_languages
from judge.languages.toolchain import find_toolchain
from judge.model import Ended, Execution, Limits
from judge.running.compile import BuiltSolution
from judge.sandbox.layer import Command, Layer
from tests.languages.call_host import LIMITS, posted
from tests.languages.python_programs import INPUT, PROGRAMS

pytestmark = pytest.mark.usefixtures("system_tools")


def bare(built: BuiltSolution) -> tuple[str, ...]:
    """The command that anybody would type."""
    python = find_toolchain(all_languages()["python"]).paths["python3"]
    return (str(python), built.argv[-1])


def facts(run: Execution) -> tuple[object, ...]:
    """What is the same for every start; addresses are not."""
    texts = (re.sub(rb"0x[0-9a-f]{6,}", b"0x", text) for text in (run.stdout, run.stderr))
    return run.ended, run.exit_status, run.signal, *texts


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_prints_and_ends_as_under_a_bare_python(layer: Layer, name: str) -> None:
    with posted("posted.py", PROGRAMS[name], (), layer.name, kind="program") as host:
        session = host.layer.open(host.built.view)
        try:
            wanted = session.run(Command(bare(host.built), INPUT), LIMITS)
            command = Command(host.built.argv, INPUT, warm=host.built.warm)
            runs = [session.run(command, LIMITS) for _ in range(2)]
        finally:
            session.close()
    assert host.built.warm is layer.keeps_hosts
    assert [facts(run) for run in runs] == [facts(wanted)] * 2


ANONYMOUS = """
lines = open("/proc/self/smaps").read().splitlines()
code = [i for i, line in enumerate(lines) if " r-xp " in line and "python" in line]
sizes = [next(x for x in lines[i:] if x.startswith("Anonymous:")).split()[1] for i in code]
print(bool(sizes) and all(map(int, sizes)))
"""


def test_a_call_of_a_warm_host_has_the_page_tables_of_its_code(layer: Layer) -> None:
    """Fork copies those of a mapping that was written to: it has a page without a file."""
    if not layer.keeps_hosts:
        pytest.skip("no warm hosts")
    with posted("posted.py", ANONYMOUS, (), layer.name, kind="program") as host:
        session = host.layer.open(host.built.view)
        try:
            run = session.run(Command(host.built.argv, b"", warm=host.built.warm), LIMITS)
        finally:
            session.close()
    assert (run.stdout, run.stderr) == (b"True\n", b"")


@pytest.fixture
def burdened(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A Python whose packages bring a module, and code that runs at every start: it says so."""
    home = open_folder / "python"
    base = Path("/usr/bin/python3")
    if not base.exists():
        pytest.skip("the system has no Python")
    subprocess.run([base, "-m", "venv", "--without-pip", home], check=True)
    [packages] = home.glob("lib/python*/site-packages")
    (packages / "packed.py").write_text("VALUE = 7\n")
    trap = "import sys; sys.stderr.write('%s has run\\n')\n"
    (packages / "trap.pth").write_text(trap % "a .pth file")
    (packages / "sitecustomize.py").write_text(trap % "sitecustomize")
    (packages / "usercustomize.py").write_text(trap % "usercustomize")
    monkeypatch.setenv("PATH", f"{home / 'bin'}:/usr/bin:/bin")
    find_toolchain.cache_clear()
    yield packages
    find_toolchain.cache_clear()


AGAIN = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'import packed'])\n"
CALLED = "def f(n):\n    import packed\n    return packed.VALUE * n\n"


@pytest.mark.long
@pytest.mark.parametrize("name", sandbox.NAMES[1:])
@pytest.mark.parametrize("flags", ["", "-O"])
def test_code_of_the_machines_packages_does_not_run_at_a_start(
    burdened: Path, name: str, flags: str
) -> None:
    source = AGAIN + "import packed\nprint(packed.VALUE, packed.__file__)"
    with posted("posted.py", source, (), name, kind="program", flags=flags) as host:
        session = host.layer.open(host.built.view)
        try:
            command = Command(host.built.argv, INPUT, warm=host.built.warm)
            run = session.run(command, LIMITS)
        finally:
            session.close()
    assert run.stderr.decode() == ""
    assert run.stdout.decode() == f"7 {burdened / 'packed.py'}\n"
    assert host.built.warm is (host.layer.keeps_hosts and not flags)


def test_nor_before_a_function(burdened: Path) -> None:
    with posted("posted.py", CALLED, [3]) as host:
        run = host.call([3])
    assert (run.result, run.stderr) == (b"21\n", b"")


def test_a_file_named_as_a_module_of_the_library_is_that_module_to_itself(layer: Layer) -> None:
    """``json.py`` that imports ``json`` finds itself; and so does what the library imports."""
    source = "if __name__ != '__main__':\n    print('again')\nelse:\n    import json\n"
    with posted("json.py", source, (), layer.name, kind="program") as host:
        session = host.layer.open(host.built.view)
        try:
            run = session.run(Command(host.built.argv, warm=host.built.warm), LIMITS)
        finally:
            session.close()
    assert (run.stdout, run.stderr) == (b"again\n", b"")


@pytest.mark.long
def test_every_case_of_a_program_begins_afresh(layer: Layer) -> None:
    source = (
        "import json, random, re, os, sys\n"
        "print(getattr(json, 'kept', None), os.umask(0), len(sys.argv), random.random())\n"
        "json.kept = re.kept = 1\nsys.argv.append('x')\n"
        "print(input())"
    )
    with posted("posted.py", source, (), layer.name, kind="program") as host:
        session = host.layer.open(host.built.view)
        try:
            runs = [
                session.run(Command(host.built.argv, text, warm=host.built.warm), LIMITS)
                for text in (b"a", b"b", b"c")
            ]
        finally:
            session.close()
    arguments = [run.stdout.decode().split() for run in runs]
    assert [word[:3] + word[4:] for word in arguments] == [["None", "18", "1", x] for x in "abc"]
    assert len({word[3] for word in arguments}) == 3, "random numbers must not repeat"


@pytest.mark.long
def test_limits_are_those_of_each_case_alone(layer: Layer) -> None:
    """A case that goes too far is stopped as ever, and the next one is as ever."""
    source = "n = input()\nif n == 't': any(iter(int, 1))\nif n == 'm': x = bytearray(400 << 20)\nprint(n)"
    limits = Limits(cpu_s=0.5, memory_mib=128, wall_override_s=120)
    with posted("posted.py", source, (), layer.name, kind="program") as host:
        session = host.layer.open(host.built.view)
        try:
            runs = [
                session.run(Command(host.built.argv, text, warm=host.built.warm), limits)
                for text in (b"t", b"a", b"m", b"b")
            ]
        finally:
            session.close()
    ended = [Ended.CPU_LIMIT, Ended.EXITED, Ended.MEMORY_LIMIT, Ended.EXITED]
    assert [run.ended for run in runs] == ended
    assert [runs[1].stdout, runs[3].stdout] == [b"a\n", b"b\n"]
    assert all(0 < run.peak_mib < 64 and run.cpu_s < 0.5 for run in (runs[1], runs[3]))
