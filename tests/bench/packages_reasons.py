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

The packages of DOMjudge were judged on 2026-11-26, and their submissions in Prolog and in `.pl`
once more after such submissions were mended; the others were judged earlier in that month.
Those of the format, of problemtools and of BAPCtools were judged once more on 2026-11-26, at a load
of 15 to 20: all verdicts were the same. On 2026-11-27 the first 33 of them, with 180
submissions, had the same verdicts again, but for seven submissions in languages that have been
installed since, which are AC.

Later on that day the first 42 of them were fetched and judged again: 393 of 403 verdicts are the
same. Four submissions run whose languages have been installed since, four others (Kotlin, Prolog)
do not on that machine, `compiler_error/multifile-js-3` is RTE, which is expected, and was AC
before; and `partial/fibonacci-recursive.py` is RTE on the case that stopped it by time before. In
the evening all 21 of BAPCtools were judged once more, at a load of 10 to 40: of 181 verdicts all
are the same but that of a submission in Kotlin, which runs now.

On 2026-11-28 all of them were judged again, at a load of 5 to 10, since programs in C and C++
serve their cases by forks: 49 packages of DOMjudge, the format, problemtools and BAPCtools, 11 of
which are refused as above, and 40 around the programs of testlib, with 60 outputs that are not
in the tables above. Of 544 submissions that ran 519 have the expected verdict; the other 25 have a
reason above. 510 of the 523 submissions of the tables have the same verdict; twelve are in
languages that were not installed (Prolog, R, C#, Go, Kotlin), and
`partial/fibonacci-recursive.py` is RTE, which is expected. 39 are SKIP.

13 packages of other public repositories were judged then, too: 11 run, two are refused by name (a
repository of tools without cases, an unknown key `files`). Of their 31 submissions 20 have the
expected verdict. Eight belong to a package whose grader is in Python 2: it is refused before
anything runs; two in `partially_accepted` are TLE over all, and one in `time_limit_exceeded` is
fast enough on this machine.

The inputs of the largest cases of DOMjudge's `boolfind` are not in the copy of the repository
that was used; their answer files were left out. Links that point outside a package, as those to a
shared header, were replaced by the files that they point to.

## Speed

`packages_speed.py FOLDER --bin BIN --rounds 2` on 2026-11-28: medians of two rounds in turn, on a
machine with two cores and a load of 5 to 8 from other work. Three kinds of packages, each with
100 cases: an output validator of its own (`different`), an interactor (`guess`), and the default
validator (`oddecho`, `fltcmp`); one submission in C or C++. Ours runs in its sandbox. Cold: all
caches are empty, and ours compiles its sandbox and the part that serves a program's cases, too.

| kind | tool | | cases | its wall / CPU, s | ours, s | wall ratio | CPU ratio |
| --- | --- | --- | --- | --- | --- | --- | --- |
| validator | verifyproblem | cold | 100 | 4.67 / 2.95 | 6.37 / 5.48 | 1.36 | 1.86 |
| validator | verifyproblem | warm | 100 | 4.53 / 3.15 | 1.22 / 0.97 | 0.27 | 0.31 |
| validator | bt | cold | 100 | 5.12 / 4.71 | 5.47 / 5.46 | 1.07 | 1.16 |
| validator | bt | warm | 100 | 3.66 / 2.71 | 1.35 / 1.09 | 0.37 | 0.40 |
| interactive | verifyproblem | cold | 100 | 4.14 / 2.76 | 6.98 / 5.00 | 1.69 | 1.81 |
| interactive | verifyproblem | warm | 100 | 3.70 / 2.52 | 1.58 / 1.15 | 0.43 | 0.45 |
| interactive | bt | cold | 100 | 3.98 / 3.78 | 4.02 / 4.08 | 1.01 | 1.08 |
| interactive | bt | warm | 100 | 2.37 / 2.24 | 1.10 / 1.07 | 0.46 | 0.48 |
| default | verifyproblem | cold | 100 | 5.48 / 5.29 | 6.05 / 5.94 | 1.10 | 1.12 |
| default | verifyproblem | warm | 100 | 5.11 / 5.01 | 0.76 / 0.74 | 0.15 | 0.15 |
| default | bt | cold | 100 | 14.07 / 13.58 | 2.79 / 2.63 | 0.20 | 0.19 |
| default | bt | warm | 100 | 2.56 / 2.21 | 0.82 / 0.77 | 0.32 | 0.35 |

Warm, ours takes 0.15 to 0.48 of the CPU time and 0.15 to 0.46 of the wall time of the other tool:
the aim, at most half of the faster one, is reached for each of these packages. Cold it is reached
for one of six. In the others three quarters of our CPU time or more are spent once: by compilers,
of the submission and the validator, which the other tool compiles too, and of two parts of the
sandbox.

Before what a compiler has made was no longer sent to the validator for every case, `bt` warm was
at 0.76 of the wall time and 0.93 of the CPU time for the first kind, and at 0.56 and 0.64 for the
second."""
