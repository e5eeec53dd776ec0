"""What the first runs on a machine would build: programs of the sandbox, and compiled headers."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from judge.common.folders import HOSTS
from judge.languages.table import Language, all_languages
from judge.languages.toolchain import Toolchain, ToolMissing, find_toolchain
from judge.running.host_builder import BUILDER, put_builder
from judge.running.precompiled_header import FIRST_ASKED, header_of, made_header
from judge.sandbox import build
from judge.sandbox.layer import Layer, SandboxUnavailable, View


def prepare_machine(layer: Layer) -> Iterator[str]:
    """Build everything, and tell a line for each part. Raises SandboxUnavailable."""
    yield f"sandbox: {build.supervisor().name}"
    for language in all_languages().values():
        try:
            tools = find_toolchain(language)
        except ToolMissing:
            continue
        yield from _hosts(language, layer)
        with tempfile.TemporaryDirectory(prefix="judge-prepared-") as made:
            folder = Path(made)
            folder.chmod(0o755)
            view = View(folder, tools.folders, folder)
            if put_builder(language, tools, layer, view):
                yield f"{language.title}: {BUILDER.removeprefix('.')}"
            yield from _headers(language, tools, layer, view)


def _hosts(language: Language, layer: Layer) -> Iterator[str]:
    if not layer.keeps_hosts:
        return
    try:
        if language.served:
            build.object_file(HOSTS / language.served)
            build.host_alone(HOSTS / language.served)
        elif language.addon:
            build.addon(HOSTS / language.addon)
        else:
            return
    except SandboxUnavailable as error:
        yield f"{language.title}: {error}"
    else:
        yield f"{language.title}: {language.served or language.addon}"


def _headers(language: Language, tools: Toolchain, layer: Layer, view: View) -> Iterator[str]:
    """Those for the programs of packages, and for posted functions."""
    for name in language.precompiled.headers if language.precompiled else ():
        files = {"": f"#include <{name}>".encode()}
        header = header_of(language, files, files, language.program_flags, tools)
        if header:
            there = made_header(header, layer, view, FIRST_ASKED)
            yield f"{language.title}: {name}{'' if there else ' cannot be compiled'}"
