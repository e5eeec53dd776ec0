# leave limits, masks, timers, umask, folder, locale, signals and time zone changed for the next call
import os
import resource
import signal
import sys
import time

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    now = (
        os.umask(0o077),
        os.getcwd(),
        resource.getrlimit(resource.RLIMIT_NOFILE)[0],
        resource.getrlimit(resource.RLIMIT_STACK)[0],
        signal.getitimer(signal.ITIMER_REAL)[0] > 0,
        sorted(map(int, signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 64)))),
        signal.getsignal(signal.SIGTERM) == signal.SIG_DFL,
        time.tzname,
        sys.getrecursionlimit(),
        len(os.sched_getaffinity(0)),
        os.sched_getscheduler(0),
        os.getpriority(os.PRIO_PROCESS, 0),
    )
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 5)
    signal.setitimer(signal.ITIMER_PROF, 0.001)
    resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
    resource.setrlimit(resource.RLIMIT_STACK, (65536, 65536))
    os.environ["TZ"] = "Asia/Tokyo"
    time.tzset()
    try:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        os.nice(0)
    except OSError:
        pass
    os.chdir("/usr")
    sys.setrecursionlimit(50)
    return repr(now)
