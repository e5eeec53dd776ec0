# print bytes that are not UTF-8, and zeros
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
sys.stdout.buffer.write(b"\xff\xfe\xc3\x28\xed\xa0\x80\xf8\x88" + bytes(range(256)) + b"\0\0\0\nDONE\n")
sys.stderr.buffer.write(b"\xff\0\xc0\xaf")
