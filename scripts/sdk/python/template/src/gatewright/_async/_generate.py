"""Submits image and video tasks, with exactly the parameters of each model."""

from __future__ import annotations

from typing import Any, Unpack, overload

from .. import types
from .._paths import CREATE_IMAGE, CREATE_VIDEO
from ._task import AsyncTask, AsyncTasks


class AsyncImages:
    """Image tasks."""

    def __init__(self, tasks: AsyncTasks) -> None:
        self._tasks = tasks

{{imageMethods}}

class AsyncVideos:
    """Video tasks."""

    def __init__(self, tasks: AsyncTasks) -> None:
        self._tasks = tasks

{{videoMethods}}
