"""What travels to the workers of a cluster."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from judge.cluster import worker_session
from judge.cluster.bundle import Blob, _package, package_folder, unpack
from judge.cluster.worker_session import WorkerSession
from judge.languages.program import read_program


def archive(name: str, content: bytes = b"content") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as made:
        member = tarfile.TarInfo(name)
        member.size = len(content)
        made.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def test_a_package_arrives_as_it_was(tmp_path: Path) -> None:
    """Contents, empty folders, what may be executed; a link is the file that it leads to."""
    folder = tmp_path / "here" / "sums"
    (folder / "data" / "secret").mkdir(parents=True)
    (folder / "empty").mkdir()
    (folder / "problem.yaml").write_text("name: sums\n")
    (folder / "data" / "secret" / "1.in").write_bytes(b"1 2\r\n\0")
    (folder / "link.in").symlink_to("data/secret/1.in")
    (folder / "check").write_text("#!/bin/sh\n")
    (folder / "check").chmod(0o755)
    blob = _package(folder)

    unpack(blob.data, tmp_path / blob.digest)

    there = package_folder(tmp_path, blob.digest)
    assert there.name == "sums"
    assert {str(path.relative_to(there)) for path in there.rglob("*")} == {
        "check", "data", "data/secret", "data/secret/1.in", "empty", "link.in", "problem.yaml",
    }  # fmt: skip
    assert (there / "link.in").read_bytes() == b"1 2\r\n\0"
    assert (there / "check").stat().st_mode & 0o111
    assert not (there / "problem.yaml").stat().st_mode & 0o111


@pytest.mark.parametrize("place", ["", "include/"])
def test_headers_around_a_package_go_with_it(tmp_path: Path, place: str) -> None:
    """Only those that a program in it includes, also through one another."""
    folder = tmp_path / "here" / "sums"
    (folder / "output_validator").mkdir(parents=True)
    (folder / "output_validator" / "check.cpp").write_text('#include "words.h"\n')
    (folder.parent / place).mkdir(exist_ok=True)
    (folder.parent / place / "words.h").write_text('#include "letters.h"\n')
    (folder.parent / place / "letters.h").write_text("// letters\n")
    (folder.parent / place / "others.h").write_text("// others\n")
    blob = _package(folder)

    unpack(blob.data, tmp_path / blob.digest)

    there = package_folder(tmp_path, blob.digest)
    assert there.name == "sums"
    program = read_program(there / "output_validator" / "check.cpp", there)
    assert [path.read_text() for path in program.headers] == [
        '#include "letters.h"\n',
        "// letters\n",
    ]
    assert {path.name for path in there.parent.iterdir()} == {"sums", "words.h", "letters.h"}


@pytest.mark.parametrize("name", ["../outside", "a/../../outside", "/tmp/outside"])
def test_no_file_leaves_its_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    with pytest.raises(OSError, match="cannot have a file"):
        unpack(archive(name), folder)
    assert not (tmp_path / "outside").exists()


def test_a_worker_says_why_it_keeps_nothing_and_lacks_it_still() -> None:
    session = WorkerSession()
    worker = SimpleNamespace(judge_sessions={"s": session})
    blob = Blob("digest", archive("../outside"), is_package=True)
    try:
        assert "cannot keep the packages: a package cannot" in worker_session.keep(
            "s", blob, worker
        )
        assert session.missing(["digest"]) == ["digest"]
    finally:
        session.end()
