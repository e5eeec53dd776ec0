"""Posts → files in a folder of solutions; a second import updates what nobody has edited."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date
from enum import Enum
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.atomic_write import write_whole
from judge.common.errors import JudgeError, unreadable
from judge.common.scratch import temporary_folder
from judge.model import VARIANTS, Problem, Solution
from judge.posts.choose_code import shown_size
from judge.posts.draft import Draft, drafts_of, manifest_text
from judge.posts.post import Post
from judge.posts.record import FallenRecord, ImportRecord, PostRecord, Version
from judge.solutions.load import load_solution


class Action(Enum):
    """What an import does with a post."""

    NEW = "new"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    KEPT = "kept as edited"
    LEFT_OUT = "left out"
    REMOVED = "no longer on the page"


class ImportedPost(Struct, frozen=True):
    """``files`` are written, each with its content. ``doubts`` are lines for the user."""

    action: Action
    author: str
    url: str
    file: str
    header: str
    size: int | None = None
    doubts: tuple[str, ...] = ()
    files: tuple[tuple[Path, bytes], ...] = ()
    key: str = ""
    record: PostRecord | None = None


class PostImport(Struct, frozen=True):
    """An import that is planned, not yet written."""

    posts: tuple[ImportedPost, ...]
    record: ImportRecord
    fallen: tuple[FallenRecord, ...]

    def write(self) -> None:
        """Write sources and manifests; raises JudgeError."""
        for post in self.posts:
            for path, content in post.files:
                try:
                    write_whole(path, content)
                except OSError as error:
                    raise JudgeError(f"cannot be written: {error.strerror}", path) from error


class Target(Struct, frozen=True):
    """Where posts go: the folder of a problem's solutions."""

    folder: Path
    problem: Problem
    readings: tuple[str, ...]
    today: date


def plan_import(
    posts: Sequence[Post], target: Target, record: ImportRecord, is_whole: bool = True
) -> PostImport:
    """What an import would do; writes nothing. Raises JudgeError for a folder that cannot be
    read. ``is_whole``: an answer that is not among the posts is no longer on the page."""
    stems = {path.stem for path in target.folder.glob("*")} if target.folder.is_dir() else set()
    stems |= {Path(VARIANTS).stem, *(old.stem for old in record.posts.values())}
    known = dict(record.posts)
    done = []
    seen: set[str] = set()
    for draft in (draft for post in posts for draft in drafts_of(post)):
        key = draft.post.id
        seen.add(key)
        one = _imported(draft, target, record.posts.get(key), stems)
        done.append(one)
        if one.record is not None:
            known[key] = one.record
            stems.add(one.record.stem)
    for key, old in record.posts.items():
        if key not in seen and is_whole:
            gone = replace(old, removed=old.removed or target.today.isoformat())
            known[key] = gone
            said = f"missing since {gone.removed}: its files are kept"
            file = old.stem + old.suffix
            done.append(ImportedPost(Action.REMOVED, old.author, old.url, file, "", None, (said,)))
    fallen = _fallen(record.posts, known)
    return PostImport(tuple(done), ImportRecord(known, (*record.fallen, *fallen)), fallen)


def _imported(
    draft: Draft, target: Target, old: PostRecord | None, stems: set[str]
) -> ImportedPost:
    post = draft.post
    header = draft.header.text if draft.header else ""
    left_out = ImportedPost(Action.LEFT_OUT, post.author, post.url, "", header, key=post.id)
    if draft.fault or draft.code is None or draft.language is None:
        file = f"; {old.stem + old.suffix} is kept" if old else ""
        return replace(left_out, doubts=(draft.fault + file, *draft.doubts))
    suffix = draft.language.suffixes[0]
    if old is not None:
        stem, suffix = old.stem, old.suffix
    else:
        stem = draft.stem if draft.stem not in stems else draft.other_stem
        if stem in stems:
            said = f"{stem} exists, and no import wrote it: rename it, and import again"
            return replace(left_out, doubts=(said,))
    try:
        solution, manifest, more = _loaded(draft, target, stem + suffix)
    except JudgeError as error:
        return replace(left_out, doubts=(error.message, *draft.doubts))
    doubts = (*draft.doubts, *more)
    new = _record(draft, solution, manifest, old, stem, suffix)
    return _compared(draft, target, old, new, manifest, doubts, solution.size)


def _loaded(draft: Draft, target: Target, name: str) -> tuple[Solution, str, tuple[str, ...]]:
    """The solution as the judge would load it, and its manifest; raises JudgeError if it would
    not. Flags that the language does not take are left out."""
    assert draft.code is not None
    with temporary_folder(0o700) as made:
        path = Path(made) / name
        path.write_bytes(draft.code.source)
        for flags in (True, False) if draft.flags else (True,):
            manifest = manifest_text(draft, flags)
            path.with_suffix(".toml").write_text(manifest, encoding="utf-8")
            try:
                solution = load_solution(
                    path, target.problem.name, target.readings, target.problem.rules
                )
            except JudgeError as error:
                if not flags or not draft.flags:
                    raise
                refused = error.message
                continue
            said = () if flags else (f"flags {' '.join(draft.flags)} are left out: {refused}",)
            return solution, manifest, said
    raise AssertionError


def _record(
    draft: Draft,
    solution: Solution,
    manifest: str,
    old: PostRecord | None,
    stem: str,
    suffix: str,
) -> PostRecord:
    assert draft.header and draft.code and draft.language
    post, link = draft.post, draft.link
    versions = old.versions if old else ()
    day = (post.edited if versions else post.posted) or post.posted
    size = draft.header.size
    version = Version(
        day.isoformat() if day else "",
        solution.size,
        "" if size is None else shown_size(size),
        solution.digest,
    )
    if not versions or versions[-1].sha256 != version.sha256:
        versions = (*versions, version)
    return PostRecord(
        stem,
        suffix,
        draft.language.name,
        post.author,
        post.url,
        solution.digest,
        _digest(manifest.encode()),
        versions,
        link.header.decode("utf-8", "replace") if link else "",
        link.footer.decode("utf-8", "replace") if link else "",
        link.arguments if link else (),
    )


def _compared(
    draft: Draft,
    target: Target,
    old: PostRecord | None,
    new: PostRecord,
    manifest: str,
    doubts: tuple[str, ...],
    size: int,
) -> ImportedPost:
    """What is written of a post whose last import wrote ``old``."""
    assert draft.code and draft.header
    source = target.folder / (new.stem + new.suffix)
    wanted = [(source, draft.code.source), (source.with_suffix(".toml"), manifest.encode())]
    action = Action.NEW
    kept: list[str] = []
    unread: list[tuple[Path, bytes]] = []
    if old is not None:
        action = Action.UNCHANGED
        written = {".toml": old.manifest_sha256}
        for path, content in list(wanted):
            now = _content(path)
            if now is None or (
                _digest(now) != written.get(path.suffix, old.source_sha256) and now != content
            ):
                kept.append(f"{path.name} was {'removed' if now is None else 'edited'} here: kept")
                unread.append((path, content))
                wanted.remove((path, content))
            elif now == content:
                wanted.remove((path, content))
            else:
                action = Action.UPDATED
        if kept:
            action = Action.KEPT
            left = {path.suffix for path, _ in unread}
            new = replace(
                new,
                manifest_sha256=old.manifest_sha256 if ".toml" in left else new.manifest_sha256,
                source_sha256=old.source_sha256 if new.suffix in left else new.source_sha256,
            )
    return ImportedPost(
        action,
        draft.post.author,
        draft.post.url,
        source.name,
        draft.header.text,
        size,
        (*doubts, *kept),
        tuple(wanted),
        draft.post.id,
        new,
    )


def _fallen(
    before: Mapping[str, PostRecord], after: Mapping[str, PostRecord]
) -> tuple[FallenRecord, ...]:
    """The records of languages that the newest versions have beaten, in the order of their days."""
    best: dict[str, int] = {}
    for old in before.values():
        smallest = min((version.bytes for version in old.versions), default=None)
        if smallest is not None:
            best[old.language] = min(best.get(old.language, smallest), smallest)
    fresh = [
        (version, post)
        for key, post in after.items()
        for version in post.versions[len(before[key].versions) if key in before else 0 :]
    ]
    found = []
    for version, post in sorted(fresh, key=lambda one: one[0].date):
        record = best.get(post.language)
        if record is not None and version.bytes < record:
            found.append(
                FallenRecord(
                    post.language, record, version.bytes, post.stem, post.author, version.date
                )
            )
            best[post.language] = version.bytes
    return tuple(found)


def _content(path: Path) -> bytes | None:
    """None for a file that is gone; raises JudgeError."""
    try:
        return foreign_files.read(path, path.parent)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unreadable(error, path) from error


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
