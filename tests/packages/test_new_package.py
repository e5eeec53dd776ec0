"""``judge new problem``: a package that is judged at once, in a folder that was not there."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from judge.packages import new_package
from judge.packages.load import find_problems
from judge.packages.new_package import KINDS, TEMPLATES
from tests.contest import Contest

#: Templates with a plug-in. The first is verified by the README, whose commands are tests.
WITH_PLUGIN = [
    pytest.param(kind, marks=[pytest.mark.slow] if kind == "optimise" else [])
    for kind in KINDS
    if (TEMPLATES / kind / "problem/plugin.py").exists()
]


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.fixture
def empty(contest: Contest) -> Contest:
    """A folder without problems."""
    for path in (contest.root / "problems", contest.root / "solutions"):
        path.rename(contest.root / f"old-{path.name}")
    return contest


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_package_is_sound_and_its_solutions_get_what_they_expect(
    kind: str, empty: Contest
) -> None:
    made = empty.judge("new", "problem", "tour", "--from", kind)
    assert (made.status, made.err) == (0, "")
    assert made.out.startswith(f"wrote problems/tour/ (template {kind}: ")
    said = empty.judge("check", "tour")
    assert (said.status, said.err) == (0, "")
    assert said.out.endswith("no remarks\n") and said.out.count("\n") == 1
    ran = empty.judge("run", "tour")
    assert (ran.status, ran.err) == (0, "") and "all verdicts as expected" in ran.out
    verdicts = {
        line.split()[0]: "WA" if " WA " in line else "AC"
        for line in ran.out.splitlines()
        if line.startswith("  ") and " B " in line
    }
    assert sorted(verdicts.values()) == ["AC"] * (1 + (kind != "interactive")) + ["WA"]
    assert all(
        name.startswith("reference") for name, verdict in verdicts.items() if verdict == "AC"
    )


@pytest.mark.long
@pytest.mark.parametrize("impossible", [(2,), (3,), (1, 2, 3), (2, 3, 4)])
def test_the_small_cases_of_the_template_construct_are_all_there(
    impossible: tuple[int, ...], empty: Contest
) -> None:
    empty.judge("new", "problem", "tour", "--from", "construct")
    source = empty.root / "solutions/tour/reference-even-first.py"
    text = source.read_text()
    assert "n in (2, 3)" in text
    source.with_name("wrong.py").write_text(text.replace("n in (2, 3)", f"n in {impossible}"))
    ran = empty.judge("grade", "tour", "solutions/tour/wrong.py")
    assert ran.status == 1 and " WA " in ran.out


@pytest.mark.long
@pytest.mark.parametrize("kind", WITH_PLUGIN)
def test_a_new_plugin_is_verified(kind: str, empty: Contest) -> None:
    empty.judge("new", "problem", "tour", "--from", kind)
    said = empty.judge("verify", "tour", "--seconds", "0.05")
    assert (said.status, said.err) == (0, ""), said.out
    assert "warning input validators" not in said.out


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_no_check_warns_of_a_new_package(kind: str, empty: Contest) -> None:
    """In 5 s for each check most have done all that they have to do; with 60 s mutation testing
    alone may take half an hour. A check that the machine was too busy for says so."""
    empty.judge("new", "problem", "tour", "--from", kind)
    said = empty.judge("verify", "tour", "--seconds", "5")
    assert (said.status, said.err) == (0, "")
    remarks = [line for line in said.out.splitlines() if line.startswith(("warning", "FAULT"))]
    assert not [line for line in remarks if not line.endswith("not tested: out of time")]


#: Right answers to templates, and wrong ones, as languages write them.
NOTATIONS = {
    "decide": (
        "from functools import*\n"
        "f=lambda a,c:a in reduce(lambda sums,x:sums|{s+x for s in sums},c,{0})",
        "f=lambda a,c:min(1,sum(c)//a)",
    ),
    "diff": (
        "from collections import*\nf=lambda a:Counter(sorted(a))",
        "from collections import*\nf=lambda a:{k:1.0 for k in sorted(a)}",
    ),
    "construct": (
        "n=int(input())\nprint([*map(float,[*range(2,n+1,2),*range(1,n+1,2)])]if n in(1,)or n>3 "
        "else'\"impossible\"')",
        "n=int(input())\nprint([[i]for i in range(1,n+1)])",
    ),
    "optimise": (
        "def f(a,c):\n r={0:[]}\n for i in range(1,a+1):\n"
        "  r[i]=min((r[i-x]+[x]for x in c if i>=x),key=len)\n"
        " return dict(enumerate(map(str,r[a])))",
        "f=lambda a,c:[1.0]*a",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("kind", NOTATIONS)
def test_answers_to_a_new_package_are_read_in_other_notations(kind: str, empty: Contest) -> None:
    empty.judge("new", "problem", "tour", "--from", kind)
    for source, verdict in zip(NOTATIONS[kind], ("AC", "WA"), strict=True):
        (empty.root / "answer.py").write_text(source)
        said = empty.judge("grade", "tour", "answer.py")
        assert f"\n{verdict}: " in said.out, said.out + said.err


@pytest.mark.long
def test_an_empty_text_that_a_comparison_gives_is_no(empty: Contest) -> None:
    empty.judge("new", "problem", "tour", "--from", "decide")
    sums = "my($t,$c)=@_;my%s=(0,1);for my$x(@$c){$s{$_+$x}=1 for keys%s}"
    for last, verdict in (("exists$s{$t}", "AC"), ("exists$s{$t}?1:''", "WA")):
        (empty.root / "answer.pl").write_text(f"sub f{{{sums}{last}}}")
        said = empty.judge("grade", "tour", "answer.pl")
        assert f"\n{verdict}: " in said.out, said.out + said.err


def test_without_a_kind_answers_have_scores(empty: Contest) -> None:
    assert "(template optimise: " in empty.judge("new", "problem", "tour").out
    assert "goal = Goal.MINIMISE" in (empty.root / "problems/tour/plugin.py").read_text()


@pytest.mark.long
@pytest.mark.parametrize("kind", ["optimise", "construct", "decide", "diff"])
def test_the_steps_that_are_named_work(kind: str, empty: Contest) -> None:
    out = empty.judge("new", "problem", "tour", "--from", kind).out
    steps = [line.split("#")[0].split()[1:] for line in out.splitlines() if "  # " in line]
    assert [words[0] for words in steps] == ["check", "run", "answers", "hunt"]
    for words in steps:
        more = ["--failures", "1"] if words[0] == "hunt" else []
        done = empty.judge(*words, *more)
        assert done.status == (words[0] == "hunt")
        assert ", size" not in done.out, "the plug-in does not say how big an instance is"


@pytest.mark.long
def test_names_are_filled_in_and_every_package_has_a_uuid_of_its_own(empty: Contest) -> None:
    for name in ("tour", "walk"):
        empty.judge("new", "problem", name)
    tour, walk = find_problems(empty.root / "problems", ["tour", "walk"])
    assert (tour.title, walk.title) == ("Tour", "Walk")
    assert tour.metadata.uuid and tour.metadata.uuid != walk.metadata.uuid


@pytest.mark.parametrize("name", ["true", "null", "1e3", "007"])
def test_a_name_that_yaml_would_read_as_something_else_stays_a_name(
    name: str, empty: Contest
) -> None:
    assert empty.judge("new", "problem", name, "--from", "diff").status == 0
    settings = (empty.root / "problems" / name / "problem.yaml").read_text()
    assert yaml.safe_load(settings)["name"] == name.capitalize()


@pytest.mark.long
def test_a_path_names_the_new_folder(empty: Contest) -> None:
    assert empty.judge("new", "problem", "here/tour", "--from", "diff").status == 0
    assert empty.judge("run", "here/tour/").status == 0


@pytest.mark.parametrize(
    "name",
    ["Tour", "two words", "tour!", "..", ".", "/", "", "a/..", "é", "tour\n", "x" * 65, "-x"],
)
def test_a_bad_name_is_refused_in_one_line(name: str, empty: Contest) -> None:
    assert "not a valid name for a problem" in empty.refuses(
        "new", "--from", "diff", "--", "problem", name
    )
    assert not (empty.root / "problems").exists() and not (empty.root / "solutions").exists()


def test_a_bad_name_comes_with_one_that_is_near(empty: Contest) -> None:
    said = empty.refuses("new", "problem", "Mein Gr\u00fcner Weg")
    assert "at most 64, such as meingrunerweg" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "a problem and a source are missing: write judge new problem NAME, or judge new PRO"),
        (("problem",), "a name is missing: write judge new problem NAME"),
        (("toy",), "a source is missing: write judge new toy FILE, or "),
    ],
)
def test_without_a_name_the_forms_are_told(
    words: tuple[str, ...], said: str, empty: Contest
) -> None:
    assert said in empty.refuses("new", *words)


@pytest.mark.parametrize("present", ["problems/tour", "solutions/tour"])
@pytest.mark.parametrize("as_file", [True, False])
def test_nothing_is_overwritten(present: str, as_file: bool, empty: Contest) -> None:
    path = empty.root / present
    if as_file:
        path.parent.mkdir()
        path.write_text("mine\n")
    else:
        path.mkdir(parents=True)
    before = files(empty.root)
    assert f"{present}: already exists" in empty.refuses("new", "problem", "tour")
    assert files(empty.root) == before
    assert not (empty.root / "problems/tour/problem.yaml").exists()


def test_of_two_folders_none_is_left_if_one_cannot_be_written(
    empty: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    (empty.root / "solutions").write_text("a file where a folder must be\n")
    assert "cannot be written" in empty.refuses("new", "problem", "tour")
    assert files(empty.root / "problems") == {}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["problem", "tour", "--from", "optimize"], "invalid choice: 'optimize'"),
        (["problem", "tour", "--show"], "--show prints a manifest"),
        (["toy", "x.py", "--from", "diff"], "--from is for a new package"),
    ],
)
def test_options_of_the_other_form_are_refused(
    words: list[str], said: str, contest: Contest
) -> None:
    assert said in contest.refuses("new", *words)


def test_a_template_holds_no_compiled_files() -> None:
    """An interpreter may have left them there; they are never copied."""
    assert new_package._IGNORED("x", ["__pycache__", "plugin.py"]) == {"__pycache__"}
