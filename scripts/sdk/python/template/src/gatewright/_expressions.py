"""Evaluates the expressions of the contract, which the generator has parsed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .errors import EstimateError

Request = Mapping[str, Any]

MOST = 2**53
"""The largest integer that every reader of JSON knows."""


def evaluate(tree: Any, request: Request) -> Any:
    """Evaluate an expression of the contract; its operands have the types that they must have."""
    if not isinstance(tree, list):
        return tree
    operation, *operands = tree
    match operation:
        case "int" | "text" | "flag":
            return read(operation, operands, request)
        case "has":
            return find(operands, request) is not None
        case "length":
            return len(read("list", operands, request))
        case "!":
            return not evaluate(operands[0], request)
        case "&&" | "||":
            left = evaluate(operands[0], request)
            return evaluate(operands[1], request) if left == (operation == "&&") else left
        case "?:":
            return evaluate(operands[1 if evaluate(operands[0], request) else 2], request)
    left, right = (evaluate(operand, request) for operand in operands)
    match operation:
        case "==":
            return left == right
        case "<":
            return left < right
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    return _divide(operation, left, right)


def _divide(operation: str, left: int, right: int) -> int:
    """Divide towards zero, as CEL does."""
    if right == 0:
        raise EstimateError("The request leads to a division by zero.")
    quotient = abs(left) // abs(right)
    signed = quotient if (left < 0) == (right < 0) else -quotient
    return signed if operation == "/" else left - right * signed


def find(path: list[str], request: Any) -> Any:
    """Find a member; None when it is absent."""
    for name in path:
        request = request.get(name) if isinstance(request, Mapping) else None
    return request


_KINDS = {"int": "an integer", "text": "a string", "flag": "true or false", "list": "a list"}


def read(kind: str, path: list[str], request: Request) -> Any:
    """Read a member of that kind."""
    value = find(path, request)
    if kind == "int" and isinstance(value, float) and value.is_integer():
        return int(value)
    if kind == "int" and isinstance(value, int) and abs(value) > MOST:
        raise EstimateError(f"{'.'.join(path)} is too large.")
    types: dict[str, Any] = {"int": int, "text": str, "flag": bool, "list": (list, tuple)}
    if isinstance(value, types[kind]) and (kind == "flag" or not isinstance(value, bool)):
        return value
    raise EstimateError(f"{'.'.join(path)} must be {_KINDS[kind]}; got {quote(value)}.")


def quote(value: object) -> str:
    """Write a value for a message."""
    text = "nothing" if value is None else json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= 100 else text[:100] + "..."
