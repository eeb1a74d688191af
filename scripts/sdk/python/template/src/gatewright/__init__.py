"""Client for gateways to generative models."""

from ._async._client import AsyncGatewright
from ._async._stream import AsyncAnswerStream
from ._async._task import AsyncTask
from ._sync._client import Gatewright
from ._sync._stream import AnswerStream
from ._sync._task import Task
from .callbacks import SeenIds, verify_callback
from .downloads import DownloadedFile
from .errors import (
    ApiConnectionError,
    ApiError,
    AuthenticationError,
    CallbackVerificationError,
    GatewrightError,
    InvalidRequestError,
    MalformedAnswerError,
    NotFoundError,
    PaymentRequiredError,
    PermissionDeniedError,
    RateLimitError,
    ResultExpiredError,
    ServerError,
    TaskCancelledError,
    TaskError,
    TaskFailedError,
    TaskTimeoutError,
)

__all__ = [
    "AnswerStream",
    "ApiConnectionError",
    "ApiError",
    "AsyncAnswerStream",
    "AsyncGatewright",
    "AsyncTask",
    "AuthenticationError",
    "CallbackVerificationError",
    "DownloadedFile",
    "Gatewright",
    "GatewrightError",
    "InvalidRequestError",
    "MalformedAnswerError",
    "NotFoundError",
    "PaymentRequiredError",
    "PermissionDeniedError",
    "RateLimitError",
    "ResultExpiredError",
    "SeenIds",
    "ServerError",
    "Task",
    "TaskCancelledError",
    "TaskError",
    "TaskFailedError",
    "TaskTimeoutError",
    "verify_callback",
]
