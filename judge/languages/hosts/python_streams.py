"""Standard input and output of a task in a process that has many, in memory. Both behave as on
pipes: what one file has read into its buffer another does not find, and none can be sought in."""

import errno
import io
import os
import sys

#: What opens standard input anew; the path does so on a descriptor of its own.
DESCRIPTOR, PATH = 0, "/dev/stdin"
TEXT, BINARY = ("r", "rt", "tr"), ("rb", "br")


class Given:
    """The input of a task: what nobody has read yet, and whether descriptor 0 is closed."""

    def __init__(self, data=b""):
        self.data, self.at, self.is_closed = data, 0, False

    def file(self, name, closes=False):
        """A buffered file; ``closes``: descriptor 0 with it."""
        return io.BufferedReader(Source(self, name, closes))


class Source(io.RawIOBase):
    mode = "rb"

    def __init__(self, given, name, closes):
        self.given, self.name, self.closes = given, name, closes

    def readable(self):
        return True

    def fileno(self):
        return 0 if self.name != PATH else os._exit(1)

    def readinto(self, room):
        given = self.given
        if given.is_closed and self.name != PATH:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        part = given.data[given.at : given.at + len(room)]
        given.at += len(part)
        room[: len(part)] = part
        return len(part)

    def close(self):
        if self.closes and not self.closed:
            self.given.is_closed = True
        super().close()


class Sink(io.RawIOBase):
    """Descriptor 1; what was written is kept in ``parts``."""

    mode, name = "wb", "<stdout>"

    def __init__(self):
        self.parts = []

    def writable(self):
        return True

    def fileno(self):
        return 1

    def write(self, data):
        self.parts.append(bytes(data))
        return len(data)


class Output:
    """Standard output, and what came out of it."""

    def __init__(self):
        self.sink = Sink()
        self.buffer = io.BufferedWriter(self.sink)
        self.text = text_on(self.buffer, "w")

    def taken(self):
        """All that was written, once the task has ended: what waits in a buffer, too."""
        for one in (self.text, self.buffer):
            try:  # noqa: SIM105  (nothing is loaded for this file alone)
                one.flush()
            except ValueError:  # closed, or no longer that of the buffer
                pass
        whole = b"".join(self.sink.parts)
        self.sink.parts.clear()
        return whole


def text_on(buffer, mode):
    """Standard input or output as Python makes it for a process."""
    text = io.TextIOWrapper(buffer, sys.__stderr__.encoding, "surrogateescape")
    text.mode = mode
    return text


def opener(given):
    """``open`` for the task that is ``given()`` this; another file might be there for the next
    task, too."""

    def open(
        file,
        mode="r",
        buffering=-1,
        encoding=None,
        errors=None,
        newline=None,
        closefd=True,
        opener=None,
    ):
        is_descriptor = type(file) is int and file == DESCRIPTOR
        is_path = type(file) is str and file == PATH and closefd is True
        known = buffering == -1 and opener is None and mode in TEXT + BINARY
        if not known or not (is_descriptor or is_path) or (is_path and given().is_closed):
            os._exit(1)
        if given().is_closed:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        if mode in BINARY and (encoding or errors or newline):
            os._exit(1)
        buffer = given().file(file, is_descriptor and bool(closefd))
        if mode in BINARY:
            return buffer
        text = io.TextIOWrapper(buffer, encoding, errors, newline)
        text.mode = mode
        return text

    open.__module__ = "_io"
    return open
