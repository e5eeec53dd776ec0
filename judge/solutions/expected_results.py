"""The tag @EXPECTED_RESULTS@ in the files of a submission, as DOMjudge and BAPCtools have it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.common.messages import did_you_mean
from judge.model import CASE_VERDICTS, Expectation, FormatVersion, Problem, Verdict

_TAG = re.compile(rb"@EXPECTED_RESULTS@:[ \t]*([^\r\n]*)", re.IGNORECASE)
#: The words of the tag, in capitals with ``-`` for ``_``; None for what no judge can tell.
_TAGGED: dict[str, Verdict | None] = {
    "ACCEPTED": Verdict.AC,
    "CORRECT": Verdict.AC,
    "AC": Verdict.AC,
    "WRONG-ANSWER": Verdict.WA,
    "WA": Verdict.WA,
    "NO-OUTPUT": Verdict.WA,
    "TIMELIMIT": Verdict.TLE,
    "TIME-LIMIT-EXCEEDED": Verdict.TLE,
    "TLE": Verdict.TLE,
    "RUN-ERROR": Verdict.RTE,
    "RUN-TIME-ERROR": Verdict.RTE,
    "RUNTIME-ERROR": Verdict.RTE,
    "RTE": Verdict.RTE,
    "MEMORY-LIMIT": Verdict.MLE,
    "OUTPUT-LIMIT": Verdict.OLE,
    "COMPILER-ERROR": Verdict.CE,
    "CHECK-MANUALLY": None,
}


def expected_by_tag(
    files: Sequence[bytes], problem: Problem
) -> tuple[Expectation | None, tuple[str, ...]]:
    """What the first tag in the files expects, None if there is no tag or it says nothing that a
    judge can tell; and what is wrong with it, each in a line."""
    tag = next((found for data in files if (found := _TAG.search(data))), None)
    if tag is None:
        return None, ()
    verdicts, doubts = set(), []
    for word in tag[1].decode("utf-8", "replace").split(","):
        plain = re.split(r"\s|\*/|-->", word.strip() + " ")[0].upper().replace("_", "-")
        if plain and plain not in _TAGGED:
            near = did_you_mean(plain, _TAGGED)
            doubts.append(f"@EXPECTED_RESULTS@: unknown verdict {plain!r}: {near}")
        elif plain and (verdict := _TAGGED[plain]):
            verdicts.add(verdict)
    if not verdicts:
        return None, tuple(doubts)
    required = frozenset(verdicts)
    permitted = required | {Verdict.AC}
    if problem.scoring and Verdict.AC not in required:
        # The tag is about the whole: what fails in part may fail in any way.
        permitted = CASE_VERDICTS | {Verdict.CE}
    suffices = required if problem.version is FormatVersion.LEGACY else frozenset()
    origin = "by @EXPECTED_RESULTS@"
    return Expectation(permitted, required, suffices=suffices, origin=origin), tuple(doubts)
