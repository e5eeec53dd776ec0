# keep a bit in the order of the mounts: whether an earlier case has touched the scratch folder
import os

if os.environ.get("ATTACK_IN_SANDBOX"):
    try:
        with open("/proc/self/mountinfo") as file:
            places = [line.split()[4] for line in file]
    except OSError:
        places = []
    # An interpreter that serves several cases has a procfs of its own. The folder is mounted before
    # that, unless a case has touched it: then it is mounted anew, and is the last one.
    if places and places[-1] != "/box":
        print("BREACH the scratch folder has not been mounted anew:", places[-3:])
    if os.path.isdir("/box"):
        with open("/box/touched", "w") as file:
            file.write("x")
    print("DONE")
