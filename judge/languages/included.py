"""The folder ``include`` of a package: files that come with every submission."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.messages import did_you_mean
from judge.languages.format_languages import code_of, languages_by_code
from judge.languages.table import Language
from judge.model import FormatVersion, Problem
from judge.packages.constants import replaced_in_bytes
from judge.packages.file_names import drops_names, well_named_path

FOLDER = "include"
#: The folder for languages without one of their own.
DEFAULT = "default"
#: Names, without suffix, of the file that starts.
MAIN = ("main", "__main__")
MOST_FILES = 1000
#: The suffixes of headers.
HEADERS = (".h", ".hh", ".hpp")


def check_included(problem: Problem) -> None:
    """Raise JudgeError for a folder of ``include`` that no language has, and unreadable files."""
    for folder in _folders(problem):
        if folder.name != DEFAULT and folder.name not in languages_by_code():
            near = did_you_mean(folder.name, [DEFAULT, *languages_by_code()])
            raise JudgeError(f"is not a language of the format: {near}", folder)
        allowed = problem.languages
        if folder.name != DEFAULT and allowed and folder.name not in allowed:
            raise JudgeError(
                f"is not among the languages of the problem: {', '.join(allowed)}", folder
            )
        _files(folder, problem)


def included_files(problem: Problem, language: str) -> Mapping[str, bytes]:
    """The files for a language of the judge by their paths, with constants replaced.

    A file for the language takes the place of one for all. Raises JudgeError.
    """
    code = code_of(language)
    found = {folder.name: folder for folder in _folders(problem)}
    files: dict[str, bytes] = {}
    for name in filter(None, (DEFAULT, code)):
        if name in found:
            files |= _files(found[name], problem)
    return files


def all_included(problem: Problem) -> Mapping[str, bytes]:
    """The files for all languages, by their paths below ``include``; raises JudgeError."""
    return {
        f"{folder.name}/{name}": data
        for folder in _folders(problem)
        for name, data in _files(folder, problem).items()
    }


def included_main(files: Mapping[str, bytes], language: Language) -> str:
    """The file among included ones that starts in place of the submission; empty for none."""
    sources = [name for name in files if Path(name).suffix in language.suffixes]
    for name in sources:
        if Path(name).stem.lower() in MAIN:
            return name
    starts = language.program if language.compile else None
    found = (n for n in sources if starts and starts.search(files[n].decode("utf-8", "replace")))
    return next(found, "")


def _folders(problem: Problem) -> Iterator[Path]:
    """Those of languages; other formats have headers for validators beside them."""
    top = problem.folder / FOLDER
    legacy = problem.version is FormatVersion.LEGACY
    names = {DEFAULT, *languages_by_code()} if legacy else set()
    try:
        foreign_files.check_folder(top, problem.folder)
        entries = sorted(top.iterdir()) if top.is_dir() else []
        if not legacy:
            _refuse_beside(entries)
        for path in entries:
            if path.name.startswith((".", "-")) or not path.is_dir():
                continue
            foreign_files.check_folder(path, problem.folder)
            if not names or path.name in names:
                yield path
    except OSError as error:
        raise unreadable(error, top) from error


def _refuse_beside(entries: Sequence[Path]) -> None:
    """Raise JudgeError for a file that is in no folder of a language, and so comes with no
    submission. Headers there are those of validators."""
    for path in entries:
        kept = path.name.startswith((".", "-", "README")) or path.suffix in (*HEADERS, ".md")
        if not kept and not path.is_dir():
            said = f"comes with no submission: move it into {FOLDER}/{DEFAULT}, or into the folder"
            raise JudgeError(f"{said} of a language", path)


def _files(folder: Path, problem: Problem) -> dict[str, bytes]:
    try:
        paths = sorted(path for path in folder.rglob("*") if not path.is_dir())
        names = [path.relative_to(folder) for path in paths]
        kept = [n for n in names if not any(part.startswith((".", "-")) for part in n.parts)]
        if drops_names(problem.version):
            kept = [name for name in kept if well_named_path(name)]
        if len(kept) > MOST_FILES:
            raise JudgeError(f"has more than {MOST_FILES} files", folder)
        return {
            name.as_posix(): replaced_in_bytes(
                foreign_files.read(folder / name, problem.folder), problem.constants
            )
            for name in kept
        }
    except OSError as error:
        place = Path(error.filename) if error.filename else folder
        raise unreadable(error, place) from error
