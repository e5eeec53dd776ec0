"""Records that are pickled as the values of their fields.

Executions travel from workers by the hundred thousand. A frozen dataclass with slots is pickled by
functions of ``dataclasses`` that look its fields up each time, which takes several times as long.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def pickled_by_values(kind: type[T]) -> type[T]:
    """Decorates a dataclass with two fields or more, all of them arguments of its constructor."""
    names = [field.name for field in dataclasses.fields(kind)]  # type: ignore[arg-type]
    values = attrgetter(*names)

    def reduce(self: T) -> tuple[type[T], tuple[Any, ...]]:
        return kind, values(self)

    kind.__reduce__ = reduce  # type: ignore[method-assign, assignment]
    return kind
