# search the host's frames, objects and modules for answers and for other cases
import gc
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    frame, seen = sys._getframe(), []
    while frame:
        seen += [repr(v)[:2000] for v in frame.f_locals.values()]
        frame = frame.f_back
    seen += [o for o in gc.get_objects() if isinstance(o, str)]
    for text in seen:
        if "secret-" in text and "in text" not in text:
            print("BREACH", text[:200])
    if os.path.basename(sys.argv[0]) != "python_host.py":
        print("another host", sys.argv)
    for name in sys.modules:
        if name.split(".")[0] in ("judge", "multiprocess", "psutil"):
            print("BREACH the judge's module", name)
    print("DONE")
    return 1
