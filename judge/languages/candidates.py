"""The plausible ways to run a source besides the one that its signs show, the likeliest first.

Signs in the text only order them: ``running`` tries them on small cases.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from judge.common.lazy_pattern import LazyPattern
from judge.languages.arrangement_signs import (
    ORDERS,
    arranged_calls,
    arranged_forms,
)
from judge.languages.callable_names import called_names
from judge.languages.detect import arity, declared_names, output
from judge.languages.pointer_arguments import MOST_ORDERS
from judge.languages.table import Language, preferred_name
from judge.model import Arity, Candidate, Convention, Input, Kind, Output, Rows

#: Languages in which a function takes its arguments side by side alone: as words, or with types.
_SIDE_BY_SIDE = frozenset({"awk", "bash", "c", "cpp", "vyxal"})
#: Those of them whose functions take words.
_OF_WORDS = frozenset({"bash"})
#: Languages whose lists do not say where their last items are missing.
_SPARSE = frozenset({"javascript", "lua", "perl", "php", "ruby"})
#: Languages whose functions are distinguished from programs by a parser, not by an expression.
_PARSED = frozenset({"python", "javascript"})
_READS_WORDS = LazyPattern(
    r"arg|ARG|\$[@*1-9{]|\bcommandLine|\bmain\s*\(\s*\w+\s*,\s*\w+\s*\)|char\s*\*\s*\*"
    r"|\bfor\s+\w+\s*(?:;|\bdo\b)|\bString\s*(?:\[\]|\.\.\.)\s*(?P<words>\w+)\s*\)(?=.*\b(?P=words)\b)",
    re.IGNORECASE | re.DOTALL,
)
#: An argument whose words a shell, or the source, takes apart.
_TAKES_APART = LazyPattern(
    r"\bin\s+\$\{?[1-9]|=\(\s*\$\{?[1-9]|split|strtok|scanf|\b(?:Fields|words)\b"
)
_READS_ONE_LINE = LazyPattern(r"eval\s*\(?\s*(?:input|gets|readline)|literal_eval|input\(\)")
_SPLITS_AT_COMMAS = LazyPattern(r"""split\s*\(?\s*(?:["'`/],|\(",)""")
_TAKES_REST = LazyPattern(
    r"\.\.\.|[(,|:a-z ]\*\s*\w+\s*[),|:]|@_|\$_\[|\$#_|\$[@*]"
    r"|&rest\b|\((?:lambda|λ)\s+[a-z]\w*\s*\(|\(define\s*\(\w+\s+\.\s"
)
#: Forms of standard input, the likeliest first.
_FORMS = (
    Input.JSON,
    Input.ONE_LINE,
    Input.LIST,
    Input.LINES,
    Input.HEADED,
    Input.FLAT,
    Input.ROWS,
    Input.ITEMS,
    Input.COUNTED_ITEMS,
    Input.COMMAS,
    Input.ROW,
    Input.BLOCKS,
)
#: Those in which other orders of the arguments are tried.
_REORDERED = (Input.LINES, Input.JSON, Input.ONE_LINE)
MOST_NAMES = 3
#: The option of hosts that shows all numbers as pairs; what a program prints can be read so, too.
COMPLEX_NUMBERS = "--complex-numbers"
#: A result is as long as one of so many lists, or, with these indices, as its own memory, or, of a
#: list that was changed, as the number that was returned.
MOST_LENGTHS, AS_MEMORY, AS_RETURNED = 2, -1, -2
#: The numbers that may stand behind the last item of a result.
_END_MARKS = (0, -1)

_ARITY_TITLES = {
    Arity.ARGS: "f(a, b)",
    Arity.LIST: "f([a, b])",
    Arity.CURRIED: "f(a)(b)",
    Arity.SPREAD: "f(a, *b)",
}
_LENGTHS = {AS_MEMORY: "its memory", AS_RETURNED: "the number that it returns"}
_OUTPUT_TITLES = {
    Output.RETURN: "the value that it returns",
    Output.STDOUT: "what it prints",
    Output.MUTATED: "the list that it changed",
}


def candidate(kind: Kind, convention: Convention) -> Candidate:
    """A convention with its description."""
    if kind is not Kind.FUNCTION:
        form = "the problem's own input"
        if convention.input is not Input.NATIVE:
            form = f"input = {convention.input.value!r}{_order_title(convention)}"
        form += _arrangement_title(convention)
        form += _option_title(convention)
        return Candidate(kind, convention, f"a {kind.value} with {form}")
    call = _ARITY_TITLES[convention.arity]
    named = convention.name + call[1:] if convention.name else call
    title = f"a function called as {named}, answering by {_OUTPUT_TITLES[convention.output]}"
    title += _order_title(convention)
    if convention.input is not Input.NATIVE:
        title += f", input = {convention.input.value!r}"
    title += _arrangement_title(convention)
    if (index := convention.result_length) is not None:
        as_long = _LENGTHS.get(index, f"argument {index + 1}")
        title += f", its result as long as {as_long}"
    if (mark := convention.end_mark) is not None:
        title += f", its result up to the first {mark}"
    title += _option_title(convention)
    if number := convention.length_order:
        title += f", lengths in order {number + 1} of those that fit its parameters"
    return Candidate(kind, convention, title)


def _option_title(convention: Convention) -> str:
    option = convention.host_option.strip("-").replace("-", " ")
    return f", with {option}" if option else ""


def _order_title(convention: Convention) -> str:
    order = ", ".join(str(index + 1) for index in convention.argument_order)
    return f", arguments in the order {order}" if order else ""


def _arrangement_title(convention: Convention) -> str:
    title = f", rows = {convention.rows.value!r}" if convention.rows is not Rows.LISTS else ""
    if names := convention.argument_names:
        title += f", the arguments named {', '.join(names)}"
    if names := convention.field_names:
        title += f", each row an object of {', '.join(names)}"
    return title


def other_candidates(
    source: str, language: Language, kind: Kind, convention: Convention, fixed: Collection[str]
) -> tuple[Candidate, ...]:
    """All but the first, which is ``kind`` and ``convention``.

    ``fixed``: the keys that the manifest settles.
    """
    if kind not in (Kind.PROGRAM, Kind.FUNCTION):
        return ()
    found: list[Candidate] = []
    may_be_other = "kind" not in fixed
    if kind is Kind.FUNCTION:
        is_open = not {"arity", *_ARRANGEMENT_KEYS} & set(fixed)
        compiles = bool(language.host_compile)
        arranged = arranged_calls(source, convention, compiles) if is_open else []
        if is_open:
            options = _host_options(source, language)
            found += [candidate(kind, replace(convention, host_option=one)) for one in options]
        found += [candidate(kind, call) for call, is_shown in arranged if is_shown]
        found += _calls(source, language, convention, fixed)
        found += [candidate(kind, call) for call, is_shown in arranged if not is_shown]
        parsed = language.name in _PARSED
        if may_be_other and not parsed and not _CALL_KEYS & set(fixed):
            program = replace(_bare(convention), input=Input.NATIVE)
            found.append(candidate(Kind.PROGRAM, program))
            found += _forms(source, program, fixed)
    else:
        may_be_other = may_be_other and "input" not in fixed
        # One that is compiled to be called declares what its signs show.
        is_loaded = bool(language.host) and not language.host_compile
        calls: Iterable[Candidate] = ()
        if may_be_other and is_loaded:
            call = _shown_call(source, language, convention)
            found.append(candidate(Kind.FUNCTION, call))
            options = _host_options(source, language) if language.optional else ()
            found += [candidate(Kind.FUNCTION, replace(call, host_option=one)) for one in options]
            if call.output is Output.STDOUT:  # what prints may be a demonstration
                found.append(candidate(Kind.FUNCTION, replace(call, output=Output.RETURN)))
            calls = _calls(source, language, call, fixed)
        options = () if "input" in fixed else _host_options(source, language)
        own = [one for one in options if one == COMPLEX_NUMBERS]
        found += [candidate(kind, replace(convention, host_option=one)) for one in own]
        found += [*_forms(source, convention, fixed), *calls]
    first = candidate(kind, convention)
    return tuple(one for one in dict.fromkeys(found) if one != first)


def _host_options(source: str, language: Language) -> tuple[str, ...]:
    signs = language.optional
    return language.host_options if signs is None or signs.search(source) else ()


def _shown_call(source: str, language: Language, convention: Convention) -> Convention:
    """How a source would be called, by its signs."""
    takes, answers = arity(source, language.name)[0], output(source, language.name)[0]
    return replace(_bare(convention), arity=takes, output=answers)


_CALL_KEYS = frozenset({"arity", "output", "name"})
_ARRANGEMENT_KEYS = frozenset({"input", "rows", "argument_names", "field_names"})


def _bare(convention: Convention) -> Convention:
    """What does not depend on the kind."""
    return Convention(none=convention.none, argument_order=convention.argument_order)


def _forms(source: str, convention: Convention, fixed: Collection[str]) -> Iterator[Candidate]:
    """Other forms of a program's input, those first that the source shows signs of."""
    if "input" in fixed:
        return
    forms = list(_FORMS)
    if _READS_ONE_LINE.search(source):
        forms.sort(key=lambda form: form is not Input.ONE_LINE)
    if _SPLITS_AT_COMMAS.search(source):
        forms.sort(key=lambda form: form is not Input.COMMAS)
    on_command_line = [Input.WORDS, Input.SPLIT_WORDS, Input.ARGV]
    shown = _READS_WORDS.search(source)
    if shown and _TAKES_APART.search(source):
        on_command_line.append(Input.ARGV_LINES)
    if shown and _SPLITS_AT_COMMAS.search(source):
        on_command_line.insert(0, Input.ARGV_COMMAS)
    forms = [*on_command_line, *forms] if shown else [*forms, *on_command_line]
    arranged = [] if _ARRANGEMENT_KEYS & set(fixed) else arranged_forms(source, convention)
    for fed, is_shown in arranged:
        if is_shown:
            yield candidate(Kind.PROGRAM, fed)
    for form in forms:
        yield candidate(Kind.PROGRAM, replace(convention, input=form))
    for fed, is_shown in arranged:
        if not is_shown:
            yield candidate(Kind.PROGRAM, fed)
    if "argument_order" in fixed:
        return
    for form in _REORDERED:
        for order in ORDERS:
            reordered = replace(convention, input=form, argument_order=order)
            yield candidate(Kind.PROGRAM, reordered)


def _calls(
    source: str, language: Language, first: Convention, fixed: Collection[str]
) -> Iterator[Candidate]:
    """Other ways to call a function: where it answers, how it takes arguments, which it is."""
    if language.name in _SPARSE and "output" not in fixed:
        for index in range(MOST_LENGTHS):
            yield candidate(Kind.FUNCTION, replace(first, result_length=index))
    outputs = _outputs(first, fixed)
    # A function that returns nothing answers by what it prints.
    usual = first.output if "output" in fixed else Output.RETURN
    arities = _arities(source, language, first, fixed)
    for answers in outputs[1:]:
        yield candidate(Kind.FUNCTION, replace(first, output=answers))
    if language.pointers and not first.length_order:
        for number in range(1, MOST_ORDERS):
            yield candidate(Kind.FUNCTION, replace(first, length_order=number))
        if re.search(r"\w\s*\*+\s*\w+\s*\(", source):  # it may return a pointer
            for index in (AS_MEMORY, *range(1, MOST_LENGTHS)):
                yield candidate(Kind.FUNCTION, replace(first, result_length=index))
    if language.pointers and "output" not in fixed:
        counted = replace(first, output=Output.MUTATED, result_length=AS_RETURNED)
        yield candidate(Kind.FUNCTION, counted)
        for answers in (first.output, Output.MUTATED):
            for mark in _END_MARKS:
                yield candidate(Kind.FUNCTION, replace(first, output=answers, end_mark=mark))
    for takes in arities[1:]:
        yield candidate(Kind.FUNCTION, replace(first, arity=takes, output=usual))
    if not {"argument_order", "arity"} & set(fixed):
        for order in ORDERS:
            for takes in arities:
                if takes is not Arity.LIST:
                    call = replace(first, arity=takes, output=usual, argument_order=order)
                    yield candidate(Kind.FUNCTION, call)
    if not language.host_compile:
        yield from _changes(first, arities, outputs, fixed)
    if "name" in fixed:
        return
    declared = declared_names(source, language)
    chosen = first.name or preferred_name(declared)
    helpers = called_names(source, declared)
    names = [name for name in reversed(declared) if name != chosen and name not in helpers]
    if not names and chosen in helpers:  # they call one another
        names = [name for name in reversed(declared) if name != chosen]
    names = names[:MOST_NAMES]
    usual_name = preferred_name(declared)  # what mentions it may be no code
    if declared and usual_name not in (chosen, *names):
        names.append(usual_name)
    for name in names:
        for takes in arities:
            call = replace(first, name=name, arity=takes, output=usual)
            yield candidate(Kind.FUNCTION, call)


def _changes(
    first: Convention, arities: Sequence[Arity], outputs: Sequence[Output], fixed: Collection[str]
) -> Iterator[Candidate]:
    """Functions that change a list among arguments that they take in another way."""
    if Output.MUTATED not in outputs or "arity" in fixed:
        return
    changing = replace(first, output=Output.MUTATED)
    for takes in arities[1:]:
        yield candidate(Kind.FUNCTION, replace(changing, arity=takes))
    if "argument_order" not in fixed:
        for order in ORDERS:
            yield candidate(Kind.FUNCTION, replace(changing, argument_order=order))


def _outputs(first: Convention, fixed: Collection[str]) -> list[Output]:
    if "output" in fixed:
        return [first.output]
    return sorted(Output, key=lambda answers: answers is not first.output)


def _arities(
    source: str, language: Language, first: Convention, fixed: Collection[str]
) -> list[Arity]:
    if "arity" in fixed or language.name in _SIDE_BY_SIDE - _OF_WORDS:
        return [first.arity]
    if language.name in _OF_WORDS:  # the items of its last list may be the rest of its words
        return [first.arity, Arity.SPREAD]
    rest = [Arity.SPREAD] if _TAKES_REST.search(source) and not language.host_compile else []
    if language.name in _PARSED and first.arity is Arity.ARGS:
        return [first.arity, *rest]  # it has several parameters
    known = [Arity.ARGS, *rest, Arity.CURRIED, Arity.LIST]
    if language.host_compile:  # a list of different things has no type
        known.remove(Arity.LIST)
    return sorted(known, key=lambda takes: takes is not first.arity)
