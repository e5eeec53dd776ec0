"""Whether a program of one object file may serve its cases (languages/hosts/serve_main.c): the
host in it forks before anything of the source runs, if nothing of it can run earlier.

What the C library does before is done with its own functions, unless the source defines one of the
same name; with resolvers of indirect functions; and with what the linker collects from sections.
So an object must have only ordinary sections, no such resolver, and no name that is in a program of
the host alone, or that C reserves.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

_HEAD = struct.Struct("<16s2HI3QI6H")
_SECTION = struct.Struct("<2I4Q2I2Q")
_SYMBOL = struct.Struct("<I2BH2Q")
_RELOCATION = struct.Struct("<3Q")
#: ELF of 64 bits, little-endian, version 1.
_IDENT = b"\x7fELF\x02\x01\x01"
RELOCATABLE, EXECUTABLE = 1, 2
#: What a damaged file leads to.
_DAMAGED = (struct.error, IndexError, ValueError, OverflowError)
X86_64, AARCH64 = 62, 183
#: Types of relocations that a dynamic linker applies, by machine: no compiler emits them.
_DYNAMIC = {
    X86_64: frozenset((5, 6, 7, 8, 37, 38)),
    AARCH64: frozenset(range(1024, 1040)),
}
SYMTAB, RELA = 2, 4
#: Types of sections: nothing, contents, symbols, strings, relocations, notes, zeros, constructors,
#: destructors, groups, and tables for unwinding of x86-64.
_TYPES = frozenset((0, 1, SYMTAB, 3, RELA, 7, 8, 14, 15, 17, 0x70000001))
_RELA_NAME = ".rela"
_NAME = re.compile(
    r"(\.rela)?(\.(text|rodata|data|bss|tdata|tbss|init_array|fini_array|eh_frame|gcc_except_table)(\..*)?)"
    r"|\.comment|\.note\.(GNU-stack|gnu\.property)|\.group|\.(symtab|strtab|shstrtab)|",
    re.ASCII | re.DOTALL,
)
LOCAL, INDIRECT = 0, 10
#: Beginnings of names that no C library has: those that C++ makes, and those of testlib, which
#: most validators in C++ include.
_FOREIGN = ("_Z", "__testlib_")
#: What the program of the host alone has as well, for the host to return to.
_MAIN = "main"
#: Without it the C library does not call what serves.
_NEEDED = "__preinit_array_start"


class _Section(Struct, frozen=True):
    name: str
    type: int
    content: memoryview
    link: int


def may_serve(data: bytes, names: frozenset[str]) -> bool:
    """Whether nothing of the object file ``data`` can run before its constructors, in a program
    that is linked statically. False as well for any other file. ``names``: those in such a program
    of the host alone, as ``names_in`` tells them."""
    if _NEEDED not in names:
        return False
    try:
        machine, sections = _sections(memoryview(data), RELOCATABLE)
        return all(_is_ordinary(one) for one in sections) and not any(
            _acts_early(one, sections, machine, names) for one in sections
        )
    except _DAMAGED:
        return False


@cache
def names_in(program: Path) -> frozenset[str]:
    """The names of all functions and objects in an executable, of libraries as well; none if it
    cannot be read."""
    try:
        _, sections = _sections(memoryview(program.read_bytes()), EXECUTABLE)
        return frozenset(
            _string(sections[one.link].content, entry[0])
            for one in sections
            if one.type == SYMTAB
            for entry in _SYMBOL.iter_unpack(one.content)
        )
    except (OSError, *_DAMAGED):
        return frozenset()


def _sections(data: memoryview, wanted: int) -> tuple[int, tuple[_Section, ...]]:
    """The machine and the sections of a file of the ``wanted`` kind; raises _DAMAGED."""
    ident, kind, machine, _, _, _, at, _, _, _, _, size, count, names = _HEAD.unpack_from(data)
    if not ident.startswith(_IDENT) or kind != wanted or machine not in _DYNAMIC:
        raise ValueError("no such file of this machine")
    if size != _SECTION.size or not count:  # more sections than 65,279 are told elsewhere
        raise ValueError("unusual sections")
    heads = [_SECTION.unpack_from(data, at + number * size) for number in range(count)]
    name_table = _content(data, heads[names])
    return machine, tuple(
        _Section(_string(name_table, head[0]), head[1], _content(data, head), head[6])
        for head in heads
    )


def _content(data: memoryview, head: tuple[int, ...]) -> memoryview:
    """The bytes of a section; none of zeros, which is not in the file."""
    offset, size = head[4], head[5]
    if head[1] in (0, 8):
        return data[:0]
    if offset + size > len(data):
        raise ValueError("a section beyond the end")
    return data[offset : offset + size]


def _string(table: memoryview, at: int) -> str:
    """The string that begins there; raises ValueError."""
    end = bytes(table[at : at + 1024]).index(0)
    return bytes(table[at : at + end]).decode("latin-1")


def _is_ordinary(section: _Section) -> bool:
    """Whether compilers emit it for any source."""
    is_relocation = section.name.startswith(_RELA_NAME)
    return (
        section.type in _TYPES
        and _NAME.fullmatch(section.name) is not None
        and is_relocation == (section.type == RELA)
    )


def _acts_early(
    section: _Section, sections: tuple[_Section, ...], machine: int, names: frozenset[str]
) -> bool:
    """Whether one of its symbols or relocations may have something run, or replace what runs."""
    if section.type == RELA:
        dynamic = _DYNAMIC[machine]
        return any(
            info & 0xFFFFFFFF in dynamic for _, info, _ in _RELOCATION.iter_unpack(section.content)
        )
    if section.type != SYMTAB:
        return False
    if any(entry[1] & 15 == INDIRECT for entry in _SYMBOL.iter_unpack(section.content)):
        return True
    strings = sections[section.link].content
    return any(_is_known(name, names) for name in _defined(section, strings))


def _defined(section: _Section, strings: memoryview) -> Iterator[str]:
    """The names that the object defines for others; raises ValueError."""
    for at, info, _, place, _, _ in _SYMBOL.iter_unpack(section.content):
        if info >> 4 != LOCAL and place:
            yield _string(strings, at)


def _is_known(name: str, names: frozenset[str]) -> bool:
    """Whether what runs before, or the linker, may mean something by it: by a name with a version,
    the one before ``@`` as well."""
    reserved = name.startswith("_") and not name.startswith(_FOREIGN)
    return name != _MAIN and (reserved or name in names or "@" in name)
