"""The handle of a submitted task."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from urllib.parse import quote
from uuid import uuid4

from .. import _policies as policies
from .._answers import lacks, read_record, read_task_id
from .._arguments import expect_header, expect_seconds
from .._paths import GET_TASK
from ..downloads import DownloadedFile, links, to_file
from ..errors import ApiConnectionError, TaskCancelledError, TaskFailedError, TaskTimeoutError
from ..types import TaskRecord, TaskResult
from ._transport import AsyncTransport


class AsyncTask:
    """A submitted task.

    Store its `id`: ``client.tasks.resume(id)`` continues it, in another process too.
    """

    id: str
    record: TaskRecord | None
    """The task as it was last seen; None before the first poll."""

    def __init__(self, task_id: str, transport: AsyncTransport) -> None:
        self.id = task_id
        self.record = None
        self._transport = transport

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r})"

    async def poll(
        self, *, language: str | None = None, timeout: float | None = None
    ) -> TaskRecord:
        """Ask once for the record, whatever its state.

        :param language: of the text of a failure, a two-letter code
        :param timeout: seconds after which to give up, retries included
        """
        if timeout is not None:
            expect_seconds("timeout", timeout)
        path = GET_TASK.replace("{task_id}", quote(self.id, safe=""))
        answer = await self._transport.call(
            "GET", path, query={"language": language}, timeout=timeout
        )
        record = read_record(answer)
        if record is None:
            lacks("The answer to a poll has no task record", answer)
        self.record = record
        return record

    async def wait(
        self,
        *,
        timeout: float = policies.GIVE_UP_SECONDS,
        poll_every: float | None = None,
        language: str | None = None,
        on_progress: Callable[[TaskRecord], object] | None = None,
    ) -> TaskRecord:
        """Wait until the task has succeeded.

        :param timeout: seconds after which to give up; the task goes on, and the last poll may
            take a little longer
        :param poll_every: seconds between two polls, instead of growing pauses
        :param on_progress: called with the record after every poll; what it raises ends the wait
        :raises TaskFailedError: the task failed and was refunded
        :raises TaskCancelledError: the operator cancelled it
        :raises TaskTimeoutError: it did not end in time
        """
        expect_seconds("timeout", timeout)
        if poll_every is not None and not poll_every >= 0:
            raise ValueError("poll_every must be 0 or more seconds.")
        if self.record is not None and _has_ended(self.record):
            return _expect_success(self.record)
        ends = time.monotonic() + timeout
        for pause in _poll_pauses():
            left = ends - time.monotonic()
            try:
                record = await self.poll(language=language, timeout=max(left, policies.POLL_SECONDS_MIN))
            except ApiConnectionError as error:
                if time.monotonic() < ends:
                    raise
                raise TaskTimeoutError(self.id, self.record, timeout) from error
            if on_progress is not None:
                on_progress(record)
            if _has_ended(record):
                return _expect_success(record)
            left = ends - time.monotonic()
            if left <= 0:
                raise TaskTimeoutError(self.id, record, timeout)
            await asyncio.sleep(min(left, pause if poll_every is None else poll_every))
        raise AssertionError("the pauses never end")

    async def result(
        self,
        *,
        timeout: float = policies.GIVE_UP_SECONDS,
        poll_every: float | None = None,
        language: str | None = None,
        on_progress: Callable[[TaskRecord], object] | None = None,
    ) -> TaskResult:
        """Wait like `wait` and return the result alone."""
        record = await self.wait(
            timeout=timeout, poll_every=poll_every, language=language, on_progress=on_progress
        )
        return record.get("result") or {}

    async def download(
        self,
        *,
        timeout: float = policies.GIVE_UP_SECONDS,
        poll_every: float | None = None,
        language: str | None = None,
        on_progress: Callable[[TaskRecord], object] | None = None,
    ) -> list[DownloadedFile]:
        """Wait like `wait` and fetch every file, in the order of the result.

        :raises ResultExpiredError: the links have expired
        """
        record = await self.wait(
            timeout=timeout, poll_every=poll_every, language=language, on_progress=on_progress
        )
        files: list[DownloadedFile] = []
        for url, expires in links(record):
            response = await self._transport.fetch_file(url)
            files.append(to_file(response, url, expires, record, {file.name for file in files}))
        return files

    async def __aiter__(self) -> AsyncIterator[TaskRecord]:
        """Give each record that a poll finds; a task that fails ends this without an error."""
        for pause in _poll_pauses():
            record = await self.poll()
            yield record
            if _has_ended(record):
                return
            await asyncio.sleep(pause)


class AsyncTasks:
    """Submits tasks and continues them."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def resume(self, task_id: str) -> AsyncTask:
        """Return the handle of a task that was submitted before."""
        return AsyncTask(task_id, self._transport)

    async def submit(
        self, path: str, request: Mapping[str, object], *, idempotency_key: str | None = None
    ) -> AsyncTask:
        """Submit a request as it is, for models and parameters that this package does not know.

        :param path: such as ``/v1/images/generations``
        :param idempotency_key: makes a repeated submission create no second task; a random one by
            default, kept across retries
        """
        key = expect_header("idempotency_key", idempotency_key or str(uuid4()))
        headers = {"idempotency-key": key}
        answer = await self._transport.call("POST", path, json=request, headers=headers)
        return self.resume(read_task_id(answer))


def _poll_pauses() -> Iterator[float]:
    """Seconds between polls: from the shortest to the longest that is advised, with jitter."""
    shortest: float = policies.POLL_SECONDS_MIN
    seconds = shortest
    while True:
        yield shortest + (seconds - shortest) * random.uniform(0.75, 1)
        seconds = min(policies.POLL_SECONDS_MAX, seconds * 1.25)


def _has_ended(record: TaskRecord) -> bool:
    return record["status"] in policies.TERMINAL


def _expect_success(record: TaskRecord) -> TaskRecord:
    if record["status"] == "failed":
        raise TaskFailedError(record)
    if record["status"] == "cancelled":
        raise TaskCancelledError(record)
    return record
