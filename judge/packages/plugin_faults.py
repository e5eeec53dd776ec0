"""What is said when a plug-in raises."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from judge.common.errors import JudgeError


def raised(error: Exception) -> str:
    """What a fault of the plug-in's is called."""
    return f"the plug-in raised {type(error).__name__}: {error}"


@contextmanager
def blaming_the_plugin() -> Iterator[None]:
    """Whatever a plug-in raises in here becomes a JudgeError."""
    try:
        yield
    except JudgeError:
        raise
    except Exception as error:
        raise JudgeError(raised(error)) from error
