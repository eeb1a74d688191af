"""Exact amounts, as integers of a billionth of a US dollar."""

from __future__ import annotations

import re
from decimal import Decimal

from .errors import EstimateError

_SCALE = 10**9


def to_nano(decimal: str) -> int:
    """Read an amount in billionths."""
    match = re.fullmatch(r"([0-9]{1,18})(?:\.([0-9]{1,9}))?", decimal)
    if match is None:
        raise EstimateError(f'"{decimal[:100]}" is not a decimal with at most 18 digits and 9 places.')
    return int(match[1]) * _SCALE + int((match[2] or "").ljust(9, "0"))


def to_decimal(nano: int) -> Decimal:
    """Write billionths as the shortest decimal."""
    whole, fraction = divmod(nano, _SCALE)
    return Decimal(f"{whole}.{fraction:09}".rstrip("0").rstrip("."))


def multiply(nano: int, ratio: object) -> int:
    """Multiply by a decimal, and round half up to a billionth."""
    if isinstance(ratio, bool) or not isinstance(ratio, str | int | Decimal):
        raise EstimateError(f"A group ratio is a string, an integer or a Decimal, not {ratio!r}.")
    text = ratio if isinstance(ratio, str) else f"{Decimal(ratio):f}"
    return (2 * nano * to_nano(text) + _SCALE) // (2 * _SCALE)
