"""Whether the package's input validators accept what a hunt has found: no other instance is a
failure of the solution."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from judge.common.errors import JudgeError
from judge.common.safe_text import one_line
from judge.hunting.target import Target
from judge.running.input_validator import FileValidator, Outcome, on_input, opened, settings_to_try
from judge.sandbox.layer import Layer, SandboxDied, SandboxUnavailable


class ValidInputs:
    """The input validators, built when they are asked for the first time. Without any, or where
    they fail, every instance is valid."""

    def __init__(self, target: Target, layer: Layer) -> None:
        self._target, self._layer = target, layer
        self._settings = settings_to_try(target.problem)
        self._stack = ExitStack()
        self._validators: Sequence[FileValidator] | None = None
        #: What they said of each text; nothing of those that they accepted.
        self._known: dict[str, str] = {}
        #: Why they cannot be asked.
        self.fault = ""

    def refusal(self, instance: Any) -> str:
        """Why the validators refuse an instance; nothing if they accept it. Raises PluginFault."""
        if not self._target.problem.input_validators or self.fault:
            return ""
        text = self._target.plugin.render(instance)
        if text not in self._known:
            try:
                self._known[text] = self._said(text.encode())
            except (JudgeError, OSError, SandboxDied, SandboxUnavailable) as error:
                self.fault = f"the input validators cannot be asked: {error}"
                return ""
        return self._known[text]

    def accepts(self, instance: Any) -> bool:
        return not self.refusal(instance)

    def _said(self, data: bytes) -> str:
        """What the first validator says that refuses an input under all settings."""
        problem, said = self._target.problem, ""
        if self._validators is None:
            paths = problem.input_validators
            opening = opened(problem, paths, self._layer, "input validator")
            [self._validators] = self._stack.enter_context(opening)
        for some in self._settings:
            said = ""
            for who, result in on_input(data, some, self._validators):
                if result.outcome is Outcome.FAULT:
                    raise JudgeError(f"{who.name}: {one_line(result.message, 200)}")
                if not result.accepted:
                    said = f"{who.name} says: {one_line(result.message, 200)}"
                    break
            if not said:
                break
        return said

    def close(self) -> None:
        """End their sandboxes."""
        self._stack.close()
