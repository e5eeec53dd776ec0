"""A posted JavaScript function is called in forks of a node that has started: no call may tell that
from a process of its own, but by its speed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from judge.model import Ended, Execution, Limits
from tests.languages.call_host import posted

LAYERS = ("auto", "none")
#: Whoever waits for a thread that a fork lacks waits for ever.
LIMITS = Limits(cpu_s=30, memory_mib=1024, wall_override_s=60)


def called(source: str, layer: str = "auto", times: int = 1) -> Sequence[Execution]:
    """Calls in one sandbox, each with the argument 7."""
    with posted("a.js", source, [7], layer=layer, kind="function") as host:
        assert host.built.warm == host.layer.keeps_hosts
        return host.calls([[7]] * times, limits=LIMITS)


def test_the_strongest_layer_keeps_a_warm_host() -> None:
    with posted("a.js", "n => n", [7]) as host:
        if not host.layer.keeps_hosts:
            pytest.skip(f"{host.layer.name} keeps none")
        assert host.built.warm


@pytest.mark.long
@pytest.mark.parametrize("layer", LAYERS)
def test_every_call_finds_a_fresh_world(layer: str) -> None:
    source = "let s = 0; function f(n) { Array.prototype.x = 1 + ([].x ?? 0); return [s++, [].x] }"
    assert [run.result for run in called(source, layer, times=3)] == [b"[0, 1]\n"] * 3


@pytest.mark.long
@pytest.mark.parametrize("layer", LAYERS)
def test_what_is_printed_after_the_answer_is_read_and_then_it_ends(layer: str) -> None:
    source = "n => { setTimeout(() => console.log('late'), 20); return n }"
    for run in called(source, layer, times=2):
        assert (run.result, run.stdout, run.exit_status) == (b"7\n", b"late\n", 0)


@pytest.mark.long
@pytest.mark.parametrize("layer", LAYERS)
def test_a_function_may_end_the_process_and_hear_of_it(layer: str) -> None:
    source = "n => { process.on('exit', (s) => console.log('bye', s)); process.exit(3) }"
    for run in called(source, layer, times=2):
        assert (run.result, run.stdout, run.exit_status) == (b"", b"bye 3\n", 3)


@pytest.mark.long
@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("n => { throw new Error('on purpose') }", b""),
        ("n => { setTimeout(() => { throw new Error('on purpose') }); return n }", b"7\n"),
        ("async n => { throw new Error('on purpose') }", b""),
        ("n => { Promise.reject(new Error('on purpose')); return n }", b"7\n"),
    ],
)
def test_an_error_that_nobody_catches_is_told_and_ends_it(
    source: str, result: bytes, layer: str
) -> None:
    for run in called(source, layer, times=2):
        assert (run.result, run.ended, run.exit_status) == (result, Ended.EXITED, 1)
        assert b"Error: on purpose" in run.stderr


@pytest.mark.long
@pytest.mark.parametrize("layer", LAYERS)
def test_a_source_that_does_not_parse_says_so_at_every_call(layer: str) -> None:
    for run in called("n => n[", layer, times=2):
        assert (run.result, run.exit_status) == (b"", 1)
        assert b"SyntaxError" in run.stderr


def test_forks_draw_numbers_of_their_own() -> None:
    drawn = [run.result for run in called("n => Math.random()", times=6)]
    assert len(set(drawn)) > 1


@pytest.mark.long
@pytest.mark.parametrize(
    "source",
    [
        "n => `${require('child_process').execSync('echo 7')}`.trim()",
        "n => require('child_process').spawnSync('echo', ['7']).stdout + ''",
        "async n => `${await require('fs').promises.readFile('/dev/null')}7`",
        "n => new Promise(f => require('zlib').gzip('a', () => f(n)))",
        "n => new Promise(f => require('crypto').randomBytes(4, () => f(n)))",
        "n => new Promise(f => require('child_process').exec('echo 7', (e, out) => f(out.trim())))",
        "n => new Promise(f => new (require('worker_threads').Worker)("
        "'require(`worker_threads`).parentPort.postMessage(7)', {eval: true}).on('message', f))",
        "n => { let s = ''; for (let i = 0; i < 3e6; i++) s = (s + i).slice(-9); return n }",
        "n => { const a = []; for (let i = 0; i < 3e6; i++) a.push({i}); return n }",
        "async n => { await new Promise(f => process.nextTick(f)); await 0; return n }",
    ],
    ids=["execSync", "spawnSync", "read", "zlib", "crypto", "exec", "worker", "jit", "gc", "ticks"],
)
@pytest.mark.parametrize("layer", LAYERS)
def test_what_node_does_in_threads_and_processes_works(source: str, layer: str) -> None:
    for run in called(source, layer, times=2):
        assert (run.result or b"").strip() == b"7", run
        assert run.exit_status == 0
