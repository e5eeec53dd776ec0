"""What methods of a plug-in return, checked: a wrong type is a fault of the method, with its line.

Without the checks a forgotten ``return`` would show itself far from its cause, and a float or NaN
for a score would make a wrong answer right.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from fractions import Fraction
from functools import update_wrapper
from pathlib import Path
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar

from judge.common.errors import shown_path
from judge.common.safe_text import one_line
from judge.packages.plugin_faults import PluginFault, message_text, said_by
from judge.plugin import Best, Fate, Mutant, Score

Method = Callable[..., Any]
P = ParamSpec("P")
R = TypeVar("R")

#: Halves of characters, which no file can hold, and where an object is in memory.
_SURROGATE, _ADDRESS = re.compile("[\ud800-\udfff]"), re.compile(r" at 0x[0-9a-f]+")
#: The largest score, in bits: Python prints no number of more than 4,300 digits.
LARGEST_BITS = 14_000
_INT = frozenset({int})
#: How much of a wrong value is shown, in characters.
SHOWN = 60


def _blaming(
    check: Callable[Concatenate[Method, Any, P], R],
) -> Callable[Concatenate[Method, Any, P], R]:
    """The check, where the value's own methods, such as ``__hash__``, may raise anything."""

    def checked(method: Method, value: Any, /, *more: P.args, **named: P.kwargs) -> R:
        try:
            return check(method, value, *more, **named)
        except PluginFault:
            raise
        except (Exception, SystemExit) as error:
            said = (
                f"returned a value of class {type(value).__name__}, which raised {said_by(error)}"
            )
            raise PluginFault(f"the plug-in's {_named(method)} {said}{_where(method)}") from error

    return update_wrapper(checked, check)


@_blaming
def score(method: Method, value: Any) -> Score:
    """An exact number: a float would compare inexactly, and NaN neither misses nor beats."""
    if type(value) is int and value.bit_length() <= LARGEST_BITS:
        return value
    if not is_score(value):
        exact = isinstance(value, int | Fraction) and not isinstance(value, bool)
        wanted = "a number of at most 4,000 digits" if exact else "an int or a Fraction"
        _refuse(method, value, wanted)
    return _exact(value)


def _exact(value: Score) -> Score:
    """The same number without a class of the author's own, such as an IntEnum, whose operators may
    do anything and which no other process knows."""
    if isinstance(value, Fraction):
        top, bottom = value.numerator, value.denominator
        return value if type(value) is Fraction else Fraction(top, bottom)
    return int.__int__(value)


def is_score(value: Any) -> bool:
    """An exact number that can be printed."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return False
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= LARGEST_BITS


@_blaming
def comparison(method: Method, value: Any) -> str | None:
    """None for a right answer, else what is wrong with it, which may be empty."""
    if value is True:
        return None
    if value is False:
        return ""
    if not isinstance(value, str) or not value:
        _refuse(method, value, "True, False or a message")
    return message_text(value)


@_blaming
def best(method: Method, value: Any, scored: bool) -> Best[Any]:
    if not isinstance(value, Best):
        _refuse(method, value, "a Best")
    if scored and not is_score(value.score):
        _refuse(method, value, "a Best whose score is an int or a Fraction")
    if not scored or value.score is None or type(value.score) is int:
        return value
    exact: Best[Any] = dataclasses.replace(value, score=_exact(value.score))
    return exact


@_blaming
def text(method: Method, value: Any) -> str:
    if not isinstance(value, str):
        _refuse(method, value, "a str")
    exact = str.__str__(value)
    if not exact.isascii() and _SURROGATE.search(exact):
        _refuse(method, exact, "a str of characters that UTF-8 has")
    return exact


def text_within(method: Method, value: Any, most: int) -> str:
    """A text of at most so many characters."""
    exact = text(method, value)
    if len(exact) > most:
        said = f"returned {len(exact):,} characters, and an input may have {most:,}"
        raise PluginFault(f"the plug-in's {_named(method)} {said}{_where(method)}")
    return exact


@_blaming
def arguments(method: Method, value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        _refuse(method, value, "a list")
    return list(value)


@_blaming
def size(method: Method, value: Any) -> tuple[int, ...]:
    if type(value) is tuple and {*map(type, value)} <= _INT:
        return value
    whole = isinstance(value, tuple | list) and all(
        isinstance(number, int) and not isinstance(number, bool) for number in value
    )
    if not whole:
        _refuse(method, value, "a tuple of ints")
    return tuple(int.__int__(number) for number in value)


def instance(method: Method, value: Any) -> Any:
    """An instance that a hunt or a proof may keep in a set."""
    instance_hash(method, value)
    return value


@_blaming
def instance_hash(method: Method, value: Any) -> int:
    """The hash of such an instance."""
    parsed(method, value)
    try:
        return hash(value)
    except TypeError:
        _refuse(method, value, "a hashable instance, such as a tuple or a frozen dataclass")


@_blaming
def count(method: Method, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        _refuse(method, value, "an int from 0")
    return int.__int__(value)


@_blaming
def role(method: Method, value: Any) -> int | None:
    if value is not None and (isinstance(value, bool) or value not in (0, 1)):
        _refuse(method, value, "0, 1 or None")
    return None if value is None else int(value)


@_blaming
def parsed(method: Method, value: Any) -> Any:
    if value is None:
        _refuse(method, value, "an instance")
    return value


@_blaming
def items(method: Method, value: Any) -> Iterable[Any]:
    if not isinstance(value, Iterable):
        _refuse(method, value, "an iterable of instances")
    return value


def refuse_more(method: Method, most: int) -> NoReturn:
    """Raise PluginFault: a method goes on and on."""
    said = f"gave more than {most:,} instances for one, and must end"
    raise PluginFault(f"the plug-in's {_named(method)} {said}{_where(method)}")


@_blaming
def variant(method: Method, value: Any) -> tuple[str, Any]:
    if not isinstance(value, tuple) or len(value) != 2 or not isinstance(value[0], str):
        _refuse(method, value, "pairs of a name and an instance")
    return str.__str__(value[0]), instance(method, value[1])


@_blaming
def mutant(method: Method, value: Any) -> Mutant:
    if not isinstance(value, Mutant):
        _refuse(method, value, "Mutants")
    if not isinstance(value.fate, Fate):
        _refuse(method, value, "Mutants with a Fate")
    if not all(isinstance(one, str) for one in (value.name, value.text, value.rule)):
        _refuse(method, value, "Mutants whose name, text and rule are strs")
    return value


def place_of_method(method: Method) -> str:
    """File and line where a method begins; empty for one that is not written in Python."""
    code = getattr(inspect.unwrap(method), "__code__", None)
    return f"{shown_path(Path(code.co_filename))}:{code.co_firstlineno}" if code else ""


def _refuse(method: Method, value: Any, wanted: str) -> NoReturn:
    shown = f"a value of class {type(value).__name__}"
    with suppress(Exception, SystemExit):  # the value is of the author's own type
        text = repr(value)
        if not _ADDRESS.search(text):
            shown = one_line(text, SHOWN)
    said = f"the plug-in's {_named(method)} returned {shown}, and must return {wanted}"
    raise PluginFault(f"{said}{_where(method)}")


def _named(method: Method) -> str:
    return getattr(method, "__name__", "method")


def _where(method: Method) -> str:
    place = place_of_method(method)
    return f" ({place})" if place else ""
