# make folders so deep that cleaning up fails, and look for them in the next case
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def names(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []


if names("."):
    print("BREACH left from the case before", names("."))
try:
    for _ in range(3000):
        os.mkdir("d" * 200)
        os.chdir("d" * 200)
except OSError:
    pass
print("DONE")
