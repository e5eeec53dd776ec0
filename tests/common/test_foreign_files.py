"""Files of strangers: no link out of their folder is read, and nothing that is no regular file."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.foreign_files import SOURCE_BYTES, InsideFolders, read, read_start
from judge.packages.load import load_problem
from tests.contest import RIGHT, Contest, judge_environment

SECRET = "the machine's own secret"


@pytest.fixture
def secret(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file outside of both folders."""
    path = tmp_path_factory.mktemp("machine") / "secret"
    path.write_text(SECRET)
    return path


def refused(contest: Contest, *arguments: str) -> str:
    """The one line of ``judge run``, in which nothing of the secret stands."""
    contest.set_trap()
    line = contest.run_refuses("--json", "facts.json", *arguments)
    assert SECRET not in line and not (contest.root / "facts.json").exists()
    return line


@pytest.mark.long
@pytest.mark.parametrize("name", ["x.py", "x.out", "x.js", "00-trap.toml"])
def test_a_solution_or_manifest_that_links_out_of_the_folder(
    contest: Contest, secret: Path, name: str
) -> None:
    (contest.solutions / name).symlink_to(secret)
    assert refused(contest) == (
        f"judge: solutions/toy/{name}: cannot be read: "
        "it is a link to a file outside solutions, which is not followed: put a copy there\n"
    )


@pytest.mark.long
def test_a_link_by_way_of_another_link(contest: Contest, secret: Path) -> None:
    (contest.root / "solutions" / "_hidden").symlink_to(secret.parent)
    (contest.solutions / "x.py").symlink_to("../_hidden/secret")
    assert "outside solutions" in refused(contest)


def test_a_folder_of_solutions_that_is_a_link(contest: Contest, secret: Path) -> None:
    secret.with_suffix(".py").write_text("print(0)")
    contest.solutions.rmdir()
    contest.solutions.symlink_to(secret.parent)
    assert contest.run_refuses().startswith(
        "judge: solutions/toy: cannot be read: it is a link to a folder outside solutions"
    )


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "data/secret/01-last.in",
        "data/secret/01-last.ans",
        "data/secret/01-last.yaml",
        "problem.yaml",
        "judge.toml",
        "plugin.py",
        "attachment.txt",
        "statement/problem.en.md",
    ],
)
def test_a_file_of_a_package_that_links_out_of_it(
    contest: Contest, secret: Path, name: str
) -> None:
    path = contest.problem / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(secret)
    message = "it is a link to a file outside toy, which is not followed: put a copy there"
    assert refused(contest) == f"judge: problems/toy/{name}: cannot be read: {message}\n"


@pytest.mark.long
def test_a_statement_in_pdf_may_link_out_of_the_package_for_nobody_reads_it(
    contest: Contest, secret: Path
) -> None:
    path = contest.problem / "problem.pdf"
    path.symlink_to(secret)
    settings = contest.problem / "problem.yaml"
    settings.write_text(settings.read_text().replace("  fr: La plus grande somme\n", ""))
    contest.solution("right.py", RIGHT["lambda.py"])
    assert contest.judge("run", "toy", "--solution", "right").status == 0
    checked = contest.judge("check", str(contest.problem))
    assert checked.status == 0 and "problem.pdf: is a link that leads out of" in checked.out
    exported = contest.judge("export", "toy", str(contest.root / "made"))
    assert exported.status == 2 and "problem.pdf: cannot be read: it is a link" in exported.err


@pytest.mark.long
def test_the_cases_of_a_package_in_a_folder_that_is_a_link(contest: Contest, secret: Path) -> None:
    shutil.move(contest.problem / "data" / "secret", secret.parent / "cases")
    (contest.problem / "data" / "secret").symlink_to(secret.parent / "cases")
    assert "a link to a folder outside toy" in refused(contest)


@pytest.mark.long
def test_a_package_that_is_a_link_to_another_place(contest: Contest, secret: Path) -> None:
    shutil.move(contest.problem, secret.parent / "toy")
    contest.problem.symlink_to(secret.parent / "toy")
    assert "problems/toy: cannot be read: it is a link to a folder outside problems" in (
        refused(contest)
    )


@pytest.mark.long
def test_links_within_a_folder_are_read(contest: Contest) -> None:
    contest.solution("a.py", "lambda n,k:[]", 'expect = "WA"')
    (contest.solutions / "b.py").symlink_to("a.py")
    (contest.solutions / "b.toml").symlink_to("a.toml")
    (contest.problem / "data" / "secret" / "05.in").symlink_to("04-all.in")
    (contest.problem / "data" / "secret" / "05.ans").symlink_to("04-all.ans")
    judged = contest.judged(sandbox="none")
    assert [len(judged[name].outcomes) for name in "ab"] == [6, 6]


def make_socket(path: Path) -> None:
    before = Path.cwd()
    os.chdir(path.parent)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)
    os.chdir(before)


def make_device(path: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can make a device")
    os.mknod(path, 0o020666, os.makedev(1, 5))


def make_loop(path: Path) -> None:
    path.symlink_to(path.name)


def make_endless(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**34)


KINDS: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (os.mkfifo, "it is a pipe"),
    "socket": (make_socket, "it is a socket"),
    "device": (make_device, "it is a device"),
    "loop": (make_loop, "it is a link that leads back to itself: remove it"),
    "endless": (make_endless, "it is larger than"),
    "broken": (lambda path: path.symlink_to("nowhere"), "it is a link to nothing: remove it"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "name",
    [
        "solutions/toy/x.py",
        "solutions/toy/x.out",
        "solutions/toy/00-trap.toml",
        "problems/toy/data/secret/01-last.in",
        "problems/toy/data/secret/01-last.ans",
        "problems/toy/data/secret/01-last.yaml",
        "problems/toy/problem.yaml",
        "problems/toy/judge.toml",
        "problems/toy/plugin.py",
    ],
)
def test_what_is_no_regular_file_is_refused_in_a_line_and_holds_nothing_up(
    contest: Contest, kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, message = KINDS[kind]
    path = contest.root / name
    path.unlink(missing_ok=True)
    make(path)
    contest.solution("y.py", "print(0)")
    monkeypatch.chdir(contest.root)
    contest.solution("00-trap.py", "print(0)")
    with pytest.raises(JudgeError) as caught:
        contest.plan(problems_root=Path("problems"), solutions_root=Path("solutions"))
    assert str(caught.value).startswith(f"{name}: cannot be read: {message}")


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    ["problems", "problems/toy", "problems/toy/data/secret/more", "solutions/toy", "solutions"],
)
def test_a_folder_that_may_not_be_read_is_told(contest: Contest, name: str) -> None:
    contest.solution("a.py", "print(0)")
    (contest.problem / "data" / "secret" / "more").mkdir()
    (contest.root / name).chmod(0)
    rightless = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        pytest.skip("root may read everything, and there is no setpriv")
    done = subprocess.run(
        [*(rightless if os.geteuid() == 0 else []), sys.executable, "-m", "judge", "list"],
        cwd=contest.root,
        env=judge_environment(),
        capture_output=True,
        timeout=120,
    )
    (contest.root / name).chmod(0o755)
    assert done.stderr.count(b"\n") == 1 and b"Permission denied" in done.stderr
    assert done.returncode == 2


def test_of_many_files_in_a_folder_each_link_is_looked_at(tmp_path: Path, secret: Path) -> None:
    package = tmp_path / "package"
    (package / "data").mkdir(parents=True)
    (package / "outside").symlink_to(secret.parent)
    (package / "data" / "1.in").write_text("1")
    (package / "data" / "2.in").symlink_to(secret)
    (package / "data" / "3.in").symlink_to("1.in")
    folders = InsideFolders(package)
    assert folders.read(f"{package}/data/1.in") == b"1"
    assert folders.read(f"{package}/data/1.in") == b"1"
    assert folders.read(f"{package}/data/3.in") == b"1"
    for path in (package / "data" / "2.in", package / "outside" / secret.name):
        for _ in range(2):
            with pytest.raises(OSError, match="outside"):
                folders.read(str(path))


@pytest.mark.long
def test_a_source_that_the_user_names_alone_may_be_a_link(contest: Contest, secret: Path) -> None:
    secret.with_suffix(".py").write_text("lambda n,k:[]")
    (contest.root / "mine.py").symlink_to(secret.with_suffix(".py"))
    done = contest.judge("grade", "toy/secret/02-none", "mine.py", "--sandbox", "none")
    assert (done.status, done.err) == (0, "")
    assert contest.judge("size", "mine.py").status == 0


@pytest.mark.long
def test_a_report_of_a_store_shows_only_the_source_that_was_judged(contest: Contest) -> None:
    path = contest.solution("a.py", "lambda n,k:[]", 'expect = "WA"')
    assert contest.judge("run", "--report", "r.html").status == 0
    path.write_text(SECRET)
    assert contest.judge("report", "--report", "again.html").status == 0
    assert SECRET not in (contest.root / "again.html").read_text()


@pytest.mark.long
def test_no_more_than_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(SOURCE_BYTES))
    assert len(read(path)) == SOURCE_BYTES
    path.write_bytes(bytes(SOURCE_BYTES + 1))
    with pytest.raises(OSError, match="larger than 16 MiB"):
        read(path)


@pytest.mark.parametrize("folder", sorted(Path("problems").iterdir()))
def test_the_bundled_packages_hold_no_link_that_is_refused(folder: Path) -> None:
    for case in load_problem(folder).cases:
        foreign_files.check(case.input_path, folder)


def test_the_start_of_a_file_of_any_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.in"
    path.write_bytes(b"12\n")
    assert read_start(path, tmp_path, 100) == b"12\n"
    with path.open("r+b") as file:
        file.truncate(SOURCE_BYTES + 1)
    assert read_start(path, tmp_path, 5) == b"12\n\0\0"


def test_the_start_of_what_is_no_file_of_the_folder_is_not_read(
    tmp_path: Path, secret: Path
) -> None:
    (tmp_path / "link").symlink_to(secret)
    os.mkfifo(tmp_path / "pipe")
    for name, said in ("link", "outside"), ("pipe", "pipe"):
        with pytest.raises(OSError, match=said):
            read_start(tmp_path / name, tmp_path, 5)
