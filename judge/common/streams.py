"""Standard output and standard error of the judge: a failed write does not stop a run.

All text that is printed passes through here. Invisible characters are marked, except newlines, tabs
and, on a terminal, the colours that the judge sets. The first failed write is recorded, and later
output is dropped: the results are still in the store and in the report.
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

#: The exit status that a shell reports for a process killed by SIGPIPE.
CLOSED_PIPE = 141
#: The highest descriptor that every program inherits.
_STANDARD = 2

_COLOUR = re.compile(r"(\x1b\[[0-9;]{1,5}m)")


class Stream(io.TextIOBase):
    """A standard stream whose writes never raise; ``failure`` is the first error, or None."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._instead: Stream | None = None
        self.failure: OSError | None = None

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._stream.encoding or "utf-8"

    def divert(self, other: Stream) -> None:
        """Send text to another stream; ``write_bytes`` still writes to this one."""
        self._instead = other

    def write(self, text: str) -> int:
        if self._instead is not None:
            return self._instead.write(text)
        return self.write_bare(_shown(text, self.isatty()))

    def write_bare(self, text: str) -> int:
        """Write unmarked text, for a progress bar, which moves the cursor."""
        self._attempt(lambda: self._stream.write(text))
        return len(text)

    def write_bytes(self, data: bytes) -> None:
        """Write a whole file, such as a report with ``--report -``."""

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
        """Drop buffered output, which would fail again when the interpreter exits."""
        with suppress(OSError, ValueError):
            _lead_nowhere(self._stream.fileno())


class Bar:
    """The stream that a progress bar draws on: ``stream`` without marks."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = stream.encoding

    def __eq__(self, other: object) -> bool:
        """Text hides the bar only if both are on the same stream."""
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
    """``sys.stdout`` and ``sys.stderr`` as Streams while a command runs. What foreign code writes
    to descriptor 1 meanwhile is dropped, and it may close 1 and 2."""
    _reserve()
    before, own = (sys.stdout, sys.stderr), (sys.__stdout__, sys.__stderr__)
    with (
        _on_a_copy(_opened(sys.stdout, 1), 1) as moved,
        _on_a_copy(_opened(sys.stderr, 2), 2) as copied,
    ):
        out, err = Stream(moved), Stream(copied)
        sys.stdout, sys.stderr = cast(TextIO, out), cast(TextIO, err)
        if own[0] is before[0]:  # Python asks this one for the size of the terminal
            sys.__stdout__ = _lent(moved)  # type: ignore[misc, assignment]
        if own[1] is before[1] and before[1] is not None:
            sys.__stderr__ = _lent(before[1])  # type: ignore[misc, assignment]
        try:
            yield out, err
        finally:
            out.flush()
            err.flush()
            sys.stdout, sys.stderr = before
            sys.__stdout__, sys.__stderr__ = own  # type: ignore[misc]


def _lent(stream: TextIO) -> TextIO:
    """The same descriptor for foreign code, which may close this stream."""
    number = _descriptor(stream)
    if number is None or number < 0:
        return stream
    return open(number, "w", encoding=stream.encoding, errors="replace", closefd=False)


@contextmanager
def _on_a_copy(stream: TextIO, number: int) -> Iterator[TextIO]:
    """A stream of descriptor ``number`` on a copy of it; another stream as it is. Meanwhile
    descriptor 1 leads nowhere."""
    if _descriptor(stream) != number:
        yield stream
        return
    stream.flush()
    with os.fdopen(os.dup(number), "w", encoding=stream.encoding, errors="replace") as own:
        if isinstance(stream, io.TextIOWrapper):
            own.reconfigure(
                line_buffering=stream.line_buffering, write_through=stream.write_through
            )
        if number == 1:
            _lead_nowhere(1)
        try:
            yield own
        finally:
            if number == 1:
                os.dup2(own.fileno(), 1)


@contextmanager
def shared_output() -> Iterator[None]:
    """While a program runs that may print for the user: a browser in the terminal."""
    own = _descriptor(sys.stdout) if isinstance(sys.stdout, Stream) else None
    if own is None or own == 1:
        yield
        return
    sys.stdout.flush()
    nowhere = os.dup(1)
    os.dup2(own, 1)
    try:
        yield
    finally:
        os.dup2(nowhere, 1)
        os.close(nowhere)


def drop_output() -> None:
    """Of a process that is not to print: whatever is written to its standard output is dropped."""
    _lead_nowhere(1)
    own = _descriptor(sys.stdout) if isinstance(sys.stdout, Stream) else None
    if own is not None and own != 1:
        _lead_nowhere(own)


def _descriptor(stream: TextIO | Stream) -> int | None:
    """The number of a stream's descriptor; None for one that writes elsewhere, as in a notebook."""
    try:
        return stream.fileno()
    except OSError:
        return None


def _lead_nowhere(number: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
    os.dup2(nowhere, number, inheritable=number <= _STANDARD)
    os.close(nowhere)


def results_to_standard_error() -> None:
    """Reserve standard output for a file, and print results on standard error."""
    if isinstance(sys.stdout, Stream) and isinstance(sys.stderr, Stream):
        sys.stdout.divert(sys.stderr)


def write_standard_output(data: bytes) -> None:
    """Write a file to standard output; raises OSError only outside ``guarded``."""
    if isinstance(sys.stdout, Stream):
        sys.stdout.write_bytes(data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def has_lost_output() -> bool:
    """Whether standard output has failed: whoever goes on only to print may end."""
    return isinstance(sys.stdout, Stream) and sys.stdout.failure is not None


def is_closed_pipe(failure: OSError) -> bool:
    """Whether the reader closed the pipe, as ``head`` does; that is not an error."""
    return failure.errno == errno.EPIPE


def _reserve() -> None:
    """Open something that fails on each standard descriptor that is closed. Otherwise the next file
    that is opened, such as the store, would get its number and everything that is printed."""
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
        stream.reconfigure(
            errors="replace"
        )  # characters that the terminal cannot show become ``?``
    return stream


def _shown(text: str, colours: bool) -> str:
    if not colours:
        return plain(text)
    parts = _COLOUR.split(text)
    return "".join(part if i % 2 else plain(part) for i, part in enumerate(parts))
