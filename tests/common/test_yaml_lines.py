"""YAML with the line of every key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from judge.common import yaml_lines
from judge.common.errors import JudgeError
from judge.common.yaml_lines import YamlMapping, plain, read_mapping, read_plain, written


def read(folder: Path, text: str | bytes) -> YamlMapping:
    path = folder / "some.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_mapping(path)


def complaint(folder: Path, text: str | bytes) -> str:
    with pytest.raises(JudgeError) as caught:
        read(folder, text)
    message = str(caught.value)
    assert message.startswith(str(folder / "some.yaml"))
    return message.removeprefix(str(folder / "some.yaml"))


def test_values_are_read_as_yaml_says(tmp_path: Path) -> None:
    placed = read(tmp_path, "a: 1\nb: two\nc: [1, x]\nd: {e: 2.5}\nf:\n")
    assert (placed.values["a"], placed.values["b"], placed.values["c"]) == (1, "two", [1, "x"])
    assert placed.child("d").values == {"e": 2.5}
    assert placed.values["f"] is None and not placed.child("f").values
    assert not placed.child("absent").values


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("10", 10),
        ("-0", 0),
        ("1.50", 1.5),
        ("1e3", 1000.0),
        ("2E-1", 0.2),
        (".5", 0.5),
        ("1.e2", 100.0),
        ("010", "010"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("1:30.5", "1:30.5"),
        ("0b11", "0b11"),
    ],
)
def test_a_number_is_what_every_version_of_yaml_reads_as_the_same(
    tmp_path: Path, written: str, value: object
) -> None:
    placed = read(tmp_path, f"a: {written}\n")
    assert placed.values["a"] == value and type(placed.values["a"]) is type(value)
    assert placed.written == {"a": written}


def test_merged_keys_are_those_that_the_mapping_and_earlier_ones_lack(tmp_path: Path) -> None:
    text = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc:\n  <<: [*a, *b]\n  x: 5\nd: {<<: *b}\n"
    placed = read(tmp_path, text)
    assert placed.child("c").values == {"x": 5, "y": 2, "z": 4}
    assert placed.child("c").lines == {"x": 5, "y": 1, "z": 2}
    assert placed.child("d").values == {"y": 3, "z": 4}


def test_every_key_knows_its_line_also_below_another(tmp_path: Path) -> None:
    placed = read(tmp_path, "# a remark\na: 1\n\nlimits:\n  time: 3\n  memory: 5\n")
    assert placed.lines == {"a": 2, "limits": 4}
    assert placed.child("limits").lines == {"time": 5, "memory": 6}
    assert str(placed.child("limits").error("memory", "is odd")).endswith("some.yaml:6: is odd")


def test_an_unknown_key_is_refused_with_the_near_one(tmp_path: Path) -> None:
    placed = read(tmp_path, "name: x\nlimist: 1\n")
    with pytest.raises(JudgeError, match=r":2: unknown key 'limist': did you mean 'limits'\?"):
        placed.refuse_unknown(frozenset({"name", "limits"}))
    placed.refuse_unknown(frozenset({"name", "limist"}))


def test_a_child_must_be_a_mapping(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=":2: limits must be a mapping"):
        read(tmp_path, "a: 1\nlimits: 5\n").child("limits")


@pytest.mark.parametrize(
    ("text", "place", "fault"),
    [
        ("a: 1\nb: [1, 2\nc: 3\n", ":3: ", "is not valid YAML"),
        ("a: 1\n\tb: 2\n", ":2: ", "is not valid YAML"),
        ("a: 'open\n", ":2: ", "is not valid YAML"),
        ("a: 1\n---\nb: 2\n", ":2: ", "is not valid YAML"),
        ("a: *nowhere\n", ":1: ", "is not valid YAML"),
        ("a: 1\nb: !!python/object:os.system {}\n", ":2: ", "is not valid YAML"),
        ("a: 1\nb: !strange 5\n", ":2: ", "is not valid YAML"),
        ("a: 1\nb: 2024-99-99\n", ":2: ", "is not valid YAML"),
        ("a: 1\nb: [{[1]: 2}]\n", ":2: ", "a key must be a string"),
        ("a: 1\n[b]: 2\n", ":2: ", "a key must be a string"),
        (
            "a: &loop\n  b: *loop\n",
            ":1: ",
            "a value contains itself: write it out in place of *NAME",
        ),
        ("a: 1\nb: 2\na: 3\n", ":3: ", "duplicate key 'a': remove one of them"),
        ("a: 1\n<<: 2\n", ":2: ", "<< must name a mapping, or a list of mappings"),
        (
            "a: &loop\n  <<: *loop\n",
            ":1: ",
            "a value contains itself: write it out in place of *NAME",
        ),
        ("", ":1: ", "must contain a mapping"),
        ("- a\n- b\n", ":1: ", "must contain a mapping"),
        ("a: \x07\n", ":1: ", "is not valid YAML"),
        (b"a: \xff\xfe\n", ":1: ", "is not UTF-8 text"),
    ],
)
def test_each_fault_is_one_line_with_its_place(
    tmp_path: Path, text: str | bytes, place: str, fault: str
) -> None:
    message = complaint(tmp_path, text)
    assert message.startswith(place + fault) and "\n" not in message


def test_a_file_that_is_not_there_or_is_a_folder_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(
        JudgeError, match=r"none\.yaml: cannot be read: No such file or directory: check"
    ):
        read_mapping(tmp_path / "none.yaml")
    with pytest.raises(JudgeError, match=r"cannot be read: it is a folder: a file must"):
        read_mapping(tmp_path)


def bomb(depth: int) -> str:
    """A list of nine lists of nine lists …, written with anchors in a few lines."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for n in range(1, depth):
        lines.append(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]")
    return "\n".join(lines) + "\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: " + "[" * 5000 + "]" * 5000, "is nested too deeply: 50 levels are allowed"),
        ("a: " + "{a: " * 5000 + "1" + "}" * 5000, "is nested too deeply: 50 levels are allowed"),
        ("a: " + "[" * 60 + "]" * 60, "is nested more than 50 levels deep: use fewer levels"),
        (bomb(9), "contains more than 100,000 values: shorten it"),
        ("a: [" + "x," * 3_000_000 + "x]", ":1: contains more than 100,000 values"),
    ],
)
def test_deep_nesting_and_expanding_anchors_are_one_line(
    tmp_path: Path, text: str, said: str
) -> None:
    message = complaint(tmp_path, text)
    assert said in message and "\n" not in message


def test_expanding_anchors_are_refused_in_the_line_of_the_first_that_is_too_large(
    tmp_path: Path,
) -> None:
    """Before any value is made of them: that took ten seconds."""
    assert ":6: contains more than 100,000 values" in complaint(tmp_path, bomb(9))
    merges = "a0: &a0 {x: 1}\n" + "".join(
        f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 30)}]}}\n" for n in range(1, 9)
    )
    assert ":5: contains more than 100,000 values" in complaint(tmp_path, merges)
    assert len(read(tmp_path, bomb(3)).values["a2"]) == 9


def test_a_text_that_anchors_repeat_is_searched_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []
    pattern = re.compile("[\0]")

    class Counted:
        def search(self, text: str) -> re.Match[str] | None:
            searched.append(text)
            return pattern.search(text)

    monkeypatch.setattr(yaml_lines, "_NO_TEXT", Counted())
    placed = read(tmp_path, f"a: &a {'x' * 1000}\nb: [{', '.join(['*a'] * 100)}]\n")
    assert placed.values["b"] == ["x" * 1000] * 100
    assert searched == ["x" * 1000]


def test_typed_values_are_checked(tmp_path: Path) -> None:
    placed = read(tmp_path, "a: x\nb: [x, y]\nc: true\nd:\n")
    assert (placed.string("a"), placed.strings("b"), placed.boolean("c")) == ("x", ("x", "y"), True)
    assert (placed.string("d"), placed.strings("d"), placed.boolean("d", True)) == ("", (), True)
    for ask, said in (
        (lambda: placed.string("b"), ":2: b must be a string, not a list"),
        (lambda: placed.strings("a"), ":1: a must be a list of strings, not 'x'"),
        (lambda: placed.boolean("a"), ":1: a must be true or false, not 'x'"),
    ):
        with pytest.raises(JudgeError, match=re.escape(said)):
            ask()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("2025-09-01", "the date 2025-09-01"),
        ("!!binary aGk=", "bytes"),
        ("!!set {a, b}", "a set"),
        ("!!omap [a: 1]", "a list"),
    ],
)
def test_a_message_shows_values_in_words(tmp_path: Path, written: str, said: str) -> None:
    placed = read(tmp_path, f"a: {written}\n")
    with pytest.raises(JudgeError, match=f":1: a must be a string, not {said}"):
        placed.string("a")


def test_a_message_shows_a_long_value_in_part(tmp_path: Path) -> None:
    placed = read(tmp_path, f"a: {'x' * 500}\nb: {'9' * 4000}\n")
    with pytest.raises(JudgeError, match=r"not .x{40,60}…$"):
        placed.boolean("a")
    with pytest.raises(JudgeError, match=r"not a very large number$"):
        placed.boolean("b")


@pytest.mark.parametrize("text", ["1e-6", "1E3", "+5e2"])
def test_what_is_a_number_in_some_versions_only_is_either(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(f"words: [float_tolerance, {text}]\nnumbers: [{text}]\n")
    found = read_mapping(path)
    assert found.strings("words") == ("float_tolerance", text)
    assert found.values["numbers"] == plain(found.values["numbers"]) == [float(text)]
    assert type(plain(found.values["numbers"])[0]) is float


@pytest.mark.parametrize("text", ["1e-6", "0.5", "1:30", "010", "yes", "2024-01-01", "plain"])
def test_a_text_that_is_written_is_read_as_that_text(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(written({"words": [text]}))
    assert read_mapping(path).values == yaml.safe_load(path.read_text()) == {"words": [text]}
    long = {"words": [text, "é\u2028 \U0001f600"], "name": "x" * 2**16}
    path.write_text(written(long))
    assert read_mapping(path).values == yaml.safe_load(path.read_text()) == long


@pytest.mark.skipif(not hasattr(yaml, "CSafeDumper"), reason="libyaml is not installed")
def test_a_long_text_is_written_by_libyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML takes three seconds for a name of five million characters."""
    monkeypatch.delattr(yaml.emitter.Emitter, "analyze_scalar")
    assert written({"name": "x" * 2**16}) == f"name: {'x' * 2**16}\n"


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("a:\n\tb: c\n", "indent with spaces"),
        ("name: A: B\n", "in quotes"),
        ("name:Sum\nb: c\n", "a space after its colon"),
        ("a: 'it\nb: c\n", "close the quotes"),
        ("a: 'x\n---\n", "close the quotes"),
        ("a: [1\nb: c\n", "close the bracket ["),
        ("a: {b: 1\nc: 2\n", "close the brace {"),
        ("a: *x\n", "begins with * in quotes"),
        ("a: & x\n", "begins with * or & in quotes"),
        ("a: @x\n", "put the text in quotes"),
        ('a: "\\d"\n', "use single quotes"),
        ("a: - b\n", "a line of its own"),
        ("a:\n  b: 1\n c: 2\n", "indent keys of one level alike"),
        ("a: b\n---\nc: d\n", "remove the line ---"),
        ("%YAML 9.9\n---\na: b\n", "remove the line %YAML"),
        ("%YAML 1.1\n%YAML 1.1\n---\na: b\n", "remove one of the lines %YAML"),
        ("a: !x!y b\n", "begins with ! in quotes"),
        ("? a\nb", "write KEY: VALUE"),
        ("a: >x\n", "begins with > or |"),
        ("a: !x b\n", "begins with ! in quotes"),
        ("a: ]\n", "or close the bracket"),
        ("a: 2024-02-30\n", "a date that exists"),
        ("a: 2024-01-01 25:00:00\n", "a date that exists"),
        ("a: !!timestamp x\n", "leave the mark out"),
        ("a: !!int x\n", "leave the mark out"),
        ("a: !!int ''\n", "leave the mark out"),
        ("a: !!bool x\n", "leave the mark out"),
        ("a: !!float ''\n", "leave the mark out"),
        ("a: !!float x\n", "leave the mark out"),
    ],
)
def test_what_is_no_yaml_is_told_with_its_fix(text: str, fix: str, tmp_path: Path) -> None:
    said = complaint(tmp_path, text)
    assert fix in said and "\n" not in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            b"a: 1\nb: x\x01y\n",
            ":2: is not valid YAML: the character U+0001 is not allowed: remove it",
        ),
        (b"a: 1\nb: caf\xe9\n", ":2: is not UTF-8 text: save it as UTF-8"),
        ("a: 1\n".encode("utf-16"), ":1: is not UTF-8 text: save it as UTF-8"),
        (b"a: 1\nb: " + b"9" * 5000 + b"\n", ":2: a number has too many digits"),
    ],
)
def test_what_no_yaml_text_may_have_is_told_with_its_line(
    tmp_path: Path, text: bytes, said: str
) -> None:
    assert complaint(tmp_path, text).startswith(said)


@pytest.mark.parametrize(
    "text",
    [
        "a: [010, 1:30, 1e3, 0x1f, 1_000, 1.5, .inf, -2, yes, ~]\nb: 2025-09-30\n",
        "a: &a {x: 1}\nb: {<<: *a, y: [*a, 'z']}\n? c\n: |\n  d\n  e\n",
        "a: b\n  c: d\n",
        "a: \x01\n",
        "a: &a [*a]\n",
        "a: [b\n",
        "[[]]\n",
    ],
)
def test_a_long_text_is_read_as_a_short_one(tmp_path: Path, text: str) -> None:
    def said(name: str, content: str) -> object:
        (tmp_path / name).write_text(content)
        try:
            return read_plain(tmp_path / name)
        except JudgeError as error:
            return error.message, error.line

    assert said("short", text) == said("long", text + "#" + "-" * 2**16)


def test_the_fast_reader_of_yaml_reads_long_texts_where_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = []
    compose = yaml.compose
    monkeypatch.setattr(
        yaml, "compose", lambda t, Loader: used.append(Loader) or compose(t, Loader)
    )
    (tmp_path / "long").write_text("a: b\n" + "#" + "-" * 2**16)
    read_plain(tmp_path / "long")
    fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    assert [issubclass(one, fast) for one in used] == [True]
