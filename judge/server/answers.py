"""The answers that were sent: their steps as they come, kept for a while."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator

from msgspec import Struct, field

from judge.live.task_process import Done, Refusal
from judge.server.grade_answer import AnswerFile, Grading, Settings
from judge.server.task_queue import TaskQueue

#: Answers that are over are kept until there are so many, or so many bytes of their sources and
#: steps; their permanent address is that of their run in the store.
MOST_KEPT = 100
MOST_BYTES = 64 * 2**20


class Answer(Struct, eq=False):
    """One answer and what is known of it: ``steps`` are JSON texts, the last one ends it."""

    number: str
    file: AnswerFile
    steps: list[str] = field(default_factory=list)
    is_over: bool = False
    size: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.size = len(self.file.source)

    def hear(self, message: object) -> None:
        """A message of its process."""
        match message:
            case Done() if self.is_over:
                return
            case Done():
                message = {"type": "refused", "line": "it was not judged to its end"}
            case Refusal(why):
                message = {"type": "refused", "line": why}
        assert isinstance(message, dict)
        if not self.is_over:
            self.is_over = message["type"] in ("refused", "finished")
            self.add(json.dumps(message))

    def add(self, step: str) -> None:
        self.steps.append(step)
        self.size += len(step)
        self.changed.set()
        self.changed = asyncio.Event()

    async def follow(self, start: int) -> AsyncIterator[tuple[int, str]]:
        """Each step from ``start`` on with its number, as it comes, to the last one."""
        number = max(0, start)
        while True:
            changed = self.changed
            while number < len(self.steps):
                yield number, self.steps[number]
                number += 1
            if self.is_over:
                return
            await changed.wait()


class Answers:
    """All answers that are waiting, being judged, or were judged a moment ago."""

    def __init__(self, settings: Settings, queue: TaskQueue) -> None:
        self._settings, self._queue = settings, queue
        self._answers: OrderedDict[str, Answer] = OrderedDict()

    def add(self, file: AnswerFile) -> Answer:
        """Have it judged; raises QueueFull."""
        answer = Answer(secrets.token_urlsafe(9), file)
        self._queue.add(Grading(self._settings, file), answer.hear)
        self._answers[answer.number] = answer
        self._forget()
        return answer

    def find(self, number: str) -> Answer | None:
        return self._answers.get(number)

    def waiting_before(self, answer: Answer) -> int:
        return self._queue.place_of(answer.hear)

    def _forget(self) -> None:
        """The oldest of those that are over, while there are too many."""
        over = [answer for answer in self._answers.values() if answer.is_over]
        room = sum(answer.size for answer in over)
        for count, answer in zip(range(len(over), 0, -1), over, strict=True):
            if count <= MOST_KEPT and room <= MOST_BYTES:
                return
            del self._answers[answer.number]
            room -= answer.size
