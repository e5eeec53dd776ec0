"""What a signal handler calls to end a wait for other processes."""

from __future__ import annotations

import os
import select
from typing import Self


class WakeUp:
    """Can be waited for together with connections: it is readable once it has been called."""

    def __init__(self) -> None:
        self.called = False

    def __enter__(self) -> Self:
        self._reader, self._writer = os.pipe()
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._reader)
        os.close(self._writer)

    def __call__(self) -> None:
        if not self.called:
            self.called = True
            os.write(self._writer, b"!")

    def wait(self, seconds: float) -> None:
        """Return after that time, or at once when it is called."""
        waiting = select.poll()
        waiting.register(self._reader, select.POLLIN)
        waiting.poll(seconds * 1000)

    def fileno(self) -> int:
        return self._reader
