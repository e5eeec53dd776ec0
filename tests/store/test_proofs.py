"""Proofs in a store that something has damaged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.store.proofs import ProofStore, plugin_digest

FIX = "name another store, or move this file away"


def damaged(
    tmp_path: Path, proved: object = 7, bound: str = "[2, 3]", answers: object = b""
) -> Path:
    """A store with a proof of a problem without files, and answers to its first block."""
    path = tmp_path / "store.sqlite"
    ProofStore(path).close()
    row = ("key", tmp_path.name, "source", plugin_digest(tmp_path), bound, proved, 1, "")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO proof VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        connection.execute("INSERT INTO proof_answers VALUES ('key', 0, ?)", (answers,))
    return path


@pytest.mark.parametrize("proved", ["many", -1, 11, 4.5, b"x"])
def test_a_count_that_cannot_be_is_told_with_its_fix(tmp_path: Path, proved: object) -> None:
    path = damaged(tmp_path, proved)
    with closing(ProofStore(path)) as store, pytest.raises(JudgeError) as told:
        store.proved("key", 10)
    assert str(told.value) == (
        f"{path}: the store has a proof of {proved!r} of 10 instances: {FIX}"
    )


@pytest.mark.parametrize("bound", ["[[", "7", '["a"]', "null"])
def test_a_bound_that_cannot_be_is_told_with_its_fix(tmp_path: Path, bound: str) -> None:
    path = damaged(tmp_path, bound=bound)
    with closing(ProofStore(path)) as store, pytest.raises(JudgeError) as told:
        store.bounds(tmp_path)
    assert str(told.value) == (
        f"{path}: the store has a proof whose bound is no list of numbers: {FIX}"
    )


@pytest.mark.parametrize("answers", ["text", 2**40, 1.5])
def test_answers_that_are_no_bytes_are_none(tmp_path: Path, answers: object) -> None:
    with closing(ProofStore(damaged(tmp_path, answers=answers))) as store:
        assert store.answers("key", 0) is None


def test_what_is_whole_is_read(tmp_path: Path) -> None:
    with closing(ProofStore(damaged(tmp_path, answers=b"ab"))) as store:
        assert store.proved("key", 7) == 7 and store.proved("other", 7) == 0
        assert store.bounds(tmp_path) == {"source": (2, 3)}
        assert store.answers("key", 0) == b"ab"


def test_proofs_are_read_while_another_judge_writes(tmp_path: Path) -> None:
    path = damaged(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with closing(ProofStore(path)) as store:
            assert store.bounds(tmp_path) == {"source": (2, 3)}
            assert store.proved("key", 10) == 7 and store.answers("key", 0) == b""
