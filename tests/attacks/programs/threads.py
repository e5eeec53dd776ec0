# start 10,000 threads from Python
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import threading, time
threading.stack_size(65536)
made = 0
try:
    for _ in range(10000):
        threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
        made += 1
except (RuntimeError, MemoryError):
    pass
print("BREACH" if made > 32 else "DONE", made, flush=True)
os._exit(0)
