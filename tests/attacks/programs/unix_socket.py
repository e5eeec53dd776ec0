# connect to a Unix socket of the host by its path, by a link, and by a datagram from a socket pair
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import socket
facts = dict(line.rstrip("\n").split(" ", 1) for line in sys.stdin)
try:
    os.symlink(facts["socket"], "link")
except OSError:
    pass
for path in (facts["socket"], facts["socket"] + ".datagram", "link", "/proc/1/root" + facts["socket"], "/run/dbus/system_bus_socket",
             "/run/systemd/journal/socket", "/dev/log", "/var/run/docker.sock"):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        try:
            s = socket.socket(socket.AF_UNIX, kind)
            s.connect(path)
            print("BREACH", path)
        except OSError:
            pass
        try:
            a, b = socket.socketpair(socket.AF_UNIX, kind)
            a.sendto(b"secret", path)
            if kind == socket.SOCK_DGRAM:
                print("BREACH pair", path)
        except OSError:
            pass
try:
    s = socket.socket(socket.AF_UNIX)
    s.bind("mine")
    print("BREACH bind")
except OSError:
    pass
print("DONE")
