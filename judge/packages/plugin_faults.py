"""Faults of a plug-in, caught in one way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.common.errors import JudgeError, shown_path
from judge.plugin import IllegalAnswer, InputError, Undecodable

#: What a plug-in raises, by its contract, to refuse an input or an answer.
REFUSALS = (InputError, Undecodable, IllegalAnswer)
_JUDGE = Path(__file__).parents[1]


class PluginFault(JudgeError):
    """A plug-in raised what its contract does not allow."""


@contextmanager
def calling_plugin(
    method: str = "",
    *,
    allowed: tuple[type[Exception], ...] = (),
    path: Path | None = None,
    detail: str = "",
    located: bool = False,
) -> Iterator[None]:
    """Any exception in here becomes a PluginFault, except JudgeError and those ``allowed``.

    The message names the method where it is given, and ``path``, the file that the plug-in read.
    ``detail`` ends it in brackets; ``located`` has it end with the line that raised.
    """
    try:
        yield
    except (Exception, SystemExit) as error:
        if isinstance(error, (JudgeError, *allowed)):
            raise
        culprit = f"the plug-in's {method}" if method else "the plug-in"
        end = detail or (_line_of(error) if located else "")
        message = f"{culprit} raised {type(error).__name__}: {error}" + (f" ({end})" if end else "")
        raise PluginFault(message, path) from error


def _line_of(error: BaseException) -> str:
    """File and line of the innermost call outside the judge."""
    trace, found = error.__traceback__, ""
    while trace:
        path = Path(trace.tb_frame.f_code.co_filename)
        if not path.is_relative_to(_JUDGE):
            found = f"{shown_path(path)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found
