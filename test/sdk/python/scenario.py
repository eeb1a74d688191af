"""What every SDK does with a mock, in Python; prints one JSON line a step."""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from decimal import Decimal

import httpx
from gatewright import (
    ApiConnectionError,
    ApiError,
    AsyncGatewright,
    AuthenticationError,
    CallbackVerificationError,
    EstimateError,
    Gatewright,
    GatewrightError,
    InvalidRequestError,
    MalformedAnswerError,
    PaymentRequiredError,
    RateLimitError,
    SeenIds,
    TaskCancelledError,
    TaskFailedError,
    TaskTimeoutError,
    estimate,
    verify_callback,
)
from gatewright._sync._stream import read_data
from robust import longest_reads, misused, odd

PLAIN, GROWN = os.environ["PLAIN"], os.environ["GROWN"]
INPUT = json.loads(os.environ["INPUT"])
MESSAGES = [{"role": "user", "content": "What is a lighthouse for?"}]
STEPS: dict[str, Callable[[], object]] = {}


def step(function: Callable[[], object]) -> Callable[[], object]:
    STEPS[function.__name__.replace("_", " ")] = function
    return function


def client(session: str = "", *, base: str = PLAIN, key: str = "sk-mock", retries: int = 2) -> Gatewright:
    return Gatewright(base_url=base + (f"-{session}" if session else ""), api_key=key, max_retries=retries)


def image(gateway: Gatewright):
    return gateway.images.generate(model="qx-image-3.0", prompt="A lighthouse at dawn", size="16:9")


@step
def models():
    return sorted(model["id"] for model in client().models.list()["data"])


@step
def image_and_progress():
    seen = []
    task = image(client("image"))
    record = task.wait(poll_every=0.02, on_progress=lambda one: seen.append(one["progress"]))
    sizes = [one.get("sizes") for one in record["result"]["images"]]
    return {"last": seen[-1], "status": record["status"], "cost": record["cost"], "sizes": sizes}


@step
def watching():
    return [record["status"] for record in image(client("watching"))][-1]


@step
def download():
    task = image(client("download"))
    again = client("download").tasks.resume(task.id)
    files = again.download(poll_every=0.02)
    return [[one.name, one.media_type, one.content[1:4].decode()] for one in files]


@step
def video():
    task = client("video").videos.generate(
        model="vxq3", prompt="Along the shore", image_urls=[INPUT["picture"]]
    )
    return task.wait(poll_every=0.02)["status"]


@step
def spellings():
    gateway = client("spellings")
    for path, body in INPUT["spellings"]:
        gateway.tasks.submit(path, body)
    return len(INPUT["spellings"])


@step
def failed():
    try:
        image(client("failed")).wait(poll_every=0.02)
    except TaskFailedError as error:
        return {"code": error.code, "message": str(error), "status": error.record["status"]}


@step
def cancelled():
    try:
        image(client("cancelled")).wait(poll_every=0.02)
    except TaskCancelledError as error:
        return error.record["status"]


@step
def timeout():
    try:
        image(client("slow")).wait(poll_every=0.02, timeout=3)
    except TaskTimeoutError as error:
        return error.record["status"] in ("pending", "processing", "submitted")


@step
def silence():
    try:
        image(client("silent")).wait(poll_every=0.02, timeout=0.2)
    except TaskTimeoutError as error:
        return error.record is None


@step
def leaving():
    async def leave() -> str:
        async with AsyncGatewright(base_url=PLAIN + "-slow", api_key="sk-mock") as gateway:
            task = await gateway.images.generate(model="qx-image-3.0", prompt="A lighthouse")
            try:
                await asyncio.wait_for(task.wait(poll_every=0.02), 0.2)
            except TimeoutError:
                return "left"
        return "ended"

    return asyncio.run(leave())


def refused(kind: type[ApiError], act: Callable[[], object]):
    try:
        act()
    except kind as error:
        return {
            "status": error.status,
            "type": error.type,
            "reason": error.reason,
            "param": error.param,
            "violations": len(error.violations),
            "has id": bool(error.request_id),
        }


@step
def unauthorized():
    return refused(AuthenticationError, lambda: client(key="sk-wrong").models.list())


@step
def unpaid():
    return refused(PaymentRequiredError, lambda: image(client(key="sk-mock-empty")))


@step
def limited():
    return refused(RateLimitError, lambda: image(client("limited", retries=0)))


@step
def invalid():
    return refused(
        InvalidRequestError,
        lambda: client().images.generate(model="sx-5-0-pro", prompt="A boat", n=2),
    )


@step
def retried():
    return image(client("retried")).wait(poll_every=0.02)["status"]


@step
def dropped():
    return image(client("dropped")).wait(poll_every=0.02)["status"]


@step
def chat():
    answer = client().chat.create(model="qx3.8-max", messages=MESSAGES)
    return {"text": answer["choices"][0]["message"]["content"], "tokens": answer["usage"]["total_tokens"] > 0}


@step
def chat_stream():
    with client().chat.stream(model="qx3.8-max", messages=MESSAGES) as stream:
        text = "".join((chunk["choices"] or [{"delta": {}}])[0]["delta"].get("content") or "" for chunk in stream)
        final = stream.final()
    whole = final["choices"][0]["message"]["content"]
    return {"text": text, "whole": whole == text, "tokens": final["usage"]["total_tokens"] > 0}


@step
def chat_left():
    with client("left").chat.stream(model="qx3.8-max", messages=MESSAGES) as stream:
        for _ in stream:
            return 1


@step
def chat_fails():
    return refused(ApiError, lambda: client("chat-fails").chat.stream(model="qx3.8-max", messages=MESSAGES).final())


@step
def broken_streams():
    def read(broken) -> str:
        gateway = client(base=broken["base_url"], retries=0)
        try:
            if broken["kind"] == "chat":
                gateway.chat.stream(model="qx3.8-max", messages=MESSAGES).final()
            else:
                gateway.responses.stream(model="qx3.8-max", input="What is a boat?").final()
        except ApiError:
            return "refused"
        except Exception:
            return traceback.format_exc()
        return "whole"

    return [read(broken) for broken in INPUT["broken"]]


def read_chunks(gateway: Gatewright) -> None:
    with gateway.chat.stream(model="qx3.8-max", messages=MESSAGES) as stream:
        for chunk in stream:
            for choice in chunk["choices"]:
                choice["delta"].get("content", "")


ACTS: dict[str, Callable[[Gatewright], object]] = {
    "list": lambda gateway: gateway.models.list(),
    "chat": lambda gateway: gateway.chat.create(model="qx3.8-max", messages=MESSAGES),
    "stream": read_chunks,
    "wait": lambda gateway: gateway.tasks.resume("task_1").wait(),
    "download": lambda gateway: gateway.tasks.resume("task_1").download(),
}


@step
def broken_answers():
    def act(broken) -> list[str]:
        try:
            ACTS[broken["act"]](client(base=broken["base_url"], retries=0))
        except MalformedAnswerError as error:
            return ["malformed", str(error)]
        except ApiConnectionError as error:
            return ["connection", str(error)]
        except ApiError as error:
            return ["refused", str(error)]
        except Exception:
            return ["raw", traceback.format_exc()]
        return ["taken", ""]

    return [act(broken) for broken in INPUT["answers"]]


@step
def left_early():
    def final(*, begins: bool) -> str:
        with client("left-early").chat.stream(model="qx3.8-max", messages=MESSAGES) as stream:
            if begins:
                next(iter(stream))
        try:
            stream.final()
        except GatewrightError as error:
            return str(error)

    return [final(begins=begins) for begins in (True, False)]


@step
def odd_callbacks():
    given = next(one for one in INPUT["signatures"] if one["valid"])
    key = base64.b64decode(given["secrets"][0].removeprefix("whsec_"))

    def verify(body: str, *, message_id: str = "msg_1") -> str:
        now = str(given["now"])
        signed = f"{message_id}.{now}.{body}".encode(errors="replace")
        signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        headers = {"webhook-id": message_id, "webhook-timestamp": now, "webhook-signature": f"v1,{signature}"}
        try:
            verify_callback(headers, body, given["secrets"][0], now=lambda: given["now"])
        except CallbackVerificationError as error:
            return str(error)
        return "trusted"

    return [
        verify("{}", message_id="\udcff"),
        verify("\udcff"),
        verify("[" * 100_000),
        verify('{"data":' * 700 + "1" + "}" * 700),
        verify('{"id":"task_1","status":null}'),
        verify('{"id":"task_1","status":"success"}'),
    ]


@step
def response():
    answer = client().responses.create(model="qx3.8-max", input="What is a boat?")
    return answer["status"]


@step
def response_stream():
    stream = client().responses.stream(model="qx3.8-max", input="What is a boat?")
    kinds = [event["type"] for event in stream]
    return {"first": kinds[0], "last": kinds[-1], "status": stream.final()["status"]}


@step
def added_members():
    gateway = client("grown", base=GROWN)
    record = image(gateway).wait(poll_every=0.02)
    text = gateway.chat.create(model="qx3.8-max", messages=MESSAGES)["choices"][0]["message"]["content"]
    return {"record": "added_later" in record, "answer": text != ""}


@step
def account():
    gateway = client("account")
    return {
        "balance": gateway.balance.account()["remain_balance"] > 0,
        "key": gateway.balance.key()["success"],
        "usage": gateway.balance.usage(start_date="2026-01-01", end_date="2026-01-02")["object"],
        "limits": gateway.balance.limits()["object"],
        "schema": gateway.models.schema("sx-5-0-pro")["success"],
        "prices": gateway.models.prices("sx-5-0-pro")["success"],
    }


@step
def signatures():
    def verify(vector) -> bool:
        try:
            verify_callback(vector["headers"], vector["body"], vector["secrets"], now=lambda: vector["now"])
        except CallbackVerificationError as error:
            return "is not a task record" in str(error)  # the signature was right
        return True

    return [verify(vector) for vector in INPUT["signatures"]]


@step
def repeated_callbacks():
    seen = SeenIds(2)
    return [seen.add(one) for one in ("a", "a", "b", "c", "a")]


@step
def event_streams():
    return [list(read_data(httpx.Response(200, headers={"content-type": "text/event-stream"}, content=parts(one)))) for one in INPUT["streams"]]


def parts(vector) -> Iterator[bytes]:
    data = vector["text"].encode()
    ends = [*vector.get("splits", []), len(data)]
    begin = 0
    for end in ends:
        yield data[begin:end]
        begin = end


@step
def estimates():
    return [estimated(one) for one in INPUT["estimates"]]


def estimated(case):
    options = {name: value for name, value in case.items() if name != "request"}
    try:
        found = estimate(**options, **case["request"])
    except EstimateError as error:
        return {"refused": str(error)}
    return {
        "model": found.model,
        "size": f"{found.width}x{found.height}",
        "count": found.count,
        "seconds": found.seconds,
        "hold": f"{found.hold_usd:f}",
        "price": f"{found.price_usd:f}",
    }


@step
def odd_estimates():
    request = {"model": "sx-5-0-pro", "prompt": "A boat"}
    odd = [
        *({"group_ratio": ratio} for ratio in (0.5, True, None, "", "9" * 19, "1" * 5000, Decimal("NaN"), Decimal("-1"))),
        *({"first_reference": one} for one in ((), (1,), (0, 1), (1.0, 1), (10**400, 1), "ab", 5)),
        {"request": {"model": "qx-image-3.0", "prompt": "A boat", "n": 10**5000}},
        {"image_urls": (url for url in ["https://a"])},
    ]
    found = [estimated({"request": request, **one}) for one in odd]
    exact = [estimate(**request, group_ratio=ratio).price_usd for ratio in (Decimal("0.50"), 2, "1")]
    return {"refused": [list(one) for one in found], "exact": [f"{one:f}" for one in exact]}


@step
def unestimated():
    return estimated({"request": {"model": "unestimated-1.0", "prompt": "Two boats"}})["refused"]


@step
def held():
    gateway = client("held")
    request = {"model": "sx-5-0-pro", "layer_decomposition": True, "image_urls": [INPUT["picture"]]}
    before = gateway.balance.account()["remain_balance"]
    gateway.images.generate(**request)
    taken = before - gateway.balance.account()["remain_balance"]
    return {"taken": round(taken * 1000), "estimated": int(estimate(**request).hold_usd * 1000)}


@step
def asynchronous():
    async def run():
        async with AsyncGatewright(base_url=PLAIN + "-async", api_key="sk-mock") as gateway:
            task = await gateway.images.generate(model="qx-image-3.0", prompt="A lighthouse")
            statuses = [record["status"] async for record in task]
            files = await task.download()
            async with await gateway.chat.stream(model="qx3.8-max", messages=MESSAGES) as stream:
                chunks = [chunk async for chunk in stream]
                whole = await stream.final()
            return {
                "status": statuses[-1],
                "files": len(files),
                "chunks": len(chunks) > 1,
                "text": whole["choices"][0]["message"]["content"] != "",
            }

    return asyncio.run(run())


step(misused)
step(longest_reads)
step(odd)

for name, play in STEPS.items():
    try:
        print(json.dumps({"step": name, "value": play()}), flush=True)
    except Exception:
        print(json.dumps({"step": name, "fault": traceback.format_exc()}), flush=True)
sys.exit(0)
