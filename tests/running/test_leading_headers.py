"""Which headers a source includes before anything else is in it."""

from __future__ import annotations

import pytest

from judge.running.leading_headers import first_headers


def headers(text: str, **others: str) -> tuple[str, ...]:
    files = {"a.cpp": text, **{f"{name}.h": its for name, its in others.items()}}
    return first_headers("a.cpp", {name: its.encode() for name, its in files.items()})


def test_headers_in_their_order() -> None:
    text = "// one\n#include <b>\n\n /* two */ #  import <sys/a.h> // three\n#include<c>\nint d;\n"
    assert headers(text) == ("b", "sys/a.h", "c")


@pytest.mark.parametrize(
    "between",
    ["#define A 1", "int a;", "#if 0", "#pragma GCC optimize(3)", "// one \\", "#include A"],
)
def test_none_behind_anything_else(between: str) -> None:
    assert headers(f"#include <b>\n{between}\n#include <c>\n") == ("b",)


def test_those_of_its_own_headers() -> None:
    own = "#pragma once\n#include <b>\n#include <c>\n"
    assert headers('#include "own.h"\n#include <d>\n', own=own) == ("b", "c", "d")
    assert headers('#include "own.h"\n#include <d>\n', own=own + "int e;\n") == ("b", "c")


def test_a_header_in_another_folder() -> None:
    files = {
        "x/a.cpp": b'#include "../y/b.h"\n',
        "y/b.h": b'#include "c.h"\n',
        "y/c.h": b"#include <d>",
    }
    assert first_headers("x/a.cpp", files) == ("d",)


def test_headers_that_include_each_other_end() -> None:
    assert headers('#include "b.h"\n', b='#include <c>\n#include "a.cpp"\n') == ("c",)


def test_what_is_behind_a_header_of_unknown_content_may_depend_on_it() -> None:
    assert headers('#include <b>\n#include "unknown.h"\n#include <c>\n') == ("b", "unknown.h")


def test_a_source_of_comments_alone_is_read_once() -> None:
    assert headers("/**/" * 5000) == ()
    assert headers("// end") == ()
