"""What an import of posts has done, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.languages.table import all_languages
from judge.posts.import_posts import ImportedPost, PostImport


def import_text(planned: PostImport, dry_run: bool) -> str:
    """One line for each post, with its doubts below; then records that fell, and a summary."""
    return "\n".join(_lines(planned, dry_run))


def _lines(planned: PostImport, dry_run: bool) -> Iterator[str]:
    for post in planned.posts:
        yield _post(post)
        for doubt in post.doubts:
            yield one_line(f"    {doubt}", 300)
    titles = {name: one.title for name, one in all_languages().items()}
    for one in planned.fallen:
        when = f", {one.date}" if one.date else ""
        named = titles.get(one.language, one.language)
        sizes = f"{one.before:,} to {counted(one.bytes, 'byte')}"
        yield one_line(f"record in {named}: from {sizes}, {one.author or one.stem}{when}")
    counts = Counter(post.action for post in planned.posts)
    parts = [f"{count} {action.value}" for action, count in counts.items()]
    doubtful = sum(bool(post.doubts) for post in planned.posts)
    last = f"{counted(len(planned.posts), 'post')}: {', '.join(parts) or 'nothing to import'}"
    yield f"{last}; {doubtful} to look at" + ("; nothing is written" if dry_run else "")


def _post(post: ImportedPost) -> str:
    size = "" if post.size is None else f"  {counted(post.size, 'byte')}"
    header = f"  {one_line(post.header, 80)!r}" if post.header else ""
    name = post.file or post.author or post.url or "a post"
    return one_line(f"{post.action.value:<10}  {name}{size}{header}", 300)
