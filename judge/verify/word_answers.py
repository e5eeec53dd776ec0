"""Right outputs that are a word, such as YES or impossible: what contradicts them is rejected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path

from judge.common import foreign_files
from judge.model import RIGHT, Case
from judge.verify import stated_rules
from judge.verify.subject import Judgement
from judge.verify.text_numbers import NUMBER

#: Words that say that there is no answer.
DENIALS = frozenset(
    "no none never impossible infeasible unsolvable unreachable inconsistent nowhere nobody".split()
)
#: How many cases with each output are tried.
MOST_ALIKE = 16
#: Two words are the answers to a question if each is the right output of so many cases.
LEAST_ALIKE = 2
#: So many cases where there is no answer get so many outputs with numbers each.
MOST_DENIED = 8
#: How much of an answer file is read.
MOST_BYTES = 64


def faults(
    folder: Path,
    right: Mapping[Case, str],
    judged: Judgement,
) -> Iterator[str]:
    """Messages: an output is accepted that contradicts a right one. In a case with an answer no
    word may deny that there is one; where a word of the statement is right, nothing is wrong, and
    where it denies that there is an answer, so are the numbers of another case; of two words that
    are the only right outputs one is wrong, if the statement leaves no choice.
    ``right``: a right output of each case."""
    counts = Counter(text.strip() for text in right.values() if text.strip().isalpha())
    named = [word for word in counts if stated_rules.names_word(folder, word)]
    decides = is_question(counts, len(right)) and stated_rules.has_one_answer(folder)
    for case, text in _some_of_each(right):
        own = {word.casefold() for word in text.split()}
        others = [
            word
            for word in named
            if word.casefold() not in own and (decides or word.casefold() in DENIALS)
        ]
        for other in [*others, *([""] if text.strip() in named else [])]:
            if judged(case, f"{other}\n".encode() if other else b"")[0] in RIGHT:
                said = f"accepts {other}" if other else "accepts an empty output"
                shown = text.strip() if len(text) <= 60 else text[:60].strip() + " …"
                yield f"it {said} in {case.name}, where {shown!r} is right"
                return
    yield from islice(_contradictions(named, right, judged), 1)


def _contradictions(
    named: Collection[str], right: Mapping[Case, str], judged: Judgement
) -> Iterator[str]:
    """Messages: an output with numbers, of another case, is accepted where a word says that there
    is no answer."""
    denied = [case for case, text in right.items() if text.strip() in named]
    denied = [case for case in denied if right[case].strip().casefold() in DENIALS]
    numbers = [*dict.fromkeys(text for text in right.values() if len(NUMBER.findall(text)) > 1)]
    half = MOST_DENIED // 2
    for case in [*denied[:half], *denied[half:][-half:]]:
        # The shortest and the longest ones: which have as many numbers as this case needs is open.
        for text in [*numbers[:half], *numbers[half:][-half:]]:
            if judged(case, text.encode())[0] in RIGHT:
                shown = text.strip() if len(text) <= 60 else text[:60].strip() + " …"
                yield f"it accepts {shown!r} in {case.name}, where {right[case].strip()!r} is right"


def unnamed(folder: Path, right: Mapping[Case, str]) -> str:
    """A message if the right outputs are two words, and no statement has one of them; empty if all
    is well, or there is no text."""
    counts = Counter(text.strip() for text in right.values() if text.strip().isalpha())
    if not is_question(counts, len(right)) or not stated_rules.has_text(folder):
        return ""
    missing = [word for word in sorted(counts) if not stated_rules.names_word(folder, word, True)]
    if not missing:
        return ""
    both = " or ".join(sorted(counts))
    return f"every right output is {both}, and no statement has the word {missing[0]}"


def unnamed_denial(folder: Path, right: Mapping[Case, str]) -> str:
    """A message if the right output of some cases is a word that denies that there is an answer,
    of others numbers, and no statement has that word; empty if all is well, or there is no text.
    The word must be in the answer files, too: a function may say it in its language's way."""
    denied = {case: text.strip() for case, text in right.items() if _denies(text)}
    words = {word for case, word in denied.items() if _answer(case, folder) == word}
    numbers = sum(bool(NUMBER.search(text)) for text in right.values())
    if len(words) != 1 or numbers < LEAST_ALIKE or not stated_rules.has_text(folder):
        return ""
    [word] = words
    if stated_rules.names_word(folder, word, True):
        return ""
    return f"the right output of some cases is {word}, and no statement has that word"


def misspelled(folder: Path, right: Mapping[Case, str], judged: Judgement) -> Iterator[str]:
    """Messages: a right output is a word which the statements have with other small and capital
    letters alone, each time as what a program prints, and so it is rejected."""
    done = set()
    for case, text in right.items():
        word = text.strip()
        if word in done or not word.isalpha() or _answer(case, folder) != word:
            continue
        done.add(word)
        spelled = stated_rules.spellings_of(folder, word)
        for other in sorted(spelled) if word not in spelled else ():
            if judged(case, f"{other}\n".encode())[0] not in RIGHT:
                said = f"it rejects {other} in {case.name}, as the statement has it"
                yield f"{said}, and accepts {word}"


def _denies(text: str) -> bool:
    return text.strip().casefold() in DENIALS


def _answer(case: Case, folder: Path) -> str:
    """The beginning of its answer file; empty if there is none."""
    if not case.answer_path.is_file():
        return ""
    data = foreign_files.read_start(case.answer_path, folder, MOST_BYTES)
    return data.decode("utf-8", "replace").strip()


def is_question(counts: Mapping[str, int], cases: int) -> bool:
    """Whether two words, with these numbers of cases, are all right outputs."""
    often = all(count >= LEAST_ALIKE for count in counts.values())
    return len(counts) == 2 and often and sum(counts.values()) == cases


def _some_of_each(right: Mapping[Case, str]) -> Iterator[tuple[Case, str]]:
    """Cases of all outputs that are words, and some of the others."""
    words: dict[str, list[tuple[Case, str]]] = {}
    for case, text in right.items():
        key = text.strip() if text.strip().isalpha() else ""
        words.setdefault(key, []).append((case, text))
    for rows in words.values():
        half = MOST_ALIKE // 2
        yield from islice(rows, half)
        yield from rows[half:][-half:]
