"""What a compiler makes of a folder of sources, kept: the same files need not be compiled again.

`judge verify` alone compiles a reference for six checks, and a large C++ source takes seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from judge.common.folders import HOSTS
from judge.running import artifact_cache
from judge.sandbox.layer import Layer, View


def cached_artifact(
    words: Iterable[str],
    files: Mapping[str, bytes],
    layer: Layer,
    view: View,
    compiled: Callable[[], bytes],
    kind: str = artifact_cache.NAME,
) -> bytes:
    """The artifact of a command (``words``, with the version of the compiler) on these files:
    the kept one, or what ``compiled`` makes. Raises what ``compiled`` does."""
    # Where the files are differs from run to run in some layers.
    named = [word.replace(layer.program_folder(view), "") for word in words]
    if any(layer.hosts_folder in word for word in named):
        files = {**files, **{f"{HOSTS.name}/{name}": data for name, data in _content(HOSTS)}}
    key = artifact_cache.key_of(named, files)
    made = artifact_cache.find(key, kind)
    if made is None:
        made = compiled()
        artifact_cache.keep(key, made, kind)
    return made


def files_below(folder: Path) -> dict[str, bytes]:
    """The files of a folder, by their paths in it."""
    return dict(_content(folder))


def _content(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(folder).as_posix(), path.read_bytes()
