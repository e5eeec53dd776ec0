"""What the methods of a plug-in return."""

from __future__ import annotations

import pytest

from judge.packages import plugin_results
from judge.packages.plugin_faults import PluginFault


class Words:
    def render(self, instance: str) -> str:
        return instance


def test_a_text_that_no_file_can_hold_is_refused() -> None:
    render = Words().render
    assert plugin_results.text(render, "größe 😀") == "größe 😀"
    with pytest.raises(PluginFault, match=r"render returned 'a\\ud800', and must return a str of"):
        plugin_results.text(render, "a\ud800")


def test_a_wrong_value_is_shown_without_its_place_in_memory() -> None:
    for value, shown in ((3, "3"), (object(), "a value of class object"), (len, "<built-in .*>")):
        with pytest.raises(PluginFault, match=rf"render returned {shown}, and must return a str"):
            plugin_results.text(Words().render, value)
