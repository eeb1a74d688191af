"""Exact amounts, as integers of a billionth of a US dollar."""

from __future__ import annotations

import re
from decimal import Decimal

from .errors import EstimateError

_SCALE = 10**9


def to_nano(decimal: str) -> int:
    """Read an amount in billionths."""
    match = re.fullmatch(r"([0-9]+)(?:\.([0-9]{1,9}))?", decimal)
    if match is None:
        raise EstimateError(f'"{decimal}" is not a decimal with at most 9 places.')
    return int(match[1]) * _SCALE + int((match[2] or "").ljust(9, "0"))


def to_decimal(nano: int) -> Decimal:
    """Write billionths as the shortest decimal."""
    whole, fraction = divmod(nano, _SCALE)
    return Decimal(f"{whole}.{fraction:09}".rstrip("0").rstrip("."))


def multiply(nano: int, ratio: str) -> int:
    """Multiply by a decimal, and round half up to a billionth."""
    return (2 * nano * to_nano(ratio) + _SCALE) // (2 * _SCALE)
