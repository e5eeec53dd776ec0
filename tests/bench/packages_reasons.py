"""Why packages are refused, or verdicts differ: by package and submission, as globs."""

from __future__ import annotations

_TYPE = (
    'Format 2025-09, "Type": the value is one word of the table or a list of them; the example '
    "writes two words in one string."
)
_NO_DATA = (
    'All versions, "Overview": a package has at least one secret case. This one has no data at '
    "all: it tests how a statement or settings are read."
)
_EXAMPLES = "Kattis+problem-package-format/examples/problems/"
REASONS: dict[tuple[str, str], str] = {
    (f"{_EXAMPLES}interactive", "*"): _TYPE + " It has no cases either.",
    (f"{_EXAMPLES}multipass", "*"): _TYPE + " It has no cases either.",
    (f"{_EXAMPLES}submit_answer", "*"): _TYPE + " It has no cases either.",
    (f"{_EXAMPLES}scoring", "*"): (
        'Format 2025-09, "Test Data Configuration": groups are configured by `test_group.yaml`. '
        "The example has `testdata.yaml` with keys of an older draft, which would change "
        "its scores."
    ),
    (f"{_EXAMPLES}maximal", "*"): "It uses constants and included code.",
    ("*BAPCtools/test/problems/constants", "*"): "It uses constants.",
    ("Kattis+problemtools/tests/problems/*", "*"): _NO_DATA,
    ("*BAPCtools/test/problems/testproblemconfig", "*"): _NO_DATA,
    ("testlib checkers/pointsinfo", "*"): (
        "The checker gives its information in place of points, for a host that shows it; it is no "
        "number, so there is no score: a fault of the package."
    ),
}
MISSING = """## What the trees lack

The inputs of the largest cases of DOMjudge's `boolfind` are not in the copy of the repository that
was used; their answer files were left out. Links that point outside a package, as those to a
shared header, were replaced by the files that they point to."""
