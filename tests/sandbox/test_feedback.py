"""A command's feedback folder: what is put into it, what comes back, and what does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from judge.model import Ended, Execution, Limits
from judge.sandbox.feedback import FEEDBACK, pack, packed_files, unpack
from judge.sandbox.layer import Command, Layer, Session, View
from judge.sandbox.unconfined import UnconfinedLayer


@pytest.fixture
def session(layer: Layer, open_folder: Path) -> Iterator[Session]:
    made = _open(layer, open_folder)
    yield made
    made.close()


@pytest.fixture
def unconfined(open_folder: Path) -> Iterator[Session]:
    made = _open(UnconfinedLayer(), open_folder)
    yield made
    made.close()


def _open(layer: Layer, folder: Path) -> Session:
    (folder / "program").mkdir(exist_ok=True)
    return layer.open(View(folder / "program", temporary=folder))


def _run(
    session: Session, script: str, given: Mapping[str, bytes] | None = None, output: int = 1 << 16
) -> Execution:
    argv = ("/bin/sh", "-c", script, "sh", FEEDBACK)
    return session.run(Command(argv, b"fed", feedback=given or {}), Limits(output_bytes=output))


def _files(run: Execution) -> Mapping[str, bytes]:
    assert run.ended is Ended.EXITED and run.result is not None, (run.ended, run.stderr)
    return unpack(run.result)


class Behaviour:
    """What holds in every layer; the subclasses say which."""

    def test_files_that_a_command_writes_come_back(self, session: Session) -> None:
        run = _run(session, 'cat > "$1in"; printf one > "$1"b; printf "" > "$1"empty')
        assert _files(run) == {"b": b"one", "empty": b"", "in": b"fed"}

    def test_files_are_put_there_before_it_starts(self, session: Session) -> None:
        run = _run(session, 'cat "$1old"; printf more >> "$1old"', {"old": b"text"})
        assert run.stdout == b"text"
        assert _files(run) == {"old": b"textmore"}

    def test_files_with_hidden_names_come_back_and_are_put_there_again(
        self, session: Session
    ) -> None:
        first = _files(_run(session, 'printf pass > "$1.state"; printf x > "$1..a"'))
        assert first == {".state": b"pass", "..a": b"x"}
        assert _run(session, 'cat "$1.state" "$1..a"', first).stdout == b"passx"

    def test_nothing_is_left_for_the_next_command(self, session: Session) -> None:
        _run(session, 'touch "$1"x; mkdir "$1"/d; touch "$1"/d/y')
        run = _run(session, 'ls -A "$1"')
        assert run.stdout == b"" and _files(run) == {}

    def test_it_is_not_in_the_working_folder_which_is_empty(self, session: Session) -> None:
        run = _run(session, 'ls -A; cd; pwd; ls -A; touch own; ls "$1"')
        [home] = run.stdout.decode().split()
        assert Path(home).name == "work" and _files(run) == {}

    def test_files_of_the_working_folder_are_there_with_those_of_the_feedback_folder(
        self, session: Session
    ) -> None:
        """Whatever their names are, hidden ones too, and as long as a file system allows."""
        long = "l" * 255
        own = {".state": b"1", long: b"2"}
        shown = {"feedback": b"3", "work/a": b"4", long: b"5"}
        argv = ("/bin/sh", "-c", 'cat feedback work/a l*; cat "$0".state "$0"l*', FEEDBACK)
        run = session.run(Command(argv, feedback=own, files=shown), Limits())
        assert run.stdout == b"34512", run.stderr
        assert _files(run) == own

    def test_links_pipes_and_folders_are_no_files(self, session: Session) -> None:
        script = (
            'ln -s /etc/passwd "$1"a; ln -s /dev/zero "$1"z; mkfifo "$1"b; mkdir "$1"c; touch "$1"d'
        )
        assert _files(_run(session, script)) == {
            "a/": b"",
            "b/": b"",
            "c/": b"",
            "d": b"",
            "z/": b"",
        }

    def test_the_folder_itself_may_not_become_a_link(self, session: Session) -> None:
        run = _run(session, 'rmdir "$1"; ln -s /etc "${1%/}"')
        assert run.result is not None and unpack(run.result) == {}

    def test_a_folder_that_is_removed_has_no_files(self, session: Session) -> None:
        run = _run(session, 'rmdir "$1"')
        assert run.result is not None and unpack(run.result) == {}

    def test_files_count_as_output(self, session: Session) -> None:
        script = 'printf %3000s x > "$1"a; printf %3000s x > "$1"b'
        assert len(_files(_run(session, script, output=7000))) == 2
        over = _run(session, script, output=5000)
        assert over.ended is Ended.OUTPUT_LIMIT

    def test_too_many_files_are_too_much_output(self, session: Session) -> None:
        run = _run(session, 'i=0; while [ $i -lt 1100 ]; do : > "$1$i"; i=$((i+1)); done')
        assert run.ended is Ended.OUTPUT_LIMIT

    def test_a_name_may_be_any_name(self, session: Session) -> None:
        found = _files(_run(session, """printf 1 > "$1"'a b'; printf 2 > "$1$(printf '\\377')" """))
        assert found == {"a b": b"1", "\udcff": b"2"}


class TestInASandbox(Behaviour):
    """The supervisor makes and reads the folder."""


class TestWithoutASandbox(Behaviour):
    """The judge itself does."""

    @pytest.fixture
    def session(self, unconfined: Session) -> Session:
        return unconfined


def test_a_view_may_show_files_that_come_later(layer: Layer, open_folder: Path) -> None:
    for name in ("program", "data"):
        (open_folder / name).mkdir()
    view = View(open_folder / "program", temporary=open_folder, data=open_folder / "data")
    session = layer.open(view)
    try:
        seen = f"{layer.data_folder(view)}/later"
        assert session.run(Command(("/bin/cat", seen)), Limits()).exit_status == 1
        (open_folder / "data" / "later").write_bytes(b"here")
        assert session.run(Command(("/bin/cat", seen)), Limits()).stdout == b"here"
        script = f"echo x > {seen}"
        run = session.run(Command(("/bin/sh", "-c", script), feedback={}), Limits())
        assert run.exit_status != 0
        assert (open_folder / "data" / "later").read_bytes() == b"here"
    finally:
        session.close()


@pytest.mark.parametrize(
    "data",
    [
        b"x",
        packed_files([("a", b"bc")])[:-1],
        packed_files([("a", b"bc")]) + b"\0",
        packed_files([("", b"bc")]),
        packed_files([("a" * 300, b"")]),
        b"\xff" * 16,
    ],
)
def test_files_that_make_no_sense_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        unpack(data)


def test_what_is_packed_is_unpacked() -> None:
    files = {"b": b"", "a": b"\0" * 70_000}
    assert unpack(pack(files)[8:]) == files
