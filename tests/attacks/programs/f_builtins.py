# patch the built-in functions that the host and the next case use
import builtins
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
if hasattr(builtins, "attacked"):
    print("BREACH the patch has survived")
builtins.attacked = True
builtins.hasattr = lambda *_: True
builtins.repr = builtins.str = lambda *_: "patched"
builtins.open = builtins.exec = builtins.eval = builtins.compile = builtins.len = None


def f(_):
    print("DONE", flush=True)
    return 1
