"""A Java source that answers many inputs in one process answers each as a new process does."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from judge import sandbox
from judge.common.folders import HOSTS
from judge.model import Ended
from judge.packages.loaded_problem import load_problems
from judge.running.build import built_solution, marked_solution
from judge.running.traced_runner import EXACT, FAR
from judge.solutions.load import load_solution
from tests.contest import Contest
from tests.running.test_python_batches import answered, bulk_runner, in_batches, outcome

MAIN = "public static void main(String[] a) throws Exception {"
#: Members of a class that may answer many inputs: with fields that each input finds anew …
FRESH = {
    "count": "static int n; " + MAIN + "n++; }",
    "constant that is read": "static final int N = new Scanner(System.in).nextInt(); " + MAIN + "}",
    "reader": "static BufferedReader in = new BufferedReader(new InputStreamReader(System.in)); "
    + MAIN
    + "System.out.println(in.readLine()); }",
    "array": "static final int[] KEPT = new int[9]; " + MAIN + "KEPT[1]++; }",
    "map": "static Map<List<Integer>, Integer> memo = new HashMap<>(); " + MAIN + "}",
    "inner": "static class In { static int n; } " + MAIN + "In.n++; }",
    "enum": "enum E { A, B; int n; } " + MAIN + "E.A.n++; }",
    "initializer": "static { System.out.print(1); } " + MAIN + "}",
    "constant of an interface": "interface I { int[] KEPT = {1}; } " + MAIN + "I.KEPT[0]++; }",
    "switch of an enum": "enum E { A, B } " + MAIN + "E e = E.A; switch (e) { case A: break; } }",
}
#: … and without any.
NOTHING = {
    "local": MAIN + "Scanner s = new Scanner(System.in); System.out.println(s.nextInt()); }",
    "constants": 'static final int N = 3; static final String S = "x"; ' + MAIN + "}",
    "record": "record P(int x, int y) {} "
    + MAIN
    + "Set<P> s = new HashSet<>(); s.add(new P(1, 2)); System.out.println(s.size()); }",
    "own hash": "static class P { int x; public int hashCode() { return x; } "
    "public boolean equals(Object o) { return true; } } "
    + MAIN
    + "Map<P, Integer> m = new HashMap<>(); m.put(new P(), 1); }",
    "streams": MAIN + "System.out.println(IntStream.range(0, 9).boxed().filter(x -> x > 1)"
    '.map(String::valueOf).collect(Collectors.joining(","))); }',
    "texts": MAIN + 'int n = a.length; String s = "x" + n + 1.5; switch (s) { case "x": n++; }'
    'System.out.printf(Locale.US, "%d %s%n", n, s); }',
    "thrown": "static class Own extends RuntimeException {} " + MAIN + "try { throw new Own(); } "
    "catch (Own e) { e.printStackTrace(); throw new IOException(e); } }",
    "writer": MAIN + "PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter("
    "System.out))); out.println(1); out.flush(); }",
    "words": MAIN + "StreamTokenizer t = new StreamTokenizer(new BufferedInputStream(System.in));"
    't.nextToken(); StringTokenizer s = new StringTokenizer("a b"); s.nextToken(); }',
    "queue": "static class Node { int x; } " + MAIN + "PriorityQueue<Node> q = new PriorityQueue<>("
    "(p, r) -> p.x - r.x); Node n = new Node(); q.add(n); Deque<int[]> d = new ArrayDeque<>(); }",
    "generic": "static <T extends Comparable<T>> T most(List<T> all) { T best = all.get(0); "
    "for (T one : all) if (one.compareTo(best) > 0) best = one; return best; } "
    + MAIN
    + "most(List.of(1)); Optional.of(2).ifPresent(x -> {}); Function<Integer, Integer> f = x -> x;"
    " BigInteger b = BigInteger.TEN; AtomicInteger i = new AtomicInteger(); }",
}
#: What leaves something behind, or sees what others have left, or goes on.
REFUSED = {
    "exit": "System.exit(1);",
    "halt": "Runtime.getRuntime().halt(1);",
    "at the end": "Runtime.getRuntime().addShutdownHook(null);",
    "memory": "System.out.println(Runtime.getRuntime().freeMemory());",
    "thread": "new Thread(() -> System.out.println(1)).start();",
    "thread of its own class": "class T extends Thread {} new T().start();",
    "sleep": "Thread.sleep(1);",
    "daemon timer": "new java.util.Timer(true);",
    "pool": "java.util.concurrent.Executors.newFixedThreadPool(2);",
    "later": "java.util.concurrent.CompletableFuture.runAsync(() -> {});",
    "parallel": "System.out.println(IntStream.range(0, 9).parallel().sum());",
    "parallel list": "new ArrayList<>(List.of(1)).parallelStream().count();",
    "parallel sort": "Arrays.parallelSort(new int[3]);",
    "local of a thread": "new ThreadLocal<Integer>().set(1);",
    "random of a thread": "java.util.concurrent.ThreadLocalRandom.current().nextInt();",
    "property": 'System.setProperty("x", "1");',
    "look at a property": 'System.out.println(System.getProperty("x"));',
    "environment": "System.out.println(System.getenv());",
    "output replaced": "System.setOut(new PrintStream(new ByteArrayOutputStream()));",
    "input replaced": "System.setIn(System.in);",
    "collector": "System.gc();",
    "address": "System.out.println(System.identityHashCode(a));",
    "hash of an object": "System.out.println(new Object().hashCode());",
    "hash of its own": "class P {} System.out.println(new P().hashCode());",
    "key of its own": "class P {} Set<P> s = new HashSet<>(); s.add(new P()); "
    "System.out.println(s.iterator().next());",
    "salted": "System.out.println(Set.of(1, 2, 3));",
    "salted map": "System.out.println(Map.of(1, 2, 3, 4));",
    "salted stream": "Stream.of(1, 2).collect(Collectors.toUnmodifiableSet());",
    "interned": 'System.out.println(("a" + a.length).intern());',
    "locale": "Locale.setDefault(Locale.FRANCE);",
    "zone": "java.util.TimeZone.setDefault(null);",
    "file": 'new java.io.FileWriter("/tmp/c").close();',
    "file by a name": 'new PrintWriter("/tmp/c").close();',
    "print to a file": 'new PrintStream("/tmp/c").close();',
    "files": "java.nio.file.Files.exists(null);",
    "file to read": 'new Scanner(new java.io.File("/dev/stdin")).nextInt();',
    "descriptor": "new java.io.FileInputStream(java.io.FileDescriptor.in).read();",
    "process": 'new ProcessBuilder("ls").start();',
    "reflection": "a.getClass().getDeclaredFields();",
    "class by a name": 'Class.forName("java.io.File");',
    "loader": "System.out.println(a.getClass().getClassLoader());",
    "resource": 'a.getClass().getResourceAsStream("x");',
    "frames": "System.out.println(new Error().getStackTrace().length);",
    "printed frames": "new Error().printStackTrace(System.out);",
    "walked frames": "StackWalker.getInstance().forEach(x -> {});",
    "handles": 'java.lang.invoke.MethodHandles.lookup().findClass("java.io.File");',
    "weak": "new java.lang.ref.WeakReference<>(a).get();",
    "weak map": "new WeakHashMap<String, String>().size();",
    "by addresses": 'new IdentityHashMap<String, String>().put("a", "b");',
    "log": 'System.getLogger("x").log(null, "y");',
    "preferences": "java.lang.management.ManagementFactory.getRuntimeMXBean();",
    "network": "new java.net.ServerSocket(0).close();",
    "services": "java.util.ServiceLoader.load(Runnable.class);",
    "last words": "class P { protected void finalize() {} } new P();",
    "of the machine": "class P { native void f(); } new P().f();",
    "host": "JudgeHost.loader = null;",
    "wait": "synchronized (a) { a.wait(1); }",
}
IMPORTS = (
    "import java.io.*; import java.math.*; import java.util.*; import java.util.function.*;"
    " import java.util.stream.*; import java.util.concurrent.atomic.*;\n"
)

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("java"), reason="needs java (default-jdk-headless)"),
]


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[bool, bool]]:
    """Of each source: whether it may answer many inputs, and whether it keeps nothing. It is
    compiled and never run."""
    folder = tmp_path_factory.mktemp("rules")
    bodies = {**FRESH, **NOTHING, **{name: MAIN + text + "}" for name, text in REFUSED.items()}}
    files = []
    for number, body in enumerate(bodies.values()):
        files.append(folder / f"C{number}.java")
        files[-1].write_text(f"{IMPORTS}class C{number} {{ {body} }}")
    compiler = ["java", "-m", "jdk.compiler/com.sun.tools.javac.Main", "-nowarn", "-d"]
    names = HOSTS / "java_host.java", HOSTS / "java_many.java"
    hosts = [*names, Path(__file__).parent / "RulesOf.java"]
    subprocess.run([*compiler, folder / "judge", *hosts], check=True)
    sources = [*compiler, folder / "own", "-cp", folder / "judge", *files]
    subprocess.run(sources, check=True)
    told = subprocess.run(
        ["java", "-cp", folder / "judge", "RulesOf", folder / "own"],
        check=True,
        capture_output=True,
        text=True,
    )
    found = {}
    for line in told.stdout.splitlines():
        name, *is_true = line.split()
        found[list(bodies)[int(name[1:])]] = (is_true[0] == "true", is_true[1] == "true")
    return found


def test_a_source_that_keeps_nothing_is_loaded_once(rules: dict[str, tuple[bool, bool]]) -> None:
    assert {name: rules[name] for name in NOTHING} == dict.fromkeys(NOTHING, (True, True))


def test_a_source_with_fields_is_loaded_for_each_input(
    rules: dict[str, tuple[bool, bool]],
) -> None:
    assert {name: rules[name] for name in FRESH} == dict.fromkeys(FRESH, (True, False))


def test_what_outlasts_an_input_is_refused(rules: dict[str, tuple[bool, bool]]) -> None:
    assert {name: rules[name][0] for name in REFUSED} == dict.fromkeys(REFUSED, False)


READ = "Scanner in = new Scanner(System.in); int n = in.hasNextInt() ? in.nextInt() : 0; "
#: Programs: what each input finds, and how each may end.
PROGRAMS = {
    "fields": "import java.util.*; public class Main { static int c; static List<Integer> all ="
    " new ArrayList<>(); static Scanner in = new Scanner(System.in); enum E { A; int n; }"
    " interface I { int[] KEPT = {0}; } static final int N = in.hasNextInt() ? in.nextInt() : 0;"
    ' public static void main(String[] a) { all.add(N); System.out.println(++c + " " + all +'
    ' " " + ++E.A.n + " " + ++I.KEPT[0] + " " + N + in.hasNext()); } }',
    "ends": "import java.util.*; public class Main { static int f(int k)"
    " { throw new StackOverflowError(); } public static void main(String[] a) throws Exception { "
    + READ
    + "System.out.println(n);"
    ' if (n == 1) throw new Exception("é"); if (n == 2) System.out.println(f(0));'
    " if (n == 4) System.out.println(1 / (n - 4)); if (n == 5) System.out.close();"
    ' System.out.println("\\u20ac \\"\\\\ \\t" + n); } }',
    "not flushed": "import java.io.*; public class Main { public static void main(String[] a)"
    " throws Exception { int c = System.in.read(); System.out.write(c); PrintWriter p = new"
    " PrintWriter(System.out); p.println(c); if (c == '2') p.flush(); else if (c == '4')"
    " System.out.println(); } }",
    "not static": "class A { int c; void go(int k) { c += k; System.out.println(c); } }"
    " class Main { public static void main(String[] a) { java.util.Scanner in = new java.util"
    ".Scanner(System.in); new A().go(in.hasNext() ? in.nextInt() : 7); } }",
}
#: Functions of a list and a number; the arguments are those of the toy problem.
FUNCTIONS = {
    "lambda": "(a, k) -> a.length + k",
    "method": "static int n; static int solve(int[] a, int k) { return n += k; }",
    "memo": "static Map<Integer, Integer> memo = new HashMap<>();\n"
    "int solve(int[] a, int k) { return memo.merge(k, 1, Integer::sum); }",
    "printed": "int solve(int[] a, int k) { System.out.println(k); if (k > 3) throw new"
    " IllegalStateException(); return k; }",
    "object": "class Own { int n; int solve(int[] a, int k) { a[0] = k; return n += a[0]; } }",
}
INPUTS = ["1\n", "2 3\n", "4", "", "5\n", "2\n", "1\r\n"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_answer_is_that_of_a_new_process(toy: Contest, name: str) -> None:
    together, alone = answered(toy, "Main.java", PROGRAMS[name], INPUTS, "program")
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]
    assert not any(one.alone for one in together)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_answer_of_a_function_is_that_of_a_new_process(toy: Contest, name: str) -> None:
    calls = [[[3, k], k] for k in (1, 2, 4, 3, 2)]
    together, alone = answered(toy, "own.java", FUNCTIONS[name], calls, "function")
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]
    assert not any(one.alone for one in together)


def test_one_that_must_not_share_a_process_is_run_alone(toy: Contest) -> None:
    source = "public class Main { " + MAIN + "System.out.println(1); System.exit(0); } }"
    together, alone = answered(toy, "Main.java", source, INPUTS[:2], "program")
    assert all(one.alone for one in together)
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]


def test_an_answer_that_takes_too_long_is_run_alone(toy: Contest) -> None:
    slow = "long x = 1; for (long i = 0; i < 4_000_000_000L; i++) x = x * 31 + i;"
    source = f"public class Main {{ {MAIN} int c = System.in.read(); {{ if (c == '4') {{ {slow}"
    source += " if (x == 0) c++; } } System.out.println(c); } }"
    together = in_batches(toy, "Main.java", source, ["1\n", "2\n", "4\n", "1\n"], 1.0)
    assert [one.alone for one in together] == [False, False, True, False]
    assert together[2].run.ended is Ended.CPU_LIMIT


#: A function with much that marks are put around.
MARKED = """static int solve(int[] a, int k) {
  Integer boxed = k; String s = "k" + k; char c = s.charAt(1); long wide = k; Object o = a;
  int found;
  if (k == 3 * 100 && !s.equals("k4") || (found = k) > 7) return -1;
  if (o instanceof int[] its && its.length != 2) return -2;
  while (k < 2) k++;
  return Arrays.equals(a, new int[] {3, k}) && boxed.equals(wide) || c == '2' || boxed == 4 ? found
      : Arrays.stream(a).filter(x -> x > 2 && x % 2 == 1).map(x -> x == boxed ? 5 : x).sum();
}"""


def test_marks_change_no_value_and_tell_what_sides_differ_by(toy: Contest) -> None:
    calls = [[[3, k], k] for k in (1, 2, 4, 280, 4)]
    path = toy.solution("own.java", MARKED, 'kind = "function"\n')
    [loaded] = load_problems(toy.root / "problems", ["toy"])
    solution = load_solution(path, "toy", loaded.plugin.readings)
    layer = sandbox.choose("auto")
    marked = marked_solution(solution, loaded.problem, layer, toy.root / "marked", calls)
    assert marked is not None
    with closing(bulk_runner(toy, "own.java", MARKED, calls, "function", branches=True)) as runner:
        plain = list(runner.all(calls))
        runner.answer_with(marked)
        seen = list(runner.all(calls))
    assert [outcome(one.run) for one in seen] == [outcome(one.run) for one in plain]
    assert not any(one.alone for one in seen) and not any(one.branches for one in plain)
    exact = [{n % (2 * FAR) - FAR for n in one.branches if n >= EXACT} for one in seen]
    assert -299 in exact[0] and -20 in exact[3]
    assert seen[1].branches and not seen[4].branches, "only what is new"


def test_a_source_that_marks_do_not_fit_stays_as_it_is(toy: Contest) -> None:
    source = "static int solve(int[] a, int k) { final boolean yes = 3 == 3; while (yes) { k++; if"
    source += " (k > 7) return k; } }"
    path = toy.solution("own.java", source, 'kind = "function"\n')
    [loaded] = load_problems(toy.root / "problems", ["toy"])
    solution = load_solution(path, "toy", loaded.plugin.readings)
    layer = sandbox.choose("auto")
    calls: list[Any] = [[[1], 2]]
    assert marked_solution(solution, loaded.problem, layer, toy.root / "marked", calls)


def test_a_list_is_answered_without_the_optimizing_compiler(toy: Contest) -> None:
    path = toy.solution("own.java", MARKED, 'kind = "function"\nflags = ["-Xmx99m"]\n')
    [loaded] = load_problems(toy.root / "problems", ["toy"])
    solution = load_solution(path, "toy", loaded.plugin.readings)
    calls = [[[1], 1]]
    layer = sandbox.choose("auto")
    built = built_solution(solution, loaded.problem, layer, toy.root / "made", calls)
    quick, own = "-XX:TieredStopAtLevel=1", "-Xmx99m"
    assert quick not in built.argv and built.argv.count(own) == 1
    assert built.many.index(quick) < built.many.index(own) < built.many.index("JudgeHost")
    assert built.many[-2:] == ("--many", "function")
