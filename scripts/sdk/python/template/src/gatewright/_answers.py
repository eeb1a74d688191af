"""How responses are read, by both clients."""

from __future__ import annotations

import email.utils
import json
import random
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn, cast

import httpx

from . import _policies as policies
from .errors import (
    ERRORS_BY_STATUS,
    ApiConnectionError,
    ApiError,
    InvalidRequestError,
    MalformedAnswerError,
    ServerError,
    Violation,
)
from .types import TaskRecord


@contextmanager
def connection_errors() -> Iterator[None]:
    """Raise what httpx cannot send, follow or read as an `ApiConnectionError`."""
    try:
        yield
    except (httpx.RequestError, httpx.StreamError, httpx.InvalidURL, UnicodeError) as error:
        raise ApiConnectionError(_describe(error)) from error


def _describe(error: Exception) -> str:
    """Say what failed, and where: most errors of httpx do not name the server."""
    text = str(error) or type(error).__name__
    if not isinstance(error, httpx.TransportError):
        return text
    try:
        url = error.request.url
    except RuntimeError:  # it is about no request
        return text
    return f"{url.scheme}://{url.netloc.decode()}: {text}"


def parse_json(text: bytes | str) -> Any:
    """Parse JSON; raises ValueError for what is none, or is nested too deep."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("The text is nested too deep.") from error


def read_json(response: httpx.Response, *, may_be_empty: bool = False) -> Any:
    """Return the body of a successful response, which must be JSON."""
    if may_be_empty and not response.content:
        return None
    try:
        return parse_json(response.content)
    except ValueError:
        _refuse_body("JSON", response)


def read_object(response: httpx.Response) -> dict[str, Any]:
    """Return the body of a successful response, which must be an object as every answer is."""
    body = read_json(response)
    return body if isinstance(body, dict) else _refuse_body("a JSON object", response)


def _refuse_body(expected: str, response: httpx.Response) -> NoReturn:
    request = response.request
    malformed(
        f"{request.method} {request.url.path} answered {response.status_code} with a body "
        f"that is not {expected}: this does not look like a gateway.",
        response,
    )


def malformed(message: str, response: httpx.Response | None = None) -> NoReturn:
    """Raise for a successful response that violates the contract."""
    raise MalformedAnswerError(
        message,
        status=200 if response is None else response.status_code,
        type="bad_gateway",
        reason="malformed_answer",
        request_id=None if response is None else response.headers.get("x-request-id"),
    )


def to_error(response: httpx.Response) -> ApiError:
    """Read an error response: the envelope, the form of the balance endpoints, or any text."""
    try:
        body: object = parse_json(response.content)
    except ValueError:
        body = response.text
    return error_of(response, body)


def error_of(response: httpx.Response, body: object) -> ApiError:
    """Build the error of a parsed body; an event of a stream has one, too."""
    status = response.status_code
    envelope = body if isinstance(body, dict) else {}
    if isinstance(envelope.get("error"), dict):
        envelope = envelope["error"]
    code = envelope.get("code")
    if status < 400 and isinstance(code, int) and 400 <= code < 600:
        status = code  # an error within a stream: the response has begun with 200
    fallback = InvalidRequestError if status < 500 else ServerError
    found = envelope.get("violations")
    violations = [cast(Violation, one) for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return ERRORS_BY_STATUS.get(status, fallback)(
        _text(envelope, "message") or f"HTTP {status}: {_reason_of(body)}",
        status=status,
        type=_text(envelope, "type") or ("server_error" if status >= 500 else "invalid_request_error"),
        reason=_text(envelope, "reason"),
        param=_text(envelope, "param"),
        violations=violations,
        request_id=response.headers.get("x-request-id"),
        retry_after=retry_after(response.headers),
        body=body,
    )


def _reason_of(body: object) -> str:
    """Return the words of something else than a gateway."""
    text = (_text(body, "error") or _text(body, "detail")) if isinstance(body, dict) else body
    return text[:200] if isinstance(text, str) and text else "the service gave no reason"


def _text(envelope: Mapping[str, object], name: str) -> str | None:
    value = envelope.get(name)
    return value if isinstance(value, str) else None


def pause_before_retry(attempt: int, response: httpx.Response | None) -> float | None:
    """Return the seconds until the next attempt, counted from 0; None when there should be none."""
    asked = None if response is None else retry_after(response.headers)
    if response is not None and not _is_worth_retrying(response, asked):
        return None
    if asked is not None:
        return asked if asked <= policies.LONGEST_RETRY_AFTER_SECONDS else None
    longest = min(policies.RETRY_MILLISECONDS_MAX, policies.RETRY_MILLISECONDS_MIN * 2.0**attempt)
    return longest / 1000 * random.uniform(0.5, 1)


def _is_worth_retrying(response: httpx.Response, asked: float | None) -> bool:
    if response.headers.get("x-should-retry") == "false":
        return False
    status = response.status_code
    if status == 409:
        return asked is not None  # the first attempt is still in progress
    return status in (408, 429) or (status >= 500 and status != 501)


def retry_after(headers: httpx.Headers) -> float | None:
    """Return the seconds that ``Retry-After-Ms`` or ``Retry-After`` ask to wait."""
    precise = _number(headers.get("retry-after-ms"))
    if precise is not None:
        return precise / 1000
    text = headers.get("retry-after")
    seconds = _number(text)
    if seconds is not None or text is None:
        return seconds
    try:
        date = email.utils.parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, date.timestamp() - time.time())


def _number(text: str | None) -> float | None:
    """Read digits alone: Python takes 1_0, nan and the digits of other scripts for numbers, too."""
    if text is None or re.fullmatch("[0-9]+", text) is None:
        return None
    value = float(text)
    return value if value < float("inf") else None


def read_record(body: object) -> TaskRecord | None:
    """Return the task record of a body: at its root, or in ``data``.

    The status ``completed`` becomes ``success``.
    """
    found = body
    while isinstance(found, (dict, list)):
        if isinstance(found, list):
            found = found[0] if found else None
        elif "id" in found and isinstance(found.get("status"), str):
            is_success = found["status"] in policies.SUCCESS_VALUES
            return cast(TaskRecord, {**found, "status": "success"} if is_success else found)
        else:
            found = found.get("data")
    return None


def read_task_id(body: object) -> str:
    """Return the id in the answer to a submission; ``data`` may be an object instead of a list."""
    data = body.get("data") if isinstance(body, dict) else None
    first = data[0] if isinstance(data, list) and data else data
    task_id = first.get("task_id") if isinstance(first, dict) else None
    if isinstance(task_id, str):
        return task_id
    lacks("The answer to a submission has no task id", body)


def lacks(what: str, body: object) -> NoReturn:
    """Raise for an answer without what is needed, with its own words, if it has any."""
    message = body.get("message") if isinstance(body, dict) else None
    malformed(f"{what}: {message}" if isinstance(message, str) else f"{what}.")
