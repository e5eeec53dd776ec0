"""What statements say in words of a dialogue: that a program must end, that a number may differ."""

from __future__ import annotations

import re
from pathlib import Path

from judge.packages.statements import statement_files, statement_sections, statement_texts

_END = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to)\s+(?:\w+\s+){0,2}?"
    r"(?:end|exit|terminate|stop|quit|halt)\b",
    re.IGNORECASE,
)
#: Words of statements where an answer need not be exact.
_NEAR = re.compile(
    r"\b(?:errors?|tolerances?|within|approximat\w*|distances?|differs?|differences?|close|closest"
    r"|near|nearest|off by|precision|estimat\w*)\b",
    re.IGNORECASE,
)
#: Words of statements that leave a choice.
_CHOICE = re.compile(
    r"\b(?:any|anyone|either|multiple|several|more than one|arbitrar\w*)\b", re.IGNORECASE
)
_AT_MOST = re.compile(
    r"\b(?:at most|no more than|up to|maximum of)\s+\$?(\d{1,6})\$?\s+"
    r"(?:guess(?:es)?|quer(?:y|ies)|questions?|attempts?|tries|rounds?|turns?|requests?)\b",
    re.IGNORECASE,
)
_ERROR = re.compile(r"\b(?:errors?|tolerances?)\b", re.IGNORECASE)
_WHOLE = re.compile(r"\b(?:integers?|integral|whole)\b", re.IGNORECASE)
_REAL = re.compile(r"\b(?:reals?|decimals?|floating|floats?|fractions?|rational)\b", re.IGNORECASE)


#: Words of statements in which numbers are places.
_PLACES = re.compile(
    r"\b(?:indexed|index(?:es)?|indices|positions?|numbered|numbers?,? from|from \$?1\b)",
    re.IGNORECASE,
)


_FROM_ONE = re.compile(
    r"\b(?:1|one)[- ](?:indexed|based)|\bnumbered\b[^.]{0,40}?\b(?:1|one)\b"
    r"|\b(?:indices|index|indexes|positions?|numbers|places?)\b[^.]{0,40}?\bfrom \$?1\b",
    re.IGNORECASE,
)
#: Words of statements for a set of things, and for things that may come again.
_CHOSEN = re.compile(
    r"\b(?:choos\w*|chose|chosen|pick(?:s|ed)?|select\w*|subsets?|distinct|different)\b",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"\b(?:paths?|walks?|routes?|tours?|moves?|steps?|operations?|again|repeat\w*|repetitions?|twice"
    r"|times|multisets?|copies|copy|reus\w*|unlimited|sequences?)\b",
    re.IGNORECASE,
)


_LETTER_CASE = re.compile(
    r"\b(?:(?:upper|lower)[- ]?case|case[- ]?(?:in)?[- ]?sensitive\w*|capital\w*"
    r"|(?:any|either) case)\b",
    re.IGNORECASE,
)
_ANY_CASE = re.compile(
    r"\bcase[- ]?insensitive\w*|\b(?:any|either|both) (?:letter )?cases?\b|\bcase does not matter\b"
    r"|\b(?:upper|lower|capital\w*)\W*(?:case)?\W+(?:or|and)\W+(?:upper|lower|small)",
    re.IGNORECASE,
)
_WANTED = r"(?:the (?:target|amount)\b|\$?[a-z]\$?(?!\w))"
_EXACTLY = re.compile(
    r"\b(?:exactly|equals?|equal to|precisely)\b|\bas (?:their|its) (?:sum|total)\b"
    rf"|\b(?:sum|total) is {_WANTED}|\b(?:adds?|sums?) up to {_WANTED}",
    re.IGNORECASE,
)
_ANY_ORDER = re.compile(r"\bin (?:any|arbitrary) order\b", re.IGNORECASE)


_ORDERED = re.compile(
    r"\b(?:ascending|increasing|descending|decreasing|sorted|lexicographic\w*|alphabetical\w*"
    r"|from the (?:least|smallest|lowest|first|greatest|largest)|in the (?:same|given) order)\b",
    re.IGNORECASE,
)


def orders_outputs(folder: Path) -> bool:
    """Whether statements in English say of outputs in which order they are, and leave no choice."""
    sections = statement_sections(folder, "Output")
    ordered = bool(sections) and all(map(_ORDERED.search, sections))
    return ordered and not any(map(_CHOICE.search, sections)) and not may_differ(folder)


def allows_any_order(folder: Path) -> bool:
    """Whether a statement in English says of outputs that something is in any order."""
    return any(map(_ANY_ORDER.search, statement_sections(folder, "Output")))


def speaks_of_indices(folder: Path) -> bool:
    """Whether a statement in English speaks of things by their numbers."""
    return any(_PLACES.search(text) for text in statement_texts(folder))


def counts_places_from_one(folder: Path) -> bool:
    """Whether a statement in English numbers things from 1, and nothing from 0."""
    texts = statement_texts(folder)
    return any(map(_FROM_ONE.search, texts)) and not any(
        re.search(r"\b(?:0|zero)[- ](?:indexed|based)|\bfrom \$?0\b", text) for text in texts
    )


def speaks_of_chosen_places(folder: Path) -> bool:
    """Whether a statement in English has things chosen by their numbers, and no way through them,
    on which one may come again."""
    texts = statement_texts(folder)
    return (
        speaks_of_indices(folder)
        and any(map(_CHOSEN.search, texts))
        and not any(map(_AGAIN.search, texts))
    )


def speaks_of_exact_choice(folder: Path) -> bool:
    """Whether a statement in English has things chosen by their numbers that make up exactly
    something."""
    return says_exactly(folder) and speaks_of_chosen_places(folder) and not may_differ(folder)


def says_exactly(folder: Path) -> bool:
    """Whether a statement in English has a word for an amount that is neither less nor more."""
    return any(map(_EXACTLY.search, statement_texts(folder)))


def speaks_of_errors(folder: Path) -> bool:
    """Whether every statement speaks of an error, or a tolerance, of numbers."""
    texts = statement_texts(folder)
    return bool(texts) and all(map(_ERROR.search, texts))


def has_text(folder: Path) -> bool:
    """Whether there is a statement that can be read."""
    return any(text.strip() for text in statement_texts(folder))


def names_word(folder: Path, word: str, in_any_case: bool = False) -> bool:
    """Whether a statement has this word, written alike, or ``in_any_case``."""
    flags = re.IGNORECASE if in_any_case else 0
    named = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", flags)
    return any(named.search(text) for text in statement_texts(folder))


def spellings_of(folder: Path, word: str) -> frozenset[str]:
    """How statements write a word, in small and capital letters, between the signs for what a
    program prints; none if they have it as it is, in any place."""
    if names_word(folder, word):
        return frozenset()
    marked = re.compile(
        rf"(?:`|\"|“|‘|''|\\texttt\{{|\\verb.)({re.escape(word)})(?=`|\"|”|’|''|\}}|\W)",
        re.IGNORECASE,
    )
    return frozenset(
        match[1] for text in statement_texts(folder) for match in marked.finditer(text)
    )


def speaks_of_case(folder: Path) -> bool:
    """Whether a statement in English says something of small and capital letters."""
    return any(map(_LETTER_CASE.search, statement_texts(folder)))


def allows_any_case(folder: Path) -> bool:
    """Whether small and capital letters may be the same, perhaps: where a statement has words for
    that, and where there is none in English."""
    texts = statement_texts(folder)
    is_english = any(file.language == "en" for file in statement_files(folder))
    return not (texts and is_english) or any(map(_ANY_CASE.search, texts))


def has_one_answer(folder: Path) -> bool:
    """Whether there is one right output, as far as statements in English say."""
    free = any(_CHOICE.search(text) for text in statement_texts(folder))
    return not free and not may_differ(folder)


def most_queries(folder: Path) -> int | None:
    """How many queries a program has at most, as statements in English say it; None if they do not,
    or differ."""
    found = {int(one) for text in statement_texts(folder) for one in _AT_MOST.findall(text)}
    return found.pop() if len(found) == 1 else None


def demands_an_end(folder: Path) -> bool:
    """Whether a program must end by itself, as a statement in English says it."""
    return any(_END.search(text) for text in statement_texts(folder))


def may_differ(folder: Path) -> bool:
    """Whether a number need not be exact, perhaps: where a statement has such a word, and where
    there is none in English."""
    texts = statement_texts(folder)
    is_english = any(file.language == "en" for file in statement_files(folder))
    return not (texts and is_english) or any(_NEAR.search(text) for text in texts)


def names_whole_numbers_only(folder: Path) -> bool:
    """Whether a statement in English speaks of whole numbers, and none of others."""
    texts = statement_texts(folder)
    return any(map(_WHOLE.search, texts)) and not any(map(_REAL.search, texts))
