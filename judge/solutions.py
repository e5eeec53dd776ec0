"""A source file and its manifest -> Solution: language, way of running, size in bytes."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from judge import languages, problems
from judge import size as sizes
from judge.manifest import Manifest
from judge.model import Case, FlagsRule, JudgeError, Kind, Problem, Rules, Size, Solution, Verdict
from judge.plugin import Plugin
from judge.suggest import did_you_mean

IGNORED = frozenset({".toml", ".md"})
#: The ending of an output file, and what stands for its language.
OUTPUT_SUFFIX = ".out"
OUTPUT_LANGUAGE = "text"


def find(root: Path, problem: Problem, plugin: Plugin[Any, Any], pattern: str) -> list[Solution]:
    """Load the problem's solutions whose name or file name matches a glob; raises JudgeError."""
    folder = root / problem.name
    paths = sorted(p for p in folder.iterdir() if _is_source(p)) if folder.is_dir() else []
    stems = {path.stem for path in paths}
    for manifest in sorted(folder.glob("*.toml")) if folder.is_dir() else []:
        if manifest.stem not in stems:
            raise JudgeError(
                f"manifest without a solution: {did_you_mean(manifest.stem, stems)}", manifest
            )
    solutions = [load(path, problem.name, plugin.readings, problem.rules) for path in paths]
    named: dict[str, Solution] = {}
    for solution in solutions:
        first = named.setdefault(solution.name, solution)
        if first is not solution:
            raise JudgeError(f"shares its name with {first.path.name}: rename one", solution.path)
    for solution in solutions:
        _check_case(solution, problem)
    return [
        s for s in solutions if fnmatchcase(s.name, pattern) or fnmatchcase(s.path.name, pattern)
    ]


def _is_source(path: Path) -> bool:
    broken_link = path.is_symlink() and not path.exists()  # complained of when it is read
    return (
        (path.is_file() or broken_link)
        and path.suffix not in IGNORED
        and not path.name.startswith((".", "_"))
    )


def load(
    path: Path,
    problem: str,
    readings: tuple[str, ...],
    rules: Rules | None = None,
    declared: Mapping[str, str] | None = None,
) -> Solution:
    """Read one source with the manifest beside it; raises JudgeError with file and place.

    ``declared`` are keys whose values go before the manifest's.
    """
    source = read(path)
    manifest = Manifest(path.with_suffix(".toml"))
    manifest.values.update(declared or {})
    encoding = manifest.text("encoding")
    if unknown := sizes.complaint(encoding):
        raise manifest.error("encoding", unknown)
    runs = sizes.decoded(source, encoding, path)
    language, kind, settled = _settle(path, runs, manifest)
    if "case" in manifest.values and kind is not Kind.OUTPUT:
        raise manifest.error("case", "case is for output files: a source is run on every case")
    if unfit := sizes.complaint(encoding, language):
        raise manifest.error("encoding", unfit)
    measured = measure(path, source, manifest, (rules or Rules()).flags)
    return Solution(
        problem=problem,
        name=path.stem,
        path=path,
        language=language,
        kind=kind,
        size=measured.ranked,
        expect=_expect(manifest),
        reading=_reading(manifest, readings),
        author=manifest.text("author"),
        url=manifest.text("url"),
        note=manifest.text("note"),
        settled=settled,
        requires=tuple(manifest.texts("requires")),
        case=manifest.text("case") or None,
        digest=hashlib.sha256(source).hexdigest(),
        encoding=measured.encoding,
        flags=measured.flags,
        date=manifest.date("date"),
        measured=measured,
    )


def read(path: Path) -> bytes:
    """The file as it is; raises JudgeError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error


def measure(path: Path, source: bytes, manifest: Manifest, rule: FlagsRule) -> Size:
    """What the source is worth with what its manifest declares; raises JudgeError."""
    return sizes.measure(source, path, manifest.text("encoding"), manifest.words("flags"), rule)


def cases_of(solution: Solution, cases: tuple[Case, ...]) -> tuple[Case, ...]:
    """Those of ``cases`` that a solution is judged on: all but for an output file."""
    return cases if solution.case is None else problems.select(cases, solution.case)


def _check_case(solution: Solution, problem: Problem) -> None:
    """An output file must say which cases it answers, where there is a choice."""
    manifest = Manifest(solution.path.with_suffix(".toml"))
    if solution.kind is Kind.OUTPUT and solution.case is None and len(problem.cases) > 1:
        raise JudgeError(
            f"an output file must name its case: write case = {problem.cases[-1].name!r}, "
            f"or another of the {len(problem.cases)}, into {manifest.path.name}",
            solution.path,
        )
    if not cases_of(solution, problem.cases):
        hint = did_you_mean(solution.case or "", [case.name for case in problem.cases])
        raise manifest.error("case", f"no case of {problem.name} matches: {hint}")


def _settle(path: Path, source: bytes, manifest: Manifest) -> tuple[str, Kind, tuple[str, ...]]:
    """Language and kind, and how they were settled."""
    named = manifest.text("kind")
    if path.suffix == OUTPUT_SUFFIX or named == Kind.OUTPUT.value:
        if named not in ("", Kind.OUTPUT.value):
            raise manifest.error("kind", f"a file ending in {OUTPUT_SUFFIX} is an output")
        why = "by the manifest" if named else f"by the ending {path.suffix}"
        return OUTPUT_LANGUAGE, Kind.OUTPUT, (f"kind: output, {why}; it is not run",)
    language, why_language = _language(path, manifest)
    kind, why_kind = _kind(source.decode("utf-8", "replace"), language, manifest)
    if kind is Kind.FUNCTION and not language.host:
        raise JudgeError(f'{language.title} has no host for functions: use kind = "program"', path)
    return language.name, kind, (f"language: {why_language}", f"kind: {why_kind}")


def _language(path: Path, manifest: Manifest) -> tuple[languages.Language, str]:
    table = languages.table()
    name = manifest.text("language")
    if name:
        if name not in table:
            raise manifest.error(
                "language", f"unknown language {name!r}: {did_you_mean(name, table)}"
            )
        return table[name], f"{table[name].title}, by the manifest"
    found = languages.by_suffix(path)
    if found is None:
        known = ", ".join(suffix for entry in table.values() for suffix in entry.suffixes)
        raise JudgeError(
            f"is in no known language (endings: {known}): name it in {path.stem}.toml", path
        )
    return found, f"{found.title}, by the ending {path.suffix}"


def _kind(source: str, language: languages.Language, manifest: Manifest) -> tuple[Kind, str]:
    named = manifest.text("kind")
    if named:
        kinds = {kind.value: kind for kind in Kind}
        if named not in kinds:
            raise manifest.error("kind", f"unknown kind {named!r}: {did_you_mean(named, kinds)}")
        return kinds[named], f"{named}, by the manifest"
    if language.name == "python":
        return _python_kind(source)
    if language.name == "javascript":
        sign = re.search(r"\bprocess\.|\brequire\s*\(|\bconsole\.log\b|^\s*import\b", source, re.M)
        if sign:
            return Kind.PROGRAM, f"program, detected ({sign[0].strip()!r})"
        return Kind.FUNCTION, "function, detected (it neither reads nor prints)"
    return Kind.PROGRAM, "program, as always in this language"


def _python_kind(source: str) -> tuple[Kind, str]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return Kind.PROGRAM, "program, detected (it does not parse)"
    quiet = (ast.FunctionDef, ast.Import, ast.ImportFrom, ast.ClassDef, ast.Assign, ast.AnnAssign)
    lambda_only = len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr)
    if lambda_only and isinstance(tree.body[0].value, ast.Lambda):  # type: ignore[attr-defined]
        return Kind.FUNCTION, "function, detected (a lambda)"
    defines = any(
        isinstance(node, ast.FunctionDef)
        or (isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda))
        for node in tree.body
    )
    documented = [
        n for n in tree.body if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))
    ]
    reads = re.search(r"\binput\s*\(|\bstdin\b|\bopen\s*\(\s*0|\bargv\b", source)
    if defines and not reads and all(isinstance(node, quiet) for node in documented):
        return Kind.FUNCTION, "function, detected (it only defines)"
    return Kind.PROGRAM, "program, detected (it acts when loaded)"


def _expect(manifest: Manifest) -> frozenset[Verdict]:
    names = manifest.texts("expect") if "expect" in manifest.values else ["AC"]
    if not names:
        raise manifest.error("expect", "expect must name a verdict, or be left out for AC")
    known = {verdict.value: verdict for verdict in Verdict}
    for name in names:
        if name not in known:
            raise manifest.error("expect", f"unknown verdict {name!r}: {did_you_mean(name, known)}")
    return frozenset(known[name] for name in names)


def _reading(manifest: Manifest, readings: tuple[str, ...]) -> str | None:
    if "base" not in manifest.values:
        return None
    reading = f"{manifest.values['base']}-indexed"
    if reading not in readings:
        raise manifest.error(
            "base", f"base must be 0 or 1 where indices count: this problem knows {readings}"
        )
    return reading
