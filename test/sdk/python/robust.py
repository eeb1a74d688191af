"""Calls that cannot be made, and a service with odd answers."""

import asyncio
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import httpx

from gatewright import AsyncGatewright, Gatewright, GatewrightError, RateLimitError

NOWHERE = "http://127.0.0.1:9"
LONGEST = 30
"""Seconds that the slow answer takes: longer than anything waits for it."""


def misused() -> list[str]:
    closed = Gatewright(base_url=NOWHERE, api_key="sk-mock")
    closed.close()
    gateway = Gatewright(base_url=NOWHERE, api_key="sk-mock")
    image = {"model": "qx-image-3.0", "prompt": "A boat"}
    task = gateway.tasks.resume("task_1")
    calls: list[Callable[[], object]] = [
        *(
            lambda address=address: Gatewright(base_url=address, api_key="sk-mock")
            for address in ("http://[", "::bad", "http://\0", "ftp://x", "")
        ),
        lambda: Gatewright(base_url=NOWHERE, api_key=""),
        lambda: Gatewright(base_url=NOWHERE, api_key="sk-mock\n"),
        lambda: Gatewright(base_url=NOWHERE, api_key="sk-\nmock"),
        lambda: Gatewright(base_url=NOWHERE, api_key="sk-möck"),
        lambda: gateway.images.generate(**image, idempotency_key="a\nb"),
        lambda: task.wait(timeout=float("inf")),
        lambda: task.poll(timeout=float("nan")),
        closed.models.list,
        lambda: gateway.request("GET", "/v1/models", headers={"x-note": "é\n"}),
    ]
    return [_error_of(call) for call in calls]


def _error_of(call: Callable[[], object]) -> str:
    try:
        call()
    except (GatewrightError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return "none"


def longest_reads() -> list[float | None]:
    """With a timeout, without one, and with httpx clients of one's own."""
    seen: list[float | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request.extensions["timeout"]["read"])
        return httpx.Response(200, json={"data": []})

    wire = httpx.MockTransport(answer)
    for own, options in (
        (httpx.Client(transport=wire), {}),
        (httpx.Client(transport=wire), {"timeout": 7}),
        (httpx.Client(transport=wire, timeout=30), {}),
        (httpx.Client(transport=wire, timeout=30), {"timeout": 7}),
        (httpx.Client(transport=wire, timeout=None), {}),
    ):
        with Gatewright(base_url=NOWHERE, api_key="sk-mock", http_client=own, **options) as gateway:
            gateway.models.list()
    return seen


class Odd(BaseHTTPRequestHandler):
    """Answers as no gateway should."""

    def do_DELETE(self) -> None:
        self.send_response(204)
        self.end_headers()

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path == "/v1/models":
            self.send_response(429)
            self.send_header("retry-after", parse_qs(address.query)["category"][0])
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        if address.path == "/v1/tasks/slow":
            self._drip()
        elif address.path == "/v1/tasks/files":
            self.wfile.write(json.dumps(self._record()).encode())
        else:
            self.wfile.write(self.path.encode())

    def _drip(self) -> None:
        ends = time.monotonic() + LONGEST
        while time.monotonic() < ends:
            try:
                self.wfile.write(b" ")
            except OSError:
                return
            time.sleep(0.05)

    def _record(self) -> object:
        host = f"http://{self.headers['host']}"
        links = [f"{host}{path}" for path in ("/a/image.png", "/b/image.png", "/c/", "/..", "")]
        result = {"images": [{"url": links}]}
        return {"id": "files", "status": "success", "progress": 100, "cost": 0, "result": result}

    def log_message(self, *values: object) -> None:
        """Say nothing."""


@contextmanager
def _serving() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Odd)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def odd() -> object:
    with _serving() as address, Gatewright(base_url=address, api_key="sk-mock", max_retries=0) as gateway:
        return {
            "slow": [_slow(gateway), asyncio.run(_slow_later(address))],
            "files": _files(gateway),
            "waits": [
                _wait_of(gateway, text)
                for text in ("10", "1_0", "0x1p3", "nan", "Wed, 21 Oct 2015 07:28:00 GMT")
            ],
            "removed": gateway.request("DELETE", "/v1/thing"),
        }


def _slow(gateway: Gatewright) -> str:
    began = time.monotonic()
    try:
        gateway.tasks.resume("slow").wait(timeout=0.2)
    except GatewrightError as error:
        return type(error).__name__ if time.monotonic() - began < LONGEST - 1 else "late"
    return "answered"


async def _slow_later(address: str) -> str:
    async with AsyncGatewright(base_url=address, api_key="sk-mock", max_retries=0) as gateway:
        began = time.monotonic()
        try:
            await gateway.tasks.resume("slow").wait(timeout=0.2)
        except GatewrightError as error:
            return type(error).__name__ if time.monotonic() - began < LONGEST - 1 else "late"
    return "answered"


def _files(gateway: Gatewright) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        places = [file.save(folder) for file in gateway.tasks.resume("files").download()]
        return {place.name: Path(place).read_text() for place in places}


def _wait_of(gateway: Gatewright, text: str) -> float | None:
    try:
        gateway.models.list(category=text)
    except RateLimitError as error:
        return error.retry_after
    raise AssertionError("not refused")
