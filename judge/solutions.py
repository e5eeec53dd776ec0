"""A source file and its manifest -> Solution: language, way of running, size in bytes."""

from __future__ import annotations

import ast
import re
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from judge import languages, problems
from judge.model import Case, JudgeError, Kind, Problem, Solution, Verdict
from judge.plugin import Plugin
from judge.suggest import did_you_mean

KEYS = frozenset("language kind base expect author url note requires case".split())
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
    solutions = [load(path, problem.name, plugin.readings) for path in paths]
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


def load(path: Path, problem: str, readings: tuple[str, ...]) -> Solution:
    """Read one source with the manifest beside it; raises JudgeError with file and place."""
    try:
        source = path.read_bytes()
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error
    manifest = Manifest(path.with_suffix(".toml"))
    language, kind, settled = _settle(path, source, manifest)
    if "case" in manifest.values and kind is not Kind.OUTPUT:
        raise manifest.error("case", "case is for output files: a source is run on every case")
    return Solution(
        problem=problem,
        name=path.stem,
        path=path,
        language=language,
        kind=kind,
        size=len(source),
        expect=_expect(manifest),
        reading=_reading(manifest, readings),
        author=manifest.text("author"),
        url=manifest.text("url"),
        note=manifest.text("note"),
        settled=settled,
        requires=tuple(manifest.texts("requires")),
        case=manifest.text("case") or None,
    )


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


class Manifest:
    """The optional ``<stem>.toml`` beside a source; every complaint names its line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.values: dict[str, Any] = {}
        if not path.exists() and not path.is_symlink():
            return
        try:
            self._text = path.read_text(encoding="utf-8")
            self.values = tomllib.loads(self._text)
        except OSError as error:
            raise JudgeError(f"cannot be read: {error.strerror}", path) from error
        except UnicodeDecodeError as error:
            raise JudgeError("is not UTF-8 text", path) from error
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            line = int(found[1]) if found else len(self._text.splitlines())
            raise JudgeError(f"is not valid TOML: {error}", path, line) from error
        for key in self.values:
            if key not in KEYS:
                raise self.error(key, f"unknown key {key!r}: {did_you_mean(key, KEYS)}")

    def error(self, key: str, message: str) -> JudgeError:
        """A complaint about one key, with its line."""
        sign = re.compile(rf"[\s\[]*[\"']?{re.escape(key)}\b")
        found = (n for n, line in enumerate(self._text.splitlines(), 1) if sign.match(line))
        return JudgeError(message, self.path, next(found, None))

    def text(self, key: str) -> str:
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise self.error(key, f"{key} must be a text in quotes")
        return value

    def texts(self, key: str) -> list[str]:
        value = self.values.get(key, [])
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(item, str) for item in listed):
            raise self.error(key, f"{key} must be a text or a list of texts")
        return listed


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
    return _kind_by_table(source, language)


def _kind_by_table(source: str, language: languages.Language) -> tuple[Kind, str]:
    """By the language's own signs of a function and of a program."""
    function = language.function and language.function.search(source)
    if not function:
        return Kind.PROGRAM, "program, as always in this language but for a lone function"
    program = language.program and language.program.search(source)
    if program:
        return Kind.PROGRAM, f"program, detected ({_sign(program)})"
    return Kind.FUNCTION, f"function, detected ({_sign(function)})"


def _sign(found: re.Match[str]) -> str:
    return repr(" ".join(found[0].split())[:40])


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
