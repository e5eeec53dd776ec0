"""How a solution gets a case, and where its answer is: nothing else in the judge knows this.

A function gets ``plugin.arguments`` as JSON, which its host turns into the language's own values;
in the forms ``slashes``, ``lines``, ``commas`` and ``items`` each argument is one string.

A program or template is fed in one of these forms:

    native  the problem's own input file
    json    each argument as JSON, on a line of its own
    lines   each argument on a line of its own, its numbers and strings separated by spaces
    flat    the same, with the length of each list before its items
    rows    the same, with the length of each list on a line of its own before it, and inner lists
            on lines of their own
    items   each number or string on a line of its own
    row     all of them on one line, separated by spaces
    counted items  the same, with the length of each list before its items
    headed  a first line with the length of each list and each other argument, then each list, its
            inner lists on lines of their own
    blocks  each list with its inner lists on lines of their own; an empty line between arguments
    commas  as lines, with commas instead of spaces
    slashes as lines, with slashes between the items of an inner list: 2/2 3/3
    one line  each argument as JSON, with commas between, on one line
    list    one JSON list of all arguments
    argv    each argument as JSON, as a command-line argument; standard input is empty
    argv lines, argv commas  each argument as in lines or commas, as a command-line argument
    words   each number or string as a command-line argument; standard input is empty
    split words  the same, each word of a string

Where there are no brackets, inner lists are written one after the other, and an object as its
values in their order: ``[[2, 2], [3, 3]]`` becomes ``2 2 3 3``, and in ``flat`` ``2 2 2 3 3``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from judge.checking.answer import answer_bytes
from judge.common.errors import JudgeError
from judge.common.foreign_files import CASE_BYTES
from judge.languages.table import all_languages
from judge.model import (
    Arity,
    Case,
    Convention,
    Ended,
    Execution,
    Input,
    Kind,
    Output,
    Rows,
    Solution,
)
from judge.packages.case_files import read_input
from judge.packages.plugin_faults import PluginFault, said_by
from judge.packages.plugin_results import place_of_method
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin.complex_numbers import reals_as_pairs
from judge.running.arrangements import arranged, as_text, items

END_OF_RESULT = b"\n"
NEVER_RETURNED = "the function ended its process instead of returning"


def check(solution: Solution, plugin: ProblemPlugin, cases: Iterable[Case] = ()) -> None:
    """Raise JudgeError if the problem cannot feed such a solution."""
    native = solution.kind is not Kind.FUNCTION and solution.convention.input is Input.NATIVE
    with_arguments = next((case for case in cases if case.settings.arguments), None)
    if with_arguments and not native and solution.kind is not Kind.OUTPUT:
        what = "a function" if solution.kind is Kind.FUNCTION else "a program with input = …"
        said = (
            f"{with_arguments.name} has arguments (args), and {what} has no command line for them"
        )
        raise JudgeError(f"{said}: post a program that reads the problem's own input")
    if solution.kind is Kind.FUNCTION:
        plugin.need(f"a {solution.language} function", "arguments")
    elif solution.kind is not Kind.OUTPUT and solution.convention.input is not Input.NATIVE:
        plugin.need(f"input = {solution.convention.input.value!r}", "arguments")


def fed(
    solution: Solution, plugin: ProblemPlugin, instance: Any, case: Case | None = None
) -> tuple[tuple[str, ...], bytes]:
    """More command-line arguments, and standard input; raises JudgeError.

    ``case`` is where the instance was read from; None for one that is in no file.
    """
    if solution.kind is Kind.FUNCTION:
        return (), _json(plugin, function_arguments(solution, plugin, instance)).encode()
    if solution.convention.input is Input.NATIVE:
        return (), _own_input(plugin, instance, case)
    with writing_arguments(plugin):
        return _written(arranged(plugin.arguments(instance), solution.convention), solution)


@contextmanager
def writing_arguments(plugin: ProblemPlugin) -> Iterator[None]:
    """Where the plug-in's arguments are written for solutions: values that are no JSON, such as
    objects of its own classes, are its fault. Raises PluginFault."""
    try:
        yield
    except JudgeError:
        raise
    except (Exception, SystemExit) as error:
        method = getattr(getattr(plugin, "own", None), "arguments", None)  # an arena has another
        where = f" ({place_of_method(method)})" if method else ""
        said = f"the plug-in's arguments are no JSON: {said_by(error)}{where}"
        raise PluginFault(said) from error


def _written(arguments: list[Any], solution: Solution) -> tuple[tuple[str, ...], bytes]:
    """Arguments of a program: those of its command line, and its input."""
    convention = solution.convention
    if convention.input is Input.ARGV:
        return tuple(map(as_text, arguments)), b""
    if convention.input is Input.WORDS:
        return tuple(items(arguments)), b""
    if convention.input is Input.SPLIT_WORDS:
        return tuple(word for item in items(arguments) for word in item.split()), b""
    if convention.input in _ON_COMMAND_LINE:
        return tuple(map(_ON_COMMAND_LINE[convention.input], arguments)), b""
    if convention.input in _WRITE_ALL:
        if convention.rows is Rows.TUPLES and convention.input is Input.LIST:
            return (), f"{as_text(tuple(arguments))}\n".encode()
        return (), _WRITE_ALL[convention.input](arguments).encode()
    written = "".join(_WRITE[convention.input](argument) + "\n" for argument in arguments)
    return (), written.encode()


def _own_input(plugin: ProblemPlugin, instance: Any, case: Case | None) -> bytes:
    """The input as the plug-in writes it, or else the bytes of the file."""
    if case is None:
        return plugin.render(instance).encode()
    if plugin.offers("render"):
        return plugin.render(instance, CASE_BYTES).encode()
    return read_input(case)


def function_arguments(solution: Solution, plugin: ProblemPlugin, instance: Any) -> list[Any]:
    """What a function is called with, as it takes several arguments."""
    with writing_arguments(plugin):
        return _arranged_arguments(plugin.arguments(instance), solution.convention)


def _arranged_arguments(values: list[Any], convention: Convention) -> list[Any]:
    arguments = arranged(values, convention)
    if convention.input in TEXTS:
        texts = [_TEXT[convention.input](argument) for argument in arguments]
        return ["\n".join(texts)] if convention.arity is Arity.LIST else texts
    if convention.arity is Arity.LIST and len(arguments) > 1:
        return [arguments]
    return _spread(arguments) if convention.arity is Arity.SPREAD else arguments


def checked_arguments(plugin: ProblemPlugin, instance: Any) -> list[Any]:
    """What the plug-in's ``arguments`` returns, if it can be written; raises PluginFault."""
    with writing_arguments(plugin):
        json.dumps(found := plugin.arguments(instance))
    return found


def _spread(arguments: list[Any]) -> list[Any]:
    """With the items of the last argument in place of it, or of the only one that is a list."""
    lists = [place for place, one in enumerate(arguments) if isinstance(one, list)]
    if not lists or (len(lists) > 1 and lists[-1] < len(arguments) - 1):
        return arguments
    place = lists[-1]
    return [*arguments[:place], *arguments[place], *arguments[place + 1 :]]


def all_arguments(solution: Solution, plugin: ProblemPlugin, instances: Iterable[Any]) -> bytes:
    """The arguments of several calls as one JSON list; raises JudgeError."""
    with plugin.series():
        lists = [function_arguments(solution, plugin, instance) for instance in instances]
    try:
        return json.dumps(lists, check_circular=False).encode()  # a circle is too deep
    except (Exception, SystemExit):
        return b"[" + b",".join(_json(plugin, one).encode() for one in lists) + b"]"


def _json(plugin: ProblemPlugin, arguments: Any) -> str:
    with writing_arguments(plugin):
        return json.dumps(arguments)


def arguments(
    solution: Solution, plugin: ProblemPlugin, instances: Iterable[Any]
) -> list[list[Any]]:
    """For each instance the list of arguments that a function is called with."""
    found = (function_arguments(solution, plugin, instance) for instance in instances)
    return [json.loads(_json(plugin, arguments)) for arguments in found]


def _line(argument: Any) -> str:
    return " ".join(items(argument))


def _flat(argument: Any) -> str:
    return " ".join([*_length(argument), *items(argument)])


def _rows(arguments: list[Any]) -> str:
    lines = [[*_length(one), *_inner_rows(one, arguments)] for one in arguments]
    return "".join(f"{line}\n" for some in lines for line in some)


def _inner_rows(argument: Any, others: Sequence[Any] = ()) -> list[str]:
    """Each inner list on a line of its own; any other list, or number, is one line. An empty list
    has none where all ``others`` with items have inner lists."""
    full = [other for other in others if isinstance(other, list) and other]
    if argument == [] and full and all(isinstance(row, list) for rows in full for row in rows):
        return []
    inner = isinstance(argument, list) and any(isinstance(row, list | dict) for row in argument)
    return [_line(row) for row in (argument if inner else [argument])]


def _headed(arguments: list[Any]) -> str:
    first = [(_length(argument) or [_line(argument)])[0] for argument in arguments]
    lists = [argument for argument in arguments if isinstance(argument, list | dict)]
    rows = [row for argument in lists for row in _inner_rows(argument, arguments)]
    return "\n".join([" ".join(first), *rows]) + "\n"


def _blocks(arguments: list[Any]) -> str:
    return "\n\n".join("\n".join(_inner_rows(argument)) for argument in arguments) + "\n"


def _slashes(argument: Any) -> str:
    """Each inner list as one word; a list without any is as in ``lines``."""
    rows = argument if isinstance(argument, list) else [argument]
    return " ".join("/".join(items(row)) for row in rows)


def _counted_items(argument: Any) -> str:
    return "\n".join([*_length(argument), *items(argument)])


def _length(argument: Any) -> list[str]:
    return [str(len(argument))] if isinstance(argument, list | dict) else []


def _one_line(arguments: list[Any]) -> str:
    return ", ".join(map(as_text, arguments)) + "\n"


def _each_item(arguments: list[Any]) -> str:
    return "".join(f"{item}\n" for item in items(arguments))


def _row(arguments: list[Any]) -> str:
    return _line(arguments) + "\n"


def _list(arguments: list[Any]) -> str:
    return json.dumps(arguments) + "\n"


#: The forms that write all arguments together.
_WRITE_ALL: Mapping[Input, Callable[[list[Any]], str]] = {
    Input.ONE_LINE: _one_line,
    Input.LIST: _list,
    Input.ITEMS: _each_item,
    Input.ROW: _row,
    Input.HEADED: _headed,
    Input.ROWS: _rows,
    Input.BLOCKS: _blocks,
}
_WRITE: Mapping[Input, Callable[[Any], str]] = {
    Input.JSON: as_text,
    Input.LINES: _line,
    Input.FLAT: _flat,
    Input.COUNTED_ITEMS: _counted_items,
    Input.SLASHES: _slashes,
    Input.COMMAS: lambda argument: ",".join(items(argument)),
}
_ON_COMMAND_LINE: Mapping[Input, Callable[[Any], str]] = {
    Input.ARGV_LINES: _WRITE[Input.LINES],
    Input.ARGV_COMMAS: _WRITE[Input.COMMAS],
}
_TEXT: Mapping[Input, Callable[[Any], str]] = {
    Input.SLASHES: _slashes,
    Input.LINES: _line,
    Input.COMMAS: _WRITE[Input.COMMAS],
    Input.ITEMS: lambda argument: "\n".join(items(argument)),
}
#: The forms in which a function can get each argument as one string.
TEXTS = tuple(_TEXT)


def host_options(solution: Solution) -> tuple[str, ...]:
    """The options of a function host, which follow the source on its command line."""
    convention = solution.convention
    curried = ("--curried",) if convention.arity is Arity.CURRIED else ()
    mutated = ("--mutated",) if convention.output is Output.MUTATED else ()
    name = (f"--name={convention.name}",) if convention.name else ()
    length = convention.result_length
    as_long = () if length is None else (f"--length-of={length}",)
    mark = () if convention.end_mark is None else (f"--ends-at={convention.end_mark}",)
    other = (convention.host_option,) if convention.host_option else ()
    return curried + name + as_long + mark + other + mutated


def answered(solution: Solution, run: Execution) -> Execution:
    """A function's execution with its result as the answer, or without one if it prints its answer.

    A result is complete if it ends with a line break, whatever the exit status: a process may fail
    after it has answered. One that ended without a complete result has not returned.
    """
    if run.result is None or run.ended not in (Ended.EXITED, Ended.SIGNALLED):
        return taken(solution, run)
    if not solution.convention.may_exit and not run.result.endswith(END_OF_RESULT):
        return replace(run, result=None, note=NEVER_RETURNED)
    whole = replace(run, result=run.result.removesuffix(END_OF_RESULT))
    return taken(solution, whole)


def taken(solution: Solution, run: Execution) -> Execution:
    """An execution with a complete result, and its answer from where the convention puts it."""
    convention = solution.convention
    if convention.output is Output.STDOUT and run.result is not None:
        run = replace(run, result=None)
    if convention.host_option and solution.kind is Kind.PROGRAM:  # it has no host to do that
        shown = reals_as_pairs(answer_bytes(run).decode("utf-8", "replace"))
        run = replace(run, answer=shown.encode())
    if not convention.none:
        return run
    # Not as part of a longer number or word.
    sign = re.compile(rb"(?<![\w.-])" + re.escape(convention.none.encode()) + rb"(?![\w.])")
    return replace(run, answer=sign.sub(b"null", answer_bytes(run)))


def text_to_run(solution: Solution, source: bytes) -> bytes:
    """What is compiled or run: a template's source between its header and its footer, with nothing
    added; a program with what its language makes it begin and end with; a function as it is."""
    if solution.kind is Kind.PROGRAM:
        language = all_languages()[solution.language]
        opening, ending = language.opening.encode(), language.ending.encode()
        source = source if opening.strip() in source else opening + source
        return source if source.endswith(ending) else source + ending
    if solution.kind is not Kind.TEMPLATE:
        return source
    convention = solution.convention
    return convention.header.encode() + source + convention.footer.encode()
