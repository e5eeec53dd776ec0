"""A plug-in judges an output alike in another process, with other hashes of strings, another clock
and another folder; run as a program, in that process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from judge.common.processes import kill_children
from judge.common.scratch import temporary_folder
from judge.common.streams import drop_output
from judge.model import Limits
from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.sandbox.held import run_trusted
from judge.verify.draws import folder_unlike, set_clock_ahead
from judge.verify.mutation.trials import Observer, Trial

#: Time limit of the other process, in seconds.
TIMEOUT_S = 60
#: The greatest number of bytes of an output file.
OUTPUT_BYTES = 1 << 24


def grades(plugin: ProblemPlugin, trials: Sequence[Trial]) -> list[str]:
    """How a plug-in judges each trial, in one line each; an empty one where it fails."""
    found = []
    for trial in trials:
        treatment = Observer(plugin, Limits(output_bytes=OUTPUT_BYTES)).treatment(trial)
        found.append(" ".join(repr(treatment.facts).splitlines()) if treatment.is_sound else "")
    return found


def grades_in_another_process(folder: Path, trials: Sequence[Trial]) -> list[str]:
    """The same in another process; if that fails, the list is shorter."""
    home = str(Path(__file__).parents[2])
    command = [sys.executable, "-m", "judge.verify.grades_elsewhere", str(folder.absolute())]
    salt = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    environment = {**os.environ, "PYTHONPATH": home, "PYTHONHASHSEED": salt}
    rows = [[one.origin, one.input, one.answer, one.output] for one in trials]
    with temporary_folder() as made:
        other = folder_unlike(Path(made), Path.cwd())
        other.mkdir(exist_ok=True)
        given = json.dumps(rows).encode()
        try:
            done = run_trusted(command, TIMEOUT_S, given, env=environment, cwd=other)
        except subprocess.TimeoutExpired:
            return []
    return done.stdout.decode().splitlines()


def differing(plugin: ProblemPlugin, folder: Path, trials: Sequence[Trial]) -> str:
    """A message if a grade is another one in another process; empty if not."""
    here, there = grades(plugin, trials), grades_in_another_process(folder, trials)
    for trial, one, other in zip(trials, here, there, strict=False):
        if one and other and one != other:
            said = "is judged otherwise in another process"
            return f"{trial.origin}, {said}: it depends on hashes, the clock or the folder"
    return ""


def main(folder: str) -> None:
    set_clock_ahead()
    rows = json.loads(sys.stdin.read())
    with os.fdopen(os.dup(1), "w") as out:  # of the judge alone
        drop_output()
        try:
            found = grades(load_plugin(Path(folder)), [Trial(*row) for row in rows])
        finally:
            kill_children()
        print(*found, sep="\n", file=out)


if __name__ == "__main__":
    main(*sys.argv[1:])
