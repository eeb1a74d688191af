"""Models, prices and balances."""

from __future__ import annotations

from typing import cast

from .._paths import (
    GET_BILLING_SUBSCRIPTION,
    GET_BILLING_USAGE,
    GET_KEY_BALANCE,
    GET_MODEL_PRICING,
    GET_MODEL_SCHEMA_BY_QUERY,
    GET_USER_BALANCE,
    LIST_MODELS,
)
from ..types import (
    BillingSubscription,
    BillingUsage,
    KeyBalance,
    ModelDescription,
    ModelList,
    ModelPricing,
    UserBalance,
)
from ._transport import AsyncTransport


class AsyncModels:
    """What the key can use."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self, *, category: str | None = None, expand: str | None = None
    ) -> ModelList:
        """List the models, with the fields named in `expand`, separated by commas."""
        query = {"category": category, "expand": expand}
        return cast(ModelList, await self._transport.call("GET", LIST_MODELS, query=query))

    async def schema(self, model: str) -> ModelDescription:
        """Return a model with the JSON Schema of its parameters."""
        query = {"model": model}
        answer = await self._transport.call("GET", GET_MODEL_SCHEMA_BY_QUERY, query=query)
        return cast(ModelDescription, answer)

    async def prices(self, model: str) -> ModelPricing:
        """Return the prices of a model for this key."""
        answer = await self._transport.call("GET", GET_MODEL_PRICING, query={"model": model})
        return cast(ModelPricing, answer)


class AsyncBalance:
    """What is left, and what was spent."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def account(self) -> UserBalance:
        """Return the balance of the account."""
        return cast(UserBalance, await self._transport.call("GET", GET_USER_BALANCE))

    async def key(self) -> KeyBalance:
        """Return the balance of the key."""
        return cast(KeyBalance, await self._transport.call("GET", GET_KEY_BALANCE))

    async def usage(
        self, *, start_date: str | None = None, end_date: str | None = None
    ) -> BillingUsage:
        """Return the charges by day and model; dates are ``YYYY-MM-DD``."""
        query = {"start_date": start_date, "end_date": end_date}
        return cast(BillingUsage, await self._transport.call("GET", GET_BILLING_USAGE, query=query))

    async def limits(self) -> BillingSubscription:
        """Return the spending limits of the account."""
        answer = await self._transport.call("GET", GET_BILLING_SUBSCRIPTION)
        return cast(BillingSubscription, answer)
