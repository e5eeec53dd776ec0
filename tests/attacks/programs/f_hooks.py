# leave hooks of the interpreter: traces, profiles, audits, finalizers, callbacks of the collector, exits
import atexit
import gc
import os
import sys
import threading
import weakref

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
if sys.gettrace() or sys.getprofile() or hasattr(gc, "attacked") or "attacked" in sys.modules:
    print("BREACH hooks have survived")
gc.attacked = sys.modules["attacked"] = True


def forge(*_):
    for fd in range(4, 64):
        try:
            os.write(fd, b"FORGED\n")
        except OSError:
            pass


class Late:
    def __del__(self, forge=forge):
        forge()


def f(_):
    found = [o for o in gc.get_objects() if isinstance(o, bytes | str) and "secret-" in repr(o)]
    if found:
        print("BREACH", found)
    sys.settrace(lambda *_: forge)
    threading.setprofile(forge)
    sys.addaudithook(lambda *_: None)
    gc.callbacks.append(forge)
    gc.set_threshold(1)
    atexit.register(forge)
    os.register_at_fork(before=forge, after_in_parent=forge, after_in_child=forge)
    sys.unraisablehook = sys.excepthook = threading.excepthook = forge
    weakref.finalize(sys.modules["os"], forge)
    sys.late = Late()
    sys.late.own = sys.late
    sys.settrace(None)
    print("DONE", flush=True)
    return 1
