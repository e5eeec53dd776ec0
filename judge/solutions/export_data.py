"""The folder ``data`` of an exported package: cases, and settings in the keys of its format."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from judge.common.yaml_lines import read_mapping, written
from judge.model import Case, FormatVersion, Problem
from judge.packages.data import GROUP_FILES, VALIDATOR_TESTS
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
    for folder, cases in _folders(problem).items():
        flags = [_legacy_flags(problem, case) for case in cases]
        same = {k: v for k, v in flags[0].items() if all(one.get(k) == v for one in flags)}
        if any(one != same for one in flags):
            yield f"data/{folder}: the format has no arguments for single cases"
        if same:
            _write_yaml(target / folder / LEGACY_GROUP, same)


def has_single_arguments(problem: Problem) -> bool:
    """Whether the output validator has other arguments for one case than for those beside it."""
    return not problem.plugin and any(
        len({case.settings.output_validator_arguments for case in cases}) > 1
        for cases in _folders(problem).values()
    )


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
    """All input validators have the same arguments: no other package gets here."""
    settings = case.settings
    names = [path.name for path in problem.input_validators[:1]]
    inputs = [word for name in names for word in settings.input_arguments(name)]
    return {
        key: shlex.join(words)
        for key, words in (
            ("input_validator_flags", inputs),
            ("output_validator_flags", settings.output_validator_arguments),
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
