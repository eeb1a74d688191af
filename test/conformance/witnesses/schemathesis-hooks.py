"""What Schemathesis cannot know from the document: keys that are used once, and references that can be fetched."""

import itertools
import os

import schemathesis

numbers = itertools.count()
VISIBLE = {chr(code) for code in range(0x21, 0x7F)}


@schemathesis.hook
def before_call(context, case, kwargs):
    headers = case.headers or {}
    key = headers.get("Idempotency-Key")
    # The same key with another body is rightly refused, and Schemathesis sends few different keys.
    if key and len(key) <= 191 and set(key) <= VISIBLE:
        headers["Idempotency-Key"] = f"witness-{next(numbers)}"
    if isinstance(case.body, dict) and isinstance(case.body.get("image_urls"), list):
        case.body["image_urls"] = [reachable(url) for url in case.body["image_urls"]]


def reachable(url):
    """An address of the examples becomes that of a picture that exists."""
    return os.environ["PICTURE"] if isinstance(url, str) and url.startswith("https://") else url
