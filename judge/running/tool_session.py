"""A compiler or another tool of the judge, in a sandbox: no solution, with limits of its own."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing

from msgspec.structs import replace

from judge.checking.ending import overload
from judge.common import interrupts
from judge.model import Ended, Execution, Limits, PackageLimits
from judge.running.compiled_program import ARTIFACT
from judge.sandbox.layer import (
    ENVIRONMENT,
    Command,
    Layer,
    MachineOverloaded,
    SandboxDied,
    SandboxUnavailable,
    Session,
    View,
)

COMPILE_LIMITS = Limits(
    cpu_s=60,
    memory_mib=2048,
    output_bytes=256 * 2**20,
    stderr_bytes=16 * 2**10,
    processes=256,
    disk_mib=512,
    idle_s=20,
)
RETRIES = 2
#: A shell's exit status for a command that is there and cannot be started.
CANNOT_EXECUTE = 126


class CompileError(Exception):
    """The compiler rejected the source; the message is the compiler's."""


class CompilerStopped(CompileError):
    """The compiler did not end by itself: it was at a limit, or crashed."""


def compile_limits(declared: PackageLimits) -> Limits:
    """The limits of a compiler, as a package declares them."""
    return replace(
        COMPILE_LIMITS,
        cpu_s=declared.compilation_s or COMPILE_LIMITS.cpu_s,
        memory_mib=declared.compilation_mib or COMPILE_LIMITS.memory_mib,
    )


def compile_in_sandbox(
    argv: tuple[str, ...],
    layer: Layer,
    view: View,
    limits: Limits | None = None,
    environment: Mapping[str, str] = ENVIRONMENT,
) -> bytes:
    """The artifact, which comes back on standard output: nothing inside writes to the host.

    Raises CompileError, SandboxUnavailable, SandboxDied, MachineOverloaded.
    """
    script = f'"$@" >&2 && cat ./{ARTIFACT}'
    words = ("/bin/sh", "-c", script, "sh", *argv)
    run = run_tool(Command(words, writes=True, environment=environment), layer, view, limits)
    if run.ended is Ended.EXITED and run.exit_status == 0:
        return run.stdout
    said = run.stderr.decode("utf-8", "replace").strip()
    if run.exit_status == CANNOT_EXECUTE:
        raise SandboxUnavailable(f"the sandbox's own user may not run the compiler: {said}")
    met = "".join(f"{limit.value}\n" for limit in run.exceeded)
    if run.ended is not Ended.EXITED:
        raise CompilerStopped(f"the compiler {how_it_ended(run)}\n{met}{said}")
    raise CompileError(met + said)


def how_it_ended(run: Execution) -> str:
    """How a tool ended that the judge or a signal ended."""
    if run.ended is Ended.IDLE_LIMIT:
        return "did nothing for too long: it waits for what never comes, such as input or a sleep"
    was = "was" if run.ended is Ended.SIGNALLED else "hit its"
    return f"{was} {run.ended.value}"


class ToolSession:
    """A sandbox for commands that are no solutions, as a compiler or a generator: open from the
    first command to ``close``. Each command finds new folders."""

    def __init__(self, layer: Layer, view: View) -> None:
        self._layer = layer
        self._view = view
        self._session: Session | None = None

    def run(self, command: Command, limits: Limits | None = None) -> Execution:
        """If the sandbox dies it is tried again, at most twice; if the machine is overloaded, once.
        Raises SandboxUnavailable, SandboxDied, MachineOverloaded."""
        overloaded = 0
        for attempt in range(RETRIES + 1):
            if self._session is None:
                self._session = self._layer.open(self._view)
            try:
                with interrupts.raising():
                    run = self._session.run(command, limits or COMPILE_LIMITS)
            except BaseException as error:
                self.close()
                if not isinstance(error, SandboxDied) or attempt == RETRIES:
                    raise
                continue
            if run.ended is not Ended.OVERLOADED:
                return run
            self.close()
            overloaded += 1
            if overloaded > 1 or attempt == RETRIES:
                raise MachineOverloaded(overload(run))
        raise AssertionError("unreachable")

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def run_tool(command: Command, layer: Layer, view: View, limits: Limits | None = None) -> Execution:
    """Run a command that is needed once for a solution, in a sandbox of its own. Raises as
    ``ToolSession.run`` does."""
    with closing(ToolSession(layer, view)) as session:
        return session.run(command, limits)
