"""What ``judge verify`` prints."""

from __future__ import annotations

from judge.common.safe_text import one_line
from judge.verify.finding import Finding

#: How many characters of a statement are printed.
STATEMENT = 600


def finding_line(finding: Finding) -> str:
    """Status, name of the check, statement."""
    statement = one_line(finding.statement, STATEMENT)
    return f"{finding.status.value:<8}{finding.name:<20}{statement}"
