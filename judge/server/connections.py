"""How many connections the server keeps open: who opens many and asks nothing holds up nobody."""

from __future__ import annotations

import asyncio
import resource

from uvicorn.protocols.http.h11_impl import H11Protocol

#: At most so many, and at most this share of the files that a process may open.
MOST_CONNECTIONS, SHARE_OF_FILES = 500, 2
#: The same of connections that wait to be taken, which are taken all at once.
MOST_WAITING, SHARE_OF_WAITING = 100, 8


class BoundedConnection(H11Protocol):
    """A connection. When there are too many, the oldest one that waits for nothing is closed."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.begun_s = asyncio.get_running_loop().time()
        if len(self.connections) >= share_of_files(MOST_CONNECTIONS, SHARE_OF_FILES):
            open_ones = [one for one in self.connections if isinstance(one, BoundedConnection)]
            idle = [one for one in open_ones if one.is_idle]
            leaving = min(idle, key=lambda one: one.begun_s).transport if idle else transport
            leaving.abort()
        super().connection_made(transport)

    @property
    def is_idle(self) -> bool:
        """Whether none of its requests is being answered."""
        return self.cycle is None or self.cycle.response_complete


def share_of_files(most: int, share: int) -> int:
    """So many, or fewer where a process may not open so many files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most if files < 0 else min(most, files // share)
