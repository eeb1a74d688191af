"""How the events of a stream add up to the whole answer."""

from __future__ import annotations

from io import StringIO
from typing import Generic, Protocol, TypeVar, cast

from .types import ChatCompletion, ChatCompletionChunk, ResponseObject, ResponseStreamEvent

Event = TypeVar("Event")
Event_contra = TypeVar("Event_contra", contravariant=True)
Final_co = TypeVar("Final_co", covariant=True)


class Collector(Protocol, Generic[Event_contra, Final_co]):
    """Adds up the events of an answer."""

    def add(self, event: Event_contra) -> None:
        """Take the next event."""

    def final(self) -> Final_co | None:
        """Return the answer; None as long as it is not complete."""

    def has_ended(self) -> bool:
        """Tell whether the last event ends the stream; otherwise a mark does."""
        ...


class ChatCollector:
    """Adds up the chunks of a chat completion to the object that an unstreamed one has."""

    def __init__(self) -> None:
        self._first: ChatCompletionChunk | None = None
        self._content = StringIO()
        self._reasoning = StringIO()
        self._finish: object = None
        self._usage: object = None

    def add(self, event: ChatCompletionChunk) -> None:
        """Take the next chunk, and give it the members without which a loop over chunks fails."""
        self._first = self._first or event
        self._usage = event.get("usage") or self._usage
        # other implementations send chunks without choices, and choices without a delta
        event["choices"] = event.get("choices") or []
        for choice in event["choices"]:
            delta = choice["delta"] = choice.get("delta") or {}
            self._content.write(delta.get("content") or "")
            self._reasoning.write(delta.get("reasoning_content") or "")
            self._finish = choice.get("finish_reason") or self._finish

    def has_ended(self) -> bool:
        """Tell that only ``[DONE]`` ends it."""
        return False

    def final(self) -> ChatCompletion | None:
        """Return the completion once its reason to finish is known."""
        if self._first is None or self._finish is None:
            return None
        reasoning = self._reasoning.getvalue()
        message = {"role": "assistant", "content": self._content.getvalue()}
        answer = {
            **{name: self._first.get(name) for name in ("id", "created", "model")},
            "object": "chat.completion",
            "choices": [
                {
                    "index": 0,
                    "message": {**message, **({"reasoning_content": reasoning} if reasoning else {})},
                    "finish_reason": self._finish,
                }
            ],
            **({} if self._usage is None else {"usage": self._usage}),
        }
        return cast(ChatCompletion, answer)


class ResponseCollector:
    """Keeps the response of the last event about it."""

    _FINAL = ("response.completed", "response.incomplete", "response.failed")

    def __init__(self) -> None:
        self._answer: ResponseObject | None = None

    def add(self, event: ResponseStreamEvent) -> None:
        """Take the next event."""
        if event.get("type") in self._FINAL:
            self._answer = event.get("response")

    def has_ended(self) -> bool:
        """Tell whether the response has come."""
        return self._answer is not None

    def final(self) -> ResponseObject | None:
        """Return the response once it has ended."""
        return self._answer
