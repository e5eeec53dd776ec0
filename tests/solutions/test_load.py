"""A source file and its manifest -> Solution, or one line that says what is wrong and where."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.languages.table import all_languages
from judge.model import Arity, Convention, Input, Kind, Output, Solution, Verdict
from judge.packages.load import load_problem
from judge.packages.loaded_problem import with_plugin
from judge.solutions import load
from judge.solutions.find import find_solutions
from judge.solutions.load import load_solution
from tests.contest import RIGHT, Contest

LAMBDA = RIGHT["lambda.py"]


def find(contest: Contest, pattern: str = "*") -> list[Solution]:
    problem = with_plugin(load_problem(contest.problem))
    return find_solutions(contest.root / "solutions", problem, pattern)


def only(contest: Contest, file: str, source: str | bytes, manifest: str = "") -> Solution:
    contest.solution(file, source, manifest)
    [found] = find(contest)
    return found


def complaint(contest: Contest, manifest: str = "", file: str = "some.py") -> str:
    contest.solution(file, LAMBDA, manifest)
    with pytest.raises(JudgeError) as caught:
        find(contest)
    message = str(caught.value)
    assert "\n" not in message
    return message.removeprefix(f"{contest.solutions}/")


# What is read


def test_a_source_without_a_manifest_is_expected_to_be_right(contest: Contest) -> None:
    found = only(contest, "some.py", LAMBDA)
    assert (found.problem, found.name, found.language) == ("toy", "some", "python")
    assert found.expect == {Verdict.AC}
    assert found.readings == ()


def test_a_source_that_only_python_2_reads_is_in_that_language(contest: Contest) -> None:
    found = only(contest, "some.py", "n,k=input()\nprint n+k")
    assert (found.language, found.kind) == ("python2", Kind.PROGRAM)
    assert found.settled[0] == "language: Python 2 (Jython), because Python 3 cannot read it"


def test_the_size_is_that_of_the_file_in_bytes(contest: Contest) -> None:
    assert only(contest, "some.py", "# é€\r\n").size == 9


def test_a_source_need_not_be_utf_8(contest: Contest) -> None:
    assert only(contest, "some.py", b"#coding:l1\nlambda n,k:'\xff'").size == 25


def test_a_manifest_says_the_rest(contest: Contest) -> None:
    found = only(
        contest,
        "some.txt",
        LAMBDA,
        """
        language = "python"
        kind = "program"
        base = 1
        expect = ["WA", "TLE"]
        author = "somebody"
        url = "https://example.org/1"
        note = "a note"
        requires = "numpy"
        """,
    )
    assert (found.language, found.kind, found.readings) == ("python", Kind.PROGRAM, ("1-indexed",))
    assert found.expect == {Verdict.WA, Verdict.TLE}
    assert (found.author, found.url, found.note) == ("somebody", "https://example.org/1", "a note")
    assert found.requires == ("numpy",)


def test_a_manifest_settles_how_the_case_gets_in_and_the_answer_out(contest: Contest) -> None:
    found = only(
        contest, "some.py", LAMBDA, 'arity = "list"\noutput = "mutated"\nflags = "-O -X \'a b\'"'
    )
    assert found.convention == Convention(Arity.LIST, output=Output.MUTATED)
    assert found.flags == ("-O", "-X", "a b")
    assert found.settled[2:] == (
        "arity: list, by the manifest",
        "output: mutated, by the manifest",
        "flags: -O; -X; a b, by the manifest",
    )


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("some.py", "f=lambda n,k:[int(x.split('/')[0])for x in n[::2]][:k]"),
        ("some.js", "f=(n,k)=>n.map(x=>x.power-x['toughness']).slice(0,k)"),
    ],
)
def test_where_the_manifest_says_how_it_is_called_nothing_is_tried(
    contest: Contest, file: str, source: str
) -> None:
    assert only(contest, file, source, 'kind = "function"\n').candidates
    called = 'kind = "function"\narity = "args"\noutput = "return"\nname = "f"\n'
    assert only(contest, file, source, called).candidates == ()


@pytest.mark.parametrize("kind", ["", 'kind = "template"\n'])
def test_a_header_or_footer_makes_a_template_and_does_not_count(
    contest: Contest, kind: str
) -> None:
    found = only(contest, "some.py", "n", kind + 'header = "print("\nfooter = ")"\ninput = "flat"')
    assert (found.kind, found.size) == (Kind.TEMPLATE, 1)
    assert found.convention == Convention(input=Input.FLAT, header="print(", footer=")")
    assert found.settled[-2:] == (
        "header: 6 bytes, not counted, by the manifest",
        "footer: 1 bytes, not counted, by the manifest",
    )


def test_a_template_takes_what_its_manifest_lacks_from_the_language(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = replace(all_languages()["python"], header="print(", footer=")")
    monkeypatch.setattr(load, "all_languages", lambda: {"python": python})
    found = only(contest, "some.py", "n", 'kind = "template"\nfooter = ", 1)"')
    assert (found.convention.header, found.convention.footer) == ("print(", ", 1)")
    assert found.settled[-2] == "header: 6 bytes, not counted, of Python 3"


@pytest.mark.parametrize("day", ["2019-01-28", '"2019-01-28"'])
def test_the_day_and_the_code_page_are_kept(contest: Contest, day: str) -> None:
    found = only(contest, "some.py", LAMBDA, f'date = {day}\nencoding = "cp437"')
    assert (found.date, found.encoding) == (date(2019, 1, 28), "cp437")


def test_base_and_shape_narrow_the_readings() -> None:
    known = ("0-indexed", "1-indexed", "0-indexed, swapped", "1-indexed, swapped")

    def left(folder: Path, manifest: str) -> tuple[str, ...]:
        (folder / "some.py").write_text(LAMBDA)
        (folder / "some.toml").write_text(manifest)
        return load_solution(folder / "some.py", "toy", known).readings

    with TemporaryDirectory() as name:
        folder = Path(name)
        assert left(folder, "") == ()
        assert left(folder, "base = 1") == ("1-indexed", "1-indexed, swapped")
        assert left(folder, 'shape = "swapped"') == known[2:]
        assert left(folder, 'shape = "pairs"') == known[:2]
        assert left(folder, 'base = 0\nshape = "swapped"') == ("0-indexed, swapped",)


@pytest.mark.parametrize("expect", ['"WA"', '["WA"]'])
def test_one_expected_verdict_may_stand_alone(contest: Contest, expect: str) -> None:
    assert only(contest, "some.py", LAMBDA, f"expect = {expect}").expect == {Verdict.WA}


def test_it_says_how_language_and_kind_were_settled(contest: Contest) -> None:
    assert only(contest, "some.py", LAMBDA).settled == (
        "language: Python 3, by the suffix .py",
        "kind: function, detected: it ends with a lambda",
        "arity: args, by default",
        "output: return, by default",
    )
    assert only(contest, "some.py", LAMBDA, 'language = "c"\nkind = "program"').settled == (
        "language: C, by the manifest",
        "kind: program, by the manifest",
        "input: native, by default",
    )


@pytest.mark.parametrize("file", sorted(RIGHT))
def test_program_or_function_is_detected(contest: Contest, file: str) -> None:
    programs = {"program.py", "reader.js", "plain.c", "plain.cpp"}
    kind = Kind.PROGRAM if file in programs else Kind.FUNCTION
    assert only(contest, file, RIGHT[file]).kind is kind


@pytest.mark.parametrize(
    ("file", "source", "kind"),
    [
        ("a.py", "f=lambda n,k:0", Kind.FUNCTION),
        ("a.py", '"""Why."""\nimport re\nX = 1\ndef f(n, k): return 0', Kind.FUNCTION),
        ("a.py", "from re import *\nclass A: pass\ndef f(n, k): return 0", Kind.FUNCTION),
        ("a.py", "def f(n, k): return 0\nf(eval(input()), 1)", Kind.PROGRAM),
        ("a.py", "def f(n, k): return 0\nprint(f([], 1))", Kind.FUNCTION),  # it reads nothing
        ("a.py", "from math import*\ng=lambda x:x\nlambda n,k:g(n)\n", Kind.FUNCTION),
        ("a.py", "def f(input): return input", Kind.FUNCTION),
        ("a.py", "# no stdin\ndef f(n, k): return 'argv'", Kind.FUNCTION),
        ("a.py", "f=lambda n,k:n\ni=input\nprint(f(i(),i()))", Kind.PROGRAM),
        ("a.py", "f=lambda n,k:n\nprint(f(*open(0)))", Kind.PROGRAM),
        ("a.py", "import sys\nf=lambda n:n\nprint(f(sys.argv))", Kind.PROGRAM),
        ("a.py", "def f(): return input()", Kind.PROGRAM),
        ("a.py", "X = 1", Kind.PROGRAM),
        ("a.py", "", Kind.PROGRAM),
        ("a.py", "print(input())", Kind.PROGRAM),
        ("a.py", "print 'of old'", Kind.PROGRAM),
        ("a.py", b"\xff\xff", Kind.PROGRAM),
        ("a.py", b"x = 1\x00", Kind.PROGRAM),
        ("a.py", "(" * 5000, Kind.PROGRAM),
        ("a.js", "function(n,k){return []}", Kind.FUNCTION),
        ("a.js", "f=(n,k)=>[]", Kind.FUNCTION),
        ("a.js", "f=(n,k)=>n.map(x=>console.log(x))", Kind.FUNCTION),
        ("a.js", "function f(n,k){process.stdout.write('')}", Kind.FUNCTION),
        ("a.js", "f=(n,k)=>[]\nconsole.log(f([],1))", Kind.FUNCTION),
        ("a.js", "n=>require('util').inspect(n)", Kind.FUNCTION),
        ("a.js", "f=n=>n;console.log(f(process.argv[2]))", Kind.PROGRAM),
        ("a.js", "f=n=>n;console.log(f(require('fs').readFileSync(0)))", Kind.PROGRAM),
        ("a.js", "console.log(1)", Kind.PROGRAM),
        ("a.js", "process.stdin.on('data',()=>{})", Kind.PROGRAM),
        ("a.mjs", "import fs from 'fs'\n", Kind.PROGRAM),
        ("a.c", "int f(int n) { return n; }", Kind.FUNCTION),
    ],
)
def test_what_only_defines_is_a_function(
    contest: Contest, file: str, source: str | bytes, kind: Kind
) -> None:
    assert only(contest, file, source).kind is kind


def test_folders_hidden_files_notes_and_manifests_are_no_solutions(contest: Contest) -> None:
    (contest.solutions / "folder.py").mkdir()
    contest.solution(".hidden.py", LAMBDA)
    contest.solution("_private.py", LAMBDA)
    contest.solution("README.md", "words")
    assert only(contest, "some.py", LAMBDA, 'note = ""').name == "some"


@pytest.mark.long
def test_a_full_name_is_no_glob(contest: Contest) -> None:
    """So the command that a report gives repeats what it says."""
    for name in ("a[1]*", "a1b"):
        contest.solution(f"{name}.py", RIGHT["lambda.py"])
    assert list(contest.judged(solution="a[1]*")) == ["a[1]*"]


@pytest.mark.long
def test_solutions_come_by_name_and_a_glob_picks_by_name_or_file(contest: Contest) -> None:
    for file in ("b.py", "c.js", "a.py"):
        contest.solution(file, RIGHT["lambda.py" if file.endswith("py") else "arrow.js"])
    assert [s.name for s in find(contest)] == ["a", "b", "c"]
    assert [s.name for s in find(contest, "*.py")] == ["a", "b"]
    assert [s.name for s in find(contest, "[bc]")] == ["b", "c"]
    assert find(contest, "nothing") == []


def test_a_problem_without_a_folder_of_solutions_has_none(contest: Contest) -> None:
    contest.solutions.rmdir()
    assert find(contest) == []


# What is refused


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("expect = AC\n", "some.toml:1: is not valid TOML"),
        ('note = ""\nexpect = "AC\n', "some.toml:2: is not valid TOML"),
        ('note = ""\nnote = ""\n', "some.toml:2: is not valid TOML"),
        ("note = [\n", "some.toml:1: is not valid TOML"),
        ('\n\nexpct = "WA"\n', "some.toml:3: unknown key 'expct': did you mean 'expect'?"),
        ('"x y" = 1\n', "some.toml:1: unknown key 'x y': known: argument_names, argument_order,"),
        ("[expekt]\nx = 1\n", "some.toml:1: unknown key 'expekt': did you mean 'expect'?"),
        ('expect = "WB"\n', "some.toml:1: unknown verdict 'WB': known: AC, BETTER"),
        ('expect = ["AC", "BETER"]\n', "some.toml:1: unknown verdict 'BETER': did you mean"),
        ("expect = 1\n", "some.toml:1: expect must be a string or a list of strings"),
        ("expect = []\n", "some.toml:1: expect must name a verdict"),
        ('kind = "fucntion"\n', "some.toml:1: unknown kind 'fucntion': did you mean 'function'?"),
        ("kind = 3\n", "some.toml:1: kind must be a string in quotes"),
        ('language = "pyhton"\n', "some.toml:1: unknown language 'pyhton': did you mean 'python'?"),
        (
            "base = 2\n",
            "some.toml:1: base must be 0 or 1 where indices count: this problem knows 0-",
        ),
        ('base = "one"\n', "some.toml:1: base must be 0 or 1"),
        ("base = true\n", "some.toml:1: base must be 0 or 1"),
        ("author = 1979-05-27\n", "some.toml:1: author must be a string in quotes"),
        ("requires = [1]\n", "some.toml:1: requires must be a string or a list of strings"),
        ('language = "jq"\nkind = "function"\n', "some.py: jq has no host for functions"),
        ('arity = "curry"\n', "some.toml:1: unknown arity 'curry': did you mean 'curried'?"),
        ("arity = 2\n", "some.toml:1: arity must be a string in quotes"),
        ('\noutput = "print"\n', "some.toml:2: unknown output 'print': known: mutated, return"),
        ('kind = "program"\ninput = "jsn"\n', "some.toml:2: unknown input 'jsn': did you mean"),
        ('input = "json"\n', "some.toml:1: input is for a program or a template, this is a fun"),
        ('kind = "program"\narity = "list"\n', "some.toml:2: arity is for a function, this is a"),
        (
            'kind = "program"\nargument_order = [1, 0]\n',
            "some.toml:2: argument_order needs a form of input that has arguments, such as input",
        ),
        ('kind = "program"\nfooter = ")"\n', "some.toml:2: footer is for a template, this is a"),
        ('kind = "template"\n', "some.toml:1: Python 3 has no template of its own: write a header"),
        ("header = 1\n", "some.toml:1: header must be a string in quotes"),
        ('shape = "pairz"\n', "some.toml:1: unknown shape 'pairz': did you mean 'pairs'?"),
        (
            "flags = '-O \"'\n",
            "some.toml:1: flags: the text cannot be split into arguments: close the quotation",
        ),
        (f"flags = '{'a' * 200_000}'\n", "some.toml:1: flags: an argument has 200,000 bytes, and"),
        (
            f"flags = {['a' * 100_000] * 11}\n",
            "some.toml:1: flags: the arguments have 1,100,000 bytes, and may have 1,048,576",
        ),
        ("flags = [1]\n", "some.toml:1: flags must be a string or a list of strings"),
        ("encoding = 1\n", "some.toml:1: encoding must be a string in quotes"),
        ("date = 2019\n", "some.toml:1: date must be a date such as 2019-01-28"),
        ('date = "yesterday"\n', "some.toml:1: date must be a date such as 2019-01-28"),
        ("date = 2019-01-28T00:00:00Z\n", "some.toml:1: date must be a date such as 2019-01-28"),
    ],
)
def test_a_broken_manifest_is_refused_with_its_line(
    contest: Contest, manifest: str, said: str
) -> None:
    assert complaint(contest, manifest).startswith(said)


@pytest.mark.long
def test_a_manifest_that_is_not_utf_8_is_refused(contest: Contest) -> None:
    (contest.solutions / "some.toml").write_bytes(b'note = "\xff"')
    assert complaint(contest) == "some.toml:1: is not UTF-8 text: save it as UTF-8"


def test_a_manifest_may_begin_with_a_byte_order_mark(contest: Contest) -> None:
    assert only(contest, "some.py", "f=sorted", '\ufeffkind = "function"\r\n').kind is Kind.FUNCTION


def test_a_manifest_that_cannot_be_read_is_refused(contest: Contest) -> None:
    (contest.solutions / "some.toml").symlink_to("some.toml")
    assert complaint(contest).startswith("some.toml: cannot be read: it is a link that leads back")


def test_a_manifest_that_is_a_folder_is_refused(contest: Contest) -> None:
    (contest.solutions / "some.toml").mkdir()
    said = "some.toml: cannot be read: it is a folder: a file must have this name"
    assert complaint(contest) == said


def test_a_manifest_without_a_source_is_refused_with_the_near_one(contest: Contest) -> None:
    (contest.solutions / "soem.toml").write_text("")
    assert complaint(contest) == "soem.toml: manifest without a solution: did you mean 'some'?"


@pytest.mark.parametrize("file", ["some.xyz", "Makefile"])
def test_an_unknown_language_is_refused_with_all_known_endings(contest: Contest, file: str) -> None:
    said = complaint(contest, file=file)
    assert said.startswith(f"{file}: is in no known language (suffixes: .py, ")
    assert said.endswith(f"name it in {Path(file).stem}.toml")


def test_two_sources_of_one_name_are_refused(contest: Contest) -> None:
    for file in ("some.d.c", "some.c"):
        contest.solution(file, "int main(void) {}")
    assert complaint(contest) == "some.py: shares its name with some.c: rename one"


def test_a_source_that_cannot_be_read_is_refused(contest: Contest) -> None:
    (contest.solutions / "gone.py").symlink_to("nowhere.py")
    assert complaint(contest) == (
        "gone.py: cannot be read: it is a link to nothing: remove it, or put the file there"
    )
