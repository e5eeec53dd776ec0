# write to the settings of the kernel and of processes in procfs
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
roads = ["/proc/sysrq-trigger", "/proc/self/uid_map", "/proc/self/gid_map", "/proc/self/setgroups", "/proc/self/loginuid",
         "/proc/1/oom_score_adj", "/proc/1/comm", "/proc/1/coredump_filter", "/proc/self/attr/current", "/proc/mtrr",
         "/proc/irq/default_smp_affinity", "/proc/self/projid_map", "/proc/1/timens_offsets", "/proc/1/clear_refs",
         "/proc/1/timerslack_ns", "/proc/self/timens_offsets", "/proc/acpi/wakeup", "/proc/1/sched", "/proc/1/autogroup"]
for top, _, names in os.walk("/proc/sys", onerror=lambda _: None):
    roads += [f"{top}/{name}" for name in names]
for path in roads:
    for text in ("0 0 1", "b"):
        try:
            with open(path, "w") as file:
                file.write(text)
            print("BREACH", path)
        except OSError:
            pass
print("DONE")
