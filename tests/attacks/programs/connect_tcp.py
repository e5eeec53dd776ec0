# connect to a server on loopback and on every other address of the machine
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import socket
facts = dict(line.rstrip("\n").split(" ", 1) for line in sys.stdin)
for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"), (socket.AF_INET, "0.0.0.0"),
                        (socket.AF_INET6, "::ffff:127.0.0.1"), (socket.AF_INET, "10.0.0.1")):
    try:
        s = socket.socket(family, socket.SOCK_STREAM)
        s.settimeout(0.3)
        print("BREACH socket", family)
        s.connect((address, int(facts["port"])))
        print("BREACH connected", address)
    except OSError as error:
        print(error)
try:
    print("BREACH", socket.getaddrinfo("example.com", 80))
except OSError as error:
    print(error)
print("DONE")
