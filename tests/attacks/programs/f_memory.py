# reach the host's memory: process_vm_readv, ptrace, /proc/*/mem, and patch the code that both share
import ctypes
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
libc = ctypes.CDLL(None, use_errno=True)
text = ctypes.c_char_p(b"attacked")
if getattr(sys.flags, "attacked", False) or os.environ.get("ATTACKED"):
    print("BREACH kept")


def f(_):
    class Piece(ctypes.Structure):
        _fields_ = [("at", ctypes.c_void_p), ("size", ctypes.c_size_t)]

    room = ctypes.create_string_buffer(8)
    mine = Piece(ctypes.addressof(room), 8)
    theirs = Piece(id(sys), 8)
    for pid in (1, os.getppid()):
        if pid == os.getpid():
            continue
        for call in (310, 311):
            if libc.syscall(call, pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0) > 0:
                print("BREACH call", call, pid)
        if libc.ptrace(16, pid, 0, 0) == 0:
            print("BREACH traced", pid)
        for name in ("mem", "maps", "environ", "auxv", "stack", "syscall", "pagemap", "clear_refs"):
            for mode in ("rb", "r+b"):
                try:
                    with open(f"/proc/{pid}/{name}", mode) as file:
                        if name != "mem" and file.read(1):
                            print("BREACH", name, pid)
                except (OSError, ValueError):
                    pass
    # What is written here must be a copy: the host's next fork has the unchanged one.
    libc.setenv(b"ATTACKED", b"1", 1)
    ctypes.memset(id(sys.flags) + 16, 0xFF, 8)
    page = ctypes.cast(libc.getpid, ctypes.c_void_p).value & -4096
    libc.mprotect(ctypes.c_void_p(page), 4096, 7)
    os.write(1, b"DONE\n")
    return 1
