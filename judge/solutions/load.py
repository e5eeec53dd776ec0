"""A source file and its manifest -> Solution: language, way of running, size in bytes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.link_text import refuse_link_text
from judge.common.messages import counted, did_you_mean
from judge.common.toml_lines import TomlTable
from judge.languages import detect
from judge.languages.callable_names import uncalled_name
from judge.languages.candidates import other_candidates
from judge.languages.table import FLAGS, Language, all_languages, by_suffix
from judge.model import (
    VARIANTS,
    Candidate,
    Convention,
    FlagsRule,
    Input,
    Kind,
    Output,
    Problem,
    Rows,
    Rules,
    Size,
    Solution,
)
from judge.plugin import base_of, shape_of
from judge.solutions import code_size as sizes
from judge.solutions import variants
from judge.solutions.manifest import KEYS, Manifest, combined, read_manifest
from judge.solutions.terminal_and_locks import missing_services
from judge.solutions.variants import Variant

#: The suffix of an output file, and its language in reports.
OUTPUT_SUFFIX = ".out"
OUTPUT_LANGUAGE = "text"
BY_MANIFEST = "by the manifest"


def load_solution(
    path: Path,
    problem: str,
    readings: tuple[str, ...],
    rules: Rules | None = None,
    declared: Mapping[str, str] | None = None,
    within: Path | None = None,
) -> Solution:
    """Read one source with the manifest beside it; raises JudgeError with file and line.

    ``declared`` are values from the command line, which override the manifest's. ``within`` is the
    folder that no link may leave; without it a source may be a link to anywhere. If there is no
    such file, the path may name a variant.
    """
    if path.name == VARIANTS or path.stem == Path(VARIANTS).stem:
        raise JudgeError(f"has the same name as the table of variants, {VARIANTS}: rename it", path)
    if variant := variants.find_variant(path, declared):
        return loaded(variant, problem, readings, rules)
    source = read_source(path, within)
    refuse_link_text(path, source)
    manifest = read_manifest(path, declared, within)
    return _solution(path, source, manifest, problem, readings, rules)


def load_text(
    source: bytes,
    path: Path,
    problem: str,
    readings: tuple[str, ...],
    rules: Rules | None,
    declared: Mapping[str, str],
) -> Solution:
    """A source that is in no file; ``path`` names it. Raises JudgeError as ``load_solution``."""
    manifest = combined([TomlTable(path.with_suffix(".toml"), {})], declared)
    return replace(_solution(path, source, manifest, problem, readings, rules), source=source)


def solution_of_text(
    name: str,
    source: bytes,
    declared: Mapping[str, str],
    its: Problem,
    readings: tuple[str, ...],
) -> Solution:
    """A solution that has no file; ``declared`` are the keys of its manifest, ``language`` among
    them. Raises JudgeError."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+-]*", name):
        said = "a name is letters, digits and . _ + -, a letter or digit first"
        raise JudgeError(f"source {name!r}: {said}")
    for key in declared:
        if key not in KEYS:
            raise JudgeError(f"source {name!r}: unknown key {key!r}: {did_you_mean(key, KEYS)}")
    entry = combined([TomlTable(Path(name), declared)]).language
    suffix = entry.suffixes[0] if entry and entry.suffixes else ""
    path = Path(f"{name}{suffix}")
    return load_text(source, path, its.name, readings, its.rules, declared)


def loaded(
    variant: Variant,
    problem: str,
    readings: tuple[str, ...],
    rules: Rules | None = None,
) -> Solution:
    """The solution that a variant is."""
    solution = _solution(variant.path, variant.text, variant.manifest, problem, readings, rules)
    made = f"{counted(variant.replacements, 'replacement')} of {VARIANTS}"
    settled = (f"source: {variant.origin.name} with {made}", *solution.settled)
    return replace(solution, source=variant.text, variant_of=variant.origin, settled=settled)


def _solution(
    path: Path,
    source: bytes,
    manifest: Manifest,
    problem: str,
    readings: tuple[str, ...],
    rules: Rules | None,
) -> Solution:
    shown = sizes.decoded(source, manifest.encoding, path).decode("utf-8", "replace")
    language, kind, settled = _settle(path, shown, manifest)
    if "case" in manifest and kind is not Kind.OUTPUT:
        raise manifest.error("case", "case is for output files: a source is run on every case")
    if unfit := sizes.complaint(manifest.encoding, language):
        raise manifest.error("encoding", unfit)
    entry = all_languages().get(language)
    counted_as = with_default_encoding(manifest, entry, source)
    measured = measure_solution(path, source, counted_as, (rules or Rules()).flags)
    convention, more = _convention(shown, kind, entry, manifest)
    if entry and counted_as.encoding != manifest.encoding:
        more += (f"encoding: {counted_as.encoding}, the code page of {entry.title}",)
    convention = replace(convention, none=manifest.none)
    candidates: tuple[Candidate, ...] = ()
    if entry is not None:
        candidates = other_candidates(shown, entry, kind, convention, manifest.locations)
    left, flags = _readings(manifest, readings), _flags(kind, entry, manifest)
    none = (convention.none,) if convention.none else ()
    for key, values in (("readings", left), ("none", none), ("flags", flags)):
        if values:
            more += (f"{key}: {'; '.join(values)}, {BY_MANIFEST}",)
    return Solution(
        problem=problem,
        name=path.stem,
        path=path,
        language=language,
        kind=kind,
        size=measured.ranked,
        expect=manifest.expect,
        readings=left,
        author=manifest.author,
        url=manifest.url,
        note=manifest.note,
        votes=manifest.votes,
        claim=manifest.claim,
        settled=(*settled, *more, *missing_services(shown)),
        requires=manifest.requires,
        case=manifest.case,
        digest=hashlib.sha256(source).hexdigest(),
        convention=convention,
        candidates=candidates,
        encoding=measured.encoding,
        flags=measured.flags,
        date=manifest.date,
        measured=measured,
    )


def read_source(path: Path, within: Path | None = None) -> bytes:
    """The file as it is, or the text of the variant that the path names; raises JudgeError."""
    if variant := variants.find_variant(path):
        return variant.text
    try:
        return foreign_files.read(path, within)
    except OSError as error:
        raise unreadable(error, path) from error


def source_of(solution: Solution) -> bytes:
    """The source of a variant or from the store, or else the file as it is now. Raises OSError."""
    return foreign_files.read(solution.path) if solution.source is None else solution.source


def manifest_of(path: Path, declared: Mapping[str, str] | None = None) -> Manifest:
    """What a source or a variant declares; raises JudgeError. ``declared`` overrides it."""
    variant = variants.find_variant(path, declared)
    return variant.manifest if variant else read_manifest(path, declared)


def with_default_encoding(manifest: Manifest, language: Language | None, source: bytes) -> Manifest:
    """The manifest with the code page of a golfing language where it names no encoding itself."""
    if manifest.encoding or language is None or not language.encoding:
        return manifest
    return replace(manifest, encoding=sizes.default_page(source, language.encoding))


def measure_solution(path: Path, source: bytes, manifest: Manifest, rule: FlagsRule) -> Size:
    """The size of a source with the encoding and flags of its manifest; raises JudgeError."""
    return sizes.measure(source, path, manifest.encoding, manifest.flags, rule)


def _settle(path: Path, source: str, manifest: Manifest) -> tuple[str, Kind, tuple[str, ...]]:
    """Language and kind, and how they were chosen."""
    named = manifest.kind
    if path.suffix == OUTPUT_SUFFIX or named is Kind.OUTPUT:
        if named not in (None, Kind.OUTPUT):
            raise manifest.error("kind", f"a file with the suffix {OUTPUT_SUFFIX} is an output")
        why = BY_MANIFEST if named else f"by the suffix {path.suffix}"
        return OUTPUT_LANGUAGE, Kind.OUTPUT, (f"kind: output, {why}; it is not run",)
    language, why_language = _language(path, source, manifest)
    lines = language.line_flags
    per_line = [flag for flag in manifest.flags if lines and lines.match(flag)]
    kind: Kind
    if named:
        kind, why_kind = named, BY_MANIFEST
    elif per_line:
        kind, why_kind = Kind.PROGRAM, f"by the flag {per_line[0]}, which runs it for every line"
    elif "header" in manifest or "footer" in manifest:
        kind, why_kind = Kind.TEMPLATE, "by the manifest's header or footer"
    else:
        kind, why_kind = detect.kind(source, language.name)
    if kind is Kind.FUNCTION and not language.host:
        raise JudgeError(f'{language.title} has no host for functions: use kind = "program"', path)
    settled = (f"language: {why_language}", f"kind: {kind.value}, {why_kind}")
    return language.name, kind, settled


#: The forms of input in which a function gets each argument as one string.
_TEXTS = (Input.SLASHES, Input.LINES, Input.COMMAS, Input.ITEMS)
#: The keys that say how arguments are arranged.
ARRANGEMENT_KEYS = ("argument_order", "argument_names", "field_names", "rows")
#: The kinds that may have a key.
_KEYS_OF: Mapping[str, tuple[Kind, ...]] = {
    "arity": (Kind.FUNCTION,),
    "argument_order": (Kind.FUNCTION, Kind.PROGRAM, Kind.TEMPLATE),
    "argument_names": (Kind.FUNCTION, Kind.PROGRAM, Kind.TEMPLATE),
    "field_names": (Kind.FUNCTION, Kind.PROGRAM, Kind.TEMPLATE),
    "rows": (Kind.FUNCTION, Kind.PROGRAM, Kind.TEMPLATE),
    "input": (Kind.PROGRAM, Kind.TEMPLATE, Kind.FUNCTION),
    "output": (Kind.FUNCTION,),
    "name": (Kind.FUNCTION,),
    "none": (Kind.PROGRAM, Kind.FUNCTION, Kind.TEMPLATE),
    "header": (Kind.TEMPLATE,),
    "footer": (Kind.TEMPLATE,),
    "flags": (Kind.PROGRAM, Kind.FUNCTION, Kind.TEMPLATE),
}


def _convention(
    source: str, kind: Kind, language: Language | None, manifest: Manifest
) -> tuple[Convention, tuple[str, ...]]:
    """How the case gets in and the answer out, and how that was chosen."""
    for key, kinds in _KEYS_OF.items():
        if key in manifest and kind not in kinds:
            wanted = " or ".join(f"a {kind.value}" for kind in kinds)
            raise manifest.error(
                key, f"{key} is for {wanted}, this is a {kind.value}: leave it out"
            )
    if kind is Kind.OUTPUT or language is None:
        return Convention(), ()
    if kind is Kind.FUNCTION:
        found, why = detect.arity(source, language.name)
        left, why_left = detect.output(source, language.name)
        arity, output = manifest.arity, manifest.output
        settled: tuple[str, ...] = (
            f"arity: {(arity or found).value}, {BY_MANIFEST if arity else why}",
            f"output: {(output or left).value}, {BY_MANIFEST if output else why_left}",
        )
        name = manifest.name or uncalled_name(source, detect.declared_names(source, language))
        if name:
            why_name = BY_MANIFEST if manifest.name else "detected: no other function calls it"
            settled += (f"name: {name}, {why_name}",)
        form = manifest.input or Input.NATIVE
        if manifest.input not in (None, *_TEXTS):
            said = "input is for a program or a template, this is a function"
            texts = " or ".join(f'"{text.value}"' for text in _TEXTS)
            raise manifest.error("input", f"{said}: leave it out, or write {texts}")
        exits = output is Output.STDOUT
        call = Convention(arity or found, form, output or left, may_exit=exits, name=name)
        return _arranged(call, manifest), settled
    fed = manifest.input
    convention = _arranged(Convention(input=fed or Input.NATIVE), manifest)
    for key in ARRANGEMENT_KEYS:
        if key in manifest and convention.input is Input.NATIVE:
            said = f'{key} needs a form of input that has arguments, such as input = "lines"'
            raise manifest.error(key, said)
    settled_input = f"input: {convention.input.value}, {BY_MANIFEST if fed else 'by default'}"
    if kind is Kind.PROGRAM:
        return convention, (settled_input,)
    header, header_settled = _part("header", manifest.header, language.header, language)
    footer, footer_settled = _part("footer", manifest.footer, language.footer, language)
    if not header and not footer:
        raise manifest.error(
            "kind", f"{language.title} has no template of its own: write a header or a footer"
        )
    settled = (settled_input, *header_settled, *footer_settled)
    return replace(convention, header=header, footer=footer), settled


def _arranged(convention: Convention, manifest: Manifest) -> Convention:
    """The convention with what the manifest says of arguments and their rows."""
    if manifest.rows and manifest.field_names:
        raise manifest.error("rows", "rows and field_names exclude each other: leave one out")
    return replace(
        convention,
        argument_order=manifest.argument_order,
        argument_names=manifest.argument_names,
        field_names=manifest.field_names,
        rows=manifest.rows or Rows.LISTS,
    )


def _part(
    key: str, declared: str | None, default: str, language: Language
) -> tuple[str, tuple[str, ...]]:
    """A template's header or footer, and where it comes from, unless there is none."""
    text = default if declared is None else declared
    why = f"of {language.title}" if declared is None else BY_MANIFEST
    settled = (f"{key}: {len(text.encode()):,} bytes, not counted, {why}",)
    return text, settled if text else ()


def _flags(kind: Kind, language: Language | None, manifest: Manifest) -> tuple[str, ...]:
    """Arguments for a command that takes flags; raises JudgeError for any other."""
    if manifest.flags and language:
        used = language.host if kind is Kind.FUNCTION else language.run
        if FLAGS not in (*language.compile, *used):
            raise manifest.error("flags", f"{language.title} takes no flags here")
    return manifest.flags


def _language(path: Path, source: str, manifest: Manifest) -> tuple[Language, str]:
    if declared := manifest.language:
        return declared, f"{declared.title}, by the manifest"
    return language_of(path, source)


def language_of(path: Path, source: str) -> tuple[Language, str]:
    """The language that a file's suffix chooses, and why; raises JudgeError."""
    found = by_suffix(path)
    if found is None:
        known = ", ".join(suffix for entry in all_languages().values() for suffix in entry.suffixes)
        raise JudgeError(
            f"is in no known language (suffixes: {known}): name it in {path.stem}.toml", path
        )
    if older := detect.older_language(source, found.name):
        return older, f"{older.title}, because {found.title} cannot read it"
    return found, f"{found.title}, by the suffix {path.suffix}"


def _readings(manifest: Manifest, readings: tuple[str, ...]) -> tuple[str, ...]:
    """Those that ``base`` and ``shape`` leave; empty where the manifest names neither."""
    left = readings
    if manifest.base is not None:
        base = f"{manifest.base}-indexed"
        left = tuple(reading for reading in left if base_of(reading) == base)
        if not left:
            known = ", ".join(sorted({base_of(reading) for reading in readings}))
            raise manifest.error(
                "base", f"base must be 0 or 1 where indices count: this problem knows {known}"
            )
    if (shape := manifest.shape) is not None:
        shapes = {shape_of(reading) for reading in readings}
        if shape not in shapes:
            raise manifest.error("shape", f"unknown shape {shape!r}: {did_you_mean(shape, shapes)}")
        left = tuple(reading for reading in left if shape_of(reading) == shape)
    return left if left != readings else ()
