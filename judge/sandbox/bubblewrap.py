"""The strongest layer: bubblewrap makes the sandbox, the supervisor renews it for every command."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from judge.common.folders import HOSTS
from judge.sandbox.build import supervisor
from judge.sandbox.layer import SandboxUnavailable, Session, View
from judge.sandbox.supervised import ACCOUNT, REFUSALS, SOCKET, SupervisedSession

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
#: What system programs read in addition: the cache of the loader, Debian's alternatives, settings
#: of OpenSSL. None of it is secret. What a language needs in addition is in its ``folders``.
SETTINGS = (
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/ssl/openssl.cnf",
    "/etc/localtime",
)
#: Not ``zero``: a shared mapping of it is memory that no process shows. ``full`` is read like it,
#: and cannot be mapped.
DEVICES = ("null", "full", "random", "urandom")
#: User IDs from 0x10000000: no account of the system has such an ID. Those of validators, which run
#: at the same time, are larger than those of solutions, by more than any PID.
FIRST_UID = 0x10000000
FIRST_VALIDATOR_UID = FIRST_UID + 0x800000
#: bubblewrap, which waits outside, and the supervisor.
OWN_PROCESSES = 2


class Bubblewrap:
    """All namespaces, no network, read-only system, unprivileged user, system call filter."""

    name = "bubblewrap"
    protections = (
        "separate PID, mount, network, IPC and UTS namespaces; as a user also a user namespace",
        "no network, not even the loopback of the host",
        "read-only system; the scratch folder is an empty tmpfs of limited size for every case",
        "unprivileged user without capabilities; no_new_privs",
        "an allow-list of system calls and their operations; no sockets, locks or watches on files",
        "limits on CPU time and memory of the process tree, wall time, output, processes and disk",
    )
    keeps_hosts = True
    hosts_folder = "/hosts"

    def program_folder(self, view: View) -> str:
        return "/program"

    def data_folder(self, view: View) -> str:
        return "/data"

    def open(self, view: View) -> Session:
        program = shutil.which("bwrap")
        if program is None:
            raise SandboxUnavailable("bubblewrap is missing: install the package bubblewrap")
        uid = session_uid(view)
        supervise = ["/supervisor", SOCKET, ACCOUNT, REFUSALS, str(uid), "namespaces"]
        return SupervisedSession([program, *_arguments(view), *supervise], OWN_PROCESSES, uid=uid)


def session_uid(view: View) -> int:
    """As root, a user ID for this session only, so that process limits count only its processes.

    Otherwise the user namespace does that, and 0 means "no change".
    """
    if os.geteuid() != 0:
        return 0
    return (FIRST_UID if view.data is None else FIRST_VALIDATOR_UID) + os.getpid()


def _arguments(view: View) -> list[str]:
    if os.geteuid() == 0:
        identity = ["--cap-drop", "ALL"]
        for capability in ("CAP_SYS_ADMIN", "CAP_SETUID", "CAP_SETGID", "CAP_KILL"):
            identity += ["--cap-add", capability]
    else:
        identity = ["--unshare-user", "--uid", "65534", "--gid", "65534", "--cap-add", "ALL"]
    arguments = [*identity, "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    arguments += [
        "--unshare-cgroup-try",
        "--as-pid-1",
        "--hostname",
        "sandbox",
        "--die-with-parent",
    ]
    arguments += _system(view.toolchains)
    arguments += ["--ro-bind", str(supervisor()), "/supervisor"]
    arguments += ["--ro-bind", str(HOSTS), "/hosts", "--ro-bind", str(view.folder), "/program"]
    if view.data is not None:
        arguments += ["--ro-bind", str(view.data), "/data"]
    # Only /box, which the supervisor mounts, is writable: nothing else may keep a trace.
    arguments += [
        "--proc",
        "/proc",
        "--ro-bind",
        "/proc/sys",
        "/proc/sys",
        "--tmpfs",
        "/dev",
        "--symlink",
        "/box",
        "/dev/shm",
    ]
    for name in DEVICES:
        arguments += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        arguments += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    arguments += ["--symlink", "/proc/self/fd", "/dev/fd", "--symlink", "full", "/dev/zero"]
    arguments += ["--dir", "/box"]
    if not any(folder.is_relative_to("/tmp") for folder in view.toolchains):
        arguments += ["--symlink", "/box", "/tmp"]  # else /tmp holds a toolchain of the host
    return [*arguments, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "--"]


def _system(toolchains: tuple[Path, ...]) -> list[str]:
    arguments: list[str] = []
    for name in SYSTEM:
        path = Path(name)
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), name]
        elif path.is_dir():
            arguments += ["--ro-bind", name, name]
    # Only root may enter the folders that bubblewrap creates implicitly.
    shown = [*map(Path, SETTINGS), *toolchains]
    for folder in sorted({parent for path in shown for parent in path.parents} - {Path("/")}):
        if not folder.is_relative_to("/usr"):
            arguments += ["--perms", "0755", "--dir", str(folder)]
    for path in shown:
        arguments += ["--ro-bind-try", str(path), str(path)]
    return arguments
