"""The templates of pages, compiled once and kept: to compile them takes longer than to fill them in
for a small run."""

from __future__ import annotations

from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from judge.common.safe_text import plain
from judge.packages.bytecode_cache import code_for
from judge.report.phrases import name_and_version

#: Longer strings are cut: characters.
LONGEST = 8000
_FOLDER = Path(__file__).parent / "templates"
#: What the code of a template depends on besides its text.
_OPTIONS = "autoescape, trim_blocks, lstrip_blocks"


class Templates(Environment):
    """An environment whose compiled templates are those of an earlier run, where there are some."""

    def compile(  # type: ignore[override]
        self, source: str, name: str | None = None, filename: str | None = None
    ) -> CodeType:
        """As jinja2 does with the text of a template. A template has the same code wherever the
        judge is installed."""
        filename = Path(filename).name if filename else None

        def compiled() -> CodeType:
            return super(Templates, self).compile(source, name, filename)

        parts = (jinja2.__version__, _OPTIONS, name, filename, source)
        return code_for(repr(parts).encode(), compiled)


def environment() -> Environment:
    """Templates with autoescape, for the report and its index."""
    made = Templates(
        loader=FileSystemLoader(_FOLDER),
        undefined=StrictUndefined,
        finalize=_finalize,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["name_and_version"] = name_and_version
    return made


def _finalize(value: Any) -> Any:
    """Bound every string that a template prints, and mark invisible characters; not in Markup."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return plain(value, LONGEST)
    return value
