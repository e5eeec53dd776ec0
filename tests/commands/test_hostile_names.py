"""Names and texts of strangers are never printed as they are: not one steers a terminal."""

from __future__ import annotations

import json
import os
import pty
import shlex
import subprocess
import sys

import pytest

from judge.common.safe_text import one_line, typed
from tests.contest import RIGHT, Contest, judge_environment, make_contest

#: What each name and text holds: a line of its own, colours, a bidi control, a C1 control.
EVIL = "x\nINJECTED\x1b[31m\u202e\x9bK\r\x07"
#: The same as a file name that is no UTF-8.
EVIL_FILE = EVIL.encode() + b"\xff"
RAW = ("\nINJECTED", "\x1b", "\u202e", "\x9b", "\r", "\x07")

COMMANDS = (
    "run --problems P --solutions S -v --rank --case sample/* --report o.html --json o.json "
    "--csv o.csv --junit o.xml --markdown o.md",
    "list --problems P --solutions S",
    "report --report again.html",
    "report --runs",
    "rescore --report again.html",
    "compare o.json o.json",
    "compare o.json o.json --markdown",
    "rank --from o.json",
    "verify --problems P --solutions S --seconds 0.01 --report v.html NAME",
    "show --problems P NAME sample/1",
    "show --problems P NAME secret/*",
    "grade --problems P NAME/sample/1 SOURCE",
    "hunt --problems P --solutions S --seconds 1 -j 1 --failures 1 NAME wrong",
    "hunt --problems P --solutions S --seconds 1 -j 1 NAME SOURCE",
    "size --problems P SOURCE",
    "new --problems P NAME SOURCE --show",
    "new --problems P NAME SOURCE",
    "run --problems P --solutions S --json NAME/NAME/NAME NAME",
    "run --problems P --solutions S UNKNOWN",
    "UNKNOWN",
    "run --UNKNOWN",
    "list UNKNOWN",
    "grade --problems P UNKNOWN SOURCE",
    "size UNKNOWN",
    "rank --from UNKNOWN",
)


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Contest:
    """A problem, cases and solutions that are named so, whose texts say so, too."""
    contest = make_contest(tmp_path_factory.mktemp("evil"))
    name = os.fsdecode(EVIL_FILE)
    problem = contest.root / "P" / name
    problem.parent.mkdir()
    contest.problem.rename(problem)
    settings = problem / "problem.yaml"
    settings.write_text(settings.read_text().replace("Largest sum", '"evil \\e[31m\\nINJECTED"'))
    for suffix in (".in", ".ans"):
        place = problem / "data" / "secret" / name
        place.mkdir(exist_ok=True)
        (place / (name + suffix)).write_bytes(
            (problem / "data" / "secret" / f"03-ties{suffix}").read_bytes()
        )
    folder = contest.root / "S" / name
    folder.mkdir(parents=True)
    (folder / f"{name}.py").write_text(RIGHT["program.py"])
    (folder / f"{name}-crash.py").write_text(f"import sys\nsys.exit({EVIL!r})\n")
    (folder / f"{name}-print.py").write_text(f"print({EVIL!r})\n")
    (folder / f"{name}-crash.toml").write_text(
        'author = "\\u001b[31m\\nINJECTED"\nnote = "\\u202e"'
    )
    (folder / f"{name}-ce.c").write_text(f'#error "{EVIL!r}"\n')
    (folder / "reference-a.py").write_text(RIGHT["lambda.py"])
    (folder / "wrong.py").write_text("lambda n,k:[]")
    return contest


def words_of(contest: Contest, command: str) -> list[str]:
    name = os.fsdecode(EVIL_FILE)
    source = f"S/{name}/{name}.py"
    return [
        word.replace("NAME", name).replace("SOURCE", source).replace("UNKNOWN", f"no{name}")
        for word in command.split()
    ]


def faults(text: str) -> list[str]:
    return [raw for raw in RAW if raw in text]


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_prints_a_name_or_a_text_as_it_is(evil: Contest, command: str) -> None:
    done = evil.judge(*words_of(evil, command))
    assert "Traceback" not in done.err, done.err[-1500:]
    assert done.out or done.err
    assert faults(done.out + done.err) == []


@pytest.mark.long
def test_no_form_of_a_report_holds_a_name_as_it_is(evil: Contest) -> None:
    assert evil.judge(*words_of(evil, COMMANDS[0])).status == 1
    facts = json.loads((evil.root / "o.json").read_text())
    assert facts["problems"][0]["name"].startswith(EVIL)
    for name in ("o.csv", "o.md", "o.xml", "o.html", "o.json"):
        text = (evil.root / name).read_bytes().decode()
        raw = RAW[1:] if name in ("o.html", "o.xml") else RAW  # whose texts have lines
        text = text.replace("\r\n", "\n") if name == "o.csv" else text
        assert [one for one in raw if one in text] == [], name


@pytest.mark.long
def test_a_terminal_gets_only_our_own_colours(evil: Contest) -> None:
    main, other = pty.openpty()
    judge = subprocess.Popen(
        [sys.executable, "-m", "judge", *words_of(evil, COMMANDS[0])],
        cwd=evil.root,
        env=judge_environment(TERM="xterm"),
        stdout=other,
        stderr=subprocess.DEVNULL,
    )
    os.close(other)
    shown = b""
    try:
        while part := os.read(main, 1 << 16):
            shown += part
    except OSError:  # the other side is closed
        pass
    os.close(main)
    assert judge.wait(timeout=900) == 1
    text = shown.decode().replace("\r\n", "\n")
    assert "\x1b[31mWA" in text
    for code in ("0", "1", "2", "31", "32", "33", "34", "35", "36", "7;31", "1;34"):
        text = text.replace(f"\x1b[{code}m", "")
    assert faults(text) == []


def test_a_command_to_type_again_names_the_same_file(evil: Contest) -> None:
    arguments = ["judge", "run", os.fsdecode(EVIL_FILE), "it's", "a\\b\n", "plain"]
    line = typed(arguments)
    assert line.isprintable()
    shell = subprocess.run(
        ["bash", "-c", f"printf '%s\\0' {line}"], capture_output=True, check=True
    )
    assert shell.stdout.split(b"\0")[:-1] == [os.fsencode(word) for word in arguments]


@pytest.mark.long
def test_a_manifest_that_is_written_for_an_evil_name_stays_a_comment(evil: Contest) -> None:
    done = evil.judge(*words_of(evil, "new --problems P NAME SOURCE --show"))
    assert all(line.startswith("#") for line in done.out.splitlines())


def test_a_line_shows_what_cannot_be_seen() -> None:
    assert one_line("a\nb\tc\x1b\u202e\udcff") == "a⟨LF⟩b⟨TAB⟩c⟨ESC⟩⟨U+202E⟩⟨0xFF⟩"
    assert shlex.split(typed(["a b"])) == ["a b"]
