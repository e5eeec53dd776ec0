"""The commands: parses words, prints results, decides nothing."""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NoReturn

from judge import doctor, grade, problems, show
from judge.model import Isolation, JudgeError, Results, Solution, Verdict, shown_path, shown_score
from judge.run import Options, Plan, execute, plan
from judge.suggest import did_you_mean

OK, NOT_AS_EXPECTED, USAGE, INTERRUPTED = 0, 1, 2, 130


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(USAGE)


def main(arguments: Sequence[str] | None = None) -> int:
    """The console script. Exit status: 0 all as expected, 1 some not, 2 usage or package error."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    options = _parse(words)
    try:
        status: int = options.command(options, words)
        return status
    except JudgeError as error:
        print(f"judge: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return OK


def _parse(words: list[str]) -> argparse.Namespace:
    """The words as options; an unknown command or option is refused with the nearest known one."""
    parser, commands = _parser()
    if words and not words[0].startswith("-") and words[0] not in commands:
        parser.error(f"unknown command {words[0]!r}: {did_you_mean(words[0], commands)}")
    options, unknown = parser.parse_known_args(words)
    if unknown:
        command = commands[options.name]
        word = next((w for w in unknown if w.startswith("-")), None)
        if word is None:
            command.error(f"too many words: {shlex.join(unknown)}")
        word = word.partition("=")[0]
        known = [name for name in command._option_string_actions if name.startswith("--")]
        command.error(f"unknown option {word!r}: {did_you_mean(word, known)}")
    return options


def _parser() -> tuple[Parser, Mapping[str, Parser]]:
    """The parser of all words, and that of each command."""
    parser = Parser(
        prog="judge", description="Judge solutions of problems with many right answers."
    )
    commands = parser.add_subparsers(
        dest="name", required=True, metavar="COMMAND", parser_class=Parser
    )
    common = Parser(add_help=False)
    common.add_argument(
        "--problems",
        type=Path,
        default=Path("problems"),
        metavar="DIR",
        help="folder of problem packages (default: problems)",
    )
    common.add_argument(
        "--solutions",
        type=Path,
        default=Path("solutions"),
        metavar="DIR",
        help="folder of solutions, one folder a problem (default: solutions)",
    )

    run = commands.add_parser("run", parents=[common], help="judge solutions and write the report")
    run.add_argument("names", nargs="*", metavar="PROBLEM", help="problems (default: all)")
    run.add_argument("--solution", default="*", metavar="GLOB", help="only solutions so named")
    run.add_argument("--case", default="*", metavar="GLOB", help="only cases so named")
    run.add_argument("-j", "--jobs", type=_whole, metavar="N", help="workers (default: one a core)")
    run.add_argument("--time-limit", type=_positive, metavar="S", help="CPU seconds a case")
    run.add_argument("--memory-limit", type=_whole, metavar="MIB", help="MiB a case")
    run.add_argument("--sandbox", default="auto", metavar="LAYER", help="auto, bubblewrap or none")
    run.add_argument(
        "--isolation",
        choices=[isolation.value for isolation in Isolation],
        default=Isolation.SOLUTION.value,
        help="what is new for every case: the realm of a posted function only (for solutions you "
        "trust), the process in a sandbox kept for the solution (default), or the sandbox too",
    )
    run.add_argument(
        "--give-up",
        type=_count,
        default=10,
        metavar="N",
        help="stop a solution after N time limits in a row (default 10; 0: never)",
    )
    run.add_argument("--report", type=Path, metavar="FILE", help="where the HTML report goes")
    run.add_argument("--json", type=Path, metavar="FILE", help="the same facts as JSON")
    run.set_defaults(command=_run)

    listing = commands.add_parser("list", parents=[common], help="list problems and solutions")
    listing.set_defaults(command=_list)
    drawing = commands.add_parser(
        "show", parents=[common], help="draw a case and a best answer to it"
    )
    drawing.add_argument("problem", metavar="PROBLEM")
    drawing.add_argument("case", metavar="CASE")
    drawing.add_argument(
        "part", nargs="?", type=_whole, metavar="N", help="one part of a batch input, from 1"
    )
    drawing.set_defaults(command=_show)
    one = commands.add_parser("grade", parents=[common], help="judge one file, without a report")
    one.add_argument("target", metavar="PROBLEM[/GROUP[/CASE]]")
    one.add_argument("file", metavar="FILE", help="a source, an output (.out .txt .ans), or -")
    one.add_argument("-j", "--jobs", type=_whole, metavar="N", help="workers (default: one a core)")
    one.add_argument("--sandbox", default="auto", metavar="LAYER", help="auto, bubblewrap or none")
    one.set_defaults(command=_grade)
    health = commands.add_parser("doctor", help="say which toolchains and protections are here")
    health.set_defaults(command=_doctor)
    return parser, commands.choices


def _whole(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:20]) <= problems.MOST:
        most = problems.MOST
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {most}")
    return int(text)


def _count(text: str) -> int:
    return 0 if text == "0" else _whole(text)


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= problems.MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value


def _run(options: argparse.Namespace, words: list[str]) -> int:
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
    report = options.report or Path("reports") / f"{datetime.now():%Y-%m-%d-%H%M%S}.html"
    for path in filter(None, (report, options.json)):
        _check_writable(path)

    from judge.report import facts, html  # rendering is costly to load, and only needed here

    results = _with_bar(what, chosen)
    _print_table(results, what)
    try:
        html.write(results, what.plugins, report)
        if options.json:
            facts.write_json(results, options.json)
    except OSError as error:
        raise JudgeError(
            f"cannot be written: {error.strerror}", Path(error.filename or report)
        ) from error
    print(f"\nreport: {shown_path(report)}")
    if results.interrupted:
        print("interrupted: the report holds what was done", file=sys.stderr)
        return INTERRUPTED
    return NOT_AS_EXPECTED if results.unexpected else OK


def _check_writable(path: Path) -> None:
    """Raise JudgeError where a file cannot be put: better said before the runs than after."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise JudgeError(f"cannot be written: {error.strerror}", path) from error
    if path.is_dir():
        raise JudgeError("cannot be written: it is a folder", path)


def _with_bar(what: Plan, options: Options) -> Results:
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

        return execute(what, options, progress)


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


def _list(options: argparse.Namespace, words: list[str]) -> int:
    from judge import solutions

    for problem in problems.find(options.problems, []):
        plugin = problems.load_plugin(problem.folder)
        print(f"{problem.name}: {problem.title} ({len(problem.cases)} cases)")
        for solution in solutions.find(options.solutions, problem, plugin, "*"):
            expect = "/".join(sorted(v.value for v in solution.expect))
            kind = f"{solution.language} {solution.kind.value}"
            print(f"  {solution.name:<28} {solution.size:>6} B  {kind:<20} {expect}")
    return OK


def _show(options: argparse.Namespace, words: list[str]) -> int:
    print(show.show(options.problems, options.problem, options.case, options.part))
    return OK


def _grade(options: argparse.Namespace, words: list[str]) -> int:
    chosen = grade.Options(
        options.problems, options.target, options.file, options.sandbox, options.jobs
    )
    report = grade.grade(chosen)
    print(report.text)
    return OK if report.verdict is Verdict.AC else NOT_AS_EXPECTED


def _doctor(options: argparse.Namespace, words: list[str]) -> int:
    report = doctor.examine()
    print(report.text)
    return OK if report.healthy else NOT_AS_EXPECTED
