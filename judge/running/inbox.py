"""Messages from a worker: one read takes all that have come.

``Connection.recv`` needs two reads for a message, and a third call to know whether there is another
one. A judge with tiny cases takes a thousand messages a second.
"""

from __future__ import annotations

import os
import pickle
import struct
from collections import deque
from typing import Any

from judge.running.worker_process import Answers

#: The most that one read takes: bytes.
READ = 1 << 18
_HEADER, _LONG_HEADER = struct.Struct("!i"), struct.Struct("!Q")


class Inbox:
    """Takes over the receiving half of a connection of multiprocess, whose format this reads."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        #: What was read of a message that has not come as a whole.
        self._rest = bytearray()
        self._messages: deque[bytes] = deque()
        #: Answers that came in one message.
        self._answers: deque[Any] = deque()

    def __len__(self) -> int:
        """How many messages were read and not taken; 0 if there is nothing to take."""
        return len(self._messages) + len(self._answers)

    def read(self) -> None:
        """Read once, and wait only if there is nothing yet. Raises EOFError at the end, and
        OSError."""
        data = os.read(self._connection.fileno(), READ)
        if not data:
            raise EOFError
        self._rest += data
        self._divide()

    def take(self) -> Any:
        """The next message, or the next of the answers in one; there must be one."""
        if not self._answers:
            message = _message(self._messages.popleft())
            if not isinstance(message, Answers):
                return message
            self._answers.extend(message.answers)
        return self._answers.popleft()

    def _divide(self) -> None:
        """Move whole messages out of what was read."""
        begin, rest = 0, self._rest
        while len(rest) >= begin + 4:
            (size,) = _HEADER.unpack_from(rest, begin)
            start = begin + 4
            if size == -1:
                if len(rest) < start + 8:
                    break
                (size,) = _LONG_HEADER.unpack_from(rest, start)
                start += 8
            if len(rest) < start + size:
                break
            begin = start + size
            self._messages.append(bytes(rest[start:begin]))
        del rest[:begin]


def _message(data: bytes) -> Any:
    try:
        return pickle.loads(data)
    except (pickle.UnpicklingError, AttributeError, ImportError, TypeError):
        return _any_object(data)


def _any_object(data: bytes) -> Any:
    """What only the pickler of multiprocess could write."""
    from multiprocess.reduction import ForkingPickler

    return ForkingPickler.loads(data)
