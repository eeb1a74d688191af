"""Derives the pixels of a result from the size fields of a request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ._expressions import Request, evaluate, quote, read
from .errors import EstimateError

Size = tuple[int, int]


def settle_size(
    sizes: Any, sent: Request, request: Request, reference: Size | None
) -> tuple[Size, str | None]:
    """Tell the pixels of each result, and the tier unless the request names the pixels.

    The request as it was sent lacks the defaults.
    """
    for rule in sizes["rules"]:
        if not evaluate(rule["rule"], request):
            raise EstimateError(rule["message"])
    text = read("text", [sizes["size_field"]], request)
    form, value = _read_form(sizes, text)
    special = next((one for one in sizes["cases"] if evaluate(one["when"], request)), None)
    if form not in (special or sizes)["forms"]:
        raise EstimateError(special["message"] if special else _unsupported(sizes, text))
    if form == "pixels":
        _expect_allowed(sizes, value)
        return value, None
    if form == "tier":
        tier = value
    elif form == "auto" and special and sent.get(sizes["tier_field"]) is None:
        tier = special.get("auto_tier") or _tier_of(sizes, request)
    else:
        tier = _tier_of(sizes, request)
    row = _row_of(sizes, tier)
    ratio = value if form == "ratio" else _auto_ratio(sizes, row, reference)
    if ratio not in row:
        raise EstimateError(_unsupported(sizes, text))
    return row[ratio], tier


def _read_form(sizes: Any, text: str) -> tuple[str, Any]:
    """Read how a size is written; the form is empty for anything else."""
    if text == "auto":
        return "auto", None
    for tier in sizes["tiers"]:
        if tier["name"].lower() == text.lower():
            return "tier", tier["name"]
    ratios = {one["ratio"] for tier in sizes["tiers"] for one in tier["sizes"]}
    for separator in sizes["ratio_separators"]:
        ratio = text.replace(separator, ":", 1)
        if separator in text and ratio in ratios:
            return "ratio", ratio
    pixels = sizes["pixels"]
    match = re.fullmatch(r"([1-9][0-9]{0,6})([^0-9])([1-9][0-9]{0,6})", text)
    if match is None or match[2] not in pixels["separators"]:
        return "", None
    size = int(match[1]), int(match[3])
    return ("pixels", size) if max(size) > pixels["above"] else ("", None)


def _unsupported(sizes: Any, text: str) -> str:
    return f"{sizes['size_field']}: {quote(text)} is not supported; use {sizes['advice']}."


def _expect_allowed(sizes: Any, size: Size) -> None:
    (width, height), pixels = size, sizes["pixels"]
    low, high = pixels["ratio"]
    if not (
        _is_within(pixels["side"], width)
        and _is_within(pixels["side"], height)
        and _is_within(pixels["area"], width * height)
        and low[0] * height <= width * low[1]
        and width * high[1] <= high[0] * height
    ):
        field, advice = sizes["size_field"], pixels["advice"]
        raise EstimateError(f"{field}: {width}x{height} is not supported; use {advice}.")


def _is_within(limits: list[int], value: int) -> bool:
    return limits[0] <= value <= limits[1]


def _tier_of(sizes: Any, request: Request) -> str:
    name = str(read("text", [sizes["tier_field"]], request))
    names = (one["name"] for one in sizes["tiers"])
    return next((one for one in names if one.lower() == name.lower()), name)


def _row_of(sizes: Any, tier: str) -> dict[str, Size]:
    names = [one["name"] for one in sizes["tiers"]]
    if tier not in names:
        use = ", ".join(names)
        raise EstimateError(f"{sizes['tier_field']}: {quote(tier)} is not supported; use {use}.")
    row = sizes["tiers"][names.index(tier)]["sizes"]
    return {one["ratio"]: (one["width"], one["height"]) for one in row}


def _auto_ratio(sizes: Any, row: Mapping[str, Size], reference: Size | None) -> str:
    """Choose the ratio that is nearest to the reference, or else the one of the model."""
    if reference is None:
        return str(sizes.get("auto_ratio", next(iter(row))))

    def distance(text: str) -> float:
        width, height = (int(term) for term in text.split(":"))
        products = width * reference[1], height * reference[0]
        return max(products) / min(products)

    return min(row, key=distance)
