"""How a case gets into a source, and where its answer comes out: the one place that knows.

A function gets ``plugin.arguments`` as JSON, which its host turns into the language's own values.
A program or template is fed in one of these forms:

    native  the problem's own input file
    json    each argument as JSON, on a line of its own
    lines   each argument on a line of its own, its numbers and texts parted by blanks
    flat    the same, and before the contents of a list the number of its items
    argv    each argument as JSON, as a word of the command line; standard input is empty

In ``lines`` and ``flat`` inner lists are opened without a trace, and of an object the values stand
in their order: ``[[2, 2], [3, 3]]`` becomes ``2 2 3 3``, and in ``flat`` ``2 2 2 3 3``.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from judge.checking.answer import answer_bytes
from judge.model import Arity, Ended, Execution, Input, Kind, Output, Solution
from judge.plugin import Plugin

END_OF_RESULT = b"\n"
NEVER_RETURNED = "the function ended its process instead of returning"


def fed(solution: Solution, plugin: Plugin[Any, Any], instance: Any) -> tuple[tuple[str, ...], str]:
    """More words for the command line, and standard input."""
    convention = solution.convention
    if solution.kind is Kind.FUNCTION:
        arguments = plugin.arguments(instance)
        if convention.arity is Arity.LIST and len(arguments) > 1:
            arguments = [arguments]
        return (), json.dumps(arguments)
    if convention.input is Input.NATIVE:
        return (), plugin.render(instance)
    arguments = plugin.arguments(instance)
    if convention.input is Input.ARGV:
        return tuple(json.dumps(argument) for argument in arguments), ""
    return (), "".join(_WRITE[convention.input](argument) + "\n" for argument in arguments)


def arguments(
    solution: Solution, plugin: Plugin[Any, Any], instances: Iterable[Any]
) -> list[list[Any]]:
    """What a function is called with for each instance: a list of arguments."""
    return [json.loads(fed(solution, plugin, instance)[1]) for instance in instances]


def _line(argument: Any) -> str:
    return " ".join(_words(argument))


def _flat(argument: Any) -> str:
    length = [str(len(argument))] if isinstance(argument, list | dict) else []
    return " ".join([*length, *_words(argument)])


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _words(item)
    else:
        yield value if isinstance(value, str) else json.dumps(value)


_WRITE: Mapping[Input, Callable[[Any], str]] = {
    Input.JSON: json.dumps,
    Input.LINES: _line,
    Input.FLAT: _flat,
}


def host_words(solution: Solution) -> tuple[str, ...]:
    """What a function host is told on its command line, after the source."""
    convention = solution.convention
    curried = ("--curried",) if convention.arity is Arity.CURRIED else ()
    mutated = ("--mutated",) if convention.output is Output.MUTATED else ()
    return curried + mutated


def answered(solution: Solution, run: Execution) -> Execution:
    """A function's run with its result as the answer, or without one where it prints its answer.

    A whole result is one that ends with a line break. How the process ended says nothing: it may
    fail after it has answered. One that ended without a whole result has not returned.
    """
    if run.result is None or run.ended not in (Ended.EXITED, Ended.SIGNALLED):
        return taken(solution, run)
    if not solution.convention.may_exit and not run.result.endswith(END_OF_RESULT):
        return dataclasses.replace(run, result=None, note=NEVER_RETURNED)
    whole = dataclasses.replace(run, result=run.result.removesuffix(END_OF_RESULT))
    return taken(solution, whole)


def taken(solution: Solution, run: Execution) -> Execution:
    """A run whose whole result is known, with its answer where the convention says that it is."""
    convention = solution.convention
    if convention.output is Output.STDOUT:
        run = dataclasses.replace(run, result=None)
    if not convention.none:
        return run
    # A number is no part of a longer one, and a word of no other.
    sign = re.compile(rb"(?<![\w.-])" + re.escape(convention.none.encode()) + rb"(?![\w.])")
    return dataclasses.replace(run, answer=sign.sub(b"null", answer_bytes(run)))


def text_to_run(solution: Solution, source: bytes) -> bytes:
    """The file that is compiled or run: a template's source between header and footer, joined as
    they are; any other source itself."""
    if solution.kind is not Kind.TEMPLATE:
        return source
    convention = solution.convention
    return convention.header.encode() + source + convention.footer.encode()
