import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from florin import WebhookError, verify_webhook

secret = os.environ["FLORIN_WEBHOOK_SECRET"]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify_webhook(secret=secret, headers=self.headers, body=body)
        except WebhookError:
            self.send_response(400)
        else:
            print(f"{event['type']} of {event['account_id']}", flush=True)
            self.send_response(204)
        self.end_headers()


port = int(os.environ.get("PORT", "4242"))
ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
