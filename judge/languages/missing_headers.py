"""Headers and modules that programs of packages use, and that some packages leave to the tools."""

from __future__ import annotations

import re
from collections.abc import Mapping

#: Where each is from.
ORIGINS: Mapping[str, str] = {
    "testlib.h": "testlib.h from https://github.com/MikeMirzayanov/testlib",
    "validation.h": "the validation.h of BAPCtools (in its folder headers)",
}
#: What compilers say of a header that is nowhere.
_MISSING = re.compile(
    r"(?P<header>[\w./-]{1,100})['\"]?:? (?:No such file or directory|file not found)", re.ASCII
)
#: What Python says of a module that is nowhere.
_NO_MODULE = re.compile(r"ModuleNotFoundError: No module named '(?P<module>\w{1,100})", re.ASCII)


def with_missing_module(said: str) -> str:
    """The message of a program that has failed, with what to do if a module was nowhere."""
    found = _NO_MODULE.search(said)
    return f"{said}: put the module {found['module']} beside it" if found else said


def missing_header(said: str) -> str:
    """What to do, by a compiler's message, about a known header that is nowhere; empty if it says
    nothing of one."""
    for found in _MISSING.finditer(said):
        name = found["header"].rpartition("/")[2]
        if origin := ORIGINS.get(name):
            return f"it includes {found['header']}, which is not there: put {origin} beside it"
    return ""
