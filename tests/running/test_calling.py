"""How a case gets into a source, and where its answer is looked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.checking.answer import answer_text
from judge.model import Arity, Convention, Ended, Execution, Input, Kind, Output, Solution
from judge.packages.plugin_faults import PluginFault
from judge.running.calling import (
    NEVER_RETURNED,
    answered,
    checked_arguments,
    fed,
    host_options,
    text_to_run,
)

NO_JSON = r"^the plug-in's arguments are no JSON: "
RUN = Execution(Ended.EXITED, 0, None, b"printed", b"", None, 0.1, 0.1, 1.0)


class Given:
    """A plug-in that hands out these arguments."""

    def __init__(self, *arguments: Any) -> None:
        self.given = list(arguments)

    def arguments(self, instance: Any) -> list[Any]:
        return self.given

    def render(self, instance: Any) -> str:
        return "as it is\n"

    def offers(self, name: str) -> bool:
        return hasattr(self, name)


def solution(kind: Kind, **convention: Any) -> Solution:
    return Solution(
        "toy", "a", Path("a.py"), "python", kind, 9, convention=Convention(**convention)
    )


def given(form: Input, *arguments: Any) -> tuple[tuple[str, ...], str]:
    plugin: Any = Given(*arguments)
    words, text = fed(solution(Kind.PROGRAM, input=form), plugin, None)
    return words, text.decode()


PAIRS = [[2, 2], [3, 3]]


@pytest.mark.parametrize(
    ("form", "arguments", "words", "text"),
    [
        (Input.NATIVE, (PAIRS, 7), (), "as it is\n"),
        (Input.JSON, (PAIRS, 7), (), "[[2, 2], [3, 3]]\n7\n"),
        (Input.LINES, (PAIRS, 7), (), "2 2 3 3\n7\n"),
        (Input.FLAT, (PAIRS, 7), (), "2 2 2 3 3\n7\n"),
        (Input.ARGV, (PAIRS, 7), ("[[2, 2], [3, 3]]", "7"), ""),
        (Input.LINES, ([], "a b", True, None, 1.5), (), "\na b\ntrue\nnull\n1.5\n"),
        (Input.FLAT, ([], [[]], ["x"]), (), "0\n1\n1 x\n"),
        (Input.LINES, ({"life": 3, "cost": ["R", 2]},), (), "3 R 2\n"),
        (Input.FLAT, ({"life": 3, "cost": ["R", 2]},), (), "2 3 R 2\n"),
        (Input.ARGV, ("a\0b",), ('"a\\u0000b"',), ""),
        (Input.WORDS, (PAIRS, 7, "a b"), ("2", "2", "3", "3", "7", "a b"), ""),
        (Input.SPLIT_WORDS, (PAIRS, "a b"), ("2", "2", "3", "3", "a", "b"), ""),
        (Input.ROWS, (PAIRS, [1, 2], 7), (), "2\n2 2\n3 3\n2\n1 2\n7\n"),
        (Input.ROWS, (PAIRS, []), (), "2\n2 2\n3 3\n0\n"),
        (Input.ROWS, ([1], []), (), "1\n1\n0\n\n"),
        (Input.HEADED, ([], PAIRS), (), "0 2\n2 2\n3 3\n"),
        (Input.ROW, ([4, 5], 7, "a b"), (), "4 5 7 a b\n"),
        (Input.ROW, ([],), (), "\n"),
        (Input.ITEMS, (PAIRS, [], 7), (), "2\n2\n3\n3\n7\n"),
        (Input.COUNTED_ITEMS, ([5, 6], [], 7), (), "2\n5\n6\n0\n7\n"),
        (Input.COMMAS, ([5, 6], 7), (), "5,6\n7\n"),
        (Input.SLASHES, (PAIRS, [1, 2], [], 7), (), "2/2 3/3\n1 2\n\n7\n"),
        (Input.HEADED, (PAIRS, [1, 2], 7), (), "2 2 7\n2 2\n3 3\n1 2\n"),
        (Input.BLOCKS, (PAIRS, [1, 2], 7), (), "2 2\n3 3\n\n1 2\n\n7\n"),
    ],
)
def test_a_program_is_fed_in_the_form_it_asks_for(
    form: Input, arguments: tuple[Any, ...], words: tuple[str, ...], text: str
) -> None:
    assert given(form, *arguments) == (words, text)


def circle() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


@pytest.mark.parametrize("kind", [Kind.PROGRAM, Kind.FUNCTION])
@pytest.mark.parametrize("form", [one for one in Input if one is not Input.NATIVE])
@pytest.mark.parametrize("value", [object(), {1, 2}, circle()], ids=["object", "set", "circle"])
def test_arguments_that_no_solution_can_be_given_are_the_fault_of_the_plug_in(
    form: Input, kind: Kind, value: Any
) -> None:
    plugin: Any = Given(value)
    with pytest.raises(PluginFault, match=NO_JSON):
        fed(solution(kind, input=form), plugin, None)
    with pytest.raises(PluginFault, match=NO_JSON):
        checked_arguments(plugin, None)


@pytest.mark.parametrize(
    ("arity", "arguments", "text"),
    [
        (Arity.ARGS, (PAIRS, 7), "[[[2, 2], [3, 3]], 7]"),
        (Arity.CURRIED, (PAIRS, 7), "[[[2, 2], [3, 3]], 7]"),
        (Arity.LIST, (PAIRS, 7), "[[[[2, 2], [3, 3]], 7]]"),
        (Arity.SPREAD, (7, PAIRS), "[7, [2, 2], [3, 3]]"),
        (Arity.SPREAD, (PAIRS, 7), "[[2, 2], [3, 3], 7]"),
        (Arity.SPREAD, ([1], [2, 3]), "[[1], 2, 3]"),
        (Arity.SPREAD, ([1], [2], 7), "[[1], [2], 7]"),
        (Arity.LIST, (PAIRS,), "[[[2, 2], [3, 3]]]"),  # one argument needs no list of arguments
    ],
)
def test_a_function_gets_its_arguments_as_json(
    arity: Arity, arguments: tuple[Any, ...], text: str
) -> None:
    plugin: Any = Given(*arguments)
    assert fed(solution(Kind.FUNCTION, arity=arity), plugin, None) == ((), text.encode())


def test_the_host_is_told_what_it_must_do_otherwise() -> None:
    assert host_options(solution(Kind.FUNCTION)) == ()
    assert host_options(solution(Kind.FUNCTION, arity=Arity.LIST, output=Output.STDOUT)) == ()
    both = solution(Kind.FUNCTION, arity=Arity.CURRIED, output=Output.MUTATED)
    assert host_options(both) == ("--curried", "--mutated")


def test_a_templates_source_stands_between_header_and_footer() -> None:
    template = solution(Kind.TEMPLATE, header="print(", footer=")\n")
    assert text_to_run(template, b"\xff") == b"print(\xff)\n"
    assert text_to_run(solution(Kind.PROGRAM), b"\xff\r\n") == b"\xff\r\n"


@pytest.mark.parametrize("changes", [{}, {"exit_status": 3}, {"ended": Ended.SIGNALLED}])
@pytest.mark.parametrize(
    ("output", "may_exit", "result", "answer", "note"),
    [
        (Output.RETURN, False, b"[1]\n", b"[1]", ""),
        (Output.MUTATED, False, b"[1]\n", b"[1]", ""),
        (Output.RETURN, False, b"[1]", None, NEVER_RETURNED),
        (Output.RETURN, False, b"", None, NEVER_RETURNED),
        (Output.STDOUT, False, b"[1]\n", None, ""),
        (Output.STDOUT, False, b"", None, NEVER_RETURNED),
        (Output.STDOUT, True, b"[1]\n", None, ""),
        (Output.STDOUT, True, b"", None, ""),
    ],
)
def test_whether_a_function_returned_shows_in_its_reply_and_not_in_how_it_ended(
    output: Output,
    may_exit: bool,
    result: bytes,
    answer: bytes | None,
    note: str,
    changes: dict[str, Any],
) -> None:
    run = replace(RUN, result=result, **changes)
    found = answered(solution(Kind.FUNCTION, output=output, may_exit=may_exit), run)
    assert (found.result, found.note, found.stdout) == (answer, note, b"printed")


def test_a_program_and_a_run_that_was_stopped_are_left_alone() -> None:
    assert answered(solution(Kind.PROGRAM), RUN) is RUN
    late = replace(RUN, ended=Ended.CPU_LIMIT, result=b"")
    assert answered(solution(Kind.FUNCTION), late) is late


@pytest.mark.parametrize(
    ("none", "printed", "read"),
    [
        ("", "[9, 0]", "[9, 0]"),
        ("9", "[9, 0, 19, 9.5, -9, 9]", "[null, 0, 19, 9.5, -9, null]"),
        ("-2", "-2 2 -2", "null 2 null"),
        ("x", "x xx x,", "null xx null,"),
        (".", ". 1.5 .", "null 1.5 null"),
    ],
)
def test_a_sign_of_the_authors_own_stands_for_nothing(none: str, printed: str, read: str) -> None:
    run = replace(RUN, stdout=printed.encode())
    found = answered(solution(Kind.PROGRAM, none=none), run)
    assert (answer_text(found), found.stdout) == (read, run.stdout)
    returned = replace(run, stdout=b"", result=printed.encode() + b"\n")
    assert answer_text(answered(solution(Kind.FUNCTION, none=none), returned)) == read
