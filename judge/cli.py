"""The console script: finds the command, hands over, and turns what it raises into one line."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from judge import __version__
from judge.commands.arguments import INTERRUPTED, NOT_AS_EXPECTED, OK, USAGE, Parser
from judge.common import interrupts, streams
from judge.common.errors import JudgeError, shown_path
from judge.common.messages import did_you_mean
from judge.common.safe_text import one_line

#: Every command and its purpose, in the order of ``--help``. ``judge.commands.NAME`` does the work,
#: and only the one that is asked for is loaded.
COMMANDS: Mapping[str, str] = {
    "run": "judge solutions and write the report",
    "list": "list problems and solutions",
    "show": "draw a case and a best answer to it",
    "report": "draw a stored run again, without running anything",
    "rescore": "grade stored outputs again, after the checker has changed",
    "compare": "show what changed between two runs",
    "grade": "judge one file, without a report",
    "hunt": "find the smallest input on which a solution is wrong",
    "rank": "print the leaderboards of an earlier run",
    "size": "count the bytes of a source: code page, encoding, flags",
    "verify": "check that a problem is sound and write a report",
    "new": "write a manifest for a source, with what is detected",
    "doctor": "list the toolchains and protections of this machine",
}
#: An example of each command.
EXAMPLES: Mapping[str, str] = {
    "run": "judge run combat --solution 'greedy-*'",
    "list": "judge list",
    "show": "judge show combat sample/1-worked",
    "report": "judge report --run previous --report reports/previous.html",
    "rescore": "judge rescore combat --run latest",
    "compare": "judge compare @previous @latest",
    "grade": "judge grade combat solutions/combat/never-blocks.py",
    "hunt": "judge hunt combat published-348 --seconds 5",
    "rank": "judge rank combat --from reports/best.json",
    "size": "judge size solutions/combat/published-348.js",
    "verify": "judge verify combat --seconds 2",
    "new": "judge new combat solutions/combat/published-348.js --show",
    "doctor": "judge doctor",
}
_EXIT_0 = "0 when done"
#: What exit status 0, or 0 and 1, mean for each command. 2 and 130 mean the same for all.
STATUSES: Mapping[str, str] = {
    "run": "0 when every verdict is as expected, 1 when one is not",
    "rescore": "0 when every verdict is as expected, 1 when one is not",
    "compare": "0 when nothing got worse, 1 when something did",
    "grade": "0 when the file is accepted, 1 when it is not",
    "hunt": "0 when the solution survived, 1 when it failed on some input",
    "verify": "0 when no check finds a fault, 1 when one does",
    "doctor": "0 when solutions can run here, 1 when they cannot",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """The console script. Exit status: 0 all as expected, 1 some not, 2 what was asked for could
    not be done, or not be told; 141 where the reader of standard output has gone; 128 and the
    number of the signal that ended it early."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    with streams.guarded() as (out, _), interrupts.handled() as asked:
        try:
            status = _run(words)
        except SystemExit as ending:  # of the parser, which has said why
            status = ending.code if isinstance(ending.code, int) else USAGE
        with asked.telling(lambda: None):  # the command is over: there is nothing left to end
            out.flush()
            if status == INTERRUPTED and asked.first is not None:
                return 128 + asked.first
            return _told(out.failure, status)


def _run(words: list[str]) -> int:
    """The command's own exit status."""
    try:
        options = _parse(words)
        status: int = import_module(f"judge.commands.{options.name}").main(options, words)
        return status
    except JudgeError as error:
        print(f"judge: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:  # a folder or file that no command has thought of
        place = "" if error.filename is None else f"{shown_path(Path(str(error.filename)))}: "
        print(f"judge: {place}{one_line(error.strerror or str(error))}", file=sys.stderr)
        return USAGE


def _told(failure: OSError | None, status: int) -> int:
    """The exit status where standard output has failed, or not. What was found stands in files;
    who reads only the status must not take a lost text for a verdict."""
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
        "  2 when it could not be done (a wrong command line, a fault in a package);\n"
        "  130 after Ctrl-C"
    )


def _parse(words: list[str]) -> argparse.Namespace:
    """Parse the arguments; an unknown command or option is refused with the nearest known one."""
    parser = Parser(
        prog="judge",
        description="Judge solutions of problems that have many right answers.",
        epilog="judge COMMAND --help shows the options, an example and the exit statuses.",
    )
    commands = parser.add_subparsers(
        dest="name", required=True, metavar="COMMAND", parser_class=Parser
    )
    parser.add_argument("--version", action="version", version=f"judge {__version__}")
    parsers: dict[str, Parser] = {
        name: commands.add_parser(
            name,
            help=purpose,
            description=purpose.capitalize() + ".",
            epilog=_epilog(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for name, purpose in COMMANDS.items()
    }
    if words and words[0] in COMMANDS:
        import_module(f"judge.commands.{words[0]}").arguments(parsers[words[0]])
    elif words and not words[0].startswith("-"):
        parser.error(f"unknown command {words[0]!r}: {did_you_mean(words[0], COMMANDS)}")
    options, unknown = parser.parse_known_args(words)
    if unknown:
        command = parsers[options.name]
        word = next((w for w in unknown if w.startswith("-")), None)
        if word is None:
            command.error(f"too many arguments: {shlex.join(unknown)}")
        word = word.partition("=")[0]
        known = [name for name in command._option_string_actions if name.startswith("--")]
        command.error(f"unknown option {word!r}: {did_you_mean(word, known)}")
    return options
