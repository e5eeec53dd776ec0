# leave a background shell with closed pipes, by nohup and setsid
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import subprocess
for start in (["setsid", "sleep", "1000"], ["nohup", "sleep", "1000"], ["sh", "-c", "(sleep 1000 &) &"]):
    subprocess.Popen(start, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                     start_new_session=True)
print("DONE")
