# keep state in any folder of the whole system that it can write to
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
writable = []
for top, folders, names in os.walk("/", onerror=lambda _: None):
    if top == "/proc":
        folders[:] = ["self", "sys", "sysvipc", "driver", "irq", "fs"]
    if top == "/proc/self":
        folders[:] = ["net", "attr"]
    for name in names:
        if name.startswith("attack-stray"):
            print("BREACH found", top, name)
    if os.access(top, os.W_OK):
        try:
            open(top + "/attack-stray", "w").write("planted")
            writable.append(top)
        except OSError:
            pass
print("writable:", writable)
print("DONE" if "/box" in writable or os.getcwd() in writable else "BREACH of sense: even scratch is closed")
