"""How a process ends, whatever a plug-in's call has put in the place of ``os._exit``."""

from __future__ import annotations

import os
import posix
from collections.abc import Callable
from functools import wraps
from typing import NoReturn, ParamSpec, Protocol

#: ``os._exit`` itself, which is another function during a call of a plug-in.
END_PROCESS = os._exit

P = ParamSpec("P")


class _End(Protocol):
    def __call__(self, status: int) -> NoReturn: ...


def exit_with(end: _End) -> None:
    """Put a function in the place of ``os._exit``, and of ``posix._exit``, which it is from."""
    os._exit = posix._exit = end


def ending(body: Callable[P, None]) -> Callable[P, None]:
    """The body of a forked process, however it is left: multiprocess then calls ``os._exit``.

    A signal may have ended a call of a plug-in while it was begun, with the function in place that
    refuses to exit. The fork would then go on as a second process of the one that has started it.
    """

    @wraps(body)
    def whole(*arguments: P.args, **named: P.kwargs) -> None:
        try:
            body(*arguments, **named)
        finally:
            exit_with(END_PROCESS)

    return whole
