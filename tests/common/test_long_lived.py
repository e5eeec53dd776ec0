"""What stays is no longer searched for cycles; what is garbage by then is freed before."""

from __future__ import annotations

import subprocess
import sys

from tests.contest import judge_environment

SCRIPT = """
import gc, weakref
from judge.common.long_lived import CASES, LongLived

class Knot:
    def __init__(self):
        self.own = self

gc.disable()  # or it might free the knot itself
frozen = gc.get_freeze_count()  # Python 3.12 begins with some
knot, stays = Knot(), LongLived()
gone = weakref.ref(knot)
del knot
stays(CASES - 1)
assert gone() is not None and gc.get_freeze_count() == frozen
stays(1)
assert gone() is None and gc.get_freeze_count() > frozen
"""


def test_after_many_cases_what_is_alive_stays_and_garbage_goes() -> None:
    subprocess.run([sys.executable, "-c", SCRIPT], env=judge_environment(), check=True)


START = """
import gc, sys
from judge.common.long_lived import SEARCHES

searches = []
gc.callbacks.append(lambda phase, facts: searches.append(facts["generation"]))
sys.argv = ["judge", "--version"]
from judge.__main__ import main
try:
    main()
finally:
    assert len(searches) <= SEARCHES, searches
"""


def test_a_start_hardly_searches_for_cycles() -> None:
    subprocess.run([sys.executable, "-c", START], env=judge_environment(), check=True)
