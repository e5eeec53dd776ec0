# end at odd places: while its result is written, in a thread, a handler, a finaliser; that is its end
import atexit
import os
import signal
import sys
import threading

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


class Odd(list):
    def __iter__(self):
        signal.raise_signal(signal.SIGTERM)
        raise SystemExit(0)

    def __del__(self):
        os._exit(0)

    __len__ = __hash__ = __repr__ = __str__ = __iter__


atexit.register(os.write, 3, b"late\n")
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))


def f(_):
    print("DONE", flush=True)
    threading.Thread(target=os._exit, args=(0,), daemon=True).start()
    return Odd([1])
