"""What validators say of files whose text is spoilt: they must not accept everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

from msgspec import Struct

from judge.common.messages import counted, listed
from judge.verify.finding import Finding, Status, Table
from judge.verify.text_mutants import (
    AROUND,
    BEHIND,
    COMMAS,
    LINE_MORE,
    NO_TEXT,
    WITH_LETTERS,
    WORD_END,
    ends_in_words,
    has_brackets,
    is_numeric,
    mutants_of_text,
)

#: Validators that reject all others of so many kinds of wrong text do not mean to accept one.
LEAST_KINDS = 4
#: So many files have one and the same number of lines if all must have it.
LEAST_FILES = 3


class ValidFile(Struct, frozen=True):
    """A file that the validators accept, and what they say of other bytes in its place."""

    data: bytes
    accepts: Callable[[bytes], bool]
    rng: Random


def check(
    name: str, what: str, files: Iterable[ValidFile], mostly: Status = Status.FAULT
) -> Finding:
    """Fault: the validators reject no spoilt file or few, accept letters where all is numbers, or
    text behind the end where they reject every other text; warning: they accept some other kind of
    text, or white space among numbers. ``what``: the files; ``mostly``: how bad it is to reject few
    of them, but not none, nor bytes that are not text."""
    tried: Counter[tuple[str, bool]] = Counter()
    passed: Counter[tuple[str, bool]] = Counter()
    some: list[bytes] = []
    for file in files:
        some.append(file.data)
        for mutant in mutants_of_text(file.data, file.rng):
            tried[mutant.name, mutant.wrong] += 1
            passed[mutant.name, mutant.wrong] += file.accepts(mutant.data)
    rows = tuple(
        (kind, str(count - passed[kind, wrong]), str(passed[kind, wrong]))
        for (kind, wrong), count in tried.items()
    )
    head = ("Change", "Rejected", "Accepted")
    tables = (Table(f"{what.capitalize()} with changed text", head, rows),) if rows else ()

    def found(status: Status, said: str, details: Iterable[str] = ()) -> Finding:
        return Finding(name, status, said, tuple(details), tables)

    numeric = is_numeric(some)
    all_wrong = [kind for kind, is_wrong in tried if is_wrong]
    always = [kind for kind in all_wrong if passed[kind, True] == tried[kind, True]]
    if all_wrong and always == all_wrong:
        return found(Status.FAULT, f"they accept every one of the {what} with changed text")
    if 2 * len(always) > len(all_wrong):
        how_bad = Status.FAULT if NO_TEXT in always else mostly
        return found(how_bad, f"they accept most kinds of spoilt {what}: {listed(always)}")
    if NO_TEXT in always:
        return found(Status.FAULT, f"they accept all {what} with {listed(always)}")
    if numeric and (
        behind := [kind for kind in all_wrong if kind in BEHIND and passed[kind, True]]
    ):
        said = f"the {what} are numbers, and they accept some with {listed(behind)}"
        return found(Status.FAULT, said)
    has_commas = any(b"," in data for data in some)
    commas = [kind for kind in all_wrong if kind in COMMAS and passed[kind, True]]
    if numeric and commas and not has_commas:
        said = f"the {what} are numbers without commas, and they accept some with {listed(commas)}"
        return found(Status.FAULT, said)
    if numeric and (lettered := [kind for kind in always if kind in WITH_LETTERS]):
        said = f"the {what} are numbers, and they accept all with {listed(lettered)}"
        return found(mostly, said)
    heights = {len(data.splitlines()) for data in some}
    all_accepted = 0 < tried[LINE_MORE, False] == passed[LINE_MORE, False]
    if numeric and all_accepted and len(heights) == 1 and len(some) >= LEAST_FILES:
        said = f"the {what} have {counted(max(heights), 'line')} each, and they accept all with"
        return found(Status.FAULT, f"{said} {LINE_MORE}")
    # A word more may be a part of a line of free text.
    is_free = always == [WORD_END] and ends_in_words(some)
    if always and BEHIND.issuperset(always) and len(all_wrong) >= LEAST_KINDS and not is_free:
        said = f"they accept all {what} with {listed(always)}, and no other wrong text"
        return found(Status.FAULT, said)
    # Where there are brackets, white space may be free, as in JSON. But validators that reject most
    # kinds of it around the input mean to reject all of those.
    spacing = [kind for kind, is_wrong in tried if not is_wrong and kind != LINE_MORE]
    white = [kind for kind in spacing if numeric or kind in AROUND]
    spaced = [kind for kind in white if passed[kind, False]]
    is_strict = numeric or not has_brackets(some) or 2 * len(spaced) < len(white)
    if lenient := [*always, *(spaced if is_strict else ())]:
        return found(Status.WARNING, f"they accept {what} with {lenient[0]}", lenient[1:])
    rejected = tried.total() - passed.total()
    return found(Status.OK, f"{rejected} of {tried.total()} changed {what} rejected")
