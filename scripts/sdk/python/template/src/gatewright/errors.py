"""What the client raises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from .types import TaskRecord


class Violation(TypedDict):
    """One violation in a request body."""

    path: str
    rule: str
    message: str


class GatewrightError(Exception):
    """Base class of every error of this package."""


class ApiConnectionError(GatewrightError):
    """The connection failed, or broke before the response was complete."""


class ApiError(GatewrightError):
    """An error response of the service, or a response that violates the contract."""

    status: int
    """HTTP status."""
    type: str
    """Kind of the error, such as ``invalid_request_error``."""
    reason: str | None
    """Exact reason, such as ``invalid_parameter``."""
    param: str | None
    """JSON Pointer to the field that is wrong."""
    violations: Sequence[Violation]
    """All violations of the request body."""
    request_id: str | None
    """Value of ``X-Request-Id``: name it when you ask for help."""
    retry_after: float | None
    """Seconds that the service asks to wait before the next attempt."""
    body: object
    """The response body, parsed if it is JSON."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        type: str,
        reason: str | None = None,
        param: str | None = None,
        violations: Sequence[Violation] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
        body: object = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.type = type
        self.reason = reason
        self.param = param
        self.violations = violations
        self.request_id = request_id
        self.retry_after = retry_after
        self.body = body


class InvalidRequestError(ApiError):
    """The request cannot be accepted as it is (400 and other 4xx)."""


class AuthenticationError(ApiError):
    """The API key is missing or unknown (401)."""


class PaymentRequiredError(ApiError):
    """The balance does not cover the request (402)."""


class PermissionDeniedError(ApiError):
    """The key must not do this (403)."""


class NotFoundError(ApiError):
    """There is no such task, model or path (404)."""


class RateLimitError(ApiError):
    """Too many requests (429)."""


class ServerError(ApiError):
    """The service failed (5xx)."""


class MalformedAnswerError(ApiError):
    """A successful response that violates the contract."""


ERRORS_BY_STATUS: Mapping[int, type[ApiError]] = {
    401: AuthenticationError,
    402: PaymentRequiredError,
    403: PermissionDeniedError,
    404: NotFoundError,
    429: RateLimitError,
}


class TaskError(GatewrightError):
    """A task that gave no result."""

    def __init__(self, message: str, record: TaskRecord | None) -> None:
        super().__init__(message)
        self._record = record

    @property
    def record(self) -> TaskRecord | None:
        """The task as it was last seen; None when no poll was answered in time."""
        return self._record


class _SeenTaskError(TaskError):
    """A task of which there is a record."""

    def __init__(self, message: str, record: TaskRecord) -> None:
        super().__init__(message, record)
        self._seen = record

    @property
    def record(self) -> TaskRecord:
        """The task as it was last seen."""
        return self._seen


class TaskFailedError(_SeenTaskError):
    """The task failed and was refunded in full."""

    code: str | None
    """Why, if the service says so."""

    def __init__(self, record: TaskRecord) -> None:
        error = record.get("error")
        message = error.get("message") if isinstance(error, dict) else error
        super().__init__(message or f"The task {record['id']} failed.", record)
        code = error.get("code") if isinstance(error, dict) else None
        self.code = None if code is None else str(code)


class TaskCancelledError(_SeenTaskError):
    """The operator cancelled the task."""

    def __init__(self, record: TaskRecord) -> None:
        super().__init__(f"The task {record['id']} was cancelled.", record)


class TaskTimeoutError(TaskError):
    """The task did not end in time. It goes on: ``client.tasks.resume(id)`` waits again."""

    def __init__(self, task_id: str, record: TaskRecord | None, timeout: float) -> None:
        super().__init__(f"The task {task_id} did not end within {timeout:g} s.", record)


class ResultExpiredError(_SeenTaskError):
    """The links of the result have expired."""

    def __init__(self, record: TaskRecord) -> None:
        super().__init__(f"The files of the task {record['id']} have expired.", record)


class EstimateError(GatewrightError):
    """A request that cannot be estimated: a model, a size or a value that has no price."""


class CallbackVerificationError(GatewrightError):
    """A callback that must not be trusted: answer 400 or 401."""
