"""A C or C++ program that answers many inputs in one process answers each as a new process does."""

from __future__ import annotations

import ctypes
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest

from judge import sandbox
from judge.common.folders import HOSTS
from judge.languages.table import all_languages
from judge.languages.toolchain import find_toolchain
from judge.model import Ended, Execution, Limits
from judge.packages.loaded_problem import load_problems
from judge.running.build import built_solution, repeated_solution
from judge.running.bulk_runner import BulkAnswer, BulkRunner
from judge.running.traced_runner import EXACT, FAR
from judge.solutions.load import load_solution
from tests.contest import Contest

pytestmark = [
    pytest.mark.skipif(not shutil.which("c++"), reason="needs c++ (Debian: g++)"),
    pytest.mark.skipif(
        bool(shutil.which("c++")) and not find_toolchain(all_languages()["cpp"]).flags,
        reason="needs libraries to link with statically",
    ),
]

#: Each as (file, source); all answer a number with what would be another one after other inputs.
SOURCES = {
    "global.c": 'int n,s;main(){while(scanf("%d",&n)>0)s+=n;printf("%d",s);}',
    "static.c": """#include <stdio.h>
static int next(void) { static int n; return ++n; }
int main(void) { int n; while (scanf("%d", &n) == 1) next(); printf("%d\\n", next()); return 0; }
""",
    "errno.c": """#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) { int found = errno; char *big = malloc(-9l); errno += big != 0;
  printf("%d %d", found, errno); }
""",
    "characters.c": 'c,n;main(){for(;~(c=getchar());n++)putchar(c);printf("|%d",n);}',
    "lines.c": """#include <stdio.h>
int main(void) { char *line = 0; size_t room = 0; long n;
  while ((n = getline(&line, &room, stdin)) > 0) fwrite(line, 1, n, stdout); puts("end"); }
""",
    "calls.c": """#include <unistd.h>
char all[1 << 16];
int main(void) {
  long n, m = 0; while ((n = read(0, all + m, 7)) > 0) m += n; return write(1, all, m) != m; }
""",
    "stack.c": "f(n){int a[99];return n?a[n%99]=n,f(n-1)+a[7]:0;}\n"
    'main(){int n=0,s;scanf("%d",&n);s=f(n%50);printf("%d",n);}',
    "large.c": 'char s[1<<24];main(){int n=0;scanf("%d",&n);s[n*9999]++;printf("%d",s[n*9999]);}',
    "status.c": 'main(){int n=0;scanf("%d",&n);printf("%d",n);exit(n%3);}',
    "statuses.c": 'main(){int n=0;scanf("%d",&n);exit(n*64);}',
    "closed.c": """#include <stdio.h>
#include <unistd.h>
int main(void) { int n = 0; scanf("%d", &n); close(n % 4);
  return printf("%d", n) < 0 || fflush(stdout); }
""",
    "handlers.c": """#include <stdio.h>
#include <stdlib.h>
static void last(void) { puts("last"); }
int main(void) { int n = 0; atexit(last); scanf("%d", &n); printf("%d ", n); if (n % 2) exit(0); }
""",
    "streams.cpp": """#include <iostream>
#include <map>
#include <string>
#include <vector>
std::map<std::string, int> seen; std::vector<int> all;
int main() { std::ios::sync_with_stdio(false); std::cin.tie(nullptr); std::string word;
  while (std::cin >> word) seen[word]++, all.push_back(1);
  std::cout << seen.size() << ' ' << all.size() << ' ' << std::hex << 255 << std::endl; }
""",
    "objects.cpp": """#include <cstdio>
#include <memory>
struct Late { int n = 0; ~Late() { std::printf("%d late\\n", n); } } late;
thread_local int own = 7;
std::unique_ptr<int[]> kept;
int main() { if (!kept) kept.reset(new int[300000]()); late.n = kept[99]++ + own++; }
""",
    "errors.cpp": """#include <iostream>
#include <stdexcept>
int main() { int n = 0; std::cin >> n;
  try { if (n % 2) throw std::runtime_error("odd"); std::cout << n; }
  catch (std::exception &error) { std::cout << error.what(); } std::cerr << "no answer"; }
""",
    "text.cpp": """#include <iostream>
#include <iterator>
int main() { std::cin >> std::noskipws; std::string all(std::istream_iterator<char>(std::cin), {});
  std::cout << all << "\\t\\"\\\\\\x01\\n"; }
""",
    "closes.c": """#include <stdio.h>
#include <unistd.h>
int main(void) { int n = 0, m = -1; scanf("%d", &n); fclose(stdin); m = read(0, &m, 1);
  printf("%d %d", n, m); fclose(stdout); printf("late"); return n == 4 && close(2) + close(2); }
""",
    "seeks.c": '#include <stdio.h>\nmain(){int n=0,m=-1,r;scanf("%d",&n);r=fseek(stdin,0,0);'
    'scanf("%d",&m);printf("%d %d %d",n,m,r);}',
    "ends.c": """#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int sum;
__attribute__((constructor)) static void first(void) { sum = 5; printf("made "); }
__attribute__((destructor)) static void last(void) { printf("over %d", sum); }
int main(void) { int n = 0; scanf("%d", &n); sum += n; printf("%d ", n);
  if (n == 5) _exit(0); if (n == 2) quick_exit(1); if (n == 12) fflush(stdout), _Exit(3); }
""",
    "rounding.c": """#include <stdio.h>
#include <fenv.h>
#include <xmmintrin.h>
int main(void) { int n = 0; volatile float one = 1, tiny = 1e-39f; volatile long double wide = 1;
  scanf("%d", &n);
  printf("%d %.20f %.25Lf %g", n, one / 3, wide / 3, (double)(tiny / 2));
  if (n % 2 == 0) { _mm_setcsr(_mm_getcsr() | 0xe040); fesetround(0x400); } }
""",
    "words.c": """#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v) { int n = 0; char *lang = getenv("LANG"); scanf("%d", &n);
  printf("%d %s %d %s", n, lang, v[0][0] == '#', getenv("Q") ? "set" : "not");
  lang[0]++, v[0][0] = '#', setenv("Q", "1", 1); }
""",
    "deep.c": """#include <stdio.h>
__attribute__((noinline)) int f(int n) { volatile int a[300000]; int s = a[77] + a[250000];
  a[77] = n + 1; a[250000] = n + 2; return s; }
int main(void) { int n = 0; scanf("%d", &n); printf("%d %d", n, f(n)); }
""",
    "pool.cpp": """#include <cstdio>
#include <vector>
std::vector<int> pool(1000000); struct Maker { Maker() { pool[7] = 1; } } maker;
int main() { int n = 0; std::scanf("%d", &n); pool[7] += n; pool.resize(3000000);
  std::printf("%d %d", pool[7], pool[2000000]++); }
""",
}
#: Members of the C library that only start a process or end it, change memory, wait for other
#: threads, or say what is the same for all processes.
HARMLESS = frozenset(
    "____longjmp_chk abort brk cancellation dl-early_allocate dl-lookup dl-origin dl-printf"
    " dl-runtime dl-sym dl-thread_gscope_wait dl-tls_init_tp dl-tunables dl-write futex-internal"
    " getcontext getrandom getrlimit64 getsysstats gettimeofday libc-start libc-tls libc_fatal"
    " lowlevellock madvise pthread_barrier_destroy pthread_cond_broadcast pthread_cond_destroy"
    " pthread_cond_signal pthread_mutex_cond_lock pthread_mutex_init pthread_mutex_lock"
    " pthread_mutex_timedlock pthread_mutex_trylock pthread_mutex_unlock pthread_once"
    " pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock pthread_rwlock_rdlock"
    " pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_tryrdlock"
    " pthread_rwlock_unlock pthread_rwlock_wrlock sem_post setcontext swapcontext"
    " syscall_clock_gettime sysinfo time uname".split()
)
#: What these leave behind outlasts an execution, or tells what was before.
LASTING = {
    "files.c": """#include <stdio.h>
int main(void) { int n = 0; scanf("%d", &n); printf("%d", fileno(fopen("/dev/null", "r")) < 5); }
""",
    "other_output.c": """#include <stdio.h>
int main(void) { int n = 0; scanf("%d", &n); if (n % 2) freopen("/dev/null", "w", stdout);
  printf("%d", n); }
""",
    "other_input.c": """#include <stdio.h>
int main(void) { int n = 0; if (getchar() == '1') freopen("/dev/null", "r", stdin);
  scanf("%d", &n); printf("%d", n); }
""",
    "errors_as_output.c": """#include <stdio.h>
#include <unistd.h>
int main(void) { int n = 0; scanf("%d", &n); if (n % 2) dup2(2, 1); printf("%d", n); }
""",
    "thread.cpp": """#include <iostream>
#include <thread>
int n, m;
int main() { std::cin >> n; std::thread other([] { m += n; }); other.join(); std::cout << m; }
""",
    "file.c": """#include <stdio.h>
int main(void) { int n = 0, m = 0; FILE *file = fopen("/tmp/count", "r");
  if (file) fscanf(file, "%d", &m), fclose(file);
  file = fopen("/tmp/count", "w"); if (file) fprintf(file, "%d", m + 1), fclose(file);
  scanf("%d", &n); printf("%d %d", n, m); }
""",
    "fork.c": """#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) { int n = 0, status; scanf("%d", &n); if (!fork()) _exit(n);
  wait(&status); printf("%d", WEXITSTATUS(status)); }
""",
    "signal.c": """#include <signal.h>
#include <stdio.h>
int main(void) { int n = 0; struct sigaction old; scanf("%d", &n);
  sigaction(SIGUSR1, 0, &old); printf("%d %d", n, old.sa_handler == SIG_IGN);
  signal(SIGUSR1, SIG_IGN); }
""",
    "alarm.c": 'main(){int n=0,left=alarm(0);scanf("%d",&n);printf("%d %d",n,left>0);alarm(50);}',
    "limit.c": """#include <stdio.h>
#include <sys/resource.h>
int main(void) { int n = 0; struct rlimit limit; getrlimit(RLIMIT_STACK, &limit); scanf("%d", &n);
  printf("%d %d", n, limit.rlim_cur == 1 << 20);
  limit.rlim_cur = 1 << 20; setrlimit(RLIMIT_STACK, &limit); }
""",
    "clock.c": """#include <stdio.h>
#include <time.h>
int main(void) { int n = 0; scanf("%d", &n); printf("%d %d", n, clock() < CLOCKS_PER_SEC / 2); }
""",
    "pages.c": """#include <stdio.h>
#include <sys/mman.h>
char *kept; int main(void) { int n = 0; scanf("%d", &n);
  if (!kept) kept = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("%d", kept[0] += n); }
""",
    "mapped.c": """#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
int main(void) { struct stat its; int n = 0; fstat(0, &its); its.st_size += !its.st_size;
  if (mmap(0, its.st_size, PROT_READ, MAP_PRIVATE, 0, 0) != MAP_FAILED) puts("mapped");
  scanf("%d", &n); printf("%d", n); }
""",
    "syscall.c": 'main(){int n=0;scanf("%d",&n);syscall(1,1,"raw ",4);printf("%d",n);}',
    "reads_first.cpp": """#include <iostream>
int first() { int n = 0; std::cin >> n; return n; }
int n = first(); int main() { std::cout << n; }
""",
    "prints_first.cpp": """#include <iostream>
struct Hello { Hello() { std::cout << "hello" << std::endl; } } hello;
int main() { int n = 0; std::cin >> n; std::cout << n; }
""",
}
INPUTS = ["1\n", "2 3\n", "", "4", "5 5 5\n\n", 'a "b" \\ é 𝄞\tc\n', "7\n" * 3000, "12\n", "1\n"]


class Texts:
    """In place of a plug-in: an instance is its input, or the arguments of a function."""

    def render(self, instance: str) -> str:
        return instance

    def arguments(self, instance: list[Any]) -> list[Any]:
        return json.loads(json.dumps(instance))

    def series(self) -> nullcontext[None]:
        return nullcontext()


def answered(
    toy: Contest,
    file: str,
    source: str,
    instances: Sequence[Any],
    manifest: str = 'kind = "program"\n',
) -> tuple[list[BulkAnswer], list[Execution]]:
    """What it answers together, and alone."""
    path = toy.solution(file, source, manifest)
    [loaded] = load_problems(toy.root / "problems", ["toy"])
    solution = load_solution(path, "toy", loaded.plugin.readings)
    layer = sandbox.choose("auto")
    examples = instances if "function" in manifest else ()
    folders = (toy.root / "alone", toy.root / "together")
    built = built_solution(solution, loaded.problem, layer, folders[0], examples)
    together = repeated_solution(solution, loaded.problem, layer, folders[1], examples)
    assert together is not None
    plugin: Any = Texts()
    with closing(BulkRunner(built, layer, Limits(cpu_s=5.0), plugin)) as runner:
        alone = [runner.alone(one) for one in instances]
        runner.answer_with(together)
        return list(runner.all(instances)), alone


def outcome(run: Execution) -> tuple[object, ...]:
    return run.ended, bool(run.exit_status), run.stdout, run.result


@pytest.mark.long
@pytest.mark.parametrize("file", SOURCES)
def test_every_answer_is_that_of_a_new_process(toy: Contest, file: str) -> None:
    together, alone = answered(toy, file, SOURCES[file], INPUTS)
    assert not any(one.alone for one in together)
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]


@pytest.mark.long
@pytest.mark.parametrize("file", LASTING)
def test_what_cannot_be_put_back_is_not_repeated(toy: Contest, file: str) -> None:
    together, alone = answered(toy, file, LASTING[file], INPUTS)
    assert any(one.alone for one in together)
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("objdump"), reason="needs objdump (Debian: binutils)")
def test_every_call_of_the_kernel_in_the_library_is_known() -> None:
    """Each member of the C library with a call of its own is wrapped, refused, or in this list."""
    library = Path(_library())
    calling = set()
    for line in _said("objdump", "-d", "--no-show-raw-insn", library).splitlines():
        if heading := re.match(r"(\S+)\.o:\s+file format", line):
            member = heading[1]
        elif re.search(r"\t(?:syscall|sysenter|svc\b)", line):
            calling.add(member)
    listed = [(HOSTS / f"repeated_{kind}.txt").read_text() for kind in ("refused", "wrapped")]
    known = set(re.findall(r"--wrap=(\S+)", " ".join(listed)))
    free = set()
    for line in _said("nm", "-g", "--defined-only", library).splitlines():
        if line.endswith(".o:"):
            member = line[:-3]
        elif line and member in calling:
            _, kind, name = line.split()
            if kind in "TWi" and not name.startswith("__GI_") and name not in known:
                free.add(member)
    assert free <= HARMLESS


def _library() -> str:
    return _said("cc", "-print-file-name=libc.a").strip()


def _said(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("list.c", "int*f(int*a,int n){for(int i=0;i<n;i++)a[i]+=i;return a;}"),
        ("printed.c", 'int calls;f(int*a,int n){printf("%d %d",n,++calls);}'),
        (
            "vector.cpp",
            "int g;std::vector<int> f(std::vector<int>a,int n){a.push_back(n+g++);return a;}",
        ),
        ("text.cpp", 'std::string f(std::vector<int>a,int n){return "\\"é\\n"+std::to_string(n);}'),
    ],
)
def test_a_function_is_called_in_new_memory(toy: Contest, file: str, source: str) -> None:
    instances = [[[1, 2, 3], 3], [[5], 1], [[2, 2], 2], [[1, 2, 3], 3]]
    together, alone = answered(toy, file, source, instances, 'kind = "function"\n')
    assert not any(one.alone for one in together)
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]


@pytest.mark.long
@pytest.mark.parametrize("how", ["abort()", "*(int*)0=1", "raise(9)"])
def test_a_crash_is_that_of_one_input(toy: Contest, how: str) -> None:
    source = f'main(){{int n=0;scanf("%d",&n);printf("%d",n);if(n==4){how};}}'
    together, alone = answered(toy, "crash.c", source, INPUTS)
    assert [one.alone for one in together].count(True) == 1 and together[3].alone
    assert together[3].run.ended is alone[3].ended
    assert [one.run.stdout for one in together[4:]] == [run.stdout for run in alone[4:]]


@pytest.mark.long
def test_it_answers_wherever_in_its_page_the_stack_begins(toy: Contest) -> None:
    path = toy.solution("sum.c", 'main(){int n=0;scanf("%d",&n);printf("%d",n);}', "")
    [loaded] = load_problems(toy.root / "problems", ["toy"])
    solution = load_solution(path, "toy", loaded.plugin.readings)
    layer = sandbox.choose("auto")
    built = repeated_solution(solution, loaded.problem, layer, toy.root / "together")
    assert built is not None
    shell = 'exec "$0" --many program 3>&1'
    program = str(built.view.folder / "artifact")
    for bytes_above in range(0, 4096, 16):
        done = subprocess.run(
            ["/bin/sh", "-c", shell, program],
            input=b'["1", "2"]',
            env={"ABOVE": "x" * bytes_above},
            preexec_fn=_same_addresses,
            stdout=subprocess.PIPE,
        )
        assert done.returncode == 0 and done.stdout.count(b"\n") == 2, bytes_above


def _same_addresses() -> None:
    """Where the kernel allows it: elsewhere the test tries other places each time."""
    ctypes.CDLL(None).personality(0x0040000)  # ADDR_NO_RANDOMIZE


@pytest.mark.long
def test_an_endless_loop_is_stopped_at_the_limit(toy: Contest) -> None:
    source = 'main(){int n=0;scanf("%d",&n);while(n==4);printf("%d",n);}'
    together, _ = answered(toy, "loops.c", source, INPUTS[2:6])
    assert [one.run.ended for one in together].count(Ended.CPU_LIMIT) == 1
    assert together[1].run.ended is Ended.CPU_LIMIT


@pytest.mark.long
def test_output_without_end_is_no_answer_of_another_input(toy: Contest) -> None:
    source = 'main(){int n=0;scanf("%d",&n);while(n==4)puts("4444444");printf("%d",n);}'
    together, _ = answered(toy, "prints.c", source, INPUTS[2:6])
    assert together[1].alone and together[1].run.ended is Ended.OUTPUT_LIMIT
    assert [one.run.stdout for one in together[2:]] == [b"5", b"0"]


@pytest.mark.long
def test_a_traced_program_tells_the_branches_that_are_new(toy: Contest) -> None:
    source = """#include <iostream>
int main() { int x; std::cin >> x; std::cout << (x == 7777 ? 1 : x); }
"""
    path = toy.solution("near.cpp", source, 'kind = "program"\n')
    [loaded] = load_problems(toy.root / "problems", ["toy"])
    solution = load_solution(path, "toy", loaded.plugin.readings)
    layer = sandbox.choose("auto")
    built = built_solution(solution, loaded.problem, layer, toy.root / "alone")
    traced = repeated_solution(solution, loaded.problem, layer, toy.root / "traced", traced=True)
    assert traced is not None
    plugin: Any = Texts()
    with closing(BulkRunner(built, layer, Limits(cpu_s=5.0), plugin, branches=True)) as runner:
        runner.answer_with(traced)
        runs = list(runner.all([f"{number}\n" for number in (5, 6, 7000, 7777, 7777)]))
    assert [one.run.stdout for one in runs] == [b"5", b"6", b"7000", b"1", b"1"]
    new = [bool(one.branches) for one in runs]
    assert new == [True, False, True, True, False]
    exact = [
        {number % (2 * FAR) - FAR for number in one.branches if number >= EXACT} for one in runs
    ]
    assert -7772 in exact[0] and -777 in exact[2] and -777 not in exact[0], "the value less 7777"


@pytest.mark.parametrize(
    ("file", "source", "manifest"),
    [
        ("script.py", "print(input())", 'kind = "program"\n'),
        ("calls.c", 'main(){asm("nop");puts("4");}', 'kind = "program"\n'),
        ("words.c", "main(int c,char**v){puts(v[1]);}", 'kind = "program"\ninput = "argv"\n'),
    ],
)
def test_others_have_no_such_program(
    toy: Contest, tmp_path: Path, file: str, source: str, manifest: str
) -> None:
    path = toy.solution(file, source, manifest)
    [loaded] = load_problems(toy.root / "problems", ["toy"])
    solution = load_solution(path, "toy", loaded.plugin.readings)
    layer = sandbox.choose("auto")
    assert repeated_solution(solution, loaded.problem, layer, tmp_path / "made") is None
