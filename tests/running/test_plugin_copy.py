"""What programs of a package share with its plug-in: they import it as it is, and quickly."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.languages.program import read_program
from judge.running.input_validator import FileValidator
from judge.running.plugin_copy import copy_plugin
from judge.running.program import build_program
from judge.sandbox.layer import Layer

VALIDATOR = """\
# Where the modules of the plug-in are.
import sys
from pathlib import Path
from types import ModuleType

loaded = getattr(sys, "mod" "ules")
early = sorted({"fractions", "json", "wave"} & {*loaded})
problem = ModuleType("problem")
problem.__path__ = [str(Path(__file__).resolve().parent.parent)]
sys.modules["problem"] = problem

from problem.plugin import half

print(f"{half(sys.stdin.read())}, {early}", file=sys.stderr)
sys.exit(42)
"""
PLUGIN = "from fractions import Fraction\nfrom .words import word\n\ndef half(text):\n"
PLUGIN += "    return word(Fraction(text) / 2)\n"


def package_of(folder: Path, plugin: str = PLUGIN) -> Path:
    made = folder / "package"
    for name, text in {
        "plugin.py": plugin,
        "words.py": "import json, wave\n\ndef word(value):\n    return json.dumps(str(value))\n",
        "unfinished.py": "def half(:\n",
        "input_validators/strict/__main__.py": VALIDATOR,
    }.items():
        path = made / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return made


@pytest.mark.long
@pytest.mark.parametrize(
    ("plugin", "loaded"),
    [
        (PLUGIN, ["fractions", "json"]),
        (f"import importlib\n{PLUGIN}", []),  # it could tell
        (PLUGIN + "from . import json\n", []),  # it imports another one of this name
    ],
)
def test_what_the_plugin_imports_is_loaded_before_the_program_starts(
    layer: Layer, open_folder: Path, system_tools: None, plugin: str, loaded: list[str]
) -> None:
    package = package_of(open_folder, plugin)
    if "json\n" in plugin:
        (package / "json.py").write_text("")
    program = read_program(package / "input_validators" / "strict", package)
    built = build_program(program, layer, open_folder / "built", package)
    validator = FileValidator(built, layer, open_folder / "shown")
    try:
        said = [validator.check_input(text).message for text in (b"1", b"4/3")]
    finally:
        validator.close()
    early = f", {loaded if layer.keeps_hosts else []}"
    assert said == [f'"1/2"{early}', f'"2/3"{early}']


def test_modules_are_copied_with_what_the_interpreter_makes_of_them(tmp_path: Path) -> None:
    """A program could not keep it: the folder is read-only to it."""
    copy_plugin(package_of(tmp_path), tmp_path / "copy")
    made = {path.name.partition(".")[0] for path in tmp_path.glob("copy/__pycache__/*.pyc")}
    assert made == {"plugin", "words"}
    assert [*tmp_path.glob("copy/judge/plugin/__pycache__/contract.*.pyc")]
