"""Texts that a page has packed into its address by the method of LZ-String.

A dictionary grows with every entry that is read, as in LZ78. Each character of base64 holds six
bits. The numbers of entries have as many bits as the dictionary needs, the lowest bit first; 0 and
1 announce a new character of 8 or 16 bits, and 2 ends the text. A character is a UTF-16 unit.
"""

from __future__ import annotations

import string

_ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
_END = 2
#: By the number that announces it, the bits of a new character.
_CHARACTER_BITS = {0: 8, 1: 16}


class _Bits:
    def __init__(self, text: str) -> None:
        self._bits = "".join(f"{_ALPHABET.index(character):06b}" for character in text)
        self._at = 0

    def number(self, count: int) -> int:
        """The next bits as a number, the lowest first; raises ValueError at the end."""
        taken = self._bits[self._at : self._at + count]
        if len(taken) < count:
            raise ValueError("the packed text has no end")
        self._at += count
        return int(taken[::-1], 2)


class _Dictionary:
    """The entries, and how many bits their numbers have."""

    def __init__(self) -> None:
        self.entries = ["", "", ""]
        self.width = 2
        #: How many entries may be added before numbers need one more bit.
        self._room = 1

    def add(self, entry: str) -> int:
        self.entries.append(entry)
        self._room -= 1
        return len(self.entries) - 1

    def widen(self) -> None:
        """Numbers with one more bit, if those that there are do not suffice."""
        if self._room == 0:
            self._room = 2**self.width
            self.width += 1


def unpacked(text: str, most: int) -> str:
    """The text that is packed in base64; raises ValueError if it is damaged, or longer than
    ``most`` characters."""
    bits, known = _Bits(text.rstrip("=")), _Dictionary()
    found: list[str] = []
    length, before = 0, ""
    while (number := bits.number(known.width)) != _END:
        if number in _CHARACTER_BITS:
            number = known.add(chr(bits.number(_CHARACTER_BITS[number])))
            known.widen()
        if number < len(known.entries):
            entry = known.entries[number]
        elif number == len(known.entries) and before:
            entry = before + before[0]
        else:
            raise ValueError("the packed text names an entry that it does not have")
        found.append(entry)
        length += len(entry)
        if length > most:
            raise ValueError("the packed text is too long")
        if before:
            known.add(before + entry[0])
            known.widen()
        before = entry
    return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
