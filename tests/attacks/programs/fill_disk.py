# fill the disk: scratch, /tmp and /dev/shm, also with deleted files that are still open
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
total = 0
for folder in (".", "/tmp", "/dev/shm", "/var/tmp", "/run"):
    held = []
    try:
        for number in range(100):
            path = f"{folder}/attack-stray-{number}"
            held.append(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            os.unlink(path)
            while os.fstat(held[-1]).st_size < 4 << 20:
                total += os.write(held[-1], b"x" * 65536)
    except OSError as error:
        print(folder, error)
# Three folders of 8 MiB each.
print("BREACH" if total > 26 << 20 else "DONE", total >> 20, "MiB")
