"""Checks a plug-in's class against the contract: demanded methods, their parameters, attributes."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.safe_text import one_line
from judge.packages.problem_plugin import FILE, ProblemPlugin
from judge.plugin import PLAIN_READING, Goal, contract

DEMANDED = ("parse", "decode")
#: How similar a name must be to that of a method to be taken for a typing error, from 0 to 1; and
#: to that of a method that is demanded and missing.
SIMILAR, DEMANDED_SIMILAR = 0.84, 0.7

_PROTOCOLS = (
    contract.Plugin,
    contract.Optimisation,
    contract.Comparison,
    contract.Functions,
    contract.InputText,
    contract.AnswerFile,
    contract.Sizes,
    contract.Generation,
    contract.EnumerableBelow,
    contract.Enumerable,
    contract.Canonical,
    contract.Drawing,
    contract.PairDrawing,
    contract.Sketch,
    contract.Batch,
    contract.Divides,
    contract.Explains,
    contract.Mutable,
    contract.Mutates,
    contract.Metamorphic,
    contract.Arena,
    contract.ArenaDrawing,
)
#: Every method that the judge may call, as the contract declares it.
METHODS: Mapping[str, Callable[..., Any]] = {
    name: member
    for protocol in _PROTOCOLS
    for name, member in vars(protocol).items()
    if inspect.isfunction(member) and not name.startswith("_")
}
#: Methods that return several values one after the other.
ITERATES = frozenset(
    name
    for name, member in METHODS.items()
    if "Iter" in str(inspect.signature(member).return_annotation)
)
ATTRIBUTES = ("goal", "unit", "readings", "strict", "css", "roles")


def checked_plugin(own: Any, folder: Path) -> ProblemPlugin:
    """The plug-in that an object of the author's class is; raises JudgeError."""
    check = _Check(own, folder / FILE)
    check.methods()
    return ProblemPlugin(folder, own, check.goal(), check.unit(), check.readings(), check.css())


class _Check:
    """Looks at one object; every method raises JudgeError for what is wrong."""

    def __init__(self, own: Any, path: Path) -> None:
        self._own = own
        self._path = path
        self._name = type(own).__name__

    def methods(self) -> None:
        present = {name for name in METHODS if self._defines(name)}
        for name in sorted(present):
            self._check_method(name)
        for name in DEMANDED:
            if name not in present:
                raise self._error(f"lacks {name!r}{self._similar(name)}")
        if not present & {"score", "compare"}:
            near = self._similar("score") or self._similar("compare")
            raise self._error(
                "lacks 'score', for answers with a best score, or 'compare', for answers that are "
                f"right or wrong{near}"
            )
        if {"score", "compare"} <= present:
            raise self._error("has both 'score' and 'compare': keep the one that decides")
        self._refuse_near_misses(present)

    def goal(self) -> Goal | None:
        scored = self._defines("score")
        value = getattr(self._own, "goal", None)
        if value is None:
            if scored:
                raise self._error("lacks 'goal': write goal = Goal.MAXIMISE or Goal.MINIMISE")
            return None
        names = [goal.value for goal in Goal]
        if isinstance(value, str) and value in names:
            value = Goal(value)
        if isinstance(value, Goal):
            return value if scored else None
        hint = did_you_mean(value, names) if isinstance(value, str) else ""
        raise self._wrong("goal", "Goal.MAXIMISE or Goal.MINIMISE", value, hint)

    def unit(self) -> Fraction:
        value = getattr(self._own, "unit", 1)
        exact = isinstance(value, int | Fraction) and not isinstance(value, bool)
        if not exact or value <= 0:
            raise self._wrong("unit", "an int or a Fraction above 0, such as Fraction(1, 2)", value)
        return Fraction(value)

    def readings(self) -> tuple[str, ...]:
        value = getattr(self._own, "readings", (PLAIN_READING,))
        named = isinstance(value, tuple | list) and all(isinstance(r, str) and r for r in value)
        if not named or not value or len({*value}) < len(value):
            wanted = "a tuple of distinct strings, such as ('0-indexed', '1-indexed')"
            raise self._wrong("readings", wanted, value)
        return tuple(value)

    def css(self) -> str:
        value = getattr(self._own, "css", "")
        if not isinstance(value, str):
            raise self._wrong("css", "a text", value)
        return value

    def _defines(self, name: str) -> bool:
        """A class that inherits from a Protocol has its empty methods."""
        member = inspect.getattr_static(type(self._own), name, None)
        return hasattr(self._own, name) and member is not METHODS[name]

    def _check_method(self, name: str) -> None:
        method = getattr(self._own, name)
        if not callable(method):
            raise self._error(f"{name!r} must be a method, not {self._shown(method)}")
        self._refuse_deferred(name, method)
        _, *parameters = inspect.signature(METHODS[name]).parameters
        try:
            inspect.signature(method).bind(*parameters)
        except TypeError:
            line = self._line(method)
            wanted = f"it is called as {name}({', '.join(parameters)})"
            raise self._error(f"{name!r} has other parameters: {wanted}", line) from None
        except ValueError:
            pass  # not written in Python: its parameters are not known

    def _refuse_deferred(self, name: str, method: Any) -> None:
        """A method that returns at once, without what it computes."""
        if inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method):
            raise self._error(f"{name!r} must not be async", self._line(method))
        if name not in ITERATES and inspect.isgeneratorfunction(method):
            said = f"{name!r} must return its result, and contains yield"
            raise self._error(said, self._line(method))

    def _refuse_near_misses(self, present: set[str]) -> None:
        missing = [*(METHODS.keys() - present), *(a for a in ATTRIBUTES if not self._has(a))]
        for name in self._public():
            if name in METHODS or name in ATTRIBUTES:
                continue
            if near := difflib.get_close_matches(name, missing, 1, SIMILAR):
                line = self._line(getattr(self._own, name))
                raise self._error(
                    f"has {name!r}, which the judge never uses: did you mean {near[0]!r}? "
                    f"(if not, rename it to {'_' + name!r})",
                    line,
                )

    def _similar(self, name: str) -> str:
        others = [other for other in self._public() if other not in METHODS]
        near = difflib.get_close_matches(name, others, 1, DEMANDED_SIMILAR)
        return f": it has {near[0]!r}" if near else ""

    def _public(self) -> list[str]:
        return [name for name in dir(self._own) if not name.startswith("_")]

    def _has(self, name: str) -> bool:
        return hasattr(self._own, name)

    def _line(self, method: Any) -> int | None:
        code = getattr(inspect.unwrap(method), "__code__", None)
        if code is None or Path(code.co_filename).absolute() != self._path.absolute():
            return None
        line: int = code.co_firstlineno
        return line

    def _wrong(self, name: str, wanted: str, value: Any, hint: str = "") -> JudgeError:
        message = f"{name!r} must be {wanted}, not {self._shown(value)}"
        return self._error(message + (f": {hint}" if hint else ""))

    def _shown(self, value: Any) -> str:
        try:
            return one_line(repr(value), 60)
        except Exception:  # it is of the author's own type
            return f"a value of class {type(value).__name__}"

    def _error(self, message: str, line: int | None = None) -> JudgeError:
        verb = message if message.startswith(("lacks", "has")) else f": {message}"
        joined = f"class {self._name} {verb}" if verb is message else f"class {self._name}{verb}"
        return JudgeError(joined, self._path, line)
