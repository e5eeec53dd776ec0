"""Sources with the suffix of Python that only Python 2 can run."""

from __future__ import annotations

import ast
import re
import warnings

#: How Python 3 begins to complain of what was right in Python 2.
_COMPLAINTS = (
    "Missing parentheses in call to 'print'",
    "Missing parentheses in call to 'exec'",
    "multiple exception types must be parenthesized",
)
#: Functions that Python 3 has not.
_GONE = frozenset({"raw_input", "xrange"})
#: What a source that both can run asks before it calls them.
_ASKS = re.compile(r"\b(version\w*|NameError|except|hasattr|PY2|PY3|six)\b")


def line_of_python_2(source: str) -> int | None:
    """The line, from 1, that shows that a source is Python 2; None if none does."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source.removeprefix("\ufeff"))
    except SyntaxError as error:
        return error.lineno if error.msg.startswith(_COMPLAINTS) else None
    except (ValueError, RecursionError, MemoryError):
        return None
    if _ASKS.search(source) or not any(name in source for name in _GONE):
        return None
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in _GONE]
    own = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return min((node.lineno for node in names if node.id not in own), default=None)
