"""The entry point."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any

import httpx

from .. import _policies as policies
from .._answers import read_json
from .._arguments import choose_timeout, expect_address, expect_header
from ._account import AsyncBalance, AsyncModels
from ._generate import AsyncImages, AsyncVideos
from ._task import AsyncTasks
from ._text import AsyncChat, AsyncResponses
from ._transport import AsyncTransport, read_body


class AsyncGatewright:
    """A client of a gateway. Use it as a context manager, or call `aclose` at the end.

    :param base_url: address of the service, without ``/v1``
    :param max_retries: how often a failed request is repeated
    :param timeout: longest wait for more of a response, in seconds; by default that of
        `http_client`, if it was set there, or ten minutes
    :param http_client: your own httpx client, for example with a proxy
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        max_retries: int = policies.MAX_RETRIES,
        timeout: float | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        address = expect_address(base_url)
        key = expect_header("api_key", api_key)
        self._http = http_client or httpx.AsyncClient()
        longest = choose_timeout(timeout, self._http.timeout)
        self._transport = AsyncTransport(address, key, self._http, max_retries, longest)
        self.tasks: AsyncTasks = AsyncTasks(self._transport)
        self.images: AsyncImages = AsyncImages(self.tasks)
        self.videos: AsyncVideos = AsyncVideos(self.tasks)
        self.chat: AsyncChat = AsyncChat(self._transport)
        self.responses: AsyncResponses = AsyncResponses(self._transport)
        self.models: AsyncModels = AsyncModels(self._transport)
        self.balance: AsyncBalance = AsyncBalance(self._transport)

    async def request(
        self,
        method: str,
        path: str,
        *,
        json: object = None,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Send any request and return the parsed body, with this client's errors and retries.

        A response without a body is None.
        """
        response = await self._transport.open(
            method, path, json=json, query=query, headers=headers
        )
        return read_json(await read_body(response), may_be_empty=True)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncGatewright:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()
