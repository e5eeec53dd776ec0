"""Words of a few signs, each named in the statement, such as the squares of a board: input
validators accept no other sign, in whatever language the statement is."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from judge.common.text_places import replaced
from judge.model import Case
from judge.packages.statements import statement_texts
from judge.verify.bound_edges import shown
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import StoredNumbers
from judge.verify.text_numbers import NUMBER

Accepts = Callable[[Case, str], bool]
#: So many signs at most make up words of so many letters in all, in so many inputs. Each is there
#: so often.
MOST_SIGNS, LEAST_LETTERS, LEAST_INPUTS, LEAST_EACH = 6, 40, 3, 2
_OTHERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + ".#*@?!+-_=/"
_TEX = re.compile(
    r"\\(?:texttt|verb|mathtt|text|textrm|emph|textbf|code)\b\s*[{|+!]?|\\(?=[#$%&_])"
)
#: A sign alone: in quotation marks, brackets or white space.
_ALONE = re.compile(r"(?<![\w\\])([!-~])(?!\w)")
_QUOTED = re.compile(r"[`'\"|]([!-~])[`'\"|]")
_TOKEN = re.compile(r"\S+")


def foreign(
    stored: StoredNumbers, folder: Path, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    """A message: the validators accept another sign in a word of a stored input, and no statement
    has it alone. ``accepts``: what they say of a text as the input of a case."""
    counted = Counter[str]()
    long = list[tuple[Case, re.Match[str]]]()
    for case, text in stored.texts.items():
        words = [one for one in _TOKEN.finditer(text) if not NUMBER.fullmatch(one[0])]
        counted.update("".join(one[0] for one in words))
        long += [(case, one) for one in words[:1]]
    if not 1 < len(counted) <= MOST_SIGNS or len(long) < LEAST_INPUTS:
        return
    if sum(counted.values()) < LEAST_LETTERS or min(counted.values()) < LEAST_EACH:
        return
    named = {sign for text in statement_texts(folder) for sign in signs_in(text)}
    if not named.issuperset(counted):
        return
    case, word = max(long, key=lambda row: len(row[1][0]))
    for sign in deadline.items(one for one in _OTHERS if one not in named):
        text = replaced(word, word[0][:-1] + sign)
        if accepts(case, text):
            own = " ".join(sorted(counted))
            said = f"they accept {sign!r} in a word, and all words of inputs are made of {own}"
            yield f"{said}, which the statement names: {shown(text)}"
            return


def signs_in(text: str) -> set[str]:
    """The signs that stand alone in a text."""
    plain = _TEX.sub(" ", text)
    alone = _ALONE.finditer(re.sub(r"[{}|$`'\"]", " ", plain))
    return {match[1] for match in alone} | {*_QUOTED.findall(plain)}
