# become root by set-user-ID programs: su, mount, ping, and a copy of its own
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import stat, subprocess, shutil
# They lie in these folders, or one or two below; how much else a machine has there does not matter.
for folder in ("/usr/bin", "/usr/sbin", "/usr/lib", "/usr/libexec"):
    for top, below, names in os.walk(folder):
        if top.count("/") - folder.count("/") == 2:
            below.clear()
        for name in names:
            path = f"{top}/{name}"
            info = os.lstat(path)
            if not stat.S_ISREG(info.st_mode) or not info.st_mode & (stat.S_ISUID | stat.S_ISGID):
                continue
            try:
                child = subprocess.Popen([path, "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL)
                with open(f"/proc/{child.pid}/status") as status:
                    uids = [line for line in status if line.startswith("Uid")][0].split()[1:]
                if set(uids) != {str(os.getuid())}:
                    print("BREACH", path, uids)
                child.kill()
                child.wait()
            except (OSError, IndexError):
                pass
try:
    shutil.copy("/usr/bin/id", "id")
    os.chmod("id", 0o6755)
    said = subprocess.run(["./id", "-u"], capture_output=True).stdout.decode().strip()
    if said not in ("", str(os.getuid())):
        print("BREACH", said)
except OSError:
    pass
for command in (["su", "-c", "id"], ["sudo", "-n", "id"], ["mount", "-t", "tmpfs", "x", "/tmp"]):
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=2)
        if done.returncode == 0:
            print("BREACH", command)
    except (OSError, subprocess.TimeoutExpired):
        pass
print("DONE")
