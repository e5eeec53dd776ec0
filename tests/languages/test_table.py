"""The table of languages, and the tools found on this machine."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.common.folders import HOSTS
from judge.languages.argument_types import NAMES as NAMES_OF_TYPES
from judge.languages.callable_names import callable_name
from judge.languages.table import TABLES, LazyPattern, all_languages, by_suffix
from judge.languages.toolchain import ToolMissing, _folders, find_toolchain
from judge.solutions.code_size import complaint

PAGE = (Path(__file__).parents[2] / "docs" / "languages.md").read_text(encoding="utf-8")
#: A tool that prints no version.
WITHOUT_VERSION = ("brainfuck",)
NAMES = ("python", "javascript", "c", "cpp")
ALL = tuple(name for name, language in all_languages().items() if not language.unavailable)


@pytest.fixture
def only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that is all of PATH, for tools made by the test."""
    find_toolchain.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    yield tmp_path
    find_toolchain.cache_clear()


def put_tool(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("name", ALL)
def test_every_entry_says_how_to_run_how_to_ask_the_version_and_what_to_install(name: str) -> None:
    language = all_languages()[name]
    assert language.name == name
    told = any("version=" in argument for argument in language.real)
    assert language.title and language.tools and (language.version or told)
    assert bool(language.package) != bool(language.pip)
    assert language.run and all(suffix.startswith(".") for suffix in language.suffixes)


def test_no_pattern_looks_for_a_line_from_each_blank_line_above_it() -> None:
    """Of thousands of blank lines, that would take quadratic time: hours for a hostile source."""
    for language in all_languages().values():
        for name in language.__struct_fields__:
            if isinstance(pattern := getattr(language, name), LazyPattern):
                plain = pattern.text.replace("[^\\s", "")
                assert not re.search(r"\^(?:\|\[[^]]*\]\))?\\s[*+]", plain), (
                    f"{language.name}: {name}"
                )


def test_every_pattern_can_be_compiled() -> None:
    for language in all_languages().values():
        for name in language.__struct_fields__:
            if isinstance(pattern := getattr(language, name), LazyPattern):
                assert pattern.search("\n") is None or pattern.text, f"{language.name}: {name}"


def test_a_language_that_cannot_be_installed_has_a_reason_and_nothing_to_start() -> None:
    others = [entry for name, entry in all_languages().items() if name not in ALL]
    assert others
    for language in others:
        assert language.title and language.suffixes
        assert not (language.tools or language.run or language.host or language.install_command)
        with pytest.raises(ToolMissing, match=re.escape(language.unavailable)):
            find_toolchain(language)


def test_default_encodings_can_be_declared_too() -> None:
    for language in all_languages().values():
        assert complaint(language.encoding, language.name) == ""


def test_the_page_of_languages_lists_them_all() -> None:
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.*?) \| (.*?) \|$", PAGE, re.MULTILINE)
    shown = {(title, suffixes, install) for title, suffixes, _, install in rows}
    for language in all_languages().values():
        suffixes = " ".join(f"`{suffix}`" for suffix in language.suffixes)
        install = f"`{language.install_command}`" if language.tools else language.unavailable
        assert (language.title, suffixes, install) in shown


def test_placeholders_are_tools_of_the_language_or_places_inside_the_sandbox() -> None:
    for language in all_languages().values():
        message = set(re.findall(r"\b(\w+)=", " ".join(language.real)))  # by the tool itself
        places = {"source", "sources", "folder", "artifact", "hosts", "flags", "start"}
        known = {*language.tools, *places, *message, "addon", "served"}
        known |= {"builder"} if language.builder else set()
        commands = (*language.run, *language.compile, *language.host, *language.run_warm)
        arguments = " ".join((*commands, *language.requires))
        built = " ".join(language.host_compile)
        if built:
            every = {*NAMES_OF_TYPES.values(), "wide", "list", "any"}
            assert language.pointers or {*language.types, "any"} - {"record", "big"} == every
            known |= {"name", "arguments"} | ({"wrap"} if language.wrap else set())
        for command in (arguments, built):
            assert {*re.findall(r"\{([^{}\s;]+)\}", command)} <= known


def test_every_host_that_the_table_names_is_there_and_no_other() -> None:
    message = "".join(table.read_text() for table in TABLES)
    message += "".join(re.findall('#include ".*"', (HOSTS / "repeated_main.c").read_text()))
    for host in ("c_host.c", "cpp_host.cpp"):
        message += "".join(re.findall("^@.*@$", (HOSTS / host).read_text(), re.MULTILINE))
    hosts = [path.name for path in HOSTS.iterdir() if path.is_file()]
    of_python = ("arguments", "branches", "fork", "lasting", "many", "pure")
    shared = [f"python_{name}.py" for name in of_python]
    of_javascript = ("branches", "integers", "intrinsics", "lasting", "program")
    of_many = ["python_streams.py", "python_unchanged.py"]
    assert sorted(name for name in hosts if name not in message) == [
        "java_branches.java",
        "java_many.java",
        *(f"javascript_{name}.js" for name in of_javascript),
        "javascript_surroundings.js",
        *shared,
        *of_many,
        "ruby_branches.rb",
    ]
    for name in of_many:
        assert f"from {name.removesuffix('.py')} import" in (HOSTS / "python_many.py").read_text()
    for name in of_javascript:
        assert f"./javascript_{name}.js" in (HOSTS / "javascript_host.js").read_text()
    program = (HOSTS / "javascript_program.js").read_text()
    assert "./javascript_surroundings.js" in program
    of_java = (HOSTS / "java_host.java").read_text()
    assert "java_many.java" in of_java and "java_branches.java" in of_java
    assert "require_relative 'ruby_branches'" in (HOSTS / "ruby_host.rb").read_text()
    for name in shared:
        imported = re.compile(rf"(?:import|from) {name.removesuffix('.py')}\b")
        assert imported.search((HOSTS / "python_host.py").read_text())


def test_a_function_needs_a_host_and_signs_by_which_it_is_told() -> None:
    for language in all_languages().values():
        if language.name not in ("python", "javascript"):  # told by code of their own
            assert bool(language.host) == (language.function is not None), language.name


@pytest.mark.parametrize(
    ("language", "source", "name"),
    [
        ("c", "g(x){return x;}pick(a,n)int*a;{if(n){g(1);}}", "pick"),
        ("c", "int f(int a) {\n  while (a) {}\n}\nint z(int b) {}", "f"),
        ("cpp", "auto g=[](auto x){return x;};", "g"),
        ("cpp", "[](auto x){return x;}", ""),
        ("cpp", "std::vector<std::pair<int,int>> pick(const std::vector<int>&a){}", "pick"),
        ("rust", "fn g(a:i32)->i32{a}\npub fn main_part(a:&[i32]){}", "main_part"),
        ("rust", "|a,b|a+b", ""),
        ("java", "static List<int[]>pick(int[][]a)throws Exception{if(a!=null){}}", "pick"),
        ("java", "(a,b)->{for(int x:a){}return b;}", ""),
        ("ruby", "def g a\nend\ndef ok? b\nend", "ok?"),
    ],
)  # fmt: skip
def test_the_callable_is_the_last_function_unless_it_has_a_usual_name(
    language: str, source: str, name: str
) -> None:
    assert callable_name(source, all_languages()[language]) == name


def test_no_ending_belongs_to_two_languages() -> None:
    suffixes = [suffix for language in all_languages().values() for suffix in language.suffixes]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize(
    ("file", "name"),
    [("a.py", "python"), ("a.b.js", "javascript"), ("a.c", "c"), ("a.cc", "cpp"), ("a.cpp", "cpp")],
)
def test_a_file_ending_chooses_the_language(file: str, name: str) -> None:
    found = by_suffix(Path(file))
    assert found is not None and found.name == name


@pytest.mark.parametrize("file", ["a", "a.xyz", "py", "a.PY", ".py"])
def test_other_endings_choose_none(file: str) -> None:
    assert by_suffix(Path(file)) is None


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
def test_the_tools_of_this_machine_are_found_and_say_their_version(name: str) -> None:
    try:
        found = find_toolchain(all_languages()[name])
    except ToolMissing as missing:
        if name in NAMES:
            raise
        pytest.skip(str(missing))
    assert all(path.is_absolute() and path.exists() for path in found.paths.values())
    assert name in WITHOUT_VERSION or any(c.isdigit() for c in found.version)


def test_a_missing_tool_is_named_with_the_package_to_install(only: Path) -> None:
    with pytest.raises(ToolMissing, match=r"node is not installed: .* \(Debian: nodejs\)"):
        find_toolchain(all_languages()["javascript"])


def test_a_tool_that_fails_is_missing_too(only: Path) -> None:
    put_tool(only, "cc", "exit 1")
    with pytest.raises(ToolMissing, match="cc does not work: reinstall the package gcc"):
        find_toolchain(all_languages()["c"])


def test_a_tool_that_cannot_start_is_missing_too(only: Path) -> None:
    (only / "cc").write_text("#!/no/such/interpreter\n")
    (only / "cc").chmod(0o755)
    with pytest.raises(ToolMissing, match="cc does not start"):
        find_toolchain(all_languages()["c"])


def test_a_tool_that_appears_later_is_found(only: Path) -> None:
    with pytest.raises(ToolMissing):
        find_toolchain(all_languages()["c"])
    put_tool(only, "cc", "echo cc 1.2; echo more")
    assert find_toolchain(all_languages()["c"]).version == "cc 1.2"


def test_a_shim_is_asked_for_the_real_tool_and_the_folders_it_needs(only: Path) -> None:
    (only / "real/bin").mkdir(parents=True)
    (only / "library").mkdir()
    put_tool(only / "real/bin", "python3", "echo no call for the version")
    told = f"echo {only}/real/bin/python3; echo {only}/library; echo /usr"
    put_tool(only, "python3", told)
    with pytest.raises(ToolMissing, match="python3 does not work: reinstall the package python3"):
        find_toolchain.__wrapped__(all_languages()["python"])
    put_tool(only, "python3", f"{told}; echo version=Python 3.99")
    found = find_toolchain(all_languages()["python"])
    assert found.paths["python3"] == only / "real/bin/python3"
    assert found.version == "Python 3.99"
    assert set(found.folders) == {only / "real", only / "library"}


def test_a_shim_may_name_the_folder_whose_bin_holds_the_tool(only: Path) -> None:
    (only / "real/bin").mkdir(parents=True)
    put_tool(only / "real/bin", "rustc", "echo rustc 1.99")
    put_tool(only, "rustc", f"echo {only}/real")
    found = find_toolchain(all_languages()["rust"])
    assert (found.paths["rustc"], found.folders) == (only / "real/bin/rustc", (only / "real",))


def test_a_language_that_pip_installs_is_run_by_the_judges_own_python(only: Path) -> None:
    language = replace(all_languages()["vyxal"], real=("-c", "import sys; print(sys.executable)"))
    language = replace(language, version=("--version",))
    assert find_toolchain(language).paths["python3"] == Path(sys.executable)


def test_a_language_that_pip_would_install_is_named_where_it_is_missing() -> None:
    language = replace(all_languages()["vyxal"], real=("-c", "import no_such_module"), name="other")
    with pytest.raises(ToolMissing, match=r"Vyxal 2 is not installed \(pip install vyxal\)"):
        find_toolchain(language)


def test_a_tool_of_the_system_needs_no_folder_shown() -> None:
    assert _folders(Path("/usr/bin/cc")) == []


def test_a_home_folder_is_never_shown_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    tool = tmp_path / "bin" / "cc"
    assert _folders(tool) == [tool]
    assert _folders(tmp_path / "deep" / "bin" / "cc") == [tmp_path / "deep"]


def test_a_warning_of_the_run_time_system_is_not_the_version(only: Path) -> None:
    put_tool(only, "lua5.4", "echo 'VM warning: -Xverify:none is old'; echo Lua 5.4.4")
    language = replace(all_languages()["lua"], real=())
    assert find_toolchain(language).version == "Lua 5.4.4"


def test_no_command_names_a_folder_that_one_sandbox_alone_has() -> None:
    """HOME and TMPDIR are writable in each; under landlock /tmp is the machine's own."""
    for language in all_languages().values():
        for command in (language.compile, language.host_compile, language.run, language.host):
            assert not any(folder in " ".join(command) for folder in ("/tmp", "/box")), (
                language.name
            )
