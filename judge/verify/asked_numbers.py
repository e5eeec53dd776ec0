"""Lines of a dialogue that break what the statement says of them: numbers beyond their bounds, two
that must differ and do not, more lines than there may be, a right end after a wrong one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from judge.common.safe_text import one_line
from judge.model import Case
from judge.verify import stated_queries
from judge.verify.deadline import Deadline
from judge.verify.replayed import MOST_REPEATED, most_lines, other_endings
from judge.verify.stated_queries import ShownLine

#: So many cases must take a wrong line, and none may refuse it.
LEAST_CASES = 2
#: A place that there is not, where a row is as long as the first number that is read.
FAR = 2_000_000_000

Accepts = Callable[[Case, str], bool]


def fault(
    folder: Path,
    right: Mapping[Case, str],
    heard: Mapping[Case, int],
    accepts: Accepts,
    deadline: Deadline,
) -> str:
    """A message if the interactor takes a wrong line in every case that has one; empty if not.
    ``right``: what is said in each case and accepted; ``heard``: the first number that is read."""
    if said := _too_many(folder, right, heard, accepts, deadline):
        return said
    lines = [] if stated_queries.may_ask_beyond(folder) else stated_queries.shown_lines(folder)
    for line in lines:
        for what in _changes(line, ["0"] * line.length, 0):
            made = {
                case: changed
                for case, said in right.items()
                if (changed := _with_wrong_line(said, line, what, heard.get(case)))
            }
            if case := _accepted(made, accepts, deadline):
                wrong = next(one for one in made[case].splitlines() if line.matches(one))
                return f"it takes {what} in a line such as {one_line(repr(wrong), 80)}"
    if not stated_queries.may_end_again(folder):
        made = {case: again for case, said in right.items() if (again := _ended_twice(said))}
        if _accepted(made, accepts, deadline):
            return "it takes a right last line behind a wrong one"
    return ""


def _accepted(made: Mapping[Case, str], accepts: Accepts, deadline: Deadline) -> Case | None:
    """The last case, if what was made is accepted in all, and in enough of them."""
    if len(made) < LEAST_CASES:
        return None
    for case, text in made.items():
        if deadline.is_over or not accepts(case, text):
            return None
    return [*made][-1]


def _with_wrong_line(said: str, line: ShownLine, what: str, heard: int | None) -> str:
    """The same with a wrong word in the first line of this form; empty if there is none, or if
    other lines of the form have numbers that the bounds do not allow: then they are others."""
    lines = said.splitlines(keepends=True)
    at = next((at for at, one in enumerate(lines) if line.matches(one)), None)
    if at is None or heard is None or not all(_is_right(line, one, heard) for one in lines):
        return ""
    words = _changes(line, lines[at].split(), heard)[what]
    return "".join([*lines[:at], " ".join(words) + "\n", *lines[at + 1 :]])


def _changes(line: ShownLine, words: list[str], heard: int) -> Mapping[str, list[str]]:
    """The words of a line with one wrong, by what is wrong with it."""
    found = {}
    for one in line.bounded:
        number = f"number {one.place}"
        most = heard if one.high is None else one.high
        others = {f"{number} below its bound": one.low - 1}
        if one.high is None:
            others[f"{number} far above its bound"] = FAR
        others[f"{number} above its bound"] = most + 1
        for what, other in others.items():
            found[what] = [*words[: one.place], f"{other}", *words[one.place + 1 :]]
    if line.unequal is not None:
        left, right = line.unequal
        found["two equal numbers"] = [*words[:right], words[left], *words[right + 1 :]]
    return found


def _is_right(line: ShownLine, text: str, heard: int) -> bool:
    words = text.split()
    return not line.matches(text) or all(
        words[one.place].isdigit()
        and one.low <= int(words[one.place]) <= (heard if one.high is None else one.high)
        for one in line.bounded
    )


def _too_many(
    folder: Path,
    right: Mapping[Case, str],
    heard: Mapping[Case, int],
    accepts: Accepts,
    deadline: Deadline,
) -> str:
    """A message if it takes one line more or less than the statement says for the first number that
    is read, or any number of lines, in every case; some lines may be said of each form."""
    if (limit := stated_queries.query_limit(folder)) is None:
        return ""
    found = dict[int, int | None]()
    for case, said in right.items():
        if case not in heard or len(said.splitlines()) < LEAST_CASES:
            continue
        if deadline.is_over or limit.of(heard[case]) > MOST_REPEATED:
            return ""
        found[limit.of(heard[case])] = most_lines(said, partial(accepts, case))
    if len(found) < LEAST_CASES:
        return ""
    last = max(found)
    most = found[last]
    if all(most is None or most > wanted for wanted, most in found.items()):
        taken = "any number of" if most is None else most
        return f"it takes {taken} lines of one form, and the statement says {last}"
    if all(most == wanted - 1 for wanted, most in found.items()):
        return f"it takes {most} lines of one form, and the statement says {last}"
    return ""


def _ended_twice(said: str) -> str:
    """The same with another last number first; empty where the last line has the form of others, or
    is the only one."""
    lines = said.splitlines(keepends=True)
    firsts = [one.split()[:1] for one in lines]
    if len(lines) < LEAST_CASES or not firsts[-1] or firsts[-1] in firsts[:-1]:
        return ""
    if firsts[-1][0].lstrip("-").isdigit() or not (others := other_endings(said)):
        return ""
    is_least = lines[-1].split()[-1] in ("0", "1")  # then a lesser number may be refused as such
    return others[0 if is_least else 1] + lines[-1]
