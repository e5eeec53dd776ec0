# send datagrams to a server on loopback, to broadcast and multicast
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import socket
facts = dict(line.rstrip("\n").split(" ", 1) for line in sys.stdin)
for address in ("127.0.0.1", "255.255.255.255", "224.0.0.1"):
    try:
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        s.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        s.sendto(b"secret", (address, int(facts["port"])))
        print("BREACH", address)
    except OSError as error:
        print(error)
print("DONE")
