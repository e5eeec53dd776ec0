"""Outputs for inputs that differ a little from stored ones, judged by the plug-in."""

from __future__ import annotations

from typing import Any

from judge.common import foreign_files
from judge.common.foreign_files import CASE_BYTES
from judge.model import RIGHT, Case, Reason, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.plugin_faults import PluginFault
from judge.plugin import Best, InputError
from judge.running import output_file
from judge.verify.subject import Judgement, Subject


def judged_by_plugin(subject: Subject, reading: str) -> Judgement:
    """What judges an output for the files of a case: JE where the plug-in refuses these. The best
    score of a changed input is not known: where answers have scores, each legal one is accepted."""

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        loaded = _loaded(subject, case)
        if loaded is None:
            return Verdict.JE, "the plug-in refuses the input"
        run = output_file.as_run(output, subject.limits)
        grade = subject.checker.grade(case, loaded, run)[reading]
        if grade.verdict in RIGHT or grade.reason is Reason.SUBOPTIMAL:
            return Verdict.AC, grade.message
        return grade.verdict, grade.message

    return judged


def _loaded(subject: Subject, case: Case) -> LoadedCase | None:
    plugin = subject.plugin
    given, answer = (
        foreign_files.read(path, most=CASE_BYTES).decode("utf-8", "replace")
        for path in (case.input_path, case.answer_path)
    )
    try:
        instance: Any = plugin.parse(given)
        if plugin.offers("score"):
            return LoadedCase(instance, Best(0, None))
        return LoadedCase(instance, plugin.parse_answer(answer, instance))
    except (InputError, PluginFault):
        return None
