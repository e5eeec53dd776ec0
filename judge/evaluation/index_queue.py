"""A queue of indices of cases, of which there may be a million."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator


class IndexQueue:
    """Indices in the order in which they are taken, in four bytes each."""

    def __init__(self, indices: Iterable[int]) -> None:
        self._indices = array("I", indices)
        self._first = 0

    def __len__(self) -> int:
        return len(self._indices) - self._first

    def __iter__(self) -> Iterator[int]:
        return (self._indices[place] for place in range(self._first, len(self._indices)))

    def __contains__(self, index: int) -> bool:
        return index in iter(self)

    def __getitem__(self, place: int) -> int:
        """The index at a place from 0 on; raises IndexError."""
        return self._indices[self._first + place]

    def popleft(self) -> int:
        """Take the first index; raises IndexError."""
        index = self[0]
        self._first += 1
        return index

    def remove(self, index: int) -> None:
        """Remove an index; raises ValueError if it is not there."""
        del self._indices[self._indices.index(index, self._first)]

    def clear(self) -> None:
        """Remove all."""
        self._indices, self._first = array("I"), 0

    def extend(self, indices: Iterable[int]) -> None:
        """Add indices at the end."""
        self._indices.extend(indices)
