"""The addresses of the server, and what each answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from judge.common.errors import JudgeError
from judge.live.task_process import Refusal, Work
from judge.model import Kind
from judge.report.html import page
from judge.server.access import Access, Guard
from judge.server.answers import Answer, Answers
from judge.server.grade_answer import AnswerFile, Settings
from judge.server.pages import (
    FrontPage,
    PluginSheet,
    ProblemPage,
    ReportPage,
    Saving,
    Which,
    fault_page,
    problem_names,
)
from judge.server.rates import Rate, RateLimit
from judge.server.save_solution import UNNAMED, suffix_of
from judge.server.task_queue import QueueFull, TaskQueue

_HERE = Path(__file__).parent
#: The largest answer: bytes.
MOST_BYTES = 1 << 20
#: How many answers, and how many pages, may wait.
MOST_ANSWERS, MOST_PAGES = 50, 50
#: After how many seconds to try again while the queue is full.
RETRY_S = 5
#: So often a stream without news is written to, in seconds: a client that has gone is noticed.
ALIVE_S = 15.0
#: How long a client may take to send an answer, in seconds.
BODY_S = 30.0

Handler = Callable[[Request], Awaitable[Response]]


class Queues(Struct, frozen=True):
    """One for answers, one for pages, so that a page need not wait for an answer."""

    answers: TaskQueue
    pages: TaskQueue

    def end(self) -> None:
        self.answers.end()
        self.pages.end()


class Server:
    """What the addresses do."""

    def __init__(self, settings: Settings, queues: Queues, rate: Rate) -> None:
        self._settings = settings
        self._queues = queues
        self._answers = Answers(settings, queues.answers)
        self._limit = RateLimit(rate, time.monotonic)

    def routes(self) -> list[Route]:
        return [
            Route("/", _with_errors(self.front)),
            Route("/problems/{name}", _with_errors(self.problem)),
            Route("/problems/{name}/drawings.css", _with_errors(self.plugin_sheet)),
            Route("/{which:str}/{number:int}", _with_errors(self.report)),
            Route("/static/style.css", _with_errors(_style)),
            Route("/static/serve.js", _with_errors(_script)),
            Route("/api/answers", _with_errors(self.send), methods=["POST"]),
            Route("/api/answers/{number}/steps", _with_errors(self.steps)),
            Route("/api/answers/{number}/save", _with_errors(self.save), methods=["POST"]),
            Route("/{path:path}", _with_errors(_no_page)),
        ]

    def listen(self) -> None:
        self._queues.answers.listen()
        self._queues.pages.listen()

    async def front(self, request: Request) -> Response:
        return HTMLResponse(await self._made(FrontPage(self._settings)))

    async def problem(self, request: Request) -> Response:
        name = request.path_params["name"]
        return HTMLResponse(await self._made(ProblemPage(self._settings, name)))

    async def plugin_sheet(self, request: Request) -> Response:
        text = await self._made(PluginSheet(self._settings, request.path_params["name"]))
        return Response(text, media_type="text/css")

    async def report(self, request: Request) -> Response:
        which, number = request.path_params["which"], request.path_params["number"]
        if which not in {one.value for one in Which} or number >= 2**62:
            raise JudgeError("there is no such page")
        return HTMLResponse(await self._made(ReportPage(self._settings, Which(which), number)))

    async def send(self, request: Request) -> Response:
        """An answer: its bytes are the body. Checked before the body is read."""
        if wait_s := self._limit.wait_s(request.client.host if request.client else ""):
            return _later(429, "too many answers", wait_s)
        problem, suffix, declared = self._described(request)
        source = await asyncio.wait_for(_body(request), BODY_S)
        if source is None:
            return PlainTextResponse(f"an answer has at most {MOST_BYTES:,} bytes\n", 413)
        if not source:
            return PlainTextResponse("the answer is empty\n", 400)
        answer = self._answers.add(AnswerFile(problem, UNNAMED, suffix, source, declared))
        waiting = self._answers.waiting_before(answer)
        return JSONResponse({"number": answer.number, "waiting": waiting}, 202)

    def _described(self, request: Request) -> tuple[str, str, dict[str, str]]:
        """Problem, suffix and what is declared; raises JudgeError."""
        query = request.query_params
        problem = query.get("problem", "")
        if problem not in problem_names(self._settings.problems_root):
            raise JudgeError(f"there is no problem {problem[:80]!r}")
        declared = {"language": query.get("language", ""), "kind": query.get("kind", "")}
        kinds = {kind.value for kind in Kind if kind is not Kind.OUTPUT}
        if declared["kind"] and declared["kind"] not in kinds:
            raise JudgeError(f"kind is one of {', '.join(sorted(kinds))}, or empty")
        suffix = suffix_of(declared["language"])
        return problem, suffix, {key: value for key, value in declared.items() if value}

    async def steps(self, request: Request) -> Response:
        """The steps of an answer as server-sent events, from the one after ``Last-Event-ID``."""
        answer = self._answers.find(request.path_params["number"])
        if answer is None:
            return _unknown_answer()
        last = request.headers.get("last-event-id", "")[:18]
        start = int(last) + 1 if last.isdecimal() else 0
        return StreamingResponse(_events(answer, start), media_type="text/event-stream")

    async def save(self, request: Request) -> Response:
        answer = self._answers.find(request.path_params["number"])
        if answer is None:
            return _unknown_answer()
        name = request.query_params.get("name", "")
        path = await self._made(Saving(self._settings, answer.file, name))
        return PlainTextResponse(f"saved as {path}\n", 201)

    async def _made(self, work: Work) -> str:
        """What a process of its own sends; raises JudgeError."""
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def hear(message: object) -> None:
            if future.done():
                return
            if isinstance(message, Refusal):
                future.set_exception(JudgeError(message.message))
            elif isinstance(message, str):
                future.set_result(message)

        self._queues.pages.add(work, hear)
        return await future


def application(
    settings: Settings, queues: Queues, access: Access, rate: Rate | None = None
) -> Starlette:
    """The server as an ASGI application."""
    server = Server(settings, queues, rate or Rate())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        server.listen()
        yield

    guard = Middleware(Guard, access=access)
    return Starlette(routes=server.routes(), middleware=[guard], lifespan=lifespan)


def _with_errors(handler: Handler) -> Handler:
    """What a handler raises, as an answer in one line."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except JudgeError as error:
            if "text/html" in request.headers.get("accept", ""):
                return HTMLResponse(fault_page(str(error)), 404)
            return PlainTextResponse(f"{error}\n", 404 if request.method == "GET" else 400)
        except QueueFull:
            return _later(503, "too many answers are waiting", RETRY_S)
        except TimeoutError:
            return PlainTextResponse("the answer was sent too slowly\n", 408)
        except ClientDisconnect:
            return Response(status_code=400)

    return handle


async def _no_page(request: Request) -> Response:
    raise JudgeError("there is no such page")


def _later(status: int, why: str, wait_s: int) -> Response:
    said = f"{why}: try again in {wait_s} s\n"
    return PlainTextResponse(said, status, {"retry-after": str(wait_s)})


def _unknown_answer() -> Response:
    return PlainTextResponse("there is no such answer, or it was long ago\n", 404)


async def _body(request: Request) -> bytes | None:
    """The body; None, and the rest of it is not read, if it is too large."""
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length[:20]) > MOST_BYTES:
        return None
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > MOST_BYTES:
            return None
    return bytes(data)


async def _events(answer: Answer, start: int) -> AsyncIterator[str]:
    """Server-sent events; a comment where there is no news for a while."""
    steps = answer.follow(start)
    coming = asyncio.ensure_future(anext(steps, None))
    try:
        while True:
            await asyncio.wait((coming,), timeout=ALIVE_S)
            if not coming.done():
                yield ": waiting\n\n"
                continue
            if (found := coming.result()) is None:
                return
            yield f"id: {found[0]}\ndata: {found[1]}\n\n"
            coming = asyncio.ensure_future(anext(steps, None))
    finally:
        coming.cancel()


async def _style(request: Request) -> Response:
    return Response(_sheet(), media_type="text/css")


@cache
def _sheet() -> str:
    """The style of reports, and what the pages here add to it."""
    parts = (Path(page.__file__).parent / "style.css", _HERE / "static" / "serve.css")
    return "".join(part.read_text(encoding="utf-8") for part in parts)


async def _script(request: Request) -> Response:
    text = (_HERE / "static" / "serve.js").read_text(encoding="utf-8")
    return Response(text, media_type="text/javascript")
