"""A compiled program serves its cases in forks of itself, where nothing of its source can run
before the host in it does. No case can tell, and what could is started anew for each."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.languages.program import Program
from judge.languages.table import all_languages
from judge.languages.toolchain import find_toolchain
from judge.model import Ended, Execution, Limits, Solution
from judge.running.compile import BuiltSolution, prepare
from judge.running.compiled_program import ADDON, serving
from judge.running.program import build_program
from judge.sandbox.layer import Command, Layer
from judge.solutions.load import load_solution
from tests.contest import Contest

LIMITS = Limits(cpu_s=2)

Build = Callable[[str, str], BuiltSolution]


@pytest.fixture
def served_layer() -> Layer:
    layer = sandbox.choose("auto")
    if not layer.keeps_hosts:
        pytest.skip(f"{layer.name} keeps no hosts")
    return layer


@pytest.fixture
def build(contest: Contest, served_layer: Layer, open_folder: Path) -> Build:
    def made(name: str, text: str) -> BuiltSolution:
        solution: Solution = load_solution(contest.solution(name, text), "toy", ())
        return prepare(solution, served_layer, open_folder / "made")

    return made


def runs(built: BuiltSolution, layer: Layer, *inputs: bytes) -> Iterator[Execution]:
    """One execution for each input, all in one sandbox."""
    with closing(layer.open(built.view)) as session:
        for given in inputs:
            yield session.run(Command(built.argv, given, warm=built.warm), LIMITS)


#: What a program finds: everything that a start could leave different.
FINDS = r"""
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
extern char **environ;
int main(int argc, char **argv) {
    char folder[999];
    printf("errno %d\n", errno);
    sigset_t blocked;
    struct sigaction action;
    struct rlimit most;
    for (int i = 0; i < argc; i++) printf("argument %s\n", argv[i]);
    for (char **e = environ; *e; e++) printf("variable %s\n", *e);
    printf("folder %s umask %o\n", getcwd(folder, sizeof folder), umask(0));
    printf("leader %d %d\n", getpid() == getsid(0), getpid() == getpgid(0));
    printf("dumpable %d\n", prctl(PR_GET_DUMPABLE));
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    for (int i = 1; i < NSIG; i++)
        if (sigismember(&blocked, i) || (!sigaction(i, NULL, &action) && action.sa_handler))
            printf("signal %d\n", i);
    for (int fd = 0; fd < 1024; fd++) {
        struct stat info;
        if (fstat(fd, &info)) continue;
        printf("descriptor %d %o %d\n", fd, info.st_mode & S_IFMT, fcntl(fd, F_GETFL));
    }
    for (int i = 0; i < RLIMIT_NLIMITS; i++)
        if (i != RLIMIT_CPU && i != RLIMIT_NPROC && !getrlimit(i, &most))
            printf("limit %d %lu\n", i, most.rlim_cur);
    printf("user %d %d\n", getuid(), getgid());
    for (int c; (c = getchar()) != EOF;) putchar(c);
    return 7;
}
"""


@pytest.mark.long
@pytest.mark.parametrize("name", ["finds.c", "finds.cpp"])
def test_a_served_program_finds_what_one_that_is_started_finds(
    build: Build, served_layer: Layer, name: str
) -> None:
    built = build(name, FINDS)
    assert built.warm
    started = replace(built, argv=built.cold, warm=False)
    given = (b"one\n", b"two\n", b"")
    served, alone = (list(runs(one, served_layer, *given)) for one in (built, started))
    assert [run.exit_status for run in served] == [7, 7, 7]
    assert [run.stdout for run in served] == [run.stdout for run in alone]
    assert served[0].stdout.endswith(b"one\n") and len(served[2].stdout) > 500


#: Counts how often it has been started, as far as anything of it lasts.
COUNTS = r"""
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
static int starts;
static struct Early { Early() { starts++; std::printf("%d ", getpid()); } } early;
__attribute__((constructor(101))) static void first() { starts++; }
int main() { std::printf("%d %d\n", starts, std::getchar()); starts += 10;
    std::fflush(stdout);
    std::abort(); }
"""


@pytest.mark.long
def test_nothing_of_a_case_is_left_for_the_next(build: Build, served_layer: Layer) -> None:
    built = build("counts.cpp", COUNTS)
    assert built.warm
    found = list(runs(built, served_layer, b"a", b"a", b"a"))
    assert {run.stdout for run in found} == {found[0].stdout}
    assert found[0].stdout.endswith(b" 2 97\n")
    assert {(run.ended, run.signal) for run in found} == {(Ended.SIGNALLED, 6)}


#: Prints what those who ran before main have left on its stack.
LEFT = r"""
#include <errno.h>
#include <stdio.h>
int main(void) {
    volatile unsigned long *left = (unsigned long *)__builtin_frame_address(0) - 2048;
    unsigned long sum = 7, words = 0;
    for (int i = 0; i < 2040; i++) {
        sum = sum * 31 + left[i];
        words += left[i] != 0;
    }
    printf("%lu %lu %d\n", sum, words, errno);
}
"""


@pytest.mark.long
def test_the_first_case_finds_the_same_as_later_ones(build: Build, served_layer: Layer) -> None:
    built = build("left.c", LEFT)
    assert built.warm
    found = list(runs(built, served_layer, b"", b"", b"", b""))
    assert len({run.stdout for run in found}) == 1
    assert found[0].stdout.endswith(b" 0\n")


LOOPS = "#include <stdio.h>\nint main(void) { if (getchar() == 'l') for (;;) {} puts(\"done\"); }"


@pytest.mark.long
def test_a_limit_ends_one_case_and_the_next_is_served(build: Build, served_layer: Layer) -> None:
    built = build("loops.c", LOOPS)
    found = list(runs(built, served_layer, b"a", b"l", b"b"))
    assert [run.ended for run in found] == [Ended.EXITED, Ended.CPU_LIMIT, Ended.EXITED]
    assert found[2].stdout == b"done\n" and found[1].cpu_s >= LIMITS.cpu_s


#: Sources of which something would run before the host in the program does.
EARLY = {
    "resolver.c": """
static int one(void) { return 1; }
static void *chosen(void) { return one; }
static int number(void) __attribute__((ifunc("chosen")));
int main(void) { return number(); }
""",
    "before.c": """
static int n;
static void first(void) { n = 1; }
__attribute__((section(".preinit_array"), used)) static void (*const early)(void) = first;
int main(void) { return n; }
""",
    "copy.c": """
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    for (volatile char *a = to, *b = (char *)from; n--;) *a++ = *b++;
    return to;
}
int main(void) { return 1; }
""",
    "reserved.c": "int _own(void) { return 1; }\nint main(void) { return _own(); }\n",
    "fork.c": "int fork(void) { return -1; }\nint main(void) { return 1; }\n",
}


@pytest.mark.long
@pytest.mark.parametrize("name", EARLY)
def test_a_source_that_could_act_before_the_host_is_started_for_every_case(
    build: Build, served_layer: Layer, name: str
) -> None:
    built = build(name, EARLY[name])
    assert not built.warm and built.argv == built.cold
    assert [run.exit_status for run in runs(built, served_layer, b"", b"")] == [1, 1]


FUNCTIONS = {
    "doubles.c": "int calls;int*f(int*n,int l,int k){for(calls++;l--;)n[l]+=calls;return n;}",
    "doubles.cpp": "[](auto v,int k){static int calls;calls++;for(auto&x:v)x+=calls;return v;}",
}


@pytest.mark.long
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_served_too(
    contest: Contest, served_layer: Layer, open_folder: Path, name: str
) -> None:
    solution = load_solution(contest.solution(name, FUNCTIONS[name]), "toy", ())
    built = prepare(solution, served_layer, open_folder / "made", [[[3, 4], 1]])
    assert built.warm
    with closing(served_layer.open(built.view)) as session:
        command = Command(built.argv, b"[[3, -1, 4], 2]", wants_result=True, warm=True)
        found = [session.run(command, LIMITS).result for _ in range(3)]
    assert found == [b"[4, 0, 5]\n"] * 3


@pytest.mark.long
def test_programs_with_flags_and_programs_of_many_sources_are_started_for_every_case(
    contest: Contest, served_layer: Layer, open_folder: Path, tmp_path: Path
) -> None:
    solution = load_solution(contest.solution("plain.c", "int main(void) {}"), "toy", ())
    with_flags = prepare(replace(solution, flags=("-O1",)), served_layer, open_folder / "flags")
    for name, text in (
        ("a.c", "int f(void);\nint main(void) { return f(); }"),
        ("b.c", "int f(void) { return 3; }"),
    ):
        (tmp_path / name).write_text(text)
    files = ("a.c", "b.c")
    program = Program(tmp_path, tmp_path, files, files, "a.c", "c")
    of_two = build_program(program, served_layer, open_folder / "two")
    assert not with_flags.warm and not of_two.warm


def test_what_is_appended_to_its_command_is_for_the_compiler(
    served_layer: Layer, system_tools: None, tmp_path: Path
) -> None:
    """Such as the arguments that have it take a header which was compiled before."""
    language = all_languages()["c"]
    tools = find_toolchain(language)
    (tmp_path / "a.c").write_text("#ifndef ADDED\n#error none\n#endif\nint main(void) {}\n")
    values = {"cc": str(tools.paths["cc"]), "source": "a.c", "sources": "a.c", "addon": ADDON}
    how = serving(language, language.compile, values, (), tools, served_layer, tmp_path)
    if how is None:
        pytest.skip("no program is linked statically here")
    without, with_it = (
        subprocess.run((*how.command, *added), cwd=tmp_path, capture_output=True)
        for added in ((), ("-DADDED",))
    )
    assert b"#error none" in without.stderr
    assert with_it.returncode == 0
