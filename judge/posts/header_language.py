"""Which language and which flags a header names, from the text around and inside its sizes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from judge.languages.posted_names import posted_language

_FLAG = re.compile(r"(?<![\w`-])`?(?P<flag>--?[A-Za-z0][^\s`,()\[\]|]*)`?")
_FLAGS_AS_CODE = re.compile(r"`(?P<flags>--?[A-Za-z0][^`]*)`")
_QUOTED_FLAG = re.compile(r"`(?P<flag>[^\W\d_][^\s`]{0,7})`")
#: What is added and is longer than flags without a dash are.
_LIBRARY = re.compile(
    r"(?P<and>(?:\+|&|\b(?:with|using|and))\s*)`(?P<name>[A-Za-z]\w{3,})`", re.IGNORECASE
)
_FLAG_WORDS = re.compile(r"\b(?:with|using|and|the|flags?|option|switch(?:es)?)\b", re.IGNORECASE)
_SEPARATOR = (
    r"(?:[,:;|(\[–—=→⟶➔➜⇒~<≈，、：·•]|[-=]>|(?<=\s)(?:-{1,3}|[−@]|//?"
    r"|(?:in|with|at|now|only|score|size|len(?:gth)?)(?=[\s:=]|$)))"
)
_TRAILING = re.compile(
    rf"\s*+{_SEPARATOR}(?:\s*+{_SEPARATOR}"
    r"|\s*+\d[\d,.]*(?<=\d)\s++(?:(?:[→⟶➔➜⇒]|[-=]?>)\s*+)?)*+\s*+$",
    re.IGNORECASE,
)
#: What names the size, not the language.
_OF_SIZES = frozenset(
    {"score", "size", "code size", "code length", "length", "bytes", "byte count"}
)
#: What stands between the size and a name behind it.
_LEADING = re.compile(r"^(?:[-–—|,:;]\s*|/\s*(?=\w)|in\s+)+")
REMARK = re.compile(
    r"[(\[]?\b(?:non-?compet\w+|SBCS|invalid|deleted|WIP|cracked)\b[)\]]?", re.IGNORECASE
)
#: ``My answer is 48 bytes of Python 3.``: what ends before the size, and what follows it.
_SAID = re.compile(
    r"\b(?:is|it's|takes?|weighs?|at|for|got|has|needs?|answer|solution|entry|attempt|version)"
    r"\b(?:\s(?:only|just|now|in|at|exactly))?:?$",
    re.IGNORECASE,
)
_OF_LANGUAGE = re.compile(r"[\s,]*(?:(?:long|short)\s)?(?:of|in|using)\s(?P<name>[^.,;:!]{1,40})")
#: ``A 48-byte Python 3 answer``
_ARTICLE = re.compile(r"(?:(?:here|this|it)(?:\sis|'s)\s)?(?:an?|my|the)", re.IGNORECASE)
#: What ends a sentence before the one that names the language.
_SENTENCE_END = re.compile(r"[.!?…]\s+")
#: ``Solution 1 (Python 3)``
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,40})[)\]]$")
#: ``O(n), Python 3``
_COMPLEXITY = re.compile(r"^[OΘ]\([^,|]{1,30}\)\s*[,:|–—-]\s*")
_GOLF = re.compile(r"\s(?:code[\s-]?)?golf(?:ed)?$", re.IGNORECASE)
#: ``Port to Python 3``
_PORT = re.compile(r"^(?:port(?:ed)?|translat\w+|same)\s(?:to|into|in)\s", re.IGNORECASE)
_HERE = re.compile(r"^(?:here(?:'s|\sis)|this\sis|it's)\s+", re.IGNORECASE)
#: ``My Python 3 solution scores``, ``Python 3 that needs``, ``Pure Python 3``: what is around it.
_OWN = re.compile(r"^(?:my|our|an?|the|pure|plain|vanilla)\s+", re.IGNORECASE)
_SAYS = re.compile(
    r"\s+(?:that|which|needs?|takes?|scores?|weighs?|has|is|uses?|answer|code|entry|function|program"
    r"|solution|submission|version)\b.*$",
    re.IGNORECASE,
)
#: ``Language: Python 3``
LABEL = re.compile(r"^lang(?:uage)?\s*[:=]\s*", re.IGNORECASE)
#: ``Here is my solution in Python 3``: what names the language.
_SENTENCE = re.compile(
    r"\b(?:answer|code|entry|function|program|solution|submission|version)\b.{0,40}?"
    r"\b(?:in|using)\s+(?P<name>\S.*)$",
    re.IGNORECASE,
)


def language_and_flags(before: str, after: str, inside: str) -> tuple[str, tuple[str, ...]]:
    """The name of the language and the flags, from the text around and inside the sizes."""
    name = LABEL.sub("", _TRAILING.sub("", before).strip())
    if sentence := _SENTENCE.search(name):
        name = sentence["name"]
    elif (said := _OF_LANGUAGE.match(after)) and (
        _SAID.search(name) or _is_sentence(before, said["name"])
    ):
        name, after = said["name"], ""
    if (
        not name.strip("`*_ ")
        or name.casefold().strip(" :") in _OF_SIZES
        or _ARTICLE.fullmatch(name)
    ):
        name, after = LABEL.sub("", _behind(after)), ""
        name = sentence["name"] if (sentence := _SENTENCE.search(name)) else name
    flags, name = _in_backquotes(_LIBRARY.sub(r"\g<and>\g<name>", name))
    flags += [found["flag"] for found in _FLAG.finditer(name)]
    if _QUOTED_FLAG.sub(" ", name).strip("*_,:; "):  # else what is quoted is the language
        flags = flags or [found["flag"] for found in _QUOTED_FLAG.finditer(name)]
    flags += _flags_behind(f"{inside} {after}", flags)
    bare = _QUOTED_FLAG.sub(" ", _FLAG.sub(" ", name)) if flags else name
    bare = _FLAG_WORDS.sub(" ", bare) if flags else bare
    bare = REMARK.sub(" ", bare).replace("`", "")
    bare = re.sub(r"\s+(?=[)\]])", "", re.sub(r"[(\[]\s*[)\]]", " ", bare))
    bare = re.sub(r"(?<=[\s\w)])\s*(?:(?<!\+)\+|[,:;|–—=]|(?<=\s)-)\s*$", "", bare.strip())
    bare = re.sub(r"\s\+\s*$", "", bare)
    bare = _out_of_brackets(" ".join(bare.split()).strip(" ,:;|*_"))
    bare = _LEADING.sub("", bare)
    if not posted_language(bare).language:
        bare = next((part for part in _parts(bare) if posted_language(part).language), bare)
    return bare, tuple(dict.fromkeys(flags))


def _parts(name: str) -> Iterator[str]:
    """What may be the name alone, where the whole is none: the last sentence, what follows the
    last colon, what stands in brackets at the end."""
    yield _HERE.sub("", _SENTENCE_END.split(name)[-1])
    if ":" in name:
        yield name.rpartition(":")[2].strip()
    if in_brackets := _IN_BRACKETS.search(name):
        yield in_brackets[1].strip()
    yield _COMPLEXITY.sub("", name)
    yield _GOLF.sub("", name)
    yield _PORT.sub("", name)
    yield _SAYS.sub("", _OWN.sub("", name))


def _flags_behind(text: str, known: list[str]) -> Iterator[str]:
    """The flags of a text, each with its arguments, but for letters that known ones have."""
    bundled = {letter for flag in known for letter in flag if not flag.startswith("--")}
    quoted, rest = _in_backquotes(text)
    is_new = False
    for word in (*quoted, *(found["flag"] for found in _FLAG.finditer(rest))):
        if word.startswith("-"):
            is_new = word.startswith("--") or not bundled.issuperset(word)
        if is_new:
            yield word


def _is_sentence(before: str, name: str) -> bool:
    """Whether words lead to the size, and a language follows it: ``I got it down to 40 bytes in
    R``; in ``Brainfuck, 40 bytes in total`` neither is so."""
    named = posted_language(name.strip(" ,;|*_"))
    leads = bool(re.search(r"\w\s*$", before)) and posted_language(before.strip()).language is None
    return leads and named.language is not None and not named.doubt


def _in_backquotes(name: str) -> tuple[list[str], str]:
    """The flags that stand there, as a shell takes them apart, and the name without them."""
    flags: list[str] = []
    for found in _FLAGS_AS_CODE.finditer(name):
        try:
            flags += shlex.split(found["flags"])
        except ValueError:  # a quote is never closed
            flags += found["flags"].split()
    return flags, _FLAGS_AS_CODE.sub(" ", name)


def _behind(after: str) -> str:
    """The name in ``48 bytes, Python 3`` or ``48 bytes in Python 3``."""
    after = re.sub(r"^[\s,:;|–—\-\])]*(?:(?:in|of|using)\b)?\s*", "", after)
    return _out_of_brackets(after.strip())


def _out_of_brackets(name: str) -> str:
    """A name without the brackets around it, or without the one that closes those of its size; not
    without those of an implementation, as in ``C++ (gcc)``."""
    if name.startswith("(") and name.find(")") in (-1, len(name) - 1):
        return name.removeprefix("(").removesuffix(")").strip()
    if name.startswith("(") and name.endswith("))"):
        return name[1:-1].strip()
    return name.removesuffix(")").strip() if name.count(")") > name.count("(") else name
