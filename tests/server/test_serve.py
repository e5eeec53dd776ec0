"""``judge serve`` over HTTP: who may speak to it, what it judges, keeps and refuses."""

from __future__ import annotations

import asyncio
import http.client
import socket
from urllib.parse import urlsplit

import httpx
import pytest

from tests.contest import RIGHT
from tests.processes import endless, executions_of_endless, processes_naming, wait_for
from tests.server.conftest import PATIENCE_S, WRONG, Served, files, interrupt, send, start, steps

# --- access --------------------------------------------------------------------------------


@pytest.mark.long
def test_only_the_token_opens_it(served: Served) -> None:
    assert httpx.get(served.base).status_code == 403
    assert httpx.get(f"{served.base}/?token=wrong").status_code == 403
    assert httpx.get(f"{served.base}/?token=\u00e4").status_code == 403
    first = httpx.get(served.address)
    assert first.status_code == 303 and first.headers["location"] == "/"
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    port = urlsplit(served.base).port
    assert httpx.get(served.base, headers={"cookie": f"judge-{port}=x"}).status_code == 403


@pytest.mark.long
@pytest.mark.parametrize("path", ["//evil.example/", "/%5cevil.example"])
def test_the_first_visit_leads_nowhere_else(served: Served, path: str) -> None:
    token = served.address.partition("?")[2]
    reply = raw(served, "GET", f"{path}?{token}")
    assert reply.status == 303
    assert urlsplit(reply.headers["location"]).netloc == ""
    assert not reply.headers["location"].startswith(("//", "/\\"))


def raw(served: Served, method: str, target: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(urlsplit(served.base).netloc, timeout=PATIENCE_S)
    connection.putrequest(method, target)
    connection.endheaders()
    return connection.getresponse()


@pytest.mark.long
def test_other_hosts_and_other_sites_are_refused(served: Served) -> None:
    client = served.client()
    port = urlsplit(served.base).port
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port}.evil"):
        assert client.get("/", headers={"host": host}).status_code == 421
    query = {"problem": "toy", "language": "python"}
    for foreign in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"https://127.0.0.1:{port}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        reply = client.post("/api/answers", params=query, content=WRONG, headers=foreign)
        assert reply.status_code == 403, foreign


@pytest.mark.long
def test_every_reply_forbids_foreign_scripts_and_frames(served: Served) -> None:
    client = served.client()
    for path in ("/", "/problems/toy", "/static/serve.js", "/problems/none"):
        headers = client.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert httpx.get(served.base).headers["x-content-type-options"] == "nosniff"


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    ["/problems/%2e%2e", "/problems/..%2f..%2fetc", "/problems/none", "/runs/0", "/answers/9999",
     "/runs/99999999999999999999999", "/solutions/1", "/api/answers/x/steps", "/static/../app.py"],
)  # fmt: skip
def test_there_is_nothing_else(served: Served, path: str) -> None:
    assert served.client().get(path).status_code == 404


# --- answers -------------------------------------------------------------------------------


@pytest.mark.long
def test_an_answer_is_judged_step_by_step_and_kept(served: Served) -> None:
    client, source = served.client(), WRONG + b"#"  # which no other test has sent
    number = send(client, source).json()["number"]
    told = steps(client, number)
    kinds = [step["type"] for step in told]
    assert kinds[:2] == ["planned", "built"] and kinds[-1] == "finished"
    assert kinds.count("case") == len(told[0]["cases"]) == len(told[-1]["cases"])
    assert kinds.count("refutation") == 1 and told[0]["bytes"] == len(source)
    assert told[-1]["v"] == "WA" and "refuted by" in told[-1]["text"]
    assert steps(client, number, last=str(len(told) - 3)) == told[-2:]

    page = client.get(f"/answers/{told[-1]['run']}")
    assert page.status_code == 200 and "WA" in page.text
    assert f'href="/answers/{told[-1]["run"]}"' in client.get("/").text


@pytest.mark.long
def test_a_right_answer_is_accepted_whatever_bytes_it_has(served: Served) -> None:
    client = served.client()
    source = RIGHT["lambda.py"].replace("\n", "\r\n").encode()
    told = steps(client, send(client, source).json()["number"])
    assert (told[-1]["v"], told[0]["bytes"]) == ("AC", len(source))
    broken = steps(client, send(client, b"\xff\xfe\x00").json()["number"])
    assert broken[-1]["type"] in ("finished", "refused")


@pytest.mark.long
def test_an_answer_is_saved_once_and_nowhere_else(served: Served) -> None:
    client, folder = served.client(), served.contest.root / "solutions"
    number = send(client, WRONG, kind="function").json()["number"]
    steps(client, number)
    before = files(folder)

    def save(name: str) -> httpx.Response:
        return client.post(f"/api/answers/{number}/save", params={"name": name})

    assert save("mine").status_code == 201
    assert files(folder) - before == {"toy/mine.py", "toy/mine.toml"}
    assert (folder / "toy" / "mine.py").read_bytes() == WRONG
    assert 'kind = "function"' in (folder / "toy" / "mine.toml").read_text()
    after = files(folder)
    bad = ("mine", "", ".", "..", "../x", "a/b", "a\\b", "a\0", ".hidden", "-o", "a.b", "x" * 61)
    for name in (*bad, "variants", "ä", "a\n"):
        assert save(name).status_code == 400, name
    assert files(folder) == after
    (folder / "toy" / "link.py").symlink_to(served.contest.root / "outside.py")
    assert save("link").status_code == 400
    assert not (served.contest.root / "outside.py").exists()
    (folder / "toy" / "link.py").unlink()


@pytest.mark.long
def test_what_cannot_be_judged_is_refused_in_a_line(served: Served) -> None:
    client = served.client()
    for query in ({"problem": "../toy"}, {"language": "none"}, {"kind": "output"}, {"problem": ""}):
        reply = send(client, WRONG, **query)
        assert reply.status_code == 400 and reply.text.count("\n") == 1
    assert send(client, b"").status_code == 400
    assert send(client, bytes(2**20 + 1)).status_code == 413
    # The body is not announced, so that it is counted as it comes.
    assert send(client, iter([bytes(2**19)] * 3)).status_code == 413  # type: ignore[arg-type]


@pytest.mark.long
def test_of_many_answers_at_once_none_is_lost(served: Served) -> None:
    cookies = dict(served.client().cookies)

    async def flood() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(
            base_url=served.base, cookies=cookies, timeout=PATIENCE_S, limits=limits
        ) as client:
            query = {"problem": "toy", "language": "python"}
            posts = (client.post("/api/answers", params=query, content=WRONG) for _ in range(150))
            return await asyncio.gather(*posts)

    replies = asyncio.run(flood())
    assert {reply.status_code for reply in replies} <= {202, 429, 503}
    assert all("retry-after" in r.headers for r in replies if r.status_code != 202)
    client = served.client()
    taken = [reply.json()["number"] for reply in replies if reply.status_code == 202]
    assert taken and len(set(taken)) == len(taken)
    assert {steps(client, number)[-1].get("v") for number in taken} == {"WA"}


@pytest.mark.long
def test_who_opens_connections_and_asks_for_nothing_holds_up_nobody(served: Served) -> None:
    own = start(served.contest, "--store", "crowded.sqlite", most_files=120)
    client, address = own.client(), ("127.0.0.1", urlsplit(own.base).port)
    silent = []
    try:
        for _ in range(200):
            silent.append(socket.create_connection(address))
            silent[-1].sendall(b"GET / HTTP/1.1\r\n")
        assert client.get("/").status_code == 200
        silent[0].settimeout(PATIENCE_S)
        assert is_closed(silent[0])  # the oldest goes first
    finally:
        for one in silent:
            one.close()
        assert interrupt(own) == 130


def is_closed(one: socket.socket) -> bool:
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True


# --- the process ---------------------------------------------------------------------------


@pytest.mark.long
def test_an_interrupt_leaves_no_process(served: Served, marker: str) -> None:
    own = start(served.contest, "--store", f"{marker}.sqlite")
    client = own.client()
    number = send(client, endless(marker).encode()).json()["number"]
    assert number
    wait_for(lambda: executions_of_endless(marker))
    assert interrupt(own) == 130
    wait_for(lambda: processes_naming(marker) == [])


@pytest.mark.long
def test_wrong_options_are_refused_in_a_line(served: Served) -> None:
    contest, port = served.contest, str(urlsplit(served.base).port)
    assert "--sandbox none" in contest.judge("serve", "--sandbox", "none").err
    assert f"port {port} is in use: name another" in contest.judge("serve", "--port", port).err
    for words in (["--port", "x"], ["--port", "65536"], ["--problems", "nowhere"]):
        said = contest.judge("serve", *words)
        assert said.status == 2 and said.err.count("\n") == 1, words
