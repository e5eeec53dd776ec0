"""A manifest is a record: typed fields, the keys that are present, and their lines."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.common.toml_lines import read_toml
from judge.model import Arity, Claim, Input, Kind, Output, Rows, Verdict
from judge.solutions.manifest import KEYS, Manifest, combined, read_manifest

FULL = """language = "javascript"
kind = "function"
arity = "curried"
input = "json"
output = "stdout"
base = 1
shape = "pairs"
none = -1
name = "g"
argument_order = [1, 0]
argument_names = ["a", "d"]
field_names = "p"
rows = "columns"
flags = "-p 'a b'"
encoding = "cp437"
header = ""
footer = "f"
requires = "numpy"
case = "sample/*"
expect = ["AC", "TLE"]
author = "A"
url = "u"
date = 2019-01-28
note = "n"
votes = 7
claimed = "47.5"
claimed_characters = 40
claimed_language = "JavaScript (ES6)"
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return tmp_path / "some.js"


def manifest(source: Path, text: str, declared: dict[str, str] | None = None) -> Manifest:
    source.with_suffix(".toml").write_text(text)
    return read_manifest(source, declared)


def test_every_key_is_a_field(source: Path) -> None:
    one = manifest(source, FULL)
    assert one.language and one.language.name == "javascript"
    assert (one.kind, one.arity) == (Kind.FUNCTION, Arity.CURRIED)
    assert one.argument_order == (1, 0)
    assert (one.argument_names, one.field_names) == (("a", "d"), ("p",))
    assert one.rows is Rows.COLUMNS
    assert (one.input, one.output) == (Input.JSON, Output.STDOUT)
    assert (one.base, one.shape, one.none) == ("1", "pairs", "-1")
    assert (one.flags, one.encoding) == (("-p", "a b"), "cp437")
    assert (one.header, one.footer) == ("", "f")
    assert (one.requires, one.case) == (("numpy",), "sample/*")
    assert one.expect == {Verdict.AC, Verdict.TLE}
    assert (one.author, one.url, one.note, one.date) == ("A", "u", "n", date(2019, 1, 28))
    assert (one.votes, one.claim) == (7, Claim(Fraction(95, 2), 40, "JavaScript (ES6)"))
    assert {key for key in KEYS if key in one} == set(KEYS)
    fields = set(Manifest.__struct_fields__)
    assert {key for key in KEYS if not key.startswith("claimed")} <= fields


def test_without_a_file_it_declares_nothing(source: Path) -> None:
    one = read_manifest(source)
    assert one == Manifest()
    assert not any(key in one for key in KEYS)
    assert str(one.error("kind", "is missing")) == "is missing"


@pytest.mark.parametrize(
    "order", ["[0, 2]", "[1, 2]", "[0, 0]", "[true, false]", '"10"', "1", "[-1]"]
)
def test_an_order_lists_each_index_once(source: Path, order: str) -> None:
    with pytest.raises(JudgeError, match="must list the indices of the arguments, such as"):
        manifest(source, f"argument_order = {order}\n")


def test_an_error_names_the_line_of_its_key(source: Path) -> None:
    one = manifest(source, 'note = ""\n\nexpect = "WA"\n')
    path = source.with_suffix(".toml")
    assert str(one.error("expect", "no")) == f"{path}:3: no"
    assert str(one.error("kind", "no")) == f"{path}: no"


def test_a_value_from_the_command_line_overrides_the_file(source: Path) -> None:
    one = manifest(source, 'kind = "program"\nnote = "n"\n', {"kind": "function"})
    assert (one.kind, one.note) == (Kind.FUNCTION, "n")
    assert str(one.error("kind", "no")) == "no"  # its place is no file
    with pytest.raises(JudgeError) as caught:
        manifest(source, 'kind = "program"\n', {"kind": "fun"})
    assert str(caught.value) == "unknown kind 'fun': known: function, output, program, template"


def test_a_key_is_that_of_the_first_table_that_has_it(tmp_path: Path) -> None:
    """And an error about it names the file that it comes from."""
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    first.write_text('note = "first"\n[own]\nauthor = "own"\n')
    second.write_text('note = "second"\n\nkind = "program"\n')
    top = read_toml(first)
    one = combined([top.table("own"), top.without(["own"]), read_toml(second)])
    assert (one.author, one.note, one.kind) == ("own", "first", Kind.PROGRAM)
    assert str(one.error("author", "no")) == f"{first}:3: own: no"
    assert str(one.error("note", "no")) == f"{first}:1: no"
    assert str(one.error("kind", "no")) == f"{second}:3: no"
    assert str(one.error("url", "no")) == f"{first}:2: own: no"
