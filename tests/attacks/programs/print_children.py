# print 2 GB from children, a little from each, after their parent has ended
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import time
for _ in range(8):
    if os.fork() == 0:
        for _ in range(4096):
            os.write(1, b"x" * 65536)
        os._exit(0)
time.sleep(5)
print("BREACH all printed", file=sys.stderr)
