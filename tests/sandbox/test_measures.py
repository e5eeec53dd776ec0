"""What the sandbox says of CPU time, wall time and memory is what was used, in every layer.

Comparisons are generous: no test is decided by how fast or how busy the machine is.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.languages.table import by_suffix
from judge.languages.toolchain import ToolMissing
from judge.model import Ended, Exceeded, Execution, Kind, Limits, Solution
from judge.running.compile import prepare
from judge.sandbox import cgroups, supervised
from judge.sandbox.layer import Command, Layer, View

pytestmark = pytest.mark.usefixtures("system_tools")
LIMITS = Limits(cpu_s=10, memory_mib=512, wall_override_s=60)
Execute = Callable[..., Execution]

#: ``spin`` computes until its thread has used that many seconds of CPU time.
C_HEAD = """
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static void *spin(void *seconds) {
    struct timespec t;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    while (t.tv_sec + t.tv_nsec / 1e9 < *(double *)seconds);
    return 0;
}
static double half = 0.3;
"""


@pytest.fixture
def execute(layer: Layer, open_folder: Path) -> Execute:
    """Runs a source: ``execute("x.c", text, limits, stdin)``."""

    def run(name: str, text: str, limits: Limits = LIMITS, stdin: bytes = b"") -> Execution:
        source = open_folder / name
        source.write_text(text)
        language = by_suffix(source)
        assert language
        solution = Solution("measures", name, source, language.name, Kind.PROGRAM, len(text))
        built = prepare(solution, layer, open_folder / "made")
        session = layer.open(built.view)
        try:
            return session.run(Command(built.argv, stdin, warm=built.warm), limits)
        finally:
            session.close()

    return run


def exited(run: Execution) -> Execution:
    assert (run.ended, run.exit_status) == (Ended.EXITED, 0), run
    return run


# CPU time


@pytest.mark.long
def test_one_thread(execute: Execute) -> None:
    run = exited(execute("one.c", C_HEAD + "int main(void) { spin(&half); }"))
    assert 0.28 < run.cpu_s < 0.58
    assert run.wall_s > 0.28


@pytest.mark.long
def test_two_threads_count_twice(execute: Execute) -> None:
    text = "int main(void) { pthread_t t; pthread_create(&t, 0, spin, &half); spin(&half); "
    run = exited(execute("two.c", C_HEAD + text + "pthread_join(t, 0); }"))
    assert 0.58 < run.cpu_s < 1.2


@pytest.mark.long
def test_children_that_are_waited_for_count(execute: Execute) -> None:
    text = "int main(void) { for (int i = 0; i < 2; i++) if (!fork()) { spin(&half); _exit(0); } "
    run = exited(execute("tree.c", C_HEAD + text + "while (wait(0) > 0) {} }"))
    assert 0.58 < run.cpu_s < 1.2


@pytest.mark.long
def test_children_that_have_ended_but_are_not_waited_for_count(execute: Execute) -> None:
    text = (
        "int main(void) { int p[2]; if (pipe(p)) return 1; if (!fork()) { spin(&half); _exit(0);} "
    )
    run = exited(
        execute("zombie.c", C_HEAD + text + "close(p[1]); char c; return read(p[0], &c, 1); }")
    )
    assert 0.28 < run.cpu_s < 0.58


@pytest.mark.long
def test_children_that_still_live_at_the_end_count(execute: Execute) -> None:
    """The child says when it has used its time, and goes on living."""
    text = """
    int main(void) {
        int p[2];
        if (pipe(p)) return 1;
        if (!fork()) { spin(&half); if (write(p[1], "x", 1)) pause(); }
        char c;
        return read(p[0], &c, 1) != 1;
    }"""
    run = exited(execute("alive.c", C_HEAD + text))
    assert 0.28 < run.cpu_s < 0.58


@pytest.mark.long
def test_sleeping_costs_no_cpu_time(execute: Execute) -> None:
    run = exited(execute("sleep.c", C_HEAD + "int main(void) { usleep(500000); }"))
    assert run.cpu_s < 0.1
    assert run.wall_s >= 0.5


def test_a_solution_that_does_nothing_pays_for_nothing_of_ours(execute: Execute) -> None:
    run = exited(execute("nothing.c", "int main(void) {}"))
    assert run.cpu_s < 0.1


# Limits told apart


@pytest.mark.long
def test_a_sleeper_hits_the_wall_limit_and_not_the_cpu_limit(execute: Execute) -> None:
    limits = replace(LIMITS, cpu_s=0.3, wall_override_s=0.6)
    run = execute("sleeper.c", C_HEAD + "int main(void) { pause(); }", limits)
    assert run.ended is Ended.WALL_LIMIT
    assert run.cpu_s < 0.1
    assert run.wall_s >= 0.6
    assert run.exit_status is None
    assert run.signal is None


@pytest.mark.long
@pytest.mark.parametrize(
    "body",
    [
        "raise(SIGSTOP);",
        "if (!fork()) raise(SIGSTOP); wait(0);",
        "kill(getpid(), SIGTSTP); pause();",
    ],
)
def test_a_stopped_process_hits_the_wall_limit(execute: Execute, body: str) -> None:
    limits = replace(LIMITS, wall_override_s=0.4)
    run = execute("stopped.c", C_HEAD + f"int main(void) {{ {body} }}", limits)
    assert run.ended is Ended.WALL_LIMIT
    assert run.cpu_s < 0.1


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
def test_a_spinner_hits_the_cpu_limit_and_little_more(execute: Execute, threads: int) -> None:
    limits = replace(LIMITS, cpu_s=0.4)
    more = "pthread_t t; pthread_create(&t, 0, spin, &ever); " * (threads - 1)
    text = f"static double ever = 1e9; int main(void) {{ {more} spin(&ever); }}"
    run = execute("spinner.c", C_HEAD + text, limits)
    assert run.ended is Ended.CPU_LIMIT
    assert 0.4 <= run.cpu_s < 1.2


@pytest.mark.long
def test_a_spinner_that_ends_late_is_over_its_limit_all_the_same(execute: Execute) -> None:
    limits = replace(LIMITS, cpu_s=0.25)
    run = execute("late.c", C_HEAD + "int main(void) { spin(&half); }", limits)
    assert run.ended is Ended.CPU_LIMIT


# Memory


@pytest.mark.long
def test_memory_is_that_of_the_program_and_not_of_the_judge(layer: Layer) -> None:
    """A judge of 300 MB runs a program of 3 MB."""
    script = """
import sys
ballast = bytearray(b"x") * (300 << 20)
from pathlib import Path
from judge import sandbox
from judge.languages import table
from judge.model import Limits
from judge.sandbox.layer import Command
from judge.sandbox.layer import View
session = sandbox.choose(sys.argv[1]).open(View(Path("/usr/share")))
print(session.run(Command(("/bin/cat",), b"x"), Limits()).peak_mib, len(ballast))
session.close()
"""
    root = Path(sandbox.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script, layer.name], cwd=root, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout.split()[0]) < 20


@pytest.mark.long
def test_memory_is_not_that_of_the_input(execute: Execute) -> None:
    run = exited(execute("small.c", "int main(void) {}", stdin=b"x" * (100 << 20)))
    assert run.peak_mib < 20


@pytest.mark.long
def test_memory_is_not_that_of_the_run_before(layer: Layer) -> None:
    session = layer.open(View(Path("/usr/share")))
    try:
        limits = replace(LIMITS, output_bytes=80 << 20)
        big = session.run(Command(("/bin/cat",), b"x" * (60 << 20)), limits)
        assert len(big.stdout) == 60 << 20
        assert session.run(Command(("/bin/true",)), limits).peak_mib < 20
    finally:
        session.close()


@pytest.mark.long
def test_memory_that_was_given_back_counts(execute: Execute) -> None:
    text = """
    int main(void) {
        volatile char *m = mmap(0, 100 << 20, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        for (int i = 0; i < 100 << 20; i += 4096) m[i] = 1;
        munmap((void *)m, 100 << 20);
    }"""
    assert 100 <= exited(execute("gone.c", C_HEAD + text)).peak_mib < 130


@pytest.mark.long
def test_memory_of_processes_at_the_same_time_is_added_up(execute: Execute) -> None:
    text = """
    int main(void) {
        int p[2], ready = 0;
        char c;
        if (pipe(p)) return 1;
        for (int i = 0; i < 4; i++)
            if (!fork()) {
                volatile char *m = malloc(40 << 20);
                for (int k = 0; k < 40 << 20; k += 4096) m[k] = 1;
                if (write(p[1], "x", 1)) pause();
            }
        while (ready < 4) ready += (int)read(p[0], &c, 1);
        usleep(500000);
        return 0;
    }"""
    assert 160 <= exited(execute("many.c", C_HEAD + text)).peak_mib < 220


HOGS = {
    "hog.py": "kept = []\nwhile True:\n    kept.append(bytearray(b'x') * 4096)\n",
    "hog.js": "const kept = []; for (;;) kept.push(new Array(1000).fill(1.5));\n",
    "hog.cpp": "#include <vector>\nint main() { std::vector<int> v; for (;;) v.push_back(1); }\n",
    "hog.c": "#include <stdlib.h>\n#include <string.h>\n"
    "int main(void) { for (;;) memset(malloc(99999), 1, 99999); }\n",
    "Main.java": "import java.util.*; public class Main { public static void main(String[] a) {"
    " List<int[]> kept = new ArrayList<>(); for (;;) kept.add(new int[10000]); } }\n",
    "AtOnce.java": "public class Main { public static void main(String[] a) {"
    " System.out.println(new long[1 << 28].length); } }\n",
}


@pytest.mark.long
@pytest.mark.parametrize("name", HOGS)
def test_too_much_memory_is_told_in_every_language(execute: Execute, name: str) -> None:
    if by_suffix(Path(name)) is None:
        pytest.skip(f"no language for {name} yet")
    limits = Limits(cpu_s=20, memory_mib=256, wall_override_s=60)
    try:
        run = execute(name, HOGS[name], limits)
    except ToolMissing as missing:
        pytest.skip(str(missing))
    assert run.ended is Ended.MEMORY_LIMIT, run
    assert run.peak_mib > 200


def test_a_map_that_is_never_touched_is_no_memory(execute: Execute) -> None:
    """node and Java reserve gigabytes of addresses."""
    how = "3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0"
    text = f"int main(void) {{ return mmap(0, 8L << 30, {how}) == MAP_FAILED; }}"
    assert exited(execute("map.c", C_HEAD + text)).peak_mib < 20


FORKS = """
#include <signal.h>
#include <unistd.h>
int main(int argc, char **argv) {
    for (int i = 0; i < 9999; i++) {
        pid_t child = fork();
        if (child < 0) return 3;
        if (child == 0) for (;;) pause();
    }
}
"""
#: Threads end with their process, and are only seen while they last.
THREADS = """
import sys, threading, time
try:
    for _ in range(9999):
        threading.Thread(target=time.sleep, args=(9,), daemon=True).start()
except RuntimeError:
    time.sleep(2)
    sys.exit(1)
"""
FILLS = "while True:\n    open('/tmp/a', 'ab').write(bytes(2**20))\n"
MANY_FILES = """
for i in range(10**6):
    open(f'/tmp/{i}', 'x').close()
"""


@pytest.mark.long
@pytest.mark.parametrize("group", [True, False])
@pytest.mark.parametrize(("name", "text"), [("a.c", FORKS), ("a.py", THREADS)])
def test_a_run_that_fails_for_want_of_processes_says_so(
    execute: Execute,
    layer: Layer,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    text: str,
    group: bool,
) -> None:
    cgroups.settle()
    place = cgroups.controllers()
    counted = group and place is not None and place.pids is not None
    if layer.name == "landlock" and os.geteuid() != 0 and not counted:
        pytest.skip("what else this user runs, such as other tests, comes and goes in the count")
    if not group:
        monkeypatch.setattr(supervised, "make_group", lambda: None)
    run = execute(name, text, replace(LIMITS, processes=20))
    assert run.exit_status and run.exceeded == (Exceeded.PROCESSES,)


@pytest.mark.long
@pytest.mark.parametrize("text", [FILLS, MANY_FILES])
def test_a_run_that_fails_for_want_of_disk_says_so(
    execute: Execute, layer: Layer, text: str
) -> None:
    if layer.name == "landlock":
        pytest.skip("landlock gives a run nothing to write to")
    run = execute("a.py", text, replace(LIMITS, disk_mib=8))
    assert run.exit_status == 1 and run.exceeded == (Exceeded.DISK,)


def test_a_file_beyond_the_limit_is_too_much_disk(execute: Execute, layer: Layer) -> None:
    if layer.name == "landlock":
        pytest.skip("landlock gives a run nothing to write to")
    reach = "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
    far = "f = open('/tmp/a', 'wb')\nf.seek(9 * 2**20)\nf.write(b'x')\nf.flush()\n"
    run = execute("a.py", reach + far, replace(LIMITS, disk_mib=8))
    assert run.ended is Ended.SIGNALLED and run.exceeded == (Exceeded.DISK,)


@pytest.mark.long
def test_a_run_within_its_limits_came_up_against_none(execute: Execute) -> None:
    fits = "import threading\nthreading.Thread(target=print).start()\n"
    assert execute("a.py", fits, replace(LIMITS, processes=20)).exceeded == ()


def test_a_toolchain_may_lie_where_scratch_is_else(layer: Layer, open_folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "tool").write_text("#!/bin/sh\necho works\ntouch /tmp/trace ./trace 2>&1\n")
        (folder / "tool").chmod(0o755)
        session = layer.open(View(open_folder, (folder,), open_folder))
        run = session.run(Command((f"{folder}/tool",)), LIMITS)
        session.close()
    assert run.stdout.startswith(b"works\n")
    assert not Path("/tmp/trace").exists()
