"""Sends requests, and repeats those that failed before the first byte of their response."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import httpx

from .._answers import pause_before_retry, read_json, to_error
from ..errors import ApiConnectionError


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
    ) -> Any:
        """Send a request and return the parsed body; raises an `ApiError` for every refusal.

        :param timeout: seconds after which to give up, retries included
        """
        response = await self.open(
            method, path, json=json, query=query, headers=headers, timeout=timeout
        )
        await _read(response)
        return read_json(response)

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
        return await self._send(request, ends=ends)

    async def fetch_file(self, url: str) -> httpx.Response:
        """Fetch a file without the key, because links may lead to other hosts."""
        request = self._http.build_request("GET", url)
        response = await self._send(request, is_ours=False)
        await _read(response)
        return response

    async def _send(
        self, request: httpx.Request, *, is_ours: bool = True, ends: float | None = None
    ) -> httpx.Response:
        attempt = 0
        while True:
            response: httpx.Response | None = None
            failure: httpx.TransportError | None = None
            try:
                response = await self._http.send(request, stream=True, follow_redirects=not is_ours)
                if response.is_success:
                    return response
            except httpx.TransportError as error:
                failure = error
            pause = None if attempt >= self._max_retries else pause_before_retry(attempt, response)
            if pause is None or (ends is not None and time.monotonic() + pause >= ends):
                return await self._give_up(response, failure, is_ours=is_ours)
            if response is not None:
                await response.aclose()
            await asyncio.sleep(pause)
            attempt += 1

    async def _give_up(
        self,
        response: httpx.Response | None,
        failure: httpx.TransportError | None,
        *,
        is_ours: bool,
    ) -> httpx.Response:
        if response is None:
            raise ApiConnectionError(str(failure) or type(failure).__name__) from failure
        if not is_ours:
            return response
        await _read(response)
        raise to_error(response)


async def _read(response: httpx.Response) -> None:
    try:
        await response.aread()
    except httpx.RequestError as error:
        raise ApiConnectionError(str(error) or type(error).__name__) from error
    finally:
        await response.aclose()
