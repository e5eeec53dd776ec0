# change, rename, link, extend, delete and mark files of the host
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
facts = dict(line.rstrip("\n").split(" ", 1) for line in sys.stdin)
secret, canary = facts["secret"], facts["canary"]
stray = "attack-stray-" + str(os.getpid())
deeds = {
    "chmod": lambda p: os.chmod(p, 0o777),
    "chown": lambda p: os.chown(p, os.getuid(), os.getgid()),
    "times": lambda p: os.utime(p, (1, 1)),
    "attribute": lambda p: os.setxattr(p, "user.attack", b"1"),
    "truncate": lambda p: os.truncate(p, 0),
    "append": lambda p: open(p, "a").write("x"),
    "rename": lambda p: os.rename(p, p + "2"),
    "rename to": lambda p: os.rename(__file__, p),
    "link": lambda p: os.link(p, p + "3"),
    "link here": lambda p: os.link(p, "here"),
    "symlink": lambda p: os.symlink("/etc/shadow", p + "4"),
    "unlink": os.unlink,
    "rmdir": os.rmdir,
    "folder": lambda p: os.mkdir(p + "5"),
    "inside": lambda p: os.mkdir(p + "/" + stray),
    "bind": lambda p: os.mkfifo(p + "6"),
}
for name, deed in deeds.items():
    for path in (secret, canary, "/etc/passwd", "/etc/hosts", "/usr", "/usr/bin/env", "/"):
        try:
            deed(path)
            print("BREACH", name, path)
        except OSError:
            pass
for folder in ("/var/tmp", "/dev", "/dev/mqueue", "/run", "/run/lock", "/var/lock", "/program", "/hosts",
               os.path.dirname(canary), os.path.dirname(os.path.dirname(canary)) + "/../var/tmp"):
    try:
        open(f"{folder}/{stray}", "w").close()
        print("BREACH", folder)
    except OSError:
        pass
# These places may be writable, but must not be the host's: the harness looks for strays there.
for folder in ("/tmp", "/dev/shm"):
    try:
        open(f"{folder}/{stray}", "w").close()
    except OSError:
        pass
try:
    open(stray, "w").close()
    os.chmod(stray, 0o600)
except OSError:
    pass
print("DONE")
