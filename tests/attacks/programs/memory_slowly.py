# allocate 20 GB slowly from Python, in small pieces
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import time
kept = []
while sum(map(len, kept)) < 20 << 30:
    kept.append(b"x" * (1 << 20) + os.urandom(8))
    time.sleep(0.002)
print("BREACH")
