"""Serves the receiver of docs/callbacks.md, which is in receiver.py, on a port."""

import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from receiver import receive


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.send_response(receive(dict(self.headers.items()), body))
        self.end_headers()


HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
