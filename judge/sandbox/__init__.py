"""Running one command under limits: the sandbox layers and how one is chosen."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping
from functools import cache

from judge.common.errors import JudgeError, is_limit, unexpected
from judge.common.folders import HOSTS
from judge.common.messages import did_you_mean
from judge.model import Limits
from judge.sandbox.bubblewrap import Bubblewrap
from judge.sandbox.build import CACHE
from judge.sandbox.landlock import Landlock
from judge.sandbox.layer import Command, Layer, SandboxDied, SandboxUnavailable, View

#: From the strongest to the weakest; ``none`` is only chosen by name.
LAYERS: Mapping[str, type[Layer]] = {"bubblewrap": Bubblewrap, "landlock": Landlock}
NAMES = ("auto", *LAYERS, "none")


def check_name(name: str) -> None:
    """Raise JudgeError for a name that the judge does not know."""
    if name not in NAMES:
        raise JudgeError(f"unknown sandbox {name!r}: {did_you_mean(name, NAMES)}")


def choose(name: str) -> Layer:
    """The layer of that name, or the strongest that works; raises JudgeError when there is none."""
    check_name(name)
    if name == "none":
        from judge.sandbox.unconfined import UnconfinedLayer

        return UnconfinedLayer()
    candidates = tuple(LAYERS) if name == "auto" else (name,)
    reasons: dict[str, str] = {}
    for candidate in candidates:  # trying one takes time: none after the first that works
        reason = why_not(candidate)
        if reason is None:
            return LAYERS[candidate]()
        if reason.endswith(CACHE):  # no layer can work
            raise JudgeError(reason)
        reasons[candidate] = reason
    tried = "; ".join(f"{candidate}: {reason}" for candidate, reason in reasons.items())
    fix = "Install bubblewrap (Debian: apt-get install bubblewrap)"
    if sys.platform != "linux":
        fix = "Run the judge on a Linux machine or in a Linux container"
    elif os.strerror(errno.EAGAIN) in tried:
        fix = "Raise the limit `ulimit -u`, or run fewer processes beside the judge"
    elif "missing" not in tried:
        fix = "Allow user namespaces on this machine"
    raise JudgeError(f"no sandbox ({tried}). {fix}, or use --sandbox none for solutions you trust")


@cache
def why_not(name: str) -> str | None:
    """Why a layer does not work here, in one line; ``None`` when it does. Runs a test command;
    raises JudgeError if a limit of the judge's own process prevents that."""
    try:
        session = LAYERS[name]().open(View(HOSTS))
    except (SandboxUnavailable, OSError) as error:
        if isinstance(error, OSError) and is_limit(error):  # no other layer could do better
            raise JudgeError(unexpected(error)) from error
        return str(error)
    try:
        run = session.run(Command(("/bin/true",)), Limits(wall_override_s=60))
    except SandboxDied as error:
        return f"it does not work here: {error}"
    finally:
        session.close()
    return None if run.exit_status == 0 else f"a test command failed: {run.note or run.ended.value}"
