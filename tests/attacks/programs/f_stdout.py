# patch the standard streams and the calls that write the reply
import io
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
if getattr(os.write, "attacked", False):
    os.fdopen(1, "w").write("BREACH the patch has survived")


class Stream(io.StringIO):
    def flush(self):
        os._exit(0)


def f(_):
    def wrong(*arguments, **named):
        raise SystemExit(0)

    wrong.attacked = True
    os.write = os.fdopen = wrong
    sys.stdout = sys.stderr = Stream()
    return "patched"
