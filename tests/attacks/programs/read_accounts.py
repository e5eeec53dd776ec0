# read /etc/shadow, /etc/passwd, keys, homes and logs of the host
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import glob
for top in ("", "/proc/1/root", "/proc/self/root"):
    for path in ["/etc/shadow", "/etc/gshadow", "/etc/passwd", "/etc/hostname", "/etc/hosts",
                 "/etc/resolv.conf", "/etc/ssh/sshd_config", "/etc/machine-id", "/etc/environment",
                 "/var/log/dpkg.log", "/var/lib/dpkg/status", "/var/spool/cron"]:
        try:
            print("BREACH", path, open(top + path, "rb").read(80))
        except OSError:
            pass
    for folder in ("/root", "/home", "/var", "/work", "/mnt", "/media", "/srv", "/boot", "/run"):
        try:
            print("BREACH", folder, os.listdir(top + folder)[:5])
        except OSError:
            pass
print("DONE")
