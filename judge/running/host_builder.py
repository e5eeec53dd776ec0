"""What the compile commands of a language need of its hosts: built once, and kept."""

from __future__ import annotations

from judge.languages.placeholders import fill
from judge.languages.table import Language
from judge.languages.toolchain import Toolchain
from judge.running.compiled_program import ARTIFACT
from judge.running.kept_artifact import cached_artifact
from judge.running.tool_session import compile_in_sandbox
from judge.sandbox.layer import Layer, View

#: In the folder of the program.
BUILDER = ".builder"


def put_builder(language: Language, tools: Toolchain, layer: Layer, view: View) -> dict[str, str]:
    """Write the builder of a language to ``view.folder``; the placeholder that names it, none if
    the language has no builder. Raises as ``compile_in_sandbox`` does, and OSError."""
    if not language.builder:
        return {}
    values = {tool: str(path) for tool, path in tools.paths.items()}
    values |= {"hosts": layer.hosts_folder, "artifact": f"./{ARTIFACT}"}
    command = fill(language.builder, values, ())

    def built() -> bytes:
        return compile_in_sandbox(command, layer, view)

    data = cached_artifact((tools.version, *command), {}, layer, view, built)
    (view.folder / BUILDER).write_bytes(data)
    return {"builder": f"{layer.program_folder(view)}/{BUILDER}"}
