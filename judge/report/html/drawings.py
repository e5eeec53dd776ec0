"""The drawings of one case, each answer drawn once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from judge.checking.answer import answer_text
from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.model import Case, Outcome, Reason, Verdict
from judge.packages.plugin_faults import REFUSALS, calling_plugin
from judge.packages.problem_plugin import ProblemPlugin

#: Longer outputs are not read again, and longer drawings not kept: both in characters.
READ = 256 * 2**10
DRAWN = 512 * 2**10

#: Verdicts with which an answer was graded, so that it can be drawn.
_JUDGED = frozenset({Verdict.AC, Verdict.WA, Verdict.BETTER, Verdict.RTE})

#: Why an answer is not drawn; the outcome gives the details.
_UNDRAWN: Mapping[Reason | None, str] = {
    Reason.UNDECODABLE: "The output contains no answer that can be read.",
    Reason.ILLEGAL: "The answer breaks a rule, so it is not drawn.",
}

T = TypeVar("T")


@dataclass(frozen=True)
class Maybe(Generic[T]):
    """A value, or the reason why there is none."""

    value: T | None
    why: str = ""


@dataclass(frozen=True)
class _Pair:
    """The key of the drawing of an answer beside the stored one."""

    answer: Any


class Gallery:
    """Draws answers as long as there is ``room``: characters of all drawings together."""

    def __init__(self, plugin: ProblemPlugin, case: Case, room: int = 2**62) -> None:
        self.plugin = plugin
        self._case = case
        #: Whether there are pictures at all.
        self.draws = plugin.offers("draw")
        self.drawings: list[str] = []
        #: Indices of drawings that show an answer and a best one together.
        self.pairs: list[int] = []
        self._room = room
        self._known: dict[Any, Maybe[int]] = {}
        text = _attempt(lambda: _read(case, case.input_path), "read the input")
        self.input = text.value or b""
        self.instance: Maybe[Any] = Maybe(None, text.why)
        if text.value is not None and plugin.own is not None:
            self.instance = _attempt(
                lambda: plugin.parse(self.input.decode("utf-8")), "parse the input"
            )

    @property
    def size(self) -> tuple[int, ...]:
        """The size of the instance, by the plug-in; empty if the plug-in does not say, or fails."""
        if self.instance.why or not self.plugin.offers("size"):
            return ()
        return _attempt(lambda: self.plugin.size(self.instance.value), "tell its size").value or ()

    @cached_property
    def _stored(self) -> Maybe[Any]:
        """The stored answer, or why it cannot be read."""

        def read() -> Any:
            text = _read(self._case, self._case.answer_path).decode("utf-8")
            return self.plugin.parse_answer(text, self.instance.value).answer

        return _attempt(read, "read the answer file")

    def draw(self, answer: Any) -> Maybe[int]:
        """The index of the drawing of ``answer``; of the board alone for None."""
        if not self.draws:
            return Maybe(None)
        if self.instance.why:
            return Maybe(None, self.instance.why)
        if answer not in self._known:
            self._known[answer] = self._drawn(answer)
        return self._known[answer]

    def _drawn(self, answer: Any) -> Maybe[int]:
        return self._kept(lambda: self.plugin.draw(self.instance.value, answer))

    def _beside_best(self, answer: Any) -> Maybe[int]:
        """The drawing of an answer and the stored one together, or of the answer alone."""
        stored = self._stored
        if not self.plugin.offers("draw_pair") or stored.why or answer == stored.value:
            return self.draw(answer)
        key = _Pair(answer)
        if key not in self._known:
            drawn = self._kept(
                lambda: self.plugin.draw_pair(self.instance.value, answer, stored.value)
            )
            if drawn.value is not None:
                self.pairs.append(drawn.value)
            self._known[key] = drawn
        return self._known[key]

    def _kept(self, draw: Callable[[], str]) -> Maybe[int]:
        if self._room <= 0:
            return Maybe(None, "Not drawn, to keep this page small.")
        html = _attempt(draw, "draw the answer")
        if html.value is None:
            return Maybe(None, html.why)
        if len(html.value) > DRAWN:
            return Maybe(None, f"The drawing is too big ({len(html.value):,} characters).")
        self._room -= len(html.value)
        self.drawings.append(html.value)
        return Maybe(len(self.drawings) - 1)

    def best(self) -> Maybe[int]:
        """The drawing of the stored answer."""
        if self.instance.why or not self.draws:
            return Maybe(None, self.instance.why)
        stored = self._stored
        return Maybe(None, stored.why) if stored.why else self.draw(stored.value)

    def stored_text(self) -> bytes | None:
        """The answer file, which stands where a picture would be; None if it cannot be read."""
        return _attempt(
            lambda: _read(self._case, self._case.answer_path), "read the answer file"
        ).value

    def theirs(self, outcome: Outcome, reading: str | None) -> Maybe[int]:
        """The drawing of the solution's answer, if it was graded and can be read."""
        run = outcome.run
        if not self.draws:
            return Maybe(None)
        if run is None or outcome.verdict not in _JUDGED:
            return Maybe(None, "The answer was not graded.")
        if outcome.verdict is Verdict.RTE and outcome.score is None:
            return Maybe(None, "There is no legal answer.")
        if self.instance.why:
            return Maybe(None, self.instance.why)
        text = answer_text(run)
        if len(text) > READ:
            return Maybe(None, f"The output is too long to draw ({len(text):,} characters).")
        meant = self.plugin.readings[0] if reading is None else reading
        answer = _attempt(
            lambda: self.plugin.decode(text, self.instance.value, meant), "read the answer"
        )
        if answer.why:
            return Maybe(None, _UNDRAWN.get(outcome.reason, answer.why))
        if outcome.verdict is Verdict.AC:
            return self.draw(answer.value)
        return self._beside_best(answer.value)


def _attempt(work: Callable[[], T], what: str) -> Maybe[T]:
    """Read a file or call the plug-in; a fault becomes a message and does not lose the report."""
    try:
        with calling_plugin(allowed=(OSError, UnicodeDecodeError, *REFUSALS)):
            return Maybe(work())
    except (JudgeError, OSError, UnicodeDecodeError, *REFUSALS) as error:
        reason = str(error) or type(error).__name__
        return Maybe(None, f"Could not {what}: {reason}")


def _read(case: Case, path: Path) -> bytes:
    """Read a file of a case; a link to a file outside its package is refused."""
    return foreign_files.read(path, case.data.parent, foreign_files.CASE_BYTES)
