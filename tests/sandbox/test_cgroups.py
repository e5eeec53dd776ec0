"""A control group limits a run's processes exactly, tells when one was refused, leaves no trace.

Tests run with the groups that this machine has. For version 2 pytest must be alone in a delegated
one: ``systemd-run --user --scope -p Delegate=yes .venv/bin/python -m pytest -n 0 FILE``. So it was
done on an emulated machine with Linux 6.12.
"""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.common.folders import HOSTS
from judge.languages.table import by_suffix
from judge.languages.toolchain import find_toolchain
from judge.model import Ended, Exceeded, Execution, Kind, Limits, Solution
from judge.running.compile import prepare
from judge.running.tool_session import COMPILE_LIMITS, CompileError
from judge.sandbox import build, cgroups
from judge.sandbox.layer import Command, Layer, SandboxDied, View
from tests.languages.call_host import posted

LIMITS = Limits(cpu_s=10, memory_mib=512, processes=20, wall_override_s=60)
Start = Callable[..., Execution]

#: Reads how, how many, and two exit statuses; starts so many, says how many there are with itself,
#: and ends at once with the first status if one was refused, else with the second.
STARTS = """
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *rest(void *nothing) { for (;;) pause(); }
int main(void) {
    char how;
    int most, refused, fits, count = 1, failed = 0;
    if (scanf("%c %d %d %d", &how, &most, &refused, &fits) != 4) return 9;
    while (count < most && !failed) {
        pthread_t thread;
        pid_t child = 1;
        if (how == 't') failed = pthread_create(&thread, 0, rest, 0) != 0;
        else failed = (child = fork()) < 0;
        if (!child) rest(0);
        count += !failed;
    }
    printf("%d", count);
    fflush(stdout);
    _exit(failed ? refused : fits);
}
"""
#: A posted function that always fails, at the latest once it has so many processes.
POSTED = """
import os, signal
def solve(most):
    for _ in range(1, most):
        if os.fork() == 0:
            signal.pause()
    raise SystemExit(1)
"""


@pytest.fixture(autouse=True)
def settled() -> None:
    """Pytest itself may be alone in a delegated group."""
    cgroups.settle()


@pytest.fixture
def counted() -> cgroups.Controllers:
    """Where groups are made, if processes are counted there."""
    place = cgroups.controllers()
    if place is None or place.pids is None:
        pytest.skip("no control group counts processes here")
    return place


@pytest.fixture
def start(
    counted: cgroups.Controllers, layer: Layer, open_folder: Path, system_tools: None
) -> Iterator[Start]:
    """Has processes (``f``) or threads (``t``) started, in one sandbox for all calls of a test."""
    built = prepare(c_program(open_folder), layer, open_folder / "made")
    session = layer.open(built.view)

    def run(
        how: str, most: int, refused: int = 1, fits: int = 0, limits: Limits = LIMITS
    ) -> Execution:
        words = f"{how} {most} {refused} {fits}".encode()
        return session.run(Command(built.argv, words), limits)

    yield run
    session.close()
    find_toolchain.cache_clear()


def c_program(folder: Path) -> Solution:
    source = folder / "starts.c"
    source.write_text(STARTS)
    language = by_suffix(source)
    assert language
    return Solution("cgroups", "starts", source, language.name, Kind.PROGRAM, len(STARTS))


def told(run: Execution) -> tuple[bytes, int | None, tuple[Exceeded, ...]]:
    assert run.ended is Ended.EXITED, run
    return run.stdout, run.exit_status, run.exceeded


# Runs


@pytest.mark.long
@pytest.mark.parametrize("how", ["f", "t"])
def test_a_run_that_is_refused_a_process_says_so_every_time(start: Start, how: str) -> None:
    runs = {told(start(how, 9999)) for _ in range(30)}
    assert runs == {(b"20", 1, (Exceeded.PROCESSES,))}


@pytest.mark.long
@pytest.mark.parametrize("how", ["f", "t"])
def test_a_run_that_fails_with_all_that_it_may_have_does_not(start: Start, how: str) -> None:
    assert {told(start(how, 20, fits=1)) for _ in range(10)} == {(b"20", 1, ())}


def test_a_run_that_copes_is_named_and_no_later_run_answers_for_it(start: Start) -> None:
    assert told(start("f", 9999, refused=0)) == (b"20", 0, (Exceeded.PROCESSES,))
    assert told(start("f", 1, fits=1)) == (b"1", 1, ())


@pytest.mark.long
def test_the_limit_is_that_of_each_request(start: Start) -> None:
    for most in (1, 64, 5, 200):
        run = start("f", 9999, limits=replace(LIMITS, processes=most))
        assert told(run) == (str(most).encode(), 1, (Exceeded.PROCESSES,))


@pytest.mark.long
def test_what_else_the_user_runs_does_not_count(start: Start) -> None:
    others = [subprocess.Popen(["/bin/sleep", "600"]) for _ in range(60)]
    try:
        assert told(start("f", 20, fits=0)) == (b"20", 0, ())
        assert told(start("f", 21)) == (b"20", 1, (Exceeded.PROCESSES,))
    finally:
        for other in others:
            other.kill()
            other.wait()


def test_calls_of_a_warm_host_have_the_whole_limit_each(
    counted: cgroups.Controllers, layer: Layer, open_folder: Path
) -> None:
    if not layer.keeps_hosts:
        pytest.skip("this layer keeps no hosts")
    (open_folder / "posted.py").write_text(POSTED)
    shutil.copy(build.addon(HOSTS / "python_fork.c"), open_folder / "addon")
    view = View(open_folder)
    program = layer.program_folder(view)
    host = ("/usr/bin/python3", f"{layer.hosts_folder}/python_host.py")
    argv = (*host, f"{program}/posted.py", "--serve", f"{program}/addon")
    session = layer.open(view)
    try:
        for most, exceeded in [(9999, (Exceeded.PROCESSES,)), (20, ())] * 3:
            call = Command(argv, f"[{most}]".encode(), wants_result=True, warm=True)
            run = session.run(call, LIMITS)
            assert run.exit_status == 1 and run.exceeded == exceeded, run.stderr
    finally:
        session.close()


@pytest.mark.long
def test_a_warm_node_has_threads_that_do_not_count(
    counted: cgroups.Controllers, layer: Layer
) -> None:
    source = """most => {
        const { spawn } = require('child_process');
        for (let children = 0; ; children++) {
            if (children === most) return children;
            const child = spawn('/bin/sleep', ['60'], { stdio: 'ignore' }).on('error', () => 0);
            child.unref();
            if (!child.pid) return children;
        }
    }"""
    with posted("a.js", source, [1], layer=layer.name, kind="function") as host:
        if not host.built.warm:
            pytest.skip("this layer keeps no hosts")
        first, *later = host.calls([[1], [18], [9999], [19]], limits=LIMITS)
    assert first.result == b"1\n", first
    assert [run.result for run in later] == [b"18\n", b"19\n", b"19\n"]
    assert [run.exceeded for run in later] == [(), (Exceeded.PROCESSES,), ()]


@pytest.mark.long
def test_a_kill_for_memory_that_a_run_copes_with_is_not_the_next_ones(open_folder: Path) -> None:
    if cgroups.controllers() is None:
        pytest.skip("no control group here")
    layer = sandbox.choose("auto")
    if not layer.keeps_hosts:
        pytest.skip("this layer has its scratch on a disk")
    limits = replace(LIMITS, memory_mib=16, output_bytes=1000, disk_mib=512)
    fills = "head -c 200000000 /dev/urandom > full; : > full; exit 0"
    session = layer.open(View(open_folder))
    try:
        for _ in range(30):  # now and then the kernel chooses the shell, or the supervisor, as well
            try:
                copes = session.run(Command(("/bin/sh", "-c", fills)), limits)
            except SandboxDied:
                session.close()
                session = layer.open(View(open_folder))
                continue
            if copes.ended is Ended.EXITED:
                break
        fails = session.run(Command(("/bin/sh", "-c", "exit 1")), limits)
    finally:
        session.close()
    assert (copes.ended, copes.exit_status) == (Ended.EXITED, 0)
    assert (fails.ended, fails.exit_status) == (Ended.EXITED, 1)


def test_a_compilation_that_is_refused_a_process_says_so(
    counted: cgroups.Controllers, layer: Layer, open_folder: Path
) -> None:
    limits = replace(COMPILE_LIMITS, processes=1)
    with pytest.raises(CompileError, match=r"^too many processes\n"):
        prepare(c_program(open_folder), layer, open_folder / "made", limits=limits)


# Groups


def own_groups(place: cgroups.Controllers) -> set[Path]:
    return {path for folder in place.folders for path in folder.glob(f"judge-{os.getpid()}-*")}


def test_a_session_has_a_group_of_every_kind_and_leaves_none(
    counted: cgroups.Controllers, layer: Layer
) -> None:
    before = own_groups(counted)  # other tests may keep a session
    session = layer.open(View(Path("/usr/share")))
    session.run(Command(("/bin/true",)), LIMITS)
    groups = own_groups(counted) - before
    session.close()
    assert len(groups) == len(counted.folders)
    assert own_groups(counted) == before


def test_groups_of_a_judge_that_was_killed_are_removed(counted: cgroups.Controllers) -> None:
    gone = subprocess.Popen(["/bin/true"])
    gone.wait()
    orphans = [folder / f"judge-{gone.pid}-0" for folder in counted.folders]
    for orphan in orphans:
        orphan.mkdir()
    group = cgroups.make_group()
    assert group
    group.remove()
    assert not any(orphan.exists() for orphan in orphans)


def test_memory_of_a_group_is_not_put_on_the_swap_where_it_would_not_count() -> None:
    group = cgroups.make_group()
    if group is None:
        pytest.skip("no control group here")
    try:
        swap = group.controllers.memory / group.name / group.controllers.swap_file
        if not swap.exists():
            pytest.skip("this kernel does not say how it swaps")
        assert swap.read_text() == "0\n"
    finally:
        group.remove()


def test_a_group_that_is_gone_is_the_death_of_the_sandbox(
    layer: Layer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when another program takes the controllers away: the case is run again without it."""
    if cgroups.controllers() is None:
        pytest.skip("no control group here")

    def gone(group: cgroups.Group) -> bool:
        raise OSError(errno.ENODEV, "No such device")

    monkeypatch.setattr(cgroups.Group, "killed_since_last", gone)
    session = layer.open(View(Path("/usr/share")))
    try:
        with pytest.raises(SandboxDied):
            session.run(Command(("/bin/true",)), LIMITS)
    finally:
        session.close()


@pytest.fixture
def version_1(tmp_path: Path) -> Path:
    """Folders as a machine of version 1 has them, and the text that says which are ours."""
    for controller in ("memory", "cpuacct", "pids"):
        (tmp_path / controller / "ours").mkdir(parents=True)
        (tmp_path / controller / "ours" / "cgroup.procs").touch()
    (tmp_path / "membership").write_text("3:pids:/ours\n2:memory:/ours\n1:cpu,cpuacct:/ours\n")
    return tmp_path


def test_version_1_counts_processes_where_their_controller_can_be_had(version_1: Path) -> None:
    place = cgroups.controllers(version_1, version_1 / "membership")
    assert place and place.version == 1
    assert place.pids == version_1 / "pids" / "ours"
    assert len(place.folders) == 3


def test_without_it_memory_and_cpu_time_are_counted_all_the_same(version_1: Path) -> None:
    (version_1 / "pids" / "ours" / "cgroup.procs").unlink()
    place = cgroups.controllers(version_1, version_1 / "membership")
    assert place and place.pids is None and len(place.folders) == 2
    (version_1 / "membership").write_text("2:memory:/ours\n1:cpu,cpuacct:/ours\n")
    assert cgroups.controllers(version_1, version_1 / "membership") == place


@pytest.mark.parametrize("given", ["memory", "cpu memory pids"])
def test_version_2_counts_processes_where_they_are_delegated(tmp_path: Path, given: str) -> None:
    (tmp_path / "cgroup.procs").touch()
    (tmp_path / "cgroup.subtree_control").write_text(given + "\n")
    (tmp_path / "membership").write_text("0::/\n")
    place = cgroups.controllers(tmp_path, tmp_path / "membership")
    assert place and place.version == 2
    assert place.folders == (tmp_path,)
    assert place.pids == (tmp_path if "pids" in given else None)


# Version 2: a group that holds processes gives no controllers to groups below it


@pytest.fixture
def delegated(tmp_path: Path) -> Path:
    """A folder as a group of our own that offers controllers, and gives none yet."""
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "cgroup.procs").write_text(f"{os.getpid()}\n")
    (tmp_path / "ours" / "cgroup.controllers").write_text("cpuset cpu memory pids\n")
    (tmp_path / "ours" / "cgroup.subtree_control").write_text("\n")
    (tmp_path / "membership").write_text("0::/ours\n")
    return tmp_path


def test_a_judge_that_is_alone_in_its_group_moves_into_a_leaf(delegated: Path) -> None:
    group, leaf = delegated / "ours", delegated / "ours" / cgroups.LEAF
    cgroups.settle(delegated, delegated / "membership")
    assert (leaf / "cgroup.procs").read_text() == str(os.getpid())
    assert (group / "cgroup.subtree_control").read_text() == "+memory +pids"


def test_its_groups_are_then_made_beside_that_leaf(delegated: Path) -> None:
    group, membership = delegated / "ours", delegated / "membership"
    (group / cgroups.LEAF).mkdir()
    (group / "cgroup.subtree_control").write_text("memory pids\n")
    membership.write_text(f"0::/ours/{cgroups.LEAF}\n")
    place = cgroups.controllers(delegated, membership)
    assert place and place.folders == (group,)


@pytest.mark.parametrize("who", ["1", "0"])
def test_others_in_the_group_are_left_where_they_are(delegated: Path, who: str) -> None:
    """0 stands for a process of the world outside a container."""
    (delegated / "ours" / "cgroup.procs").write_text(f"{os.getpid()}\n{who}\n")
    cgroups.settle(delegated, delegated / "membership")
    assert not (delegated / "ours" / cgroups.LEAF).exists()
    assert (delegated / "ours" / "cgroup.subtree_control").read_text() == "\n"


def test_without_a_memory_controller_nothing_is_moved(delegated: Path) -> None:
    (delegated / "ours" / "cgroup.controllers").write_text("pids\n")
    cgroups.settle(delegated, delegated / "membership")
    assert not (delegated / "ours" / cgroups.LEAF).exists()


@pytest.mark.parametrize(("user", "who"), [(0, ""), (1000, "--user ")])
def test_where_systemd_could_give_a_group_the_advice_is_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: int, who: str
) -> None:
    (tmp_path / "cgroup.controllers").touch()
    (tmp_path / "systemd-run").touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(cgroups, "ROOT", tmp_path)
    monkeypatch.setattr(cgroups, "SYSTEMD", tmp_path)
    monkeypatch.setattr(cgroups, "controllers", lambda: None)
    advice = cgroups.advice()
    assert advice and f"systemd-run {who}--scope -p Delegate=yes judge" in advice
    monkeypatch.setattr(cgroups, "SYSTEMD", tmp_path / "none")
    assert cgroups.advice() is None


@pytest.fixture
def fresh() -> Iterator[Path]:
    """A real group of version 2 with nobody in it, as systemd delegates one."""
    place = cgroups.make_group() and cgroups.controllers()
    if place is None or place.version != 2:
        pytest.skip("no delegated control group of version 2 here (see docs/sandbox.md)")
    group = place.memory / f"test-{os.getpid()}"
    group.mkdir()
    yield group
    for left in (group / cgroups.LEAF, group):
        if left.exists():
            left.rmdir()


@pytest.mark.parametrize(
    ("start", "account"),
    [
        ("exec", "memory, CPU time and processes: control group, version 2"),
        ("", "memory and CPU time: a watcher"),
    ],
)
def test_doctor_tells_what_a_delegated_group_gives(fresh: Path, start: str, account: str) -> None:
    """The judge alone in it, or with the shell that started it."""
    enter = f"echo $$ > {fresh}/cgroup.procs"
    script = f"{enter}; {start} {shlex.quote(sys.executable)} -m judge doctor; exit"
    said = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert account in said.stdout
    assert ("systemd-run" in said.stdout) == (not start and cgroups.SYSTEMD.exists())
    assert [path for path in fresh.iterdir() if path.name.startswith("judge-")] == (
        [fresh / cgroups.LEAF] if start else []
    )
