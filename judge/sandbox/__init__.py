"""Running one command under limits: the layers, and the choice among them."""

from __future__ import annotations

import sys

from judge.model import JudgeError
from judge.sandbox import bubblewrap
from judge.sandbox.bubblewrap import Bubblewrap
from judge.sandbox.layer import Layer
from judge.sandbox.plain import Plain

NAMES = ("auto", "bubblewrap", "none")


def choose(name: str) -> Layer:
    """The layer of that name, tried first; raises JudgeError when it cannot be had."""
    if name == "none":
        return Plain()
    why = bubblewrap.why_not()
    if why is None:
        return Bubblewrap()
    mend = "install bubblewrap (Debian: apt-get install bubblewrap)"
    if sys.platform != "linux":
        mend = "run the judge in a Linux machine or container"
    elif "missing" not in why:
        mend = "allow user namespaces on this machine"
    raise JudgeError(f"no sandbox: {why}. {mend}, or use --sandbox none for solutions you trust")
