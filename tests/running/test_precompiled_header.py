"""A source that begins with a large header is compiled with what the compiler has made of it."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.languages.table import Language, PrecompiledHeaders, all_languages
from judge.languages.toolchain import find_toolchain
from judge.running import precompiled_header
from judge.running.precompiled_header import (
    MOST_HEADERS,
    PrecompiledHeader,
    compile_with_header,
    header_of,
    made_header,
)
from judge.running.tool_session import CompileError, CompilerStopped, compile_in_sandbox
from judge.sandbox.layer import Layer, View

#: A header that takes the compiler little time stands for one that takes much.
SMALL = "cstdio"
SOURCE = '#include <cstdio>\nint main() { std::puts("hello"); }\n'


class Compiler:
    """Compiles sources that begin with the small header."""

    def __init__(self, layer: Layer, folder: Path) -> None:
        self.layer, self.folder = layer, folder
        cpp = all_languages()["cpp"]
        assert cpp.precompiled
        table = replace(cpp.precompiled, headers=(SMALL,))
        self.language: Language = replace(cpp, precompiled=table)
        self.tools = find_toolchain(self.language)
        (folder / "program").mkdir(mode=0o755)
        self.view = View(folder / "program", self.tools.folders, folder)

    @property
    def table(self) -> PrecompiledHeaders:
        assert self.language.precompiled
        return self.language.precompiled

    def header(self, source: str = SOURCE, flags: tuple[str, ...] = ()) -> PrecompiledHeader | None:
        return self.header_of_files({"a.cpp": source}, flags)

    def header_of_files(
        self, files: dict[str, str], flags: tuple[str, ...] = ()
    ) -> PrecompiledHeader | None:
        texts = {name: text.encode() for name, text in files.items()}
        sources = [name for name in files if name.endswith(".cpp")]
        return header_of(self.language, texts, sources, flags, self.tools)

    def found(self, source: str = SOURCE, flags: tuple[str, ...] = ()) -> PrecompiledHeader:
        header = self.header(source, flags)
        assert header
        return header

    def is_made(self, header: PrecompiledHeader, asked: int | None = None) -> bool:
        return made_header(header, self.layer, self.view, asked)

    def compiled(self, source: str, header: PrecompiledHeader | None) -> bytes:
        (self.view.folder / "a.cpp").write_text(source)
        seen = self.layer.program_folder(self.view)
        words = (str(self.tools.paths["c++"]), "-O2", "-std=gnu++17", "-o", "artifact")
        return compile_with_header(header, (*words, f"{seen}/a.cpp"), self.layer, self.view, None)


@pytest.fixture
def compiler(
    layer: Layer, open_folder: Path, system_tools: None, monkeypatch: pytest.MonkeyPatch
) -> Compiler:
    monkeypatch.setenv("XDG_CACHE_HOME", str(open_folder / "cache"))
    return Compiler(layer, open_folder)


@pytest.mark.parametrize(
    "beginning",
    [
        "#include<cstdio>",
        "\n\n #  import <cstdio>",
        '// one\n/* two\n three **/ #include "cstdio"',
    ],
)
def test_a_source_begins_with_a_header_behind_comments_alone(
    compiler: Compiler, beginning: str
) -> None:
    assert compiler.found(beginning).name == SMALL


@pytest.mark.parametrize(
    "before",
    ['#pragma GCC optimize("O3")\n', "#define EOF 3\n", "int a;\n"],
    ids=["pragma", "define", "declaration"],
)
def test_what_stands_before_may_change_a_header(compiler: Compiler, before: str) -> None:
    assert compiler.header(before + SOURCE) is None


def test_a_header_among_other_first_ones_is_moved_to_the_front(compiler: Compiler) -> None:
    header = compiler.found("#include <string>\n" + SOURCE)
    assert header.added == ("-include", SMALL)
    assert replace(header, added=()) == compiler.found()


def test_it_is_moved_where_all_sources_have_it(compiler: Compiler) -> None:
    behind = "#include <string>\n" + SOURCE
    without = "int f() { return 1; }\n"
    moved = compiler.header_of_files({"a.cpp": behind, "b.cpp": SOURCE})
    assert moved and moved.added
    assert compiler.header_of_files({"a.cpp": behind, "b.cpp": without}) is None
    first = compiler.header_of_files({"a.cpp": SOURCE, "b.cpp": without})
    assert first and not first.added


def test_a_source_of_comments_alone_is_read_once(compiler: Compiler) -> None:
    assert compiler.header("/**/" * 5000) is None


def test_other_headers_and_languages_have_none(compiler: Compiler) -> None:
    assert compiler.header("#include <string>\n") is None
    c = all_languages()["c"]
    assert header_of(c, {"a.c": SOURCE.encode()}, ["a.c"], (), find_toolchain(c)) is None


def test_flags_make_another_header(compiler: Compiler) -> None:
    assert compiler.found().key == compiler.found("// else\n" + SOURCE).key
    assert compiler.found().key != compiler.found(flags=("-std=gnu++20",)).key


def test_it_is_made_when_the_second_source_asks(compiler: Compiler) -> None:
    header = compiler.found()
    assert not compiler.is_made(header)
    assert not header.folder.exists()
    assert compiler.is_made(header)
    assert (header.folder / f"{SMALL}{compiler.table.suffix}").stat().st_size


def test_one_that_cannot_be_made_is_tried_ever_more_seldom(compiler: Compiler) -> None:
    header = replace(compiler.found(), command=("/bin/false",))
    tried = [number for number in range(1, 20) if _tries(compiler, header)]
    assert tried == [2, 4, 8, 16]


def _tries(compiler: Compiler, header: PrecompiledHeader) -> bool:
    """Whether a request for the header starts a compiler."""
    calls: list[int] = []

    def make(*_: object) -> bool:
        calls.append(1)
        return False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(precompiled_header, "_make", make)
        assert not compiler.is_made(header)
    return bool(calls)


def test_it_is_not_made_twice_at_once(compiler: Compiler) -> None:
    header = compiler.found()
    assert not compiler.is_made(header, 1)
    with header.asked.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert not compiler.is_made(header, 2)
    assert compiler.is_made(header, 2)


@pytest.mark.long
def test_the_compiler_takes_it_and_makes_the_same(compiler: Compiler) -> None:
    header = compiler.found()
    plain = compiler.compiled(SOURCE, None)
    assert compiler.is_made(header, 2)
    assert compiler.compiled(SOURCE, header) == plain
    # What is in the folder is what counts: one with a macro more is seen by the source.
    marked = 'int main() {\n#ifdef MARKED\nreturn 3;\n#else\n#error "none"\n#endif\n}\n'
    beginning = f"#include <{SMALL}>\n"
    with pytest.raises(CompileError, match="none"):
        compiler.compiled(beginning + marked, header)
    (header.folder / f"{SMALL}{compiler.table.suffix}").unlink()
    (header.folder / SMALL).write_text(f"#include_next <{SMALL}>\n#define MARKED\n")
    assert compiler.compiled(beginning + marked, header)


@pytest.mark.long
def test_what_is_made_is_the_same_where_it_is_moved(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "#include <cstdlib>\n#include <vector>\n" + SOURCE
    plain = compiler.compiled(source, None)
    header = compiler.found(source)
    assert compiler.is_made(header, 2)
    calls = _calls(monkeypatch)
    assert compiler.compiled(source, header) == plain
    assert calls == ["with"]
    # The compiler does take it: without what was made, the file beside it is read.
    (header.folder / f"{SMALL}{compiler.table.suffix}").unlink()
    (header.folder / SMALL).write_text(f"#include_next <{SMALL}>\n#define MARKED\n")
    marked = "#include <vector>\n#ifndef MARKED\n#error none\n#endif\n" + SOURCE
    assert compiler.compiled(marked, header)


def test_a_source_may_include_it_twice(compiler: Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    header = compiler.found()
    assert compiler.is_made(header, 2)
    calls = _calls(monkeypatch)
    assert compiler.compiled(f"#import <{SMALL}>\n" + SOURCE, header)
    assert calls == ["with"]


@pytest.mark.long
def test_a_source_that_does_not_compile_is_compiled_again_without_it(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = compiler.found()
    assert compiler.is_made(header, 2)
    wrong = SOURCE.replace("puts", "pots")
    with pytest.raises(CompileError) as plain:
        compiler.compiled(wrong, None)
    calls = _calls(monkeypatch)
    with pytest.raises(CompileError) as error:
        compiler.compiled(wrong, header)
    assert calls == ["with", "without"]
    assert str(error.value) == str(plain.value)


def test_one_without_a_main_function_is_not(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = compiler.found()
    assert compiler.is_made(header, 2)
    calls = _calls(monkeypatch)
    with pytest.raises(CompileError, match="undefined reference"):
        compiler.compiled(SOURCE.replace("main", "f"), header)
    assert calls == ["with"]


def test_one_that_keeps_the_compiler_busy_is_not(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> bytes:
        calls.append("once")
        raise CompilerStopped("the compiler hit its time limit")

    header = compiler.found()
    assert compiler.is_made(header, 2)
    calls: list[str] = []
    monkeypatch.setattr(precompiled_header, "compile_in_sandbox", stopped)
    with pytest.raises(CompilerStopped):
        compiler.compiled(SOURCE, header)
    assert calls == ["once"]


def _calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whether each call of the compiler finds a header, from now on."""
    calls: list[str] = []

    def noted(words: tuple[str, ...], layer: Layer, view: View, *rest: object) -> bytes:
        calls.append("with" if view.data else "without")
        return compile_in_sandbox(words, layer, view, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(precompiled_header, "compile_in_sandbox", noted)
    return calls


@pytest.mark.long
def test_a_damaged_one_does_no_harm(compiler: Compiler) -> None:
    header = compiler.found()
    assert compiler.is_made(header, 2)
    made = header.folder / f"{SMALL}{compiler.table.suffix}"
    made.write_bytes(made.read_bytes()[:5000])
    assert compiler.compiled(SOURCE, header) == compiler.compiled(SOURCE, None)


@pytest.mark.long
def test_it_is_made_anew_when_a_header_of_the_system_has_changed(compiler: Compiler) -> None:
    header = compiler.found()
    assert compiler.is_made(header, 2)
    files = header.folder / "files.json"
    assert "/stdio.h" in files.read_text()
    files.write_text('{"/usr/include/stdio.h": [1, 1]}')
    assert not compiler.is_made(header, 1)
    assert compiler.is_made(header, 2)
    assert compiler.is_made(header, 1)


@pytest.mark.long
def test_the_last_ones_that_were_used_are_kept(compiler: Compiler) -> None:
    headers = [compiler.found(flags=(f"-DA={number}",)) for number in range(MOST_HEADERS + 2)]
    for header in headers:
        assert compiler.is_made(header, 2)
        assert compiler.is_made(headers[0])
    assert [one for one in headers if one.folder.exists()] == [headers[0], *headers[3:]]
