"""The verdicts on answers to one problem, by the names of their files."""

from __future__ import annotations

from collections.abc import Mapping

from tests.contest import Contest


def verdicts(
    contest: Contest,
    *groups: Mapping[str, str],
    manifests: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Each source is judged in a file of its own stem: names may differ in their suffix alone.
    ``manifests``: those of some suffixes, without the dot."""
    answers = [item for group in groups for item in group.items()]
    names = {name.replace(".", "-"): name for name, _ in answers}
    assert len(names) == len(answers), "a name is there twice"
    for name, source in answers:
        stem, suffix = name.replace(".", "-"), name.partition(".")[2]
        contest.solution(f"{stem}.{suffix}", source, (manifests or {}).get(suffix, ""))
    return {names[stem]: result.verdict.value for stem, result in contest.judged().items()}
