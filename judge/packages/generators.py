"""``generators/generators.yaml`` of BAPCtools: which cases a package defines, and how each is made.

Names, numbers and seeds are those that BAPCtools gives, so that both tools make the same data.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.program_arguments import split_arguments
from judge.common.yaml_lines import YamlMapping, plain, read_mapping, shown
from judge.packages.foreign_keys import of_generated_case
from judge.packages.generated_data import SEED, Command, GeneratedCase, GeneratedData
from judge.packages.generator_version import unknown_version
from judge.packages.match_patterns import read_patterns

FOLDER, FILE = "generators", "generators.yaml"
#: Files of a case that may be written in the YAML, or copied.
TEXTS = ("in", "ans", "out", "in.statement", "ans.statement", "in.download", "ans.download")
COPIED = (*TEXTS, "interaction", "yaml", "png", "jpg", "svg", "pdf")
_LINKS = frozenset({"in.statement", "ans.statement", "in.download", "ans.download"})
#: Keys by which a mapping is a case.
_OF_CASE = frozenset({"copy", "generate", "count", "match", *TEXTS, "interaction", "yaml"})
_INHERITED = frozenset({"solution", "random_salt", "retries"})
#: Settings of a group, by the name of their file: of the format, and of older ones.
_OF_GROUP = ("test_group.yaml", "testdata.yaml")
_OF_FOLDER = frozenset({"data", *_OF_GROUP, "include"})
#: Keys that say nothing about the data.
_UNUSED = frozenset({"gitignore_generated", "parallel"})
VERSION, VISUALIZER = "version", "visualizer"
#: What a case may begin with. A sample may also be a dialogue alone.
_INPUTS = frozenset({"in", "in.statement", "in.download"})
DIALOGUE = "interaction"
#: In the order in which they are read, and numbered.
ROOTS = (
    *("sample", "secret", "invalid_output", "invalid_answer", "invalid_input", "valid_output"),
    *("testing_tool_test", "fuzz"),
)
#: Roots whose cases get no answer from a solution.
WITHOUT_SOLUTION = frozenset(ROOTS[2:])
_NAME = re.compile(r"\w[\w.-]{0,250}", re.ASCII)
_RANGE = re.compile(r"(-?\d{1,9})\.\.=(-?\d{1,9})")
_CONSTANT = re.compile(r"\{\{([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)\}\}", re.ASCII)
MOST_COUNTED = 100
#: An empty key, as YAML may have it.
_EMPTY = frozenset({"", "~", "null"})


def has_generators(package: Path) -> bool:
    """Whether there is such a file, or what is none, and is refused when it is read."""
    return os.path.lexists(package / FOLDER / FILE)


def read_generators(package: Path, constants: Mapping[str, str] | None = None) -> GeneratedData:
    """Read ``generators.yaml``; raises JudgeError with the line."""
    top = read_mapping(package / FOLDER / FILE, package, empty=True)
    return _Reader(constants or {}).read(top)


class _Settings(Struct, frozen=True):
    """What a folder hands on to what is in it."""

    solution: str | None = ""
    salt: str = ""
    retries: int = 1


class _Reader:
    def __init__(self, constants: Mapping[str, str]) -> None:
        self._constants = constants
        self._cases: dict[str, GeneratedCase] = {}
        self._included: dict[str, str] = {}
        self._groups: dict[str, str] = {}
        #: What a key of ``include`` may mean: names of cases, or of folders.
        self._keys: dict[str, list[str]] = {}
        self._notes: list[JudgeError] = []
        self._pictured = False
        self._numbers = itertools.count(1)
        self._width = 0

    def read(self, top: YamlMapping) -> GeneratedData:
        programs = top.child("generators")
        several = {name: _dependencies(programs, name) for name in programs.values}
        data = top.child("data")
        for name in data.values:
            if name not in ROOTS:
                near = did_you_mean(name, ROOTS)
                raise data.error(name, f"unknown folder of cases {shown(name)}: {near}")
        self._width = len(str(_numbered(top)))
        settings = _inherited(top, _Settings())
        _refuse_keys_of_cases(top)
        self._group("", top)
        self._include(top)  # there is nothing above it
        for name in ROOTS:
            if name in data.values:
                self._folder(name, name, data.child(name), settings)
        for key in top.values:
            if key == VERSION:
                self._notes += unknown_version(top, key)
            elif key not in _INHERITED | _OF_FOLDER | {"generators"}:
                self._note(top, key)
        return GeneratedData(
            tuple(self._cases.values()), self._included, self._groups, several, tuple(self._notes)
        )

    def _note(self, mapping: YamlMapping, key: str) -> None:
        if key == VISUALIZER:
            if mapping.values[key] is not None and not self._pictured:  # once is enough
                self._pictured = True
                said = "visualizer is not used: pictures are not made, but may be copied"
                self._notes.append(mapping.error(key, said))
        elif key in _UNUSED:
            self._notes.append(mapping.error(key, f"{key} is not used: it says nothing about data"))
        else:
            near = get_close_matches(key, _OF_CASE | _OF_FOLDER | _INHERITED, 1, 0.8)
            said = f"{key} is not used" + (f": did you mean {near[0]}?" if near else "")
            self._notes.append(mapping.error(key, said))

    def _group(self, folder: str, own: YamlMapping) -> None:
        for name in _OF_GROUP:
            value = own.values.get(name)
            if value is not None:
                self._groups[f"{folder}/{name}".lstrip("/")] = _as_yaml(value)

    def _folder(self, key: str, name: str, own: YamlMapping, above: _Settings) -> None:
        settings = _inherited(own, above)
        _refuse_keys_of_cases(own)
        self._keys.setdefault(key, []).append(name)
        self._group(name, own)
        included = self._include(own)
        for found in own.values:
            if found not in _INHERITED | _OF_FOLDER:
                self._note(own, found)
        value = own.values.get("data")
        if isinstance(value, list):
            self._list(name, own, value, settings)
        elif value is not None:
            entries = own.child("data")
            for key in sorted(entries.values, key=lambda key: "" if key in _EMPTY else key):
                if key in _EMPTY:
                    raise entries.error(key, "a case or group without a number needs a name")
                self._entry(name, entries, key, settings, itertools.repeat(key))
        for target in included:
            self._link(own, f"{name}/{target.rpartition('/')[2]}", target)

    def _list(self, name: str, own: YamlMapping, entries: list[Any], settings: _Settings) -> None:
        groups = itertools.count(1)
        maps = [entry for entry in entries if isinstance(entry, YamlMapping)]
        if len(maps) < len(entries) or any(len(entry.values) != 1 for entry in maps):
            said = "data as a list must hold mappings of one key each, the name of a case or group"
            raise own.error("data", said)
        group_width = len(str(sum(_is_folder(v) for m in maps for v in m.values.values())))
        for entry in maps:
            [key] = entry.values
            folder = _is_folder(entry.values[key])
            numbers = groups if folder else self._numbers
            width = group_width if folder else self._width
            base = "" if key in _EMPTY else f"-{key}"
            names = (f"{number:0{width}}{base}" for number in numbers)
            self._entry(name, entry, key, settings, names)

    def _entry(
        self,
        folder: str,
        entries: YamlMapping,
        key: str,
        settings: _Settings,
        names: Iterator[str],
    ) -> None:
        value = entries.values[key]
        plain = "" if key in _EMPTY else key
        if _is_folder(value):
            name = self._named(entries, key, folder, next(names))
            self._folder(plain, name, value, settings)
        elif isinstance(value, str | YamlMapping):
            self._case(folder, entries, key, settings, names)
        elif value is None:  # as older BAPCtools has it
            name = self._named(entries, key, folder, next(names))
            said = f"{name} has no rule, and stays as it is in data: write generate, copy or in"
            self._notes.append(entries.error(key, said))
        else:
            said = f"must be a command, a case or a group, not {shown(value)}"
            raise entries.error(key, f"{key or 'it'} {said}")

    def _named(self, entries: YamlMapping, key: str, folder: str, name: str) -> str:
        if not _NAME.fullmatch(name):
            raise entries.error(key, f"{shown(name)} is not a valid name for a case or group")
        return f"{folder}/{name}"

    def _case(
        self,
        folder: str,
        entries: YamlMapping,
        key: str,
        settings: _Settings,
        names: Iterator[str],
    ) -> None:
        own = _case_mapping(entries, key)
        settings = _inherited(own, settings)
        own.refuse_unknown(_OF_CASE | _INHERITED | _UNUSED | {VISUALIZER}, of_generated_case())
        if VISUALIZER in own.values:
            self._note(own, VISUALIZER)
        counts = _counts(own)
        consecutive = max(counts) - min(counts) == len(counts) - 1
        width = max(len(str(count)) for count in counts) if consecutive else 0
        for count in counts:
            ending = f"-{count:0{width}}" if own.has("count") else ""
            name = self._named(entries, key, folder, next(names) + ending)
            if name in self._cases:
                raise entries.error(key, f"{name} is defined twice")
            self._cases[name] = self._made(own, name, entries.lines[key], settings, count)
            self._keys.setdefault("" if key in _EMPTY else key, []).append(name)

    def _made(
        self, own: YamlMapping, name: str, line: int, settings: _Settings, count: int
    ) -> GeneratedCase:
        texts: dict[str, str] = {}
        links: dict[str, str] = {}
        for suffix in (*TEXTS, "interaction", "yaml"):
            value = own.values.get(suffix)
            if isinstance(value, YamlMapping) and suffix in _LINKS and "link" in value.values:
                links[suffix] = _link_target(value, suffix)
            elif isinstance(value, YamlMapping) and suffix == "yaml":
                texts[suffix] = _as_yaml(value)
            elif value is not None:
                text = own.string(suffix)
                texts[suffix] = f"{text}\n" if text and not text.endswith("\n") else text
        command = self._command(own, settings, count) if own.has("generate") else None
        copy = _relative(own, "copy", own.string("copy"))
        inputs = input_kinds(name) & {*texts, *links}
        if command is None and not copy and not inputs:
            raise JudgeError(f"{name} has no input: write generate, copy or in", own.path, line)
        patterns = read_patterns(own)
        return GeneratedCase(name, line, command, copy, texts, links, settings.solution, patterns)

    def _command(self, own: YamlMapping, settings: _Settings, count: int) -> Command:
        text = _CONSTANT.sub(lambda m: self._constant(own, m[1]), own.string("generate"))
        if own.has("count"):
            text = text.replace("{count}", str(count))
        elif "{count}" in text:
            said = "{count} stays as it is: the case has no count"
            self._notes.append(own.error("generate", said))
        try:
            words = split_arguments(text)
        except ValueError as error:
            raise own.error("generate", f"generate: {error}") from error
        if not words:
            raise own.error("generate", "generate must name a generator")
        _relative(own, "generate", words[0])
        if sum(len(SEED.findall(word)) for word in words[1:]) > 1:
            raise own.error("generate", "{seed} may appear only once")
        salted = settings.salt + (f":{count - 1}" if count != 1 else "") + text.strip()
        seed = int(hashlib.sha512(salted.encode()).hexdigest(), 16) % 2**31
        return Command(words[0], tuple(words[1:]), seed, settings.retries)

    def _constant(self, own: YamlMapping, name: str) -> str:
        if name not in self._constants:
            said = f"unknown constant {shown(name)}: {did_you_mean(name, self._constants)}"
            raise own.error("generate", said)
        return self._constants[name]

    def _include(self, own: YamlMapping) -> list[str]:
        """The cases that a folder includes from those before it."""
        found: list[str] = []
        for key in own.strings("include"):
            known = self._keys.get(key, [])
            if len(known) != 1:
                why = f"means {len(known)} of the cases and groups above" if known else "is unknown"
                near = "" if known else f": {did_you_mean(key, self._keys)}"
                raise own.error("include", f"include: {shown(key)} {why}{near}")
            [name] = known
            if name in self._cases:
                found.append(name)
                continue
            inside = f"{name}/"
            found += [case for case in self._cases if case.startswith(inside)]
            found += [to for link, to in self._included.items() if link.startswith(inside)]
        return list(dict.fromkeys(found))

    def _link(self, own: YamlMapping, name: str, target: str) -> None:
        known = self._included.get(name, name if name in self._cases else target)
        if known != target:
            raise own.error("include", f"include: both {known} and {target} would be {name}")
        self._included[name] = target


def input_kinds(name: str) -> frozenset[str]:
    """The files of a case, by their suffixes, one of which it needs."""
    return _INPUTS | {DIALOGUE} if name.startswith("sample/") else _INPUTS


def _is_folder(value: object) -> bool:
    return isinstance(value, YamlMapping) and not (_OF_CASE & value.values.keys())


def _case_mapping(entries: YamlMapping, key: str) -> YamlMapping:
    value = entries.values[key]
    if isinstance(value, YamlMapping):
        return value
    line = {"generate": entries.lines[key], "copy": entries.lines[key]}
    if value.endswith(".in"):
        return YamlMapping(entries.path, {"copy": value.removesuffix(".in")}, line)
    return YamlMapping(entries.path, {"generate": value}, line)


def _numbered(folder: YamlMapping) -> int:
    """How many cases below a folder are numbered."""
    value = folder.values.get("data")
    listed = isinstance(value, list)
    maps = value if isinstance(value, list) else [value]
    total = 0
    for entries in maps:
        for inner in entries.values.values() if isinstance(entries, YamlMapping) else ():
            if _is_folder(inner):
                total += _numbered(inner)
            elif listed:
                total += len(_counts(inner)) if isinstance(inner, YamlMapping) else 1
    return total


def _counts(own: YamlMapping) -> list[int]:
    value = own.values.get("count")
    said = f"count must be a number from 1 to {MOST_COUNTED}, a list of numbers, or such as -4..=5"
    error = own.error("count", f"{said}, not {shown(value)}")
    if value is None:
        return [1]
    if isinstance(value, int) and not isinstance(value, bool):
        found = list(range(1, value + 1)) if value <= MOST_COUNTED else []
    elif isinstance(value, list) and all(type(item) is int for item in value):
        found = value if len(set(value)) == len(value) else []
    elif isinstance(value, str) and (ends := _RANGE.fullmatch(value)):
        first, last = int(ends[1]), int(ends[2])
        found = list(range(first, last + 1)) if last - first < MOST_COUNTED else []
    else:
        found = []
    if not 1 <= len(found) <= MOST_COUNTED:
        raise error
    return found


def _inherited(own: YamlMapping, above: _Settings) -> _Settings:
    solution, salt, retries = above.solution, above.salt, above.retries
    if "solution" in own.values:
        solution = None if own.values["solution"] is None else own.string("solution")
        if solution is not None and not solution.startswith("/"):
            raise own.error("solution", "solution must be a path that begins with /, the package")
    if own.has("random_salt"):
        salt = own.string("random_salt")
    if own.has("retries"):
        retries = own.values["retries"]
        if type(retries) is not int or not 1 <= retries <= 1000:
            raise own.error("retries", f"retries must be a number from 1, not {shown(retries)}")
    return _Settings(solution, salt, retries)


def _dependencies(programs: YamlMapping, name: str) -> tuple[str, ...]:
    if not _NAME.fullmatch(name):
        raise programs.error(name, f"{shown(name)} is not a valid name for a generator")
    found = programs.strings(name)
    if not found:
        raise programs.error(name, f"{name} must list the files of the generator")
    return tuple(_relative(programs, name, path) for path in found)


def _relative(own: YamlMapping, key: str, path: str) -> str:
    """A path below the folder of generators; raises JudgeError for an absolute one."""
    if path.startswith("/"):
        fix = f"write it relative to {FOLDER}/"
        raise own.error(key, f"{key}: {path} must not begin with /: {fix}")
    return path


def _refuse_keys_of_cases(own: YamlMapping) -> None:
    """Raise JudgeError for a key of a case in a folder: data/ itself, or one directly in it, which
    is none whatever it holds."""
    for key in own.values:
        if key in _OF_CASE:
            raise own.error(key, f"{key} is for a case, and this is a folder: put it into data")


def _link_target(value: YamlMapping, suffix: str) -> str:
    target = value.string("link")
    kind = suffix.partition(".")[0]
    known = {one for one in (*_LINKS, kind) if one.partition(".")[0] == kind} - {suffix}
    if target not in known:
        near = did_you_mean(target, known)
        raise value.error("link", f"unknown link target {shown(target)}: {near}")
    return target


def _as_yaml(value: object) -> str:
    return value if isinstance(value, str) else yaml.safe_dump(plain(value), sort_keys=False)
