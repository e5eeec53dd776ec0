# have its own code run around every fork, then fork: the host's fork must not know of it
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")

FORKS = []


def f(_):
    if FORKS or getattr(sys, "attack_forks", None):
        print("BREACH handlers of an earlier call", FORKS)
    sys.attack_forks = FORKS
    for _ in range(2):
        os.register_at_fork(
            before=lambda: FORKS.append(os.getpid()),
            after_in_parent=lambda: FORKS.append(os.getpid()),
            after_in_child=lambda: FORKS.clear(),
        )
    for _ in range(3):
        if os.fork() == 0:
            os._exit(0)
        os.wait()
    if set(FORKS) != {os.getpid()}:
        print("BREACH of others", FORKS)
    print("DONE")
    return 1
