"""A reference's answers, each with the exact score that it reaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from judge.checking.answer import answer_bytes, answer_text
from judge.checking.ending import bad_end
from judge.common.errors import JudgeError
from judge.common.safe_text import one_line
from judge.model import Ended, Execution, Solution
from judge.packages.plugin_faults import PluginFault
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Best, IllegalAnswer, InputError, Score, Undecodable
from judge.running.bulk_runner import BulkRunner

#: So many characters of a refusal are told.
MOST_SAID = 200


class ReferenceFails(JudgeError):
    """The reference fails on an instance; ``text`` is the instance in the problem's format.
    ``by_limit``: it reached a limit, and may be right. ``others``: instances that were asked for
    with it and have no answer either."""

    def __init__(
        self, message: str, text: str, by_limit: bool = False, others: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(message)
        self.text = text
        self.by_limit = by_limit
        self.others = others


class ReferenceAnswer(Struct, frozen=True):
    """What a reference has printed for an instance, and the best score that this proves. Without
    its answer if that is known from the store."""

    output: bytes
    best: Best[Any]


class KnownAnswer(Struct, frozen=True):
    """An output of a reference that was rescored before."""

    output: bytes
    score: Score


class ReferenceAnswers:
    """Runs a reference and rescores what it answers."""

    def __init__(self, plugin: ProblemPlugin, reference: tuple[Solution, BulkRunner]) -> None:
        self._plugin = plugin
        self._solution, self._bulk_runner = reference
        self.reading = (self._solution.readings or plugin.readings)[0]

    @property
    def used_s(self) -> float:
        """CPU seconds of the reference so far."""
        return self._bulk_runner.used_s

    def all(self, instances: Sequence[Any]) -> list[ReferenceAnswer]:
        """The answers to these instances; raises ReferenceFails."""
        answers: list[ReferenceAnswer] = []
        given = list(self._bulk_runner.all(instances))
        with self._plugin.series():
            bests = [
                self._rescored(instance, answered.run)
                for instance, answered in zip(instances, given, strict=True)
            ]
        for instance, answered, best in zip(instances, given, bests, strict=True):
            run = answered.run
            if isinstance(best, str) and not answered.alone:
                run = self._bulk_runner.alone(instance)
                best = self._rescored(instance, run)
                if not isinstance(best, str):
                    self._bulk_runner.distrust_batches()
            if isinstance(best, str):
                failing = zip(instances, bests, strict=True)
                others = [one for one, other in failing if isinstance(other, str)]
                raise self._failure(instance, best, run, others)
            answers.append(ReferenceAnswer(answer_bytes(run), best))
        return answers

    def one(self, instance: Any) -> ReferenceAnswer:
        """The answer to one instance; raises ReferenceFails."""
        return self.all([instance])[0]

    def _rescored(self, instance: Any, run: Execution) -> Best[Any] | str:
        """The reference's answer with its score, or what is wrong with it."""
        if bad := bad_end(run):
            return bad
        try:
            answer = self._plugin.decode(answer_text(run), instance, self.reading)
            return self._plugin.rated(instance, answer)
        except (Undecodable, IllegalAnswer) as error:
            return f"{error} (read as {self.reading})"

    def _failure(
        self, instance: Any, said: str, run: Execution, others: Sequence[Any]
    ) -> ReferenceFails:
        text = self._plugin.render(instance)
        message = f"the reference {self._solution.name} fails on the instance above: {said}"
        by_limit = run.ended not in (Ended.EXITED, Ended.SIGNALLED)
        advice = "fix it, or name another with --against"
        if unread := self._unread(text):
            advice = f"the plug-in's parse refuses it too, so mend generate or render: {unread}"
        texts = frozenset(map(self._plugin.render, others))
        return ReferenceFails(f"{message}; {advice}", text, by_limit, texts)

    def _unread(self, text: str) -> str:
        """Why the plug-in does not read what it has written itself; empty if it does."""
        try:
            self._plugin.parse(text)
        except (InputError, PluginFault) as error:
            return one_line(str(error), MOST_SAID)
        return ""


def recalled(known: Sequence[KnownAnswer]) -> list[ReferenceAnswer]:
    """Answers that were rescored before."""
    return [ReferenceAnswer(one.output, Best(one.score, None)) for one in known]
