"""Standard output and standard error as the judge writes to them: a fault of theirs stops no run.

Every text passes here on its way to a terminal, a log or a pipe. What cannot be seen is marked, but
for newlines, tabs and, on a terminal, our own colours. A write that fails is noted, and what comes
after it is dropped: results are still kept in the store and in the report.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO, cast

from judge.common.safe_text import plain

#: The exit status of a process that SIGPIPE has ended, as a shell tells it.
CLOSED_PIPE = 141

_COLOUR = re.compile(r"(\x1b\[[0-9;]{1,5}m)")


class Stream(io.TextIOBase):
    """A standard stream that never raises for a write; ``failure`` is the first fault, if any."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._instead: Stream | None = None
        self.failure: OSError | None = None

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._stream.encoding or "utf-8"

    def divert(self, other: Stream) -> None:
        """Send texts to another stream: only ``write_bytes`` still writes here."""
        self._instead = other

    def write(self, text: str) -> int:
        if self._instead is not None:
            return self._instead.write(text)
        return self.write_bare(_shown(text, self.isatty()))

    def write_bare(self, text: str) -> int:
        """As it is, for a progress bar, which moves the cursor."""
        self._attempt(lambda: self._stream.write(text))
        return len(text)

    def write_bytes(self, data: bytes) -> None:
        """A whole file, such as a report that is asked for on standard output."""

        def write() -> None:
            self._stream.flush()
            self._stream.buffer.write(data)
            self._stream.flush()

        self._attempt(write)

    def flush(self) -> None:
        self._attempt(self._stream.flush)

    def isatty(self) -> bool:
        return self._instead.isatty() if self._instead is not None else self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()

    def writable(self) -> bool:
        return True

    def _attempt(self, write: Callable[[], object]) -> None:
        if self.failure is not None:
            return
        try:
            write()
        except OSError as error:
            self.failure = error
            self._drop()

    def _drop(self) -> None:
        """What waits in a buffer must not fail once more when the interpreter ends."""
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


class Bar:
    """The stream that a progress bar draws on: ``stream`` without marks."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = stream.encoding

    def __eq__(self, other: object) -> bool:
        """The bar gives way to a text only on the stream that it stands on."""
        return other is self or other is self._stream

    def __hash__(self) -> int:
        return hash(self._stream)

    def write(self, text: str) -> int:
        if isinstance(self._stream, Stream):
            return self._stream.write_bare(text)
        return self._stream.write(text)

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()


@contextmanager
def guarded() -> Iterator[tuple[Stream, Stream]]:
    """``sys.stdout`` and ``sys.stderr`` as Streams, as long as a command runs."""
    _reserve()
    before = sys.stdout, sys.stderr
    out, err = (Stream(_opened(stream, number)) for number, stream in enumerate(before, 1))
    sys.stdout, sys.stderr = cast(TextIO, out), cast(TextIO, err)
    try:
        yield out, err
    finally:
        out.flush()
        err.flush()
        sys.stdout, sys.stderr = before


def results_to_standard_error() -> None:
    """Leave standard output to a file that is written into it."""
    if isinstance(sys.stdout, Stream) and isinstance(sys.stderr, Stream):
        sys.stdout.divert(sys.stderr)


def write_standard_output(data: bytes) -> None:
    """Write a file into standard output; raises OSError only where that is not guarded."""
    if isinstance(sys.stdout, Stream):
        sys.stdout.write_bytes(data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def is_closed_pipe(failure: OSError) -> bool:
    """Whether the reader has seen enough, such as ``head``: no fault, and told by nobody."""
    return failure.errno == errno.EPIPE


def _reserve() -> None:
    """Put something that fails in place of a standard descriptor that is closed: the next file that
    is opened, such as the store, would get its number, and what is printed."""
    for number, mode in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_RDONLY)):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, mode)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)


def _opened(stream: TextIO | None, number: int) -> TextIO:
    if stream is None:  # it was closed when the interpreter started
        return open(number, "w", encoding="utf-8", errors="replace", closefd=False)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")  # a terminal that lacks a character shows ``?``
    return stream


def _shown(text: str, colours: bool) -> str:
    if not colours:
        return plain(text)
    parts = _COLOUR.split(text)
    return "".join(part if i % 2 else plain(part) for i, part in enumerate(parts))
