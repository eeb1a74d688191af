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
    EstimateError,
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
from .estimates import Estimate, estimate

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
    "Estimate",
    "EstimateError",
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
    "estimate",
    "verify_callback",
]
