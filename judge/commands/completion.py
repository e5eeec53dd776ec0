"""``judge completion``: print the completion script of a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import shtab

from judge.commands.arguments import OK, Parser

#: What a shell offers for an argument, by the name that ``--help`` shows for it.
FILES = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY, "STORE": shtab.FILE}
#: Names of problems: the folders in ``problems``.
_NAMES = 'for name in problems/*/; do [ -d "$name" ] && basename "$name"; done'
PROBLEMS = {"bash": "_judge_problems", "zsh": "_judge_problems"}
PREAMBLE = {
    "bash": f'_judge_problems() {{ compgen -W "$({_NAMES})" -- "$1"; compgen -d -- "$1"; }}',
    "zsh": f"_judge_problems() {{ compadd -- $({_NAMES}); _files -/; }}",
}


def arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS, help="the shell")


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    for action in _actions(options.whole):
        metavar = str(action.metavar or "")
        if metavar.startswith("PROBLEM"):
            action.complete = PROBLEMS  # type: ignore[attr-defined]
        elif metavar in FILES:
            action.complete = FILES[metavar]  # type: ignore[attr-defined]
    print(shtab.complete(options.whole, options.shell, preamble=PREAMBLE.get(options.shell, "")))
    return OK


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of its commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
        else:
            yield action
