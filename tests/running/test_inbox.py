"""Messages of a worker, however they are cut into pieces on their way."""

from __future__ import annotations

import os
from multiprocessing import Pipe
from typing import Any

import multiprocess
import pytest

from judge.running.inbox import Inbox
from judge.running.worker_process import Answers, send


@pytest.fixture
def ends() -> Any:
    ours, theirs = multiprocess.get_context("fork").Pipe()
    yield ours, theirs
    ours.close()
    theirs.close()


def taken(inbox: Inbox) -> list[Any]:
    return [inbox.take() for _ in range(len(inbox))]


def test_one_read_takes_all_that_has_come(ends: Any) -> None:
    ours, theirs = ends
    inbox = Inbox(ours)
    for number in range(50):
        send(theirs, (number, "x" * number))
    inbox.read()
    assert taken(inbox) == [(number, "x" * number) for number in range(50)]
    assert not inbox


def test_answers_that_come_in_one_message_are_taken_one_by_one(ends: Any) -> None:
    ours, theirs = ends
    inbox = Inbox(ours)
    for message in ("first", Answers((2, [3])), Answers((4,)), "last"):
        send(theirs, message)
    inbox.read()
    found = []
    while inbox:
        found.append(inbox.take())
    assert found == ["first", 2, [3], 4, "last"]


def test_a_message_that_comes_in_pieces_is_whole_in_the_end() -> None:
    reader, writer = os.pipe()
    ours, theirs = Pipe()
    send(theirs, ["first", b"a" * 300])
    send(theirs, "second")
    raw = os.read(ours.fileno(), 1 << 16)
    for cut in range(1, len(raw)):
        inbox = Inbox(os.fdopen(os.dup(reader), "rb", buffering=0))
        os.write(writer, raw[:cut])
        inbox.read()
        before = taken(inbox)
        os.write(writer, raw[cut:])
        inbox.read()
        assert [*before, *taken(inbox)] == [["first", b"a" * 300], "second"], cut
    for number in (reader, writer):
        os.close(number)


def test_a_message_longer_than_a_read_is_taken_whole(ends: Any) -> None:
    ours, theirs = ends
    inbox, long = Inbox(ours), b"b" * 3_000_000
    child = os.fork()
    if child == 0:  # a pipe does not hold so much
        send(theirs, long)
        os._exit(0)
    while not inbox:
        inbox.read()
    os.waitpid(child, 0)
    assert inbox.take() == long


def test_what_only_the_pickler_of_multiprocess_writes_is_read(ends: Any) -> None:
    ours, theirs = ends

    class Local:
        def __init__(self, value: int) -> None:
            self.value = value

    send(theirs, Local(7))
    inbox = Inbox(ours)
    inbox.read()
    assert inbox.take().value == 7


def test_messages_that_came_before_the_end_are_kept(ends: Any) -> None:
    ours, theirs = ends
    inbox = Inbox(ours)
    send(theirs, 1)
    theirs.close()
    inbox.read()
    assert taken(inbox) == [1]
    with pytest.raises(EOFError):
        inbox.read()
