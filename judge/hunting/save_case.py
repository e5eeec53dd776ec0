"""An instance that a hunt found -> a secret case of the problem's package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.hunting.result import Failure, HuntResult
from judge.hunting.target import HuntOptions, Target
from judge.model import Problem, Verdict
from judge.packages.case_files import load_case
from judge.packages.load import load_problem
from judge.packages.plugin_faults import calling_plugin
from judge.sandbox.held import run_trusted

ACCEPTS, REJECTS = 42, 43
VALIDATION_TIMEOUT_S = 60.0


def save(target: Target, options: HuntOptions, hunt_result: HuntResult, caught: Failure) -> str:
    """Write input, answer and where they come from; the name of the case.

    Raises JudgeError, and leaves nothing behind, for an instance that the package has already or
    that its validators refuse, and where files cannot be written.
    """
    plugin, problem = target.plugin, target.problem
    counterexample = caught.counterexample
    if counterexample.fault.verdict is Verdict.BETTER:
        raise JudgeError(
            f"not saved: the answer of {hunt_result.reference} is not best, so the best is not "
            "known"
        )
    for case in load_problem(problem.folder).cases:
        if load_case(plugin, case).instance == counterexample.instance:
            raise JudgeError(f"not saved: {case.name} is this very instance already")
    folder = problem.folder / "data/secret"
    stem = _free(folder, f"hunt-{_plain(target.solution.name)}")
    about = (
        f"{target.solution.name} fails here: {counterexample.fault}; found by judge hunt, "
        f"seed {options.seed}, instance {caught.number}, answer of {hunt_result.reference}"
    )
    with calling_plugin():
        texts = {
            ".in": plugin.render(counterexample.instance),
            ".ans": plugin.render_answer(counterexample.instance, counterexample.best),
            ".yaml": yaml.safe_dump({"description": about}, allow_unicode=True, width=1000),
        }
    with temporary_folder(0o700) as place:
        for suffix, text in texts.items():
            (Path(place) / (stem + suffix)).write_text(text, encoding="utf-8")
        _validate(problem, Path(place) / f"{stem}.in")
    _write(folder, stem, texts)
    return f"secret/{stem}"


def _plain(name: str) -> str:
    """As much of it as the package format allows in the name of a file."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", name)


def _free(folder: Path, stem: str) -> str:
    """The first name of the row ``stem-1``, ``stem-2``… that is not taken."""
    number = 1
    while any((folder / f"{stem}-{number}{suffix}").exists() for suffix in (".in", ".ans")):
        number += 1
    return f"{stem}-{number}"


def _write(folder: Path, stem: str, texts: dict[str, str]) -> None:
    written: list[Path] = []
    try:
        for suffix, text in texts.items():
            path = folder / (stem + suffix)
            written.append(path)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        for path in written:
            path.unlink(missing_ok=True)
        raise JudgeError(f"cannot be written: {error.strerror}", folder / stem) from error


def _validate(problem: Problem, path: Path) -> None:
    """The package's input validators must accept the input, and its output validator must be able
    to use both files: it may say what it likes of an empty output, but not that they are bad."""
    for validator in _programs(problem.folder / "input_validators"):
        _run(problem.folder, validator, [], path.read_bytes(), (ACCEPTS,))
    for validator in _programs(problem.folder):
        if validator.name == "output_validator":
            words = [str(path), str(path.with_suffix(".ans")), str(path.parent)]
            _run(problem.folder, validator, words, b"", (ACCEPTS, REJECTS))


def _programs(folder: Path) -> list[Path]:
    """What Python can start in a folder: files, and folders with a ``__main__.py``."""
    places = sorted(folder.iterdir()) if folder.is_dir() else []
    return [p for p in places if p.suffix == ".py" or (p / "__main__.py").exists()]


def _run(
    package: Path, validator: Path, words: list[str], given: bytes, wanted: tuple[int, ...]
) -> None:
    """The validators are the jury's: trusted as the plug-in is."""
    entry = validator / "__main__.py" if validator.is_dir() else validator
    try:
        foreign_files.check(entry, package)
    except OSError as error:
        raise JudgeError(f"not saved: cannot be read: {error.strerror}", entry) from error
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    try:
        command = [sys.executable, "-B", str(validator), *words]
        done = run_trusted(command, VALIDATION_TIMEOUT_S, given, env=environment)
    except subprocess.TimeoutExpired as error:
        raise JudgeError("not saved: it takes too long", validator) from error
    if done.returncode not in wanted:
        told = (done.stderr + done.stdout).decode("utf-8", "replace").strip().splitlines()
        why = told[-1] if told else f"exit status {done.returncode}"
        raise JudgeError(f"refuses what the hunt found, so it is not saved: {why}", validator)
