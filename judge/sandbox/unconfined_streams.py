"""The pipes of a command that runs without a sandbox."""

from __future__ import annotations

import os
import selectors
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field

from judge.model import Limits
from judge.sandbox.unconfined_crossing import Conversation

CHUNK = 1 << 16
#: How long to wait at most before the command's usage is looked at: seconds.
LOOK_S = 0.02
#: How long to wait for another command to read.
RETRY_S = 0.001


class Stream(Struct):
    """What has been read from one pipe so far."""

    limit: int
    tail: bool = False
    seen: int = 0
    data: bytearray = field(default_factory=bytearray)
    #: Of the standard output of a command that converses with another one.
    talk: Conversation | None = None
    paused: bool = False

    def add(self, chunk: bytes) -> None:
        if not chunk or (self.talk is not None and self.talk.drops):
            return
        self.seen += len(chunk)
        self.data += chunk
        if self.tail:
            del self.data[: -self.limit]
        else:
            del self.data[self.limit :]
        if self.talk is not None:
            self.talk.note(self.seen)
            self.talk.pass_on(self.data)


def paced(selector: selectors.BaseSelector, streams: dict[int, Stream]) -> float:
    """For how long to wait. What cannot be passed on is not read either."""
    wait_s = LOOK_S
    for fd, stream in streams.items():
        if stream.talk is None:
            continue
        stream.talk.pass_on(stream.data)
        full = stream.talk.is_full(stream.data)
        if full:
            wait_s = RETRY_S
        if full and fd in selector.get_map():
            stream.paused = True
            selector.unregister(fd)
        elif stream.paused and not full:
            stream.paused = False
            selector.register(fd, selectors.EVENT_READ)
    return wait_s


def write_some(fd: int, pending: memoryview) -> memoryview:
    try:
        return pending[os.write(fd, pending[:CHUNK]) :] if pending else pending
    except BlockingIOError:
        return pending
    except BrokenPipeError:
        return memoryview(b"")


def read_some(fd: int, stream: Stream) -> bool:
    """Read available data; false at the end of the stream or if there is none now."""
    try:
        chunk = os.read(fd, CHUNK)
    except BlockingIOError:
        return False
    stream.add(chunk)
    if not chunk and stream.talk is not None:
        stream.talk.note_close()
    return bool(chunk)


def read_rest(streams: dict[int, Stream], limits: Limits) -> None:
    for fd, stream in streams.items():
        while stream.seen <= limits.output_bytes and read_some(fd, stream):
            pass


def has_written_too_much(streams: Iterable[Stream], limits: Limits) -> bool:
    """Of standard output and standard error together, or of the result. ``streams`` has them in
    this order."""
    out, err, reply = (stream.seen for stream in streams)
    return out + err > limits.output_bytes or reply > limits.output_bytes


def written_bytes(scratch: Path, given: Iterable[str]) -> int:
    """The size of the files that a command has left in its folder, without those that it was given
    and what is hidden at the top: libraries and virtual machines keep caches there."""
    skipped, total = {*given}, 0
    for name, folders, files in os.walk(scratch):
        folder = Path(name).relative_to(scratch)
        folders[:] = [one for one in folders if folder.parts or one[0] != "."]
        for path in (folder / one for one in files):
            with suppress(OSError):
                if path.parts[0][0] != "." and path.as_posix() not in skipped:
                    total += (scratch / path).lstat().st_size
    return total
