# keep state in settings of the kernel, and look for it in the next case
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
for top, _, names in os.walk("/proc/sys", onerror=lambda _: None):
    for name in names:
        path = f"{top}/{name}"
        try:
            old = open(path).read().split()
            if old == ["4711"]:
                print("BREACH found", path)
            if len(old) == 1 and old[0].isdigit():
                with open(path, "w") as file:
                    file.write("4711")
        except OSError:
            pass
print("DONE")
