"""axe-core, a checker of accessibility, run inside a page."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.report.html.browser import Page

#: Where `make test` puts it.
SCRIPT = Path(sys.prefix) / "node_modules" / "axe-core" / "axe.min.js"
MISSING = "axe-core is not installed: `make test` does that where there is npm"

_FAULTS = """axe.run({resultTypes: ['violations']}).then(({violations}) =>
  violations.filter(({impact}) => ['serious', 'critical'].includes(impact))
    .map(({id, nodes}) => `${id}: ${nodes.length} × ${nodes[0].html.slice(0, 300)} `
      + nodes[0].failureSummary))"""


def faults(page: Page) -> list[str]:
    """The serious and critical ones of what the page shows now."""
    page.run(SCRIPT.read_text(encoding="utf-8") + "; 0")
    found: list[str] = json.loads(page.run(f"({_FAULTS}).then(JSON.stringify)"))
    return found
