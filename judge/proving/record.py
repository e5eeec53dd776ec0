"""What a proof keeps in the store: how far it came, and what its reference answers."""

from __future__ import annotations

from judge.model import Solution
from judge.proving.answer_blocks import BLOCK
from judge.proving.target import ProofTask, answers_key, proof_key
from judge.store.proofs import ProofStore


class ProofRecord:
    """The record of one proof; without a store it keeps nothing. Every method raises JudgeError."""

    def __init__(self, task: ProofTask, reference: Solution, store: ProofStore | None) -> None:
        self._task, self._store = task, store
        self._key = proof_key(task, reference)
        self._answers_key = answers_key(task, reference)

    def proved(self) -> int:
        """How many instances are known to be right."""
        return self._store.proved(self._key, self._task.total) if self._store else 0

    def keep(self, proved: int, is_done: bool = False) -> None:
        if self._store:
            task = self._task
            self._store.keep(
                self._key, task.plugin.folder, task.target.solution, task.bound, proved, is_done
            )

    def forget(self) -> None:
        """The proof has turned out wrong."""
        if self._store:
            self._store.forget(self._key)

    def answers(self, begin: int) -> bytes | None:
        """The reference's answers to the block that begins with this instance, if known."""
        if self._store is None or begin % BLOCK:
            return None
        return self._store.answers(self._answers_key, begin // BLOCK)

    def keep_answers(self, begin: int, answers: bytes | None) -> None:
        """``answers`` are those to all instances of a stretch, which is a block or its end."""
        if self._store and answers is not None and begin % BLOCK == 0:
            self._store.keep_answers(self._answers_key, begin // BLOCK, answers)
