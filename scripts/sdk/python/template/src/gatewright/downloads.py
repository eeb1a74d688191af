"""The files of a result."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, cast
from urllib.parse import urlsplit

import httpx

from ._answers import malformed, to_error
from .errors import ResultExpiredError
from .types import TaskRecord


@dataclass(frozen=True)
class DownloadedFile:
    """One file of a result."""

    url: str
    name: str
    """Last part of the address, such as ``0.png``; a second file of that name is ``0-2.png``."""
    media_type: str
    content: bytes = field(repr=False)

    def save(self, path: str | Path) -> Path:
        """Write the file to a path, or into a folder under its own name."""
        target = Path(path) / self.name if Path(path).is_dir() else Path(path)
        target.write_bytes(self.content)
        return target


def links(record: TaskRecord) -> list[tuple[str, float | None]]:
    """Give the links of all files, each with the time at which it expires, if that is known."""
    try:
        return list(_links(record))
    except (AttributeError, TypeError):  # members are of other types
        malformed("The result of the task violates the contract.")


def _links(record: TaskRecord) -> Iterator[tuple[str, float | None]]:
    result = cast("Mapping[str, Any]", record.get("result") or {})
    for kind in ("images", "videos", "audios"):
        for item in result.get(kind) or []:
            urls = item.get("url")
            expires = item.get("expires_at", result.get("expires_at"))
            for url in urls if isinstance(urls, list) else [urls]:
                if not isinstance(url, str):
                    raise TypeError("A link is no text.")
                yield url, expires if isinstance(expires, (int, float)) else None


def _name_of(url: str) -> str:
    name = re.split(r"[/\\]", urlsplit(url).path)[-1]
    return "file" if name in ("", ".", "..") else name


def _new_name(wanted: str, taken: Collection[str]) -> str:
    """Keep files apart that are saved into one folder."""
    path = PurePosixPath(wanted)
    numbered = (f"{path.stem}-{count}{path.suffix}" for count in itertools.count(2))
    return next(name for name in itertools.chain([wanted], numbered) if name not in taken)


def to_file(
    response: httpx.Response,
    url: str,
    expires: float | None,
    record: TaskRecord,
    taken: Collection[str],
) -> DownloadedFile:
    """Read a response to the request for a file."""
    if response.is_success:
        name = _new_name(_name_of(url), taken)
        media_type = response.headers.get("content-type", "application/octet-stream")
        return DownloadedFile(url=url, name=name, media_type=media_type, content=response.content)
    # Whether a link has expired is decided by the host of the file: its clock may differ from ours.
    if response.status_code == 410 or (expires is not None and expires <= time.time()):
        raise ResultExpiredError(record)
    raise to_error(response)
