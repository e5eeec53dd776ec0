"""What was imported into a folder of solutions: ``_posts.json`` in it.

It distinguishes files that the user has edited from those that an import may update, and keeps the
earlier sizes of every post and the records that fell.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct, field

from judge.common import foreign_files
from judge.common.atomic_write import write_whole
from judge.common.errors import JudgeError, unreadable

NAME = "_posts.json"
_ANEW = "remove it to import anew"


class Version(Struct, frozen=True):
    """A source of a post. ``date`` is the day of the post or of its edit, ISO 8601, empty if the
    page names none; ``bytes`` the measured size."""

    date: str
    bytes: int
    claimed: str
    sha256: str


class PostRecord(Struct, frozen=True):
    """One imported post. The digests are of the files as they were written. ``removed`` is the day
    of the first import whose page lacked the post; empty while it is there."""

    stem: str
    suffix: str
    language: str
    author: str
    url: str
    source_sha256: str
    manifest_sha256: str
    versions: tuple[Version, ...] = ()
    #: What the link adds to the source.
    header: str = ""
    footer: str = ""
    arguments: tuple[str, ...] = ()
    removed: str = ""


class FallenRecord(Struct, frozen=True):
    """The smallest size of a language was beaten by ``stem``. ``before`` is the old size in bytes;
    ``date`` that of the new version."""

    language: str
    before: int
    bytes: int
    stem: str
    author: str
    date: str


class ImportRecord(Struct, frozen=True):
    """All imported posts by id, and the records that fell."""

    posts: Mapping[str, PostRecord] = field(default_factory=dict)
    fallen: tuple[FallenRecord, ...] = ()


def read_record(folder: Path) -> ImportRecord:
    """The record in a folder of solutions, empty where there is none; raises JudgeError."""
    path = folder / NAME
    if not path.exists():
        return ImportRecord()
    try:
        record = msgspec.json.decode(foreign_files.read_text(path, folder), type=ImportRecord)
    except OSError as error:
        raise unreadable(error, path) from error
    except (ValueError, msgspec.MsgspecError, RecursionError) as error:
        raise JudgeError(f"is no record of an import ({error}): {_ANEW}", path) from error
    for post in record.posts.values():
        name = post.stem + post.suffix
        if Path(name).name != name:
            said = f"names a file outside of its folder, {name!r}"
            raise JudgeError(f"{said}: {_ANEW}", path)
    return record


def write_record(folder: Path, record: ImportRecord) -> None:
    """Raises OSError."""
    text = msgspec.json.format(msgspec.json.encode(record), indent=1)
    write_whole(folder / NAME, text + b"\n")
