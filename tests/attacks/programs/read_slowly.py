# read a byte of its input now and then, and end before its end
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import time
for _ in range(20):
    os.read(0, 1)
    time.sleep(0.001)
os.close(0)
print("DONE")
