"""The console script: finds the command, calls it, and turns what it raises into one line."""

from __future__ import annotations

import argparse
import errno
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

from judge import __version__
from judge.commands.arguments import INTERRUPTED, NOT_AS_EXPECTED, OK, USAGE, Parser
from judge.common import interrupts, streams
from judge.common.call_watch import CallWatch
from judge.common.crash_report import reported_record
from judge.common.errors import JudgeError, PythonChanged, unexpected
from judge.common.messages import did_you_mean
from judge.common.python_state import PythonState
from judge.common.safe_text import plain

#: Every command and its purpose, in the order of ``--help``. ``judge.commands.NAME`` does the work,
#: and only the one that is asked for is loaded.
COMMANDS: Mapping[str, str] = {
    "run": "judge solutions and write the report",
    "list": "list problems and solutions",
    "show": "draw a case and a best answer to it",
    "report": "write the report of a stored run, without running anything",
    "rescore": "grade stored outputs again, after the checker has changed",
    "history": "show the results of a solution in earlier runs",
    "gc": "remove old runs from the store",
    "compare": "show what changed between two runs",
    "calibrate": "measure this machine, so that times of others compare",
    "grade": "judge one file, without a report",
    "watch": "judge one file again on every save",
    "serve": "judge answers that are pasted into a page",
    "hunt": "find the smallest input on which a solution is wrong",
    "prove": "try a solution on every input up to a bound",
    "arena": "have contestants play a game against each other",
    "rank": "print the leaderboards of an earlier run",
    "size": "count the bytes of a source: code page, encoding, flags",
    "verify": "check that a problem is sound and write a report",
    "generate": "write the data that generators.yaml of a package defines",
    "check": "check a package without running a solution",
    "new": "write a new package, or a manifest for a source",
    "import": "write sources and manifests from a saved page of posts",
    "audit": "find false claims of posts: size, language, correctness",
    "board": "write the leaderboards as one page to publish, or as Markdown",
    "answers": "write answer files with what a solution prints",
    "export": "write a package that other judges accept",
    "doctor": "list the toolchains and protections of this machine",
    "completion": "print the completion script of a shell",
}
#: The command that needs the arguments of all commands.
COMPLETION = "completion"
#: How much of a message that ends the command is printed, in characters.
LONGEST_ERROR = 4000
#: What Python says where the limit on a user's processes allows no thread.
NO_THREAD = "can't start new thread"
#: What a umask may take away: the judge must read and run what it writes.
OTHERS = 0o077
#: An example of each command.
EXAMPLES: Mapping[str, str] = {
    "run": "judge run combat --solution 'greedy-*'",
    "list": "judge list",
    "show": "judge show combat sample/1-worked",
    "report": "judge report --run previous --report reports/previous.html",
    "rescore": "judge rescore combat --run latest",
    "history": "judge history published-348",
    "gc": "judge gc --keep-runs 20",
    "compare": "judge compare @previous @latest",
    "calibrate": "judge calibrate",
    "grade": "judge grade combat solutions/combat/never-blocks.py",
    "watch": "judge watch combat solutions/combat/never-blocks.py",
    "serve": "judge serve --port 0",
    "hunt": "judge hunt combat published-348 --seconds 5",
    "prove": "judge prove combat golfed-python --size 2x2",
    "arena": "judge arena combat --boards 10",
    "rank": "judge rank combat --from reports/best.json",
    "size": "judge size solutions/combat/published-348.js",
    "verify": "judge verify combat --seconds 2",
    "generate": "judge generate problems/tour",
    "check": "judge check combat",
    "new": "judge new problem tour --from optimise",
    "import": "judge import solutions/combat/_answers.json --problem combat --dry-run",
    "audit": "judge audit combat --solution published-348 --case sample",
    "board": "judge board combat --report reports/board.html",
    "answers": "judge answers combat --from reference-cpp",
    "export": "judge export combat exported/combat --format legacy",
    "doctor": "judge doctor",
    "completion": "judge completion bash",
}
_EXIT_0 = "0 when done"
#: What exit status 0, or 0 and 1, mean for each command. 2 and 130 mean the same for all.
STATUSES: Mapping[str, str] = {
    "run": "0 when every verdict is as expected, 1 when one is not",
    "rescore": "0 when every verdict is as expected, 1 when one is not",
    "compare": "0 when nothing got worse, 1 when something did",
    "grade": "0 when the file is accepted, 1 when it is not",
    "watch": "it goes on until Ctrl-C",
    "serve": "it goes on until Ctrl-C",
    "hunt": "0 when no failing input was found, 1 when one was",
    "prove": "0 when right on every input, 1 when wrong on one, 3 when it is not known",
    "arena": "0 when every move was legal, 1 when a contestant failed to move or to compile",
    "generate": "0 when data is as generated, 1 when files in it differ and were kept",
    "verify": "0 when no check finds a fault, 1 when one does",
    "check": "0 when nothing is wrong, 1 when there is a fault",
    "audit": "0 when every claim is true, 1 when one is false",
    "doctor": "0 when solutions can run here, 1 when they cannot",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default that of the command line.

    Exit status: 0 all as expected, 1 some not, 2 the command could not be carried out, or its
    result not be printed; 141 where the reader of standard output has gone; 128 plus the number of
    the signal that ended it early.
    """
    argv = [*(sys.argv[1:] if arguments is None else arguments)]
    os.umask(os.umask(0) & OTHERS)
    CallWatch.current(reported_record)
    with streams.guarded() as (out, _), interrupts.handled() as asked:
        try:
            status = _run(argv)
        except SystemExit as ending:  # of the parser, which has printed why
            status = ending.code if isinstance(ending.code, int) else USAGE
        with asked.telling(lambda: None):  # the command is over: nothing is left to end
            out.flush()
            if status == INTERRUPTED and asked.first is not None:
                return 128 + asked.first
            return _final_status(out.failure, status)


def _run(argv: list[str]) -> int:
    """The command's own exit status."""
    state = PythonState()
    try:
        with state:
            options = _parse(argv)
            _check_folder()
            status: int = import_module(f"judge.commands.{options.command}").main(options, argv)
        return status
    except JudgeError as error:
        print(f"judge: {plain(str(error), LONGEST_ERROR)}", file=sys.stderr)
        if isinstance(error, PythonChanged):
            return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:  # of a folder or file that no command expects to fail
        print(f"judge: {plain(unexpected(error), LONGEST_ERROR)}", file=sys.stderr)
    except MemoryError:
        lacking = OSError(errno.ENOMEM, "not enough memory")
        print(f"judge: {unexpected(lacking)}", file=sys.stderr)
    except Exception as error:
        if isinstance(error, RuntimeError) and str(error) == NO_THREAD:
            refused = OSError(errno.EAGAIN, "no thread can be started")
            print(f"judge: {unexpected(refused)}", file=sys.stderr)
        elif not state.changes:
            from judge.packages.plugin_remains import raised_outside_calls

            said = raised_outside_calls(error)
            if not said:
                raise
            print(f"judge: {plain(said, LONGEST_ERROR)}", file=sys.stderr)
    if state.changes:
        print(
            f"judge: {_last_call()} changed {state.text}, which the judge needs as it was",
            file=sys.stderr,
        )
    return USAGE


def _last_call() -> str:
    """The call of a plug-in that ended last, in words."""
    watch = CallWatch.current()
    return (watch.latest_label if watch else "") or "a plug-in"


def _check_folder() -> None:
    """Raise JudgeError where the current folder has been removed: no path can be told."""
    try:
        os.getcwd()  # noqa: PTH109
    except OSError as error:
        reason = f"the current folder cannot be read ({error.strerror}): go to another one"
        raise JudgeError(reason) from error


def _final_status(failure: OSError | None, status: int) -> int:
    """The exit status, whether or not standard output has failed. Results are in files; whoever
    reads only the status must not mistake lost output for a verdict."""
    if failure is None:
        return status
    if not streams.is_closed_pipe(failure):
        print(f"judge: standard output cannot be written: {failure.strerror}", file=sys.stderr)
        return INTERRUPTED if status == INTERRUPTED else USAGE
    return streams.CLOSED_PIPE if status in (OK, NOT_AS_EXPECTED) else status


def _epilog(name: str) -> str:
    """The end of a command's ``--help``: an example and the exit statuses."""
    return (
        f"example:\n  {EXAMPLES[name]}\n\nexit status:\n  {STATUSES.get(name, _EXIT_0)};\n"
        "  2 when it could not be carried out (a wrong command line, a fault in a package);\n"
        "  130, 143, 129 after Ctrl-C, SIGTERM, SIGHUP;\n"
        "  141 when the reader of standard output has gone"
    )


def _parse(argv: list[str]) -> argparse.Namespace:
    """Parse the arguments; an unknown command or option is refused with the nearest known one."""
    parser = Parser(
        prog="judge",
        description="Judge solutions of problems that have many correct answers.",
        epilog="judge COMMAND --help shows the options, an example and the exit statuses.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    parser.add_argument("--version", action="version", version=f"judge {__version__}")
    chosen = argv[:1] if argv and argv[0] in COMMANDS and argv[0] != COMPLETION else [*COMMANDS]
    parsers: dict[str, Parser] = {
        name: commands.add_parser(
            name,
            help=COMMANDS[name],
            description=f"{COMMANDS[name][0].upper()}{COMMANDS[name][1:]}.",
            epilog=_epilog(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for name in chosen
    }
    if argv and argv[0] in COMMANDS:
        for name in chosen:
            import_module(f"judge.commands.{name}").arguments(parsers[name])
        parsers[argv[0]].set_defaults(whole=parser)
    elif argv and not argv[0].startswith("-"):
        parser.error(f"unknown command {argv[0]!r}: {did_you_mean(argv[0], COMMANDS)}")
    options, unknown = parser.parse_known_args(argv)
    if options.command is None:
        parser.print_help()
        raise SystemExit(USAGE)
    if unknown:
        command = parsers[options.command]
        word = next((w for w in unknown if w.startswith("-")), None)
        if word is None:
            command.error(f"too many arguments: {shlex.join(unknown)}")
        word = word.partition("=")[0]
        known = [name for name in command._option_string_actions if name.startswith("--")]
        command.error(f"unknown option {word!r}: {did_you_mean(word, known)}")
    return options
