"""Starts the server, and ends it so that no process is left."""

from __future__ import annotations

import errno
import secrets
import socket
from collections.abc import Callable
from contextlib import closing

import uvicorn

from judge import sandbox
from judge.common.errors import JudgeError
from judge.server.access import TOKEN, Access
from judge.server.app import MOST_ANSWERS, MOST_PAGES, Queues, application
from judge.server.connections import (
    MOST_WAITING,
    SHARE_OF_WAITING,
    BoundedConnection,
    share_of_files,
)
from judge.server.grade_answer import Settings
from judge.server.pages import problem_names
from judge.server.task_queue import TaskQueue

#: Nobody else can reach it there.
LOOPBACK = "127.0.0.1"
#: How long open connections may go on after an interrupt, in seconds.
GRACE_S = 1


def serve(settings: Settings, port: int, tell: Callable[[str], bool]) -> None:
    """Serve until an interrupt, which is raised again as KeyboardInterrupt.

    ``tell`` is given the address to open, and says whether somebody has learnt it; otherwise this
    returns at once. Raises JudgeError if the port is taken, if there are no problems, or if there
    is no sandbox.
    """
    if settings.sandbox == "none":
        raise JudgeError("--sandbox none is for solutions you trust: judge serve takes any")
    sandbox.choose(settings.sandbox)
    if not problem_names(settings.problems_root):
        raise JudgeError("contains no problem: name the folder", settings.problems_root)
    with closing(_listening(port)) as listener:
        access = Access(secrets.token_urlsafe(24), listener.getsockname()[1])
        queues = Queues(TaskQueue(MOST_ANSWERS), TaskQueue(MOST_PAGES))
        try:
            config = uvicorn.Config(
                application(settings, queues, access),
                http=BoundedConnection,
                backlog=share_of_files(MOST_WAITING, SHARE_OF_WAITING),
                log_level="critical",
                lifespan="on",
                server_header=False,
                timeout_graceful_shutdown=GRACE_S,
                proxy_headers=False,
            )
            if tell(f"http://{LOOPBACK}:{access.port}/?{TOKEN}={access.token}"):
                uvicorn.Server(config).run(sockets=[listener])
        finally:
            queues.end()


def _listening(port: int) -> socket.socket:
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((LOOPBACK, port))
        found.listen(MOST_WAITING)
    except OSError as error:
        found.close()
        if error.errno == errno.EADDRINUSE:
            raise JudgeError(
                f"port {port} is in use: name another with --port, or 0 for a free one"
            ) from error
        raise JudgeError(f"port {port} cannot be used: {error.strerror}") from error
    return found
