"""What other tools say of packages that are known to be harmless: they run them outside a sandbox.

    python tests/bench/packages_others.py FOLDER --work DIR --bin BIN

BIN is the ``bin`` folder of a virtual environment with problemtools and BAPCtools. What they print
is kept in DIR/others, where the page finds it; what is there already is not run again.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

BT, VERIFY = "bt", "verifyproblem"
PROBLEMTOOLS = "Kattis+problemtools/examples"
BAPCTOOLS = "RagnarGrootKoerkamp+BAPCtools/test/problems"
#: Packages whose submissions do no harm, each with the tool that its format is for.
HARMLESS = {
    **dict.fromkeys((f"{PROBLEMTOOLS}/{n}" for n in ("different", "guess", "oddecho")), VERIFY),
    **dict.fromkeys(
        (
            f"{BAPCTOOLS}/{n}"
            for n in (
                *("different", "testexpectations", "multipass", "interactivemultipass"),
                *("fltcmp", "guess"),
            )
        ),
        BT,
    ),
}
#: Lines of both tools that give the verdict of one submission.
_VERIFIED = re.compile(r"^(?:ERROR)?\s+(\S+/\S+) \(.*?\) (?:OK: |got )(\w+)", re.MULTILINE)
_UNBUILT = re.compile(r"^ERROR Compile error for (\S+) \((.*?)\)", re.MULTILINE)
_RUN = re.compile(r"^(\S+/\S+):\s+(AC|WA|TLE|RTE|\w+) [\d.]+s", re.MULTILINE)
PATIENCE_S = 600


def output_file(work: Path, package: str) -> Path:
    return work / "others" / f"{package.replace('/', '+')}.{HARMLESS[package]}"


def verdicts(work: Path, package: str) -> dict[str, str]:
    """The tool's verdicts by submission; empty if it was not run."""
    if package not in HARMLESS or not output_file(work, package).exists():
        return {}
    text = output_file(work, package).read_text(errors="replace")
    if HARMLESS[package] == BT:
        return dict(_RUN.findall(text))
    unbuilt = {name: f"not compiled ({language})" for name, language in _UNBUILT.findall(text)}
    return unbuilt | dict(_VERIFIED.findall(text))


def command(tool: str, name: str) -> list[str]:
    if tool == BT:
        return ["bt", "run", "-B", "-a", "--no-generate", "--problem", name]
    return ["verifyproblem", "-p", "submissions", "-l", "info", "--", name]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--bin", type=Path, required=True)
    options = parser.parse_args()
    path = f"{options.bin.resolve()}{os.pathsep}{os.environ['PATH']}"
    for package, tool in HARMLESS.items():
        made = output_file(options.work, package)
        if made.exists():
            continue
        folder = options.work / "others" / tool / Path(package).name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(options.folder / package, folder)
        began = time.monotonic()
        done = subprocess.run(
            command(tool, folder.name),
            cwd=folder.parent,
            env=os.environ | {"PATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE_S,
        )
        made.write_bytes(done.stdout + done.stderr)
        print(f"{tool} {package}: {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
