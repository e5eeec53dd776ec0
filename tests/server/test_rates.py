"""The rate of one client does not depend on that of another, and no client is kept for ever."""

from __future__ import annotations

from judge.server.rates import Rate, RateLimit


def test_a_burst_then_so_many_a_second() -> None:
    now = [0.0]
    limit = RateLimit(Rate(burst=3, per_s=0.5), lambda: now[0])
    assert [limit.wait_s("a") for _ in range(4)] == [0, 0, 0, 2]
    assert limit.wait_s("b") == 0
    now[0] = 1.9
    assert limit.wait_s("a") == 1
    now[0] = 2.0
    assert [limit.wait_s("a") for _ in range(2)] == [0, 2]
    now[0] = 1000.0
    assert [limit.wait_s("a") for _ in range(4)] == [0, 0, 0, 2]


def test_the_clients_that_asked_longest_ago_are_forgotten() -> None:
    limit = RateLimit(Rate(burst=1, per_s=0.001, clients=2), lambda: 0.0)
    assert [limit.wait_s(client) for client in "abc"] == [0, 0, 0]
    assert limit.wait_s("c") > 0
    assert limit.wait_s("a") == 0
