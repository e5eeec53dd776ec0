"""Checks a package without running a solution: cases, stored answers, validators, samples."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Generator, Iterator
from contextlib import closing
from fractions import Fraction
from itertools import chain
from pathlib import Path

from msgspec import Struct

from judge.checking.group_scores import ScoreFault
from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable, why_unreadable
from judge.common.foreign_files import CASE_BYTES
from judge.common.messages import counted, did_you_mean
from judge.common.scratch import temporary_folder
from judge.languages.allowed import check_codes
from judge.languages.included import check_included
from judge.model import Case, LegacyGrading, Problem, Verdict
from judge.packages.case_files import answer_fault
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.plugin_faults import PluginFault
from judge.packages.setting_place import INPUT_VALIDATORS, place_of_arguments
from judge.packages.statements import statement_files
from judge.running import output_file
from judge.running.checkers import CheckerKind, check_arguments, checker_kind, open_checker
from judge.running.external_checker import ExternalChecker
from judge.running.input_validator import opened
from judge.running.package_grader import PackageGraders
from judge.running.static_validator import StaticValidator
from judge.sandbox.layer import Layer
from judge.verify import answer_validators, input_validators, stored_outputs
from judge.verify.format_rules import lacks_submissions
from judge.verify.package_layout import layout_remarks
from judge.verify.remark import Remark, fault, note, of_error, warning
from judge.verify.shown_files import doubtful_files
from judge.verify.stored_outputs import DIALOGUES
from judge.verify.text_files import text_remarks

#: How many cases with an input of another one are named.
LISTED = 5
#: Files that show a sample to contestants, and the part of it that each belongs to.
_SHOWN_FILES = {
    ".in.statement": ".in",
    ".in.download": ".in",
    ".ans.statement": ".in",
    ".ans.download": ".in",
}


class PackageCheck(Struct, frozen=True):
    """A package that was read. ``workers``: how many input validators run at the same time."""

    loaded: LoadedProblem
    layer: Layer
    workers: int

    @property
    def problem(self) -> Problem:
        return self.loaded.problem

    @property
    def data(self) -> Path:
        return self.problem.folder / "data"

    def remarks(self) -> Iterator[Remark]:
        """Everything that is found, one after the other; raises JudgeError where the check itself
        cannot be carried out."""
        settings = self.problem.folder / "problem.yaml"
        about = self.problem.metadata
        yield from (fault(settings, one.said, one.line) for one in about.faults)
        told = {str(one) for one in about.faults}
        for said in (one for one in self.problem.notes if one not in told):
            yield fault(settings, said) if said in about.missing else note(settings, said)
        yield from self._statement()
        yield from layout_remarks(self.problem)
        if lacks_submissions(self.problem):
            said = "there is no submission: nothing shows that a right one passes"
            yield note(self.problem.folder / "submissions", said)
        yield from self.sample_remarks()
        yield from doubtful_files(self.problem)
        for check in (check_codes, check_included):
            try:
                check(self.problem)
            except JudgeError as error:
                yield of_error(error, self.problem.folder)
        read = []
        for case in self.problem.cases:
            try:
                faulty = self._case_fault(case)
            except PluginFault as error:
                said = f"{error.message}; nothing else is checked"
                yield fault(error.path or case.input_path, said)
                return
            if faulty:
                yield faulty
            else:
                read.append(case)
        yield from self._same_inputs()
        yield from text_remarks(self.problem)
        yield from self._outputs(read)
        yield from self._grader()
        yield from self._static_validator()
        yield from self._validated_files()

    def _statement(self) -> Iterator[Remark]:
        files = statement_files(self.problem.folder)
        if not files:
            yield warning(self.problem.folder, "has no statement")
        for file in files:
            try:
                empty = not foreign_files.read_text(file.path, self.problem.folder).strip()
            except OSError as error:
                if file.kind != "pdf":  # the layout tells of a link, and nobody reads a PDF
                    yield fault(file.path, f"cannot be read: {why_unreadable(error)}")
                continue
            except UnicodeDecodeError:
                if file.path.suffix != ".pdf":
                    yield warning(file.path, "the statement is not UTF-8 text: save it as UTF-8")
                continue
            if empty:
                yield warning(file.path, "the statement is empty")

    # Cases

    def _case_fault(self, case: Case) -> Remark | None:
        """What is wrong with a case as it is read: its input, its answer, or the answer's score.

        Raises PluginFault where a method took too long: it would take as long for the others.
        """
        try:
            loaded = self.loaded.read_case(case)
            for path in (case.input_path, case.answer_path):
                if not self.problem.plugin:
                    _read(path)
            if loaded.best is not None:
                wrong = answer_fault(self.loaded.plugin, loaded.instance, loaded.best)
                if wrong:
                    return fault(case.answer_path, wrong)
        except PluginFault as error:
            if error.took_too_long:
                raise
            return fault(error.path or case.answer_path, error.message)
        except JudgeError as error:
            return of_error(error, case.input_path)
        return None

    def _same_inputs(self) -> Iterator[Remark]:
        """Secret cases with one and the same input: the second one tests nothing. A group that has
        a score of its own may repeat the inputs of another one."""
        seen: dict[tuple[bytes, object], Case] = {}
        told = 0
        for case in self.problem.cases:
            try:
                digest = hashlib.sha256(_read(case.input_path)).digest()
            except JudgeError:
                continue  # reported before
            settings = (*case.settings.arguments, *case.settings.output_validator_arguments)
            group = case.name.rpartition("/")[0] if self.problem.scoring else ""
            first = seen.setdefault((digest, (settings, case.settings.files, group)), case)
            if first is not case and not first.name.startswith("sample/"):
                told += 1
                if told <= LISTED:
                    said = f"has the same input as {first.name}"
                    yield warning(case.input_path, said)
        if told > LISTED:
            said = f"{counted(told - LISTED, 'more case')} with the same input as another one"
            yield warning(self.data, said)

    def sample_remarks(self) -> Iterator[Remark]:
        """Files that show samples belong to a case, and dialogues to problems that have them."""
        folder = self.data / "sample"
        paths = sorted(folder.rglob("*")) if folder.is_dir() else []
        if not any(path.name.endswith((".in", ".interaction")) for path in paths):
            yield warning(folder, "there is no sample: contestants see no example")
        for path in paths:
            for suffix, needed in _SHOWN_FILES.items():
                stem = path.name.removesuffix(suffix)
                alone = stem != path.name and not path.with_name(stem + needed).exists()
                if alone and not path.with_name(f"{stem}.interaction").exists():
                    yield fault(path, f"belongs to a sample, but there is no {stem}.in")
            if path.suffix == ".interaction" and path.is_file():
                yield from self._dialogue(path)

    def _dialogue(self, path: Path) -> Iterator[Remark]:
        if not self.problem.types & DIALOGUES:
            said = "shows a dialogue, but the problem is neither interactive nor multi-pass"
            yield fault(path, said)
            return
        try:
            text = _read(path).decode("utf-8", "replace")
        except JudgeError as error:
            yield of_error(error, path)
            return
        for number, line in enumerate(text.splitlines(), 1):
            if not re.match(r"[<>]|---$", line):
                yield fault(path, "must begin with < or >, or be ---", number)
                return

    # Outputs

    def _outputs(self, cases: list[Case]) -> Iterator[Remark]:
        """Stored outputs are judged as their folders say; answers are outputs, where possible."""
        problem = self.problem
        if problem.output_validator.path is not None:
            try:
                self._open_validator()
            except JudgeError as error:
                yield of_error(error, problem.folder)
                return
        if problem.types & DIALOGUES:
            return
        try:
            check_arguments(self.loaded)
        except JudgeError as error:
            yield of_error(error, problem.folder)
            return
        try:
            trials = [*stored_outputs.stored(problem, shown=not problem.plugin)]
        except JudgeError as error:
            yield of_error(error, self.data)
            return
        with temporary_folder() as folder:
            broken = yield from self._stored_outputs(trials, Path(folder))
            if not broken and checker_kind(self.loaded) is CheckerKind.VALIDATOR:
                yield from self._answers(cases, Path(folder))

    def _open_validator(self) -> None:
        """Raise JudgeError for an output validator that cannot be compiled or started."""
        with (
            temporary_folder() as folder,
            closing(ExternalChecker(self.problem, self.layer, Path(folder))) as checker,
        ):
            checker.open_validators()

    def _stored_outputs(
        self, trials: list[stored_outputs.Trial], folder: Path
    ) -> Generator[Remark, None, bool]:
        """Returns whether the validator failed: other outputs would only take as long."""
        with closing(open_checker(self.loaded, self.layer, folder)) as checker:
            for trial in trials:
                path = self.problem.folder / trial.what
                try:
                    loaded = self.loaded.read_case(trial.case)
                except JudgeError as error:
                    yield of_error(error, path)
                    continue
                run = output_file.as_run(trial.output, self.problem.limits)
                grades = [*checker.grade(trial.case, loaded, run).values()]
                if wrong := stored_outputs.misjudged(grades, bool(trial.accepted)):
                    yield fault(path, wrong)
                if grades[0].verdict is Verdict.JE:
                    return True
        return False

    def _answers(self, cases: list[Case], folder: Path) -> Iterator[Remark]:
        """Answer files that the output validator rejects as outputs: the format allows that, and
        other tools complain."""
        own = ExternalChecker(self.problem, self.layer, folder)
        with closing(own) as checker:
            for case in cases:
                if case.name.startswith("sample/"):
                    continue  # among the stored outputs
                run = output_file.as_run(_read(case.answer_path), self.problem.limits)
                [grade] = checker.grade(case, self.loaded.read_case(case), run).values()
                if grade.verdict is Verdict.JE:
                    yield fault(case.answer_path, grade.message)
                    return  # the others would only be as slow
                elif wrong := stored_outputs.misjudged([grade], True):
                    yield warning(case.answer_path, f"as an output {wrong}")

    def _grader(self) -> Iterator[Remark]:
        """The package's own grader must have a result for one accepted case in each group."""
        path, groups = self.problem.grader, self.problem.groups
        if path is None:
            return
        rules = [one.scoring for one in groups if isinstance(one.scoring, LegacyGrading)]
        with closing(PackageGraders(self.layer)) as graders:
            grade = graders.of(self.problem)
            assert grade is not None
            try:
                for arguments in dict.fromkeys(one.arguments for one in rules if one.custom):
                    grade(arguments, [(Verdict.AC, Fraction(1))])
            except ScoreFault as fault:
                cause = fault.__cause__  # of a grader that cannot be started
                error = cause if isinstance(cause, JudgeError) else JudgeError(str(fault), path)
                yield of_error(error, path)

    def _static_validator(self) -> Iterator[Remark]:
        """It must be built; what it says depends on sources, and none is read here."""
        path = self.problem.static_validator
        if path is None or not self.problem.static_groups:
            return
        with (
            temporary_folder() as folder,
            closing(StaticValidator(self.problem, self.layer, Path(folder))) as validator,
        ):
            try:
                validator.check()
            except JudgeError as error:
                yield of_error(error, path)

    # Validators

    def _validated_files(self) -> Iterator[Remark]:
        problem = self.problem
        if not problem.input_validators:
            said = "has no input validator: nothing checks the format of the inputs"
            yield warning(problem.folder, said)
        yield from self._named_validators()
        try:
            if problem.input_validators:
                yield from self._of_validators(problem.input_validators, "input validator")
            if problem.answer_validators:
                yield from self._of_validators(problem.answer_validators, "answer validator")
        except JudgeError as error:
            yield of_error(error, problem.folder)

    def _named_validators(self) -> Iterator[Remark]:
        """Arguments for an input validator that the package does not have."""
        known = {name for path in self.problem.input_validators for name in (path.name, path.stem)}
        said = set[str]()
        for case in self.problem.cases:
            for name in case.settings.arguments_by_input_validator or ():
                if name not in known | said:
                    said.add(name)
                    near = did_you_mean(name, sorted(known))
                    text = f"has arguments for {name!r}, which is no input validator: {near}"
                    place = place_of_arguments(self.problem, case, INPUT_VALIDATORS)
                    yield of_error(JudgeError(text, *place), self.data)

    def _of_validators(self, paths: tuple[Path, ...], what: str) -> Iterator[Remark]:
        sets = max(1, min(self.workers, len(self.problem.cases)))
        with opened(self.problem, paths, self.layer, what, sets) as validators:
            if what == "input validator":
                found = chain(
                    input_validators.rejected_inputs(
                        input_validators.input_cases(self.problem), validators
                    ),
                    input_validators.accepted_inputs(self.problem, validators[0]),
                )
            else:
                found = chain(
                    answer_validators.rejected_answers(self.problem.cases, validators),
                    answer_validators.accepted_answers(self.problem, validators[0]),
                )
            complaints = tuple(input_validators.until_failure(found))
        for one in complaints:
            yield fault(self.problem.folder / one.file, one.said)


def _read(path: Path) -> bytes:
    try:
        return foreign_files.read(path, most=CASE_BYTES)
    except OSError as error:
        raise unreadable(error, path) from error
