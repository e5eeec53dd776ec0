# allocate 20 GB at once from Python
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import mmap
print("BREACH", len(bytearray(b"x") * (20 << 30)))
