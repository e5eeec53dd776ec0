"""The folder ``data`` of a package: cases, groups, and cases that test the validators."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.errors import JudgeError, near_path, not_utf_8, unreadable
from judge.common.messages import counted, did_you_mean
from judge.common.program_arguments import split_arguments
from judge.common.spooled_list import SpooledList
from judge.common.yaml_lines import YamlMapping, read_mapping
from judge.model import Case, CaseSettings, Group, GroupScoring, ValidatorTests
from judge.packages import descriptions
from judge.packages.data_files import (
    COMPILED,
    DESCRIBING,
    GROUP_FILES,
    JUDGED,
    LOOSE,
    OLD_TESTS,
    OWNED,
    SHOWN,
    TEXTS,
    VALIDATOR_TESTS,
    is_counted,
    suffix_of,
    unread,
)
from judge.packages.file_names import NAME, refuse_name
from judge.packages.folder_entries import FolderEntries, stems_of_pairs
from judge.packages.given_files import check_files, unread_files
from judge.packages.group_settings import GroupSettings, Place, unused_keys

#: No package nests its cases deeper.
DEEPEST = 32
#: The most files that a note names.
MOST_NAMED = 3


class DataFormat(Protocol):
    """How a version of the format writes settings of groups and cases."""

    @property
    def root(self) -> GroupSettings:
        """What holds above ``data``."""
        ...

    @property
    def case_files(self) -> frozenset[str]:
        """The suffixes of files of a case that only some versions have."""
        ...

    @property
    def drops_names(self) -> bool:
        """Whether what has a name that the format does not allow counts as not there."""
        ...

    @property
    def strict_names(self) -> bool:
        """Whether every file of a case needs its input, and neither a folder nor the settings of a
        group may have the name of a case beside it."""
        ...

    def group(self, folder: Path, name: str, above: GroupSettings) -> GroupSettings:
        """The settings of a folder below ``data``, on top of those of its parent."""
        ...

    def is_group(self, folder: Path, name: str) -> bool:
        """Whether a folder below ``data`` is a group with a score of its own."""
        ...

    def case(self, own: YamlMapping, above: CaseSettings) -> CaseSettings:
        """The settings of a case by its ``.yaml``, on top of those of its group."""
        ...


class PackageData(Struct, frozen=True):
    """What ``data`` holds; cases in the order in which they are judged, parents before groups."""

    cases: Sequence[Case] = ()
    groups: tuple[Group, ...] = ()
    tests: ValidatorTests = field(default_factory=ValidatorTests)
    notes: tuple[str, ...] = ()
    #: Files and folders that are not read because of their names.
    left_out: tuple[Path, ...] = ()


def read_data(
    package: Path, form: DataFormat, answers: bool = True, by_hand: bool = False
) -> PackageData:
    """Read ``data``; raises JudgeError with file and fix. ``answers``: whether every input needs an
    answer file. ``by_hand``: no solution writes it."""
    reader = _Reader(package, form, answers, by_hand)
    with unread(reader.data):
        top = reader.entries(reader.data) if os.path.lexists(reader.data) else {}
    settings = reader.settings(reader.data, "", form.root)
    if form.is_group(reader.data, ""):
        reader.groups.append(Group("", settings.scoring))
    for name in JUDGED:
        if name in top:
            reader.read(top[name], name, settings)
        elif name == JUDGED[1] and isinstance(settings.scoring, GroupScoring):
            # Cases may still have to be generated; scores of the problem are those of this group.
            reader.groups.append(
                Group(name, reader.settings(reader.data / name, name, settings).scoring)
            )
    tests: dict[str, list[str]] = {}
    for name, path in top.items():
        if name in VALIDATOR_TESTS:
            tests.setdefault(VALIDATOR_TESTS[name], []).extend(reader.inputs(path, name, settings))
        elif name == OLD_TESTS and path.is_dir():
            for case in reader.inputs(path, name, settings):
                answered = (reader.data / f"{case}.ans").exists()
                kind = "invalid_answers" if answered else "invalid_inputs"
                tests.setdefault(kind, []).append(case)
        elif name not in JUDGED:
            reader.refuse_stray(path)
    lists = {kind: tuple(names) for kind, names in tests.items()}
    found = ValidatorTests(**lists, settings=reader.test_settings)
    groups, left_out = tuple(reader.groups), tuple(reader.left_out)
    return PackageData(reader.cases.settled(), groups, found, reader.notes(), left_out)


class _Reader:
    def __init__(self, package: Path, form: DataFormat, answers: bool, by_hand: bool) -> None:
        self.data = package / "data"
        self.cases: SpooledList[Case] = SpooledList()
        self.groups: list[Group] = []
        self.left_out: list[Path] = []
        #: Of the cases that test the validators, by name.
        self.test_settings: dict[str, CaseSettings] = {}
        self._package = package
        self._form = form
        self._answers = answers
        self._by_hand = by_hand
        self._unused: dict[str, list[Path]] = {}
        self._unused_keys: dict[str, Place] = {}

    def entries(self, folder: Path) -> FolderEntries:
        """What a folder holds, without hidden files.

        Raises OSError, and JudgeError for a file of a case that must have another name.
        """
        found = FolderEntries(folder, is_counted, DESCRIBING)
        if found.are_usual:
            return found
        if self._form.drops_names:
            dropped = [folder / name for name in found if not NAME.fullmatch(name)]
            self.left_out += dropped
            if dropped:
                found.leave(NAME.fullmatch)
        for name in found:
            refuse_name(folder, name)
        return found

    def settings(self, folder: Path, name: str, above: GroupSettings) -> GroupSettings:
        """Those of a folder; keys that are not used are kept for a note."""
        found = self._form.group(folder, name, above)
        self._unused_keys = {**found.unused, **self._unused_keys}
        return found

    def read(self, folder: Path, name: str, above: GroupSettings) -> None:
        """Add the cases and groups of one folder and those below it."""
        with unread(folder):
            if not folder.is_dir():
                raise NotADirectoryError(errno.ENOTDIR, "it is not a folder", str(folder))
            foreign_files.check_folder(folder, self._package)
            entries = self.entries(folder)
        if name.count("/") > DEEPEST:
            raise JudgeError(f"is more than {DEEPEST} folders deep", folder)
        settings = self.settings(folder, name, above)
        if self._form.is_group(folder, name):
            self.groups.append(Group(name, settings.scoring, settings.static))
        described = descriptions.load(folder, self._package)
        for part in entries.parts():
            if not self._add_pairs(part, name, entries, settings.cases):
                self._add(part, name, entries, settings, described)

    def _add_pairs(
        self,
        names: list[str],
        group: str,
        entries: FolderEntries,
        settings: CaseSettings,
    ) -> bool:
        """Add the cases of some files of a folder that has only inputs and answers: most of very
        many are in such folders. Whether that could be done."""
        stems = stems_of_pairs(names) if entries.are_usual and entries.are_regular else []
        if not stems or any(f"{Path(name).stem}.in" in names for name in GROUP_FILES):
            return False
        self._refuse(names[0], entries)
        its = sys.intern(group)
        self.cases.extend(
            Case(f"{its}/{stem}", its, self.data, settings=settings) for stem in stems
        )
        return True

    def _add(
        self,
        names: list[str],
        name: str,
        entries: FolderEntries,
        settings: GroupSettings,
        described: Mapping[str, str],
    ) -> None:
        """Add what some names of a folder stand for."""
        for entry in names:
            if entry.endswith(".in"):
                self._add_case(entry.removesuffix(".in"), name, entries, settings.cases, described)
            elif entry.endswith(".ans") and f"{entry[:-4]}.in" in entries:
                continue
            elif suffix := suffix_of(entry):
                self._check_owned(entry, suffix, entries)
            elif entry not in GROUP_FILES and entry != descriptions.FILE:
                self._below(entries[entry], f"{name}/{entry}", settings)

    def _below(self, path: Path, name: str, settings: GroupSettings) -> None:
        if path.is_dir():
            self.read(path, name, settings)
        else:
            self._unused.setdefault(path.suffix, []).append(path)

    def _add_case(
        self,
        stem: str,
        group: str,
        entries: FolderEntries,
        settings: CaseSettings,
        described: Mapping[str, str],
    ) -> None:
        question, answer = f"{stem}.in", f"{stem}.ans"
        if answer not in entries and self._answers:
            self._refuse(question, entries)  # a folder needs no answer
            fix = f"judge answers {near_path(self.data.parent)} --from SOLUTION writes them"
            if self._by_hand:
                fix = "write it by hand, empty if the output validator does not read it"
            missing = entries[question].with_name(answer)
            raise JudgeError(f"is missing: every input needs one; {fix}", missing)
        if self._form.strict_names:
            _refuse_same_name(stem, entries)
        self._refuse(question, entries)
        if answer in entries:
            self._refuse(answer, entries)
        settings, description = self._own(stem, entries, settings)
        self.cases.append(
            Case(
                name=f"{group}/{stem}",
                group=sys.intern(group),
                data=self.data,
                description=description or described.get(stem, ""),
                settings=settings,
            )
        )

    def _own(
        self, stem: str, entries: FolderEntries, settings: CaseSettings
    ) -> tuple[CaseSettings, str]:
        """The settings of one case, and its description."""
        description = ""
        if not entries.described:
            return settings, description
        yaml = f"{stem}.yaml"
        if yaml in entries:
            own = read_mapping(entries[yaml], self._package, empty=True)
            settings = self._form.case(own, settings)
            self._unused_keys = {**unused_keys(own), **self._unused_keys}
            description = own.string("description")
        for suffix in (".hint", ".desc", ".args"):
            if f"{stem}{suffix}" in entries and suffix in self._form.case_files:
                text = self._text(entries[f"{stem}{suffix}"])
                if suffix == ".hint":
                    settings = replace(settings, hint=text.strip())
                elif suffix == ".args":
                    words = _split(entries[f"{stem}.args"], text)
                    settings = replace(settings, arguments=words)
                else:
                    description = description or " ".join(text.split())
        files = f"{stem}.files"
        if files in entries:
            check_files(entries[files], self.data)
            self.left_out += unread_files(entries[files]) if self._form.drops_names else ()
            settings = replace(settings, files=entries[files])
        return settings, description

    def _check_owned(self, name: str, suffix: str, entries: FolderEntries) -> None:
        """Refuse what belongs to a case that is not there, and what the version does not know."""
        stem = name.removesuffix(suffix)
        path = entries[name]
        if suffix in OWNED and f"{stem}.in" not in entries:
            loose = suffix in LOOSE and not self._form.strict_names
            if not loose and path.name != COMPILED:
                said = "has no input file (.in) beside it: add one, or remove this file"
                raise JudgeError(said, path)
            self._unused.setdefault(suffix, []).append(path)
        is_shown_alone = suffix in SHOWN and f"{stem}.in" not in entries
        if is_shown_alone and path.relative_to(self.data).parts[0] == JUDGED[1]:
            self._unused.setdefault(f"{suffix} without .in", []).append(path)
        if suffix in (".yaml", ".args", ".files") and suffix not in self._form.case_files:
            said = "this version of the format has no such file: see problem_format_version"
            raise JudgeError(said, path)
        if suffix in TEXTS and suffix not in self._form.case_files:
            self._unused.setdefault(suffix, []).append(path)

    def inputs(self, folder: Path, name: str, above: GroupSettings) -> Iterator[str]:
        """The names of the cases in a folder that tests the validators."""
        with unread(folder):
            foreign_files.check_folder(folder, self._package)
            entries = self.entries(folder)
        settings = self.settings(folder, name, above)
        for entry in entries:
            if entry.endswith(".in"):
                self._refuse(entry, entries)
                stem = entry.removesuffix(".in")
                own, _ = self._own(stem, entries, settings.cases)
                self.test_settings[f"{name}/{stem}"] = own
                yield f"{name}/{stem}"
            elif not (suffix := suffix_of(entry)):
                if entries[entry].is_dir() and name.count("/") < DEEPEST:
                    yield from self.inputs(entries[entry], f"{name}/{entry}", settings)
            elif suffix in OWNED and f"{entry.removesuffix(suffix)}.in" not in entries:
                self._unused.setdefault(f"{suffix} without .in", []).append(entries[entry])

    def refuse_stray(self, path: Path) -> None:
        """Raise JudgeError for cases directly in ``data``, or in a folder that no tool knows."""
        if path.suffix in (".in", ".ans"):
            said = "lies outside the groups: move it into data/sample or data/secret"
            raise JudgeError(said, path)
        if path.is_dir():
            near = did_you_mean(path.name, [*JUDGED, *VALIDATOR_TESTS])
            raise JudgeError(f"unknown folder of cases {path.name!r}: {near}", path)
        if path.name not in GROUP_FILES:
            self._unused.setdefault(path.suffix, []).append(path)

    def notes(self) -> tuple[str, ...]:
        """One sentence for each key that is not used, and one for all files."""
        keys = (
            f"{key} in {path.relative_to(self._package)}:{line} is not used: "
            "visualizers are not run"
            for key, (path, line) in sorted(self._unused_keys.items())
        )
        kinds = [paths for _, paths in sorted(self._unused.items())]
        if not kinds:
            return tuple(keys)
        named = [str(paths[0].relative_to(self._package)) for paths in kinds[:MOST_NAMED]]
        number = counted(sum(map(len, kinds)), "file")
        return (*keys, f"{number} below data not used, such as {', '.join(named)}")

    def _text(self, path: Path) -> str:
        try:
            return foreign_files.read_text(path, self._package)
        except OSError as error:
            raise unreadable(error, path) from error
        except UnicodeDecodeError as error:
            raise not_utf_8(error, path) from error

    def _refuse(self, name: str, entries: FolderEntries) -> None:
        """Raise JudgeError for what is not a regular file inside the package."""
        if entries.inside and entries.is_regular(name):
            return
        path = entries[name]
        with unread(path):
            foreign_files.check(path, self._package)
        entries.inside |= entries.is_regular(name)


def _refuse_same_name(stem: str, entries: FolderEntries) -> None:
    if stem in entries and entries[stem].is_dir():
        said = "has the same name as the folder beside it: rename one of them"
        raise JudgeError(said, entries[f"{stem}.in"])
    if f"{stem}.yaml" in GROUP_FILES:
        said = f"{stem}.yaml belongs to the group: give the case another name"
        raise JudgeError(said, entries[f"{stem}.in"])


def _split(path: Path, text: str) -> tuple[str, ...]:
    try:
        return split_arguments(text)
    except ValueError as error:
        raise JudgeError(str(error), path) from error
