"""Saves an instance that a hunt found as a secret case of the problem's package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import yaml

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.hunting.result import Failure, HuntResult
from judge.hunting.stress import Counterexample
from judge.hunting.target import HuntOptions, Target
from judge.model import Problem, Verdict
from judge.packages.case_files import load_case
from judge.packages.load import load_problem
from judge.packages.plugin_faults import calling_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import IllegalAnswer, InputError
from judge.sandbox.held import run_trusted

ACCEPTS, REJECTS = 42, 43
VALIDATION_TIMEOUT_S = 60.0


def save_failures(
    target: Target, options: HuntOptions, hunt_result: HuntResult
) -> tuple[dict[Failure, str], list[JudgeError]]:
    """Save every failure; returns the names of the new cases, and why others were not saved."""
    names: dict[Failure, str] = {}
    refused: list[JudgeError] = []
    for failure in hunt_result.failures:
        try:
            names[failure] = save(target, options, hunt_result, failure)
        except JudgeError as error:
            refused.append(error)
    return names, refused


def save(target: Target, options: HuntOptions, hunt_result: HuntResult, failure: Failure) -> str:
    """Write the input, the answer and a description of their origin; the name of the case.

    Raises JudgeError, and writes nothing, if the package already has this instance, if its
    validators reject it, or if files cannot be written.
    """
    plugin, problem = target.plugin, target.problem
    counterexample = failure.counterexample
    if counterexample.fault.verdict is Verdict.BETTER:
        raise JudgeError(
            f"not saved: the best answer is not known, since that of {hunt_result.reference} "
            "is not the best"
        )
    for case in load_problem(problem.folder).cases:
        if load_case(plugin, case).instance == counterexample.instance:
            raise JudgeError(f"not saved: {case.name} already has this instance")
    folder = problem.folder / "data/secret"
    stem = _free(folder, f"hunt-{_plain(target.solution.name)}")
    about = (
        f"{target.solution.name} fails here: {counterexample.fault}; found by judge hunt, "
        f"seed {options.seed}, instance {failure.number}, answer of {hunt_result.reference}"
    )
    with calling_plugin(located=True):
        texts = {
            ".in": plugin.render(counterexample.instance),
            ".ans": _answer(plugin, counterexample),
            ".yaml": yaml.safe_dump({"description": about}, allow_unicode=True, width=1000),
        }
    with temporary_folder(0o700) as temporary:
        for suffix, text in texts.items():
            (Path(temporary) / (stem + suffix)).write_text(text, encoding="utf-8")
        _validate(problem, Path(temporary) / f"{stem}.in")
    _write(folder, stem, texts)
    return f"secret/{stem}"


def _answer(plugin: ProblemPlugin, found: Counterexample) -> str:
    """The answer file: what the reference printed, where it holds that. Raises JudgeError."""
    if plugin.offers("render_answer"):
        return plugin.render_answer(found.instance, found.best)
    text = found.reference.output.decode("utf-8", "replace")
    if not plugin.offers("parse_answer"):
        with suppress(InputError, IllegalAnswer):
            if plugin.parse_answer(text, found.instance).score == found.best.score:
                return text if text.endswith("\n") else f"{text}\n"
    plugin.need("to save a case, judge", "render_answer")
    raise AssertionError  # it is what lacks


def _plain(name: str) -> str:
    """The name without what the package format forbids in the names of files."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", name)


def _free(folder: Path, stem: str) -> str:
    """The first of ``stem-1``, ``stem-2``… that is not taken."""
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
    """Check that the package's input validators accept the input, and that its output validator can
    use both files: it may accept or reject an empty output, but must not fail."""
    for validator in _programs(problem.folder / "input_validators"):
        _run(problem.folder, validator, [], path.read_bytes(), (ACCEPTS,))
    for validator in _programs(problem.folder):
        if validator.name == "output_validator":
            arguments = [str(path), str(path.with_suffix(".ans")), str(path.parent)]
            _run(problem.folder, validator, arguments, b"", (ACCEPTS, REJECTS))


def _programs(folder: Path) -> list[Path]:
    """What an interpreter can start in a folder: files, and folders with a ``__main__.py``."""
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    return [p for p in paths if p.suffix == ".py" or (p / "__main__.py").exists()]


def _run(
    package: Path, validator: Path, arguments: list[str], given: bytes, wanted: tuple[int, ...]
) -> None:
    """Run a validator of the package, which is trusted like its plug-in."""
    entry = validator / "__main__.py" if validator.is_dir() else validator
    try:
        foreign_files.check(entry, package)
    except OSError as error:
        raise JudgeError(f"not saved: cannot be read: {error.strerror}", entry) from error
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    try:
        command = [sys.executable, "-B", str(validator), *arguments]
        done = run_trusted(command, VALIDATION_TIMEOUT_S, given, env=environment)
    except subprocess.TimeoutExpired as error:
        raise JudgeError(
            f"not saved: it takes more than {VALIDATION_TIMEOUT_S:.0f} s", validator
        ) from error
    if done.returncode not in wanted:
        output = (done.stderr + done.stdout).decode("utf-8", "replace").strip().splitlines()
        why = output[-1] if output else f"exit status {done.returncode}"
        raise JudgeError(f"rejects what the hunt found, so it is not saved: {why}", validator)
