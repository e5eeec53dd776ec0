"""What the system lists of the processes of the judge."""

from __future__ import annotations

import os
import resource
import subprocess

from judge.common.processes import children


def test_without_a_descriptor_no_children_are_listed() -> None:
    """A worker that ends is to end without a traceback."""
    child = subprocess.Popen(["sleep", "9999"])
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert child.pid in children(os.getpid())
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, before[1]))
        assert children(os.getpid()) == []
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        child.kill()
        child.wait()
