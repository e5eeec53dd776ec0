"""A real headless Chromium for tests, spoken to over its DevTools protocol."""

from __future__ import annotations

import base64
import itertools
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websocket

CHROMIUM = shutil.which("chromium")

_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
    "--remote-allow-origins=*",
)
#: Seconds to wait for anything before the test fails; never part of a verdict.
PATIENCE = 300

_KEYS = {"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), " ": (32, " ")} | {
    f"Arrow{side}": (code, "")
    for side, code in zip(("Left", "Up", "Right", "Down"), range(37, 41), strict=True)
}


class BrowserError(Exception):
    """The page threw, or the browser refused."""


class Page:
    """One tab. ``complaints`` gathers console errors, exceptions, CSP violations and dialogs."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(address, timeout=PATIENCE, suppress_origin=True)
        self._numbers = itertools.count(1)
        self.complaints: list[str] = []
        self._sent: dict[str, str] = {}
        for domain in ("Page", "Runtime", "Log", "Network", "Audits"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        self._socket.close()

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """One DevTools command and its result; events that come meanwhile are noted."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") == number:
                if "error" in message:
                    raise BrowserError(f"{method}: {message['error']['message']}")
                result: dict[str, Any] = message["result"]
                return result
            self._note(message)

    def _note(self, message: dict[str, Any]) -> None:
        method, params = message.get("method", ""), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(params["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.complaints.append(json.dumps(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.complaints.append(params["entry"]["text"])
        elif method == "Audits.issueAdded" and "MarkedSkippable" not in json.dumps(params):
            # (that one only says that a test, not a hand, changed the address)
            self.complaints.append(json.dumps(params["issue"]))
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append(f"dialog: {params['message']}")
            self._socket.send(
                json.dumps(
                    {"id": 0, "method": "Page.handleJavaScriptDialog", "params": {"accept": True}}
                )
            )
        elif method == "Network.requestWillBeSent":
            self._sent[params["requestId"]] = params["request"]["url"]
        elif method == "Network.loadingFailed" and params.get("blockedReason") == "csp":
            self._sent.pop(params["requestId"], None)

    @property
    def requests(self) -> list[str]:
        """What the page fetched since it was opened, itself first; not what its policy refused."""
        return list(self._sent.values())

    def open(self, url: str) -> None:
        """Load ``url`` afresh, even if only its fragment is new, and wait until it is there."""
        self.call("Page.navigate", url="about:blank")
        self.wait("location.href === 'about:blank'")
        self._sent.clear()
        self.call("Page.navigate", url=url)
        self.wait("location.href !== 'about:blank' && document.readyState === 'complete'")

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression, promises awaited; raises BrowserError."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise BrowserError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait(self, condition: str) -> None:
        """Until a JavaScript expression is true; raises BrowserError when that never happens."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if self.run(f"!!({condition})"):
                    return
            except BrowserError:  # between two documents
                if time.monotonic() > end:
                    raise
            if time.monotonic() > end:
                raise BrowserError(f"never true: {condition}")
            time.sleep(0.01)

    def key(self, name: str) -> None:
        """Press and release a key, as a keyboard would."""
        code, text = _KEYS[name]
        common = {"key": name, "code": name, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, selector: str) -> None:
        """Press the left mouse button on the middle of the first match, when the page that was
        scrolled to it has been drawn."""
        box = self.run(
            f"(async () => {{ const e = document.querySelector({json.dumps(selector)});"
            "e.scrollIntoView({block: 'center', inline: 'center'});"
            "const frame = () => new Promise((done) => requestAnimationFrame(done));"
            "const late = new Promise((done) => setTimeout(done, 200));"
            "await Promise.race([frame().then(frame), late]);"
            "const b = e.getBoundingClientRect(); "
            "return [b.x + b.width / 2, b.y + b.height / 2] })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent",
                type=kind,
                x=box[0],
                y=box[1],
                button="left",
                clickCount=1,
            )

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def look(self, width: int, height: int = 900, dark: bool = False, media: str = "") -> None:
        """Set the size of the window in CSS pixels, the colour scheme, and the medium."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def screenshot(self, path: Path, whole: bool = False) -> None:
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def pdf(self) -> bytes:
        sheet = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
        return base64.b64decode(sheet["data"])


@contextmanager
def chromium(profile: Path) -> Iterator[Page]:
    """A browser with an empty profile in the folder ``profile``, and its one tab."""
    assert CHROMIUM is not None
    command = [CHROMIUM, *_FLAGS, f"--user-data-dir={profile}", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        page = Page(_tab(profile / "DevToolsActivePort", process))
        try:
            yield page
        finally:
            page.close()
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _tab(announced: Path, process: subprocess.Popen[bytes]) -> str:
    """The address of the tab, once the browser has written down where it listens."""
    end = time.monotonic() + PATIENCE
    while True:
        lines = announced.read_text().split() if announced.exists() else []
        if len(lines) == 2:
            break
        if process.poll() is not None or time.monotonic() > end:
            raise BrowserError(f"chromium did not start (status {process.poll()})")
        time.sleep(0.02)
    host = f"127.0.0.1:{lines[0]}"
    socket = websocket.create_connection(
        f"ws://{host}{lines[1]}", timeout=PATIENCE, suppress_origin=True
    )
    try:
        socket.send(json.dumps({"id": 1, "method": "Target.getTargets"}))
        targets = json.loads(socket.recv())["result"]["targetInfos"]
    finally:
        socket.close()
    tab = next(target["targetId"] for target in targets if target["type"] == "page")
    return f"ws://{host}/devtools/page/{tab}"
