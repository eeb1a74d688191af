"""Server-sent events, as their bytes arrive."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

# A CR at the end may be half of a CRLF.
_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")


class EventReader:
    """Gives the data of each event; comments and other fields are skipped."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._data: list[str] = []

    def feed(self, part: bytes) -> Iterator[str]:
        """Take the next bytes."""
        *lines, self._rest = _LINE_END.split(self._rest + self._decoder.decode(part))
        for line in lines:
            if line == "":
                yield from self._dispatch()
                continue
            name, _, value = line.partition(":")
            if name == "data":
                self._data.append(value.removeprefix(" "))

    def end(self) -> Iterator[str]:
        """Take the end of the stream; an event without its blank line does not count."""
        if self._rest == "\r":
            yield from self._dispatch()

    def _dispatch(self) -> Iterator[str]:
        if self._data:
            yield "\n".join(self._data)
        self._data = []
