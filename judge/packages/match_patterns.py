"""``match`` in ``generators.yaml``: regular expressions that must be found in files of a case.

They are of the package's author, and may take exponential time: they are looked for in a process of
their own, with a limit.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import warnings
from collections.abc import Iterator, Mapping, Sequence

from judge.common.safe_text import one_line
from judge.common.yaml_lines import YamlMapping
from judge.packages.generated_data import GeneratedCase, Pattern

KEY = "match"
#: Files that may be looked at, and what a message calls them.
FILES = {"in": "input", "ans": "answer"}
#: As BAPCtools has them: ``^`` and ``$`` are at every line, ``.`` matches its end too.
FLAGS = re.MULTILINE | re.DOTALL
#: What all expressions of one file may use: seconds of CPU time, bytes of memory.
CPU_S, MEMORY_BYTES = 10, 8 << 30
_FOUND, _NOT_FOUND = b"1", b"0"


def read_patterns(own: YamlMapping) -> tuple[Pattern, ...]:
    """The expressions of a case; raises JudgeError with the line of the one that is none.

    A text or a list of texts is for the input; a mapping has one for ``in`` and one for ``ans``.
    """
    if not own.has(KEY):
        return ()
    if not isinstance(own.values[KEY], YamlMapping):
        return tuple(_pattern(own, KEY, "in", text) for text in _texts(own, KEY))
    by_file = own.child(KEY)
    by_file.refuse_unknown(frozenset(FILES))
    return tuple(
        _pattern(by_file, suffix, suffix, text)
        for suffix in FILES
        if by_file.has(suffix)
        for text in _texts(by_file, suffix)
    )


def _texts(own: YamlMapping, key: str) -> tuple[str, ...]:
    value = own.values[key]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return (own.written[key],)
    return (value,) if isinstance(value, str) else own.strings(key)


def _pattern(own: YamlMapping, key: str, suffix: str, text: str) -> Pattern:
    try:
        with warnings.catch_warnings(action="ignore"):
            re.compile(text, FLAGS)
    except (re.error, OverflowError, RecursionError) as error:
        said = f"{key}: {_shown(text)} is not a regular expression: {error}"
        raise own.error(key, said) from error
    return Pattern(suffix, text, own.lines.get(key))


def unmatched(case: GeneratedCase, files: Mapping[str, bytes]) -> Iterator[tuple[int | None, str]]:
    """What is not as ``match`` asks for, with its line. ``files``: those of the case, by suffix."""
    for suffix, said in FILES.items():
        wanted = [pattern for pattern in case.patterns if pattern.suffix == suffix]
        if not wanted:
            continue
        if suffix not in files:
            yield wanted[0].line, f"{case.name}: match: it has no {said}"
            continue
        results = _search([pattern.text for pattern in wanted], files[suffix])
        for pattern, result in zip(wanted, results, strict=True):
            if result is None:
                why = f"cannot be looked for within {CPU_S} s: write a simpler one"
                yield pattern.line, f"{case.name}: match: {_shown(pattern.text)} {why}"
            elif not result:
                why = f"is not in its {said}: change the case, or the expression"
                yield pattern.line, f"{case.name}: match: {_shown(pattern.text)} {why}"


def _shown(text: str) -> str:
    return repr(one_line(text, 60))


def _search(patterns: Sequence[str], content: bytes) -> list[bool | None]:
    """Whether each expression is found; None from the one on that takes too long."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        _search_and_exit(patterns, content, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        answers = file.read()
    os.waitpid(pid, 0)
    found: list[bool | None] = [answer == _FOUND[0] for answer in answers]
    return found + [None] * (len(patterns) - len(found))


def _search_and_exit(patterns: Sequence[str], content: bytes, writer: int) -> None:
    """Write a byte for each expression, and end this process."""
    try:
        for number in (signal.SIGXCPU, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        _limit(resource.RLIMIT_CPU, CPU_S)
        _limit(resource.RLIMIT_AS, MEMORY_BYTES)
        text = content.decode("utf-8", "replace").replace("\r\n", "\n")
        for pattern in patterns:
            is_found = re.search(pattern, text, FLAGS) is not None
            os.write(writer, _FOUND if is_found else _NOT_FOUND)
    finally:
        os._exit(0)


def _limit(kind: int, most: int) -> None:
    """Lower a limit of this process, never above the hard one."""
    hard = resource.getrlimit(kind)[1]
    value = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (value, hard))
