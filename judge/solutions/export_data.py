"""The folder ``data`` of an exported package: cases, and settings in the keys of its format."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from judge.common.program_arguments import are_plain, joined
from judge.common.yaml_lines import read_mapping, written
from judge.model import Case, FormatVersion, Problem
from judge.packages.data_files import GROUP_FILES, VALIDATOR_TESTS
from judge.packages.read_legacy import ON_REJECT
from judge.solutions.copied_files import copy_folder
from judge.solutions.export_scores import Settings
from judge.solutions.plain_package import write_descriptions

LEGACY_GROUP, GROUP = "testdata.yaml", "test_group.yaml"
#: What older packages say of scores under ``grading`` of problem.yaml.
_GRADING = ("on_reject", "accept_score", "reject_score", "range")
#: Files of a case that only format 2025-09 has.
_MODERN = (".yaml", ".statement", ".download", ".args")
#: Arguments by which an output validator says to other tools that upper and lower case, and spaces,
#: are not the same to it. Exported plug-ins ignore them.
_STRICT = ("case_sensitive", "space_change_sensitive")
_VALID_OUTPUT = "valid_output"
#: Files whose content goes into the settings of a case.
_LEGACY = (".hint", ".desc", ".args")


def write_data(
    problem: Problem,
    answers: Mapping[str, bytes] | None,
    target: Path,
    version: FormatVersion,
    scores: Settings,
) -> list[str]:
    """Write it; ``answers`` replace the answer files. ``scores``: how groups are scored, if not as
    their files say. Returns what had to be left out."""
    data = problem.folder / "data"
    copy_folder(data, target, problem.folder)
    left_out = []
    why = "answer files are outputs there" if answers is not None else ""
    if problem.plugin and not problem.answer_validators:
        why = why or "only the plug-in rejects them, and no answer validator"
    for name in ("invalid_answer", "invalid_answers"):
        if why and (target / name).is_dir():
            shutil.rmtree(target / name)
            left_out.append(f"data/{name}: {why}")
    if answers is not None:
        for name, text in answers.items():
            (target / f"{name}.ans").write_bytes(text)
    for path in sorted(target.glob("*/**/"), reverse=True):
        if path.parent != target and not any(path.iterdir()):
            path.rmdir()
    if version is problem.version:
        if version is FormatVersion.LEGACY:
            _keep_grading(problem, target)
        else:
            write_descriptions(data, target)
        return left_out
    if version is FormatVersion.LEGACY:
        left_out += _without_tests(target)
        left_out += _legacy_settings(problem, target)
    else:
        _modern_settings(problem, target)
    for folder, values in scores.items():
        if (target / folder).is_dir():
            group = LEGACY_GROUP if version is FormatVersion.LEGACY else GROUP
            _add(target / folder / group, values)
    return left_out


def _keep_grading(problem: Problem, target: Path) -> None:
    """Say in ``testdata.yaml`` what older packages say of scores in problem.yaml, where other tools
    look for it no more."""
    settings = read_mapping(problem.folder / "problem.yaml", problem.folder, empty=True)
    grading = settings.child("grading")
    kept: dict[str, Any] = {key: grading.values[key] for key in _GRADING if grading.has(key)}
    if word := kept.get("on_reject"):
        kept["on_reject"] = ON_REJECT[word].value
    if kept:
        path = target / LEGACY_GROUP
        _write_yaml(path, kept | _values(path))


def declare_strict(data: Path) -> None:
    """Say of a package with the plug-in as its output validator that only the plug-in decides
    which spaces and letters an output may have."""
    folder = data / _VALID_OUTPUT
    folder.mkdir(exist_ok=True)
    path = folder / GROUP
    own = _values(path).get("output_validator_args") or ()
    words = [*own, *(word for word in _STRICT if word not in own)]
    _add(path, {"output_validator_args": words})


def _values(path: Path) -> dict[str, Any]:
    found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else None
    return dict(found or {})


def _add(path: Path, values: Mapping[str, Any]) -> None:
    """Put values into a file of settings, in place of those that it has."""
    _write_yaml(path, _values(path) | dict(values))


def _without_tests(target: Path) -> Iterator[str]:
    """Only ``sample`` and ``secret`` are known to all judges of the format."""
    for name in VALIDATOR_TESTS:
        if (target / name).is_dir():
            shutil.rmtree(target / name)
            yield f"data/{name}: the format has no such folder"


def _remove(target: Path, suffixes: tuple[str, ...]) -> None:
    for path in [*target.rglob("*")]:
        if path.is_file() and (path.name in GROUP_FILES or path.suffix in suffixes):
            path.unlink()


def _legacy_settings(problem: Problem, target: Path) -> Iterator[str]:
    _remove(target, (*_MODERN, *_LEGACY))  # hints are written anew, where the package has some
    for path in [*target.rglob("*.files")]:
        shutil.rmtree(path)
        yield f"data/{path.relative_to(target)}: the format has no files for a case"
    for case in problem.cases:
        for suffix, text in ((".hint", case.settings.hint), (".desc", case.description)):
            if text:
                (target / f"{case.name}{suffix}").write_text(f"{text}\n", encoding="utf-8")
        if case.settings.arguments:
            yield f"{case.name}: the format has no arguments for a submission"
    _legacy_arguments(problem, target)


def _legacy_arguments(problem: Problem, target: Path) -> None:
    """Write the arguments of validators for folders: the format has none for single cases. A case
    whose arguments differ from those of the most cases beside it gets a folder of its own, of a
    name that keeps the order of cases."""
    written_flags: dict[str, dict[str, str]] = {}
    for folder, cases in sorted(_folders(problem).items(), key=lambda one: one[0]):
        flags = [_legacy_flags(problem, case) for case in cases]
        common = max(flags, key=flags.count)
        _write_flags(target, folder, common, written_flags)
        names = {case.name.rpartition("/")[2] for case in cases}
        for case, own in zip(cases, flags, strict=True):
            if own != common:
                moved = _moved(target / folder, case.name.rpartition("/")[2], names)
                _write_flags(target, f"{folder}/{moved}", own, written_flags)


def _write_flags(
    target: Path, folder: str, flags: dict[str, str], known: dict[str, dict[str, str]]
) -> None:
    """Write the flags of a folder, and what it must not inherit as empty. ``known``: those of the
    folders above it, to which its own are added."""
    above = [known.get(folder[:at], {}) for at, sign in enumerate(folder) if sign == "/"]
    said = {key: "" for values in above for key in values} | flags
    known[folder] = said
    if said:
        _write_yaml(target / folder / LEGACY_GROUP, said)


def _moved(folder: Path, name: str, names: set[str]) -> str:
    """Move the files of a case into a folder beside them, whose name is returned."""
    made = name
    while (folder / made).exists():
        made += "_"
    files = [path for path in folder.iterdir() if path.is_file()]
    others = tuple(f"{other}." for other in names if other.startswith(f"{name}."))
    (folder / made).mkdir()
    for path in files:
        if path.name.startswith(f"{name}.") and not path.name.startswith(others):
            path.rename(folder / made / path.name)
    return made


def has_single_arguments(problem: Problem) -> bool:
    """Whether validators have other arguments for one case than for those beside it."""
    return any(
        any(_legacy_flags(problem, case) != _legacy_flags(problem, cases[0]) for case in cases)
        for cases in _folders(problem).values()
    )


def quoted_argument(problem: Problem) -> str | None:
    """The first argument of a validator that the tools of the legacy format, which split them at
    spaces, cannot be told."""
    words = [*problem.output_validator.arguments]
    for case in problem.cases:
        words += (*_input_words(problem, case), *case.settings.output_validator_arguments)
    return next((word for word in words if not are_plain([word])), None)


def _input_words(problem: Problem, case: Case) -> tuple[str, ...]:
    """All input validators have the same arguments: no other package is written in legacy."""
    names = [path.name for path in problem.input_validators[:1]]
    return tuple(word for name in names for word in case.settings.input_arguments(name))


def _modern_settings(problem: Problem, target: Path) -> None:
    _remove(target, _LEGACY)
    for folder, cases in _folders(problem).items():
        values = [_modern_arguments(problem, case) for case in cases]
        same = all(one == values[0] for one in values)
        if same and values[0]:
            _write_yaml(target / folder / GROUP, values[0])
        for case, arguments in zip(cases, values, strict=True):
            own: dict[str, Any] = {} if same else dict(arguments)
            own |= {"args": [*case.settings.arguments]} if case.settings.arguments else {}
            own |= {"description": case.description} if case.description else {}
            own |= {"hint": case.settings.hint} if case.settings.hint else {}
            if case.settings.full_feedback and not case.name.startswith("sample/"):
                own["full_feedback"] = True
            path = target / f"{case.name}.yaml"
            path.unlink(missing_ok=True)  # all that it said is here
            if own:
                _write_yaml(path, own)


def _folders(problem: Problem) -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for case in problem.cases:
        found.setdefault(case.name.rpartition("/")[0], []).append(case)
    return found


def _legacy_flags(problem: Problem, case: Case) -> dict[str, str]:
    return {
        key: joined(words)
        for key, words in (
            ("input_validator_flags", _input_words(problem, case)),
            ("output_validator_flags", case.settings.output_validator_arguments),
        )
        if words
    }


def _modern_arguments(problem: Problem, case: Case) -> dict[str, Any]:
    outputs = (
        *problem.output_validator.arguments,
        *case.settings.output_validator_arguments,
    )
    named = case.settings.arguments_by_input_validator
    found: dict[str, Any] = {}
    if named:
        found["input_validator_args"] = {name: [*words] for name, words in named.items()}
    elif case.settings.input_validator_arguments:
        found["input_validator_args"] = [*case.settings.input_validator_arguments]
    if outputs:
        found["output_validator_args"] = [*outputs]
    return found


def _write_yaml(path: Path, values: Mapping[str, Any]) -> None:
    path.write_text(written(values), encoding="utf-8")
