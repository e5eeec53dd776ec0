"""``judge run``: judge solutions and write the report."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime

from judge.commands import forms
from judge.commands.words import (
    INTERRUPTED,
    NOT_AS_EXPECTED,
    OK,
    Parser,
    add_roots,
    add_workers,
    count,
    positive,
    whole,
)
from judge.model import Isolation, Results, Solution, Verdict, shown_score
from judge.run import Options, Plan, execute, plan
from judge.store import Store


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("names", nargs="*", metavar="PROBLEM", help="problems (default: all)")
    parser.add_argument("--solution", default="*", metavar="GLOB", help="only solutions so named")
    parser.add_argument("--case", default="*", metavar="GLOB", help="only cases so named")
    add_workers(parser)
    parser.add_argument("--time-limit", type=positive, metavar="S", help="CPU seconds a case")
    parser.add_argument("--memory-limit", type=whole, metavar="MIB", help="MiB a case")
    parser.add_argument(
        "--isolation",
        choices=[isolation.value for isolation in Isolation],
        default=Isolation.SOLUTION.value,
        help="what is new for every case: the realm of a posted function only (for solutions you "
        "trust), the process in a sandbox kept for the solution (default), or the sandbox too",
    )
    parser.add_argument(
        "--give-up",
        type=count,
        default=10,
        metavar="N",
        help="stop a solution after N time limits in a row (default 10; 0: never)",
    )
    forms.add_forms(parser)
    forms.add_store(parser)


def main(options: argparse.Namespace, words: Sequence[str]) -> int:
    chosen = Options(
        problems_root=options.problems,
        solutions_root=options.solutions,
        names=tuple(options.names),
        solution=options.solution,
        case=options.case,
        workers=options.jobs,
        time_limit_s=options.time_limit,
        memory_limit_mib=options.memory_limit,
        sandbox=options.sandbox,
        isolation=Isolation(options.isolation),
        give_up=options.give_up,
        command=shlex.join(["judge", *words]),
    )
    what = plan(chosen)
    report = options.report or forms.REPORTS / f"{datetime.now():%Y-%m-%d-%H%M%S}.html"
    forms.check_places(options, report)
    store = forms.open_to_keep(options)
    results = _with_bar(what, chosen, store)
    if store is not None and store.trouble:
        forms.tell(store.trouble)
    _print_table(results, what)
    forms.write(options, results, what.plugins, report, store, store.number if store else None)
    if results.interrupted:
        print("interrupted: the report holds what was done", file=sys.stderr)
        return INTERRUPTED
    return NOT_AS_EXPECTED if results.unexpected else OK


def _with_bar(what: Plan, options: Options, store: Store | None) -> Results:
    from tqdm import tqdm

    counts = dict.fromkeys((Verdict.AC, Verdict.WA), 0)
    with tqdm(total=what.runs, unit="run", disable=None, leave=False, smoothing=0.1) as bar:

        def progress(solution: Solution, verdict: Verdict, cases: int) -> None:
            if verdict in counts:
                counts[verdict] += cases
            bar.set_postfix_str(
                " ".join(f"{v.value} {n}" for v, n in counts.items()), refresh=False
            )
            bar.set_description_str(solution.name[:24], refresh=False)
            bar.update(cases)

        return execute(what, options, progress, store)


def _print_table(results: Results, what: Plan) -> None:
    for result in results.problems:
        unit = what.plugins[result.problem.name].unit
        print(f"\n{result.problem.title}: {len(result.judged)} solutions")
        for judged in sorted(result.judged, key=lambda j: (j.as_expected, j.solution.name)):
            mark = " " if judged.as_expected else "!"
            gap = judged.worst_gap
            cells = [
                f"{mark} {judged.solution.name:<26.26}",
                f"{judged.solution.size:>6} B",
                f"{judged.verdict.value:<6}",
                f"{judged.passed:>4}/{len(judged.outcomes):<4}",
                f"{judged.cpu_s * 1000:>7.0f} ms",
                f"{judged.peak_mib:>5.0f} MiB",
                f"gap {shown_score(gap, unit)}" if gap else "",
            ]
            print(" ".join(cells).rstrip())
            if judged.message:
                print(f"    {judged.message.splitlines()[0]}")
            if not judged.as_expected:
                expected = " or ".join(sorted(v.value for v in judged.solution.expect))
                print(f"    expected {expected}{_first_refuted(judged.outcomes)}")
    unexpected = len(results.unexpected)
    runs = sum(len(j.outcomes) for p in results.problems for j in p.judged)
    ending = f"{unexpected} NOT as expected" if unexpected else "all verdicts as expected"
    layer = results.sandbox.split(";")[0]
    print(f"\n{runs} runs in {results.wall_s:.1f} s, sandbox {layer}: {ending}")


def _first_refuted(outcomes: Sequence[object]) -> str:
    from judge.model import Outcome

    for outcome in outcomes:
        if isinstance(outcome, Outcome) and outcome.verdict is not Verdict.AC:
            why = outcome.message or (outcome.reason.value if outcome.reason else "")
            return f"; {outcome.case}: {outcome.verdict.value} {why}".rstrip()
    return ""
