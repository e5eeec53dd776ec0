"""``judge export``: a package of plain files that another judge accepts."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from judge.packages.load import load_problem
from tests.contest import RIGHT, Contest
from tests.documents import ROOT
from tests.packages.written import MODERN

FORMATS = ("legacy", "2025-09")
ASKING = ("isinstance", "issubclass")
BUNDLED = ("combat", "mana", "attack")


def export(contest: Contest, name: str = "toy", form: str = "2025-09") -> Path:
    target = contest.root / "out" / form / name
    said = contest.judge("export", name, str(target), "--format", form)
    assert (said.status, said.err) == (0, ""), said
    return target


def links(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_symlink()]


def validator_of(target: Path) -> Path:
    legacy = target / "output_validators/validator"
    return legacy if legacy.is_dir() else target / "output_validator"


def judged(target: Path, case: str, output: bytes, feedback: Path) -> int:
    """The exit status of the exported validator, run by an interpreter without this judge."""
    feedback.mkdir(exist_ok=True)
    data = target / "data" / case
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            validator_of(target) / "main.py",
            f"{data}.in",
            f"{data}.ans",
            feedback,
        ],
        input=output,
        capture_output=True,
        cwd=feedback,
        timeout=600,
    )
    assert b"Traceback" not in done.stderr, done.stderr
    return done.returncode


@pytest.fixture
def toy(contest: Contest) -> Contest:
    """With solutions of several kinds, and an answer format of the plug-in's own."""
    contest.solution("reference.py", RIGHT["program.py"])
    contest.solution("wrong.py", "print()\n", 'expect = "WA"\n')
    contest.solution("slow.py", "while 1: pass\n", 'expect = ["AC", "TLE"]\n')
    contest.solution("lambda.py", RIGHT["lambda.py"])
    contest.solution("json.py", "print(input())\n", 'input = "json"\nexpect = "WA"\n')
    return contest


@pytest.mark.long
@pytest.mark.parametrize("form", FORMATS)
def test_the_package_is_read_in_its_format_and_has_no_links(form: str, toy: Contest) -> None:
    target = export(toy, form=form)
    problem = load_problem(target)
    assert problem.version.value == form and not problem.plugin
    assert [case.name for case in problem.cases] == [
        case.name for case in load_problem(toy.problem).cases
    ]
    assert links(target) == [] and problem.metadata.uuid
    stale = {"plugin.py", "judge.toml", "judge"} & {path.name for path in target.iterdir()}
    assert not stale


@pytest.mark.long
@pytest.mark.parametrize("form", FORMATS)
def test_answers_are_outputs_that_the_validator_accepts_and_spoilt_ones_are_not(
    form: str, toy: Contest, tmp_path: Path
) -> None:
    target = export(toy, form=form)
    for case in load_problem(target).cases:
        answer = case.answer_path.read_bytes()
        assert judged(target, case.name, answer, tmp_path / "feedback") == 42
        assert judged(target, case.name, b"0 0 0\n", tmp_path / "feedback") == 43
        assert judged(target, case.name, b"what\n", tmp_path / "feedback") == 43


@pytest.mark.long
def test_an_output_in_another_reading_and_a_better_one(toy: Contest, tmp_path: Path) -> None:
    (toy.problem / "data/sample/1.in").write_text("[1, 9, 5]\n1\n")
    (toy.problem / "data/sample/1.ans").write_text("9\n1\n")
    (toy.problem / "data/secret/weak.in").write_text("[1, 9, 5]\n1\n")
    (toy.problem / "data/secret/weak.ans").write_text("5\n2\n")
    target = export(toy)
    assert judged(target, "sample/1", b"2", tmp_path / "f") == 42  # counted from 1
    assert judged(target, "sample/1", b"[1]", tmp_path / "f") == 42
    assert judged(target, "sample/1", b"0", tmp_path / "f") == 43
    assert judged(target, "secret/weak", b"1", tmp_path / "f") == 1
    assert "beats the stored" in (tmp_path / "f/judgeerror.txt").read_text()


@pytest.mark.long
@pytest.mark.parametrize("form", FORMATS)
def test_the_verdicts_stay_the_same_here(form: str, toy: Contest) -> None:
    """Programs are in the folders of their verdicts; what others cannot run is told."""
    target = export(toy, form=form)
    said = toy.judge("export", "toy", str(toy.root / "again"), "--format", form)
    assert "(lambda.py): kind function" in said.out
    assert "(json.py): it does not read the input file as it is" in said.out
    assert ("(slow.py): the format has no folder brute_force" in said.out) is (form == "legacy")
    found = {str(p.relative_to(target / "submissions")) for p in target.glob("submissions/*/*")}
    slow = {"brute_force/slow.py"} if form != "legacy" else set()
    assert found == {"accepted/reference.py", "wrong_answer/wrong.py"} | slow
    ran = toy.judge("run", f"{target}/", "--solution", "[aw]*")
    assert ran.status == 0 and "all verdicts as expected" in ran.out, ran


@pytest.mark.long
def test_nothing_is_written_into_a_folder_that_is_not_empty(toy: Contest) -> None:
    target = toy.root / "out"
    target.mkdir()
    (target / "mine.txt").write_text("mine\n")
    assert "out: is not empty" in toy.refuses("export", "toy", "out")
    assert [path.name for path in target.iterdir()] == ["mine.txt"]
    (target / "mine.txt").unlink()
    assert toy.judge("export", "toy", "out").status == 0
    assert "out: is not empty" in toy.refuses("export", "toy", "out")
    (toy.root / "link").symlink_to("elsewhere")
    assert "link: is no folder" in toy.refuses("export", "toy", "link")


@pytest.mark.long
@pytest.mark.parametrize("target", ["problems/toy/out", "problems/toy/data/out/deep"])
def test_nothing_is_written_into_the_package_itself(toy: Contest, target: str) -> None:
    before = sorted(toy.problem.rglob("*"))
    said = toy.refuses("export", "toy", target)
    assert said == f"judge: {target}: is in the package itself: name a folder elsewhere\n"
    assert [path for path in sorted(toy.problem.rglob("*")) if path not in before] == []


@pytest.mark.long
def test_a_package_without_a_plugin_keeps_its_validators_and_settings(contest: Contest) -> None:
    contest.use_package({"sample/1": (b"1\n", b"1.0\n"), "secret/g/1": (b"2\n", b"2.0\n")})
    folder = contest.problem
    (folder / "data/secret/g/test_group.yaml").write_text(
        "output_validator_args: [float_tolerance, 1e-6]\n"
    )
    (folder / "statement").mkdir()
    (folder / "statement/problem.en.md").write_text("Print **it**: $n$ is 50% of `a_b`.\n")
    legacy = export(contest, form="legacy")
    flags = yaml.safe_load((legacy / "data/secret/g/testdata.yaml").read_text())
    assert flags == {"output_validator_flags": "float_tolerance 1e-6"}
    again = load_problem(legacy)
    assert again.output_validator.path is None
    arguments = {case.name: case.settings.output_validator_arguments for case in again.cases}
    assert arguments == {"sample/1": (), "secret/g/1": ("float_tolerance", "1e-6")}
    tex = (legacy / "problem_statement/problem.en.tex").read_text()
    title = load_problem(folder).title
    assert tex == (
        f"\\problemname{{{title}}}\n\nPrint \\textbf{{it}}: $n$ is 50\\% of \\texttt{{a\\_b}}.\n"
    )


@pytest.mark.long
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("limits", "seconds"),
    [
        ("{time_limit: 0.5}", 0.5),
        ("{time_limit: 3}", 3.0),
        ("{time_limit: 0.6, time_resolution: 0.3}", 0.6),
        ("{time_multipliers: {ac_to_time_limit: 7, time_limit_to_tle: 3}}", None),
        ("{}", None),
    ],
)
def test_the_time_limit_or_what_it_is_measured_by_is_kept(
    limits: str, seconds: float | None, form: str, contest: Contest
) -> None:
    contest.use_package({"sample/1": (b"1\n", b"1.0\n"), "secret/1": (b"2\n", b"2.0\n")})
    settings = contest.problem / "problem.yaml"
    kept = settings.read_text().partition("limits:")[0]
    settings.write_text(f"{kept}limits: {limits}\n")
    old, new = load_problem(contest.problem), load_problem(export(contest, form=form))
    assert new.time_limit_named == old.time_limit_named == (seconds is not None)
    assert new.limits.cpu_s == (seconds or new.limits.cpu_s)
    if seconds is None:
        assert new.declared.time_multipliers == old.declared.time_multipliers
    if form == "2025-09" and seconds:
        steps = seconds / new.declared.time_resolution
        assert abs(steps - round(steps)) < 1e-6 and steps > 0.5


@pytest.mark.long
def test_constants_and_included_code_are_kept_and_legacy_has_no_constants(contest: Contest) -> None:
    contest.use_package({"sample/1": (b"1\n", b"1.0\n"), "secret/1": (b"2\n", b"2.0\n")})
    folder = contest.problem
    with (folder / "problem.yaml").open("a") as settings:
        settings.write("constants: {n: 5, k: {value: 1000, tex: '1,000'}}\n")
    (folder / "include/python3").mkdir(parents=True)
    (folder / "include/python3/lib.py").write_text("N = {{n}}\n")
    new = export(contest)
    assert load_problem(new).constants == load_problem(folder).constants
    assert (new / "include/python3/lib.py").read_text() == "N = {{n}}\n"
    said = contest.judge("export", "toy", str(contest.root / "old"), "--format", "legacy")
    assert said.status == 2 and "the format legacy has no constants" in said.err


@pytest.mark.long
def test_a_legacy_package_becomes_a_new_one(contest: Contest) -> None:
    contest.use_package({"sample/1": (b"1\n", b"1.0\n"), "secret/1": (b"2\n", b"2.0\n")})
    folder = contest.problem
    (folder / "problem.yaml").write_text(
        "name: Old\nauthor: Ada, Bob\nsource: Somewhere\nlicense: cc by\n"
        "validator_flags: float_tolerance 1e-3\n"
    )
    (folder / "data/secret/1.hint").write_text("halve it\n")
    new = load_problem(export(contest))
    assert [person.name for person in new.metadata.credits.authors] == ["Ada", "Bob"]
    assert new.cases[1].settings.hint == "halve it"
    assert {case.settings.output_validator_arguments for case in new.cases} == {
        ("float_tolerance", "1e-3")
    }


@pytest.mark.long
@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("form", FORMATS)
def test_a_bundled_problem_is_exported_for_python_39(
    name: str, form: str, contest: Contest, tmp_path: Path
) -> None:
    roots = [f"--{part}={ROOT / part}" for part in ("problems", "solutions")]
    said = contest.judge("export", name, "out", "--format", form, *roots)
    assert (said.status, said.err) == (0, ""), said
    target = contest.root / "out"
    assert links(target) == []
    assert load_problem(target).version.value == form
    # Without an answer validator nothing there rejects them.
    invalid = (target / "data").glob("invalid_answer*")
    assert not [*invalid] or (target / "answer_validators").is_dir()
    folders = [target / f for f in ("input_validators", "output_validator", "output_validators")]
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    assert len(sources) > 5
    for path in sources:
        assert newer(path) == [], path
    case = next(case for case in load_problem(target).cases if case.name.startswith("sample/"))
    assert judged(target, case.name, case.answer_path.read_bytes(), tmp_path / "f") == 42
    assert judged(target, case.name, b"nonsense\n", tmp_path / "f") == 43


def newer(path: Path) -> list[str]:
    """Notation that Python 3.9 lacks, and would meet when it loads the file or runs it."""
    tree = ast.parse(path.read_bytes(), feature_version=(3, 9))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Match):
            found.append(f"{node.lineno}: match")
        if isinstance(node, ast.keyword) and node.arg in ("strict", "slots", "kw_only"):
            found.append(f"{node.value.lineno}: {node.arg}")
        if isinstance(node, ast.ImportFrom) and "pairwise" in [a.name for a in node.names]:
            found.append(f"{node.lineno}: pairwise")
        asked = isinstance(node, ast.Call) and ast.unparse(node.func) in ASKING
        if asked and isinstance(node.args[1], ast.BinOp):
            found.append(f"{node.lineno}: a union of types")
    return found


@pytest.mark.long
def test_a_static_validator_goes_along_and_legacy_has_none(contest: Contest) -> None:
    contest.use_package({"sample/1": (b"1\n", b"1\n"), "secret/1": (b"2\n", b"2\n")})
    for file, text in (
        ("static_validator/check.py", "import sys\n\nsys.exit(42)\n"),
        ("data/secret/test_group.yaml", "static_validation_score: pass-fail\n"),
    ):
        path = contest.problem / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    problem = load_problem(export(contest))
    assert problem.static_validator is not None and problem.static_groups
    target = contest.root / "out/legacy/toy"
    said = contest.judge("export", "toy", str(target), "--format", "legacy")
    assert said.status == 0 and "left out: static_validator: the format has none" in said.out
    assert not load_problem(target).static_groups


@pytest.mark.long
def test_legacy_has_no_submissions_of_answers(contest: Contest) -> None:
    contest.use_package({"sample/1": (b"1\n", b"1\n"), "secret/1": (b"2\n", b"2\n")})
    (contest.problem / "problem.yaml").write_text(f"{MODERN}type: submit-answer\n")
    said = contest.judge("export", "toy", str(contest.root / "old"), "--format", "legacy")
    assert said.status == 2 and "the format legacy has no submissions of answers" in said.err


@pytest.mark.long
def test_all_programs_of_a_legacy_package_go_along(contest: Contest) -> None:
    """A grader, and several output validators, which newer formats do not have."""
    contest.use_package({"sample/1": (b"1\n", b"1\n"), "secret/1": (b"2\n", b"2\n")})
    folder = contest.problem
    for file, text in (
        ("problem.yaml", "name: Old\nvalidation: custom\n"),
        ("output_validators/a.py", "import sys\n\nsys.exit(42)\n"),
        ("output_validators/b/main.py", "import sys\n\nsys.exit(43)\n"),
    ):
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert len(load_problem(export(contest, form="legacy")).output_validator.all) == 2
    said = contest.judge("export", "toy", str(contest.root / "new"))
    assert said.status == 2 and "2025-09 has one output validator, and this package" in said.err
    (folder / "problem.yaml").write_text("name: Old\nvalidation: custom score\ntype: scoring\n")
    (folder / "data/secret/testdata.yaml").write_text("grading: custom\n")
    (folder / "graders").mkdir()
    (folder / "graders/sum.py").write_text("print('AC 1')\n")
    said = contest.judge("export", "toy", str(contest.root / "graded"), "--format", "legacy")
    grader = load_problem(contest.root / "graded").grader
    assert grader is not None and grader.read_text() == "print('AC 1')\n"


@pytest.mark.long
def test_what_other_judges_refuse_is_left_out(contest: Contest) -> None:
    """Hidden files, empty folders, and in the legacy format folders that it does not know."""
    contest.use_package({"sample/1": (b"1\n", b"1.0\n"), "secret/1": (b"2\n", b"2.0\n")})
    folder = contest.problem
    for name in ("accepted/.gitkeep", "accepted/a.py", "slow_accepted/b.py", "wrong_answer/.keep"):
        path = folder / "submissions" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("print(float(input()))\n")
    (folder / "submissions/submissions.yaml").write_text("accepted/a.py: {permitted: [AC]}\n")
    (folder / "data/sample/.gitkeep").touch()
    (folder / "data/secret/empty").mkdir()
    (folder / "data/secret/empty/.gitkeep").touch()
    files = {}
    for form in ("legacy", "2025-09"):
        new = contest.root / form
        said = contest.judge("export", "toy", str(new), "--format", form)
        assert said.status == 0, said
        assert not (new / "data/secret/empty").exists()
        parts = (new / "submissions").rglob("*"), (new / "data").rglob(".*")
        files[form] = {str(path.relative_to(new)) for part in parts for path in part}
        if form == "legacy":
            assert "submissions/slow_accepted (b.py): the format has no such folder" in said.out
            assert "submissions/submissions.yaml: the format has none" in said.out
    assert files["legacy"] == {"submissions/accepted", "submissions/accepted/a.py"}
    assert "submissions/slow_accepted/b.py" in files["2025-09"]
    assert "submissions/submissions.yaml" in files["2025-09"]
    assert not any("wrong_answer" in name or "/." in name for name in files["2025-09"])


@pytest.mark.long
@pytest.mark.parametrize(("memory", "kept"), [(256, False), (2048, True)])
def test_a_program_that_cannot_start_in_so_little_address_space_is_left_out(
    memory: int, kept: bool, toy: Contest
) -> None:
    """problemtools limits the address space in place of the memory."""
    toy.solution(
        "half.js", 'console.log(require("fs").readFileSync(0, "utf8"))\n', 'expect = "WA"\n'
    )
    package = toy.problem / "problem.yaml"
    settings = yaml.safe_load(package.read_text())
    settings["limits"] = {**settings.get("limits", {}), "memory": memory}
    package.write_text(yaml.safe_dump(settings))
    for form in FORMATS:
        new = toy.root / form
        said = toy.judge("export", "toy", str(new), "--format", form)
        assert said.status == 0, said
        there = kept or form != "legacy"
        assert (new / "submissions/wrong_answer/half.js").exists() == there
        assert (f"more memory than the limit of {memory} MiB" in said.out) != there


@pytest.mark.long
def test_a_statement_without_a_language_gets_the_name_that_newer_formats_want(
    contest: Contest,
) -> None:
    contest.use_package({"sample/1": (b"1\n", b"1\n"), "secret/1": (b"2\n", b"2\n")})
    folder = contest.problem
    (folder / "problem.yaml").write_text("name: Old\n")
    shutil.rmtree(folder / "statement", ignore_errors=True)
    (folder / "problem_statement").mkdir()
    (folder / "problem_statement/problem.tex").write_text("Hello.\n")
    new = export(contest)
    assert [path.name for path in (new / "statement").iterdir()] == ["problem.en.tex"]
