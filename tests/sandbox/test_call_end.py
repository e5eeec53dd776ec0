"""A warm host reports what a call used, and then forks for the next call. That one inherits the
host's memory, so nothing of the report may stay in it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from judge.sandbox import build

#: Prints what the report said of a call, and how many of its numbers are left on the stack.
PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include "call_end.h"

enum { BELOW = 3 * 4096 };
static struct call_report heard;
static char kept[BELOW];

static __attribute__((noinline)) void keep_what_is_below(void) {
    volatile char *here = __builtin_frame_address(0);
    for (int i = 0; i < BELOW; i++) kept[i] = here[i - BELOW];
}

static int found(uint64_t number) {
    int count = 0;
    for (size_t i = 0; i + sizeof number <= sizeof kept; i++)
        if (!memcmp(kept + i, &number, sizeof number)) count++;
    return count;
}

int main(void) {
    int both[2];
    volatile char near[64] = {0};
    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, both);
    const pid_t call = fork();
    if (call == 0) {
        char *block = malloc(50 << 20);
        memset(block, 1, 50 << 20);
        for (volatile int i = 0; i < 30000000; i++) {}
        raise(SIGSEGV);
    }
    end_call(call, both[0]);
    keep_what_is_below();
    (void)near;
    if (read(both[1], &heard, sizeof heard) != sizeof heard) return 1;
    printf("%lu %lu %lu\\n", (unsigned long)heard.wait_status & 127, heard.cpu_ns, heard.peak_kib);
    printf("%d %d\\n", found(heard.cpu_ns), found(heard.peak_kib));
}
"""


@pytest.mark.long
def test_a_hosts_stack_keeps_no_number_of_a_report(tmp_path: Path) -> None:
    source, program = tmp_path / "a.c", tmp_path / "a"
    # The program has no namespace of its own, where kill(-1) would reach nobody else.
    source.write_text(PROGRAM.replace('#include "call_end.h"', '#include "safe.h"'))
    headers = Path(build.__file__).parent
    text = (headers / "call_end.h").read_text()
    assert "kill(-1, SIGKILL)" in text
    (tmp_path / "safe.h").write_text(text.replace("kill(-1, SIGKILL)", "kill(call, 0)"))
    subprocess.run(["cc", "-O2", "-I", headers, "-o", program, source], check=True)
    report, left = subprocess.run(
        [program], stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()
    signal, cpu_ns, peak_kib = map(int, report.split())
    assert signal == 11 and cpu_ns > 0 and peak_kib > 50 * 1024
    assert left == "0 0"


ENDS_A_CALL = """
#include <sys/socket.h>
#include "call_end.h"

int main(void) {
    int both[2];
    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, both);
    const pid_t call = fork();
    if (call == 0) _exit(0);
    return end_call(call, both[0]);
}
"""


@pytest.mark.skipif(not shutil.which("bwrap"), reason="install bubblewrap")
def test_a_host_without_a_namespace_of_its_own_kills_nobody_else(tmp_path: Path) -> None:
    source, program = tmp_path / "a.c", tmp_path / "a"
    source.write_text(ENDS_A_CALL)
    headers = Path(build.__file__).parent
    subprocess.run(["cc", "-O2", "-I", headers, "-o", program, source], check=True)
    # If it did, it would reach what is in this namespace, not the machine.
    script = f"sleep 60 & {program} && kill $! && echo spared"
    words = [
        "bwrap",
        "--unshare-pid",
        "--dev-bind",
        "/",
        "/",
        "--proc",
        "/proc",
        "sh",
        "-c",
        script,
    ]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, timeout=600)
    assert done.stdout == "spared\n"
