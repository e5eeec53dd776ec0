"""The submissions that a package brings, below its folder ``submissions``, as solutions."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.errors import JudgeError, shown_path, unreadable
from judge.common.messages import counted, did_you_mean, listed, others_too
from judge.languages.allowed import not_allowed
from judge.languages.program import IGNORED, Program, format_sources, language_named
from judge.languages.table import all_languages
from judge.model import (
    CASE_VERDICTS,
    Expectation,
    FormatVersion,
    Kind,
    Problem,
    Size,
    Solution,
    Verdict,
    possible_verdicts,
)
from judge.model.expectation import names
from judge.packages.file_names import drops_names, left_out, misnamed, well_named
from judge.packages.submission_rules import (
    FILE,
    FOLDER,
    KNOWN_FOLDERS,
    OPEN,
    WITHOUT_TAG,
    SubmissionRule,
    impossible_scores,
    read_rules,
    rules_of,
    unmatched,
)
from judge.solutions.answer_files import answers, programs_among
from judge.solutions.expected_results import expected_by_tag
from judge.solutions.submission_program import (
    RuleFault,
    SeveralLanguages,
    held,
    program_of_submission,
)

#: Names that switch a submission, or a folder of them, off.
DISABLED = re.compile(r"disabled|.*\.disabled", re.IGNORECASE)
#: Files beside submissions that are none.
NO_SOURCES = frozenset({".md", ".toml"})
#: What to do about a submission in several languages.
_FIX = f"keep those in one language, or name it in {FOLDER}/{FILE}"
#: What to submit in place of a program where answers are asked for.
_ANSWERS = "submit a folder or archive with a file of answers for each case, such as 1.out"
#: Another suffix of the file with the rules, and names in capitals, are mistakes.
NEAR_FILE = "submissions.yml"
UNKNOWN_LANGUAGE = "unknown"
#: Of more with the same note, one is named.
LISTED = 5


class PackageSubmissions(Struct, frozen=True):
    """The submissions of a package, and what is to be said of them, each in a line."""

    solutions: tuple[Solution, ...] = ()
    #: What may be a mistake in the package, with its place.
    doubts: tuple[JudgeError, ...] = ()
    #: Those that are one: submissions that cannot be built as ``submissions.yaml`` says.
    faults: tuple[JudgeError, ...] = ()
    #: Files that are no submissions.
    ignored: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The doubts, each in a line; of many that are the same, the first one."""
        same: dict[tuple[str, int | None], list[JudgeError]] = {}
        for doubt in self.doubts:
            same.setdefault((doubt.message, doubt.line), []).append(doubt)
        return tuple(line for doubts in same.values() for line in _lines(doubts))


def _lines(doubts: Sequence[JudgeError]) -> Iterator[str]:
    if len(doubts) <= LISTED:
        yield from map(str, doubts)
    else:
        yield f"{doubts[0]}{others_too(len(doubts), 'other file')}"


class _Entry(Struct, frozen=True):
    """A file or folder that is a submission: ``name`` is its path below ``submissions``."""

    path: Path
    name: str
    folder: str


def read_submissions(problem: Problem) -> PackageSubmissions:
    """Read ``submissions``; raises JudgeError for a fault of ``submissions.yaml`` or a folder that
    cannot be read. A submission that cannot be run is there, with the reason."""
    top = problem.folder / FOLDER
    if not top.is_dir():
        return PackageSubmissions()
    try:
        foreign_files.check_folder(top, problem.folder)
        reader = _Reader(problem, read_rules(problem))
        entries = list(reader.entries(top))
    except OSError as error:
        place = Path(error.filename or top)
        raise unreadable(error, place) from error
    solutions = tuple(reader.solution(entry) for entry in entries)
    if off := reader.disabled:
        what = "submission is" if len(off) == 1 else "submissions are"
        reader.note(top, f"{len(off)} {what} disabled and not judged: {listed(off)}")
    reader.doubts += impossible_scores(problem, reader.rules)
    reader.doubts += unmatched(problem, reader.rules, [entry.name for entry in entries])
    doubts = tuple(reader.doubts)
    faults = tuple(one for one in doubts if isinstance(one, RuleFault))
    return PackageSubmissions(solutions, doubts, faults, tuple(reader.ignored))


class _Reader:
    def __init__(self, problem: Problem, rules: tuple[SubmissionRule, ...]) -> None:
        self.rules = rules
        self.doubts: list[JudgeError] = []
        self.ignored: list[str] = []
        self.disabled: list[str] = []
        self._problem = problem
        self._package = problem.folder

    def entries(self, top: Path) -> Iterator[_Entry]:
        """The submissions; what is disabled or in an unknown folder is noted. Raises OSError."""
        for folder in sorted(top.iterdir()):
            if folder.name == FILE or self._is_ignored(folder):
                continue
            if folder.name.lower() in (FILE, NEAR_FILE):
                self.note(folder, f"is not read: rename it to {FILE}")
                continue
            if DISABLED.fullmatch(folder.name):
                self.disabled.append(folder.name)
            elif not folder.is_dir():
                self.note(folder, "is in no folder, so nothing is expected of it")
                yield _Entry(folder, f"{FOLDER}/{folder.name}", "")
            else:
                foreign_files.check_folder(folder, self._package)
                yield from self._in_folder(folder)

    def _in_folder(self, folder: Path) -> Iterator[_Entry]:
        found = []
        for path in sorted(folder.iterdir()):
            if self._is_ignored(path):
                continue
            if DISABLED.fullmatch(path.name):
                self.disabled.append(f"{folder.name}/{path.name}")
                continue
            if path.is_dir():
                foreign_files.check_folder(path, self._package)
                if not any(path.iterdir()):
                    self.note(path, "an empty folder: not judged")
                    continue
                self._note_unread(path)
            found.append(_Entry(path, f"{folder.name}/{path.name}", folder.name))
        known = folder.name in KNOWN_FOLDERS or any(
            rule.line and (rule.glob.matches(folder.name) or rule.glob.matches(entry.name))
            for rule in self.rules
            for entry in found
        )
        if found and not known:
            near = did_you_mean(folder.name, KNOWN_FOLDERS)
            self.note(folder, f"unknown folder, so nothing is expected of its submissions: {near}")
        yield from found

    def _is_ignored(self, path: Path) -> bool:
        ignored = bool(IGNORED.fullmatch(path.name)) or (
            path.suffix in NO_SOURCES and not path.is_dir()
        )
        if ignored:
            self.ignored.append(path.relative_to(self._package).as_posix())
        elif drops_names(self._problem.version) and not well_named(path):
            self.note(path, left_out([path]))
            return True
        return ignored

    def _note_unread(self, folder: Path) -> None:
        """Say which files of a submission do not count because of their names."""
        if drops_names(self._problem.version) and (unread := tuple(misnamed(folder))):
            self.note(unread[0], left_out(unread))

    def _unbuildable(
        self, entry: _Entry, program: Program, expectations: Sequence[Expectation]
    ) -> str:
        """Why building fails if the files are in several languages and no rule names one: "If a
        single language can't be determined, building fails." Legacy packages are judged in the
        language of most files, as their own tools do it."""
        sources = format_sources(program.files) if program.language else {}
        if len(sources) < 2:
            return ""
        if self._problem.version is FormatVersion.LEGACY:
            own = language_named(program.language).title
            said = f"holds sources in {held(sources)}"
            self.note(entry.path, f"{said}: other judges may refuse it, here it is {own}; {_FIX}")
            return ""
        return self._in_several(entry, held(sources), expectations)

    def _in_several(self, entry: _Entry, which: str, expectations: Sequence[Expectation]) -> str:
        """Why building fails, which is noted if nobody expects it."""
        if Verdict.CE not in possible_verdicts(expectations):
            self.note(entry.path, f"holds sources in {which}, so that building fails: {_FIX}")
        return f"sources in {which}, so no single language can be determined: {_FIX}"

    def note(self, path: Path, said: str) -> None:
        self.doubts.append(JudgeError(said, path))

    def solution(self, entry: _Entry) -> Solution:
        """One submission, with the reason if it cannot be run."""
        rules = rules_of(self.rules, entry.name, self._problem.version)
        if self._problem.submits_answers:
            return self._answers(entry, rules)
        program: Program | None = None
        files: dict[str, bytes] = {}
        skipped = unbuildable = several = ""
        try:
            program = program_of_submission(entry.path, entry.name, rules, self._problem)
            skipped = self._not_allowed(program)
            files = _content(program)
        except RuleFault as fault:
            self.doubts.append(fault)
            unbuildable = str(fault)
        except SeveralLanguages as error:
            several = error.message
        except JudgeError as error:
            skipped, files = _told_beside(entry.path, error), {}
        expectations = self._expectations(entry, rules, list(files.values()))
        if several:
            unbuildable = self._in_several(entry, several, expectations)
        elif program and program.language:
            if not any(rule.language for rule in rules):
                unbuildable = self._unbuildable(entry, program, expectations)
            if not unbuildable:
                its = program.language
                expectations = tuple(_without_compiler(one, its) for one in expectations)
        made = self._made(entry, rules, program, files, expectations, skipped)
        return replace(made, unbuildable=unbuildable)

    def _answers(self, entry: _Entry, rules: Sequence[SubmissionRule]) -> Solution:
        """A submission of answers instead of a program."""
        expectations = self._expectations(entry, rules, ())
        try:
            found = answers(entry.path, self._problem, entry.name, self._package)
        except JudgeError as error:
            said = _told_beside(entry.path, error)
            return self._made(entry, rules, None, {}, expectations, said)
        programs = programs_among(found.source or b"", self._problem)
        said = f"holds a program ({listed(programs)}) and no answer: {_ANSWERS}" if programs else ""
        if said:
            self.note(entry.path, said)
        return replace(
            found,
            unbuildable=said,
            expect=possible_verdicts(expectations),
            settled=(*found.settled, *_settled(None, {}, expectations)),
            expectations=expectations,
        )

    def _not_allowed(self, program: Program) -> str:
        """Why the package does not allow the language; empty if it does."""
        return not_allowed(self._problem, program.language) if program.language else ""

    def _expectations(
        self, entry: _Entry, rules: Sequence[SubmissionRule], files: Sequence[bytes]
    ) -> tuple[Expectation, ...]:
        found = tuple(one for rule in rules for one in rule.expectations)
        tagged, doubts = expected_by_tag(files, self._problem)
        for said in doubts:
            self.note(entry.path, said)
        if tagged and entry.folder in WITHOUT_TAG:
            self.note(entry.path, f"its tag @EXPECTED_RESULTS@ is not used in {entry.folder}")
        elif tagged:
            found = (*found, tagged)
        if entry.folder in OPEN and not found:
            said = "nothing is expected of it: it has no tag @EXPECTED_RESULTS@"
            self.note(entry.path, f"{said}, and {FILE} does not name it")
        if not possible_verdicts(found):
            said = "; ".join(f"{names(one.permitted)} {one.origin}" for one in found)
            self.note(entry.path, f"no verdict is as expected: {said}")
        return found or (Expectation(_ANY, _ANY, origin="by no rule"),)

    def _made(
        self,
        entry: _Entry,
        rules: Sequence[SubmissionRule],
        program: Program | None,
        files: dict[str, bytes],
        expectations: tuple[Expectation, ...],
        skipped: str,
    ) -> Solution:
        total = sum(map(len, files.values()))
        authors = dict.fromkeys(person.name for rule in rules for person in rule.authors)
        language = program.language if program else UNKNOWN_LANGUAGE
        return Solution(
            problem=self._problem.name,
            name=entry.name,
            path=program.folder / program.main if program else entry.path,
            language=language or UNKNOWN_LANGUAGE,
            kind=Kind.PROGRAM,
            size=total,
            expect=possible_verdicts(expectations),
            author=", ".join(authors),
            settled=tuple(_settled(program, files, expectations)),
            digest=_digest(program, files),
            measured=Size(total, total, None),
            program=entry.path,
            expectations=expectations,
            skipped=skipped,
            model=any(rule.model for rule in rules),
        )


#: Of a submission of which nothing is expected.
_ANY = CASE_VERDICTS | {Verdict.CE}


def _content(program: Program) -> dict[str, bytes]:
    """The bytes of its files by name; raises JudgeError."""
    found = {}
    for name in program.files:
        path = program.folder / name
        try:
            found[name] = foreign_files.read(path)
        except OSError as error:
            raise unreadable(error, path) from error
    return found


def _digest(program: Program | None, files: dict[str, bytes]) -> str:
    """Of one file that of its bytes, else of all names and bytes and of what starts."""
    if program is None:
        return ""
    if not program.path.is_dir():
        return hashlib.sha256(files.get(program.main, b"")).hexdigest()
    whole = hashlib.sha256(f"{program.language}\0{program.main}\0".encode())
    for name, data in files.items():
        whole.update(f"{name}\0{hashlib.sha256(data).hexdigest()}\0".encode("utf-8", "replace"))
    return whole.hexdigest()


def _without_compiler(expected: Expectation, language: str) -> Expectation:
    """In a language without a compiler what does not compile fails when it is run."""
    if Verdict.CE not in expected.required or all_languages()[language].compile:
        return expected
    more = {Verdict.RTE}
    return replace(expected, permitted=expected.permitted | more, required=expected.required | more)


def _settled(
    program: Program | None, files: dict[str, bytes], expectations: tuple[Expectation, ...]
) -> Iterator[str]:
    """How it is run and what is expected, for the report."""
    if program and program.language:
        yield f"language: {language_named(program.language).title}"
    if program and len(files) > 1:
        several = f"{counted(len(files), 'file')} ({listed(files)})"
        yield f"program: {several}, starts with {program.main}"
    for one in expectations:
        cases = f" on {one.cases}" if one.cases else ""
        permitted = names(one.permitted)
        required = names(one.required) if one.required < one.permitted else ""
        more = f", {required} at least once" if required else ""
        yield f"expected: {permitted}{cases}{more}, {one.origin}"


def _told_beside(path: Path, error: JudgeError) -> str:
    """An error of a submission, where its name stands beside what is said."""
    if error.path is None or shown_path(error.path) != shown_path(path):
        return str(error)
    return f"line {error.line}: {error.message}" if error.line else error.message
