"""Verification of callbacks: the task record that a gateway sends when a task has ended."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Callable, Iterable, Mapping
from threading import Lock

from . import _policies as policies
from ._answers import parse_json, read_record
from .errors import CallbackVerificationError
from .types import TaskRecord

_PREFIX = "whsec_"
_VERSION = "v1,"


def verify_callback(
    headers: Mapping[str, str],
    body: bytes | str,
    secrets: str | Iterable[str],
    *,
    tolerance: float = policies.SIGNATURE_TOLERANCE_SECONDS,
    now: Callable[[], float] = time.time,
) -> TaskRecord:
    """Verify a callback and return its task record.

    :param headers: the request headers, with names in any case
    :param body: the body exactly as it arrived; a parsed one cannot be verified
    :param secrets: the secret of the key, or several while secrets are rotated
    :param tolerance: allowed difference between the timestamp and now, in seconds
    :raises CallbackVerificationError: the callback must not be trusted
    :raises ValueError: a secret is malformed
    """
    if not isinstance(body, (bytes, str)):
        raise TypeError("The body must be the bytes or the text as they arrived.")
    keys = [_read_secret(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    lower = {name.lower(): value for name, value in headers.items()}
    parts = [_header(lower, f"webhook-{name}") for name in ("id", "timestamp", "signature")]
    message_id, timestamp, signature = parts
    _expect_recent(timestamp, now(), tolerance)
    data = _encode(body, "body") if isinstance(body, str) else body
    signed = _encode(f"{message_id}.{timestamp}.", "header webhook-id") + data
    expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    given = _read_signatures(signature)
    is_genuine = any([hmac.compare_digest(one, other) for one in expected for other in given])
    if not is_genuine:
        raise CallbackVerificationError("The signature is wrong.")
    return _parse(data)


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if value:
        return value
    raise CallbackVerificationError(f"The header {name} is missing.")


def _encode(text: str, what: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:  # servers decode other bytes than UTF-8 to surrogates
        raise CallbackVerificationError(f"The {what} is not UTF-8.") from error


def _expect_recent(timestamp: str, now: float, tolerance: float) -> None:
    if not re.fullmatch(r"[0-9]{1,15}", timestamp):
        raise CallbackVerificationError("The header webhook-timestamp is not a Unix time.")
    off = abs(now - int(timestamp))
    if not off <= tolerance:
        raise CallbackVerificationError(
            f"The timestamp is {off:.0f} seconds from now; at most {tolerance:g} are allowed."
        )


def _read_secret(secret: str) -> bytes:
    key = _decode(secret.removeprefix(_PREFIX)) if secret.startswith(_PREFIX) else None
    if key is None or not policies.SECRET_BYTES_MIN <= len(key) <= policies.SECRET_BYTES_MAX:
        raise ValueError(
            f'A webhook secret is "{_PREFIX}" and {policies.SECRET_BYTES_MIN} to '
            f"{policies.SECRET_BYTES_MAX} bytes in base64; this one is not."
        )
    return key


def _read_signatures(header: str) -> list[bytes]:
    parts = [part for part in header.split(" ") if part.startswith(_VERSION)]
    found = [_decode(part.removeprefix(_VERSION)) for part in parts[: policies.MAX_SIGNATURES]]
    return [one for one in found if one is not None]


def _decode(text: str) -> bytes | None:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _parse(data: bytes) -> TaskRecord:
    try:
        record = read_record(parse_json(data))
    except ValueError:
        record = None
    if record is None:
        raise CallbackVerificationError("The body is not a task record.")
    return record


class SeenIds:
    """Remembers ids of callbacks in memory, because deliveries can repeat.

    The oldest are forgotten. For several processes, write a class with the same two methods over
    a database.
    """

    def __init__(self, most: int = policies.KEPT_CALLBACK_IDS) -> None:
        self._ids: dict[str, None] = {}
        self._most = most
        self._lock = Lock()

    def add(self, task_id: str) -> bool:
        """Add an id; return False when it was there already."""
        with self._lock:
            if task_id in self._ids:
                return False
            self._ids[task_id] = None
            if len(self._ids) > self._most:
                del self._ids[next(iter(self._ids))]
            return True

    def discard(self, task_id: str) -> None:
        """Forget an id whose handling failed, so that the next delivery is handled."""
        with self._lock:
            self._ids.pop(task_id, None)
