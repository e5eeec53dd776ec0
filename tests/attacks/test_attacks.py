"""Every attack, in every layer that works here, as root and as an ordinary user: none succeeds.

After each one the judge still works in the same session, no process is left, the host's files are
as before, nothing has been heard by the host's servers, and no stray file lies about.
"""

from __future__ import annotations

import os
import re
import secrets
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import attack_readme
import pytest
from attack_agent import GOOD_OUTPUT, Report, marked
from attack_harness import Agent, Servers, layers, places
from attack_table import ATTACKS, PROGRAMS, REAPED, Attack, Guard

from judge.model import Ended, Execution
from judge.sandbox import cgroups

#: No attack takes longer, whatever it does; one that hangs the judge is a failure.
PATIENCE_S = 900


@pytest.fixture(scope="module")
def agents() -> Iterator[dict[str, Agent]]:
    """One of each place, kept to the end: in random order each test would start one of its own."""
    made: dict[str, Agent] = {}
    yield made
    for agent in made.values():
        agent.close()


@pytest.fixture(params=places())
def agent(request: pytest.FixtureRequest, agents: dict[str, Agent]) -> Agent:
    place = request.param
    made = agents[place] if place in agents else agents.setdefault(place, Agent(place))
    if made.refusal:
        pytest.skip(made.refusal)
    return made


@pytest.fixture
def patience() -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise TimeoutError(f"the judge hangs: no answer in {PATIENCE_S} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


#: What stops these may depend on who runs the judge: in each layer, they are tried as root and as
#: an ordinary user.
BY_USER = frozenset(
    {
        Guard.FILES,
        Guard.PROCESSES,
        Guard.IDENTITY,
        Guard.CLEANING,
        Guard.MEMORY,
        Guard.COUNT,
        Guard.CPU,
        Guard.LIMITS,
    }
)
#: Where those are tried by `make test-long`, and the others by `make test-all` alone: `make test`
#: tries each at most once in each layer.
AGAIN = frozenset({"bubblewrap-user", "landlock-root"} if os.geteuid() == 0 else ())

#: These need half a second and more to compile or to start.
SLOW_STARTS = frozenset({".js", ".go", ".java", ".hs"})

#: So many processes and threads are less than any attack on their number tries to make.
MOST_WITH_OTHERS = 1000


def _cases() -> list[object]:
    def marks(place: str, attack: Attack) -> list[pytest.MarkDecorator]:
        if attack.slow or (place in AGAIN and attack.guard not in BY_USER):
            return [pytest.mark.slow]
        starts_slowly = attack.guard is Guard.COMPILER or attack.path.suffix in SLOW_STARTS
        return [pytest.mark.long] if place in AGAIN or starts_slowly else []

    return [
        pytest.param(place, attack, id=f"{place}-{attack.name}", marks=marks(place, attack))
        for place in places()
        for attack in ATTACKS
    ]


@pytest.mark.parametrize(("agent", "attack"), _cases(), indirect=["agent"])
def test_an_attack_is_stopped(
    agent: Agent, attack: Attack, patience: None, request: pytest.FixtureRequest
) -> None:
    why_open = attack.open_in.get(agent.place)
    if why_open:
        # With a delegated group an ordinary user has more than the watcher of the table.
        delegated = os.geteuid() != 0 and cgroups.controllers() is not None
        # How much of its work a program can hide depends on the machine.
        always = not delegated and why_open != REAPED
        request.applymarker(pytest.mark.xfail(reason=why_open, strict=always))
    agent.servers.heard.clear()
    before = agent.host_files()
    mark = f"mark-{secrets.token_hex(16)}"
    report = agent.attack(attack, mark)
    if report.missing:
        pytest.skip(report.missing)

    if attack.compiles:
        assert report.compile_error is None, report.compile_error
        assert len(report.runs) == attack.times
        for run in report.runs:
            (_check_roughly if _counts_others(agent, attack) else _check)(attack, run)
    else:
        assert report.compile_error, "it compiled"
    _check_nothing_told(agent, attack, report)
    assert report.good and report.good.stdout == GOOD_OUTPUT, "the judge does not work any more"
    # A kernel that can't take back a command's memory in time may end the supervisor as well.
    rare = attack.guard is Guard.MEMORY
    assert report.reopened == 0 or rare, "it broke the sandbox, which had to be opened anew"
    assert report.left_in_session == report.left_at_end == marked(mark) == []
    assert agent.host_files() == before
    assert agent.servers.heard == []
    assert report.strays == []


def _counts_others(agent: Agent, attack: Attack) -> bool:
    """Whether what else this user runs, such as other tests, comes and goes in the count."""
    ordinary = os.geteuid() != 0 and agent.place.startswith("landlock")
    return attack.guard is Guard.COUNT and ordinary and cgroups.controllers() is None


def _check_roughly(attack: Attack, run: Execution) -> None:
    """It is stopped long before it has made as many as it tries to make."""
    assert run.ended in attack.ends
    assert all(int(made) < MOST_WITH_OTHERS for made in re.findall(rb"\d+", run.stdout)), run.stdout


def _check(attack: Attack, run: Execution) -> None:
    said = f"{run.ended.value} {run.exit_status} {run.signal} {run.note}"
    said += f" {run.stdout[:2000]!r} {run.stderr[-1000:]!r}"
    assert run.ended in attack.ends, said
    if run.ended is Ended.EXITED:
        assert run.exit_status == 0 or attack.any_status, said
        assert all(text in run.stdout for text in attack.says), said
    for text in attack.never:
        assert text not in run.stdout + run.stderr + (run.result or b""), said
    if attack.result is not None:
        assert run.result == attack.result, said
    assert len(run.stdout) <= attack.limits.output_bytes
    assert len(run.stderr) <= attack.limits.stderr_bytes
    assert len(run.result or b"") <= attack.limits.output_bytes


def _check_nothing_told(agent: Agent, attack: Attack, report: Report) -> None:
    """The secret is in a file and in the judge's environment, and in nothing that comes back."""
    secret = agent.secret.encode()
    for run in report.runs:
        assert secret not in run.stdout + run.stderr + (run.result or b"")
    assert agent.secret not in (report.compile_error or "")
    assert len(report.compile_error or "") <= attack.limits.stderr_bytes + 200


def test_the_servers_hear_whoever_calls(agent: Agent) -> None:
    """Else it would prove nothing that they heard no attack."""
    agent.servers.heard.clear()
    with socket.create_connection(("127.0.0.1", agent.servers.port)) as caller:
        caller.recv(1)
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(str(agent.servers.path))
        caller.recv(1)
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect("\0" + agent.servers.abstract)
        caller.recv(1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller:
        caller.sendto(b"hello", ("127.0.0.1", agent.servers.port))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as caller:
        caller.sendto(b"hello", f"{agent.servers.path}.datagram")
        for _ in range(1000):
            if len(agent.servers.heard) == 5:
                break
            signal.sigtimedwait([], 0.01)
    assert len(agent.servers.heard) == 5


def test_what_else_the_user_runs_takes_no_processes_from_a_solution(
    agent: Agent, patience: None
) -> None:
    """The kernel counts them together, and node has a dozen threads of its own."""
    (node,) = [attack for attack in ATTACKS if attack.name == "read_answer_js"]
    script = f"for i in $(seq {2 * node.limits.processes}); do sleep 99 & done; echo; wait"
    crowd = subprocess.Popen(
        ["/bin/sh", "-c", script],
        stdout=subprocess.PIPE,
        user=agent.user,
        process_group=0,
    )
    try:
        assert crowd.stdout and crowd.stdout.read(1) == b"\n"
        report = agent.attack(node, "alone")
    finally:
        os.killpg(crowd.pid, signal.SIGKILL)
        crowd.wait()
    if report.missing:
        pytest.skip(report.missing)
    for run in report.runs:
        _check(node, run)


def test_no_thread_of_the_servers_outlives_them(tmp_path: Path) -> None:
    """One left in a call would eat what is meant for a later socket of the same number."""
    before = threading.enumerate()
    servers = Servers(tmp_path)
    assert len(threading.enumerate()) > len(before)
    servers.close()
    assert threading.enumerate() == before


def test_there_are_enough_attacks_in_three_languages() -> None:
    assert len(ATTACKS) >= 60
    assert {a.path.suffix for a in ATTACKS} >= {".py", ".c", ".js"}
    assert len({a.name for a in ATTACKS}) == len(ATTACKS)


def test_every_program_is_in_the_table_and_says_what_it_tries() -> None:
    assert sorted(p.name for p in PROGRAMS.iterdir()) == sorted(a.file for a in ATTACKS)
    for attack in ATTACKS:
        first = attack.path.read_text(encoding="utf-8", errors="replace").splitlines()[0]
        assert re.match(r"(<\?php )?(#|//|--|\(\*) \w", first), attack.file


def test_no_program_does_anything_outside_the_sandbox() -> None:
    """Its guard comes before all else; a source that must not compile needs none."""
    for attack in ATTACKS:
        if attack.compiles:
            assert "ATTACK_IN_SANDBOX" in attack.path.read_text(encoding="utf-8"), attack.file


def test_the_page_of_attacks_is_up_to_date() -> None:
    page = attack_readme.PAGE.read_text(encoding="utf-8")
    assert page == attack_readme.text(layers()), "run tests/attacks/attack_readme.py"


def test_attacks_not_yet_stopped_name_known_places() -> None:
    known = {f"{layer}-{who}" for layer in ("bubblewrap", "landlock") for who in ("root", "user")}
    for attack in ATTACKS:
        assert set(attack.open_in) <= known
