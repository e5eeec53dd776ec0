"""Saves texts that would notice a mutant into the package: as valid, invalid outputs or inputs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from judge.common.atomic_write import write_whole
from judge.model import Verdict
from judge.verify.mutation.trials import Observer, Trial

#: The folders of the package format for data that no solution is run on.
VALID, INVALID, INVALID_INPUT = "valid_output", "invalid_output", "invalid_input"
STEM = "mutant"


def save_texts(trials: Iterable[Trial], observer: Observer, data: Path) -> list[str]:
    """Write each text that is not there yet; the names of the new files' stems, below ``data``.

    An output goes with the input and answer of its case to ``valid_output`` if some reading accepts
    it, else to ``invalid_output``. An input that is refused goes to ``invalid_input``; one that is
    not refused is not saved, for its answer is not known. Raises OSError.
    """
    known = {_content(path) for path in data.rglob("*.out")}
    known |= {(path.read_text(errors="replace"), "") for path in data.rglob("*.in")}
    saved = []
    for trial in trials:
        content = (trial.input, trial.output or "")
        folder = _folder(trial, observer)
        if folder is not None and content not in known:
            known.add(content)
            saved.append(_written(trial, data / folder, data))
    return saved


def _content(path: Path) -> tuple[str, str]:
    source = path.with_suffix(".in")
    text = source.read_text(errors="replace") if source.exists() else ""
    return text, path.read_text(errors="replace")


def _folder(trial: Trial, observer: Observer) -> str | None:
    treatment = observer.treatment(trial)
    if trial.output is None:
        return INVALID_INPUT if treatment.facts == ("refused",) else None
    verdicts = {fact[1] for fact in treatment.facts if isinstance(fact, tuple)}
    return VALID if Verdict.AC in verdicts else INVALID


def _written(trial: Trial, folder: Path, data: Path) -> str:
    case = trial.origin.partition(",")[0].rpartition("/")[2]
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", case.partition(".")[0])
    names = (f"{STEM}-{number:02}-{plain}" for number in count(1))
    stem = next(name for name in names if not list(folder.glob(f"{name}.*")))
    write_whole(folder / f"{stem}.in", trial.input.encode())
    if trial.output is not None:
        write_whole(folder / f"{stem}.ans", (trial.answer or "").encode())
        write_whole(folder / f"{stem}.out", trial.output.encode())
    return (folder / stem).relative_to(data).as_posix()
