"""Sends requests, and repeats those that failed before the first byte of their response."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import httpx

from .._answers import connection_errors, pause_before_retry, read_object, to_error


class AsyncTransport:
    """The HTTP connection to a gateway."""

    def __init__(
        self, base_url: str, api_key: str, http: httpx.AsyncClient, max_retries: int
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._headers = {"authorization": f"Bearer {api_key}"}
        self._http = http
        self._max_retries = max_retries

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
        request = self._http.build_request(
            method,
            self._base_url + path,
            params={name: str(value) for name, value in (query or {}).items() if value is not None},
            headers={**self._headers, **(headers or {})},
            json=json,
            timeout=httpx.USE_CLIENT_DEFAULT if timeout is None else timeout,
        )
        ends = None if timeout is None else time.monotonic() + timeout
        with connection_errors():
            response = await self._send(request, ends=ends)
        if response.is_success:
            return response
        raise to_error(await read_body(response))

    async def fetch_file(self, url: str) -> httpx.Response:
        """Fetch a file without the key, because links may lead to other hosts."""
        with connection_errors():
            request = self._http.build_request("GET", url)
            response = await self._send(request, is_ours=False)
        return await read_body(response)

    async def _send(
        self, request: httpx.Request, *, is_ours: bool = True, ends: float | None = None
    ) -> httpx.Response:
        """Return the last response, whatever its status."""
        attempt = 0
        while True:
            try:
                response = await self._http.send(request, stream=True, follow_redirects=not is_ours)
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


async def read_body(response: httpx.Response) -> httpx.Response:
    """Read a response to its end."""
    try:
        with connection_errors():
            await response.aread()
    finally:
        await response.aclose()
    return response
