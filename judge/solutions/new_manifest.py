"""``judge new``: writes a manifest beside a source.

Every key is commented out, with its default value if it has one, so that a new manifest changes
nothing until its author removes a ``#``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from judge.common.errors import JudgeError
from judge.common.safe_text import one_line
from judge.languages import detect
from judge.model import VARIANTS, Input, Kind, Output, Problem
from judge.plugin import base_of, shape_of
from judge.solutions import variants
from judge.solutions.load import OUTPUT_SUFFIX, language_of, read_source

INFERRED = "by default inferred from all cases"


def text(path: Path, problem: Problem, readings: tuple[str, ...]) -> str:
    """The manifest's text; raises JudgeError for a source that can't be read or has no language."""
    rows = [
        f"# How {one_line(path.name)} is judged on {one_line(problem.name)}. Remove a # to set "
        "the key after it."
    ]
    for key, value, why in _keys(path, problem, readings):
        rows.append(one_line(f"# {key} = {value}" + (f"  # {why}" if why else "")))
    return "\n".join(rows) + "\n"


def write(path: Path, content: str) -> Path:
    """Put a manifest beside a source; raises JudgeError where there is one."""
    target = path.with_suffix(".toml")
    if variants.find_variant(path):
        raise JudgeError(f"is a variant: its keys are in {VARIANTS}", path)
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(content)
    except FileExistsError as error:
        raise JudgeError("already exists: edit it, or remove it first", target) from error
    except OSError as error:
        raise JudgeError(f"cannot be written: {error.strerror}", target) from error
    return target


def _keys(
    path: Path, problem: Problem, readings: tuple[str, ...]
) -> Iterator[tuple[str, str, str]]:
    """(key, value as TOML, why) of each key that fits the source."""
    source = read_source(path).decode("utf-8", "replace")
    if path.suffix == OUTPUT_SUFFIX:
        yield "case", f'"{problem.cases[0].name}"', "the case that it answers"
    else:
        yield from _running(path, source)
    bases = {base_of(reading) for reading in readings}
    if len(bases) > 1:
        yield "base", "0", f"or 1; {INFERRED}"
    shapes = list(dict.fromkeys(map(shape_of, readings)))
    if len(shapes) > 1:
        yield "shape", f'"{shapes[0]}"', f"{_or(shapes[1:])}; {INFERRED}"
    if len(shapes) > 1 and path.suffix != OUTPUT_SUFFIX:
        yield "none", '"-1"', "for example: what means nobody, beside null, None and the like"
    yield "expect", '"AC"', ""
    for key in ("author", "url", "note"):
        yield key, '""', ""
    yield "date", "2026-01-31", "for example: the day it was posted"


def _running(path: Path, source: str) -> Iterator[tuple[str, str, str]]:
    language, why_language = language_of(path, source)
    kind, why = detect.kind(source, language.name)
    yield "language", f'"{language.name}"', why_language
    yield "kind", f'"{kind.value}"', why
    if kind is Kind.FUNCTION:
        arity, why = detect.arity(source, language.name)
        yield "arity", f'"{arity.value}"', why
        output, why = detect.output(source, language.name)
        yield "output", f'"{output.value}"', f"{why}; {_or(o.value for o in Output if o != output)}"
    else:
        yield "input", f'"{Input.NATIVE.value}"', _or(i.value for i in list(Input)[1:])


def _or(values: Iterable[str]) -> str:
    return "or " + ", ".join(f'"{value}"' for value in values)
