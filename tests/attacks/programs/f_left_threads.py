# leave threads, processes and pools that nobody ends, so that its interpreter waits for them
import multiprocessing
import os
import subprocess
import sys
import threading

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    subprocess.Popen(["/bin/sh", "-c", "sleep 1000 & sleep 1000"], start_new_session=True)
    multiprocessing.get_context("fork").Process(target=threading.Event().wait).start()
    threading.Thread(target=threading.Event().wait).start()
    print("DONE")
    return 1
