"""What a request makes and costs, before it is sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, Unpack, overload

from . import types
from ._amounts import multiply, to_decimal, to_nano
from ._expressions import MOST, evaluate, quote, read
from ._sizes import Size, settle_size
from .errors import EstimateError


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a request makes and costs."""

    model: str
    """Id of the model, however it was spelled."""
    width: int
    """Pixels; of a layer decomposition, at most."""
    height: int
    """Pixels; of a layer decomposition, at most."""
    count: int
    """Images, or layers at most; 1 for a clip."""
    seconds: int | None
    """Length of a clip; None for images."""
    hold_usd: Decimal
    """Held at submission; what is too much is returned when the task has ended."""
    price_usd: Decimal
    """Charged if everything is made; for a layer decomposition, at most."""


{{estimateOverloads}}
def estimate(
    *,
    group_ratio: str | int | Decimal = "1",
    first_reference: tuple[int, int] | None = None,
    **request: Any,
) -> Estimate:
    """Estimate an image or video request, without a network, by the contract of this package.

    Raises ``EstimateError`` for models, sizes and values that have no price. Otherwise the request
    is not validated: the gateway may still refuse it, and its prices may have changed.

    :param group_ratio: price ratio of the key's group.
    :param first_reference: pixels of the first reference image, which decides the ratio of the
        result when the size is ``auto``.
    """
    model = _choose_model(request.get("model"))
    bound = {**model["defaults"], **{name: it for name, it in request.items() if it is not None}}
    _expect_pixels(first_reference)
    size, tier = settle_size(model["sizes"], request, bound, first_reference)
    count, seconds = _at_least_one(model, "count", bound), None
    if "seconds" in model:
        seconds = _at_least_one(model, "seconds", bound)
    surcharge, references = model["surcharge"], _count_references(model, bound)
    added = to_nano(surcharge["rate"]) * max(0, references - surcharge["free"])
    rate = to_nano(_rate_of(model, size, tier)) * (seconds or 1)
    held = next((one["images"] for one in model["holds"] if evaluate(one["when"], bound)), count)
    hold, price = (multiply(rate * many + added, group_ratio) for many in (held, count))
    layers = model.get("layers")
    if layers and evaluate(layers["when"], bound):
        count, price = layers["max"] + 1, hold
    return Estimate(model["id"], *size, count, seconds, to_decimal(hold), to_decimal(price))


@cache
def _read_models() -> Mapping[str, Any]:
    """Read what the contract says about each model, by spelling."""
    text = files("gatewright").joinpath("estimates.json").read_text("utf-8")
    return {spelling: entry for entry in json.loads(text) for spelling in entry["spellings"]}


def _choose_model(name: object) -> Any:
    model = _read_models().get(name) if isinstance(name, str) else None
    if model is None:
        raise EstimateError(f"There is no image or video model {quote(name)}.")
    if "unsupported" in model:
        raise EstimateError(model["unsupported"])
    return model


def _at_least_one(model: Any, what: str, request: Mapping[str, Any]) -> int:
    value = int(evaluate(model[what], request))
    if value < 1:
        raise EstimateError(f"The {what} of a request to {model['id']} must be 1 or more; got {value}.")
    return value


def _count_references(model: Any, request: Mapping[str, Any]) -> int:
    return sum(len(read("list", [name], request)) for name in model["references"] if name in request)


def _expect_pixels(reference: object) -> None:
    if reference is None:
        return
    sides = reference if isinstance(reference, tuple | list) else ()
    if len(sides) != 2 or not all(type(side) is int and 1 <= side <= MOST for side in sides):
        raise EstimateError(f"A first reference is its width and height in pixels, not {reference!r:.100}.")


def _rate_of(model: Any, size: Size, tier: str | None) -> str:
    """Find the price of one unit: the first that fits."""
    pixels = size[0] * size[1]
    for rate in model["rates"]:
        if rate.get("tier", tier) == tier and pixels <= rate.get("max_pixels", pixels):
            return str(rate["rate"])
    raise EstimateError(f"{model['id']} has no price for {size[0]}x{size[1]}.")
