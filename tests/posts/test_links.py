"""Programs are read from the addresses of links; damaged ones are none."""

from __future__ import annotations

import base64
import zlib

import pytest

from judge.posts.links import linked_program
from tests.posts.forms import ato, tio


def test_every_field_of_a_link_is_read() -> None:
    href = tio(
        "perl5", b"say", b"foot", b"in", b"one", b"two", header=b"head", extra=b"\xfecflags\xff-p"
    )
    program = linked_program(href)
    assert program is not None
    assert (program.language, program.code) == ("perl5", b"say")
    assert (program.header, program.footer, program.input) == (b"head", b"foot", b"in")
    assert (program.arguments, program.flags) == (("one", "two"), ("-p",))


def test_a_newer_link_is_read() -> None:
    program = linked_program(ato("python", "é", ["-X"]))
    assert program is not None
    assert (program.language, program.code, program.flags) == ("python", "é".encode(), ("-X",))


def test_damaged_huge_and_other_links_hold_no_program() -> None:
    bomb = zlib.compress(bytes(2**24), 9)[2:-4]
    for href in (
        "https://tio.run/##",
        "https://tio.run/##!!!",
        "https://tio.run/##AAAA",
        "https://tio.run/#python3",
        f"https://tio.run/##{base64.b64encode(bomb).decode()}",
        "https://ato.pxeger.com/run?1=AAAA",
        "https://ato.pxeger.com/run",
        "https://example.org/##K6gsycjPM",
        "http://[",
        "javascript:alert(1)",
    ):
        program = linked_program(href)
        assert program is None or program.code == b"", href


@pytest.mark.parametrize(
    ("packed", "language", "code"),
    [
        (
            "v2:D4AQDABCCMDcICYIEEDeMBsUAsVoA4AKASnWgE5DpjYBfWoA",
            "csharp",
            b"using System;class A{static void Main(){Console.WriteLine(1);}}",
        ),
        (
            "v2:CYLg1APglgdgLgAgGYApZwNoF0EEMCUAvAHy4B0AMgKYwDmcAFgNxA==",
            "csharp",
            b"int f(int[] a)=>a.Length;",
        ),
        (
            "v2:EYLgtghglgdgNAGxAMwM5wC4gE4FcYA+CAphgATJkRkC8VZAAg2cGQJdmAARFcBL/30EDhQ0SPFjJE6WKA==",
            "fs",
            f"let f a = a @ b é ∀ {'ab' * 40}".encode(),
        ),
    ],
)
def test_a_packed_link_is_read(packed: str, language: str, code: bytes) -> None:
    program = linked_program(f"https://sharplab.io/#{packed}")
    assert program is not None
    assert (program.language, program.code) == (language, code)


@pytest.mark.parametrize(
    "packed", ["v2:", "v2:D4AQDABC", "v2:D4A!", "gist:abc", "", "v2:D4AQTADABAHkA==="]
)
def test_a_packed_link_that_is_damaged_or_of_another_format_holds_no_program(packed: str) -> None:
    assert linked_program(f"https://sharplab.io/#{packed}") is None
