"""A wait that a signal handler ends."""

from __future__ import annotations

import select
import time

from judge.common.wake_up import WakeUp


def test_a_wait_ends_at_once_when_it_is_called_and_else_in_its_time() -> None:
    with WakeUp() as wake_up:
        start = time.monotonic()
        wake_up.wait(0.02)
        assert time.monotonic() - start >= 0.02
        assert not wake_up.called
        wake_up()
        wake_up.wait(3600)
        assert wake_up.called
        assert select.select([wake_up], [], [], 0)[0]
