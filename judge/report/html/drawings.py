"""The drawings of one case, each answer drawn once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from msgspec import Struct

from judge.checking.answer import answer_text
from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.foreign_files import InsideFolders
from judge.model import Case, Outcome, Reason, Verdict
from judge.packages.plugin_faults import REFUSALS, calling_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.report.html.drawing_cache import DrawingCache

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

NO_ROOM = "Not drawn, to keep this page small."

T = TypeVar("T")


class Maybe(Struct, Generic[T], frozen=True):
    """A value, or the reason why there is none."""

    value: T | None
    why: str = ""


class _Pair(Struct, frozen=True):
    """The key of the drawing of an answer beside the stored one."""

    answer: Any


class Gallery:
    """Draws answers as long as there is ``room``: characters of all drawings together. Drawings
    that were made for earlier pages are taken from the ``cache``."""

    def __init__(
        self,
        plugin: ProblemPlugin,
        case: Case,
        room: int = 2**62,
        cache: DrawingCache | None = None,
        folders: InsideFolders | None = None,
        size: tuple[int, ...] = (),
    ) -> None:
        """``size`` is that of the instance, if it is known: then its file need not be read."""
        self.plugin = plugin
        self._size = size
        self._case = case
        #: Whether there are pictures at all.
        self.draws = plugin.offers("draw")
        self.drawings: list[str] = []
        #: Indices of drawings that show an answer and a best one together.
        self.pairs: list[int] = []
        self._room = room
        self._known: dict[Any, Maybe[int]] = {}
        #: The indices of the drawings.
        self._indices: dict[str, int] = {}
        self._folders = folders or InsideFolders(case.data.parent)
        self._cache = cache or DrawingCache()

    @cached_property
    def _input(self) -> Maybe[bytes]:
        return _attempt(lambda: self._read(".in"), "read the input")

    @property
    def input(self) -> bytes:
        """The input file; empty if it cannot be read."""
        return self._input.value or b""

    @cached_property
    def _name(self) -> str:
        """The first of the texts that a kept drawing was made from."""
        return hashlib.sha256(self.input).hexdigest() if self.draws else ""

    @cached_property
    def instance(self) -> Maybe[Any]:
        """What the plug-in makes of the input."""
        if self._input.value is None or self.plugin.own is None:
            return Maybe(None, self._input.why)
        return _attempt(lambda: self.plugin.parse(self.input.decode("utf-8")), "parse the input")

    def _read(self, suffix: str) -> bytes:
        """Read a file of the case; a link to a file outside its package is refused."""
        return self._folders.read(self._case.file_name(suffix), foreign_files.CASE_BYTES)

    @property
    def size(self) -> tuple[int, ...]:
        """The size of the instance, by the plug-in; empty if the plug-in does not say, or fails."""
        if not self.plugin.offers("size"):
            return ()
        if self._size:
            return self._size
        if self.instance.why:
            return ()
        return _attempt(lambda: self.plugin.size(self.instance.value), "give its size").value or ()

    @cached_property
    def _stored(self) -> Maybe[Any]:
        """The stored answer, or why it cannot be read."""

        text = self._stored_text
        if text.value is None:
            return Maybe(None, text.why)
        stored = text.value
        return _attempt(
            lambda: self.plugin.parse_answer(stored, self.instance.value).answer,
            "read the answer file",
        )

    @cached_property
    def _stored_text(self) -> Maybe[str]:
        return _attempt(
            lambda: self._read(".ans").decode("utf-8"),
            "read the answer file",
        )

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
        return self._new(lambda: self.plugin.draw(self.instance.value, answer))

    def _beside_best(self, answer: Any) -> Maybe[int]:
        """The drawing of an answer and the stored one together, or of the answer alone."""
        stored = self._stored
        if not self.plugin.offers("draw_pair") or stored.why or answer == stored.value:
            return self.draw(answer)
        key = _Pair(answer)
        if key not in self._known:
            drawn = self._new(
                lambda: self.plugin.draw_pair(self.instance.value, answer, stored.value)
            )
            if drawn.value is not None:
                self.pairs.append(drawn.value)
            self._known[key] = drawn
        return self._known[key]

    def _new(self, draw: Callable[[], str]) -> Maybe[int]:
        if self._room <= 0:
            return Maybe(None, NO_ROOM)
        html = _attempt(draw, "draw the answer")
        if html.value is None:
            return Maybe(None, html.why)
        if len(html.value) > DRAWN:
            return Maybe(None, f"The drawing is too big ({len(html.value):,} characters).")
        return self._shown(html.value)

    def _shown(self, html: str) -> Maybe[int]:
        if html in self._indices:
            return Maybe(self._indices[html])
        if self._room <= 0:
            return Maybe(None, NO_ROOM)
        self._room -= len(html)
        self.drawings.append(html)
        self._indices[html] = len(self.drawings) - 1
        return Maybe(self._indices[html])

    def _kept(self, draw: Callable[[], Maybe[int]], *text: str) -> Maybe[int]:
        """A drawing that is made from some texts, unless it was made for an earlier page."""
        known = self._cache.find(self._name, *text)
        if known is not None:
            return self._shown(known)
        made = draw()
        if made.value is not None:
            self._cache.keep(self.drawings[made.value], self._name, *text)
        return made

    def board(self) -> Maybe[int]:
        """The drawing of the case alone."""
        return self._kept(lambda: self.draw(None), "board") if self.draws else self.draw(None)

    def best(self) -> Maybe[int]:
        """The drawing of the stored answer."""
        if self.instance.why or not self.draws:
            return Maybe(None, self.instance.why)
        text = self._stored_text
        if text.value is None:
            return Maybe(None, text.why)
        return self._kept(self._draw_stored, "best", text.value)

    def _draw_stored(self) -> Maybe[int]:
        stored = self._stored
        return Maybe(None, stored.why) if stored.why else self.draw(stored.value)

    def stored_text(self) -> bytes | None:
        """The answer file, which stands where a picture would be; None if it cannot be read."""
        return _attempt(lambda: self._read(".ans"), "read the answer file").value

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
        if outcome.verdict is Verdict.AC:
            return self._kept(
                lambda: self._draw_answer(text, meant, outcome), "answer", meant, text
            )
        return self._kept_pair(lambda: self._draw_answer(text, meant, outcome), meant, text)

    def _kept_pair(self, draw: Callable[[], Maybe[int]], *text: str) -> Maybe[int]:
        """As ``_kept``, of a drawing that shows the stored answer too if it is one of ``pairs``."""
        key = self._name, "pair", self._stored_text.value or "", *text
        known = self._cache.find(*key)
        if known is None:
            made = draw()
            if made.value in self.pairs:
                self._cache.keep(self.drawings[made.value], *key)
            return made
        shown = self._shown(known)
        if shown.value is not None and shown.value not in self.pairs:
            self.pairs.append(shown.value)
        return shown

    def _draw_answer(self, text: str, meant: str, outcome: Outcome) -> Maybe[int]:
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
