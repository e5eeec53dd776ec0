"""How an execution ended, and the verdict of one that left no answer to judge."""

from __future__ import annotations

from judge.common.processes import signal_name
from judge.model import Ended, Exceeded, Execution, Grade, Verdict


def ended_well(run: Execution) -> bool:
    """Whether it ended by itself, and nothing need be said about that."""
    return run.ended is Ended.EXITED and run.exit_status == 0 and not run.note


def bad_end(run: Execution) -> str:
    """How a failed execution ended, with the last line of standard error that says Error, or else
    the last line; empty for one that did not fail."""
    if ended_well(run):
        return ""  # as nearly all of a proof's end, which has very many
    failed = failure_grade(run)
    end = failed.message if failed else crash_text(run)
    if not end:
        return ""
    lines = [line.strip() for line in run.stderr.decode("utf-8", "replace").splitlines()]
    said = [line for line in lines if "Error" in line] or list(filter(None, lines))
    return "; ".join([end, *said[-1:]])


def crash_text(run: Execution) -> str:
    """How an execution crashed; empty for one that did not."""
    if run.ended is Ended.SIGNALLED:
        return _with_limits(run, f"killed by {signal_name(run.signal or 0)}")
    return _with_limits(run, f"exit status {run.exit_status}") if run.exit_status else ""


def _with_limits(run: Execution, end: str) -> str:
    """The limits that an execution met, and how it ended."""
    return "; ".join([*(limit.value for limit in run.exceeded), end])


def failure_grade(run: Execution) -> Grade | None:
    """The verdict on an execution that was stopped, or that left no answer to judge."""
    if ended_well(run):
        return None
    match run.ended:
        case Ended.CPU_LIMIT:
            used = f"CPU time: {run.cpu_s:.2f} s"
            return Grade(Verdict.TLE, message=f"{used}; {run.note}" if run.note else used)
        case Ended.WALL_LIMIT:
            used = f"{run.wall_s:.2f} s, of which {run.cpu_s:.2f} s on the CPU"
            return Grade(Verdict.TLE, message=f"wall time: {used}")
        case Ended.IDLE_LIMIT:
            return Grade(Verdict.TLE, message=f"idle for too long, within {run.wall_s:.2f} s")
        case Ended.MEMORY_LIMIT:
            return Grade(Verdict.MLE, message=f"memory: {run.peak_mib:.0f} MiB")
        case Ended.OUTPUT_LIMIT:
            return Grade(Verdict.OLE, message="it printed more than the limit")
        case Ended.SANDBOX_FAILED:
            return Grade(Verdict.JE, message=run.note or "the sandbox failed")
        case Ended.OVERLOADED:
            return Grade(Verdict.JE, message=overload(run))
        case Ended.STOPPED:
            return None
        case Ended.SIGNALLED | Ended.EXITED:
            ending = crash_text(run)
            if run.note:
                return Grade(Verdict.RTE, message=ending or _with_limits(run, run.note))
            return Grade(Verdict.RTE, message=ending) if _died_silent(run) else None


def overload(run: Execution) -> str:
    """How long an execution had to wait for the machine, or what others took from it."""
    if Exceeded.PROCESSES in run.exceeded and run.held_s < run.wall_s / 2:
        return "machine overloaded: processes of others used up the limit on this user's processes"
    return (
        f"machine overloaded: of {run.wall_s:.2f} s it kept the solution waiting for "
        f"{run.held_s:.2f} s and gave it {run.cpu_s:.2f} s on the CPU"
    )


def _died_silent(run: Execution) -> bool:
    """Whether it crashed without any output: an empty answer would come without an error."""
    crashed = run.ended is Ended.SIGNALLED or bool(run.exit_status and run.stderr)
    return crashed and not run.result and not run.stdout
