"""How fast a machine is: what is measured, kept, and compared."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.evaluation.calibration import PIECES, SOURCE, PieceTimes, measure_pieces
from judge.library.calibrate import measure_machine
from judge.model import Calibration
from judge.report.terminal.calibration import calibration_text
from judge.sandbox import build
from judge.store.store import open_store
from tests.contest import Contest

HERE = Calibration("here", 1, (0.1, 0.2, 0.4), "2026-11-24T10:00:00+01:00")
SLOW = Calibration("slow", 1, (0.2, 0.2, 1.6), "2026-11-24T10:00:00+01:00")


def test_the_ratio_is_the_geometric_mean_over_the_pieces() -> None:
    assert HERE.ratio(SLOW) == pytest.approx(2.0)
    assert SLOW.ratio(HERE) == pytest.approx(0.5)
    assert HERE.ratio(HERE) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "other",
    [
        Calibration("old", 2, (0.1, 0.2, 0.4), ""),
        Calibration("short", 1, (0.1, 0.2), ""),
        Calibration("none", 1, (), ""),
        Calibration("zero", 1, (0.1, 0.0, 0.4), ""),
    ],
)
def test_other_work_does_not_compare(other: Calibration) -> None:
    assert HERE.ratio(other) is None
    assert other.ratio(HERE) is None


@pytest.mark.long
def test_every_piece_is_measured_and_does_the_same_work_each_time() -> None:
    found = measure_pieces(tries=1)
    assert tuple(piece.piece for piece in found) == PIECES
    assert all(piece.least > 0 for piece in found)
    program = build.program(SOURCE)
    for piece in range(len(PIECES)):
        said = {subprocess.check_output([program, str(piece)]) for _ in range(2)}
        assert len(said) == 1, PIECES[piece]
    assert subprocess.run([program, "3"]).returncode == 2


def test_the_spread_is_the_middle_time_by_the_least() -> None:
    assert PieceTimes("a", (3.0, 1.0, 2.0)).spread == 2.0


@pytest.mark.long
def test_the_store_keeps_one_measurement_of_each_machine(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    store = open_store(path)
    store.keep_calibration(SLOW)
    store.keep_calibration(SLOW)
    first, second = measure_machine(path), measure_machine(path)
    assert first.others == second.others == {"slow": SLOW}
    assert set(open_store(path).calibrations()) == {"slow", second.here.machine}
    text = calibration_text(second)
    assert "slow: the same takes ×" in text and second.here.machine in text
    assert "\t" not in second.here.machine


def test_what_is_no_store_is_refused_before_the_work(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    path.write_text("no store")
    with pytest.raises(JudgeError, match="name another store"):
        measure_machine(path)


def test_a_machine_without_a_compiler_gets_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(JudgeError, match="no C compiler to build the calibration: install gcc"):
        measure_machine(tmp_path / "runs.sqlite")


@pytest.mark.long
def test_a_run_says_on_what_machine_it_was_and_how_fast_that_is(toy: Contest) -> None:
    here = measure_machine(toy.root / "runs.sqlite").here
    words = ("run", "--store", "runs.sqlite", "--report", "/dev/null", "--json", "facts.json")
    assert toy.judge(*words, "--case", "sample").status == 0
    facts = json.loads((toy.root / "facts.json").read_text())
    assert facts["machine_class"] == here.machine
    assert facts["calibration"]["cpu_s"] == list(here.seconds)
    toy.judge("run", "--no-store", "--report", "/dev/null", "--json", "other.json")
    assert json.loads((toy.root / "other.json").read_text())["calibration"] is None
