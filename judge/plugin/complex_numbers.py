"""Complex numbers in an output, as the pairs of their parts."""

from __future__ import annotations

import re
from functools import cache

#: The size of a part of a complex number.
_PART = r"[0-9]{1,400}(?:\.[0-9]{0,400})?(?:[eE][+-]?[0-9]{1,4})?"
_OF_TYPE = rf"\(-{_PART}\)|{_PART}"
#: What every complex number has in it.
_SIGNS_OF_COMPLEX = re.compile(r"[0-9+-][ij](?:\b|m\b)|:\+|#C\(")
#: A complex number as languages write it, or a quoted text.
_COMPLEX = (
    rf"""(?<![\w.])(?P<real>[+-]?{_PART})[ ]?(?P<sign>[+-])[ ]?"""
    rf"""(?P<imaginary>{_PART})?(?:im?|j)(?!\w)"""
    rf"""|(?<![\w.])(?P<left>{_OF_TYPE})\s:\+\s(?P<right>{_OF_TYPE})"""
    rf"""|(?<![^\s\[(,])(?P<alone>[+-]?{_PART}[ij])(?![^\s\]),])"""
    r"""|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'(?!\w)"""
)
_PAIR_TWICE = rf"\(\(([+-]?{_PART} [+-]?{_PART})\)\)"
#: The same, a number alone, and a unit alone.
_ANY = (
    rf"{_COMPLEX}|(?<![^\s\[(,])(?P<unit>[+-]?i)(?![^\s\]),])"
    rf"|(?<![\w.])(?P<plain>[+-]?{_PART})(?![\w.])"
)


@cache
def _compiled(text: str) -> re.Pattern[str]:
    """Few outputs have complex numbers, and these take milliseconds."""
    return re.compile(text)


def pairs_of_complex(text: str) -> str:
    """``3-4i``, ``(3-4j)``, ``3 - 4im``, ``#C(3 -4)`` and ``3 :+ (-4)`` as ``(3 -4)``,
    and ``4j`` and ``4i`` as ``(0 4)``, out of quotes."""
    if not _SIGNS_OF_COMPLEX.search(text):
        return text

    def pair(found: re.Match[str]) -> str:
        if found["alone"]:
            return f"(0 {found['alone'].rstrip('ij')})"
        if found["real"]:
            return f"({found['real']} {found['sign']}{found['imaginary'] or 1})"
        return f"({found['left']} {found['right']})" if found["left"] else found[0]

    return _compiled(_PAIR_TWICE).sub(
        r"(\1)", _compiled(_COMPLEX).sub(pair, text.replace("#C(", "("))
    )


def reals_as_pairs(text: str) -> str:
    """Each number as a complex one, out of quotes: ``-1`` as ``(-1 0)``, ``i`` as ``(0 1)``. Some
    languages show one without an imaginary part as a real number."""

    def pair(found: re.Match[str]) -> str:
        if found["plain"]:
            return f"({found['plain']} 0)"
        if found["unit"]:
            return f"(0 {found['unit'].replace('i', '1')})"
        return found[0]

    return _compiled(_ANY).sub(pair, text)
