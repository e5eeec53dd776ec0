# never read its input while eight megabytes are sent, and end
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import time
time.sleep(0.05)
print("DONE")
