"""Sends requests, and repeats those that failed."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx

from .._answers import connection_errors, pause_before_retry, read_object, to_error
from ..errors import GatewrightError

_NEVER_SENT = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)


class AsyncTransport:
    """The HTTP connection to a gateway."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        http: httpx.AsyncClient,
        max_retries: int,
        timeout: httpx.Timeout,
    ) -> None:
        self._base_url = base_url
        self._headers = {"authorization": f"Bearer {api_key}"}
        self._http = http
        self._max_retries = max_retries
        self._timeout = timeout

    async def call(
        self,
        method: str,
        path: str,
        *,
        json: object = None,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> dict[str, Any]:
        """Send a request and return the parsed body; raises an `ApiError` for every refusal.

        :param timeout: seconds after which to give up, retries included
        """
        response = await self.open(
            method, path, json=json, query=query, headers=headers, timeout=timeout
        )
        return read_object(await read_body(response))

    async def open(
        self,
        method: str,
        path: str,
        *,
        json: object = None,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> httpx.Response:
        """Send a request and return its successful response, whose body is still to be read."""
        ends = None if timeout is None else time.monotonic() + timeout
        with connection_errors():
            request = self._http.build_request(
                method,
                self._base_url + path,
                params={
                    name: str(value) for name, value in (query or {}).items() if value is not None
                },
                headers={**self._headers, **(headers or {})},
                json=json,
                timeout=self._timeout,
            )
            response = await self._send(request, ends=ends)
        if response.is_success:
            return response
        raise to_error(await read_body(response))

    async def fetch_file(self, url: str) -> httpx.Response:
        """Fetch a file without the key, because links may lead to other hosts."""
        with connection_errors():
            request = self._http.build_request("GET", url, timeout=self._timeout)
            response = await self._send(request, is_ours=False)
        return await read_body(response)

    async def _send(
        self, request: httpx.Request, *, is_ours: bool = True, ends: float | None = None
    ) -> httpx.Response:
        """Return the last response, whatever its status.

        A request that failed before the first byte of its response is repeated; one that has no
        second effect also when its response breaks off.
        """
        if self._http.is_closed:
            raise GatewrightError("The client is closed.")
        attempt = 0
        while True:
            if ends is not None:
                _limit_reads(request, ends)
            try:
                response = await self._http.send(request, stream=True, follow_redirects=not is_ours)
                if ends is not None:
                    response = _end_in_time(response, ends)
                if _is_idempotent(request):
                    await read_whole(response)
            except _NEVER_SENT:
                raise
            except httpx.TransportError:
                pause = self._pause(attempt, None, ends)
                if pause is None:
                    raise
            else:
                pause = None if response.is_success else self._pause(attempt, response, ends)
                if pause is None:
                    return response
                await response.aclose()
            await asyncio.sleep(pause)
            attempt += 1

    def _pause(
        self, attempt: int, response: httpx.Response | None, ends: float | None
    ) -> float | None:
        pause = None if attempt >= self._max_retries else pause_before_retry(attempt, response)
        is_late = pause is not None and ends is not None and time.monotonic() + pause >= ends
        return None if is_late else pause


def _limit_reads(request: httpx.Request, ends: float) -> None:
    """Let no read take longer than what is left."""
    left = min(max(ends - time.monotonic(), 0.001), threading.TIMEOUT_MAX)
    request.extensions["timeout"] = httpx.Timeout(left).as_dict()


def _end_in_time(response: httpx.Response, ends: float) -> httpx.Response:
    _limit_reads(response.request, ends)
    if isinstance(response.stream, httpx.AsyncByteStream):
        response.stream = AsyncTimedStream(response.stream, ends)
    return response


class AsyncTimedStream(httpx.AsyncByteStream):
    """A body that ends in time although parts of it keep coming."""

    def __init__(self, stream: httpx.AsyncByteStream, ends: float) -> None:
        self._stream = stream
        self._ends = ends

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._stream:
            if time.monotonic() >= self._ends:
                raise httpx.ReadTimeout("The response took too long.")
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


def _is_idempotent(request: httpx.Request) -> bool:
    """Whether sending it again has no second effect."""
    return request.method == "GET" or "idempotency-key" in request.headers


async def read_body(response: httpx.Response) -> httpx.Response:
    """Read a response to its end."""
    with connection_errors():
        await read_whole(response)
    return response


async def read_whole(response: httpx.Response) -> None:
    """Read a response to its end, with the errors of httpx."""
    try:
        await response.aread()
    finally:
        await response.aclose()
