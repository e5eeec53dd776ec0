"""Why packages are refused, or verdicts differ: by package and submission, as globs."""

from __future__ import annotations

_TYPE = (
    'Format 2025-09, "Type": the value is one word of the table or a list of them; the example '
    "writes two words in one string."
)
_NO_DATA = (
    'All versions, "Overview": a package has at least one secret case. This one has no data at '
    "all: it tests how a statement or settings are read."
)
_EXAMPLES = "Kattis+problem-package-format/examples/problems/"
_HELLO = "DOMjudge+domjudge/example_problems/hello"
_INTERPRETED = (
    "`compiler_error` is a folder of DOMjudge, not of the format, which judges what a program "
    "does. "
    "DOMjudge checks the syntax of scripts before it runs them; here a script is not compiled, and "
    "its error is one of the run. Unused files are not looked at."
)
_FOLDER = "It tests the host, not the problem: "
_STATIC = (
    "Its 2 GiB of static data make a program file of that size, which is over the limit on what a "
    "compiler may write. No version names the verdict of a program that cannot be made."
)
REASONS: dict[tuple[str, str], str] = {
    (_HELLO, "accepted/multifile-sh"): (
        'Format 2025-09, "Working directory": the files of a submission are not in the folder in '
        "which it runs. It sources `./secondary.sh`."
    ),
    (_HELLO, "compiler_error/bogus-filename"): (
        _FOLDER + "DOMjudge's form for submissions must refuse the file's name. Here is no form."
    ),
    (_HELLO, "compiler_error/mainclass-missing"): (
        "DOMjudge looks for the main class when it compiles; its own comment says that elsewhere "
        "it is an error of the run."
    ),
    (_HELLO, "compiler_error/*"): _INTERPRETED,
    (_HELLO, "multiple/test-memstatic.cc"): _STATIC,
    ("*BAPCtools/test/problems/hello", "mixed/test-memstatic.cc"): _STATIC,
    (_HELLO, "multiple/test-multithread.c"): (
        _FOLDER + "threads must not link without their library, which current C libraries "
        "hold themselves. It then demands stacks of 2 MiB for threads and aborts, as there are "
        "other ones."
    ),
    (_HELLO, "run_time_error/test-chroot-escape.sh"): (
        _FOLDER + "it prints the right answer if it cannot tell that it is in a chroot. "
        "It got out of nothing: the sandbox is no chroot."
    ),
    (_HELLO, "time_limit_exceeded/test-suspend-ppid.c"): (
        'Format 2025-09, "Limits": the time limit of 5 s is one of processor time, and a limit by '
        "the clock is the system's own, here 15 s. It sleeps for 10 s, after it failed to stop "
        "the supervisor, and then prints something wrong."
    ),
    (_HELLO, "wrong_answer/test-permissions.c"): (
        _FOLDER + "it looks for a file that DOMjudge's installation puts into its chroot."
    ),
    (_HELLO, "wrong_answer/test-write-file.c"): (
        _FOLDER + "it must not write a file, as in DOMjudge. Here solutions may write to their "
        "own scratch folder."
    ),
    (f"{_EXAMPLES}interactive", "*"): _TYPE + " It has no cases either.",
    (f"{_EXAMPLES}multipass", "*"): _TYPE + " It has no cases either.",
    (f"{_EXAMPLES}submit_answer", "*"): _TYPE + " It has no cases either.",
    (f"{_EXAMPLES}scoring", "*"): (
        'Format 2025-09, "Test Data Configuration": groups are configured by `test_group.yaml`. '
        "The example has `testdata.yaml` with keys of an older draft, which would change scores."
    ),
    ("Kattis+problemtools/tests/problems/*", "*"): _NO_DATA,
    ("*BAPCtools/test/problems/testproblemconfig", "*"): _NO_DATA,
    ("*BAPCtools/test/problems/identity", "*.bad.py"): (
        "It lies in the wrong folder on purpose, for BAPCtools' own tests."
    ),
    ("*/example_problems/fltcmp", "accepted/*.R"): (
        _FOLDER + "it demands that the variable TMPDIR is set, as by DOMjudge's script for R."
    ),
    ("*/example_scoring_problems/fibonacci", "*"): (
        "The package names no time limit: DOMjudge then has 10 s, and here one is measured, which "
        "this program exceeds."
    ),
    ("*BAPCtools/test/problems/alternativeencryption", "time_limit_exceeded/ragnar-busy-*"): (
        'Format 2025-09, "Multi-pass Validation": "The time and memory limit apply for each '
        'invocation separately." It is busy for 1.5 s in one of two passes, and the limit is 2 s.'
    ),
    ("*BAPCtools/test/problems/constants", "wrong_answer/constant_in_submission.py"): (
        'Format 2025-09, "Constants": example submissions are among the files in which constants '
        "are replaced. BAPCtools does not do that, and expects WA."
    ),
    ("testlib checkers/pointsinfo", "*"): (
        "The checker gives its information in place of points, for a host that shows it; it is no "
        "number, so there is no score: a fault of the package."
    ),
}
MISSING = """## What the trees lack

All were judged again on 2026-11-28, at a load of 4 to 10 from other work: 49 packages of
DOMjudge, the format, problemtools and BAPCtools, and 40 around the programs of testlib. Earlier
in that week they had been judged five times; verdicts changed where a language had been installed
or removed since (Prolog, R, C#, Go, Kotlin), and for `partial/fibonacci-recursive.py`, which is
RTE on the case that had stopped it by time, and for `compiler_error/multifile-js-3`, which is
RTE: both are expected.

The columns of the other tools are from the same day: of 97 submissions that one of them judged
too, none has another verdict; some of them are in languages that it could not compile.

13 packages of other public repositories were judged on 2026-11-28, too: 11 run, two are refused
by name (a repository of tools without cases, an unknown key `files`). Of their 31 submissions 20
have the expected verdict. Eight belong to a package whose grader is in Python 2: it is refused
before anything runs; two in `partially_accepted` are TLE over all, and one in
`time_limit_exceeded` is fast enough on this machine.

The inputs of the largest cases of DOMjudge's `boolfind` are not in the copy of the repository
that was used; their answer files were left out. Links that point outside a package, as those to a
shared header, were replaced by the files that they point to.

## Speed

`packages_speed.py FOLDER --bin BIN --rounds 3` on 2026-11-28, on a machine with two cores and
little else to do; the last three rows are of one round beside other work, of whose times only the
ratios say something. Three kinds of packages, each with 100 cases: an output validator of its own
(`different`), an interactor (`guess`), and the default validator (`oddecho`, `fltcmp`); one
submission in C or C++. Ours runs in its sandbox. First: all caches are empty, and ours compiles
its sandbox and the part that serves a program's cases, too. Cold: `judge doctor --prepare` was
called, as `make setup` does, another package was judged before, and this one's programs are not
compiled. Warm: after a run of the same.

| kind | tool | | cases | its wall / CPU, s | ours, s | wall ratio | CPU ratio |
| --- | --- | --- | --- | --- | --- | --- | --- |
| validator | verifyproblem | first | 100 | 2.73 / 2.72 | 3.62 / 4.89 | 1.32 | 1.80 |
| validator | verifyproblem | cold | 100 | 2.77 / 2.75 | 2.09 / 2.64 | 0.76 | 0.96 |
| validator | verifyproblem | warm | 100 | 3.03 / 3.00 | 0.88 / 0.98 | 0.29 | 0.33 |
| validator | bt | first | 100 | 4.68 / 4.55 | 3.32 / 4.67 | 0.71 | 1.03 |
| validator | bt | cold | 100 | 4.60 / 4.45 | 2.11 / 2.60 | 0.46 | 0.58 |
| validator | bt | warm | 100 | 2.37 / 2.19 | 0.85 / 0.98 | 0.36 | 0.44 |
| interactive | verifyproblem | first | 100 | 2.35 / 2.31 | 3.54 / 4.12 | 1.51 | 1.78 |
| interactive | verifyproblem | cold | 100 | 2.64 / 2.59 | 2.22 / 2.47 | 0.84 | 0.95 |
| interactive | verifyproblem | warm | 100 | 2.25 / 2.24 | 0.90 / 1.00 | 0.40 | 0.45 |
| interactive | bt | first | 100 | 3.78 / 3.80 | 3.60 / 4.23 | 0.95 | 1.11 |
| interactive | bt | cold | 100 | 4.02 / 4.05 | 2.51 / 2.78 | 0.62 | 0.69 |
| interactive | bt | warm | 100 | 2.53 / 2.52 | 0.91 / 1.04 | 0.36 | 0.41 |
| default | verifyproblem | first | 100 | 5.04 / 5.01 | 6.19 / 6.21 | 1.23 | 1.24 |
| default | verifyproblem | cold | 100 | 4.89 / 4.85 | 1.46 / 1.46 | 0.30 | 0.30 |
| default | verifyproblem | warm | 100 | 5.04 / 5.02 | 0.65 / 0.67 | 0.13 | 0.13 |
| default | bt | first | 100 | 50.29 / 12.96 | 12.14 / 2.64 | 0.24 | 0.20 |
| default | bt | cold | 100 | 59.43 / 14.20 | 3.44 / 0.98 | 0.06 | 0.07 |
| default | bt | warm | 100 | 9.47 / 2.29 | 2.89 / 0.81 | 0.30 | 0.35 |

Warm, ours takes at most 0.45 of the CPU time and 0.40 of the wall time of the other tool: the
aim, at most half of the faster one, is reached for each of these packages. Cold it is reached
where a source begins with `bits/stdc++.h`, which ours loads as the compiler has kept it (0.88 of
the wall time of `verifyproblem` before, 0.30 now), and not for the other two beside
`verifyproblem`: there the validator, which includes parts of the library in an order of its own,
takes the compiler 1.3 s, half of all that the other tool does.

Whole packages gain most from Java: what compiles it is built once, and a source then takes 0.8 s
of CPU time in place of 3.4 s; `javac` alone takes 1.4 s.

Before what a compiler has made was no longer sent to the validator for every case, `bt` warm was
at 0.76 of the wall time and 0.93 of the CPU time for the first kind, and at 0.56 and 0.64 for the
second."""
