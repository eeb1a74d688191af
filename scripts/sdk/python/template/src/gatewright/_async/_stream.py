"""Answers as they are written."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import TracebackType
from typing import Generic, NoReturn, TypeVar, cast

import httpx

from .._answers import connection_errors, error_of, malformed, parse_json
from .._collect import Collector
from .._events import EventReader
from ..errors import GatewrightError

Event = TypeVar("Event")
Final = TypeVar("Final")

_DONE = "[DONE]"


class AsyncAnswerStream(Generic[Event, Final]):
    """A streamed answer. Its events can be read once; `final` reads those that are left.

    Use it as a context manager, or call `aclose` to end the answer early: what was generated up to
    then is charged.
    """

    def __init__(self, response: httpx.Response, collector: Collector[Event, Final]) -> None:
        self._response = response
        self._collector = collector
        self._is_left = False
        self._events = self._read()

    def __aiter__(self) -> AsyncIterator[Event]:
        return self._events

    async def final(self) -> Final:
        """Return the whole answer once the stream has ended."""
        async for _ in self._events:
            pass
        return self._answer()

    async def aclose(self) -> None:
        """End the answer."""
        self._is_left = True
        await self._response.aclose()

    async def __aenter__(self) -> AsyncAnswerStream[Event, Final]:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def _read(self) -> AsyncIterator[Event]:
        if self._is_left:
            return
        try:
            async for data in read_data(self._response):
                event = self._parse(data)
                self._add(event, data)
                yield event
                if self._is_left or self._collector.has_ended():
                    return
        finally:
            await self._response.aclose()
        self._answer()

    def _answer(self) -> Final:
        answer = self._collector.final()
        if answer is not None:
            return answer
        if self._is_left:
            raise GatewrightError("The answer was abandoned before it was complete.")
        malformed("The stream ended before the answer was complete.", self._response)

    def _parse(self, data: str) -> Event:
        try:
            parsed = parse_json(data)
        except ValueError:
            malformed(f"An event of the stream is not JSON: {data[:200]}", self._response)
        if not isinstance(parsed, dict):
            self._violates(data)
        if parsed.get("error"):
            raise error_of(self._response, parsed)
        return cast(Event, parsed)

    def _add(self, event: Event, data: str) -> None:
        try:
            self._collector.add(event)
        except (AttributeError, KeyError, TypeError):  # members are missing, or of other types
            self._violates(data)

    def _violates(self, data: str) -> NoReturn:
        malformed(f"An event of the stream violates the contract: {data[:200]}", self._response)


async def read_data(response: httpx.Response) -> AsyncIterator[str]:
    """Give the data of each event, up to the end of the stream or ``[DONE]``."""
    reader = EventReader()
    with connection_errors():
        async for part in response.aiter_bytes():
            for data in reader.feed(part):
                if data == _DONE:
                    return
                yield data
    for data in reader.end():
        if data != _DONE:
            yield data
