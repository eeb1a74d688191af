"""Makes the client without asyncio from the one for asyncio: to_sync.py ASYNC_FOLDER SYNC_FOLDER."""

import sys
from pathlib import Path

import unasync

NAMES = ["AnswerStream", "Balance", "Chat", "Client", "Gatewright", "Images", "Models"]
NAMES += ["Responses", "Task", "Tasks", "TimedStream", "Transport", "Videos"]

REPLACEMENTS = {
    **{f"Async{name}": name for name in NAMES},
    "AsyncByteStream": "SyncByteStream",
    "aclose": "close",
    "aiter_bytes": "iter_bytes",
    "aread": "read",
    "asyncio": "time",
}

source, target = (Path(folder) for folder in sys.argv[1:])
rule = unasync.Rule(f"{source}/", f"{target}/", additional_replacements=REPLACEMENTS)
unasync.unasync_files([str(file) for file in source.glob("*.py")], [rule])
(target / "__init__.py").write_text(
    '"""The client without asyncio. Generated from the package _async: do not edit."""\n'
)
