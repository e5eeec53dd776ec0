"""Variants: solutions made from another by replacing text, judged as if they were files."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import Kind, Solution, Verdict
from judge.packages.load import load_problem
from judge.packages.loaded_problem import with_plugin
from judge.solutions.find import find_solutions
from tests.contest import Contest, verdicts

RIGHT = """import json
numbers, most = json.loads(input()), int(input())
order = sorted(range(len(numbers)), key=lambda i: -numbers[i])
print(*[i for i in order[:most] if numbers[i] > 0])
"""
HEAD = 'source = "reference.py"\nexpect = "WA"\n\n'
SMALLEST = '[smallest]\nnote = "the smallest first"\nreplace = [["-numbers[i]", "numbers[i]"]]\n'


def table(contest: Contest, text: str) -> Path:
    path = contest.solutions / "variants.toml"
    path.write_text(text)
    return path


def found(contest: Contest, pattern: str = "*") -> dict[str, Solution]:
    problem = with_plugin(load_problem(contest.problem))
    root = contest.root / "solutions"
    return {one.name: one for one in find_solutions(root, problem, pattern)}


@pytest.fixture
def made(contest: Contest) -> Contest:
    """A right solution and one variant of it."""
    contest.solution("reference.py", RIGHT, 'kind = "program"\nbase = 0\nauthor = "A"\n')
    table(contest, HEAD + SMALLEST)
    return contest


# What is made


def test_a_variant_is_a_solution_with_the_text_replaced(made: Contest) -> None:
    one = found(made)["smallest"]
    text = RIGHT.replace("-numbers[i]", "numbers[i]").encode()
    assert one.source == text and one.size == len(text)
    assert one.digest == hashlib.sha256(text).hexdigest()
    assert (one.expect, one.note, one.author) == ({Verdict.WA}, "the smallest first", "")


def test_it_is_run_as_its_source_is_unless_it_says_otherwise(made: Contest) -> None:
    assert found(made)["smallest"].kind is Kind.PROGRAM
    assert found(made)["smallest"].readings == ("0-indexed",)
    table(made, HEAD + SMALLEST + "base = 1\n")
    assert found(made)["smallest"].readings == ("1-indexed",)


@pytest.mark.long
def test_its_verdicts_are_those_of_the_same_text_in_a_file(made: Contest) -> None:
    text = found(made)["smallest"].source
    assert text
    made.solution("twin.py", text, 'expect = "WA"\nkind = "program"\nbase = 0\n')
    judged = made.judged()
    assert judged["smallest"].verdict is Verdict.WA
    assert verdicts(judged["smallest"]) == verdicts(judged["twin"])
    assert judged["reference"].verdict is Verdict.AC


def test_edits_apply_one_after_the_other(made: Contest) -> None:
    edits = '[["print", "say"], ["say(", "print(*[], "]]'
    table(made, HEAD + f"[x]\nreplace = {edits}\n")
    assert found(made)["x"].source == RIGHT.replace("print(", "print(*[], ").encode()


def test_each_variant_may_have_a_source_of_its_own(made: Contest) -> None:
    made.solution("arrow.js", "(n,k)=>[]\n")
    more = '[none]\nsource = "arrow.js"\nreplace = [["[]", "[0]"]]\n'
    table(made, HEAD + SMALLEST + more)
    none = found(made)["none"]
    assert (none.language, none.kind, none.path.name) == ("javascript", Kind.FUNCTION, "none.js")


def test_it_is_chosen_by_name_or_file_name(made: Contest) -> None:
    assert list(found(made, "smallest")) == ["smallest"]
    assert list(found(made, "small*.py")) == ["smallest"]


# What is told of it


@pytest.mark.long
def test_the_run_the_facts_and_the_page_name_source_and_table(made: Contest) -> None:
    said = made.judge("run", "--solution", "smallest", "--json", "f.json", "--report", "r.html")
    assert said.status == 0, said
    [judged] = json.loads((made.root / "f.json").read_text())["problems"][0]["solutions"]
    assert judged["path"] == "solutions/toy/reference.py + variants.toml:smallest"
    assert "reference.py with 1 replacement of variants.toml" in str(judged)
    assert "reference.py + variants.toml:smallest" in (made.root / "r.html").read_text()
    again = made.judge("report", "--report", "again.html")
    assert again.status == 0, again
    assert "reference.py + variants.toml:smallest" in (made.root / "again.html").read_text()


@pytest.mark.long
def test_it_can_be_graded_weighed_and_hunted(made: Contest) -> None:
    said = made.judge("grade", "toy", "solutions/toy/smallest.py")
    assert said.status == 1 and "WA" in said.out, said
    size = len(RIGHT) - 1
    assert f"{size} bytes" in made.judge("size", "solutions/toy/smallest.py").out
    said = made.judge("hunt", "toy", "smallest", "--seconds", "2", "--failures", "1")
    assert said.status == 1 and "smallest" in said.out, said


def test_it_gets_no_manifest_of_its_own(made: Contest) -> None:
    assert "is a variant: its keys are in variants.toml" in made.refuses(
        "new", "toy", "solutions/toy/smallest.py"
    )


# What is refused


def complaint(contest: Contest, text: str) -> str:
    table(contest, text)
    with pytest.raises(JudgeError) as caught:
        found(contest)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{contest.solutions}/")


LIST = 'a list of pairs of different strings: [["old", "new"], …]'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + '[x]\nreplace = [["nowhere", ""]]\n', "5: x: 'nowhere' is not in reference.py"),
        (
            HEAD + '[x]\nreplace = [["numbers", "n"]]\n',
            "5: x: 'numbers' is in reference.py 4 times: add what is around it",
        ),
        (HEAD + '[x]\nreplace = [["nn", "n"]]\n', "5: x: 'nn' is not in reference.py"),
        (
            HEAD + SMALLEST + '\n[y]\nnote = "n"\nreplace = [["-numbers", ""], ["-numbers", ""]]\n',
            "10: y: '-numbers' is not in reference.py",
        ),
        (HEAD + '[x]\nnote = "n"\n', f"4: x: replace must be {LIST}"),
        (HEAD + "[x]\nreplace = []\n", f"5: x: replace must be {LIST}"),
        (HEAD + '[x]\nreplace = ["a", "b"]\n', f"5: x: replace must be {LIST}"),
        (HEAD + '[x]\nreplace = [["import", "import"]]\n', f"5: x: replace must be {LIST}"),
        (HEAD + '[x]\nreplace = [["", "import"]]\n', f"5: x: replace must be {LIST}"),
        (
            HEAD + '[x]\nreplace = [["print", "p#"], ["p#", "print"]]\n',
            "5: x: changes nothing in reference.py",
        ),
        (
            HEAD + '[x]\nsource = "referense.py"\nreplace = [["a", "b"]]\n',
            "5: x: no file 'referense.py' here: did you mean 'reference.py'?",
        ),
        ('[x]\nreplace = [["a", "b"]]\n', "1: x: source must name the file"),
        ('source = "smallest.py"\n' + SMALLEST, "1: no file 'smallest.py' here"),
        (HEAD + SMALLEST + 'nota = "n"\n', "7: smallest: unknown key 'nota': did you mean 'note'?"),
        ('expekt = "WA"\n' + HEAD, "1: unknown key 'expekt': did you mean 'expect'?"),
        (HEAD + SMALLEST + 'expect = "XX"\n', "7: smallest: unknown verdict 'XX'"),
        (HEAD + 'replace = [["a", "b"]]\n', "4: replace must be in the table of a variant"),
        (HEAD + '["../x"]\nreplace = [["import", "i"]]\n', "4: ../x: a name is letters, digits"),
        (HEAD + '[reference]\nreplace = [["import", "i"]]\n', " reference: shares its name with"),
        ("[x\n", "1: is not valid TOML"),
    ],
)
def test_a_table_that_cannot_be_followed_is_refused_with_its_line(
    made: Contest, text: str, said: str
) -> None:
    assert complaint(made, text).startswith(f"variants.toml:{said}")


def test_a_source_that_is_no_text_has_no_variants(made: Contest) -> None:
    made.solution("jelly.py", b"\xff\xfe")
    said = complaint(made, 'source = "jelly.py"\n[x]\nreplace = [["a", "b"]]\n')
    assert said == "jelly.py: is not UTF-8 text, so it can have no variants"


def test_an_output_file_has_no_variants(made: Contest) -> None:
    made.solution("given.out", "1 2\n", 'case = "sample/1"\n')
    said = complaint(made, '[x]\nsource = "given.out"\nreplace = [["1", "3"]]\n')
    assert said.startswith("variants.toml:2: x: an output file has no variants")


def test_a_variant_and_a_file_cannot_share_a_name(made: Contest) -> None:
    made.solution("smallest.py", RIGHT)
    assert "smallest: shares its name with smallest.py" in complaint(made, HEAD + SMALLEST)


def test_a_solution_cannot_have_the_name_of_the_table(made: Contest) -> None:
    made.solution("variants.py", RIGHT)
    assert complaint(made, HEAD + SMALLEST).startswith(
        "variants.py: has the same name as the table"
    )


def test_a_manifest_beside_a_variant_is_refused(made: Contest) -> None:
    (made.solutions / "smallest.toml").write_text('note = "n"\n')
    assert complaint(made, HEAD + SMALLEST).startswith("smallest.toml: manifest without a solution")


def test_a_source_that_is_a_link_turned_text_is_told_as_such(made: Contest) -> None:
    (made.root / "real.py").write_text(RIGHT)
    made.solution("linked.py", "../../real.py")
    said = complaint(made, HEAD + SMALLEST)
    assert said.startswith(
        "linked.py: is a link that was checked out as text: replace it with a copy of ../.."
    )
