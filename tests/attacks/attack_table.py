"""The attacks: what each tries, what stops it, and the expected result.

A program in ``programs/`` says on its first line what it tries. It prints ``BREACH`` and a word for
whatever works that should not, and ``DONE`` when it has tried everything. It does nothing unless
``ATTACK_IN_SANDBOX`` is in its environment, which only the harness puts there.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from judge.model import Ended, Kind, Limits

PROGRAMS = Path(__file__).parent / "programs"

#: Time is plenty: what ends by itself must not depend on how fast or how busy the machine is.
SMALL = Limits(
    cpu_s=10.0,
    memory_mib=64,
    output_bytes=2**20,
    stderr_bytes=4096,
    processes=32,
    disk_mib=8,
    wall_override_s=60.0,
)
#: Virtual machines reserve much more than they use, and start many threads.
LANGUAGE = replace(SMALL, memory_mib=512, processes=128)
#: For what would wait for ever: its end is the wall limit.
WAITING = replace(SMALL, wall_override_s=0.4)
#: For what goes through folders of the machine, however large they are and cold its disk is.
WALKING = replace(SMALL, cpu_s=120.0, wall_override_s=240.0)
#: For what would compute for ever: its end is the CPU limit, reached well before the wall limit.
SPINNING = replace(SMALL, cpu_s=0.2)
#: node alone takes 50 MiB and a dozen threads. Under landlock the tasks of other tests count, where
#: they run as the same user.
NODE = replace(SMALL, memory_mib=192, processes=128)
#: What a compiler may use here; the judge's own limits are wider.
COMPILING = Limits(
    cpu_s=0.5,
    memory_mib=256,
    output_bytes=4 * 2**20,
    stderr_bytes=4096,
    processes=32,
    disk_mib=32,
    wall_override_s=8.0,
)

#: For a compiler that loads much before it runs code of the source.
LARGE_COMPILER = replace(COMPILING, cpu_s=30.0, memory_mib=1024, wall_override_s=120.0)


class Guard(Enum):
    """What stops an attack: in the layer `bubblewrap`, and in `landlock`."""

    FILES = ("a mount namespace without the file", "Landlock's rules on files")
    PROCESSES = ("a separate PID namespace", "seccomp and Landlock's scopes")
    NETWORK = ("an empty network namespace and seccomp", "seccomp")
    CALLS = ("seccomp", "seccomp")
    IDENTITY = ("no capabilities, no_new_privs", "no capabilities, no_new_privs")
    CLEANING = ("the case's PID namespace ends", "the supervisor kills the tree")
    SCRATCH = ("a new tmpfs for each case", "Landlock's rules on files")
    READ_ONLY = ("read-only mounts", "Landlock's rules on files")
    DISK = ("a tmpfs of limited size, RLIMIT_FSIZE", "Landlock's rules on files, RLIMIT_FSIZE")
    OUTPUT = ("a limit while it is read", "a limit while it is read")
    MEMORY = ("the memory limit of the tree", "the memory limit of the tree")
    COUNT = (
        "a control group, and RLIMIT_NPROC of a separate user",
        "a control group, and RLIMIT_NPROC",
    )
    CPU = ("the CPU limit of the tree", "the CPU limit of the tree")
    WALL = ("the wall limit", "the wall limit")
    LIMITS = ("hard resource limits", "hard resource limits")
    COMPILER = ("the compiler runs in the same sandbox", "the compiler runs in the same sandbox")
    CHANNEL = ("one process and one reply for each case", "one process and one reply for each case")

    def of(self, layer: str) -> str:
        """What stops it in that layer."""
        return self.value[layer == "landlock"]


class Attack(Struct, frozen=True):
    """One hostile source and its expected result.

    ``ends``: how each of its runs may end. ``says``: what standard output must hold where the run
    ended by itself. ``never``: what nothing that comes back may hold. ``result``: what the reply
    of a function must be, exactly. ``send``: that many bytes of input instead of the facts.
    ``any_status``: it may fail by its own doing.
    ``times``: runs in one session. ``open_in``: the layers in which it still succeeds, and why.
    """

    file: str
    guard: Guard
    ends: frozenset[Ended] = frozenset({Ended.EXITED})
    says: tuple[bytes, ...] = (b"DONE",)
    never: tuple[bytes, ...] = (b"BREACH",)
    result: bytes | None = None
    kind: Kind = Kind.PROGRAM
    compiles: bool = True
    limits: Limits = SMALL
    send: int | None = None
    any_status: bool = False
    times: int = 1
    open_in: Mapping[str, str] = field(default_factory=dict)
    slow: bool = False

    @property
    def name(self) -> str:
        return self.file.replace(".", "_")

    @property
    def path(self) -> Path:
        return PROGRAMS / self.file

    @property
    def tries(self) -> str:
        """The first line of the program without the comment signs."""
        first = self.path.read_text(encoding="utf-8", errors="replace").splitlines()[0]
        return first.removeprefix("(*").removesuffix("*)").strip("/*#- ")


EXITED = frozenset({Ended.EXITED})
SIGNALLED = frozenset({Ended.SIGNALLED})
CPU = frozenset({Ended.CPU_LIMIT})
WALL = frozenset({Ended.WALL_LIMIT})
MEMORY = frozenset({Ended.MEMORY_LIMIT})
OUTPUT = frozenset({Ended.OUTPUT_LIMIT})


def _function(file: str, guard: Guard = Guard.CHANNEL, **more: object) -> Attack:
    limits = NODE if file.endswith(".js") else SMALL
    return replace(Attack(file, guard, kind=Kind.FUNCTION, limits=limits), **more)  # type: ignore[arg-type]


def _compile(file: str, guard: Guard = Guard.COMPILER) -> Attack:
    return Attack(file, guard, compiles=False, limits=COMPILING)


REAPED = "the kernel does not count the CPU time of children that nobody waits for"

BUBBLEWRAP = ("bubblewrap-root", "bubblewrap-user")
LANDLOCK = ("landlock-root", "landlock-user")
EVERYWHERE = (*BUBBLEWRAP, *LANDLOCK)


def _open(reason: str, *places: str) -> Mapping[str, str]:
    return dict.fromkeys(places, reason)


READING = (
    Attack("read_answer.py", Guard.FILES),
    Attack("read_answer.c", Guard.FILES),
    Attack("read_answer.js", Guard.FILES, limits=NODE),
    Attack("read_accounts.py", Guard.FILES),
    Attack("read_environment.py", Guard.PROCESSES),
    Attack("read_processes.py", Guard.PROCESSES, limits=WALKING),
    Attack("read_devices.c", Guard.FILES),
    Attack("read_descriptors.c", Guard.PROCESSES),
    Attack("read_mounts.py", Guard.FILES),
    Attack("watch_files.c", Guard.CALLS),
    Attack("tamper_host.py", Guard.FILES),
    Attack("write_read_only.c", Guard.FILES, times=2),
    Attack("loader_variables.py", Guard.FILES),
)

NETWORK = (
    Attack("connect_tcp.py", Guard.NETWORK),
    Attack("connect_tcp.js", Guard.NETWORK, limits=NODE),
    Attack("connect_tcp.c", Guard.NETWORK),
    Attack("send_udp.py", Guard.NETWORK),
    Attack("unix_socket.py", Guard.NETWORK),
    Attack("abstract_socket.c", Guard.NETWORK),
    Attack("socket_families.c", Guard.NETWORK),
    Attack("list_interfaces.c", Guard.CALLS),
    Attack("foreign_calls.c", Guard.CALLS, ends=SIGNALLED | EXITED, says=()),
    Attack("x32_calls.c", Guard.CALLS),
)

PROCESSES = (
    Attack("fork_bomb.c", Guard.COUNT, ends=CPU | WALL | MEMORY, limits=SPINNING, times=5),
    Attack("fork_bomb.py", Guard.COUNT, ends=CPU | WALL | MEMORY, limits=SPINNING),
    Attack("fork_count.c", Guard.COUNT),
    Attack("threads.c", Guard.COUNT),
    Attack("threads.py", Guard.COUNT),
    Attack("daemon_double_fork.c", Guard.CLEANING, times=2),
    Attack("daemon_held.py", Guard.CLEANING, times=2),
    Attack("daemon_closed.py", Guard.CLEANING, times=2),
    Attack("daemon.js", Guard.CLEANING, limits=NODE, times=2),
    Attack("daemon_relay.c", Guard.CLEANING, limits=WAITING, ends=WALL | EXITED, says=()),
    Attack("ignore_signals.py", Guard.WALL, ends=WALL, limits=WAITING),
    Attack("kill_all.c", Guard.PROCESSES),
    Attack("kill_supervisor.c", Guard.PROCESSES),
    Attack("kill_supervisor.py", Guard.PROCESSES),
    Attack("stop_itself.c", Guard.WALL, ends=WALL, limits=WAITING),
    Attack("stopped_child.c", Guard.WALL, ends=WALL, limits=WAITING),
    Attack("orphans.c", Guard.CLEANING),
    Attack("trace_supervisor.c", Guard.CALLS),
    Attack("forge_descriptors.py", Guard.PROCESSES, never=(b"BREACH", b"FORGED")),
    Attack("forge_reply.c", Guard.PROCESSES, never=(b"BREACH", b"FORGED")),
    Attack("forge_pipes.py", Guard.PROCESSES),
    Attack("signal_by_pipe.c", Guard.PROCESSES),
    Attack("odd_names.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("lying_names.c", Guard.PROCESSES),
    Attack("process_descriptors.c", Guard.CALLS),
    Attack("exit_signals.c", Guard.PROCESSES, times=2),
    Attack("facts_of_others.c", Guard.PROCESSES),
    Attack("clone_flags.c", Guard.CALLS),
    # On a busy machine it may have forked too often before it ends.
    Attack("fork_while_ending.c", Guard.CLEANING, ends=EXITED | MEMORY, times=3),
    Attack("vfork_wait.c", Guard.WALL, ends=WALL, limits=WAITING),
    Attack("huge_arguments.c", Guard.LIMITS, ends=MEMORY | EXITED),
    Attack("odd_executables.c", Guard.FILES),
)

RESOURCES = (
    Attack("fill_disk.py", Guard.DISK),
    Attack("million_files.c", Guard.DISK),
    Attack("sparse_file.c", Guard.DISK),
    Attack("big_file.c", Guard.DISK, ends=SIGNALLED | EXITED, says=()),
    Attack("print_stdout.c", Guard.OUTPUT, ends=OUTPUT),
    Attack("print_stderr.c", Guard.OUTPUT, ends=OUTPUT),
    # While the machine is busy all eight children are there before the limit is reached.
    Attack("print_children.py", Guard.OUTPUT, ends=OUTPUT, limits=NODE),
    Attack("print_stdout.js", Guard.OUTPUT, ends=OUTPUT, limits=NODE),
    Attack("long_line.c", Guard.OUTPUT, ends=OUTPUT),
    Attack("print_everywhere.c", Guard.OUTPUT, ends=OUTPUT),
    Attack("kernel_objects.c", Guard.LIMITS, ends=MEMORY | EXITED),
    Attack("memory_at_once.c", Guard.MEMORY, ends=MEMORY),
    Attack("memory_at_once.py", Guard.MEMORY, ends=MEMORY),
    Attack("memory_slowly.py", Guard.MEMORY, ends=MEMORY),
    Attack("memory_slowly.js", Guard.MEMORY, ends=MEMORY, limits=NODE),
    Attack("memory_buffers.js", Guard.MEMORY, ends=MEMORY, limits=NODE),
    Attack("memory_shared.c", Guard.CALLS, ends=MEMORY | EXITED),
    Attack("memory_shm_open.c", Guard.DISK, ends=MEMORY | SIGNALLED | EXITED, says=()),
    Attack("memory_memfd.c", Guard.CALLS),
    Attack("memory_sysv.c", Guard.CALLS),
    Attack("memory_many.c", Guard.MEMORY, ends=MEMORY),
    Attack("memory_stack.c", Guard.MEMORY, ends=MEMORY | SIGNALLED, says=()),
    Attack("memory_unmapped.c", Guard.CALLS, ends=MEMORY | EXITED),
    Attack("memory_no_leader.c", Guard.MEMORY, ends=MEMORY),
    Attack("memory_page_tables.c", Guard.LIMITS, ends=MEMORY | EXITED),
    Attack("memory_pipes.c", Guard.MEMORY, ends=MEMORY | EXITED),
    Attack("memory_sockets.c", Guard.MEMORY, ends=MEMORY | EXITED),
    # Where the kernel ends one of its processes, the others wait for it.
    Attack(
        "memory_tables_many.c",
        Guard.MEMORY,
        ends=MEMORY,
        limits=replace(SMALL, wall_override_s=8.0),
    ),
    Attack("memory_pipes_many.c", Guard.MEMORY, ends=MEMORY | EXITED),
    Attack("memory_unseen.c", Guard.MEMORY, ends=MEMORY | EXITED),
    Attack("memory_brief.c", Guard.MEMORY, ends=MEMORY),
    Attack(
        "memory_populate.c",
        Guard.MEMORY,
        ends=MEMORY,
        limits=replace(SMALL, wall_override_s=8.0),
    ),
    Attack("circular_sockets.c", Guard.CLEANING, times=2),
    Attack("huge_pages.c", Guard.CALLS),
    Attack("sleep.py", Guard.WALL, ends=WALL, limits=WAITING),
    Attack("sleep.js", Guard.WALL, ends=WALL, limits=replace(NODE, wall_override_s=0.6)),
    Attack("spin.py", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("spin_threads.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("spin_children.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack(
        "spin_unseen.c",
        Guard.CPU,
        ends=CPU,
        limits=replace(SPINNING, cpu_s=0.05, wall_override_s=2.0),
        open_in=_open(REAPED, "bubblewrap-user", "landlock-user"),
    ),
    Attack("spin_behind.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("spin_no_leader.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("spin_deaf.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("spin_exec.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("spin_vfork.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("fault_for_ever.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("timer_storm.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("kernel_time.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("spin_signal_handlers.c", Guard.CPU, ends=CPU, limits=SPINNING),
    Attack("wasm_spin.js", Guard.CPU, ends=CPU, limits=replace(NODE, cpu_s=0.5)),
    Attack("wasm_memory.js", Guard.MEMORY, ends=MEMORY, limits=NODE),
    Attack("crash_storm.c", Guard.LIMITS, times=2),
    Attack("raise_limits.c", Guard.LIMITS),
    Attack("pending_signals.c", Guard.LIMITS),
    Attack("priorities.c", Guard.IDENTITY),
    Attack("lower_priority.c", Guard.CALLS),
    Attack("core_dump.c", Guard.LIMITS, ends=SIGNALLED, says=()),
    Attack("crash_handler.c", Guard.LIMITS, ends=SIGNALLED, says=()),
)

STREAMS = (
    Attack("close_stdin.c", Guard.OUTPUT, send=8 * 2**20),
    Attack("never_read.py", Guard.OUTPUT, send=8 * 2**20),
    Attack("never_read_forever.c", Guard.WALL, ends=WALL, send=8 * 2**20, limits=WAITING),
    Attack("read_slowly.py", Guard.OUTPUT, send=8 * 2**20),
    Attack("close_all.c", Guard.OUTPUT, says=()),
    Attack("change_streams.c", Guard.CALLS),
    Attack("hold_streams.c", Guard.CLEANING, times=2),
    Attack("invalid_text.py", Guard.OUTPUT, says=(b"\xff\xfe\xc3\x28\xed", b"\0\0\0\nDONE")),
    Attack("terminal_text.py", Guard.OUTPUT),
)

FOLDERS = (
    Attack("plant_links.py", Guard.SCRATCH, times=2),
    Attack("plant_devices.c", Guard.IDENTITY),
    Attack("plant_odd_entries.c", Guard.SCRATCH, times=2),
    Attack("renamed_files.c", Guard.FILES, times=2),
    Attack("deep_folders.py", Guard.SCRATCH, times=2),
    Attack("closed_folders.c", Guard.SCRATCH, times=2),
    Attack("overwrite_source.py", Guard.READ_ONLY, times=2),
    Attack("overwrite_source.js", Guard.READ_ONLY, limits=NODE, times=2),
    Attack("overwrite_artifact.c", Guard.READ_ONLY, times=2),
    Attack("keep_files.py", Guard.SCRATCH, times=2),
    Attack("keep_kernel.c", Guard.CALLS, times=2),
    Attack("keep_settings.py", Guard.READ_ONLY, times=2),
    Attack("keep_numbers.c", Guard.PROCESSES, times=2),
    Attack("keep_inodes.c", Guard.READ_ONLY, times=2),
    Attack("keep_process.py", Guard.CLEANING, times=2),
    Attack("keep_counters.c", Guard.PROCESSES, times=2),
    Attack("keep_cache.c", Guard.CALLS, times=2),
    Attack("keep_read_times.c", Guard.READ_ONLY, times=2),
    Attack("keep_scratch_times.c", Guard.SCRATCH, times=2),
    Attack("keep_clocks.c", Guard.CALLS, times=2),
    Attack("keep_nameless_files.c", Guard.CALLS, times=2),
    Attack("keep_cookies.c", Guard.CALLS, times=2),
    Attack("keep_terminal.py", Guard.SCRATCH, times=2),
    Attack("keep_device_times.c", Guard.READ_ONLY),
    Attack("keep_mount_order.py", Guard.SCRATCH, times=3),
    Attack("keep_resolver.c", Guard.CHANNEL, times=3),
    Attack("host_memory.c", Guard.PROCESSES, times=3),
)

KERNEL = (
    Attack("mount.c", Guard.CALLS),
    Attack("terminal_requests.c", Guard.CALLS),
    Attack("control_groups.py", Guard.FILES),
    Attack("namespaces.c", Guard.CALLS),
    Attack("unknown_calls.c", Guard.CALLS),
    Attack("file_requests.c", Guard.CALLS),
    Attack("rare_operations.c", Guard.CALLS),
    Attack("new_attributes.c", Guard.CALLS),
    Attack("lock_files.c", Guard.CALLS),
    Attack("out_of_band.c", Guard.CALLS),
    Attack("async_contexts.c", Guard.CALLS),
    Attack("keyrings.c", Guard.CALLS),
    Attack("bpf_perf.c", Guard.CALLS),
    Attack("io_uring.c", Guard.CALLS),
    Attack("userfaultfd.c", Guard.CALLS),
    Attack("personality.c", Guard.CALLS),
    Attack("system.c", Guard.CALLS),
    Attack("loosen_filter.c", Guard.CALLS),
    Attack("become_root.c", Guard.IDENTITY),
    Attack("setuid_programs.py", Guard.IDENTITY, limits=WALKING),
    Attack("write_settings.py", Guard.IDENTITY),
)

FUNCTIONS = (
    _function("f_builtins.py", times=2, any_status=True),
    _function("f_stdout.py", times=2, says=(), any_status=True),
    _function("f_system.py", times=2, says=(), any_status=True),
    _function("f_frames.py"),
    _function("f_reply_itself.py", says=(), result=b"forged"),
    _function("f_reply_twice.py", says=()),
    _function("f_exit.py", says=(), result=b""),
    _function("f_odd_ends.py", times=2, never=(b"BREACH", b"late"), any_status=True),
    _function("f_process_state.py", times=3, result=b"1\n"),
    _function("f_register_at_fork.py", times=2, result=b"1\n"),
    _function("f_stdin_kept.py", times=3, result=b"1\n"),
    _function("f_child_holds.py", result=b"1\n"),
    _function("f_left_threads.py", times=2, result=b"1\n"),
    _function("f_endless.py", Guard.CPU, ends=MEMORY | CPU, limits=SPINNING),
    _function("f_flood.py", Guard.OUTPUT, ends=OUTPUT),
    _function("f_overwrite_host.py", Guard.READ_ONLY, times=2, result=b"1\n"),
    _function("f_priority.py", Guard.CALLS, times=2),
    _function("f_group.py", Guard.PROCESSES, times=2, any_status=True),
    _function("f_numbers.py", Guard.PROCESSES, times=4, result=b"1\n"),
    _function("f_signals.py", Guard.PROCESSES, times=3, result=b"1\n"),
    _function("f_prototypes.js", times=2, any_status=True),
    _function("f_numbers.js", Guard.PROCESSES, times=4, result=b"1\n"),
    _function("f_signals.js", Guard.PROCESSES, times=3, result=b"1\n"),
    _function(
        "f_debugger.js", Guard.PROCESSES, times=3, any_status=True, never=(b"BREACH", b"nspector")
    ),
    _function("f_reply_itself.js", says=(), result=b"forged"),
    _function("f_exit.js", says=(), result=b""),
    _function("f_child_holds.js", result=b"1\n"),
    _function("f_endless.js", Guard.CPU, ends=MEMORY | CPU, limits=replace(NODE, cpu_s=0.5)),
    _function("f_flood.js", Guard.OUTPUT, ends=OUTPUT),
    _function("f_globals.js", times=2),
    _function("f_take_over.js", times=2, says=(), any_status=True),
    _function("f_kept_descriptors.js", times=2, result=b"1\n"),
    _function("f_memory.py", Guard.PROCESSES, times=2, result=b"1\n"),
    _function("f_hooks.py", times=3, any_status=True),
    _function("f_settings.py", Guard.PROCESSES, times=3, says=()),
    _function(
        "f_late_reply.py", times=3, says=(), result=b"1\n", limits=replace(SMALL, memory_mib=256)
    ),
    _function("f_twice.py", times=2, says=()),
    _function("f_long_call.py", Guard.CPU, ends=CPU | MEMORY, limits=SPINNING),
    _function(
        "f_odd_results.py",
        Guard.MEMORY,
        ends=MEMORY | CPU | OUTPUT | EXITED,
        says=(),
        any_status=True,
        limits=SPINNING,
    ),
    _function("f_binding.js", Guard.PROCESSES, times=2, any_status=True),
    _function("f_worker.js", times=2, says=(), any_status=True),
    _function("f_wait.js", Guard.WALL, ends=WALL, limits=replace(NODE, wall_override_s=0.6)),
    _function(
        "f_odd_results.js",
        Guard.MEMORY,
        ends=MEMORY | CPU | OUTPUT | EXITED,
        says=(),
        any_status=True,
        limits=replace(NODE, cpu_s=0.5),
    ),
    _function(
        "f_endless_promise.js", Guard.CPU, ends=CPU | MEMORY, limits=replace(NODE, cpu_s=0.5)
    ),
    _function("f_run_queue.py", Guard.PROCESSES, times=3),
    _function("f_run_queue.js", Guard.PROCESSES, times=3),
    _function("f_addon.js", times=2, says=(), any_status=True),
    _function("f_inherit.py", Guard.PROCESSES, times=2),
    _function("f_inherit.js", Guard.PROCESSES, times=2),
)

#: The same attempts in languages with ways of their own to files, processes and the network.
LANGUAGES = (
    Attack("every_way.pl", Guard.FILES),
    Attack("every_way.rb", Guard.FILES, limits=LANGUAGE),
    Attack("EveryWay.java", Guard.FILES, limits=LANGUAGE),
    Attack("every_way.sh", Guard.FILES),
    Attack("every_way.php", Guard.FILES, limits=LANGUAGE),
    Attack("every_way.go", Guard.FILES, limits=LANGUAGE),
    Attack("every_way.lua", Guard.FILES),
    Attack("every_way.awk", Guard.FILES),
    Attack("every_way.sql", Guard.FILES, any_status=True),
)

COMPILING_ATTACKS = (
    _compile("c_include_zero.c"),
    _compile("c_include_secret.c", Guard.FILES),
    _compile("c_incbin.c", Guard.FILES),
    _compile("c_environment.c", Guard.PROCESSES),
    _compile("c_include_itself.c"),
    _compile("c_macros.c"),
    _compile("c_errors.c"),
    _compile("c_array.c"),
    _compile("c_templates.cpp"),
    _compile("c_constexpr.cpp"),
    _compile("rust_include_secret.rs", Guard.FILES),
    _compile("rust_constants.rs"),
    replace(_compile("haskell_template.hs", Guard.FILES), limits=LARGE_COMPILER),
    replace(_compile("haskell_leave.hs", Guard.FILES), limits=LARGE_COMPILER, slow=True),
    replace(_compile("nim_exec.nim", Guard.FILES), limits=LARGE_COMPILER, slow=True),
    replace(_compile("nim_plant.nim", Guard.FILES), limits=LARGE_COMPILER, slow=True),
    _compile("rust_environment.rs", Guard.FILES),
    replace(_compile("go_embed.go", Guard.FILES), limits=LARGE_COMPILER, slow=True),
    replace(_compile("ts_references.ts", Guard.FILES), limits=LARGE_COMPILER, slow=True),
    replace(_compile("java_processor.java", Guard.FILES), limits=LARGE_COMPILER, slow=True),
    _compile("ocaml_functors.ml"),
    _compile("c_lines.c", Guard.FILES),
    _compile("c_assembler.c"),
    _compile("cpp_instances.cpp"),
)

ATTACKS: tuple[Attack, ...] = (
    *READING,
    *NETWORK,
    *PROCESSES,
    *RESOURCES,
    *STREAMS,
    *FOLDERS,
    *KERNEL,
    *FUNCTIONS,
    *LANGUAGES,
    *COMPILING_ATTACKS,
)
