"""Bytes are stored once, and one question says of many whether they are there."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from judge.store import blobs
from judge.store.blobs import Blobs, read_blob
from judge.store.schema import connect


def digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def test_one_question_finds_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blobs, "AT_ONCE", 3)
    connection = connect(tmp_path / "store.sqlite")
    first = Blobs(connection)
    there = [first.number(b"%d" % number) for number in range(4)]
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    second = Blobs(connection)  # another run: it has no ids in memory
    digests = [digest(b"%d" % number) for number in range(6)]
    assert second.missing(digests) == set(digests[4:])
    assert len(asked) == 2
    assert [second.number(b"%d" % number) for number in range(4)] == there
    assert len(asked) == 2  # their ids came with the answers
    assert second.missing(digests[:4]) == set()
    assert len(asked) == 2
    connection.close()


def test_what_was_missing_is_stored_by_its_digest(tmp_path: Path) -> None:
    connection = connect(tmp_path / "store.sqlite")
    kept = Blobs(connection)
    [missing] = kept.missing([digest(b"new")])
    kept.add({missing: b"new"})
    assert kept.missing([missing]) == set()
    assert read_blob(connection, kept.number(b"new")) == b"new"
    connection.close()
