"""Chat completions and responses."""

from __future__ import annotations

from typing import Unpack, cast

from .._collect import ChatCollector, ResponseCollector
from .._paths import CREATE_CHAT_COMPLETION, CREATE_RESPONSE
from ..types import (
    ChatCompletion,
    ChatCompletionChunk,
    ChatCompletionRequest,
    ResponseCreateRequest,
    ResponseObject,
    ResponseStreamEvent,
)
from ._stream import AsyncAnswerStream
from ._transport import AsyncTransport


class AsyncChat:
    """Chat completions."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, /, **request: Unpack[ChatCompletionRequest]) -> ChatCompletion:
        """Return a whole chat completion."""
        body = {**request, "stream": False}
        answer = await self._transport.call("POST", CREATE_CHAT_COMPLETION, json=body)
        return cast(ChatCompletion, answer)

    async def stream(
        self, /, **request: Unpack[ChatCompletionRequest]
    ) -> AsyncAnswerStream[ChatCompletionChunk, ChatCompletion]:
        """Return a chat completion as it is written, with its usage at the end."""
        body = {"stream_options": {"include_usage": True}, **request, "stream": True}
        response = await self._transport.open("POST", CREATE_CHAT_COMPLETION, json=body)
        return AsyncAnswerStream(response, ChatCollector())


class AsyncResponses:
    """Responses."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, /, **request: Unpack[ResponseCreateRequest]) -> ResponseObject:
        """Return a whole response."""
        body = {**request, "stream": False}
        answer = await self._transport.call("POST", CREATE_RESPONSE, json=body)
        return cast(ResponseObject, answer)

    async def stream(
        self, /, **request: Unpack[ResponseCreateRequest]
    ) -> AsyncAnswerStream[ResponseStreamEvent, ResponseObject]:
        """Return a response as it is written."""
        body = {**request, "stream": True}
        response = await self._transport.open("POST", CREATE_RESPONSE, json=body)
        return AsyncAnswerStream(response, ResponseCollector())
