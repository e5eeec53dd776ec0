"""What a source shows of how it takes lists of rows and several arguments: signs of strings such as
``2/2``, keys of objects, flat lists; and the conventions that follow, for a trial to find."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from judge.common.lazy_pattern import LazyPattern
from judge.model import Arity, Convention, Input, Rows

SPLITS_AT_SLASHES = LazyPattern(
    r"""["'`/(|{]\s?\\?/\s?["'`)|}]|(?:%d|[d+]\))\\?/(?:%|\\?\()|#\\/|\?/|\\/|\bchar\s+\w+[;,].*>>"""
)
_STEPS_BY_TWO = LazyPattern(
    r"::\s?2\b|\b2\s?\*|\*\s?2\b|//?\s?2\b|>>\s?1|<<\s?1|\+=\s?2|\b(?:slice|chunk|chunks|chunksOf|partition"
    r"|sliding|grouped|windowed|chunked|batched)\W{1,2}2|step 2|array_chunk|each_slice"
)
#: What takes a picture apart into its lines, or counts in it.
_SPLITS_AT_LINES = LazyPattern(
    r"""(?:split|lines|indexOf|index|find|search|explode|strchr|strcspn|preg_\w+)\W{0,4}(?:\w+,\s?)?["'`/(]?"""
    r"""(?:\\n|\n|10\b)|\blines\b|\bsplitlines\b|\beach_line\b|\bLines\b"""
)
#: Keys of objects in the ways that languages write them.
_KEYS = LazyPattern(
    r"""\[\s*(?:"(?P<double>[A-Za-z_]\w*)"|'(?P<single>[A-Za-z_]\w*)'|:(?P<symbol>[a-z_]\w*))\s*\]"""
    r"""|\.(?:get|dig|fetch)\(\s*["':](?P<got>[A-Za-z_]\w*)|(?:->|\])\{["']?(?P<arrow>[A-Za-z_]\w*)["']?\}"""
    r"""|(?!\$this\b)\$\w+(?:\[[^\]]*\])*\??->(?P<property>[A-Za-z_]\w*)\b(?!\s*\()"""
    r"""|\$\w+\{["']?(?P<dollar>[A-Za-z_]\w*)["']?\}"""
    r"""|(?<![\w.])(?!(?:sys|math|Math|JSON|os|console|process|Object|Array|itertools|it)\b)"""
    r"""[A-Za-z_]\w*(?:\[\w+\])*\.(?P<field>[A-Za-z_]\w*)\b(?!\s*[(.`\[{])"""
)
_DESTRUCTURED = LazyPattern(r"[(,\[]\s*\{([^{}]*)\}\s*(?=[,)\]=])")
_DESTRUCTURED_NAME = re.compile(r"\s*(\w+)\s*(?::\s*\w+\s*)?(?:=.*)?", re.DOTALL)
_KEYWORDS = LazyPattern(
    r"(?:->\s*\(?|\bdef\s+\w+\s*\(?)((?:\s*\w+:\s*(?=[,)\n{]),?)+)|\bdef\s+\w+\(\*,([\w\s,:\[\].]+)\)"
)
#: What a source adds to objects by itself.
_DEFINED = LazyPattern(r"\b(?:def|get|sub|function)\s+(\w+)|\b(?:self|this)\.(\w+)\s*=[^=]")
_NO_FIELDS = frozenset(
    "length size keys values prototype stdin stdout argv env first last len".split()
)
MOST_KEYS = 6
#: Other orders of two and of three arguments; those of as many as the problem has are tried.
ORDERS = ((1, 0), (2, 1, 0), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1))
#: What reads a value of a type, in a language that writes rows of two numbers as tuples.
_READS_VALUES = LazyPattern(r"\breadLn\b|\bread\s*(?:<\$>|\.|\$)|\bmap\s+read\b")
#: Four parameters or more, as languages that are compiled write them.
_MANY_PARAMETERS = LazyPattern(
    r"\((?:[^(){};,]*,){3}|\((?:[^(){};,*\[]*[*\[][^(){};,]*,){2}|(?:\b[A-Za-z]\w*'?\s+){4,12}=|(?:->[^>=]*){4}|\bfun(?:\s+\w+){4}"
)


def keys_of(source: str) -> tuple[str, ...]:
    """The keys of the objects that a source takes apart, in their order; none if they are many."""
    if keywords := _KEYWORDS.search(source):
        return tuple(re.findall(r"(\w+)\s*(?::[^,]*)?(?:,|$)", keywords[1] or keywords[2]))
    found: list[tuple[int, str]] = []
    shown = [*_KEYS.finditer(source)]
    if explicit := [one for one in shown if not one["field"]]:
        shown = explicit
    own = {name for one in _DEFINED.findall(source) for name in one}
    for one in shown:
        name = next(name for name in one.groups() if name)
        if name not in _NO_FIELDS | own:
            found.append((one.start(), name))
    for one in _DESTRUCTURED.finditer(source):
        items = one[1].rstrip().removesuffix(",").split(",")
        inside = [_DESTRUCTURED_NAME.fullmatch(item) for item in items]
        if all(inside):
            found += [(one.start(1) + at, item[1]) for at, item in enumerate(inside) if item]
    names = tuple(dict.fromkeys(name for _, name in sorted(found)))
    return names if len(names) <= MOST_KEYS else ()


def _named(source: str, convention: Convention) -> Iterator[Convention]:
    """The keys as those of the arguments, of the rows, or of both; also in the other order."""
    keys = keys_of(source)
    for count in (0, *range(len(keys), 0, -1)):
        for one, other in ((keys[:count], keys[count:]), (keys[count:], keys[:count])):
            is_likely = len(keys) == 1 or len(one) != 1 != len(other)
            if is_likely and (count or one is keys[:count]):
                yield replace(convention, argument_names=one, field_names=other)
    for count in (0, len(keys)):
        if len(keys) == 2:
            other = keys[::-1]
            yield replace(convention, argument_names=other[:count], field_names=other[count:])
    if len(keys) == 4:  # two arguments with rows of two, each pair in either order
        for one, other in ((keys[:2], keys[2:]), (keys[2:], keys[:2])):
            for names, fields in ((one, other[::-1]), (one[::-1], other), (one[::-1], other[::-1])):
                yield replace(convention, argument_names=names, field_names=fields)


def arranged_calls(source: str, first: Convention, compiles: bool) -> list[tuple[Convention, bool]]:
    """Calls of a function with other values, and whether the source shows signs of each. A function
    that must be compiled for each has objects for its rows anyway, and shows how much it takes."""
    call = replace(first, arity=Arity.ARGS)
    found: list[tuple[Convention, bool]] = []
    if SPLITS_AT_SLASHES.search(source):
        found.append((replace(call, input=Input.SLASHES), True))
        found.append((replace(call, rows=Rows.SLASHES), True))
        found.append((replace(call, rows=Rows.SLASHES, input=Input.COMMAS), True))
        if first.arity is not Arity.ARGS:
            found.append((replace(first, rows=Rows.SLASHES), True))
            found.append((replace(first, input=Input.SLASHES), True))
    if _SPLITS_AT_LINES.search(source):
        found.append((replace(call, input=Input.ITEMS), True))
    if not compiles:
        found += [(one, True) for one in _named(source, call)]
    fields = replace(first, rows=Rows.FIELDS)
    found.append((fields, True))
    if not compiles:
        found += [(replace(fields, argument_order=order), True) for order in ORDERS]
    if not compiles or _MANY_PARAMETERS.search(source):
        found.append((replace(first, rows=Rows.COLUMNS), False))
    if not compiles:
        found.append((replace(first, rows=Rows.TRANSPOSED), False))
    if _STEPS_BY_TWO.search(source):
        found.append((replace(first, rows=Rows.FLAT), False))
    return found


def arranged_forms(source: str, program: Convention) -> list[tuple[Convention, bool]]:
    """Forms of a program's input with other values, and whether the source shows signs of each."""
    found: list[tuple[Convention, bool]] = []

    def add(form: Input, rows: Rows, is_shown: bool) -> None:
        found.append((replace(program, input=form, rows=rows), is_shown))

    if SPLITS_AT_SLASHES.search(source):
        found.append((replace(program, input=Input.SLASHES), True))
        for form in (Input.COMMAS, Input.JSON, Input.ARGV_LINES, Input.ARGV_COMMAS):
            add(form, Rows.SLASHES, True)
    for one in _named(source, program):
        found.append((replace(one, input=Input.JSON), True))
        if not one.argument_names:
            found.append((replace(one, input=Input.ONE_LINE), True))
    if _READS_VALUES.search(source):
        add(Input.JSON, Rows.TUPLES, True)
        add(Input.LIST, Rows.TUPLES, True)
    add(Input.JSON, Rows.COLUMNS, False)
    add(Input.LINES, Rows.COLUMNS, False)
    add(Input.JSON, Rows.TRANSPOSED, False)
    for form in (Input.JSON, Input.ONE_LINE, Input.ARGV):
        add(form, Rows.FIELDS, False)
    if _STEPS_BY_TWO.search(source):
        add(Input.JSON, Rows.FLAT, False)
        add(Input.ARGV, Rows.FLAT, False)
    if re.search(r"arg|ARG", source):
        found.append((replace(program, input=Input.ARGV_LINES), False))
        add(Input.ARGV, Rows.COLUMNS, False)
    return found
