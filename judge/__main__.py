"""The console script, and ``python -m judge``: starts ``judge.cli``.

Ctrl-C while its modules are loaded, or after it is done, ends the process without a word, as
SIGTERM does there; Python would print a traceback.
"""

import os
import signal
import sys


def main() -> int:
    """Run the command of the command line; returns its exit status."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from judge.common.long_lived import search_seldom

    search_seldom()
    from judge import cli
    from judge.common.leftover_processes import end_left_processes
    from judge.common.leftover_threads import end_despite_threads, join_own_threads
    from judge.common.processes import children

    before = children(os.getpid())  # of the program that this one replaces
    status = cli.main()
    join_own_threads()
    end_left_processes(before, status)
    end_despite_threads(status)
    return status


if __name__ == "__main__":
    sys.exit(main())
