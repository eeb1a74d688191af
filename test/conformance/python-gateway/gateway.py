"""A gateway in a hundred lines, written from the specification alone: catalogue, image tasks, polling, one callback, a balance.

It knows one image model, draws one picture, and leaves out the rest. What it leaves out or does wrong is what the conformance
suite has to tell: no parameter contracts, no retries of callbacks, no limits on sizes, no refunds, no text models.
Usage: gateway.py PORT
"""
import json, struct, sys, threading, time, urllib.request, uuid, zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

KEY, PRICE, SECONDS = "sk-python", 0.03, 1.5
MODEL = {"id": "qx-image-3.0", "object": "model", "created": 1772323200, "owned_by": "qx", "supported_endpoint_types": ["image-generation"]}
tasks, spent, lock = {}, [0], threading.Lock()


def png(width, height):
    """A picture of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + b"\x28\x6e\xa0" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def finish(task, base, webhook):
    """Ends a task after a moment and sends its callback, once."""
    time.sleep(SECONDS)
    image = {"url": [f"{base}/files/{task['id']}.png"], "sizes": ["1024x1024"], "output_formats": ["png"]}
    task.update(status="success", progress=100, result={"images": [image]})
    if isinstance(webhook, str) and webhook.startswith("http"):
        body = json.dumps(task).encode()
        request = urllib.request.Request(webhook + "/callback", body, {"Content-Type": "application/json"})
        try:
            urllib.request.urlopen(request, timeout=10).read()
        except OSError:
            pass  # no retries


class Gateway(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, kind="application/json"):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def refuse(self, status, kind, message):
        self.answer(status, {"error": {"code": status, "message": message, "type": kind}})

    def handle_request(self):
        url = urlparse(self.path)
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if url.path.startswith("/files/"):
            return self.answer(200, png(1024, 1024), "image/png")
        if self.headers.get("Authorization") != f"Bearer {KEY}":
            return self.refuse(401, "authentication_error", "missing or invalid API key")
        route = (self.command, url.path)
        if route == ("GET", "/v1/models"):
            return self.models(parse_qs(url.query))
        if route == ("POST", "/v1/images/generations"):
            return self.submit(data)
        if self.command == "GET" and url.path.startswith("/v1/tasks/"):
            task = tasks.get(url.path.removeprefix("/v1/tasks/"))
            return self.answer(200, task) if task else self.refuse(404, "invalid_request_error", "no such task")
        if self.command == "GET" and url.path in ("/v1/user/balance", "/user/balance"):
            used = round(spent[0] * PRICE, 9)
            return self.answer(200, {"success": True, "remain_balance": round(100 - used, 9), "remain_credits": int((100 - used) * 10), "used_balance": used, "used_credits": round(used * 10, 9)})
        self.refuse(404, "invalid_request_error", "no such endpoint")

    def models(self, query):
        entry = dict(MODEL)
        if query.get("expand", [""])[0] in ("category", "parameters"):
            entry.update(category="image", capability_tags=["Text to Image", "Image to Image"])
            if query.get("category", ["image"])[0] != "image":
                return self.answer(200, {"success": True, "object": "list", "data": []})
        self.answer(200, {"success": True, "object": "list", "data": [entry]})

    def submit(self, data):
        try:
            body = json.loads(data)
            if body["model"] != MODEL["id"] or not isinstance(body["prompt"], str) or not body["prompt"]:
                raise ValueError
        except (ValueError, KeyError, TypeError):
            return self.refuse(400, "invalid_request_error", "model and prompt are required; the model is qx-image-3.0")
        task = {"id": f"task_{uuid.uuid4().hex}", "status": "processing", "progress": 0, "cost": PRICE}
        with lock:
            tasks[task["id"]] = task
            spent[0] += 1
        threading.Thread(target=finish, args=(task, f"http://{self.headers['Host']}", body.get("webhook")), daemon=True).start()
        self.answer(200, {"code": 200, "data": [{"status": "submitted", "task_id": task["id"]}]})

    do_GET = do_POST = do_HEAD = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = handle_request


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Gateway)
    print(server.server_port, flush=True)
    server.serve_forever()
