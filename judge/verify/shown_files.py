"""The files that show cases to contestants, by the rules of format 2025-09, and pictures of cases.

A file that replaces the input or the answer in the statement goes with one for download, and
nothing is replaced twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from pathlib import Path

from judge.common.messages import listed
from judge.model import FormatVersion, Problem
from judge.verify.remark import Remark, fault, warning

PICTURES = (".png", ".jpg", ".jpeg", ".svg")
DIALOGUE = ".interaction"
SHOWN_TEXTS = (".in.statement", ".ans.statement", ".in.download", ".ans.download")
#: What replaces the input and the answer in the statement, and for download.
_INPUT = (".in.statement", DIALOGUE), (".in.download",)
_ANSWER = (".out", ".ans.statement", DIALOGUE), (".out", ".ans.download")
_OF_CASES = frozenset((*PICTURES, *(one for kind in (*_INPUT, *_ANSWER) for one in kind)))


def doubtful_files(problem: Problem) -> Iterator[Remark]:
    """Files that contradict each other, and in format 2025-09 those that lack their counterpart."""
    modern = problem.version is FormatVersion.V2025_09
    folders: dict[Path, set[str]] = {}
    for case in problem.cases:
        folder = case.input_path.parent
        if folder not in folders:
            folders[folder] = {path.name for path in folder.iterdir()}
        stem = case.input_path.name.removesuffix(".in")
        suffixes = {one for one in _OF_CASES if f"{stem}{one}" in folders[folder]}
        pictures = [suffix for suffix in PICTURES if suffix in suffixes]
        if len(pictures) > 1:
            names = listed(f"{stem}{suffix}" for suffix in pictures)
            said = f"a case has one picture at most, not {names}"
            yield fault(folder / f"{stem}{pictures[0]}", said)
        for display, download in (_INPUT, _ANSWER) if modern else ():
            yield from _contradictions(suffixes, folder / stem, display, download)
    for folder, found in folders.items() if modern else ():
        yield from _stray(folder, found)


def _stray(folder: Path, names: Set[str]) -> Iterator[Remark]:
    """Files that show a case which is not there. Those of samples are told of elsewhere."""
    kinds = PICTURES if folder.name == "sample" else (*PICTURES, *SHOWN_TEXTS)
    for name in sorted(names):
        suffix = next((one for one in kinds if name.endswith(one)), "")
        stem = name.removesuffix(suffix)
        if suffix and not {f"{stem}.in", f"{stem}{DIALOGUE}"} & names:
            yield warning(folder / name, f"belongs to no case: there is no {stem}.in")


def _contradictions(
    suffixes: Collection[str], case: Path, display: tuple[str, ...], download: tuple[str, ...]
) -> Iterator[Remark]:
    stem = case.name
    shown, loaded = ([one for one in kind if one in suffixes] for kind in (display, download))
    for found in (shown, loaded):
        if len(found) > 1:
            said = f"means the same as {stem}{found[1]}: keep one of the two"
            yield fault(case.with_name(stem + found[0]), said)
    if shown and not loaded:
        said = f"is shown in place of a file of the case, which is downloaded as it is: add {stem}"
        yield warning(case.with_name(stem + shown[0]), said + download[-1])
    if loaded and not shown:
        said = f"is downloaded in place of a file of the case, which is shown as it is: add {stem}"
        said += display[-2 if len(display) > 1 else 0]
        yield warning(case.with_name(stem + loaded[0]), said)
