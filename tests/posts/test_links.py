"""Programs are read from the addresses of links; damaged ones are none."""

from __future__ import annotations

import base64
import zlib

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
