"""Values of the program that cannot be used: refused where they are given."""

from __future__ import annotations

import math
from urllib.parse import urlsplit

import httpx

from . import _policies as policies

_UNSET = httpx.Timeout(5)
"""What an httpx client has whose timeout was not set: too short for the answer of a model."""


def expect_address(base_url: object) -> str:
    """Return the address of a gateway without a slash at its end."""
    text = _expect_text("base_url", base_url)
    try:
        is_address = httpx.URL(text).scheme in ("http", "https") and bool(urlsplit(text).hostname)
    except (httpx.InvalidURL, ValueError):
        is_address = False
    if not is_address:
        raise ValueError(
            "base_url is not the address of a gateway, such as http://localhost:8080: "
            f"{text[:200]!r}"
        )
    return text.rstrip("/")


def expect_header(name: str, value: object) -> str:
    """Return a text that a header can carry; the error does not quote it: it may be a secret."""
    text = _expect_text(name, value)
    if not text or text != text.strip():
        raise ValueError(f"{name} is empty, or begins or ends with a space or a line break.")
    if text.isascii() and text.isprintable():
        return text
    raise ValueError(
        f"{name} has a character that no header can carry, such as a line break or one beyond "
        "ASCII."
    )


def expect_seconds(name: str, value: float) -> float:
    """Return a finite number."""
    if math.isfinite(value):
        return value
    raise ValueError(f"{name} must be a finite number of seconds.")


def choose_timeout(wanted: float | None, own: httpx.Timeout) -> httpx.Timeout:
    """Return the longest waits: as asked for, of an own httpx client, or the default."""
    if wanted is None and own != _UNSET:
        return own
    return httpx.Timeout(policies.SILENCE_SECONDS if wanted is None else wanted)


def _expect_text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    raise TypeError(f"{name} must be a string. Is the variable set that it is read from?")
