# leave a daemon that holds every pipe open, so that the judge waits for its end
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            time.sleep(1)
            os.write(1, b".")
    os._exit(0)
os.wait()
print("DONE")
