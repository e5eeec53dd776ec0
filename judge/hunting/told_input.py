"""An instance in a message that is one line."""

from __future__ import annotations

from typing import Any

from judge.common.errors import JudgeError
from judge.common.safe_text import one_line
from judge.packages.problem_plugin import ProblemPlugin

#: So many characters of an input are told.
MOST_TOLD = 200


def shown_instance(plugin: ProblemPlugin, instance: Any) -> str:
    """The input file of an instance, or its value where the plug-in cannot write it."""
    try:
        text = plugin.render(instance)
    except JudgeError:
        return f"on the instance {one_line(repr(instance), MOST_TOLD)}"
    return f"on the input {one_line(text, MOST_TOLD)}"
